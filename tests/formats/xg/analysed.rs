//! Analyses in GNU Backgammon's format, converted into XG's fields: the numbers are unchanged.

use super::super::laws::read;
use super::super::{beavered, data, files};
use crate::support::{Pips, gunzip, report, testdata};
use barpoint::analysis::skill::{
    Amount, Analyser, Kind, PlayerStatistics, Scope, Statistics, Thresholds, analysed, decisions,
    evaluated_decisions, performances,
};
use barpoint::analysis::{RulesOverride, stored, written};
use barpoint::board::Side;
use barpoint::engine::search::Options;
use barpoint::formats::inventory::{Item, Kind as ItemKind};
use barpoint::formats::{Format, Written, mat, sgf, xg};
use barpoint::game::Replayed;
use barpoint::game::record::{Analysis, Candidate, Notes, Rating};
use barpoint::rules::Variant;
use barpoint::rules::resolve::resolve;

const EVALUATOR: Pips = Pips { roll: 4.0, lead: 120.0, least: 0.01 };

fn write(format: &Format, record: &Replayed) -> Written {
    written(format, record, &[], &RulesOverride::default()).expect("it is written")
}

/// Returns the records that GNU Backgammon has analysed, with their names.
fn of_gnu_backgammon() -> Vec<(String, Replayed)> {
    let of = |name: String, text: &[u8]| (name, read(&sgf::FORMAT, text).remove(0));
    let own = ["match", "session"];
    let own =
        own.map(|name| of(name.to_owned(), gunzip(&testdata(&format!("analysis/{name}.sgf.gz"))).as_bytes()));
    let mut records = Vec::from(own);
    for place in ["matches/gnubg", "matches/real/kevung+gbf"] {
        let Some(place) = data(place) else { continue };
        for path in files(&place, "sgf") {
            let bytes = std::fs::read(&path).expect("a readable file");
            records.push(of(path.display().to_string(), &bytes));
        }
    }
    records.retain(|(_, record)| !evaluated_decisions(record).is_empty());
    records
}

/// Returns records that are analysed here, at some depth.
fn of_our_own() -> Vec<(String, Replayed)> {
    let mut records = Vec::new();
    for path in files(testdata("mat/valid"), "mat") {
        for (plies, mut record) in (0..2).flat_map(|plies| {
            let records = read(&mat::FORMAT, &std::fs::read(&path).expect("a readable file"));
            records.into_iter().map(move |record| (plies, record))
        }) {
            // XG has no hypergammon with fewer than three checkers.
            if matches!(record.rules.variant, Variant::Hypergammon1 | Variant::Hypergammon2) {
                continue;
            }
            // The deeper ones take long.
            if plies > 0 && record.games.len() > 2 {
                continue;
            }
            let scope = Scope::all(Options { plies, ..Options::default() });
            analysed(&mut record, &Analyser::new(&EVALUATOR, scope), &Thresholds::default(), || false);
            records.push((format!("{} at {plies}-ply", path.display()), record));
        }
    }
    records
}

fn near(a: f64, b: f64, most: f64) -> bool {
    (a - b).abs() <= most
}

/// Returns the counts and the sums of a player.
fn sums(it: &PlayerStatistics) -> (Vec<u64>, Vec<Amount>) {
    let kinds =
        [it.missed_below, it.missed_above, it.wrong_below, it.wrong_above, it.wrong_takes, it.wrong_passes];
    let counts = [
        it.moves,
        it.unanalysed,
        it.unforced,
        it.doubtful,
        it.bad,
        it.very_bad,
        it.rolls,
        it.very_lucky,
        it.lucky,
        it.unlucky,
        it.very_unlucky,
        it.cube_decisions,
        it.close,
        it.doubles,
        it.takes,
        it.passes,
    ];
    let counts = counts.into_iter().chain(kinds.map(|kind| kind.count)).collect();
    (counts, [it.plays, it.luck].into_iter().chain(kinds.map(|kind| kind.lost)).collect())
}

