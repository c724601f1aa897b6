//! Matches that are saved automatically: a file for each in our own folder, so that none replaces another.

use super::history::{Game, Move};
use super::record::load::{self, Loaded};
use super::record::save::{self, whole};
use super::score::rolled;
use super::session::Session;
use super::settings;
use crate::analysis::RulesOverride;
use crate::board::Side;
use crate::diag::{SourceFile, Span};
use crate::formats::sgf;
use crate::game::record::Header;
use crate::game::{Phase, Rules};
use crate::host::date::Utc;
use crate::rules::Outcome;
use std::fmt::Write as _;
use std::io;

/// The most dropped actions that count as taking back a mistake. If more are dropped, the saved file stays
/// beside the new one.
const MOST_TAKEN_BACK: usize = 4;
/// The number of file names that a session tries if other sessions begin matches in the same second.
const MOST_NAMES: u32 = 1000;
const SECONDS_A_DAY: u64 = 86_400;

/// A saved match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// Its file.
    pub(super) file: String,
    /// Players, length, score and the time of the last play, in words.
    pub(super) title: String,
}

impl Session {
    /// Saves the match if the settings want that and it, or the place in it, has changed since; a match that is over
    /// isn't saved.
    pub(super) fn keep(&mut self) {
        self.keep_if_changed();
        self.kept.was_safe = self.is_safe();
    }

    fn keep_if_changed(&mut self) {
        let place = self.place();
        let has_moved = self.kept.file.is_some() && self.kept.place != place;
        if !self.kept.keeps || self.settings.autosave.days == 0 || !(self.kept.is_changed || has_moved) {
            return;
        }
        if self.is_match_over() {
            return self.forget_kept();
        }
        if self.game.history.games.iter().all(|game| game.moves.is_empty()) {
            return;
        }
        let mut told = whole(self);
        told.record.headers.retain(|header| header.key.value != SESSION);
        let value = format!("{}{place}", self.seats());
        told.record.headers.push(Header::new(SESSION, value, Span::default()));
        let bytes = sgf::write(&told);
        let done = match &self.kept.file {
            Some(file) => self.host.write(file, &bytes),
            None => self.keep_anew(&bytes),
        };
        // A match that can't be saved can still be played, and the session asks about it at the end.
        self.kept.is_changed = done.is_err();
        self.kept.place = place;
    }

    /// Returns what a record doesn't contain of the place in the match, as parts of the header: the game and the number
    /// of moves made in it if others follow, whether there are dice on the board, the side that was set on roll there, the
    /// place after which all was taken back, a resignation that is offered, a cube that was put out of use after it was
    /// turned, and the number of moves of a position that a game begins with.
    fn place(&self) -> String {
        let history = &self.game.history;
        let mut place = String::new();
        if let Some(game) = history.current().filter(|_| history.has_tail()) {
            let dice = if rolled(&self.game.state).is_some() { " rolled" } else { "" };
            place = format!("; at {} {}{dice}", history.game, deeds(&game.moves[..history.at]));
            if let Some(side) = self.side_set_before(game) {
                let _ = write!(place, "; turn {}", side.index());
            }
        }
        if let Some((game, at)) = history.undone {
            let _ = write!(place, "; undone {game} {}", deeds(&history.games[game].moves[..at]));
        }
        if let Phase::ToAnswerResignation { by, outcome, .. } = self.game.state.phase() {
            let _ = write!(place, "; resigned {} {}", by.index(), outcome.multiplier());
        }
        if save::rules(self).cube != self.game.state.rules().cube {
            place += "; no cube";
        }
        for (number, game) in history.games.iter().enumerate() {
            let given = game.moves.iter().take_while(|step| step.is_given).count();
            if given > 0 {
                let _ = write!(place, "; given {number} {}", deeds(&game.moves[..given]));
            }
        }
        place
    }

    /// Returns the side on roll if it was set at a place before other moves of a game: no move contains it there.
    fn side_set_before(&self, game: &Game) -> Option<Side> {
        let now = &self.game.state;
        let phase = match now.phase() {
            Phase::ToAnswerResignation { otherwise, .. } => otherwise.into(),
            phase => phase,
        };
        let at = place_after(&game.moves, deeds(&game.moves[..self.game.history.at]))?;
        let replayed = at.checked_sub(1).map_or(&game.start, |last| &game.moves[last].after);
        let is_same = (replayed.phase(), replayed.on_roll()) == (phase, now.on_roll());
        (phase == Phase::ToRoll && !is_same).then_some(now.on_roll())
    }

    /// Returns the commands that set what a record doesn't contain: who plays, the tutor and the stake.
    fn seats(&self) -> String {
        let commands = settings::file::text(self);
        commands.lines().filter(|line| is_of_seats(line)).collect::<Vec<_>>().join("; ")
    }

