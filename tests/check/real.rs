//! The check of real records from public sources: every finding on them is known and correct.

use crate::support::{paths_in, report, shared};
use barpoint::analysis::{RulesOverride, check};
use barpoint::diag::Severity;
use barpoint::formats::mat;
use barpoint::formats::split::split_bytes;
use std::collections::BTreeMap;
use std::path::Path;

/// The findings on real records, without notes: the beginning of the file's SHA-256, code, line and
/// column. `docs/formats/mat.md` explains for each what is wrong with the record.
const KNOWN: &[(&str, &str, u64, u32)] = &[
    ("bc1c43e59be4", "score-result-unproven", 271, 12),
    ("6164bc2c5af5", "score-result-unproven", 211, 13),
    ("8e200abbade3", "names-changed", 17, 2),
    ("b825f27d504f", "game-unfinished", 12, 34),
    ("4aba8c843f08", "game-unfinished", 12, 34),
    ("c3fbd8c2a053", "play-bear-off-early", 10, 10),
    ("f4a586e4cb4d", "play-missing", 7, 34),
    ("1f9c92588c53", "dice-opening-doublet", 7, 6),
    ("1f9c92588c53", "play-hit-mark", 8, 14),
    ("1f9c92588c53", "play-no-checker", 8, 38),
    ("98566025c05a", "game-unfinished", 12, 34),
    ("7f26d1f95e58", "score-result-unproven", 220, 47),
    ("6fcf1f893c4b", "score-result-unproven", 58, 47),
    ("b32fceb09d08", "score-result-unproven", 72, 73),
    ("fdd347e99fcd", "score-result-unproven", 37, 73),
    ("65272aaefc11", "score-result", 45, 40),
];

/// Returns the records of one folder that are of the .mat family according to its list, with their
/// hashes.
fn records(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let list = std::fs::read_to_string(folder.join("SOURCES.tsv")).expect("a list of sources");
    let mut records = Vec::new();
    for line in list.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.get(5).is_some_and(|dialect| dialect.starts_with("mat")) {
            let hash = fields.last().expect("a hash")[..12].to_owned();
            records.push((hash, std::fs::read(folder.join(fields[0])).expect("a record")));
        }
    }
    records
}

#[test]
fn every_finding_on_real_records_is_known() {
    let Some(real) = shared("data/matches/real") else { return };
    let mut known: BTreeMap<(&str, String, u64, u32), bool> = KNOWN
        .iter()
        .map(|&(hash, code, line, column)| ((hash, code.to_owned(), line, column), false))
        .collect();
    let (mut files, mut games, mut unknown) = (0, 0, Vec::new());
    for (hash, bytes) in paths_in(real).iter().flat_map(|folder| records(folder)) {
        files += 1;
        for source in split_bytes("record", &bytes) {
            let source = source.expect("small");
            let summary = check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
                if finding.severity == Severity::Note {
                    return;
                }
                let place = source.line_column(finding.primary.span.start);
                let key = (hash.as_str(), finding.code.to_string(), place.line, place.column);
                match known.iter_mut().find(|(known, _)| **known == key) {
                    Some((_, seen)) => *seen = true,
                    None => unknown.push(format!("{key:?}")),
                }
            });
            games += summary.games;
        }
    }
    report(files, "real records");
    assert!(files > 500 && games > 2_500, "{files} files, {games} games");
    assert!(unknown.is_empty(), "not known:\n{}", unknown.join("\n"));
    let gone: Vec<_> = known.iter().filter(|(_, seen)| !**seen).collect();
    assert!(gone.is_empty(), "not found any more: {gone:?}");
}
