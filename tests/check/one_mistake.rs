//! One mistake gives one finding, at its place, and an omission in a record proves nothing.

use crate::support::{changed, checked, paths_in, replayed, report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::{Format, mat, sgf};
use barpoint::game::Happening;
use std::fmt::Write as _;

/// Returns the codes and lines of the findings on a .mat record, without notes.
fn found(text: &str) -> Vec<(Code, Severity, u64)> {
    let found = serious(&mat::FORMAT, text.as_bytes()).into_iter();
    found.map(|finding| (finding.code, finding.severity, line(text, &finding))).collect()
}

/// Returns the findings on a record, without notes.
fn serious(format: &Format, text: &[u8]) -> Vec<Diagnostic> {
    let mut found = checked(format, text);
    found.retain(|finding| finding.severity > Severity::Note);
    found
}

/// Returns the line of a finding.
fn line(text: &str, finding: &Diagnostic) -> u64 {
    let source = SourceFile::decode("one", text.as_bytes()).expect("small");
    source.line_column(finding.primary.span.start).line
}

/// Returns a match with, for each heading, a game that Ann wins by a pass.
fn record(length: u32, headings: &[[&str; 2]]) -> String {
    let mut text = format!(" {length} point match\n");
    for (index, [left, right]) in headings.iter().enumerate() {
        let _ = write!(text, "\n Game {}\n {left}                 {right}\n", index + 1);
        text += "  1)                             31: 8/5 6/5\n";
        text += "  2)  Doubles => 2                Drops\n      Wins 1 point\n";
    }
    text
}

#[test]
fn a_double_that_may_be_post_crawford_is_one_warning_and_is_kept() {
    let text = record(7, &[["Ann : 5", "Bob : 6"]]);
    assert_eq!(found(&text), [(Code::CubeCrawford, Severity::Warning, 6)]);
    let (replayed, _) = replayed(&mat::FORMAT, &text);
    let doubled = |act: &barpoint::game::Act| matches!(act.what, Happening::Doubled { .. });
    assert!(replayed.games[0].acts.iter().any(doubled));
    assert!(!replayed.games[0].is_crawford);
}

#[test]
fn a_double_is_an_error_where_the_score_proves_the_crawford_game() {
    let text = record(7, &[["Ann : 0", "Bob : 6"]]);
    assert_eq!(found(&text)[0], (Code::CubeCrawford, Severity::Error, 6));
}

#[test]
fn names_exchanged_in_one_heading_are_one_finding_there() {
    let right =
        [["Ann : 0", "Bob : 0"], ["Ann : 1", "Bob : 0"], ["Ann : 2", "Bob : 0"], ["Ann : 3", "Bob : 0"]];
    assert_eq!(found(&record(9, &right)), []);
    for (wrong, exchanged) in
        [["Bob : 0", "Ann : 0"], ["Bob : 1", "Ann : 0"], ["Bob : 2", "Ann : 0"], ["Bob : 3", "Ann : 0"]]
            .into_iter()
            .enumerate()
    {
        let mut headings = right;
        headings[wrong] = exchanged;
        let line = 4 + 6 * wrong as u64;
        assert_eq!(found(&record(9, &headings)), [(Code::NamesChanged, Severity::Error, line)]);
    }
}

#[test]
fn an_sgf_record_cut_off_anywhere_gives_one_finding() {
    let (mut cuts, mut wrong) = (0, Vec::new());
    for path in paths_in(testdata("sgf/valid")) {
        let bytes = std::fs::read(&path).expect("a record");
        if bytes.len() > 6_000 {
            continue;
        }
        let whole = bytes.trim_ascii_end().len();
        for cut in 1..whole {
            let all: Vec<Code> = serious(&sgf::FORMAT, &bytes[..cut]).iter().map(|it| it.code).collect();
            // Between two games nothing is cut off.
            let is_between = bytes[..cut].trim_ascii_end().ends_with(b")");
            cuts += 1;
            if all != [Code::RecordTruncated] && !(is_between && all.is_empty()) {
                wrong.push(format!("{} at {cut}: {all:?}", path.display()));
            }
        }
    }
    report(cuts, "cuts of SGF records");
    assert!(cuts > 5_000, "{cuts}");
    assert!(wrong.is_empty(), "{} of {cuts} wrong\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

#[test]
fn a_result_that_would_have_ended_the_match_is_the_mistake_if_a_game_follows() {
    let text = record(3, &[["Ann : 0", "Bob : 0"], ["Ann : 1", "Bob : 0"]]);
    let resigned =
        changed(&text, "  2)  Doubles => 2                Drops\n      Wins 1 point", "      Wins 3 points");
    assert_eq!(found(&resigned), [(Code::ScoreResult, Severity::Error, 6)]);
}

#[test]
fn only_backgammon_galaxy_writes_the_match_length_as_the_points_of_a_result() {
    let text = " 5 point match\n\n Game 1\n Ann : 3                 Bob : 0\n  \
                1)                             31: 8/5 6/5\n  2)  Doubles => 2                Takes\n  \
                3) 31: 8/5 6/5\n      Wins 5 points\n";
    assert_eq!(found(text), [(Code::ScoreResultUnproven, Severity::Warning, 8)]);
    assert_eq!(found(&format!("; [Site \"Backgammon Galaxy\"]\n\n{text}")), []);
}

#[test]
fn a_score_that_no_result_leads_to_is_a_mistake_of_its_own_behind_a_wrong_result() {
    let right = record(9, &[["Ann : 0", "Bob : 0"], ["Ann : 1", "Bob : 0"], ["Ann : 2", "Bob : 0"]]);
    let wrong = right.replacen("Wins 1 point", "Wins 3 points", 2);
    let wrong = wrong.replace("Ann : 2 ", "Ann : 0 ");
    let codes: Vec<(Code, u64)> = found(&wrong).into_iter().map(|(code, _, line)| (code, line)).collect();
    let expected = [(Code::ScoreResult, 7), (Code::ScoreResult, 13), (Code::ScoreContradiction, 16)];
    assert_eq!(codes, expected, "{wrong}");
}

#[test]
fn a_game_after_the_end_of_the_match_is_found_where_no_head_has_a_score() {
    let sgf = "(;FF[4]GM[6]MI[length:1][game:0]PW[Ann]PB[Bob]RE[W+1R];W[31hefe])\n\
               (;FF[4]GM[6]MI[length:1][game:1]PW[Ann]PB[Bob]RE[W+1R];W[31hefe])\n\
               (;FF[4]GM[6]MI[length:1][game:2]PW[Ann]PB[Bob]RE[B+1R];W[31hefe])\n";
    let (replayed, findings) = replayed(&sgf::FORMAT, sgf);
    let codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::ScoreOver]);
    assert_eq!(line(sgf, &findings[0]), 2);
    assert_eq!(replayed.score.points.0, [1, 0]);
}

#[test]
fn nothing_is_concluded_from_an_impossible_score() {
    for head in [["Ann : 5", "Bob : 0"], ["Ann : 7", "Bob : 6"]] {
        assert_eq!(found(&record(5, &[head])), [(Code::ScoreOver, Severity::Error, 4)], "{head:?}");
    }
    let heads = [["Ann : 0", "Bob : 0"], ["Ann : 1", "Bob : 0"], ["Ann : 2", "Bob : 0"]];
    let text =
        record(2, &heads).replacen("  2)  Doubles => 2                Drops", "  2) 41: 24/23 13/9", 2);
    let text = text.replacen(
        "                             31: 8/5 6/5\n  2) 41",
        " 31: 8/5 6/5    52: 13/8 24/22\n  2) 41",
        2,
    );
    let (replayed, findings) = replayed(&mat::FORMAT, &text);
    let codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::ScoreOver], "{text}");
    assert_eq!(replayed.score.points.0, [2, 0]);
}

