//! Thorp's count.

use super::{Race, Stand, Verdict};

/// One side's Thorp count, term by term, in pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThorpCount {
    /// The pip count.
    pub pips: u32,
    /// Two for each checker that isn't borne off.
    pub checkers: u32,
    /// One for each checker on the 1-point.
    pub ace: u32,
    /// One for each point of the home board with a checker, to be subtracted.
    pub home_points: u32,
}

impl ThorpCount {
    fn of(stand: &Stand) -> Self {
        Self {
            pips: stand.pips,
            checkers: 2 * stand.checkers,
            ace: stand.home[0],
            home_points: stand.home_points(),
        }
    }

    /// Returns the count.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.pips + self.checkers + self.ace - self.home_points
    }
}

/// The Thorp count.
///
/// Each side counts its pips, plus two for each checker, plus one for each checker on the 1-point, minus one
/// for each occupied point of the home board. The side on roll adds a tenth if that is more than 30. It
/// doubles up to 2 above the other's count, redoubles up to 1 above; the other takes up to 2 above.
///
/// Source: Edward O. Thorp, *The Mathematics of Gambling*, 1984; with these thresholds in Bill Robertie,
/// *Advanced Backgammon*, volume 2, pages 189 to 195.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thorp {
    /// The count of the side on roll, without the tenth.
    pub mover: ThorpCount,
    /// The count of the other side.
    pub opponent: ThorpCount,
}

impl Thorp {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self { mover: ThorpCount::of(&race.mover), opponent: ThorpCount::of(&race.opponent) }
    }

    /// Returns the count of the side on roll with the added tenth, in tenths of a pip.
    #[must_use]
    pub const fn mover_tenths(&self) -> u32 {
        let total = self.mover.total();
        total * if total > 30 { 11 } else { 10 }
    }

    /// Returns the published rule's verdict.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        let (mover, opponent) = (self.mover_tenths(), self.opponent.total() * 10);
        Verdict::new(mover <= opponent + 20, mover <= opponent + 10, opponent <= mover + 20)
    }

    /// Returns GNU Backgammon's verdict: it passes at exactly 2 above.
    #[must_use]
    pub const fn gnubg_verdict(&self) -> Verdict {
        if self.opponent.total() * 10 == self.mover_tenths() + 20 { Verdict::Pass } else { self.verdict() }
    }
}
