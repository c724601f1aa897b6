//! SGF: GNU Backgammon's files byte for byte, real files, damaged files.

use super::laws::{comes_back, written};
use super::{data, files};
use crate::support::{checked, report};
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::inventory::{Kind, inventory};
use barpoint::formats::{self, Confidence, Head, sgf};
use barpoint::game::Replayed;
use barpoint::game::record::Written;
use barpoint::rules::Variant;
use std::path::{Path, PathBuf};

/// Returns the matches of a file, each with its meaning and its findings.
fn replayed(bytes: &[u8]) -> Vec<(SourceFile, Replayed, Vec<Diagnostic>)> {
    let matches = sgf::FORMAT.matches("record", Box::new(bytes));
    let read = |source: Result<SourceFile, _>| {
        let source = source.expect("small");
        let (replayed, found) = analysis::replayed(sgf::parse(&source), &RulesOverride::default());
        (source, replayed, found)
    };
    matches.map(read).collect()
}

/// Returns the whole file, read and written again.
fn rewritten(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for (_, replayed, _) in replayed(bytes) {
        let written = written(&sgf::FORMAT, &replayed);
        assert!(written.losses.is_empty(), "{:?}", written.losses);
        all.extend(written.bytes);
    }
    all
}

/// Returns the files that GNU Backgammon wrote.
fn of_gnubg() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [data("matches/gnubg"), crate::support::shared("gnubg/exports")] {
        found.extend(folder.iter().flat_map(|folder| files(folder, "sgf")));
    }
    found.extend(files(crate::support::testdata("sgf/valid"), "sgf"));
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn what_gnu_backgammon_wrote_is_written_again_byte_for_byte() {
    let paths = of_gnubg();
    for path in &paths {
        let bytes = std::fs::read(path).expect("a file");
        let again = rewritten(&bytes);
        if again != bytes {
            let at = again.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
            let around = |text: &[u8]| {
                String::from_utf8_lossy(&text[at.saturating_sub(60)..text.len().min(at + 60)]).into_owned()
            };
            panic!("{}, byte {at}:\n{}\n---\n{}", name(path), around(&bytes), around(&again));
        }
    }
    report(paths.len(), "SGF files of GNU Backgammon written again byte for byte");
}

/// GNU Backgammon's own files with findings: the code, and what is wrong.
const FOUND: [(&str, &str, &str); 2] = [
    ("hyper3_money.sgf", "score-result", "a backgammon resigned under the Jacoby rule, without a double"),
    ("ad.sgf", "turn-wrong-side", "the dice were set by hand, then the other player doubled"),
];

