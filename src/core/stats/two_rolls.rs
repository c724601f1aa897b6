//! Two rolls: one side plays at random, then the other hits.

use super::RollSet;
use crate::board::{Board, Roll};
use crate::rules::{each_result, for_each_result};
use std::ops::ControlFlow;

/// The chance that a side is hit by the opponent's next roll, if it makes every legal play equally often.
///
/// The side on roll throws one of its 21 rolls, and each of its legal plays (two with the same result are one) is
/// equally likely; a dance is one play, which changes nothing. Then the other side hits, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct ThenHit {
    /// The first rolls in the order of [`Roll::ALL`].
    pub rolls: [FirstRoll; Roll::ALL.len()],
}

/// What follows a first roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstRoll {
    /// The roll.
    pub roll: Roll,
    /// The number of plays; 1 for a dance.
    pub plays: u32,
    /// The throws, of 36, with which the other side hits after each play, summed over the plays.
    pub hits: u32,
}

impl FirstRoll {
    /// Returns the number of throws, of 36, with which the other side hits after this roll, averaged over its plays.
    #[must_use]
    pub fn of_36(&self) -> f64 {
        f64::from(self.hits) / f64::from(self.plays)
    }
}

impl ThenHit {
    /// Counts every pair of rolls of a position, seen by the side that rolls first.
    ///
    /// # Examples
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::board::Board;
    /// use barpoint::stats::ThenHit;
    ///
    /// let chances = ThenHit::of(&Board::START);
    /// assert_eq!(format!("{:.2}", chances.of_1296()), "818.63");
    /// ```
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let is_over = board.is_over();
        let rolls = Roll::ALL.map(|roll| {
            let mut found = FirstRoll { roll, plays: 0, hits: 0 };
            if !is_over {
                each_result(board, roll, |after| {
                    found.plays += 1;
                    found.hits += hits(&after.flip()).of_36();
                });
            }
            if found.plays == 0 {
                found.plays = 1;
                found.hits = if is_over { 0 } else { hits(&board.flip()).of_36() };
            }
            found
        });
        Self { rolls }
    }

    /// Returns the number of the 1296 pairs of throws in which the second one hits. It may be a fraction, since several
    /// plays share a throw.
    #[must_use]
    pub fn of_1296(&self) -> f64 {
        self.rolls.iter().map(|first| f64::from(first.roll.weight()) * first.of_36()).sum()
    }

    /// Returns the chance that the second roll hits, 0 to 1.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.of_1296() / 1296.0
    }
}

/// Returns the rolls with which the mover can hit a blot.
///
/// The same as [`Shots::any`](super::Shots::any), and faster: it stops at the first play that hits.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::Board;
/// use barpoint::stats::hits;
///
/// assert_eq!(hits(&Board::START).of_36(), 0);
/// ```
#[must_use]
pub fn hits(board: &Board) -> RollSet {
    let lanes = board.lanes();
    let mut found = RollSet::NONE;
    // Without a blot, or after the end of the game, no roll hits.
    let has_blot = lanes[1..=24].contains(&-1);
    if !has_blot || board.is_over() {
        return found;
    }
    for (index, roll) in Roll::ALL.into_iter().enumerate() {
        let hit = for_each_result(board, roll, |after| {
            // A player who was hit is on the bar: in its lane the opponent's checkers count negative.
            let is_hit = after.lanes()[Board::OPPONENT_BAR] < lanes[Board::OPPONENT_BAR];
            if is_hit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if hit.is_break() {
            found.add(index);
        }
    }
    found
}
