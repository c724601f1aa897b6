//! The answers of `id`, `show`, `plays`, `pips` and `perft`.

use serde::Serialize;

/// The answer of `plays --json`.
#[derive(Clone, Debug, Serialize)]
pub struct PlaysJson {
    /// The number of the shape.
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The roll, the larger die first.
    pub roll: String,
    /// Whether there is no legal play.
    pub dances: bool,
    /// Every legal play; for a dance, one without steps.
    pub plays: Vec<PlayJson>,
}

/// One legal play.
#[derive(Clone, Debug, Serialize)]
pub struct PlayJson {
    /// As GNU Backgammon shows it.
    pub play: String,
    /// As .mat files have it.
    pub plain: String,
    /// The position that it leads to, seen by the opponent.
    pub position_id: String,
}

/// The answer of `pips --json`.
#[derive(Clone, Debug, Serialize)]
pub struct PipsJson {
    /// The number of the shape.
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The player on roll, 0 or 1.
    pub on_roll: usize,
    /// The pip counts of player 0 and player 1.
    pub pips: [u32; 2],
}

/// The answer of `perft --json`.
#[derive(Clone, Debug, Serialize)]
pub struct PerftJson {
    /// The number of the shape.
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// Whether each roll counts as often as it is among the 36 of two dice.
    pub weighted: bool,
    /// How many ways there are.
    pub ways: u64,
    /// The ways below each roll; empty unless asked for.
    pub rolls: Vec<RollWaysJson>,
}

/// The ways below one roll.
#[derive(Clone, Debug, Serialize)]
pub struct RollWaysJson {
    /// The roll, the larger die first.
    pub roll: String,
    /// How many ways there are.
    pub ways: u64,
}

/// The answer of `show --json`.
#[derive(Clone, Debug, Serialize)]
pub struct ShowJson<'a> {
    /// The number of the shape.
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The Match ID, if the match is known.
    pub match_id: Option<String>,
    /// The lines of the drawing, trailing blanks included.
    pub lines: Vec<&'a str>,
}
