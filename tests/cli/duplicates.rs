//! A match in several files: `stats` and `db` take it for one, and say so.

use super::Folder;
use crate::support::json_lines;
use serde_json::Value;
use std::process::Output;

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/mat/valid/seven-points.mat");

/// Returns a folder with a record, `a.mat`, and the same match analysed, `b.sgf`, under other names in exchanged order.
fn pair(name: &str) -> Folder {
    let folder = Folder::new(name);
    let text = std::fs::read_to_string(RECORD).expect("a record");
    std::fs::write(folder.0.join("a.mat"), &text).expect("a file");
    let output = folder.output(&["analyse", "a.mat", "--plies", "0", "-o", "b.sgf"]);
    assert!(output.status.success(), "{output:?}");
    let text = std::fs::read_to_string(folder.0.join("b.sgf")).expect("a record");
    let text = text.replace("PW[gnubg]", "PW[GNU Backgammon]").replace("PW[root]", "PW[root the first]");
    assert!(text.contains("GNU Backgammon]") || text.contains("root the first"), "{text}");
    std::fs::write(folder.0.join("b.sgf"), text).expect("a file");
    folder
}

fn lines(output: &Output) -> Vec<Value> {
    json_lines(std::str::from_utf8(&output.stdout).expect("UTF-8"))
}

#[test]
fn stats_count_a_match_once_and_keep_the_analysis_of_the_second_record() {
    let folder = pair("duplicates-stats");
    let alone = lines(&folder.output(&["stats", "--json", "a.mat"]));
    let analysed = lines(&folder.output(&["stats", "--json", "b.sgf"]));
    let both = lines(&folder.output(&["stats", "--json", "a.mat", "b.sgf"]));
    for key in ["matches", "games", "turns", "dice", "won", "columns"] {
        assert_eq!(both[0][key], alone[0][key], "{key}");
    }
    assert_eq!(both[0]["analyses"], analysed[0]["analyses"]);
    assert_eq!(both[0]["analyses"]["analysed"], 1);
    assert_eq!(
        both[0]["archive"]["duplicates"],
        serde_json::json!([{"path": "b.sgf", "match": 1, "same_as_path": "a.mat", "same_as_match": 1}])
    );
    // The players have the names of the record that is counted, and their own errors.
    let players = |lines: &[Value]| -> Vec<(String, Value)> {
        let players = lines.iter().filter(|line| line["scope"] == "player");
        players
            .map(|line| {
                (line["name"].as_str().expect("a name").to_owned(), line["analyses"]["error_rate"].clone())
            })
            .collect()
    };
    let rates = |lines: &[Value]| {
        let mut rates: Vec<String> = players(lines).iter().map(|(_, rate)| rate.to_string()).collect();
        rates.sort();
        rates
    };
    assert_eq!(players(&both).iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["gnubg", "root"]);
    assert_eq!(rates(&both), rates(&analysed));
    assert!(rates(&both).iter().all(|rate| rate != "null"));
    let rate_of = |lines: &[Value], wanted: &str| {
        players(lines).into_iter().find(|(name, _)| name.starts_with(wanted)).map(|(_, rate)| rate)
    };
    assert_eq!(rate_of(&both, "root"), rate_of(&analysed, "root"));
    // In the other order, the analysed record is the one that counts.
    let reversed = lines(&folder.output(&["stats", "--json", "b.sgf", "a.mat"]));
    assert_eq!(reversed[0]["analyses"], both[0]["analyses"]);
    let text = folder.output(&["stats", "a.mat", "b.sgf"]);
    let (out, err) = (String::from_utf8_lossy(&text.stdout), String::from_utf8_lossy(&text.stderr));
    assert!(out.contains("\n  duplicates       1 match, counted once\n"), "{out}");
    assert!(out.contains("\nnot counted again  same as\nb.sgf              a.mat\n"), "{out}");
    assert!(err.contains("1 duplicate match counted once"), "{err}");
    let page = folder.output(&["stats", "a.mat", "b.sgf", "-o", "page.html"]);
    assert!(page.status.success());
    let page = std::fs::read_to_string(folder.0.join("page.html")).expect("a page");
    assert!(page.contains("<th scope=\"row\">b.sgf</th><td>a.mat</td>"), "{page}");
}

#[test]
fn the_same_file_given_twice_is_counted_once() {
    let folder = pair("duplicates-twice");
    std::fs::copy(folder.0.join("a.mat"), folder.0.join("c.mat")).expect("a copy");
    let all = lines(&folder.output(&["stats", "--json", "a.mat", "b.sgf", "c.mat", "a.mat"]));
    assert_eq!(all[0]["matches"], 1);
    assert_eq!(all[0]["archive"]["duplicates"].as_array().map(Vec::len), Some(3));
}

