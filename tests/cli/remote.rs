//! The protocols for other programs, and a match against the computer, as whole runs.

use super::barpoint;
use crate::support::{fed, json_lines};

/// Runs the program with lines on standard input; returns its status, standard output and standard error.
fn piped(arguments: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let output = fed(barpoint().args(arguments), lines.as_bytes());
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn ubgi_answers_line_by_line_whatever_comes() {
    let lines = "ubgi\nsetoption name EvalPlies value 0\nisready\nnewgame\nposition gnubgid 4HPwATDgc/ABMA\n\
                 dice 3 1\ngo role chequer\nxyzzy\nposition xgid -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10\n\
                 go cube\nquit\nubgi\n";
    let (status, said, complaints) = piped(&["ubgi"], lines);
    assert_eq!((status, complaints.as_str()), (Some(0), ""));
    let hello = said.find("ubgiok\n").expect("a handshake") + "ubgiok\n".len();
    let rest: Vec<&str> = said[hello..].lines().filter(|line| !line.starts_with("info ")).collect();
    assert_eq!(rest, ["readyok", "bestmove 8/5 6/5", "error bad_command xyzzy", "bestcube nodouble"]);
    assert_eq!(said.matches("\ninfo depth 0 eq ").count(), 2, "{said}");
    // The end of the input is as good as `quit`; bytes that are no text are an error like others.
    assert_eq!(piped(&["ubgi"], "isready").1, "readyok\n");
    let overlong = "x".repeat(200_000);
    let (status, said, _) = piped(&["ubgi"], &format!("{overlong}\nisready\n{overlong}"));
    let error = "error bad_value line has more than 65536 bytes\n";
    assert_eq!((status, said), (Some(0), format!("{error}readyok\n{error}")));
}

#[test]
fn a_match_against_the_computer_is_played_in_a_pipe_and_can_be_saved() {
    let begin = &["play", "--seed", "3", "--level", "beginner", "--name", "Ann"];
    let lines = "resign backgammon\nexport match mat -\n";
    let (status, said, complaints) = piped(begin, lines);
    assert_eq!((status, complaints.as_str()), (Some(0), ""), "{said}");
    assert!(
        said.starts_with("A new 1 point match has been started.\nbarpoint rolls 4, Ann rolls 1.\n"),
        "{said}"
    );
    let (_, after) = said.split_once("\nbarpoint has won the match.\n").expect("the end of the match");
    assert!(after.contains(" Game 1\n"), "lines after the match are run: {said}");
    assert_eq!(piped(begin, "resign backgammon\nhint\n").0, Some(1), "and refused");
    assert_eq!(piped(begin, "frobnicate\n").0, Some(1));
    let (status, said, _) = piped(&[begin, &["--json", "--length", "0"][..]].concat(), "show score\n");
    let answers = json_lines(&said);
    assert_eq!((status, answers.len()), (Some(0), 2), "{said}");
    assert_eq!(answers[1]["command"], "show score");
    let (status, _, complaints) = piped(&["play", "--name", "barpoint"], "");
    assert_eq!(status, Some(2), "{complaints}");
}

#[test]
fn a_tutor_asks_before_a_mistake_counts() {
    let lines = "set evaluation chequerplay evaluation plies 0\nset dice 31\nmove 24/20\nn\nmove 24/20\ny\nshow pipcount\n";
    let (_, said, complaints) = piped(&["play", "--seed", "3", "--level", "beginner", "--tutor"], lines);
    let parts: Vec<&str> = said.split("Are you sure? [y/n] ").collect();
    assert_eq!(parts.len(), 3, "{said}{complaints}");
    assert!(parts[2].contains("24/20 costs 0.") && !parts[1].contains("costs"), "{said}");
}
