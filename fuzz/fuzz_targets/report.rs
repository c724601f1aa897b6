//! Reports and pictures of any record: never a panic, and no character that steers a terminal.
#![no_main]

use barpoint::analysis::{RulesOverride, check, replayed};
use barpoint::diag::is_hidden;
use barpoint::formats::detect;
use barpoint::output::diagram::Direction;
use barpoint::output::report::Report;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some(format) = detect(bytes, None) else { return };
    let Some(parse) = format.parse else { return };
    for source in format.matches("fuzz", Box::new(bytes)).take(2) {
        let Ok(source) = source else { return };
        let (record, _) = replayed(parse(&source), &RulesOverride::default());
        let mut found = Vec::new();
        check(format, &source, &RulesOverride::default(), &mut |finding| found.push(finding));
        let report = Report::new(&record, &found, Some(&source), Direction::Standard);
        let page = report.html();
        assert!(page.starts_with("<!"), "{page}");
        for text in [page, report.markdown(), report.text()] {
            assert!(!text.contains(|c| is_hidden(c) && !matches!(c, '\n' | '\t')), "{text:?}");
        }
    }
});
