//! The laws of reading and writing, for every format of the table that supports both.

use super::generate::{Wishes, replayed};
use crate::support::{Random, report, up_to_date};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Side;
use barpoint::formats::inventory::{Item, Kind, inventory, missing};
use barpoint::formats::{FORMATS, Format, Write, Written};
use barpoint::game::{Ending, Replayed};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

/// Reads what was written, as a user of the file would.
pub(crate) fn read(format: &Format, bytes: &[u8]) -> Vec<Replayed> {
    let parse = format.parse.expect("a format that is read");
    let sources = format.matches("written", Box::new(bytes));
    let replayed = |source: Result<_, _>| {
        analysis::replayed(parse(&source.expect("a small file")), &RulesOverride::default()).0
    };
    sources.map(replayed).collect()
}

/// Writes a record, and lists what is lost; analyses aren't converted into the fields of a format.
pub(crate) fn written(format: &Format, record: &Replayed) -> Written {
    let writer = format.writer.expect("a format that is written");
    if let Write::Listing(write) = writer.write {
        return write(record);
    }
    let bytes = writer.bytes(record);
    // A session whose scores alone show the Jacoby rule is compared as one that states it, as `convert` does.
    let stated = record.with_shown_jacoby();
    let losses = match (read(format, &bytes).first(), &stated) {
        (None, _) => inventory(&stated),
        (Some(again), Cow::Owned(_)) => missing(&stated, &again.with_shown_jacoby()),
        (Some(again), Cow::Borrowed(_)) => missing(&stated, again),
    };
    Written { bytes, losses }
}

/// Removes items from a list, each once; returns the rest, and the items that weren't there.
pub(crate) fn difference(from: &[Item], take: &[Item]) -> (Vec<Item>, Vec<Item>) {
    let mut rest = from.to_vec();
    let mut missing = Vec::new();
    for item in take {
        match rest.iter().position(|other| other == item) {
            Some(at) => drop(rest.remove(at)),
            None => missing.push(item.clone()),
        }
    }
    (rest, missing)
}

/// Writes a record, reads it again, and asserts that nothing comes back that wasn't there.
pub(crate) fn comes_back(format: &Format, record: &Replayed) -> Replayed {
    tried(format, record).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Writes a record, reads it again, and returns an error for anything that comes back and wasn't there.
pub(crate) fn tried(format: &Format, record: &Replayed) -> Result<Replayed, String> {
    let writer = format.writer.expect("a format that is written");
    let Written { bytes, losses } = written(format, record);
    let shown = || String::from_utf8_lossy(&bytes).into_owned();
    let mut again = read(format, &bytes);
    assert_eq!(again.len(), 1, "{}: one match is written as one\n{}", format.name, shown());
    let again = again.remove(0);
    // A session whose scores alone show the Jacoby rule is compared as one that states it, as `convert` does.
    let stated = record.with_shown_jacoby();
    let shown_again = match stated {
        Cow::Owned(_) => again.with_shown_jacoby(),
        Cow::Borrowed(_) => Cow::Borrowed(&again),
    };
    let mut added = missing(&shown_again, &stated);
    // Where only the points of a resignation can be written, the kind that is told as lost becomes another one. The
    // result of a game whose last part is lost is read as a resignation.
    added.retain(|item| {
        let is_part = |kind: Kind| {
            const PARTS: [Kind; 6] =
                [Kind::Play, Kind::IllegalPlay, Kind::UnplayedRoll, Kind::Cube, Kind::Beaver, Kind::Position];
            kind == Kind::Resignation || PARTS.contains(&kind)
        };
        let is_lost = |other: &Item| other.game == item.game && is_part(other.kind);
        item.kind != Kind::Resignation || !losses.iter().any(is_lost)
    });
    if !added.is_empty() {
        return Err(format!("{}: there without a source: {added:#?}\n{}", format.name, shown()));
    }
    let unheld = losses.iter().find(|item| writer.holds.contains(&item.kind) && item.game.is_none());
    assert!(unheld.is_none() || !again.record.games.is_empty(), "{}: {unheld:?}", format.name);
    Ok(again)
}

/// Returns the formats of whole matches; a format of positions without plays has laws of its own.
pub(crate) fn two_way() -> impl Iterator<Item = &'static Format> {
    let holds_matches = |format: &&Format| {
        format.writer.is_some_and(|writer| writer.reads_back && writer.holds.contains(&Kind::Play))
    };
    FORMATS.iter().filter(holds_matches)
}

