//! Archives counted by the library, and again from the text by plain scanners that don't know the rules.

use crate::support::{Random, paths_in, report, shared, testdata};
use barpoint::analysis::{Answer, Counts, Dice, Fairness, Question, RulesOverride, Scope, Tally, Together};
use barpoint::board::{Die, Roll};
use barpoint::formats;
use barpoint::output::stats::{Page, Shown};
use barpoint::stats::ChiSquare;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A scanner's counts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    games: u64,
    matches: u64,
    points: u64,
    wins: u64,
    /// Rolls by the two dice, larger first.
    rolls: BTreeMap<(u8, u8), u64>,
    openings: BTreeMap<(u8, u8), u64>,
    doubles: u64,
    takes: u64,
    passes: u64,
}

impl Seen {
    /// Returns the counts of a tally.
    fn of(counts: &Counts) -> Self {
        let nonzero = |counts: &[u64; 21]| {
            let pairs = Roll::ALL.iter().zip(counts).filter(|(_, count)| **count > 0);
            pairs.map(|(roll, &count)| ((roll.high().pips(), roll.low().pips()), count)).collect()
        };
        Self {
            games: counts.games,
            matches: counts.matches + counts.sessions,
            points: counts.won.points,
            wins: counts.won.games(),
            rolls: nonzero(&counts.dice.rolls),
            openings: nonzero(&counts.dice.openings),
            doubles: counts.doubles,
            takes: counts.takes,
            passes: counts.passes,
        }
    }

    fn roll(&mut self, dice: &str, is_opening: bool) {
        let dice = dice.as_bytes();
        let (a, b) = (dice[0] - b'0', dice[1] - b'0');
        let counts = if is_opening { &mut self.openings } else { &mut self.rolls };
        *counts.entry((a.max(b), a.min(b))).or_default() += 1;
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.matches += other.matches;
        self.points += other.points;
        self.wins += other.wins;
        for (into, from) in [(&mut self.rolls, &other.rolls), (&mut self.openings, &other.openings)] {
            for (dice, count) in from {
                *into.entry(*dice).or_default() += count;
            }
        }
        self.doubles += other.doubles;
        self.takes += other.takes;
        self.passes += other.passes;
    }
}

