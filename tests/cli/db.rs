//! `barpoint db`: matches and decisions in a database.

use super::{Folder, barpoint};
use crate::support::{Random, is_windows, report};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A folder of its own with a database.
struct Place {
    folder: Folder,
}

impl Place {
    fn new(name: &str) -> Self {
        Self { folder: Folder::new(&format!("db-{name}")) }
    }

    fn file(&self) -> PathBuf {
        self.folder.0.join("study.db")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = barpoint();
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .arg("db")
            .arg("--db")
            .arg(self.file())
            .args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// Runs a command that succeeds; returns what it prints.
    fn answer(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What tells a decision from all others.
fn key(line: &str) -> (String, u64, u64, u64, String) {
    let line: Value = serde_json::from_str(line).expect("JSON");
    let number = |key: &str| line[key].as_u64().expect("a number");
    let word = |key: &str| line[key].as_str().expect("a word").to_owned();
    // The match in its file.
    let own = if line["number"].is_null() { "match" } else { "number" };
    (word("path"), number(own), number("game"), number("decision"), word("action"))
}

const RECORDS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/mat/valid"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/analysis"),
];

/// Conditions, several of which find something in the records.
const CONDITIONS: [&str; 36] = [
    "",
    "--class prime-vs-prime,back-game",
    "--pips 80..100",
    "--lead ..-40",
    "--score 0-0",
    "--away 3-2",
    "--length 7",
    "--length 0 --cube 2",
    "--dice 31,61",
    "--action double,redouble",
    "--action take --class holding-game",
    "--dice 31 --play 6/5 --play-too",
    "--kind cube",
    "--kind play",
    "--loss 0",
    "--loss 0..",
    "--loss ..0.02 --kind cube",
    "--loss 0..0.02 --kind play",
    "--kind play --pips ..40",
    "--loss 0.1..",
    "--loss 0.02..0.05 --kind play",
    "--luck ..-0.2",
    "--luck -0.05..0.05 --kind play",
    "--luck 0.1.. --loss 0.01..",
    "--luck 0.. --action dance",
    "--mark blunder",
    "--mark bad,doubtful --kind cube",
    "--date 2001..",
    "--date ..1999-12",
    "--event open",
    "--position 4HPwATDgc/ABMA",
    "--position 4HPwATDgc/ABMA --dice 31",
    "--opening 21",
    "--opening 51S",
    "--opening 51S-62",
    "--action pass",
];

#[test]
fn the_database_finds_what_find_finds_in_the_files() {
    let place = Place::new("find");
    place.answer(&["add", RECORDS[0], RECORDS[1], "-q"]);
    let query = "SELECT path FROM source WHERE record IN (SELECT record FROM source GROUP BY record HAVING count(*) > 1)";
    let several: BTreeSet<String> = place
        .answer(&["sql", query, "--json"])
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["path"].as_str().expect("a path").to_owned()
        })
        .collect();
    let mut all = 0;
    for conditions in CONDITIONS {
        let conditions = conditions.replace("--play 6/5 --play-too", "--play '8/5 6/5'");
        let arguments: Vec<String> = shlex(&conditions);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let files = barpoint()
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["find", "--json", "-q", RECORDS[0], RECORDS[1]])
            .args(&arguments)
            .output()
            .expect("the program runs");
        let found = place.answer(&[&["find", "--json", "-q"], &arguments[..]].concat());
        // A match that is in two files, one of them analysed, is in the database once.
        let single = |line: &(String, u64, u64, u64, String)| !several.contains(&line.0);
        let files: BTreeSet<_> = text(&files.stdout).lines().map(key).filter(single).collect();
        let found: BTreeSet<_> = found.lines().map(key).filter(single).collect();
        let missing: Vec<_> = files.difference(&found).take(3).collect();
        assert!(missing.is_empty(), "`{conditions}` doesn't find {missing:?}");
        let more: Vec<_> = found.difference(&files).take(3).collect();
        assert!(more.is_empty(), "`{conditions}` finds {more:?} too");
        all += found.len();
    }
    assert!(all > 1_000, "{all}");
    report(CONDITIONS.len(), "conditions asked of the database and of the files");
}

