//! The statistics in GNU Backgammon's dump of a match.

use super::dict::Dict;
use crate::analysis::skill::{
    PlayerStatistics, Statistics, checker_rating_loss, cube_rating_loss, rating_difference,
};
use crate::board::Side;

/// Numbers are single precision there.
pub(super) fn single(number: f64) -> f64 {
    f64::from(number as f32)
}

/// Dumps what both players have.
pub(super) fn both(of: impl Fn(Side) -> Dict) -> Dict {
    Dict::default().dict("X", of(Side::Zero)).dict("O", of(Side::One))
}

/// Dumps the statistics of both players; `is_all` adds what is said about all games.
///
/// `offset` is the rating of a player without errors.
pub(super) fn players(statistics: &Statistics, offset: f64, is_all: bool) -> Dict {
    let is_match = is_all && statistics.length > 0;
    both(|side| {
        let player = &statistics.players[side];
        let [actual, adjusted] = statistics.result(side);
        let difference = || rating_difference(0.5 + adjusted, statistics.length).map(single);
        let dice = Dict::default()
            .with("luck", single(player.luck.equity))
            .with("luck-cost", single(player.luck.worth))
            .with("actual-result", single(actual))
            .with("luck-adjusted-result", single(adjusted))
            .maybe("fibs-rating-difference", is_match.then(difference).flatten())
            .dict("marked-rolls", rolls(player));
        // Points per game, and the halves of their 95 % confidence intervals.
        let advantage = statistics.advantage(side).filter(|_| is_all).map(|[actual, adjusted]| {
            Dict::default()
                .with("actual", single(actual.0))
                .with("actual-ci", single(actual.1))
                .with("luck-adjusted", single(adjusted.0))
                .with("luck-adjusted-ci", single(adjusted.1))
        });
        Dict::default()
            .dict("moves", moves(player))
            .dict("cube", cube(player))
            .dict("dice", dice)
            .dict("error-based-fibs-rating", is_match.then(|| rating(player, statistics.length, offset)))
            .dict("ppg-advantage", advantage)
    })
}

fn moves(player: &PlayerStatistics) -> Dict {
    let marked = player.doubtful + player.bad + player.very_bad;
    let marks = Dict::default()
        .with("very bad", player.very_bad)
        .with("bad", player.bad)
        .with("doubtful", player.doubtful)
        .with("unmarked", player.moves.saturating_sub(marked));
    Dict::default()
        .with("unforced-moves", player.unforced)
        .with("total-moves", player.moves)
        .with("error-skill", single(player.plays.equity))
        .with("error-cost", single(player.plays.worth))
        .dict("marked", marks)
}

fn rolls(player: &PlayerStatistics) -> Dict {
    let marked = player.very_unlucky + player.unlucky + player.lucky + player.very_lucky;
    Dict::default()
        .with("verybad", player.very_unlucky)
        .with("bad", player.unlucky)
        .with("unmarked", player.rolls.saturating_sub(marked))
        .with("good", player.lucky)
        .with("verygood", player.very_lucky)
}

/// Dumps the rating that the errors of a match of a length suggest, and what plays and the cube cost of it.
fn rating(player: &PlayerStatistics, length: u16, offset: f64) -> Dict {
    let chequer = player.play_rate().map(|rate| checker_rating_loss(rate.equity, length));
    let cube = player.cube_rate().map(|rate| cube_rating_loss(rate.equity, length));
    let lost = chequer.unwrap_or(0.0) + cube.unwrap_or(0.0);
    Dict::default()
        .with("total", single(offset - lost))
        .maybe("chequer", chequer.map(single))
        .maybe("cube", cube.map(single))
}

/// The mistakes with the cube, in the order of `cube_mistakes`.
const MISTAKES: [&str; 6] = [
    "missed-double-below-cp",
    "missed-double-above-cp",
    "wrong-double-below-dp",
    "wrong-double-above-tg",
    "wrong-take",
    "wrong-drop",
];

fn cube(player: &PlayerStatistics) -> Dict {
    let mut dump = Dict::default()
        .with("total-cube", player.cube_decisions)
        .with("close-cube", player.close)
        .with("n-doubles", player.doubles)
        .with("n-takes", player.takes)
        .with("n-drops", player.passes);
    let mistakes = player.cube_mistakes();
    for (name, kind) in MISTAKES.into_iter().zip(mistakes) {
        dump = dump.with(name, kind.count);
    }
    for (name, kind) in MISTAKES.into_iter().zip(mistakes) {
        dump = dump
            .with(format!("err-{name}-skill"), single(kind.lost.equity))
            .with(format!("err-{name}-cost"), single(kind.lost.worth));
    }
    // What they lost for each decision that counts, not in all.
    let rate = player.cube_rate().unwrap_or_default();
    dump.with("error-skill", single(rate.equity)).with("error-cost", single(rate.worth))
}
