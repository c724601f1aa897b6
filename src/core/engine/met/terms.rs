//! The values of a game's outcomes at a score, and equities that compare with money play.

use super::{MatchEquity, Stage};
use crate::engine::Chances;

/// The value of each of the six outcomes for the mover: match winning chances, or points.
///
/// The order is that of [`Chances`], lost as a backgammon first. The cube has its current value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The value of each outcome.
    pub ends: [f32; 6],
}

impl Terms {
    /// Money play, in points for a cube of 1.
    pub const MONEY: Self = Self { ends: Chances::POINTS };

    /// Returns the values for a game of a match with a Crawford game, with a cube of `cube`. They are match winning
    /// chances. [`CubeState::terms`](crate::engine::cube::CubeState::terms) also counts without a Crawford game.
    ///
    /// `None` if the table doesn't contain the score, or if a player has won already.
    #[must_use]
    pub fn at(table: &MatchEquity, away: usize, opponent: usize, stage: Stage, cube: usize) -> Option<Self> {
        Self::by(table, away, opponent, (stage, true), cube)
    }

    /// Does the same in a match with or without a Crawford game. The table's chances at scores before 1-away are those with
    /// one.
    pub(crate) fn by(
        table: &MatchEquity,
        away: usize,
        opponent: usize,
        (stage, has_crawford): (Stage, bool),
        cube: usize,
    ) -> Option<Self> {
        table.chance(away, opponent, stage)?;
        if away == 0 || opponent == 0 {
            return None;
        }
        // The game after a Crawford game or after a post-Crawford game is post-Crawford.
        let is_after = away == 1 || opponent == 1;
        let chance = |away: usize, opponent: usize| {
            let is_after = is_after || !has_crawford && (away == 1 || opponent == 1);
            table.chance(away, opponent, if is_after { Stage::After } else { Stage::Before })
        };
        let mut ends = [0.0; 6];
        for (times, end) in (1..=3).zip([2, 1, 0]) {
            let points = cube.saturating_mul(times);
            ends[end] = chance(away, opponent.saturating_sub(points))?;
            ends[5 - end] = chance(away.saturating_sub(points), opponent)?;
        }
        Some(Self { ends })
    }

    /// Returns the value of chances with a dead cube, in the unit of the outcomes.
    #[must_use]
    pub fn worth(&self, chances: Chances) -> f32 {
        self.ends.iter().zip(chances.0).map(|(end, chance)| end * chance).sum()
    }

    /// Converts a value to a normalised equity: 1 for a single game won, -1 for one lost (GNU Backgammon's
    /// equivalent to money game).
    #[must_use]
    pub fn equity(&self, worth: f32) -> f32 {
        let (lost, won) = (self.ends[2], self.ends[3]);
        (2.0 * worth - (won + lost)) / (won - lost)
    }

    /// Converts a normalised equity to a value: the inverse of [`Self::equity`].
    ///
    /// In this order of operations, the digits are GNU Backgammon's.
    #[must_use]
    pub fn worth_of(&self, equity: f32) -> f32 {
        let (lost, won) = (self.ends[2], self.ends[3]);
        0.5 * (equity * (won - lost) + (won + lost))
    }

    /// Returns the gammon value: the gain of a gammon over a single win, as a share of the difference between
    /// winning and losing. It is 0.5 for money, 0 where gammons gain nothing more.
    #[must_use]
    pub fn gammon_price(&self) -> f32 {
        (self.ends[4] - self.ends[3]) / (self.ends[3] - self.ends[2])
    }

    /// Returns the gain of a backgammon over a single win, in the unit of [`Self::gammon_price`]: 1 for
    /// money.
    #[must_use]
    pub fn backgammon_price(&self) -> f32 {
        (self.ends[5] - self.ends[3]) / (self.ends[3] - self.ends[2])
    }

    /// Returns the cost of losing a gammon beyond a single loss, in the unit of [`Self::gammon_price`].
    #[must_use]
    pub fn lost_gammon_price(&self) -> f32 {
        (self.ends[2] - self.ends[1]) / (self.ends[3] - self.ends[2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gammons_cost_half_a_game_for_money_and_nothing_at_double_match_point() {
        assert!((Terms::MONEY.gammon_price() - 0.5).abs() < 1e-6);
        assert!((Terms::MONEY.backgammon_price() - 1.0).abs() < 1e-6);
        let last = Terms::at(&MatchEquity::kazaross(), 1, 1, Stage::After, 1).expect("a score");
        assert_eq!(last.ends.map(f32::to_bits), [0.0f32, 0.0, 0.0, 1.0, 1.0, 1.0].map(f32::to_bits));
        assert!(last.gammon_price().abs() < 1e-6 && last.lost_gammon_price().abs() < 1e-6);
    }

    #[test]
    fn a_crawford_game_is_followed_by_one_after_it() {
        let table = MatchEquity::kazaross();
        let crawford = Terms::at(&table, 1, 3, Stage::Before, 1).expect("a score");
        let lost = 1.0 - table.chance(2, 1, Stage::After).expect("a score");
        assert!((crawford.ends[2] - lost).abs() < 1e-6 && crawford.gammon_price().abs() < 1e-6);
        // Two points win the match for the player who is 2-away: a gammon costs as much as the game itself.
        let crawford = Terms::at(&table, 1, 2, Stage::Before, 1).expect("a score");
        assert!((crawford.lost_gammon_price() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn equities_and_worths_are_each_others_inverse() {
        let terms = Terms::at(&MatchEquity::kazaross(), 4, 7, Stage::Before, 2).expect("a score");
        for worth in [0.1, 0.5, 0.83] {
            assert!((terms.worth_of(terms.equity(worth)) - worth).abs() < 1e-6);
        }
        assert!((terms.equity(terms.ends[3]) - 1.0).abs() < 1e-5);
        assert!((terms.equity(terms.ends[2]) + 1.0).abs() < 1e-5);
    }

    #[test]
    fn any_cube_that_wins_the_match_is_worth_the_same() {
        let table = MatchEquity::kazaross();
        let at = |cube| Terms::at(&table, 5, 5, Stage::Before, cube);
        assert_eq!(at(usize::MAX), at(8));
    }

    #[test]
    fn a_score_beyond_the_table_has_no_terms() {
        let table = MatchEquity::kazaross();
        assert_eq!(Terms::at(&table, 26, 3, Stage::Before, 1), None);
        assert_eq!(Terms::at(&table, 4, 3, Stage::After, 1), None);
    }
}
