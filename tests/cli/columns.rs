//! Decisions written to files: lines of JSON, and columns. The values of the columns are tested in `python/tests`, where
//! libraries read them.

use super::Folder;
use crate::support::testdata;

const MARK: &[u8] = b"PAR1";

#[test]
fn a_file_of_lines_has_what_is_printed_otherwise() {
    let folder = Folder::new("columns-lines");
    let records = testdata("mat/invalid").display().to_string();
    let printed = folder.run(&format!("replay {records} -q"));
    let written = folder.run(&format!("replay {records} -q -o decisions.jsonl"));
    assert_eq!(written.status(1), "");
    assert_eq!(folder.text("decisions.jsonl"), printed.status(1));
    let printed = folder.run(&format!("find {records} -q --json --action double"));
    let written = folder.run(&format!("find {records} -q --action double -o found.JSONL"));
    // Some files have no game.
    assert_eq!(written.status(1), "");
    assert_eq!(folder.text("found.JSONL"), printed.status(1));
    assert!(folder.text("found.JSONL").lines().count() > 5);
}

#[test]
fn a_file_of_columns_is_the_same_for_any_number_of_threads() {
    let folder = Folder::new("columns-threads");
    let records = testdata("mat").display().to_string();
    for jobs in ["1", "3"] {
        folder.run(&format!("replay {records} -q -j {jobs} -o {jobs}.parquet"));
    }
    let one = folder.read("1.parquet");
    assert!(one.starts_with(MARK) && one.ends_with(MARK) && one.len() > 10_000);
    assert!(one == folder.read("3.parquet"));
    // By its format, not by its name.
    folder.run(&format!("replay {records} -q --format parquet -o columns.bin"));
    assert!(one == folder.read("columns.bin"));
}

#[test]
fn what_cannot_be_written_is_refused_and_leaves_nothing() {
    let folder = Folder::new("columns-refused");
    let record = testdata("mat/valid/one-point.mat").display().to_string();
    folder.write("mine.parquet", "mine");
    for (line, why) in [
        (
            format!("replay {record} --format parquet"),
            "error: Parquet is written to a file\nhint: `-o FILE` names it\n",
        ),
        (format!("replay {record} -o x.csv"), "error: x.csv: the file must end in .parquet or .jsonl\n"),
        (
            format!("replay {record} -o mine.parquet"),
            "error: cannot write mine.parquet: the file exists; `--force` replaces it",
        ),
        (
            format!("analyse {record} --stored -o mine.parquet"),
            "error: cannot write mine.parquet: the file exists",
        ),
    ] {
        let run = folder.run(&line);
        run.status(2);
        assert!(run.err.contains(why), "{line}: {}", run.err);
    }
    assert_eq!(folder.text("mine.parquet"), "mine");
    assert_eq!(folder.files(), ["mine.parquet"]);
    // A file that can't be read has a row of its own.
    let run = folder.run("replay nowhere.mat -o missing.jsonl");
    assert_eq!(run.status(2), "");
    assert!(folder.text("missing.jsonl").contains("\"code\":\"source-"), "{}", folder.text("missing.jsonl"));
}
