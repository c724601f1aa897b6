//! Players under several names: which are taken as one, and that the program says so.

use super::Folder;
use crate::support::json_lines;
use serde_json::Value;
use std::process::Output;

/// A match of one play between two players.
fn record(left: &str, right: &str) -> String {
    format!(
        " 1 point match\n\n Game 1\n {left} : 0{:1$}{right} : 0\n  1) 31: 8/5 6/5                    Resigns\n      \
         Wins 1 point and the match\n",
        "",
        30 - left.len()
    )
}

fn archive(name: &str, players: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    for (number, (left, right)) in players.iter().enumerate() {
        folder.write(&format!("records/{number}.mat"), record(left, right));
    }
    folder
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Returns standard error as text.
fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Returns the players of the lines of `stats --json`, with their games and spellings.
fn players(output: &Output) -> Vec<(String, u64, Vec<String>)> {
    let lines = json_lines(&out(output));
    let words = |value: &Value| -> Vec<String> {
        let all = value.as_array().expect("an array").iter();
        all.map(|word| word.as_str().expect("a word").to_owned()).collect()
    };
    lines
        .iter()
        .filter(|line| line["scope"] == "player")
        .map(|line| {
            let name = line["name"].as_str().expect("a name").to_owned();
            (name, line["games"].as_u64().expect("a number"), words(&line["spellings"]))
        })
        .collect()
}

fn player(name: &str, games: u64, spellings: &[&str]) -> (String, u64, Vec<String>) {
    (name.to_owned(), games, spellings.iter().map(|&spelling| spelling.to_owned()).collect())
}

#[test]
fn names_that_differ_in_case_and_blanks_are_one_player_and_this_is_said() {
    let folder = archive(
        "players-case",
        &[("Ann Lee", "Bob"), ("ann lee", "bob"), ("Ann Lee", "Cy"), ("Dora", "ANN LEE")],
    );
    let json = folder.output(&["stats", "records", "--json"]);
    assert_eq!(
        players(&json),
        [
            player("Ann Lee", 4, &["ANN LEE", "Ann Lee", "ann lee"]),
            player("Bob", 2, &["Bob", "bob"]),
            player("Cy", 1, &["Cy"]),
            player("Dora", 1, &["Dora"])
        ]
    );
    let text = folder.output(&["stats", "records"]);
    let sentence = "Taken as one player: Ann Lee (ANN LEE, ann lee); Bob (bob).";
    assert!(out(&text).contains(&format!("\n{sentence}\n")), "{}", out(&text));
    assert!(String::from_utf8_lossy(&text.stderr).contains("4 players"));
    folder.output(&["stats", "records", "-o", "page.html"]);
    assert!(folder.text("page.html").contains(&format!("<p>{sentence}</p>")));
    let one = folder.output(&["stats", "records", "--player", "ann lee", "--json"]);
    assert_eq!(players(&one).len(), 1);
}

#[test]
fn names_on_a_line_of_the_list_are_one_player() {
    let folder = archive("players-list", &[("asmith", "Bob"), ("Ann Smith", "Bob"), ("eve", "Bob")]);
    folder.write("names.txt", "# the club\nAnn Smith = asmith | A. Smith\nEve Jones = eve\n");
    let json = folder.output(&["stats", "records", "--aliases", "names.txt", "--json"]);
    assert_eq!(
        players(&json),
        [
            player("Ann Smith", 2, &["Ann Smith", "asmith"]),
            player("Bob", 3, &["Bob"]),
            player("Eve Jones", 1, &["eve"])
        ]
    );
    let text = folder.output(&["stats", "records", "--aliases", "names.txt", "--player", "A. SMITH"]);
    assert!(out(&text).contains("\nAnn Smith\n  matches          2, "), "{}", out(&text));
    assert!(out(&text).contains("Taken as one player: Ann Smith (asmith); Eve Jones (eve).\n"));
    // Without the list, they are three players.
    assert_eq!(players(&folder.output(&["stats", "records", "--json"])).len(), 4);
}

#[test]
fn a_mistake_in_the_list_is_named_with_its_line_and_column() {
    let folder = archive("players-mistake", &[("Ann", "Bob")]);
    folder.write("names.txt", "Ann = asmith\nBob = \"b\n");
    for command in ["stats", "find"] {
        let output = folder.output(&[command, "records", "--aliases", "names.txt"]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.starts_with("error: names.txt:2:7: the quote isn't closed\n"), "{error}");
    }
    let missing = folder.output(&["stats", "records", "--aliases", "nothing.txt"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).starts_with("error: cannot read nothing.txt: "));
}

#[test]
fn names_that_played_each_other_stay_two_players_and_this_is_said() {
    let folder = archive("players-apart", &[("Ann", "ann"), ("Ann", "Bob"), ("ANN", "Bob")]);
    let json = folder.output(&["stats", "records", "--json"]);
    let names: Vec<String> = players(&json).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["ANN", "Ann", "Bob", "ann"]);
    let first: Value = serde_json::from_str(out(&json).lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["archive"]["apart"], serde_json::json!([["ANN", "Ann", "ann"]]));
    let text = out(&folder.output(&["stats", "records", "--player", "ann"]));
    assert!(text.contains("Not taken as one player, as they played each other: ANN, Ann, ann.\n"), "{text}");
    assert!(text.contains("\nann\n  matches          1, "), "the exact name comes first: {text}");
}