#[test]
fn in_files_of_gnu_backgammon_only_true_findings_are_found() {
    let paths = of_gnubg();
    let mut wrong = Vec::new();
    for path in &paths {
        for (source, _, found) in replayed(&std::fs::read(path).expect("a file")) {
            for finding in found.iter().filter(|finding| finding.severity > Severity::Note) {
                let code = finding.code.to_string();
                if !FOUND.iter().any(|(file, known, _)| *file == name(path) && *known == code) {
                    wrong.push(format!(
                        "{}: {code} at {:?}",
                        name(path),
                        source.line_column(finding.primary.span.start)
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    report(paths.len(), "SGF files of GNU Backgammon without a false finding");
}

/// The malformed files, with every finding in each that is more severe than a note: code, line,
/// column.
const MALFORMED: &str = "sgf/malformed.tsv";

#[test]
fn malformed_files_give_the_findings_that_a_person_would_give() {
    let Some(folder) = data("malformed") else { return };
    let mut found = Vec::new();
    for path in files(&folder, "sgf") {
        for (source, record, diagnostics) in replayed(&std::fs::read(&path).expect("a file")) {
            for finding in diagnostics.iter().filter(|finding| finding.severity > Severity::Note) {
                let place = source.line_column(finding.primary.span.start);
                found.push(format!("{}\t{}\t{}:{}", name(&path), finding.code, place.line, place.column));
            }
            // What was read can be written and read again.
            let again = sgf::write(&record);
            assert_eq!(replayed(&again).len(), 1, "{}", name(&path));
        }
    }
    let known = std::fs::read_to_string(crate::support::testdata(MALFORMED)).expect("a table");
    let expected: Vec<&str> = known.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(found, expected);
    report(expected.len(), "findings in malformed SGF files");
}

#[test]
fn real_files_are_read_written_and_read_again() {
    let Some(root) = data("matches/real") else { return };
    let (mut count, mut heavy) = (0, 0);
    for folder in ["gitGNU+gnu_gibbon", "kevung+gbf", "kevung+gnubgparser"] {
        for path in files(root.join(folder), "sgf") {
            for (_, record, found) in replayed(&std::fs::read(&path).expect("a file")) {
                count += 1;
                heavy += found.iter().filter(|finding| finding.severity > Severity::Note).count();
                if !record.record.games.is_empty() {
                    comes_back(&sgf::FORMAT, &record);
                }
            }
        }
    }
    // All in the hand-made examples of Gibbon's tests, evaluated one by one.
    assert_eq!(heavy, REAL_FINDINGS);
    report(count, "real SGF records read, written and read again");
}

const REAL_FINDINGS: usize = 11;

#[test]
fn real_files_of_gnu_backgammon_are_written_again_byte_for_byte() {
    let Some(root) = data("matches/real") else { return };
    let mut count = 0;
    for folder in ["kevung+gbf", "kevung+gnubgparser"] {
        for path in files(root.join(folder), "sgf") {
            let bytes = std::fs::read(&path).expect("a file");
            let again = rewritten(&bytes);
            let at = again.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
            assert!(again == bytes, "file {count}, byte {at}");
            count += 1;
        }
    }
    report(count, "real SGF files of GNU Backgammon written again byte for byte");
}

#[test]
fn a_file_cut_off_anywhere_gives_its_good_part_and_one_finding() {
    let bytes = std::fs::read(crate::support::testdata("sgf/valid/resignations.sgf")).expect("a file");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let whole = replayed(text.as_bytes());
    let entries = |read: &[(SourceFile, Replayed, Vec<Diagnostic>)]| -> usize {
        let games = read.iter().flat_map(|(_, replayed, _)| &replayed.record.games);
        games
            .map(|game| {
                game.entries.iter().filter(|entry| !matches!(entry.written, Written::Wins { .. })).count()
            })
            .sum()
    };
    let mut before = 0;
    for end in 1..text.len() {
        let read = replayed(&text.as_bytes()[..end]);
        let found: Vec<&Diagnostic> = read
            .iter()
            .flat_map(|(_, _, found)| found)
            .filter(|finding| finding.severity > Severity::Note)
            .collect();
        let is_between = text[..end].trim_end().ends_with(')') && text[end..].trim_start().starts_with('(');
        let is_whole = text[end..].trim().is_empty();
        let expected = usize::from(!is_between && !is_whole);
        let codes: Vec<String> = found.iter().map(|finding| finding.code.to_string()).collect();
        assert_eq!(codes.len(), expected, "{end}: {codes:?}\n{}", &text[end.saturating_sub(80)..end]);
        // What was read stays read.
        let now = entries(&read);
        assert!(now >= before, "{end}: {now} of {before}");
        before = now;
    }
    assert!(before == entries(&whole) && before >= 20, "{before}");
    report(text.len(), "bytes behind which a file was cut off");
}

#[test]
fn a_million_nested_brackets_are_an_error_in_little_time() {
    for (open, close) in
        [("(", ""), ("(;", ""), ("(;W[31]", ""), ("(;W[31](;B[21])", ""), ("(", ")"), ("(;C[", "")]
    {
        let text = format!("(;GM[6]{}{}", open.repeat(1_000_000), close.repeat(1_000_000));
        // Text that is little else than brackets is refused before it is read.
        let is_refused =
            sgf::FORMAT.matches("record", Box::new(text.as_bytes())).any(|source| source.is_err());
        if is_refused && open.contains('[') {
            continue;
        }
        // The reader doesn't rely on that.
        let found = checked(&sgf::FORMAT, text);
        assert!(!found.is_empty() && found.len() < 10, "{open}: {} findings", found.len());
    }
}

#[test]
fn a_hundred_thousand_values_that_quote_a_property_are_read_in_little_time() {
    for name in ["E".repeat(300_000), format!("EV{}", " ".repeat(300_000))] {
        let text = format!("(;GM[6]{name}{})", "[a PW[b]".repeat(100_000));
        let found = checked(&sgf::FORMAT, text);
        assert!(found.len() < 10, "{} findings", found.len());
    }
}

#[test]
fn a_tree_keeps_its_variations() {
    let text = "(;FF[4]GM[6]CA[UTF-8]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]RU[Crawford]
(;W[31hefe]
(;B[52lqac](;W[61])
(;W[62]C[c]))
(;B[61lrqr]))
(;W[42]))
";
    let [(_, record, _)] = &replayed(text.as_bytes())[..] else { panic!("one match") };
    let entries = &record.record.games[0].entries;
    assert_eq!(entries.len(), 3);
    let count = |entry: usize| entries[entry].notes.as_ref().map_or(0, |notes| notes.variations.len());
    assert_eq!([count(0), count(1), count(2)], [1, 1, 1]);
    comes_back(&sgf::FORMAT, record);
}

#[test]
fn comments_and_entries_of_inner_variations_are_listed_with_the_outer_one() {
    let text = "(;FF[4]GM[6]CA[UTF-8]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]RU[Crawford]
;W[31hefe](;B[52lqac]C[main])
(;C[before]B[61lrqr]C[outer](;W[62xrpr])(;C[inner]))
(;B[61lrqr]))
";
    let [(_, record, _)] = &replayed(text.as_bytes())[..] else { panic!("one match") };
    let items = inventory(record).into_iter().filter(|item| item.kind == Kind::Variation);
    let texts: Vec<String> = items.map(|item| item.text).collect();
    assert_eq!(texts, ["2 entries, 3 comments", "1 entry"]);
    comes_back(&sgf::FORMAT, record);
}

#[test]
fn several_matches_in_one_text_are_cut_apart() {
    let tree = |length: u32, game: u32, names: [&str; 2]| {
        format!(
            "(;FF[4]GM[6]MI[length:{length}][game:{game}][ws:0][bs:0]PW[{}]PB[{}];W[31hefe])\n",
            names[0], names[1]
        )
    };
    let (ann, others) = (["Ann", "Bob"], ["Cid", "Dora"]);
    let matches = |trees: &[String]| replayed(trees.concat().as_bytes()).len();
    assert_eq!(matches(&[tree(3, 0, ann), tree(3, 1, ann), tree(3, 2, ann)]), 1);
    assert_eq!(matches(&[tree(3, 0, ann), tree(3, 1, ann), tree(3, 0, ann)]), 2);
    assert_eq!(matches(&[tree(3, 0, ann), tree(5, 1, ann)]), 2);
    assert_eq!(matches(&[tree(3, 0, ann), tree(3, 1, others)]), 2);
    assert_eq!(matches(&[tree(3, 0, ann), tree(3, 1, ["Bob", "Ann"])]), 1);
}

#[test]
fn the_order_of_root_properties_doesnt_matter_and_go_is_no_backgammon() {
    let sniff = |text: &str| (sgf::FORMAT.sniff)(Head { bytes: text.as_bytes(), text }).confidence;
    assert_eq!(sniff("(;GM[6]FF[4];W[31hefe])"), Confidence::Sure);
    assert_eq!(sniff("\n ( ;CA[UTF-8]\nPW[x]GM[6])"), Confidence::Sure);
    assert_eq!(sniff("(;FF[4]MI[length:3])"), Confidence::Sure);
    assert_eq!(sniff("(;GM[1]FF[4];B[aa])"), Confidence::No);
    assert_eq!(sniff(" 5 point match\n"), Confidence::No);
    let found = formats::detect(b"(;GM[6]FF[4];W[31hefe])", Some("mat")).map(|format| format.name);
    assert_eq!(found, Some("sgf"));
}

#[test]
fn findings_stand_at_the_letters() {
    let text = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]RU[Crawford];W[31hefd];B[52lqac])";
    let mut found = checked(&sgf::FORMAT, text);
    found.retain(|finding| finding.severity == Severity::Error);
    let found: Vec<_> = found.iter().map(|it| (it.code, &text[it.primary.span.range()])).collect();
    assert_eq!(found, [(Code::PlayWrongPips, "fd")]);
}

#[test]
fn a_misspelt_rule_is_the_nearest_word_and_no_other_variant() {
    for (word, expected) in [
        ("Backgamon", "expected `Backgammon`"),
        ("Bacgammon", "expected `Backgammon`"),
        ("Nackgamon", "expected `Nackgammon`"),
        ("CrawfordGam", "expected `CrawfordGame`"),
        ("Hackgammon", ""),
    ] {
        let text =
            format!("(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]RU[Crawford:{word}];W[31hefe])");
        for (_, replayed, found) in replayed(text.as_bytes()) {
            let of_rule = found.iter().find(|finding| finding.code == Code::RecordUnknown);
            assert_eq!(of_rule.map(|finding| &*finding.primary.message), Some(expected), "{word}");
            let is_nackgammon = replayed.rules.variant == Variant::Nackgammon;
            assert_eq!(is_nackgammon, word == "Nackgamon", "{word}");
        }
    }
}

#[test]
fn setup_that_states_what_holds_is_no_wrong_side() {
    let head = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]RU[Crawford]";
    let start = "AE[a:y]AW[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]AB[x][x][m][m][m][m][m][h][h][h][f][f][f][f][f]";
    for (nodes, wanted) in [
        (";PL[W]DI[21];W[21mkfe]", &[][..]),
        (";PL[W]DI[21];CV[2];W[21mkfe]", &[]),
        // The dice were set again, as a session of GNU Backgammon does.
        (";PL[W]DI[21];CV[2];W[31hefe];PL[B]DI[65];B[42qusu]", &[]),
        (";W[21mkfe];B[double];PL[W];W[take]", &[]),
        (";W[21mkfe];PL[W]DI[21];B[42qusu]", &["turn-wrong-side 42"]),
        (";W[21mkfe];W[42hded]", &["turn-wrong-side 42"]),
        (";PL[W]DI[33]", &["dice-opening-doublet 33"]),
        (";PL[W]DI[33];CV[2];W[33hehefcfc]", &["dice-opening-doublet 33"]),
    ] {
        let text = format!("{head}{nodes})");
        let found: Vec<String> = replayed(text.as_bytes())
            .iter()
            .flat_map(|(source, _, found)| {
                let wrong = found.iter().filter(|finding| finding.severity > Severity::Note);
                wrong.map(|it| format!("{} {}", it.code, source.slice(it.primary.span))).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(found, wanted, "{nodes}");
    }
    // A position may be set with any dice, which GNU Backgammon writes before it.
    for nodes in [format!("{start}PL[W]DI[33]"), format!("PL[W]DI[33];CV[2];PL[W]{start}")] {
        for (_, _, found) in replayed(format!("{head};{nodes})").as_bytes()) {
            assert!(found.iter().all(|finding| finding.code != Code::DiceOpeningDoublet), "{found:?}");
        }
    }
}

#[test]
fn any_bytes_are_read_without_a_panic() {
    let sample = std::fs::read(crate::support::testdata("sgf/valid/annotations.sgf")).expect("a file");
    let mut random = crate::support::Random::new(7);
    let odd = b"()[];\\:WBACX09az\n ";
    for _ in 0..3_000 {
        let from = random.below(sample.len());
        let mut bytes = sample[from..(from + 400).min(sample.len())].to_vec();
        for _ in 0..=random.below(12) {
            let at = random.below(bytes.len());
            bytes[at] = odd[random.below(odd.len())];
        }
        for (source, record, found) in replayed(&bytes) {
            let end = source.text().len() as u32;
            assert!(found.iter().all(|finding| finding.primary.span.end <= end));
            let entries = record.record.games.iter().flat_map(|game| &game.entries);
            assert!(entries.into_iter().all(|entry| entry.span.end <= end));
            assert!(sgf::write(&record).is_ascii() || !bytes.is_ascii());
        }
    }
}

#[test]
fn real_names_and_new_ratings_come_back_or_are_told_as_lost() {
    let text = b"; [Player 1 \"Anna Archer\"]\n; [Player 2 \"bert\"]\n\n 3 point match\n\n Game 1\n \
        anna,1700 : 0                  bert,1600 : 0\n  1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
        2)  Doubles => 2                Drops\n      Wins 1 point\n\n Game 2\n \
        anna,1711 : 1                  bert,1600 : 0\n  1) 31: 8/5 6/5\n";
    let record = barpoint::open("a.mat", text.to_vec()).expect("a record").remove(0).replayed;
    let names = |record: &Replayed, kind| {
        let items = inventory(record).into_iter().filter(|item| item.kind == kind);
        items.map(|item| (item.game, item.text)).collect::<Vec<_>>()
    };
    assert_eq!(names(&record, Kind::Header), [(None, "Player 1: Anna Archer".to_owned())]);
    let ratings = [(None, "0: 1700"), (None, "1: 1600"), (Some(1), "0: 1711")];
    assert_eq!(names(&record, Kind::Rating), ratings.map(|(game, text)| (game, text.to_owned())));
    let mut told = 0;
    for format in super::two_way() {
        comes_back(format, &record);
        let lost = written(format, &record).losses;
        told += usize::from(lost.iter().any(|item| item.text == "Player 1: Anna Archer"));
    }
    assert!(told >= 6, "{told} formats have no place for it");
}

#[test]
fn every_date_has_the_property_that_other_programs_read() {
    let text = std::fs::read_to_string(crate::support::testdata("mat/valid/one-point.mat")).expect("a file");
    for (date, written) in [("2023-12-24", "DT[2023-12-24]"), ("2023.12.24", "DT[2023-12-24]")] {
        let text = text.replace("2026.11.20", date);
        let record = barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0).replayed;
        let bytes = sgf::write(&record);
        assert!(String::from_utf8_lossy(&bytes).contains(written), "{date}");
        let again = replayed(&bytes).remove(0).1;
        let dates: Vec<&str> = again
            .record
            .headers
            .iter()
            .filter(|header| header.key.value == "EventDate")
            .map(|header| header.value.value.as_str())
            .collect();
        assert_eq!(dates, [date]);
    }
}

