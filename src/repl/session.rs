//! The session: a match in progress, its history and its settings, and functions that all commands need.

use super::answer::{Answer, Done, Refusal};
use super::dice::Dice;
use super::driver::Script;
use super::history::{Deed, History, Move};
use super::host::Host;
use super::line::{Words, abbreviates};
use super::score::Stage;
use super::settings::{MAX_LENGTH, Reply, Settings};
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::game::record::MatchRecord;
use crate::game::{Action, Event, MatchState, Phase, RuleViolation, Rules};
use crate::host::python::Python;
use crate::notation::MatchFields;
use crate::rules::Variant;
use std::cell::Cell;
use std::collections::BTreeSet;

/// The player at a side of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// A person who types.
    Human,
    /// The program.
    #[default]
    Computer,
}

/// The current match: its state, its history and its players.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, none excludes another")]
pub struct Game {
    /// The players' names.
    pub names: BySide<String>,
    /// The players of the seats.
    pub seats: BySide<Seat>,
    /// The sockets of the programs that play a computer's seats instead of this program.
    pub remotes: BySide<Option<String>>,
    /// The state at the present place of the history; a game without an opening roll isn't in progress.
    pub state: MatchState,
    /// The moves so far.
    pub history: History,
    /// Headers and remarks of the match: event, place, annotator.
    pub record: MatchRecord,
    /// Whether the turn has passed and the next one hasn't been announced yet.
    pub pending: bool,
    /// The dice of the opening, until the next roll or answer to a double.
    pub last_opening: Option<(Die, Die)>,
    /// Dice that were set with the lower one first, and are shown in that order.
    pub low_first: Option<Roll>,
    /// Dice that were taken off the board; the next roll uses them again.
    pub known_roll: Option<Roll>,
    /// The last roll, with the board and the side on roll before it. GNU Backgammon repeats the roll if these
    /// are the same and no double was answered since, even after other dice were set or another file was read;
    /// but not in the place of earlier moves.
    pub remembered: Option<(Side, Board, Roll)>,
    /// Whether a score set by hand makes a game the Crawford game.
    pub is_crawford_spent: bool,
    /// The stage set by hand where the score alone doesn't determine it: after the end of a game, and in a
    /// match to one point. In compat mode only.
    pub said_stage: Option<Stage>,
    /// Whether the last announced end of a game made the next one the Crawford game; in compat mode a game that is
    /// begun again follows that, whatever was set since, as in GNU Backgammon.
    pub announced_crawford: Option<bool>,
    /// The same between the announcement and the next game; in compat mode neither a score that is set then nor the
    /// Crawford rule changes that, as in GNU Backgammon.
    pub next_is_crawford: Option<bool>,
    /// Whether the program has played for both players in this match (`end game`).
    pub is_helped: bool,
    /// Whether the program has played the last game out. GNU Backgammon doesn't show its resignation then.
    pub is_played_out: bool,
    /// Whether a script looks at the game, which GNU Backgammon then plays even before the opening roll.
    pub is_viewed: bool,
    /// The subject of the last annotation.
    pub annotates: Option<&'static str>,
    /// GNU Backgammon's name for the last group of evaluation settings that a command was about, which it shows in
    /// later refusals.
    pub group: Option<String>,
    /// The dice on the board while a double of the past waits for its answer again, or after a match was dropped; in compat
    /// mode only.
    pub dice_under: Option<Roll>,
    /// The text of the last play that was refused.
    pub refused_play: Option<String>,
    /// The variant for which the warning of unreliable evaluations was printed.
    pub cautioned: Option<Variant>,
    /// Whether the match was read with its own rules: outside compat mode, the settings don't replace them.
    pub has_own_rules: bool,
}

/// What follows a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterMatch {
    /// The next command.
    #[default]
    More,
    /// The end of the session.
    End,
    /// The match is over, and the session with it.
    Ended,
}

