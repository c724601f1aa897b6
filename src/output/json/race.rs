//! The answer of `race`.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `race --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RaceJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The player on roll, 0 or 1.
    #[schemars(extend("enum" = [0, 1]))]
    pub on_roll: usize,
    /// Whether the position has contact, so that the formulas don't apply.
    pub contact: bool,
    /// The pip counts of player 0 and player 1.
    pub pips: [u32; 2],
    /// The lead of the player on roll.
    pub lead: LeadJson,
    /// The verdict of each formula.
    pub formulas: Vec<FormulaJson>,
    /// Whether all formulas with a verdict agree.
    pub agree: bool,
}

/// A lead in a race, below zero if it is the other's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LeadJson {
    /// In pips.
    pub pips: i32,
    /// In percent of the pips of the player on roll.
    pub percent: f64,
}

/// The verdict of a formula on a race.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormulaJson {
    /// Its name.
    #[schemars(extend("enum" = ["thorp", "keith", "ward", "isight", "8912", "kleinman", "trice"]))]
    pub name: &'static str,
    /// The author, the publication and the year.
    pub source: &'static str,
    /// The number of the player on roll that is compared, in pips.
    pub mover: Option<f64>,
    /// The other's number that it is compared with, in pips.
    pub opponent: Option<f64>,
    /// The chance of the player on roll to win; a rough estimate can lie outside 0 to 1.
    pub chance: Option<f64>,
    /// The arithmetic.
    pub steps: Vec<String>,
    /// The published rule's verdict.
    #[schemars(extend("enum" = ["no-double", "double", "redouble", "pass", null]))]
    pub verdict: Option<&'static str>,
    /// The number of the player on roll in GNU Backgammon, where it compares one.
    pub gnubg_mover: Option<f64>,
    /// The verdict that GNU Backgammon prints.
    #[schemars(extend("enum" = ["no-double", "double", "redouble", "pass", null]))]
    pub gnubg_verdict: Option<&'static str>,
}
