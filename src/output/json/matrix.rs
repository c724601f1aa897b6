//! The answer of `matrix`.

use super::{CubeJson, HintJson};
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `matrix --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MatrixJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The roll, the larger die first; null for a cube decision.
    pub roll: Option<String>,
    /// The most points that a player needs.
    #[schemars(range(min = 1, max = 25))]
    pub length: usize,
    /// Money, then every score: a row for each number of points that the player on roll needs, the Crawford game first.
    pub cells: Vec<MatrixCellJson>,
}

/// The decision at one score.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MatrixCellJson {
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// The answer of `cube --json` at this score; null with dice.
    pub cube: Option<CubeJson>,
    /// The answer of `hint --json` at this score with at most three plays; null for a cube decision.
    pub hint: Option<HintJson>,
}
