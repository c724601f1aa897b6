//! Conversions: what is written, what is reported, and what is left alone.

use super::systems::with_slashes;
use super::{Folder, record};
use crate::schema::{fits, published};
use crate::support::{is_windows, json_lines};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The records of the project, by their paths in `testdata/mat`.
fn records(kind: &str) -> Vec<(String, String)> {
    let folder = crate::support::testdata(&format!("mat/{kind}"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("records")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter(|name| name.strip_suffix(".mat").is_some())
        .collect();
    names.sort();
    let text = |name: &str| {
        let bytes = std::fs::read(crate::support::testdata(&format!("mat/{kind}/{name}"))).expect("a record");
        // One is there to be no UTF-8: what counts here is the play.
        String::from_utf8_lossy(&bytes).into_owned()
    };
    names.into_iter().map(|name| (name.clone(), text(&name))).collect()
}

/// Returns the formats that are written and read again, according to the program.
fn two_way(folder: &Folder) -> Vec<Value> {
    let run = folder.run("formats --json");
    json_lines(run.status(0)).into_iter().filter(|format| format["reads_back"] == true).collect()
}

#[test]
fn a_converted_match_has_the_same_score_unless_a_loss_says_otherwise() {
    /// The keys on which the score depends.
    const SCORE: [&str; 16] = [
        "player",
        "length",
        "variant",
        "crawford-rule",
        "jacoby-rule",
        "beaver-rule",
        "cube-use",
        "score",
        "play",
        "illegal-play",
        "unplayed-roll",
        "cube",
        "beaver",
        "position",
        "resignation",
        "result",
    ];
    let folder = Folder::new("convert-score");
    for (name, text) in records("valid") {
        folder.write(&format!("in/{name}"), text);
    }
    // By the path that is read.
    let scores = |path: &str| -> BTreeMap<String, Value> {
        let run = folder.run(&format!("score --json {path}"));
        let lines = std::str::from_utf8(&run.out).expect("UTF-8").lines();
        let lines = lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|line| (line["path"].as_str().expect("a path").to_owned(), line)).collect()
    };
    let before = scores("in");
    assert_eq!(before.len(), 11);
    for format in two_way(&folder) {
        let name = format["name"].as_str().expect("a name");
        let run = folder.run(&format!("convert in -o {name} --to {name} --loss json"));
        // Hypergammon isn't written where its plays can't be.
        let refused = match name {
            "tmg" | "sgg" => 3,
            "xg" | "ogxm" => 2,
            _ => 0,
        };
        assert_eq!(run.status(i32::from(refused > 0)), "", "{name}");
        let summary = format!("11 files, 11 matches: {} files written", 11 - refused);
        assert!(run.err.contains(&summary), "{}", run.err);
        let after = scores(name);
        let mut compared = 0;
        for loss in run.err.lines().filter(|line| line.starts_with('{')) {
            let loss: Value = serde_json::from_str(loss).expect("JSON");
            let mut counts = loss["lost"].as_array().expect("counts").iter();
            if counts.any(|counts| SCORE.iter().any(|kind| counts["kind"] == *kind)) {
                continue;
            }
            let path = |key: &str| loss[key].as_str().expect("a path").to_owned();
            let (before, after) = (&before[&path("path")], &after[&path("target")]);
            for key in ["players", "length", "games", "score", "winner"] {
                assert_eq!(before[key], after[key], "{name} {key}: {}", path("path"));
            }
            compared += 1;
        }
        // Lists of positions have no score.
        let has_plays = format["holds"].as_array().expect("kinds").iter().any(|kind| kind == "play");
        assert!(compared > 0 || !has_plays, "{name}");
    }
}

#[test]
fn a_file_is_converted_to_standard_output_to_a_file_and_through_a_pipe() {
    let folder = Folder::new("convert-ways");
    let text = record("valid/seven-points.mat");
    folder.write("a.txt", &text);
    let stdout = folder.run("convert a.txt --to mat --quiet");
    assert!(stdout.status(0).contains("7 point match"));
    assert_eq!(folder.run_with("convert --to mat", text.as_bytes()).out, stdout.out);
    assert_eq!(folder.run_with("convert - --to mat", text.as_bytes()).out, stdout.out);
    assert_eq!(folder.run_with("convert - b.mat", text.as_bytes()).status(0), "");
    assert_eq!(folder.read("b.mat"), stdout.out);
    assert_eq!(folder.run("convert a.txt sub/new/c.mat").status(0), "");
    assert_eq!(folder.read("sub/new/c.mat"), stdout.out);
    assert_eq!(folder.run("convert a.txt - --to mat").out, stdout.out);
    assert_eq!(folder.files(), ["a.txt", "b.mat", "sub/new/c.mat"]);
    if !is_windows() {
        assert_eq!(folder.run("convert a.txt /dev/null --to mat").status(0), "");
    }
}

#[test]
fn a_file_that_exists_is_only_replaced_when_that_is_asked_for() {
    let folder = Folder::with("convert-exists", "a.mat", record("valid/seven-points.mat"));
    folder.write("b.mat", "mine");
    folder.write("out/a.mat", "mine");
    for line in ["convert a.mat b.mat", "convert a.mat -o out --to mat"] {
        let err = folder.run(line).complains(2);
        assert!(err.contains("the file exists; `--force` replaces it"), "{err}");
    }
    assert_eq!((folder.text("b.mat"), folder.text("out/a.mat")), ("mine".to_owned(), "mine".to_owned()));
    for line in ["convert a.mat b.mat --force", "convert a.mat -o out --to mat -f"] {
        folder.run(line).status(0);
    }
    assert_eq!(folder.read("b.mat"), folder.read("out/a.mat"));
    assert!(folder.text("b.mat").contains("7 point match"));
    assert_eq!(folder.files(), ["a.mat", "b.mat", "out/a.mat"]);
}

#[test]
fn a_file_is_never_converted_onto_itself() {
    let folder = Folder::new("convert-itself");
    let text = record("valid/seven-points.mat");
    folder.write("a.mat", &text);
    folder.write("sub/b.mat", &text);
    for line in [
        "convert a.mat a.mat --force",
        "convert a.mat ./sub/../a.mat --force",
        "convert sub -o sub --to mat --force",
        "convert sub/b.mat -o sub --to mat --force",
    ] {
        let err = folder.run(line).complains(2);
        assert_eq!(err.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{err}");
    }
    assert_eq!((folder.text("a.mat"), folder.text("sub/b.mat")), (text.clone(), text));
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    let folder = Folder::new("convert-usage");
    let text = record("valid/seven-points.mat");
    for name in ["a.mat", "b.mat", "notes.txt", "sub/c.mat"] {
        folder.write(name, &text);
    }
    for (line, words) in [
        ("convert a.mat", "add `--to FORMAT`"),
        ("convert a.mat out.xyz", "add `--to FORMAT`"),
        ("convert a.mat out", "add `--to FORMAT`"),
        ("convert a.mat notes.txt --to pos", "`--force` replaces it"),
        ("convert a.mat b.mat sub/c.mat --to pos", "`-o DIR`"),
        ("convert sub --to pos", "`-o DIR`"),
        ("convert sub all.mat", "`-o DIR`"),
        ("convert a.mat sub --to pos", "`-o sub` writes into it"),
        ("convert a.mat sub --to sgf", "sub is a folder: `-o sub` writes into it"),
        ("convert a.mat sub", "sub is a folder: `-o sub` writes into it"),
        ("convert a.mat b.mat c.sgf", "with more than two paths, add `--to FORMAT`"),
        ("convert a.mat b.mat -o out", "no output format: add `--to FORMAT`"),
        ("convert a.mat --to nonsense", ": choose from "),
        ("convert a.mat --to mat --from nonsense", ": choose from "),
        ("convert a.mat --to html", "`barpoint report` writes pages"),
        ("convert a.mat out.HTML", "out.HTML: `barpoint report` writes pages"),
        ("analyse a.mat -o out.md", "out.md: `barpoint report` writes pages"),
        ("convert a.mat --to mat --from sfg", ": did you mean `sgf`?"),
        ("convert a.mat --to bgf", ": this format isn't written; choose from "),
        ("convert a.mat --to mat -o notes.txt", "notes.txt"),
        ("convert a.mat notes.txt/x.mat", "notes.txt/x.mat"),
        ("convert a.mat --to sgf -o out.sgf", "`convert a.mat out.sgf` writes the file out.sgf"),
        ("convert a.mat --to sgf -o out.json", "out.json has the name of a file: `-o out.json/` writes into"),
        ("convert sub --to sgf -o out.SGF", "out.SGF has the name of a file: `-o out.SGF/` writes into"),
        ("convert a.mat b.mat --to sgf -o new/all.zip", "`-o new/all.zip/` writes into"),
        ("split a.mat --games -o out.mat", "out.mat has the name of a file: `-o out.mat/` writes into"),
        ("convert nowhere.mat --to mat", "cannot read nowhere.mat"),
        ("convert a.mat --to mat --match 2", "there is no match 2"),
        ("convert a.mat --to mat --game 9", "there is no game 9 in match 1"),
        ("convert a.mat --to mat --game 0", "--game"),
    ] {
        let err = folder.run(line).complains(2);
        assert!(err.contains(words), "{line}: {err}");
    }
    let run = folder.run_with("convert --to mat", b"nothing to see");
    assert!(run.status(1).is_empty() && run.err.contains("contains no match record"), "{}", run.err);
    folder.write("nothing.mat", "");
    let run = folder.run("convert nothing.mat nothing.sgf");
    assert!(run.status(1).is_empty() && run.err.contains("there is no game in match 1"), "{}", run.err);
    std::fs::remove_file(folder.path("nothing.mat")).expect("it was there");
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    let run = folder.run("convert empty --to mat -o out");
    assert!(run.status(2).is_empty() && run.err.contains("no match record in empty\n"), "{}", run.err);
    assert_eq!(folder.files(), ["a.mat", "b.mat", "notes.txt", "sub/c.mat"]);
    for line in [
        "convert a.mat --to sgf -o out.sgf/ --loss none",
        "convert a.mat --to sgf -o final.match --loss none",
        "split a.mat --games -o week.48 --loss none",
    ] {
        folder.run(line).status(0);
    }
    assert!(folder.files().contains(&"out.sgf/a.sgf".to_owned()), "{:?}", folder.files());
}

#[test]
fn a_folder_keeps_its_shape_and_the_folder_written_to_is_not_read() {
    let folder = Folder::new("convert-folder");
    let text = record("valid/one-point.mat");
    for name in ["a.mat", "x/a.mat", "x/y/b.txt", "x/match 2024.11.21"] {
        folder.write(name, &text);
    }
    folder.write("x/readme.md", "no record");
    let expected = ["a.mat", "out/a.mat", "out/x/a.mat", "out/x/match 2024.11.21.mat", "out/x/y/b.mat"];
    for _ in 0..2 {
        let err = folder.run("convert . --to mat -o out --force --loss none").complains(0);
        assert!(err.starts_with("4 files, 4 matches: 4 files written"), "{err}");
        let files = folder.files();
        assert_eq!(files[..5], expected);
        assert_eq!(files.len(), 9);
    }
    // Two files that become the same one: the second is refused, also with `--force`.
    folder.write("two/a.mat", &text);
    folder.write("two/a.txt", &text);
    let run = folder.run("convert two --to mat -o same --force --loss none");
    assert_eq!(run.status(2), "");
    let refused = "two/a.txt: same/a.mat is already written from another file; \
                   `-o DIR` writes this one to another folder";
    assert!(run.told().contains(refused), "{}", run.err);
}

#[test]
fn a_record_with_errors_is_converted_as_far_as_it_is_legal_and_refused_by_strict() {
    let folder = Folder::with("convert-errors", "a.mat", record("tour/three-mistakes.mat"));
    let err = folder.run("convert a.mat b.mat").complains(1);
    assert!(err.contains("a.mat: 3 errors in match 1; `barpoint check` shows them"), "{err}");
    assert!(folder.text("b.mat").contains("3 point match"));
    let run = folder.run("convert a.mat c.mat --strict");
    assert_eq!(run.status(1), "");
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        lines[..3].iter().filter(|line| line.starts_with("a.mat:") && line.contains("error[")).count(),
        3
    );
    assert_eq!(lines[3..], ["error: a.mat: not converted: 3 errors in match 1"]);
    assert_eq!(folder.run("convert a.mat --strict --to mat").status(1), "");
    // One bad match keeps its whole file from being written, and no other.
    folder.write("in/all.mat", record("valid/one-point.mat") + &record("tour/three-mistakes.mat"));
    folder.write("in/good.mat", record("valid/one-point.mat"));
    let run = folder.run("convert in --strict --to mat -o out");
    assert_eq!(run.status(1), "");
    assert!(run.told().contains("in/all.mat: not converted: 3 errors in match 2"), "{}", run.err);
    assert_eq!(folder.files(), ["a.mat", "b.mat", "in/all.mat", "in/good.mat", "out/good.mat"]);
}

#[test]
fn losses_are_told_before_anything_is_written_and_fit_their_published_schema() {
    let folder = Folder::new("convert-losses");
    let schema = published("loss");
    let formats = two_way(&folder);
    // What no format at all has a place for would be a bad example.
    let mut told = 0;
    for kind in ["valid", "invalid"] {
        for (name, text) in records(kind) {
            folder.write(&format!("{kind}/{name}"), text);
        }
    }
    for format in &formats {
        let name = format["name"].as_str().expect("a name");
        let run = folder.run(&format!("convert valid invalid --to {name} -o {name} --loss json -q"));
        assert_eq!(run.out, b"");
        let mut files = 0;
        for line in run.err.lines().filter(|line| line.starts_with('{')) {
            let loss: Value = serde_json::from_str(line).expect("JSON");
            fits(&loss, &schema, "loss");
            let target = with_slashes(loss["target"].as_str().expect("a path"));
            assert!(folder.path(&target).is_file(), "{line}");
            let items = loss["items"].as_array().expect("items");
            let counts = loss["lost"].as_array().expect("counts");
            let sum: u64 = counts.iter().map(|count| count["count"].as_u64().expect("a number")).sum();
            assert_eq!(sum, items.len() as u64, "{line}");
            files += 1;
            told += items.len();
        }
        assert_eq!(files, folder.files().iter().filter(|path| path.starts_with(&format!("{name}/"))).count());
    }
    assert!(told > 0);
}

#[test]
fn a_match_that_is_read_as_part_of_the_one_before_it_is_told() {
    let folder = Folder::new("convert-joined");
    // Without game numbers, two unfinished sessions of the same players are one.
    let game = " 0 point match\n\n Game 1\n ann : 0       bob : 0\n  1) 31: 8/5 6/5    62: 24/18 13/11\n\n";
    folder.write("two.mat", game.repeat(2));
    let run = folder.run("convert two.mat two.txt --to oldmoves");
    run.status(0);
    let note = "two.mat -> two.txt: match 2 is read as part of the match before it; `--match 2` writes match 2 alone";
    assert!(run.err.contains(note), "{}", run.err);
    for (format, of) in
        [("sgf", "two.mat"), ("mat", "two.mat"), ("sgf", "three.xgids"), ("text", "three.xgids")]
    {
        let ids = ["1:2", "1:3", "2:3"]
            .map(|score| format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{score}:0:9:10\n"));
        folder.write("three.xgids", ids.concat());
        let run = folder.run(&format!("convert {of} --to {format}"));
        run.status(0);
        assert!(!run.err.contains("is read as part"), "{format}: {}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn on_one_stream_the_losses_come_first() {
    let folder = Folder::new("convert-first");
    folder.write("a.mat", record("valid/seven-points.mat").replace("; [", "; a word on it\n; ["));
    let line = format!("'{}' convert a.mat --to mat --loss json 2>&1", crate::support::program());
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .current_dir(&folder.0)
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        text.starts_with(
            "{\"schema\":1,\"path\":\"a.mat\",\"target\":null,\"format\":\"mat\",\"matches\":1,"
        ),
        "{text}"
    );
    assert!(text.contains("7 point match"));
}

#[test]
fn one_match_or_one_game_is_chosen_and_keeps_its_score() {
    let folder = Folder::new("convert-choice");
    let text =
        |path: &str| std::fs::read_to_string(format!("{}/tests/cli/{path}", env!("CARGO_MANIFEST_DIR")));
    folder.write("club.mat", text("score.in/club.mat").expect("a record"));
    let score = |folder: &Folder, name: &str| -> Vec<Value> {
        let run = folder.run(&format!("score --json {name}"));
        String::from_utf8_lossy(&run.out)
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    let all = score(&folder, "club.mat");
    for number in 1..=2_usize {
        folder.run(&format!("convert club.mat m{number}.mat --match {number}")).status(0);
        let one = score(&folder, &format!("m{number}.mat"));
        assert_eq!(one.len(), 1);
        for key in ["players", "length", "games", "score", "winner"] {
            assert_eq!(one[0][key], all[number - 1][key], "{number} {key}");
        }
    }
    for game in 1..=3_usize {
        folder.run(&format!("convert club.mat g{game}.mat --match 1 --game {game}")).status(0);
        let one = score(&folder, &format!("g{game}.mat"));
        let games = one[0]["games"].as_array().expect("games");
        assert_eq!(games.len(), 1);
        assert_eq!(games[0], all[0]["games"][game - 1], "{game}");
    }
}

#[test]
fn a_file_of_ogxm_holds_one_match_and_a_stream_all() {
    let folder = Folder::new("convert-stream");
    let one = records("valid").swap_remove(0).1;
    folder.write("two.mat", format!("{one}\n{one}"));
    let run = folder.run("convert two.mat two.ogxm");
    run.status(2);
    let said = &run.err;
    assert!(
        said.contains("an OGXM file holds one: name a stream, `.ogxms`, or use `--match N` or `-o DIR`"),
        "{said}"
    );
    assert!(!folder.path("two.ogxm").exists());
    let matches = |name: &str| {
        let run = folder.run(&format!("score --json {name}"));
        run.status(0).lines().count()
    };
    folder.run("convert two.mat two.ogxms").status(0);
    folder.run("convert two.mat --to ogxm -o out").status(0);
    assert_eq!(["two.ogxms", "out/two.ogxm", "out/two-2.ogxm"].map(matches), [2, 1, 1]);
}

/// Creates an archive of many records, good and bad ones, some with several matches.
fn archive(folder: &Folder, files: usize) {
    let records: Vec<(String, String)> = ["valid", "tour"].into_iter().flat_map(records).collect();
    for index in 0..files {
        let mut text = records[index % records.len()].1.clone();
        if index % 7 == 0 {
            let _ = write!(text, "\n{}", records[(index + 3) % records.len()].1);
        }
        folder.write(&format!("in/{}/{index:04}.mat", index % 5), text);
    }
}

#[test]
fn any_number_of_threads_writes_and_says_the_same() {
    let folder = Folder::new("convert-jobs");
    archive(&folder, 200);
    let runs = ["1", "4"].map(|jobs| {
        let convert = folder.run(&format!("convert in --to mat -o out -j {jobs}"));
        let files: Vec<(String, Vec<u8>)> = folder
            .files()
            .into_iter()
            .filter(|name| name.starts_with("out/"))
            .map(|name| (name.clone(), folder.read(&name)))
            .collect();
        std::fs::remove_dir_all(folder.path("out")).expect("a folder");
        (convert, folder.run(&format!("fmt in --check -j {jobs}")), files)
    });
    assert_eq!(runs[0].2.len(), 200);
    assert!(runs[0] == runs[1], "{}\n{}", runs[0].0.err, runs[1].0.err);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_files_and_nothing_else() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    if is_windows() {
        // There it is a key of the console that interrupts.
        return;
    }
    let folder = Folder::new("convert-interrupted");
    archive(&folder, 1_500);
    let whole = folder.run("convert in --to mat -o whole --loss none");
    assert!(whole.status == 1, "{}", whole.err);
    let mut interrupted = 0;
    for milliseconds in [5, 20, 60, 120] {
        let mut child = super::barpoint()
            .args(["convert", "in", "--to", "mat", "-o", "out", "--loss", "none"])
            .current_dir(&folder.0)
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_millis(milliseconds));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        let status = child.wait().expect("an end");
        // Before the handler stands, the signal itself ends it.
        interrupted += usize::from(status.code() == Some(130));
        for name in folder.files().iter().filter(|name| name.starts_with("out/")) {
            assert!(name.strip_suffix(".mat").is_some(), "{name} was left");
            let same = name.replacen("out/", "whole/", 1);
            assert!(folder.read(name) == folder.read(&same), "{name} isn't whole");
        }
        let _ = std::fs::remove_dir_all(folder.path("out"));
    }
    assert!(interrupted > 0, "no run was interrupted");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("convert-read-only", "a.mat", record("valid/one-point.mat"));
    let closed = folder.path("closed");
    std::fs::create_dir(&closed).expect("a folder");
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o555)).expect("its owner");
    // An administrator may write everywhere, but not into a folder that is none.
    let may = std::fs::write(closed.join("test"), "").is_ok();
    let folders: &[&str] = if may { &["a.mat"] } else { &["closed", "a.mat"] };
    for target in folders {
        for line in [format!("convert a.mat {target}/b.mat"), format!("convert a.mat --to mat -o {target}/b")]
        {
            let run = folder.run(&line);
            assert!(
                run.status(2).is_empty() && run.err.contains(&format!("{target}/b")),
                "{line}: {}",
                run.err
            );
        }
    }
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o755)).expect("its owner");
}

