//! The Isight count.

use super::{Race, Stand, Verdict};

/// One side's Isight count, term by term, in pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IsightCount {
    /// The pip count.
    pub pips: u32,
    /// One for each checker in excess of the other side's number on the board.
    pub checkers: u32,
    /// Two for each checker on the 1-point beyond the second.
    pub ace: u32,
    /// One for each checker on the 2-point beyond the second.
    pub deuce: u32,
    /// One for each checker on the 3-point beyond the third.
    pub three: u32,
    /// One for each of the points 4, 5 and 6 that is empty while the other side's isn't.
    pub gaps: u32,
    /// One for each crossover in excess of the other side's.
    pub crossovers: u32,
}

impl IsightCount {
    fn of(mine: &Stand, theirs: &Stand) -> Self {
        let is_gap = |point: usize| mine.home[point - 1] == 0 && theirs.home[point - 1] > 0;
        Self {
            pips: mine.pips,
            checkers: mine.checkers.saturating_sub(theirs.checkers),
            ace: 2 * mine.beyond(1, 2),
            deuce: mine.beyond(2, 2),
            three: mine.beyond(3, 3),
            gaps: (4..=6).map(|point| u32::from(is_gap(point))).sum(),
            crossovers: mine.crossovers.saturating_sub(theirs.crossovers),
        }
    }

    /// Returns the count.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.pips + self.checkers + self.ace + self.deuce + self.three + self.gaps + self.crossovers
    }
}

/// The Isight count.
///
/// The adjusted counts, `L` of the side on roll and `T`, give an estimate of its winning chance in percent,
/// `80 - L/3 + 2 (T - L)`: a double from 68, a redouble from 70, a take up to 76.
///
/// GNU Backgammon has the same numbers and the same verdicts.
///
/// Source: Axel Reichert, *Improved Cube Handling in Races: Insights with Isight*, 2014.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isight {
    /// The count of the side on roll.
    pub mover: IsightCount,
    /// The count of the other side.
    pub opponent: IsightCount,
}

impl Isight {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self {
            mover: IsightCount::of(&race.mover, &race.opponent),
            opponent: IsightCount::of(&race.opponent, &race.mover),
        }
    }

    /// Returns the estimate in thirds of a percent; it can be below 0 or above 100 percent.
    #[must_use]
    pub const fn thirds(&self) -> i32 {
        let (mover, opponent) = (self.mover.total() as i32, self.opponent.total() as i32);
        240 - mover + 6 * (opponent - mover)
    }

    /// Returns the estimate in percent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        f64::from(self.thirds()) / 3.0
    }

    /// Returns the verdict.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        let thirds = self.thirds();
        Verdict::new(thirds >= 3 * 68, thirds >= 3 * 70, thirds <= 3 * 76)
    }
}
