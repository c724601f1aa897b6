//! One slip in a format that is only read, or in a binary one, is one finding at its place.

use super::slips::found;
use crate::support::{changed, testdata};
use barpoint::board::Side;
use barpoint::diag::{Code, Severity};

/// Returns a sample of a format.
fn sample(file: &str) -> String {
    std::fs::read_to_string(testdata(file)).expect("a record")
}

/// Checks that a sample has no findings, and one with a text replaced.
fn one_finding(file: &str, from: &str, to: &str, code: Code, line: u64) {
    let text = sample(file);
    assert_eq!(found(file, &text), [], "{file}");
    let changed = changed(&text, from, to);
    assert_eq!(found(file, &changed), [(code, line)], "{file}: {to}");
}

/// Returns the lines of a text with one repeated, or exchanged with the next; lines count from 1.
fn lines(text: &str, change: impl FnOnce(&mut Vec<&str>)) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    change(&mut lines);
    lines.concat()
}

#[test]
fn a_damaged_score_line_of_old_moves_is_one_finding() {
    let file = "oldmoves/valid/resignations.txt";
    one_finding(file, "Score is 0-0", "Scxre is 0-0", Code::RecordUnknown, 1);
}

#[test]
fn a_line_that_is_there_twice_is_one_finding() {
    for (file, line, code) in [
        ("oldmoves/valid/resignations.txt", "Alice is X - Bob is O", Code::RecordSyntax),
        ("sgg/valid/resignations.sgg", "1\t\t63:", Code::TurnWrongSide),
        ("sgg/valid/resignations.sgg", "1\t\t63: 13/7, 7/4", Code::TurnWrongSide),
    ] {
        let text = sample(file);
        let at = 1 + text.lines().position(|it| it == line).expect("the line");
        let repeated = lines(&text, |lines| lines.insert(at, lines[at - 1]));
        assert_eq!(found(file, &repeated), [(code, at as u64 + 1)], "{file}");
    }
}

#[test]
fn a_wrong_length_in_the_first_heading_is_one_finding_there() {
    for (file, from, to, line) in [
        ("oldmoves/valid/resignations.txt", "0-0 in a 7 point", "0-0 in a 5 point", 1),
        ("oldmoves/valid/resignations.txt", "0-0 in a 7 point", "0-0 in a 9 point", 1),
        ("sgg/valid/resignations.sgg", "0-0/7", "0-0/9", 5),
        ("sgg/valid/resignations.sgg", "2-0/7", "2-0/9", 11),
    ] {
        one_finding(file, from, to, Code::RecordValue, line);
    }
}

#[test]
fn a_heading_of_gamesgrid_that_is_missing_is_one_finding() {
    let file = "sgg/valid/resignations.sgg";
    let text = sample(file);
    for game in ["Game 1.", "Game 2.", "Game 4."] {
        let at = 1 + text.lines().position(|line| line.starts_with(game)).expect("a game");
        let missing = lines(&text, |lines| {
            lines.remove(at - 1);
        });
        // The first row of the game, after an empty line.
        assert_eq!(found(file, &missing), [(Code::RecordSyntax, at as u64 + 1)], "{game}");
        let games = barpoint::open(file, missing.into_bytes()).expect("a record").remove(0).replayed.games;
        assert_eq!(games.len(), 4, "{game}");
    }
}

