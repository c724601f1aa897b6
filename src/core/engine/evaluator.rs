//! The interface between a search and an evaluator.

use super::bearoff::Money;
use super::{Chances, Class, Engine};
use crate::board::Board;
use crate::rules::Variant;
use std::fmt;

/// Evaluates single positions at 0-ply. A search adds the rest: the cube, the score, the later rolls.
///
/// All boards and answers are from the view of the player on roll, before the roll.
pub trait Evaluator: Sync {
    /// Returns the chances of the six ends of the game, played to its end without a cube.
    fn chances(&self, board: &Board) -> Chances;

    /// Fills in the chances of each of some boards, as [`Self::chances`] returns them, which may be faster for many at
    /// once. There must be at least as many places as boards.
    fn all_chances(&self, boards: &[Board], found: &mut [Chances]) {
        for (board, found) in boards.iter().zip(found) {
            *found = self.chances(board);
        }
    }

    /// Fills in a rough cubeless equity for each play, in points, from the mover's view. It is much faster
    /// than [`Self::chances`], and good enough to leave out hopeless plays. A play without such an equity
    /// gets infinity.
    fn rough(&self, plays: &mut [(f32, Board)]) {
        for (equity, _) in plays {
            *equity = f32::INFINITY;
        }
    }

    /// Returns the value of the position for money with every place of the cube, in points for a cube of 1;
    /// `None` where no exact value is available.
    fn exact(&self, _board: &Board) -> Option<Money> {
        None
    }

    /// Returns `true` if the whole game from this position on is solved, even if checkers may still be hit:
    /// the chances are those of perfect play, and [`Self::exact`] has the equities.
    fn is_solved(&self, _board: &Board) -> bool {
        false
    }
}

impl fmt::Debug for dyn Evaluator + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Evaluator")
    }
}

/// Returns `true` if evaluations of a variant's games from a position on are reliable: the nets were trained on them,
/// or a table contains them.
#[must_use]
pub fn is_taught(evaluator: &dyn Evaluator, variant: Variant, board: &Board) -> bool {
    match variant {
        Variant::Standard | Variant::Nackgammon | Variant::Custom(_) => true,
        Variant::Hypergammon1
        | Variant::Hypergammon2
        | Variant::Hypergammon3
        | Variant::HypergammonStacked
        | Variant::Longgammon
        | Variant::CoupClassique => {
            matches!(Class::of(board), Class::Over | Class::Bearoff) || evaluator.is_solved(board)
        }
    }
}

/// Evaluates in tests: the player ahead in pips wins; this many pips make that certain.
#[doc(hidden)]
#[derive(Debug)]
pub struct Pips(pub f32);

impl Evaluator for Pips {
    fn chances(&self, board: &Board) -> Chances {
        let win = match (board.pips(), board.opponent_pips()) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (mine, theirs) => (0.5 + 0.5 * (theirs as f32 - mine as f32) / self.0).clamp(0.0, 1.0),
        };
        Chances([0.0, 0.0, 1.0 - win, win, 0.0, 0.0])
    }
}

impl Evaluator for Engine {
    #[inline]
    fn chances(&self, board: &Board) -> Chances {
        self.evaluate(board)
    }

    fn all_chances(&self, boards: &[Board], found: &mut [Chances]) {
        self.fill(boards, found);
    }

    fn rough(&self, plays: &mut [(f32, Board)]) {
        Engine::rough(self, plays);
    }

    fn exact(&self, board: &Board) -> Option<Money> {
        match self.solved(board) {
            Some(table) => table.money(board),
            None => self.bear_off(board),
        }
    }

    fn is_solved(&self, board: &Board) -> bool {
        self.solved(board).is_some()
    }
}
