//! `rollout`: its answers, the file of a kept rollout, and the errors. Games are few and short here.

use super::{Folder, answer, barpoint};
use crate::schema::{fits, published};
use barpoint::output::json::RolloutState;
use serde_json::Value;
use std::path::Path;

/// Four checkers against three, some rolls before the end.
const ENDING: &str = "XGID=-A-B--A-------------ba----:0:0:1:00:0:0:0:0:10";

fn run(arguments: &[&str]) -> Value {
    answer(&[&["rollout"], arguments].concat())
}

fn refusal(arguments: &[&str]) -> String {
    super::refusal(&[&["rollout"], arguments].concat())
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
    fits(&found, &published("rollout"), "rollout");
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
    assert!(refusal(&[&id[..], &["8/5 6/5", "6/5 8/5"]].concat()).contains("occurs twice"));
    assert!(refusal(&["4HPwATDgc/ABMA", "8/5 6/5"]).contains("dice"));
}

#[test]
fn without_dice_it_is_about_the_cube() {
    let found = run(&[&["4HPwATDgc/ABMA"], &SHORT[..], &["1"]].concat());
    fits(&found, &published("rollout"), "rollout");
    assert_eq!(found["candidates"][0]["candidate"], "no double");
    assert_eq!(found["candidates"][1]["candidate"], "double, take");
    assert_eq!((&found["action"], &found["complete"]), (&"no-double-beaver".into(), &true.into()));
    let cubeless = run(&[&["4HPwATDgc/ABMA", "--cubeless"], &SHORT[..], &["1"]].concat());
    assert_eq!(
        (&cubeless["candidates"][0]["candidate"], &cubeless["action"]),
        (&"position".into(), &Value::Null)
    );
    assert_eq!(cubeless["candidates"][0]["equity"], cubeless["candidates"][0]["cubeless"]);
    // Before an opening roll nobody doubles, though a double would be passed here.
    let behind = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:1:2:0:3:10";
    let opening = run(&[behind, "--opening", "--games", "36", "--truncate", "2"]);
    let candidates = opening["candidates"].as_array().expect("candidates");
    assert_eq!((candidates.len(), &candidates[0]["candidate"]), (1, &"position".into()));
    let chance = candidates[0]["match_chance"].as_f64().expect("a chance");
    assert!((0.45..0.495).contains(&chance), "a pass would leave 0.5: {chance}");
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
    let state = published("rollout-state");
    fits(&read(&path), &state, "the state");
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
    assert!(refused(&["--seed", "2"]).contains("another seed, 1 instead of 2"));
    assert!(refused(&["-n", "1"]).contains("a candidate that isn't asked for"));
    assert!(refusal(&["4HPwATDgc/ABMA", "--state", file]).contains("another roll"));
    for (text, part) in [
        ("", "not a rollout state: not JSON"),
        ("{\"format\": \"x\", \"version\": 1}", "but \"x\""),
        ("{\"format\": \"barpoint rollout\", \"version\": 2}", "version 2"),
        ("{\"format\": \"barpoint rollout\", \"version\": 3}", "version 3"),
        ("{\"format\": \"barpoint rollout\", \"version\": 4}", "version 4"),
        ("{\"format\": \"barpoint rollout\", \"version\": 5}", "a damaged rollout"),
    ] {
        folder.write("state.json", text);
        assert!(refused(&[]).contains(part), "{text}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text, "it stays as it was");
    }
    let nowhere = folder.path("state.json/below");
    assert!(!refusal(&["4HPwATDgc/ABMA", "--state", nowhere.to_str().expect("UTF-8")]).is_empty());
}

/// Plays a share of a rollout and saves it in a file.
fn part(folder: &Folder, file: &str, share: &str, question: &[&str]) -> String {
    let path = folder.path(file).to_str().expect("UTF-8").to_owned();
    run(&[question, &["--share", share, "--state", &path]].concat());
    path
}

/// Returns what the program writes for a person.
fn written(arguments: &[&str]) -> Vec<u8> {
    let output = barpoint().arg("rollout").args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// A question about plays, one about the cube in a match, one about a position, and one without a legal play.
const QUESTIONS: [&[&str]; 4] = [
    &["4HPwATDgc/ABMA", "31", "8/5 6/5", "24/20", "--games", "40", "--truncate", "3"],
    &[MATCH, "--games", "38", "--truncate", "3", "--seed", "9"],
    &["4HPwATDgc/ABMA", "--cubeless", "--games", "37", "--truncate", "3", "--no-variance-reduction"],
    &["XGID=----CCE-C-c--------bbbbbbA:0:0:1:31:0:0:0:0:10", "--games", "7", "--truncate", "3"],
];

const MATCH: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:7:10";

#[test]
fn shares_of_a_rollout_merge_to_the_bytes_of_the_whole() {
    let folder = Folder::new("shares");
    let state = published("rollout-state");
    for question in QUESTIONS {
        let whole = folder.path("whole.json");
        let file = whole.to_str().expect("UTF-8");
        let json = run(&[question, &["--state", file]].concat());
        let text = written(question);
        for parts in [1, 2, 3, 7] {
            let shares: Vec<String> = (1..=parts)
                .map(|number| {
                    part(&folder, &format!("{number}.json"), &format!("{number}/{parts}"), question)
                })
                .collect();
            fits(&read(Path::new(&shares[0])), &state, "a share");
            let merged = folder.path("merged.json");
            let saving = ["--state", merged.to_str().expect("UTF-8")];
            let names: Vec<&str> = shares.iter().map(String::as_str).collect();
            assert_eq!(run(&[&["--merge"], &names[..], &saving].concat()), json, "{parts} shares");
            let bytes = [&merged, &whole].map(|path| std::fs::read(path).expect("a file"));
            assert_eq!(bytes[0], bytes[1], "{parts} shares");
            let backwards: Vec<&str> = names.into_iter().rev().collect();
            assert_eq!(written(&[&["--merge"], &backwards[..]].concat()), text, "{parts} shares");
            for share in shares {
                std::fs::remove_file(share).expect("a file of ours");
            }
        }
        for file in [whole, folder.path("merged.json")] {
            std::fs::remove_file(file).expect("a file of ours");
        }
    }
}

#[test]
fn a_share_is_gone_on_with_and_says_what_it_is() {
    let folder = Folder::new("share");
    let question = QUESTIONS[2];
    let file = part(&folder, "2.json", "2/2", question);
    let again = [question, &["--share", "2/2", "--state", &file]].concat();
    let text = String::from_utf8(written(&again)).expect("UTF-8");
    assert!(text.contains(", seed 1, games 19 to 37 of 37"), "{text}");
    assert!(
        refusal(&[question, &["--share", "1/2", "--state", &file]].concat()).contains("games 19 to 37 of 37")
    );
    assert!(refusal(&[question, &["--state", &file]].concat()).contains("rather than of all games"));
    for wrong in ["0/2", "3/2", "1/0", "2", "a/b", "1/2/3"] {
        let message = refusal(&[question, &["--share", wrong, "--state", &file]].concat());
        assert!(message.contains("expected K/N with K from 1 to N"), "{message}");
    }
    assert!(
        refusal(&[question, &["--share", "1/38", "--state", &file]].concat())
            .contains("as many shares as games")
    );
    assert!(refusal(&[question, &["--share", "1/2"]].concat()).contains("--state"));
    let rule = ["--share", "1/2", "--state", &file, "--stop-error", "0.1"];
    assert!(refusal(&[question, &rule].concat()).contains("--stop-error"));
}

#[test]
fn shares_that_do_not_fit_are_not_merged() {
    let folder = Folder::new("unfit");
    let question = ["4HPwATDgc/ABMA", "31", "8/5 6/5", "24/20", "--truncate", "1", "--games", "36"];
    let first = part(&folder, "first.json", "1/3", &question);
    let second = part(&folder, "second.json", "2/3", &question);
    let third = part(&folder, "third.json", "3/3", &question);
    let refused = |files: &[&str], parts: &[&str]| {
        let message = refusal(&[&["--merge"], files].concat());
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    };
    refused(&[&first, &third], &["no state has games 13 to 24 of 36"]);
    refused(&[&second], &["no state has games 1 to 12 of 36 and games 25 to 36 of 36"]);
    refused(&[&first, &second, &third, &second], &["second.json and", "both have games 13 to 24 of 36"]);
    let half = part(&folder, "half.json", "1/2", &question);
    refused(&[&half, &second, &third], &["half.json and", "second.json both have games 13 to 18 of 36"]);
    let other = |arguments: &[&str]| part(&folder, "other.json", "2/3", arguments);
    for (more, what) in [
        (&["--seed", "2"][..], "another seed, 2 instead of 1"),
        (&["--plies", "1", "--cube-plies", "0"], "another number of plies, 1 instead of 0"),
        (&["--no-variance-reduction"], "other settings of how games are played"),
    ] {
        let path = other(&[&question[..], more].concat());
        refused(&[&first, &path, &third], &["other.json doesn't fit", "first.json", what]);
        std::fs::remove_file(path).expect("a file of ours");
    }
    let ruled = folder.path("ruled.json");
    let ruled = ruled.to_str().expect("UTF-8");
    run(&[&question[..], &["--stop-error", "9", "--state", ruled]].concat());
    refused(&[&first, ruled], &["ruled.json doesn't fit", "other stopping rules"]);
    for (question, what) in [
        (["sGfwATDgc/ABMA", "31", "--truncate", "1", "--games", "36"], "another position"),
        (["4HPwATDgc/ABMA", "21", "--truncate", "1", "--games", "36"], "another roll, 21 instead of 31"),
        ([MATCH, "31", "--truncate", "1", "--games", "36"], "another score or cube"),
        (["4HPwATDgc/ABMA", "31", "--truncate", "1", "--games", "36"], "other candidates, 8/5 6/5 and "),
        (["4HPwATDgc/ABMA", "31", "8/5 6/5", "24/20", "--truncate", "1"], "games in all, 1296 instead of 36"),
    ] {
        let path = other(&question);
        refused(&[&first, &path, &third], &[what]);
        std::fs::remove_file(path).expect("a file of ours");
    }
    refused(
        &[folder.path("nowhere.json").to_str().expect("UTF-8")],
        &["cannot read ", "No such file or directory"],
    );
    // The merged rollout doesn't replace another one, a file that is none, or a share.
    folder.write("record.mat", " 3 point match\n");
    let saved_in = |file: &str, part: &str| refused(&[&first, &second, &third, "--state", file], &[part]);
    saved_in(folder.path("record.mat").to_str().expect("UTF-8"), "record.mat: not a rollout state");
    assert_eq!(folder.text("record.mat"), " 3 point match\n");
    saved_in(&first, "input and output are the same file");
    let longer = part(&folder, "longer.json", "1/1", &[&question[..7], &["40"]].concat());
    saved_in(&longer, "longer.json: it has more games, 40 instead of 36");
    let path = other(&[&question[..], &["--seed", "2"]].concat());
    saved_in(&path, "other.json: it was made with another seed, 2 instead of 1");
    std::fs::remove_file(path).expect("a file of ours");
    let more = part(&folder, "more.json", "1/1", &[&question[..], &["13/10 6/5"]].concat());
    saved_in(&more, "more.json: it holds a candidate that isn't asked for, 13/10 6/5");
    assert!(refusal(&["4HPwATDgc/ABMA", "--merge", &first]).contains("--merge"));
    // What was changed by hand has another checksum, and another version or other weights are seen.
    for (key, value, what) in
        [("program", "9.9.9", "another version of barpoint, 9.9.9"), ("weights", "00000000", "other weights")]
    {
        let mut text = std::fs::read_to_string(&second).expect("a file");
        let old = read(Path::new(&second))[key].as_str().expect("a text").to_owned();
        text =
            sealed(&text.replacen(&format!("\"{key}\": \"{old}\""), &format!("\"{key}\": \"{value}\""), 1));
        folder.write("changed.json", &text);
        refused(&[&first, folder.path("changed.json").to_str().expect("UTF-8"), &third], &[what]);
    }
}

#[test]
fn a_state_is_continued_by_the_same_rules_only() {
    let folder = Folder::new("ruled");
    let file = folder.path("state.json");
    let file = file.to_str().expect("UTF-8");
    let of = |rules: &str| format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:{rules}");
    // A cube of 4 at most.
    let limited = of("0:0:2");
    let first = run(&[&[&*limited], &SHORT[..], &["1", "--state", file]].concat());
    for other in ["0:0:10", "0:0:1", "0:0:3", "1:0:2", "2:0:2"] {
        let message = refusal(&[&[&*of(other)], &SHORT[..], &["1", "--state", file]].concat());
        assert!(message.contains("other rules"), "{other}: {message}");
    }
    assert!(refusal(&[MATCH, "31", "--state", file]).contains("another score or cube"));
    // What is merged is printed by the rules of the file.
    assert_eq!(run(&["--merge", file]), first);
}

/// Gives a state the checksum of its changed text.
fn sealed(text: &str) -> String {
    let checksum = serde_json::from_str::<Value>(text).expect("JSON")["checksum"].clone();
    let old = format!("\"checksum\": {checksum}");
    let empty = text.replace(&old, "\"checksum\": \"\"");
    // Without the blanks of the layout, but with those in texts.
    let mut is_inside = false;
    let keeps = |c: &char| {
        is_inside ^= *c == '"';
        is_inside || !c.is_whitespace()
    };
    let compact: String = empty.chars().filter(keeps).collect();
    let mut sum = flate2::Crc::new();
    sum.update(compact.as_bytes());
    text.replace(&old, &format!("\"checksum\": \"{:08x}\"", sum.sum()))
}

#[test]
fn an_ending_is_known_at_once() {
    let found = run(&[ENDING, "--games", "2"]);
    for candidate in found["candidates"].as_array().expect("candidates") {
        assert_eq!(candidate["error"].as_f64(), Some(0.0), "{candidate}");
    }
    let text = barpoint().args(["rollout", ENDING, "--games", "2"]).output().expect("the program runs");
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    assert!(text.contains("rollout: 0-ply, cubeful, variance reduction, seed 1"), "{text}");
    let head = text.lines().find(|line| line.contains("candidate")).expect("a heading");
    assert!(!head.contains("loss"), "cube actions have no losses there: {head}");
    assert!(refusal(&["AAAAAAAAAAAAAA"]).contains("the game is over"));
    assert!(refusal(&[ENDING, "--games", "0"]).contains("games"));
    assert!(refusal(&[ENDING, "--stop-error", "0"]).contains("above 0"));
}

#[test]
fn actions_with_ones_own_cube_are_redoubles() {
    let own = ENDING.replace(":0:0:1:00", ":1:1:1:00");
    for command in [&["rollout", "--games", "2"][..], &["cube", "--plies", "0"]] {
        let output = barpoint().args(command).arg(&own).output().expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        for words in ["no redouble ", "redouble, take ", "redouble, pass "] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(!text.contains("no double"), "{text}");
    }
    // The names in JSON are the same for every cube.
    assert_eq!(run(&[own.as_str(), "--games", "2"])["candidates"][0]["candidate"], "no double");
}

/// Changes each letter and each digit of a state in turn: the result is rejected, or still the same.
fn every_change_is_seen(text: &str) {
    let kept = RolloutState::from_bytes(text.as_bytes()).expect("a state");
    let mut tried = 0;
    for (place, &byte) in text.as_bytes().iter().enumerate().filter(|(_, byte)| byte.is_ascii_alphanumeric())
    {
        for other in [byte ^ 1, byte ^ 4, b'-', b' '] {
            let mut bytes = text.as_bytes().to_vec();
            bytes[place] = other;
            tried += 1;
            if let Ok(changed) = RolloutState::from_bytes(&bytes) {
                let bytes = String::from_utf8_lossy(&bytes);
                assert_eq!(changed, kept, "a change at byte {place} isn't seen: {bytes}");
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}