/// The head of a game, and a board to set.
const HEAD: &str = "(;FF[4]GM[6]PW[a]PB[b]MI[length:3][game:0][ws:0][bs:0]RU[Crawford]";
const BOARD: &str = "AE[a:y]AW[f][f][f][f][f][h][h][h][h][m][m][m][m][u][x]\
                     AB[s][s][s][s][s][r][r][r][q][q][q][l][l][l][g]";

#[test]
fn a_roll_that_waits_in_a_position_that_is_set_comes_back() {
    // The position that stands already is only the roll.
    let cases = [
        (format!("{HEAD};PL[B];B[31])"), Kind::UnplayedRoll, "1 31"),
        (format!("{HEAD};PL[W]{BOARD};W[31])"), Kind::Position, "0 4LuDgwDg8+ABIg 31 1 -"),
    ];
    for (text, kind, item) in cases {
        let record = barpoint::open("a.sgf", text.clone().into_bytes()).expect("a record").remove(0);
        let is_one = |kind| matches!(kind, Kind::Position | Kind::UnplayedRoll);
        let items = inventory(&record.replayed).into_iter().filter(|item| is_one(item.kind));
        let items: Vec<_> = items.map(|item| (item.kind, item.text)).collect();
        assert_eq!(items, [(kind, item.to_owned())], "{text}");
        for name in ["sgf", "xg", "ogxm", "mat", "json"] {
            let format = formats::FORMATS.iter().find(|format| format.name == name).expect("a format");
            let losses = record.written(format).expect("a writer").losses;
            assert!(losses.iter().all(|item| !is_one(item.kind)), "{name}: {losses:?}\n{text}");
        }
        if kind == Kind::Position {
            for format in [&formats::text::FORMAT, &formats::ids::FORMAT] {
                let losses = record.written(format).expect("a writer").losses;
                assert!(losses.iter().all(|item| !is_one(item.kind)), "{}: {losses:?}", format.name);
            }
        }
    }
}