#[test]
fn what_is_written_is_read_back_but_for_what_is_told_as_lost() {
    let mut count = 0;
    for format in two_way() {
        for seed in 0..150 {
            let wishes = if seed % 3 == 0 { Wishes::PLAIN } else { Wishes::ALL };
            let record = replayed(&mut Random::new(seed), wishes);
            comes_back(format, &record);
            count += 1;
        }
    }
    report(count, "generated records written and read back");
}

/// The number of items of each kind that each format loses of generated records: `BARPOINT_UPDATE=1` writes the table.
#[test]
fn generated_records_lose_what_they_lost_before() {
    let mut table = String::new();
    for format in two_way() {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for seed in 0..150 {
            let wishes = if seed % 3 == 0 { Wishes::PLAIN } else { Wishes::ALL };
            let record = replayed(&mut Random::new(seed), wishes);
            let written = analysis::written(format, &record, &[], &RulesOverride::default());
            for item in written.expect("a format that is written").losses {
                *counts.entry(item.kind.id()).or_default() += 1;
            }
        }
        for (kind, count) in counts {
            // Writing to a String can't fail.
            let _ = writeln!(table, "{} {kind} {count}", format.name);
        }
    }
    up_to_date("tests/formats/losses.txt", &table);
}

#[test]
fn a_resignation_may_answer_a_double() {
    let text = b" 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
        1) 31: 8/5 6/5                 Doubles => 2\n                                 Wins 1 point\n\n \
        Game 2\n Ann : 0                        Bob : 1\n  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let record = barpoint::open("a.mat", text.to_vec()).expect("a record").remove(0).replayed;
    let result = record.games[0].result.expect("a result");
    assert_eq!((result.ending, result.points), (Ending::Resigned, 1));
    for format in two_way() {
        let written = analysis::written(format, &record, &[], &RulesOverride::default()).expect("a writer");
        let of_game = |item: &&Item| matches!(item.kind, Kind::Result | Kind::Resignation);
        let lost: Vec<&Item> = written.losses.iter().filter(of_game).collect();
        assert!(lost.is_empty(), "{}: {lost:?}", format.name);
        let again = read(format, &written.bytes).remove(0);
        assert_eq!(again.games[0].result, Some(result), "{}", format.name);
        // That format has one game.
        assert_eq!(again.games.len(), if format.name == "gam" { 1 } else { 2 }, "{}", format.name);
    }
}

#[test]
fn games_after_another_spelling_of_a_name_are_kept() {
    let text = |name: &str| {
        let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
        format!(
            " 3 point match\n\n Game 1\n Ann Lee : 0                    Bob : 0\n{row}      Wins 1 point\n\n \
             Game 2\n {name} : 1                    Bob : 0\n{row}"
        )
    };
    for (name, is_kept) in [("ann  LEE", true), ("Carla", false)] {
        let record = barpoint::open("a.mat", text(name).into_bytes()).expect("a record").remove(0).replayed;
        for format in two_way().filter(|format| format.name != "gam") {
            let written =
                analysis::written(format, &record, &[], &RulesOverride::default()).expect("a writer");
            let loses = |kind: Kind| written.losses.iter().any(|item| item.kind == kind);
            let again = read(format, &written.bytes).remove(0);
            assert_eq!(again.games.len(), if loses(Kind::Play) { 1 } else { 2 }, "{}", format.name);
            assert_eq!(
                again.name(again.games.len() - 1, Side::Zero) != name,
                loses(Kind::Player),
                "{}",
                format.name
            );
            if is_kept {
                assert!(!loses(Kind::Play), "{}: {:?}", format.name, written.losses);
            }
        }
    }
}

#[test]
fn games_with_exchanged_columns_are_kept() {
    let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let text = |scores: [&str; 2]| {
        format!(
            " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n{row}      Wins 1 point\n\n \
             Game 2\n bob : {}                        ann : {}\n{row}  2)  Doubles => 2                Drops\n      \
             Wins 1 point\n\n Game 3\n ann : {}                        bob : {}\n{row}  \
             2)  Doubles => 2                Takes\n",
            &scores[0][..1],
            &scores[0][2..],
            &scores[1][..1],
            &scores[1][2..]
        )
    };
    // In the second record only the names of the second game are exchanged.
    for (scores, winner, has_wrong_names) in [(["0-1", "1-1"], "bob", false), (["1-0", "2-0"], "ann", true)] {
        let record = barpoint::open("a.mat", text(scores).into_bytes()).expect("a record").remove(0).replayed;
        for format in two_way().filter(|format| format.name != "gam") {
            let name = format.name;
            let written = analysis::written(format, &record, &[], &RulesOverride::default());
            let Written { bytes, losses } = written.expect("a format that is written");
            let names_each = ["mat", "snowie", "sgf", "json", "jsonl"].contains(&name);
            let lost: Vec<Kind> = losses.iter().map(|item| item.kind).collect();
            // The names of that game, and that they are those of the first game again.
            let expected = if has_wrong_names && !names_each { vec![Kind::Player; 4] } else { Vec::new() };
            assert_eq!(lost, expected, "{name}: {losses:?}");
            let again = read(format, &bytes).remove(0);
            let won = again.games[1].result.and_then(|result| result.winner).expect("a winner");
            if !(has_wrong_names && names_each) {
                assert_eq!(again.name(1, won), winner, "{name}");
            }
            let [ann, bob] = again.games[2].before.points.0;
            assert_eq!(format!("{ann}-{bob}"), scores[1], "{name}");
            assert_eq!(Side::ALL.map(|side| again.name(2, side)), ["ann", "bob"], "{name}");
        }
    }
}

