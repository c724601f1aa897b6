//! The events of a match, counted, as text.

use super::table::Table;
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::stats::{GameTally, Summary, Tally};
use std::fmt::Write as _;

/// The most comebacks listed.
const COMEBACKS: usize = 3;

/// A row of the table: its name, and its value for a side.
type Row = (&'static str, fn(&Tally) -> String);

/// The rows of the table.
const ROWS: [Row; 16] = [
    ("games won", |tally| tally.won.to_string()),
    ("rolls", |tally| tally.rolls.to_string()),
    ("doublets", |tally| share(tally.doublets, tally.rolls)),
    ("pips rolled", |tally| tally.pips.to_string()),
    ("  a roll", |tally| mean(tally.pips, tally.rolls)),
    ("dances", |tally| tally.dances.to_string()),
    ("hits", |tally| tally.hits.to_string()),
    ("longest prime", |tally| tally.prime.to_string()),
    ("rolls on the bar", |tally| share(tally.on_bar, tally.rolls)),
    ("doubles", |tally| tally.doubles.to_string()),
    ("redoubles", |tally| tally.redoubles.to_string()),
    ("beavers", |tally| tally.beavers.to_string()),
    ("takes", |tally| tally.takes.to_string()),
    ("passes", |tally| tally.passes.to_string()),
    ("resignations", |tally| tally.resigned.to_string()),
    ("  refused", |tally| tally.refused.to_string()),
];

/// Writes the table of both sides, and the games that stand out.
#[must_use]
pub fn text(summary: &Summary, names: &BySide<String>) -> String {
    let mut table = Table::new(&["", &format!(">{}", names[Side::Zero]), &format!(">{}", names[Side::One])]);
    for (what, say) in ROWS {
        table.row(vec![what.to_owned(), say(&summary.total[Side::Zero]), say(&summary.total[Side::One])]);
    }
    let mut text = table.text();
    let drawn = summary.games.iter().filter(|game| game.is_drawn).count();
    if drawn > 0 {
        let _ = writeln!(text, "\ndrawn games    {drawn}");
    }
    let played = || summary.games.iter().filter(|game| game.moves > 0);
    if let (Some(longest), Some(shortest)) =
        (played().rev().max_by_key(|game| game.moves), played().min_by_key(|game| game.moves))
        && summary.games.len() > 1
    {
        let decisions = |game: &GameTally| many(game.moves.into(), "decision");
        let _ = writeln!(text, "\nlongest game   {}, {}", longest.number, decisions(longest));
        let _ = writeln!(text, "shortest game  {}, {}", shortest.number, decisions(shortest));
    }
    for (at, (game, comeback)) in summary.comebacks().iter().take(COMEBACKS).enumerate() {
        if at == 0 {
            text += "\ncomebacks\n";
        }
        let [name, by] = [comeback.winner, comeback.by].map(|side| &names[side]);
        let (pips, before) = (many(comeback.pips.into(), "pip"), comeback.before);
        let _ = writeln!(text, "  {name} won game {game} from {pips} behind (before move {before}, {by})");
    }
    text
}

/// Returns a number, and its share of another one.
fn share(part: u32, all: u32) -> String {
    if all == 0 {
        return part.to_string();
    }
    format!("{part} ({:.1} %)", 100.0 * f64::from(part) / f64::from(all))
}

fn mean(sum: u32, number: u32) -> String {
    if number == 0 { "-".to_owned() } else { format!("{:.2}", f64::from(sum) / f64::from(number)) }
}
