//! Reading and converting records held in memory, on one thread: SGF with plays alone and with stored
//! analyses, .mat, .xg and OGXM (their packed bytes are counted), and .mat to SGF with the whole replay in
//! between, compared with GNU Backgammon's import and export of the same files.
//!
//! The records are those of the shared data if they are there, else the project's own. Every round asserts
//! the results (games and entries, or the bytes written), and beforehand each file is checked to be readable
//! without an error of notation.
//!
//! GNU Backgammon is found by `BARPOINT_GNUBG`, else on the `PATH`, else where Debian installs it. It imports
//! and saves all files in one process, alternating with a process that does neither, to subtract the start-up
//! time. Files with beavers are left out there: state that GNU Backgammon keeps from one spoils the later
//! files.

#![expect(clippy::print_stdout, reason = "a bench reports")]

#[path = "../tests/gnubg/program.rs"]
mod program;

use barpoint::analysis::{RulesOverride, replayed, written};
use barpoint::diag::{Parsed, Severity, SourceFile};
use barpoint::formats::{Format, mat, ogxm, sgf, xg};
use barpoint::game::record::MatchRecord;
use program::gnubg;
use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The approximate number of bytes that one round reads.
const ROUND: usize = 16 << 20;
const ROUNDS: usize = 21;

fn main() {
    // `cargo bench --bench formats -- ogxm` runs the parts whose name contains the word.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    let records = records("sgf");
    let (analysed, plain): (Vec<Record>, Vec<Record>) =
        records.into_iter().partition(|record| record.text.contains("]A["));
    if wanted("sgf") {
        parse("SGF, plays alone", &sgf::FORMAT, &plain);
        parse("SGF, with analyses", &sgf::FORMAT, &analysed);
    }
    let matches = self::records("mat");
    if wanted("mat") {
        parse(".mat", &mat::FORMAT, &matches);
    }
    if wanted("xg") {
        binary(".xg", &xg::FORMAT, &["matches/real/kevung+gbf", "matches/ogxm"], "xg");
    }
    if wanted("ogxm") {
        binary("OGXM", &ogxm::FORMAT, &["matches/ogxm"], "ogxm");
    }
    if wanted("convert") {
        convert(&matches);
    }
    if wanted("race") {
        match gnubg() {
            Some(program) => race(&program, &matches),
            None => println!("no GNU Backgammon here: no ratio to its import and export"),
        }
    }
}

/// One file.
struct Record {
    path: PathBuf,
    text: String,
}

impl Record {
    fn source(&self) -> SourceFile {
        SourceFile::decode("record", self.text.as_bytes()).expect("a record")
    }
}

/// Reads the shared records, else the project's own.
fn records(extension: &str) -> Vec<Record> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = root.join("../shared/data/matches/gnubg");
    let folder = if shared.exists() { shared } else { root.join("testdata").join(extension).join("valid") };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of records")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|other| other == extension))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no records");
    paths
        .into_iter()
        .map(|path| Record { text: fs::read_to_string(&path).expect("a record"), path })
        .collect()
}

fn read(format: &Format, source: &SourceFile) -> Parsed<MatchRecord> {
    (format.parse.expect("a format that is read"))(source)
}

/// Returns the numbers of games and entries of a file, which must be readable without an error.
fn counts(format: &Format, record: &Record) -> (usize, usize) {
    let parsed = read(format, &record.source());
    let errors = parsed.diagnostics.iter().filter(|finding| finding.severity > Severity::Note);
    assert_eq!(errors.count(), 0, "{}", record.path.display());
    (parsed.value.games.len(), parsed.value.games.iter().map(|game| game.entries.len()).sum())
}

/// Returns separate copies, so that a round doesn't read the same memory again and again, and the number of
/// copies of each file.
fn copies(records: &[Record]) -> (Vec<SourceFile>, usize) {
    let once: usize = records.iter().map(|record| record.text.len()).sum();
    let times = ROUND.div_ceil(once.max(1));
    ((0..times).flat_map(|_| records.iter().map(Record::source)).collect(), times)
}

fn parse(what: &str, format: &Format, records: &[Record]) {
    let (sources, times) = copies(records);
    let once: usize = records.iter().map(|record| record.text.len()).sum();
    let each = records.iter().map(|record| counts(format, record));
    let expected = each.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let mut times_taken = Vec::new();
    for _ in 0..ROUNDS {
        let (mut games, mut entries) = (0, 0);
        times_taken.push(seconds(|| {
            for source in &sources {
                let record = black_box(read(format, black_box(source))).value;
                games += record.games.len();
                entries += record.games.iter().map(|game| game.entries.len()).sum::<usize>();
            }
        }));
        assert_eq!((games, entries), (expected.0 * times, expected.1 * times));
    }
    println!(
        "parse {what:18} {} files of {once} bytes, {times} times: {}, {:.2} million entries/s",
        records.len(),
        speed(once * times, &times_taken),
        (expected.1 * times) as f64 / median(&times_taken) / 1e6
    );
}