#[test]
fn formats_fit_their_published_schema() {
    let folder = Folder::new("formats");
    let schema = published("format");
    let run = folder.run("formats --json");
    let table = folder.run("formats");
    let mut lines = 0;
    for line in run.status(0).lines() {
        let format: Value = serde_json::from_str(line).expect("JSON");
        fits(&format, &schema, "format");
        let name = format["name"].as_str().expect("a name");
        assert!(table.status(0).lines().any(|line| line.split(' ').next() == Some(name)), "{name}");
        assert!(folder.run(&format!("formats {name}")).status(0).starts_with(&format!("{name}: ")));
        lines += 1;
    }
    assert_eq!(table.status(0).lines().count(), lines + 1);
    assert_eq!(lines, barpoint::formats::FORMATS.len());
}

#[test]
fn a_variant_whose_plays_a_format_cannot_express_is_not_written() {
    let folder = Folder::new("loss-variant");
    for (checkers, formats) in [(1, &["tmg", "sgg", "xg", "ogxm"][..]), (3, &["tmg", "sgg"][..])] {
        folder.write("hyper.mat", record(&format!("valid/hypergammon-{checkers}.mat")));
        for format in formats {
            let err = folder.run(&format!("convert hyper.mat hyper.{format} --to {format}")).complains(1);
            let expected = format!("`{format}` can't express the variant of match 1");
            assert!(err.contains(&expected), "{format}: {err}");
        }
        assert_eq!(folder.files(), ["hyper.mat"]);
    }
    for line in [
        "merge hyper.mat -o merged.tmg",
        "analyse --plies 0 hyper.mat -o analysed.tmg",
        "analyse --plies 0 hyper.mat --to tmg -o analysed/",
    ] {
        let run = folder.run(line);
        run.status(1);
        assert!(run.err.contains("`tmg` can't express the variant of "), "{line}: {}", run.err);
        assert!(!folder.files().iter().any(|file| file.contains(".tmg")), "{line}");
    }
    // With another match, only that is written.
    folder.write("seven.mat", record("valid/seven-points.mat"));
    let run = folder.run("analyse --plies 0 hyper.mat seven.mat -o both.tmg");
    run.status(1);
    assert!(run.err.contains("hyper.mat: `tmg` can't express the variant of match 1"), "{}", run.err);
    assert!(folder.run("check both.tmg").err.contains("1 match"), "{:?}", folder.files());
    // A position is written without the name of its variant, which is reported as lost.
    let run = folder.run("convert hyper.mat --to ids");
    assert!(run.status(0).lines().count() > 10 && run.err.contains("the variant"), "{}", run.err);
}