#[test]
fn oldmoves_keeps_the_games_of_other_players() {
    let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let text = format!(
        "; [Variation \"nackgammon\"]\n 3 point match\n\n Game 1\n ann : 0                        bob : 0\n{row}      \
         Wins 1 point\n\n Game 2\n carl : 1                       dora : 0\n{row}"
    );
    let record = barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0).replayed;
    let again = comes_back(Format::by_name("oldmoves").expect("a format"), &record);
    assert_eq!(again.games.len(), 2);
    assert_eq!(Side::ALL.map(|side| again.name(1, side)), ["carl", "dora"]);
    assert_eq!(again.rules.variant, record.rules.variant);
}

#[test]
fn the_result_of_a_game_that_is_told_in_part_is_kept() {
    let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let text = |play: &str, rest: &str, points: u32| {
        format!(
            " 7 point match\n\n Game 1\n ann : 0                        bob : 0\n{row}  \
             2) {play:<30} 64: 24/18 13/9\n{rest}\n Game 2\n ann : {points}                        bob : 0\n{row}"
        )
    };
    let pass = "  3)  Doubles => 2                Drops\n      Wins 1 point\n";
    let take = "  3)  Doubles => 2                Takes\n  4) 31: 8/5 6/5\n      Wins 2 points\n";
    let gammon = "  3)  Doubles => 2                Takes\n  4) 31: 8/5 6/5\n      Wins 4 points\n";
    let formats = || two_way().filter(|format| ["xg", "sgg", "tmg", "oldmoves"].contains(&format.name));
    for (rest, points, is_kept) in [(pass, 1, true), (take, 2, true), (gammon, 4, false)] {
        for play in ["31: ????", "31: 8/7 6/1"] {
            let bytes = text(play, rest, points).into_bytes();
            let record = barpoint::open("a.mat", bytes).expect("a record").remove(0).replayed;
            let result = record.games[0].result.expect("a result");
            for format in formats() {
                let (name, output) = (format.name, written(format, &record));
                let loses = |kind: Kind| output.losses.iter().any(|item| item.kind == kind);
                // XG has a mark for an illegal play.
                let is_whole = name == "xg" && play != "31: ????";
                assert_eq!(loses(Kind::Result), !is_kept && !is_whole, "{name}: {:?}", output.losses);
                assert_eq!(loses(Kind::Cube), !is_whole, "{name}: {:?}", output.losses);
                let again = comes_back(format, &record);
                let told = again.games[0].result.map(|told| (told.winner, told.points));
                let expected = (is_kept || is_whole).then_some((result.winner, result.points));
                assert_eq!(told, expected, "{name}");
                if is_kept && !is_whole {
                    assert_eq!(format.writer.expect("a writer").bytes(&again), output.bytes, "{name}");
                }
            }
        }
    }
}

#[test]
fn scores_after_the_end_of_a_match_are_kept_in_exchanged_columns() {
    let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let text = format!(
        " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n{row}                                  \
         Wins 1 point\n\n Game 2\n ann : 0                        bob : 1\n{row}      Wins 3 points\n\n Game 3\n \
         bob : 1                        ann : 3\n{row}      Wins 1 point\n"
    );
    let record = barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0).replayed;
    for name in ["sgg", "tmg", "oldmoves"] {
        let format = Format::by_name(name).expect("a format");
        let written = analysis::written(format, &record, &[], &RulesOverride::default());
        let losses = written.expect("a format that is written").losses;
        assert!(losses.is_empty(), "{name}: {losses:?}");
    }
}

