//! Rollouts: a position is played out many times, and the results of the games are averaged.
//!
//! A [`Player`] plays one game, which is a function of the settings, the start and the game's number alone. A
//! [`Tally`] sums the results of games in whole numbers, so it doesn't matter which thread played which game.
//! A [`Rollout`] holds the tallies of several candidates and the rules to stop. Nothing here starts a thread:
//! the caller distributes the numbers of games.
//!
//! The luck of the dice is taken out of each game (variance reduction). After each turn, the luck is the
//! difference between the best play of the roll and the mean of the best plays of all 21 rolls, evaluated at
//! 0-ply. That mean is exact, so the luck averages to zero, however good the evaluator is; the better it is,
//! the more the luck explains of how a game ended.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::cube::CubeState;
//! use barpoint::engine::rollout::{GameSettings, Start, Tally};
//! use barpoint::{Board, Engine};
//!
//! let engine = Engine::new();
//! let mut player = engine.player(CubeState::MONEY.without_beavers(), &GameSettings::default())?;
//! let mut tally = Tally::default();
//! for number in 0..36 {
//!     tally.add(&player.play(&Start::Before(Board::START), number));
//! }
//! assert!(tally.estimate().is_some());
//! # Ok::<(), barpoint::engine::met::UnknownScore>(())
//! ```
//!
//! A [`Rollout`] compares candidates: each game is played from the start of each candidate that still needs it, with the
//! same dice.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::cube::CubeState;
//! use barpoint::engine::rollout::{GameSettings, Question, Rollout, Stop, Truncation};
//! use barpoint::{Board, Engine, Play};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (engine, start, roll) = (Engine::new(), Board::START, "31".parse()?);
//! let after = |text| Play::parse(&start, roll, text).map(|play| play.after(&start));
//! let question = Question::Plays(vec![after("8/5 6/5")?, after("6/2")?]);
//! let settings = GameSettings { truncation: Some(Truncation { turns: 4, plies: 0 }), ..GameSettings::default() };
//! let mut player = engine.player(CubeState::MONEY, &settings)?;
//! let mut rollout = Rollout::new(&question, Stop::after(36));
//! rollout.play(&question, &mut player);
//! let estimates = rollout.estimates().ok_or("no games")?;
//! assert!(estimates[0].equity > estimates[1].equity);
//! # Ok(())
//! # }
//! ```

mod course;
mod dice;
mod game;
mod tally;

pub use course::{Question, Rollout, Status, Stop, decision, share};
pub use game::Player;
pub use tally::{Estimate, SUMS, Sample, Tally};

use super::cube::{CubeState, Efficiency, Stakes};
use super::search::Filters;
use crate::board::Board;

/// The search depth of one side while games are played, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// For plays.
    pub plays: u8,
    /// For cube decisions.
    pub cube: u8,
}

/// The turn from which on the sides play at other depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// The first such turn, counted from 0.
    pub from: u16,
    /// The side for whom the rollout is made, and the other one.
    pub levels: [Depth; 2],
}

/// The rule that ends games by an evaluation after some turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truncation {
    /// The number of rolls that are played.
    pub turns: u16,
    /// The depth of the evaluation after them, in plies.
    pub plies: u8,
}

/// The settings for playing games.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct GameSettings {
    /// The side for whom the rollout is made, and the other one.
    pub levels: [Depth; 2],
    /// Other depths later in a game.
    pub later: Option<Later>,
    /// Whether there is a cube.
    pub is_cubeful: bool,
    /// Whether games end by an evaluation.
    pub truncation: Option<Truncation>,
    /// Whether games end where a bear-off table has the value: without a cube the one-sided table, with a
    /// cube for money the two-sided one.
    pub ends_at_tables: bool,
    /// Whether the variance is reduced: the luck of the dice is subtracted.
    pub reduces_variance: bool,
    /// Whether the first three rolls are spread evenly over the games.
    pub is_stratified: bool,
    /// Whether the first roll is an opening roll: no doublets, and after [`Start::Before`] no double before it.
    pub is_opening: bool,
    /// The seed of all dice; 1 by default, as in the program.
    pub seed: u64,
    /// The filters that select the plays to evaluate deeper.
    pub filters: Filters,
    /// How much of a live cube's use players get, where positions are evaluated.
    pub efficiency: Efficiency,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            levels: [Depth::default(); 2],
            later: None,
            is_cubeful: true,
            truncation: None,
            ends_at_tables: true,
            reduces_variance: true,
            is_stratified: true,
            is_opening: false,
            seed: 1,
            filters: Filters::PLAIN,
            efficiency: Efficiency::PLAIN,
        }
    }
}

impl GameSettings {
    /// Returns the cube for playing games: for money its value doesn't matter.
    pub(super) const fn state(&self, state: CubeState) -> CubeState {
        let state = if self.is_cubeful { state } else { state.dead() };
        match state.stakes {
            Stakes::Money { .. } => CubeState { value: 1, ..state },
            Stakes::Match { .. } => state,
        }
    }

    /// Returns the largest depth of any search, in plies.
    fn deepest(&self) -> u8 {
        let later = self.later.map_or(self.levels, |later| later.levels);
        let levels = self.levels.into_iter().chain(later).map(|level| level.plays.max(level.cube));
        levels.chain(self.truncation.map(|truncation| truncation.plies)).max().unwrap_or(0)
    }
}

/// The start of a candidate's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// After a play of the player for whom the rollout is made, with the board from that player's view; the
    /// opponent is on roll.
    After(Board),
    /// Before the roll and the choice to double of the player for whom the rollout is made.
    Before(Board),
    /// The same, but the player doesn't double now.
    NoDouble(Board),
    /// The same, but the player has doubled and the opponent has taken.
    Doubled(Board),
}
