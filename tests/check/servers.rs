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
    are_taken_back_in(format, &sample, changes);
}

/// Asserts the same of a record.
#[track_caller]
fn are_taken_back_in(format: &str, sample: &str, changes: &[(&str, &str, Code)]) {
    assert_eq!(fixes(format, sample), (Vec::new(), Vec::new()));
    for &(from, to, code) in changes {
        let wrong = changed(sample, from, to);
        let (codes, fixes) = fixes(format, &wrong);
        assert_eq!(codes, [code], "{from:?} as {to:?}");
        // A server may say more in a line than the format needs.
        let restores = |text: &str| text == sample || meaning(format, text) == meaning(format, sample);
        assert!(fixes.iter().any(|(_, text)| restores(text)), "{from:?} as {to:?}: {fixes:#?}");
        let is_right = |(is_safe, text): &(bool, String)| !is_safe || restores(text);
        assert!(fixes.iter().all(is_right), "{from:?} as {to:?}: {fixes:#?}");
    }
}

/// Returns the dice and the boards of a record.
fn meaning(format: &str, text: &str) -> String {
    let (replayed, findings) = replayed(Format::by_name(format).expect("a format"), text);
    let acts = replayed.games.iter().flat_map(|game| &game.acts);
    let told: Vec<String> = acts.map(|act| format!("{} {:?} {:?}", act.by, act.what, act.before)).collect();
    let warned = findings.iter().filter(|finding| finding.severity > Severity::Note).count();
    format!("{warned} {}", told.join("\n"))
}

/// An action of the sample of seven points: its number, whether it is X's, the dice, and the play or the word.
type Action<'a> = (usize, bool, Option<[char; 2]>, &'a str);

