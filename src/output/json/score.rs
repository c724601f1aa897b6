//! The answer of `score`.

use super::SCHEMA;
use crate::analysis::{GameSummary, Replay};
use crate::board::{BySide, Side};
use crate::diag::Severity;
use crate::game::{Ending, Rules, Stake};
use crate::output::score::is_post_crawford;
use crate::rules::Outcome;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `score --json` for one match. Lists of two are player 0's and player 1's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoreJson<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The file, as it was named or found. In a name that isn't UTF-8, `%E9` is the byte 0xE9, and `%25` a percent sign.
    path: &'a str,
    /// The match in its file, from 1.
    #[serde(rename = "match")]
    #[schemars(range(min = 1))]
    number: u32,
    /// The names; empty where the record has none.
    players: &'a [String; 2],
    /// The match length in points; 0 for a money session.
    length: u16,
    /// The games, in the order of the record.
    games: Vec<GameJson>,
    /// The score at the end, as far as it is known.
    score: [u32; 2],
    /// Who won the match, if anybody has.
    #[schemars(extend("enum" = [0, 1, null]))]
    winner: Option<usize>,
    /// Each player's balance with `--stake`, in the smallest unit of the currency; the two add up to 0.
    worth: Option<[i64; 2]>,
    /// How many errors the record has.
    errors: usize,
    /// How many warnings the record has.
    warnings: usize,
}

impl<'a> ScoreJson<'a> {
    /// Returns the answer for match `number` of a file.
    #[must_use]
    pub fn new(
        path: &'a str,
        number: u32,
        players: &'a BySide<String>,
        replay: &Replay,
        stake: Option<Stake>,
    ) -> Self {
        let stake = stake.filter(|_| replay.rules.is_money());
        let count = |severity| replay.diagnostics.iter().filter(|found| found.severity == severity).count();
        let lead = i64::from(replay.score.points[Side::Zero]) - i64::from(replay.score.points[Side::One]);
        Self {
            schema: SCHEMA,
            path,
            number,
            players: &players.0,
            length: replay.rules.length,
            games: replay.games.iter().map(|game| GameJson::new(game, &replay.rules, stake)).collect(),
            score: replay.score.points.0,
            winner: replay.score.match_winner(&replay.rules).map(Side::index),
            worth: stake.map(|stake| [stake.worth(lead), stake.worth(-lead)]),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
        }
    }
}

/// One game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct GameJson {
    /// The number that the record gives the game.
    number: u32,
    /// The score before the game.
    before: [u32; 2],
    /// How many points each player needed before the game; `null` in a money session.
    away: Option<[u32; 2]>,
    /// Whether it is the Crawford game.
    crawford: bool,
    /// Whether the Crawford game was over and a player was 1-away.
    post_crawford: bool,
    /// Who won; null if the game is unfinished or drawn.
    #[schemars(extend("enum" = [0, 1, null]))]
    winner: Option<usize>,
    /// The points won.
    points: Option<u32>,
    /// The value of the cube that counts.
    #[schemars(range(min = 1))]
    cube: Option<u32>,
    /// What was won, before the cube; null for an award or a draw.
    #[schemars(extend("enum" = ["single", "gammon", "backgammon", null]))]
    outcome: Option<&'static str>,
    /// How the game ended.
    #[schemars(extend("enum" = ["borne-off", "passed", "resigned", "awarded", "drawn", null]))]
    ending: Option<&'static str>,
    /// Whether the plays or a pass prove the result.
    proven: bool,
    /// What the game brought each player with `--stake`, in a money session; `null` otherwise.
    worth: Option<[i64; 2]>,
}

impl GameJson {
    fn new(game: &GameSummary, rules: &Rules, stake: Option<Stake>) -> Self {
        let result = game.result;
        let worth = stake.zip(result).map(|(stake, result)| {
            let won =
                BySide::new(stake.worth(i64::from(result.points)), stake.worth(-i64::from(result.points)));
            if result.winner == Some(Side::One) { won.swap() } else { won }
        });
        Self {
            number: game.number,
            before: game.before.points.0,
            away: (!rules.is_money()).then(|| Side::ALL.map(|side| game.before.away(side, rules))),
            crawford: game.is_crawford,
            post_crawford: is_post_crawford(&game.before, game.is_crawford, rules),
            winner: result.and_then(|result| result.winner).map(Side::index),
            points: result.map(|result| result.points),
            cube: result.map(|result| result.cube),
            outcome: result.and_then(|result| result.outcome).map(Outcome::word),
            ending: result.map(|result| match result.ending {
                Ending::BorneOff => "borne-off",
                Ending::Passed => "passed",
                Ending::Resigned => "resigned",
                Ending::Awarded => "awarded",
                Ending::Drawn => "drawn",
            }),
            proven: game.is_proven,
            worth: worth.map(|worth| worth.0),
        }
    }
}
