//! Analyses summed over archives: the sums are those of the matches, in any order.

use crate::support::{Random, gunzip, report, shared, testdata};
use barpoint::analysis::skill::{PlayerStatistics, Statistics, Thresholds};
use barpoint::analysis::{Aspect, Breakdown, RulesOverride, Tally, TallyError, replayed};
use barpoint::board::Side;
use barpoint::diag::SourceFile;
use barpoint::engine::opening::Opening;
use barpoint::formats::{mat, sgf};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the texts of analysed records: two of our own, and those that GNU Backgammon analysed for the shared
/// collection.
fn texts() -> Vec<String> {
    let mut texts =
        ["match", "session"].map(|name| gunzip(&testdata(&format!("analysis/{name}.sgf.gz")))).to_vec();
    if let Some(folder) = shared("data/matches/gnubg") {
        for length in ["01", "03", "05"] {
            let path = folder.join(format!("match{length}_std_00_noise0-0.full.sgf"));
            texts.push(std::fs::read_to_string(path).expect("a record"));
        }
    }
    texts
}

fn source(text: &str) -> SourceFile {
    SourceFile::decode("match.sgf", text.as_bytes()).expect("a file")
}

fn tally(text: &str) -> Tally {
    Tally::of(&sgf::FORMAT, &source(text), &RulesOverride::default())
}

fn sum<'a>(parts: impl IntoIterator<Item = &'a Tally>) -> Tally {
    let mut sum = Tally::default();
    for part in parts {
        sum.append(part.clone());
    }
    sum
}

/// Returns the statistics of each player in one record: matches, and sessions.
fn stored(text: &str) -> BTreeMap<String, [PlayerStatistics; 2]> {
    let (replayed, _) = replayed(sgf::parse(&source(text)), &RulesOverride::default());
    let statistics = Statistics::of(&replayed, &Thresholds::default());
    let of = |side: Side| {
        let mut sums = [PlayerStatistics::default(); 2];
        sums[usize::from(replayed.rules.is_money())] = statistics.players[side];
        (replayed.name(0, side).to_owned(), sums)
    };
    Side::ALL.map(of).into()
}

#[test]
fn the_sum_over_records_is_the_sum_of_their_analyses() {
    let texts = texts();
    let mut sums: BTreeMap<String, [PlayerStatistics; 2]> = BTreeMap::new();
    for text in &texts {
        let (tally, stored) = (tally(text), stored(text));
        for (name, [matches, sessions]) in &stored {
            let player = &tally.players[name];
            assert_eq!((player.analyses.matches, player.analyses.sessions), (*matches, *sessions), "{name}");
            assert_eq!((player.analyses.analysed, player.not_analysed()), (1, 0));
        }
        let all = stored.values().flatten().fold(PlayerStatistics::default(), |mut all, sums| {
            all += *sums;
            all
        });
        assert_eq!(tally.all.analyses.together(), all);
        assert!(all.unforced > 0 && all.unanalysed == 0, "{all:?}");
        for (name, new) in stored {
            let known = sums.entry(name).or_default();
            known.iter_mut().zip(new).for_each(|(known, new)| *known += new);
        }
    }
    let archive = sum(&texts.iter().map(|text| tally(text)).collect::<Vec<_>>());
    for (name, [matches, sessions]) in sums {
        let analyses = &archive.players[&name].analyses;
        assert_eq!((analyses.matches, analyses.sessions), (matches, sessions), "{name}");
    }
    assert_eq!(archive.all.analyses.analysed, texts.len() as u64);
    report(texts.len(), "analysed records summed up");
}

#[test]
fn the_order_of_the_records_changes_no_sum() {
    let mut parts: Vec<Tally> = texts().iter().map(|text| tally(text)).collect();
    // Many copies: sums that were rounded would drift apart.
    parts = parts.iter().cycle().take(60).cloned().collect();
    let whole = sum(&parts);
    let mut random = Random::new(7);
    for _ in 0..20 {
        for place in (1..parts.len()).rev() {
            parts.swap(place, random.below(place + 1));
        }
        let shuffled = sum(&parts);
        assert_eq!(shuffled.all.analyses, whole.all.analyses);
        assert_eq!(shuffled.all.losses, whole.all.losses);
        for (name, counts) in &whole.players {
            assert_eq!(shuffled.players[name].analyses, counts.analyses, "{name}");
        }
    }
}

