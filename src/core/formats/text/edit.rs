//! Changes of a text with boards, as edits.

use super::grammar::STATISTICS;
use crate::diag::Edit;
use crate::diag::count::many;
use crate::diag::lines::line_end;
use crate::formats::changes::{Change, Text, Words};

/// Returns the edit that writes a result that is missing, below the game's last analysis. A pass isn't written. `None`
/// for any other change.
pub(in crate::formats) fn edits(text: &Text<'_>, change: &Change) -> Option<Vec<Edit>> {
    let Change::Insert { before, cells } = change else { return None };
    let (side, Words::Wins { points, .. }) = cells.last()? else { return None };
    let is_end = *before == text.game.entries.len();
    let is_pass = cells.iter().rev().skip(1).all(|(_, words)| *words == Words::Pass);
    if !is_end || !is_pass {
        return None;
    }
    let whole = text.source.text();
    let last = text.game.entries.last()?.span.end as usize;
    let rest = whole.get(last..text.end())?;
    let below = &rest[..rest.find(STATISTICS).unwrap_or(rest.len())];
    // A form feed stands between two games.
    let at = last + below.trim_end().len();
    let end = line_end(whole);
    let line = format!("{} wins {}", text.game.name(*side)?, many((*points).into(), "point"));
    Some(vec![Edit::insert(at as u32, format!("{end}{line}"))])
}
