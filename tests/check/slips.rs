//! One slip of the pen is one finding, in the line of the slip.

use crate::support::{changed, testdata};
use barpoint::analysis::RulesOverride;
use barpoint::analysis::repair::repair;
use barpoint::diag::{Code, Severity};
use barpoint::formats::sgf;

/// A record of match text without a mistake.
pub(super) const MAT: &str = " 3 point match

 Game 1
 ann : 0                        bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Takes
  3) 63: 24/15                   21: 13/11 6/5
  4) 64: 15/5                    42: 8/4 6/4
  5) 31: 6/3 6/5                  Doubles => 4
  6)  Drops
                                  Wins 2 points

 Game 2
 ann : 0                        bob : 2
  1)                             42: 8/4 6/4
";

/// Returns the errors and warnings on a text, with their lines.
pub(super) fn found(name: &str, text: &str) -> Vec<(Code, u64)> {
    let mut all = Vec::new();
    for one in barpoint::open(name, text.as_bytes().to_vec()).expect("a record") {
        for finding in one.findings.iter().filter(|finding| finding.severity > Severity::Note) {
            all.push((finding.code, one.source.line_column(finding.primary.span.start).line));
        }
    }
    all
}

#[test]
fn a_slip_in_a_mat_record_is_one_finding() {
    assert_eq!(found("a.mat", MAT), []);
    for (from, to, code, line) in [
        ("point match", "poit match", Code::MatLengthInvalid, 1),
        ("3 point match", "point match", Code::MatLengthInvalid, 1),
        ("3 point match", "Points Match", Code::MatLengthInvalid, 1),
        ("Game 1", "Game :", Code::MatGameNumber, 3),
        ("Game 2", "Game :", Code::MatGameNumber, 13),
        ("  4) 64", " 29:) 64", Code::MatRowNumber, 8),
        ("  4) 64", "  4:) 64", Code::MatRowNumber, 8),
        ("  4) 64", "  4: 64", Code::MatRowNumber, 8),
        ("64: 15/5", "6:4: 15/5", Code::MatDice, 8),
        ("64: 15/5", "5:4:", Code::MatDice, 8),
        ("42: 8/4 6/4", "4:2: 8/4 6/4", Code::MatDice, 8),
        ("64: 15/5", "64: 64: 15/5", Code::MatCellUnreadable, 8),
        ("64: 15/5", "64: 1:5/5", Code::MatPlayNotation, 8),
        ("bob : 0\n  1) 31", "bob : 2\n  1) 31", Code::ScoreContradiction, 4),
        (
            "ann : 0                        bob : 2",
            "ann 0                        bob 2",
            Code::MatScoreLine,
            14,
        ),
    ] {
        let text = changed(MAT, from, to);
        assert_eq!(found("a.mat", &text), [(code, line)], "{to}");
    }
}

#[test]
fn a_mat_record_that_is_cut_off_has_at_most_one_finding() {
    for end in 1..MAT.len() {
        let text = &MAT[..end];
        let found = found("cut.mat", text);
        // After a whole row, the match may be in progress.
        assert!(found.len() == 1 || found.is_empty() && end > 16, "{text:?}: {found:?}");
    }
    for (end, code, line) in [
        ("point matc", Code::MatGameMissing, 1),
        ("Game", Code::MatScoreLine, 3),
        ("Game ", Code::MatScoreLine, 3),
        ("ann : 0", Code::MatScoreLine, 4),
        ("bob :", Code::MatScoreLine, 4),
        ("Wins 2 points\n\n Game", Code::MatScoreLine, 13),
    ] {
        let at = MAT.find(end).expect("a part of the record");
        assert_eq!(found("cut.mat", &MAT[..at + end.len()]), [(code, line)], "{end}");
    }
}

#[test]
fn words_that_give_up_are_a_resignation() {
    for words in
        ["Timeout", "timed out", "aufgegeben", "Gibt auf", "62: gives up", "62: gibt auf", "62: timeout"]
    {
        let from = "31: 6/3 6/5                  Doubles => 4\n  6)  Drops\n";
        let text = changed(MAT, from, &format!("{words}\n"));
        assert_eq!(found("a.mat", &text), [], "{words}");
    }
}

#[test]
fn names_without_colons_are_known_from_the_next_game() {
    let first = "ann : 0                        bob : 0";
    let later = MAT.replacen(first, "ann 1                        bob 0", 1);
    let later =
        later.replacen("ann : 0                        bob : 2", "ann : 1                        bob : 2", 1);
    assert_eq!(found("a.mat", &later), [(Code::MatScoreLine, 4)]);
}

