//! The commands that evaluate: the structure of their answers. Their numbers change with the weights.

use super::{Folder, answer, barpoint, refusal};
use crate::schema::{fits, published};
use serde_json::Value;

#[test]
fn a_hint_lists_the_best_plays_first() {
    let hint = answer(&["hint", "4HPwATDgc/ABMA", "31", "-n", "5", "--plies", "1"]);
    assert_eq!((hint["legal"].as_u64(), hint["plays"].as_array().map(Vec::len)), (Some(16), Some(5)));
    assert_eq!(hint["plays"][0]["play"], "8/5 6/5");
    assert_eq!(
        (hint["plays"][0]["loss"].as_f64(), hint["plays"][0]["evaluation"]["plies"].as_u64()),
        (Some(0.0), Some(1))
    );
    assert!(hint["plays"][1]["loss"].as_f64() > Some(0.0));
}

#[test]
fn a_position_id_has_the_same_equity_in_a_list() {
    let folder = Folder::with("engine-list", "list.ids", "4HPwATDgc/ABMA\n");
    let list = folder.path("list.ids");
    let list = list.to_str().expect("a path");
    let [of_list, of_id] = [&["eval", list, "--game", "1"][..], &["eval", "4HPwATDgc/ABMA"]]
        .map(|arguments| answer(&[arguments, &["--plies", "0"]].concat())["evaluations"].clone());
    assert_eq!(of_list, of_id);
}

#[test]
fn without_dice_a_hint_is_a_cube_decision() {
    let id = "4HPwATDgc/ABMA";
    assert_eq!(answer(&["hint", id, "--plies", "0"]), answer(&["cube", id, "--plies", "0"]));
    let match_cube = answer(&["cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:7:10", "--plies", "0"]);
    assert_eq!(match_cube["stakes"]["away"], serde_json::json!([5, 4]));
    assert!(match_cube["match_chances"][0].as_f64().is_some_and(|chance| (0.3..0.6).contains(&chance)));
    let crawford = answer(&["cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:1:7:10", "--plies", "0"]);
    assert_eq!((&crawford["action"], &crawford["stakes"]["owner"]), (&"never-double".into(), &Value::Null));
}

#[test]
fn before_the_roll_the_dice_are_ignored() {
    let [rolled, before] =
        ["31", "00"].map(|dice| format!("XGID=-A-B--A-------------ba----:0:0:1:{dice}:0:0:0:0:10"));
    for command in
        [&["hint", "--plies", "0"][..], &["matrix", "--plies", "0", "-n", "3"], &["rollout", "--games", "36"]]
    {
        let ignored = answer(&[command, &[rolled.as_str(), "--before-roll"]].concat());
        assert_eq!(ignored, answer(&[command, &[before.as_str()]].concat()), "{command:?}");
    }
}

#[test]
fn an_evaluation_has_a_line_for_every_depth() {
    let eval = answer(&["eval", "4HPwATDgc/ABMA", "--plies", "1"]);
    let levels: Vec<_> =
        eval["evaluations"].as_array().expect("levels").iter().map(|level| &level["plies"]).collect();
    assert_eq!(levels, [0, 1]);
    let cubeless = answer(&["eval", "4HPwATDgc/ABMA", "--plies", "0", "--cubeless"]);
    let [equity, without] =
        ["equity", "cubeless"].map(|key| cubeless["evaluations"][0][key].as_f64().expect("a number"));
    assert!((equity - without).abs() < 1e-5, "{equity} {without}");
}

