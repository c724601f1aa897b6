//! The fixes of mistakes that people make: a safe one neither falsifies nor deletes what the record says.

use crate::support::testdata;
use barpoint::analysis::repair::repair;
use barpoint::analysis::{RulesOverride, replayed};
use barpoint::diag::{Code, Severity, SourceFile};
use barpoint::formats::{Format, mat, sgf};

/// Returns the findings of a match, notes left out, with the fixes of each; the safe ones are marked.
fn found(format: &Format, text: &str) -> Vec<(Code, Vec<String>)> {
    let source = SourceFile::decode("fixes", text.as_bytes()).expect("small");
    let parse = format.parse.expect("a format that is read");
    let (_, mut findings) = replayed(parse(&source), &RulesOverride::default());
    findings.retain(|finding| finding.severity > Severity::Note);
    repair(format, &source, &RulesOverride::default(), &mut findings);
    let words =
        |fix: &barpoint::diag::Fix| format!("{}{}", if fix.is_safe() { "safe: " } else { "" }, fix.message);
    findings.iter().map(|it| (it.code, it.fixes.iter().map(words).collect())).collect()
}

/// Returns the fixes of the only finding of a .mat record, which has this code.
#[track_caller]
fn fixes(text: &str, code: Code) -> Vec<String> {
    let mut found = found(&mat::FORMAT, text);
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [code], "{text}");
    found.remove(0).1
}

/// A game that Ann wins by a resignation.
const RESIGNED: &str = " Game 1\n Ann : 0                        Bob : 0\n  \
                        1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
                        2) 64: 24/18 13/9              Resigns\n      Wins 1 point\n";

#[test]
fn a_match_length_is_safe_only_if_the_text_states_it() {
    for line in
        [" 7-point match", "7pt match", "\u{FF17} point match", "seven point match", " 7. point match"]
    {
        let fixes = fixes(&format!("{line}\n\n{RESIGNED}"), Code::MatLengthInvalid);
        assert_eq!(fixes, ["safe: write `7 point match`"], "{line}");
    }
    let money = fixes(&format!("money\n\n{RESIGNED}"), Code::MatLengthInvalid);
    assert_eq!(money, ["safe: write `0 point match`, as money sessions have it"]);
    let stated = fixes(&format!("Match to 7 points\n\n{RESIGNED}"), Code::MatLengthMissing);
    assert_eq!(stated[0], "write `7 point match` for `Match to 7 points`");
    let late = RESIGNED.replace("Ann : 0 ", "Ann : 4 ").replace("Bob : 0", "Bob : 3");
    for text in [RESIGNED, &late] {
        let offered = fixes(text, Code::MatLengthMissing);
        assert!(offered.len() > 1 && !offered.iter().any(|fix| fix.starts_with("safe")), "{offered:?}");
    }
}

#[test]
fn what_is_not_understood_is_never_deleted_as_a_safe_fix() {
    let game = |row: &str| {
        format!(
            " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) {row}\n      Wins 1 point\n"
        )
    };
    for words in ["Declined", "folds", "No", "gives up", "(drops)"] {
        let offered = fixes(&game(&format!(" Doubles => 2                {words}")), Code::MatCellUnreadable);
        assert_eq!(offered[0], format!("read `{words}` as `Drops`"));
    }
    for (words, code) in [
        ("timeout", Code::MatCellUnreadable),
        ("aufgegeben", Code::MatCellUnreadable),
        ("resigns a gammon", Code::MatTextAfterRow),
    ] {
        let offered = fixes(&game(&format!("64: 24/18 13/9              {words}")), code);
        assert!(!offered.iter().any(|fix| fix.starts_with("safe")), "{words}: {offered:?}");
    }
}

#[test]
fn dice_without_a_play_are_kept() {
    let game = |cell: &str| {
        format!(
            " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
             1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) {cell:27} Wins 1 point\n"
        )
    };
    for cell in ["6-4:", "64", "64;", "(64)", "[64]", "6/4:", "\u{FF16}\u{FF14}:", "64\u{FF1A}"] {
        assert_eq!(fixes(&game(cell), Code::MatCellUnreadable), ["safe: write `64:`"], "{cell}");
    }
    // A play without its dice.
    let offered = fixes(&game("6/4"), Code::MatCellUnreadable);
    assert!(!offered.iter().any(|fix| fix.starts_with("safe")), "{offered:?}");
}