#[test]
fn another_match_without_its_length_is_no_wrong_result() {
    let heads = [["Ann : 0", "Bob : 0"], ["Ann : 0", "Bob : 0"]];
    let text = record(1, &heads).replace("  2)  Doubles => 2                Drops\n", "");
    let text = text.replace("Game 2", "Game 1");
    let codes: Vec<Code> = found(&text).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, [Code::ScoreOver, Code::MatGameNumber], "{text}");
}

#[test]
fn the_crawford_game_of_a_match_without_its_length_is_no_second_finding() {
    let text = record(5, &[["Ann : 4", "Bob : 0"]]).replace("Game 1", "Game 1 (Crawford)");
    let text = text.replace("  2)  Doubles => 2                Drops\n", "");
    let text = text.replacen(" 5 point match\n", "", 1);
    let codes: Vec<Code> = found(&text).into_iter().map(|(code, ..)| code).collect();
    assert!(
        codes.contains(&Code::MatLengthMissing) && !codes.contains(&Code::ScoreCrawford),
        "{text}\n{codes:?}"
    );
}

/// Returns the codes of all findings on a record, also the notes.
fn noted(format: &str, text: &str) -> Vec<Code> {
    let found = checked(Format::by_name(format).expect("a format"), text).into_iter();
    found.map(|finding| finding.code).collect()
}

