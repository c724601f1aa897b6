//! The fixes of any match text or SGF record can be written: findings don't grow, nothing but the edits changes, and
//! writing them twice changes nothing.
#![no_main]

use barpoint::analysis::repair::{Mended, mend};
use barpoint::analysis::{RulesOverride, Wanted, replayed};
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::{Format, mat, sgf};
use libfuzzer_sys::fuzz_target;

/// Every finding.
const ALL: Wanted = Wanted { allow: Vec::new(), pedantic: true };
/// Each finding is tried with up to 400 readings, so large inputs would only take long.
const LARGEST: usize = 2_000;

/// Counts the mistakes, then the hits without a mark.
fn mendable(findings: &[Diagnostic]) -> [usize; 2] {
    let count = |is: fn(&Diagnostic) -> bool| findings.iter().filter(|finding| is(finding)).count();
    [count(|it| it.severity > Severity::Note), count(|it| it.code == Code::PlayHitUnmarked)]
}

fn holds(format: &Format, source: &SourceFile, mended: &Mended, suggested: bool) {
    let (rules, wanted) = (RulesOverride::default(), ALL);
    let found = |source: &SourceFile| {
        format.parse.map(|parse| mendable(&replayed(parse(source), &rules).1)).unwrap_or_default()
    };
    assert!(found(&mended.source) < found(source), "{:?}", mended.made);
    let made = mended.made.iter().fold(source.clone(), |source, (_, fix)| {
        assert!(suggested || fix.is_safe(), "{fix:?}");
        source.edited(&fix.edits).expect("edits of the text")
    });
    assert_eq!(made.encoded(), mended.source.encoded(), "{:?}", mended.made);
    if let Some(again) = mend(format, &mended.source, &rules, &wanted, suggested) {
        panic!("{:?} and then {:?}", mended.made, again.made);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let format = if bytes.trim_ascii_start().starts_with(b"(") { &sgf::FORMAT } else { &mat::FORMAT };
    for source in format.matches("fuzz", Box::new(bytes)).take(2).flatten() {
        if source.text().len() > LARGEST {
            continue;
        }
        for suggested in [false, true] {
            if let Some(mended) = mend(format, &source, &RulesOverride::default(), &ALL, suggested) {
                holds(format, &source, &mended, suggested);
            }
        }
    }
});
