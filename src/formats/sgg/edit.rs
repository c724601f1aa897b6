//! Changes of a record as edits: a result that is left out.

use crate::diag::Edit;
use crate::formats::changes::{Change, Text, Words};

/// Returns the edits for a result at the end of a game, on a line of its own.
pub(in crate::formats) fn edits(text: &Text<'_>, change: &Change) -> Option<Vec<Edit>> {
    let Change::Insert { before, cells } = change else { return None };
    let [(side, Words::Wins { points, .. })] = &cells[..] else { return None };
    let entries = &text.game.entries;
    let last = entries.last().filter(|_| *before == entries.len())?.span.end as usize;
    let name = &text.game.players[*side].as_ref()?.name.value;
    let whole = text.source.text();
    let rest = whole.get(last..)?;
    let at = last + rest.find(['\n', '\r']).unwrap_or(rest.len());
    let end = match whole.find(['\n', '\r']).map(|at| &whole[at..]) {
        Some(after) if after.starts_with("\r\n") => "\r\n",
        Some(after) if after.starts_with('\r') => "\r",
        _ => "\n",
    };
    let unit = if *points == 1 { "point" } else { "points" };
    Some(vec![Edit::insert(at as u32, format!("{end}{name} wins {points} {unit}."))])
}
