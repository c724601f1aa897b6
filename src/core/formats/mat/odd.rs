//! Writing what isn't regular: illegal plays, and entries that the rules contradict.

use super::names::Names;
use super::write::{Waiting, Writer};
use crate::board::{Board, Side};
use crate::formats::overruled;
use crate::game::record::{Cause, Cell, CubeWord, GameRecord, Written as Entry, WrittenPlay};
use crate::game::{Act, Ending, GameResult, Happening, ReplayedGame};
use crate::notation::play::{PlayOptions, parse};
use std::fmt::Write as _;

impl Writer<'_> {
    /// Returns the text after the dice of an illegal play: its legs, if they are written; for one that the
    /// record itself declares illegal, the position after it, in Snowie's forty fields. As in real records,
    /// the roller is on turn, and the field for the turn is 0: GNU Backgammon takes the board as the
    /// opponent's if it is 1, and ignores the names.
    pub(super) fn illegal(
        &self,
        index: usize,
        game: &ReplayedGame,
        names: &Names,
        act: &Act,
        after: &Board,
    ) -> String {
        let entry = self.replayed.record.games[index].entry(act.entry);
        if let Some(text) = entry.and_then(|entry| entry.written.play()).and_then(legs) {
            return text;
        }
        let (rules, on_roll) = (&self.replayed.rules, act.by);
        let board = after;
        let name = |side: Side| names.of(self.replayed, index, side).replace([';', '(', ')'], "_");
        let owner = match act.cube.owner {
            Some(owner) if owner == on_roll => 1,
            Some(_) => -1,
            None => 0,
        };
        let scores = &game.before.points;
        let mut text = format!(
            "Illegal play ({};{};0;{};0;{};{};{};{};{};{};{};",
            rules.length,
            u8::from(rules.is_money() && rules.jacoby),
            u8::from(rules.is_money()),
            name(on_roll),
            name(!on_roll),
            u8::from(game.is_crawford),
            scores[on_roll],
            scores[!on_roll],
            act.cube.value,
            owner
        );
        for lane in &board.lanes()[..26] {
            text.push_str(&lane.to_string());
            text.push(';');
        }
        text.push_str("0;0;)");
        text
    }

    /// Writes an entry that the rules contradict as it was written, so that it is checked as before, if a cell can
    /// contain it. Returns whether a cell was written, and whether it offers the cube and how.
    pub(super) fn overruled(
        &mut self,
        index: usize,
        entry: u32,
        cube: u32,
        waiting: &mut Waiting,
    ) -> (bool, Option<bool>) {
        let written = &self.replayed.record.games[index].entries[entry as usize];
        let Some(by) = written.side else { return (false, None) };
        match &written.written {
            Entry::Turn { roll, cell } if roll.digits.iter().all(u8::is_ascii_digit) => {
                self.cell(index, by, waiting);
                let text = match cell {
                    Cell::Play(play) => legs(play),
                    Cell::Empty => None,
                    _ => Some("????".to_owned()),
                };
                match text {
                    Some(text) => self.rows.text(by, roll.digits, text.as_bytes()),
                    None => self.rows.rolled(by, roll.digits),
                }
            }
            Entry::Cube { word, value } => {
                let beaver = matches!(word, CubeWord::Beaver | CubeWord::Raccoon);
                self.cell(index, by, waiting);
                self.rows.doubled(by, value.map_or(cube * 2, |value| value.value), beaver);
                return (true, Some(beaver));
            }
            Entry::Take | Entry::Pass => {
                self.cell(index, by, waiting);
                let words: &[u8] = if written.written == Entry::Take { b" Takes" } else { b" Drops" };
                self.rows.words(by, words);
            }
            _ => return (false, None),
        }
        (true, None)
    }

    /// Returns the text after dice that aren't played while the game continues: empty if that shows it, as
    /// there are several plays; otherwise words that hide the play.
    pub(super) fn unplayed(act: &Act, written: Option<&Entry>) -> &'static [u8] {
        match written {
            Some(Entry::Turn { cell: Cell::CannotMove(_), .. }) => b"Cannot Move",
            Some(Entry::Turn { cell: Cell::Empty, .. }) if act.legal_plays() > 1 => b"",
            _ => b"????",
        }
    }

    /// Returns `true` if the last play is written as hidden, as in the record: a cause of the loss would replace it.
    pub(super) fn is_hidden(&self, index: usize, written: Option<&Entry>) -> bool {
        matches!(written, Some(Entry::Turn { cell: Cell::Hidden(_), .. }))
            && causes(&self.replayed.record.games[index]).next().is_none()
    }

    /// Returns `true` if a play that the record leaves out is read back if it is left out again.
    pub(super) fn reads_back_left_out(&self, index: usize, at: usize) -> bool {
        let game = &self.replayed.games[index];
        let (act, rest) = (&game.acts[at], &game.acts[at + 1..]);
        if !matches!(act.what, Happening::Played { .. }) {
            return false;
        }
        let won =
            |act: &Act| matches!(act.what, Happening::GameOver(result) if result.ending == Ending::BorneOff);
        overruled::is_left_out(act, None, &self.replayed.record.games[index])
            && if rest.iter().all(Act::is_end) {
                rest.first().is_some_and(won)
            } else {
                act.legal_plays() == 1
            }
    }

    /// Leaves out the rest of a game, from an act that no reader could understand there.
    pub(super) fn break_off(&mut self, index: usize, at: usize) -> usize {
        self.rows.unfinished(index + 1 < self.count());
        at
    }

    /// Writes the cause of a loss in the loser's cell, if there is a word for it.
    pub(super) fn give_up(&mut self, index: usize, loser: Side, result: &GameResult) {
        let is_given_up = matches!(result.ending, Ending::Resigned | Ending::Awarded);
        let mut causes = causes(&self.replayed.record.games[index]);
        let Some((_, cause)) = causes.find(|(by, _)| is_given_up && *by == Some(loser)) else { return };
        let words: &[u8] = match cause {
            Cause::TimeOut => b"Lost on time",
            Cause::Forfeit => b"Forfeits",
            Cause::Left => return,
        };
        let game = &self.replayed.games[index];
        let last = game.acts.iter().rposition(|act| !act.is_end());
        let is_rolled = last.is_some_and(|at| game.acts[at].by == loser && game.ends_unplayed(at));
        self.rows.gives_up(loser, is_rolled, words);
    }
}

/// Returns `true` for a position that is set, if it is only another cube.
pub(super) fn is_cube_alone(written: Option<&Entry>) -> bool {
    matches!(written, Some(Entry::Set(setup)) if setup.is_cube_alone())
}

/// Iterates over the causes of a loss in a game, each with its player.
fn causes(game: &GameRecord) -> impl Iterator<Item = (Option<Side>, Cause)> {
    game.entries.iter().filter_map(|entry| match entry.written {
        Entry::Losses { cause: Some(cause), .. } => Some((entry.side, cause)),
        _ => None,
    })
}

/// Returns the legs as written, if they are read back unchanged.
fn legs(play: &WrittenPlay) -> Option<String> {
    let mut text = String::new();
    for leg in play.legs() {
        if !text.is_empty() {
            text.push(' ');
        }
        let hit = if leg.leg.hit { "*" } else { "" };
        let _ = write!(text, "{}/{}{hit}", leg.leg.from.number(), leg.leg.to.number());
    }
    let again = parse(text.as_bytes(), 0, PlayOptions::RECORD).ok()?;
    let same = again.len() == play.len() && again.legs().zip(play.legs()).all(|(a, b)| a.leg == b.leg);
    same.then_some(text)
}