/// Scans a .mat file of GNU Backgammon: its words wherever they occur, and for each player those of their column.
fn scan_mat(text: &str) -> (Seen, BTreeMap<String, Seen>) {
    let mut seen = Seen { matches: 1, ..Seen::default() };
    let mut players: BTreeMap<String, Seen> = BTreeMap::new();
    let mut names = [String::new(), String::new()];
    let (mut is_first, mut expects_names) = (false, false);
    // In which column stands the double that isn't answered yet.
    let mut offered_by: Option<usize> = None;
    let mut is_beavered = false;
    for line in text.lines() {
        if line.starts_with(" Game ") {
            seen.games += 1;
            (is_first, expects_names) = (true, true);
            (offered_by, is_beavered) = (None, false);
            continue;
        }
        if std::mem::take(&mut expects_names) {
            // ` Alice : 0                      Bob : 0`: the names are before the last and the last but one ` : `.
            let (left, right) = line.rsplit_once(" : ").map_or(("", ""), |(before, _)| {
                let (left, rest) = before.split_once(" : ").expect("two names");
                (left, rest.trim_start_matches(|c: char| c.is_ascii_digit()))
            });
            // `a,1500` is a name and a rating.
            names = [left, right].map(|name| {
                let rating = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
                let name = name.trim();
                name.rsplit_once(',')
                    .filter(|(_, rest)| rating(rest))
                    .map_or(name, |(name, _)| name)
                    .to_owned()
            });
            for name in &names {
                players.entry(name.clone()).or_default().games += 1;
            }
        }
        // What begins on the left half belongs to the left player.
        let mut both = |column: usize, count: &dyn Fn(&mut Seen)| {
            count(&mut seen);
            count(players.entry(names[usize::from(column > 20)].clone()).or_default());
        };
        if let Some(at) = line.find("Wins ") {
            let points: u64 =
                line[at + 5..].split(' ').next().and_then(|points| points.parse().ok()).expect("points");
            both(at, &|seen| {
                seen.wins += 1;
                seen.points += points;
            });
        }
        let is_row = line.trim_start().split_once(')').is_some_and(|(number, _)| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        if !is_row {
            continue;
        }
        let mut events: Vec<(usize, &str)> = Vec::new();
        for word in [":", " => ", "Takes", "Drops"] {
            events.extend(line.match_indices(word));
        }
        events.sort_unstable();
        for (at, word) in events {
            match word {
                ":" => {
                    let Some(dice) = at.checked_sub(2).map(|start| &line[start..at]) else { continue };
                    if !dice.bytes().all(|byte| (b'1'..=b'6').contains(&byte)) {
                        continue;
                    }
                    let is_opening = std::mem::take(&mut is_first);
                    both(at, &|seen| seen.roll(dice, is_opening));
                    // A double that somebody rolls after was taken.
                    if let Some(by) = offered_by.take() {
                        both(if by > 20 { 0 } else { 40 }, &|seen| seen.takes += 1);
                    }
                }
                " => " => {
                    // The column is that of the word before.
                    let by = line[..at].rfind(' ').unwrap_or(0);
                    if line[..at].ends_with("Doubles") || line[..at].ends_with("Redoubles") {
                        both(by, &|seen| seen.doubles += 1);
                        (offered_by, is_beavered) = (Some(by), false);
                        continue;
                    }
                    // A beaver takes the double, and what answers it is no answer to the double.
                    if !std::mem::replace(&mut is_beavered, true) {
                        both(by, &|seen| seen.takes += 1);
                    }
                    offered_by = None;
                }
                _ if is_beavered => {}
                _ => {
                    both(at, &|seen| *if word == "Takes" { &mut seen.takes } else { &mut seen.passes } += 1);
                    offered_by = None;
                }
            }
        }
    }
    (seen, players)
}

/// Scans an SGF file of GNU Backgammon.
fn scan_sgf(text: &str) -> Seen {
    let mut seen = Seen { matches: 1, ..Seen::default() };
    let mut is_first = false;
    let (mut is_offered, mut is_beavered) = (false, false);
    // Comments may hold anything.
    for node in text.split("\n;").flat_map(|part| part.split("(;")) {
        if node.starts_with("FF[4]") {
            seen.games += 1;
            is_first = true;
            is_offered = false;
            if let Some((_, result)) = node.split_once("]RE[") {
                let points: String = result.chars().skip(2).take_while(char::is_ascii_digit).collect();
                seen.wins += 1;
                seen.points += points.parse::<u64>().expect("points");
            }
        }
        // Dice that were thrown before the game was given up.
        if let Some((_, dice)) = node.split_once("]DI[") {
            seen.roll(dice, std::mem::take(&mut is_first));
        }
        let Some(word) = node.strip_prefix("W[").or_else(|| node.strip_prefix("B[")) else { continue };
        let word = word.split(']').next().unwrap_or("");
        match word {
            // A double that answers one is a beaver, which takes it.
            "double" if is_offered => seen.takes += u64::from(!std::mem::replace(&mut is_beavered, true)),
            "double" => {
                seen.doubles += 1;
                (is_offered, is_beavered) = (true, false);
            }
            "take" | "drop" => {
                let answers = if word == "take" { &mut seen.takes } else { &mut seen.passes };
                *answers += u64::from(!is_beavered);
                is_offered = false;
            }
            turn if turn.len() >= 2
                && turn.as_bytes()[..2].iter().all(|byte| (b'1'..=b'6').contains(byte)) =>
            {
                is_offered = false;
                seen.roll(turn, std::mem::take(&mut is_first));
            }
            _ => {}
        }
    }
    seen
}

/// Tallies all matches of a file.
fn tally(path: &Path, rules: &RulesOverride) -> Tally {
    let bytes = std::fs::read(path).expect("a file");
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = formats::detect(&bytes[..bytes.len().min(1 << 16)], extension).expect("a record");
    let mut sum = Tally::default();
    for source in format.matches("record", Box::new(std::io::Cursor::new(bytes))) {
        sum.append(Tally::of(format, &source.expect("a match"), rules));
    }
    sum
}

/// Returns the files of a folder with an extension, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = paths_in(folder);
    files.retain(|path| path.to_str().is_some_and(|path| path.ends_with(ending)));
    files
}

