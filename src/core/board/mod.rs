//! The board: sides, points, dice, and the position of the checkers.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::board::{Board, Place, Point};
//!
//! let point = |number| Place::Point(Point::new(number).expect("1 to 24"));
//! let board = Board::START;
//! assert_eq!((board.mine(point(24)), board.mine(point(6)), board.pips()), (2, 5, 167));
//! // The other player's view of the same board.
//! assert_eq!(board.flip(), Board::START);
//! ```

mod point;
mod reasons;
mod roll;
mod setup;
mod side;

pub use point::{Place, Point};
pub use reasons::Reasons;
pub use roll::{Die, InvalidDie, Roll};
pub use setup::{BoardSetup, SetupError};
pub use side::{BySide, Side};

/// The position of all checkers, from the view of the player on roll (the *mover*), who moves from the
/// 24-point to the 1-point.
///
/// Thirty-two signed lanes, positive for the mover, negative for the opponent: lane 0 is the opponent's bar,
/// 1 to 24 the mover's points, 25 the mover's bar, 26 the mover's borne-off checkers, 27 the opponent's; the
/// rest is zero. A point can't contain checkers of both sides, so one signed array loses no information.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Board;
///
/// let board: Board = "4HPwATDgc/ABMA".parse()?;
/// assert_eq!(board, Board::START);
/// assert_eq!((board.pips(), board.opponent_pips()), (167, 167));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Board([i8; Board::LANES]);

impl Board {
    /// The number of lanes.
    pub const LANES: usize = 32;
    /// The lane of the opponent's bar.
    pub const OPPONENT_BAR: usize = 0;
    /// The lane of the mover's bar.
    pub const BAR: usize = 25;
    /// The lane of the mover's borne-off checkers.
    pub const OFF: usize = 26;
    /// The lane of the opponent's borne-off checkers.
    pub const OPPONENT_OFF: usize = 27;

    /// The standard starting position.
    pub const START: Self = Self::symmetric(&[(24, 2), (13, 5), (8, 3), (6, 5)]);

    /// A board without checkers.
    pub const EMPTY: Self = Self([0; Self::LANES]);

    /// Builds a board that is the same for both sides, from `(point, checkers)` pairs of either side's own
    /// numbering. None is borne off.
    pub(crate) const fn symmetric(checkers: &[(usize, i8)]) -> Self {
        let mut lanes = [0; Self::LANES];
        let mut i = 0;
        while i < checkers.len() {
            let (point, count) = checkers[i];
            lanes[point] += count;
            lanes[25 - point] -= count;
            i += 1;
        }
        Self(lanes)
    }

    /// Puts checkers on places of each side's own numbering, the bar as 25. The others of 15 a side are borne off.
    #[cfg(test)]
    pub(crate) fn placed(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Self {
        let [mine, theirs] = [mine, theirs].map(|checkers| {
            let mut counts = [0; 25];
            for &(place, count) in checkers {
                counts[place - 1] = count;
            }
            counts
        });
        BoardSetup::of([&mine, &theirs], [15; 2]).board().expect("a board")
    }

    /// Wraps lanes that the caller guarantees to be valid.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub const fn from_lanes(lanes: [i8; Self::LANES]) -> Self {
        Self(lanes)
    }

    /// Returns the raw lanes, described at the type.
    #[inline]
    #[must_use]
    pub const fn lanes(&self) -> &[i8; Self::LANES] {
        &self.0
    }

    /// Adds a row of lane changes.
    #[inline]
    pub(crate) fn plus(&self, change: &[i8; Self::LANES]) -> Self {
        let mut lanes = self.0;
        for (lane, change) in lanes.iter_mut().zip(change) {
            *lane += change;
        }
        Self(lanes)
    }

    /// Returns the same position from the view of the other player.
    #[inline]
    #[must_use]
    pub fn flip(&self) -> Self {
        let mut lanes = [0; Self::LANES];
        for (lane, count) in lanes.iter_mut().zip(self.0[..=Self::BAR].iter().rev()) {
            *lane = -count;
        }
        lanes[Self::OFF] = -self.0[Self::OPPONENT_OFF];
        lanes[Self::OPPONENT_OFF] = -self.0[Self::OFF];
        Self(lanes)
    }

    /// Returns the checkers on a point: positive for the mover's, negative for the opponent's.
    #[inline]
    #[must_use]
    pub const fn at(&self, point: Point) -> i8 {
        self.0[point.number() as usize]
    }

    /// Returns the number of the mover's checkers on a place.
    #[must_use]
    pub const fn mine(&self, place: Place) -> u8 {
        let count = match place {
            Place::Bar => self.0[Self::BAR],
            Place::Off => self.0[Self::OFF],
            Place::Point(point) => self.at(point),
        };
        if count > 0 { count as u8 } else { 0 }
    }

    /// Returns the number of the opponent's checkers on a place of the *opponent's* numbering.
    #[must_use]
    pub const fn theirs(&self, place: Place) -> u8 {
        let count = match place {
            Place::Bar => self.0[Self::OPPONENT_BAR],
            Place::Off => self.0[Self::OPPONENT_OFF],
            Place::Point(point) => self.0[25 - point.number() as usize],
        };
        if count < 0 { count.unsigned_abs() } else { 0 }
    }

    /// Returns the mover's pip count; a checker on the bar counts 25.
    #[must_use]
    pub fn pips(&self) -> u32 {
        (1..=25).map(|lane| self.0[lane].max(0) as u32 * lane as u32).sum()
    }

    /// Returns the opponent's pip count; a checker on the bar counts 25.
    #[must_use]
    pub fn opponent_pips(&self) -> u32 {
        (0..=24).map(|lane| u32::from(self.0[lane].min(0).unsigned_abs()) * (25 - lane as u32)).sum()
    }

    /// Returns the number of the mover's checkers, including those borne off.
    #[must_use]
    pub fn checkers(&self) -> u8 {
        (1..=26).map(|lane| self.0[lane].max(0) as u8).sum()
    }

    /// Returns the number of the opponent's checkers, including those borne off.
    #[must_use]
    pub fn opponent_checkers(&self) -> u8 {
        self.flip().checkers()
    }

    /// Returns `true` if the mover has borne off every checker (and had one to bear off).
    #[must_use]
    pub fn mover_is_done(&self) -> bool {
        self.0[Self::OFF] > 0 && (1..=25).all(|lane| self.0[lane] <= 0)
    }

    /// Returns `true` if either side has borne off every checker.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.mover_is_done() || self.flip().mover_is_done()
    }

    /// Returns `true` if checkers of the two sides have yet to pass each other.
    #[must_use]
    pub fn has_contact(&self) -> bool {
        let mine = (1..=25).rev().find(|&lane| self.0[lane] > 0);
        let theirs = (0..=24).find(|&lane| self.0[lane] < 0);
        mine.zip(theirs).is_some_and(|(mine, theirs)| mine > theirs)
    }

    /// Returns `true` if the mover has checkers on the bar.
    #[must_use]
    pub const fn is_on_bar(&self) -> bool {
        self.0[Self::BAR] > 0
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::START
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({:?})", &self.0[..=Self::OPPONENT_OFF])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_167_pips_a_side_and_looks_alike_from_both() {
        assert_eq!((Board::START.pips(), Board::START.opponent_pips()), (167, 167));
        assert_eq!(Board::START.flip(), Board::START);
        assert_eq!((Board::START.checkers(), Board::START.opponent_checkers()), (15, 15));
    }
}
