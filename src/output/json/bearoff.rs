//! The answer of `bearoff show`.

use super::ChancesJson;
use crate::board::Board;
use crate::notation::PositionId;
use crate::output::bearoff::{Known, Side};
use schemars::JsonSchema;
use serde::Serialize;

/// One side of a bear-off.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BearoffSideJson {
    /// The checkers that are left.
    #[schemars(range(max = 15))]
    pub checkers: u8,
    /// The pips that they need.
    pub pips: u32,
    /// The mean number of rolls until the last checker is off.
    pub mean_rolls: f32,
    /// Its standard deviation.
    pub deviation: f32,
    /// The effective pip count.
    pub effective_pips: f32,
    /// The effective pip count less the pips.
    pub wastage: f32,
    /// The chance of each number of rolls until the last checker is off, none first.
    pub rolls: Vec<f32>,
    /// The chance of each number of rolls until the first checker is off, none first; empty if one is off already.
    pub first_off: Vec<f32>,
}

impl BearoffSideJson {
    fn new(side: &Side) -> Self {
        Self {
            checkers: side.checkers,
            pips: side.pips,
            mean_rolls: side.mean,
            deviation: side.deviation,
            effective_pips: side.effective_pips(),
            wastage: side.wastage(),
            rolls: side.rolls.clone(),
            first_off: side.first.clone(),
        }
    }
}

/// The money equity with each position of the cube, from the view of the player on roll, in points for a cube of 1.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BearoffMoneyJson {
    /// Without a cube.
    pub cubeless: f32,
    /// With the cube on the mover's side, doubling if that is best.
    pub owned: f32,
    /// As `owned`, not doubling now.
    pub owned_no_double: f32,
    /// With the cube in the middle, doubling if that is best.
    pub centred: f32,
    /// As `centred`, not doubling now.
    pub centred_no_double: f32,
    /// With the cube on the opponent's side.
    pub opponents: f32,
}

/// The answer of `bearoff show --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BearoffJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The player on roll.
    pub roller: BearoffSideJson,
    /// The opponent.
    pub opponent: BearoffSideJson,
    /// The chances of the player on roll, each side playing for the fewest rolls.
    pub chances: ChancesJson,
    /// Exact equities for money; `null` if a side has more than six checkers, or all of them.
    pub money: Option<BearoffMoneyJson>,
}

impl BearoffJson {
    /// Returns the answer for a position.
    #[must_use]
    pub fn new(board: &Board, known: &Known) -> Self {
        let [roller, opponent] = &known.sides;
        Self {
            schema: super::SCHEMA,
            position_id: PositionId::encode(board).to_string(),
            roller: BearoffSideJson::new(roller),
            opponent: BearoffSideJson::new(opponent),
            chances: ChancesJson::new(known.chances),
            money: known.money.map(|money| BearoffMoneyJson {
                cubeless: money.cubeless,
                owned: money.owned,
                owned_no_double: money.owned_no_double,
                centred: money.centred,
                centred_no_double: money.centred_no_double,
                opponents: money.opponents,
            }),
        }
    }
}
