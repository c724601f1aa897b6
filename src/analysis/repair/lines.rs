//! Readings of damaged lines of match text: a misprinted number of a row.

use super::actions::entry_at;
use super::bench::Bench;
use super::reading::{Class, Reading};
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::formats::changes::Change;
use crate::formats::{gam, mat, snowie};

/// Returns the reading of a damaged line that the finding alone shows.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Reading> {
    if ![mat::FORMAT.name, gam::FORMAT.name, snowie::FORMAT.name].contains(&bench.format.name) {
        return None;
    }
    match finding.code {
        Code::MatRowNumber => number(bench, finding.primary.span),
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
