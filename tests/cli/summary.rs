//! Summaries, compared with an independent count from the lines of `replay`.

use super::{Folder, barpoint};
use crate::schema::{fits, published};
use crate::support::{json_lines, paths_in, report, shared, testdata};
use barpoint::board::{Board, Place};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn lines(command: &[&str], path: &Path) -> Vec<Value> {
    let output = barpoint().args(command).arg(path).output().expect("the program runs");
    json_lines(&String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Returns the board of an ID, if there is one; every checker that isn't on the board is borne off.
fn board(id: &Value) -> Option<Board> {
    id.as_str()?.parse().ok()
}

/// Returns the length of the longest run of points with two checkers or more, by trying every run.
fn longest_row(board: &Board) -> u64 {
    let held = |number: u8| Place::from_number(number).is_some_and(|place| board.mine(place) >= 2);
    let is_row = |from: u8, to: u8| (from..=to).all(held);
    let rows = (1..=24).flat_map(|from| (from..=24).map(move |to| (from, to)));
    rows.filter(|&(from, to)| is_row(from, to)).map(|(from, to)| u64::from(to - from + 1)).max().unwrap_or(0)
}

/// Returns the counts of one side of a match, from the lines of `replay`.
fn count(lines: &[Value], side: u64) -> [u64; 12] {
    let (mut rolls, mut doublets, mut pips, mut hits, mut on_bar, mut prime) = (0, 0, 0, 0, 0, 0);
    let of = |action: &str| {
        lines.iter().filter(|line| line["side"] == side && line["action"] == action).count() as u64
    };
    for line in lines.iter().filter(|line| line["position_id"].is_string()) {
        let before = board(&line["position_id"]).expect("a position");
        let mine = line["match_id"].as_str().expect("an ID").parse::<barpoint::notation::MatchId>();
        let on_roll = mine.expect("a Match ID").fields().on_roll.index() as u64;
        prime = prime.max(longest_row(&if on_roll == side { before } else { before.flip() }));
        if line["side"] != side || !line["roll"].is_string() || line["action"] == "set" {
            continue;
        }
        let dice: Vec<u64> =
            line["roll"].as_str().expect("dice").bytes().map(|die| u64::from(die - b'0')).collect();
        rolls += 1;
        let is_doublet = dice[0] == dice[1];
        doublets += u64::from(is_doublet);
        pips += if is_doublet { 4 * dice[0] } else { dice[0] + dice[1] };
        on_bar += u64::from(before.mine(Place::Bar) > 0);
        if let Some(after) = board(&line["resulting_position_id"]) {
            // The result is seen by the opponent.
            hits += u64::from(after.mine(Place::Bar)) - u64::from(before.theirs(Place::Bar));
            prime = prime.max(longest_row(&after.flip()));
        }
    }
    let won = of("result");
    [
        won,
        rolls,
        doublets,
        pips,
        of("dance"),
        hits,
        prime,
        on_bar,
        of("double"),
        of("redouble"),
        of("take"),
        of("pass"),
    ]
}

const KEYS: [&str; 12] = [
    "won",
    "rolls",
    "doublets",
    "pips",
    "dances",
    "hits",
    "longest_prime",
    "rolls_on_bar",
    "doubles",
    "redoubles",
    "takes",
    "passes",
];

/// Returns the records to count.
fn records() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut add = |folder: PathBuf, most: usize| {
        paths.extend(paths_in(folder).into_iter().filter(|path| path.is_file()).take(most));
    };
    add(testdata("mat/valid"), usize::MAX);
    if let Some(folder) = shared("data/matches/gnubg") {
        add(folder, 40);
    }
    paths
}

#[test]
fn summaries_are_what_the_lines_of_replay_add_up_to() {
    let mut counted = 0;
    for path in records() {
        let decisions = lines(&["replay"], &path);
        for summary in lines(&["summary", "--json"], &path) {
            let of_match: Vec<Value> =
                decisions.iter().filter(|line| line["match"] == summary["match"]).cloned().collect();
            for side in 0..2 {
                let found = KEYS.map(|key| summary["total"][side as usize][key].as_u64().expect("a number"));
                let wanted = count(&of_match, side);
                for ((key, found), wanted) in KEYS.iter().zip(found).zip(wanted) {
                    assert_eq!(found, wanted, "{}: {key} of player {side}", path.display());
                }
            }
            counted += 1;
        }
    }
    assert!(counted > 10);
    report(counted, "matches counted twice");
}

#[test]
fn summaries_fit_their_published_schema() {
    let schema = published("summary");
    let mut matches = 0;
    for folder in ["tests/cli/score.in", "testdata/mat/invalid", "testdata/mat/valid"] {
        for line in lines(&["summary", "--json"], &PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            fits(&line, &schema, "summary");
            matches += 1;
        }
    }
    assert!(matches > 20);
}

#[test]
fn a_game_with_exchanged_names_or_columns_counts_for_its_winner() {
    let folder = Folder::new("summary-exchanged");
    let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n      Wins 1 point\n";
    // Of the first record, only the names of the second heading are exchanged.
    for (head, game, outcome, winner) in [
        ("bob : 1                        ann : 0", "2     4-5   2-0    ann ", "ann leads 2-0", 0),
        ("bob : 0                        ann : 1", "2     4-5   1-1    bob ", "the score is 1-1", 1),
    ] {
        let text = format!(
            " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n{row}\n Game 2\n {head}\n{row}"
        );
        folder.write("a.mat", text);
        let score = folder.run("score a.mat");
        let score = score.status(1);
        assert!(score.contains("\nann - bob, 5 point match\n"), "{score}");
        assert!(score.contains("\n1     5-5   1-0    ann ") && score.contains(game), "{score}");
        assert!(score.contains(outcome), "{score}");
        let json: Value = serde_json::from_slice(&folder.run("score a.mat --json").out).expect("JSON");
        assert_eq!(json["players"], serde_json::json!(["ann", "bob"]));
        assert_eq!(json["games"][1]["before"], serde_json::json!([1, 0]));
        assert_eq!(json["games"][1]["winner"], winner);
        let summary = folder.run("summary a.mat");
        let summary = summary.status(1);
        assert!(summary.contains(outcome), "{summary}");
        let json: Value = serde_json::from_slice(&folder.run("summary a.mat --json").out).expect("JSON");
        assert_eq!(json["total"][0]["won"], 2 - winner, "{summary}");
    }
}

#[test]
fn every_command_has_the_same_players_where_only_the_names_of_a_game_are_exchanged() {
    let folder = Folder::new("summary-names");
    let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n      Wins 1 point\n";
    let game = |number: u32| {
        let points = number - 1;
        let [left, right] = if number == 3 { ["bob", "ann"] } else { ["ann", "bob"] };
        format!("\n Game {number}\n {left} : {points}                        {right} : 0\n{row}")
    };
    let games = |numbers: std::ops::RangeInclusive<u32>| -> String {
        " 5 point match\n".to_owned() + &numbers.map(game).collect::<String>()
    };
    let json = |line: &str| -> Vec<Value> {
        let run = folder.run(line);
        run.status(1).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    folder.write("a.mat", games(1..=4));
    let [score, summary] =
        ["score", "summary"].map(|command| json(&format!("{command} a.mat --json")).remove(0));
    assert_eq!(score["score"], serde_json::json!([4, 0]));
    assert_eq!(summary["total"][0]["won"], 4);
    let stats = json("stats a.mat --json");
    for (name, won, lost) in [("ann", 4, 0), ("bob", 0, 4)] {
        let player = stats.iter().find(|line| line["name"] == name).expect("the player");
        assert_eq!(
            (&player["won"]["games"], &player["lost"]["games"]),
            (&won.into(), &lost.into()),
            "{name}"
        );
    }
    for command in ["find", "replay"] {
        let lines = json(&format!("{command} a.mat{}", if command == "find" { " --json" } else { "" }));
        let of_players: Vec<&Value> = lines.iter().filter(|line| line["side"].is_number()).collect();
        assert!(of_players.len() >= 12, "{lines:?}");
        for line in of_players {
            assert_eq!(
                line["player"],
                ["ann", "bob"][line["side"].as_u64().expect("a side") as usize],
                "{line}"
            );
        }
    }
    let of_bob = json("find a.mat --player bob --json");
    assert!(of_bob.len() >= 4 && of_bob.iter().all(|line| line["side"] == 1), "{of_bob:?}");
    folder.run("split a.mat --games").status(1);
    assert!(folder.text("a-01-03.mat").contains("ann : 2"), "{}", folder.text("a-01-03.mat"));
    folder.write("first.mat", games(1..=3));
    folder.write("second.mat", games(4..=4));
    let merged = folder.run("merge first.mat second.mat -o merged.mat");
    assert!(
        !merged.err.contains("differs") && folder.text("merged.mat").contains("Game 4"),
        "{}",
        merged.err
    );
}

#[test]
fn the_numbers_of_a_player_are_the_same_if_the_players_exchange_columns() {
    let folder = Folder::new("summary-columns");
    let first = "  1) 31: 24/23 24/21             62: 24/18 13/11\n  2) 41: 13/9 6/5                54: 13/8 13/9\n  \
                     Wins 1 point\n";
    let record = |second: &str| {
        format!(
            " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n{first}\n Game 2\n{second}"
        )
    };
    let own = " ann : 1                        bob : 0\n  1)                             31: 8/5 6/5\n  \
               2) 62: 24/18 24/22             41: 13/9 6/5\n  3) 54: 13/4                     Wins 2 points\n";
    let exchanged = " bob : 0                        ann : 1\n  1) 31: 8/5 6/5                 62: 24/18 24/22\n  \
                     2) 41: 13/9 6/5                54: 13/4\n      Wins 2 points\n";
    folder.write("own.mat", record(own));
    folder.write("exchanged.mat", record(exchanged));
    let [own, exchanged] = ["own", "exchanged"].map(|name| -> Value {
        let run = folder.run(&format!("analyse {name}.mat --plies 0 --json"));
        serde_json::from_slice(&run.out).expect("JSON")
    });
    for key in ["players", "result", "statistics", "performance"] {
        assert_eq!(own[key], exchanged[key], "{key}");
    }
    assert_ne!(own["performance"][0], own["performance"][1]);
    // It is the same match, and one record of it counts.
    let stats = folder.run("stats own.mat exchanged.mat");
    assert!(stats.status(1).contains("duplicates       1 match, counted once"), "{}", stats.told());
    if cfg!(feature = "database") {
        folder.run("db add --db study.db exchanged.mat").status(1);
        let list: Value =
            serde_json::from_slice(&folder.run("db list --db study.db --json").out).expect("JSON");
        assert_eq!(
            (&list["player0"], &list["points0"], &list["points1"]),
            (&"ann".into(), &1.into(), &2.into())
        );
    }
}
