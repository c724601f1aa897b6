//! The answer of `score`.

use super::SCHEMA;
use crate::analysis::{GameSummary, Replay};
use crate::board::{BySide, Side};
use crate::diag::Severity;
use crate::game::{Ending, Rules, Stake};
use crate::output::score::is_post_crawford;
use crate::rules::Outcome;
use serde::Serialize;

/// The answer of `score --json` for one match. Lists of two are player 0's and player 1's.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreJson<'a> {
    schema: u32,
    path: &'a str,
    #[serde(rename = "match")]
    number: u32,
    players: &'a [String; 2],
    length: u16,
    games: Vec<GameJson>,
    score: [u32; 2],
    winner: Option<usize>,
    worth: Option<[i64; 2]>,
    errors: usize,
    warnings: usize,
}

impl<'a> ScoreJson<'a> {
    /// Mirrors a replay of match `number` of a file.
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
#[derive(Clone, Debug, Serialize)]
struct GameJson {
    number: u32,
    before: [u32; 2],
    away: Option<[u32; 2]>,
    crawford: bool,
    post_crawford: bool,
    winner: Option<usize>,
    points: Option<u32>,
    cube: Option<u32>,
    outcome: Option<&'static str>,
    ending: Option<&'static str>,
    proven: bool,
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
            outcome: result.and_then(|result| result.outcome).map(|outcome| match outcome {
                Outcome::Single => "single",
                Outcome::Gammon => "gammon",
                Outcome::Backgammon => "backgammon",
            }),
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
