//! Trice's Rule 62.

use super::{Race, Verdict};

/// Rule 62: how far the other side may be behind and still take, in positions without waste.
///
/// With `p` pips of the side on roll, the point of last take is `(p - 5) / 7` rounded down, up to 62 pips;
/// for longer races it is `p / 10` rounded up, plus one. The side on roll redoubles from 2 pips before that
/// point, and doubles from 3 before it. The rule doesn't cover less than 12 pips.
///
/// Source: Walter Trice, *Backgammon Boot Camp*, 2004.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trice {
    /// The pip count of the side on roll.
    pub mover: u32,
    /// The pip count of the other side.
    pub opponent: u32,
}

impl Trice {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self { mover: race.mover.pips, opponent: race.opponent.pips }
    }

    /// Returns by how many pips the other side trails; negative if it leads.
    #[must_use]
    pub const fn deficit(&self) -> i32 {
        self.opponent as i32 - self.mover as i32
    }

    /// Returns the largest deficit, in pips, with which the other side takes. `None` below 12 pips of the
    /// roller.
    #[must_use]
    pub const fn last_take(&self) -> Option<u32> {
        match self.mover {
            0..12 => None,
            pips @ 12..=62 => Some((pips - 5) / 7),
            pips => Some(pips.div_ceil(10) + 1),
        }
    }

    /// Returns the verdict. `None` without a point of last take.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        let Some(last) = self.last_take() else { return None };
        let (deficit, last) = (self.deficit(), last as i32);
        Some(Verdict::new(deficit >= last - 3, deficit >= last - 2, deficit <= last))
    }
}
