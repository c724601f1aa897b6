//! Scores and results are written as they are recorded.

use super::{Folder, record};
use serde_json::Value;

/// A match to 3 that goes on after its end.
const OVER: &str = " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
                    1) 31: 8/5 6/5                  52: 13/8 24/22\n  2) Doubles => 2                  Takes\n  \
                    3) 62: 24/18 13/11\n      Wins 4 points\n\n Game 2\n ann : 4                        bob : 0\n  \
                    1)                             31: 8/5 6/5\n  2) 52: 13/8 24/22\n                                  \
                    Wins 1 point\n\n Game 3\n ann : 4                        bob : 1\n  \
                    1) 31: 8/5 6/5                  52: 13/8 24/22\n      Wins 1 point\n";

#[test]
fn scores_after_the_end_of_a_match_are_written_as_recorded_or_told_as_lost() {
    let folder = Folder::new("recorded-over");
    folder.write("over.mat", OVER);
    folder.write("once.mat", record("invalid/score-over-once.mat"));
    let codes = |name: &str| {
        let run = folder.run(&format!("check --format concise {name}"));
        let lines = run.status(1).lines();
        let code = |line: &str| {
            line.split_once("error[").and_then(|(_, rest)| rest.split_once(']')).map(|it| it.0.to_owned())
        };
        lines.filter_map(code).collect::<Vec<_>>()
    };
    for (format, of_over, of_once) in [
        ("mat", " ann : 4                        bob : 1", " ann : 1                        bob : 1"),
        ("snowie", " ann : 4                        bob : 1", " ann : 1                        bob : 1"),
        ("sgf", "[ws:4][bs:1]", "[ws:1][bs:1]"),
        ("oldmoves", "Score is 4-1 in a 3 point match.", "Score is 1-1 in a 1 point match."),
        ("tmg", "Game 3: 4-1", "Game 3: 1-1"),
        ("sgg", "Game 3.4-1/3", "Game 3.1-1/1"),
    ] {
        for (name, head) in [("over", of_over), ("once", of_once)] {
            let run = folder.run(&format!("convert {name}.mat {name}.{format} --to {format}"));
            run.status(1);
            let text = folder.text(&format!("{name}.{format}"));
            assert!(text.contains(head), "{name}, {format}: {text}");
        }
    }
    assert_eq!(codes("over.mat"), ["score-over"]);
    let run = folder.run("convert over.mat again.mat");
    assert!(!run.err.contains("lost"), "{}", run.err);
    assert_eq!(codes("again.mat"), ["score-over"]);
    // A text with IDs has no place for them.
    let run = folder.run("convert over.mat over.txt --to text --loss json");
    let line = run.err.lines().find(|line| line.starts_with('{')).expect("a list of losses");
    let loss: Value = serde_json::from_str(line).expect("JSON");
    let items = loss["items"].as_array().expect("items").iter();
    let scores: Vec<&str> =
        items.filter(|item| item["kind"] == "score").filter_map(|item| item["text"].as_str()).collect();
    assert_eq!(scores, ["4-0", "4-1"], "{line}");
}