#[test]
fn sessions_and_names_like_comments_come_back_from_oldmoves() {
    let folder = Folder::new("oldmoves-back");
    let session = record("valid/money-with-beavers.mat");
    folder.write("two.mat", session.clone() + &session);
    let run = folder.run("convert --to oldmoves two.mat");
    folder.write("two.txt", run.status(0));
    let run = folder.run("check two.txt");
    assert_eq!(run.status(0), "");
    assert!(run.err.contains("1 file, 2 matches, 12 games"), "{run:?}");
    let names = |file: &str| {
        let run = folder.run(&format!("score --json {file}"));
        let line: Value =
            serde_json::from_str(run.status(0).lines().next().unwrap_or_default()).expect("JSON");
        line["players"].to_string()
    };
    for (white, black, are_lost) in [("; x", "bob", false), ("ann", "; y", false), ("; x", "; y", true)] {
        let head = "FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]";
        let text = format!("(;{head}PW[{white}]PB[{black}]RE[B+1R];W[31hefe];B[42qusu])");
        folder.write("a.sgf", text);
        let run = folder.run("convert a.sgf --to oldmoves");
        folder.write("a.txt", run.status(0));
        assert_eq!(run.err.contains("lost the players' names"), are_lost, "{}", run.err);
        assert_eq!(names("a.sgf") == names("a.txt"), !are_lost, "{white}, {black}");
    }
}