#[test]
fn a_doubled_head_is_deleted() {
    let first = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
                 1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
                 2)  Doubles => 2                Drops\n      Wins 1 point\n\n";
    let names = " Ann : 1                        Bob : 0\n";
    let second = RESIGNED.replace("Game 1", "Game 2").replace("Ann : 0", "Ann : 1");
    for (copy, line) in [
        (" Game 2\n".to_owned(), "Game 2"),
        (" Game: 2\n".to_owned(), "Game: 2"),
        (format!(" Game 2\n{names}"), "Game 2"),
    ] {
        let text = format!("{first}{copy}{second}");
        let expected = vec![format!("safe: delete the repeated `{line}`")];
        assert_eq!(found(&mat::FORMAT, &text)[0].1, expected, "{text}");
    }
    let text = format!("{first}{}", second.replace(names, &format!("{names}{names}")));
    assert_eq!(found(&mat::FORMAT, &text)[0].1, ["safe: delete the repeated `Ann : 1 Bob : 0`"]);
}

#[test]
fn names_and_scores_exchanged_together_are_one_mistake() {
    let names = [(0, 0), (2, 0), (2, 2), (2, 3)];
    let winners = [6, 34, 34, 6];
    let mut text = " 7 point match\n".to_owned();
    for (game, ((ann, bob), column)) in names.into_iter().zip(winners).enumerate() {
        let head = if game == 2 {
            format!(" Bob : {bob}                        Ann : {ann}\n")
        } else {
            format!(" Ann : {ann}                        Bob : {bob}\n")
        };
        let points = [2, 2, 1, 1][game];
        let rows = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n";
        let result = format!("{:column$}Wins {points} points\n\n", "");
        let number = game + 1;
        text.extend(["\n Game ", &number.to_string(), "\n", &head, rows, &result]);
    }
    // With equal scores only the names show.
    let equal = found(&mat::FORMAT, &text);
    assert_eq!(equal[0].1, ["safe: exchange the two names"], "{text}\n{equal:?}");
    let sum = std::fs::read_to_string(testdata("mat/invalid/names-changed-columns-exchanged.mat"));
    let sum = found(&mat::FORMAT, &sum.expect("an example"));
    assert_eq!(sum[0].1, ["safe: exchange the two names and the two scores"]);
}

#[test]
fn characters_that_look_alike_are_read_alike() {
    let play = |cell: &str| {
        format!(" 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) {cell}\n")
    };
    for dash in ["-", "\u{2013}", "\u{2014}", "\u{2212}"] {
        let text = play(&format!("31: 8{dash}5 6{dash}5                 52: 13/8 24/22"));
        assert_eq!(fixes(&text, Code::MatPlayDash), ["safe: write `8/5 6/5`"], "{dash}");
    }
    for cell in ["31: \u{FF18}/5 6/5", "31: 8/5\u{200B} 6/5", "31: 8\u{FF0F}5 6/5"] {
        let text = play(&format!("{cell}                 52: 13/8 24/22"));
        assert_eq!(fixes(&text, Code::MatPlayNotation), ["safe: write `8/5 6/5`"], "{cell}");
    }
}

#[test]
fn a_missing_game_is_no_wrong_result() {
    let text =
        RESIGNED.replace("Game 1", "Game 3").replace("Ann : 0", "Ann : 3").replace("Bob : 0", "Bob : 2");
    let text = format!(" 7 point match\n\n{RESIGNED}\n{text}");
    let codes: Vec<Code> = found(&mat::FORMAT, &text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::MatGameNumber]);
}

#[test]
fn stray_text_says_nothing_about_a_play() {
    let text = std::fs::read_to_string(testdata("sgf/valid/annotations.sgf")).expect("a record");
    let text = text.replacen("\n;B[21absu]", "\n> ;B[21absu]", 1);
    assert_eq!(found(&sgf::FORMAT, &text), [(Code::RecordSyntax, Vec::new())]);
}
