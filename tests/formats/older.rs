//! The older and smaller text formats: FIBS and its clients, servers that no longer exist.

use super::generate::{Wishes, replayed};
use super::{data, laws};
use crate::support::{Random, damage, paths_in, report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Side;
use barpoint::diag::{Code, Diagnostic, Parsed, Severity, Span};
use barpoint::formats::inventory::{Item, Kind, inventory};
use barpoint::formats::{FORMATS, Format, detect, mat};
use barpoint::game::record::{Cause, MatchRecord, Written, headers};
use barpoint::game::{Happening, Replayed};
use barpoint::notation::play::print;

const NAMES: [&str; 7] = ["oldmoves", "sgg", "tmg", "javafibs", "bgammon", "party", "bgroom"];

fn format(name: &str) -> &'static Format {
    Format::by_name(name).expect("a format")
}

/// Reads a text; returns its meaning and the findings.
fn read(name: &str, text: &str) -> (Replayed, Vec<Diagnostic>) {
    crate::support::replayed(format(name), text)
}

/// Returns the events of a game, in words.
fn told(record: &Replayed, game: usize) -> Vec<String> {
    let words = |act: &barpoint::game::Act| {
        let what = match act.what {
            Happening::Played { roll, play } => format!("{roll} {}", print::gnubg(&act.before, &play)),
            Happening::Doubled { to, .. } => format!("doubles to {to}"),
            Happening::Taken => "takes".to_owned(),
            Happening::Passed => "passes".to_owned(),
            Happening::Resigned { outcome } => format!("resigns {outcome}"),
            Happening::ResignationOffered { outcome } => format!("offers {outcome}"),
            Happening::ResignationRefused => "refuses".to_owned(),
            Happening::GameOver(result) => format!("wins {}", result.points),
            other => format!("{other:?}"),
        };
        format!("{} {}", act.by.index(), what.trim())
    };
    record.games[game].acts.iter().map(words).collect()
}

fn codes(found: &[Diagnostic]) -> Vec<Code> {
    found.iter().filter(|finding| finding.severity > Severity::Note).map(|finding| finding.code).collect()
}

/// Returns the files in `testdata/<format>/valid`.
fn samples(name: &str) -> Vec<(String, Vec<u8>)> {
    let file = |path: std::path::PathBuf| {
        (path.display().to_string(), std::fs::read(&path).expect("a readable file"))
    };
    paths_in(testdata(&format!("{name}/valid"))).into_iter().map(file).collect()
}

#[test]
fn samples_are_recognised_and_nothing_is_found_in_them() {
    for name in NAMES {
        let files = samples(name);
        assert!(!files.is_empty(), "{name}");
        for (path, bytes) in files {
            assert_eq!(detect(&bytes, None).map(|format| format.name), Some(name), "{path}");
            for source in format(name).matches(&path, Box::new(bytes.as_slice())) {
                let source = source.expect("small");
                let parsed = format(name).parse.expect("a reader")(&source);
                let (record, found) = analysis::replayed(parsed, &RulesOverride::default());
                let wrong: Vec<_> = found
                    .iter()
                    .filter(|finding| finding.severity == Severity::Error)
                    .map(|finding| (finding.code, source.slice(finding.primary.span)))
                    .collect();
                assert!(wrong.is_empty(), "{path}: {wrong:?}");
                assert!(record.games.iter().any(|game| game.result.is_some()), "{path}");
            }
        }
    }
}

/// Returns every place in a record.
fn spans(parsed: &Parsed<MatchRecord>) -> Vec<Span> {
    let record = &parsed.value;
    let mut spans: Vec<Span> = parsed.diagnostics.iter().map(|finding| finding.primary.span).collect();
    spans.extend(record.headers.iter().flat_map(|header| [header.key.span, header.value.span]));
    spans.extend(record.remarks.iter().map(|remark| remark.span));
    for game in &record.games {
        spans.push(game.heading);
        spans.extend(game.players.0.iter().flatten().map(|player| player.name.span));
        spans.extend(game.entries.iter().map(|entry| entry.span));
    }
    spans
}