#[test]
fn a_record_that_stops_after_a_heading_or_a_resignation_has_a_note() {
    let text = record(0, &[["Ann : 0", "Bob : 0"]]) + "\n Game 2\n Ann : 1                 Bob : 0\n";
    assert_eq!(noted("mat", &text), [Code::GameUnfinished], "{text}");
    let text = std::fs::read_to_string(testdata("sgg/valid/money-with-beavers.sgg")).expect("a record");
    let end = text.find("\tresign\n").expect("a resignation") + "\tresign\n".len();
    assert_eq!(noted("sgg", &text), []);
    assert_eq!(noted("sgg", &text[..end]), [Code::ScoreResultMissing]);
}

#[test]
fn text_in_utf_32_is_one_finding() {
    let record = record(0, &[["Ann : 0", "Bob : 0"], ["Ann : 1", "Bob : 0"]]);
    let trees = std::fs::read_to_string(testdata("sgf/valid/resignations.sgf")).expect("a record");
    let forms: [fn(u32) -> [u8; 4]; 2] = [u32::to_le_bytes, u32::to_be_bytes];
    for (name, text) in [("a.mat", &record), ("a.sgf", &trees)] {
        for form in forms {
            let letters = std::iter::once('\u{FEFF}').chain(text.chars());
            let bytes: Vec<u8> = letters.flat_map(|letter| form(u32::from(letter))).collect();
            let matches = barpoint::open(name, bytes).expect("a file of this format");
            let codes = matches.iter().flat_map(|it| &it.findings).map(|finding| finding.code);
            assert_eq!(codes.collect::<Vec<_>>(), [Code::SourceNotARecord], "{name}");
        }
    }
}

#[test]
fn quoted_sgf_is_one_finding() {
    let trees = std::fs::read_to_string(testdata("sgf/valid/resignations.sgf")).expect("a record");
    let quoted: String = trees.split_inclusive('\n').map(|line| ["> ", line].concat()).collect();
    assert_eq!(noted("sgf", &quoted).len(), 1);
}

#[test]
fn the_gammons_of_a_session_count_by_one_rule() {
    let game = |number: u32, ann: u32, points: u32| {
        format!(
            "\n Game {number}\n Ann : {ann}                        Bob : 0\n\
             ; Set Pos=-A----------o-------------/0\n  1) 21: 1/off\n  2)  Wins {points} points\n"
        )
    };
    let session = |points: [u32; 2]| {
        format!(" 0 point match\n{}{}", game(1, 0, points[0]), game(2, points[0], points[1]))
    };
    for points in [[1, 1], [2, 2]] {
        assert_eq!(found(&session(points)), [], "{points:?}");
    }
    for points in [[1, 2], [2, 1]] {
        assert_eq!(found(&session(points)), [(Code::ScoreResult, Severity::Error, 13)], "{points:?}");
    }
}

