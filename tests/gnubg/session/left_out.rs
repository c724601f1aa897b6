//! Commands that no script contains: after them GNU Backgammon contradicts itself, so that there is nothing
//! to compare. docs/gnubg-compat.md lists them with their effects.

use super::seen::Seen;
use barpoint::repl::line::Words;
use barpoint::repl::table::{End, Table};

/// The relevant commands of a script so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Done {
    /// Whether the present game was edited by hand, or navigated to.
    is_edited: bool,
    /// Whether a score or the Crawford game was set by hand.
    is_rescored: bool,
}

/// Commands that edit a game by hand.
const EDITS: &[&str] = &[
    "set board",
    "set turn",
    "set dice",
    "set cube",
    "set score",
    "set crawford",
    "set postcrawford",
    "set matchid",
    "set gnubgid",
    "set xgid",
    "clear turn",
    "swap players",
    "load",
    "import",
];

/// Commands that navigate in the match.
const WALKS: &[&str] = &["previous", "next", "first"];

impl Done {
    /// Returns `true` if a command is left out here.
    pub(super) fn leaves_out(self, command: &str, seen: Option<&Seen>) -> bool {
        let Some(path) = path(command) else { return false };
        let is = |paths: &[&str]| paths.iter().any(|one| path.starts_with(one));
        let has_argument = Words::new(command).count() > path.split(' ').count();
        // A board without checkers crashes it, a cube of 4096 at the next play.
        if command.contains("AAAAAAAAAAAAAA") || command.contains("4096") {
            return true;
        }
        // A match that becomes a session, or the other way round, keeps half of what it was.
        if is(&["set score"]) && Words::new(command).count() > 4 {
            return true;
        }
        // A Match ID alone keeps a board, but not always the one that is shown.
        if is(&["set matchid"]) {
            return true;
        }
        // Facts of a match that was loaded.
        if self.is_edited && is(&["show matchinfo"]) {
            return true;
        }
        // The Crawford game, set by hand, is remembered in two places that contradict each other later.
        if is(&["set crawford", "set postcrawford", "set automatic crawford"]) {
            return true;
        }
        // The dice come back from here at times.
        if is(&["previous", "next"]) && command.contains("ro") {
            return true;
        }
        // What is set by hand stands in the list of moves and in the match in an order of its own.
        if self.is_edited && (is(WALKS) || is(&["list game", "swap players"])) {
            return true;
        }
        if (self.is_rescored || self.is_edited) && is(&["show scoresheet"]) {
            return true;
        }
        // Where a game begins there is no board to see.
        let is_nowhere = self.is_edited && seen.is_none();
        if is_nowhere && (is(EDITS) || has_argument && is(&["show board", "show fullboard"])) {
            return true;
        }
        let Some(seen) = seen else { return false };
        if is(&["set score"]) && (!seen.playing || makes_1_away(command, seen.length)) {
            return true;
        }
        // Matches end at a cube of 64.
        if is(&["set cube value"]) && command.contains("64") && !seen.is_money {
            return true;
        }
        if !seen.playing && has_argument && is(&["show board", "show fullboard"]) {
            return true;
        }
        // An offer is withdrawn in some of these, in others half of it stays.
        if self.is_edited && !seen.playing && is(EDITS) {
            return true;
        }
        let is_offered = seen.double_offered || seen.resignation_offered;
        if is_offered && (is(EDITS) || is(WALKS)) || seen.resignation_offered && is(&["resign"]) {
            return true;
        }
        // A match to one point is the Crawford game and post-Crawford play at the same time.
        if seen.length == 1 && is(&["set score", "set crawford", "set postcrawford"]) {
            return true;
        }
        // More checkers than the variant has are drawn as more borne off than there are.
        seen.is_small
            && has_argument
            && is(&["show board", "show fullboard", "set board", "set xgid", "set gnubgid", "set matchid"])
    }

    /// Records a command.
    pub(super) fn remember(&mut self, command: &str) {
        let Some(path) = path(command) else { return };
        let is = |paths: &[&str]| paths.iter().any(|one| path.starts_with(one));
        let is_refused = command.split_whitespace().nth(2).is_some_and(|word| word.parse::<u8>().is_err());
        if is(&["new match", "new session"]) && !is_refused {
            *self = Self::default();
        }
        self.is_edited |= is(EDITS) || is(WALKS);
        self.is_rescored |=
            is(&["set score", "set crawford", "set postcrawford", "set matchid", "set gnubgid", "set xgid"]);
    }
}

/// Returns `true` if a score puts a side 1-away.
fn makes_1_away(command: &str, length: u8) -> bool {
    command.split_whitespace().skip(2).take(2).any(|word| {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        let points = digits.parse::<u8>().unwrap_or_default();
        if word.starts_with('-') { points == 1 } else { length > 0 && points + 1 == length }
    })
}

/// Returns the full command for a line.
fn path(command: &str) -> Option<String> {
    let words: Vec<_> = Words::new(command).collect();
    let found = Table::get().find(&words);
    (found.end == End::Command).then(|| found.command.meaning.to_owned())
}
