//! A line of the file in which a quiz keeps its results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One answer to a problem of a quiz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuizResultJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The problem as an XGID; the player who decides is player 1.
    pub id: String,
    /// The variant, which determines the number of checkers.
    pub variant: String,
    /// The day of the answer in UTC: `YYYY-MM-DD`.
    pub date: String,
    /// The play or the cube action that was chosen.
    pub answer: String,
    /// The best one.
    pub best: String,
    /// The normalised equity that the answer loses.
    #[schemars(range(min = 0.0))]
    pub loss: f64,
    /// How the answer counts when the problem is scheduled.
    pub grade: GradeJson,
}

/// How an answer counts when the problem is scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GradeJson {
    /// A mistake.
    Again,
    /// Not the best, but without a mark.
    Hard,
    /// The best.
    Good,
}
