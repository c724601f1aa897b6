//! Results of games, summed: means and standard errors.

use crate::engine::Chances;

/// The result of one game, from the view of the player for whom the rollout is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Its end, less the luck. Without variance reduction, one of the six is 1.
    pub chances: Chances,
    /// The normalised equity of that without any use of the cube.
    pub cubeless: f32,
    /// The normalised equity with the cube, less the luck.
    pub equity: f32,
}

/// The number of sums: six chances, the three that combine them, and two equities.
pub const SUMS: usize = 11;

/// The number of steps in 1: sums of whole numbers don't depend on the order of the games.
const UNIT: f64 = (1_u64 << 30) as f64;

/// The sums over games.
///
/// They are whole numbers, so tallies of parts add up to exactly the tally of the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// The six chances; those to win, to win a gammon or more and to lose a gammon or more; the
    /// cubeless and the cubeful equity. In 2⁻³⁰.
    pub sums: [i128; SUMS],
    /// Their squares, in 2⁻⁶⁰.
    pub squares: [i128; SUMS],
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, sample: &Sample) {
        self.games += 1;
        let chances = sample.chances;
        let more = [chances.win(), chances.win_gammon(), chances.lose_gammon()];
        let numbers = chances.0.into_iter().chain(more).chain([sample.cubeless, sample.equity]);
        for ((sum, square), number) in self.sums.iter_mut().zip(&mut self.squares).zip(numbers) {
            let number = (f64::from(number) * UNIT).round() as i64;
            *sum += i128::from(number);
            *square += i128::from(number) * i128::from(number);
        }
    }

    /// Counts the games of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        let squares = self.squares.iter_mut().zip(other.squares);
        self.sums.iter_mut().zip(other.sums).chain(squares).for_each(|(sum, other)| *sum += other);
    }

    /// Returns the estimate by the games so far; `None` without a game.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.games == 0 {
            return None;
        }
        let games = self.games as f64;
        let means = self.sums.map(|sum| sum as f64 / games / UNIT);
        let errors: [f32; SUMS] = std::array::from_fn(|place| {
            if self.games < 2 {
                return f32::INFINITY;
            }
            let square = self.squares[place] as f64 / games / UNIT / UNIT;
            // Rounding can make it negative where all games are the same.
            let variance = (square - means[place] * means[place]).max(0.0) / (games - 1.0);
            variance.sqrt() as f32
        });
        Some(Estimate {
            games: self.games,
            chances: bounded(std::array::from_fn(|end| means[end] as f32)),
            chance_errors: std::array::from_fn(|end| errors[end]),
            cumulative_errors: [errors[6], errors[7], errors[5], errors[8], errors[0]],
            cubeless: means[9] as f32,
            cubeless_error: errors[9],
            equity: means[10] as f32,
            error: errors[10],
        })
    }
}

/// Returns chances without negative ones: what is below 0 is taken from the next smaller outcome of the same side, and from
/// the other side's single games, so that the chances to win and the sum stay.
fn bounded(mut chances: [f32; 6]) -> Chances {
    for [from, to] in [[0, 1], [1, 2], [5, 4], [4, 3], [2, 3], [3, 2]] {
        if chances[from] < 0.0 {
            chances[to] += chances[from];
            chances[from] = 0.0;
        }
    }
    Chances(chances)
}

/// The result of a rollout for one candidate, from the view of the player for whom it is made. Errors are
/// standard errors, infinite for a single game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of games.
    pub games: u64,
    /// The chances of the six ends. Where variance reduction moved one below 0, it is 0, and the difference is taken from
    /// the next smaller win or loss.
    pub chances: Chances,
    /// Their errors.
    pub chance_errors: [f32; 6],
    /// The errors of the chances to win, to win a gammon or more, a backgammon, to lose a gammon or more, a
    /// backgammon.
    pub cumulative_errors: [f32; 5],
    /// The normalised equity of these chances, without any use of the cube.
    pub cubeless: f32,
    /// Its error.
    pub cubeless_error: f32,
    /// The normalised equity with the cube; the same as `cubeless` in a rollout without a cube.
    pub equity: f32,
    /// Its error.
    pub error: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(equity: f32) -> Sample {
        Sample { chances: Chances([0.0, 0.0, 0.0, 1.0, 0.0, 0.0]), cubeless: 1.0, equity }
    }

    fn tally(equities: &[f32]) -> Tally {
        let mut tally = Tally::default();
        for &equity in equities {
            tally.add(&sample(equity));
        }
        tally
    }

    #[test]
    fn the_error_is_the_deviation_by_the_root_of_the_games() {
        let found = tally(&[1.0, 2.0, 3.0, 4.0]).estimate().expect("games");
        assert!((found.equity - 2.5).abs() < 1e-6);
        // The variance of the four is 5/3, that of their mean a quarter of it.
        assert!((found.error - (5.0_f32 / 12.0).sqrt()).abs() < 1e-6);
        assert!((found.cubeless - 1.0).abs() < 1e-6 && found.cubeless_error.abs() < 1e-6);
        assert!((found.chances.win() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn no_chance_is_below_0() {
        let found = bounded([-0.01, 0.02, 0.4, 0.592, -0.003, 0.001]).0;
        let expected = [0.0, 0.01, 0.4, 0.589, 0.0, 0.001];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
        let all_won = bounded([0.0, 0.0, -0.02, 1.0, 0.02, 0.0]);
        assert!((all_won.win() - 1.0).abs() < 1e-6 && all_won.0.iter().all(|chance| *chance >= 0.0));
    }

    #[test]
    fn parts_add_up_to_the_same_in_any_grouping() {
        let equities: Vec<f32> = (0..50).map(|number| (number as f32 * 0.37).sin() * 3.3).collect();
        let whole = tally(&equities);
        let mut backwards = Tally::default();
        for part in equities.chunks(7).rev() {
            backwards.merge(&tally(part));
        }
        assert_eq!(whole, backwards);
    }

    #[test]
    fn one_game_has_no_error_and_none_no_estimate() {
        assert_eq!(Tally::default().estimate(), None);
        assert!(tally(&[1.0]).estimate().expect("a game").error.is_infinite());
    }
}