#[test]
fn totals_equal_those_of_a_scanner_of_the_text() {
    let Some(folder) = shared("data/matches/gnubg") else { return };
    let mut totals: Vec<(Seen, Seen)> = Vec::new();
    let mut compared = 0;
    for ending in [".mat", ".sgf"] {
        let (mut ours, mut theirs) = (Seen::default(), Seen::default());
        for path in files(&folder, ending) {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
            // A .mat file can't say so.
            let crawford = path.to_str().is_some_and(|path| path.contains("nocrawford")).then_some(false);
            let rules = RulesOverride { crawford, ..RulesOverride::default() };
            let tally = tally(&path, &rules);
            let counted = Seen::of(&tally.all);
            let scanned = if ending == ".mat" {
                let (scanned, players) = scan_mat(&text);
                let counted: BTreeMap<String, Seen> = tally
                    .players
                    .iter()
                    .map(|(name, counts)| (name.clone(), Seen { matches: 0, ..Seen::of(counts) }))
                    .collect();
                assert_eq!(counted, players, "{}", path.display());
                scanned
            } else {
                scan_sgf(&text)
            };
            assert_eq!(counted, scanned, "{}", path.display());
            ours.add(&counted);
            theirs.add(&scanned);
            compared += 1;
        }
        assert_eq!(ours, theirs);
        totals.push((ours, theirs));
    }
    report(compared, "files whose totals equal those of a scanner");
    assert!(totals.iter().all(|(ours, _)| ours.games > 400 && ours.rolls.values().sum::<u64>() > 20_000));
}

/// Other people's records, in the dialects that have numbered rows: the dice in them, wherever they are. Names,
/// columns, cubes and results are written in too many ways for a plain scanner.
#[test]
fn rolls_of_real_records_equal_those_of_a_scanner_of_the_text() {
    let Some(folder) = shared("data/matches/real") else { return };
    let (mut compared, mut rolls) = (0, 0);
    for repository in std::fs::read_dir(folder).expect("the repositories") {
        let repository = repository.expect("a folder").path();
        for path in files(&repository, ".mat").into_iter().chain(files(&repository, ".txt")) {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
            if !text.contains(" 1) ") {
                continue;
            }
            let tally = tally(&path, &RulesOverride::default());
            let counted = Seen::of(&tally.all);
            let scanned = scan_mat(&text).0;
            let numbers = |seen: &Seen| (seen.rolls.clone(), seen.openings.clone(), seen.games);
            if numbers(&counted) == numbers(&scanned) {
                compared += 1;
                rolls += counted.rolls.values().sum::<u64>();
            } else {
                // What stands after a play that is missing can't be replayed.
                assert!(tally.with_errors > 0, "{}: {counted:?} {scanned:?}", path.display());
            }
        }
    }
    report(compared, "real records whose rolls equal those of a scanner");
    assert!(compared > 500 && rolls > 100_000, "{compared} {rolls}");
}

#[test]
fn chi_square_equals_scipy() {
    // scipy 1.17.1: scipy.stats.chisquare(counts, weights * 1014 / 36), on fixed counts of the 21 rolls.
    let counts = [30, 52, 61, 55, 49, 58, 25, 60, 57, 66, 50, 31, 47, 63, 59, 22, 54, 51, 28, 62, 34];
    let test = ChiSquare::of(&counts, &Roll::ALL.map(Roll::weight)).expect("enough rolls");
    assert!((test.statistic - 11.325_443_786_982_246).abs() < 1e-12, "{}", test.statistic);
    assert_eq!(test.degrees, 20);
    assert!((test.p - 0.937_342_161_781_647_2).abs() < 1e-13, "{}", test.p);
    // Mendel's peas; scipy.stats.chisquare([315, 108, 101, 32], [312.75, 104.25, 104.25, 34.75]).
    let test = ChiSquare::of(&[315, 108, 101, 32], &[9, 3, 3, 1]).expect("enough peas");
    assert!((test.p - 0.925_425_895_103_616).abs() < 1e-13, "{}", test.p);
    // A die that was loaded: far out in the tail the chance still has its digits. scipy.stats.chi2.sf(64, 1).
    let test = ChiSquare::of(&[90, 10], &[1, 1]).expect("enough throws");
    assert!((test.statistic - 64.0).abs() < 1e-12);
    assert!((test.p / 1.244_192_114_854_357_8e-15 - 1.0).abs() < 1e-10, "{:e}", test.p);
}