#[test]
fn what_follows_a_roll_that_waits_in_a_position_is_lost_only_if_it_is_missing() {
    // XG has no place for the acceptance of a resignation, OGXM none for the offer either.
    let targets: [(&str, &[&str]); 5] =
        [("sgf", &[]), ("json", &[]), ("mat", &[]), ("xg", &["three"]), ("ogxm", &["two", "three"])];
    for text in [
        format!("{HEAD}RE[B+1R];PL[W]{BOARD};W[31]C[one];W[resign:1]C[two];B[accept]C[three])"),
        format!("{HEAD}RE[W+1R];PL[B];B[31]C[one];B[resign:1]C[two];W[accept]C[three])"),
    ] {
        let record = barpoint::open("a.sgf", text.clone().into_bytes()).expect("a record").remove(0);
        for (name, lost) in targets {
            let format = formats::FORMATS.iter().find(|format| format.name == name).expect("a format");
            let written = record.written(format).expect("a writer");
            let losses: Vec<_> = written.losses.iter().map(|item| (item.kind, item.text.as_str())).collect();
            let expected: Vec<_> = lost.iter().map(|text| (Kind::Comment, *text)).collect();
            assert_eq!(losses, expected, "{name}\n{text}");
            // Written as SGF, what came back comes back again.
            let again = barpoint::open(&format!("a.{name}"), written.bytes).expect("a record").remove(0);
            let losses = again.written(&sgf::FORMAT).expect("a writer").losses;
            assert_eq!(losses, [], "{name}\n{text}");
        }
    }
}

