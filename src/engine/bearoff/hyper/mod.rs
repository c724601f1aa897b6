//! Hypergammon, exactly: whole games of one, two or three checkers a side, with the cube.
//!
//! With so few checkers every pair of placements can be worked out, from the start of the game to its end. As
//! checkers are hit and begin again, no order brings every position after those that it leads to; so they
//! are worked out again and again until nothing changes any more (value iteration: Richard Bellman,
//! "Dynamic Programming", 1957).
//!
//! ```
//! use barpoint::engine::bearoff::hyper::Checkers;
//! use barpoint::{Board, Variant};
//!
//! let checkers = Checkers::of(&Variant::Hypergammon3.start().board()).expect("three checkers a side");
//! assert_eq!(checkers.number(), 3);
//! assert_eq!(Checkers::of(&Board::START), None);
//! ```

mod places;
mod solver;
mod table;

pub use solver::{Row, Solver, Worked};
pub use table::Hyper;

use crate::board::Board;

/// How many checkers each side has, those borne off included.
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
    /// Each number.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Reads a number.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|checkers| checkers.number() == number)
    }

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Counts the checkers of a board. Nothing if there are more, or one side has more than the other.
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        Self::new(board.checkers()).filter(|checkers| board.opponent_checkers() == checkers.number())
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
