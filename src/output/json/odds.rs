//! The answers of `odds`.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `odds --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The player on roll, 0 or 1.
    #[schemars(extend("enum" = [0, 1]))]
    pub on_roll: usize,
    /// How each player with checkers on the bar enters, the one on roll first.
    pub entering: Vec<EntryJson>,
    /// The opponent's blots, from the highest point of the player on roll down, and how each is hit.
    pub hits: Vec<PointOddsJson>,
    /// How any of them is hit.
    pub any_hit: ChanceJson,
    /// How two or more are hit with one play.
    pub several_hits: ChanceJson,
    /// The points that can be made and aren't yet.
    pub makes: Vec<PointOddsJson>,
    /// How the other player hits after any play of the player on roll, each legal play of a roll alike.
    pub then_hit: ThenHitJson,
}

/// The chance to be hit in the roll after one's own.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ThenHitJson {
    /// The number of the 1,296 pairs of rolls in which the player is hit (averaged over plays, so not a whole number).
    #[schemars(range(min = 0, max = 1296))]
    pub of_1296: f64,
    /// By the first roll.
    pub rolls: Vec<FirstRollJson>,
}

/// The plays of one roll, and the hits after them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FirstRollJson {
    /// The roll, the larger die first.
    pub roll: String,
    /// The number of plays; 1 for a dance.
    #[schemars(range(min = 1))]
    pub plays: u32,
    /// The number of rolls out of 36 with which the other player hits after a play, summed over the plays.
    pub hits: u32,
}

/// The answer of `odds --chart --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EntryChartJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// By the number of blocked points, 0 to 6.
    pub rows: Vec<EntryChartRowJson>,
}

/// The number of the 36 rolls that enter checkers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EntryChartRowJson {
    /// The number of blocked points in the home board.
    #[schemars(range(max = 6))]
    pub blocked: usize,
    /// At least one checker enters.
    #[schemars(range(max = 36))]
    pub some: u32,
    /// All of one, two, three and four checkers enter.
    #[schemars(inner(range(max = 36)))]
    pub all: [u32; 4],
    /// None enters.
    #[schemars(range(max = 36))]
    pub none: u32,
}

/// A chance over the 36 rolls of two dice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChanceJson {
    /// The number of rolls out of 36.
    pub of_36: u32,
    /// With which rolls, the larger die first.
    pub rolls: Vec<String>,
}

/// How a player's checkers enter from the bar.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EntryJson {
    /// The owner of the checkers.
    #[schemars(extend("enum" = [0, 1]))]
    pub side: usize,
    /// Their number.
    #[schemars(range(min = 1))]
    pub checkers: u8,
    /// The dice whose points are blocked.
    #[schemars(inner(range(min = 1)))]
    pub blocked: Vec<u8>,
    /// At least one enters.
    pub some: ChanceJson,
    /// All of them enter.
    pub all: ChanceJson,
    /// None enters.
    pub none: ChanceJson,
    /// The numbers of rolls out of 36 with which exactly 0 to 4 of them enter.
    pub exactly: Vec<u32>,
}

/// The chances on a point.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PointOddsJson {
    /// The point, in the numbering of the player on roll.
    #[schemars(range(min = 1))]
    pub point: u8,
    /// With which rolls.
    #[serde(flatten)]
    pub chance: ChanceJson,
    /// For hits: the rolls that hit with a single die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct: Option<ChanceJson>,
}
