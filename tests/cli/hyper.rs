//! `barpoint bearoff hyper`: made once, found by the commands that evaluate, replaced when damaged.

use super::{Folder, barpoint};
use crate::support::is_whole;
use barpoint::engine::bearoff::hyper::{Checkers, Solver};
use serde_json::Value;
use std::process::{Output, Stdio};
use std::time::Duration;

/// The start with one checker a side.
const START: [&str; 3] = ["AACAAAAAAgAAAA", "--variant", "hypergammon-1"];

/// Runs the program with a folder of caches of its own.
fn run(folder: &Folder, arguments: &[&str]) -> Output {
    barpoint().env("XDG_CACHE_HOME", folder.path("cache")).args(arguments).output().expect("the program runs")
}

fn said(folder: &Folder, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    // Without the table the values come with a warning.
    let is_quiet = complaint.lines().all(|line| line.starts_with("note: the engine isn't trained for"));
    assert!(output.status.success() && is_quiet, "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refused(folder: &Folder, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn eval(folder: &Folder, more: &[&str]) -> String {
    said(folder, &[&["eval", "--plies", "0"], &START[..], more].concat())
}

#[test]
fn hypergammon_with_one_checker_needs_no_file() {
    let folder = Folder::new("hyper-cache");
    let make = ["bearoff", "hyper", "--checkers", "1", "--jobs", "2"];
    let looked_up = eval(&folder, &[]);
    let answered = said(&folder, &make);
    assert!(answered.contains("26 placements against 26") && answered.contains("below 1e-6"), "{answered}");
    assert!(said(&folder, &make).ends_with("the table exists already\n"));
    assert_eq!(eval(&folder, &[]), looked_up);
    let json: Value = serde_json::from_str(&eval(&folder, &["--json"])).expect("JSON");
    assert_eq!(json["solved"], true, "{json}");
    // As GNU Backgammon's database has it: 60.16 % are won, and 7.96 % of all as backgammons.
    assert!(looked_up.starts_with("hypergammon table; money, Jacoby rule;"), "{looked_up}");
    assert!(looked_up.contains("60.16") && looked_up.contains("7.96"), "{looked_up}");
    let other = ["eval", "--plies", "0", "AACAAAAAAgAAAA", "--variant", "hypergammon-3"];
    assert!(!said(&folder, &other).contains("hypergammon table"));

    // Games end where the table knows the rest: all are the same.
    let rollout = [&["rollout", "--games", "36", "--json"], &START[..]].concat();
    let rollout: Value = serde_json::from_str(&said(&folder, &rollout)).expect("JSON");
    let decision = [&["cube", "--json"], &START[..]].concat();
    let decision: Value = serde_json::from_str(&said(&folder, &decision)).expect("JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    let rolled_out = &rollout["candidates"][0]["equity"];
    assert!((number(rolled_out) - number(&decision["equities"][0])).abs() < 1e-5, "{rollout} {decision}");

    // A damaged table counts as none, and is made again.
    folder.write("cache/barpoint/hypergammon-1", "BARHYP11 and nothing more");
    assert_eq!(eval(&folder, &[]), looked_up);
    assert_eq!(said(&folder, &make), answered);
}

#[test]
fn the_table_for_two_checkers_is_computed_when_it_is_needed_and_stored() {
    let folder = Folder::new("hyper-stored");
    let start = ["eval", "--plies", "0", "AABAAQAACgAAAA", "--variant", "hypergammon-2"];
    let computed = said(&folder, &start);
    assert!(computed.starts_with("hypergammon table;"), "{computed}");
    let stored = folder.read("cache/barpoint/hypergammon-2");
    assert_eq!(said(&folder, &start), computed);
    // Also where both sides have borne off a checker.
    let last = ["eval", "--plies", "0", "AAgAAAAgAAAAAA", "--variant", "hypergammon-2"];
    assert!(said(&folder, &last).starts_with("hypergammon table;"));
    // One that isn't solved has the same form; it is what is looked up.
    let table = Solver::new(Checkers::Two).into_table().to_bytes();
    folder.write("cache/barpoint/hypergammon-2", &table);
    assert_ne!(said(&folder, &start), computed);
    // Computing it takes most of the time.
    if is_whole() {
        folder.write("cache/barpoint/hypergammon-2", &table[..table.len() - 1]);
        assert_eq!(said(&folder, &start), computed, "a damaged one is computed again");
        assert_eq!(folder.read("cache/barpoint/hypergammon-2"), stored);
    }
}

#[test]
fn a_table_in_a_file_is_never_written_over_and_read_in_either_form() {
    let folder = Folder::new("hyper-files");
    let (own, theirs) = (folder.path("own"), folder.path("theirs.bd"));
    let (own, theirs) = (own.to_str().expect("UTF-8"), theirs.to_str().expect("UTF-8"));
    let make = ["bearoff", "hyper", "-c", "1", "-o"];
    said(&folder, &[&make[..], &[own]].concat());
    said(&folder, &[&make[..], &[theirs, "--gnubg"]].concat());
    assert_eq!(folder.read("theirs.bd").len(), 40 + 28 * 26 * 26, "as makehyper writes it");
    assert!(refused(&folder, &[&make[..], &[own]].concat()).contains("`--force` replaces it"));
    let before = folder.read("own");
    said(&folder, &[&make[..], &[own, "--force", "-j", "3"]].concat());
    assert_eq!(folder.read("own"), before, "it is the same each time");
    let looked_up = eval(&folder, &["--bearoff", own]);
    assert!(looked_up.starts_with("hypergammon table;"), "{looked_up}");
    assert_eq!(eval(&folder, &["--bearoff", theirs]), looked_up);
    // A position that isn't in it is refused.
    let other = refused(&folder, &["bearoff", "show", "EwMAwMgAAAAAAA", "--bearoff", theirs]);
    assert!(other.contains("the table is for hypergammon-1, and has no such position"), "{other}");
    // The session evaluates by it, too.
    let commands = "set variation 1-chequer-hypergammon\nnew session\nset board AACAAAAAAgAAAA\neval\n";
    folder.write("commands", commands);
    let commands = folder.path("commands");
    let script = ["session", "-r", "-c", commands.to_str().expect("UTF-8")];
    let known = "static: 0.602   0.602   0.080";
    assert!(said(&folder, &[&script[..], &["--bearoff", own]].concat()).contains(known));
    assert!(said(&folder, &script).contains(known));
    folder.write("own", &before[..before.len() - 1]);
    let cut = refused(&folder, &[&["eval", "--bearoff", own], &START[..]].concat());
    assert!(cut.contains("damaged") && cut.contains(own), "{cut}");
    assert!(refused(&folder, &["bearoff", "hyper", "-c", "4"]).contains("1, 2 or 3 checkers"));
    assert!(refused(&folder, &["bearoff", "hyper", "-c", "1", "--gnubg"]).contains("--output"));
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_nothing_behind() {
    let folder = Folder::new("hyper-stopped");
    let file = folder.path("table");
    let mut command = barpoint();
    command.args(["bearoff", "hyper", "-c", "3", "-j", "2", "-o"]).arg(file).stderr(Stdio::piped());
    let child = command.spawn().expect("the program runs");
    std::thread::sleep(Duration::from_secs(2));
    super::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing was written"));
    assert_eq!(folder.files(), Vec::<String>::new());
}
