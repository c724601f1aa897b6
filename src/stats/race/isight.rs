//! The Isight count.

use super::{Race, Stand, Verdict};

/// One side's Isight count, term by term, in pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IsightCount {
    /// The pip count.
    pub pips: u32,
    /// One for each checker that isn't borne off more than the other side has.
    pub checkers: u32,
    /// Two for each checker on the 1-point beyond the second.
    pub ace: u32,
    /// One for each checker on the 2-point beyond the second.
    pub deuce: u32,
    /// One for each checker on the 3-point beyond the third.
    pub three: u32,
    /// One for each of the points 4, 5 and 6 without a checker where the other side has one on its own.
    pub gaps: u32,
    /// One for each crossover more than the other side needs.
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
/// From both adjusted counts, `L` of the side on roll and `T`, comes an estimate of its chance to win in
/// percent, `80 - L/3 + 2 (T - L)`: a double from 68, a redouble from 70, a take up to 76.
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
    /// Counts a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self {
            mover: IsightCount::of(&race.mover, &race.opponent),
            opponent: IsightCount::of(&race.opponent, &race.mover),
        }
    }

    /// Returns the estimate in thirds of a percent; it can lie below 0 and above 100 percent.
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
