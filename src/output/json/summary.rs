//! The answer of `summary`.

use super::SCHEMA;
use crate::board::{BySide, Side};
use crate::game::Replayed;
use crate::stats::{GameTally, Summary, Tally};
use serde::Serialize;

/// The answer of `summary --json` for one match. Lists of two are player 0's and player 1's.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryJson<'a> {
    schema: u32,
    path: &'a str,
    #[serde(rename = "match")]
    number: u32,
    players: &'a [String; 2],
    length: u16,
    moves: u32,
    total: [TallyJson; 2],
    games: Vec<GameTallyJson>,
}

impl<'a> SummaryJson<'a> {
    /// Mirrors the summary of match `number` of a file.
    #[must_use]
    pub fn new(
        path: &'a str,
        number: u32,
        players: &'a BySide<String>,
        replayed: &Replayed,
        summary: &Summary,
    ) -> Self {
        Self {
            schema: SCHEMA,
            path,
            number,
            players: &players.0,
            length: replayed.rules.length,
            moves: summary.moves(),
            total: summary.total.0.map(TallyJson::from),
            games: summary.games.iter().map(GameTallyJson::new).collect(),
        }
    }
}

/// What happened in a game.
#[derive(Clone, Debug, Serialize)]
struct GameTallyJson {
    number: u32,
    moves: u32,
    winner: Option<usize>,
    drawn: bool,
    behind: Option<u32>,
    behind_before_move: Option<u32>,
    sides: [TallyJson; 2],
}

impl GameTallyJson {
    fn new(game: &GameTally) -> Self {
        Self {
            number: game.number,
            moves: game.moves,
            winner: game.winner.map(Side::index),
            drawn: game.is_drawn,
            behind: game.comeback.map(|comeback| comeback.pips),
            behind_before_move: game.comeback.map(|comeback| comeback.before),
            sides: game.sides.0.map(TallyJson::from),
        }
    }
}

/// What a side did.
#[derive(Clone, Copy, Debug, Serialize)]
struct TallyJson {
    won: u32,
    rolls: u32,
    doublets: u32,
    pips: u32,
    dances: u32,
    hits: u32,
    longest_prime: u32,
    rolls_on_bar: u32,
    doubles: u32,
    redoubles: u32,
    beavers: u32,
    takes: u32,
    passes: u32,
    resigned: u32,
    refused: u32,
}

impl From<Tally> for TallyJson {
    fn from(tally: Tally) -> Self {
        Self {
            won: tally.won,
            rolls: tally.rolls,
            doublets: tally.doublets,
            pips: tally.pips,
            dances: tally.dances,
            hits: tally.hits,
            longest_prime: tally.prime,
            rolls_on_bar: tally.on_bar,
            doubles: tally.doubles,
            redoubles: tally.redoubles,
            beavers: tally.beavers,
            takes: tally.takes,
            passes: tally.passes,
            resigned: tally.resigned,
            refused: tally.refused,
        }
    }
}
