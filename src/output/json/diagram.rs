//! The answer of `diagram`.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `diagram --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiagramJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The Match ID, if the match is known.
    pub match_id: Option<String>,
    /// The colours.
    #[schemars(extend("enum" = ["screen", "print", "dark"]))]
    pub theme: &'static str,
    /// Whether the home boards are on the left.
    pub clockwise: bool,
    /// The width of the picture, in units.
    #[schemars(range(min = 1))]
    pub width: f64,
    /// Its height, in units.
    #[schemars(range(min = 1))]
    pub height: f64,
    /// The position in words.
    pub description: String,
    /// The picture.
    pub svg: String,
}