#[test]
fn a_semicolon_left_out_is_one_finding() {
    let file = "snowie-position/valid/both-bars.txt";
    let text = sample(file);
    assert_eq!(found(file, &text), []);
    let mut count = 0;
    for (at, _) in text.match_indices(';').filter(|(at, _)| *at > 20 && at + 2 < text.len()) {
        let changed = format!("{}{}", &text[..at], &text[at + 1..]);
        // Without some of them it isn't recognised as a position, which is the error then.
        if barpoint::open(file, changed.as_bytes().to_vec()).is_ok() {
            assert_eq!(found(file, &changed).len(), 1, "{changed}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn a_heading_that_is_repeated_is_one_finding() {
    for file in ["tmg/valid/resignations.tmg", "sgg/valid/resignations.sgg"] {
        let text = sample(file);
        let at = 1 + text.lines().position(|line| line.starts_with("Game 2")).expect("a game");
        let repeated = lines(&text, |lines| lines.insert(at, lines[at - 1]));
        assert_eq!(found(file, &repeated), [(Code::RecordSyntax, at as u64 + 1)], "{file}");
    }
}

#[test]
fn a_resignation_below_its_result_begins_no_game_of_gamesgrid() {
    let file = "sgg/valid/resignations.sgg";
    let text = sample(file);
    let result = 1 + text.lines().position(|line| line == "1\t\tresign").expect("a resignation");
    assert_eq!(found(file, &lines(&text, |lines| lines.swap(result - 1, result))), []);
}

#[test]
fn a_play_of_gamesgrid_that_is_cut_off_repeats_no_dice() {
    let file = "sgg/valid/seven-points.sgg";
    let text = sample(file);
    let play = text.find("64: 22/16").expect("a play");
    let codes: Vec<Code> = found(file, &text[..play + 4]).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::GameUnfinished]);
}

#[test]
fn a_wrong_kind_of_action_in_a_tmg_record_is_one_finding_there() {
    let file = "tmg/valid/resignations.tmg";
    let text = sample(file);
    for (from, to) in [
        (" -1 4 24/22 13/8", " -1 2 24/22 13/8"),
        (" -1 4 24/22 13/8", " -1 1 24/22 13/8"),
        (" -2 4 24/18 22/16 13/7 13/7", " -2 2 44/18 22/16 13/7 13/7"),
        (" -1 1 52:", " -1 2 52:"),
        (" -1 1 52:", " -1 4 52:"),
        (" -1 1 52:", " -1 5 12:"),
        (" -1 1 52:", " -1 7 52:"),
        (" -1 1 52:", " -1 14 52:"),
        (" 4 5 Double to 2", " 4 4 Double to 2"),
        (" 4 5 Double to 2", " 4 1 Double to 2"),
        (" 4 5 Double to 2", " 4 2 Automatic double to 2\n 4 5 Double to 2"),
        (" -4 10 Pass", " -4 1 Pass"),
        ("Game 3: 5-0", "Game 3: 5-0\n 0 2 whatever"),
    ] {
        let before = text.split(from).next().unwrap_or("");
        let line = before.lines().count() + 1 + usize::from(from.starts_with("Game"));
        one_finding(file, from, to, Code::RecordSyntax, line as u64);
    }
}

#[test]
fn two_lines_of_a_tmg_record_in_one_are_one_finding() {
    let file = "tmg/valid/resignations.tmg";
    let text = sample(file);
    let all: Vec<&str> = text.lines().collect();
    let is_row = |line: &str| line.starts_with(' ');
    let places: Vec<usize> = (1..all.len()).filter(|at| is_row(all[at - 1]) && is_row(all[*at])).collect();
    assert!(places.len() > 20, "{text}");
    for at in places {
        let joined = lines(&text, |lines| lines[at - 1] = lines[at - 1].trim_end());
        assert_eq!(found(file, &joined), [(Code::RecordSyntax, at as u64)], "{joined}");
    }
}

#[test]
fn a_line_of_a_tmg_record_without_its_number_or_kind_is_one_finding() {
    let file = "tmg/valid/resignations.tmg";
    let text = sample(file);
    for (row, kind, words) in [
        ("1", "4", "24/21 13/11"),
        ("-1", "4", "13/7 7/4"),
        ("2", "4", "bar/20 20/14"),
        ("2", "4", "6/3 6/4"),
        ("-4", "10", "Pass"),
        ("2", "15", "2 Alice wins 2 points"),
        ("3", "16", "3 Alice wins 3 points"),
        ("5", "14", "1 Alice wins 1 point"),
    ] {
        let whole = format!(" {row} {kind} {words}\n");
        let line = 1 + text.split(&*whole).next().unwrap_or("").lines().count() as u64;
        for damaged in [format!(" {kind} {words}\n"), format!(" {row} {words}\n"), format!(" {words}\n")] {
            one_finding(file, &whole, &damaged, Code::RecordSyntax, line);
        }
    }
}

#[test]
fn a_heading_of_bgammon_that_is_repeated_begins_no_match() {
    let file = "bgammon/valid/two-matches.match";
    let text = sample(file);
    assert_eq!(found(file, &text), []);
    let headings: Vec<usize> =
        text.lines().enumerate().filter(|(_, line)| line.starts_with("i ")).map(|(at, _)| at).collect();
    assert_eq!(headings.len(), 3);
    for at in headings {
        let repeated = lines(&text, |lines| lines.insert(at, lines[at]));
        let codes: Vec<Code> = found(file, &repeated).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, [Code::RecordSyntax], "line {at}");
        let all = barpoint::open(file, repeated.into_bytes()).expect("a record");
        let games: Vec<usize> = all.iter().map(|one| one.replayed.games.len()).collect();
        assert_eq!(games, [2, 1], "line {at}");
    }
}

