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
    let folder = Folder::with("recorded-over", "over.mat", OVER);
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
    let folder = Folder::with("recorded-jacoby", "session.mat", JACOBY);
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
    let folder = Folder::with("recorded-final", "session.mat", JACOBY);
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
    let folder = Folder::with("recorded-twice", "a.mat", record("valid/one-point.mat"));
    for again in ["a.mat", "./a.mat"] {
        let run = folder.run(&format!("convert a.mat {again} --to sgf -o out --force"));
        run.status(2);
        assert!(run.err.contains("is already written from this file, which is named twice"), "{}", run.err);
    }
}

/// Returns a game that ann wins by a gammon with the cube in the middle.
fn gammon(number: u32, score: [u32; 2], points: u32) -> String {
    let [zero, one] = score;
    format!(
        " Game {number}\n ann : {zero}                        bob : {one}\n\
         ; Set Pos=-A----------o-------------/0 on=L cube=1 owner=-\n  1) 31: 1/off\n      \
         Wins {points} points\n\n"
    )
}

/// Returns a game that bob wins by a resignation.
fn plain(number: u32, score: [u32; 2]) -> String {
    let [zero, one] = score;
    format!(
        " Game {number}\n ann : {zero}                        bob : {one}\n  \
         1) 31: 8/5 6/5                  52: 13/8 24/22\n                                  Wins 1 point\n\n"
    )
}

fn session(games: &[String]) -> String {
    format!(" 0 point match\n\n{}", games.concat())
}

/// Returns the last line of the score of each game in a file.
fn final_score(folder: &Folder, name: &str) -> String {
    folder.run(&format!("score {name}")).status(0).lines().last().expect("a line").to_owned()
}

#[test]
fn a_session_that_shows_the_jacoby_rule_counts_by_it_in_every_format() {
    let folder = Folder::new("recorded-shown");
    // By its scores, with results as GNU Backgammon writes them; by its results, where no score follows; by the results
    // of games that all begin at nil all.
    let shown = [gammon(1, [0, 0], 2), gammon(2, [1, 0], 2), plain(3, [2, 0]), gammon(4, [2, 1], 2)];
    let all = [
        ("shown", session(&shown), "ann leads 3-1"),
        ("result", session(&[gammon(1, [0, 0], 1)]), "ann leads 1-0"),
        ("own", session(&[gammon(1, [0, 0], 1), gammon(2, [0, 0], 1)]), "ann leads 1-0"),
    ];
    for (name, text, score) in all {
        folder.write(&format!("{name}.mat"), text);
        assert_eq!(final_score(&folder, &format!("{name}.mat")), score, "{name}");
        for format in ["xg", "ogxm", "gam", "sgf", "mat", "snowie", "json", "text"] {
            let file = format!("{name}.as.{format}");
            let run = folder.run(&format!("convert {name}.mat {file} --to {format}"));
            run.status(0);
            let is_whole = !run.err.contains("result") && !run.err.contains("play");
            let errors = folder.run(&format!("check --format concise --from {format} {file}"));
            assert_eq!(errors.status(0), "", "{name}, {format}");
            if format == "gam" {
                assert!(folder.text(&file).contains("Wins 1 point\n"), "{name}");
                continue;
            }
            if is_whole {
                assert_eq!(
                    final_score(&folder, &format!("{file} --from {format}")),
                    score,
                    "{name}, {format}"
                );
            }
            assert!(is_whole || name == "own" && format == "ogxm", "{name}, {format}: {}", run.err);
        }
    }
}

