//! SGF: GNU Backgammon's files byte for byte, real files, damaged files.

use super::laws::comes_back;
use super::{data, files};
use crate::support::report;
use barpoint::analysis::{self, RulesOverride, check};
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::{self, Confidence, Format, Head, sgf};
use barpoint::game::Replayed;
use barpoint::game::record::Written;
use std::path::{Path, PathBuf};

/// The matches of a file, each with what it means and what was found.
fn replayed(bytes: &[u8]) -> Vec<(SourceFile, Replayed, Vec<Diagnostic>)> {
    let matches = sgf::FORMAT.matches("record", Box::new(bytes));
    let read = |source: Result<SourceFile, _>| {
        let source = source.expect("small");
        let (replayed, found) = analysis::replayed(sgf::parse(&source), &RulesOverride::default());
        (source, replayed, found)
    };
    matches.map(read).collect()
}

/// Everything of a file, read and written again.
fn rewritten(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for (_, replayed, _) in replayed(bytes) {
        let written = sgf::write(&replayed);
        assert!(written.losses.is_empty(), "{:?}", written.losses);
        all.extend(written.bytes);
    }
    all
}

/// The files that GNU Backgammon wrote.
fn of_gnubg() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [data("matches/gnubg"), crate::support::shared("gnubg/exports")] {
        found.extend(folder.iter().flat_map(|folder| files(folder, "sgf")));
    }
    found.extend(files(&crate::support::testdata("sgf/valid"), "sgf"));
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn what_gnu_backgammon_wrote_is_written_again_byte_for_byte() {
    let paths = of_gnubg();
    for path in &paths {
        let bytes = std::fs::read(path).expect("a file");
        let again = rewritten(&bytes);
        if again != bytes {
            let at = again.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
            let around = |text: &[u8]| {
                String::from_utf8_lossy(&text[at.saturating_sub(60)..text.len().min(at + 60)]).into_owned()
            };
            panic!("{}, byte {at}:\n{}\n---\n{}", name(path), around(&bytes), around(&again));
        }
    }
    report(paths.len(), "SGF files of GNU Backgammon written again byte for byte");
}
