//! The family as GNU Backgammon itself writes it: nothing of ours stands in its files.

use super::rows::RIGHT;
use super::write::{Form, writer};
use crate::game::Replayed;
use crate::game::record::{Cell, Written};

/// Writes a match as GNU Backgammon's own file: with its headers alone, and where the record ends, so does the text.
pub(in crate::formats) fn write_theirs(replayed: &Replayed, form: Form) -> Vec<u8> {
    let mut bytes = writer(replayed, form, true).finish().bytes;
    let is_open = replayed.games.last().is_some_and(|game| game.result.is_none());
    if is_open && !ends_full_row(&bytes) {
        bytes.pop();
    }
    bytes
}

/// Returns `true` if a text ends with a row whose right cell has been played: the only one that GNU Backgammon ends.
fn ends_full_row(text: &[u8]) -> bool {
    let line = text.strip_suffix(b"\n").unwrap_or(text);
    let start = memchr::memrchr(b'\n', line).map_or(0, |end| end + 1);
    let right = line.get(start + RIGHT..).unwrap_or_default();
    !(right.is_empty() || right.ends_with(b": "))
}

/// Returns `true` if dice stand there with which nothing is played.
pub(super) fn is_empty_play(written: Option<&Written>) -> bool {
    matches!(written, Some(Written::Turn { cell: Cell::CannotMove(_), .. }))
}