#[test]
fn what_servers_write_without_hit_marks_misses_none() {
    use barpoint::analysis::{RulesOverride, replayed};
    let record = super::generate::replayed(&mut crate::support::Random::new(3), super::generate::Wishes::ALL);
    for format in [
        &barpoint::formats::oldmoves::FORMAT,
        &barpoint::formats::sgg::FORMAT,
        &barpoint::formats::tmg::FORMAT,
    ] {
        let bytes = format.writer.expect("a writer").bytes(&record);
        let source = format.source("x", bytes).expect("small");
        let (_, findings) = replayed((format.parse.expect("a reader"))(&source), &RulesOverride::default());
        let missed = findings.iter().filter(|finding| finding.code == barpoint::diag::Code::PlayHitUnmarked);
        assert_eq!(missed.count(), 0, "{}", format.name);
    }
}

#[test]
fn a_text_cut_off_anywhere_is_read_as_far_as_it_goes() {
    let mut count = 0;
    for name in NAMES {
        for (path, bytes) in samples(name) {
            for end in 0..bytes.len() {
                for source in format(name).matches(&path, Box::new(&bytes[..end])) {
                    let source = source.expect("small");
                    let parsed = format(name).parse.expect("a reader")(&source);
                    let inside = |span: &Span| source.text().get(span.range()).is_some();
                    assert!(spans(&parsed).iter().all(inside), "{path} up to {end}");
                    let starts = parsed.diagnostics.iter().map(|finding| finding.primary.span.start);
                    assert!(starts.is_sorted(), "{path} up to {end}");
                    let _ = analysis::replayed(parsed, &RulesOverride::default());
                    count += 1;
                }
            }
        }
    }
    report(count, "beginnings of older text formats read");
}

#[test]
fn damaged_bytes_are_read_without_a_panic() {
    let mut random = Random::new(77);
    for name in NAMES {
        for (path, bytes) in samples(name) {
            for _ in 0..300 {
                let mut bytes = bytes.clone();
                damage(&mut bytes, b" :-/;()\t0", &mut random);
                for source in format(name).matches(&path, Box::new(bytes.as_slice())) {
                    let source = source.expect("small");
                    let parsed = format(name).parse.expect("a reader")(&source);
                    let inside = |span: &Span| source.text().get(span.range()).is_some();
                    assert!(spans(&parsed).iter().all(inside), "{path}");
                    let _ = analysis::replayed(parsed, &RulesOverride::default());
                }
            }
        }
    }
}

/// At the beginning of a file, the first character of the name would be a byte order mark.
#[test]
fn a_name_that_begins_with_a_byte_order_mark_comes_back() {
    let (_, sample) = samples("sgg").pop().expect("a sample");
    let (mut record, _) = read("sgg", &String::from_utf8(sample).expect("UTF-8"));
    for game in &mut record.record.games {
        game.players[Side::Zero].as_mut().expect("a player").name.value = "\u{FEFF}bob".to_owned();
    }
    for name in ["sgg", "oldmoves", "tmg", "mat", "gam", "snowie", "sgf"] {
        let written =
            analysis::written(format(name), &record, &[], &RulesOverride::default()).expect("a writer");
        assert!(written.losses.iter().all(|item| item.kind != Kind::Player), "{name}");
        let again = laws::read(format(name), &written.bytes);
        assert_eq!(again[0].name(0, Side::Zero), "\u{FEFF}bob", "{name}");
    }
}

#[test]
fn no_other_format_is_taken_for_one_of_these() {
    for name in ["five-points-high-cube", "odd-names", "money-with-beavers"] {
        let bytes = std::fs::read(testdata(&format!("mat/valid/{name}.mat"))).expect("a file");
        assert_eq!(detect(&bytes, None).map(|format| format.name), Some("mat"), "{name}");
    }
    let mut count = 0;
    let Some(folder) = data("matches/gnubg") else { return };
    for path in super::files(&folder, "mat") {
        let bytes = std::fs::read(&path).expect("a file");
        assert_eq!(detect(&bytes, None).map(|format| format.name), Some("mat"), "{}", path.display());
        count += 1;
    }
    report(count, "records of GNU Backgammon taken for nothing else");
}

const OLDMOVES: &str = "Score is 0-0 in a 5 point match.
bob is X - alice is O
X: (3 1) 8-5 6-5
O: (5 2) 12-17 1-3
X: doubles
O: accepts
X: (6 4) 24-14
O: (6 6) can't move
X: (1 1) 8-7 8-7 6-5 6-5
O: wants to resign
X: wins 4 points
";