#[test]
fn what_is_lost_is_told_by_its_name_and_in_words() {
    let folder = Folder::new("loss-names");
    let text = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:1][game:0][ws:0][bs:0]PW[ann]PB[bob]GS[M:0 0][C:1]\
                ;W[31hefe]GW[1]LU[0.50000]MR[];B[42qusu]TE[1]KO[])";
    folder.write("a.sgf", text);
    let run = folder.run("convert a.sgf --to mat -o first");
    run.status(0);
    assert!(run.err.contains("1 unknown property (KO)"), "{}", run.err);
    let run = folder.run("convert a.sgf --to mat -o second --loss json");
    run.status(0);
    let loss: Value = serde_json::from_str(run.err.lines().next().unwrap_or_default()).expect("JSON");
    let texts: Vec<&str> =
        loss["items"].as_array().expect("items").iter().filter_map(|item| item["text"].as_str()).collect();
    assert!(texts.contains(&"play good") && texts.contains(&"lucky, 0.5"), "{texts:?}");
    // Neither GNU Backgammon's statistics, nor the way a program shows its own values.
    for text in &texts {
        assert!(!text.contains("sgf:GS") && !text.contains("sgf:MR"), "{text}");
        assert!(!["Some(", "None", " { ", "[\""].iter().any(|mark| text.contains(mark)), "{text}");
    }
}