/// Returns the errors and warnings on bytes.
fn found_in(name: &str, bytes: Vec<u8>) -> Vec<Code> {
    let Ok(all) = barpoint::open(name, bytes) else { return Vec::new() };
    let findings = all.into_iter().flat_map(|one| one.findings);
    findings.filter(|finding| finding.severity > Severity::Note).map(|finding| finding.code).collect()
}

#[test]
fn a_byte_too_many_or_too_few_is_one_finding() {
    for file in ["pos/valid/both-bars.pos", "ogxm/valid/seven.ogxm"] {
        let bytes = std::fs::read(testdata(file)).expect("a record");
        assert_eq!(found_in(file, bytes.clone()), [], "{file}");
        for at in (60..bytes.len() - 40).step_by(7) {
            let mut less = bytes.clone();
            less.remove(at);
            let codes = found_in(file, less);
            let of_reader = codes.iter().filter(|code| code.id().starts_with("record-")).count();
            assert_eq!(of_reader, 1, "{file}, without byte {at}: {codes:?}");
        }
    }
}

#[test]
fn a_wrong_checksum_is_no_second_finding() {
    let file = "ogxm/valid/seven.ogxm";
    let bytes = std::fs::read(testdata(file)).expect("a record");
    for at in (100..240).step_by(3) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let codes = found_in(file, changed);
        let has_error = codes.iter().any(|code| code.severity() == Severity::Error);
        assert!(!codes.is_empty(), "byte {at}");
        assert!(!(has_error && codes.contains(&Code::RecordChecksum)), "byte {at}: {codes:?}");
    }
}

#[test]
fn a_resignation_names_its_outcome() {
    let text = |words: &str, points: u32| {
        format!(
            " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) 63: 24/15                   \
             {words}\n      Wins {points} points\n"
        )
    };
    for (words, points) in [("Resigns a gammon", 2), ("resigned backgammon", 3)] {
        assert_eq!(found("a.mat", &text(words, points)), [], "{words}");
    }
    assert_eq!(found("a.mat", &text("Resigns a gammon", 3)).len(), 1);
}

#[test]
fn a_session_has_no_more_games_than_its_header_says() {
    let game = |number: u32, score: u32| {
        format!(
            " Game {number}\n ann : {score}                        bob : 0\n  \
             1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n                                  \
             Wins 1 point\n\n"
        )
    };
    let games = [game(1, 0), game(2, 0).replace("bob : 0", "bob : 1")].concat();
    let text = |most: u32| format!("; [Games \"{most}\"]\n 0 point match\n\n{games}");
    assert_eq!(found("a.mat", &text(2)), []);
    assert_eq!(found("a.mat", &text(1)), [(Code::HeaderInvalid, 1)]);
}