#[test]
fn a_tally_that_is_written_and_read_again_is_the_same() {
    let parts: Vec<Tally> = texts().iter().map(|text| tally(text)).collect();
    let plain = std::fs::read_to_string(testdata("mat/valid/nackgammon.mat")).expect("a record");
    let plain = SourceFile::decode("plain.mat", plain.as_bytes()).expect("a file");
    let mut whole = sum(&parts);
    whole.append(Tally::of(&mat::FORMAT, &plain, &RulesOverride::default()).from_source("plain.mat"));
    // Infinitely bad luck, which JSON has no number for.
    whole.all.analyses.matches.luck.equity = f64::NEG_INFINITY;
    let text = whole.to_json();
    assert_eq!(Tally::from_json(&text).as_ref(), Ok(&whole));
    // It goes on as before.
    let mut again = Tally::from_json(&text).expect("a tally");
    again.append(parts[0].clone().after(7));
    whole.append(parts[0].clone().after(7));
    assert_eq!(again, whole);
    let other = text.replace("\"version\":1", "\"version\":2");
    assert_eq!(Tally::from_json(&other), Err(TallyError::Version(2)));
    let cut = Tally::from_json(&text[..text.len() / 2]).expect_err("half a tally");
    assert!(matches!(cut, TallyError::NotATally(_)) && cut.to_string().starts_with("no tally: "));
    // A roll that there isn't.
    let roll = text.replace("\"roll\":", "\"roll\":9");
    assert!(roll != text && Tally::from_json(&roll).is_err());
}

/// Returns the number of decisions in the groups of an aspect, and their loss.
fn total(losses: &Breakdown, aspect: Aspect) -> (u64, f64) {
    let groups = losses.groups(aspect);
    groups.iter().fold((0, 0.0), |(count, lost), (_, each)| (count + each.count(), lost + each.lost()))
}

#[test]
fn each_decision_is_in_one_group_of_each_aspect() {
    for text in texts() {
        let tally = tally(&text);
        for counts in tally.players.values().chain([&tally.all]) {
            let all = counts.analyses.together();
            for aspect in [Aspect::Phase, Aspect::Kind, Aspect::Score] {
                let expected = (all.decisions(), all.total().equity);
                assert_eq!(total(&counts.losses, aspect), expected, "{aspect:?}");
            }
            let opened: u64 = counts.games;
            let (openings, _) = total(&counts.losses, Aspect::Opening);
            assert!((1..=2 * opened).contains(&openings), "{openings} of {opened}");
            assert!(counts.losses.groups(Aspect::Phase).is_sorted_by(|(_, a), (_, b)| a.lost() >= b.lost()));
        }
    }
}

#[test]
fn groups_are_named_as_in_the_glossary() {
    let tally = tally(&texts()[0]);
    let names = |aspect| tally.all.losses.groups(aspect).iter().map(|(group, _)| group.to_string()).collect();
    let kinds: BTreeSet<String> = names(Aspect::Kind);
    assert_eq!(kinds, ["double", "no double", "play", "take"].map(str::to_owned).into());
    let scores: BTreeSet<String> = names(Aspect::Score);
    assert!(scores.contains("5-away 5-away"), "{scores:?}");
    let openings: BTreeSet<String> = names(Aspect::Opening);
    assert!(openings.iter().all(|name| name.parse::<Opening>().is_ok()), "{openings:?}");
}

#[test]
fn what_holds_no_analysis_is_counted_as_such() {
    let plain = std::fs::read_to_string(testdata("mat/valid/resignations.mat")).expect("a record");
    let plain = SourceFile::decode("plain.mat", plain.as_bytes()).expect("a file");
    let plain = Tally::of(&mat::FORMAT, &plain, &RulesOverride::default());
    assert_eq!((plain.all.analyses.analysed, plain.all.not_analysed()), (0, 1));
    assert_eq!(plain.all.analyses.together(), PlayerStatistics::default());
    let evaluated = tally(&texts()[0]);
    let both = sum([&plain, &evaluated]);
    assert_eq!((both.all.analyses.analysed, both.all.not_analysed()), (1, 1));
    // Alice and Bob play in both.
    for name in ["Alice", "Bob"] {
        let (both, alone) = (&both.players[name], &evaluated.players[name]);
        assert_eq!((both.not_analysed(), &both.analyses), (1, &alone.analyses));
    }
}
