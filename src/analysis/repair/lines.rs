//! Readings of damaged lines of match text: a slip in the number of a row, a result in other words, a wrong header.

use super::actions::entry_at;
use super::bench::Bench;
use super::frame::line_start;
use super::reading::{Class, Reading};
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Edit, Span, distance};
use crate::formats::changes::Change;
use crate::formats::{gam, mat, snowie};
use crate::game::record::{Entry, Header, Written, headers};
use crate::rules::Variant;

/// Returns the reading of a damaged line that the finding alone shows.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Reading> {
    if ![mat::FORMAT.name, gam::FORMAT.name, snowie::FORMAT.name].contains(&bench.format.name) {
        return None;
    }
    match finding.code {
        Code::MatRowNumber => number(bench, finding.primary.span),
        Code::MatCellUnreadable | Code::MatTextAfterRow => result(bench, finding.primary.span),
        Code::HeaderInvalid => header(bench, finding.primary.span),
        _ => None,
    }
}

/// Returns a reading of the spelling.
fn spelling(game: usize, message: String, edit: Edit) -> Reading {
    Reading::new(Class::Spelling, 0.2, message, game, vec![Change::Text(edit)])
}

/// Returns the reading for a row's number, the one that is due, with a slip in it or in its bracket: `l9)`, `20.`,
/// `9`, `1)5`, `> 4)`.
fn number(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let (game, entry) = entry_at(bench, span)?;
    let entries = bench.entries(game);
    let number = entries[entry].row?;
    let before = entries[..entry].iter().rev().find_map(|entry| entry.row).unwrap_or(0);
    let written = bench.source.slice(span);
    let after = &bench.source.text()[span.end as usize..];
    let is_sound = written.bytes().all(|byte| byte.is_ascii_digit()) && after.starts_with(')');
    if is_sound || before.checked_add(1) != Some(number) {
        return None;
    }
    if written.starts_with('>') {
        let blank = u32::from(after.starts_with(' '));
        let edit = Edit::delete(Span { end: span.end + blank, ..span });
        return Some(spelling(game, format!("delete `{written}`"), edit));
    }
    let message = format!("write `{number})` for `{written}`");
    Some(spelling(game, message, Edit::new(span, format!("{number})"))))
}

/// Returns the reading for a result with a slip in its words, or in other words: `Wlns 3 points`, `Gewinnt 16 Punkte`,
/// `Wins one point`, `Wins 3 poits`.
fn result(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let game = bench.record.games.iter().rposition(|game| game.heading.start <= span.start)?;
    let holds = |entry: &&Entry| entry.span.start <= span.start && span.end <= entry.span.end;
    let entry = bench.entries(game).iter().find(holds)?;
    let Written::Wins { points: Some(points), and_match } = &entry.written else { return None };
    let written = bench.source.slice(span);
    let words = if points.span == span {
        points.value.to_string()
    } else if entry.span == span {
        let and_match = if and_match.is_some() { " and the match" } else { "" };
        format!("Wins {}{and_match}", many(points.value.into(), "point"))
    } else {
        let unlike = |word: &&&str| distance(&written.to_lowercase(), word);
        let nearest = ["point", "points"].iter().min_by_key(unlike).filter(|word| unlike(word) <= 2)?;
        (*nearest).to_owned()
    };
    Some(spelling(game, format!("write `{words}` for `{written}`"), Edit::new(span, words)))
}

/// Returns the reading for a header that the games contradict.
fn header(bench: &Bench<'_>, span: Span) -> Option<Reading> {
    let is_here = |header: &&Header| header.value.span == span;
    let header = bench.record.headers.iter().find(is_here)?;
    let (key, value) = (header.key.value.as_str(), header.value.value.trim());
    if key.eq_ignore_ascii_case(headers::VARIATION) {
        let is_known = value.parse::<Variant>().is_ok();
        let message = format!("write `Backgammon` for `{value}`");
        return is_known.then(|| spelling(0, message, Edit::new(span, "Backgammon")));
    }
    if !key.eq_ignore_ascii_case(headers::CUBE_LIMIT) || value.parse::<u32>().is_err() {
        return None;
    }
    let text = bench.source.text();
    let line = line_start(text, span.start);
    let rest = &text[span.end as usize..];
    let end = rest.find(['\n', '\r'])?;
    let end = end + if rest[end..].starts_with("\r\n") { 2 } else { 1 };
    let edit = Edit::delete(Span { start: line, end: span.end + end as u32 });
    let mut reading = spelling(0, format!("delete the header `{key}`"), edit);
    let is_double = |entry: &&Entry| matches!(entry.written, Written::Cube { .. });
    // Of one double and the header, either may be wrong.
    let doubles = bench.record.games.iter().flat_map(|game| &game.entries).filter(is_double).count();
    reading.may_be_safe = doubles > 1;
    Some(reading)
}
