//! An evaluator with noise, for imperfect opponents.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::noise::Noisy;
//! use barpoint::engine::Evaluator;
//! use barpoint::{Board, Engine};
//!
//! let engine = Engine::new();
//! let noisy = Noisy::new(&engine, 0.05, 1);
//! // The same position and seed have the same error.
//! assert_eq!(noisy.chances(&Board::START), noisy.chances(&Board::START));
//! assert_ne!(noisy.chances(&Board::START), engine.chances(&Board::START));
//! ```

use super::bearoff::Money;
use super::mix::SplitMix;
use super::{Chances, Class, Evaluator};
use crate::board::Board;

/// An evaluator with noise on its evaluations.
///
/// Each of the five cumulative chances (won, won gammons and backgammons, and the same for losses) gets a
/// normally distributed error; then they are put in order again, so that they stay chances. Gammons and
/// backgammons without any chance are impossible, as those of a player who has borne off a checker, and stay so.
/// A position gets
/// the same error each time as long as the seed is the same, so searches stay consistent. The value of a game
/// that is over gets no error, and no other value counts as exact.
#[derive(Debug)]
pub struct Noisy<'a> {
    evaluator: &'a dyn Evaluator,
    deviation: f32,
    seed: u64,
}

impl<'a> Noisy<'a> {
    /// Adds noise with a standard deviation, in chances, to an evaluator.
    #[must_use]
    pub const fn new(evaluator: &'a dyn Evaluator, deviation: f32, seed: u64) -> Self {
        Self { evaluator, deviation, seed }
    }
}

impl Evaluator for Noisy<'_> {
    fn chances(&self, board: &Board) -> Chances {
        let chances = self.evaluator.chances(board);
        if Class::of(board) == Class::Over {
            return chances;
        }
        let mut errors = SplitMix::of_board(self.seed, board);
        let mut blurred =
            |chance: f32, most: f32| (chance + self.deviation * errors.normal()).clamp(0.0, most);
        let win = blurred(chances.win(), 1.0);
        let possible = |chance: f32, most: f32| if chance > 0.0 { most } else { 0.0 };
        let [gammons, backgammons] = [chances.win_gammon(), chances.win_backgammon()];
        let gammon = blurred(gammons, possible(gammons, win));
        let backgammon = blurred(backgammons, possible(backgammons, gammon));
        let [gammons, backgammons] = [chances.lose_gammon(), chances.lose_backgammon()];
        let lost_gammon = blurred(gammons, possible(gammons, 1.0 - win));
        let lost_backgammon = blurred(backgammons, possible(backgammons, lost_gammon));
        Chances([
            lost_backgammon,
            lost_gammon - lost_backgammon,
            1.0 - win - lost_gammon,
            win - gammon,
            gammon - backgammon,
            backgammon,
        ])
    }

    fn rough(&self, plays: &mut [(f32, Board)]) {
        self.evaluator.rough(plays);
    }

    fn exact(&self, _: &Board) -> Option<Money> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    /// Even chances, with some gammons.
    struct Even;

    const EVEN: Chances = Chances([0.05, 0.15, 0.3, 0.3, 0.15, 0.05]);

    impl Evaluator for Even {
        fn chances(&self, _: &Board) -> Chances {
            EVEN
        }
    }

    #[test]
    fn a_position_is_blurred_alike_each_time_and_another_one_otherwise() {
        let evaluator = Noisy::new(&Even, 0.02, 1);
        let (start, other) = (Board::START, Board::START.flip());
        assert_eq!(start, other, "the start is symmetric");
        let first = evaluator.chances(&start);
        assert_eq!(first, evaluator.chances(&start));
        assert_ne!(first, EVEN);
        assert_ne!(first, Noisy::new(&Even, 0.02, 2).chances(&start));
        assert_eq!(Noisy::new(&Even, 0.0, 1).chances(&start).win().to_bits(), EVEN.win().to_bits());
    }

    #[test]
    fn a_player_with_a_checker_off_loses_no_gammon_however_loud_the_noise_is() {
        let engine = Engine::new();
        let board: Board = "/ywEwBDzcwAACA".parse().expect("a Position ID");
        for seed in 0..50 {
            let chances = Noisy::new(&engine, 0.2, seed).chances(&board);
            assert_eq!(chances.lose_gammon().to_bits(), 0.0_f32.to_bits(), "{chances:?}");
        }
    }

    #[test]
    fn chances_stay_chances_however_loud_the_noise_is() {
        for seed in 0..200 {
            let chances = Noisy::new(&Even, 0.5, seed).chances(&Board::START);
            assert!(chances.0.iter().all(|chance| (-1e-6..=1.000_001).contains(chance)), "{chances:?}");
            assert!((chances.0.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{chances:?}");
        }
    }
}
