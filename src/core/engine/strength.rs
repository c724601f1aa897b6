//! Playing strengths of the computer: levels from beginner to roller, each with a depth and an amount of
//! error.
//!
//! A weaker player errs in evaluating positions, rather than playing at random now and then. So the
//! [`Erring`] evaluator shifts the winning chance of each position by an amount that depends on the
//! position and a seed alone: the same position gets the same evaluation, and a whole game can be repeated.

use super::bearoff::Money;
use super::mix::SplitMix;
use super::search::{Options, Roller};
use super::{Chances, Class, Evaluator};
use crate::board::Board;

/// A level of the computer, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Errs in most positions.
    Beginner,
    /// Errs in many positions.
    Casual,
    /// Errs in some positions.
    Intermediate,
    /// Errs rarely, and by little.
    Advanced,
    /// Plays at full strength without searching (0-ply).
    #[default]
    Expert,
    /// Searches 2 plies.
    Master,
    /// Searches 2 plies, then settles close decisions by short rollouts.
    Roller,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::Beginner,
        Self::Casual,
        Self::Intermediate,
        Self::Advanced,
        Self::Expert,
        Self::Master,
        Self::Roller,
    ];

    /// Returns the name, the noise and the rating.
    const fn row(self) -> (&'static str, f32, f64) {
        match self {
            Self::Beginner => ("beginner", 0.075, 40.0),
            Self::Casual => ("casual", 0.055, 29.0),
            Self::Intermediate => ("intermediate", 0.04, 20.0),
            Self::Advanced => ("advanced", 0.025, 11.0),
            Self::Expert => ("expert", 0.0, 1.1),
            Self::Master => ("master", 0.0, 0.0),
            Self::Roller => ("roller", 0.0, 0.0),
        }
    }

    /// Returns the name of the level.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Finds a level by its name, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }

    /// Returns the standard deviation of the noise on winning chances, 0 to 1, with contact.
    #[must_use]
    pub const fn noise(self) -> f32 {
        self.row().1
    }

    /// Returns the number of plies searched.
    #[must_use]
    pub const fn plies(self) -> u8 {
        if matches!(self, Self::Master | Self::Roller) { 2 } else { 0 }
    }

    /// Returns the performance rating (PR) of this level, analysed at 2-ply; the master's and the roller's are below what
    /// that can measure.
    ///
    /// Source: three matches to 7 points between players of the level, of 329 to 919 decisions each.
    #[must_use]
    pub const fn rating(self) -> f64 {
        self.row().2
    }

    /// Returns the level whose rating is nearest to a player's; never the roller, whose games take minutes.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::engine::Level;
    ///
    /// assert_eq!(Level::fitting(17.0), Level::Intermediate);
    /// ```
    #[must_use]
    pub fn fitting(rating: f64) -> Self {
        let far = |level: &Self| (level.rating() - rating).abs();
        let all = Self::ALL.into_iter().filter(|level| *level != Self::Roller);
        all.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or_default()
    }

    /// Returns the search options of this level; evaluations are only cached by deeper searches.
    #[must_use]
    pub fn options(self) -> Options {
        let plies = self.plies();
        let roller = (self == Self::Roller).then(Roller::default);
        Options { plies, remembers: plies > 0, roller, ..Options::default() }
    }

    /// Makes an evaluator that errs as a player of this level does.
    #[must_use]
    pub fn erring(self, evaluator: &dyn Evaluator, seed: u64) -> Erring<'_> {
        Erring { evaluator, noise: self.noise(), seed }
    }
}

/// An evaluator that errs on each position, always in the same way.
#[derive(Clone, Copy, Debug)]
pub struct Erring<'a> {
    evaluator: &'a dyn Evaluator,
    noise: f32,
    seed: u64,
}

/// The share of the noise without contact: every player more or less sees how a race stands, and can bear
/// off.
const IN_RACES: f32 = 0.2;