#[test]
fn marks_of_candidates_and_of_cube_decisions_are_not_unknown_properties() {
    let folder = Folder::new("loss-marks");
    // The circles of the last node are markup of another program.
    let text = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:1][game:0][ws:0][bs:0]PW[ann]PB[bob]\
                ;W[31hefe]MR[1 3 ]CR[];B[42qusu]CR[ab])";
    folder.write("a.sgf", text);
    for format in ["mat", "ogxm", "xg"] {
        let run = folder.run(&format!("convert a.sgf --to {format} -o {format}"));
        run.status(0);
        let wanted = "lost 3 marks of candidates and cube decisions, 1 unknown property (CR)\n";
        assert!(run.err.contains(wanted), "{format}: {}", run.err);
    }
    let run = folder.run("convert a.sgf b.json");
    assert_eq!((run.status(0), run.err.contains("lost")), ("", false), "{}", run.err);
    let run = folder.run("convert b.json c.sgf --loss json");
    assert_eq!((run.status(0), run.err.contains("mark")), ("", false), "{}", run.err);
    let again = String::from_utf8(folder.read("c.sgf")).expect("UTF-8");
    assert!(again.contains("MR[1 3 ]") && again.contains("CR[]") && again.contains("CR[ab]"), "{again}");
}

#[test]
fn moves_after_a_beaver_have_the_same_numbers_in_every_format() {
    let folder = Folder::new("beaver-numbers");
    let head = " 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n\
                \x20 1) 31: 8/5 6/5                 42: 8/4 6/4\n";
    let by_left = "  2)  Doubles => 2                Beavers => 4\n\
                   \x20 3) 52: 13/8 24/22              61: 13/7 8/7\n";
    let by_right = "  2) 52: 13/8 24/22               Doubles => 2\n\
                    \x20 3)  Beavers => 4               61: 13/7 8/7\n";
    let tail = "  4) 52: 13/8 13/11              61: 24/18 8/7\n";
    let numbers = |file: &str| -> Vec<(Value, Value, Value)> {
        let run = folder.run(&format!("find --json {file}"));
        let lines = run.status(0).lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|line| (line["move"].clone(), line["side"].clone(), line["action"].clone())).collect()
    };
    for (name, rows) in [("left", by_left), ("right", by_right)] {
        folder.write(&format!("{name}.mat"), format!("{head}{rows}{tail}"));
        let wanted = numbers(&format!("{name}.mat"));
        assert_eq!(wanted.len(), 9, "{wanted:?}");
        for format in two_way(&folder) {
            if !format["holds"].as_array().expect("a list").iter().any(|kind| kind == "play") {
                continue;
            }
            let format = format["name"].as_str().expect("a name");
            let file = format!("{name}-new.{format}");
            folder.run(&format!("convert {name}.mat {file} --to {format}")).status(0);
            assert_eq!(numbers(&file), wanted, "{format}");
        }
    }
}