#[cfg(feature = "database")]
#[test]
fn the_database_names_the_other_file_of_a_match() {
    let folder = pair("duplicates-db");
    let add = |files: &[&str]| {
        let output = folder.output(&[&["db", "--db", "study.db", "add"], files].concat());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let first = add(&["a.mat"]);
    assert!(!first.contains(" already in the database "), "{first}");
    let again = add(&["a.mat"]);
    assert!(!again.contains(" already in the database ") && again.contains("1 known"), "{again}");
    let second = add(&["b.sgf"]);
    let words = "b.sgf: already in the database as match 1, from ";
    let line = second.lines().find(|line| line.contains(words)).expect("a line");
    assert!(line.ends_with("a.mat"), "{line}");
    assert!(!add(&["b.sgf", "-q"]).contains(" already in the database "));
    let list = folder.output(&["db", "--db", "study.db", "list", "--duplicates", "--json"]);
    let files: Vec<(i64, String)> = lines(&list)
        .iter()
        .map(|line| {
            (line["match"].as_i64().expect("a number"), line["format"].as_str().expect("a word").to_owned())
        })
        .collect();
    assert_eq!(files, [(1, "mat".to_owned()), (1, "sgf".to_owned())]);
}

#[cfg(feature = "database")]
#[test]
fn a_database_of_an_earlier_version_gets_identities_and_names_matches_that_are_the_same() {
    let folder = pair("duplicates-old");
    let file = folder.0.join("study.db");
    folder.output(&["db", "--db", "study.db", "add", "a.mat", "-q"]);
    let old = rusqlite::Connection::open(&file).expect("a database");
    // What version 1 made of two records that it took for two matches.
    old.execute_batch(
        "UPDATE record SET identity = 'old 1';
         INSERT INTO record SELECT 2, 'old 2', player0, player1, length, variant, points0, points1, games, date, event,
           place, plies, is_analysed, errors, added, comment, document FROM record;
         DROP VIEW matches;
         DROP VIEW decisions;
         DROP VIEW players;
         DROP VIEW performances;
         DROP TABLE performance;
         CREATE VIEW matches AS SELECT id AS match, *, '' AS tags FROM record;
         CREATE VIEW decisions AS SELECT * FROM decision;
         CREATE VIEW players AS SELECT player0 AS player FROM record;
         ALTER TABLE decision DROP COLUMN match_id;
         ALTER TABLE decision DROP COLUMN ogid;
         ALTER TABLE decision DROP COLUMN is_on_roll;
         ALTER TABLE source DROP COLUMN mark;
         DROP TABLE counter;
         PRAGMA user_version = 1;",
    )
    .expect("changes");
    drop(old);
    let list = folder.output(&["db", "--db", "study.db", "list"]);
    assert!(list.status.success(), "an old database can be read");
    let find = folder.output(&["db", "--db", "study.db", "find", "--json", "--limit", "1"]);
    assert_eq!(lines(&find)[0]["ogid"], Value::Null, "an old database can be searched");
    let add = folder.output(&["db", "--db", "study.db", "add", "b.sgf"]);
    let words = String::from_utf8_lossy(&add.stderr).into_owned();
    assert!(words.contains("match 2 is the same as match 1: `db remove 2` removes it"), "{words}");
    assert!(words.contains("0 matches added, 1 analysed"), "{words}");
    let later = folder.output(&["db", "--db", "study.db", "add", "a.mat"]);
    assert!(!String::from_utf8_lossy(&later.stderr).contains("is the same as"), "it is said once");
    let sql =
        |query: &str| lines(&folder.output(&["db", "--db", "study.db", "sql", query, "--json"]))[0].clone();
    let counted = sql("SELECT count(*) AS n, count(ogid) AS ids, count(match_id) AS own FROM decision");
    assert_eq!([&counted["ids"], &counted["own"]], [&counted["n"]; 2], "its decisions have their IDs now");
    assert_eq!(sql("SELECT last FROM counter")["last"], 2);
    assert_eq!(sql("SELECT count(*) AS n FROM performances WHERE pr > 0 AND match = 1")["n"], 2);
    let again = folder.output(&["db", "--db", "study.db", "find", "--json", "--limit", "1"]);
    assert!(lines(&again)[0]["ogid"].is_string());
}

/// A match with one play.
const SHORT: &str = " 1 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
                     1) 31: 8/5 6/5                    Resigns\n      Wins 1 point and the match\n";

#[test]
fn records_too_short_to_be_compared_stay_apart() {
    let folder = Folder::new("duplicates-short");
    for name in ["a.mat", "b.mat"] {
        folder.write(name, SHORT);
    }
    let all = lines(&folder.output(&["stats", "--json", "a.mat", "b.mat"]));
    assert_eq!(all[0]["matches"], 2);
}

#[cfg(feature = "database")]
#[test]
fn a_short_record_is_known_again_in_its_own_file() {
    let folder = Folder::new("duplicates-short-db");
    for name in ["a.mat", "b.mat"] {
        folder.write(name, SHORT);
    }
    let add = |file| {
        let output = folder.output(&["db", "--db", "study.db", "add", file]);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(add("a.mat").contains("1 match added"));
    assert!(add("b.mat").contains("1 match added"));
    assert!(add("a.mat").contains("1 known"));
}
