//! The answers of `eval`, `hint` and `cube`.

use crate::board::Board;
use crate::engine::cube::{Action, CubeDecision, CubeState, Owner, Points, Stakes};
use crate::engine::met::Stage;
use crate::engine::search::{EvaluatedPlay, Evaluation};
use crate::engine::{Chances, Class};
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::output::plays;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The score and the cube, from the view of the player on roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StakesJson {
    /// The points that each player needs, the player on roll first; `null` for money.
    #[schemars(inner(range(min = 1)))]
    pub away: Option<[usize; 2]>,
    /// Whether the Crawford game is over; `null` for money.
    pub post_crawford: Option<bool>,
    /// Whether gammons count only once the cube was turned.
    pub jacoby: bool,
    /// Whether a double may be answered by a redouble at once.
    pub beavers: bool,
    /// The value of the cube.
    pub cube: u32,
    /// The owner of the cube: `centred`, `mover` or `opponent`; `null` if no cube is in use.
    #[schemars(with = "Option<String>", extend("enum" = ["centred", "mover", "opponent", null]))]
    pub owner: Option<OwnerJson>,
}

/// The owner of a cube that is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OwnerJson {
    /// Nobody yet.
    Centred,
    /// The player on roll.
    Mover,
    /// The other one.
    Opponent,
}

impl StakesJson {
    /// Returns the JSON of a state of the cube.
    #[must_use]
    pub fn new(state: &CubeState) -> Self {
        let (away, post_crawford, jacoby, beavers) = match state.stakes {
            Stakes::Money { jacoby, beavers } => (None, None, jacoby, beavers),
            Stakes::Match { away, opponent, stage } => {
                (Some([away, opponent]), Some(stage == Stage::After), false, false)
            }
        };
        Self {
            away,
            post_crawford,
            jacoby,
            beavers,
            cube: state.value,
            owner: state.is_in_use.then_some(match state.owner {
                Owner::Centred => OwnerJson::Centred,
                Owner::Mover => OwnerJson::Mover,
                Owner::Opponent => OwnerJson::Opponent,
            }),
        }
    }

    /// Returns the state of the cube; `None` if a player needs no point, or the cube is no power of 2.
    #[must_use]
    pub fn state(&self) -> Option<CubeState> {
        let stakes = match self.away {
            None => Stakes::Money { jacoby: self.jacoby, beavers: self.beavers },
            Some([0, _] | [_, 0]) => return None,
            Some([away, opponent]) => {
                let stage = if self.post_crawford? { Stage::After } else { Stage::Before };
                Stakes::Match { away, opponent, stage }
            }
        };
        let owner = match self.owner {
            Some(OwnerJson::Mover) => Owner::Mover,
            Some(OwnerJson::Opponent) => Owner::Opponent,
            Some(OwnerJson::Centred) | None => Owner::Centred,
        };
        let state = CubeState {
            value: self.cube,
            owner,
            is_in_use: self.owner.is_some(),
            stakes,
            ..CubeState::CUBELESS
        };
        self.cube.is_power_of_two().then_some(state)
    }
}

/// The chances of the six ends of a game; together 1.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChancesJson {
    /// Exactly a single game, a gammon, a backgammon won.
    #[schemars(inner(range(max = 1.000_001)))]
    pub won: [f32; 3],
    /// Exactly a single game, a gammon, a backgammon lost.
    #[schemars(inner(range(max = 1.000_001)))]
    pub lost: [f32; 3],
}

impl ChancesJson {
    /// Returns the JSON of chances.
    #[must_use]
    pub const fn new(chances: Chances) -> Self {
        let ends = chances.0;
        Self { won: [ends[3], ends[4], ends[5]], lost: [ends[2], ends[1], ends[0]] }
    }
}

/// The evaluation of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvaluationJson {
    /// The number of plies searched.
    #[schemars(range(max = 3))]
    pub plies: u8,
    /// The number of games of the short rollout that settled it; null without one.
    pub games: Option<u64>,
    /// The standard error of its equity; null without a rollout.
    pub error: Option<f32>,
    /// The chances.
    pub chances: ChancesJson,
    /// The normalised equity without any more use of the cube.
    pub cubeless: f32,
    /// The normalised equity with it.
    pub equity: f32,
    /// The chance to win the match; `null` for money.
    pub match_chance: Option<f32>,
}

impl EvaluationJson {
    /// Returns the JSON of an evaluation.
    #[must_use]
    pub fn new(evaluation: &Evaluation) -> Self {
        Self {
            plies: evaluation.plies,
            games: evaluation.rolled.map(|rolled| rolled.games),
            error: evaluation.rolled.map(|rolled| rolled.error),
            chances: ChancesJson::new(evaluation.chances),
            cubeless: evaluation.cubeless,
            equity: evaluation.equity,
            match_chance: evaluation.match_chance,
        }
    }
}

/// The answer of `eval --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvalJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The class of the position: `over`, `bearoff`, `race` or `contact`.
    #[schemars(extend("enum" = ["over", "bearoff", "race", "contact"]))]
    pub phase: &'static str,
    /// Whether a table contains the whole game from it on (hypergammon, or the last checkers), so that nothing is guessed.
    pub solved: bool,
    /// The score and the cube.
    pub stakes: StakesJson,
    /// The evaluations, from the view of the player on roll, one for each depth.
    pub evaluations: Vec<EvaluationJson>,
}