/// Throws two dice.
fn throw(random: &mut Random) -> Roll {
    let mut die = || Die::new(random.below(6) as u8 + 1).expect("a die");
    let first = die();
    Roll::new(first, die())
}

/// An opening roll: equal dice are thrown again.
fn opening(random: &mut Random) -> Roll {
    loop {
        let roll = throw(random);
        if !roll.is_doublet() {
            return roll;
        }
    }
}

/// Returns an archive of players with equal numbers of rolls, made by a function of the player and the roll before.
fn archive(
    random: &mut Random,
    players: usize,
    rolls: usize,
    mut next: impl FnMut(&mut Random, usize, Option<Roll>) -> Roll,
) -> Tally {
    let mut tally = Tally::default();
    for player in 0..players {
        let mut dice = Dice::default();
        let mut before = None;
        for _ in 0..rolls {
            let roll = next(random, player, before);
            dice.roll(roll);
            before = Some(roll);
        }
        (0..rolls / 5).for_each(|_| dice.open(opening(random)));
        tally.all.dice.append(&dice);
        tally.players.insert(format!("player {player}"), Counts { dice, ..Counts::default() });
    }
    tally
}

#[test]
fn fair_dice_are_called_unfair_no_more_often_than_stated() {
    const ARCHIVES: usize = 1_000;
    let mut random = Random::new(5);
    let (mut false_alarms, mut tests, mut below) = (0, 0, 0);
    for _ in 0..ARCHIVES {
        let tally = archive(&mut random, 6, 400, |random, _, _| throw(random));
        let fairness = Fairness::of(&tally, 0.05);
        false_alarms += u32::from(fairness.found().next().is_some());
        tests += fairness.tests.len();
        below += fairness.uncorrected();
    }
    assert_eq!(tests, 28 * ARCHIVES);
    report(
        ARCHIVES,
        &format!("fair archives: {false_alarms} false alarms, {below} of {tests} tests below 0.05"),
    );
    // At most 50 in the mean, and 71 within three standard deviations (6.9 each). The tests of the archive depend on
    // those of its players, so the correction is a little too careful: hardly fewer than 20.
    assert!((15..=71).contains(&false_alarms), "{false_alarms}");
    // Each test by itself: 5 %, within what the approximations of so few rolls allow.
    let share = below as f64 / tests as f64;
    assert!((0.044..=0.056).contains(&share), "{share}");
}

/// Returns the players whose dice are found unfair, with the questions.
fn found(tally: &Tally) -> Vec<(String, Question)> {
    let fairness = Fairness::of(tally, 0.05);
    fairness
        .found()
        .filter_map(|test| match test.scope {
            Scope::Player(name) => Some((name.to_owned(), test.question)),
            _ => None,
        })
        .collect()
}