#[test]
fn a_first_double_to_four_shows_an_automatic_double() {
    let text = record(0, &[["Ann : 0", "Bob : 0"]]).replace("=> 2", "=> 4").replace("1 point", "2 points");
    let source = SourceFile::decode("one", text.as_bytes()).expect("small");
    let with = |limit: Option<u8>| {
        let rules = RulesOverride { automatic_doubles: limit, ..RulesOverride::default() };
        analysis::replayed(mat::parse(&source), &rules)
    };
    let (doubled, findings) = with(Some(1));
    assert!(findings.iter().all(|finding| finding.severity == Severity::Note), "{findings:?}");
    assert_eq!((doubled.games[0].automatic_doubles, doubled.score.points.0), (1, [2, 0]));
    assert!(with(None).1.iter().any(|finding| finding.code == Code::CubeWrongValue));
}

#[test]
fn rules_that_a_record_states_win() {
    let text = record(3, &[["Ann : 0", "Bob : 2"]]);
    let codes = |header: &str, crawford: bool| {
        let text = format!("{header}{text}");
        let source = SourceFile::decode("one", text.as_bytes()).expect("small");
        let rules = RulesOverride { crawford: Some(crawford), ..RulesOverride::default() };
        let findings = analysis::replayed(mat::parse(&source), &rules).1;
        let codes = findings.iter().filter(|it| it.severity > Severity::Note).map(|finding| finding.code);
        codes.collect::<Vec<_>>()
    };
    assert_eq!(codes("", false), []);
    assert_eq!(codes("; [Crawford \"Off\"]\n", true), []);
    assert_eq!(codes("; [Crawford \"On\"]\n", false), [Code::CubeCrawford]);
}

#[test]
fn a_wrong_value_in_a_sample_is_one_finding() {
    for (file, from, to, expected) in [
        ("text/two-games.txt", "Alice 0, Bob 2", "Alice 0, Bob 1", (Code::RecordValue, 365)),
        (
            "tmg/resignations.tmg",
            "3 16 3 Alice wins 3 points",
            "3 16 2 Alice wins 3 points",
            (Code::ScoreResult, 21),
        ),
        (
            "tmg/resignations.tmg",
            "3 16 3 Alice wins 3 points",
            "3 16 6 Alice wins 3 points",
            (Code::ScoreResultUnproven, 21),
        ),
        (
            "tmg/resignations.tmg",
            "3 16 3 Alice wins 3 points",
            "3 16 3 Alice wins 6 points",
            (Code::RecordValue, 21),
        ),
        (
            "tmg/resignations.tmg",
            "2 15 2 Alice wins 2 points",
            "2 15 3 Alice wins 2 points",
            (Code::ScoreResult, 11),
        ),
        (
            "tmg/resignations.tmg",
            "5 14 1 Alice wins 1 point",
            "5 14 6 Alice wins 1 point",
            (Code::ScoreResult, 38),
        ),
        // Of a line without its kind and points, the number isn't the points.
        (
            "tmg/resignations.tmg",
            "5 14 1 Alice wins 1 point",
            "5 Alice wins 1 point",
            (Code::RecordSyntax, 38),
        ),
        (
            "tmg/resignations.tmg",
            "5 14 1 Alice wins 1 point",
            "1 Alice wins 1 point",
            (Code::RecordSyntax, 38),
        ),
    ] {
        let (format, name) = file.split_once('/').expect("a format and a file");
        let text = std::fs::read_to_string(testdata(&format!("{format}/valid/{name}"))).expect("a sample");
        assert!(text.contains(from), "{file}: {from}");
        let text = text.replacen(from, to, 1);
        let found = serious(Format::by_name(format).expect("a format"), text.as_bytes());
        let found: Vec<_> = found.iter().map(|finding| (finding.code, line(&text, finding))).collect();
        assert_eq!(found, [expected], "{file}: {to}");
    }
}

#[test]
fn a_head_without_a_readable_score_keeps_its_names() {
    for score in ["Ann : x", "Ann :", "Ann : +1", "Ann : 1.5"] {
        let text = record(9, &[["Ann : 0", "Bob : 0"], [score, "Bob : 0"], ["Ann : 2", "Bob : 0"]]);
        assert_eq!(found(&text), [(Code::MatScoreLine, Severity::Error, 10)], "{score}");
    }
}

