//! Memory and time: the program reads any record in little memory, in a time that grows with its length, and reports
//! what exceeds a limit.

#![cfg(unix)]

use crate::cli::packed::{gzip, zip};
use crate::support::{Folder, fed};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The bytes of each hostile record.
const SIZE: usize = 1_000_000;
/// The address space that the program may have, in kibibytes, with its own code and stacks.
const SPACE: usize = 320_000;

/// Runs the program with a limit on its memory, on standard input.
fn limited(arguments: &str, input: &[u8]) -> Output {
    let script = format!("ulimit -v {SPACE}; exec \"$0\" {arguments}");
    fed(Command::new("sh").args(["-c", &script, crate::support::program()]), input)
}

fn repeated(head: &str, unit: &str, tail: &str) -> Vec<u8> {
    [head, &unit.repeat(SIZE / unit.len()), tail].concat().into_bytes()
}

#[test]
fn a_record_of_nothing_but_the_smallest_things_is_checked_in_little_memory() {
    let root = "(;FF[4]GM[6]PW[a]PB[b]";
    let game = " 7 point match\n\n Game 1\n a : 0   b : 0\n";
    let records = [
        ("games of one node", repeated("", "(;GM[6];W[31])", "")),
        ("trees of one empty node", repeated("", "(;)", "")),
        ("trees without a node", repeated("(;GM[6])", "()", "")),
        ("trees, and text between them", repeated("", "(;GM[6])x", "")),
        ("variations", repeated("(;FF[4]GM[6];W[31]", "(;B[31])", ")")),
        ("names without a value", repeated(root, "X ", ")")),
        ("text between properties", repeated(root, "1 ", ")")),
        ("properties", repeated(root, ";X[]", ")")),
        ("lines that aren't understood", repeated(game, "x\n", "")),
        ("games without a play", repeated(" 7 point match\n", " Game 1\n", "")),
        ("games of our own format", repeated("{\"barpoint\":1,\"games\":[", "{},", "{}]}")),
    ];
    for (name, record) in records {
        let run = limited("check -q -j1 --format concise -", &record);
        let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert_eq!(run.status.code(), Some(1), "{name}: {err}");
        assert!(out.lines().count() <= 10_010, "{name}: {} findings", out.lines().count());
    }
}

#[test]
fn a_value_of_many_brackets_is_checked_about_as_fast_as_plain_text() {
    let time = |unit: &str| {
        let head = "(;FF[4]GM[6]PW[a]PB[b]MI[length:5];W[31hefe]C[";
        let record = repeated(head, unit, "];W[52xqac])");
        let start = Instant::now();
        let run = limited("check -q -j1 --format concise -", &record);
        let out = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.code() == Some(1) && out.contains("turn-wrong-side"), "{unit:?}: {out}");
        start.elapsed()
    };
    let plain = time("x");
    for unit in ["[", "C[x[[\n", "\\][", ";B[x["] {
        let time = time(unit);
        assert!(time < 10 * plain + Duration::from_secs(5), "{unit:?}: {time:?}, plain: {plain:?}");
    }
}

#[test]
fn findings_are_kept_up_to_a_limit_which_is_a_finding() {
    // Two thirds of the lines that a record of this size may have; without the comments, they would be one finding.
    let record = format!(
        " 7 point match\n\n Game 1\n a : 0   b : 0\n{}",
        "what is this?\n; a comment\n".repeat(30_000)
    );
    let run = limited("check -q -j1 --format concise -", record.as_bytes());
    assert_eq!(run.status.code(), Some(1));
    let out = String::from_utf8_lossy(&run.stdout);
    assert_eq!(out.lines().count(), 10_001);
    assert!(out.lines().last().is_some_and(|line| line.contains("record-limit")), "{out}");
}

#[test]
fn many_lines_that_are_not_understood_take_time_in_proportion_to_their_number() {
    let time = |lines: usize| {
        let record =
            format!(" 7 point match\n\n Game 1\n a : 0   b : 0\n{}", "what is this?\n".repeat(lines));
        let start = Instant::now();
        let run = limited("check -q -j1 --format concise -", record.as_bytes());
        assert_eq!(run.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&run.stdout).lines().count(), 1);
        start.elapsed()
    };
    let few = time(5_000);
    let many = time(80_000);
    assert!(many < 40 * few + Duration::from_millis(500), "{few:?}, and {many:?} for 16 times the lines");
}

/// Makes a record with a number of parts.
type Made<'a> = &'a dyn Fn(usize) -> String;

