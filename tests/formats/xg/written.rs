//! Writing files: the real ones come back, and other programs read them.

use super::super::laws::{self, comes_back, read};
use super::super::readers::{Passes, agree, python, told};
use super::super::{data, files, generate};
use crate::support::{Folder, Random, report};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Side;
use barpoint::formats::inventory::{Item, Kind, inventory};
use barpoint::formats::{Format, Written, mat, ogxm, sgf, xg};
use barpoint::game::record::Analysis;
use barpoint::game::{Act, Happening, Replayed};
use std::fmt::Write as _;
use std::path::PathBuf;

fn write(record: &Replayed) -> Written {
    laws::written(&xg::FORMAT, record)
}

/// Returns the real files, by their names.
fn real() -> Option<Vec<(String, Vec<u8>)>> {
    let mut paths: Vec<PathBuf> = files(&data("matches/real/kevung+gbf")?, "xg");
    paths.extend(files(&data("matches/ogxm")?, "xg"));
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Some(paths.iter().map(|path| (name(path), std::fs::read(path).expect("a readable file"))).collect())
}

/// Records of other formats: the format, the folder and the extension.
const OTHERS: [(&Format, &str, &str); 3] = [
    (&mat::FORMAT, "matches/ogxm", "mat"),
    (&sgf::FORMAT, "matches/gnubg", "sgf"),
    (&ogxm::FORMAT, "matches/ogxm", "ogxm"),
];

#[test]
fn real_files_come_back_whole() {
    let Some(files) = real() else { return };
    let mut count = 0;
    for (name, bytes) in files {
        let record = read(&xg::FORMAT, &bytes).remove(0);
        let Written { bytes, losses } = write(&record);
        // Rollouts have a member of their own, which isn't written.
        let is_rollout = |item: &Item| item.kind == Kind::Analysis && item.text.contains("(Rollout, ");
        assert!(losses.iter().all(is_rollout), "{name}: {losses:#?}");
        let again = comes_back(&xg::FORMAT, &record);
        assert_eq!(inventory(&again).len() + losses.len(), inventory(&record).len(), "{name}");
        assert!(write(&again).bytes == bytes, "{name}: written twice");
        count += 1;
    }
    report(count, "real .xg files written and read back");
}

/// Returns the analyses of a record, a line each: for the cube the equities of no double and a double, for a play the
/// number of candidates and the equities of the best and the actual one.
fn analyses(record: &Replayed) -> String {
    let mut text = String::new();
    for (record, game) in record.games() {
        let is_double = |entry: u32| {
            let is_here = |act: &&Act| act.entry == Some(entry);
            let mut here = game.acts.iter().filter(is_here);
            here.any(|act| matches!(act.what, Happening::Doubled { beaver: false, .. }))
        };
        for (entry, written) in (0..).zip(&record.entries) {
            for analysis in written.notes.iter().flat_map(|notes| &notes.analyses) {
                let _ = match analysis {
                    Analysis::Cube(cube) => {
                        let word = if is_double(entry) { "double" } else { "cube" };
                        let [none, double] = [cube.equity_no_double, cube.equity_double_take];
                        let [none, double] = [none, double].map(|equity| equity.expect("an equity"));
                        writeln!(text, "{word} {none} {double}")
                    }
                    Analysis::Play(play) => {
                        let equity = |at: usize| play.candidates[at].evaluation.equity.expect("an equity");
                        let played =
                            play.played.map_or_else(|| "-".to_owned(), |at| equity(at as usize).to_string());
                        writeln!(text, "play {} {} {played}", play.candidates.len(), equity(0))
                    }
                };
            }
        }
    }
    text
}

/// Other programs read our files as they were written: each roll with the board before it and the cube, doubles,
/// passes, results and scores, and the analyses.
#[test]
fn the_programs_of_others_read_what_is_written() {
    let Some(python) = python() else { return };
    let folder = Folder::new("xg");
    let mut count = 0;
    let mut put = |name: String, record: &Replayed| {
        // What isn't told isn't read.
        let written = analysis::written(&xg::FORMAT, record, &[], &RulesOverride::default());
        for record in read(&xg::FORMAT, &written.expect("it is written").bytes) {
            let names = Side::ALL.map(|side| record.name(0, side));
            std::fs::write(folder.0.join(format!("{name}.xg")), write(&record).bytes).expect("a file");
            std::fs::write(folder.0.join(format!("{name}.txt")), told(&record, Passes::All)).expect("a file");
            std::fs::write(folder.0.join(format!("{name}.analyses")), analyses(&record)).expect("a file");
            std::fs::write(folder.0.join(format!("{name}.names")), names.join("\n")).expect("a file");
            count += 1;
        }
    };
    for seed in 0..60 {
        let record = generate::replayed(&mut Random::new(seed), generate::Wishes::PLAIN);
        put(format!("generated-{seed}"), &record);
    }
    for (name, bytes) in real().unwrap_or_default() {
        put(name, &read(&xg::FORMAT, &bytes)[0]);
    }
    for (format, place, extension) in OTHERS {
        let Some(place) = data(place) else { continue };
        for path in files(&place, extension) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Some(record) = read(format, &std::fs::read(&path).expect("a readable file")).first() {
                put(name, record);
            }
        }
    }
    agree(&python, "xg_readers.py", &folder.0);
    report(count, ".xg files read by bgsage and GammonView");
}