#[test]
fn a_key_of_partygammon_that_is_missing_or_misspelt_is_one_finding() {
    let file = "party/valid/small.txt";
    let text = sample(file);
    let found_in = |changed: &str| found(file, changed);
    for (line, code, at) in [
        (3, Code::RecordValue, 3),
        (4, Code::RecordValue, 4),
        (5, Code::RecordValue, 4),
        (6, Code::RecordSyntax, 7),
        (7, Code::RecordSyntax, 7),
        (8, Code::RecordSyntax, 7),
        (9, Code::RecordValue, 9),
        (10, Code::RecordValue, 9),
        (11, Code::RecordSyntax, 12),
        (12, Code::RecordSyntax, 12),
        (13, Code::RecordSyntax, 12),
    ] {
        let without = lines(&text, |lines| drop(lines.drain(line - 1..line)));
        assert_eq!(found_in(&without), [(code, at)], "without line {line}");
    }
    let without_scores = lines(&text, |lines| drop(lines.drain(6..8)));
    assert_eq!(found_in(&without_scores), [(Code::RecordSyntax, 6)]);
    // The last game may be unfinished.
    assert_eq!(found_in(&lines(&text, |lines| lines.truncate(11))), []);
    for line in 2..text.lines().count() {
        let joined = lines(&text, |lines| lines[line - 1] = lines[line - 1].trim_end());
        assert_eq!(found_in(&joined), [(Code::RecordSyntax, line as u64)], "line {line}");
    }
    for (from, to, code, line) in [
        ("MATCHLENGTH", "MATCHLENGHT", Code::RecordUnknown, 3),
        ("GAME_2_PLAYER_1", "GAME_2_PLAER_1", Code::RecordUnknown, 9),
        ("GAME_2_GAMEPLAY=", "GAME_2_GAMEPLAY ", Code::RecordUnknown, 11),
        ("GAME_1_PLAYER_1", "GAME_4_PLAYER_1", Code::RecordValue, 4),
        ("GAME_1_SCORE1", "GAME_7_SCORE1", Code::RecordValue, 7),
        ("GAME_2_PLAYER_1", "GAME_5_PLAYER_1", Code::RecordValue, 9),
        ("GAME_2_PLAYER_2", "GAME_1_PLAYER_2", Code::RecordValue, 10),
    ] {
        one_finding(file, from, to, code, line);
    }
}

#[test]
fn a_wrong_name_in_a_score_line_of_javafibs_is_one_finding_there() {
    let file = "javafibs/valid/small.match";
    let game = "13:joe:\n6:You:joe\n11:You:3 1\n1:You:17-20 19-20\n0:joe:5 2\n1:joe:13-8 24-22\n\
                2:You:\n5:joe:\n7:You:1\n";
    let head = "JavaFIBS internal match representation v1.1\n8:joe:5\n";
    let text = |names: [[&str; 2]; 3]| {
        let games = [0, 1, 2].map(|at: usize| {
            let [one, other] = names[at];
            format!("{game}14:{one}-{}:{other}-0\n", at + 1)
        });
        [head, &games.concat()].concat()
    };
    let right = ["anna", "joe"];
    assert_eq!(found(file, &text([right; 3])), []);
    for wrong in [["anne", "joe"], ["Dopey", "joe"], ["anna", "jo"]] {
        for at in 0..3 {
            let mut names = [right; 3];
            names[at] = wrong;
            let line = 12 + 10 * at as u64;
            assert_eq!(found(file, &text(names)), [(Code::NamesChanged, line)], "{wrong:?}");
            let all = barpoint::open(file, text(names).into_bytes()).expect("a record");
            assert_eq!(all[0].replayed.name(0, Side::One), "anna");
        }
    }
}

#[test]
fn a_missing_or_misspelt_line_that_begins_a_game_of_javafibs_is_one_finding() {
    let file = "javafibs/valid/small.match";
    let text = sample(file);
    for line in [3, 13] {
        let at = line - 1;
        let without = lines(&text, |lines| drop(lines.drain(at..line)));
        assert_eq!(found(file, &without), [(Code::RecordSyntax, line as u64)]);
        // Without the names too.
        let without = lines(&text, |lines| drop(lines.drain(at..=line)));
        assert_eq!(found(file, &without), [(Code::RecordSyntax, line as u64)]);
        for wrong in ["31:joe:\n", "3:joe:\n", "11:joe:\n", "13joe\n"] {
            let misspelt = lines(&text, |lines| lines[at] = wrong);
            assert_eq!(found(file, &misspelt), [(Code::RecordUnknown, line as u64)], "{wrong}");
        }
    }
}

#[test]
fn a_row_of_a_drawing_that_cannot_be_read_is_one_finding() {
    let (row, damaged) =
        (" | X                |   | O                |", " | X                    | O                |");
    for file in ["xg-text/valid/cube-de.txt", "xg-text/valid/plays-en.txt"] {
        one_finding(file, row, damaged, Code::RecordUnknown, 9);
    }
}

#[test]
fn a_damaged_line_of_a_log_of_fibs_is_one_finding() {
    let file = "fibs/valid/played.txt";
    one_finding(file, "You roll 5 and 2.", "You rll 5 and 2.", Code::RecordUnknown, 19);
    let text = sample(file);
    let cut = text.match_indices("board:").nth(9).map(|(at, _)| at + 60).expect("a board");
    let codes: Vec<Code> = found(file, &text[..cut]).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::RecordTruncated]);
}
