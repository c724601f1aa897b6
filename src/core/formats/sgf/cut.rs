//! Splitting a text with several trees into matches.

use super::grammar;
use super::missing::Stated;
use super::text::unescape;
use super::unclosed::{next_property, of_root};
use crate::diag::Span;
use crate::formats::words::is_next_score;
use nom::Parser;
use nom::sequence::preceded;
use std::ops::Range;

/// The facts in the root of a tree about its match.
#[derive(Debug, Default, PartialEq)]
struct Facts<'a> {
    game_number: Option<&'a str>,
    length: Option<&'a str>,
    game: Option<i64>,
    /// The points of W and B.
    score: [Option<i64>; 2],
    players: [Option<&'a str>; 2],
    has_rules: bool,
}

impl<'a> Facts<'a> {
    /// Adds a value of a property.
    fn add(&mut self, name: &str, value: &'a str) {
        match name {
            "GM" => self.game_number = self.game_number.or(Some(value.trim())),
            "PW" => self.players[0] = Some(value),
            "PB" => self.players[1] = Some(value),
            // The rules of a session may change between its games.
            "RU" => self.has_rules = value.contains("Crawford"),
            "MI" => match unescape(value).split_once(':') {
                Some(("length", _)) => self.length = value.get("length:".len()..),
                Some(("game", number)) => self.game = number.trim().parse().ok(),
                Some(("ws", points)) => self.score[0] = points.trim().parse().ok(),
                Some(("bs", points)) => self.score[1] = points.trim().parse().ok(),
                _ => {}
            },
            _ => {}
        }
    }
}

impl Facts<'_> {
    fn has_players(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    /// Returns `true` if at least one player has a name: players without names may be anybody.
    fn has_names(&self) -> bool {
        self.has_players() && self.players.iter().flatten().any(|name| !name.trim().is_empty())
    }

    /// Returns `true` if another game has the number after this one's.
    fn has_next_number(&self, other: &Self) -> bool {
        let next = self.game.and_then(|game| game.checked_add(1));
        next.is_some() && next == other.game
    }

    /// Returns `true` if the score of another game can follow from this one's.
    fn has_score_before(&self, other: &Self) -> bool {
        let points = |facts: &Self| Some([facts.score[0]?, facts.score[1]?]);
        points(self).zip(points(other)).is_some_and(|(before, now)| is_next_score(&before, &now))
    }

    /// Returns `true` if another game is the next one of the same match, by all facts.
    fn is_next(&self, other: &Self) -> bool {
        let has_same = self.has_players() && self.players == other.players && self.length == other.length;
        has_same && self.has_next_number(other) && self.has_score_before(other)
    }
}

/// Two games with at least this many nodes after the root aren't equal by chance.
const UNLIKE: usize = 8;

/// Splits a text into matches: each begins at the tree of its first game.
///
/// A tree begins another match if it has another length, a number that doesn't follow that of the game
/// before, or players all different from those before. If all of length, number, score and players continue
/// except one, that one is a mistake, and doesn't begin another match; a number only where names show the players and
/// one of them has more points. Nor does a tree that repeats the one before it,
/// unless the score is nil all, where short matches may begin alike: then it needs several nodes, and the next tree has
/// to be the next game. Nor do two swapped neighbouring trees begin another match.
pub(super) fn matches(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut last: Option<(Facts<'_>, &str)> = None;
    let mut before_last: Option<Facts<'_>> = None;
    let mut at = 0;
    while let Some(start) = tree(text, at) {
        let facts = facts(text, start, false);
        at = end_of_tree(text.as_bytes(), start);
        if facts.game_number.is_some_and(|number| number != "6") {
            continue;
        }
        let tree = &text[start..at];
        let is_nil = facts.score.iter().all(|points| matches!(points, None | Some(0)));
        let is_copy = |before: &&str| {
            let may_be_alike = || tree.matches(';').count() <= UNLIKE || !is_continued(text, at, &facts);
            *before == tree && facts.has_names() && !(is_nil && may_be_alike())
        };
        let is_exchanged = |last: &Facts<'_>| {
            let is_next = || before_last.as_ref().is_some_and(|before| before.is_next(&facts));
            facts.is_next(last) && (is_next() || is_continued(text, at, last))
        };
        match &last {
            Some((last, before)) if is_copy(before) || is_exchanged(last) || !begins_match(last, &facts) => {}
            Some(_) => starts.push(start),
            None => starts.push(0),
        }
        before_last = last.take().map(|(facts, _)| facts);
        last = Some((facts, tree));
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns `true` if the next tree from a place on is that of the game after this one.
fn is_continued(text: &str, from: usize, game: &Facts<'_>) -> bool {
    tree(text, from).is_some_and(|start| game.is_next(&facts(text, start, false)))
}

fn begins_match(last: &Facts<'_>, now: &Facts<'_>) -> bool {
    let other_length = matches!((last.length, now.length), (Some(a), Some(b)) if a != b);
    let begins_again = matches!((last.game, now.game), (Some(a), Some(b)) if b <= a);
    let strangers =
        last.has_names() && now.has_names() && now.players.iter().all(|name| !last.players.contains(name));
    let same_players = last.has_players() && (now.players == last.players);
    let (follows, is_later) = (last.has_next_number(now), last.has_score_before(now));
    let signs = [other_length, begins_again, strangers];
    match signs.iter().filter(|sign| **sign).count() {
        0 => false,
        1 if other_length => !(follows && same_players && is_later),
        1 if begins_again => {
            let has_same = same_players && last.has_names() && last.length == now.length;
            !(has_same && last.length.is_some() && is_later)
        }
        _ => true,
    }
}

/// Finds the next tree: an opening bracket with a node in it.
pub(super) fn tree(text: &str, from: usize) -> Option<usize> {
    memchr::memchr(b'(', text.as_bytes().get(from..)?).map(|found| from + found)
}

/// Returns the game number of the tree that begins at `start`, `GM[…]`.
pub(super) fn game_number(text: &str, start: usize) -> Option<&str> {
    facts(text, start, true).game_number
}

/// Reads the root of the tree that begins at `start`, or only up to the number of the game.
fn facts(text: &str, start: usize, only_number: bool) -> Facts<'_> {
    let mut facts = Facts::default();
    let Ok((mut input, _)) = grammar::first_node(&text.as_bytes()[start..]) else { return facts };
    let mut known: Vec<&str> = Vec::new();
    while let Ok((rest, letters)) = preceded(grammar::between_properties, grammar::letters).parse(input) {
        input = rest;
        let name = std::str::from_utf8(letters).map(grammar::name).unwrap_or_default();
        known.extend(of_root(&name).filter(|name| !known.contains(name)));
        while let Ok((rest, value)) = grammar::bracketed(input) {
            input = rest;
            let end = text.len() - rest.len() - 1;
            let start = end - value.len();
            let mut value = &text[start..end];
            // Each only once, so that few parts of the text are read again.
            if let Some(next) = next_property(text, Span::new(start, end), &name, &known) {
                known.push(next.name);
                input = &text.as_bytes()[start + next.at..];
                value = &value[..next.end];
            }
            facts.add(&name, value);
        }
        if only_number && facts.game_number.is_some() {
            break;
        }
    }
    facts
}

/// Returns the facts that the root of the tree after the one at `start` contains. `None` if there is none.
pub(super) fn stated_next(text: &str, start: usize) -> Option<Stated> {
    let next = facts(text, tree(text, end_of_tree(text.as_bytes(), start))?, false);
    let [white, black] = next.score.map(|points| points.is_some());
    Some([next.length.is_some(), next.game.is_some(), white, black, next.has_rules])
}

/// Iterates over the facts in the roots of the trees of backgammon after the one at `start`.
fn later(text: &str, start: usize) -> impl Iterator<Item = Facts<'_>> {
    let mut at = end_of_tree(text.as_bytes(), start);
    let roots = std::iter::from_fn(move || {
        let start = tree(text, at)?;
        at = end_of_tree(text.as_bytes(), start);
        Some(facts(text, start, false))
    });
    roots.filter(|facts| facts.game_number.is_none_or(|number| number == "6"))
}