/// The input: the lines typed so far, and the files between them.
#[derive(Default)]
pub struct Input {
    /// The files that are being read, the innermost last.
    pub scripts: Vec<Script>,
    /// The lines typed so far.
    pub lines: Vec<String>,
    /// Whether the lines are those of a file, between which no turn is announced.
    pub is_reading_commands: bool,
    /// Whether the session is to end.
    pub is_over: bool,
    /// The status with which a script ended the program.
    pub status: Option<u8>,
    /// What follows the current match, or the last game of a money session.
    pub after_match: AfterMatch,
}

/// The files with parts of the match, and whether something isn't saved yet.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, none excludes another")]
pub struct Kept {
    /// Whether something isn't in any file yet.
    pub is_unsaved: bool,
    /// Whether the match is saved automatically, so that it can be restored.
    pub keeps: bool,
    /// Whether the match has changed since it was saved.
    pub is_changed: bool,
    /// The file in which this match is saved automatically.
    pub file: Option<String>,
    /// Whether it had all actions there when the last command ended.
    pub was_safe: bool,
    /// The place in the match when it was saved there.
    pub place: String,
    /// Whether files are replaced even without a person to ask.
    pub replaces_files: bool,
    /// Whether it began with GNU Backgammon's own settings files.
    pub is_configured: bool,
    /// The files that this session has written.
    pub written: BTreeSet<String>,
}

/// A session: the state that commands work on.
///
/// It does no input or output of its own: files, the clock and questions go through its [`Host`], and its
/// output goes into an [`Answer`].
pub struct Session {
    /// The files, the clock and the person at the terminal.
    pub host: Box<dyn Host>,
    /// The settings.
    pub settings: Settings,
    /// The source of the dice.
    pub dice: Dice,
    /// The current match.
    pub game: Game,
    /// The input.
    pub input: Input,
    /// The state of its files.
    pub kept: Kept,
    /// The Python that runs its scripts, once one was started.
    pub python: Option<Python>,
    /// The number of questions answered with noise that isn't deterministic.
    pub questions: Cell<u64>,
}

impl Session {
    /// Makes a session without a match.
    #[must_use]
    pub fn new(host: Box<dyn Host>, dice: Dice) -> Self {
        let settings = Settings::default();
        let game = Game {
            names: settings.default_names.clone(),
            seats: BySide::new(Seat::Computer, Seat::Human),
            record: super::record::begun(host.today()),
            ..Game::default()
        };
        let (input, kept) = (Input::default(), Kept::default());
        Self { host, settings, dice, game, input, kept, python: None, questions: Cell::new(0) }
    }