#[test]
fn a_take_in_place_of_a_turn_is_one_finding() {
    let text = record(9, &[["Ann : 0", "Bob : 0"]])
        .replace("  2)  Doubles", "  2)  Takes                      63: 24/15\n  3)  Doubles");
    assert_eq!(found(&text), [(Code::CubeNoDouble, Severity::Error, 6)]);
}

#[test]
fn a_result_in_place_of_an_answer_is_one_finding() {
    let text = record(9, &[["Ann : 0", "Bob : 0"], ["Ann : 1", "Bob : 0"], ["Ann : 2", "Bob : 0"]]).replacen(
        "Drops\n      Wins 1 point\n",
        "Wins 1 point\n",
        1,
    );
    assert_eq!(found(&text), [(Code::TurnUnanswered, Severity::Error, 6)]);
}

#[test]
fn a_gammon_under_the_jacoby_rule_names_the_rule() {
    let text = "; [Jacoby \"On\"]\n 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n\
                ; Set Pos=-A----------o-------------/0\n  1) 21: 1/off\n  2)  Wins 2 points\n";
    let labels: Vec<_> = checked(&mat::FORMAT, text).into_iter().map(|it| it.primary.message).collect();
    assert_eq!(labels, ["under the Jacoby rule a game is worth 1, as the cube wasn't turned"]);
}

#[test]
fn the_points_of_a_loss_are_compared_with_the_result_beside_it() {
    let text = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
                1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
                2) 41: 24/23 13/9              Losses 2 points\n      Wins 2 points\n";
    assert_eq!(found(text), []);
    let wrong = [(Code::ScoreResult, Severity::Error, 6)];
    assert_eq!(found(&text.replace("Wins 2 points", "Wins 1 point")), wrong);
    assert_eq!(found(&text.replace("Losses 2 points", "Losses 3 points")), wrong);
}

/// A slip: the text, what is written instead, and the code of its finding.
type Slip = (&'static str, &'static str, Code);

/// Small records of servers, each with slips of the pen, and the finding that each gives.
const SLIPS: [(&str, &str, &[Slip]); 4] = [
    (
        "a.txt",
        "Score is 0-0 in a 5 point match.\nann is X - bob is O\nX: (3 1) 8-5 6-5\nO: (5 2) 12-17 1-3\nX: doubles\n\
         O: rejects\nX: wins 1 point\n\nScore is 1-0 in a 5 point match.\nann is X - bob is O\nX: (3 1) 8-5 6-5\n\
         O: (5 2) 12-17 1-3\nX: doubles\nO: rejects\nX: wins 1 point\n\nScore is 2-0 in a 5 point match.\n\
         ann is X - bob is O\nX: (3 1) 8-5 6-5\n",
        &[
            ("O: (5", "OO: (5", Code::RecordUnknown),
            ("X: wins", "z: wins", Code::RecordUnknown),
            ("Score is 1", "Score iis 1", Code::RecordUnknown),
            ("Score is 1-0 in a 5 point match.\n", "", Code::RecordSyntax),
            ("1-0 in a 5 point match.\nann is X", "1-0 in a 5 point match.\nann iss X", Code::RecordUnknown),
            ("1-0 in a 5", "1-0 in a 7", Code::RecordValue),
        ],
    ),
    (
        "a.tmg",
        "MatchID: 1\nPlayer1: 1 ann 0\nPlayer2: 2 bob 0\nLength: 5\nVariant: 1\nGame 1: 0-0\n 1 1 31:\n 1 4 8/5 6/5\n\
         \x20-1 1 52:\n -1 4 24/22 13/8\n 2 1 41:\n 2 4 24/23 13/9\n",
        &[
            (" -1 4 24", " -1 z 24", Code::RecordUnknown),
            (" -1 1 52:", " -1 x 52:", Code::RecordUnknown),
            (" -1 1 52:", " -1 1 5:", Code::RecordSyntax),
        ],
    ),
    (
        "a.sgg",
        "ann vs. bob\n\nGame 1.0-0/5\n1\t31:\n1\t31: 8/5, 6/5\n1\t\t52:\n1\t\t52: 24/22, 13/8\n2\tDouble to 2\n\
         2\t\tPass\nann wins 1 point.\nGame 2.1-0/5\n1\t31:\n1\t31: 8/5, 6/5\n1\t\t52:\n",
        &[
            ("\t52: 24", "\t552: 24", Code::RecordSyntax),
            ("\t52: 24", "\t52; 24", Code::RecordSyntax),
            ("Game 2.", "Game .", Code::RecordValue),
        ],
    ),
    (
        "b.txt",
        "** You are now playing a 5 point match with bob\nStarting a new game with bob.\nYou rolled 3, bob rolled 1\n\
         You move 8-5 6-5 .\nbob rolls 5 and 2.\nbob moves 12-17 1-3 .\nYou roll 4 and 1.\nYou move 24-23 13-9 .\n",
        &[
            ("bob moves", "bob moved", Code::RecordUnknown),
            ("bob rolls", "rob rolls", Code::NamesChanged),
            ("bob rolls", "Bob rolls", Code::NamesChanged),
        ],
    ),
];

