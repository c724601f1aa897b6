//! Helpers for several subjects.

use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Board;
use barpoint::diag::{Diagnostic, Fix, SourceFile};
use barpoint::engine::{Chances, Evaluator};
use barpoint::formats::Format;
use barpoint::game::Replayed;
use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Compares a generated file with its text; `BARPOINT_UPDATE=1` writes it.
///
/// # Panics
///
/// If they differ, with the first line that does.
pub(crate) fn up_to_date(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("BARPOINT_UPDATE").is_some() {
        std::fs::write(&file, text).expect("a file that can be written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let line = written.lines().zip(text.lines()).zip(1..).find(|((written, now), _)| written != now);
    assert!(written == text, "{path} is out of date, run BARPOINT_UPDATE=1 cargo test: {line:?}");
}

/// Compares the part between two marks of the page of differences with its text, as [`up_to_date`] does.
pub(crate) fn part_up_to_date([begin, end]: [&str; 2], part: &str) {
    // The page has two such parts.
    static PAGE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _page = PAGE.lock();
    let path = "docs/gnubg-compat.md";
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("the page");
    let (before, rest) = page.split_once(begin).expect("the first mark");
    let (_, after) = rest.split_once(end).expect("the second mark");
    up_to_date(path, &[before, begin, part, end, after].concat());
}

/// Returns a place in the folder of shared test data beside the project, if it is there.
///
/// # Panics
///
/// If it is missing although `BARPOINT_REQUIRE_SHARED` is set.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")).join(path);
    assert!(path.exists() || !is_whole(), "the shared test data are required: {}", path.display());
    path.exists().then_some(path)
}

/// Returns `true` where `.ci/run` tests with the collections: there everything is repeated in full. Elsewhere a sample
/// is enough, so that `cargo test` stays quick.
pub(crate) fn is_whole() -> bool {
    std::env::var_os("BARPOINT_REQUIRE_SHARED").is_some_and(|value| value == "1")
}

/// Returns `true` if the program that is tested is the one for Windows.
pub(crate) fn is_windows() -> bool {
    cfg!(windows) || std::env::var_os("BARPOINT_SYSTEM").is_some_and(|system| system == "windows")
}

/// Returns a place in the project's own test data.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata")).join(path)
}

/// Returns the paths of the files and folders in a folder, sorted.
///
/// # Panics
///
/// If the folder can't be read.
pub(crate) fn paths_in(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// Returns the paths in a folder with this extension, sorted.
pub(crate) fn paths_with(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let mut paths = paths_in(folder);
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths
}

/// Returns a text with one part replaced, which it contains.
#[track_caller]
pub(crate) fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

fn source(text: &[u8]) -> SourceFile {
    SourceFile::decode("text", text).expect("small")
}

/// Reads a text of one match; returns its meaning, and what reading and replaying it has found.
pub(crate) fn replayed(format: &Format, text: impl AsRef<[u8]>) -> (Replayed, Vec<Diagnostic>) {
    let parse = format.parse.expect("a format that is read");
    analysis::replayed(parse(&source(text.as_ref())), &RulesOverride::default())
}

/// Checks a text of one match; returns the findings.
pub(crate) fn checked(format: &Format, text: impl AsRef<[u8]>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let rules = RulesOverride::default();
    analysis::check(format, &source(text.as_ref()), &rules, &mut |finding| found.push(finding));
    found
}

/// Returns a text after a fix.
pub(crate) fn fixed(text: &str, fix: &Fix) -> String {
    source(text.as_bytes()).edited(&fix.edits).expect("edits of the text").text().to_owned()
}

/// Returns the tour's record with three mistakes and one more game; one of the mistakes has a safe fix.
pub(crate) fn three_mistakes() -> String {
    let text = std::fs::read_to_string(testdata("mat/tour/three-mistakes.mat")).expect("a record");
    let more = "      Wins 1 point\n\n Game 4\n Ann : 2                        Bob : 2\n  \
                1) 61: 13/7 8/7                52: 13/8 24/22\n      Wins 1 point and the match";
    text.replace("      Wins 2 points and the match", more)
}

/// An evaluator that uses only the pip counts, and knows finished games: fast, and good enough for laws. With
/// equal pip counts, after the value of being on roll, each side wins half of the games.
pub(crate) struct Pips {
    /// The value of being on roll, in pips.
    pub(crate) roll: f32,
    /// The lead, in pips, that increases the winning chance by 1.
    pub(crate) lead: f32,
    /// The least chance to win, and to lose, of a side that still has checkers.
    pub(crate) least: f32,
}

impl Pips {
    /// Returns the chance of the player on roll to win.
    pub(crate) fn win(&self, board: &Board) -> f32 {
        match (board.pips(), board.opponent_pips()) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (mine, theirs) => {
                let lead = theirs as f32 + self.roll - mine as f32;
                (0.5 + lead / self.lead).clamp(self.least, 1.0 - self.least)
            }
        }
    }
}

impl Evaluator for Pips {
    fn chances(&self, board: &Board) -> Chances {
        let win = self.win(board);
        Chances([0.0, 0.0, 1.0 - win, win, 0.0, 0.0])
    }
}

/// Writes to standard error how many cases of a collection ran; with `BARPOINT_TEST_REPORT`, appends the line
/// to that file too.
#[expect(clippy::print_stderr, reason = "a test's own report")]
pub(crate) fn report(cases: usize, what: &str) {
    eprintln!("{cases} {what}");
    if let Some(path) = std::env::var_os("BARPOINT_TEST_REPORT") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| file.write_all(format!("{cases} {what}\n").as_bytes()));
        written.expect("the report can be written");
    }
}

/// A small generator with a fixed sequence (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators", 2014: `SplitMix`).
pub(crate) struct Random(u64);

impl Random {
    /// Begins the sequence for a seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % limit as u64) as usize
    }
}

/// Changes, removes and inserts up to seven bytes; the inserted ones are among `more`.
pub(crate) fn damage(bytes: &mut Vec<u8>, more: &[u8], random: &mut Random) {
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, more[random.below(more.len())]),
        }
    }
}

/// Returns the program that is tested: the one that cargo built, or another build of it that `BARPOINT_PROGRAM` names.
pub(crate) fn program() -> &'static str {
    static PROGRAM: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
        std::env::var("BARPOINT_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_barpoint").to_owned())
    });
    &PROGRAM
}

/// Reads lines of JSON.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Runs a program with this standard input.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // The program may have closed its end before reading everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("it ends")
    })
}

/// Puts [`program`] into a folder under the name `gnubg`.
///
/// It is a link where there are links: a copy can't be started while another thread begins a process that inherits the
/// file it is written to.
pub(crate) fn called_gnubg(folder: &Path) -> PathBuf {
    let named = folder.join(format!("gnubg{}", std::env::consts::EXE_SUFFIX));
    // Left after by a process of the same number.
    let _ = std::fs::remove_file(&named);
    #[cfg(unix)]
    std::os::unix::fs::symlink(program(), &named).expect("a link to the program");
    #[cfg(not(unix))]
    std::fs::copy(program(), &named).expect("a copy of the program");
    named
}

/// A folder of its own, removed at the end.
#[derive(Debug)]
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// Makes an empty folder; its name contains this one.
    pub(crate) fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("barpoint-{}-{number}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns an empty collection of transcripts, which run [`program`].
pub(crate) fn transcripts() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    cases.register_bin("barpoint", Path::new(program()));
    cases
}

/// Reads a compressed text.
pub(crate) fn gunzip(path: &std::path::Path) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("the file");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("a compressed text");
    text
}