    /// Takes these commands from a kept match that was read.
    pub(super) fn take_seats(&mut self) -> Vec<String> {
        let headers = &mut self.game.record.headers;
        let place = headers.iter().position(|header| header.key.value == SESSION);
        let Some(header) = place.map(|place| headers.remove(place)) else { return Vec::new() };
        header.value.value.split("; ").filter(|line| is_of_seats(line)).map(str::to_owned).collect()
    }

    /// Saves the match under a name that no other match has.
    fn keep_anew(&mut self, bytes: &[u8]) -> io::Result<()> {
        let folder = self.host.kept().ok_or(io::ErrorKind::NotFound)?;
        let now = self.host.now();
        for number in 1..=MOST_NAMES {
            let file = format!("{folder}/{}-{number}.sgf", stamp(now, "", "-", ""));
            match self.host.create(&file, bytes) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    self.kept.file = Some(file);
                    return Ok(());
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Returns `true` if this match is saved with all its actions.
    pub(super) const fn is_safe(&self) -> bool {
        self.kept.keeps && self.kept.file.is_some() && !self.kept.is_changed
    }

    /// Returns `true` if a part of the match is lost when another one begins. GNU Backgammon only asks in the middle
    /// of a game, but even if it was saved.
    pub(super) const fn would_be_lost(&self) -> bool {
        let is_asked = if self.settings.compat { self.is_playing() } else { self.kept.is_unsaved };
        is_asked && !self.is_safe()
    }

    /// Removes the saved file of this match.
    pub(super) fn forget_kept(&mut self) {
        if let Some(file) = self.kept.file.take() {
            // A file that can't be removed is offered next time.
            let _ = self.host.remove(&file);
        }
    }

    /// Keeps the saved file as it is if many actions were dropped: the match is then saved beside it. Returns `true` if
    /// it has all of them.
    pub(super) fn dropped(&mut self, actions: usize) -> bool {
        actions > MOST_TAKEN_BACK && self.leave_kept()
    }

    /// Leaves the saved file as it was when the last command ended. Returns `true` if it had all actions.
    pub(super) fn leave_kept(&mut self) -> bool {
        self.kept.file.take().is_some() && self.kept.was_safe
    }

    /// Returns the other saved matches, the last one played first.
    pub(super) fn kept_matches(&self) -> Vec<Kept> {
        let Some(folder) = self.host.kept() else { return Vec::new() };
        let mut files: Vec<_> =
            self.host.list(&folder).into_iter().filter(|(name, _)| is_match(name)).collect();
        files.sort_by(|one, other| (other.1, &other.0).cmp(&(one.1, &one.0)));
        let kept = |(name, time): (String, u64)| {
            let file = format!("{folder}/{name}");
            // A file that isn't a match any more can't be continued.
            let title = title(&file, &self.host.read(&file).ok()?)?;
            Some(Kept { title: format!("{title}, {} UTC", stamp(time, "-", " ", ":")), file })
        };
        files
            .into_iter()
            .filter_map(kept)
            .filter(|kept| Some(&kept.file) != self.kept.file.as_ref())
            .collect()
    }

    /// Removes matches that haven't been continued for too long.
    fn prune_kept(&mut self) {
        let Some(folder) = self.host.kept() else { return };
        let most = u64::from(self.settings.autosave.days) * SECONDS_A_DAY;
        let now = self.host.now();
        for (name, time) in self.host.list(&folder) {
            if most > 0 && now.saturating_sub(time) > most && is_match(&name) {
                // A file that can't be removed is tried again next time.
                let _ = self.host.remove(&format!("{folder}/{name}"));
            }
        }
    }

    /// Offers a person at a terminal to continue the last match. If the session has files to run, it doesn't
    /// ask. Returns the command that follows from the answer: a command that is typed instead of an answer
    /// declines the offer.
    pub(super) fn offer_kept(&mut self) -> Option<String> {
        self.prune_kept();
        let last = self.kept_matches().into_iter().next()?;
        if !self.input.scripts.is_empty() {
            return None;
        }
        let typed = self.host.ask(&format!("Continue with {}? [y/n] ", last.title))?;
        let word = typed.trim().to_lowercase();
        if "yes".starts_with(&word) && !word.is_empty() {
            return Some("restore 1".to_owned());
        }
        Some(typed).filter(|_| !"no".starts_with(&word))
    }
}

/// The header of a kept match that has the session's commands and the place in the match.
const SESSION: &str = "Session";

/// Goes to the place at which a match was kept.
pub(super) fn stand(loaded: &mut Loaded) {
    let header = loaded.record.headers.iter().find(|header| header.key.value == SESSION);
    let parts = header.map(|header| header.value.value.clone()).unwrap_or_default();
    for step in loaded.history.games.iter_mut().flat_map(|game| &mut game.moves) {
        step.is_given = false;
    }
    for part in parts.split("; ") {
        // Words that mean nothing here are those of another version.
        match part.split(' ').collect::<Vec<_>>()[..] {
            ["at", game, made, ref dice @ ..] => go_to(loaded, game, made, dice == ["rolled"]),
            ["turn", side] => put_on_roll(loaded, side),
            ["undone", game, made] => take_back(loaded, game, made),
            ["resigned", side, points] => resign(loaded, side, points),
            ["no", "cube"] => use_no_cube(loaded),
            ["given", game, made] => give(loaded, game, made),
            _ => None,
        };
    }
}

/// Goes to a game, and in it to the place after a number of moves, with the dice that follow on the board or without.
fn go_to(loaded: &mut Loaded, game: &str, made: &str, has_dice: bool) -> Option<()> {
    let (game, made): (usize, usize) = (game.parse().ok()?, made.parse().ok()?);
    let moves = &loaded.history.games.get(game)?.moves;
    let mut at = place_after(moves, made)?;
    if has_dice {
        at += moves[at..].iter().take_while(|step| !step.what.is_step()).count();
    }
    (loaded.history.game, loaded.history.at) = (game, at);
    let state = loaded.history.state()?;
    let next = loaded.history.next().filter(|_| has_dice && rolled(state).is_none());
    if let Some(mut state) = next.map(|next| next.before.clone()) {
        state.withdraw_resignation();
        loaded.place_state(state);
    }
    Some(())
}

/// Puts a side on roll, without dice.
fn put_on_roll(loaded: &mut Loaded, side: &str) -> Option<()> {
    let side = numbered(side)?;
    let mut state = loaded.state()?.clone();
    state.place(state.board_of(side), side, None);
    loaded.place_state(state);
    Some(())
}

/// Makes a number of moves of a game the position that it begins with.
fn give(loaded: &mut Loaded, game: &str, made: &str) -> Option<()> {
    let (game, mut left): (usize, usize) = (game.parse().ok()?, made.parse().ok()?);
    for step in &mut loaded.history.games.get_mut(game)?.moves {
        step.is_given = left > 0;
        left -= usize::from(left > 0 && step.what.is_step());
    }
    Some(())
}

/// Notes after how many moves of a game all was taken back.
fn take_back(loaded: &mut Loaded, game: &str, made: &str) -> Option<()> {
    let (game, made): (usize, usize) = (game.parse().ok()?, made.parse().ok()?);
    let moves = &loaded.history.games.get(game)?.moves;
    let at = (0..moves.len()).rev().find(|&at| deeds(&moves[..at]) == made)?;
    loaded.history.undone = Some((game, at));
    Some(())
}

/// Puts the cube out of use again.
fn use_no_cube(loaded: &mut Loaded) -> Option<()> {
    let mut state = loaded.state()?.clone();
    state.place_rules(Rules { cube: false, ..state.rules().clone() });
    loaded.place_state(state);
    Some(())
}

/// Offers a resignation again.
fn resign(loaded: &mut Loaded, side: &str, points: &str) -> Option<()> {
    let by = numbered(side)?;
    let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.multiplier().to_string() == points)?;
    loaded.offer(by, outcome)
}

/// Returns the side with a number.
fn numbered(text: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.index().to_string() == text)
}