#[test]
fn a_line_of_a_server_that_is_not_understood_has_no_consequences() {
    for (name, text, slips) in SLIPS {
        let found = |text: &str| {
            let mut matches = barpoint::open(name, text.as_bytes().to_vec()).expect("a record");
            assert_eq!(matches.len(), 1, "{text}");
            let found = matches.remove(0).findings.into_iter();
            found.filter(|it| it.severity > Severity::Note).map(|it| it.code).collect::<Vec<_>>()
        };
        assert_eq!(found(text), [], "{name}");
        for (from, to, code) in slips {
            let slip = changed(text, from, to);
            assert_eq!(found(&slip), [*code], "{name}: {from:?} as {to:?}");
        }
    }
}

/// Slips in match text: the text, what stands there instead, the finding and its place.
const TEXT_SLIPS: [(&str, &str, Code, &str); 7] = [
    ("Alice 0, Bob 2 (match", "Alice 0, Rob 2 (match", Code::NamesChanged, "Rob"),
    ("after 1 game)", "after 2 games)", Code::RecordValue, "2"),
    ("Bob 2 (match to 3", "Bob 2 (match to 5", Code::RecordValue, "5"),
    ("* Alice moves 13/10\n", "* Bob moves 13/10\n", Code::RecordValue, "Bob"),
    ("ID: 4HPiATDgc/ABMA", "ID: 4HPwATDgc/ABMA", Code::RecordValue, "4HPwATDgc/ABMA"),
    ("Bob to play 65", "Bob to play 71", Code::RecordValue, "71"),
    ("Alice 0, Bob 0 (match", "Alise 0, Bob 0 (match", Code::NamesChanged, "Alice"),
];

#[test]
fn a_slip_in_match_text_is_found_at_its_place() {
    let sample = std::fs::read_to_string(testdata("text/valid/two-games.txt")).expect("a record");
    let found = |from: &str, to: &str| {
        let text = changed(&sample, from, to);
        let mut matches = barpoint::open("a.txt", text.into_bytes()).expect("a record");
        assert_eq!(matches.len(), 1, "{to}");
        let one = matches.remove(0);
        let found = one.findings.iter().filter(|it| it.severity > Severity::Note);
        found.map(|it| (it.code, one.source.slice(it.primary.span).to_owned())).collect::<Vec<_>>()
    };
    for (from, to, code, place) in TEXT_SLIPS {
        assert_eq!(found(from, to), [(code, place.to_owned())], "{to}");
    }
}

#[test]
fn the_name_of_a_single_game_is_compared_with_the_one_beside_the_board() {
    let sample = std::fs::read_to_string(testdata("text/valid/two-games.txt")).expect("a record");
    let game = sample.split("The score (after 1 game").next().expect("a game");
    let one = barpoint::open("a.txt", game.replacen("Alice 0", "Alise 0", 1).into_bytes()).expect("a record");
    let found: Vec<Code> = one[0].findings.iter().map(|it| it.code).collect();
    assert_eq!(found, [Code::RecordValue, Code::MatchUnfinished]);
}