/// Reads binary files, and writes their records in the same format.
fn binary(what: &str, format: &Format, folders: &[&str], extension: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = root.join("../shared/data");
    let folders: Vec<PathBuf> = if shared.exists() {
        folders.iter().map(|folder| shared.join(folder)).collect()
    } else {
        vec![root.join("testdata").join(extension).join("valid")]
    };
    let all = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder of records"));
    let mut paths: Vec<PathBuf> = all
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|other| other == extension))
        .collect();
    paths.sort();
    let source = |path: &PathBuf| format.source("record", fs::read(path).expect("a record")).expect("small");
    let sources: Vec<SourceFile> = paths.iter().map(source).collect();
    let once: usize = sources.iter().map(|source| source.bytes().len()).sum();
    let times = (ROUND / 4).div_ceil(once.max(1));
    let records: Vec<_> =
        sources.iter().map(|source| replayed(read(format, source), &RulesOverride::default()).0).collect();
    let writer = format.writer.expect("a writer");
    let expected: usize = records.iter().map(|record| writer.bytes(record).len()).sum();
    let games: usize = records.iter().map(|record| record.games.len()).sum();
    let (mut reading, mut writing) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut found = 0;
        reading.push(seconds(|| {
            for source in (0..times).flat_map(|_| &sources) {
                found += black_box(read(format, black_box(source))).value.games.len();
            }
        }));
        assert_eq!(found, games * times);
        let mut bytes = 0;
        writing.push(seconds(|| {
            for record in &records {
                bytes += black_box(writer.bytes(black_box(record))).len();
            }
        }));
        assert_eq!(bytes, expected);
    }
    println!(
        "parse {what:18} {} files of {once} bytes, {times} times: {}",
        paths.len(),
        speed(once * times, &reading)
    );
    println!("write {what:18} {} files of {expected} bytes: {}", paths.len(), speed(expected, &writing));
}

/// Reads a .mat record, replays it, writes it as SGF, and lists what is lost, as `convert` does.
fn to_sgf(source: &SourceFile) -> Vec<u8> {
    let rules = RulesOverride::default();
    let (replayed, findings) = replayed(mat::parse(source), &rules);
    written(&sgf::FORMAT, &replayed, &findings, &rules).expect("SGF is written").bytes
}

fn convert(records: &[Record]) {
    let (sources, times) = copies(records);
    let once: usize = records.iter().map(|record| record.text.len()).sum();
    let expected: Vec<Vec<u8>> = records.iter().map(|record| to_sgf(&record.source())).collect();
    for (record, bytes) in records.iter().zip(&expected) {
        // The output contains every game, and is readable without an error.
        let written = Record {
            path: record.path.clone(),
            text: String::from_utf8(bytes.clone()).expect("an SGF record in UTF-8"),
        };
        assert_eq!(counts(&sgf::FORMAT, &written).0, counts(&mat::FORMAT, record).0);
    }
    let mut times_taken = Vec::new();
    for _ in 0..ROUNDS {
        let mut written = Vec::with_capacity(sources.len());
        times_taken.push(seconds(|| written.extend(sources.iter().map(|source| to_sgf(black_box(source))))));
        assert!(written.iter().zip(expected.iter().cycle()).all(|(bytes, first)| bytes == first));
    }
    let bytes = speed(once * times, &times_taken);
    println!("convert .mat to SGF      {} files of {once} bytes, {times} times: {bytes}", records.len());
}

fn seconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the speed by the median of the rounds and by the best round, which other work on the machine
/// disturbs least.
fn speed(bytes: usize, seconds: &[f64]) -> String {
    let best = seconds.iter().copied().fold(f64::INFINITY, f64::min);
    let speed = |seconds: f64| bytes as f64 / seconds / 1e6;
    format!("{:.1} MB/s (best round {:.1})", speed(median(seconds)), speed(best))
}

/// Races the conversion of files against GNU Backgammon's; both read and write files.
fn race(program: &Path, records: &[Record]) {
    const TIMES: usize = 5;
    let records: Vec<&Record> = records.iter().filter(|record| !record.text.contains("Beavers")).collect();
    let bytes = TIMES * records.iter().map(|record| record.text.len()).sum::<usize>();
    // In memory, if there is such a folder: otherwise the disk would determine the result.
    let memory = Some(PathBuf::from("/dev/shm")).filter(|folder| folder.is_dir());
    let home = memory.unwrap_or_else(std::env::temp_dir);
    let home = home.join(format!("barpoint-bench-{}", std::process::id()));
    fs::create_dir_all(&home).expect("a temporary folder");
    let settings = "set display off\nset output output off\nset confirm new off\nset confirm save off\n\
                    set automatic game off\nset automatic roll off\n";
    let mut conversions = settings.to_owned();
    for (number, record) in (0..TIMES).flat_map(|_| &records).enumerate() {
        let path = record.path.canonicalize().expect("a path");
        writeln!(conversions, "import mat \"{}\"", path.display()).expect("text");
        writeln!(conversions, "save match \"{}\"", home.join(format!("theirs-{number}.sgf")).display())
            .expect("text");
    }
    fs::write(home.join("nothing"), settings).expect("a file");
    fs::write(home.join("conversions"), conversions).expect("a file");
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
        let their_time = run("conversions") - run("nothing");
        let our_time = seconds(|| {
            for (number, record) in (0..TIMES).flat_map(|_| &records).enumerate() {
                let bytes = fs::read(&record.path).expect("a record");
                let source = mat::FORMAT.source("record", bytes).expect("a record");
                fs::write(home.join(format!("ours-{number}.sgf")), to_sgf(&source)).expect("a file");
            }
        });
        ratios.push(their_time / our_time);
        theirs.push(their_time);
        ours.push(our_time);
    }
    for (number, record) in (0..TIMES).flat_map(|_| &records).enumerate() {
        let games = |whose: &str| {
            let path = home.join(format!("{whose}-{number}.sgf"));
            let text = fs::read_to_string(&path).expect("a record that was written");
            counts(&sgf::FORMAT, &Record { path, text }).0
        };
        assert_eq!(games("theirs"), games("ours"), "{}", record.path.display());
    }
    // Files left in the temporary folder do no harm.
    let _ = fs::remove_dir_all(&home);
    println!(
        "{} files without beavers, {TIMES} times, from file to file: ours {}, GNU Backgammon's import and \
         save {}, ratio {:.1}",
        records.len(),
        speed(bytes, &ours),
        speed(bytes, &theirs),
        median(&ratios)
    );
}
