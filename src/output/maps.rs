//! The equity of each roll, and the cube action at every score, as text.

use super::plays::{DANCE, named};
use super::table::Table;
use crate::board::{Board, Roll};
use crate::engine::cube::Action;
use crate::engine::search::EvaluatedPlay;
use std::fmt::Write as _;

/// Returns the mean equity of rolls, weighted by their frequency.
fn mean(rolls: &[(Roll, EvaluatedPlay)]) -> f32 {
    rolls.iter().map(|(roll, best)| roll.weight() as f32 / 36.0 * best.evaluation.equity).sum()
}

/// Writes the rolls with their best plays, the best roll first, and the difference of each from the mean.
#[must_use]
pub fn rolls(board: &Board, rolls: &[(Roll, EvaluatedPlay)], digits: u8) -> String {
    let (mean, digits) = (mean(rolls), usize::from(digits));
    let mut sorted: Vec<_> = rolls.iter().collect();
    sorted.sort_by(|a, b| b.1.evaluation.equity.total_cmp(&a.1.evaluation.equity));
    let mut table = Table::new(&["roll", "best play", ">equity", ">luck", ">level"]);
    for (roll, best) in sorted {
        let equity = best.evaluation.equity;
        table.row(vec![
            roll.to_string(),
            named(board, &best.play, DANCE),
            format!("{equity:+.digits$}"),
            format!("{:+.digits$}", equity - mean),
            format!("{}-ply", best.evaluation.plies),
        ]);
    }
    format!("{}the mean of all 36: {mean:+.digits$}\n", table.text())
}

/// Writes a square of the dice with the equity of each roll's best play.
#[must_use]
pub fn temperature(rolls: &[(Roll, EvaluatedPlay)], digits: u8) -> String {
    let digits = usize::from(digits);
    let at = |first: usize, second: usize| {
        let wanted = [first.max(second), first.min(second)];
        let is_meant =
            |roll: &Roll| [usize::from(roll.high().pips()), usize::from(roll.low().pips())] == wanted;
        rolls.iter().find(|(roll, _)| is_meant(roll)).map_or(0.0, |(_, best)| best.evaluation.equity)
    };
    let mut table = Table::new(&["", ">1", ">2", ">3", ">4", ">5", ">6"]);
    for first in 1..=6 {
        let mut row = vec![first.to_string()];
        row.extend((1..=6).map(|second| format!("{:+.digits$}", at(first, second))));
        table.row(row);
    }
    format!("{}the mean of all 36: {:+.digits$}\n", table.text(), mean(rolls))
}

/// The highest number of points away in a map of scores.
const MOST_AWAY: usize = 9;

/// Writes the cube action for money and at every score up to 9-away: a row for each number of points that the player on
/// roll needs, a column for each number that the opponent needs.
#[must_use]
pub fn scores(money: Action, at: impl Fn((usize, usize)) -> Action) -> String {
    let heads: Vec<String> =
        std::iter::once(String::new()).chain((1..=MOST_AWAY).map(|away| format!("{away}-away"))).collect();
    let mut table = Table::new(&heads);
    for away in 1..=MOST_AWAY {
        let mut row = vec![format!("{away}-away")];
        row.extend((1..=MOST_AWAY).map(|opponent| short(at((away, opponent))).to_owned()));
        table.row(row);
    }
    let mut text = format!("money: {}\n\n{}\n", short(money), table.text());
    let _ = writeln!(
        text,
        "rows: what the player on roll needs; columns: what the opponent needs; with 1-away after the Crawford game\n\
         ND no double, D/T double and take, D/P double and pass, TG too good, opt. either, - no cube decision"
    );
    text
}

/// Returns a verdict in a few letters.
pub(super) const fn short(action: Action) -> &'static str {
    match action {
        Action::NotAvailable => "-",
        Action::NoDouble | Action::NoDoubleBeaver => "ND",
        Action::Optional => "opt.",
        Action::DoubleTake | Action::DoubleBeaver => "D/T",
        Action::DoublePass => "D/P",
        Action::TooGood | Action::TooGoodTake => "TG",
    }
}
