//! The answer of `id`.

use super::SCHEMA;
use crate::board::{Board, BySide, Side};
use crate::notation::{GameState, IdState, Identified, Kind, MatchFields};
use crate::rules::Outcome;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `id --json`. Lists of two numbers are player 0's and player 1's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IdJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The notation that was read.
    #[schemars(extend("enum" = ["position-id", "match-id", "gnubg-id", "xgid", "ogid", "raw-board", "record"]))]
    read: &'static str,
    /// The Position ID, if the position is known.
    position_id: Option<String>,
    /// The Match ID, if the match is known.
    match_id: Option<String>,
    /// The XGID, if both are.
    xgid: Option<String>,
    /// The OGID, if both are.
    ogid: Option<String>,
    /// The FIBS board line, if both are.
    raw_board: Option<String>,
    /// Where the checkers stand; null if only a Match ID was read.
    board: Option<BoardJson>,
    /// Cube, dice and score; null if only a Position ID was read.
    #[serde(rename = "match")]
    game: Option<MatchJson>,
    /// The names of player 0 and player 1, if they are known.
    names: Option<[String; 2]>,
    /// Whether beavers are allowed, if the ID states it.
    beavers_allowed: Option<bool>,
    /// The limit of the cube, if the ID states one.
    #[schemars(range(min = 1))]
    largest_cube: Option<u32>,
    /// The assumptions, in words.
    assumed: Vec<String>,
}

impl IdJson {
    /// Returns the answer for an ID found in a text.
    #[must_use]
    pub fn new(found: &Identified) -> Self {
        let read = match found.kind {
            Kind::PositionId => "position-id",
            Kind::MatchId => "match-id",
            Kind::GnubgId => "gnubg-id",
            Kind::Xgid => "xgid",
            Kind::Ogid => "ogid",
            Kind::RawBoard => "raw-board",
        };
        Self {
            assumed: found.assumed.iter().map(ToString::to_string).collect(),
            ..Self::of(read, &found.state)
        }
    }

    /// Returns the answer for a position of a match record.
    #[must_use]
    pub fn of_record(state: &IdState) -> Self {
        Self::of("record", state)
    }

    fn of(read: &'static str, state: &IdState) -> Self {
        let on_roll = state.game.map_or(Side::One, |game| game.on_roll);
        Self {
            schema: SCHEMA,
            read,
            position_id: state.position_id().ok().map(|(id, _)| id.to_string()),
            match_id: state.match_id().ok().map(|(id, _)| id.to_string()),
            xgid: state.xgid().ok().map(|(id, _)| id.to_string()),
            ogid: state.ogid().ok().map(|(id, _)| id.to_string()),
            raw_board: state.raw_board().ok().map(|(line, _)| line.to_string()),
            board: state.board.map(|board| BoardJson::new(&board, on_roll)),
            game: state.game.map(|game| MatchJson::new(&game, state.is_post_crawford())),
            names: state.names.as_ref().map(|names| names.0.clone()),
            beavers_allowed: state.beavers_allowed,
            largest_cube: state.max_cube,
            assumed: Vec::new(),
        }
    }
}

/// Where the checkers stand.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct BoardJson {
    /// The points 1 to 24 as player 1 counts them: player 1's checkers are positive, player 0's
    /// negative.
    points: Vec<i8>,
    /// Checkers on the bar of player 0 and player 1.
    bar: [u8; 2],
    /// Checkers that player 0 and player 1 have borne off.
    off: [u8; 2],
    /// The pip counts of player 0 and player 1.
    pips: [u32; 2],
}

impl BoardJson {
    fn new(board: &Board, on_roll: Side) -> Self {
        // From player 1's view: positive counts are player 1's.
        let board = if on_roll == Side::One { *board } else { board.flip() };
        let lanes = board.lanes();
        let count = |lane: usize| lanes[lane].unsigned_abs();
        Self {
            points: lanes[1..=24].to_vec(),
            bar: [count(Board::OPPONENT_BAR), count(Board::BAR)],
            off: [count(Board::OPPONENT_OFF), count(Board::OFF)],
            pips: [board.opponent_pips(), board.pips()],
        }
    }
}

/// Cube, dice and score.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own for other programs")]
struct MatchJson {
    /// The match length in points; 0 for a money session.
    length: u16,
    /// The points of player 0 and player 1.
    score: [u16; 2],
    /// The points that player 0 and player 1 still need; null in a money session.
    away: Option<[u16; 2]>,
    /// Whether this is the Crawford game.
    crawford: bool,
    /// Whether the Crawford game is over.
    post_crawford: bool,
    /// Whether the Jacoby rule is in use.
    jacoby: bool,
    /// How far the game is.
    #[schemars(extend("enum" = ["none", "playing", "over", "resigned", "passed"]))]
    state: &'static str,
    /// The player on roll.
    #[schemars(extend("enum" = [0, 1]))]
    on_roll: usize,
    /// The player who must act; not the one on roll where an offer is to be answered.
    #[schemars(extend("enum" = [0, 1]))]
    turn: usize,
    /// The dice, the larger first; null before the roll.
    #[schemars(inner(range(min = 1)))]
    dice: Option<[u8; 2]>,
    /// The value of the cube, before an offered double.
    #[schemars(range(min = 1))]
    cube: u32,
    /// The owner of the cube; null while it is centred.
    #[schemars(extend("enum" = [0, 1, null]))]
    cube_owner: Option<usize>,
    /// Whether a double has been offered and not answered.
    double_offered: bool,
    /// The resignation that the opponent of `turn` offers.
    #[schemars(extend("enum" = ["single", "gammon", "backgammon", null]))]
    resignation: Option<&'static str>,
}

impl MatchJson {
    fn new(game: &MatchFields, post_crawford: Option<bool>) -> Self {
        let away = BySide(Side::ALL.map(|side| game.away(side)));
        Self {
            length: game.length,
            score: game.score.0,
            away: away.0[0].zip(away.0[1]).map(|(zero, one)| [zero, one]),
            crawford: game.crawford,
            post_crawford: post_crawford.unwrap_or(false),
            jacoby: game.jacoby,
            state: match game.state {
                GameState::None => "none",
                GameState::Playing => "playing",
                GameState::Over => "over",
                GameState::Resigned => "resigned",
                GameState::Dropped => "passed",
            },
            on_roll: game.on_roll.index(),
            turn: game.turn.index(),
            dice: game.dice.map(|roll| [roll.high().pips(), roll.low().pips()]),
            cube: game.cube,
            cube_owner: game.owner.map(Side::index),
            double_offered: game.double_offered,
            resignation: game.resignation.map(Outcome::word),
        }
    }
}
