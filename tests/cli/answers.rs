//! The answers of commands for other programs.

use super::{answer, barpoint};
use crate::schema::{fits, published};
use crate::support::{gunzip, report, shared, testdata};
use barpoint::cli::subject::{self, Which};
use barpoint::output::decisions;
use serde_json::Value;
use std::path::Path;

/// IDs of all kinds, and one with everything that can be pending.
const IDS: [&str; 6] = [
    "4HPwATDgc/ABMA",
    "4HPwATDgc/ABMA:cAlgAAAAAAAE",
    "4HPwATDgc/ABMB",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10",
    "XGID=--------------BBC--bbbbbbA:1:-1:1:66:2:1:0:7:10",
    "board:Ann:Bob:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1",
];

#[test]
fn answers_fit_their_published_schemas() {
    for command in ["id", "show", "diagram", "plays", "pips", "odds", "race", "perft", "eval", "hint", "cube"]
    {
        let schema = published(command);
        for id in IDS {
            let rest: &[&str] = match command {
                "plays" => &["31"],
                "hint" => &["31", "--plies", "0"],
                "eval" | "cube" => &["--plies", "0"],
                "perft" => &["--depth", "1", "--divide"],
                _ => &[],
            };
            fits(&answer(&[&[command, id], rest].concat()), &schema, command);
        }
    }
    fits(&answer(&["id", "cAlgAAAAAAAE"]), &published("id"), "id of a match");
    fits(&answer(&["odds", "--chart"]), &published("entry-chart"), "the chart of entering");
    let schema = published("opening");
    for arguments in [&["opening"][..], &["opening", "62"], &["opening", "62S"], &["opening", "62S-64"]] {
        let found = answer(arguments);
        fits(&found, &schema, "openings");
        assert_eq!(found["opening"].as_str(), arguments.get(1).copied());
        assert_eq!(found["is_reply"], arguments.get(1).is_some_and(|opening| opening.len() > 2));
        assert!(found["plays"].as_array().is_some_and(|plays| plays[0]["loss"] == 0.0));
    }
}

#[test]
fn scores_fit_their_published_schema() {
    let schema = published("score");
    let mut matches = 0;
    for folder in ["tests/cli/score.in", "testdata/mat/invalid"] {
        let output = barpoint()
            .args(["score", "--json", "--stake", "5", folder])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the program runs");
        for line in String::from_utf8(output.stdout).expect("UTF-8").lines() {
            fits(&serde_json::from_str(line).expect("JSON"), &schema, "score");
            matches += 1;
        }
    }
    assert!(matches > 10);
}

#[test]
fn decisions_fit_their_published_schema_and_lead_from_one_position_to_the_next() {
    let schema = published("decision");
    let mut lines = 0;
    for folder in ["testdata/mat/valid", "testdata/mat/invalid"] {
        let output = barpoint()
            .args(["replay", folder])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the program runs");
        let mut before: Option<Value> = None;
        for line in String::from_utf8(output.stdout).expect("UTF-8").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            fits(&line, &schema, "decision");
            lines += 1;
            // In a legal record the position that a play leaves is the next one that is played from.
            let same_game = before
                .as_ref()
                .is_some_and(|before| ["path", "match", "game"].iter().all(|key| before[key] == line[key]));
            if let Some(before) = before.filter(|_| same_game && folder.ends_with("/valid"))
                && before["resulting_position_id"].is_string()
                && line["position_id"].is_string()
            {
                assert_eq!(before["resulting_position_id"], line["position_id"], "{line}");
            }
            before = Some(line);
        }
    }
    assert!(lines > 1_000, "{lines}");
}