/// Exchanges two lines of a text, counted from 1.
fn exchanged(text: &str, line: usize) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.swap(line - 1, line);
    lines.concat()
}

/// Repeats a line of a text.
fn doubled(text: &str, line: usize) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.insert(line, lines[line - 1]);
    lines.concat()
}

/// Returns the number of the first line that contains a text.
fn line_of(text: &str, part: &str) -> usize {
    1 + text.lines().position(|line| line.contains(part)).expect("a line")
}

#[test]
fn exchanged_and_repeated_lines_of_a_server_are_one_finding() {
    for (file, dice, play) in [
        ("tmg/valid/money-with-beavers.tmg", " 2 1 64:", " 2 4 13/7 8/4"),
        ("fibs/valid/watched.txt", "bob rolls 5 and 1.", "bob moves"),
    ] {
        let sample = std::fs::read_to_string(testdata(file)).expect("a record");
        let at = line_of(&sample, dice);
        let found_in = |text: &str| found(file, text);
        assert_eq!(found_in(&sample), [], "{file}");
        assert_eq!(found_in(&doubled(&sample, at)), [(Code::TurnWrongSide, at as u64 + 1)], "{file}");
        let play = at + line_of(&sample.lines().skip(at).collect::<Vec<_>>().join("\n"), play);
        let next = exchanged(&sample, play);
        assert_eq!(found_in(&next), [(Code::TurnWrongSide, play as u64 + 1)], "{file}");
    }
}

#[test]
fn the_score_and_the_names_of_a_game_in_each_others_place_are_one_finding() {
    let file = "oldmoves/valid/resignations.txt";
    let sample = std::fs::read_to_string(testdata(file)).expect("a record");
    let lines = (1..).zip(sample.lines());
    let scores: Vec<usize> =
        lines.filter(|(_, line)| line.starts_with("Score is")).map(|(at, _)| at).collect();
    assert!(scores.len() > 2, "{sample}");
    // Before the first game, the line of names is one that isn't understood.
    for at in &scores[1..] {
        let text = exchanged(&sample, *at);
        assert_eq!(found(file, &text), [(Code::RecordSyntax, *at as u64 + 1)], "{text}");
    }
}

#[test]
fn a_first_length_that_a_score_reaches_is_one_finding() {
    for (file, third, wrong) in [
        ("oldmoves/valid/resignations.txt", "Score is 5-0", ["0-0 in a 7 point", "0-0 in a 2 point"]),
        ("sgg/valid/resignations.sgg", "Game 3.", ["Game 1.0-0/7", "Game 1.0-0/2"]),
    ] {
        let sample = std::fs::read_to_string(testdata(file)).expect("a record");
        let two = &sample[..sample.find(third).expect("a third game")];
        assert_eq!(found(file, two), [], "{file}");
        let text = two.replacen(wrong[0], wrong[1], 1);
        assert_eq!(found(file, &text), [(Code::RecordValue, line_of(&text, wrong[1]) as u64)], "{text}");
        // A length that is too large may be the right one.
        let text = two.replacen(wrong[0], &wrong[0].replace('7', "9"), 1);
        assert_eq!(found(file, &text).len(), 1, "{text}");
    }
}

#[test]
fn a_line_of_the_wrong_side_is_one_finding() {
    for (file, from, to) in [
        ("tmg/valid/money-with-beavers.tmg", " 2 4 13/7 8/4", " -2 4 13/7 8/4"),
        ("tmg/valid/money-with-beavers.tmg", " 2 1 64:", " -2 1 64:"),
        ("sgg/valid/money-with-beavers.sgg", "2\t64: 13/7", "2\t\t64: 13/7"),
    ] {
        let sample = std::fs::read_to_string(testdata(file)).expect("a record");
        let text = changed(&sample, from, to);
        let line = line_of(&text, to) as u64;
        assert_eq!(found(file, &text), [(Code::TurnWrongSide, line)], "{file}: {to}");
    }
}

#[test]
fn dice_that_do_not_exist_are_one_finding_in_two_lines() {
    let file = "sgg/valid/money-with-beavers.sgg";
    let sample = std::fs::read_to_string(testdata(file)).expect("a record");
    let text = sample.replacen("2\t64:\n", "2\t84:\n", 1);
    let line = line_of(&text, "2\t84:") as u64;
    assert_eq!(found(file, &text), [(Code::RecordValue, line)]);
}

