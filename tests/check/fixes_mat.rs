//! The fixes of damage in .mat records: characters that a scanner or a hand has changed, and games and lines that are
//! lost or swapped.

use super::fixes::{GIVEN_UP, PASSED, PASSED_BY_ANN, fixes, found, games, mended, none_safe, two_games};
use crate::support::changed;
use barpoint::diag::Code;
use barpoint::formats::{mat, sgf};

/// A game that stops after its first row.
fn row(cells: &str) -> String {
    format!(" 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) {cells}\n")
}

#[test]
fn a_last_score_that_a_lost_game_explains_is_not_changed_as_a_safe_fix() {
    // The game before the last one is lost, and the last one is numbered anew.
    let text = |last: [u32; 2]| games(9, &[([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), (last, GIVEN_UP)]);
    for last in [[2, 1], [3, 1], [4, 1], [7, 1], [1, 2], [1, 5]] {
        let findings = none_safe(&text(last));
        assert_eq!(findings.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::ScoreContradiction]);
        assert_eq!(findings[0].fixes.len(), 1, "{last:?}");
    }
    // Only the written score ends the match.
    none_safe(&text([8, 1]));
    // No game is worth five points.
    let expected = ["safe: write the score 1 of Ann, not 6"];
    assert_eq!(fixes(&text([6, 1]), Code::ScoreContradiction), expected);
    // A later score confirms the other one.
    let later = [([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([2, 1], PASSED), ([2, 1], PASSED_BY_ANN)];
    let expected = ["safe: write the score 1 of Ann, not 2"];
    assert_eq!(fixes(&games(9, &later), Code::ScoreContradiction), expected);
}

/// Returns the text after the first fix of the first finding.
fn fixed(text: &str) -> String {
    crate::support::fixed(text, &mended(&mat::FORMAT, text)[0].fixes[0])
}

#[test]
fn a_lost_head_is_inserted_where_the_rows_are_numbered_from_one_again() {
    let all = [([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([1, 1], PASSED), ([2, 1], GIVEN_UP)];
    let text = games(9, &all);
    for (number, [ann, bob]) in [(2, [1, 0]), (3, [1, 1]), (4, [2, 1])] {
        let head = format!(" Game {number}\n Ann : {ann}                        Bob : {bob}\n");
        for lost in [head.clone(), format!("\n{head}")] {
            let wrong = changed(&text, &lost, "");
            let (code, fixes) = found(&mat::FORMAT, &wrong).remove(0);
            assert_eq!(code, Code::TurnAfterEnd, "{wrong}");
            let expected = format!("insert `Game {number}` and the players with the score {ann}-{bob}");
            assert_eq!(fixes[0], expected, "{wrong}");
            assert_eq!(fixed(&wrong), text);
        }
    }
}

#[test]
fn a_row_has_no_place_for_a_resignation_that_a_line_above_the_games_adds() {
    let text = " 3 point match\n\n; [Resignation 1/end \"R single\"]\n\n Game 1\n \
        Ann : 2                        Bob : 0\n  \
        1)                             21: 13/11 24/23\n  2)  Doubles => 2\n      Wins 1 point\n";
    let (code, _) = found(&mat::FORMAT, text).remove(0);
    assert_eq!(code, Code::CubeCrawford);
}

#[test]
fn characters_of_html_are_written_as_themselves() {
    let copied = games(9, &[([0, 0], &PASSED.replace("=>", "=&gt;"))]);
    assert_eq!(fixes(&copied, Code::MatCellUnreadable), ["safe: write `=> 2`"]);
}

#[test]
fn only_the_damaged_characters_of_a_play_are_replaced() {
    for (cell, play) in [
        ("31: 8\\5 6/5", "8/5 6/5"),
        ("31: 8|5 6|5", "8/5 6/5"),
        ("31: 8.5 6/5", "8/5 6/5"),
        ("31: 8\u{2044}5 6/5", "8/5 6/5"),
        ("32: 13/1O 24/22", "13/10 24/22"),
        ("62: 13/7 7/S", "13/7 7/5"),
        ("21: 24/23 l3/11", "24/23 13/11"),
        ("42: 13x9 24/22", "13/9 24/22"),
        ("42: 13+9 24/22", "13/9 24/22"),
        ("31: 8]/5 6/5", "8/5 6/5"),
        ("31: 8/5 6/[5", "8/5 6/5"),
        ("31: 8/5 6/-5", "8/5 6/5"),
        ("31: o8/5 6/5", "8/5 6/5"),
    ] {
        let text = row(&format!("{cell:29}52: 13/8 24/22"));
        assert_eq!(fixes(&text, Code::MatPlayNotation), [format!("safe: write `{play}`")], "{cell}");
    }
    for star in ["\u{2217}", "x", "\u{D7}"] {
        let text = row(&format!("62: 24/18 13/11              64: 24/20 13/7{star}"));
        assert_eq!(fixes(&text, Code::MatPlayNotation), ["safe: write `24/20 13/7*`"], "{star}");
    }
    // All four steps stay.
    let steps = row("31: 8/5 6/5                  33: 13/1O 10/7 13/10 1O/7");
    assert_eq!(fixes(&steps, Code::MatPlayNotation), ["safe: write `13/10 10/7 13/10 10/7`"]);
    let bar = row("52: 13/8 B/6                 64: 24/18 13/9");
    assert_eq!(fixes(&bar, Code::PlayNoChecker), ["safe: write `13/8 8/6`"]);
}

#[test]
fn a_play_with_a_character_that_may_be_any_is_completed() {
    for cell in ["8/5 6/?", "85 6/5", "815 6/5", "8//5 6/5", "8/56/5"] {
        let text = row(&format!("31: {cell:25}52: 13/8 24/22"));
        // The game stops here, so nothing confirms it.
        assert_eq!(fixes(&text, Code::MatPlayNotation), ["write `8/5 6/5`"], "{cell}");
        let over = PASSED.replace("8/5 6/5", cell);
        let expected = ["safe: write `8/5 6/5`"];
        assert_eq!(fixes(&games(5, &[([0, 0], &over)]), Code::MatPlayNotation), expected, "{cell}");
    }
    for (cell, play) in [("13/10 ?/5", "13/10 6/5"), ("24/2? 13/10", "24/23 13/10")] {
        let text = row(&format!("31: {cell:25}52: 13/8 24/22"));
        assert_eq!(fixes(&text, Code::MatPlayNotation), [format!("write `{play}`")], "{cell}");
    }
}

#[test]
fn dice_with_a_digit_lost_or_doubled_are_those_of_the_play() {
    for dice in ["2", "5", "552", "522"] {
        let text = games(5, &[([0, 0], &PASSED.replace("52:", &format!("{dice}:")))]);
        let expected = [format!("safe: write `52` for `{dice}`")];
        assert_eq!(fixes(&text, Code::MatDice), expected, "{dice}");
    }
    // The play is legal with none of the rolls that the digits contain.
    let text = games(5, &[([0, 0], &PASSED.replace("52:", "661:"))]);
    assert_eq!(fixes(&text, Code::MatDice), [""; 0]);
}

/// A game of SGF that W wins by a resignation, with this node as the second one.
fn with_node(node: &str) -> String {
    let head = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1R]";
    format!("{head}\n;W[31hefe]\n;{node}\n;W[64xrmi]\n;B[63aggj]\n;W[21mkfe])\n")
}

#[test]
fn damaged_nodes_of_sgf_keep_what_is_legible() {
    assert_eq!(found(&sgf::FORMAT, &with_node("B[52lqac]")), []);
    for (node, fix) in [
        ("B[52lq\u{430}c]", "write `lqac`"),
        ("B[52LQac]", "write `lqac`"),
        ("B[52:lqac]", "write `lqac`"),
        ("B[2lqac]", "write `52` for `2`"),
        ("B[522lqac]", "write `52` for `522`"),
    ] {
        let expected = (Code::RecordSyntax, vec![format!("safe: {fix}")]);
        assert_eq!(found(&sgf::FORMAT, &with_node(node)), [expected], "{node}");
    }
}

/// The rows of a game that Ann wins.
const ROWS: [&str; 5] = [
    "  1) 31: 8/5 6/5                 52: 13/8 24/22\n",
    "  2) 64: 24/14                   41: 13/9 9/8\n",
    "  3) 52: 13/8 6/4                 Doubles => 2\n",
    "  4)  Takes                      63: 24/18 13/10\n",
    "  5) 21: 6/4 4/3\n",
];

/// Returns a match of the game with its rows in this order.
fn rows_in(order: [usize; 5]) -> String {
    let rows: String = order.iter().map(|row| ROWS[*row]).collect();
    games(5, &[([0, 0], &format!("{rows}      Wins 2 points\n"))])
}

#[test]
fn rows_are_put_in_the_order_of_their_numbers() {
    let text = rows_in([0, 1, 2, 3, 4]);
    assert_eq!(found(&mat::FORMAT, &text), []);
    for (order, fix) in [
        ([1, 0, 2, 3, 4], "swap rows 1 and 2"),
        ([0, 2, 1, 3, 4], "swap rows 2 and 3"),
        ([0, 1, 3, 2, 4], "swap rows 3 and 4"),
        ([0, 1, 2, 4, 3], "swap rows 4 and 5"),
    ] {
        let wrong = rows_in(order);
        assert_eq!(fixes(&wrong, Code::MatRowNumber), [format!("safe: {fix}")], "{wrong}");
        assert_eq!(fixed(&wrong), text);
    }
    for (order, fix) in [
        ([4, 3, 2, 1, 0], "put rows 1 to 5 in the order of their numbers"),
        ([0, 3, 1, 2, 4], "put rows 2 to 4 in the order of their numbers"),
    ] {
        let wrong = rows_in(order);
        let (code, fixes) = found(&mat::FORMAT, &wrong).remove(0);
        assert_eq!((code, &*fixes[0]), (Code::MatRowNumber, &*format!("safe: {fix}")), "{wrong}");
        assert_eq!(fixed(&wrong), text);
    }
}

#[test]
fn a_double_and_its_answer_in_each_others_cell_are_exchanged() {
    let rows = [ROWS[0], "  2)  Doubles => 2                Takes\n", ROWS[1], ROWS[3], ROWS[4]].concat();
    let rows = rows.replace("  4)  Takes          ", "  4) 52: 13/8 6/4    ").replace("  2) 64", "  3) 64");
    let text = games(5, &[([0, 0], &format!("{rows}      Wins 2 points\n"))]);
    assert_eq!(found(&mat::FORMAT, &text), []);
    let wrong =
        text.replacen("Doubles => 2                Takes", "Takes                       Doubles => 2", 1);
    assert_ne!(wrong, text);
    let expected = ["safe: swap `Takes` and `Doubles => 2` in row 2"];
    assert_eq!(fixes(&wrong, Code::CubeNoDouble), expected);
    assert_eq!(fixed(&wrong), text);
}

#[test]
fn a_fix_without_another_reading_has_none_as_evidence() {
    let path = crate::support::testdata("mat/invalid/header-invalid-cube-limit.mat");
    let findings = mended(&mat::FORMAT, &std::fs::read_to_string(path).expect("a record"));
    let finding = findings.iter().find(|finding| finding.code == Code::HeaderInvalid).expect("the finding");
    assert_eq!(finding.fixes[0].evidence, ["the 7 entries after it to the end of the game agree with it"]);
}

#[test]
fn a_play_in_another_spelling_is_written_as_usual() {
    for cell in ["31: 8->5 6->5", "31: 8-Mai 6-Mai", "31: 08.05.2026 06.05.2026", "31: May-8 May-6"] {
        let text = row(&format!("{cell:29}52: 13/8 24/22"));
        assert_eq!(fixes(&text, Code::MatPlayNotation), ["safe: write `8/5 6/5`"], "{cell}");
    }
    for cell in ["33: 8/5[2] 6/3(2)", "33: 2x8/5 6/3(2)", "33: 8/5 x2 6/3(2)"] {
        let text = row(&format!("31: 8/5 6/5                  {cell}"));
        assert_eq!(fixes(&text, Code::MatPlayNotation), ["safe: write `8/5(2) 6/3(2)`"], "{cell}");
    }
}

#[test]
fn words_in_place_of_a_play_are_deleted_where_no_play_is_possible() {
    let text = |words: &str| {
        let rows = format!(
            "  1) 31: 8/5 6/5                 41: 24/23 13/9\n  2) 64: 8/2* 6/2                66: {words}\n  \
             3) 31: 24/21 24/23              Resigns\n      Wins 1 point\n"
        );
        games(9, &[([0, 0], &rows)])
    };
    assert_eq!(found(&mat::FORMAT, &text("")), []);
    let expected = ["safe: delete `geht nicht`: no play is possible"];
    assert_eq!(fixes(&text("geht nicht"), Code::MatPlayNotation), expected);
    // This is a play.
    none_safe(&text("bxr/19"));
}

#[test]
fn a_sign_between_a_double_and_its_answer_is_deleted() {
    for (sign, expected) in [(", ", "safe: delete `,`"), (" / ", "safe: delete `/`")] {
        let cells = PASSED.replace("=> 2                Drops", &format!("=> 2{sign}Drops"));
        assert_eq!(fixes(&games(9, &[([0, 0], &cells)]), Code::MatCellUnreadable), [expected]);
    }
}

#[test]
fn dice_that_are_written_twice_are_deleted() {
    let twice = |dice: &str| games(9, &[([0, 0], &PASSED.replace("31: 8/5", &format!("{dice} 31: 8/5")))]);
    assert_eq!(fixes(&twice("31:"), Code::MatCellUnreadable), ["safe: delete `31:`"]);
    none_safe(&twice("63:"));
}

#[test]
fn a_heading_in_japanese_or_greek_is_one_finding() {
    let names = "Ann : 1                        Bob : 0";
    for heading in
        ["\u{7B2C}2\u{30B2}\u{30FC}\u{30E0}", "\u{3A0}\u{3B1}\u{3B9}\u{3C7}\u{3BD}\u{3AF}\u{3B4}\u{3B9} 2"]
    {
        let offered = fixes(&two_games(heading, names), Code::MatGameMissing);
        assert!(offered[0].starts_with("safe: "), "{heading}: {offered:?}");
    }
}

#[test]
fn rows_in_another_layout_are_one_finding() {
    let table = "| 1 | 31: 8/5 6/5 | 52: 13/8 24/22 |\n|---|---|---|\n| 2 | 64: 24/18 13/9 | Resigns |\n";
    let separated = "1,31: 8/5 6/5,52: 13/8 24/22\n2,64: 24/18 13/9,Resigns\n";
    let semicolons = "1);31: 8/5 6/5;52: 13/8 24/22\n2);64: 24/18 13/9;Resigns\n";
    for rows in [table, separated, semicolons] {
        let text = games(9, &[([0, 0], &format!("{rows}      Wins 1 point\n"))]);
        let expected = ["safe: write tabs for the signs in all lines"];
        assert_eq!(fixes(&text, Code::MatTextAfterRow), expected, "{rows}");
    }
    let halves = "  1) 31: 8/5 6/5\n     52: 13/8 24/22\n  2) 64: 24/18 13/9\n     41: 24/23 13/9\n  \
                  3)  Doubles => 2\n      Drops\n      Wins 1 point\n";
    let text = games(9, &[([0, 0], halves)]);
    assert_eq!(fixes(&text, Code::MatTextAfterRow), ["safe: write each row on one line"]);
    let quoted = format!("> {}\n", games(9, &[([0, 0], PASSED)]).trim_end().replace('\n', "\n> "));
    assert_eq!(fixes(&quoted, Code::MatTextAfterRow), ["safe: delete the marks in all lines"]);
}

#[test]
fn a_double_before_a_result_of_its_side_is_not_deleted_with_its_take_as_a_safe_fix() {
    let wrong = PASSED.replace("=> 2", "=> 4").replace("Drops", "Takes");
    let findings = none_safe(&games(7, &[([0, 0], &wrong), ([1, 0], GIVEN_UP)]));
    assert_eq!(findings.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::CubeWrongValue]);
}

#[test]
fn what_is_added_to_a_wrong_score_is_not_safe() {
    // The score between two wrong results agrees with neither.
    let resigned = |points: u32| GIVEN_UP.replace("1 point", &format!("{points} points"));
    let [three, five] = [3, 5].map(resigned);
    none_safe(&games(7, &[([0, 0], three.as_str()), ([2, 0], five.as_str()), ([5, 0], GIVEN_UP)]));
    // The first of two wrong scores has to be corrected first.
    let all = [[0, 0], [0, 2], [0, 5], [0, 3], [0, 4]].map(|score| (score, PASSED_BY_ANN));
    let found = found(&mat::FORMAT, &games(9, &all));
    let is_safe = |(_, fixes): &(Code, Vec<String>)| fixes.iter().any(|fix| fix.starts_with("safe: "));
    assert_eq!(found.iter().map(is_safe).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn a_take_before_the_result_may_be_a_pass() {
    let taken =
        |points: u32| PASSED.replace("Drops", "Takes").replace("1 point", &format!("{points} points"));
    // Ann wins a point by the pass, or two by the result as written.
    let two = taken(2);
    let findings = none_safe(&games(7, &[([0, 0], two.as_str()), ([1, 0], PASSED_BY_ANN)]));
    assert_eq!(findings.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::ScoreContradiction]);
    let offered: Vec<&str> = findings[0].fixes.iter().map(|fix| fix.message.as_str()).collect();
    assert!(offered.contains(&"read `Takes` as `Drops` and the result as 1 point"), "{offered:?}");
    // One point isn't the value of the cube, and the score is that of two.
    let one = PASSED.replace("Drops", "Takes");
    none_safe(&games(7, &[([0, 0], one.as_str()), ([2, 0], GIVEN_UP), ([3, 0], GIVEN_UP)]));
}

#[test]
fn a_result_that_may_be_right_is_not_changed_as_a_safe_fix() {
    let resigned = |points: u32| GIVEN_UP.replace("1 point", &format!("{points} points"));
    let all = |first: &str| games(9, &[([0, 0], first), ([1, 0], GIVEN_UP), ([2, 0], GIVEN_UP)]);
    let expected = "write 1 point for the result, not 2";
    // The scores may be added up wrong from there on.
    let two = none_safe(&all(&resigned(2)));
    assert_eq!(two[0].fixes[0].message, expected);
    let winner = "  3)                              Wins 1 point\n";
    let other = all(&GIVEN_UP.replace("  3)  Wins 1 point\n", winner));
    // Points are not added up for the wrong player.
    assert_eq!(fixes(&other, Code::ScoreResult), ["safe: make Ann the winner of the game"]);
    // No game is worth five points.
    assert!(fixes(&all(&resigned(5)), Code::ScoreResultUnproven)[0].starts_with("safe: write 1 point"));
}

#[test]
fn a_score_after_two_that_follow_from_a_wrong_result_is_not_changed_as_a_safe_fix() {
    // The result and the next score have two points for a pass.
    let two = PASSED.replace("1 point", "2 points");
    none_safe(&games(9, &[([0, 0], two.as_str()), ([2, 0], PASSED_BY_ANN), ([1, 1], GIVEN_UP)]));
    // In a session, the gammon may count as a single game: then the score after it is wrong.
    let gammon = GIVEN_UP.replace("1 point", "2 points");
    none_safe(&games(0, &[([0, 0], gammon.as_str()), ([2, 0], GIVEN_UP), ([2, 0], GIVEN_UP)]));
}

#[test]
fn a_double_with_a_wrong_value_is_not_deleted_as_a_safe_fix() {
    // Six points, as if the second double were not there.
    let rows = "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                      52: 13/8 24/22\n  \
                3)  Doubles => 2                Takes\n  4) 41: 24/23 13/9              41: 13/8\n  \
                5)                              Wins 6 points\n";
    let findings = none_safe(&games(7, &[([0, 0], rows), ([0, 6], GIVEN_UP)]));
    assert_eq!(findings[0].code, Code::CubeWrongValue);
}
