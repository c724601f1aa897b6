//! Resignations whose points aren't recorded: a guess changes no right score, and no result is read as chat.

use super::fixes::mended;
use super::slips::found;
use crate::support::changed;
use barpoint::diag::Code;
use barpoint::formats::Format;

/// A match in which Bob wins three games: 3 points by a resignation, 1 by a pass, and 1 by a resignation.
const MAT: &str = " 9 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) Resigns
                                  Wins 3 points

 Game 2
 Ann : 0                        Bob : 3
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops
                                  Wins 1 point

 Game 3
 Ann : 0                        Bob : 4
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) Resigns
                                  Wins 1 point
";

/// The result of the first game.
const RESULT: &str = "                                  Wins 3 points\n";

/// A match of which Bob wins the first game by a resignation.
const SGG: &str = "Alice vs. Bob
Game 1.0-0/9

1\t63:
1\t63: 24/18, 18/15
1\t\t55:
1\t\t55: 13/8, 8/3, 8/3, 8/3
2\t53:
3\tresign
Bob wins 3 points.

Game 2.0-3/9

1\t\t51:
1\t\t51: 24/23, 23/18
2\tresign
Bob wins 1 point.
";

/// Returns the fixes of the findings on a match, notes left out, and the text that each gives; safe ones are marked.
fn fixes(format: &str, text: &str) -> Vec<(Code, Vec<(String, String)>)> {
    let findings = mended(Format::by_name(format).expect("a format"), text);
    let fixed = |fix: &barpoint::diag::Fix| {
        let words = format!("{}{}", if fix.is_safe() { "safe: " } else { "" }, fix.message);
        (words, crate::support::fixed(text, fix))
    };
    let all = findings.iter();
    all.map(|finding| (finding.code, finding.fixes.iter().map(fixed).collect())).collect()
}

/// Asserts that a text has one finding, whose only fix is safe and gives another text.
#[track_caller]
fn is_restored(format: &str, text: &str, code: Code, message: &str, whole: &str) {
    let safe = (format!("safe: {message}"), whole.to_owned());
    assert_eq!(fixes(format, text), [(code, vec![safe])], "{text}");
}

#[test]
fn the_next_score_shows_the_points_of_a_resignation() {
    assert_eq!(found("a.mat", MAT), []);
    let text = changed(MAT, RESULT, "");
    assert_eq!(found("a.mat", &text), [(Code::ScoreResultMissing, 6)]);
    let message = "insert the result: Bob wins 3 points";
    is_restored("mat", &text, Code::ScoreResultMissing, message, MAT);
    let matches = barpoint::open("a.mat", text.into_bytes()).expect("a record");
    let games = &matches[0].replayed.games;
    assert_eq!(games[0].result.map(|result| result.points), Some(3));
    assert_eq!((games[1].before.points.0, matches[0].replayed.score.points.0), ([0, 3], [0, 5]));
}

#[test]
fn a_score_after_points_that_are_not_recorded_is_not_changed_as_a_safe_fix() {
    let text = changed(MAT, RESULT, "");
    for (from, to) in [("Bob : 3", "Bob : 2"), ("Bob : 3", "Bob : 7"), ("Bob : 4", "Bob : 5")] {
        let all = fixes("mat", &changed(&text, from, to));
        assert!(all.iter().any(|(code, _)| *code == Code::ScoreResultMissing), "{to}: {all:?}");
        let mut words = all.iter().flat_map(|(_, fixes)| fixes);
        assert!(!words.any(|(words, _)| words.starts_with("safe")), "{to}: {all:?}");
    }
}

#[test]
fn points_that_are_not_recorded_do_not_contradict_the_crawford_game() {
    let mat = " 4 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
               1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) Resigns\n\n \
               Game 2 (Crawford)\n Ann : 0                        Bob : 3\n  \
               1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) Resigns\n                                  \
               Wins 1 point and the match\n";
    assert_eq!(found("a.mat", mat), [(Code::ScoreResultMissing, 6)]);
    let sgg = changed(&changed(SGG, "0-0/9", "0-0/4"), "0-3/9", "0-3*/4");
    assert_eq!(found("a.sgg", &sgg), []);
    let missing = changed(&sgg, "Bob wins 3 points.\n", "");
    assert_eq!(found("a.sgg", &missing), [(Code::ScoreResultMissing, 9)]);
}

#[test]
fn a_result_of_gamesgrid_that_is_misspelt_is_no_chat() {
    assert_eq!(found("a.sgg", SGG), []);
    let result = "Bob wins 3 points.\n";
    let missing = changed(SGG, result, "");
    is_restored("sgg", &missing, Code::ScoreResultMissing, "insert the result: Bob wins 3 points", SGG);
    let name = changed(SGG, result, "Bib wins 3 points.\n");
    is_restored("sgg", &name, Code::NamesChanged, "write the name `Bob`, not `Bib`", SGG);
    let head = changed(SGG, "Alice vs. Bob", "Alice vs. Bib");
    assert_eq!(found("a.sgg", &head), [(Code::NamesChanged, 1)]);
    is_restored("sgg", &head, Code::NamesChanged, "write the name `Bob`, not `Bib`", SGG);
    // Either of two names may be the wrong one.
    let once = changed(&name, "2\tresign\nBob wins 1 point.\n", "");
    let all = fixes("sgg", &once);
    assert!(matches!(&all[..], [(Code::NamesChanged, fixes)] if !fixes.is_empty()), "{all:?}");
    assert!(!all[0].1.iter().any(|(words, _)| words.starts_with("safe")), "{all:?}");
    for (words, code) in [
        ("Bob wns 3 points.", Code::RecordSyntax),
        ("Bob won 3 points.", Code::RecordSyntax),
        ("Bob gets 3 points.", Code::RecordSyntax),
        ("Bob wins points.", Code::RecordSyntax),
        ("Carl wins 3 points.", Code::NamesChanged),
    ] {
        let text = changed(SGG, result, &format!("{words}\n"));
        assert_eq!(found("a.sgg", &text), [(code, 10)], "{words}");
    }
    let last = "2\tresign\nBob wins 1 point.\n";
    for words in ["Box wins 1 point.\n", "Bob wns 1 point.\n", "Bob win", "Bob", "Bo", "Bob wins 1"] {
        let text = changed(SGG, last, &format!("2\tresign\n{words}"));
        let found = found("a.sgg", &text);
        assert!(matches!(found[..], [(_, 17)]), "{words:?}: {found:?}");
    }
    for chat in ["Bob: I need 3 points", "well, Bob wins again", "gg", "Alice"] {
        let text = changed(SGG, result, &format!("{chat}\n{result}"));
        assert_eq!(found("a.sgg", &text), [], "{chat}");
    }
}