/// Splits words as a shell does, with single quotes only.
fn shlex(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in text.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn the_errors_of_a_known_match_are_reported_again() {
    let place = Place::new("known-errors");
    for words in ["1 match added", "0 matches added, 1 known"] {
        let run = place.run(&["add", "testdata/mat/tour/half-a-play.mat"]);
        let said = text(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{said}");
        assert!(said.contains(words) && said.contains("1 error in match 1"), "{said}");
    }
}

#[test]
fn a_match_is_one_in_any_format() {
    let place = Place::new("formats");
    place.answer(&["add", "testdata/mat/valid/seven-points.mat", "-q"]);
    let record = place.folder.0.join("again.sgf");
    let converted = barpoint()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["convert", "testdata/mat/valid/seven-points.mat"])
        .arg(&record)
        .output()
        .expect("the program runs");
    assert!(converted.status.success());
    let again = place.run(&["add", record.to_str().expect("UTF-8")]);
    assert!(text(&again.stderr).contains("0 matches added, 1 known"), "{}", text(&again.stderr));
    assert!(place.answer(&["sql", "SELECT count(*) AS n FROM source", "--json"]).contains("\"n\":2"));
    // An analysis is better than none; the number, the tag and the comments stay.
    place.answer(&["tag", "1", "mine"]);
    place.answer(&["tag", "1:1:2", "timing"]);
    place.answer(&["comment", "1:1:2", "too early"]);
    let analysed = place.run(&["add", record.to_str().expect("UTF-8"), "--plies", "0"]);
    assert!(text(&analysed.stderr).contains("1 analysed"), "{}", text(&analysed.stderr));
    let found = place.answer(&["find", "--tag", "timing", "--json"]);
    assert_eq!(found.lines().count(), 1);
    assert!(found.contains("\"tags\":[\"timing\"],\"comment\":\"too early\""), "{found}");
    assert!(place.answer(&["list"]).contains("mine"));
    assert!(place.answer(&["find", "--loss", "0.01..", "--json"]).lines().count() > 0);
    let twice = place.run(&["add", "testdata/mat/valid/seven-points.mat", "--plies", "0"]);
    assert!(text(&twice.stderr).contains("1 known"));
    // So is one of more plies, but not one of fewer.
    let deeper = place.run(&["add", "testdata/mat/valid/seven-points.mat", "--plies", "1"]);
    assert!(text(&deeper.stderr).contains("1 analysed"), "{}", text(&deeper.stderr));
    let flatter = place.run(&["add", "testdata/mat/valid/seven-points.mat", "--plies", "0"]);
    assert!(text(&flatter.stderr).contains("1 known"), "{}", text(&flatter.stderr));
    assert!(place.answer(&["sql", "SELECT plies FROM record", "--json"]).contains("\"plies\":1"));
    assert!(place.answer(&["find", "--tag", "timing", "--json"]).contains("too early"));
    assert!(place.answer(&["verify"]).contains("no faults"));
}

/// Returns an SGF record without the analyses of some nodes.
fn without_analyses(text: &str, is_left_out: impl Fn(usize) -> bool) -> String {
    let without = |(number, node): (usize, &str)| {
        let analyses = ["A[", "DA["].iter().filter_map(|key| node.find(&format!("]{key}"))).min();
        match analyses.filter(|_| is_left_out(number)) {
            Some(end) if node.trim_end().ends_with(')') => node[..=end].to_owned() + ")\n",
            Some(end) => node[..=end].to_owned(),
            None => node.to_owned(),
        }
    };
    text.split("\n;").enumerate().map(without).collect::<Vec<_>>().join("\n;")
}

#[test]
fn plies_complete_the_analysis_of_a_known_match_and_keep_what_it_has() {
    let place = Place::new("completed");
    let whole = crate::support::gunzip(&crate::support::testdata("analysis/match.sgf.gz"));
    let part = without_analyses(&whole, |number| (20..24).contains(&number));
    let (sgf, mat) = (place.folder.0.join("part.sgf"), place.folder.0.join("part.mat"));
    std::fs::write(&sgf, part).expect("a file");
    let converted = barpoint().arg("convert").args([&sgf, &mat]).output().expect("the program runs");
    assert!(converted.status.success());
    let add = |path: &Path, more: &[&str]| {
        text(&place.run(&[&["add", path.to_str().expect("UTF-8")], more].concat()).stderr)
    };
    let count = |what: &str| {
        let count = place.answer(&["sql", &format!("SELECT {what} AS n FROM decision"), "--json"]);
        let count: Value = serde_json::from_str(&count).expect("JSON");
        count["n"].as_f64().expect("a number")
    };
    assert!(add(&sgf, &[]).contains("1 match added"));
    let others = "round(sum(iif(move > 13, play_loss, 0)), 6)";
    let (evaluated, lost, lines) = (count("count(play_loss)"), count(others), count("sum(line)"));
    assert!(lost > 0.3, "{lost}");
    // Without `--plies` nothing is evaluated. With it, a record without an analysis completes the one that is there.
    assert!(add(&mat, &[]).contains("1 known"));
    let said = add(&mat, &["--plies", "0"]);
    assert!(said.contains("1 analysed"), "{said}");
    assert!(count("count(play_loss)") > evaluated, "{evaluated}");
    assert_eq!((count(others), count("sum(line)")), (lost, lines));
    for path in [&sgf, &mat] {
        let said = add(path, &["--plies", "0"]);
        assert!(said.contains("1 known"), "{said}");
    }
    assert!(place.answer(&["verify"]).contains("no faults"));
}

#[test]
fn an_analysis_of_more_decisions_takes_the_place_of_one_of_a_few() {
    let place = Place::new("gaps");
    let whole = crate::support::gunzip(&crate::support::testdata("analysis/match.sgf.gz"));
    // Only the first turns keep their analyses.
    let part = without_analyses(&whole, |number| number > 20);
    let file = |name: &str, text: &str| {
        let path = place.folder.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let (part, whole) = (file("part.sgf", &part), file("whole.sgf", &whole));
    let evaluated = || {
        let count = place.answer(&["sql", "SELECT count(play_loss) AS n FROM decisions", "--json"]);
        let count: Value = serde_json::from_str(&count).expect("JSON");
        count["n"].as_u64().expect("a number")
    };
    let add = |more: &[&str]| text(&place.run(&[&["add"], more].concat()).stderr);
    assert!(add(&[&part]).contains("1 match added"));
    let few = evaluated();
    assert!(add(&[&whole]).contains("1 analysed"));
    let all = evaluated();
    assert!(0 < few && 2 * few < all, "{few} of {all}");
    // The other way round nothing is lost.
    assert!(add(&[&part]).contains("1 known"));
    assert_eq!(evaluated(), all);
    place.answer(&["remove", "1"]);
    // `--plies` evaluates only what isn't evaluated.
    assert!(add(&[&part, "--plies", "0"]).contains("1 match added"));
    assert!(10 * evaluated() > 9 * all, "{} of {all}", evaluated());
    let gnubg = "SELECT round(sum(play_loss), 4) AS lost FROM decisions WHERE move <= 5";
    let lost = place.answer(&["sql", gnubg, "--json"]);
    assert!(add(&[&part, "--plies", "0"]).contains("1 known"), "nothing is evaluated twice");
    place.answer(&["remove", "2"]);
    assert!(add(&[&whole]).contains("1 match added"));
    assert_eq!(place.answer(&["sql", gnubg, "--json"]), lost, "the record's own analyses stayed");
    let err = barpoint().args(["analyse", "--stored", &part]).output().expect("the program runs").stderr;
    assert!(text(&err).contains(" unforced plays not evaluated"), "{}", text(&err));
    let page = barpoint().args(["report", &part]).output().expect("the program runs").stdout;
    assert!(text(&page).contains(" unforced plays not evaluated"), "{}", text(&page));
}

#[test]
fn files_of_one_name_in_two_folders_are_two() {
    let place = Place::new("folders");
    for (folder, record) in [("one", "seven-points.mat"), ("two", "money-with-beavers.mat")] {
        let folder = place.folder.0.join(folder);
        std::fs::create_dir(&folder).expect("a folder");
        let records = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/mat/valid");
        std::fs::copy(Path::new(records).join(record), folder.join("match.mat")).expect("a copy");
        let mut command = place.command(&["add", "match.mat", "-q"]);
        assert!(command.current_dir(&folder).status().expect("the program runs").success());
    }
    let count = place.answer(&["sql", "SELECT count(DISTINCT record) AS n FROM source", "--json"]);
    assert!(count.contains("\"n\":2"), "{count}");
}

#[test]
fn records_come_out_as_they_went_in() {
    let place = Place::new("records");
    place.answer(&["add", RECORDS[0], RECORDS[1], "-q"]);
    assert!(place.answer(&["verify"]).contains("no faults"));
    let list = place.answer(&["sql", "SELECT record, path, number FROM source GROUP BY record", "--json"]);
    let mut count = 0;
    for line in list.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let (id, path) = (line["record"].to_string(), line["path"].as_str().expect("a path"));
        if line["number"] != 1 || Path::new(path).extension().is_some_and(|extension| extension == "gz") {
            continue;
        }
        let straight = barpoint()
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["convert", path, "--to", "mat"])
            .output()
            .expect("the program runs");
        let exported = place.run(&["export", &id, "--to", "mat"]);
        assert_eq!(text(&exported.stdout), text(&straight.stdout), "{path}");
        count += 1;
    }
    assert!(count > 10, "{count}");
    let nothing = place.run(&["export", "1", "4000", "--to", "mat"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert_eq!(text(&nothing.stdout), "");
    assert_eq!(String::from_utf8_lossy(&nothing.stderr), "error: there is no match 4000 in the database\n");
    let removed = place.run(&["remove", "1", "1"]);
    assert_eq!(String::from_utf8_lossy(&removed.stderr), "1 match removed\n");
    assert_eq!(
        place.answer(&["find", "--json", "-q"]).lines().filter(|line| line.starts_with("{\"id\":1,")).count(),
        0
    );
    assert!(place.answer(&["verify"]).contains("no faults"));
}

#[test]
fn nothing_but_a_query_goes_through_sql() {
    let place = Place::new("sql");
    place.answer(&["add", "testdata/mat/valid/seven-points.mat", "-q"]);
    for query in ["DELETE FROM record", "DROP TABLE decision", "SELECT", "UPDATE record SET length = 1", "x"]
    {
        let output = place.run(&["sql", query]);
        assert_eq!(output.status.code(), Some(2), "{query}");
        assert!(text(&output.stderr).starts_with("error: "), "{query}: {}", text(&output.stderr));
    }
    let copy = place.folder.0.join("copy.db");
    for query in ["VACUUM INTO 'COPY'", "ATTACH 'COPY' AS other"] {
        let query = query.replace("COPY", copy.to_str().expect("a path"));
        assert_eq!(place.run(&["sql", &query]).status.code(), Some(2), "{query}");
        assert!(!copy.exists(), "{query}");
    }
    let same = "SELECT player, player FROM names";
    assert!(text(&place.run(&["sql", "--json", same]).stderr).contains("two columns are called `player`"));
    let ordered = "SELECT 'z' AS z, 'b' AS b, 'm' AS m";
    assert_eq!(place.answer(&["sql", "--json", ordered]), "{\"z\":\"z\",\"b\":\"b\",\"m\":\"m\"}\n");
    assert!(place.answer(&["verify"]).contains("1 match,"));
    for (what, words) in [
        ("12", "there is no match 12"),
        ("x", "a match is `12`"),
        ("1:2", "a match is `12`"),
        ("1:1:900", "there is no decision"),
        ("1:1:1:Nobody", "there is no decision"),
    ] {
        let output = place.run(&["tag", what, "word"]);
        assert_eq!(output.status.code(), Some(2), "{what}");
        assert!(text(&output.stderr).contains(words), "{what}: {}", text(&output.stderr));
    }
    let other = place.folder.0.join("other.db");
    std::fs::write(&other, "no database").expect("a file");
    for command in ["list", "verify"] {
        let output = barpoint().arg("db").arg("--db").arg(&other).arg(command).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(std::fs::read(&other).expect("a file"), b"no database");
}

#[test]
fn what_is_damaged_in_a_database_is_named_with_its_path() {
    let place = Place::new("damaged");
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/mat/valid/seven-points.mat");
    place.answer(&["add", "-q", "--plies", "0", record]);
    let connection = rusqlite::Connection::open(place.file()).expect("a database");
    connection.execute("UPDATE record SET document = x'00'", []).expect("one row");
    drop(connection);
    for command in [&["verify"][..], &["export", "1", "--to", "sgf"]] {
        let output = place.run(command);
        let err = text(&output.stderr);
        assert!(!output.status.success() && err.contains(&*place.file().to_string_lossy()), "{err}");
    }
}

#[test]
fn a_database_is_whole_wherever_the_program_is_killed() {
    let mut random = Random::new(20_261_124);
    let place = Place::new("killed");
    let paths = [RECORDS[0], RECORDS[1], "testdata/sgf/valid"];
    let add = |place: &Place| {
        let mut command = place.command(&["add", "-q", "--plies", "0"]);
        command.args(paths).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let kills = 25;
    for kill in 0..kills {
        let mut child = add(&place).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(5 + random.below(250) as u64));
        // It may have ended by then.
        let _ = child.kill();
        child.wait().expect("it ends");
        if place.file().exists() {
            let whole = place.run(&["verify"]);
            let is_empty = text(&whole.stderr).contains("the database is empty");
            assert!(
                whole.status.success() || is_empty,
                "kill {kill}: {}",
                text(&whole.stdout) + &text(&whole.stderr)
            );
        }
    }
    add(&place).status().expect("it ends");
    let straight = Place::new("straight");
    add(&straight).status().expect("it ends");
    let all =
        |place: &Place| place.answer(&["find", "--json", "-q"]).lines().map(key).collect::<BTreeSet<_>>();
    assert!(all(&place) == all(&straight), "the decisions differ from those of a run that wasn't killed");
    report(kills, "times that a program was killed while it added matches");
}

#[test]
fn a_database_is_one_file_that_is_read_where_nothing_can_be_written() {
    let place = Place::new("one-file");
    place.answer(&["add", RECORDS[0], "-q"]);
    let listed = place.answer(&["list"]);
    let own: Vec<String> =
        place.folder.files().into_iter().filter(|file| file.starts_with("study.db")).collect();
    assert_eq!(own, ["study.db"], "neither a log nor what belongs to it");
    let mut closed = std::fs::metadata(&place.folder.0).expect("a folder").permissions();
    let open = closed.clone();
    closed.set_readonly(true);
    std::fs::set_permissions(&place.folder.0, closed).expect("its owner");
    let again = place.run(&["list"]);
    std::fs::set_permissions(&place.folder.0, open).expect("its owner");
    assert_eq!(text(&again.stdout), listed, "{}", text(&again.stderr));
    std::fs::write(place.file(), "").expect("a file");
    let empty = place.run(&["list"]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(text(&empty.stderr).contains("the database is empty; `barpoint db add PATH` fills it"));
}

#[test]
fn a_file_that_is_no_whole_database_is_named_with_a_way_out() {
    let place = Place::new("trouble");
    place.answer(&["add", RECORDS[0], "-q"]);
    let whole = std::fs::read(place.file()).expect("a file");
    let refused = |bytes: &[u8], why: &str, way: &str| {
        std::fs::write(place.file(), bytes).expect("a file");
        for command in
            [&["list"][..], &["sql", "SELECT 1 FROM record"], &["add", RECORDS[0]], &["tag", "1", "x"]]
        {
            let run = place.run(command);
            let told = text(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{command:?}: {told}");
            assert!(told.contains(why) && told.contains(&format!("hint: {way}")), "{command:?}: {told}");
        }
    };
    refused(
        b"a letter, not a database",
        "study.db: the file isn't a database\n",
        "`--db FILE` names another file",
    );
    refused(&whole[..5000], "study.db: the database is damaged\n", "restore a copy of it");
    std::fs::write(place.file(), &whole).expect("a file");
    place.folder.write("games.db", "a letter, not a database");
    let session = place
        .folder
        .run_with("session -q", b"relational setup SQLite-database=./games\nrelational show players\n");
    let told = format!("{}{}", text(&session.out), session.err);
    assert!(told.contains("Error opening database\n./games.db: the file isn't a database\n"), "{told}");
    for (query, why) in [
        ("SELECT x FROM record", "no such column: x, from byte 8 on\nhint: "),
        ("DELETE FROM record", "only a query that reads is run, such as a SELECT\n"),
        ("SELECT 1; SELECT 2", "only one statement is run: remove the others\n"),
    ] {
        let told = text(&place.run(&["sql", query]).stderr);
        assert!(told.starts_with(&format!("error: SQL: {why}")), "{query}: {told}");
    }
    place.answer(&["sql", "SELECT name, sql FROM sqlite_master"]);
}

#[test]
fn a_tag_is_for_the_player_with_exactly_this_name() {
    let place = Place::new("names");
    let record = place.folder.0.join("a.mat");
    let text = " 3 point match\n\n Game 1\n Ann : 0                        ann : 0\n";
    std::fs::write(&record, format!("{text}  1) 31: 8/5 6/5                  64: 24/14\n")).expect("a file");
    place.answer(&["add", record.to_str().expect("UTF-8"), "-q"]);
    for (name, dice) in [("ann", "\"64\""), ("Ann", "\"31\"")] {
        place.answer(&["tag", &format!("1:1:1:{name}"), name]);
        let found = place.answer(&["find", "--tag", name, "--json"]);
        assert!(found.lines().count() == 1 && found.contains(dice), "{name}: {found}");
    }
}

#[test]
fn games_of_one_number_are_stored_apart() {
    let place = Place::new("numbers");
    let records = ["testdata/mat/invalid/mat-game-number-repeated.mat", "testdata/mat/valid/one-point.mat"];
    let added = place.run(&["add", records[0], records[1]]);
    assert_eq!(added.status.code(), Some(1));
    assert!(
        text(&added.stderr).ends_with("2 files, 2 matches, 2 matches added\n"),
        "{}",
        text(&added.stderr)
    );
    assert!(place.answer(&["verify"]).contains("no faults"));
    let twice = place.answer(&["find", "--dice", "31", "--length", "5", "--json"]);
    assert_eq!(twice.lines().count(), 2, "{twice}");
    place.answer(&["tag", "1:1:1", "opening"]);
    assert_eq!(place.answer(&["find", "--tag", "opening", "--json"]).lines().count(), 1);
}

#[test]
fn programs_that_add_to_one_database_wait_for_each_other() {
    let place = Place::new("together");
    let mut add = place.command(&["add", "-q", RECORDS[0], RECORDS[1]]);
    let children: Vec<_> =
        (0..4).map(|_| add.stderr(Stdio::piped()).spawn().expect("the program runs")).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let alone = Place::new("alone");
    alone.answer(&["add", "-q", RECORDS[0], RECORDS[1]]);
    let count = "SELECT count(*) AS n, sum(length) AS points FROM matches";
    assert_eq!(place.answer(&["sql", count]), alone.answer(&["sql", count]));
    assert_eq!(place.answer(&["verify"]), alone.answer(&["verify"]));
}

#[test]
fn a_corrected_record_takes_the_place_of_the_old_one() {
    let place = Place::new("corrected");
    let path = place.folder.0.join("a.mat");
    let write = |text: &str| std::fs::write(&path, text).expect("a file");
    let told = |path: &Path| text(&place.run(&["add", path.to_str().expect("UTF-8")]).stderr);
    let old = std::fs::read_to_string("testdata/mat/valid/seven-points.mat").expect("a file");
    write(&old);
    told(&path);
    for (what, tag) in [("1", "mine"), ("1:1:2", "timing"), ("1:1:24", "last")] {
        place.answer(&["tag", what, tag]);
    }
    place.answer(&["comment", "1:1:2", "too early"]);
    let (new, _) = old.split_once(" 24) ").expect("a row");
    write(new);
    let err = told(&path);
    assert!(err.contains("a.mat has changed: it replaces match 1\n"), "{err}");
    assert!(err.contains("0 matches added, 1 corrected\n"), "{err}");
    assert!(told(&path).contains("1 known"), "it is known now");
    assert!(place.answer(&["list"]).contains("mine"));
    let kept = place.answer(&["find", "--tag", "timing", "--json"]);
    assert!(kept.contains("\"tags\":[\"timing\"],\"comment\":\"too early\""), "{kept}");
    assert_eq!(
        place.answer(&["sql", "SELECT name FROM tag WHERE game > 0", "--json"]),
        "{\"name\":\"timing\"}\n"
    );
    // Another match in the same file is one of its own, and so is a match that another file has too.
    write(&std::fs::read_to_string("testdata/mat/valid/one-point.mat").expect("a file"));
    let err = told(&path);
    assert!(err.contains("match 1 was ") && err.contains("no file now: `db remove 1` removes it\n"), "{err}");
    let copy = place.folder.0.join("b.mat");
    write(new);
    std::fs::write(&copy, new).expect("a file");
    told(&path);
    told(&copy);
    write(&old);
    let err = told(&path);
    assert!(err.ends_with("1 file, 1 match, 1 match added\n") && !err.contains(" was "), "{err}");
    assert!(place.answer(&["verify"]).contains("3 matches,"));
}

#[test]
fn a_file_that_exists_is_refused_before_what_is_lost_is_told() {
    let place = Place::new("exists");
    let path = place.folder.0.join("a.txt");
    place.answer(&["add", "-q", "testdata/mat/valid/seven-points.mat", "--plies", "0"]);
    std::fs::write(&path, "mine").expect("a file");
    let export = ["export", "1", "--to", "mat", "-o", path.to_str().expect("UTF-8")];
    let run = place.run(&export);
    assert_eq!(run.status.code(), Some(2));
    let err = text(&run.stderr);
    assert!(err.lines().count() == 1 && err.contains("the file exists; `--force` replaces it"), "{err}");
    assert_eq!(std::fs::read(&path).expect("a file"), b"mine");
    let forced = place.run(&[&export[..], &["--force"]].concat());
    assert!(forced.status.success() && text(&forced.stderr).contains("lost"), "{}", text(&forced.stderr));
    // The database itself is never replaced.
    let own = place.file();
    let over = ["export", "1", "--to", "mat", "--force", "-o", own.to_str().expect("UTF-8")];
    let run = place.run(&over);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("input and output are the same file"), "{}", text(&run.stderr));
    assert!(place.answer(&["verify"]).contains("1 match,"));
}

#[test]
fn a_match_whose_variant_a_format_cannot_express_is_not_exported() {
    let place = Place::new("variant");
    place.answer(&["add", "-q", "testdata/mat/valid/hypergammon-3.mat"]);
    let path = place.folder.0.join("a.tmg");
    let file = path.to_str().expect("UTF-8");
    for export in [&["export", "--to", "tmg"][..], &["export", "1", "-o", file]] {
        let run = place.run(export);
        assert_eq!(run.status.code(), Some(1), "{}", text(&run.stderr));
        assert_eq!(text(&run.stdout), "");
        assert_eq!(text(&run.stderr), "error: `tmg` can't express the variant of match 1\n");
    }
    assert!(!path.exists());
}

#[test]
fn a_year_or_month_is_a_date() {
    let place = Place::new("dates");
    let record = place.folder.0.join("a.mat");
    let own = std::fs::read_to_string("testdata/mat/valid/seven-points.mat").expect("a file");
    for (date, shown) in [("2026.11", "2026-11"), ("2026", "2026"), ("2026-11-20", "2026-11-20")] {
        let path = record.with_extension(format!("{}.mat", shown.len()));
        std::fs::write(&path, own.replace("2026.11.20", date)).expect("a file");
        let _ = std::fs::remove_file(place.file());
        place.answer(&["add", "-q", path.to_str().expect("UTF-8")]);
        assert!(place.answer(&["list"]).contains(&format!("  {shown}  ")), "{date}");
        for (wanted, least) in
            [("2026", 4), ("2026-11", 7), ("2026-11-20", 10), ("2025..2027", 4), ("2027", 11)]
        {
            let arguments = ["find", "--date", wanted, "--json", "-q"];
            let of_database = place.answer(&arguments).lines().count();
            let of_file = barpoint().args(arguments).arg(&path).output().expect("the program runs");
            assert_eq!(text(&of_file.stdout).lines().count(), of_database, "{date} in {wanted}");
            assert_eq!(of_database > 0, shown.len() >= least, "{date} in {wanted}");
        }
    }
}

#[test]
fn a_decision_is_found_shown_and_ranked_by_the_loss_that_is_wanted() {
    let place = Place::new("kinds");
    place.answer(&["add", "-q", "testdata/mat/valid/seven-points.mat", "--plies", "0"]);
    let query =
        "UPDATE decision SET cube_loss = play_loss + 0.5, cube_mark = 'very bad', best_cube = 'double',
        loss = play_loss + 0.5 WHERE play_loss > 0.01 AND play_loss < 0.1 AND roll LIKE '6%'";
    rusqlite::Connection::open(place.file()).and_then(|file| file.execute(query, [])).expect("both losses");
    for (conditions, least, most) in [
        (&["--kind", "play", "--loss", "0.01..0.1"][..], 0.01, 0.1),
        (&["--kind", "cube", "--loss", "0.5.."], 0.5, f64::MAX),
        (&["--loss", "0.01..0.1"], 0.01, 0.1),
        (&["--kind", "play", "--mark", "doubtful,bad"], 0.0, 0.5),
    ] {
        let shown = place.answer(&[&["find", "--worst"], conditions].concat());
        let number = |word: &str| word.contains('.').then(|| word.parse().ok()).flatten();
        let loss = |row: &str| row.split_whitespace().rev().find_map(number).expect("a loss");
        let losses: Vec<f64> = shown.lines().skip(1).map(loss).collect();
        assert!(losses.len() > 2 && losses.is_sorted_by(|one, next| one >= next), "{shown}");
        assert!(losses.iter().all(|loss| (least..=most).contains(loss)), "{conditions:?}: {shown}");
    }
}

#[test]
fn a_right_cube_action_is_shown_with_a_loss_of_zero() {
    let place = Place::new("right");
    let record = "testdata/analysis/session.sgf.gz";
    place.answer(&["add", "-q", record]);
    let actions = ["--action", "double,take,pass"];
    let run = barpoint()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["find", "-q", record])
        .args(actions)
        .output()
        .expect("the program runs");
    for shown in [text(&run.stdout), place.answer(&[&["find"], &actions[..]].concat())] {
        let rows: Vec<&str> = shown.lines().skip(1).collect();
        assert_eq!(rows.len(), 4, "{shown}");
        assert_eq!(rows.iter().filter(|row| row.ends_with("  0.000")).count(), 2, "{shown}");
    }
}

#[test]
fn a_corrected_head_is_taken_over_and_the_analysis_stays() {
    let place = Place::new("heads");
    let path = place.folder.0.join("a.mat");
    let old = std::fs::read_to_string("testdata/mat/tour/three-mistakes.mat").expect("a file");
    let add = |text: &str, more: &[&str]| {
        std::fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("UTF-8");
        self::text(&place.run(&[&["add", path], more].concat()).stderr)
    };
    assert!(add(&old, &["--plies", "0"]).contains("1 match added"));
    place.answer(&["comment", "1", "mine"]);
    let lost = "SELECT round(sum(loss), 6) AS lost, count(play_loss) AS plays FROM decisions";
    let before = place.answer(&["sql", lost, "--json"]);
    let new =
        old.replace("Club evening", "Club night").replace("2026.11.20", "2025.01.02").replace("Ann", "Anne");
    let err = add(&new, &[]);
    assert!(err.contains("a.mat has changed: it replaces match 1\n") && err.contains("1 corrected"), "{err}");
    let heads = "SELECT match, date, event, player0, comment FROM matches";
    assert_eq!(
        place.answer(&["sql", heads, "--json"]),
        "{\"match\":1,\"date\":\"2025-01-02\",\"event\":\"Club night\",\"player0\":\"Anne\",\"comment\":\"mine\"}\n"
    );
    assert_eq!(place.answer(&["sql", lost, "--json"]), before, "the analysis is that of the same decisions");
    assert!(place.answer(&["find", "--player", "Anne", "--json"]).contains("\"player\":\"Anne\""));
    assert!(place.answer(&["export", "1", "--to", "mat"]).contains("Anne"));
    assert!(add(&new, &[]).contains("1 known"), "it is known now");
    // A copy elsewhere doesn't change the heads of the first file.
    let copy = place.folder.0.join("b.mat");
    std::fs::write(&copy, &old).expect("a file");
    place.run(&["add", copy.to_str().expect("UTF-8")]);
    assert!(place.answer(&["list"]).contains("Club night"));
}

#[test]
fn a_number_is_given_once() {
    let place = Place::new("numbers");
    place.answer(&["add", "-q", "testdata/mat/valid/seven-points.mat", "testdata/mat/valid/one-point.mat"]);
    place.answer(&["remove", "2"]);
    place.answer(&["add", "-q", "testdata/mat/valid/resignations.mat"]);
    assert_eq!(
        place.answer(&["sql", "SELECT match FROM matches ORDER BY match", "--json"]),
        "{\"match\":1}\n{\"match\":3}\n"
    );
}

#[test]
fn places_after_the_end_of_a_file_are_forgotten() {
    let place = Place::new("shortened");
    let path = place.folder.0.join("all.mat");
    let [seven, resigned] = ["seven-points", "resignations"]
        .map(|name| std::fs::read_to_string(format!("testdata/mat/valid/{name}.mat")).expect("a file"));
    let add = |text: &str| {
        std::fs::write(&path, text).expect("a file");
        self::text(&place.run(&["add", path.to_str().expect("UTF-8")]).stderr)
    };
    add(&format!("{seven}\n{resigned}"));
    let err = add(&resigned);
    assert!(err.contains("match 1 was ") && err.contains("`db remove 1` removes it"), "{err}");
    assert_eq!(place.answer(&["list", "--duplicates", "--json"]), "");
    let err = add(&seven);
    assert!(err.contains("match 2 was ") && !err.contains(", match 2"), "{err}");
}

#[cfg(unix)]
#[test]
fn files_whose_names_are_no_text_are_two() {
    use std::os::unix::ffi::OsStrExt as _;
    if is_windows() {
        // It has no such names.
        return;
    }
    let place = Place::new("bytes");
    let folder = place.folder.0.join("records");
    std::fs::create_dir(&folder).expect("a folder");
    for (name, record) in [(&b"a\xe9.mat"[..], "seven-points"), (&b"a\xe8.mat"[..], "resignations")] {
        let path = folder.join(std::ffi::OsStr::from_bytes(name));
        std::fs::copy(format!("testdata/mat/valid/{record}.mat"), path).expect("a file");
    }
    let folder = folder.to_str().expect("UTF-8");
    for _ in 0..2 {
        let err = text(&place.run(&["add", folder]).stderr);
        assert!(!err.contains("has no file now"), "{err}");
    }
    let paths = place.answer(&["sql", "SELECT path FROM source ORDER BY path", "--json"]);
    assert!(paths.contains("a%E8.mat\"}\n") && paths.contains("a%E9.mat\"}\n"), "{paths}");
}

#[test]
fn the_ids_of_the_database_are_those_of_replay() {
    let place = Place::new("ids");
    let records = ["testdata/mat/valid", "testdata/hyper"].map(String::from);
    let records: Vec<&str> =
        records.iter().map(String::as_str).filter(|folder| Path::new(folder).is_dir()).collect();
    place.run(&[&["add", "-q"], &records[..]].concat());
    let ids = |text: &str| -> BTreeSet<String> {
        let line = |line: &str| -> Value { serde_json::from_str(line).expect("JSON") };
        let of = |line: Value| {
            [&line["game"], &line["decision"], &line["match_id"], &line["ogid"]].map(Value::to_string)
        };
        text.lines().map(|text| of(line(text)).join(" ")).collect()
    };
    let files = barpoint()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([&["find", "--json", "-q"], &records[..]].concat())
        .output()
        .expect("the program runs");
    let [files, found] =
        [&text(&files.stdout), &place.answer(&["find", "--json", "-q"])].map(|text| ids(text));
    assert!(found.is_subset(&files), "{:?}", found.difference(&files).next());
}

#[test]
fn a_row_has_the_pips_of_its_player() {
    let place = Place::new("pips");
    place.answer(&["add", "-q", RECORDS[0]]);
    let answers = "SELECT count(*) AS n FROM decisions double JOIN decisions answer
        ON answer.match = double.match AND answer.game = double.game AND answer.xgid IS NOT NULL
          AND answer.action IN ('take', 'pass') AND double.action IN ('double', 'redouble')
          AND answer.position = double.position AND answer.player = double.opponent
        WHERE answer.pips <> double.opponent_pips OR answer.opponent_pips <> double.pips";
    assert_eq!(place.answer(&["sql", answers, "--json"]), "{\"n\":0}\n");
    let unequal = "SELECT count(*) > 0 AS n FROM decisions WHERE action = 'take' AND pips <> opponent_pips";
    assert_eq!(place.answer(&["sql", unequal, "--json"]), "{\"n\":1}\n");
}

#[test]
fn a_player_without_a_decision_is_a_player() {
    let place = Place::new("silent");
    let path = place.folder.0.join("a.mat");
    std::fs::write(
        &path,
        " 1 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5\n",
    )
    .expect("a file");
    place.run(&["add", path.to_str().expect("UTF-8")]);
    let query = "SELECT player, matches, decisions FROM players ORDER BY player";
    assert_eq!(
        place.answer(&["sql", query, "--json"]),
        "{\"player\":\"Ann\",\"matches\":1,\"decisions\":1}\n{\"player\":\"Bob\",\"matches\":1,\"decisions\":0}\n"
    );
}

#[test]
fn lines_of_the_database_follow_their_schemas() {
    let place = Place::new("schemas");
    place.answer(&["add", "-q", RECORDS[0], RECORDS[1]]);
    place.run(&["add", "-q", "testdata/mat/valid/seven-points.mat"]);
    let copy = place.folder.0.join("copy.mat");
    std::fs::copy("testdata/mat/valid/seven-points.mat", &copy).expect("a file");
    place.answer(&["add", "-q", copy.to_str().expect("UTF-8")]);
    place.answer(&["tag", "1", "mine"]);
    place.answer(&["tag", "1", "later"]);
    let schemas = barpoint::output::json::schemas();
    for (arguments, name) in [
        (&["find", "--json", "-q"][..], "study-decision"),
        (&["list", "--json"], "study-match"),
        (&["list", "--duplicates", "--json"], "study-file"),
    ] {
        let (_, schema) = schemas.iter().find(|(known, _)| *known == name).expect("a schema");
        let answer = place.answer(arguments);
        assert!(!answer.is_empty(), "{name}");
        for (at, line) in answer.lines().enumerate() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            crate::schema::fits(&line, schema, &format!("{name} {at}"));
        }
    }
    let list = place.answer(&["list", "--json"]);
    let first: Value = serde_json::from_str(list.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["tags"], serde_json::json!(["later", "mine"]));
}

#[test]
fn a_range_of_losses_from_nothing_includes_right_decisions() {
    let place = Place::new("right");
    place.answer(&["add", "-q", "--plies", "0", "testdata/mat/valid/seven-points.mat"]);
    let count = |loss: &str, more: &[&str]| {
        place.answer(&[&["find", "-q", "--json", "--loss", loss], more].concat()).lines().count()
    };
    let sql = |condition: &str| -> usize {
        let query = format!("SELECT count(*) AS n FROM decisions WHERE {condition}");
        let answer: Value = serde_json::from_str(&place.answer(&["sql", &query, "--json"])).expect("JSON");
        answer["n"].as_u64().expect("a number") as usize
    };
    assert_eq!(count("0", &[]), sql("loss = 0"));
    assert_eq!(count("0..", &[]), sql("loss >= 0"));
    assert_eq!(count("0", &["--kind", "play"]), sql("play_loss = 0"));
    assert!(count("0", &[]) > 10);
}

#[test]
fn a_resignation_is_no_play() {
    let place = Place::new("resigned");
    let record = "testdata/mat/valid/resignations.mat";
    place.answer(&["add", "-q", record]);
    let actions = |text: String| -> BTreeSet<String> { text.lines().map(|line| key(line).4).collect() };
    let find = |kind: &str| {
        let output = barpoint().args(["find", "-q", "--json", "--kind", kind, record]).output();
        text(&output.expect("the program runs").stdout)
    };
    for kind in ["play", "cube"] {
        let found = actions(place.answer(&["find", "-q", "--json", "--kind", kind]));
        assert_eq!(found.contains("resign"), kind == "cube", "{found:?}");
        assert_eq!(found, actions(find(kind)));
    }
}

#[test]
fn nested_variations_come_out_of_the_database_as_they_went_in() {
    let place = Place::new("nested");
    let game = format!(
        "(;FF[4]GM[6]CA[UTF-8]AP[x]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]\n;W[31hefe]{}{})",
        "(;B[61])(;B[52lqac]".repeat(50),
        ")".repeat(50)
    );
    place.folder.write("a.sgf", game);
    let path = place.folder.path("a.sgf");
    let path = path.to_str().expect("UTF-8");
    place.answer(&["add", "-q", path]);
    assert!(place.answer(&["verify"]).contains("no faults"));
    place.folder.run("convert a.sgf a.jsonl").status(0);
    place.folder.run("convert a.jsonl b.sgf").status(0);
    place.folder.run("convert a.sgf c.sgf").status(0);
    assert_eq!(place.folder.text("b.sgf"), place.folder.text("c.sgf"));
}
