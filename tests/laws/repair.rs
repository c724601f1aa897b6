//! Applying fixes to any text leaves fewer findings and never a different one, changes only what it reports, and is
//! done after one pass.

use super::check::{Spoil, spoil, spoils};
use crate::support::{paths_in, testdata};
use barpoint::analysis::repair::mend;
use barpoint::analysis::{RulesOverride, Wanted, replayed};
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::{Format, mat, sgf};
use proptest::prelude::*;
use proptest::sample::Index;

/// Every finding.
const ALL: Wanted = Wanted { allow: Vec::new(), pedantic: true };
/// Larger records are tested with the planted mistakes.
const LARGEST: usize = 6_000;

/// Returns the codes of the findings, without notes, in order.
fn codes(findings: &[Diagnostic]) -> Vec<Code> {
    let mut codes: Vec<Code> =
        findings.iter().filter(|it| it.severity > Severity::Note).map(|it| it.code).collect();
    codes.sort_unstable();
    codes
}

/// Counts the mistakes, then the hits without a mark.
fn mendable(findings: &[Diagnostic]) -> [usize; 2] {
    let count = |is: fn(&Diagnostic) -> bool| findings.iter().filter(|finding| is(finding)).count();
    [count(|it| it.severity > Severity::Note), count(|it| it.code == Code::PlayHitUnmarked)]
}

/// Returns `true` if a sorted list contains all elements of another one.
fn holds(all: &[Code], some: &[Code]) -> bool {
    let mut rest = all.iter();
    some.iter().all(|code| rest.any(|other| other == code))
}

/// Returns whether a fix was applied, by the safe fixes or with the suggestions.
///
/// # Errors
///
/// The law that is broken, and how.
pub(crate) fn hold(format: &Format, source: &SourceFile) -> Result<bool, String> {
    let (rules, wanted) = (RulesOverride::default(), ALL);
    let parse = format.parse.expect("a format that is read");
    let (_, before) = replayed(parse(source), &rules);
    let mut changed = false;
    for suggested in [false, true] {
        let Some(mended) = mend(format, source, &rules, &wanted, suggested) else { continue };
        changed = true;
        let (_, after) = replayed(parse(&mended.source), &rules);
        let (old, new) = (codes(&before), codes(&after));
        if !holds(&old, &new) || mendable(&after) >= mendable(&before) {
            return Err(format!("{}: {old:?} became {new:?}, suggested {suggested}", source.name()));
        }
        // The edits that are told, and no other byte.
        let mut text = source.clone();
        for (_, fix) in &mended.made {
            text = text.edited(&fix.edits).map_err(|error| error.to_string())?;
        }
        if text.text() != mended.source.text() || text.encoded() != mended.source.encoded() {
            return Err(format!("{}: more than the edits has changed, suggested {suggested}", source.name()));
        }
        if !suggested && mended.made.iter().any(|(_, fix)| !fix.is_safe()) {
            return Err(format!("{}: a suggestion is written without being asked for", source.name()));
        }
        if let Some(again) = mend(format, &mended.source, &rules, &wanted, suggested) {
            let made: Vec<_> = again.made.iter().map(|(code, fix)| (code, &fix.message)).collect();
            return Err(format!("{}: mended twice: {made:?}, suggested {suggested}", source.name()));
        }
    }
    Ok(changed)
}

/// The small clean records of a format.
fn records(format: &str) -> Vec<Vec<u8>> {
    let paths = paths_in(testdata(&format!("{format}/valid")));
    let all = paths.iter().map(|path| std::fs::read(path).expect("a readable file"));
    all.filter(|bytes| !bytes.is_empty() && bytes.len() < LARGEST).collect()
}

/// Damages a record and tests the laws on it.
fn spoiled(format: &Format, which: Index, how: &[Spoil]) -> Result<(), TestCaseError> {
    let all = records(format.name);
    let mut bytes = which.get(&all).clone();
    for how in how {
        spoil(&mut bytes, how, &all);
    }
    for source in format.matches("spoiled", Box::new(&bytes[..])).flatten() {
        if source.text().len() < LARGEST {
            hold(format, &source).map_err(TestCaseError::fail)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn spoiled_match_text_is_mended(which: Index, how in prop::collection::vec(spoils(), 1..3)) {
        spoiled(&mat::FORMAT, which, &how)?;
    }

    #[test]
    fn spoiled_sgf_is_mended(which: Index, how in prop::collection::vec(spoils(), 1..3)) {
        spoiled(&sgf::FORMAT, which, &how)?;
    }
}