#[test]
fn a_missing_name_is_one_finding() {
    let file = "tmg/valid/money-with-beavers.tmg";
    let sample = std::fs::read_to_string(testdata(file)).expect("a record");
    let text = changed(&sample, "Player2: 2 bot2 0\n", "");
    assert_eq!(found(file, &text), [(Code::RecordValue, line_of(&text, "Game 1") as u64)]);
    let text = changed(&sample, "Length:", "Lenght:");
    let found = barpoint::open(file, text.as_bytes().to_vec()).expect("a record").remove(0).findings;
    assert!(found.iter().all(|finding| finding.code != Code::RecordValue), "{found:?}");
    assert!(found.iter().any(|finding| finding.code == Code::RecordUnknown), "{found:?}");
}

#[test]
fn what_is_missing_in_a_root_hides_nothing_else_of_its_game() {
    let nodes = "\n;W[31hefe]\n;B[52lqac])\n";
    let second = "(;FF[4]GM[6]MI[length:5][game:1][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1R]";
    for (root, first, other) in [
        ("MI[length:5][game:0]", "RU[Crawford:CrawfordGame]RE[W+1R]", Code::ScoreCrawford),
        ("MI[game:0]", "RU[Crawford]", Code::GameUnfinished),
    ] {
        let nodes_of_first = if first.contains("RE") { nodes } else { ")\n" };
        let score = u8::from(first.contains("RE"));
        let second = second.replace("[ws:0]", &format!("[ws:{score}]"));
        let text = format!("(;FF[4]GM[6]{root}[ws:0][bs:0]PW[Ann]{first}{nodes_of_first}{second}{nodes}");
        let found = found("a.sgf", &text);
        assert!(found.contains(&(Code::RecordValue, 1)) && found.contains(&(other, 1)), "{text}\n{found:?}");
    }
}

#[test]
fn a_slip_in_the_name_of_the_facts_of_a_match_is_one_finding() {
    let text = "(;FF[4]GM[6]MI[length:1][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1R]\n\
                ;W[31hefe]\n;B[52lqac])\n";
    assert_eq!(found("a.sgf", text), []);
    for name in ["M:", "M1", "MI:", ":", ":I", "M: ", "ML"] {
        let wrong = text.replacen("MI[", &format!("{name}["), 1);
        let found = found("a.sgf", &wrong);
        assert!(matches!(found[..], [(_, 1)]), "{name}: {found:?}");
    }
}

#[test]
fn a_quoted_sgf_file_is_one_finding() {
    let text =
        "(;FF[4]GM[6]MI[length:1][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RE[W+1R]\n;W[31hefe]\n;B[52lqac])\n";
    assert_eq!(found("a.sgf", text), []);
    for mark in ["> ", ">> ", "> > "] {
        let quoted = text.lines().map(|line| format!("{mark}{line}")).collect::<Vec<_>>().join("\n") + "\n";
        let found = found("a.sgf", &quoted);
        assert!(matches!(found[..], [(_, 1)]), "{mark}: {found:?}");
    }
}

#[test]
fn a_slip_in_json_is_one_finding() {
    let sample = std::fs::read_to_string(testdata("json/valid/sample.json")).expect("a record");
    for (from, to, code) in [
        ("\"24/18 6/4\"", "\"24r18 6/4\"", Code::RecordValue),
        ("\"comments\": [", "\"bomments\": [", Code::RecordSyntax),
    ] {
        let text = changed(&sample, from, to);
        let line = line_of(&text, to) as u64;
        assert_eq!(found("a.json", &text), [(code, line)], "{to}");
    }
    let at = sample.match_indices("        {\n").nth(20).expect("an entry").0;
    let text = format!("{}{}", &sample[..at], &sample[at + 10..]);
    assert_eq!(found("a.json", &text).len(), 1);
}

#[test]
fn a_record_without_a_game_has_findings_and_fixes() {
    for text in ["(;GM[6\n;AR[a]\n)\n", "(;FF[4]GM[6]\n;W[31hefe]\n)\n", "(;GM[6", "(;FF[4]GM[6]AP[a\n)"] {
        for mut one in barpoint::open("a.sgf", text.as_bytes().to_vec()).expect("a record") {
            repair(&sgf::FORMAT, &one.source, &RulesOverride::default(), &mut one.findings);
            assert!(one.findings.iter().all(|finding| finding.fixes.len() <= 3), "{text}");
        }
    }
}
