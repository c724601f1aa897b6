//! Keith's count.

use super::{Race, Stand, Verdict};

/// One side's Keith count, term by term, in pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeithCount {
    /// The pip count.
    pub pips: u32,
    /// Two for each checker on the 1-point beyond the first.
    pub ace: u32,
    /// One for each checker on the 2-point beyond the first.
    pub deuce: u32,
    /// One for each checker on the 3-point beyond the third.
    pub three: u32,
    /// One for each of the points 4, 5 and 6 without a checker.
    pub gaps: u32,
}

impl KeithCount {
    fn of(stand: &Stand) -> Self {
        Self {
            pips: stand.pips,
            ace: 2 * stand.beyond(1, 1),
            deuce: stand.beyond(2, 1),
            three: stand.beyond(3, 3),
            gaps: stand.home[3..].iter().map(|&checkers| u32::from(checkers == 0)).sum(),
        }
    }

    /// Returns the count.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.pips + self.ace + self.deuce + self.three + self.gaps
    }
}

/// The Keith count.
///
/// Each side counts its pips, plus two for each checker on the 1-point beyond the first, one for each on the
/// 2-point beyond the first, one for each on the 3-point beyond the third, one for each empty point of 4, 5
/// and 6. The side on roll adds a seventh, rounded down. It doubles up to 4 above the other's count,
/// redoubles up to 3 above; the other takes if the side on roll has at least 2 more.
///
/// Source: Tom Keith, *Cube Handling in Noncontact Positions*, 2004.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keith {
    /// The count of the side on roll, without the seventh.
    pub mover: KeithCount,
    /// The count of the other side.
    pub opponent: KeithCount,
}

impl Keith {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self { mover: KeithCount::of(&race.mover), opponent: KeithCount::of(&race.opponent) }
    }

    /// Returns the count of the side on roll with the added seventh, rounded down.
    #[must_use]
    pub const fn mover_raised(&self) -> u32 {
        let total = self.mover.total();
        total + total / 7
    }

    /// Returns the published rule's verdict.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        let (mover, opponent) = (self.mover_raised(), self.opponent.total());
        Verdict::new(mover <= opponent + 4, mover <= opponent + 3, mover >= opponent + 2)
    }

    /// Returns GNU Backgammon's count of the side on roll: a seventh added, not rounded, in single precision.
    #[must_use]
    pub fn gnubg_mover(&self) -> f32 {
        // The factor is rounded first, which gives 24.000002 for 21, and different verdicts.
        self.mover.total() as f32 * (8.0_f32 / 7.0)
    }

    /// Returns GNU Backgammon's verdict: it uses the unrounded count, and passes at exactly 2 above.
    #[must_use]
    pub fn gnubg_verdict(&self) -> Verdict {
        let (mover, opponent) = (self.gnubg_mover(), self.opponent.total() as f32);
        Verdict::new(mover <= opponent + 4.0, mover <= opponent + 3.0, mover > opponent + 2.0)
    }
}