    /// Returns `true` if a game is in progress.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        !matches!(self.game.state.phase(), Phase::OpeningRoll | Phase::GameOver(_) | Phase::MatchOver(_))
    }

    /// Returns `true` if there is a match or session, even if its last game is over.
    pub(super) const fn is_begun(&self) -> bool {
        !matches!(self.game.state.phase(), Phase::OpeningRoll)
    }

    /// Returns `true` if a match was played to its end.
    #[must_use]
    pub const fn is_match_over(&self) -> bool {
        matches!(self.game.state.phase(), Phase::MatchOver(_))
    }

    /// Returns a question as it is asked. Outside compat mode it also shows what can be answered.
    #[must_use]
    pub fn question(&self, text: &str) -> String {
        if self.settings.compat { text.to_owned() } else { format!("{} [y/n] ", text.trim_end()) }
    }

    /// Asks a question. If a setting gives the answer, both are printed.
    pub(super) fn confirm(&mut self, question: &str, answer: &mut Answer) -> bool {
        let (is_yes, word) = match self.settings.confirm.default {
            Reply::Ask => {
                let question = self.question(question);
                return self.host.confirm(&question);
            }
            Reply::Yes => (true, "yes"),
            Reply::No => (false, "no"),
        };
        answer.say(format_args!("{question} {word}"));
        is_yes
    }

    /// Asks whether everything after the present place may be dropped, if a setting answers questions;
    /// otherwise playing on from an earlier place drops it without a question.
    pub(super) fn may_replace(&mut self, answer: &mut Answer) -> Done {
        let is_asked = self.settings.compat && self.settings.confirm.default != Reply::Ask;
        if !is_asked || !self.game.history.has_tail() {
            return Ok(());
        }
        answer.say("The current move is not the last in the match.");
        if self.confirm("Continuing will destroy the remainder of the match. Continue?", answer) {
            Ok(())
        } else {
            Err(Refusal::silent("the rest of the match stays"))
        }
    }

    /// Returns `true` if the session has gone back to the start of a game, before its opening roll. In GNU Backgammon no
    /// game is in progress there.
    pub(super) fn is_at_start(&self) -> bool {
        !self.settings.compat
            && self.game.state.phase() == Phase::OpeningRoll
            && self.game.history.next().is_some()
    }

    /// Returns where the session stands at the start of a game, and what leads on.
    pub(super) fn start_words(&self) -> String {
        format!("At the start of game {}; `next` steps forward.", self.game.state.game())
    }

    /// Refuses because no game is in progress, with GNU Backgammon's words. Outside compat mode, what it advises doesn't
    /// fit the start of a game that was played, nor the end of a match.
    pub(super) fn no_game(&self, theirs: Refusal) -> Refusal {
        match self.game.state.phase() {
            Phase::OpeningRoll if self.is_at_start() => Refusal::say(self.start_words()),
            Phase::MatchOver(_) if !self.settings.compat => {
                let what = if self.game.state.rules().is_money() { "session" } else { "match" };
                Refusal::say(format_args!("The {what} is over."))
                    .help(format_args!("`new {what}` begins another one, `previous` goes back"))
            }
            _ => theirs,
        }
    }

    /// Refuses unless there is a game in progress.
    pub(super) fn must_play(&self) -> Done {
        if self.is_playing() {
            Ok(())
        } else {
            Err(self.no_game(Refusal::say("No game in progress (type `new game' to start one).")))
        }
    }

    /// Refuses unless a person has to act; GNU Backgammon waits for its own seats.
    pub(super) fn must_be_typed(&self) -> Done {
        if self.settings.compat && self.is_playing() && self.game.seats[self.turn()] == Seat::Computer {
            return Err(Refusal::say(
                "It is the computer's turn -- type `play' to force it to move immediately.",
            ));
        }
        Ok(())
    }

    /// Returns the rest of a line as a text to store. GNU Backgammon also stores the quotation marks around it.
    pub(super) fn value<'a>(&self, words: &Words<'a>) -> &'a str {
        if self.settings.compat { words.rest() } else { words.value() }
    }

    /// Returns a side's name.
    pub(super) fn name(&self, side: Side) -> &str {
        &self.game.names[side]
    }

    /// Returns the sides that a word stands for: a number, a whole name in any case, or an abbreviation of
    /// `both`. GNU Backgammon takes an empty word for one.
    pub(super) fn sides(&self, word: &str) -> &'static [Side] {
        let is_name = |side| self.name(side).eq_ignore_ascii_case(word);
        match word {
            "0" => &[Side::Zero],
            "1" => &[Side::One],
            _ if is_name(Side::Zero) => &[Side::Zero],
            _ if is_name(Side::One) => &[Side::One],
            _ if abbreviates(word, "both") || word.is_empty() && self.settings.compat => &Side::ALL,
            _ => &[],
        }
    }

    /// Returns the player who has to act: the one on roll, or the one who has to answer.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.game.state.turn().unwrap_or(self.game.state.on_roll())
    }

    /// Carries out an action that the rules allow, and records it; otherwise nothing changes.
    pub(super) fn act(
        &mut self,
        by: Side,
        action: &Action,
        deed: Option<Deed>,
    ) -> Result<Event, RuleViolation> {
        let before = self.game.state.clone();
        let event = match action {
            // The opponent was asked.
            Action::CondonedPlay(after) => self.game.state.condone(by, after)?,
            _ => self.game.state.apply(by, action)?,
        };
        self.game.known_roll = None;
        self.game.dice_under = None;
        if let Some(deed) = deed {
            let is_marked = self.game.history.is_waiting_marked(by);
            let had_tail = self.game.history.has_tail();
            if had_tail || matches!(deed, Deed::Taken | Deed::Passed) {
                self.game.remembered = None;
            }
            self.game.history.add(deed, by, before, self.game.state.clone());
            self.pass_mark_on(is_marked);
            // The order of the dice on the board, whatever was set since they were rolled.
            if let (Deed::Played(roll, _), Some(last), true) =
                (deed, self.game.history.last_mut(), self.settings.compat)
            {
                last.is_rising = self.game.low_first == Some(roll);
            }
            if self.settings.compat {
                self.mark_last();
            }
            self.touch();
        }
        Ok(event)
    }

    /// Returns `true` if a failed import has left no match: there is one game without even an opening roll.
    /// GNU Backgammon has none then.
    pub(super) fn is_forgotten(&self) -> bool {
        let games = &self.game.history.games;
        self.settings.compat
            && self.game.state.phase() == Phase::OpeningRoll
            && matches!(&games[..], [only] if only.moves.is_empty() && only.is_unread)
    }

    /// Records a setting by hand.
    pub fn note(&mut self, deed: Deed, before: MatchState) {
        let by = self.game.state.on_roll();
        // In GNU Backgammon a new setting replaces the same setting made just before.
        let is_same = |last: &Move| last.by == by && deed.is_set() && last.what == deed;
        if self.settings.compat && self.game.history.last().is_some_and(is_same) {
            self.game.history.forget(|last| *last == deed);
        }
        let is_marked = self.game.history.is_waiting_marked(by);
        self.game.history.add(deed, by, before, self.game.state.clone());
        self.pass_mark_on(is_marked);
        self.touch();
    }

    /// Marks the move that was added if the cube action that waited was marked; in GNU Backgammon the mark waits on.
    fn pass_mark_on(&mut self, is_marked: bool) {
        if is_marked && !self.settings.compat {
            self.game.history.mark_last();
        }
    }

    /// Changes the state by hand, and records that.
    pub(super) fn edit(&mut self, deed: Deed, change: impl FnOnce(&mut MatchState)) {
        let before = self.game.state.clone();
        change(&mut self.game.state);
        self.note(deed, before);
    }

    /// Returns `true` if the game begins with the next roll of the player on roll; GNU Backgammon then allows everything
    /// that is allowed later.
    pub(super) fn is_opening(&self) -> bool {
        let (by, history) = (self.game.state.on_roll(), &self.game.history);
        let is_his =
            |game: &super::history::Game| game.moves.iter().take(history.at).all(|step| step.by == by);
        !self.settings.compat && history.is_unplayed() && history.current().is_some_and(is_his)
    }

    /// Records the position as set if the game hasn't begun: no game opens with a doublet that is set or with a double,
    /// so the record would break a rule. GNU Backgammon records neither as set.
    pub(super) fn leave_opening(&mut self) {
        if !self.is_opening() {
            return;
        }
        let by = self.game.state.on_roll();
        let board = *self.game.state.board();
        self.game.state.place(board, by, None);
        self.game.history.forget(|deed| matches!(deed, Deed::Rolled(_)));
        self.edit(Deed::SetBoard, |state| state.place_board(board));
        // It is no action of its own that `undo` takes back.
        self.game.history.give();
    }

    /// Marks the match as changed.
    pub(super) fn touch(&mut self) {
        self.kept.is_unsaved = true;
        self.kept.is_changed = true;
    }

    /// Returns the rules of a new match to this many points, or of a money session.
    #[must_use]
    pub fn rules(&self, length: u16) -> Rules {
        let settings = &self.settings;
        let base = if length == 0 { Rules::money() } else { Rules::match_play(length) };
        Rules {
            variant: settings.variation,
            // In GNU Backgammon a match to 1 point has no Crawford game.
            crawford: length > u16::from(settings.compat) && settings.automatic.crawford,
            jacoby: length == 0 && settings.jacoby,
            beavers: if length == 0 { settings.beaver_limit() } else { 0 },
            automatic_doubles: settings.automatic.doubles,
            cube: settings.cube,
            cube_limit: cube_limit(settings, length),
            frozen_cube: length > 0 && settings.frozen_cube && !settings.compat,
            games: (length == 0 && settings.games > 0 && !settings.compat).then_some(settings.games),
            ..base
        }
    }

    /// Checks the length of a match.
    pub(super) fn check_length(&self, length: Option<i64>) -> Result<u16, Refusal> {
        let longest = if self.settings.compat { MAX_LENGTH } else { MatchFields::MAX_POINTS };
        let length = length.and_then(|length| u16::try_from(length).ok());
        length.filter(|&length| length <= longest).ok_or_else(|| {
            Refusal::say(format_args!("Match length must be between 0 (unlimited session) and {longest}"))
        })
    }

    /// Drops the Jacoby rule of a money session if the settings don't want it any more. A session that began
    /// without it never gets it.
    pub(super) fn leave_jacoby(&mut self) {
        let mut rules = self.game.state.rules().clone();
        rules.jacoby &= self.settings.jacoby;
        self.game.state.place_rules(rules);
    }

    /// Applies the rules that were set since the match began, except the Jacoby rule and the cube limit. A match that was
    /// read keeps its own.
    pub(super) fn refresh_rules(&mut self) {
        if self.settings.compat || !self.game.has_own_rules {
            self.apply_rules();
        }
    }

    /// Applies the rules that are set, also to a match that was read; whether it has a cube is its own.
    pub(super) fn apply_rules(&mut self) {
        let (settings, mut rules) = (&self.settings, self.game.state.rules().clone());
        if !settings.compat && !self.game.has_own_rules {
            rules.cube = settings.cube;
        }
        rules.automatic_doubles = settings.automatic.doubles;
        if rules.is_money() {
            rules.beavers = settings.beaver_limit();
        } else {
            rules.crawford = settings.automatic.crawford && !(settings.compat && rules.length == 1);
        }
        self.game.state.place_rules(rules);
    }

    /// Outside compat mode, takes the Crawford mark from a game that can't be the Crawford game.
    pub(super) fn doubt_crawford(&mut self) {
        if !self.settings.compat && self.fields().crawford_reason().is_some() {
            self.game.history.restate(|state| state.place_crawford(false));
            self.game.state.place_crawford(false);
            self.game.said_stage = None;
        }
    }

    /// Puts the cube of the present game into use, or out of use.
    pub(super) fn use_cube(&mut self, is_used: bool) {
        let rules = Rules { cube: is_used, ..self.game.state.rules().clone() };
        self.game.state.place_rules(rules);
    }

    /// Returns `true` if there is a cube. In GNU Backgammon a game that is replayed, after `previous` or
    /// `swap players`, has one if it had one at its beginning.
    pub(super) const fn has_cube(&self) -> bool {
        if self.is_begun() { self.game.state.rules().cube } else { self.settings.cube }
    }

    /// Applies the cube limit of the settings; a match that was read has its own limit until then.
    pub(super) fn limit_cube(&mut self) {
        let (settings, mut rules) = (&self.settings, self.game.state.rules().clone());
        rules.cube_limit = cube_limit(settings, rules.length);
        rules.frozen_cube = !rules.is_money() && settings.frozen_cube && !settings.compat;
        self.game.state.place_rules(rules);
    }

    /// Returns `true` if the session may end: asks a person who types whether an unsaved match may be lost.
    pub(super) fn may_leave(&mut self) -> bool {
        let is_asked = self.settings.confirm.new && self.kept.is_unsaved && !self.is_safe();
        let question = self.question("Are you sure you want to discard the current match? ");
        !is_asked || self.host.confirm_leaving(&question)
    }

    /// Writes the output so far, as a question follows; what is written is removed.
    pub(super) fn write_now(&mut self, answer: &mut Answer) {
        if let Some(columns) = self.columns() {
            answer.wrap(columns);
        }
        self.host.write_answer(answer);
    }

    /// Shows the board, if boards are shown for automatic actions.
    pub(super) fn show_board(&self, answer: &mut Answer) {
        if self.settings.display {
            self.draw(answer);
        }
    }
}

/// Returns the largest value of the cube. GNU Backgammon stops at 64 in a match, and at 4096 in a session.
pub(super) const fn cube_limit(settings: &Settings, length: u16) -> u32 {
    match (settings.compat, length) {
        (false, _) => settings.cube_limit,
        (true, 0) => 4096,
        (true, _) => 64,
    }
}
