//! To the previous action of the cube.

use super::documents::View;
use crate::game::record::{Entry, Written};
use lsp_types::{Location, Position};

/// Returns where the last action of the cube before a position stands, in the same match; at an action, the one before
/// that.
pub(super) fn previous(view: &View<'_>, position: Position) -> Option<Location> {
    let offset = view.text.offset(position);
    let placed = view.matches.at(offset)?;
    let inside = (offset - placed.offset) as u32;
    let is_action =
        |entry: &&Entry| matches!(entry.written, Written::Cube { .. } | Written::Take | Written::Pass);
    let entries = placed.piece.replayed.record.games.iter().flat_map(|game| &game.entries);
    let before = entries.filter(is_action).filter(|entry| entry.span.end < inside);
    let last = before.max_by_key(|entry| entry.span.start)?;
    Some(Location { uri: view.uri.clone(), range: view.text.range_of(placed.offset, last.span) })
}