#[test]
fn weights_come_from_a_file_or_from_the_environment() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/core/engine/nets/weights.bin");
    let arguments = ["eval", "4HPwATDgc/ABMA", "--plies", "0"];
    let embedded = answer(&arguments);
    assert_eq!(answer(&[&arguments[..], &["--weights", own]].concat()), embedded);
    let folder = Folder::with("weights", "foreign", "not weights");
    let path = folder.path("foreign");
    let path = path.to_str().expect("UTF-8");
    assert!(
        refusal(&[&arguments[..], &["--weights", path]].concat())
            .contains("not a file of barpoint's weights")
    );
    let output = barpoint().args(arguments).env("BARPOINT_WEIGHTS", path).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let output = barpoint().args(arguments).env("BARPOINT_WEIGHTS", "/nowhere").output();
    let complaint = String::from_utf8(output.expect("the program runs").stderr).expect("UTF-8");
    assert_eq!(
        complaint,
        "error: cannot read the weights /nowhere of `BARPOINT_WEIGHTS`: No such file or directory\n"
    );
    for sources in ["--weights", "--bearoff"] {
        for command in
            [&["eval", "4HPwATDgc/ABMA"][..], &["analyse", MATCH], &["play"], &["session"], &["ubgi"]]
        {
            let complaint = refusal(&[command, &[sources, "/nowhere/at/all"]].concat());
            assert!(complaint.contains("/nowhere/at/all"), "{command:?}: {complaint}");
        }
    }
}

#[test]
fn of_plays_that_are_worth_the_same_with_the_cube_the_better_one_without_comes_first() {
    // Whatever is played, the opponent doubles and the player passes.
    let id = "XGID=-CACCAB-------------abdc--:0:0:1:11:3:0:0:7:10";
    for plies in ["0", "2"] {
        let hint = answer(&["hint", id, "--plies", plies]);
        assert_eq!(hint["plays"][0]["play"], "3/2 1/off(3)", "as GNU Backgammon plays");
    }
}

#[test]
fn a_bear_off_is_won_as_often_at_every_depth() {
    // 2-away both: once the cube is turned it is dead, and the table knows the rest.
    let id = "XGID=-A-BCC-------------a--dc--:0:0:1:00:1:1:0:3:10";
    let taken = |plies: &str| {
        let cube = answer(&["cube", id, "--plies", plies]);
        assert!(plies == "0" || cube["action"] == "double-take", "as GNU Backgammon says");
        cube["match_chances"][1].as_f64().expect("a chance")
    };
    let chances = ["0", "1", "2"].map(taken);
    assert!(chances.iter().all(|chance| (chance - 0.4104).abs() < 5e-4), "{chances:?}");
}

#[test]
fn a_cube_is_turned_in_time_behind_the_crawford_game() {
    let cube = |id: &str| answer(&["cube", id, "--plies", "0"])["action"].clone();
    // The player who would lose the match doubles, as GNU Backgammon does at 0-ply.
    assert_eq!(cube("XGID=-b----E-C---eE---b-db---B-:0:0:1:00:1:2:0:3:10"), "double-take");
    assert_eq!(cube("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:1:2:0:3:10"), "double-pass");
    // What is certain isn't too good by a rounding.
    assert_eq!(cube("XGID=-A---------------------a--:0:0:1:00:0:0:0:0:10"), "double-pass");
}

#[test]
fn ends_that_cannot_come_any_more_have_no_chance() {
    let ends = |id: &str| {
        let eval = answer(&["eval", id, "--plies", "1"]);
        eval["evaluations"]
            .as_array()
            .expect("levels")
            .iter()
            .map(|level| level["chances"].clone())
            .collect::<Vec<_>>()
    };
    // The player has borne off twelve, the opponent none.
    for chances in ends("XGID=-A----------------abbbbbbB:0:0:1:00:0:0:0:0:10") {
        assert_eq!(chances["lost"].as_array().expect("three")[1..], [0.0, 0.0], "{chances}");
    }
    // A race in which nobody is in the other's home board any more.
    for chances in ends("XGID=------EED--A------ccccc---:0:0:1:00:0:0:0:0:10") {
        assert_eq!((&chances["lost"][2], &chances["won"][2]), (&0.0.into(), &0.0.into()), "{chances}");
    }
}

