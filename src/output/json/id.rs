//! The answer of `id`.

use super::SCHEMA;
use crate::board::{Board, BySide, Side};
use crate::notation::{GameState, IdState, Identified, Kind, MatchFields};
use crate::rules::Outcome;
use serde::Serialize;

/// The answer of `id --json`. Lists of two numbers are player 0's and player 1's.
#[derive(Clone, Debug, Serialize)]
pub struct IdJson {
    schema: u32,
    read: &'static str,
    position_id: Option<String>,
    match_id: Option<String>,
    xgid: Option<String>,
    raw_board: Option<String>,
    board: Option<BoardJson>,
    #[serde(rename = "match")]
    game: Option<MatchJson>,
    names: Option<[String; 2]>,
    beavers_allowed: Option<bool>,
    largest_cube: Option<u32>,
    assumed: Vec<String>,
}

impl IdJson {
    /// Mirrors what was found in a text.
    #[must_use]
    pub fn new(found: &Identified) -> Self {
        let read = match found.kind {
            Kind::PositionId => "position-id",
            Kind::MatchId => "match-id",
            Kind::GnubgId => "gnubg-id",
            Kind::Xgid => "xgid",
            Kind::RawBoard => "raw-board",
        };
        Self {
            assumed: found.assumed.iter().map(ToString::to_string).collect(),
            ..Self::of(read, &found.state)
        }
    }

    /// Mirrors a position of a match record.
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
#[derive(Clone, Debug, Serialize)]
struct BoardJson {
    points: Vec<i8>,
    bar: [u8; 2],
    off: [u8; 2],
    pips: [u32; 2],
}

impl BoardJson {
    fn new(board: &Board, on_roll: Side) -> Self {
        // Player 1's view: positive counts are player 1's.
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
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own for other programs")]
struct MatchJson {
    length: u16,
    score: [u16; 2],
    away: Option<[u16; 2]>,
    crawford: bool,
    post_crawford: bool,
    jacoby: bool,
    state: &'static str,
    on_roll: usize,
    turn: usize,
    dice: Option<[u8; 2]>,
    cube: u32,
    cube_owner: Option<usize>,
    double_offered: bool,
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
            resignation: game.resignation.map(|outcome| match outcome {
                Outcome::Single => "single",
                Outcome::Gammon => "gammon",
                Outcome::Backgammon => "backgammon",
            }),
        }
    }
}
