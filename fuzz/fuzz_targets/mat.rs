//! Any bytes are a record, and what is said of them lies in it; pieces don't matter.
#![no_main]

use barpoint::formats::{mat, split::split_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (mut lines, mut offset) = (0, None);
    for source in split_bytes("fuzz", bytes) {
        let source = source.expect("small");
        assert!(source.base_line() > lines && offset < Some(source.base_offset()));
        (lines, offset) = (source.base_line() - 1, Some(source.base_offset()));
        let parsed = mat::parse(&source);
        let within = |span: barpoint::diag::Span| source.text().get(span.range()).is_some();
        let starts = parsed.diagnostics.iter().map(|finding| finding.primary.span.start);
        assert!(starts.is_sorted());
        assert!(parsed.diagnostics.iter().all(|finding| within(finding.primary.span)));
        let entries = parsed.value.games.iter().flat_map(|game| &game.entries);
        assert!(entries.into_iter().all(|entry| within(entry.span)));
    }
});