/// Returns the first place in a game after a number of moves that are taken back each on its own.
fn place_after(moves: &[Move], made: usize) -> Option<usize> {
    (0..=moves.len()).find(|&at| deeds(&moves[..at]) == made)
}

/// Counts the moves that are taken back each on its own.
fn deeds(moves: &[Move]) -> usize {
    moves.iter().filter(|step| step.what.is_step()).count()
}

/// Returns `true` if a command sets who plays, the tutor or the stake.
fn is_of_seats(line: &str) -> bool {
    ["set player ", "set tutor ", "set stake "].iter().any(|path| line.starts_with(path))
}

/// Returns `true` if a file of the folder is a match, and not a file that is being written.
fn is_match(name: &str) -> bool {
    name.strip_suffix(".sgf").is_some()
}

/// Describes a saved file in words.
fn title(file: &str, bytes: &[u8]) -> Option<String> {
    let source = SourceFile::decode(file, bytes).ok()?;
    let mut loaded = load::load(sgf::parse(&source), &RulesOverride::default());
    stand(&mut loaded);
    let (game, state) = (loaded.history.current()?, loaded.history.state()?);
    let [zero, one] = &game.names.0;
    let [points, others] = state.score().points.0;
    let what = match state.rules().length {
        0 => "money session".to_owned(),
        length => format!("match to {length}"),
    };
    Some(format!("{zero} - {one}, {what}, {points} - {others}"))
}

/// Formats a time as a date and a time of day.
fn stamp(seconds: u64, between: &str, then: &str, within: &str) -> String {
    let Utc { year, month, day, hour, minute, .. } = Utc::new(seconds);
    format!("{year:04}{between}{month:02}{between}{day:02}{then}{hour:02}{within}{minute:02}")
}

#[cfg(test)]
mod tests {
    use super::stamp;

    #[test]
    fn times_are_written_to_the_minute() {
        assert_eq!(stamp(11_016 * 86_400 + 3600 * 13 + 60 * 7 + 59, "-", " ", ":"), "2000-02-29 13:07");
    }
}
