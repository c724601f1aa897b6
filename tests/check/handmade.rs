//! The check of the shared records that were written by hand, each with a mistake or an odd trait: the
//! findings and their places, reviewed one by one and kept in a list.

use crate::support::{paths_with, report, shared, up_to_date};
use barpoint::analysis::{RulesOverride, check};
use barpoint::formats::mat;
use barpoint::formats::split::split_bytes;
use std::fmt::Write as _;
use std::path::Path;

/// Lists the findings of all .mat records of a folder, without habits: a line for each record, and one for
/// each finding below it.
fn findings(folder: &Path, list: &mut String) -> usize {
    let paths = paths_with(folder, "mat");
    for path in &paths {
        let bytes = std::fs::read(path).expect("a readable file");
        writeln!(list, "{}", path.file_name().unwrap_or_default().to_string_lossy()).expect("memory");
        for source in split_bytes("record", &bytes) {
            let source = source.expect("small");
            check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
                if !finding.code.is_pedantic() {
                    let place = source.line_column(finding.primary.span.start);
                    let (severity, code) = (finding.severity.name(), finding.code);
                    writeln!(list, "  {}:{} {severity} {code}", place.line, place.column).expect("memory");
                }
            });
        }
    }
    paths.len()
}

#[test]
fn records_written_by_hand_give_the_findings_that_were_evaluated_right() {
    let (Some(malformed), Some(micro)) = (shared("data/malformed"), shared("data/micro")) else { return };
    let mut list = String::new();
    let records = findings(&malformed, &mut list) + findings(&micro, &mut list);
    report(records, "records written by hand");
    up_to_date("tests/check/handmade.txt", &list);
}
