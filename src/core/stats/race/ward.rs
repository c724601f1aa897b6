//! Ward's formula.

use super::{Race, Stand, Verdict};

/// One side's count by Ward's formula, term by term, in half pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WardCount {
    /// The pip count.
    pub pips: u32,
    /// Two pips for each checker on the 1-point beyond the second.
    pub ace: u32,
    /// One pip for each checker on the 2-point beyond the second.
    pub deuce: u32,
    /// One pip for each occupied point of the home board in excess of the other side's, to be subtracted.
    pub home_points: u32,
    /// Two pips for each checker in excess of the other side's number on the board.
    pub checkers: u32,
    /// Half a pip for each checker outside the home board in excess of the other side's.
    pub outside: u32,
}

impl WardCount {
    fn of(mine: &Stand, theirs: &Stand) -> Self {
        Self {
            pips: 2 * mine.pips,
            ace: 4 * mine.beyond(1, 2),
            deuce: 2 * mine.beyond(2, 2),
            home_points: 2 * mine.home_points().saturating_sub(theirs.home_points()),
            checkers: 4 * mine.checkers.saturating_sub(theirs.checkers),
            outside: mine.outside().saturating_sub(theirs.outside()),
        }
    }

    /// Returns the count, in half pips.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.pips + self.ace + self.deuce + self.checkers + self.outside - self.home_points
    }
}

/// Ward's formula.
///
/// The side on roll adds a tenth to its count. It doubles up to 2 above the other's count, redoubles up to 1
/// above; the other takes up to a margin above that grows with the race: 2 if the mean of the two pip counts
/// is 50 or less, 3 at 75, 4 from 100 on, and in proportion between these. The formula's exception for gaps
/// in evenly filled positions isn't included, as it needs a player's eye.
///
/// Source: Jeff Ward, *The Doubling Cube in Backgammon*, volume 1, 1982, pages 74 to 76; the margin in
/// proportion by Marty Storer, rec.games.backgammon, 1992.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ward {
    /// The count of the side on roll, without the tenth.
    pub mover: WardCount,
    /// The count of the other side.
    pub opponent: WardCount,
}

impl Ward {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self {
            mover: WardCount::of(&race.mover, &race.opponent),
            opponent: WardCount::of(&race.opponent, &race.mover),
        }
    }

    /// Returns the count of the side on roll with the added tenth, in hundredths of a pip.
    #[must_use]
    pub const fn mover_hundredths(&self) -> u32 {
        self.mover.total() * 55
    }

    /// Returns the count of the other side, in hundredths of a pip.
    #[must_use]
    pub const fn opponent_hundredths(&self) -> u32 {
        self.opponent.total() * 50
    }

    /// Returns by how much the other side may be behind and still take, in hundredths of a pip.
    #[must_use]
    pub fn margin_hundredths(&self) -> u32 {
        // The pip counts are stored in halves: their sum here is four times the mean.
        (self.mover.pips + self.opponent.pips).clamp(200, 400)
    }

    /// Returns the verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let (mover, opponent) = (self.mover_hundredths(), self.opponent_hundredths());
        let takes = opponent <= mover + self.margin_hundredths();
        Verdict::new(mover <= opponent + 200, mover <= opponent + 100, takes)
    }
}
