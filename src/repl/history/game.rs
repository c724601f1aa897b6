//! A game of a match: its beginning, its moves, and what the session remembers of it.

use super::step::{Deed, Move, Source};
use crate::board::{BySide, Roll, Side};
use crate::engine::cube::CubeDecision;
use crate::game::record::{Entry, GameRecord, Remark};
use crate::game::{GameResult, MatchState, Score};

/// A game: its beginning and its moves.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Game {
    /// The state before the opening roll.
    pub start: MatchState,
    /// The score at its beginning, which a score set by hand doesn't change.
    pub begun_at: BySide<u32>,
    /// The players' names.
    pub names: BySide<String>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The head of the record that it was read from; its entries are in the moves.
    pub head: GameRecord,
    /// Whether the session has set its score, or whether it is the Crawford game.
    pub is_scored: bool,
    /// Remarks on the whole game.
    pub remarks: Vec<Remark>,
    /// Entries of the record without a move, in order.
    pub idle: Vec<Idle>,
    /// A result that was taken back and played on from: GNU Backgammon keeps it until there is another one.
    pub taken_back: Option<GameResult>,
    /// Whether the session has looked at what comes after the last move. GNU Backgammon then has an entry for
    /// it, which its files show.
    pub is_looked_at: bool,
    /// The dice that it has seen there, if others were set since: GNU Backgammon's files still show these.
    pub saw: Option<Roll>,
    /// Whether the players were exchanged, or the board was set, while a double waited for its answer: a take that
    /// wasn't made then names the responder in GNU Backgammon's files, else the doubler.
    pub names_responder: bool,
    /// Whether GNU Backgammon still has the cube decision before the dice; its text shows that if the session
    /// hasn't looked at dice that were set. It is dropped when other dice replace dice, or replace what was
    /// taken back.
    pub is_cube_in_mind: bool,
    /// Whether it only stands for a match that couldn't be read.
    pub is_unread: bool,
    /// Whether the cube action that waits is marked for a closer look. Dice and a double leave it, anything else drops
    /// it.
    pub marks_cube: bool,
    /// The cube decision after the last move as `hint` evaluated it, and whether with the cube in play. The move that
    /// follows takes it over.
    pub hinted: Option<(CubeDecision, bool)>,
}

/// An entry of a record without a move: an empty cell, text that wasn't understood, a result that the moves
/// contain anyway.
#[derive(Clone, Debug)]
pub struct Idle {
    /// The number of moves before it.
    pub behind: usize,
    /// The entry.
    pub entry: Entry,
    /// The remarks on it.
    pub remarks: Vec<Remark>,
}

impl Game {
    /// Makes a game without moves.
    pub(in crate::repl) fn new(start: MatchState, names: BySide<String>) -> Self {
        Self { begun_at: start.score().points, start, names, ..Self::default() }
    }

    /// Returns `true` if it was read from a record.
    pub(in crate::repl) fn is_read(&self) -> bool {
        self.head.players.0.iter().any(Option::is_some)
    }

    /// Begins at the score that the record states, even if it isn't the one after the games before. Returns `true` if it
    /// isn't.
    pub(in crate::repl) fn begin_at_stated_score(&mut self) -> bool {
        let stated =
            |side| self.head.players[side].as_ref()?.score.and_then(|score| u32::try_from(score.value).ok());
        let (Some(zero), Some(one)) = (stated(Side::Zero), stated(Side::One)) else { return false };
        let score = Score { points: BySide::new(zero, one), ..*self.start.score() };
        let differs = score != *self.start.score();
        if differs {
            self.start.place_score(score);
            self.begun_at = score.points;
        }
        differs
    }

    /// Forgets the origin of the last move, and that of other moves with the same entry.
    pub(super) fn forget_source(&mut self) {
        for last in self.moves.iter_mut().rev() {
            if !matches!(std::mem::take(&mut last.source), Source::Same) {
                break;
            }
        }
    }

    /// Returns the dice that wait at its end, whatever was set by hand since.
    pub(in crate::repl) fn waiting_dice(&self) -> Option<&Move> {
        let last = self.moves.iter().rev().find(|step| !step.what.is_set());
        last.filter(|last| matches!(last.what, Deed::Rolled(_)))
    }

    /// Returns the same dice, to change their notes.
    pub(super) fn waiting_dice_mut(&mut self) -> Option<&mut Move> {
        let last = self.moves.iter_mut().rev().find(|step| !step.what.is_set());
        last.filter(|last| matches!(last.what, Deed::Rolled(_)))
    }

    /// Returns the move that ended the game; it isn't the last one where match text continues after a result.
    pub(in crate::repl) fn ending(&self) -> Option<&Move> {
        self.moves.iter().rev().find(|step| step.is_last())
    }

    /// Returns `true` if it continues after a result, as match text may have it.
    pub(in crate::repl) fn goes_on(&self) -> bool {
        self.moves.iter().rev().skip(1).any(Move::is_last)
    }

    /// Returns how often the cube was doubled automatically before the first move.
    pub(in crate::repl) fn automatic_doubles(&self) -> u8 {
        let doubles = self.start.automatic_doubles();
        // The opening roll comes after the automatic doubles.
        self.moves.first().map_or(doubles, |first| first.after.automatic_doubles().max(doubles))
    }

    /// Returns how the game ended, if it has.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.moves.last()?.result()
    }

    /// Returns how the game ended; in GNU Backgammon's view a result that was taken back still holds.
    pub(in crate::repl) fn standing(&self, compat: bool) -> Option<GameResult> {
        self.result().or(self.taken_back.filter(|_| compat))
    }
}
