//! The answer of `analyse`.

use super::SCHEMA;
use crate::analysis::skill::{
    Amount, Counted, Judged, Kind, PlayerStatistics, Statistics, Thresholds, luck_words, rating_words,
};
use crate::board::Side;
use crate::game::Replayed;
use crate::game::record::Rating;
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::output::mistakes::done_and_best;
use serde::Serialize;

/// The answer of `analyse --json` for one match. Lists of two are player 0's and player 1's.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisJson<'a> {
    schema: u32,
    path: &'a str,
    #[serde(rename = "match")]
    number: u32,
    players: [&'a str; 2],
    length: u16,
    result: [[f64; 2]; 2],
    statistics: [PlayerStatisticsJson; 2],
    decisions: Vec<JudgedJson>,
}

impl<'a> AnalysisJson<'a> {
    /// Mirrors what an analysis says of match `number` of a file.
    #[must_use]
    pub fn new(
        path: &'a str,
        number: u32,
        replayed: &'a Replayed,
        statistics: &Statistics,
        judged: &[Judged],
        thresholds: &Thresholds,
    ) -> Self {
        Self {
            schema: SCHEMA,
            path,
            number,
            players: Side::ALL.map(|side| replayed.name(0, side)),
            length: replayed.rules.length,
            result: Side::ALL.map(|side| statistics.result(side)),
            statistics: Side::ALL.map(|side| PlayerStatisticsJson::new(&statistics.players[side])),
            decisions: judged.iter().map(|judged| JudgedJson::new(replayed, judged, thresholds)).collect(),
        }
    }
}

/// A sum: in normalised equity, and in chances to win the match or points.
#[derive(Clone, Copy, Debug, Serialize)]
struct AmountJson {
    equity: f64,
    worth: f64,
}

impl From<Amount> for AmountJson {
    fn from(amount: Amount) -> Self {
        Self { equity: amount.equity, worth: amount.worth }
    }
}

/// Mistakes of one kind.
#[derive(Clone, Copy, Debug, Serialize)]
struct CountedJson {
    count: u64,
    lost: AmountJson,
}

impl From<Counted> for CountedJson {
    fn from(counted: Counted) -> Self {
        Self { count: counted.count, lost: counted.lost.into() }
    }
}

/// How one player played.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlayerStatisticsJson {
    moves: u64,
    unjudged: u64,
    unforced: u64,
    marked: [u64; 3],
    plays_lost: AmountJson,
    rolls: u64,
    rolls_marked: [u64; 4],
    luck: AmountJson,
    luck_rating: &'static str,
    cube_decisions: u64,
    close_or_actual: u64,
    doubles: u64,
    takes: u64,
    passes: u64,
    missed_below_cash: CountedJson,
    missed_above_cash: CountedJson,
    wrong_below_double: CountedJson,
    wrong_above_too_good: CountedJson,
    wrong_takes: CountedJson,
    wrong_passes: CountedJson,
    cube_lost: AmountJson,
    lost: AmountJson,
    error_rate: Option<f64>,
    rating: Option<&'static str>,
}

impl PlayerStatisticsJson {
    pub(super) fn new(player: &PlayerStatistics) -> Self {
        let rate = (player.decisions() > 0).then(|| player.total().per(player.decisions()).equity);
        Self {
            moves: player.moves,
            unjudged: player.unjudged,
            unforced: player.unforced,
            marked: [player.doubtful, player.bad, player.very_bad],
            plays_lost: player.plays.into(),
            rolls: player.rolls,
            rolls_marked: [player.very_lucky, player.lucky, player.unlucky, player.very_unlucky],
            luck: player.luck.into(),
            luck_rating: luck_words(player.luck.per(player.rolls).equity),
            cube_decisions: player.cube_decisions,
            close_or_actual: player.close,
            doubles: player.doubles,
            takes: player.takes,
            passes: player.passes,
            missed_below_cash: player.missed_below.into(),
            missed_above_cash: player.missed_above.into(),
            wrong_below_double: player.wrong_below.into(),
            wrong_above_too_good: player.wrong_above.into(),
            wrong_takes: player.wrong_takes.into(),
            wrong_passes: player.wrong_passes.into(),
            cube_lost: player.cube().into(),
            lost: player.total().into(),
            error_rate: rate,
            rating: rate.map(rating_words),
        }
    }
}

/// A decision that was evaluated; equities are those of who decides, but for the cube's, which are those of
/// who is on roll or has doubled.
#[derive(Clone, Debug, Serialize)]
struct JudgedJson {
    game: u32,
    act: usize,
    player: usize,
    kind: &'static str,
    position_id: String,
    roll: Option<String>,
    played: Option<String>,
    best: Option<String>,
    win: Option<f64>,
    play_lost: Option<AmountJson>,
    play_mark: Option<&'static str>,
    no_double: Option<f64>,
    double_take: Option<f64>,
    cube_lost: Option<AmountJson>,
    cube_mark: Option<&'static str>,
    luck: Option<AmountJson>,
    luck_mark: Option<&'static str>,
}

impl JudgedJson {
    fn new(replayed: &Replayed, judged: &Judged, thresholds: &Thresholds) -> Self {
        let Judged { decision, verdict, .. } = judged;
        let (roll, played) = match decision.kind {
            Kind::Turn { roll, play, .. } => (Some(roll), play),
            _ => (None, None),
        };
        let amount = |equity: f64| AmountJson::from(Amount::of(equity, judged.unit));
        let [cube, play] = judged.losses(thresholds);
        let mark = |words: &'static str| Some(words).filter(|words| !words.is_empty());
        let best = play.as_ref().map(|loss| {
            let [_, best] = done_and_best(judged, loss);
            best
        });
        let written = |play| print::gnubg(&decision.board, &play).to_string();
        Self {
            game: replayed.games[judged.game].number,
            act: decision.act,
            player: decision.by as usize,
            kind: match decision.kind {
                Kind::Turn { .. } => "turn",
                Kind::Double => "double",
                Kind::Take => "take",
                Kind::Pass => "pass",
            },
            position_id: PositionId::encode(&decision.board).to_string(),
            roll: roll.map(|roll| roll.to_string()),
            played: played.map(written),
            best: best.or_else(|| verdict.play.and(played.map(written))),
            win: judged.win,
            play_lost: verdict.play.map(|play| amount(play.loss)),
            play_mark: play.and_then(|loss| mark(loss.mark.words())),
            no_double: verdict.cube.map(|cube| cube.no_double),
            double_take: verdict.cube.map(|cube| cube.double_take),
            cube_lost: verdict.cube.map(|cube| amount(cube.loss(decision.kind))),
            cube_mark: cube.and_then(|loss| mark(loss.mark.words())),
            luck: verdict.luck.map(amount),
            luck_mark: verdict.roll.map(|rating| match rating {
                Rating::VeryUnlucky => "very unlucky",
                Rating::Unlucky => "unlucky",
                Rating::Lucky => "lucky",
                Rating::VeryLucky => "very lucky",
            }),
        }
    }
}