/// Asserts that two records have the same statistics, and each decision the same evaluation.
fn same(name: &str, before: &Replayed, after: &Replayed) -> usize {
    for side in Side::ALL {
        let [a, b] = [before, after].map(|record| performances(record)[side]);
        for (a, b) in [(a.plays, b.plays), (a.doubles, b.doubles), (a.answers, b.answers)] {
            assert!(a.count == b.count && near(a.lost, b.lost, 1e-4), "{name}: {a:?}, {b:?}");
        }
        let [a, b] = [before, after].map(|record| Statistics::of(record, &Thresholds::default()));
        let [(counts, a), (counts_after, b)] = [&a, &b].map(|all| sums(&all.players[side]));
        assert_eq!(counts, counts_after, "{name}");
        for (a, b) in a.iter().zip(&b) {
            assert!(near(a.equity, b.equity, 1e-4) && near(a.worth, b.worth, 1e-4), "{name}: {a:?}, {b:?}");
        }
    }
    let [a, b] = [before, after].map(evaluated_decisions);
    assert_eq!(a.len(), b.len(), "{name}");
    for (a, b) in a.iter().zip(&b) {
        let place = format!("{name}, game {}, act {}", a.game + 1, a.decision.act);
        assert_eq!(
            (a.game, a.decision.by, a.decision.kind),
            (b.game, b.decision.by, b.decision.kind),
            "{place}"
        );
        assert_eq!((a.best, a.win), (b.best, b.win), "{place}");
        assert_eq!(a.verdict.luck, b.verdict.luck, "{place}");
        assert_eq!(a.verdict.play.map(|it| it.is_forced), b.verdict.play.map(|it| it.is_forced), "{place}");
        let [a, b] = [a.verdict, b.verdict].map(|verdict| {
            let cube = verdict.cube.map(|cube| [cube.no_double, cube.double_take]);
            verdict
                .play
                .map(|play| play.loss)
                .into_iter()
                .chain(cube.into_iter().flatten())
                .collect::<Vec<_>>()
        });
        assert!(
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| near(*a, *b, 1e-6)),
            "{place}: {a:?}, {b:?}"
        );
    }
    let count = a.len();
    candidates_agree(name, before, after);
    count
}

/// Asserts that plays have the same candidates, as far as they fit.
fn candidates_agree(name: &str, before: &Replayed, after: &Replayed) {
    fn of(record: &Replayed, game: usize, entry: Option<u32>) -> &[Candidate] {
        let notes =
            entry.and_then(|entry| record.record.games[game].entries[entry as usize].notes.as_deref());
        let plays =
            notes.into_iter().flat_map(|notes| &notes.analyses).filter_map(|analysis| match analysis {
                Analysis::Play(play) => Some(play.candidates.as_slice()),
                Analysis::Cube(_) => None,
            });
        plays.into_iter().next().unwrap_or_default()
    }
    for game in 0..before.games.len() {
        let [a, b] = [before, after].map(|record| decisions(&record.rules, &record.games[game]));
        for (a, b) in a.iter().zip(&b) {
            let Kind::Turn { roll, .. } = a.kind else { continue };
            let (theirs, ours) = (of(before, game, a.entry), of(after, game, b.entry));
            assert_eq!(theirs.len().min(32), ours.len(), "{name}, game {}, act {}", game + 1, a.act);
            // The last one may be the play that was made, from further down.
            for (theirs, ours) in theirs.iter().zip(ours).take(31) {
                let board = |candidate: &Candidate| match &candidate.legs[..] {
                    [] => a.board,
                    legs => *resolve(&a.board, roll, legs).expect("a legal play").after(),
                };
                assert_eq!(board(theirs), board(ours), "{name}");
                assert_eq!(
                    (theirs.evaluation.equity, theirs.evaluation.chances),
                    (ours.evaluation.equity, ours.evaluation.chances),
                    "{name}"
                );
                let plies = stored::plies(&theirs.evaluation).expect("GNU Backgammon's words");
                assert_eq!(*ours.evaluation.settings, *format!("{}-ply", plies + 1), "{name}");
            }
        }
    }
}

/// Returns the analyses and luck reported as lost.
fn lost(losses: &[Item]) -> Vec<&Item> {
    losses.iter().filter(|item| matches!(item.kind, ItemKind::Analysis | ItemKind::Luck)).collect()
}