/// Returns the actions of the sample of seven points.
fn seven_points(line: fn(Action<'_>) -> String) -> String {
    let sample = std::fs::read_to_string(testdata("oldmoves/valid/seven-points.txt")).expect("a record");
    let rows = sample.lines().skip(2).zip(1..).map(|(row, number)| {
        let (who, words) = row.split_once(": ").expect("a row");
        let Some((dice, play)) = words.strip_prefix('(').and_then(|words| words.split_once(") ")) else {
            return line((number, who == "X", None, words));
        };
        let mut digits = dice.chars().filter(char::is_ascii_digit);
        let dice = [digits.next(), digits.next()].map(|digit| digit.expect("a digit"));
        line((number, who == "X", Some(dice), play))
    });
    rows.collect()
}

/// Returns a play in the numbering of its player, with slashes.
fn own(is_x: bool, play: &str) -> String {
    let place = |place: &str| match place.parse::<u8>() {
        Ok(point) if !is_x => (25 - point).to_string(),
        _ => place.to_owned(),
    };
    let leg = |leg: &str| leg.split('-').map(place).collect::<Vec<_>>().join("/");
    match play {
        "can't move" => "No move".to_owned(),
        play => play.split(' ').map(leg).collect::<Vec<_>>().join(" "),
    }
}

#[test]
fn one_mistake_in_a_record_of_party_gammon_is_taken_back() {
    let actions = seven_points(|(_, is_x, dice, words)| {
        let player = if is_x { 1 } else { 2 };
        let said = match (dice, words) {
            (Some([first, second]), play) => format!("{first}{second} {}", own(is_x, play)),
            (None, "doubles") => "Double".to_owned(),
            (None, "accepts") => "Take".to_owned(),
            _ => return String::new(),
        };
        format!("{player} 0 0 {said}#")
    });
    let head = "BOARDID=1\nMATCHLENGTH=7\nGAME_1_PLAYER_1=gnubg\nGAME_1_PLAYER_2=root\nGAME_1_GAMEPLAY=";
    let sample = format!("{head}{actions}\nGAME_1_SCORE1=0\nGAME_1_SCORE2=16\n");
    let changes = [
        ("24/18 13/11", "24/17 13/11", Code::PlayWrongPips),
        ("62 24/18 13/11", "52 24/18 13/11", Code::PlayWrongPips),
        ("24/18 13/11", "24/l8 13/11", Code::RecordSyntax),
        ("1 0 0 Take#", "", Code::TurnUnanswered),
        ("2 0 0 Double#", "", Code::CubeNoDouble),
        ("Double", "Doble", Code::RecordSyntax),
        ("1 0 0 62 24/18 13/11", "2 0 0 62 24/18 13/11", Code::TurnWrongSide),
        ("1 0 0 62 24/18 13/11#", "1 0 0 62 24/18 13/11#1 0 0 62 24/18 13/11#", Code::TurnWrongSide),
        ("SCORE2=16", "SCORE2=6", Code::ScoreResultUnproven),
    ];
    are_taken_back_in("party", &sample, &changes);
}

#[test]
fn one_mistake_in_a_record_of_bgroom_is_taken_back() {
    let rows = seven_points(|(number, is_x, dice, words)| {
        let player = if is_x { 'X' } else { '0' };
        let said = match (dice, words) {
            (Some([first, second]), play) => format!("{first}{second} {}", own(is_x, play)),
            (None, "doubles") => "Double".to_owned(),
            (None, "accepts") => "Take".to_owned(),
            (None, words) => words.replace("wins", "Wins"),
        };
        format!("{number}. {player}: {said}\n")
    });
    let sample = format!("BGF version 1.2\nMatch length: 7\nGame 1 - gnubg (X) vs. root (0)\n{rows}");
    let turn = "4. X: 62 24/18 13/11\n";
    let exchanged = "4. 0: 21 23/21 6/5\n5. X: 62 24/18 13/11\n";
    let changes = [
        ("24/18 13/11", "24/17 13/11", Code::PlayWrongPips),
        ("X: 62 24/18 13/11", "X: 52 24/18 13/11", Code::PlayWrongPips),
        ("24/18 13/11", "24/l8 13/11", Code::RecordSyntax),
        ("8. X: Take\n", "", Code::MatRowNumber),
        ("Double", "Doble", Code::RecordSyntax),
        ("4. X: 62 24", "4. 0: 62 24", Code::TurnWrongSide),
        (turn, "4. X: 62 24/18 13/11\n4. X: 62 24/18 13/11\n", Code::MatRowNumber),
        ("4. X: 62 24/18 13/11\n5. 0: 21 23/21 6/5\n", exchanged, Code::TurnWrongSide),
        ("Wins 16", "Wins 6", Code::ScoreResultUnproven),
    ];
    are_taken_back_in("bgroom", &sample, &changes);
}

#[test]
fn one_mistake_in_a_record_of_javafibs_is_taken_back() {
    let lines = seven_points(|(number, is_x, dice, words)| {
        let who = if is_x { "gnubg" } else { "You" };
        let Some([first, second]) = dice else {
            return match words {
                "doubles" => format!("2:{who}:\n"),
                "accepts" => format!("4:{who}:\n"),
                _ => format!("7:{who}:16\n"),
            };
        };
        let dice = format!("{}:{who}:{first} {second}\n", if number == 1 { 11 } else { 0 });
        match words {
            "can't move" => format!("{dice}15:{who}:\n"),
            play => format!("{dice}1:{who}:{play}\n"),
        }
    });
    let head = "JavaFIBS internal match representation v1.1\n8:gnubg:7\n13:gnubg:\n6:You:gnubg\n";
    let sample = format!("{head}{lines}9:You:7\n");
    let turn = "0:gnubg:6 2\n1:gnubg:24-18 13-11\n";
    let changes = [
        ("24-18 13-11", "24-17 13-11", Code::PlayWrongPips),
        ("2-4 19-20", "2-4 19-21", Code::PlayWrongPips),
        ("24-18 13-11", "24-l8 13-11", Code::RecordSyntax),
        ("0:gnubg:6 2\n1:gnubg:24", "0:gnubg:5 2\n1:gnubg:24", Code::PlayWrongPips),
        ("4:gnubg:\n", "", Code::TurnUnanswered),
        ("2:You:\n", "", Code::CubeNoDouble),
        ("2:You:\n", "20:You:\n", Code::RecordUnknown),
        (turn, "0:You:6 2\n1:You:24-18 13-11\n", Code::TurnWrongSide),
        (turn, "0:You:6 2\n1:gnubg:24-18 13-11\n", Code::TurnWrongSide),
        (turn, "1:gnubg:24-18 13-11\n0:gnubg:6 2\n", Code::RecordSyntax),
    ];
    are_taken_back_in("javafibs", &sample, &changes);
}

#[test]
fn after_the_last_action_an_unknown_line_of_a_server_may_mean_anything() {
    let sample = std::fs::read_to_string(testdata("javafibs/invalid/record-unknown-operation.match"));
    let (codes, fixes) = fixes("javafibs", &sample.expect("a record"));
    assert_eq!(codes, [Code::RecordUnknown]);
    assert!(fixes.iter().all(|(is_safe, _)| !is_safe), "{fixes:?}");
    let log = "** You are now playing a 3 point match with bob\nStarting a new game with bob.\n\
               You rolled 3, bob rolled 1\nYou move 8-5 6-5 .\nbob doubts.\n";
    let (codes, fixes) = self::fixes("fibs", log);
    assert_eq!(codes, [Code::RecordUnknown]);
    assert!(!fixes.is_empty() && fixes.iter().all(|(is_safe, _)| !is_safe), "{fixes:?}");
}

#[test]
fn one_mistake_in_a_log_of_fibs_is_taken_back() {
    let changes = [
        ("anna moves 24-20 8-3 .", "anna moves 24-20 8-4 .", Code::PlayWrongPips),
        ("bob moves 1-3 19-24 .", "bob moves 1-3 19-23 .", Code::PlayWrongPips),
        ("anna moves 24-20 8-3 .", "anna moves 24-2O 8-3 .", Code::RecordSyntax),
        ("anna rolls 5 and 4.\nanna moves 24", "anna rolls 5 and 3.\nanna moves 24", Code::PlayWrongPips),
        ("anna accepts the double. The cube shows 2.\n", "", Code::TurnUnanswered),
        ("bob doubles. Type 'accept' or 'reject'.\n", "", Code::CubeNoDouble),
        ("bob doubles.", "bob doubls.", Code::RecordUnknown),
        ("bob rolls 5 and 2.\nbob moves", "anna rolls 5 and 2.\nbob moves", Code::TurnWrongSide),
    ];
    are_taken_back("fibs", "fibs/valid/watched.txt", &changes);
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
fn a_result_that_a_text_lacks_is_one_finding_with_a_fix() {
    let changes = [("Bob wins 2 points\n", "", Code::GameUnfinished)];
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
