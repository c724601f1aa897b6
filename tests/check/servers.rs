//! Fixes of one mistake in the records of servers, in which each action has a line of its own, in texts with
//! boards and in JSON.

use crate::support::{changed, fixed, replayed, testdata};
use barpoint::analysis::RulesOverride;
use barpoint::analysis::repair::repair;
use barpoint::diag::{Code, Severity, SourceFile};
use barpoint::formats::Format;

/// Returns the codes of the findings on a match, notes left out, and the fixes of the first one: whether each is safe,
/// and the text that it gives.
fn fixes(format: &str, text: &str) -> (Vec<Code>, Vec<(bool, String)>) {
    let source = SourceFile::decode("fixes", text.as_bytes()).expect("small");
    let format = Format::by_name(format).expect("a format");
    let (_, mut findings) = replayed(format, text);
    findings.retain(|finding| finding.severity > Severity::Note);
    repair(format, &source, &RulesOverride::default(), &mut findings);
    let first = findings.first().into_iter().flat_map(|finding| &finding.fixes);
    let fixed = first.map(|fix| (fix.is_safe(), fixed(text, fix))).collect();
    (findings.iter().map(|finding| finding.code).collect(), fixed)
}

/// Asserts that each change of a sample is one finding, that a fix takes it back, and that no safe fix does anything
/// else.
#[track_caller]
fn are_taken_back(format: &str, file: &str, changes: &[(&str, &str, Code)]) {
    let sample = std::fs::read_to_string(testdata(file)).expect("a record");
    assert_eq!(fixes(format, &sample), (Vec::new(), Vec::new()));
    for &(from, to, code) in changes {
        let wrong = changed(&sample, from, to);
        let (codes, fixes) = fixes(format, &wrong);
        assert_eq!(codes, [code], "{from:?} as {to:?}");
        let restores = |text: &str| text == sample;
        assert!(fixes.iter().any(|(_, text)| restores(text)), "{from:?} as {to:?}: {fixes:#?}");
        let is_right = |(is_safe, text): &(bool, String)| !is_safe || restores(text);
        assert!(fixes.iter().all(is_right), "{from:?} as {to:?}: {fixes:#?}");
    }
}

#[test]
fn one_mistake_in_a_record_of_true_money_games_is_taken_back() {
    let turn = " 3 1 62:\n 3 4 24/18 13/11\n";
    let twice = turn.repeat(2);
    let changes = [
        ("24/18 13/11", "24/17 13/11", Code::PlayWrongPips),
        ("13/9 10/5", "13/9 1O/5", Code::RecordSyntax),
        (" 3 1 62:", " 3 1 52:", Code::PlayWrongPips),
        (" 5 7 Take\n", "", Code::TurnUnanswered),
        (" -4 5 Double to 2\n", "", Code::CubeNoDouble),
        (turn, &*twice, Code::TurnWrongSide),
        (" -3 4 23/21", " 3 4 23/21", Code::TurnWrongSide),
        (" 6 1 61:\n 6 4 bar/24 24/18\n", " 6 4 bar/24 24/18\n 6 1 61:\n", Code::RecordSyntax),
        (turn, " 3 1 62: 3 4 24/18 13/11\n", Code::RecordSyntax),
        ("wins 16 points", "wins 6 points", Code::RecordValue),
    ];
    are_taken_back("tmg", "tmg/valid/seven-points.tmg", &changes);
}

#[test]
fn one_mistake_in_a_record_of_gamesgrid_is_taken_back() {
    let dice = "3\t\t21:\n";
    let twice = dice.repeat(2);
    let changes = [
        ("24/18, 13/11", "24/17, 13/11", Code::PlayWrongPips),
        ("3\t62:\n", "3\t52:\n", Code::RecordValue),
        ("3\t62: 24", "3\t72: 24", Code::RecordValue),
        ("Double to 2", "Doble to 2", Code::RecordSyntax),
        ("5\tAccept\n", "", Code::TurnUnanswered),
        ("3\t\t21:\n3\t\t21: 23", "3\t21:\n3\t21: 23", Code::TurnWrongSide),
        (dice, &*twice, Code::TurnWrongSide),
    ];
    are_taken_back("sgg", "sgg/valid/seven-points.sgg", &changes);
}

#[test]
fn one_mistake_in_old_moves_of_fibs_is_taken_back_in_the_numbering_of_its_side() {
    let changes = [
        ("24-18 13-11", "24-17 13-11", Code::PlayWrongPips),
        ("2-4 19-20", "2-4 19-21", Code::PlayWrongPips),
        ("(6 2) 24-18 13-11", "(5 2) 24-18 13-11", Code::PlayWrongPips),
        ("X: accepts\n", "", Code::TurnUnanswered),
        ("O: doubles", "O: doubls", Code::RecordSyntax),
        ("X: (6 2) 24-18 13-11", "O: (6 2) 24-18 13-11", Code::TurnWrongSide),
    ];
    are_taken_back("oldmoves", "oldmoves/valid/seven-points.txt", &changes);
}

#[test]
fn the_first_turn_of_a_game_in_sgf_may_be_the_other_players() {
    let head = "(;FF[4]GM[6]MI[length:5][game:0]PW[Ann]PB[Bob]";
    let right = format!("{head};W[31hefe];B[42lpac];W[64xn])\n");
    let wrong = right.replacen(";W[31", ";B[31", 1);
    let (_, fixes) = fixes("sgf", &wrong);
    assert!(fixes.iter().any(|(_, text)| *text == right), "{fixes:#?}");
}

#[test]
fn one_mistake_in_a_text_with_boards_is_taken_back() {
    let changes = [
        ("Alice moves 24/21 10/8", "Alice moves 24/21 10/7", Code::PlayWrongPips),
        ("Bob 0 (match to 3 points)", "Bob 0 (match to 5 points)", Code::RecordValue),
        ("Alice 0, Bob 0", "Alice 1, Bob 0", Code::RecordValue),
    ];
    are_taken_back("text", "text/valid/two-games.txt", &changes);
}

#[test]
fn a_text_without_a_score_line_is_one_finding_and_keeps_its_players() {
    let sample = std::fs::read_to_string(testdata("text/valid/two-games.txt")).expect("a record");
    for heading in ["The score (after 0 games) is: ", "The score (after 1 game) is: "] {
        let at = sample.find(heading).expect("a score line");
        let end = at + sample[at..].find('\n').expect("a line end");
        let without = [&sample[..at], &sample[end..]].concat();
        assert_eq!(fixes("text", &without).0, [Code::RecordSyntax], "{heading}");
    }
}

#[test]
fn a_wrong_play_in_json_is_taken_back() {
    let changes = [("13/10 6/4", "13/10 6/3", Code::PlayWrongPips)];
    are_taken_back("json", "json/valid/sample.json", &changes);
}
