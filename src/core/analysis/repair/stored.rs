//! Readings of a stored analysis in SGF: the number of the candidate that was played.

use super::bench::Bench;
use super::reading::{Class, Reading};
use crate::diag::{Code, Diagnostic, Edit, Severity};
use crate::formats::sgf;
use crate::game::record::{Cell, Entry, Written};

/// Returns the readings of a finding about a stored analysis. `None` for other findings.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Vec<Reading>> {
    let is_told = finding.code == Code::RecordValue && finding.severity == Severity::Warning;
    if !is_told || bench.format.name != sgf::FORMAT.name {
        return None;
    }
    let span = finding.primary.span;
    let games = &bench.record.games;
    let game = bench.game_at(span.start)?;
    // The result is in the head of its game.
    let is_before = |entry: &&Entry| {
        entry.span.end <= span.start && !matches!(entry.written, Written::Wins { .. } | Written::Drawn)
    };
    let entry = games[game].entries.iter().rfind(is_before)?;
    let (Written::Turn { cell: Cell::Play(play), .. }, Some(side)) = (&entry.written, entry.side) else {
        return Some(Vec::new());
    };
    let reading = |(number, count): (usize, usize)| {
        let written = bench.source.slice(span);
        let message = format!("write {number} for {written}, the number of the play");
        // The number of another candidate may be right, and the play wrong.
        Reading::new(Class::Spelling, 0.3, message, game, [Edit::new(span, number.to_string())])
            .safe_if(written.parse::<usize>().is_ok_and(|written| written >= count))
    };
    let right = sgf::number_of_play(bench.source.text(), span.start as usize, side, play);
    Some(right.map(reading).into_iter().collect())
}