#[test]
fn statistics_of_gnu_backgammons_analyses_are_the_same_in_xgs_file() {
    let mut count = 0;
    for (name, before) in of_gnu_backgammon() {
        let Written { bytes, losses } = write(&xg::FORMAT, &before);
        let has_no_number = |notes: &Notes| notes.luck_value.is_some_and(f64::is_infinite);
        let entries = || before.record.games.iter().flat_map(|game| &game.entries);
        if entries().filter_map(|entry| entry.notes.as_deref()).any(has_no_number) {
            // A file in which GNU Backgammon has infinitely bad luck: that isn't written.
            assert!(lost(&losses).iter().any(|item| item.kind == ItemKind::Luck), "{name}");
            continue;
        }
        let is_told = |item: &&Item| item.text.starts_with("candidates left out: ");
        assert!(lost(&losses).iter().all(is_told), "{name}: {:#?}", lost(&losses));
        count += same(&name, &before, &read(&xg::FORMAT, &bytes)[0]);
    }
    assert!(count > 300);
    report(count, "decisions that GNU Backgammon has analysed, the same in .xg files");
}

#[test]
fn our_own_analyses_are_the_same_in_both_files() {
    let (mut count, mut told) = (0, Vec::new());
    for (name, record) in of_our_own() {
        let [sgf, xg] = [&sgf::FORMAT, &xg::FORMAT].map(|format| {
            let Written { bytes, losses } = write(format, &record);
            told.extend(lost(&losses).into_iter().cloned().map(|item| (name.clone(), format.name, item)));
            read(format, &bytes).remove(0)
        });
        if told.is_empty() {
            count += same(&name, &sgf, &xg);
        }
    }
    assert_eq!(told, []);
    report(count, "decisions analysed here, the same in SGF and .xg files");
}

#[test]
fn a_double_and_its_beaver_have_one_analysis() {
    let record = read(&sgf::FORMAT, beavered().as_bytes()).remove(0);
    let Written { bytes, losses } = write(&xg::FORMAT, &record);
    assert!(lost(&losses).is_empty(), "{losses:#?}");
    // The double, the beaver and its take.
    assert_eq!(same("a beaver", &record, &read(&xg::FORMAT, &bytes)[0]), 3);
}

#[test]
fn what_does_not_fit_is_told() {
    let name = "mat/valid/seven-points.mat";
    let bytes = std::fs::read(testdata(name)).expect("a file");
    let mut record = read(&mat::FORMAT, &bytes).remove(0);
    let cubeless = Scope::all(Options { plies: 0, cubeful: false, ..Options::default() });
    let analyser = Analyser::new(&EVALUATOR, Scope { luck: None, ..cubeless });
    analysed(&mut record, &analyser, &Thresholds::default(), || false);
    let Written { bytes, losses } = write(&xg::FORMAT, &record);
    let count = |record: &Replayed| {
        let entries = record.record.games.iter().flat_map(|game| &game.entries);
        let notes = entries.filter_map(|entry| entry.notes.as_deref());
        notes.map(|notes| notes.analyses.len()).sum::<usize>()
    };
    // XG has no level of evaluations without the cube.
    assert!(count(&record) > 0);
    assert_eq!((lost(&losses).len(), count(&read(&xg::FORMAT, &bytes)[0])), (count(&record), 0));
    // A mark that somebody has set stands in no field of XG, the number does.
    let mut record = read(&mat::FORMAT, &std::fs::read(testdata(name)).expect("a file")).remove(0);
    let decision = decisions(&record.rules, &record.games[0])[3];
    let entry = decision.entry.expect("an entry") as usize;
    for (mark, expected) in [(Rating::VeryLucky, vec![]), (Rating::Unlucky, vec!["the mark"])] {
        let notes = record.record.games[0].entries[entry].notes_mut();
        (notes.luck, notes.luck_value) = (Some(mark), Some(0.75));
        let Written { bytes, losses } = write(&xg::FORMAT, &record);
        let told: Vec<&str> = lost(&losses).iter().map(|item| item.text.as_str()).collect();
        assert_eq!(told, expected);
        let again = evaluated_decisions(&read(&xg::FORMAT, &bytes)[0]);
        assert_eq!(again.iter().map(|evaluated| evaluated.verdict.luck).collect::<Vec<_>>(), [Some(0.75)]);
    }
}
