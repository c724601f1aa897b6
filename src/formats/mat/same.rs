//! Lines that belong to others: the players of a game at the head of the next one, comments of several lines.

use super::line;
use crate::board::Side;
use crate::diag::Span;
use crate::game::record::GameRecord;
use std::ops::Range;

/// Returns `true` if a line contains the names of a game's players with scores, as at the head of the next
/// game.
pub(super) fn players(game: &GameRecord, line: &[u8]) -> bool {
    let Some(read) = line::score_line(line).filter(|read| !read.scores.iter().any(Range::is_empty)) else {
        return false;
    };
    let names = read.names.map(|name| {
        let cut = line::rating(&line[name.clone()]).map_or(name.end, |comma| name.start + comma);
        &line[name.start..cut]
    });
    let name = |side: Side| game.players[side].as_ref().map_or(&b""[..], |it| it.name.value.as_bytes());
    let [a, b] = Side::ALL.map(name);
    names.iter().any(|name| !name.is_empty()) && (names == [a, b] || names == [b, a])
}

/// Returns `true` if a comment with a semicolon continues on the very next line: then they are one comment.
pub(super) fn is_comment(text: &[u8], before: Span, here: Span) -> bool {
    let semicolon = |span: Span| text.get(span.start as usize) == Some(&b';');
    let Some(between) = text.get(before.end as usize..here.start as usize) else { return false };
    // One line end: LF, CR or both.
    let ends = memchr::memchr_iter(b'\n', between).count().max(memchr::memchr_iter(b'\r', between).count());
    semicolon(before) && semicolon(here) && ends == 1 && between.iter().all(u8::is_ascii_whitespace)
}
