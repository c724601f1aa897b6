//! The flat line of `barpoint replay`.

use super::SCHEMA;
use schemars::JsonSchema;
use serde::Serialize;

/// One decision of a match, or one finding: one flat object per line, always with the same keys, so
/// that a table of them needs no unpacking.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct DecisionJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The file, as it was named or found. In a name that isn't UTF-8, `%E9` is the byte 0xE9, and `%25` a percent sign.
    pub path: String,
    /// The match in its file, from 1.
    #[schemars(range(min = 1))]
    pub r#match: u32,
    /// The number that the record gives the game.
    pub game: Option<u32>,
    /// The number of the move in the game, from 1, as the rows of a .mat record are counted: at most one action of each
    /// player.
    pub r#move: Option<u32>,
    /// The decision in its game, from 1.
    pub decision: Option<u32>,
    /// The line of the file.
    pub line: Option<u64>,
    /// What happened: `play`, `dance`, `illegal`, `roll`, `double`, `redouble`, `beaver`, `take`, `pass`,
    /// `offer-resignation`, `refuse-resignation`, `resign`, `set`, `result` or `finding`.
    #[schemars(extend("enum" = ["play", "dance", "illegal", "roll", "double", "redouble", "beaver", "take", "pass", "offer-resignation", "refuse-resignation", "resign", "set", "result", "finding"]))]
    pub action: &'static str,
    /// 0 for the left column, 1 for the right one.
    #[schemars(extend("enum" = [0, 1, null]))]
    pub side: Option<u8>,
    /// The name of the player who acts; for a result, the winner's; `null` for a drawn game.
    pub player: Option<String>,
    /// The other player's name.
    pub opponent: Option<String>,
    /// The match length, 0 for a money session.
    pub length: Option<u16>,
    /// The player's points before the game.
    pub score: Option<u32>,
    /// The opponent's points before the game.
    pub opponent_score: Option<u32>,
    /// Whether this is the Crawford game.
    pub crawford: Option<bool>,
    /// The value of the cube before the action.
    pub cube: Option<u32>,
    /// The owner of the cube, 0 or 1; `null` while it is centred.
    #[schemars(extend("enum" = [0, 1, null]))]
    pub cube_owner: Option<u8>,
    /// The offered value of the cube.
    pub offered: Option<u32>,
    /// The dice, the larger first.
    pub roll: Option<String>,
    /// The play, as GNU Backgammon writes it.
    pub play: Option<String>,
    /// The position before the action, from the view of the player on roll.
    pub position_id: Option<String>,
    /// The match before the action.
    pub match_id: Option<String>,
    /// Both as an XGID.
    pub xgid: Option<String>,
    /// Both as an OGID.
    pub ogid: Option<String>,
    /// The position after a play, from the view of the opponent, who is then on roll.
    pub resulting_position_id: Option<String>,
    /// The best play, where an analysis finds that the play lost something.
    pub best_play: Option<String>,
    /// The normalised equity that the play lost; `null` without an analysis.
    pub play_loss: Option<f64>,
    /// How the play is marked.
    #[schemars(extend("enum" = ["doubtful", "bad", "very bad", null]))]
    pub play_mark: Option<&'static str>,
    /// The best cube action, or what to do about a resignation, where an analysis finds that what was done lost
    /// something, or not doubling before the roll.
    #[schemars(extend("enum" = ["double", "no double", "take", "pass", "beaver", "raccoon", "take the beaver", "pass the beaver", "play on", "accept the resignation", "refuse the resignation", null]))]
    pub best_cube: Option<&'static str>,
    /// The normalised equity that the decision about the cube or a resignation lost; `null` without an analysis.
    pub cube_loss: Option<f64>,
    /// How the cube action is marked.
    #[schemars(extend("enum" = ["doubtful", "bad", "very bad", null]))]
    pub cube_mark: Option<&'static str>,
    /// The luck of the roll in normalised equity, positive for good luck; `null` without an analysis.
    pub luck: Option<f64>,
    /// The points of a result.
    pub points: Option<u32>,
    /// The code of a finding.
    pub code: Option<&'static str>,
    /// The sentence of a finding.
    pub message: Option<String>,
}

impl DecisionJson {
    /// Returns a line in which only the match is set.
    #[must_use]
    pub fn new(path: &str, number: u32, action: &'static str) -> Self {
        Self { schema: SCHEMA, path: path.to_owned(), r#match: number, action, ..Self::default() }
    }
}