/// Returns the first length that a tree after the one at `start` states, unless it is a first game, and its place.
pub(super) fn later_length(text: &str, start: usize) -> Option<(u32, Span)> {
    let (game, length) = later(text, start).find_map(|facts| Some((facts.game, facts.length?)))?;
    let place = length.as_ptr() as usize - text.as_ptr() as usize;
    let number = length.trim().parse().ok().filter(|number| (1..=32_767_u32).contains(number))?;
    (game != Some(0)).then(|| (number, Span::new(place, place + length.len())))
}

/// Returns `true` if at least one tree after the one at `start` states a length, and all that do state this one.
pub(super) fn all_later_state(text: &str, start: usize, length: u32) -> bool {
    let mut lengths = later(text, start).filter_map(|facts| facts.length).peekable();
    lengths.peek().is_some() && lengths.all(|stated| stated.trim().parse() == Ok(length))
}

/// Returns the first name of a player that a tree after the one at `start` states, as written, unless that tree has no
/// number or is a first game.
pub(super) fn later_name(text: &str, start: usize, side: usize) -> Option<&str> {
    let (game, name) = later(text, start).find_map(|facts| Some((facts.game, facts.players[side]?)))?;
    game.is_some_and(|game| game > 0).then_some(name)
}

/// Returns `true` if a tree begins with the bracket at `at`, whatever is open before it: the root names the format or
/// the game, and no node of a variation does.
pub(super) fn begins_tree(bytes: &[u8], at: usize) -> bool {
    let (before, from) = bytes.split_at(at.min(bytes.len()));
    let root = from.strip_prefix(b"(").and_then(|rest| rest.trim_ascii_start().strip_prefix(b";"));
    let is_root = root
        .map(<[u8]>::trim_ascii_start)
        .is_some_and(|root| root.starts_with(b"FF[") || root.starts_with(b"GM["));
    // A bracket around all trees isn't a tree.
    is_root && !before.trim_ascii_end().ends_with(b"(")
}

/// Finds the end of the tree at `start`: after its last bracket, or before the next tree if that is missing.
pub(super) fn end_of_tree(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'(', b')', b'[', rest)) {
        at += found + 1;
        match bytes[at - 1] {
            b'(' if depth > 0 && begins_tree(bytes, at - 1) => return at - 1,
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => match grammar::value(&bytes[at..]) {
                Ok((rest, _)) => at = bytes.len() - rest.len() + 1,
                Err(_) => return bytes.len(),
            },
        }
    }
    bytes.len()
}

/// Returns the size of an ordinary record that takes as much memory to read as this text: a bracket begins a
/// game or a variation, a value is kept with its node, and a word without a value is kept with a finding.
/// Each counts for a twelfth of the memory that it takes.
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
                let value = grammar::value(&bytes[at..]);
                at = value.map_or(bytes.len(), |(rest, _)| bytes.len() - rest.len() + 1);
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
