//! Kleinman's metric.

use super::{Race, Verdict};
use crate::math::erf;

/// The Kleinman metric: the race with a normal distribution of the remaining rolls.
///
/// With `D`, the lead plus 4 pips for being on roll, and `S`, the sum of both counts less 4, the metric is `K = D²/S`;
/// the winning chance without a cube is `Φ(√(K/2))`, with the sign of `D`. The milestones are a double from 0.5, a
/// redouble from 0.7, a take up to 1.2.
///
/// Source: Danny Kleinman, *Vision Laughs at Counting, with Advice to the Dicelorn*, 1980; the milestones as
/// Øystein Johansen gives them, rec.games.backgammon, 2001.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kleinman {
    /// The pip count of the side on roll.
    pub mover: u32,
    /// The pip count of the other side.
    pub opponent: u32,
}

impl Kleinman {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        Self { mover: race.mover.pips, opponent: race.opponent.pips }
    }

    /// Returns the lead of the side on roll, plus 4 pips for being on roll.
    #[must_use]
    pub const fn lead(&self) -> i32 {
        self.opponent as i32 - self.mover as i32 + 4
    }

    /// Returns both counts together, less 4.
    #[must_use]
    pub const fn length(&self) -> i32 {
        (self.mover + self.opponent) as i32 - 4
    }

    /// Returns the metric, without the sign of the lead. `None` if no more than 4 pips are left.
    #[must_use]
    pub fn metric(&self) -> Option<f64> {
        let (lead, length) = (f64::from(self.lead()), f64::from(self.length()));
        (length > 0.0).then(|| lead * lead / length)
    }

    /// Returns the winning chance of the side on roll without a cube, 0 to 1. `None` without a metric.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        (self.length() > 0).then(|| 0.5 * (1.0 + erf(self.gnubg_metric())))
    }

    /// Returns the verdict by the milestones. `None` without a metric.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        let (lead, length) = (self.lead(), self.length());
        if length <= 0 {
            return None;
        }
        let metric = if lead < 0 { 0 } else { lead * lead };
        Some(Verdict::new(metric * 10 >= length * 5, metric * 10 >= length * 7, metric * 10 <= length * 12))
    }

    /// Returns GNU Backgammon's `K`: `D / (2√S)`, which is half the root of the metric, with the sign of the lead.
    /// Infinite or not a number if no more than 4 pips are left.
    #[must_use]
    pub fn gnubg_metric(&self) -> f64 {
        f64::from(self.lead()) / (2.0 * f64::from(self.length()).sqrt())
    }

    /// Returns the chance that GNU Backgammon gives the side on roll, 0 to 1, in single precision; 0 if no more than 4
    /// pips are left.
    #[must_use]
    pub fn gnubg_chance(&self) -> f32 {
        if self.length() <= 0 {
            return 0.0;
        }
        // Of the orders of operations tried, this one gives the digits that the program prints, except for one pair of
        // counts: docs/gnubg-compat.md names it.
        let argument = self.lead() as f32 / (2.0 * self.length() as f32).sqrt() / std::f32::consts::SQRT_2;
        0.5 * (1.0 + erf(f64::from(argument)) as f32)
    }
}