#[test]
fn a_roll_without_a_play_before_the_game_is_given_up_is_kept_with_its_result() {
    let text = " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
        1)                             21: 13/11 24/23\n  \
        2) 32: 6/3 6/4                 43: 13/9 24/21*\n  \
        3) 54: 25/21 13/8              42: 8/4* 6/4\n  \
        4) 66: Resigns                 Wins 1 point\n\n \
        Game 2\n ann : 0                        bob : 1\n  1) 31: 8/5 6/5\n";
    for text in [text.to_owned(), text.replace("Resigns", "????   ")] {
        let record = barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0).replayed;
        for format in two_way().filter(|format| format.name != "gam") {
            let name = format.name;
            let output = written(format, &record);
            assert!(output.losses.is_empty(), "{name}: {:?}", output.losses);
            let again = read(format, &output.bytes).remove(0);
            let won = |record: &Replayed| record.games[0].result.map(|result| (result.winner, result.points));
            assert_eq!((again.games.len(), won(&again)), (2, won(&record)), "{name}");
        }
    }
}

#[test]
fn a_long_game_takes_time_in_proportion_to_its_length() {
    let record = |rows: usize| {
        let rows =
            (1..=rows).map(|row| format!("{row:3}) 31: ????                       62: ????\n; c{row}\n"));
        let head = " 0 point match\n\n Game 1\n ann : 0                        bob : 0\n".to_owned();
        let text = std::iter::once(head).chain(rows).collect::<Vec<_>>().concat();
        barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0).replayed
    };
    let [short, long] = [2_000, 32_000].map(record);
    let time = |work: &dyn Fn(&Replayed) -> usize, record: &Replayed| {
        let start = Instant::now();
        assert!(work(record) > 0);
        start.elapsed()
    };
    let check = |name: &str, work: &dyn Fn(&Replayed) -> usize| {
        let (one, sixteen) = (time(work, &short), time(work, &long));
        assert!(sixteen < 80 * one, "{name}: {one:?}, and {sixteen:?} for 16 times the rows");
    };
    check("inventory", &|record: &Replayed| inventory(record).len());
    for format in FORMATS.iter().filter(|format| ["json", "sgf", "text"].contains(&format.name)) {
        let writer = format.writer.expect("a writer");
        check(format.name, &|record: &Replayed| writer.bytes(record).len());
    }
}

#[test]
fn writing_twice_gives_the_same_bytes() {
    for format in two_way() {
        for seed in 1_000..1_030 {
            let record = replayed(&mut Random::new(seed), Wishes::ALL);
            let writer = format.writer.expect("a writer");
            let first = writer.bytes(&record);
            assert_eq!(first, writer.bytes(&record), "{}", format.name);
            let again = read(format, &first).remove(0);
            let second = writer.bytes(&again);
            assert!(
                first == second,
                "{}: what was read is written otherwise\n{}\n---\n{}",
                format.name,
                String::from_utf8_lossy(&first),
                String::from_utf8_lossy(&second)
            );
        }
    }
}

#[test]
fn what_is_read_from_an_odd_record_is_written_as_it_was() {
    let jacoby_in_a_match = "; [Jacoby \"On\"]\n 3 point match\n\n Game 1\n \
        Ann : 0                        Bob : 0\n  \
        1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let odd_name = r#"{"barpoint": 1, "headers": [], "length": 3, "games": [{
        "players": [{"name": "a\u001b[31m", "score": 0}, {"name": "b", "score": 0}],
        "entries": [{"action": "play", "side": 0, "roll": "31", "play": "8/5 6/5"}]}]}"#;
    let resigned_without_result = r#"{"barpoint": 1, "headers": [], "length": 3, "games": [{
        "players": [{"name": "a", "score": 0}, {"name": "b", "score": 0}],
        "entries": [{"action": "play", "side": 0, "roll": "31", "play": "8/5 6/5"},
            {"action": "offer-resignation", "side": 1, "outcome": "gammon"},
            {"action": "accept-resignation", "side": 0}]}]}"#;
    for text in [jacoby_in_a_match, odd_name, resigned_without_result] {
        let record = barpoint::open("a", text.as_bytes().to_vec()).expect("a record").remove(0).replayed;
        for format in two_way() {
            let writer = format.writer.expect("a writer");
            let first = writer.bytes(&record);
            let again = read(format, &first).remove(0);
            assert!(first == writer.bytes(&again), "{}: what was read is written otherwise", format.name);
        }
    }
}

#[test]
fn a_chain_through_all_formats_keeps_what_every_link_claims_to_hold() {
    let mut links = 0;
    for seed in 2_000..2_040 {
        let mut random = Random::new(seed);
        let mut formats: Vec<&Format> = two_way().collect();
        let mut record = replayed(&mut random, if seed % 2 == 0 { Wishes::PLAIN } else { Wishes::ALL });
        while !formats.is_empty() {
            let format = formats.remove(random.below(formats.len()));
            record = comes_back(format, &record);
            links += 1;
        }
    }
    report(links, "links of chains through all formats");
}