#[test]
fn a_resignation_on_fibs_is_worth_what_the_winner_wins() {
    let text = OLDMOVES.replace("O: (6 6) can't move\n", "O: (2 1) 1-3 3-4\n");
    let (record, found) = read("oldmoves", &text);
    assert_eq!(codes(&found), []);
    assert_eq!(
        told(&record, 0),
        [
            "0 31 8/5 6/5",
            "1 52 24/22 13/8",
            "0 doubles to 2",
            "1 takes",
            "0 64 24/14",
            "1 21 24/21",
            "0 11 8/7(2) 6/5(2)",
            "1 offers gammon",
            "1 resigns gammon",
            "0 wins 4"
        ]
    );
}

#[test]
fn a_dance_on_fibs_that_was_none_is_found() {
    let (_, found) = read("oldmoves", OLDMOVES);
    assert!(codes(&found).contains(&Code::PlayMissing), "{found:?}");
}

#[test]
fn whoever_moves_upwards_on_fibs_is_seen_from_the_steps() {
    let downwards =
        "Score is 0-0 in an unlimited match.\nbob is X - alice is O\nX: (3 1) 8-5 6-5\nO: (6 2) 1-7 7-9\n";
    let upwards = "Score is 0-0 in an unlimited match.\nbob is X - alice is O\nX: (3 1) 17-20 19-20\nO: (6 2) 24-18 18-16\n";
    let first = read("oldmoves", downwards).0;
    assert_eq!(told(&first, 0), ["0 31 8/5 6/5", "1 62 24/16"]);
    assert_eq!(told(&read("oldmoves", upwards).0, 0), told(&first, 0));
    assert!(first.rules.is_money());
}

#[test]
fn players_on_fibs_keep_their_sides_when_they_change_letters() {
    let text = "Score is 0-0 in a 3 point match.\nbob is X - alice is O\nX: (3 1) 8-5 6-5\nO: wants to resign\nX: accepts\nX: wins 2 points\n\n\
                Score is 0-2 in a 3 point match.\nalice is X - bob is O\nX: (3 1) 8-5 6-5\n";
    let (record, found) = read("oldmoves", text);
    assert_eq!(codes(&found), [], "{found:?}");
    assert_eq!(told(&record, 1), ["1 31 8/5 6/5"]);
    assert_eq!((record.name(1, Side::Zero), record.name(1, Side::One)), ("bob", "alice"));
    assert!(record.games[1].is_crawford && record.games[1].before.points[Side::Zero] == 2);
}

#[test]
fn a_number_of_a_game_on_fibs_is_a_comment_where_it_numbers_none() {
    let game = |score: &str| {
        format!(
            "Score is {score} in a 3 point match.\nbob is X - alice is O\nX: (3 1) 8-5 6-5\nX: wins 1 point\n"
        )
    };
    let comments = |text: &str| {
        let all = read("oldmoves", text).0.record.remarks;
        all.into_iter().map(|remark| (remark.anchor.game, remark.text)).collect::<Vec<_>>()
    };
    let (first, nil) = (game("0-0"), game("0-0"));
    let drawn = first.replace("X: wins 1 point\n", "");
    assert_eq!(comments(&format!("{drawn}; a\n; game: 2\n\n; b\n{nil}")).len(), 2, "it is at 0-0");
    let is = |at: Option<u32>| vec![(at, "game: 2".to_owned())];
    assert_eq!(comments(&format!("; game: 2\n{first}")), is(None), "before the first game");
    assert_eq!(comments(&format!("{first}; game: 2\n{}", game("1-0"))), is(Some(0)), "not at 0-0");
    assert_eq!(comments(&format!("{first}; game: 2\n")), is(Some(0)), "at the end");
    let within = first.replace("X: wins", "; game: 2\nX: wins");
    assert_eq!(comments(&within), is(Some(0)), "within a game");
}

#[test]
fn a_refused_resignation_on_fibs_is_kept() {
    let text = "Score is 0-0 in a 5 point match.\nbob is X - alice is O\nX: (3 1) 8-5 6-5\nO: wants to resign\nX: rejects\nO: (6 2) 1-7 7-9\n";
    let (record, found) = read("oldmoves", text);
    assert_eq!(codes(&found), []);
    assert_eq!(told(&record, 0), ["0 31 8/5 6/5", "1 offers single game", "0 refuses", "1 62 24/16"]);
}

const SGG: &str = "bob vs. alice
ELO: 1500 10 1600.5 20
Jacoby: Yes
Beavers: No
Variant: Backgammon
Game 1.0-0

