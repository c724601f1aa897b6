//! One game without length and score: .gam files.

use crate::support::{report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Side;
use barpoint::diag::Severity;
use barpoint::formats::{Format, detect, gam};
use barpoint::game::Happening;

fn read(text: &[u8]) -> (barpoint::game::Replayed, usize) {
    let source = gam::FORMAT.source("game", text.to_vec()).expect("small");
    let parse = gam::FORMAT.parse.expect("a reader");
    let (record, found) = analysis::replayed(parse(&source), &RulesOverride::default());
    (record, found.iter().filter(|finding| finding.severity > Severity::Note).count())
}

fn write(record: &barpoint::game::Replayed) -> String {
    let writer = gam::FORMAT.writer.expect("a writer");
    String::from_utf8(writer.bytes(record)).expect("UTF-8")
}

#[test]
fn a_game_of_gnu_backgammon_is_read_and_written_again_byte_for_byte() {
    let bytes = std::fs::read(testdata("gam/valid/gnubg.gam")).expect("a file");
    assert_eq!(detect(&bytes, None).map(|format| format.name), Some("gam"));
    let (record, found) = read(&bytes);
    assert_eq!(found, 0);
    assert_eq!([record.name(0, Side::Zero), record.name(0, Side::One)], ["gnubg", "root"]);
    let game = &record.games[0];
    let plays = game.acts.iter().filter(|act| matches!(act.what, Happening::Played { .. })).count();
    assert_eq!(plays, 43);
    assert_eq!(game.result.map(|result| (result.winner, result.points)), Some((Some(Side::One), 2)));
    assert_eq!(write(&record), String::from_utf8_lossy(&bytes));
}

#[test]
fn names_of_one_word_need_no_wide_blank() {
    let bytes = std::fs::read(testdata("gam/valid/empire.gam")).expect("a file");
    assert_eq!(detect(&bytes, Some("txt")).map(|format| format.name), Some("gam"));
    let (record, found) = read(&bytes);
    assert_eq!(found, 0);
    assert_eq!([record.name(0, Side::Zero), record.name(0, Side::One)], ["bob", "alice"]);
    assert_eq!(record.games[0].result.map(|result| result.points), Some(2));
}

#[test]
fn tabs_beside_a_name_are_no_part_of_it() {
    let rows = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n";
    for line in [" anna\t\t  bert", " anna \t bert", " anna\tbert\t", "\tanna  \tbert", " anna \t   bert"] {
        let (record, found) = read(format!("{line}\n{rows}").as_bytes());
        assert_eq!(found, 0, "{line:?}");
        assert_eq!([record.name(0, Side::Zero), record.name(0, Side::One)], ["anna", "bert"], "{line:?}");
    }
    let (record, _) = read(format!(" anna  lee\tbert\n{rows}").as_bytes());
    assert_eq!([record.name(0, Side::Zero), record.name(0, Side::One)], ["anna  lee", "bert"]);
}

#[test]
fn match_text_is_no_single_game() {
    let mat = b" 5 point match\n\n Game 1\n ann : 0    bob : 0\n  1) 31: 8/5 6/5\n";
    assert_eq!(detect(mat, Some("gam")).map(|format| format.name), Some("mat"));
    let rows = b"  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n";
    assert!(detect(rows, None).is_none());
}

#[test]
fn a_game_of_a_match_keeps_its_length_and_score() {
    let text = " 5 point match\n\n Game 3\n Ann Lee : 3                    Bob : 1\n  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops                       Wins 1 point \n";
    let mat = Format::by_name("mat").expect("a format");
    let source = mat.source("match", text.as_bytes().to_vec()).expect("small");
    let record = analysis::replayed((mat.parse.expect("a reader"))(&source), &RulesOverride::default()).0;
    let written = write(&record);
    assert!(
        written.starts_with(
            " Ann Lee                        Bob\n; [Length \"5\"]\n; [Score 1 \"3-1\"]\n\n  1) 31:"
        ),
        "{written}"
    );
    let (again, _) = read(written.as_bytes());
    assert_eq!(again.rules.length, 5);
    assert_eq!(again.games[0].before.points.0, [3, 1]);
    report(1, "games of matches as .gam");
}

#[test]
fn any_bytes_are_read_without_a_panic() {
    let sample = std::fs::read(testdata("gam/valid/gnubg.gam")).expect("a file");
    let mut random = crate::support::Random::new(7);
    for _ in 0..400 {
        let mut bytes = sample[..random.below(sample.len())].to_vec();
        for _ in 0..random.below(6) {
            if !bytes.is_empty() {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
        }
        let (record, _) = read(&bytes);
        let written = write(&record);
        assert!(record.games.len() <= 1 || written.lines().count() > 1);
    }
}