#[test]
fn gammons_that_count_with_and_without_the_jacoby_rule_are_reported_and_their_losses_named() {
    let folder = Folder::new("recorded-mixed");
    let mixed = [gammon(1, [0, 0], 2), gammon(2, [2, 0], 2), plain(3, [3, 0])];
    folder.write("mixed.mat", session(&mixed));
    let run = folder.run("check mixed.mat");
    let said = run.status(1);
    assert!(said.contains("game 1 counts its gammon without the Jacoby rule, game 2 by it"), "{said}");
    for format in ["xg", "ogxm", "oldmoves", "sgg", "tmg"] {
        let run = folder.run(&format!("convert mixed.mat to.{format} --to {format} -f"));
        run.status(1);
        let errors = folder.run(&format!("check --from {format} to.{format}"));
        assert!(run.err.contains("lost") || errors.status == 1, "{format}: {}", run.err);
    }
    folder.write("otherwise.mat", session(&[gammon(1, [0, 0], 1), plain(2, [2, 0])]));
    let run = folder.run("check otherwise.mat");
    let said = run.status(1);
    assert!(said.contains("counts the gammon without the Jacoby rule"), "{said}");
    assert!(said.contains("this result counts it by the rule"), "{said}");
    // A result that isn't what GNU Backgammon writes, but a score that the rule explains, is no contradiction.
    folder.write("shown.mat", session(&[gammon(1, [0, 0], 2), gammon(2, [1, 0], 2), plain(3, [2, 0])]));
    assert_eq!(folder.run("check shown.mat").status(0), "");
}

#[test]
fn a_wrong_score_beside_a_gammon_by_the_jacoby_rule_gives_no_second_one() {
    let folder = Folder::new("recorded-wrong");
    for wrong in [[7, 0], [0, 3]] {
        let games = [gammon(1, [0, 0], 2), plain(2, [1, 0]), plain(3, wrong), plain(4, [1, 3])];
        folder.write("wrong.mat", session(&games));
        folder.run("check wrong.mat").status(1);
        for format in ["xg", "ogxm", "sgg", "tmg", "gam"] {
            folder.run(&format!("convert wrong.mat to.{format} --to {format} -f"));
            // Two of them can't hold the position of the first game.
            let run = folder.run(&format!("check --format concise --from {format} to.{format}"));
            let found = String::from_utf8_lossy(&run.out);
            assert!(!found.contains("score-"), "{wrong:?}, {format}: {found}");
        }
    }
}

#[test]
fn a_jacoby_header_that_says_nothing_states_no_rule() {
    let folder = Folder::new("recorded-empty");
    let shown = [gammon(1, [0, 0], 2), gammon(2, [1, 0], 2), plain(3, [2, 0])];
    for value in ["", "perhaps"] {
        folder.write("shown.mat", format!("; [Jacoby \"{value}\"]\n{}", session(&shown)));
        for format in ["xg", "ogxm", "sgf", "mat", "json"] {
            folder.run(&format!("convert shown.mat to.{format} --to {format} -f"));
            assert_eq!(final_score(&folder, &format!("to.{format}")), "ann leads 2-1", "{value}, {format}");
        }
    }
}

#[test]
fn parts_of_a_session_fit_whether_its_last_gammon_counts_by_the_jacoby_rule_or_not() {
    let folder = Folder::with("recorded-parts", "one.mat", session(&[gammon(1, [0, 0], 2)]));
    for (next, status) in [([1, 0], 0), ([2, 0], 0), ([3, 0], 1)] {
        folder.write("two.mat", session(&[plain(2, next)]));
        let run = folder.run("merge one.mat two.mat -o whole.mat");
        // The second part by itself begins in the middle of a session.
        assert_eq!(run.err.contains("the first ends at 2-0 or 1-0"), status == 1, "{next:?}: {}", run.err);
        assert_eq!(folder.path("whole.mat").exists(), status == 0, "{next:?}: {}", run.err);
        let _ = std::fs::remove_file(folder.path("whole.mat"));
    }
}

#[test]
fn parts_of_a_match_that_is_over_fit_together() {
    let folder = Folder::with("recorded-over-parts", "over.mat", OVER);
    let run = folder.run("split --games over.mat");
    assert_eq!(run.status, 1, "{}", run.err);
    let run = folder.run("merge over-01-01.mat over-01-02.mat over-01-03.mat -o whole.mat");
    assert!(!run.err.contains("the first ends at"), "{}", run.err);
    let heads = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with(" ann : "));
        lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(heads(&folder.text("whole.mat")), heads(OVER));
    // Those that don't follow still don't.
    let run = folder.run("merge over-01-01.mat over-01-03.mat -o other.mat");
    assert!(run.err.contains("the first ends at 4-0, the second starts at 4-1"), "{}", run.err);
    assert!(!folder.path("other.mat").exists());
}
