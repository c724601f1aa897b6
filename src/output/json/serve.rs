//! The requests and answers of `barpoint serve`.

use super::{CubeJson, EvalJson, HintJson, RolloutJson, SCHEMA};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of a request, which its answers repeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RequestId {
    /// A number.
    Number(#[schemars(range(min = -9_223_372_036_854_775_808_i64, max = 9_223_372_036_854_775_807_i64))] i64),
    /// A text.
    Text(String),
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// The evaluation of a position at every depth, as `barpoint eval --json` gives it.
    Eval,
    /// The best plays of a roll, or the cube action without one, as `barpoint hint --json` gives them.
    Hint,
    /// The cube action, as `barpoint cube --json` gives it.
    Cube,
    /// A rollout, as `barpoint rollout --json` gives it.
    Rollout,
    /// The end of other requests.
    Cancel,
    /// The version of the program.
    Version,
}

/// A request of `barpoint serve`: one object per line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServeRequestJson {
    /// The name of the request.
    pub id: RequestId,
    /// What is asked.
    pub ask: Ask,
    /// Requests of a higher priority are answered first.
    #[serde(default)]
    #[schemars(range(min = -9_223_372_036_854_775_808_i64, max = 9_223_372_036_854_775_807_i64))]
    pub priority: i64,
    /// The position, as any ID.
    pub position: Option<String>,
    /// Instead of a position, the path of a match record.
    pub record: Option<String>,
    /// The number of the match in the record, from 1.
    #[schemars(range(min = 1, max = 4_294_967_295_u32))]
    pub r#match: Option<u32>,
    /// The number of the game in the match, from 1.
    #[schemars(range(min = 1, max = 4_294_967_295_u32))]
    pub game: Option<u32>,
    /// The move of the game before which the position stands: `12`, or `12:NAME`.
    pub r#move: Option<String>,
    /// The variant [default: standard].
    pub variant: Option<String>,
    /// Accept an ID that is too short or too long.
    #[serde(default)]
    pub lenient: bool,
    /// The roll; it replaces the dice of the position.
    pub roll: Option<String>,
    /// The plies searched.
    #[schemars(range(max = 3))]
    pub plies: Option<u8>,
    /// `roller` settles close decisions by short rollouts.
    #[schemars(extend("enum" = ["roller", null]))]
    pub level: Option<String>,
    /// Evaluate without the cube.
    #[serde(default)]
    pub cubeless: bool,
    /// The number of plays: to show, or to roll out.
    #[schemars(range(min = 1, max = 1000))]
    pub count: Option<u64>,
    /// The plays to roll out [default: the best ones].
    #[serde(default)]
    pub plays: Vec<String>,
    /// The number of games of a rollout.
    #[schemars(range(min = 1, max = 4_294_967_296_u64))]
    pub games: Option<u64>,
    /// The seed of a rollout.
    #[schemars(range(max = 18_446_744_073_709_551_615_u64))]
    pub seed: Option<u64>,
    /// The plies of cube decisions in a rollout.
    #[schemars(range(max = 3))]
    pub cube_plies: Option<u8>,
    /// The number of plies after which the games of a rollout are truncated.
    pub truncate: Option<u16>,
    /// Roll the first roll as in an opening: no doublets, and no double before it.
    #[serde(default)]
    pub opening: bool,
    /// The standard error at which a candidate has enough games.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stop_error: Option<f64>,
    /// The number of joint standard errors at which a candidate is behind.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stop_difference: Option<f64>,
    /// The least number of games before a candidate is stopped.
    #[schemars(range(max = 18_446_744_073_709_551_615_u64))]
    pub least: Option<u64>,
    /// The seconds after which a rollout ends with the games that it has.
    #[schemars(range(min = 0, max = 1e19))]
    pub seconds: Option<f64>,
    /// The seconds between partial results of a rollout.
    #[schemars(range(min = 0, max = 1e19))]
    pub partial: Option<f64>,
    /// The request to cancel [default: all].
    pub of: Option<RequestId>,
}

/// What a request gives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ServedJson {
    /// An evaluation.
    Eval(Box<EvalJson>),
    /// The best plays.
    Hint(Box<HintJson>),
    /// A cube decision.
    Cube(Box<CubeJson>),
    /// A rollout.
    Rollout(Box<RolloutJson>),
    /// An answer to `cancel`.
    Cancelled {
        /// The number of requests that end; each has its own answer.
        cancelled: u64,
    },
    /// An answer to `version`.
    Version {
        /// The version of the program.
        version: &'static str,
        /// The number of threads.
        jobs: usize,
    },
}

/// An answer of `barpoint serve`: one object per line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ServeAnswerJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The name of the request; null if it can't be read.
    pub id: Option<RequestId>,
    /// `partial` is followed by other answers to the request; `done`, `error` and `cancelled` are the last.
    #[schemars(extend("enum" = ["done", "partial", "error", "cancelled"]))]
    pub state: &'static str,
    /// The result: the object that the command of this name writes with `--json`.
    pub result: Option<ServedJson>,
    /// Of an error, its kind: `request-invalid`, if the line isn't a request, or a key is missing or unknown, has a
    /// value of a wrong type or out of its range, or contradicts another; `input-invalid`, if the position, record,
    /// match, game, move, roll or plays can't be found, read or evaluated.
    #[schemars(extend("enum" = ["request-invalid", "input-invalid", null]))]
    pub code: Option<&'static str>,
    /// Why there is no result.
    pub error: Option<String>,
    /// What was assumed, and cautions.
    pub notes: Vec<String>,
}

impl ServeAnswerJson {
    /// Returns an answer without a result.
    #[must_use]
    pub const fn new(id: Option<RequestId>, state: &'static str) -> Self {
        Self { schema: SCHEMA, id, state, result: None, code: None, error: None, notes: Vec::new() }
    }
}
