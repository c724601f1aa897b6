//! The answer of `diagram`.

use serde::Serialize;

/// The answer of `diagram --json`.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramJson {
    /// The number of the shape.
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The Match ID, if the match is known.
    pub match_id: Option<String>,
    /// The colours.
    pub theme: &'static str,
    /// Whether the home boards are on the left.
    pub clockwise: bool,
    /// The width of the picture, in units.
    pub width: f64,
    /// Its height, in units.
    pub height: f64,
    /// What it shows, in words.
    pub description: String,
    /// The picture.
    pub svg: String,
}