#[test]
fn searches_find_a_player_under_any_name() {
    let folder = archive("players-find", &[("Ann", "Bob"), ("ANN", "bob"), ("asmith", "Cy")]);
    folder.write("names.txt", "Ann = asmith\n");
    let count =
        |arguments: &[&str]| out(&folder.output(&[arguments, &["--json", "-q"]].concat())).lines().count();
    let find = ["find", "records", "--action", "play", "--player"];
    assert_eq!(count(&[&find[..], &["ann"]].concat()), 2);
    assert_eq!(count(&[&find[..], &["ann", "--opponent", "BOB"]].concat()), 2);
    assert_eq!(count(&[&find[..], &["ann", "--aliases", "names.txt"]].concat()), 3);
    assert_eq!(count(&[&find[..], &["nobody"]].concat()), 0);
    // A name that doesn't occur may be a mistake.
    let told = |arguments: &[&str]| err(&folder.output(&[&find[..], arguments].concat()));
    let none = "note: no player is called `nobody`\n";
    assert!(told(&["nobody"]).ends_with(none), "{}", told(&["nobody"]));
    assert!(told(&["ann", "--opponent", "nobody"]).ends_with(none));
    assert_eq!(told(&["asmith", "--opponent", "Ann"]).matches("note").count(), 0);
    assert_eq!(told(&["nobody", "-q"]), "");
}

#[cfg(feature = "database")]
#[test]
fn the_database_finds_a_player_under_any_name() {
    let folder = archive("players-db", &[("Ann", "Bob"), ("ANN", "bob"), ("asmith", "O'Cy")]);
    folder.write("names.txt", "Ann = asmith\n");
    let db = |arguments: &[&str]| out(&folder.output(&[&["db", "--db", "study.db"], arguments].concat()));
    db(&["add", "records", "-q"]);
    let count = |arguments: &[&str]| db(&[arguments, &["--json"]].concat()).lines().count();
    assert_eq!(count(&["list", "--player", "ann"]), 2);
    assert_eq!(count(&["list", "--player", "ann", "--aliases", "names.txt"]), 3);
    assert_eq!(count(&["list", "--player", "o'cy"]), 1);
    assert_eq!(count(&["list", "--player", "nobody"]), 0);
    let find = ["find", "-q", "--action", "play", "--player"];
    assert_eq!(count(&[&find[..], &["ann"]].concat()), 2);
    assert_eq!(count(&[&find[..], &["ann", "--aliases", "names.txt", "--opponent", "O'CY"]].concat()), 1);
    assert_eq!(count(&[&find[..], &["nobody"]].concat()), 0);
    for command in ["find", "list"] {
        let told = |condition: [&str; 2]| {
            err(&folder.output(&[&["db", "--db", "study.db", command], &condition[..]].concat()))
        };
        let of_player = told(["--player", "nobody"]);
        assert!(of_player.starts_with("note: no player is called `nobody`\n"), "{of_player}");
        let of_tag = told(["--tag", "nothing"]);
        assert!(of_tag.starts_with("note: nothing has the tag `nothing`\n"), "{of_tag}");
        assert!(!told(["--player", "ann"]).contains("note"));
    }
}