1\t\t31:
1\t\t31: 8/5, 6/5
2\t66:
2\t66: 24/18, 24/18, 13/7, 13/7
2\t\tDouble to 2
3\tAccept
well played
3\t\t11:
3\t\t11: 6/5, 6/5, 6/5, 6/5
4\tresign
alice wins 4 points.
";

#[test]
fn gamesgrid_is_read_with_its_options_and_what_the_players_say() {
    let (record, found) = read("sgg", SGG);
    assert_eq!(codes(&found), [], "{found:?}");
    assert_eq!(
        told(&record, 0),
        [
            "1 31 8/5 6/5",
            "0 66 24/18(2) 13/7(2)",
            "1 doubles to 2",
            "0 takes",
            "1 11 6/5(4)",
            "0 resigns gammon",
            "1 wins 4"
        ]
    );
    assert!(record.rules.is_money() && record.rules.jacoby && record.rules.beavers == 0);
    let header = |key: &str| record.record.header(key).map(|header| header.value.value.as_str());
    assert_eq!(header(headers::ELO[1]), Some("1600.5"));
    assert_eq!(record.record.remarks.len(), 1);
}

#[test]
fn the_star_of_gamesgrid_says_which_game_is_the_crawford_game() {
    let game = |score: &str| format!("bob vs. alice\nGame 3.{score}/5\n\n1\t31:\n1\t31: 8/5, 6/5\n");
    assert!(read("sgg", &game("4*-3")).0.games[0].is_crawford);
    assert!(read("sgg", &game("4-3*")).0.games[0].is_crawford);
    assert!(!read("sgg", &game("4-3")).0.games[0].is_crawford);
}

#[test]
fn a_time_out_at_truemoneygames_is_a_loss_with_its_cause() {
    let text = "MatchID: 7\nPlayer1: 1 bob b 1500.0\nPlayer2: 2 alice 0\nStartdate: 2005-01-02\nLength: 3\nCrawford: 1\n\
                Cube: 1\nVariant: 2\nGame 1: 0-0\n 1 1 31:\n 1 4 8/5 6/5\n -1 1 64:\n -1 4 24/14\n 2 17 2 bob loses\n -2 14 2 alice wins 2 points\n";
    let (record, found) = read("tmg", text);
    assert_eq!(codes(&found), [], "{found:?}");
    assert_eq!(told(&record, 0)[2..], ["0 resigns gammon", "1 wins 2"]);
    assert_eq!(record.name(0, Side::Zero), "bob b");
    let kinds: Vec<Kind> = inventory(&record).iter().map(|item| item.kind).collect();
    for kind in [Kind::Date, Kind::MatchId, Kind::Rating, Kind::Variant, Kind::Cause] {
        assert_eq!(kinds.iter().filter(|other| **other == kind).count(), 1, "{kind:?}");
    }
}

#[test]
fn an_owner_of_javafibs_has_the_name_of_the_score_lines() {
    let bytes = &samples("javafibs")[0].1;
    let (record, found) = read("javafibs", std::str::from_utf8(bytes).expect("text"));
    assert_eq!(codes(&found), [], "{found:?}");
    assert_eq!((record.name(0, Side::Zero), record.name(0, Side::One)), ("joe", "anna"));
    assert_eq!(
        told(&record, 0),
        ["1 31 8/5 6/5", "0 52 24/22 13/8", "1 doubles to 2", "0 passes", "1 wins 1"]
    );
    assert_eq!(
        told(&record, 1),
        [
            "0 31 8/5 6/5",
            "1 64 24/14",
            "0 doubles to 2",
            "1 takes",
            "0 62 24/18 13/11*",
            "1 offers gammon",
            "1 resigns gammon",
            "0 wins 4"
        ]
    );
}

#[test]
fn a_match_of_javafibs_is_its_twin_in_mat() {
    let folder = "matches/real/gitGNU+gnu_gibbon";
    let (Some(saved), Some(twin)) =
        (data(&format!("{folder}/7point.match")), data(&format!("{folder}/7point.mat")))
    else {
        return;
    };
    let of = |format: &Format, path| crate::support::replayed(format, std::fs::read(path).expect("a file"));
    let (saved, found) = of(format("javafibs"), saved);
    assert_eq!(codes(&found), [], "{found:?}");
    let (twin, _) = of(&mat::FORMAT, twin);
    let (ours, theirs) = (inventory(&saved), inventory(&twin));
    let (more, less) = laws::difference(&ours, &theirs);
    assert!(more.is_empty() && less.is_empty(), "only in the .match: {more:#?}\nonly in the .mat: {less:#?}");
    let plays = ours.iter().filter(|item| item.kind == Kind::Play || item.kind == Kind::UnplayedRoll).count();
    assert_eq!(plays, 353);
    report(plays, "rolls of a match of JavaFIBS as in its twin");
}

