//! Pip counts, zone by zone.

use crate::board::{Board, BySide, Side};
use crate::diag::{columns, padded};
use std::fmt::Write as _;

/// The zones of the board in the order in which checkers go through them: a name and its points.
const ZONES: [(&str, std::ops::RangeInclusive<usize>); 5] =
    [("bar", 25..=25), ("24-19", 19..=24), ("18-13", 13..=18), ("12-7", 7..=12), ("6-1", 1..=6)];

/// Writes each side's pip count, by the zones of its checkers, in each side's own numbering.
#[must_use]
pub fn text(board: &Board, on_roll: Side, names: &BySide<String>) -> String {
    let width = names.0.iter().map(|name| columns(name)).max().unwrap_or(0);
    let mut text = format!("{:width$}", "");
    for (zone, _) in ZONES {
        let _ = write!(text, "  {zone:>5}");
    }
    text += "    all\n";
    for side in Side::ALL {
        let seen = if side == on_roll { *board } else { board.flip() };
        let pips = |zone: std::ops::RangeInclusive<usize>| -> u32 {
            zone.map(|lane| lane as u32 * u32::from(seen.lanes()[lane].max(0).unsigned_abs())).sum()
        };
        let _ = write!(text, "{}", padded(&names[side], width, false));
        for (_, zone) in ZONES {
            let _ = write!(text, "  {:>5}", pips(zone));
        }
        let turn = if side == on_roll { "  on roll" } else { "" };
        let _ = writeln!(text, "  {:>5}{turn}", seen.pips());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_add_up_to_the_pip_count() {
        let names = BySide::new("Al".to_owned(), "Bob".to_owned());
        let text = text(&Board::START, Side::One, &names);
        let wanted = "       bar  24-19  18-13   12-7    6-1    all\n\
                      Al       0     48     65     24     30    167\n\
                      Bob      0     48     65     24     30    167  on roll\n";
        assert_eq!(text, wanted);
    }
}
