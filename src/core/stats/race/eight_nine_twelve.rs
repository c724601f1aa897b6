//! The 8-9-12 rule.

use super::{Race, Verdict};

/// The 8-9-12 rule: the lead as a percentage of the roller's pip count.
///
/// The side on roll doubles from 8 percent on, redoubles from 9 percent on; the other takes up to 12 percent.
///
/// Source: folklore; taught in Bill Robertie, *Advanced Backgammon*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EightNineTwelve {
    /// The pip count of the side on roll.
    pub mover: u32,
    /// The pip count of the other side.
    pub opponent: u32,
}

impl EightNineTwelve {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self { mover: race.mover.pips, opponent: race.opponent.pips }
    }

    /// Returns the lead of the side on roll in pips; negative if it trails.
    #[must_use]
    pub const fn lead(&self) -> i32 {
        self.opponent as i32 - self.mover as i32
    }

    /// Returns the lead as a percentage of the roller's pips. `None` if it has none.
    #[must_use]
    pub fn percent(&self) -> Option<f64> {
        (self.mover > 0).then(|| f64::from(100 * self.lead()) / f64::from(self.mover))
    }

    /// Returns the published rule's verdict.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        let (lead, pips) = (100 * self.lead(), self.mover as i32);
        Verdict::new(lead >= 8 * pips, lead >= 9 * pips, lead <= 12 * pips)
    }

    /// Returns GNU Backgammon's percentage, in single precision; infinite or not a number for a side on roll
    /// that has borne off everything.
    #[must_use]
    pub fn gnubg_percent(&self) -> f32 {
        self.lead() as f32 / self.mover as f32 * 100.0
    }

    /// Returns GNU Backgammon's verdict as printed: its labels for 8 to 9 and for 9 to 12 percent are
    /// exchanged, and exactly 8 or 9 percent belongs to the band below.
    #[must_use]
    pub fn gnubg_verdict(&self) -> Verdict {
        let percent = self.gnubg_percent();
        if percent > 12.0 {
            Verdict::Pass
        } else if percent > 9.0 {
            Verdict::Double
        } else if percent > 8.0 {
            Verdict::Redouble
        } else {
            Verdict::NoDouble
        }
    }
}
