//! `barpoint stats`, measured from outside: the program counts an archive of 10,000 matches, on one core and on two.
//!
//! Asserted: every number of the archive is the sum over its records, whose copies are counted once; the answer is the
//! same for any number of threads; and 10,000 matches are read in ten seconds on two cores.

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::analysis::{RulesOverride, Tally};
use barpoint::formats::mat;
use barpoint::formats::split::split_bytes;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const MATCHES: usize = 10_000;
const ROUNDS: usize = 5;

fn main() {
    let records = records();
    let bytes: usize = records.iter().map(Vec::len).sum();
    let folder = std::env::temp_dir().join(format!("barpoint-stats-bench-{}", std::process::id()));
    let archive = folder.join("archive");
    fs::create_dir_all(&archive).expect("a temporary folder");
    let (mut sum, mut matches, mut written) = (Tally::default(), 0, 0);
    let once: Vec<Tally> = records.iter().map(|record| tally(record)).collect();
    for (number, (record, tally)) in records.iter().zip(&once).cycle().take(MATCHES).enumerate() {
        fs::write(archive.join(format!("{number:05}.mat")), record).expect("a record");
        if number < once.len() {
            sum.append(tally.clone());
        }
        matches += 1;
        written += record.len();
    }
    println!("{} records of {bytes} bytes, {matches} matches of {written} bytes", records.len());
    let expected = [
        ("games", sum.all.games),
        ("turns", sum.all.turns),
        ("doubles", sum.all.doubles),
        ("takes", sum.all.takes),
        ("unfinished", sum.all.unfinished),
    ];
    let mut answers = Vec::new();
    for jobs in ["1", "2"] {
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let output = Command::new(env!("CARGO_BIN_EXE_barpoint"))
                .args(["stats", "--json", "--quiet", "--jobs", jobs])
                .arg(&archive)
                .stdin(Stdio::null())
                .output()
                .expect("the program runs");
            times.push(start.elapsed().as_secs_f64());
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            let first = text.lines().next().expect("the archive's line");
            for (key, number) in expected {
                assert!(first.contains(&format!("\"{key}\":{number},")), "{key} {number}: {first:.400}");
            }
            answers.push(text);
        }
        times.sort_by(f64::total_cmp);
        let median = times[ROUNDS / 2];
        println!(
            "{jobs} threads: {median:.2} s, {:.0} matches/s, {:.1} MB/s",
            matches as f64 / median,
            written as f64 / median / 1e6
        );
        assert!(jobs == "1" || median < 10.0, "{median} s");
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    fs::remove_dir_all(&folder).expect("the temporary folder");
}

/// Counts the matches of a record.
fn tally(bytes: &[u8]) -> Tally {
    let mut sum = Tally::default();
    for source in split_bytes("record", bytes) {
        sum.append(Tally::of(&mat::FORMAT, &source.expect("a match"), &RulesOverride::default()));
    }
    sum
}

/// Reads the shared records, else the project's own.
fn records() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = root.join("../shared/data/matches/gnubg");
    let folder = if shared.exists() { shared } else { root.join("testdata/mat/valid") };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of records")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mat"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no records");
    paths.into_iter().map(|path| fs::read(path).expect("a record")).collect()
}