#[test]
fn a_match_longer_than_the_tables_is_not_played_by_the_computer() {
    assert!(
        refusal(&["play", "-n", "65"]).contains("the computer plays matches to 64 points at most, not to 65")
    );
    let folder = Folder::new("long-match");
    let run = |commands: &str| {
        folder.write("commands", commands);
        let lines = std::fs::File::open(folder.path("commands")).expect("the file");
        let output = barpoint().arg("session").stdin(lines).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("UTF-8") + &String::from_utf8_lossy(&output.stderr)
    };
    let begun = "A new 65 points match has been started.";
    let refused = run("new match 65\n");
    assert!(refused.contains("matches to 64 points at most") && !refused.contains(begun), "{refused}");
    let among_people = run("set player 0 human\nnew match 65\nhint\n");
    assert!(among_people.contains(begun), "{among_people}");
    assert!(among_people.contains("a player needs more than 64 points"), "{among_people}");
}

#[test]
fn a_match_that_is_over_and_an_opening_with_dice_are_refused() {
    let won = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:7:3:0:7:10";
    for command in [&["eval"][..], &["cube"], &["hint"], &["rollout"]] {
        assert!(refusal(&[command, &[won]].concat()).contains("the match is over"), "{command:?}");
    }
    assert!(refusal(&["rollout", "4HPwATDgc/ABMA", "31", "--opening"]).contains("the dice are given"));
    let one_point = ["eval", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:10", "--plies", "0"];
    assert_eq!(answer(&one_point)["stakes"]["post_crawford"], false);
    let text = barpoint().args(one_point).output().expect("the program runs").stdout;
    assert!(!String::from_utf8_lossy(&text).contains("Crawford"));
}

#[test]
fn what_the_computer_began_with_is_not_taken_back() {
    let folder = Folder::with("play-undo", "lines", "roll\n13/7 13/8\nroll\nundo\nundo\nundo back\n");
    let lines = std::fs::File::open(folder.path("lines")).expect("the file");
    // With this seed the computer begins.
    let game = ["play", "--seed", "3", "--level", "expert", "-n", "3"];
    let output = barpoint().args(game).stdin(lines).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("There is nothing to take back."), "{said}");
    assert!(!said.contains("Nothing was taken back.") && !said.contains("dropped"), "{said}");
}

#[test]
fn what_was_assumed_of_an_id_is_said() {
    let id = ["eval", "4HPwATDgc", "--plies", "0"];
    let output = barpoint().args(id).output().expect("the program runs");
    assert!(output.status.code() == Some(2) && output.stdout.is_empty());
    let output = barpoint().args(id).arg("--lenient").output().expect("the program runs");
    let note = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && note.starts_with("note: Position ID: 9 characters"), "{note}");
}

#[test]
fn a_record_without_an_analysis_has_none_that_is_stored() {
    let output = barpoint().args(["analyse", MATCH, "--stored"]).output().expect("the program runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("the record contains no analysis; without `--stored`"), "{complaint}");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("Alice - Bob") && !shown.contains("statistics"), "{shown}");
}

const MATCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/mat/valid/resignations.mat");

#[test]
fn an_analysis_is_the_same_for_any_number_of_threads_and_has_its_published_shape() {
    let arguments = ["analyse", MATCH, "--plies", "0", "--jobs"];
    let one = answer(&[&arguments[..], &["1"]].concat());
    assert_eq!(answer(&[&arguments[..], &["3"]].concat()), one);
    fits(&one, &published("analyse"), "analyse");
    assert_eq!(one["players"], serde_json::json!(["Alice", "Bob"]));
    let number = |value: &Value| value.as_f64().expect("a number");
    for player in 0..2 {
        let statistics = &one["statistics"][player];
        let decisions: Vec<&Value> = one["decisions"].as_array().expect("decisions").iter().collect();
        // No rate counts what a resignation lost.
        let is_counted = |decision: &&&Value| decision["player"] == player && decision["kind"] != "resign";
        let own = decisions.iter().filter(is_counted);
        let lost: f64 = own
            .map(|decision| {
                let of = |key: &str| decision[key]["equity"].as_f64().unwrap_or(0.0);
                of("play_lost") + of("cube_lost")
            })
            .sum();
        assert!((lost - number(&statistics["lost"]["equity"])).abs() < 1e-9, "totals are sums");
    }
}

#[test]
fn an_analysis_that_is_written_says_the_same_when_it_is_read() {
    let folder = Folder::new("analyse");
    let path = folder.path("match.sgf");
    let path = path.to_str().expect("UTF-8");
    let fresh = answer(&["analyse", MATCH, "--plies", "0", "--least", "0.1", "-o", path]);
    let stored = answer(&["analyse", path, "--stored"]);
    assert_eq!((&fresh["statistics"], &fresh["result"]), (&stored["statistics"], &stored["result"]));
    let text = refusal(&["analyse", MATCH, "--plies", "0", "-o", path]);
    assert!(text.contains("exists"), "{text}");
    // Text holds no analysis, which is said.
    let lossy = folder.path("match.mat");
    let output = barpoint().args(["analyse", path, "--stored", "-o"]).arg(&lossy).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("lost") && said.contains("analyses"), "{said}");
}

