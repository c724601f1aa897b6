//! The answer of `summary`.

use super::SCHEMA;
use crate::board::{BySide, Side};
use crate::game::Replayed;
use crate::stats::{GameTally, Summary, Tally};
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `summary --json` for one match. Lists of two are player 0's and player 1's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SummaryJson<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The file.
    path: &'a str,
    /// The place of the match in its file, counted from 1.
    #[serde(rename = "match")]
    #[schemars(range(min = 1))]
    number: u32,
    /// The names of player 0 and player 1; empty where the record has none.
    players: &'a [String; 2],
    /// The match length in points; 0 for a money session.
    length: u16,
    /// How many moves the match has.
    moves: u32,
    /// What player 0 and player 1 did in all games; `longest_prime` is the longest of all.
    total: [TallyJson; 2],
    /// Game by game.
    games: Vec<GameTallyJson>,
}

impl<'a> SummaryJson<'a> {
    /// Returns the answer for match `number` of a file.
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct GameTallyJson {
    /// The number of the game.
    number: u32,
    /// How many moves it has: plays, dances, cube actions, resignations and their answers.
    moves: u32,
    /// The player who won, 0 or 1; `null` if there is no winner.
    winner: Option<usize>,
    /// Whether it was drawn or abandoned: it is over and has no winner.
    drawn: bool,
    /// How many pips the winner was behind at most; `null` if never.
    #[schemars(range(min = 1))]
    behind: Option<u32>,
    /// The number of the move before which that was, from 1, as the rows of a .mat record are counted.
    #[schemars(range(min = 1))]
    behind_before_move: Option<u32>,
    /// The player who made that move, 0 or 1.
    behind_before_player: Option<usize>,
    /// What player 0 and player 1 did.
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
            behind_before_player: game.comeback.map(|comeback| comeback.by.index()),
            sides: game.sides.0.map(TallyJson::from),
        }
    }
}

/// What a side did.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct TallyJson {
    /// The games won.
    won: u32,
    /// The rolls, those included that weren't played any more.
    rolls: u32,
    /// The rolls with two equal dice.
    doublets: u32,
    /// The pips of all rolls; a doublet counts four dice.
    pips: u32,
    /// The rolls that couldn't be played at all.
    dances: u32,
    /// The opposing checkers that were hit.
    hits: u32,
    /// The most points in a row that were held at once.
    longest_prime: u32,
    /// The rolls that were made with a checker on the bar.
    rolls_on_bar: u32,
    /// The doubles, redoubles not counted.
    doubles: u32,
    /// The doubles with the own cube.
    redoubles: u32,
    /// The beavers and raccoons.
    beavers: u32,
    /// The doubles taken.
    takes: u32,
    /// The doubles passed.
    passes: u32,
    /// The resignations that the opponent accepted.
    resigned: u32,
    /// The resignations of the opponent that were refused.
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
