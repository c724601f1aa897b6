//! `report FOLDER -o DIR`: pages of many matches.

use super::{Folder, barpoint};
use std::path::Path;
use std::process::{Command, Output};

fn report(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = barpoint();
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("report")
        .args(arguments)
        .arg("-o")
        .arg(folder.path("pages"));
    command
}

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    report(folder, arguments).output().expect("the program runs")
}

fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "html")
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[test]
fn a_folder_of_records_becomes_a_folder_of_pages() {
    let folder = Folder::new("pages");
    let records = ["testdata/mat/valid", "testdata/mat/tour"];
    let first = run(&folder, &records);
    assert_eq!(first.status.code(), Some(1), "there are errors: {}", told(&first));
    let files = folder.files();
    let pages: Vec<&String> = files.iter().filter(|name| is_page(name)).collect();
    assert!(pages.len() > 14, "{pages:?}");
    let index = folder.text("pages/index.html");
    // Every page is linked, and every link leads to a page.
    let links: Vec<&str> = index.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links.len(), pages.len() - 1);
    for link in &links {
        assert!(folder.path(&format!("pages/{link}")).is_file(), "{link}");
    }
    assert!(index.contains("<bdi>Ann</bdi> – <bdi>Bob</bdi>"), "{index}");
    assert!(index.contains(">2026-11-20<") && !index.contains("2026.11.20"), "{index}");
    // A single report has the same bytes.
    let single = barpoint()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["report", "testdata/mat/valid/seven-points.mat"])
        .output()
        .expect("the program runs");
    assert!(single.stdout == folder.read("pages/seven-points.html"));
}

