//! Statistics as the columns of a table, and back again.

use super::schema::{COLUMNS, Kind};
use crate::analysis::skill::{
    Amount, Counted, PlayerStatistics, RATINGS, Statistics, absolute_rating, checker_rating_loss,
    cube_rating_loss, luck_words, rating_difference,
};
use crate::board::Side;
use rusqlite::types::Value;

/// GNU Backgammon's words for luck, from the worst to the best.
const LUCK: [&str; 5] = ["Go to bed", "Bad dice, man!", "None", "Good dice, man!", "Go to Las Vegas"];

/// Returns a player's statistics in the order of the columns.
pub(super) fn values(statistics: &Statistics, side: Side) -> Vec<Value> {
    let player = &statistics.players[side];
    let is_match = statistics.length > 0;
    let both: u64 = Side::ALL.iter().map(|&side| statistics.players[side].moves).sum();
    let mut values: Vec<Option<f64>> = Vec::with_capacity(COLUMNS.len());
    let mut add = |numbers: &[f64]| values.extend(numbers.iter().copied().map(Some));
    // Both are places in lists from the worst to the best.
    let rating = |amount: Amount| {
        RATINGS.iter().position(|(least, _)| amount.equity > *least).unwrap_or(RATINGS.len()) as f64
    };
    let luck = |amount: Amount| {
        let words = luck_words(amount.equity);
        LUCK.iter().position(|known| *known == words).unwrap_or_default() as f64
    };
    let marked = player.doubtful + player.bad + player.very_bad;
    let (plays, cube, all) = (player.plays, player.cube(), player.total());
    let per_move = plays.per(player.unforced);
    add(&[
        player.moves as f64,
        player.unforced as f64,
        player.moves.saturating_sub(marked) as f64,
        0.0,
        player.doubtful as f64,
        player.bad as f64,
        player.very_bad as f64,
        plays.equity,
        plays.worth,
        per_move.equity,
        per_move.worth,
        rating(per_move),
    ]);
    let lucky = player.very_lucky + player.lucky + player.unlucky + player.very_unlucky;
    let per_roll = player.luck.per(player.rolls);
    add(&[
        player.very_lucky as f64,
        player.lucky as f64,
        player.rolls.saturating_sub(lucky) as f64,
        player.unlucky as f64,
        player.very_unlucky as f64,
        player.luck.equity,
        player.luck.worth,
        per_roll.equity,
        per_roll.worth,
        luck(per_roll),
    ]);
    add(&[
        player.cube_decisions as f64,
        player.close as f64,
        player.doubles as f64,
        player.takes as f64,
        player.passes as f64,
    ]);
    let mistakes = player.cube_mistakes();
    add(&mistakes.map(|mistake| mistake.count as f64));
    add(&mistakes.map(|mistake| mistake.lost.equity));
    add(&mistakes.map(|mistake| mistake.lost.worth));
    let per_cube = cube.per(player.close);
    add(&[cube.equity, cube.worth, per_cube.equity, per_cube.worth, rating(per_cube)]);
    let per_decision = all.per(player.decisions());
    add(&[all.equity, all.worth, per_decision.equity, per_decision.worth, rating(per_decision)]);
    let result = statistics.result(side);
    add(&[result[0], result[1], both as f64, all.per(both).equity]);
    if is_match {
        let length = statistics.length;
        let plays = (player.unforced > 0).then(|| checker_rating_loss(per_move.equity, length));
        let cube = (player.close > 0).then(|| cube_rating_loss(per_cube.equity, length));
        let rating = absolute_rating(plays.unwrap_or_default() + cube.unwrap_or_default());
        values.extend([rating_difference(0.5 + result[1], length), Some(rating), plays, cube]);
        values.extend([None; 4]);
    } else {
        values.extend([None; 4]);
        let games = statistics.results.len() as f64;
        for (index, result) in result.into_iter().enumerate() {
            let half = 1.96 * deviation(statistics, index) / games.sqrt();
            let numbers = [result / games, half].map(|number| if games > 0.0 { number } else { 0.0 });
            values.extend(numbers.map(Some));
        }
    }
    values.extend([Some(0.0); 3]);
    let value = |(number, (_, kind)): (Option<f64>, &(&str, Kind))| match (number, kind) {
        (None, _) => Value::Null,
        (Some(number), Kind::Count) => Value::Integer(number as i64),
        (Some(number), _) => Value::Real(number),
    };
    values.into_iter().zip(&COLUMNS).map(value).collect()
}

/// Returns the standard deviation of the results of single games; 0 for one game.
fn deviation(statistics: &Statistics, index: usize) -> f64 {
    let results = &statistics.results;
    if results.len() < 2 {
        return 0.0;
    }
    let mean = results.iter().map(|result| result[index]).sum::<f64>() / results.len() as f64;
    let squares: f64 = results.iter().map(|result| (result[index] - mean).powi(2)).sum();
    (squares / (results.len() as f64 - 1.0)).sqrt()
}

/// Makes a player's statistics from the sums of the columns.
pub(super) fn read(sums: &[f64]) -> PlayerStatistics {
    let number = |name: &str| {
        COLUMNS
            .iter()
            .position(|(known, _)| *known == name)
            .and_then(|at| sums.get(at))
            .copied()
            .unwrap_or_default()
    };
    let count = |name: &str| number(name) as u64;
    let amount = |name: &str| Amount { equity: number(&format!("{name}_normalised")), worth: number(name) };
    let counted = |name: &str| Counted { count: count(name), lost: amount(&format!("error_{name}")) };
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
        missed_below: counted("missed_doubles_below_cp"),
        missed_above: counted("missed_doubles_above_cp"),
        wrong_below: counted("wrong_doubles_below_dp"),
        wrong_above: counted("wrong_doubles_above_tg"),
        wrong_takes: counted("wrong_takes"),
        wrong_passes: counted("wrong_passes"),
        ..PlayerStatistics::default()
    }
}
