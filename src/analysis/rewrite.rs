//! Rewriting a record in its own format, if nothing gets lost.

use super::replay;
use super::rules::RulesOverride;
use crate::diag::count::errors_in;
use crate::diag::{Code, Diagnostic, Parsed, Severity, SourceFile};
use crate::formats::inventory::{missing, summary};
use crate::formats::{Content, Format, Writer, json};
use crate::game::record::MatchRecord;

/// What reads a match.
type Parse = fn(&SourceFile) -> Parsed<MatchRecord>;

/// Returns `true` for a format in which [`rewritten`] rewrites matches: a text that is written and read back.
#[must_use]
pub fn is_rewritten(format: &Format) -> bool {
    both_ways(format).is_ok()
}

/// Returns the functions that read and write a text format, or the reason why its files aren't rewritten.
fn both_ways(format: &Format) -> Result<(Parse, Writer), String> {
    let (Some(parse), Some(writer)) = (format.parse, format.writer.filter(|writer| writer.reads_back)) else {
        return Err(format!("`{}` isn't written", format.name));
    };
    if matches!(format.content, Content::Binary(_)) {
        return Err(format!("`{}` isn't text", format.name));
    }
    Ok((parse, writer))
}

/// Rewrites a match in its own format. JSON stays one line if the file's name asks for that, or if it is one line in a
/// file whose name asks for nothing.
///
/// # Errors
///
/// The reason why the file has to stay as it is.
pub fn rewritten(
    format: &'static Format,
    source: &SourceFile,
    rules: &RulesOverride,
) -> Result<Vec<u8>, String> {
    let format = json::in_shape(format, source);
    let (parse, writer) = both_ways(format)?;
    let (replayed, findings) = replay::replayed(parse(source), rules);
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    match findings.iter().filter(is_error).count() {
        0 => {}
        errors => return Err(errors_in(errors as u64, "")),
    }
    let bytes = writer.bytes(&replayed);
    // A user's file is only replaced by equal content.
    let again = format.source(source.name(), bytes.clone()).map_err(|error| error.to_string())?;
    let (again, found) = replay::replayed(parse(&again), rules);
    let lost = missing(&replayed, &again);
    if !lost.is_empty() {
        return Err(format!("rewriting would lose {}", summary(&lost)));
    }
    let unknown = |findings: &[Diagnostic]| {
        findings.iter().filter(|finding| finding.code == Code::RecordUnknown).count()
    };
    if unknown(&found) < unknown(&findings) {
        return Err("rewriting would lose what isn't understood; `barpoint check` shows it".to_owned());
    }
    if let Some(code) = other_finding(&findings, &found) {
        let code = code.id();
        return Err(format!("rewriting would change the findings (`{code}`); `barpoint check` shows them"));
    }
    if !missing(&again, &replayed).is_empty() {
        return Err("rewriting would change how it is read".to_owned());
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