#[test]
fn a_file_of_bgammon_holds_several_matches() {
    let (path, bytes) = &samples("bgammon")[0];
    let sources: Vec<_> = format("bgammon").matches(path, Box::new(bytes.as_slice())).collect();
    assert_eq!(sources.len(), 2);
    let parse = format("bgammon").parse.expect("a reader");
    let parsed = parse(sources[0].as_ref().expect("small"));
    let causes = |written: &Written| matches!(written, Written::Losses { cause: Some(Cause::Left), .. });
    assert!(parsed.value.games[1].entries.iter().any(|entry| causes(&entry.written)));
    let (record, found) = analysis::replayed(parsed, &RulesOverride::default());
    assert_eq!(codes(&found), [], "{found:?}");
    assert_eq!(told(&record, 0), ["0 31 8/5 6/5", "1 64 24/14", "0 doubles to 2", "1 passes", "0 wins 1"]);
    assert_eq!(
        told(&record, 1),
        [
            "1 31 8/5 6/5",
            "0 64 24/14",
            "1 doubles to 2",
            "0 takes",
            "1 62 24/18 13/11*",
            "0 resigns single game",
            "1 wins 2"
        ]
    );
    let header = |key: &str| record.record.header(key).map(|header| header.value.value.as_str());
    assert_eq!(header(headers::DATE), Some("2023.12.16"));
    assert_eq!(header(headers::TIME), Some("14:57:50"));
}

#[test]
fn partygammon_tells_the_scores_after_each_game() {
    let (record, found) = read("party", std::str::from_utf8(&samples("party")[0].1).expect("text"));
    assert_eq!(codes(&found), [], "{found:?}");
    let results: Vec<_> = record.games.iter().filter_map(|game| game.result).collect();
    assert_eq!(
        results.iter().map(|result| (result.winner, result.points)).collect::<Vec<_>>(),
        [(Some(Side::Zero), 1), (Some(Side::One), 3)]
    );
    assert_eq!(record.games[1].before.points.0, [1, 0]);
}

#[test]
fn plain_matches_are_written_without_loss() {
    for (name, may_lack) in [
        ("oldmoves", &[][..]),
        ("sgg", &[Kind::CubeLimit, Kind::RefusedResignation]),
        ("tmg", &[Kind::RefusedResignation]),
    ] {
        for seed in 0..200 {
            let record = replayed(&mut Random::new(seed), Wishes::PLAIN);
            // Under the Jacoby rule the points don't tell what was resigned.
            let is_unclear = record.rules.jacoby && name == "tmg";
            let losses = laws::written(format(name), &record).losses;
            let may = |kind| may_lack.contains(&kind) || is_unclear && kind == Kind::Resignation;
            let bad = losses.iter().find(|item| !may(item.kind));
            assert!(bad.is_none(), "{name}, seed {seed}: {bad:?}");
        }
    }
}

#[test]
fn a_resignation_without_an_answer_is_written_or_lost() {
    let text = std::fs::read_to_string(testdata("javafibs/valid/small.match")).expect("a sample");
    let unanswered = |line: &&str| !line.starts_with("7:joe") && !line.starts_with("9:joe");
    let text: String = text.split_inclusive('\n').filter(unanswered).collect();
    let (record, _) = read("javafibs", &text);
    let is_offer = |item: &Item| item.kind == Kind::OfferedResignation;
    assert!(inventory(&record).iter().any(is_offer), "{:?}", inventory(&record));
    for format in FORMATS {
        if format.writer.is_none() {
            continue;
        }
        let is_lost = laws::written(format, &record).losses.iter().any(is_offer);
        assert_eq!(is_lost, !matches!(format.name, "sgf" | "json" | "jsonl"), "{}", format.name);
    }
}

