//! Steps and plays.

use crate::board::{Board, Place};
use std::fmt;

/// One checker moved by one die, in the mover's numbering: 25 is the bar, 0 is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Step {
    /// Creates the step from a place numbered 1 to 25 to one numbered 0 to 24.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub const fn new(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// Returns the place from which the checker moves: 1 to 24, or 25 for the bar.
    #[inline]
    #[must_use]
    pub const fn from(self) -> u8 {
        self.from
    }

    /// Returns the place to which the checker moves: 1 to 24, or 0 for off.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u8 {
        self.to
    }

    /// Moves the checker, and hits a blot on its target. The caller ensures that the checker is there, and
    /// that the opponent doesn't hold the target.
    #[doc(hidden)]
    pub fn make(self, lanes: &mut [i8; Board::LANES]) {
        lanes[usize::from(self.from)] -= 1;
        match usize::from(self.to) {
            0 => lanes[Board::OFF] += 1,
            to if lanes[to] < 0 => {
                lanes[to] = 1;
                lanes[Board::OPPONENT_BAR] -= 1;
            }
            to => lanes[to] += 1,
        }
    }
}

/// The whole turn for one roll: no step (a dance) to four.
///
/// Only the generator, the resolution of a written play to a legal one, and the condoning of an illegal one
/// make a `Play`. Its steps are in the order in which they are made.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::{Board, legal_plays};
///
/// let (play, _) = legal_plays(&Board::START, "65".parse()?)[0];
/// assert_eq!(play.steps().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Play {
    steps: [Step; 4],
    len: u8,
}

impl Play {
    /// The play without a step.
    pub const DANCE: Self = Self { steps: [Step { from: 0, to: 0 }; 4], len: 0 };

    /// Unpacks steps of two bytes each, from and to, the first step in the lowest bytes.
    #[inline]
    pub(crate) const fn unpack(packed: u64, len: u8) -> Self {
        let places = packed.to_le_bytes();
        let mut steps = [Step::new(0, 0); 4];
        let mut i = 0;
        while i < 4 {
            steps[i] = Step::new(places[2 * i], places[2 * i + 1]);
            i += 1;
        }
        Self { steps, len }
    }

    /// Makes a play of at most four steps.
    #[cfg(test)]
    pub(crate) fn from_steps(steps: &[Step]) -> Self {
        let mut play = Self::DANCE;
        for &step in steps {
            play.push(step);
        }
        play
    }

    /// Adds a step to a play of at most three.
    #[inline]
    #[doc(hidden)]
    pub fn push(&mut self, step: Step) {
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }

    /// Returns the steps in the order in which they are made.
    #[inline]
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    /// Makes the steps on the board they were found for, and returns the board after them, from the mover's view.
    #[must_use]
    pub fn after(&self, board: &Board) -> Board {
        let mut lanes = *board.lanes();
        for step in self.steps() {
            step.make(&mut lanes);
        }
        Board::from_lanes(lanes)
    }

    /// Returns `true` if no checker moves.
    #[must_use]
    pub const fn is_dance(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Play(")?;
        for (i, step) in self.steps().iter().enumerate() {
            write!(f, "{}{}/{}", if i == 0 { "" } else { " " }, step.from, step.to)?;
        }
        f.write_str(")")
    }
}

/// A from/to pair as written: one checker, moved by one die or by several.
///
/// Both places exist, but nothing more is certain: the pair may be backwards or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// The place from which the checker moves.
    pub from: Place,
    /// The place to which it moves.
    pub to: Place,
    /// Whether a hit is marked at the end.
    pub hit: bool,
}

/// Writes `24/18`, with a `*` after it if a hit is marked.
impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}{}", self.from, self.to, if self.hit { "*" } else { "" })
    }
}
