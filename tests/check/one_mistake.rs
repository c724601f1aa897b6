//! One mistake gives one finding, at its place, and an omission in a record proves nothing.

use crate::support::{report, testdata};
use barpoint::analysis::{RulesOverride, check, replayed};
use barpoint::diag::{Code, Severity, SourceFile};
use barpoint::formats::{mat, sgf};
use barpoint::game::Happening;
use std::fmt::Write as _;

/// Returns the codes and lines of the findings on a .mat record, without notes.
fn found(text: &str) -> Vec<(Code, Severity, u64)> {
    let source = SourceFile::decode("one", text.as_bytes()).expect("small");
    let mut found = Vec::new();
    check(&mat::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
        if finding.severity > Severity::Note {
            found.push((finding.code, finding.severity, source.line_column(finding.primary.span.start).line));
        }
    });
    found
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
    let source = SourceFile::decode("one", text.as_bytes()).expect("small");
    let (replayed, _) = replayed(mat::parse(&source), &RulesOverride::default());
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
    for entry in std::fs::read_dir(testdata("sgf/valid")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a record");
        if bytes.len() > 6_000 {
            continue;
        }
        let whole = bytes.trim_ascii_end().len();
        for cut in 1..whole {
            let source = SourceFile::decode("one", &bytes[..cut]).expect("small");
            let mut all = Vec::new();
            check(&sgf::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
                if finding.severity > Severity::Note {
                    all.push(finding.code);
                }
            });
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
    let resigned = text.replacen(
        "  2)  Doubles => 2                Drops\n      Wins 1 point",
        "      Wins 3 points",
        1,
    );
    assert_ne!(text, resigned);
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