#[test]
fn records_of_many_parts_take_time_in_proportion_to_their_size() {
    let check = "check -q -j1 --format concise -";
    let convert = "convert -q -j1 --to sgf --loss none -";
    let head = " 5 point match\n\n Game 1\n ann : 0   bob : 0\n";
    let session = |count: usize, game: &str| -> String {
        let game = |at: usize| format!(" Game {}\n ann : {at}   bob : 0\n{game}", at + 1);
        (0..count).map(game).collect()
    };
    let won =
        "  1) 31: 8/5 6/5   62: 24/18 13/11\n; a comment\n  2)  Doubles => 2   Drops\n      Wins 1 point\n";
    let damaged = |count: usize| head.to_owned() + &"  1) 31: ????   Takes\n".repeat(count);
    let headers = |count: usize| {
        let header = |at: usize| format!("; [Key{at} \"v\"]\n");
        let headers: String = (0..count).map(header).collect();
        headers + " 0 point match\n\n" + &session(count, "  1) 31: 8/5 6/5\n")
    };
    let values = |count: usize| {
        let value = |at: usize| format!("[Key{at}:a value of it]");
        let values: String = (0..count).map(value).collect();
        format!("(;FF[4]GM[6]PW[a]PB[b]MI[length:5]XH{values};W[31hefe])")
    };
    let variation = |count: usize| {
        let nodes = ";W[31hefe]C[x];B[52xqac]C[y]".repeat(count);
        format!("(;FF[4]GM[6]PW[a]PB[b]MI[length:5];W[31hefe](;B[52xqac])(;B[52xqac]{nodes}))")
    };
    let comments = |count: usize| " 0 point match\n\n".to_owned() + &session(count, won);
    let pairs = |count: usize| {
        let row = |at: usize| format!("{at:3})  Wins 1 point              Drops\n");
        head.to_owned() + &(1..=count).map(row).collect::<String>()
    };
    let empty = |count: usize| {
        let row = |at: usize| format!("{at:3})                                  \n");
        head.to_owned() + "  1) 31: 8/5 6/5\n" + &(2..=count).map(row).collect::<String>()
    };
    let unnamed = |count: usize| {
        let game = |at: usize| format!(" Game {at}\n  1) 31: 8/5 6/5\n      Wins 1 point\n");
        let first = "  1) 31: 8/5 6/5\n      Wins 1 point\n";
        " 0 point match\n\n".to_owned() + &session(1, first) + &(2..=count).map(game).collect::<String>()
    };
    // On one line.
    let nodes = |count: usize| {
        let node = format!(";B[9y{}]", "y".repeat(180));
        format!("(;FF[4]GM[6]PW[a]PB[b]MI[length:5];W[31hefe]{})", node.repeat(count))
    };
    let cases: [(&str, &str, usize, Made<'_>); 9] = [
        ("damaged rows", "check -q -j1 -", 16_000, &damaged),
        ("findings on one line", "check -q -j1 -", 9_600, &nodes),
        ("headers, and games", check, 32_000, &headers),
        ("headers in SGF", check, 40_000, &values),
        ("comments in a variation", convert, 40_000, &variation),
        ("comments in games", convert, 8_000, &comments),
        ("games without names", "convert -q -j1 --to tmg --loss none -", 32_000, &unnamed),
        ("results before passes", check, 32_000, &pairs),
        ("empty rows", check, 32_000, &empty),
    ];
    for (name, arguments, count, record) in cases {
        let time = |count: usize| {
            let record = record(count);
            let start = Instant::now();
            let run = limited(arguments, record.as_bytes());
            let err = String::from_utf8_lossy(&run.stderr);
            assert!(matches!(run.status.code(), Some(0 | 1)), "{name}: {err}");
            start.elapsed()
        };
        let (few, many) = (time(count / 16), time(count));
        let most = 40 * few + Duration::from_millis(500);
        assert!(many < most, "{name}: {few:?}, and {many:?} for 16 times as many");
    }
}

#[test]
fn a_match_beyond_a_limit_is_a_finding_and_the_next_file_is_read() {
    let folder = Folder::new("budgets");
    std::fs::write(folder.0.join("a.sgf"), repeated("(;FF[4]GM[6]", "X[]", ")")).expect("a file");
    std::fs::write(folder.0.join("b.mat"), " 7 point match\n\n Game 1\n a : 0   b : 0\n").expect("a file");
    let run = limited(&format!("check -j1 --format concise {}", folder.0.display()), b"");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(1), "{out}{err}");
    assert!(out.contains("a.sgf:1:1") && out.contains("record-limit"), "{out}");
    assert!(err.contains("2 files"), "{err}");
}

#[test]
fn weights_that_never_end_are_refused_before_they_are_read() {
    let run = limited("eval 4HPwATDgc/ABMA --weights /dev/zero", b"");
    assert_eq!(run.status.code(), Some(2));
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(err.contains("/dev/zero") && err.contains("device"), "{err}");
}

#[test]
fn containers_that_unpack_to_hundreds_of_times_their_size_are_read_in_little_memory() {
    let line = b"{\"format\":\"BGF\",\"version\":\"1.0\",\"compress\":true,\"useSmile\":false}\n";
    let bgf = |body: &[u8]| [line, gzip(body).as_slice()].concat();
    let blanks = vec![b' '; 60 << 20];
    let numbers = format!("{{\"games\":[{}0]}}", "0,".repeat(4 << 20));
    let maps = format!("{{\"games\":[{}{{}}]}}", "{\"a\":{}},".repeat(1 << 20));
    let inner = gzip(&blanks);
    let records = [
        ("blanks in .bgf", bgf(&blanks), 1),
        ("numbers in .bgf", bgf(numbers.as_bytes()), 1),
        ("maps in .bgf", bgf(maps.as_bytes()), 1),
        ("gzip in gzip", gzip(&gzip(&inner)), 1),
        ("six layers of gzip", gzip(&gzip(&gzip(&gzip(&gzip(&inner))))), 2),
        ("zip in zip", zip(&[("a.zip", &zip(&[("a.mat", &blanks)]))]), 1),
        ("gzip in zip", zip(&[("a.mat.gz", &inner)]), 1),
        ("zip in gzip", gzip(&zip(&[("a.mat", &blanks)])), 1),
    ];
    for (name, record, status) in records {
        assert!(record.len() < 1 << 20, "{name}: {}", record.len());
        let run = limited("check -q -j1 --format concise -", &record);
        assert_eq!(run.status.code(), Some(status), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    }
}
