//! The check of one match: parse, replay, report.

use super::replay::replay;
use super::rules::RulesOverride;
use crate::diag::{Diagnostic, SourceFile};
use crate::formats::Format;

/// The size of a checked match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// The number of games.
    pub games: u32,
    /// The number of entries: rolls, cube actions, results.
    pub entries: u32,
}

/// Checks the one match in a source, read in a given format, and passes each finding on, in the
/// order of their places. Reports no findings for a format that can't be read.
pub fn check(
    format: &Format,
    source: &SourceFile,
    given: &RulesOverride,
    sink: &mut dyn FnMut(Diagnostic),
) -> CheckSummary {
    let Some(parse) = format.parse else { return CheckSummary::default() };
    let parsed = parse(source);
    let entries = parsed.value.games.iter().map(|game| game.entries.len() as u32).sum();
    let replay = replay(&parsed.value, parsed.diagnostics, given, |_| {});
    let games = replay.games.len() as u32;
    replay.diagnostics.into_iter().for_each(sink);
    CheckSummary { games, entries }
}
