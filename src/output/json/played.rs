//! A line of the file in which `play` keeps the matches against the computer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A match that a user played against the computer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The day on which it ended, in UTC: `YYYY-MM-DD`.
    pub date: String,
    /// The level of the computer.
    pub level: String,
    /// The user's decisions that count for the performance rating.
    pub decisions: u64,
    /// The normalised equity that they lost.
    #[schemars(range(min = 0.0))]
    pub lost: f64,
}
