//! Tables continued beyond their longest match, as GNU Backgammon continues them.
//!
//! Before the Crawford game, the difference of the points won in the rest of the match is taken as normally distributed. Each
//! game adds the squares of both players' [`DEVIATIONS`], and half as many games are left as points are missing. After it,
//! the trailer doubles at once and wins a gammon in a quarter of the games won; a free pass of the leader costs the
//! trailer [`FREE_PASSES`].
//!
//! Source: all were fitted to what `show matchequitytable` of GNU Backgammon 1.07 prints for 26 to 64 points, and after a table of
//! one point. They give all digits of the former but for three scores of 3,471, where the last digit is off by one.

use super::MatchEquity;
use crate::math::erf;
use std::f32::consts::FRAC_1_SQRT_2;

/// The deviation of a game, in points, of a player who is 1, 2, … points away; from 11 on it stays.
const DEVIATIONS: [f32; 11] = [1.24, 1.27, 1.47, 1.5, 1.6, 1.61, 1.66, 1.68, 1.7, 1.72, 1.77];
/// The share of gammons in the games that the trailer wins after the Crawford game.
const GAMMONS: f32 = 0.25;
/// What the leader's free pass takes from the trailer's chance at 2-away and 4-away.
const FREE_PASSES: [(usize, f32); 2] = [(2, 0.015), (4, 0.004)];

impl MatchEquity {
    /// Continues a table to `length` points, which are GNU Backgammon's chances where the table has none. Like GNU Backgammon,
    /// it takes the last entry after the Crawford game from the rule, not from the table.
    #[must_use]
    pub fn extended(&self, length: usize) -> Self {
        if length <= self.length {
            return self.clone();
        }
        let mut before = Vec::with_capacity(length * length);
        for away in 1..=length {
            for opponent in 1..=length {
                let known = away.max(opponent) <= self.length;
                before.push(if known {
                    self.before[(away - 1) * self.length + opponent - 1]
                } else {
                    chance(away, opponent)
                });
            }
        }
        let after = continued(self.after[..self.length - 1].to_vec(), length);
        Self { length, before, after, ..self.clone() }
    }
}

/// Continues the chances after the Crawford game to `length` points.
pub(super) fn continued(mut after: Vec<f32>, length: usize) -> Vec<f32> {
    for away in after.len() + 1..=length {
        let winning = |points: usize| if away > points { after[away - points - 1] } else { 1.0 };
        let won = (1.0 - GAMMONS) * winning(2) + GAMMONS * winning(4);
        let free_pass = FREE_PASSES.iter().find(|(at, _)| *at == away).map_or(0.0, |(_, cost)| *cost);
        after.push(0.5 * won - free_pass);
    }
    after
}

/// Returns the chance to win the match before the Crawford game, in single precision like GNU Backgammon.
fn chance(away: usize, opponent: usize) -> f32 {
    let variance = |away: usize| DEVIATIONS[away.min(DEVIATIONS.len()) - 1].powi(2);
    let games = (away + opponent) as f32 / 2.0;
    let deviation = ((variance(away) + variance(opponent)) * games).sqrt();
    let missing = (opponent as f32 - away as f32) / deviation;
    0.5 * (1.0 + erf(f64::from(missing * FRAC_1_SQRT_2)) as f32)
}

#[cfg(test)]
mod tests {
    use super::super::Stage;
    use super::*;

    #[test]
    fn a_longer_table_has_what_gnu_backgammon_prints() {
        let table = MatchEquity::kazaross();
        let long = table.extended(64);
        assert_eq!((long.length(), table.extended(25)), (64, table.clone()));
        for away in 1..=25 {
            for opponent in 1..=25 {
                let stage = Stage::Before;
                assert_eq!(long.chance(away, opponent, stage), table.chance(away, opponent, stage));
            }
        }
        // `show matchequitytable 64`, in percent.
        for (away, opponent, percent) in
            [(26, 20, 30.8607), (40, 1, 0.0034), (28, 10, 4.7147), (64, 30, 2.3781), (37, 19, 8.7080)]
        {
            let chance = 100.0 * long.chance(away, opponent, Stage::Before).expect("a score");
            let back = 100.0 * long.chance(opponent, away, Stage::Before).expect("a score");
            assert!(
                (chance - percent).abs() < 6e-5 && (back + chance - 100.0).abs() < 1e-4,
                "{away}-{opponent}: {chance}"
            );
        }
        for (away, percent) in [(24, 0.182), (25, 0.1181), (26, 0.1061), (40, 0.0026)] {
            let chance = 100.0 * long.chance(away, 1, Stage::After).expect("a score");
            assert!((chance - percent).abs() < 6e-5, "{away}: {chance}");
        }
    }
}
