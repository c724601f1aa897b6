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
            let run = folder.run(&format!("convert {name}.mat to-{name}.{format} --to {format}"));
            run.status(1);
            let text = folder.text(&format!("to-{name}.{format}"));
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
    let run = folder.run("convert over.mat third.xg --game 3 --loss json");
    assert!(run.err.contains("\"text\":\"4-1\""), "{run:?}");
}

/// A session whose first game is a gammon that counts as a single game by the score after it.
const JACOBY: &str = "; [FinalScore \"1-1\"]\n\n 0 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
                      1) 31: 8/5 6/5                  52: 13/8 24/22\n      Wins 2 points\n\n Game 2\n \
                      ann : 1                        bob : 0\n  1)                             31: 8/5 6/5\n  \
                      2) 52: 13/8 24/22\n                                  Wins 1 point\n";

#[test]
fn a_game_by_itself_states_the_jacoby_rule_that_the_scores_of_its_session_show() {
    let folder = Folder::new("recorded-jacoby");
    folder.write("session.mat", JACOBY);
    assert_eq!(folder.run("check session.mat").status(0), "");
    folder.run("split --games session.mat").status(0);
    let first = folder.text("session-01-01.mat");
    assert!(first.contains("; [Jacoby \"On\"]") && first.contains("Wins 1 point\n"), "{first}");
    folder.run("check session-01-01.mat session-01-02.mat").status(0);
    let run = folder.run("merge session-01-01.mat session-01-02.mat -o whole.mat");
    run.status(0);
    let score = |name: &str| {
        let run = folder.run(&format!("score --json {name}"));
        let line: Value = serde_json::from_str(run.status(0).trim()).expect("JSON");
        line["games"].as_array().expect("games").iter().map(|game| game["points"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(score("whole.mat"), score("session.mat"));
    folder.run("convert session.mat one.sgf --game 1").status(0);
    assert_eq!(score("one.sgf"), score("session.mat")[..1]);
    // So do the results and the IDs in a text.
    let run = folder.run("convert session.mat session.txt --to text");
    run.status(0);
    assert!(folder.text("session.txt").contains("ann wins 1 point\n"), "{}", run.err);
    assert_eq!(folder.run("check session.txt").status(0), "");
    assert_eq!(score("session.txt"), score("session.mat"));
}

#[test]
fn what_is_told_of_a_whole_match_does_not_go_with_one_of_its_games() {
    let folder = Folder::new("recorded-final");
    folder.write("session.mat", JACOBY);
    folder.run("split --games session.mat").status(0);
    assert!(!folder.text("session-01-01.mat").contains("FinalScore"));
    let run = folder.run("convert session.mat --to mat");
    assert!(run.status(0).contains("; [FinalScore \"1-1\"]"), "{run:?}");
}

#[test]
fn the_cause_of_a_loss_is_written_in_the_losers_cell() {
    let folder = Folder::new("recorded-cause");
    let text = "\n 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22 \n  2) 64: Lost on time             Wins 1 point\n\n \
                Game 2\n Ann : 0                        Bob : 1\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22 \n  2)  Lost on time                Wins 2 points\n\n \
                Game 3\n Ann : 0                        Bob : 3\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22 \n  2) 64: 24/18 18/14             63: Lost on time\n      \
                Wins 1 point\n\n Game 4\n Ann : 1                        Bob : 3\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22 \n  2) 64:                          Forfeits\n      \
                Wins 1 point\n\n";
    folder.write("causes.mat", text);
    let run = folder.run("fmt --check causes.mat");
    assert_eq!((run.status(0), folder.text("causes.mat").as_str()), ("", text), "{}", run.err);
    let run = folder.run("convert causes.mat causes.sgf");
    run.status(0);
    let run = folder.run("convert causes.sgf --to mat");
    assert_eq!(run.status(0), text, "{}", run.err);
    assert!(!run.err.contains("lost"), "{}", run.err);
}

#[test]
fn what_a_format_writes_is_not_told_as_lost() {
    let folder = Folder::new("recorded-held");
    let text = record("valid/one-point.mat");
    folder.write("timed.mat", format!("; [Clock \"30 minutes\"]\n{text}"));
    for format in ["mat", "text"] {
        let run = folder.run(&format!("convert timed.mat --to {format}"));
        assert!(run.status(0).contains("30 minutes"), "{format}");
        assert!(!run.err.contains("the clock"), "{format}: {}", run.err);
    }
    folder.run("fmt timed.mat").status(0);
    folder.write(
        "nack.mat",
        "; [Variation \"nackgammon\"]\n; [Jacoby \"On\"]\n\n 0 point match\n\n Game 1\n \
                              ann : 0                        bob : 0\n  1) 31: 8/5 6/5\n",
    );
    let run = folder.run("convert nack.mat nack.txt --to text");
    run.status(0);
    assert!(!run.err.contains("lost"), "{}", run.err);
    let run = folder.run("convert nack.txt --to mat");
    assert!(run.status(0).contains("; [Variation \"NackGammon\"]\n; [Jacoby \"On\"]"), "{run:?}");
}

#[test]
fn a_match_whose_first_game_is_drawn_stays_one_match_in_oldmoves() {
    let folder = Folder::new("recorded-drawn");
    let passed = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n  2)  Doubles => 2                Drops\n      \
                  Wins 1 point\n\n";
    let head = " ann : 0                        bob : 0\n";
    folder.write(
        "drawn.mat",
        format!(
            " 5 point match\n\n Game 1\n{head}  1) 31: 8/5 6/5                 52: 13/8 24/22\n      Draw\n\n \
             Game 2\n{head}{passed} Game 3\n ann : 1                        bob : 0\n{passed}"
        ),
    );
    let run = folder.run("convert drawn.mat drawn.txt --to oldmoves");
    run.status(0);
    assert!(run.err.contains("lost 1 result"), "{}", run.err);
    let run = folder.run("check drawn.txt");
    assert!(run.err.contains("1 file, 1 match, 3 games"), "{run:?}");
    assert!(folder.text("drawn.txt").contains("\n; game: 2\nScore is 0-0"), "{run:?}");
}

#[test]
fn a_file_that_is_named_twice_is_called_so() {
    let folder = Folder::new("recorded-twice");
    folder.write("a.mat", record("valid/one-point.mat"));
    for again in ["a.mat", "./a.mat"] {
        let run = folder.run(&format!("convert a.mat {again} --to sgf -o out --force"));
        run.status(2);
        assert!(run.err.contains("is already written from this file, which is named twice"), "{}", run.err);
    }
}
