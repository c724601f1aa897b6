//! The number of matches a second that are counted (`summary`) and written as pages (`report`), replay
//! included.
//!
//! The records are those of testdata/mat/valid. Asserted: the numbers of games and moves, and that the pages are the
//! same in each round.

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::analysis::{RulesOverride, replayed};
use barpoint::diag::SourceFile;
use barpoint::formats::mat;
use barpoint::formats::split::split_bytes;
use barpoint::output::board::Direction;
use barpoint::output::report::Report;
use barpoint::stats::Summary;
use std::path::Path;
use std::time::{Duration, Instant};

const ROUNDS: usize = 11;

fn main() {
    let sources = sources();
    let moves = count(&sources);
    println!("{} matches, {moves} moves", sources.len());
    assert!(moves > 0);
    let best = best(|| assert_eq!(count(&sources), moves));
    println!("summary  {:>8.0} matches/s, {:>9.0} moves/s", rate(sources.len(), best), rate(moves, best));
    let length = pages(&sources);
    let best = self::best(|| assert_eq!(pages(&sources), length));
    println!(
        "report   {:>8.0} matches/s, {:>9.1} MB/s of pages",
        rate(sources.len(), best),
        rate(length, best) / 1e6
    );
}

fn sources() -> Vec<SourceFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/mat/valid");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let mut sources = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "mat")) {
        let bytes = std::fs::read(path).expect("a record");
        sources.extend(split_bytes("record", &bytes).map(|source| source.expect("a match")));
    }
    sources
}

/// Counts all matches; returns the number of their moves.
fn count(sources: &[SourceFile]) -> usize {
    let summary = |source| {
        Summary::of(&replayed(mat::FORMAT.parse.expect("read")(source), &RulesOverride::default()).0)
    };
    sources.iter().map(|source| summary(source).moves() as usize).sum()
}

/// Writes all matches as pages; returns the number of their bytes.
fn pages(sources: &[SourceFile]) -> usize {
    let page = |source: &SourceFile| {
        let (replayed, found) = replayed(mat::FORMAT.parse.expect("read")(source), &RulesOverride::default());
        let report = Report::new(&replayed, &found, Some(source), Direction::Standard);
        report.html().len()
    };
    sources.iter().map(page).sum()
}

fn best(mut work: impl FnMut()) -> Duration {
    let mut round = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ROUNDS).map(|_| round()).min().unwrap_or(Duration::ZERO)
}

fn rate(amount: usize, time: Duration) -> f64 {
    amount as f64 / time.as_secs_f64()
}
