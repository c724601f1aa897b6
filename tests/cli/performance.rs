//! The PR in the database: in `db list`, in its views and in `db stats`, always that of `stats`.

use super::{Folder, record};
use crate::support::{gunzip, json_lines, testdata};
use serde_json::Value;

/// A folder with a database of a match and a session of Alice and Bob, both analysed, and a match without an analysis.
fn archive(name: &str) -> Folder {
    let folder = Folder::new(&format!("performance-{name}"));
    folder.write("records/a.sgf", gunzip(&testdata("analysis/match.sgf.gz")));
    let session =
        gunzip(&testdata("analysis/session.sgf.gz")).replace("[bot2]", "[Alice]").replace("[gnubg]", "[Bob]");
    folder.write("records/b.sgf", session);
    folder.write(
        "records/c.mat",
        record("valid/resignations.mat").replace("Alice", "Zoë").replace("Bob", "Yan"),
    );
    folder.run("db --db study.db add records").status(0);
    folder
}

/// Returns the rows of a query.
fn sql(folder: &Folder, query: &str) -> Vec<Value> {
    let output = folder.output(&["db", "--db", "study.db", "sql", query, "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    json_lines(std::str::from_utf8(&output.stdout).expect("UTF-8"))
}

/// Returns the lines of the archive and of its players.
fn all_but_sources(text: &str) -> Vec<Value> {
    json_lines(text).into_iter().filter(|line| line["scope"] != "source").collect()
}

#[test]
fn a_player_of_the_database_has_the_pr_of_stats() {
    let folder = archive("players");
    let players = sql(&folder, "SELECT player, pr, pr_decisions FROM players");
    let stats = json_lines(folder.run("stats records --json").status(0));
    let mut rated = 0;
    for line in stats.iter().filter(|line| line["scope"] == "player") {
        let stored = players.iter().find(|row| row["player"] == line["name"]).expect("the player");
        for key in ["pr", "pr_decisions"] {
            assert_eq!(stored[key], line["analyses"][key], "{key} of {}", line["name"]);
        }
        rated += usize::from(stored["pr"].is_f64());
    }
    assert_eq!((players.len(), rated), (4, 2));
    // The view of other programs counts each name apart.
    let connection = rusqlite::Connection::open(folder.path("study.db")).expect("a database");
    let alice = "SELECT pr FROM players WHERE player = 'Alice'";
    let own: f64 = connection.query_row(alice, [], |row| row.get(0)).expect("a PR");
    assert_eq!(Some(own), sql(&folder, alice)[0]["pr"].as_f64());
}

#[test]
fn a_match_of_the_database_has_the_pr_of_its_analysis() {
    let folder = archive("matches");
    let listed = json_lines(folder.run("db --db study.db list --json").status(0));
    let text = folder.run("db --db study.db list").status(0).to_owned();
    for (at, name) in ["a", "b"].into_iter().enumerate() {
        let shown = folder.run(&format!("analyse --stored --json records/{name}.sgf")).status(0).to_owned();
        let performance = json_lines(&shown)[0]["performance"].clone();
        for (side, own) in performance.as_array().expect("both players").iter().enumerate() {
            let pr = own["pr"].as_f64().expect("a PR");
            let stored = listed[at][format!("pr{side}")].as_f64().expect("a PR");
            // Losses are rounded, so that sums are exact.
            assert!((stored - pr).abs() < 1e-6, "{stored} {pr}");
            assert_eq!(listed[at][format!("pr_decisions{side}")], own["decisions"]);
            let row = text.lines().nth(at + 1).expect("a row");
            assert!(row.contains(&format!(" {stored:.2} ")), "{row}");
        }
    }
    assert_eq!((&listed[2]["pr0"], &listed[2]["pr_decisions0"]), (&Value::Null, &Value::from(0)));
    let query = "SELECT match, player, opponent, pr FROM performances ORDER BY match, player";
    let performances = sql(&folder, query);
    let names = |row: &Value| ["player", "opponent"].map(|key| row[key].as_str().expect("a name").to_owned());
    let pairs: Vec<_> = performances.iter().map(|row| (row["match"].as_u64(), names(row))).collect();
    let own = |number: u64| {
        [["Alice", "Bob"], ["Bob", "Alice"]].map(|names| (Some(number), names.map(str::to_owned)))
    };
    assert_eq!(pairs, [own(1), own(2)].concat());
    folder.run("db --db study.db remove 1").status(0);
    assert_eq!(sql(&folder, "SELECT count(*) AS n FROM performances")[0]["n"], 2);
}

#[test]
fn the_statistics_of_the_database_are_those_of_its_files() {
    let folder = archive("stats");
    let files = all_but_sources(folder.run("stats records --json").status(0));
    let stored = all_but_sources(folder.run("db --db study.db stats --json").status(0));
    assert_eq!(files.len(), stored.len());
    for (of_files, own) in files.iter().zip(&stored) {
        let (of_files, own) = (of_files.as_object().expect("an object"), own.as_object().expect("an object"));
        for (key, value) in of_files.iter().filter(|(key, _)| *key != "trend") {
            assert_eq!(own.get(key), Some(value), "{key} of {}", of_files["name"]);
        }
        let trends = [of_files, own].map(|line| line["trend"].as_array().expect("matches").clone());
        assert_eq!(trends[0].len(), trends[1].len());
        for (of_file, own) in trends[0].iter().zip(&trends[1]) {
            for key in ["day", "match", "opponent", "pr", "pr_decisions", "error_rate", "luck_rate"] {
                assert_eq!(own[key], of_file[key], "{key}");
            }
            let path = own["path"].as_str().expect("a path");
            assert!(path.ends_with(&of_file["path"].as_str().expect("a path")[8..]), "{path}");
        }
    }
    for more in ["", " --player Alice", " -j 1"] {
        let one = folder.run(&format!("stats records{more}"));
        let other = folder.run(&format!("db --db study.db stats{more}"));
        assert_eq!(one.status(0), other.status(0), "{more}");
        assert!(other.err.starts_with("3 matches, ") && one.err.ends_with(&other.err), "{}", other.err);
        assert!(other.status(0).contains("\ntrend  "), "{}", other.status(0));
    }
    assert_eq!(folder.run("db --db study.db stats -q").err, "");
    folder.run("db --db study.db stats -o page.html").status(0);
    assert!(folder.text("page.html").contains("<title>Error rate of Alice</title>"));
}

#[test]
fn the_statistics_are_of_the_named_players_and_the_tagged_matches() {
    let folder = archive("selected");
    let absent = folder.run("db --db study.db stats --player Nobody");
    assert_eq!(absent.status, 2);
    assert!(absent.err.contains("no player is called `Nobody`"), "{}", absent.err);
    assert!(absent.err.contains("`barpoint db stats --json` lists all players"), "{}", absent.err);
    let untagged = folder.run("db --db study.db stats --tag club");
    assert_eq!(untagged.status, 2);
    assert!(untagged.err.contains("there is no match with the tag club in the database"), "{}", untagged.err);
    folder.run("db --db study.db tag 1 club").status(0);
    // A decision with the tag doesn't select its match.
    let others = sql(&folder, "SELECT match, game, move, player FROM decisions WHERE match <> 1 LIMIT 1");
    let other = &others[0];
    let [of_match, game, row] = ["match", "game", "move"].map(|key| other[key].as_u64().expect("a number"));
    let player = other["player"].as_str().expect("a name");
    folder.run(&format!("db --db study.db tag {of_match}:{game}:{row}:{player} club")).status(0);
    let tagged = all_but_sources(folder.run("db --db study.db stats --tag club --json").status(0));
    let alone = all_but_sources(folder.run("stats records/a.sgf --json").status(0));
    assert_eq!(tagged.len(), 3);
    for (one, other) in tagged.iter().zip(&alone) {
        assert_eq!((&one["analyses"], &one["games"]), (&other["analyses"], &other["games"]));
    }
}

#[test]
fn an_analysis_that_comes_later_brings_the_pr() {
    let folder = Folder::with("performance-later", "a.mat", record("valid/seven-points.mat"));
    folder.run("db --db study.db add a.mat").status(0);
    let stored = || sql(&folder, "SELECT pr0, pr1 FROM matches")[0].clone();
    assert_eq!(stored(), serde_json::json!({"pr0": null, "pr1": null}));
    folder.run("db --db study.db add a.mat --plies 0").status(0);
    folder.run("analyse a.mat --plies 0 -o b.jsonl").status(0);
    let stats = json_lines(folder.run("stats b.jsonl --json").status(0));
    let players = sql(&folder, "SELECT player, pr FROM players");
    for line in stats.iter().filter(|line| line["scope"] == "player") {
        let row = players.iter().find(|row| row["player"] == line["name"]).expect("the player");
        assert!(row["pr"].is_f64() && row["pr"] == line["analyses"]["pr"], "{row}");
    }
}

#[test]
fn a_database_without_the_pr_is_read_and_gets_it_with_the_next_match() {
    let folder = archive("old");
    let all = "SELECT match, player, pr_decisions, pr FROM performances ORDER BY match, player";
    let new = sql(&folder, all);
    let connection = rusqlite::Connection::open(folder.path("study.db")).expect("a database");
    connection
        .execute_batch(
            "DROP VIEW performances;
             DROP VIEW matches;
             DROP VIEW players;
             DROP TABLE performance;
             CREATE VIEW performances AS SELECT id AS match FROM record;
             CREATE VIEW matches AS SELECT id AS match, *, '' AS tags FROM record;
             CREATE VIEW players AS SELECT player0 AS player FROM record;
             PRAGMA user_version = 3;",
        )
        .expect("changes");
    drop(connection);
    // What isn't known isn't 0.
    let listed = json_lines(folder.run("db --db study.db list --json").status(0));
    assert_eq!((&listed[0]["pr0"], &listed[0]["pr_decisions0"]), (&Value::Null, &Value::Null));
    let table = folder.run("db --db study.db list");
    assert!(table.status(0).contains("analysed"));
    assert!(table.err.contains("it has no PR until `barpoint db add` updates it"), "{}", table.err);
    let player = "SELECT pr, pr_decisions, matches FROM players WHERE player = 'Alice'";
    assert_eq!(sql(&folder, player)[0], serde_json::json!({"pr": null, "pr_decisions": null, "matches": 2}));
    // These statistics come from the records.
    let stats = folder.run("db --db study.db stats --player Alice");
    assert!(stats.status(0).contains("\n  PR "), "{}", stats.status(0));
    folder.run("db --db study.db add records").status(0);
    assert_eq!(sql(&folder, all), new);
    assert!(sql(&folder, player)[0]["pr"].is_f64());
}
