//! Changes of an SGF record as edits: letters in place, and nodes that are added or removed.

use super::{color, letter, side_of};
use crate::board::Side;
use crate::diag::{Edit, Span};
use crate::formats::changes::{Change, Text, Words, is_replaceable, place_of};
use crate::game::record::Written;
use crate::rules::Leg;
use std::ops::Range;

/// Returns the edits for a change of nodes and letters.
pub(in crate::formats) fn edits(text: &Text<'_>, change: &Change) -> Option<Vec<Edit>> {
    match change {
        Change::Play { entry, legs } => {
            let entry = text.entry(*entry)?;
            let Written::Turn { roll, cell } = &entry.written else { return None };
            let was = place_of(roll, cell);
            is_replaceable(cell).then_some(())?;
            Some(vec![Edit::new(was, letters(legs, entry.side?))])
        }
        Change::Say { entry, words } => {
            let entry = text.entry(*entry)?;
            let value = match entry.written {
                // The place of a result is that of its value.
                Written::Wins { .. } if !text.source.slice(entry.span).contains('[') => entry.span,
                _ => value_of(text, entry.span)?,
            };
            Some(vec![Edit::new(value, said(words, entry.side?))])
        }
        Change::OtherSide { entry } => Some(vec![aside(text, *entry)?]),
        Change::OtherSides { entries } => entries.clone().map(|entry| aside(text, entry)).collect(),
        Change::Reorder { entries, order } => {
            let moved = entries.clone().zip(order).map(|(to, from)| {
                Some(Edit::new(text.entry(to)?.span, text.source.slice(text.entry(*from)?.span)))
            });
            (entries.len() == order.len()).then(|| moved.collect())?
        }
        Change::Remove { entries } => {
            entries.clone().map(|entry| Some(Edit::delete(node(text, entry)?))).collect()
        }
        Change::Insert { before, cells } => {
            if let Some(((side, words @ Words::Wins { .. }), rest)) = cells.split_last() {
                let mut all = result(text, *side, words)?;
                if !rest.is_empty() {
                    all.extend(edits(text, &Change::Insert { before: *before, cells: rest.to_vec() })?);
                }
                return Some(all);
            }
            let own = |(side, words): &(Side, Words)| format!("{}[{}]", color(*side), said(words, *side));
            let nodes: Vec<String> = cells.iter().map(own).collect();
            let is_node =
                text.entry(*before).is_some_and(|entry| !matches!(entry.written, Written::Wins { .. }));
            if is_node {
                let at = node_start(text, *before)?;
                let gap = blanks_before(text, at);
                let nodes = nodes.iter().fold(String::new(), |nodes, node| nodes + ";" + node + gap);
                return Some(vec![Edit::insert(at as u32, nodes)]);
            }
            let last = before.checked_sub(1)?;
            let node = node(text, last)?;
            let gap = blanks_before(text, node.start as usize);
            let end = text.entry(last)?.span.end;
            let nodes = nodes.iter().fold(String::new(), |nodes, node| nodes + gap + ";" + node);
            Some(vec![Edit::insert(end, nodes)])
        }
        Change::Crawford(is_crawford) => {
            let (start, head) = root(text)?;
            let (was, now) = match is_crawford {
                true => ("RU[Crawford]", "RU[Crawford:CrawfordGame]"),
                false => ("RU[Crawford:CrawfordGame]", "RU[Crawford]"),
            };
            let at = start + head.find(was)?;
            Some(vec![Edit::new(Span::new(at, at + was.len()), now)])
        }
        Change::GameNumber(now) => {
            let was = text.game.number?;
            let same = text.source.slice(was.span).trim() == (was.value - 1).to_string();
            same.then(|| vec![Edit::new(was.span, (now - 1).to_string())])
        }
        _ => None,
    }
}

/// Returns the root of a game, up to its first action.
fn root<'t>(text: &'t Text<'_>) -> Option<(usize, &'t str)> {
    let start = text.game.heading.start as usize;
    let first = text.game.entries.iter().map(|entry| entry.span.start as usize);
    let end = first.filter(|at| *at > start).min().unwrap_or(text.end());
    Some((start, text.source.text().get(start..end)?))
}

/// Writes the result into a root that has none, or an empty one.
fn result(text: &Text<'_>, side: Side, words: &Words) -> Option<Vec<Edit>> {
    const EMPTY: [&str; 2] = ["RE[]", "RE[?]"];
    let (start, root) = root(text)?;
    let written = format!("RE[{}]", said(words, side));
    let empty = EMPTY.iter().find_map(|empty| Some((root.find(empty)?, empty.len())));
    if let Some((at, len)) = empty {
        return Some(vec![Edit::new(Span::new(start + at, start + at + len), written)]);
    }
    let game = "GM[6]";
    let at = start + root.find(game)? + game.len();
    (!root.contains("RE[")).then(|| vec![Edit::insert(at as u32, written)])
}

/// Moves an action to the other player.
fn aside(text: &Text<'_>, entry: usize) -> Option<Edit> {
    let entry = text.entry(entry)?;
    let other = color(!entry.side?);
    let at = entry.span.start;
    let first = Span { start: at, end: at + 1 };
    side_of(text.source.slice(first)).map(|_| Edit::new(first, other))
}

/// Returns legs as letters, two each.
fn letters(legs: &[Leg], side: Side) -> String {
    let of = |number: u8| char::from(letter(number, side));
    legs.iter().flat_map(|leg| [of(leg.from.number()), of(leg.to.number())]).collect()
}

/// Returns the value of a node.
fn said(words: &Words, side: Side) -> String {
    match words {
        Words::Turn { digits, legs } => {
            format!("{}{}", String::from_utf8_lossy(digits), letters(legs, side))
        }
        Words::Double(_) => "double".to_owned(),
        Words::Take => "take".to_owned(),
        Words::Pass => "drop".to_owned(),
        Words::Wins { points, is_resigned } => {
            format!("{}+{points}{}", color(side), if *is_resigned { "R" } else { "" })
        }
    }
}

/// Returns the text between the brackets of an action.
fn value_of(text: &Text<'_>, span: Span) -> Option<Span> {
    let whole = text.source.slice(span);
    let open = whole.find('[')? + 1;
    let value = Span { start: span.start + open as u32, end: span.end.checked_sub(1)? };
    whole.ends_with(']').then_some(value)
}

/// Returns the beginning of an entry's node, if the entry comes first in it.
fn node_start(text: &Text<'_>, entry: usize) -> Option<usize> {
    let before = text.source.text().get(..text.entry(entry)?.span.start as usize)?;
    before.trim_end().strip_suffix(';').map(str::len)
}

/// Returns the blanks before a place.
fn blanks_before<'a>(text: &Text<'a>, at: usize) -> &'a str {
    let before = &text.source.text()[..at];
    &before[before.trim_end().len()..]
}

/// Returns the place of a node that contains only the action of an entry, with the blanks before it.
fn node(text: &Text<'_>, entry: usize) -> Option<Span> {
    let start = node_start(text, entry)?;
    let end = text.entry(entry)?.span.end as usize;
    let rest = text.source.text().get(end..)?;
    let bare = rest.trim_start().starts_with([';', '(', ')']);
    let range: Range<usize> = start - blanks_before(text, start).len()..end;
    bare.then(|| Span::new(range.start, range.end))
}