#[test]
fn notes_on_a_result_that_need_a_side_are_lost_and_nothing_comes_in_their_place() {
    let text = r#"{"barpoint": 1, "headers": [], "length": 1, "games": [{
        "players": [{"name": "a", "score": 0}, {"name": "b", "score": 0}],
        "entries": [{"action": "play", "side": 0, "roll": "31", "play": "8/5 6/5"},
            {"action": "resign", "side": 1},
            {"action": "win", "side": 0, "points": 1, "notes": {"luck": "lucky", "cube": "good"}}]}]}"#;
    let record = barpoint::open("a.json", text.as_bytes().to_vec()).expect("a record").remove(0).replayed;
    comes_back(&sgf::FORMAT, &record);
    let losses = written(&sgf::FORMAT, &record).losses;
    let kinds: Vec<Kind> = losses.iter().map(|item| item.kind).collect();
    assert_eq!(kinds, [Kind::Annotation, Kind::Luck]);
}

#[test]
fn a_hidden_play_without_dice_gives_up_the_game_only_at_its_end() {
    let text = |rest: &str| {
        format!(
            " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
             1)                             21: 13/11 24/23\n  2) 00: ????{rest}                                  \
             Wins 1 point\n"
        )
    };
    let more = "                    43: 13/9 24/21*\n  3) 54: 25/21 13/8              42: 8/4* 6/4\n";
    // The marks of hits are only consequences of the dice, but they aren't in the new file.
    let lost = ["mat-dice", "play-hit-mark", "play-hit-mark"];
    for (text, node, lost) in
        [(text(more), "\n;W[00?]", &lost[..]), (text("\n"), "\n;XR[W:resigned]", &lost[..0])]
    {
        let record = barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0);
        let written = record.written(&sgf::FORMAT).expect("SGF is written");
        assert!(String::from_utf8_lossy(&written.bytes).contains(node), "{node}");
        let losses: Vec<&str> = written.losses.iter().map(|item| item.text.as_str()).collect();
        assert_eq!(losses, lost);
        let again = barpoint::open("a.sgf", written.bytes).expect("a record").remove(0);
        assert!(again.findings.iter().all(|finding| finding.code != Code::TurnWrongSide), "{node}");
    }
}
