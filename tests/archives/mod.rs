//! The commands of `docs/archives.md`: `DuckDB`, Polars and Apache Spark give the same answers.
//!
//! They run if `BARPOINT_ARCHIVES_PYTHON` names a Python that has them; `.ci/run` creates one.

use crate::support::{Folder, paths_in, report, testdata};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Creates an archive: the same few records many times, and one file that isn't a record; returns
/// their paths in order.
fn archive(folder: &Path) -> Vec<PathBuf> {
    let records = paths_in(testdata("mat/valid"));
    std::fs::create_dir_all(folder).expect("a folder");
    for time in 0..12 {
        for record in &records {
            let name = record.file_name().expect("a name").to_string_lossy();
            std::fs::copy(record, folder.join(format!("{time:02}-{name}"))).expect("a copy");
        }
    }
    std::fs::write(folder.join("05-letter.mat"), "Dear Anna,\nno match today.\n").expect("a letter");
    paths_in(folder)
}

/// Runs a program and returns its output.
fn run(program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> String {
    let output = Command::new(&program).args(args).output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code < 2), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the answer, counted here.
fn answer(decisions: &str) -> String {
    let mut counts: BTreeMap<(String, String), u32> = BTreeMap::new();
    let mut bad = 0;
    for line in decisions.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let word = |key: &str| line[key].as_str().unwrap_or("").to_owned();
        if line["decision"] == 1 && word("action") == "play" {
            *counts.entry((word("roll"), word("play"))).or_default() += 1;
        }
        bad += u32::from(word("code").starts_with("source-"));
    }
    assert!(counts.len() > 10 && bad == 1, "the archive is worth asking");
    let mut answer = String::new();
    for ((roll, play), count) in counts {
        let _ = writeln!(answer, "{roll},{play},{count}");
    }
    answer + &format!("bad,,{bad}\n")
}

#[test]
fn duckdb_polars_and_spark_give_the_same_answer() {
    let Some(python) = std::env::var_os("BARPOINT_ARCHIVES_PYTHON") else {
        let required = std::env::var_os("BARPOINT_REQUIRE_ARCHIVES").is_some();
        assert!(!required, "BARPOINT_ARCHIVES_PYTHON doesn't say where Python is");
        return;
    };
    let barpoint = crate::support::program();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/archives/openings.py");
    let folder = Folder::new("archives");
    let paths = archive(&folder.0.join("archive"));
    let file = |name: &str, text: &str| {
        let path = folder.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let names: String = paths.iter().map(|path| path.display().to_string() + "\n").collect();
    let names = file("paths.txt", &names);
    let archive = folder.0.join("archive").display().to_string();
    let decisions = run(barpoint, &["replay", &archive]);
    assert_eq!(decisions, run(barpoint, &["replay", "--files-from", &names]), "a folder is its files");
    let expected = answer(&decisions);
    let decisions = file("decisions.jsonl", &decisions);
    let ask = |args: &[&str]| run(&python, &[&[script], args].concat());
    assert_eq!(ask(&["duckdb", &decisions]), expected, "DuckDB");
    assert_eq!(ask(&["polars", &decisions]), expected, "Polars");
    // Each Spark starts three Javas. This run does everything that one without `--kill-a-worker` does.
    let spark = ["spark", &names, "--barpoint", barpoint, "--kill-a-worker"];
    assert_eq!(ask(&spark), expected, "Spark with a worker killed");
    // What is no record doesn't become one.
    let records =
        file("records.jsonl", &run(barpoint, &["convert", &archive, "--to", "jsonl", "--loss", "none"]));
    let expected = expected.replace("bad,,1", "bad,,0");
    assert_eq!(ask(&["spark-records", &records, "--barpoint", barpoint]), expected, "Spark over records");
    report(4, "answers of DuckDB, Polars and Spark");
}
