//! The identity of a match: one in every format, and another one for every other match.

use crate::formats::two_way;
use crate::support::{paths_in, paths_with, report, shared, testdata};
use barpoint::analysis::{Identity, RulesOverride, replayed, written};
use barpoint::board::{Die, Roll, Side};
use barpoint::formats::{Format, detect};
use barpoint::game::{Happening, Replayed};
use std::path::{Path, PathBuf};

/// Reads the only match of a file; `None` if it has several.
fn only(format: &Format, name: &str, bytes: &[u8]) -> Option<(Replayed, Vec<barpoint::diag::Diagnostic>)> {
    let mut matches = format.matches(name, Box::new(bytes));
    let source = matches.next()?.expect("a match");
    let is_only = matches.next().is_none();
    is_only.then(|| replayed((format.parse.expect("a reader"))(&source), &RulesOverride::default()))
}

fn read(path: &Path) -> Option<(Replayed, Vec<barpoint::diag::Diagnostic>)> {
    let bytes = std::fs::read(path).expect("a file");
    let name = path.to_string_lossy();
    only(detect(&bytes, Some(&name))?, &name, &bytes)
}

fn valid() -> Vec<PathBuf> {
    paths_in(testdata("mat/valid"))
}

/// Returns `true` if an act is compared.
fn counts(what: Happening) -> bool {
    matches!(
        what,
        Happening::Played { .. } | Happening::Illegal { .. } | Happening::Taken | Happening::Passed
    )
}

fn of(replayed: &Replayed) -> Option<Identity> {
    Identity::of(replayed).map(|(identity, _)| identity)
}

#[test]
fn a_match_has_the_same_identity_in_every_format() {
    let mut count = 0;
    for path in valid() {
        let Some((record, findings)) = read(&path) else { continue };
        let Some(identity) = of(&record) else { continue };
        for format in two_way() {
            let output = written(format, &record, &findings, &RulesOverride::default()).expect("a writer");
            let Some((again, _)) = only(format, "again", &output.bytes) else { continue };
            let plays = |replayed: &Replayed| {
                let acts = replayed.games.iter().flat_map(|game| &game.acts);
                acts.filter(|act| act.after().is_some()).count()
            };
            // A format for one game, or without the variant, can't hold every match.
            if plays(&again) == plays(&record) {
                assert_eq!(of(&again), Some(identity), "{} as {}", path.display(), format.name);
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count}");
    report(count, "matches with one identity in two formats");
}

#[test]
fn both_records_of_a_match_by_gnubg_have_the_same_identity() {
    let Some(folder) = shared("data/matches/gnubg") else { return };
    let mut all = std::collections::BTreeMap::<Identity, PathBuf>::new();
    let mut count = 0;
    for path in paths_with(folder, "mat") {
        let identities = ["mat", "sgf"].map(|extension| {
            let (record, _) = read(&path.with_extension(extension)).expect("a record");
            of(&record).expect("enough plays")
        });
        assert_eq!(identities[0], identities[1], "{}", path.display());
        let other = all.insert(identities[0], path.clone());
        assert_eq!(other, None, "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 126);
    report(count, "pairs of records in two formats");
}

#[test]
fn exchanging_the_columns_changes_no_identity() {
    let (record, _) = read(&testdata("mat/valid/seven-points.mat")).expect("a record");
    let (identity, first) = Identity::of(&record).expect("enough plays");
    let mut exchanged = record.clone();
    for game in &mut exchanged.games {
        game.acts.iter_mut().for_each(|act| act.by = !act.by);
        game.before.points.0.swap(0, 1);
    }
    assert_eq!(Identity::of(&exchanged), Some((identity, !first)));
}

#[test]
fn another_roll_player_answer_length_or_game_is_another_match() {
    let mut count = 0;
    for path in valid() {
        let Some((record, _)) = read(&path) else { continue };
        let Some(identity) = of(&record) else { continue };
        let mut differs = |what: &str, change: &dyn Fn(&mut Replayed)| {
            let mut other = record.clone();
            change(&mut other);
            assert_ne!(of(&other), Some(identity), "{what} in {}", path.display());
            count += 1;
        };
        differs("the length", &|other| other.rules.length += 2);
        for game in 0..record.games.len() {
            for at in 0..record.games[game].acts.len() {
                if !counts(record.games[game].acts[at].what) {
                    continue;
                }
                differs("the player", &|other| {
                    let act = &mut other.games[game].acts[at];
                    act.by = !act.by;
                });
                differs("an act", &|other| {
                    other.games[game].acts.remove(at);
                });
                differs("the dice or the answer", &|other| {
                    let act = &mut other.games[game].acts[at];
                    match &mut act.what {
                        Happening::Played { roll, .. } | Happening::Illegal { roll, .. } => {
                            let six = Die::new(6).expect("a die");
                            let other = Die::new(if roll.high() == six { 5 } else { 6 }).expect("a die");
                            *roll = Roll::new(other, roll.low());
                        }
                        answer @ Happening::Taken => *answer = Happening::Passed,
                        answer => *answer = Happening::Taken,
                    }
                });
            }
            if record.games[game].acts.iter().any(|act| counts(act.what)) {
                differs("a game", &|other| drop(other.games.remove(game)));
            }
        }
    }
    assert!(count > 1_000, "{count}");
    report(count, "changed matches told from the original");
}

#[test]
fn a_match_of_few_plays_needs_the_same_names_and_results() {
    let (mut record, _) = read(&testdata("mat/valid/seven-points.mat")).expect("a record");
    record.games.truncate(1);
    let cut = |record: &Replayed, plays: usize| {
        let mut cut = record.clone();
        let acts = &mut cut.games[0].acts;
        acts.retain(|act| act.after().is_some());
        acts.truncate(plays);
        cut
    };
    assert!(cut(&record, 20).games[0].acts.len() == 20, "the first game has 20 plays");
    let mut renamed = record.clone();
    let player = renamed.record.games[0].players[Side::Zero].as_mut().expect("a player");
    player.name.value = "Somebody".to_owned();
    let mut won = record.clone();
    won.games[0].result = None;
    for other in [&renamed, &won] {
        assert_eq!(of(&cut(&record, 20)), of(&cut(other, 20)));
        assert_ne!(of(&cut(&record, 19)), of(&cut(other, 19)));
        assert_eq!(of(&cut(other, 7)), None);
    }
    assert!(of(&cut(&record, 8)).is_some());
}