#[test]
fn a_name_that_gamesgrid_would_divide_is_reported() {
    for (names, lost) in [(["A vs. B", "Carl"], 1), (["A vs.", "Carl"], 1), (["A", "B vs. Carl"], 0)] {
        let mut record = replayed(&mut Random::new(1), Wishes::PLAIN);
        for game in &mut record.record.games {
            for (side, name) in Side::ALL.into_iter().zip(names) {
                if let Some(player) = &mut game.players[side] {
                    player.name.value = name.to_owned();
                }
            }
        }
        let written = laws::written(format("sgg"), &record);
        let count = written.losses.iter().filter(|item| item.kind == Kind::Player).count();
        assert_eq!(count, lost, "{names:?}");
        let (again, _) = read("sgg", std::str::from_utf8(&written.bytes).expect("text"));
        assert_eq!(again.name(0, Side::One), names[1]);
    }
}

#[test]
fn all_of_these_stand_in_the_table() {
    assert!(NAMES.iter().all(|name| FORMATS.iter().any(|format| format.name == *name)));
}

#[test]
fn tabs_beside_a_name_are_no_part_of_it() {
    let javafibs = "JavaFIBS internal match representation v1.1\n8:\tanna\t:3\n13:anna\t:\n6:You:anna\n\
                    11:You:3 1\n1:You:17-20 19-20\n14:bert\t-0:\tanna\t-0\n";
    let tmg = "Player1:\t1\tanna\t1500.0\nPlayer2: 2 bert \t0\nLength: 3\nGame 1: 0-0\n 1 1 31:\n \
               1 4 8/5 6/5\n";
    let bgroom = "BGF version 1.2\nGame 1 - anna\t(X) vs. \tbert\t (0)\n1. X: 31 8/5 6/5\n";
    let sgg = "\tanna\t vs. \tbert\t\nGame 1.0-0/3\n\n1\t31:\n1\t31: 8/5, 6/5\n";
    let oldmoves = "Score is 0-0 in a 3 point match.\nanna\t is X - \tbert\t is O\nX: (3 1) 8-5 6-5\n";
    let party = "MATCHLENGTH=3\nGAME_1_PLAYER_1=\tanna\t\nGAME_1_PLAYER_2=bert\t\n\
                 GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5#\n";
    for (name, text) in [
        ("javafibs", javafibs),
        ("tmg", tmg),
        ("bgroom", bgroom),
        ("sgg", sgg),
        ("oldmoves", oldmoves),
        ("party", party),
    ] {
        let (record, found) = read(name, text);
        assert_eq!(codes(&found), [], "{name}: {found:?}");
        assert_eq!([record.name(0, Side::Zero), record.name(0, Side::One)], ["anna", "bert"], "{name}");
    }
}

#[test]
fn names_are_read_again_or_reported() {
    const ODD: [&str; 12] = [
        "",
        " ",
        "Ann ",
        " Ann",
        "a\nb",
        "a\tb",
        "; Ann",
        "Ann is X - Bob",
        "a vs. b",
        "vs. a",
        "12",
        "x wins 1",
    ];
    for name in ["sgg", "tmg", "oldmoves", "text"] {
        for names in ODD.iter().flat_map(|odd| [[*odd, "Bert"], ["Bert", *odd], [*odd, *odd]]) {
            let mut record = replayed(&mut Random::new(1), Wishes::PLAIN);
            record.record.games.truncate(1);
            record.games.truncate(1);
            for (side, name) in Side::ALL.into_iter().zip(names) {
                let player = record.record.games[0].players[side].as_mut().expect("a player");
                name.clone_into(&mut player.name.value);
            }
            let written = laws::written(format(name), &record);
            let text = std::str::from_utf8(&written.bytes).expect("text");
            let (again, _) = read(name, text);
            assert_eq!(again.games.len(), 1, "{name}: {names:?}\n{text}");
            for side in Side::ALL {
                let item = format!("{}: {}", side.index(), names[side.index()]);
                let is_lost =
                    written.losses.iter().any(|lost| lost.kind == Kind::Player && lost.text == item);
                let is_same = again.name(0, side) == names[side.index()];
                assert_eq!(is_lost, !is_same, "{name}: {names:?}\n{text}");
            }
        }
    }
}

#[test]
fn a_resignation_that_the_game_ignores_is_lost_by_name() {
    let text = "JavaFIBS internal match representation v1.1\n8:joe:3\n13:joe:\n6:You:joe\n11:You:3 1\n\
                1:You:17-20 19-20\n0:joe:5 2\n1:joe:13-8 24-22\n3:You:2\n0:You:6 4\n1:You:1-7 7-11\n";
    let (record, _) = read("javafibs", text);
    let losses = laws::written(format("mat"), &record).losses;
    assert!(losses.iter().any(|item| item.kind == Kind::OfferedResignation), "{losses:?}");
}
