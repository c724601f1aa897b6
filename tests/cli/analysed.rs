//! `analyse FOLDER -o DIR`: analysed records, a file each.

use super::{Folder, Run, record as record_of};
use serde_json::Value;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::time::Duration;

/// A folder with three records in `records`, one of them in a folder of its own.
fn records(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (name, record) in [
        ("records/one.mat", "valid/one-point.mat"),
        ("records/sub/two.mat", "valid/hypergammon-1.mat"),
        ("records/two.mat", "tour/half-a-play.mat"),
    ] {
        folder.write(name, record_of(record));
    }
    folder
}

fn analyse(folder: &Folder, more: &str) -> Run {
    folder.run(&format!("analyse --plies 0 -o out {more} records"))
}

#[test]
fn each_match_of_a_folder_is_written_as_if_it_was_analysed_alone() {
    let folder = records("analysed");
    let run = analyse(&folder, "");
    // One of them has an incomplete play.
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.err.contains("3 files written\n"), "{}", run.err);
    for (record, file) in [("one.mat", "one.sgf"), ("sub/two.mat", "sub/two.sgf"), ("two.mat", "two.sgf")] {
        folder.run(&format!("analyse --plies 0 records/{record} -o alone.sgf --force"));
        assert!(folder.read("alone.sgf") == folder.read(&format!("out/{file}")), "{file}");
    }
    assert!(folder.run("analyse --stored out").status(1).contains("Chequerplay statistics"));
}

#[test]
fn an_analysis_replaces_all_that_another_program_found() {
    let folder = Folder::with("analysed-again", "a.mat", record_of("valid/five-points-high-cube.mat"));
    let json = |text: &[u8]| serde_json::from_slice::<Value>(text).expect("JSON");
    let alone = json(folder.run("analyse --plies 0 a.mat --json -o a.json").status(0).as_bytes());
    let mut record = json(&folder.read("a.json"));
    let entries = record["games"].as_array_mut().expect("games").iter_mut();
    for entry in entries.flat_map(|game| game["entries"].as_array_mut().expect("entries")) {
        if entry["action"] == "play" {
            // As eXtreme Gammon marks a play that doesn't count.
            entry["notes"]["properties"] = serde_json::json!([{ "key": "xg:Unused", "values": ["1"] }]);
        } else if entry["action"] == "win" {
            // It evaluates the cube after the last play too.
            let evaluation = serde_json::json!({
                "settings": "3-ply", "chances": [0.6, 0.1, 0.0, 0.1, 0.0], "equity": 0.25
            });
            entry["notes"]["analyses"] = serde_json::json!([{
                "of": "cube", "program": "xg", "no_double": evaluation, "double_take": evaluation,
                "equity_no_double": 0.25, "equity_double_take": 0.125, "equity_double_pass": 1.0
            }]);
        }
    }
    folder.write("xg.json", record.to_string());
    let again = json(folder.run("analyse --plies 0 xg.json --json -o again.xg").status(0).as_bytes());
    let stored = json(folder.run("analyse --stored again.xg --json").status(0).as_bytes());
    assert!(alone["performance"][0]["plays"]["count"].as_u64() > Some(10));
    assert_eq!(again["performance"], alone["performance"]);
    // A .xg file has single precision.
    let counts = |of: &Value| {
        ["plays", "doubles", "answers"]
            .map(|kind| [0, 1].map(|side| of["performance"][side][kind]["count"].clone()))
    };
    assert_eq!(counts(&stored), counts(&alone));
}

