//! A session's answer to a line.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer to one line of a session.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SessionJson<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// Where the line came from.
    pub file: &'a str,
    /// The number of the line, counted from 1.
    #[schemars(range(min = 1))]
    pub line: usize,
    /// The line.
    pub command: &'a str,
    /// Whether it was done.
    pub done: bool,
    /// What the command wrote to standard output.
    pub out: String,
    /// What the command wrote to standard error.
    pub err: String,
    /// Why it wasn't done, or what to do.
    pub help: Option<&'a str>,
    /// The column of what is wrong, in characters, counted from 1.
    #[schemars(range(min = 1))]
    pub column: Option<usize>,
    /// The Position ID of the board, seen by the side on roll; `null` before the first game.
    pub position_id: Option<String>,
    /// The Match ID; `null` before the first game.
    pub match_id: Option<String>,
}
