//! Cutting a text with several trees into matches.

use super::text::unescape;
use std::ops::Range;

/// What the root of a tree tells about the match that it belongs to.
#[derive(Debug, Default, PartialEq)]
struct Facts<'a> {
    game_number: Option<&'a str>,
    length: Option<&'a str>,
    game: Option<i64>,
    /// The points of W and B.
    score: [Option<i64>; 2],
    players: [Option<&'a str>; 2],
}

/// Cuts a text into matches: each begins at the tree of its first game.
///
/// A tree begins another match if it tells another length, a number that doesn't follow on that of the
/// game before, or players of whom none is one of those before. If all but one of length, number, score
/// and players goes on, that one is a mistake, and not the sign of another match.
pub(super) fn matches(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut last: Option<Facts<'_>> = None;
    let mut at = 0;
    while let Some(start) = tree(text, at) {
        let facts = facts(text, start, false);
        at = end_of_tree(text.as_bytes(), start);
        if facts.game_number.is_some_and(|number| number != "6") {
            continue;
        }
        match &last {
            Some(last) if !begins_match(last, &facts) => {}
            Some(_) => starts.push(start),
            None => starts.push(0),
        }
        last = Some(facts);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

fn begins_match(last: &Facts<'_>, now: &Facts<'_>) -> bool {
    let other_length = matches!((last.length, now.length), (Some(a), Some(b)) if a != b);
    let begins_again = matches!((last.game, now.game), (Some(a), Some(b)) if b <= a);
    let known = |facts: &Facts<'_>| facts.players.iter().all(Option::is_some);
    let strangers = known(last) && known(now) && now.players.iter().all(|name| !last.players.contains(name));
    let same_players = known(last) && (now.players == last.players);
    let follows = matches!((last.game, now.game), (Some(a), Some(b)) if b == a + 1);
    let is_later = (0..2)
        .all(|side| matches!((last.score[side], now.score[side]), (Some(a), Some(b)) if b >= a))
        && now.score != last.score;
    let signs = [other_length, begins_again, strangers];
    match signs.iter().filter(|sign| **sign).count() {
        0 => false,
        1 if other_length => !(follows && same_players && is_later),
        1 if begins_again => {
            !(same_players && last.length == now.length && last.length.is_some() && is_later)
        }
        _ => true,
    }
}

/// Finds the next tree: a bracket that opens, and a node in it.
pub(super) fn tree(text: &str, from: usize) -> Option<usize> {
    memchr::memchr(b'(', text.as_bytes().get(from..)?).map(|found| from + found)
}

/// The game number of the first tree, `GM[…]`.
pub(super) fn game_number(text: &str) -> Option<&str> {
    facts(text, tree(text, 0)?, true).game_number
}

/// Reads the root of the tree that begins at `start`, or only up to the number of the game.
fn facts(text: &str, start: usize, only_number: bool) -> Facts<'_> {
    let bytes = text.as_bytes();
    let mut facts = Facts::default();
    let mut at = start;
    while matches!(bytes.get(at), Some(b'(' | b' ' | b'\t' | b'\r' | b'\n')) {
        at += 1;
    }
    if bytes.get(at) != Some(&b';') {
        return facts;
    }
    at += 1;
    let mut id = [0_u8; 2];
    let mut len = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'A'..=b'Z' => {
                if matches!(
                    at.checked_sub(1).and_then(|before| bytes.get(before)),
                    Some(b']' | b';' | b' ' | b'\t' | b'\r' | b'\n')
                ) {
                    len = 0;
                }
                if let Some(slot) = id.get_mut(len) {
                    *slot = byte;
                }
                len += 1;
                at += 1;
            }
            b'[' => {
                let Some(end) = end_of_value(bytes, at + 1) else { return facts };
                let value = &text[at + 1..end];
                match (&id, len) {
                    (b"GM", 2) => facts.game_number = facts.game_number.or(Some(value.trim())),
                    (b"PW", 2) => facts.players[0] = Some(value),
                    (b"PB", 2) => facts.players[1] = Some(value),
                    (b"MI", 2) => match unescape(value).split_once(':') {
                        Some(("length", _)) => facts.length = value.get("length:".len()..),
                        Some(("game", number)) => facts.game = number.trim().parse().ok(),
                        Some(("ws", points)) => facts.score[0] = points.trim().parse().ok(),
                        Some(("bs", points)) => facts.score[1] = points.trim().parse().ok(),
                        _ => {}
                    },
                    _ => {}
                }
                at = end + 1;
                if only_number && facts.game_number.is_some() {
                    return facts;
                }
            }
            b';' | b'(' | b')' => return facts,
            _ => at += 1,
        }
    }
    facts
}

/// Finds the bracket that ends a value; `None` if there is none.
#[inline]
pub(super) fn end_of_value(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr::memchr2(b']', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b']' {
            return Some(at);
        }
        at += 2;
    }
}

/// Finds the end of the tree that begins at `start`, after its last bracket.
pub(super) fn end_of_tree(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'(', b')', b'[', rest)) {
        at += found + 1;
        match bytes[at - 1] {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => match end_of_value(bytes, at) {
                Some(end) => at = end + 1,
                None => return bytes.len(),
            },
        }
    }
    bytes.len()
}

/// Returns the bytes of an ordinary record that take as much memory to read as this text: a bracket begins a
/// game or a variation, a value is kept with its node, and a word without a value is kept with a finding.
/// Each stands for a twelfth of the memory that it takes.
pub(in crate::formats) fn stands_for(bytes: &[u8]) -> usize {
    const BRACKET: usize = 60;
    const VALUE: usize = 16;
    const WORD: usize = 8;
    let (mut at, mut weight, mut in_word) = (0, 0_usize, false);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        let was_in_word = std::mem::take(&mut in_word);
        weight += match byte {
            b' ' | b'\t' | b'\r' | b'\n' | b')' | b';' => 0,
            b'(' => BRACKET,
            b'[' => {
                at = end_of_value(bytes, at).map_or(bytes.len(), |end| end + 1);
                // A property's name is kept with its value.
                if was_in_word { VALUE - WORD } else { VALUE }
            }
            _ => {
                in_word = true;
                if was_in_word { 0 } else { WORD }
            }
        };
    }
    weight
}
