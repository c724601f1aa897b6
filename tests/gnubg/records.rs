//! The shipped records: GNU Backgammon's import of each and our replay tell the same.

use super::Gnubg;
use crate::check::replay::{ours, theirs};
use crate::support::{report, testdata};
use barpoint::analysis::{RulesOverride, replay};
use barpoint::board::Side;
use barpoint::diag::SourceFile;
use barpoint::formats::mat;
use serde_json::json;

/// Records that GNU Backgammon doesn't import as it wrote them, with the reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("money-with-beavers.mat", "behind a beaver that is passed it loses the dice of all rolls"),
    ("resignations.mat", "a game resigned right behind the opening roll is lost"),
];

#[test]
fn shipped_records_are_replayed_as_by_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let entries = std::fs::read_dir(testdata("mat/valid")).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let (mut actions, mut games) = (0, 0);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
            continue;
        }
        let told = gnubg.replay(&path);
        let source = SourceFile::decode(&name, &std::fs::read(&path).expect("a file")).expect("small");
        let mine = ours(&mat::FORMAT, &source);
        let mut their = theirs(&json!({ "match": told }));
        // A take or a pass carries no board there.
        let mut known = mine.clone();
        for (mine, their) in known.iter_mut().zip(&mut their) {
            for (mine, their) in mine.iter_mut().zip(their) {
                if their.before.is_none() {
                    mine.before = None;
                }
            }
        }
        for (number, (mine, their)) in known.iter().zip(&their).enumerate() {
            let different = mine.iter().zip(their).position(|(mine, their)| mine != their);
            let here = |i: usize| (mine.get(i), their.get(i));
            assert!(different.is_none(), "{name}, game {}: {:?}", number + 1, different.map(here));
            assert_eq!(mine.len(), their.len(), "{name}, game {}", number + 1);
        }
        assert_eq!(known.len(), their.len(), "{name}");
        actions += known.iter().map(Vec::len).sum::<usize>();
        games += compare_results(&name, &source, &told);
    }
    report(actions, "actions of shipped records, as imported by GNU Backgammon");
    report(games, "results of shipped records, as imported by GNU Backgammon");
}

/// Compares score, winner and points of each game; returns the number of games.
fn compare_results(name: &str, source: &SourceFile, told: &serde_json::Value) -> usize {
    let parsed = mat::parse(source);
    let replay = replay(&parsed.value, parsed.diagnostics, &RulesOverride::default(), |_| {});
    let games = told["games"].as_array().expect("games");
    for (mine, their) in replay.games.iter().zip(games) {
        let info = &their["info"];
        // Its "X" is player 0.
        let score = [&info["score-X"], &info["score-O"]].map(|score| score.as_u64().unwrap_or(0) as u32);
        assert_eq!(mine.before.points.0, score, "{name}, game {}", mine.number);
        let winner = mine.result.map(|result| if result.winner == Some(Side::Zero) { "X" } else { "O" });
        assert_eq!(winner, info["winner"].as_str(), "{name}, game {}", mine.number);
        let points = mine.result.map(|result| u64::from(result.points));
        assert_eq!(points, info["points-won"].as_u64(), "{name}, game {}", mine.number);
    }
    games.len()
}