#[test]
fn pages_that_are_there_are_kept_and_others_arent_replaced() {
    let folder = Folder::new("kept");
    let records = ["testdata/mat/valid"];
    assert!(run(&folder, &records).status.success());
    let whole = folder.text("pages/index.html");
    std::fs::remove_file(folder.path("pages/one-point.html")).expect("a page");
    std::fs::write(folder.path("pages/seven-points.html"), "changed by hand").expect("a page");
    let again = run(&folder, &records);
    assert!(told(&again).contains("1 page written, 10 kept"), "{}", told(&again));
    assert_eq!(folder.text("pages/index.html"), whole);
    assert_eq!(folder.text("pages/seven-points.html"), "changed by hand");
    // Other arguments make other pages; those that are there need `--force`.
    let other = run(&folder, &["testdata/mat/valid", "--clockwise"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(run(&folder, &["testdata/mat/valid", "--clockwise", "--force"]).status.success());
    assert!(folder.text("pages/seven-points.html").starts_with("<!doctype html>"));
}

#[test]
fn records_of_one_name_have_a_page_each() {
    let folder = Folder::new("twins");
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/mat/valid/one-point.mat");
    std::fs::create_dir(folder.path("records")).expect("a folder");
    std::fs::copy(&record, folder.path("records/match.mat")).expect("a copy");
    let sgf = folder.path("records/match.sgf");
    assert!(barpoint().arg("convert").arg(&record).arg(&sgf).status().expect("the program runs").success());
    let records = folder.path("records");
    let records = records.to_str().expect("UTF-8");
    for _ in 0..2 {
        let output = run(&folder, &[records]);
        assert!(output.status.success(), "{}", told(&output));
        let index = folder.text("pages/index.html");
        for page in ["match.html", "match.sgf.html"] {
            assert!(index.contains(&format!("href=\"{page}\"")), "{index}");
            assert!(folder.text(&format!("pages/{page}")).starts_with("<!doctype html>"));
        }
    }
    assert!(told(&run(&folder, &[records])).contains("2 kept"));
}

#[test]
fn other_weights_make_other_pages() {
    let folder = Folder::new("weights");
    let weights = folder.path("own.bin");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core/engine/nets/weights.bin");
    std::fs::copy(own, &weights).expect("a copy");
    let weights = weights.to_str().expect("UTF-8");
    std::fs::create_dir(folder.path("records")).expect("a folder");
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/mat/valid/one-point.mat");
    std::fs::copy(record, folder.path("records/match.mat")).expect("a copy");
    let records = folder.path("records");
    let arguments = [records.to_str().expect("UTF-8"), "--plies", "0", "--weights", weights];
    let first = run(&folder, &arguments);
    assert!(first.status.success(), "{}", told(&first));
    assert!(told(&run(&folder, &arguments)).contains("1 kept"));
    // Without `--weights` the page isn't known again, and it isn't replaced unasked.
    assert_eq!(run(&folder, &arguments[..3]).status.code(), Some(2));
}

#[test]
fn the_pages_are_the_same_for_any_number_of_threads() {
    let of = |jobs: &str| {
        let folder = Folder::new(&format!("threads-{jobs}"));
        assert!(run(&folder, &["testdata/mat/valid", "--plies", "0", "--jobs", jobs]).status.success());
        let names = folder.files();
        let pages = names.iter().filter(|name| is_page(name)).map(|name| (name.clone(), folder.read(name)));
        pages.collect::<Vec<_>>()
    };
    let one = of("1");
    assert!(one.len() > 10 && one == of("3"), "{} pages", one.len());
    assert!(one.iter().any(|(name, bytes)| name == "pages/index.html" && String::from_utf8_lossy(bytes).contains(" / ")));
}

#[test]
fn the_index_has_a_row_for_each_player_under_all_names() {
    let folder = Folder::new("pages-players");
    let record = crate::support::testdata("mat/valid/one-point.mat");
    folder.write("records/a.mat", std::fs::read(&record).expect("a record"));
    let sgf = folder.path("records/b.sgf");
    assert!(barpoint().arg("convert").arg(&record).arg(&sgf).status().expect("the program runs").success());
    folder.write("names.txt", "The Champion = GNUBG\n");
    let (records, list) = (folder.path("records"), folder.path("names.txt"));
    let [records, list] = [&records, &list].map(|path| path.to_str().expect("UTF-8"));
    let plain = run(&folder, &[records]);
    assert!(plain.status.success(), "{}", told(&plain));
    let cell = "</td><td data-head=\"matches\" class=\"n\">1</td>";
    let index = folder.text("pages/index.html");
    for name in ["gnubg", "root"] {
        assert!(index.contains(&format!("<tr><td>{name}{cell}")), "one match in two files: {index}");
    }
    // The pages don't depend on the list, and are kept; the index is written again.
    let listed = run(&folder, &[records, "--aliases", list]);
    assert!(told(&listed).contains("2 kept"), "{}", told(&listed));
    let index = folder.text("pages/index.html");
    assert!(index.contains(&format!("<tr><td>The Champion{cell}")), "{index}");
    assert!(index.contains("Taken as one player: The Champion (gnubg)."), "{index}");
    // One page has no index.
    let mut one = barpoint();
    one.current_dir(records).args(["report", "a.mat", "--aliases", list]);
    let one = one.output().expect("the program runs");
    assert_eq!(one.status.code(), Some(2));
    assert!(told(&one).contains("`--aliases` changes the index of a folder"), "{}", told(&one));
}

#[test]
fn a_page_without_an_analysis_is_told_with_how_to_get_one() {
    let folder = Folder::with("pages-plain", "a.mat", super::record("valid/one-point.mat"));
    let plain = folder.run("report a.mat -o a.html");
    let note = "note: no analysis in the record, so a.html shows no mistakes; `--plies 2` evaluates every decision\n";
    assert_eq!((plain.status(0), plain.err.as_str()), ("", note));
    for silent in ["report a.mat -o a.html -f -q", "report a.mat -o a.html -f -q --plies 0"] {
        let run = folder.run(silent);
        assert_eq!((run.status(0), run.err.as_str()), ("", ""), "{silent}");
    }
    assert!(!folder.run("report a.mat -o a.html -f --plies 0").err.contains("no analysis"));
    // A folder of pages counts the records without one.
    folder.write("in/b.mat", super::record("valid/one-point.mat"));
    folder.write("in/c.mat", super::record("valid/seven-points.mat"));
    let note = "note: no analysis in 2 matches, so there are no mistakes to show; `--plies 2` evaluates every decision\n";
    let pages = folder.run("report in -o pages");
    assert!(pages.err.contains(note), "{}", pages.err);
    for silent in ["report in -o pages -q", "report in -o pages -f --plies 0"] {
        assert!(!folder.run(silent).err.contains("no analysis"), "{silent}");
    }
}

#[test]
fn a_report_shows_the_rating_with_resignations_that_lost_something() {
    let text = |record: &str| {
        let record = format!("testdata/mat/{record}");
        let mut command = barpoint();
        command.args(["report", &record, "--plies", "0", "--format", "text"]);
        let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let resigned = text("tour/three-mistakes.mat");
    assert!(resigned.contains("luck rating      PR with resignations\n"), "{resigned}");
    assert!(resigned.contains("resign a single game instead of play on"), "{resigned}");
    let passed = text("valid/money-with-beavers.mat");
    assert!(passed.contains("luck rating") && !passed.contains("PR with resignations"), "{passed}");
    // Beavers, the answers to them and resignations have marks too.
    assert!(passed.contains("4. gnubg: beavers to 4 ??\n"), "{passed}");
    assert!(passed.contains("3. gnubg: passes ??\n"), "{passed}");
    assert!(resigned.contains(": resigns a single game ??\n"), "{resigned}");
}
