//! Our SGF files, loaded by GNU Backgammon: it replays the same.

use super::Gnubg;
use crate::check::replay::{assert_alike, ours, theirs};
use crate::formats::generate::{Wishes, replayed};
use crate::support::{Random, paths_in, report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::SourceFile;
use barpoint::formats::{mat, sgf};
use barpoint::game::{Happening, Replayed};
use serde_json::json;

/// Loads our file of a record, and compares the replays of both programs; returns the number of
/// actions.
fn compare(gnubg: &Gnubg, name: &str, record: &Replayed) -> usize {
    let bytes = sgf::write(record);
    let (told, again) = gnubg.load_sgf(&bytes);
    let source = SourceFile::decode(name, &bytes).expect("small");
    let mut mine = ours(&sgf::FORMAT, &source);
    let mut their = theirs(&json!({ "match": told }));
    // The boards before something that is set may differ.
    for told in mine.iter_mut().chain(&mut their).flatten().filter(|told| told.what == "set") {
        told.before = None;
    }
    let actions = assert_alike(&mine, &their, name, &String::from_utf8_lossy(&bytes));
    for (mine, their) in record.games.iter().zip(told["games"].as_array().expect("games")) {
        let score = [&their["info"]["score-X"], &their["info"]["score-O"]];
        let score = score.map(|score| score.as_u64().unwrap_or(0) as u32);
        assert_eq!(mine.before.points.0, score, "{name}");
    }
    assert!(again.starts_with("(;FF[4]GM[6]"), "{name}: {again}");
    actions
}

#[test]
fn records_of_other_formats_written_as_sgf_are_replayed_the_same() {
    let Some(gnubg) = Gnubg::find() else { return };
    let mut actions = 0;
    for path in paths_in(testdata("mat/valid")) {
        let name = path.display().to_string();
        let source = SourceFile::decode(&name, &std::fs::read(&path).expect("a file")).expect("small");
        let (record, _) = analysis::replayed(mat::parse(&source), &RulesOverride::default());
        let odd = |happening| matches!(happening, Happening::Illegal { .. } | Happening::PositionSet { .. });
        if record.games.iter().flat_map(|game| &game.acts).any(|act| odd(act.what)) {
            continue;
        }
        actions += compare(&gnubg, &name, &record);
    }
    report(actions, "actions of .mat records, written as SGF and loaded by GNU Backgammon");
}

#[test]
fn generated_records_written_as_sgf_are_replayed_the_same() {
    let Some(gnubg) = Gnubg::find() else { return };
    let mut actions = 0;
    for seed in 0..24 {
        let wishes = if seed % 2 == 0 { Wishes::PLAIN } else { Wishes::ALL };
        let record = replayed(&mut Random::new(seed), wishes);
        let is_set = |happening| matches!(happening, Happening::PositionSet { .. });
        if record.games.iter().flat_map(|game| &game.acts).any(|act| is_set(act.what)) {
            continue;
        }
        actions += compare(&gnubg, &format!("seed {seed}"), &record);
    }
    report(actions, "actions of generated records, written as SGF and loaded by GNU Backgammon");
    assert!(actions > 1_000, "{actions}");
}

#[test]
fn private_properties_are_skipped_by_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let text = "(;FF[4]GM[6]CA[UTF-8]AP[barpoint:0.1.0]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]\
                RU[Crawford]XH[Weather:rain]XU[words]
;W[31hefe]XT[used:1200]XP[xg:Flag][1]
;XR[B:gammon]
;XR[W:refused]
;B[52lqac]XJ[good]
;XG[]C[the end])
";
    let (told, again) = gnubg.load_sgf(text.as_bytes());
    let actions = theirs(&json!({ "match": told }));
    assert_eq!(actions.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
    assert!(again.contains(";W[31hefe]\n;B[52lqac])"), "{again}");
    assert!(!again.contains("XT["), "{again}");
}