#[test]
fn an_analysis_needs_a_record_and_a_place_for_it() {
    let of = |arguments: &[&str]| refusal(&[&["analyse"], arguments].concat());
    assert!(of(&["/nowhere/at/all.mat"]).contains("/nowhere/at/all.mat"));
    assert!(of(&[MATCH, "-o", "match.txt2"]).contains("--to"));
    assert!(of(&[MATCH, "--least", "much"]).contains("--least"));
    assert!(of(&[MATCH, "--plies", "9"]).contains("--plies"));
}

#[test]
fn a_game_that_is_over_has_no_cube_decision() {
    assert!(refusal(&["cube", "AAAAAAAAAAAAAA"]).contains("the game is over"));
}

#[test]
fn a_bear_off_is_shown_with_rolls_and_exact_equities() {
    // Three checkers against three: 2, 1 and 6 points away.
    let shown = answer(&["bearoff", "show", "EwMAwMgAAAAAAA"]);
    fits(&shown, &published("bearoff"), "bearoff");
    let number = |pointer: &str| shown.pointer(pointer).and_then(Value::as_f64).expect("a number");
    assert!((number("/roller/effective_pips") - number("/roller/mean_rolls") * 49.0 / 6.0).abs() < 1e-4);
    assert!(
        (number("/roller/wastage") - number("/roller/effective_pips") + number("/roller/pips")).abs() < 1e-4
    );
    let rolls: f64 =
        shown["roller"]["rolls"].as_array().expect("rolls").iter().filter_map(Value::as_f64).sum();
    assert!((rolls - 1.0).abs() < 1e-5);
    assert!(number("/money/centred") >= number("/money/centred_no_double"));
    assert!(refusal(&["bearoff", "show", "4HPwATDgc/ABMA"]).contains("not a bear-off"));
    assert!(
        refusal(&["bearoff", "show", "EwMAwMgAAAAAAA", "--bearoff", "Cargo.toml"])
            .contains("not a bear-off database")
    );
}

/// The XGID of a position of a match to nine points, or of a money session, before a roll or with dice.
fn at_score(position: &str, dice: &str, cell: &Value) -> String {
    let decision = if cell["cube"].is_null() { &cell["hint"] } else { &cell["cube"] };
    let Some(away) = decision["stakes"]["away"].as_array() else {
        return format!("XGID={position}:0:0:1:{dice}:0:0:3:0:10");
    };
    let points = |number: usize| 9 - away[number].as_u64().expect("a number");
    let crawford = u8::from(cell["crawford"] == true);
    format!("XGID={position}:0:0:1:{dice}:{}:{}:{crawford}:9:10", points(0), points(1))
}

