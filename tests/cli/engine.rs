//! The commands that judge: the structure of their answers. Their numbers change with the weights.

use super::{Folder, barpoint};
use serde_json::Value;

fn answer(arguments: &[&str]) -> Value {
    let output = barpoint().args(arguments).arg("--json").output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn refusal(arguments: &[&str]) -> String {
    let output = barpoint().args(arguments).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

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
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/nets/weights.bin");
    let arguments = ["eval", "4HPwATDgc/ABMA", "--plies", "0"];
    let embedded = answer(&arguments);
    assert_eq!(answer(&[&arguments[..], &["--weights", own]].concat()), embedded);
    let folder = Folder::new("weights");
    folder.write("foreign", "not weights");
    let path = folder.path("foreign");
    let path = path.to_str().expect("UTF-8");
    assert!(
        refusal(&[&arguments[..], &["--weights", path]].concat())
            .contains("not a file of barpoint's weights")
    );
    let output = barpoint().args(arguments).env("BARPOINT_WEIGHTS", path).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(refusal(&["eval", "4HPwATDgc/ABMA", "--weights", "/nowhere/at/all"]).contains("/nowhere/at/all"));
}

#[test]
fn a_game_that_is_over_has_no_cube_decision() {
    assert!(refusal(&["cube", "AAAAAAAAAAAAAA"]).contains("the game is over"));
}

#[test]
fn a_bear_off_is_shown_with_rolls_and_exact_equities() {
    // Three checkers against three: 2, 1 and 6 points away.
    let shown = answer(&["bearoff", "show", "EwMAwMgAAAAAAA"]);
    let schema: Value =
        serde_json::from_str(include_str!("../../docs/schema/bearoff.schema.json")).expect("a schema");
    crate::schema::fits(&shown, &schema, &schema, "bearoff");
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