#[test]
fn the_second_of_two_files_is_the_output_also_when_it_exists() {
    let folder = Folder::with("convert-second", "a.mat", record("valid/seven-points.mat"));
    folder.write("b.mat", record("valid/one-point.mat"));
    assert_eq!(folder.run("convert a.mat old.txt --to oldmoves").status(0), "");
    let first = folder.read("old.txt");
    let again = folder.run("convert a.mat old.txt --to oldmoves");
    assert_eq!(again.status(2), "");
    assert!(again.err.contains("`--force` replaces it"), "{}", again.err);
    assert_eq!(folder.run("convert b.mat old.txt --to oldmoves --force").status(0), "");
    assert_ne!(folder.read("old.txt"), first);
    let both = folder.run("convert a.mat b.mat -o - --to oldmoves");
    assert!(both.status(0).starts_with(std::str::from_utf8(&first).expect("UTF-8")), "{}", both.err);
}

#[test]
fn rules_from_the_command_line_are_stated_in_the_new_record() {
    let folder = Folder::with("convert-rules", "match.mat", record("valid/seven-points.mat"));
    folder
        .write("money.mat", " 0 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5   52: 13/8 24/22\n");
    let money = "jacoby=on,beavers=1,automatic-doubles=3,cube-limit=64";
    for (name, rules) in [
        ("match", "crawford=off"),
        ("match", "cube-limit=64,frozen-cube"),
        ("money", "variant=nackgammon"),
        ("match", "cube=off"),
        ("money", money),
        ("money", "jacoby=off"),
    ] {
        let run = folder.run(&format!("convert {name}.mat --to jsonl --rules {rules}"));
        let told: Value = serde_json::from_slice(&run.out).expect("JSON");
        folder.write("told.jsonl", &run.out);
        let again = folder.run("convert told.jsonl --to jsonl");
        let again: Value = serde_json::from_slice(&again.out).expect("JSON");
        assert_eq!(again["rules"], told["rules"], "{rules}");
        let headers = told["headers"].as_array().expect("headers").len();
        let before = folder.run(&format!("convert {name}.mat --to jsonl"));
        let before: Value = serde_json::from_slice(&before.out).expect("JSON");
        let added = headers - before["headers"].as_array().expect("headers").len();
        assert_eq!(added, rules.split(',').count(), "{rules}");
    }
}

