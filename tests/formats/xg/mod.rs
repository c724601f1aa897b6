//! eXtreme Gammon's files: nine real ones, and files made here for features that those lack.

mod analysed;
mod build;
mod damaged;
mod real;
mod synthetic;
mod written;

use barpoint::analysis::{RulesOverride, replayed};
use barpoint::diag::{Diagnostic, Severity};
use barpoint::formats::{Format, detect};
use barpoint::game::Replayed;

/// Reads and replays a file of any format; returns the findings without habits.
fn replay(name: &str, bytes: &[u8]) -> (Replayed, Vec<Diagnostic>) {
    let format: &Format = detect(bytes, None).unwrap_or_else(|| panic!("{name}: of no format"));
    let mut sources = format.matches(name, Box::new(bytes));
    let source = sources.next().expect("a match").expect("small");
    assert!(sources.next().is_none(), "{name}: one match");
    let parse = format.parse.expect("a reader");
    let (replayed, mut findings) = replayed(parse(&source), &RulesOverride::default());
    findings.retain(|finding| finding.severity > Severity::Note);
    (replayed, findings)
}

/// Returns findings in short: code and place.
fn told(findings: &[Diagnostic]) -> Vec<String> {
    findings.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect()
}
