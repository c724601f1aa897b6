//! Changes of a record as edits: a result that is left out.

use crate::diag::Edit;
use crate::diag::lines::{line_end, line_stop};
use crate::formats::changes::{Change, Text, Words};

/// Returns the edits for a result at the end of a game, on a line of its own.
pub(in crate::formats) fn edits(text: &Text<'_>, change: &Change) -> Option<Vec<Edit>> {
    let Change::Insert { before, cells } = change else { return None };
    let [(side, Words::Wins { points, .. })] = &cells[..] else { return None };
    let entries = &text.game.entries;
    let last = entries.last().filter(|_| *before == entries.len())?.span.end;
    let name = &text.game.players[*side].as_ref()?.name.value;
    let whole = text.source.text();
    let (at, end) = (line_stop(whole, last), line_end(whole));
    let unit = if *points == 1 { "point" } else { "points" };
    Some(vec![Edit::insert(at, format!("{end}{name} wins {points} {unit}."))])
}
