//! The counts that the formulas use.

use crate::board::Board;

/// The counts of one side's checkers; points are in its own numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// The pip count; a checker on the bar counts 25.
    pub pips: u32,
    /// The number of checkers not borne off.
    pub checkers: u32,
    /// The number of checkers on each of the points 1 to 6.
    pub home: [u32; 6],
    /// The quarters of the board that the checkers have yet to enter, added up: a checker on 7 to 12 needs
    /// one crossover, on 13 to 18 two, on 19 to 24 three, on the bar four.
    pub crossovers: u32,
}

impl Stand {
    /// Returns the counts of the mover's checkers.
    fn of_mover(board: &Board) -> Self {
        let on = |lane: usize| u32::from(board.lanes()[lane].max(0).unsigned_abs());
        Self {
            pips: board.pips(),
            checkers: (1..=25).map(on).sum(),
            home: std::array::from_fn(|point| on(point + 1)),
            crossovers: (1..=25).map(|lane| on(lane) * ((lane as u32 - 1) / 6)).sum(),
        }
    }

    /// Returns the number of the points 1 to 6 with a checker.
    #[must_use]
    pub fn home_points(&self) -> u32 {
        self.home.iter().map(|&checkers| u32::from(checkers > 0)).sum()
    }

    /// Returns the number of checkers outside the home board, including those on the bar.
    #[must_use]
    pub fn outside(&self) -> u32 {
        self.checkers - self.home.iter().sum::<u32>()
    }

    /// Returns by how much the number of checkers on a point of the home board, 1 to 6, exceeds a number.
    pub(crate) fn beyond(&self, point: usize, number: u32) -> u32 {
        self.home[point - 1].saturating_sub(number)
    }
}

/// The counts of a position.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::Board;
/// use barpoint::stats::race::Race;
///
/// let race = Race::of(&Board::START);
/// assert_eq!((race.mover.pips, race.mover.crossovers), (167, 19));
/// assert!(race.contact);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    /// The side on roll.
    pub mover: Stand,
    /// The other side.
    pub opponent: Stand,
    /// Whether checkers of the two sides have yet to pass each other, so that it isn't a race.
    pub contact: bool,
}

impl Race {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self {
            mover: Stand::of_mover(board),
            opponent: Stand::of_mover(&board.flip()),
            contact: board.has_contact(),
        }
    }

    /// Returns `true` if a side has no checkers left, so that there is no cube decision.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.mover.checkers == 0 || self.opponent.checkers == 0
    }

    /// Returns the mover's lead in pips; negative if it trails.
    #[must_use]
    pub fn lead(&self) -> i32 {
        self.opponent.pips as i32 - self.mover.pips as i32
    }
}
