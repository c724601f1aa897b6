//! A session, measured from outside: the program reads a file of commands and writes to a pipe.
//!
//! Asserted: every answer of every run is the expected one, 100,000 `show pipcount` and 20,000 boards are
//! answered in a second, and the first answer arrives 10 ms after the start (median of 20).
//!
//! GNU Backgammon does the same in the same run if it is found: by `BARPOINT_GNUBG`, else on the `PATH`, else where
//! Debian installs it.

#![expect(clippy::print_stdout, reason = "a bench reports")]

#[path = "../tests/gnubg/program.rs"]
mod program;

use program::gnubg;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The commands that come first: a fixed position, from the view of player 1.
const BEGINNING: &str = "set seed 42\nset player 0 name Anna\nset player 1 name Bo\nset automatic roll off\n\
    set automatic game off\nset player 0 human\nset player 1 human\nnew session\n\
    set turn 1\n";
const PIPS: &str = "The pip counts are: Bo 167, Anna 167.";
/// The upper edge of the board with player 1 on roll.
const BOARD: &str = " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Anna";

/// A program to measure.
struct Program {
    name: &'static str,
    path: PathBuf,
    flags: &'static [&'static str],
    /// The number of commands that it gets at once.
    commands: usize,
}

fn main() {
    let folder = std::env::temp_dir().join(format!("barpoint-session-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let ours = Program {
        name: "barpoint",
        path: PathBuf::from(env!("CARGO_BIN_EXE_barpoint")),
        flags: &["-t", "-q", "-r"],
        commands: 200_000,
    };
    let (pips, boards, start) = (
        speed(&ours, &folder, "show pipcount", PIPS),
        speed(&ours, &folder, "show board", BOARD),
        start_up(&ours, &folder, 20),
    );
    report(&ours, pips, boards, start);
    if let Some(path) = gnubg() {
        let theirs = Program { name: "GNU Backgammon", path, flags: &["-t", "-q", "-r"], commands: 200_000 };
        let (pips, boards, start) = (
            speed(&theirs, &folder, "show pipcount", PIPS),
            speed(&theirs, &folder, "show board", BOARD),
            start_up(&theirs, &folder, 5),
        );
        report(&theirs, pips, boards, start);
    } else {
        println!("no GNU Backgammon here: no figures of it");
    }
    fs::remove_dir_all(&folder).expect("the temporary folder");
    assert!(pips >= 100_000.0, "{pips:.0} pip counts a second");
    assert!(boards >= 20_000.0, "{boards:.0} boards a second");
    assert!(start <= Duration::from_millis(10), "{start:?} to the first answer");
}

fn report(program: &Program, pips: f64, boards: f64, start: Duration) {
    println!(
        "{:<15} {pips:>9.0} pip counts/s {boards:>9.0} boards/s, first answer after {:.1} ms",
        program.name,
        start.as_secs_f64() * 1e3
    );
}

/// Starts a program in a home folder of its own, so that it reads no user's settings.
fn start(program: &Program, folder: &Path, input: Stdio) -> std::process::Child {
    Command::new(&program.path)
        .args(program.flags)
        .env("HOME", folder)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs")
}

/// Returns the number of answers a second to a command, as the median of five runs; the time of a run without
/// commands is subtracted.
fn speed(program: &Program, folder: &Path, command: &str, expected: &str) -> f64 {
    let run = |times: usize| {
        let path = folder.join("commands");
        fs::write(&path, format!("{BEGINNING}{}", format!("{command}\n").repeat(times))).expect("a file");
        let begin = Instant::now();
        let mut child = start(program, folder, Stdio::from(File::open(&path).expect("the file")));
        let mut text = Vec::new();
        child.stdout.take().expect("a pipe").read_to_end(&mut text).expect("text");
        let took = begin.elapsed();
        child.wait().expect("it ends");
        let answers =
            String::from_utf8(text).expect("UTF-8").lines().filter(|line| *line == expected).count();
        (answers, took)
    };
    let median = |times: usize| {
        let mut runs: Vec<_> = (0..5).map(|_| run(times)).collect();
        runs.sort_by_key(|run| run.1);
        assert!(runs.iter().all(|run| run.0 == runs[0].0), "not always the same answers");
        runs[2]
    };
    let (before, idle) = median(0);
    let (answers, took) = median(program.commands);
    assert_eq!(answers - before, program.commands, "an answer to every command");
    program.commands as f64 / took.saturating_sub(idle).as_secs_f64()
}

/// Returns the median time from the start to the first answer.
fn start_up(program: &Program, folder: &Path, times: usize) -> Duration {
    let mut runs: Vec<Duration> = (0..times)
        .map(|_| {
            let begin = Instant::now();
            let mut child = start(program, folder, Stdio::piped());
            let mut input = child.stdin.take().expect("a pipe");
            input.write_all(b"show turn\n").expect("it reads");
            let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
            let mut line = String::new();
            while line.trim_end() != "No game is being played." {
                line.clear();
                assert!(output.read_line(&mut line).expect("text") > 0, "no answer");
            }
            let took = begin.elapsed();
            drop(input);
            child.wait().expect("it ends");
            took
        })
        .collect();
    runs.sort_unstable();
    runs[times / 2]
}