#[test]
fn the_library_has_the_lines_of_replay_with_what_an_analysis_found() {
    let mut losses = 0;
    for path in ["testdata/mat/valid/seven-points.mat", "testdata/analysis/session.sgf.gz"] {
        let output = barpoint().args(["replay", path]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let text = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
        let printed: Vec<&str> =
            text.lines().filter(|line| !line.contains(r#""action":"finding""#)).collect();
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a record");
        let matches = barpoint::open(path, bytes).expect("matches");
        let lines: Vec<_> = matches.iter().flat_map(decisions::of).collect();
        losses += lines.iter().filter(|line| line.play_loss.is_some_and(|loss| loss > 0.0)).count();
        let lines: Vec<String> =
            lines.iter().map(|line| serde_json::to_string(line).expect("JSON")).collect();
        assert_eq!(lines, printed);
    }
    assert!(losses > 5, "{losses}");
}

#[test]
fn statistics_fit_their_published_schema_for_any_number_of_threads() {
    let schema = published("stats");
    let lines = ["1", "2", "5"].map(|jobs| {
        let output = barpoint()
            .args([
                "stats",
                "--json",
                "--quiet",
                "--jobs",
                jobs,
                "testdata/mat/valid",
                "testdata/mat/invalid",
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "there are errors");
        String::from_utf8(output.stdout).expect("UTF-8")
    });
    assert!(lines.iter().all(|other| *other == lines[0]));
    let mut scopes = std::collections::BTreeMap::<String, u32>::new();
    for line in lines[0].lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        fits(&line, &schema, "stats");
        *scopes.entry(line["scope"].as_str().expect("a scope").to_owned()).or_default() += 1;
    }
    assert_eq!((scopes["archive"], scopes["source"]), (1, 2));
    assert!(scopes["player"] > 5, "{scopes:?}");
}

#[test]
fn a_move_of_a_record_is_the_position_that_replay_numbers() {
    let mut moves = 0;
    for record in ["tests/cli/score.in/club.mat", "testdata/mat/valid/resignations.mat"] {
        let replayed = barpoint()
            .args(["replay", record])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the program runs");
        let mut seen = std::collections::BTreeSet::new();
        for line in String::from_utf8(replayed.stdout).expect("UTF-8").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let number = |key: &str| line[key].as_u64().map(|number| number as u32);
            let name = line["player"].as_str().map(str::to_owned);
            let place = (number("match"), number("game"), number("move"), name.clone());
            // A roll that its player gives the game up with is followed by the resignation.
            if line["action"] == "result" || !seen.insert(place) {
                continue;
            }
            let subject = subject::Args {
                id: vec![format!("{}/{record}", env!("CARGO_MANIFEST_DIR"))],
                game: number("game"),
                number: number("move").map(|number| Which { number, name }),
                of_match: number("match"),
                ..subject::Args::default()
            };
            let state = subject.read().expect("a position").state;
            let told = state.game.expect("a match");
            assert_eq!(line["position_id"], state.position_id().expect("an ID").0.to_string(), "{line}");
            assert_eq!(line["match_id"], state.match_id().expect("an ID").0.to_string(), "{line}");
            assert_eq!(line["cube"], told.cube, "{line}");
            moves += 1;
        }
    }
    assert!(moves > 20, "{moves}");
}

#[test]
fn a_beaver_in_an_id_is_neither_illegal_nor_a_double_with_a_resignation() {
    let run = |arguments: &[&str]| {
        let output = barpoint().args(arguments).output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.success(), text(output.stdout), text(output.stderr))
    };
    let beaver = "4HPwATDgc/ABMA:QRkAAAAAAAAA";
    let (is_shown, _, said) = run(&["show", beaver]);
    assert_eq!((is_shown, said.as_str()), (true, ""));
    assert!(run(&["cube", beaver, "--plies", "0"]).2.contains("a beaver is offered"));
    let raccoon = "XGID=-b----E-C---eE---c-e----B-:0:0:1:R:0:0:3:0:10";
    assert!(run(&["cube", raccoon, "--plies", "0"]).2.contains("a raccoon is offered"));
    // Player 1 doubles, and player 0 offers to resign.
    let (is_evaluated, _, said) = run(&["cube", "4HPwARLgc/ABMA:cFngAAAAAAAE", "--plies", "0"]);
    assert!(is_evaluated && said.contains("the resignation is not evaluated"), "{said}");
    // An OGID doesn't say which of the two a cube that was taken is; after the roll it is known.
    for (fields, is_open) in [("B2T::B:A:0:0:0", true), ("B2N:13:W:R:0:0:0", false)] {
        let (_, told, _) = run(&["id", &format!("11ccccchhhjjjjj:66666888dddddoo:{fields}")]);
        assert_eq!(told.contains("or a beaver waits for its answer"), is_open, "{told}");
    }
}

#[test]
fn a_drawn_board_is_read_as_it_is_pasted() {
    let id = "4HPwATDgc/ABMA:cImlAAAAAAAE";
    let shown =
        barpoint().args(["show", "--board", id, "--names", "Ann", "Bob"]).output().expect("the program runs");
    let text = String::from_utf8(shown.stdout).expect("UTF-8");
    let (pasted, direct) = (answer(&["id", &text]), answer(&["id", id]));
    for key in ["read", "position_id", "match_id", "xgid", "board", "match", "assumed"] {
        assert_eq!(pasted[key], direct[key], "{key}");
    }
    assert_eq!(pasted["names"], serde_json::json!(["Ann", "Bob"]));
}

#[test]
fn boards_and_pip_counts_are_gnu_backgammons() {
    let states = std::fs::read_to_string(testdata("gnubg/states.jsonl")).expect("readable");
    let (mut boards, mut counts) = (0, 0);
    for line in states.lines() {
        let state: Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| state[key].as_str().expect("a text");
        let id = format!("{}:{}", text("position_id"), text("match_id"));
        let variant = match text("variation") {
            "standard" => "backgammon",
            other => other,
        };
        let Some(shown) = state["show_board"].as_str() else { continue };
        let name = |letter: &str| {
            let rest = shown.split_once(&format!("-+     {letter}: ")).expect("a name").1;
            rest.split([' ', '\n']).next().expect("a first word")
        };
        let (zero, one) = (name("O"), name("X"));
        let output = barpoint()
            .args(["show", "--board", &id, "--variant", variant, "--names", zero, one])
            .output()
            .expect("the program runs");
        // The command of GNU Backgammon puts an empty line after the board.
        assert_eq!(String::from_utf8(output.stdout).expect("UTF-8") + "\n", shown, "{id}");
        boards += 1;
        if let Some(pips) = state["show_pipcount"].as_str() {
            let ours = &answer(&["pips", &id, "--variant", variant])["pips"];
            let ours = [(zero, &ours[0]), (one, &ours[1])].map(|(name, pips)| format!("{name} {pips}"));
            assert!(ours.iter().all(|ours| pips.contains(ours.as_str())), "{id}: {ours:?}, {pips}");
            counts += 1;
        }
    }
    report(boards, "boards of the command");
    assert!(boards > 20 && counts > 20, "{boards} {counts}");
}

#[test]
fn counts_are_the_same_for_any_number_of_threads() {
    for more in [&[][..], &["--weighted"], &["--variant", "hypergammon-stacked"]] {
        let counts = ["1", "2", "5"]
            .map(|jobs| answer(&[&["perft", "--depth", "2", "--divide", "--jobs", jobs], more].concat()));
        assert!(counts.iter().all(|count| *count == counts[0]), "{more:?}");
        let sum: u64 = counts[0]["rolls"]
            .as_array()
            .expect("rolls")
            .iter()
            .map(|roll| roll["ways"].as_u64().expect("a number"))
            .sum();
        assert_eq!(counts[0]["ways"].as_u64(), Some(sum), "{more:?}");
    }
}

#[test]
fn plays_are_gnu_backgammons() {
    let Some(path) = shared("data/plays/gnubg-plays.jsonl.gz") else { return };
    let lists = gunzip(&path);
    let mut compared = 0;
    // The library is tested on all of them; this is about the command.
    for line in lists.lines().step_by(97) {
        let list: Value = serde_json::from_str(line).expect("JSON");
        let roll = format!("{}{}", list["dice"][0], list["dice"][1]);
        let answer = answer(&["plays", list["pos"].as_str().expect("an ID"), &roll]);
        let mut ours: Vec<(&str, &str)> = answer["plays"]
            .as_array()
            .expect("plays")
            .iter()
            .map(|play| (play["play"].as_str().expect("text"), play["position_id"].as_str().expect("text")))
            .collect();
        let mut theirs: Vec<(&str, &str)> = list["plays"]
            .as_array()
            .expect("plays")
            .iter()
            .map(|play| (play[0].as_str().expect("text"), play[1].as_str().expect("text")))
            .collect();
        if theirs.is_empty() {
            assert_eq!(answer["dances"], true, "{line:.100}");
            continue;
        }
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{line:.100}");
        compared += theirs.len();
    }
    report(compared, "shared plays of the command");
    assert!(compared > 100);
}