#[test]
fn records_of_every_format_come_back_but_for_what_is_told() {
    let mut count = 0;
    for (format, place, extension) in OTHERS {
        let Some(place) = data(place) else { continue };
        for path in files(&place, extension) {
            for record in read(format, &std::fs::read(&path).expect("a readable file")) {
                comes_back(&xg::FORMAT, &record);
                comes_back(&ogxm::FORMAT, &record);
                count += 1;
            }
        }
    }
    report(count, "records written as .xg and as OGXM and read back");
}

/// Positions, with dice and without, are files of one position.
#[test]
fn a_position_is_written_with_its_dice() {
    for (id, dice) in [
        ("XGID=-b----E-C---dE---c-eA---A-:0:0:1:52:0:0:0:7:10", true),
        ("XGID=-a----E-C---eE---c-e----B-:1:1:-1:00:2:3:0:7:10", false),
        ("XGID=---BBCCC-B------b-cbbb-bb-:1:-1:1:00:0:0:3:0:10", false),
    ] {
        let matches = barpoint::open("position.xgids", format!("{id}\n").into_bytes()).expect("a position");
        let record = &matches[0].replayed;
        let again = comes_back(&xg::FORMAT, record);
        let positions = |record: &Replayed| -> Vec<Item> {
            inventory(record).into_iter().filter(|item| item.kind == Kind::Position).collect()
        };
        assert_eq!(positions(&again), positions(record), "{id}");
        assert_eq!(positions(&again).len(), 1, "{id}");
        assert_eq!(
            again.games[0]
                .acts
                .iter()
                .any(|act| matches!(act.what, barpoint::game::Happening::PositionSet { roll: Some(_) })),
            dice,
            "{id}"
        );
    }
}

#[test]
fn a_comment_on_an_answer_leaves_the_next_roll_its_own() {
    let text =
        b" 3 point match\n\n; [Comment 1/2R \"a bold take\"]\n; [Comment 1/3L \"the roll\"]\n\n Game 1\n \
        a : 0                          b : 0\n  1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
        2)  Doubles => 2                Takes\n  3) 64: 24/14                   31: 8/5 6/5\n";
    let record = barpoint::open("a.mat", text.to_vec()).expect("a record").remove(0).replayed;
    let again = comes_back(&xg::FORMAT, &record);
    let texts: Vec<&str> = again.record.remarks.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(texts, ["a bold take", "the roll"]);
    let entries: Vec<_> = again.record.remarks.iter().map(|remark| remark.anchor.entry).collect();
    assert!(entries[0] < entries[1], "{entries:?}");
}

#[test]
fn a_game_longer_than_a_file_may_be_is_left_out_and_reported() {
    let mut text = "(;GM[6]MI[length:0][game:0][ws:0][bs:0]PW[a]PB[b]".to_owned();
    // Both sides go to and fro: legal or not, each is a play.
    text.push_str(&";B[31hefe];W[31hefe]".repeat(10_000));
    text.push(')');
    let record = read(&sgf::FORMAT, text.as_bytes()).remove(0);
    assert!(record.games[0].acts.len() > 19_000);
    let Written { bytes, losses } = write(&record);
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    assert!(losses.len() > 19_000, "{} losses", losses.len());
}

#[test]
fn what_is_lost_is_listed_in_the_order_of_the_record() {
    let analysed = crate::support::gunzip(&crate::support::testdata("analysis/session.sgf.gz"));
    let record = barpoint::open("a.sgf", analysed.into_bytes()).expect("a record").remove(0);
    for format in [&barpoint::formats::xg::FORMAT, &barpoint::formats::ogxm::FORMAT] {
        let losses = record.written(format).expect("a writer").losses;
        let place = |item: &Item| (item.kind == Kind::Finding, item.game);
        assert!(losses.is_sorted_by_key(place), "{}: {losses:#?}", format.name);
    }
}