#[test]
fn loaded_dice_are_found_and_nobody_elses() {
    let mut random = Random::new(36);
    // Half of the rolls of one player that are no doublets are thrown again.
    let doublets = archive(&mut random, 6, 1_500, |random, player, _| {
        let roll = throw(random);
        if player == 2 && !roll.is_doublet() && random.below(2) == 0 { throw(random) } else { roll }
    });
    let six = Die::new(6).expect("a six");
    // One die in eight is turned to a six.
    let sixes = archive(&mut random, 6, 3_000, |random, player, _| {
        let roll = throw(random);
        if player == 4 && random.below(8) == 0 { Roll::new(six, roll.low()) } else { roll }
    });
    // A doublet is followed by another one half of the time, and all doublets stay as frequent as they should be.
    let sticky = archive(&mut random, 6, 3_000, |random, player, before| {
        if player != 1 {
            return throw(random);
        }
        let wanted = match before {
            Some(roll) if roll.is_doublet() => random.below(2) == 0,
            _ => random.below(10) == 0,
        };
        loop {
            let roll = throw(random);
            if roll.is_doublet() == wanted {
                return roll;
            }
        }
    });
    for (tally, name, question) in [
        (&doublets, "player 2", Question::Doublets),
        (&sixes, "player 4", Question::Rolls),
        (&sticky, "player 1", Question::Order),
    ] {
        let found = found(tally);
        assert!(found.contains(&(name.to_owned(), question)), "{name}: {found:?}");
        assert!(found.iter().all(|(other, _)| other == name), "{name}: {found:?}");
    }
    assert!(!found(&sticky).contains(&("player 1".to_owned(), Question::Doublets)));
    // The numbers after it are those of the formulas.
    let Some(Answer::ChiSquare(test)) = sixes.players["player 4"].dice.test(Question::Rolls) else {
        panic!("enough rolls")
    };
    assert!(test.degrees == 20 && test.p < 1e-6, "{test:?}");
}

#[test]
fn a_page_with_a_deviation_speaks_of_its_cause_and_not_of_fair_dice() {
    let six = Die::new(6).expect("a six");
    // At least every second roll is a double six.
    let sixes = Roll::new(six, six);
    let mut random = Random::new(7);
    let tally = archive(&mut random, 1, 400, |random, _, before| match before {
        Some(roll) if roll == sixes => throw(random),
        _ => sixes,
    });
    let together = Together::default();
    let shown = Shown { named: &[], most: 20, replies: false, alpha: 0.07, twice: &[], together: &together };
    let text = Page::new(&tally, &shown).conclusion.join("\n");
    for words in [
        "at most 7 of 100 archives",
        " 1 degree of freedom, p",
        " 20 degrees of freedom, p",
        "A deviation doesn't show its cause",
    ] {
        assert!(text.contains(words), "{text}");
    }
    assert!(!text.contains("doesn't prove"), "{text}");
}

/// Returns the tallies of the project's own records, one per match, each from one of two sources.
fn parts() -> Vec<Tally> {
    let mut parts = Vec::new();
    for (number, path) in files(&testdata("mat/valid"), ".mat").into_iter().enumerate() {
        let source = if number % 2 == 0 { "even" } else { "odd" };
        parts.push(tally(&path, &RulesOverride::default()).from_source(source));
    }
    parts
}

/// Appends tallies, the first one first.
fn sum(parts: &[Tally]) -> Tally {
    let mut sum = Tally::default();
    for part in parts {
        sum.append(part.clone());
    }
    sum
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_archive_is_the_sum_of_its_parts_however_it_is_cut(cuts in prop::collection::vec(0_usize..12, 0..6)) {
        let parts = parts();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(parts.len())).collect();
        cuts.extend([0, parts.len()]);
        cuts.sort_unstable();
        let pieces: Vec<Tally> = cuts.windows(2).map(|cut| sum(&parts[cut[0]..cut[1]])).collect();
        let whole = sum(&parts);
        prop_assert!(whole.all.games > 20 && whole.sources.len() == 2);
        prop_assert_eq!(sum(&pieces), whole);
    }
}

#[test]
fn every_game_is_won_in_one_seat_and_lost_in_the_other() {
    let tally = sum(&parts());
    let all = &tally.all;
    let sides: u64 = [0, 1].map(|column| all.column(column).won).iter().sum();
    assert_eq!(sides, all.games - all.unfinished);
    assert_eq!(all.won, all.lost);
    assert_eq!(all.won.games(), all.cubes.iter().sum::<u64>());
    let of_players = |count: &dyn Fn(&Counts) -> u64| tally.players.values().map(count).sum::<u64>();
    assert_eq!(of_players(&|counts| counts.won.games()), all.won.games());
    assert_eq!(of_players(&|counts| counts.games), 2 * all.games);
    assert_eq!(of_players(&|counts| counts.dice.total()), all.dice.total());
    assert_eq!(of_players(&|counts| counts.won.points), all.won.points);
}
