//! The check never panics, and its findings stand in the source, in the order of their places.
#![no_main]

use barpoint::analysis::{RulesOverride, check};
use barpoint::diag::{Diagnostic, SourceFile};
use barpoint::formats::mat;
use barpoint::formats::split::split_bytes;
use libfuzzer_sys::fuzz_target;

fn lies_within(source: &SourceFile, finding: &Diagnostic) -> bool {
    let mut labels = std::iter::once(&finding.primary).chain(&finding.secondary);
    labels.all(|label| source.text().get(label.span.range()).is_some())
        && finding.consequences.iter().all(|consequence| lies_within(source, consequence))
}

fuzz_target!(|bytes: &[u8]| {
    for source in split_bytes("fuzz", bytes) {
        let source = source.expect("small");
        let mut last = 0;
        check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
            assert!(lies_within(&source, &finding), "{finding:?}");
            assert!(finding.primary.span.start >= last, "{finding:?}");
            last = finding.primary.span.start;
        });
    }
});
