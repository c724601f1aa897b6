//! `rollout`: its answers, the file of a kept rollout, and the errors. Games are few and short here.

use super::{Folder, barpoint};
use crate::schema::fits;
use barpoint::output::json::Kept;
use serde_json::Value;
use std::path::Path;

/// Four checkers against three, some rolls before the end.
const ENDING: &str = "XGID=-A-B--A-------------ba----:0:0:1:00:0:0:0:0:10";

fn run(arguments: &[&str]) -> Value {
    let output = barpoint().arg("rollout").args(arguments).arg("--json").output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn refusal(arguments: &[&str]) -> String {
    let output = barpoint().arg("rollout").args(arguments).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn schema(name: &str) -> Value {
    let path = format!("{}/docs/schema/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a schema")).expect("JSON")
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON")
}

/// Games of the opening that are cut short.
const SHORT: [&str; 6] = ["--games", "36", "--truncate", "2", "--no-variance-reduction", "--seed"];

#[test]
fn the_best_plays_are_compared_and_the_number_of_threads_changes_nothing() {
    let of = |jobs: &str| {
        run(&[&["4HPwATDgc/ABMA", "31", "-n", "3", "--jobs", jobs], &SHORT[..], &["5"]].concat())
    };
    let found = of("1");
    fits(&found, &schema("rollout"), &schema("rollout"), "rollout");
    let candidates = found["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), 3);
    assert_eq!((&candidates[0]["candidate"], &found["roll"]), (&"8/5 6/5".into(), &"31".into()));
    assert!(candidates.iter().all(|one| one["games"] == 36 && one["error"].as_f64() > Some(0.0)));
    assert!(candidates[1]["loss"].as_f64() > Some(0.0));
    assert_eq!(of("3"), found);
}

#[test]
fn plays_that_are_named_are_compared() {
    let found = run(&[&["4HPwATDgc/ABMA", "31", "24/20", "8/5 6/5"], &SHORT[..], &["1"]].concat());
    let names: Vec<_> =
        found["candidates"].as_array().expect("candidates").iter().map(|one| &one["candidate"]).collect();
    assert_eq!(names, ["8/5 6/5", "24/20"]);
    let id = ["4HPwATDgc/ABMA", "31"];
    assert!(refusal(&[&id[..], &["8/5", "6/5"]].concat()).contains("quotes"));
    assert!(refusal(&[&id[..], &["8/5 6/5", "6/5 8/5"]].concat()).contains("named twice"));
    assert!(refusal(&["4HPwATDgc/ABMA", "8/5 6/5"]).contains("dice"));
}

#[test]
fn without_dice_it_is_about_the_cube() {
    let found = run(&[&["4HPwATDgc/ABMA"], &SHORT[..], &["1"]].concat());
    fits(&found, &schema("rollout"), &schema("rollout"), "rollout");
    assert_eq!(found["candidates"][0]["candidate"], "no double");
    assert_eq!(found["candidates"][1]["candidate"], "double, take");
    assert_eq!((&found["action"], &found["complete"]), (&"no-double-beaver".into(), &true.into()));
    let cubeless = run(&[&["4HPwATDgc/ABMA", "--cubeless"], &SHORT[..], &["1"]].concat());
    assert_eq!(
        (&cubeless["candidates"][0]["candidate"], &cubeless["action"]),
        (&"position".into(), &Value::Null)
    );
    assert_eq!(cubeless["candidates"][0]["equity"], cubeless["candidates"][0]["cubeless"]);
    // In the Crawford game nobody doubles.
    let crawford = ["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:1:7:10"];
    let found = run(&[&crawford[..], &SHORT[..], &["1"]].concat());
    assert_eq!(found["candidates"][0]["candidate"], "position");
    assert!(
        found["candidates"][0]["match_chance"].as_f64().is_some_and(|chance| (0.5..1.0).contains(&chance))
    );
}

#[test]
fn what_was_kept_is_gone_on_with() {
    let folder = Folder::new("rollout");
    let path = folder.path("state.json");
    let file = path.to_str().expect("UTF-8");
    let of = |games: &str, more: &[&str]| {
        let arguments =
            ["4HPwATDgc/ABMA", "31", "--truncate", "1", "--no-variance-reduction", "--games", games];
        [&arguments[..], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let ask = |games: &str, more: &[&str]| {
        let arguments = of(games, more);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let whole = ask("100", &[]);
    ask("40", &["--state", file]);
    let state = schema("rollout-state");
    fits(&read(&path), &state, &state, "the state");
    every_change_is_seen(&std::fs::read_to_string(&path).expect("a file"));
    assert_eq!(ask("100", &["--state", file]), whole, "interrupted and resumed");
    let kept = std::fs::read(&path).expect("a file");
    assert_eq!(ask("100", &["--state", file]), whole, "nothing is left to be played");
    assert_eq!(std::fs::read(&path).expect("a file"), kept);
    // A third play joins, and catches up.
    let more = ask("100", &["--state", file, "-n", "3"]);
    assert!(more["candidates"].as_array().expect("candidates").iter().all(|one| one["games"] == 100));

    let refused = |more: &[&str]| {
        let arguments = of("100", &[&["--state", file], more].concat());
        let message = refusal(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(message.contains("state.json"), "{message}");
        message
    };
    assert!(refused(&["--seed", "2"]).contains("other settings"));
    assert!(refused(&["-n", "1"]).contains("a candidate that isn't asked for"));
    assert!(refusal(&["4HPwATDgc/ABMA", "--state", file]).contains("another roll"));
    for (text, part) in [
        ("", "not a rollout"),
        ("{\"format\": \"x\", \"version\": 1}", "but \"x\""),
        ("{\"format\": \"barpoint rollout\", \"version\": 1}", "version 1"),
        ("{\"format\": \"barpoint rollout\", \"version\": 2}", "a damaged rollout"),
    ] {
        folder.write("state.json", text);
        assert!(refused(&[]).contains(part), "{text}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text, "it stays as it was");
    }
    let nowhere = folder.path("state.json/below");
    assert!(!refusal(&["4HPwATDgc/ABMA", "--state", nowhere.to_str().expect("UTF-8")]).is_empty());
}

#[test]
fn an_ending_is_known_at_once() {
    let found = run(&[ENDING, "--games", "2"]);
    for candidate in found["candidates"].as_array().expect("candidates") {
        assert_eq!(candidate["error"].as_f64(), Some(0.0), "{candidate}");
    }
    let text = barpoint().args(["rollout", ENDING, "--games", "2"]).output().expect("the program runs");
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    assert!(text.contains("rollout: 0-ply, cubeful, luck taken out, seed 1"), "{text}");
    assert!(refusal(&["AAAAAAAAAAAAAA"]).contains("the game is over"));
    assert!(refusal(&[ENDING, "--games", "0"]).contains("games"));
    assert!(refusal(&[ENDING, "--stop-error", "0"]).contains("above 0"));
}

/// Changes each letter and each digit of a state in turn: the result is rejected, or still the same.
fn every_change_is_seen(text: &str) {
    let kept = Kept::from_bytes(text.as_bytes()).expect("a state");
    let mut tried = 0;
    for (place, &byte) in text.as_bytes().iter().enumerate().filter(|(_, byte)| byte.is_ascii_alphanumeric())
    {
        for other in [byte ^ 1, byte ^ 4, b'-', b' '] {
            let mut bytes = text.as_bytes().to_vec();
            bytes[place] = other;
            tried += 1;
            if let Ok(changed) = Kept::from_bytes(&bytes) {
                let bytes = String::from_utf8_lossy(&bytes);
                assert_eq!(changed, kept, "a change at byte {place} isn't seen: {bytes}");
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}
