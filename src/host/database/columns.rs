//! Statistics as the columns of a table, and back again.

use crate::analysis::skill::{
    Amount, Counted, PlayerStatistics, RATINGS, Statistics, absolute_rating, checker_rating_loss,
    cube_rating_loss, luck_words, rating_difference,
};
use crate::board::Side;
use rusqlite::types::Value;
use std::collections::HashMap;

/// GNU Backgammon's words for luck, from the worst to the best.
const LUCK: [&str; 5] = ["Go to bed", "Bad dice, man!", "None", "Good dice, man!", "Go to Las Vegas"];

/// The mistakes with the cube, in the order of [`PlayerStatistics::cube_mistakes`].
const MISTAKES: [&str; 6] = [
    "missed_doubles_below_cp",
    "missed_doubles_above_cp",
    "wrong_doubles_below_dp",
    "wrong_doubles_above_tg",
    "wrong_takes",
    "wrong_passes",
];

pub(super) type Column = (String, Cell);

/// A value of the type of its column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell {
    Count(u64),
    Number(f64),
    /// A number or null.
    Perhaps(Option<f64>),
}

impl Cell {
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Count(_) => "INTEGER NOT NULL",
            Self::Number(_) => "FLOAT NOT NULL",
            Self::Perhaps(_) => "FLOAT",
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Self::Count(count) => Value::Integer(count as i64),
            Self::Number(number) => Value::Real(number),
            Self::Perhaps(number) => number.map_or(Value::Null, Value::Real),
        }
    }
}

/// Returns the columns after the three keys, in their order, with a player's statistics.
pub(super) fn columns(statistics: &Statistics, side: Side) -> Vec<Column> {
    let player = &statistics.players[side];
    let (cube, total) = (player.cube(), player.total());
    let rates = [player.play_rate(), player.cube_rate(), player.luck_rate(), player.error_rate()];
    let [per_play, per_cube, per_roll, per_decision] = rates.map(Option::unwrap_or_default);
    // Both are places in lists from the worst to the best.
    let rating = |mean: Amount| {
        RATINGS.iter().position(|(least, _)| mean.equity > *least).unwrap_or(RATINGS.len()) as u64
    };
    let luck = luck_words(per_roll.equity);
    let luck = LUCK.iter().position(|known| *known == luck).unwrap_or_default() as u64;
    let marked = player.doubtful + player.bad + player.very_bad;
    let lucky = player.very_lucky + player.lucky + player.unlucky + player.very_unlucky;
    let mut all = Vec::new();
    let moves = [
        ("total_moves", player.moves),
        ("unforced_moves", player.unforced),
        ("unmarked_moves", player.moves.saturating_sub(marked)),
        ("good_moves", 0),
        ("doubtful_moves", player.doubtful),
        ("bad_moves", player.bad),
        ("very_bad_moves", player.very_bad),
    ];
    add(&mut all, Cell::Count, moves);
    add_sum(&mut all, "chequer_error", player.plays, per_play);
    let rolls = [
        ("chequer_rating", rating(per_play)),
        ("very_lucky_rolls", player.very_lucky),
        ("lucky_rolls", player.lucky),
        ("unmarked_rolls", player.rolls.saturating_sub(lucky)),
        ("unlucky_rolls", player.unlucky),
        ("very_unlucky_rolls", player.very_unlucky),
    ];
    add(&mut all, Cell::Count, rolls);
    add_sum(&mut all, "luck", player.luck, per_roll);
    let actions = [
        ("luck_rating", luck),
        ("total_cube_decisions", player.cube_decisions),
        ("close_cube_decisions", player.close),
        ("doubles", player.doubles),
        ("takes", player.takes),
        ("passes", player.passes),
    ];
    add(&mut all, Cell::Count, actions);
    let mistakes = player.cube_mistakes();
    let errors = MISTAKES.map(|name| format!("error_{name}"));
    let normalised = errors.each_ref().map(|name| format!("{name}_normalised"));
    add(&mut all, Cell::Count, MISTAKES.into_iter().zip(mistakes.map(|mistake| mistake.count)));
    add(&mut all, Cell::Number, normalised.into_iter().zip(mistakes.map(|mistake| mistake.lost.equity)));
    add(&mut all, Cell::Number, errors.into_iter().zip(mistakes.map(|mistake| mistake.lost.worth)));
    add_sum(&mut all, "cube_error", cube, per_cube);
    add(&mut all, Cell::Count, [("cube_rating", rating(per_cube))]);
    add_sum(&mut all, "overall_error", total, per_decision);
    add(&mut all, Cell::Count, [("overall_rating", rating(per_decision))]);
    let result = statistics.result(side);
    add(&mut all, Cell::Number, [("actual_result", result[0]), ("luck_adjusted_result", result[1])]);
    let both: u64 = Side::ALL.iter().map(|&side| statistics.players[side].moves).sum();
    add(&mut all, Cell::Count, [("snowie_moves", both)]);
    add(&mut all, Cell::Number, [("snowie_error_rate_per_move", total.per(both).unwrap_or_default().equity)]);
    add_ratings(&mut all, statistics, side);
    add(&mut all, Cell::Count, [("time_penalties", 0)]);
    add(&mut all, Cell::Number, [("time_penalty_loss_normalised", 0.0), ("time_penalty_loss", 0.0)]);
    all
}

