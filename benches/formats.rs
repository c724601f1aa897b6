//! Reading SGF records held in memory, on one thread: plays alone, and with stored analyses.
//!
//! The records are those of the shared data if they are there, else the project's own. Every round
//! asserts the numbers of games and entries, and beforehand each file is checked to be read without an
//! error of notation.

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::diag::{Severity, SourceFile};
use barpoint::formats::sgf;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// About how many bytes one round reads.
const ROUND: usize = 16 << 20;
const ROUNDS: usize = 21;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = root.join("../shared/data/matches/gnubg");
    let folder = if shared.exists() { shared } else { root.join("testdata/sgf/valid") };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of records")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sgf"))
        .collect();
    paths.sort();
    let files: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).expect("a record")).collect();
    let (analysed, plain): (Vec<String>, Vec<String>) =
        files.into_iter().partition(|text| text.contains("]A["));
    measure("plays alone", &plain);
    measure("with analyses", &analysed);
}

fn counts(source: &SourceFile) -> (usize, usize) {
    let parsed = sgf::parse(source);
    let errors = parsed.diagnostics.iter().filter(|finding| finding.severity > Severity::Note);
    assert_eq!(errors.count(), 0, "{}", source.name());
    (parsed.value.games.len(), parsed.value.games.iter().map(|game| game.entries.len()).sum())
}

fn measure(what: &str, files: &[String]) {
    let once: usize = files.iter().map(String::len).sum();
    let times = ROUND.div_ceil(once.max(1));
    let source = |text: &String| SourceFile::decode("record", text.as_bytes()).expect("a record");
    // Copies of their own, so that a round doesn't read the same memory again and again.
    let sources: Vec<SourceFile> = (0..times).flat_map(|_| files.iter().map(source)).collect();
    let expected = files.iter().map(|text| counts(&source(text))).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let (mut games, mut entries) = (0, 0);
        for source in &sources {
            let record = black_box(sgf::parse(black_box(source))).value;
            games += record.games.len();
            entries += record.games.iter().map(|game| game.entries.len()).sum::<usize>();
        }
        seconds.push(start.elapsed().as_secs_f64());
        assert_eq!((games, entries), (expected.0 * times, expected.1 * times));
    }
    seconds.sort_by(f64::total_cmp);
    let median = seconds[seconds.len() / 2];
    println!(
        "SGF, {what:14} {} files of {once} bytes, {times} times: {:.1} MB/s, {:.2} million entries/s",
        files.len(),
        (once * times) as f64 / median / 1e6,
        (expected.1 * times) as f64 / median / 1e6
    );
}
