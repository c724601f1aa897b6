//! The answer of `rollout`.

use super::evaluation::{ChancesJson, StakesJson, action_name};
use crate::engine::Chances;
use crate::engine::rollout::{Depth, Estimate, GameSettings, Later, Question, Status, Truncation};
use crate::notation::PositionId;
use crate::output::rollout::Played;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct SettingsJson {
    /// The seed of all dice.
    pub seed: u64,
    /// The plies searched for plays, by the player on roll and by the opponent.
    #[schemars(inner(range(max = 3)))]
    pub plies: [u8; 2],
    /// The same for cube decisions.
    #[schemars(inner(range(max = 3)))]
    pub cube_plies: [u8; 2],
    /// Depths used from a later turn on; `null` if they don't change.
    pub later: Option<LaterJson>,
    /// Whether there is a cube.
    pub cubeful: bool,
    /// The turns after which games are truncated, and the plies of the evaluation then; `null` if they aren't.
    pub truncation: Option<[u16; 2]>,
    /// Whether games end as soon as a bear-off table contains the position.
    pub ends_at_tables: bool,
    /// Whether variance is reduced by the luck of the dice.
    pub variance_reduction: bool,
    /// Whether the first three rolls are spread evenly over the games.
    pub stratified: bool,
    /// Whether the first roll is that of an opening.
    pub opening: bool,
}

/// How the sides play from some turn on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LaterJson {
    /// The first such turn, from 0.
    pub turn: u16,
    /// As in the settings.
    #[schemars(inner(range(max = 3)))]
    pub plies: [u8; 2],
    /// As in the settings.
    #[schemars(inner(range(max = 3)))]
    pub cube_plies: [u8; 2],
}

impl SettingsJson {
    /// Returns the JSON of settings.
    #[must_use]
    pub fn new(settings: &GameSettings) -> Self {
        Self {
            seed: settings.seed,
            plies: settings.levels.map(|level| level.plays),
            cube_plies: settings.levels.map(|level| level.cube),
            later: settings.later.map(|later| LaterJson {
                turn: later.from,
                plies: later.levels.map(|level| level.plays),
                cube_plies: later.levels.map(|level| level.cube),
            }),
            cubeful: settings.is_cubeful,
            truncation: settings.truncation.map(|truncation| [truncation.turns, truncation.plies.into()]),
            ends_at_tables: settings.ends_at_tables,
            variance_reduction: settings.reduces_variance,
            stratified: settings.is_stratified,
            opening: settings.is_opening,
        }
    }

    /// Returns the settings. What the JSON doesn't have (filters, the use of live cubes) is as it is by default.
    #[must_use]
    pub fn settings(&self) -> GameSettings {
        let levels = |plies: [u8; 2], cube_plies: [u8; 2]| {
            [0, 1].map(|side| Depth { plays: plies[side], cube: cube_plies[side] })
        };
        let later =
            |later: &LaterJson| Later { from: later.turn, levels: levels(later.plies, later.cube_plies) };
        let truncation = |[turns, plies]: [u16; 2]| Truncation { turns, plies: plies as u8 };
        GameSettings {
            levels: levels(self.plies, self.cube_plies),
            later: self.later.as_ref().map(later),
            is_cubeful: self.cubeful,
            truncation: self.truncation.map(truncation),
            ends_at_tables: self.ends_at_tables,
            reduces_variance: self.variance_reduction,
            is_stratified: self.stratified,
            is_opening: self.opening,
            seed: self.seed,
            ..GameSettings::default()
        }
    }
}

/// The answer of `rollout --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RolloutJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The roll whose plays are compared, the larger die first; `null` before the roll.
    pub roll: Option<String>,
    /// The score and the cube.
    pub stakes: StakesJson,
    /// How games were played.
    pub settings: SettingsJson,
    /// Whether all games were played that were wanted.
    pub complete: bool,
    /// The results of each candidate; plays with the best first.
    pub candidates: Vec<CandidateJson>,
    /// The right cube action, if the question is a cube decision.
    #[schemars(extend("enum" = ["never-double", "no-double-take", "no-double-beaver", "optional-double-take", "double-take", "double-beaver", "double-pass", "too-good-pass", "too-good-take", null]))]
    pub action: Option<&'static str>,
}

/// The results of one candidate. Errors are standard errors, `null` after a single game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CandidateJson {
    /// A play as GNU Backgammon shows it, `no double`, `double, take` or `position`.
    pub candidate: String,
    /// The position that a play leads to, seen by the opponent.
    pub position_id: Option<String>,
    /// The number of games.
    #[schemars(range(min = 1))]
    pub games: u64,
    /// Why the candidate stopped early: `exact`, `behind` or `clear`; `null` if no stopping rule applied.
    #[schemars(extend("enum" = ["exact", "behind", "clear", null]))]
    pub ended: Option<&'static str>,
    /// The normalised equity, with the cube if there is one.
    pub equity: f32,
    /// Its error.
    pub error: Option<f32>,
    /// The loss against the best play; `null` for cube actions and positions.
    pub loss: Option<f32>,
    /// The normalised equity without any use of the cube.
    pub cubeless: f32,
    /// Its error.
    pub cubeless_error: Option<f32>,
    /// The chances.
    pub chances: ChancesJson,
    /// Their errors.
    pub chance_errors: Option<ChancesJson>,
    /// The error of the chance to win, gammons and backgammons included.
    pub win_error: Option<f32>,
    /// The chance to win the match; `null` for money.
    pub match_chance: Option<f32>,
    /// Its error.
    pub match_chance_error: Option<f32>,
}

pub(super) const fn ended(status: Status) -> Option<&'static str> {
    match status {
        Status::Running => None,
        Status::Exact => Some("exact"),
        Status::Behind => Some("behind"),
        Status::Clear => Some("clear"),
    }
}

impl RolloutJson {
    /// Returns the JSON of a rollout.
    #[must_use]
    pub fn new(played: &Played<'_>) -> Self {
        let found = played.candidates();
        let best = found.first().map_or(0.0, |best| best.1.equity);
        let finite = |error: f32| Some(error).filter(|error| error.is_finite());
        let candidate = |(number, estimate, status): &(usize, Estimate, Status)| {
            let after = match played.question {
                Question::Plays(boards) => Some(&boards[*number]),
                _ => None,
            };
            let match_chance = played.match_chance(estimate);
            CandidateJson {
                candidate: played.names[*number].clone(),
                position_id: after.map(|after| PositionId::encode(&after.flip()).to_string()),
                games: estimate.games,
                ended: ended(*status),
                equity: estimate.equity,
                error: finite(estimate.error),
                loss: after.map(|_| best - estimate.equity),
                cubeless: estimate.cubeless,
                cubeless_error: finite(estimate.cubeless_error),
                chances: ChancesJson::new(estimate.chances),
                chance_errors: finite(estimate.chance_errors[0])
                    .map(|_| ChancesJson::new(Chances(estimate.chance_errors))),
                win_error: finite(estimate.cumulative_errors[0]),
                match_chance: match_chance.map(|chance| chance.0),
                match_chance_error: match_chance.and_then(|chance| finite(chance.1)),
            }
        };
        Self {
            schema: super::SCHEMA,
            position_id: PositionId::encode(played.board).to_string(),
            roll: played.roll.map(|roll| roll.to_string()),
            stakes: StakesJson::new(played.state),
            settings: SettingsJson::new(played.settings),
            complete: played.rollout.numbers().is_empty(),
            candidates: found.iter().map(candidate).collect(),
            action: played.decision().map(|decision| action_name(decision.action)),
        }
    }
}