#[test]
fn a_file_without_its_position_is_not_written() {
    let folder = Folder::new("convert-nothing");
    folder.write("a.ids", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10\n");
    for name in ["p.xgp", "p.ogxm", "p.tmg"] {
        let err = folder.run(&format!("convert a.ids {name}")).complains(1);
        assert!(err.contains("can't express the position of match 1"), "{err}");
    }
    assert_eq!(folder.files(), ["a.ids"]);
}

#[test]
fn a_record_that_begins_with_a_later_game_keeps_its_numbers_or_loses_them_with_a_word() {
    let folder = Folder::new("numbers");
    let game = |number, score: &str, wins| {
        format!(
            " Game {number}\n {score}\n  1) 31: 8/5 6/5                    42: 8/4 6/4\n  2) 64: 24/14                      11: 8/7(2) 6/5(2)\n{wins}\n"
        )
    };
    let text = format!(
        " 7 point match\n\n{}\n{}",
        game(4, "Ann : 3                          Bob : 2", "      Wins 1 point"),
        game(5, "Ann : 4                          Bob : 2", "      Wins 1 point"),
    );
    folder.write("a.mat", text.as_bytes());
    for (format, heading) in [("sgg", "Game 4.3-2/7"), ("tmg", "Game 4: 3-2"), ("mat", " Game 4\n")] {
        let run = folder.run(&format!("convert a.mat -o - --to {format}"));
        assert!(run.status(0).contains(heading), "{format}: {}", run.err);
        assert!(!run.err.contains("number"), "{format}: {}", run.err);
    }
    let err = folder.run("convert a.mat b.gam").complains(0);
    assert!(err.contains("number"), "{err}");
}
