//! Hypergammon, exactly: whole games of one, two or three checkers a side, with the cube; and the ends of other games, in
//! which each side has as few checkers left.
//!
//! With so few checkers every pair of placements can be computed, from the start of the game to its end.
//! Checkers are hit and begin again, so no order puts every position after the positions that it leads to.
//! Therefore the positions are computed again and again until nothing changes any more (value iteration:
//! Richard Bellman, "Dynamic Programming", 1957).
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::bearoff::hyper::Checkers;
//! use barpoint::{Board, Variant};
//!
//! let checkers = Checkers::of(&Variant::Hypergammon3.start().board()).expect("three checkers a side");
//! assert_eq!(checkers.number(), 3);
//! assert_eq!(Checkers::of(&Board::START), None);
//! ```

mod places;
mod solver;
mod successors;
mod table;

pub use solver::{Row, Solver, Worked};
pub use table::Hyper;

use crate::board::Board;

/// The number of checkers of each side, those borne off included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Checkers {
    /// One.
    One = 1,
    /// Two.
    Two,
    /// Three.
    Three,
}

impl Checkers {
    /// All numbers, the smallest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Converts a number of checkers; `None` if it isn't 1 to 3.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|checkers| checkers.number() == number)
    }

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Counts the checkers of a board; `None` if a side has more than three, or the sides differ.
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        Self::new(board.checkers()).filter(|checkers| board.opponent_checkers() == checkers.number())
    }

    /// Counts the checkers that are left where both sides have borne off others, those of the side that has more; `None`
    /// if that is more than three, or a side has borne off none.
    #[must_use]
    pub fn last_of(board: &Board) -> Option<Self> {
        let [mine, theirs] =
            [board.lanes()[Board::OFF], -board.lanes()[Board::OPPONENT_OFF]].map(|off| off as u8);
        let left = (board.checkers() - mine).max(board.opponent_checkers() - theirs);
        Self::new(left).filter(|_| mine > 0 && theirs > 0)
    }

    /// Returns how many placements one side has: C(25 + n, n), which is 26, 351 or 3,276.
    #[must_use]
    pub const fn placements(self) -> usize {
        match self {
            Self::One => 26,
            Self::Two => 351,
            Self::Three => 3_276,
        }
    }
}