#[cfg(feature = "database")]
#[test]
fn a_player_is_one_row_of_the_view_under_all_names() {
    let pairs = [("Ann", "Bob"), ("ANN", "bob"), ("Ann", "Cy"), ("asmith", "Cy"), ("Zoe", "zoe")];
    let folder = archive("players-view", &pairs);
    folder.write("names.txt", "Ann Smith = Ann | asmith\n");
    let db = |arguments: &[&str]| out(&folder.output(&[&["db", "--db", "study.db"], arguments].concat()));
    db(&["add", "records", "-q"]);
    let rows = |arguments: &[&str]| -> Vec<(String, u64)> {
        let answer = db(&[&["sql", "--json"], arguments].concat());
        let lines = answer.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let row = |line: Value| {
            let name = line["player"].as_str().expect("a name").to_owned();
            (name, line["count"].as_u64().expect("a number"))
        };
        lines.map(row).collect()
    };
    let players = "SELECT player, matches AS count FROM players ORDER BY player";
    let row = |name: &str, count| (name.to_owned(), count);
    let all = rows(&[players]);
    assert!(all.contains(&row("Ann", 3)) && all.contains(&row("asmith", 1)), "{all:?}");
    let listed = rows(&[players, "--aliases", "names.txt"]);
    assert!(listed.contains(&row("Ann Smith", 4)) && !listed.contains(&row("asmith", 1)), "{listed:?}");
    let names = "SELECT player, count(*) AS count FROM names GROUP BY player ORDER BY player";
    let counts = [("Ann Smith", 3), ("Bob", 2), ("Cy", 1), ("Zoe", 1), ("zoe", 1)];
    assert_eq!(rows(&[names, "--aliases", "names.txt"]), counts.map(|(name, count)| row(name, count)));
    let joined = "SELECT n.player, count(*) AS count FROM decisions d JOIN names n ON n.name = d.player
        WHERE d.action = 'play' GROUP BY 1";
    let joined = rows(&[joined, "--aliases", "names.txt"]);
    assert!(joined.contains(&row("Ann Smith", 4)), "{joined:?}");
    // The file stays as it is, and a mistake in the list is reported by any query.
    assert!(db(&["verify"]).ends_with(": no faults\n"));
    folder.write("names.txt", "Ann = \n");
    let refused = folder.output(&["db", "--db", "study.db", "sql", "SELECT 1", "--aliases", "names.txt"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn players_without_a_name_are_nobody_with_a_name() {
    let folder = archive("nameless", &[("Player 0", "Player 1")]);
    let sgf =
        "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07]MI[length:3][game:0][ws:0][bs:0];B[52lpln];W[31hgjg])";
    folder.write("nameless.sgf", sgf);
    let all = folder.output(&["stats", "--json", "."]);
    let named: Vec<(String, u64)> = players(&all).into_iter().map(|(name, games, _)| (name, games)).collect();
    assert_eq!(named, [(String::new(), 1), ("Player 0".to_owned(), 1), ("Player 1".to_owned(), 1)]);
    for command in ["score", "summary"] {
        let json: serde_json::Value =
            serde_json::from_str(&out(&folder.output(&[command, "--json", "nameless.sgf"]))).expect("JSON");
        assert_eq!(json["players"], serde_json::json!(["", ""]), "{command}");
        let text = out(&folder.output(&[command, "nameless.sgf"]));
        assert!(text.contains("player 0") && text.contains("player 1"), "{text}");
    }
}
