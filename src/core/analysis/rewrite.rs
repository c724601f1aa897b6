//! Rewriting a record in its own format, if nothing gets lost.

use super::replay;
use super::rules::RulesOverride;
use crate::diag::count::errors_in;
use crate::diag::{Code, Diagnostic, Parsed, Severity, SourceFile, SourceTooLarge};
use crate::formats::inventory::{Item, missing, summary};
use crate::formats::{Content, Format, Writer, json};
use crate::game::record::MatchRecord;

/// Why a match stays as it is written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RewriteError {
    /// The format is only read.
    #[error("`{0}` isn't written")]
    NotWritten(&'static str),
    /// The format is binary.
    #[error("`{0}` isn't text")]
    NotText(&'static str),
    /// The record has this number of errors.
    #[error("{}", errors_in(*.0, ""))]
    Errors(u64),
    /// The rewritten match is too large.
    #[error(transparent)]
    TooLarge(#[from] SourceTooLarge),
    /// Items would be lost.
    #[error("rewriting would lose {}", summary(.0))]
    Lost(Vec<Item>),
    /// The record contains text that isn't understood and would be lost.
    #[error("rewriting would lose what isn't understood; `barpoint check` shows it")]
    NotUnderstood,
    /// Findings with this code would appear or go.
    #[error("rewriting would change the findings (`{}`); `barpoint check` shows them", .0.id())]
    Findings(Code),
    /// The rewritten match would be read as another one.
    #[error("rewriting would change how it is read")]
    Changed,
}

/// What reads a match.
type Parse = fn(&SourceFile) -> Parsed<MatchRecord>;

/// Returns `true` for a format in which [`rewritten`] rewrites matches: a text that is written and read back.
#[must_use]
pub fn is_rewritten(format: &Format) -> bool {
    both_ways(format).is_ok()
}

/// Returns the functions that read and write a text format, or the reason why its files aren't rewritten.
fn both_ways(format: &Format) -> Result<(Parse, Writer), RewriteError> {
    let (Some(parse), Some(writer)) = (format.parse, format.writer.filter(|writer| writer.reads_back)) else {
        return Err(RewriteError::NotWritten(format.name));
    };
    if matches!(format.content, Content::Binary(_)) {
        return Err(RewriteError::NotText(format.name));
    }
    Ok((parse, writer))
}

/// Rewrites a match in its own format. JSON stays one line if the file's name asks for that, or if it is one line in a
/// file whose name asks for nothing.
///
/// # Errors
///
/// The reason why the file has to stay as it is.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::analysis::{RewriteError, rewritten};
///
/// let record = " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n1) 31: 8/5 6/5\n";
/// let found = &barpoint::open("match.mat", record)?[0];
/// let bytes = rewritten(found.format, &found.source, &found.rules)?;
/// assert!(String::from_utf8_lossy(&bytes).contains("\n  1) 31: 8/5 6/5"));
///
/// let found = &barpoint::open("match.mat", record.replace("8/5", "8/4"))?[0];
/// let refused = rewritten(found.format, &found.source, &found.rules);
/// assert_eq!(refused, Err(RewriteError::Errors(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rewritten(
    format: &'static Format,
    source: &SourceFile,
    rules: &RulesOverride,
) -> Result<Vec<u8>, RewriteError> {
    let format = json::in_shape(format, source);
    let (parse, writer) = both_ways(format)?;
    let (replayed, findings) = replay::replayed(parse(source), rules);
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    match findings.iter().filter(is_error).count() {
        0 => {}
        errors => return Err(RewriteError::Errors(errors as u64)),
    }
    let bytes = writer.bytes(&replayed);
    // A user's file is only replaced by equal content.
    let again = format.source(source.name(), bytes.clone())?;
    let (again, found) = replay::replayed(parse(&again), rules);
    let lost = missing(&replayed, &again);
    if !lost.is_empty() {
        return Err(RewriteError::Lost(lost));
    }
    let unknown = |findings: &[Diagnostic]| {
        findings.iter().filter(|finding| finding.code == Code::RecordUnknown).count()
    };
    if unknown(&found) < unknown(&findings) {
        return Err(RewriteError::NotUnderstood);
    }
    if let Some(code) = other_finding(&findings, &found) {
        return Err(RewriteError::Findings(code));
    }
    if !missing(&again, &replayed).is_empty() {
        return Err(RewriteError::Changed);
    }
    Ok(bytes)
}

/// Returns the first code whose number of findings differs, except for spelling, which is corrected.
fn other_finding(before: &[Diagnostic], after: &[Diagnostic]) -> Option<Code> {
    let codes = |findings: &[Diagnostic]| {
        let meant = findings.iter().filter(|finding| finding.severity > Severity::Note);
        let mut codes: Vec<Code> = meant.map(|finding| finding.code).collect();
        codes.retain(|code| !is_spelling(*code));
        codes.sort_unstable();
        codes
    };
    let (before, after) = (codes(before), codes(after));
    let differs = before.iter().zip(&after).find(|(a, b)| a != b).map(|(a, b)| *a.min(b));
    differs.or_else(|| before.get(after.len()).or_else(|| after.get(before.len())).copied())
}

/// Returns `true` if a finding is about how something is written, not about its meaning.
fn is_spelling(code: Code) -> bool {
    ["habit-", "mat-", "source-", "record-"].iter().any(|area| code.id().starts_with(area))
}
