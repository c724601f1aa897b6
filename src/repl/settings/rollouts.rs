//! The settings of rollouts, set by `set rollout`.

use super::evaluations::Evaluation;
use crate::board::Side;
use crate::engine::move_filters::MoveFilters;
use crate::engine::rollout::{Depth, GameSettings, Later, Stop, Truncation};
use crate::engine::search::MOST_PLIES;

/// The evaluations of a side in a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Plays.
    pub plays: Evaluation,
    /// Cube decisions.
    pub cube: Evaluation,
}

/// The settings of `set rollout`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Rollouts {
    /// The number of games.
    pub trials: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// Whether there is a cube.
    pub cubeful: bool,
    /// Whether the first roll is an opening roll, without doublets.
    pub initial: bool,
    /// Whether the first rolls are spread evenly.
    pub rotate: bool,
    /// Whether the variance is reduced: the luck of the dice is subtracted.
    pub varredn: bool,
    /// Whether games end by an evaluation, and after how many turns.
    pub truncation: (bool, u64),
    /// Whether games end at the two-sided bear-off table, and without a cube at the one-sided one.
    pub bearoff: [bool; 2],
    /// Whether a clear result ends a rollout: the number of joint errors that is clear, and the least number
    /// of games.
    pub jsd: (bool, f64, u64),
    /// The same for a small error.
    pub limit: (bool, f64, u64),
    /// Whether the sides play otherwise later in a game, and from which turn on.
    pub later: (bool, u64),
    /// Whether both sides play as player 0.
    pub players_are_same: bool,
    /// Whether cube actions are evaluated as plays are.
    pub cube_as_plays: bool,
    /// Whether a truncated game is evaluated as player 0 evaluates.
    pub end_as_player_0: bool,
    /// The evaluations of players 0 and 1. A rollout only uses the plies.
    pub players: [Pair; 2],
    /// The same later in a game.
    pub later_players: [Pair; 2],
    /// The filters of players 0 and 1; a rollout has filters of its own.
    pub filters: [MoveFilters; 2],
    /// The same later in a game.
    pub later_filters: [MoveFilters; 2],
    /// The evaluation of a position where a game is truncated.
    pub end: Pair,
}

impl Default for Rollouts {
    /// Returns GNU Backgammon 1.07.001's defaults except the seed, which it draws.
    fn default() -> Self {
        let deep = Evaluation::WORLD_CLASS;
        let pair = Pair { plays: Evaluation { plies: 0, ..deep }, cube: deep };
        Self {
            trials: 1_296,
            seed: 1,
            cubeful: true,
            initial: false,
            rotate: true,
            varredn: true,
            truncation: (false, 10),
            bearoff: [true; 2],
            jsd: (false, 2.33, 324),
            limit: (false, 0.01, 324),
            later: (false, 5),
            players_are_same: true,
            cube_as_plays: false,
            end_as_player_0: true,
            players: [pair; 2],
            later_players: [pair; 2],
            filters: [MoveFilters::NORMAL; 2],
            later_filters: [MoveFilters::NORMAL; 2],
            end: Pair { plays: deep, cube: deep },
        }
    }
}

impl Rollouts {
    /// Returns GNU Backgammon 1.07.001's defaults for rollouts that evaluate plays or cube decisions: no
    /// cube, and games of ten turns.
    pub(in crate::repl) fn inner() -> Self {
        let mut inner = Self { cubeful: false, truncation: (true, 10), seed: 0, ..Self::default() };
        let pairs = inner.players.iter_mut().chain(&mut inner.later_players).chain([&mut inner.end]);
        for pair in pairs {
            pair.plays.cubeful = false;
            pair.cube.cubeful = false;
        }
        inner
    }

    /// Returns the settings of the games for a side on roll.
    pub(in crate::repl) fn settings(&self, on_roll: Side) -> GameSettings {
        let deep = |plies: u8| plies.min(MOST_PLIES);
        let level = |pair: Pair| {
            let plays = deep(pair.plays.plies);
            Depth { plays, cube: if self.cube_as_plays { plays } else { deep(pair.cube.plies) } }
        };
        let seen = |players: [Pair; 2]| {
            let [zero, one] = if self.players_are_same { [players[0]; 2] } else { players }.map(level);
            if on_roll == Side::Zero { [zero, one] } else { [one, zero] }
        };
        let turns = |turns: u64| u16::try_from(turns).unwrap_or(u16::MAX);
        let end = if self.end_as_player_0 { self.players[0] } else { self.end };
        GameSettings {
            levels: seen(self.players),
            later: self
                .later
                .0
                .then(|| Later { from: turns(self.later.1), levels: seen(self.later_players) }),
            is_cubeful: self.cubeful,
            truncation: self
                .truncation
                .0
                .then(|| Truncation { turns: turns(self.truncation.1), plies: level(end).plays }),
            ends_at_tables: self.bearoff[usize::from(!self.cubeful)],
            reduces_variance: self.varredn,
            is_stratified: self.rotate,
            is_opening: self.initial,
            seed: self.seed,
            ..GameSettings::default()
        }
    }

    /// Returns the rules that end a rollout.
    pub(in crate::repl) fn stop(&self) -> Stop {
        let rule = |(is_on, value, _): (bool, f64, u64)| is_on.then_some(value as f32);
        let least = [(self.jsd.0, self.jsd.2), (self.limit.0, self.limit.2)];
        Stop {
            games: self.trials,
            least: least.into_iter().filter(|rule| rule.0).map(|rule| rule.1).max().unwrap_or(0),
            error: rule(self.limit),
            difference: rule(self.jsd),
        }
    }
}