impl Evaluator for Erring<'_> {
    fn chances(&self, board: &Board) -> Chances {
        let chances = self.evaluator.chances(board);
        let noise = match Class::of(board) {
            Class::Over => 0.0,
            Class::Race | Class::Bearoff => IN_RACES * self.noise,
            Class::Contact => self.noise,
        };
        if noise > 0.0 {
            moved(chances, noise * SplitMix::of_board(self.seed, board).normal())
        } else {
            chances
        }
    }

    fn rough(&self, plays: &mut [(f32, Board)]) {
        self.evaluator.rough(plays);
    }

    fn exact(&self, board: &Board) -> Option<Money> {
        if self.noise > 0.0 { None } else { self.evaluator.exact(board) }
    }

    fn is_solved(&self, board: &Board) -> bool {
        self.noise <= 0.0 && self.evaluator.is_solved(board)
    }
}

/// Shifts the winning chance, within 0 and 1; the shares of gammons among wins and losses stay.
fn moved(chances: Chances, by: f32) -> Chances {
    let win = chances.win();
    let to = (win + by).clamp(0.0, 1.0);
    // Where a win is nearly certain, it isn't 1 less that of a win.
    let lose = chances.lose();
    // An impossible result has no shares to keep.
    if win <= 0.0 || lose <= 0.0 {
        return chances;
    }
    let (down, up) = ((1.0 - to) / lose, to / win);
    let scale = [down, down, down, up, up, up];
    Chances(std::array::from_fn(|end| scale[end] * chances.0[end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, each_result};

    /// Evaluates each position as even, with gammons.
    struct Even;

    impl Evaluator for Even {
        fn chances(&self, board: &Board) -> Chances {
            match Class::of(board) {
                Class::Over => Chances::lost(Outcome::Single),
                _ => Chances([0.02, 0.1, 0.38, 0.35, 0.12, 0.03]),
            }
        }
    }

    fn boards() -> Vec<Board> {
        let mut boards = Vec::new();
        for roll in crate::board::Roll::ALL {
            each_result(&Board::START, roll, |after| boards.push(after.flip()));
        }
        boards
    }

    #[test]
    fn a_level_has_a_name_and_is_found_by_it() {
        for level in Level::ALL {
            assert_eq!(Level::by_name(&level.name().to_uppercase()), Some(level));
        }
        assert_eq!(Level::by_name("grandmaster"), None);
        assert!(Level::ALL.is_sorted());
        for (rating, level) in
            [(60.0, Level::Beginner), (6.5, Level::Advanced), (5.9, Level::Expert), (0.0, Level::Master)]
        {
            assert_eq!(Level::fitting(rating), level, "{rating}");
        }
        assert!(Level::ALL.is_sorted_by(|a, b| (a.noise(), b.plies()) >= (b.noise(), a.plies())));
    }

    #[test]
    fn chances_stay_chances_and_the_same_question_has_the_same_answer() {
        for board in boards() {
            let erring = Level::Beginner.erring(&Even, 7);
            let chances = erring.chances(&board);
            assert!((chances.0.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{chances:?}");
            assert!(chances.0.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
            assert_eq!(chances, Level::Beginner.erring(&Even, 7).chances(&board));
            assert_eq!(Level::Expert.erring(&Even, 7).chances(&board), Even.chances(&board));
            // Gammons keep their share of the wins.
            let share = chances.win_gammon() / chances.win();
            assert!((share - 0.3).abs() < 1e-4, "{share}");
        }
    }

    #[test]
    fn nearly_certain_games_stay_chances_too() {
        let sure = Chances([0.0, 0.0, 1e-7, 0.3, 0.699_999_9, 0.0]);
        for chances in [sure, sure.flip()] {
            for by in [-0.3, -1e-3, 1e-8, 0.3] {
                let moved = moved(chances, by);
                assert!((moved.0.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{by}: {moved:?}");
            }
        }
    }

    #[test]
    fn errors_are_as_large_as_the_level_says_and_differ_by_seed() {
        let boards = boards();
        for level in [Level::Beginner, Level::Advanced] {
            let wrong = |seed| -> Vec<f32> {
                boards.iter().map(|board| level.erring(&Even, seed).chances(board).win() - 0.5).collect()
            };
            let all: Vec<f32> = (0..20).flat_map(wrong).collect();
            let count = all.len() as f32;
            let mean = all.iter().sum::<f32>() / count;
            let deviation = (all.iter().map(|wrong| wrong * wrong).sum::<f32>() / count).sqrt();
            assert!(mean.abs() < 0.05 * level.noise(), "{mean}");
            assert!((deviation / level.noise() - 1.0).abs() < 0.05, "{deviation}");
            assert_ne!(wrong(1), wrong(2));
        }
    }
}
