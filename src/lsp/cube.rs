//! Going to the previous cube action.

use super::documents::View;
use crate::game::record::{Entry, Written};
use lsp_types::{Location, Position};

/// Returns the place of the last cube action before a position, in the same match; at an action, of the one before it.
pub(super) fn previous(view: &View<'_>, position: Position) -> Option<Location> {
    let (placed, inside) = view.matches.at(view.text.offset(position))?;
    let is_action =
        |entry: &&Entry| matches!(entry.written, Written::Cube { .. } | Written::Take | Written::Pass);
    let entries = placed.piece.replayed.record.games.iter().flat_map(|game| &game.entries);
    let before = entries.filter(is_action).filter(|entry| entry.span.end < inside);
    let last = before.max_by_key(|entry| entry.span.start)?;
    Some(Location { uri: view.uri.clone(), range: view.text.range_of(placed.offset, last.span) })
}
