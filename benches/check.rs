//! The check of match records held in memory, on one thread, and its ratio to GNU Backgammon's import of the
//! same files.
//!
//! The records are those of the shared data if they are there, else the project's own. Every round asserts
//! the numbers of matches, games, entries and findings; beforehand, an impossible play is written into each
//! record, and must be found there.
//!
//! GNU Backgammon is found by `BARPOINT_GNUBG`, else on the `PATH`, else where Debian installs it. It imports
//! all files in one process, alternating with a process that imports none, to subtract the start-up time.
//! Files with beavers are left out there: state that GNU Backgammon keeps from one spoils the later files.

#![expect(clippy::print_stdout, reason = "a bench reports")]

#[path = "../tests/gnubg/program.rs"]
mod program;

use barpoint::analysis::{RulesOverride, check};
use barpoint::diag::{Severity, SourceFile};
use barpoint::formats::mat;
use barpoint::formats::split::split_bytes;
use program::gnubg;
use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The approximate number of bytes that one round reads.
const ROUND: usize = 8 << 20;
const ROUNDS: usize = 21;

fn main() {
    let files = records();
    assert_planted_errors_are_found(&files);
    let mut expected = Counts::default();
    for file in &files {
        expected += check_bytes(&file.bytes);
    }
    let once: usize = files.iter().map(|file| file.bytes.len()).sum();
    let times = ROUND.div_ceil(once);
    // Copies of their own, so that a round doesn't read the same memory again and again.
    let copies: Vec<Vec<u8>> = (0..times).flat_map(|_| files.iter().map(|file| file.bytes.clone())).collect();
    let bytes = once * times;
    println!("{} files of {once} bytes, {times} times: {expected:?}", files.len());

    let sources: Vec<SourceFile> = copies.iter().flat_map(|bytes| sources(bytes)).collect();
    let (mut parsing, mut checking) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        parsing.push(seconds(|| {
            for source in &sources {
                black_box(mat::parse(black_box(source)));
            }
        }));
        let mut counts = Counts::default();
        checking.push(seconds(|| copies.iter().for_each(|bytes| counts += check_bytes(bytes))));
        assert_eq!(counts, expected.times(times));
    }
    let (parsing, checking) = (median(parsing), median(checking));
    let speed = |seconds: f64| bytes as f64 / seconds / 1e6;
    println!("parse alone                 {:6.1} MB/s", speed(parsing));
    println!(
        "check (split, parse, replay){:6.1} MB/s, {:.0} matches/s, {:.2} million entries/s",
        speed(checking),
        (expected.matches * times) as f64 / checking,
        (expected.entries * times) as f64 / checking / 1e6
    );
    match gnubg() {
        Some(program) => race(&program, &files),
        None => println!("no GNU Backgammon here: no ratio to its import"),
    }
}

/// One file.
struct Record {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Reads the shared records, else the project's own.
fn records() -> Vec<Record> {
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
    paths.into_iter().map(|path| Record { bytes: fs::read(&path).expect("a record"), path }).collect()
}

/// The counts of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    matches: usize,
    games: usize,
    entries: usize,
    errors_and_warnings: usize,
    notes: usize,
}

impl Counts {
    fn times(self, times: usize) -> Self {
        Self {
            matches: self.matches * times,
            games: self.games * times,
            entries: self.entries * times,
            errors_and_warnings: self.errors_and_warnings * times,
            notes: self.notes * times,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.matches += other.matches;
        self.games += other.games;
        self.entries += other.entries;
        self.errors_and_warnings += other.errors_and_warnings;
        self.notes += other.notes;
    }
}

fn sources(bytes: &[u8]) -> impl Iterator<Item = SourceFile> {
    split_bytes("record", bytes).map(|source| source.expect("a record"))
}

/// Does everything that `barpoint check` does with a file except reading it and printing the findings.
fn check_bytes(bytes: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for source in sources(bytes) {
        let (mut heavy, mut notes) = (0, 0);
        let summary = check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
            if finding.severity > Severity::Note {
                heavy += 1;
            } else {
                notes += 1;
            }
        });
        counts += Counts {
            matches: 1,
            games: summary.games as usize,
            entries: summary.entries as usize,
            errors_and_warnings: heavy,
            notes,
        };
    }
    counts
}

/// Asserts that an impossible leg, written over the first one of each record, gives a finding there.
fn assert_planted_errors_are_found(files: &[Record]) {
    for Record { path, bytes } in files {
        let row = memchr::memmem::find(bytes, b" 1) ").expect("a first row");
        let slash = row + bytes[row..].iter().position(|&byte| byte == b'/').expect("a play");
        let from = slash - bytes[..slash].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let end = slash + 1 + bytes[slash + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut planted = bytes[..from].to_vec();
        planted.extend_from_slice(b"24/1");
        planted.extend_from_slice(&bytes[end..]);
        let mut is_found = false;
        for source in sources(&planted) {
            check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
                is_found |=
                    finding.severity == Severity::Error && finding.primary.span.start as usize == from;
            });
        }
        assert!(is_found, "{}", path.display());
    }
}

fn seconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Races the check against GNU Backgammon's import of the same files.
fn race(program: &Path, files: &[Record]) {
    const TIMES: usize = 10;
    let files: Vec<&Record> =
        files.iter().filter(|file| memchr::memmem::find(&file.bytes, b"Beavers").is_none()).collect();
    let bytes = TIMES * files.iter().map(|file| file.bytes.len()).sum::<usize>();
    let home = std::env::temp_dir().join(format!("barpoint-bench-{}", std::process::id()));
    fs::create_dir_all(&home).expect("a temporary folder");
    let settings = "set display off\nset output output off\nset confirm new off\nset confirm save off\n\
                    set automatic game off\nset automatic roll off\n";
    let mut imports = settings.to_owned();
    for file in (0..TIMES).flat_map(|_| &files) {
        let path = file.path.canonicalize().expect("a path");
        writeln!(imports, "import mat \"{}\"", path.display()).expect("text");
    }
    fs::write(home.join("nothing"), settings).expect("a file");
    fs::write(home.join("imports"), imports).expect("a file");
    let run = |commands: &str| {
        seconds(|| {
            let status = Command::new(program)
                .args(["-t", "-q", "-r", "-c", commands])
                .current_dir(&home)
                .env("HOME", &home)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            assert!(status.expect("GNU Backgammon runs").success());
        })
    };
    let (mut ratios, mut theirs, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..9 {
        let their_time = run("imports") - run("nothing");
        let our_time = seconds(|| {
            for file in (0..TIMES).flat_map(|_| &files) {
                black_box(check_bytes(&file.bytes));
            }
        });
        ratios.push(their_time / our_time);
        theirs.push(their_time);
        ours.push(our_time);
    }
    // Files left in the temporary folder do no harm.
    let _ = fs::remove_dir_all(&home);
    println!(
        "{} files without beavers, {TIMES} times: check {:.1} MB/s, GNU Backgammon's import {:.1} MB/s, \
         ratio {:.1}",
        files.len(),
        bytes as f64 / median(ours) / 1e6,
        bytes as f64 / median(theirs) / 1e6,
        median(ratios)
    );
}