/// Adds the columns that only a match has, and those that only a session has.
fn add_ratings(to: &mut Vec<Column>, statistics: &Statistics, side: Side) {
    let (player, result) = (&statistics.players[side], statistics.result(side));
    let (length, is_match) = (statistics.length, statistics.length > 0);
    let [plays, cube] = [player.play_rate(), player.cube_rate()].map(|rate| rate.filter(|_| is_match));
    let plays_lost = plays.map(|rate| checker_rating_loss(rate.equity, length));
    let cube_lost = cube.map(|rate| cube_rating_loss(rate.equity, length));
    let rated = absolute_rating(plays_lost.unwrap_or_default() + cube_lost.unwrap_or_default());
    let ratings = [
        ("luck_based_fibs_rating_diff", rating_difference(0.5 + result[1], length).filter(|_| is_match)),
        ("error_based_fibs_rating", is_match.then_some(rated)),
        ("chequer_rating_loss", plays_lost),
        ("cube_rating_loss", cube_lost),
    ];
    add(to, Cell::Perhaps, ratings);
    for (index, name) in ["actual_advantage", "luck_adjusted_advantage"].into_iter().enumerate() {
        let (mean, half) = (!is_match).then(|| advantage(statistics, index, result[index])).unzip();
        add(to, Cell::Perhaps, [(name.to_owned(), mean), (format!("{name}_ci"), half)]);
    }
}

fn add<N: Into<String>, T>(
    to: &mut Vec<Column>,
    cell: fn(T) -> Cell,
    columns: impl IntoIterator<Item = (N, T)>,
) {
    to.extend(columns.into_iter().map(|(name, value)| (name.into(), cell(value))));
}

fn add_sum(to: &mut Vec<Column>, name: &str, total: Amount, mean: Amount) {
    for (of, Amount { equity, worth }) in [("total", total), ("per_move", mean)] {
        let columns = [(format!("{name}_{of}_normalised"), equity), (format!("{name}_{of}"), worth)];
        add(to, Cell::Number, columns);
    }
}

/// Returns the mean result of the games of a session, and half of its interval of 95 %; 0 without a game.
fn advantage(statistics: &Statistics, index: usize, result: f64) -> (f64, f64) {
    if statistics.results.is_empty() {
        return (0.0, 0.0);
    }
    let games = statistics.results.len() as f64;
    (result / games, 1.96 * statistics.deviation(index) / games.sqrt())
}

/// Makes a player's statistics from the sums of the columns.
pub(super) fn read(sums: &HashMap<&str, f64>) -> PlayerStatistics {
    let number = |name: &str| sums.get(name).copied().unwrap_or_default();
    let count = |name: &str| number(name) as u64;
    let amount = |name: &str| Amount { equity: number(&format!("{name}_normalised")), worth: number(name) };
    let counted = |name: &str| Counted { count: count(name), lost: amount(&format!("error_{name}")) };
    let [missed_below, missed_above, wrong_below, wrong_above, wrong_takes, wrong_passes] =
        MISTAKES.map(counted);
    let rolls = ["very_lucky_rolls", "lucky_rolls", "unmarked_rolls", "unlucky_rolls", "very_unlucky_rolls"];
    PlayerStatistics {
        moves: count("total_moves"),
        unforced: count("unforced_moves"),
        doubtful: count("doubtful_moves"),
        bad: count("bad_moves"),
        very_bad: count("very_bad_moves"),
        plays: amount("chequer_error_total"),
        rolls: rolls.into_iter().map(count).sum(),
        very_lucky: count("very_lucky_rolls"),
        lucky: count("lucky_rolls"),
        unlucky: count("unlucky_rolls"),
        very_unlucky: count("very_unlucky_rolls"),
        luck: amount("luck_total"),
        cube_decisions: count("total_cube_decisions"),
        close: count("close_cube_decisions"),
        doubles: count("doubles"),
        takes: count("takes"),
        passes: count("passes"),
        missed_below,
        missed_above,
        wrong_below,
        wrong_above,
        wrong_takes,
        wrong_passes,
        ..PlayerStatistics::default()
    }
}
