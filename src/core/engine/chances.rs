//! The ways in which a game can end, and their chances.

use crate::rules::Outcome;

/// The chances of the six ways in which a game can end, from the view of one player; they sum to 1.
///
/// The order is: lost as a backgammon, as a gammon, single, then won single, as a gammon, as a backgammon.
/// Each is the chance of exactly that outcome: unlike GNU Backgammon's, the chance of a gammon doesn't
/// include the backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances(pub [f32; 6]);

impl Chances {
    /// The cubeless value of each of the six outcomes in points.
    pub const POINTS: [f32; 6] = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0];

    /// Returns the chances of a game that the player has lost with this outcome.
    #[must_use]
    pub const fn lost(outcome: Outcome) -> Self {
        let mut chances = [0.0; 6];
        chances[3 - outcome.multiplier() as usize] = 1.0;
        Self(chances)
    }

    /// Returns the same chances from the view of the other player.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        let mut chances = self.0;
        chances.reverse();
        Self(chances)
    }

    /// Returns the cubeless equity of a money game, in points.
    #[inline]
    #[must_use]
    pub fn equity(self) -> f32 {
        let chances = self.0;
        3.0 * (chances[5] - chances[0]) + 2.0 * (chances[4] - chances[1]) + (chances[3] - chances[2])
    }

    /// Returns the chance to win, gammons and backgammons included.
    #[must_use]
    pub fn win(self) -> f32 {
        self.0[3] + self.0[4] + self.0[5]
    }

    /// Returns the chance to win a gammon or a backgammon.
    #[must_use]
    pub fn win_gammon(self) -> f32 {
        self.0[4] + self.0[5]
    }

    /// Returns the chance to win a backgammon.
    #[must_use]
    pub const fn win_backgammon(self) -> f32 {
        self.0[5]
    }

    /// Returns the chance to lose, gammons and backgammons included.
    #[must_use]
    pub fn lose(self) -> f32 {
        self.0[0] + self.0[1] + self.0[2]
    }

    /// Returns the chance to lose a gammon or a backgammon.
    #[must_use]
    pub fn lose_gammon(self) -> f32 {
        self.0[0] + self.0[1]
    }

    /// Returns the chance to lose a backgammon.
    #[must_use]
    pub const fn lose_backgammon(self) -> f32 {
        self.0[0]
    }

    /// Adds other chances with a weight.
    #[inline]
    pub fn add(&mut self, other: Self, weight: f32) {
        for (sum, value) in self.0.iter_mut().zip(other.0) {
            *sum += weight * value;
        }
    }
}

/// The games of a rolled-out equity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolled {
    /// The number of games.
    pub games: u64,
    /// The standard error of the normalised equity.
    pub error: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equity_is_the_points_weighted_and_changes_sign_with_the_view() {
        let chances = Chances([0.05, 0.1, 0.25, 0.3, 0.2, 0.1]);
        let points: f32 = chances.0.iter().zip(Chances::POINTS).map(|(chance, points)| chance * points).sum();
        assert!((chances.equity() - points).abs() < 1e-6);
        assert!((chances.flip().equity() + points).abs() < 1e-6);
        assert!((chances.win() - 0.6).abs() < 1e-6);
        assert!((chances.win_gammon() - 0.3).abs() < 1e-6);
        assert!((chances.lose() - 0.4).abs() < 1e-6 && (chances.lose_gammon() - 0.15).abs() < 1e-6);
        let backgammons = [chances.win_backgammon(), chances.lose_backgammon()];
        assert_eq!(backgammons.map(f32::to_bits), [0.1_f32, 0.05].map(f32::to_bits));
    }

    #[test]
    fn a_lost_game_costs_one_two_or_three() {
        let equities = Outcome::ALL.map(|lost| Chances::lost(lost).equity());
        assert_eq!(equities.map(f32::to_bits), [-1.0f32, -2.0, -3.0].map(f32::to_bits));
    }
}