impl EvalJson {
    /// Returns the JSON of a position's evaluations.
    #[must_use]
    pub fn new(state: &CubeState, board: &Board, solved: bool, evaluations: &[Evaluation]) -> Self {
        Self {
            schema: super::SCHEMA,
            position_id: PositionId::encode(board).to_string(),
            solved,
            phase: match Class::of(board) {
                Class::Over => "over",
                Class::Bearoff => "bearoff",
                Class::Race => "race",
                Class::Contact => "contact",
            },
            stakes: StakesJson::new(state),
            evaluations: evaluations.iter().map(EvaluationJson::new).collect(),
        }
    }
}

/// The answer of `hint --json` with dice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HintJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The roll, the larger die first.
    pub roll: String,
    /// The score and the cube.
    pub stakes: StakesJson,
    /// The number of legal plays.
    pub legal: usize,
    /// The plays, the best first.
    pub plays: Vec<HintPlayJson>,
}

/// One evaluated play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HintPlayJson {
    /// As GNU Backgammon shows it; empty for a dance.
    pub play: String,
    /// The position that it leads to, seen by the opponent.
    pub position_id: String,
    /// The normalised equity that it loses against the best play, at the depth to which it was evaluated; never negative.
    #[schemars(range(min = 0.0))]
    pub loss: f32,
    /// The evaluation, from the view of the player who makes it.
    pub evaluation: EvaluationJson,
}

impl HintJson {
    /// Returns the JSON of evaluated plays, at most `most`.
    #[must_use]
    pub fn new(
        state: &CubeState,
        board: &Board,
        roll: &str,
        evaluated: &[EvaluatedPlay],
        most: usize,
    ) -> Self {
        Self {
            schema: super::SCHEMA,
            position_id: PositionId::encode(board).to_string(),
            roll: roll.to_owned(),
            stakes: StakesJson::new(state),
            legal: evaluated.iter().filter(|play| !play.play.is_dance()).count(),
            plays: evaluated
                .iter()
                .take(most)
                .map(|play| HintPlayJson {
                    play: print::gnubg(board, &play.play).to_string(),
                    position_id: plays::after(&play.after),
                    loss: play.loss(&evaluated[0]),
                    evaluation: EvaluationJson::new(&play.evaluation),
                })
                .collect(),
        }
    }
}

/// The answer of `cube --json`, and of `hint --json` without dice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CubeJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The score and the cube.
    pub stakes: StakesJson,
    /// The number of plies searched.
    #[schemars(range(max = 3))]
    pub plies: u8,
    /// The number of games of the short rollout that settled it; null without one.
    pub games: Option<u64>,
    /// The standard error of its equity; null without a rollout.
    pub error: Option<f32>,
    /// The chances.
    pub chances: ChancesJson,
    /// The normalised equity without any more use of the cube.
    pub cubeless: f32,
    /// The normalised equities of no double, double and take, double and pass.
    pub equities: [f32; 3],
    /// Their chances to win the match; `null` for money.
    #[schemars(inner(range(max = 1.000_001)))]
    pub match_chances: Option<[f32; 3]>,
    /// The best action.
    #[schemars(extend("enum" = ["never-double", "no-double-take", "no-double-beaver", "optional-double-take", "double-take", "double-beaver", "double-pass", "too-good-pass", "too-good-take"]))]
    pub action: &'static str,
    /// The share of wrong answers that would make a double right where it isn't.
    pub wrong_answers: Option<f32>,
    /// The winning chances at which the action changes.
    pub window: Option<WindowJson>,
}

/// The winning chances at which the action changes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WindowJson {
    /// With a dead cube.
    pub dead: PointsJson,
    /// As the equities were evaluated.
    pub used: PointsJson,
    /// With a live cube.
    pub live: PointsJson,
}

/// The points of one window, winning chances of the player on roll.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PointsJson {
    /// The winning chances from which a double is right.
    pub double: f32,
    /// The winning chances from which the opponent should pass.
    pub pass: f32,
    /// The winning chances from which playing on is better than doubling.
    pub too_good: f32,
}

impl PointsJson {
    const fn new(points: &Points) -> Self {
        Self { double: points.double, pass: points.cash, too_good: points.too_good }
    }
}

/// Returns the name of the right action.
#[must_use]
pub const fn action_name(action: Action) -> &'static str {
    match action {
        Action::NotAvailable => "never-double",
        Action::NoDouble => "no-double-take",
        Action::NoDoubleBeaver => "no-double-beaver",
        Action::Optional => "optional-double-take",
        Action::DoubleTake => "double-take",
        Action::DoubleBeaver => "double-beaver",
        Action::DoublePass => "double-pass",
        Action::TooGood => "too-good-pass",
        Action::TooGoodTake => "too-good-take",
    }
}

impl CubeJson {
    /// Returns the JSON of a cube decision.
    #[must_use]
    pub fn new(state: &CubeState, board: &Board, decision: &CubeDecision) -> Self {
        Self {
            schema: super::SCHEMA,
            position_id: PositionId::encode(board).to_string(),
            stakes: StakesJson::new(state),
            plies: decision.plies,
            games: decision.rolled.map(|rolled| rolled.games),
            error: decision.rolled.map(|rolled| rolled.error),
            chances: ChancesJson::new(decision.chances),
            cubeless: decision.cubeless,
            equities: [decision.no_double, decision.double_take, decision.double_pass],
            match_chances: decision.match_chances,
            action: action_name(decision.action),
            wrong_answers: decision.wrong_answers(),
            window: decision.window.map(|window| WindowJson {
                dead: PointsJson::new(&window.dead),
                used: PointsJson::new(&window.used),
                live: PointsJson::new(&window.live),
            }),
        }
    }
}
