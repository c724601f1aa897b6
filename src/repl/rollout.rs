//! Rollouts in a session: how they are set, and playing the present position out.

use super::answer::{Answer, Refusal};
use super::session::Session;
use crate::board::{Board, Roll, Side};
use crate::engine::cube::CubeState;
use crate::engine::rollout::{Depth, GameSettings, Later, Question, Rollout, Stop, Truncation};
use crate::engine::search::MOST_PLIES;
use crate::host::rollout::{Ended, Plan, run};
use crate::output::rollout::{Played, gnubg, standing};
use std::sync::atomic::{AtomicBool, Ordering};

/// What `set rollout` sets.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Rollouts {
    /// How many games are played.
    pub trials: u64,
    /// From what the dice are drawn.
    pub seed: u64,
    /// Whether there is a cube.
    pub cubeful: bool,
    /// Whether the first roll is that of an opening.
    pub initial: bool,
    /// Whether the first rolls are spread evenly.
    pub rotate: bool,
    /// Whether the luck is taken out.
    pub varredn: bool,
    /// Whether games end by an evaluation, and after how many turns.
    pub truncation: (bool, u64),
    /// Whether games end at the table of both sides, and without a cube at that of each side.
    pub bearoff: [bool; 2],
    /// Whether a clear result ends a rollout: how many joint errors that is, after how many games.
    pub jsd: (bool, f64, u64),
    /// The same for a small error.
    pub limit: (bool, f64, u64),
    /// Whether the sides play otherwise later in a game, and from which turn on.
    pub later: (bool, u64),
    /// Whether both sides play as player 0.
    pub players_are_same: bool,
    /// Whether cube actions are chosen as plays are.
    pub cube_as_plays: bool,
    /// Whether an early end is evaluated as player 0 plays.
    pub end_as_player_0: bool,
    /// How deep players 0 and 1 look ahead.
    pub players: [Depth; 2],
    /// The same later in a game.
    pub later_players: [Depth; 2],
    /// How deep a position is evaluated where a game ends early.
    pub end: Depth,
}

impl Default for Rollouts {
    /// What GNU Backgammon 1.07.001 begins with, but for the seed, which it draws.
    fn default() -> Self {
        let level = Depth { plays: 0, cube: 2 };
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
            players: [level; 2],
            later_players: [level; 2],
            end: level,
        }
    }
}

impl Rollouts {
    /// Returns how games are played for a side on roll.
    fn settings(&self, on_roll: Side) -> GameSettings {
        let deep = |plies: u8| plies.min(MOST_PLIES);
        let level = |level: Depth| {
            let plays = deep(level.plays);
            Depth { plays, cube: if self.cube_as_plays { plays } else { deep(level.cube) } }
        };
        let seen = |players: [Depth; 2]| {
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

    fn stop(&self) -> Stop {
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

impl Session {
    /// Plays something out and says what it brought; what was interrupted says what it brought until then.
    ///
    /// # Errors
    ///
    /// There is no engine, or no table of match equities knows the score.
    pub(super) fn roll_out(
        &mut self,
        board: &Board,
        roll: Option<Roll>,
        question: &Question,
        names: &[String],
        answer: &mut Answer,
    ) -> Result<(), Refusal> {
        let evaluator = self.host.evaluator().map_err(Refusal::complain)?;
        let evaluator = evaluator.ok_or_else(|| Refusal::complain("there is no engine here"))?;
        let by = self.game.state.on_roll();
        let state = CubeState::of(&self.game.state, by);
        let table = self.match_equities(state.most_away()).into_owned();
        let table = &table;
        let efficiency = self.settings.efficiency;
        let settings = GameSettings { efficiency, ..self.settings.rollouts.settings(by) };
        let mut rollout = Rollout::new(question, self.settings.rollouts.stop());
        let plan = Plan {
            evaluator: evaluator.as_ref(),
            table,
            state,
            settings: &settings,
            question,
            jobs: self.threads() as usize,
        };
        let show = |rollout: &Rollout, use_it: &mut dyn FnMut(&Played<'_>)| {
            let settings = &settings;
            use_it(&Played { state: &state, table, board, roll, question, names, settings, rollout });
        };
        let is_stopped = AtomicBool::new(false);
        let total = rollout.numbers().end;
        let mut done = 0;
        let host = &mut self.host;
        let ended = run(plan, &mut rollout, &|| is_stopped.load(Ordering::Relaxed), |rollout| {
            done += 1;
            if host.is_interrupted() {
                is_stopped.store(true, Ordering::Relaxed);
            }
            host.progress(done, total, &mut || {
                let mut text = String::new();
                show(rollout, &mut |played| text = format!("games {}", standing(played)));
                text
            });
        });
        self.host.progress_ends();
        answer.say(match ended {
            None => return Err(Refusal::complain("no table of match equities knows this score")),
            Some(Ended::Done) => "Rollout done. Printing final results.",
            Some(Ended::Interrupted) => "Rollout interrupted. Printing what was found until then.",
        });
        show(&rollout, &mut |played| answer.put(gnubg(played, 3)));
        Ok(())
    }
}