#[test]
fn replaced_rollouts_are_reported() {
    let folder = Folder::new("analysed-rollouts");
    let record = std::fs::read(crate::support::testdata("sgf/valid/rollouts.sgf")).expect("a file");
    folder.write("a.sgf", record);
    let run = folder.run("analyse --plies 0 a.sgf -o b.sgf");
    assert!(run.err.contains("a.sgf: 3 rollouts replaced; `--stored` reports them\n"), "{}", run.err);
    for again in ["analyse --stored a.sgf", "analyse --plies 0 b.sgf"] {
        assert!(!folder.run(again).err.contains("replaced"), "{again}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_shows_the_matches_that_are_done() {
    let folder = Folder::with("analysed-stopped", "a.mat", record_of("valid/hypergammon-1.mat"));
    folder.write("b.mat", record_of("valid/seven-points.mat"));
    let mut command = super::barpoint();
    command
        .args(["analyse", "--plies", "3", "-j", "1"])
        .args(["a.mat", "b.mat"].map(|name| folder.path(name)));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    std::thread::sleep(Duration::from_secs(4));
    super::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert_eq!(output.status.code(), Some(130), "{err}");
    // On a busy machine the first one may not be done.
    let shown = out.matches("Chequerplay statistics").count();
    assert!(shown < 2 && err.contains(&format!("error: stopped after {shown} match")), "{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_stops_in_the_middle_of_a_match() {
    let folder = Folder::with("analysed-middle", "a.mat", record_of("valid/seven-points.mat"));
    let lines = [
        "find a.mat",
        "report a.mat",
        "report a.mat -o pages/",
        "quiz a.mat --results r.jsonl",
        "db --db a.db add a.mat",
    ];
    for line in &lines[..if cfg!(feature = "database") { 5 } else { 4 }] {
        let mut command = super::barpoint();
        // Longer than any machine is given here.
        command.args(line.split(' ')).args(["--plies", "3", "-j", "1"]).current_dir(&folder.0);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_secs(2));
        super::interrupt(&child);
        let begun = std::time::Instant::now();
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{line}: {output:?}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{line}: {:?}", begun.elapsed());
    }
}

#[test]
fn an_interrupted_analysis_of_a_folder_is_continued() {
    let folder = records("analysed-again");
    analyse(&folder, "");
    let (kept, again) = (folder.read("out/one.sgf"), folder.read("out/two.sgf"));
    std::fs::remove_file(folder.path("out/two.sgf")).expect("a file");
    let run = analyse(&folder, "");
    assert!(run.err.contains("1 file written, 2 kept\n"), "{}", run.err);
    assert_eq!(run.status, 1, "the finding counts again");
    assert!(folder.read("out/two.sgf") == again && folder.read("out/one.sgf") == kept);
    let run = analyse(&folder, "");
    assert!(run.err.contains("0 files written, 3 kept\n") && run.status == 1, "{}", run.err);
    // Other settings make other files, which don't replace those unasked.
    let run = analyse(&folder, "--cubeless");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--force") || run.err.contains("exists"), "{}", run.err);
    assert_eq!(folder.read("out/one.sgf"), kept);
    assert_eq!(analyse(&folder, "--cubeless --force").status, 1);
    assert!(folder.read("out/one.sgf") != kept);
    // The folder that is read stays as it is.
    let run = folder.run("analyse --plies 0 records -o records");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("the input and output folders are the same"), "{}", run.err);
}

#[test]
fn decisions_beyond_the_match_equity_tables_are_counted_instead_of_a_table_of_zeros() {
    let folder = Folder::new("analysed-long");
    let record = |length: u32| {
        format!(
            " {length} point match\n\n Game 1\n ann : 0                        bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) Doubles => 2                Drops\n      \
             Wins 1 point\n"
        )
    };
    folder.write("long.mat", record(65));
    folder.write("short.mat", record(64));
    let note = "4 of 4 decisions not evaluated: a player needs more than 64 points: no match equity table goes that far";
    let run = folder.run("analyse --plies 0 long.mat");
    assert_eq!(run.status(0), "long.mat\nann - bob, 65 point match, 1 game\n");
    assert_eq!(run.err, format!("long.mat: {note}\n"));
    let run = folder.run("analyse --plies 0 short.mat");
    assert!(run.status(0).contains("Chequerplay statistics") && run.err.is_empty(), "{}", run.err);
    assert!(folder.run("report --plies 0 --format html long.mat").status(0).contains(note));
    let found = folder.run("find --plies 0 --loss 0.. long.mat");
    let told = "note: no analysis in 1 match; `barpoint analyse` shows what can't be evaluated\n";
    assert!(found.err.contains(told), "{}", found.err);
}