#[test]
fn every_cell_of_a_matrix_is_the_answer_at_that_score() {
    let position = "-b----E-C---eE---c-e----B-";
    let id = format!("XGID={position}:0:0:1:00:0:0:3:0:10");
    let cubes = answer(&["matrix", &id, "--plies", "0"]);
    let cells = cubes["cells"].as_array().expect("cells");
    assert_eq!((cells.len(), &cubes["roll"]), (98, &Value::Null));
    for cell in cells.iter().step_by(5) {
        assert_eq!(
            cell["cube"],
            answer(&["cube", &at_score(position, "00", cell), "--plies", "0"]),
            "{cell}"
        );
    }
    let plays = answer(&["matrix", &id, "43", "--plies", "1", "--length", "4"]);
    let cells = plays["cells"].as_array().expect("cells");
    assert_eq!((cells.len(), &plays["roll"]), (1 + 16 + 6, &"43".into()));
    for cell in cells {
        let hint = answer(&["hint", &at_score(position, "43", cell), "--plies", "1", "-n", "3"]);
        assert_eq!(cell["hint"], hint, "{cell}");
    }
}

#[test]
fn a_matrix_is_the_same_for_any_number_of_threads_and_from_any_score() {
    let run = |id: &str, more: &[&str]| {
        let output =
            barpoint().args(["matrix", id, "--plies", "0"]).args(more).output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let money = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10";
    let crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:1:7:10";
    assert_eq!(run(money, &["-j", "1"]), run(money, &["-j", "3"]));
    assert_eq!(run(money, &["--json"]), run(crawford, &["--json"]));
}

#[test]
fn a_matrix_is_text_a_page_a_picture_or_json() {
    let folder = Folder::new("matrix");
    let id = "4HPwATDgc/ABMA";
    for (file, begins) in
        [("m.html", "<!DOCTYPE html>"), ("m.svg", "<svg "), ("m.json", "{\"schema\":1"), ("m.txt", "money")]
    {
        let path = folder.0.join(file);
        let output =
            barpoint().args(["matrix", id, "31", "--plies", "0", "--length", "3", "-o"]).arg(&path).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(&path).expect("a file");
        assert!(text.starts_with(begins), "{file}: {}", &text[..40]);
        let follows_dark_mode = text.contains("@media (prefers-color-scheme: dark) { :root {--paper:");
        assert_eq!(follows_dark_mode, file == "m.html", "the board of the page");
        let again = barpoint().args(["matrix", id, "31", "--length", "1", "-o"]).arg(&path).output();
        assert_eq!(again.expect("the program runs").status.code(), Some(2), "{file} is not replaced");
    }
    assert!(refusal(&["matrix", id, "-o", "m.pdf"]).contains(".txt, .html, .svg or .json"));
    assert!(refusal(&["matrix", id, "--json", "--format", "svg"]).contains("contradict"));
    let theirs = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:3:0:10";
    assert!(refusal(&["matrix", theirs]).contains("the opponent owns the cube"));
    assert!(
        refusal(&["matrix", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:7:3:0:7:10"])
            .contains("the match is over")
    );
}

#[test]
fn the_doctor_shows_where_everything_is_and_tests_the_program() {
    let folder = Folder::with("doctor", "config/barpoint/settings", "# nothing\n");
    let run = |more: &[&str]| {
        let output = barpoint()
            .arg("doctor")
            .args(more)
            .env("XDG_CONFIG_HOME", folder.0.join("config"))
            .env("XDG_CACHE_HOME", folder.0.join("cache"))
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
    };
    let (status, text) = run(&[]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains(concat!("version         barpoint ", env!("CARGO_PKG_VERSION"), "\n")), "{text}");
    assert!(text.contains("config/barpoint/settings (10 bytes)\n"), "{text}");
    assert!(text.contains("cache/barpoint/bearoff-one-sided (not there)\n"), "{text}");
    assert!(text.contains("\n4 of 4 checks passed in "), "{text}");
    folder.write("foreign", "not weights");
    let (status, text) = run(&["--weights", folder.0.join("foreign").to_str().expect("UTF-8")]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("3 of 4 checks passed") && text.contains("foreign"), "{text}");
}
