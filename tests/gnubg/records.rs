//! The shipped records: GNU Backgammon's import of each agrees with our replay.

use super::Gnubg;
use crate::check::planted::{Mistaken, mistaken};
use crate::check::replay::{alike, assert_alike, ours, theirs, told};
use crate::support::{is_whole, paths_in, report, testdata};
use barpoint::analysis::{RulesOverride, replay, replayed, written};
use barpoint::board::Side;
use barpoint::diag::{Severity, SourceFile};
use barpoint::formats::{mat, sgf};
use serde_json::json;

/// Records that GNU Backgammon doesn't import as it wrote them, with the reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("money-with-beavers.mat", "behind a beaver that is passed it loses the dice of all rolls"),
    ("resignations.mat", "a game resigned right behind the opening roll is lost"),
];

#[test]
fn shipped_records_are_replayed_as_by_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let (mut actions, mut games) = (0, 0);
    for path in paths_in(testdata("mat/valid")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
            continue;
        }
        let told = gnubg.replay(&path);
        let source = SourceFile::decode(&name, &std::fs::read(&path).expect("a file")).expect("small");
        let mine = ours(&mat::FORMAT, &source);
        let their = theirs(&json!({ "match": told }));
        actions += assert_alike(&mine, &their, &name, "");
        games += compare_results(&name, &source, &told);
    }
    report(actions, "actions of shipped records, as imported by GNU Backgammon");
    report(games, "results of shipped records, as imported by GNU Backgammon");
}

#[test]
fn what_is_written_of_a_record_with_a_mistake_is_read_by_gnu_backgammon_as_it_is_replayed() {
    let Some(gnubg) = Gnubg::find() else { return };
    let rules = RulesOverride::default();
    let read = |text: &str| SourceFile::decode("mistaken", text.as_bytes()).expect("small");
    let (mut files, mut actions, mut later, mut wrong) = (0, 0, 0, Vec::new());
    // Each is read by two processes of GNU Backgammon of their own: a wrong record may crash it.
    let each = if is_whole() { 3 } else { 1 };
    for Mistaken { kind, name, text } in mistaken(each) {
        if EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
            continue;
        }
        let source = read(&text);
        let parsed = mat::parse(&source);
        let (record, findings) = replayed(parsed.clone(), &rules);
        // What stands before the mistake.
        let place =
            findings.iter().filter(|it| it.severity > Severity::Note).map(|it| it.primary.span.start).min();
        let place = place.expect("a mistake");
        let mut begun = parsed.clone();
        begun.value.games.retain(|game| game.heading.end <= place);
        for game in &mut begun.value.games {
            game.entries.retain(|entry| entry.span.end <= place);
        }
        let (begun, mine) = (told(begun, &rules), told(parsed, &rules));
        for format in [&mat::FORMAT, &sgf::FORMAT] {
            let bytes = written(format, &record, &findings, &rules).expect("a format that is written").bytes;
            let is_mat = format.name == "mat";
            let read = if is_mat { gnubg.replay_as("mat", &bytes) } else { gnubg.load_sgf(&bytes).0 };
            let their = theirs(&json!({ "match": read }));
            files += 1;
            for (number, begun) in begun.iter().enumerate() {
                let their = their.get(number).map_or(&[][..], |game| game);
                let what = || format!("{kind}, {name} as {}, game {}", format.name, number + 1);
                let same = alike(begun, their);
                actions += same;
                if same < begun.len() {
                    wrong.push(format!(
                        "{}, action {same}: {:?}, {:?}",
                        what(),
                        begun[same],
                        their.get(same)
                    ));
                }
                // What it plays after the mistake is still played by who played it.
                let mine = &mine[number];
                if mine.len() == their.len() {
                    later += mine.len() - same;
                    let other = mine.iter().zip(their).position(|(mine, their)| mine.player != their.player);
                    wrong.extend(other.map(|at| format!("{}, action {at} by the other player", what())));
                }
            }
        }
    }
    report(files, "files with mistakes, as read by GNU Backgammon");
    report(actions, "actions of files with mistakes that it reads as we do");
    report(later, "actions behind the mistakes that it reads for the same player");
    assert!(wrong.is_empty(), "{} of {files}:\n{}", wrong.len(), wrong.join("\n"));
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
