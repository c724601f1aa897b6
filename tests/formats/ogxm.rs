//! OGXM: every sample comes back byte for byte and agrees with its twin, and other programs read what is written.

use super::laws::read;
use super::readers::{Passes, agree, python, told};
use super::{beavered, data, files};
use crate::support::{Folder, Random, report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Board;
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::inventory::{Item, Kind, inventory};
use barpoint::formats::{Format, detect, mat, ogxm, sgf, xg};
use barpoint::game::record::{Analysis, Candidate, CubeAnalysis, GameRecord, PlayAnalysis};
use barpoint::game::{Act, Ending, Happening, Replayed};
use barpoint::rules::resolve::resolve;
use std::fmt::Write as _;
use std::path::Path;

fn samples() -> Option<Vec<(String, Vec<u8>)>> {
    let folder = data("matches/ogxm")?;
    let mut paths = files(&folder, "ogxm");
    paths.extend(files(&folder, "ogxms"));
    let read = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, std::fs::read(path).expect("a readable file"))
    };
    Some(paths.iter().map(|path| read(path)).collect())
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == extension)
}

fn write(record: &Replayed) -> barpoint::formats::Written {
    super::laws::written(&ogxm::FORMAT, record)
}

#[test]
fn every_sample_of_version_2_comes_back_byte_for_byte() {
    let Some(samples) = samples() else { return };
    let mut count = 0;
    for (name, bytes) in samples.iter().filter(|(_, bytes)| bytes[4] == 2) {
        assert_eq!(detect(bytes, None).map(|format| format.name), Some("ogxm"), "{name}");
        let mut again = Vec::new();
        for record in read(&ogxm::FORMAT, bytes) {
            let written = write(&record);
            assert!(written.losses.is_empty(), "{name}: {:#?}", written.losses);
            again.extend(written.bytes);
        }
        assert!(again == *bytes, "{name}: {} bytes of {}", again.len(), bytes.len());
        count += 1;
    }
    report(count, "files of OGXM 2 written as they were");
}

#[test]
fn a_head_without_games_or_with_a_damaged_name_is_found() {
    let whole = std::fs::read(testdata("ogxm/valid/seven.ogxm")).expect("a file");
    let found = |bytes: Vec<u8>| {
        let source = SourceFile::binary("x.ogxm", bytes, 0).expect("small");
        let findings = ogxm::parse(&source).diagnostics;
        findings.into_iter().map(|finding| (finding.code, finding.message)).collect::<Vec<_>>()
    };
    assert_eq!(found(whole.clone()), []);
    let game = whole.windows(4).position(|window| window == b"GAME").expect("a game");
    let mut headless = [&whole[..game], b"END!"].concat();
    let size = u32::try_from(headless.len()).expect("small");
    headless[12..16].copy_from_slice(&size.to_le_bytes());
    assert_eq!(found(headless), [(Code::RecordTruncated, "the record contains no game".to_owned())]);
    let name = whole[..game].windows(3).position(|window| window == b"gnu").expect("a name");
    let mut damaged = whole;
    damaged[name] = 1;
    assert_eq!(found(damaged), [(Code::RecordValue, "a name isn't a text".to_owned())]);
}

#[test]
fn a_resignation_comes_back_as_one_action() {
    let rows = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n";
    let text = format!(
        " 7 point match\n\n Game 1\n Ann : 0                        Bob : 0\n{rows}  \
         2) 64: 24/18 13/9              Resigns\n      Wins 1 point\n\n \
         Game 2\n Ann : 1                        Bob : 0\n{rows}  \
         2)  Doubles => 2                Takes\n  \
         3) 64: 24/18 13/9              Resigns\n      Wins 4 points\n"
    );
    let acts = |record: &Replayed| -> Vec<_> {
        let all = record.games.iter().flat_map(|game| &game.acts);
        all.map(|act| (act.by, std::mem::discriminant(&act.what))).collect()
    };
    let results = |record: &Replayed| record.games.iter().map(|game| game.result).collect::<Vec<_>>();
    let record = read(&mat::FORMAT, text.as_bytes()).remove(0);
    let of_first: Vec<Happening> = record.games[0].acts.iter().map(|act| act.what).collect();
    assert!(matches!(of_first[..], [.., Happening::Resigned { .. }, Happening::GameOver(_)]), "{of_first:?}");
    let written = write(&record);
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let again = read(&ogxm::FORMAT, &written.bytes).remove(0);
    assert_eq!((acts(&again), results(&again)), (acts(&record), results(&record)));
    assert_eq!(write(&again).bytes, written.bytes);
    let sgf = sgf::FORMAT.writer.expect("a writer").bytes(&again);
    assert!(!String::from_utf8_lossy(&sgf).contains("XR["), "a resignation of its own");
}

#[test]
fn a_pass_after_a_beaver_comes_back_with_the_games_after_it() {
    let rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let text = format!(
        "; [Jacoby \"On\"]\n 0 point match\n\n Game 1\n ann : 0                        bob : 0\n{rows}  \
         2)  Doubles => 2                Beavers => 4\n  \
         3)  Drops                      Wins 2 points\n\n \
         Game 2\n ann : 0                        bob : 2\n{rows}  \
         2)  Doubles => 2                Beavers => 4\n  \
         3)  Beavers => 8                 Drops\n      Wins 4 points\n\n \
         Game 3\n ann : 4                        bob : 2\n{rows}"
    );
    let record = read(&mat::FORMAT, text.as_bytes()).remove(0);
    let written = write(&record);
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let again = read(&ogxm::FORMAT, &written.bytes).remove(0);
    assert_eq!(inventory(&again), inventory(&record));
    assert_eq!(write(&again).bytes, written.bytes);
    let keys = String::from_utf8_lossy(&written.bytes).matches("x-barpoint-passed-beavers").count();
    assert_eq!(keys, 2, "each in the annotations, which other programs skip");
}

#[test]
fn awarded_points_come_back_with_the_games_after_them() {
    let rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let text = format!(
        " 7 point match\n\n Game 1\n ann : 0                        bob : 0\n{rows}  \
         2)  Doubles => 2                Takes\n      Wins 3 points\n\n \
         Game 2\n ann : 3                        bob : 0\n      Wins 1 point\n\n \
         Game 3\n ann : 4                        bob : 0\n{rows}"
    );
    let record = read(&mat::FORMAT, text.as_bytes()).remove(0);
    let endings: Vec<_> = record.games.iter().filter_map(|game| game.result).map(|it| it.ending).collect();
    assert_eq!(endings, [Ending::Awarded; 2]);
    let written = write(&record);
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let again = read(&ogxm::FORMAT, &written.bytes).remove(0);
    assert_eq!(inventory(&again), inventory(&record));
    assert_eq!(write(&again).bytes, written.bytes);
}

#[test]
fn a_position_before_an_illegal_play_keeps_the_side_on_roll() {
    let text = format!(
        " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n\
         ; Set Pos=-------------b----------A-/0\n  1) 65: 24/19                   31: 12/9 12/11\n\
         {:34}Wins 1 point\n",
        ""
    );
    let record = barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0).replayed;
    assert!(matches!(record.games[0].acts[1].what, Happening::Illegal { .. }));
    let written = write(&record);
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    assert_eq!(read(&ogxm::FORMAT, &written.bytes)[0].games[0].acts[0].by, record.games[0].acts[0].by);
}

#[test]
fn the_games_after_one_that_is_told_in_part_are_kept() {
    let rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let text = format!(
        " 7 point match\n\n Game 1\n ann : 0                        bob : 0\n{rows}  \
         2) 31: ????                    64: 24/18 13/9\n  \
         3)  Doubles => 2                Drops\n      Wins 1 point\n\n \
         Game 2\n ann : 1                        bob : 0\n{rows}"
    );
    let record = read(&mat::FORMAT, text.as_bytes()).remove(0);
    let written = write(&record);
    let loses = |kind: Kind| written.losses.iter().any(|item| item.kind == kind);
    assert!(loses(Kind::UnplayedRoll) && !loses(Kind::Result) && !loses(Kind::Score), "{:?}", written.losses);
    let again = read(&ogxm::FORMAT, &written.bytes).remove(0);
    let heads = |record: &Replayed| -> Vec<_> {
        record
            .games
            .iter()
            .map(|game| (game.before.points, game.result.map(|it| (it.winner, it.points))))
            .collect()
    };
    assert_eq!(heads(&again), heads(&record));
    assert_eq!(write(&again).bytes, written.bytes);
}

/// Returns what both files can express: plays, cube actions, results and scores, without headers, notes and names.
/// Which game is the Crawford game depends on a rule that one sample leaves out.
fn moves(record: &Replayed) -> Vec<Item> {
    const KINDS: [Kind; 11] = [
        Kind::Length,
        Kind::Variant,
        Kind::Score,
        Kind::Play,
        Kind::IllegalPlay,
        Kind::UnplayedRoll,
        Kind::Cube,
        Kind::Beaver,
        Kind::Position,
        Kind::Resignation,
        Kind::Result,
    ];
    inventory(record).into_iter().filter(|item| KINDS.contains(&item.kind)).collect()
}

/// Returns the same with the players exchanged: a .mat file doesn't contain which of them is White.
fn exchanged(items: &[Item]) -> Vec<Item> {
    let swap = |text: &str| match text.split_at_checked(1) {
        Some(("0", rest)) => format!("1{rest}"),
        Some(("1", rest)) => format!("0{rest}"),
        _ => text.to_owned(),
    };
    let one = |item: &Item| {
        let text = match item.kind {
            Kind::Length | Kind::Variant => item.text.clone(),
            Kind::Score => item.text.split_once('-').map_or_else(String::new, |(a, b)| format!("{b}-{a}")),
            _ => swap(&item.text),
        };
        Item { text, ..item.clone() }
    };
    items.iter().map(one).collect()
}

#[test]
fn every_sample_says_what_its_twin_says() {
    let Some(folder) = data("matches/ogxm") else { return };
    let table = std::fs::read_to_string(folder.join("SOURCES.tsv")).expect("a table");
    let mut count = 0;
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, _, _, _, twins, ..] = columns[..] else { continue };
        let Ok(bytes) = std::fs::read(folder.join(file)) else { continue };
        for twin in twins.split_whitespace() {
            let Ok(other) = std::fs::read(folder.join(twin)) else { continue };
            let format: &Format = if has_extension(twin, "xg") { &xg::FORMAT } else { &mat::FORMAT };
            let (mine, theirs) = (read(&ogxm::FORMAT, &bytes), read(format, &other));
            let (mine, theirs) = (moves(&mine[0]), moves(&theirs[0]));
            assert!(
                mine == theirs || exchanged(&mine) == theirs,
                "{file} and {twin}:\n{:#?}",
                mine.iter().zip(&theirs).find(|(a, b)| a != b)
            );
            count += 1;
        }
    }
    report(count, "OGXM files and their twins");
}

#[test]
fn the_samples_have_no_errors() {
    let Some(samples) = samples() else { return };
    for (name, bytes) in samples {
        for source in ogxm::FORMAT.matches(&name, Box::new(&bytes[..])) {
            let source = source.expect("a small file");
            let (_, findings) = analysis::replayed(ogxm::parse(&source), &RulesOverride::default());
            // The sample with every field has an automatic double in a match.
            let is_known = |finding: &Diagnostic| {
                name == "hh-fields.ogxm" && finding.primary.message.contains("belong to money play")
            };
            let errors: Vec<_> = findings
                .iter()
                .filter(|finding| finding.severity == Severity::Error && !is_known(finding))
                .collect();
            assert!(errors.is_empty(), "{name}: {errors:#?}");
        }
    }
}

/// Reads bytes that may be damaged, and returns `true` if there are findings.
fn finds(bytes: Vec<u8>) -> bool {
    let source = SourceFile::binary("damaged", bytes, 0).expect("a small file");
    let (_, findings) = analysis::replayed(ogxm::parse(&source), &RulesOverride::default());
    !findings.is_empty()
}

#[test]
fn every_beginning_of_a_sample_is_found_to_be_cut_off() {
    let Some(samples) = samples() else { return };
    let mut count = 0;
    for (name, bytes) in samples.iter().filter(|(name, _)| has_extension(name, "ogxm")) {
        // Each byte of the small ones, and of the large ones each of the beginning and the end.
        let near = |cut: usize| cut < 600 || cut + 60 > bytes.len() || cut.is_multiple_of(61);
        for cut in (0..bytes.len()).filter(|cut| near(*cut)) {
            assert!(finds(bytes[..cut].to_vec()), "{name}: the first {cut} bytes");
            count += 1;
        }
    }
    report(count, "beginnings of OGXM files");
}

#[test]
fn ten_thousand_garbled_files_are_read_without_a_panic() {
    let Some(samples) = samples() else { return };
    let mut random = Random::new(31);
    let (mut all, mut found) = (0, 0);
    while all < 10_000 {
        let (_, bytes) = &samples[random.below(samples.len())];
        if bytes.len() > 3_000 && all % 10 != 0 {
            all += 1;
            continue;
        }
        let mut bytes = bytes.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random.below(256) as u8),
            }
        }
        all += 1;
        found += usize::from(finds(bytes));
    }
    assert!(found * 10 > all * 3, "{found} of {all}");
    report(all, "garbled OGXM files");
}

#[test]
fn a_checksum_of_either_kind_is_checked() {
    let Some(folder) = data("matches/ogxm") else { return };
    let mut bytes = std::fs::read(folder.join("gnubg-m01_00.ogxm")).expect("a sample");
    let at = bytes.len() - 6;
    bytes[at] ^= 1;
    assert!(finds(bytes));
}

/// libogxm and `GammonView` read our files as they were written: each game's plies with the boards before them, the
/// results and the scores.
#[test]
fn the_programs_of_others_read_what_is_written() {
    let Some(python) = python() else { return };
    let folder = Folder::new("ogxm");
    let mut count = 0;
    let mut put = |name: String, record: &Replayed| {
        std::fs::write(folder.0.join(format!("{name}.ogxm")), write(record).bytes).expect("a file");
        std::fs::write(folder.0.join(format!("{name}.txt")), told(record, Passes::NoneAfterABeaver))
            .expect("a file");
        count += 1;
    };
    for (name, record) in analysed() {
        for record in read(&ogxm::FORMAT, &restated(&record).bytes) {
            std::fs::write(folder.0.join(format!("{name}.analyses")), analyses(&record)).expect("a file");
            put(name.clone(), &record);
        }
    }
    let odd = odd_analyses().into_iter().map(|(name, record, _)| (name.to_owned(), record));
    for (name, record) in peculiar().into_iter().chain(odd) {
        for record in read(&ogxm::FORMAT, &write(&record).bytes) {
            let said = analyses(&record);
            if !said.is_empty() {
                std::fs::write(folder.0.join(format!("{name}.analyses")), said).expect("a file");
            }
            put(name.clone(), &record);
        }
    }
    for seed in 0..60 {
        let record = super::generate::replayed(&mut Random::new(seed), super::generate::Wishes::PLAIN);
        for record in read(&ogxm::FORMAT, &write(&record).bytes) {
            put(format!("generated-{seed}"), &record);
        }
    }
    if let Some(folder) = data("matches/ogxm") {
        for path in files(&folder, "mat") {
            let bytes = std::fs::read(&path).expect("a readable file");
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for record in read(&mat::FORMAT, &bytes) {
                put(name.clone(), &record);
            }
        }
    }
    agree(&python, "ogxm_readers.py", &folder.0);
    report(count, "OGXM files read by libogxm and GammonView");
}

/// Returns records with facts that need others, or in an order that isn't the one of the steps, by their names.
fn peculiar() -> Vec<(String, Replayed)> {
    let headers = [
        ("rating", "Player 1 Elo \"1700.0\"", ""),
        ("system", "Player 1 Elo \"1700.5\"", "Player 1 RatingSystem \"fibs\""),
        ("odd-system", "Player 1 Elo \"1700\"", "Player 1 RatingSystem \"FIBS 2\""),
        ("only-system", "Player 1 RatingSystem \"fibs\"", ""),
        ("id", "Player 2 Id \"bob\"", ""),
        ("id-there", "Player 2 Id \"bob\"", "Site \"example.com\""),
        ("year", "EventYear \"2026\"", ""),
        ("year-there", "EventYear \"2026\"", "Event \"Cup\""),
        ("link", "EventUrl \"https://example.com/ä\"", ""),
        ("final", "FinalScore \"1-0\"", ""),
        ("month", "EventDate \"2026.11.01\"", "DatePrecision \"1\""),
        ("no-month", "EventDate \"2026.11.02\"", "DatePrecision \"1\""),
        ("precision", "DatePrecision \"0\"", ""),
        ("time", "EventDate \"2026.11.20\"", "EventTime \"12.27\""),
        ("seconds", "EventDate \"2026.11.20\"", "EventTime \"9:05:07\""),
        ("no-time", "EventDate \"2026.11.20\"", "EventTime \"noon\""),
        ("midnight", "EventDate \"2026.11.20\"", "EventTime \"00:00\"]\n; [DatePrecision \"0\""),
        ("midnight-alone", "EventDate \"2026.11.20\"", "EventTime \"00:00\""),
        ("instant", "Started \"2026-11-20T09:05:00.000Z\"", ""),
    ];
    let plays = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n";
    let hit = "  2) 64: 24/14                   55: 8/3(2) 6/1(2)*\n  3) 41: 6/5 bar/21\n";
    let record = |headers: &str, plays: &str| {
        let text =
            format!("{headers} 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n{plays}");
        let mut all = read(&mat::FORMAT, text.as_bytes());
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    };
    let illegal =
        "  1) 64: 13/6 8/5                  Doubles => 2\n  2)  Takes                       31: 8/5 6/5\n";
    let mut records = vec![
        ("bar-last".to_owned(), record("", &format!("{plays}{hit}"))),
        ("illegal".to_owned(), record("", illegal)),
    ];
    for (name, one, other) in headers {
        let lines = [one, other].map(|line| format!("; [{line}]\n"));
        let lines = if other.is_empty() { lines[0].clone() } else { lines.concat() };
        records.push((name.to_owned(), record(&lines, plays)));
    }
    records
}

#[test]
fn a_field_that_needs_another_one_is_written_with_it_or_told() {
    let records = peculiar();
    for (name, lost) in [
        ("bar-last", None),
        ("rating", None),
        ("system", None),
        ("odd-system", Some("Player 1 RatingSystem: FIBS 2")),
        ("only-system", Some("Player 1 RatingSystem: fibs")),
        ("id", Some("Player 2 Id: bob")),
        ("id-there", None),
        ("year", Some("EventYear: 2026")),
        ("year-there", None),
        ("link", Some("EventUrl: https://example.com/ä")),
        ("final", Some("FinalScore: 1-0")),
        ("month", None),
        ("no-month", Some("DatePrecision: 1")),
        ("precision", Some("DatePrecision: 0")),
        ("time", None),
        ("seconds", None),
        ("no-time", Some("noon")),
        ("midnight", Some("00:00, DatePrecision: 0")),
        ("midnight-alone", None),
        ("instant", Some("Started: 2026-11-20T09:05:00.000Z")),
    ] {
        let (_, record) = records.iter().find(|(known, _)| known == name).expect("a record");
        let losses = write(record).losses;
        let said: Vec<&str> = losses.iter().map(|item| item.text.as_str()).collect();
        assert_eq!(said.join(", "), lost.unwrap_or_default(), "{name}");
        // A record that is read again is written as it was.
        let bytes = write(record).bytes;
        let [again] = &read(&ogxm::FORMAT, &bytes)[..] else { panic!("{name}: a match") };
        assert!(write(again).bytes == bytes, "{name}");
    }
}

/// Returns a record with an analysis in unusual forms, each with a name, and `true` if it can be written.
fn odd_analyses() -> Vec<(&'static str, Replayed, bool)> {
    let path = crate::support::testdata("xg/valid/two-points.xg");
    let record = read(&xg::FORMAT, &std::fs::read(path).expect("a file")).remove(0);
    let changed = |change: &dyn Fn(&mut PlayAnalysis)| {
        let mut record = record.clone();
        let notes = record.record.games[0].entries[0].notes.as_mut().expect("notes");
        let Some(Analysis::Play(play)) = notes.analyses.first_mut() else { panic!("an analysis of a play") };
        change(play);
        record
    };
    let level = |play: &mut PlayAnalysis, words: &str| {
        for candidate in &mut play.candidates {
            candidate.evaluation.settings = words.into();
        }
    };
    vec![
        ("level-of-another", changed(&|_| {}), false),
        (
            "level-first",
            changed(&|play| {
                play.candidates.reverse();
                play.played = Some(0);
            }),
            true,
        ),
        ("level-none", changed(&|play| level(play, "")), true),
        ("level-unknown", changed(&|play| level(play, "unknown")), false),
        ("level-one", changed(&|play| level(play, "3-ply")), true),
        (
            "unmarked",
            changed(&|play| {
                level(play, "3-ply");
                play.played = None;
            }),
            false,
        ),
        (
            "marked-wrongly",
            changed(&|play| {
                level(play, "3-ply");
                play.played = Some(0);
            }),
            false,
        ),
    ]
}

#[test]
fn an_analysis_that_libogxm_calls_corrupt_is_told_as_lost() {
    for (name, record, is_written) in odd_analyses() {
        let written = write(&record);
        let lost = written.losses.iter().filter(|item| item.kind == Kind::Analysis).count();
        assert_eq!(lost, usize::from(!is_written), "{name}: {:#?}", written.losses);
        let [again] = &read(&ogxm::FORMAT, &written.bytes)[..] else { panic!("{name}: a match") };
        if is_written {
            assert_eq!(notes(&again.record.games[0]), notes(&record.record.games[0]), "{name}");
        }
        assert!(write(again).bytes == written.bytes, "{name}");
    }
}

/// Returns records of other formats with analyses.
fn analysed() -> Vec<(String, Replayed)> {
    let mut paths = vec![crate::support::testdata("sgf/valid/analysis.sgf")];
    for (place, extension) in
        [("matches/real/kevung+gbf", "xg"), ("matches/ogxm", "xg"), ("matches/gnubg", "sgf")]
    {
        let found = data(place).map(|place| files(&place, extension)).unwrap_or_default();
        paths.extend(found.into_iter().take(40));
    }
    let mut records = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let format = if has_extension(&name, "xg") { &xg::FORMAT } else { &sgf::FORMAT };
        let read = read(format, &std::fs::read(&path).expect("a readable file"));
        let is_analysed = |record: &&Replayed| record.record.games.iter().any(|game| !notes(game).is_empty());
        records.extend(read.iter().find(is_analysed).map(|record| (name, record.clone())));
    }
    records
}

/// Returns the entries that have analyses, with these.
fn notes(game: &GameRecord) -> Vec<(u32, &[Analysis])> {
    let of = (0..).zip(&game.entries);
    let of = of.filter_map(|(at, entry)| Some((at, &entry.notes.as_ref()?.analyses[..])));
    of.filter(|(_, analyses)| !analyses.is_empty()).collect()
}

fn restated(record: &Replayed) -> barpoint::formats::Written {
    analysis::written(&ogxm::FORMAT, record, &[], &RulesOverride::default()).expect("it is written")
}

/// Returns the analyses of a record in the order of its acts, a line each: the equities of a cube decision, the number of
/// candidates of a play with the equities of the best and the actual one, the luck of a roll.
fn analyses(record: &Replayed) -> String {
    let mut text = String::new();
    for (record, game) in record.games() {
        for act in &game.acts {
            let Some(notes) = act.entry.and_then(|entry| record.entries[entry as usize].notes.as_ref())
            else {
                continue;
            };
            for analysis in &notes.analyses {
                if let Analysis::Cube(cube) = analysis {
                    let [none, double] = [cube.equity_no_double, cube.equity_double_take];
                    let [none, double] = [none, double].map(|equity| equity.expect("an equity"));
                    let _ = writeln!(text, "cube {none:.6} {double:.6}");
                }
            }
            for analysis in &notes.analyses {
                if let Analysis::Play(play) = analysis {
                    let equity = |at: usize| play.candidates[at].evaluation.equity.expect("an equity");
                    let played = play.played.map(|at| format!("{:.6}", equity(at as usize)));
                    let played = played.unwrap_or_else(|| "-".to_owned());
                    let _ = writeln!(text, "play {} {:.6} {played}", play.candidates.len(), equity(0));
                }
            }
            if let Some(luck) = notes.luck_value {
                let _ = writeln!(text, "luck {luck:.6}");
            }
        }
    }
    text
}

/// Returns the position after a candidate, and its numbers: the equity, then the chances.
fn outcome(act: &Act, candidate: &Candidate) -> (Board, [f64; 6]) {
    let Happening::Played { roll, .. } = act.what else { panic!("a play") };
    let after = match &candidate.legs[..] {
        [] => act.before,
        legs => *resolve(&act.before, roll, legs).expect("a legal candidate").after(),
    };
    let it = candidate.evaluation.chances.expect("chances");
    let chances = [it.win, it.win_gammon, it.win_backgammon, it.lose_gammon, it.lose_backgammon];
    let mut numbers = [candidate.evaluation.equity.expect("an equity"); 6];
    numbers[1..].copy_from_slice(&chances);
    (after, numbers)
}

/// Returns the analyses of an act.
fn of(record: &GameRecord, act: &Act) -> Vec<Analysis> {
    let entry = act.entry.map(|entry| &record.entries[entry as usize]);
    entry.and_then(|entry| entry.notes.clone()).map_or_else(Vec::new, |notes| notes.analyses.into_vec())
}

/// Compares the analysis of a play with the one that it was made of, for the act here and there.
fn same_play(name: &str, [act, other]: [&Act; 2], play: &PlayAnalysis, theirs: &[Analysis]) {
    let same = theirs.iter().find_map(|analysis| match analysis {
        Analysis::Play(same) if same.program == play.program => Some(same),
        _ => None,
    });
    let same = same.expect("an analysis of the same play");
    assert_eq!(play.candidates.len(), same.candidates.len(), "{name}");
    let mut all: Vec<_> = same.candidates.iter().map(|candidate| outcome(act, candidate)).collect();
    for (place, candidate) in (0..).zip(&play.candidates) {
        let (board, numbers) = outcome(other, candidate);
        let near = |(theirs, them): &(Board, [f64; 6])| {
            let mut off = them.iter().zip(&numbers).map(|(a, b)| (a - b).abs());
            *theirs == board && off.next().is_some_and(|off| off < 6e-7) && off.all(|off| off < 5.1e-5)
        };
        let at = all.iter().position(near).expect(name);
        all.swap_remove(at);
        if play.played == Some(place) {
            let played = &same.candidates[same.played.expect("played") as usize];
            assert_eq!(outcome(act, played).0, board, "{name}");
        }
    }
}

/// Compares the analysis of a cube decision with the one that it was made of.
fn same_cube(name: &str, cube: &CubeAnalysis, theirs: &[Analysis]) {
    assert_eq!(cube.equity_double_pass, Some(1.0), "{name}: normalised");
    let same = theirs.iter().find_map(|analysis| match analysis {
        Analysis::Cube(same) if same.program == cube.program => Some(same),
        _ => None,
    });
    let same = same.expect("an analysis of the same decision");
    let pairs =
        [(cube.equity_no_double, same.equity_no_double), (cube.equity_double_take, same.equity_double_take)];
    for (one, other) in pairs {
        // GNU Backgammon's are chances to win the match, in its own words.
        if let (Some(one), Some(other), "xg") = (one, other, &*cube.program) {
            assert!((one - other).abs() < 6e-7, "{name}: {one} and {other}");
        }
    }
}

/// Analyses of other programs become OGXM's: every candidate leads to the same position and has the same numbers, to a
/// millionth and a ten-thousandth; what isn't there is told.
#[test]
fn analyses_of_other_programs_come_back() {
    let (mut plays, mut cubes) = (0, 0);
    for (name, record) in analysed() {
        let written = restated(&record);
        let [again] = &read(&ogxm::FORMAT, &written.bytes)[..] else { panic!("{name}: a match") };
        let lost = |kind| written.losses.iter().filter(|item| item.kind == kind).count();
        let count = |record: &Replayed| -> usize {
            let games = record.record.games.iter();
            games.flat_map(notes).map(|(_, analyses)| analyses.len()).sum()
        };
        assert_eq!(count(again) + lost(Kind::Analysis), count(&record), "{name}: nothing is lost silently");
        assert!(count(again) * 10 >= count(&record) * 9, "{name}: most are written");
        assert!(write(again).bytes == written.bytes, "{name}: written again");
        for ((before, game), (after, written)) in record.games().zip(again.games()) {
            for (act, other) in game.acts.iter().zip(&written.acts) {
                let theirs = of(before, act);
                for analysis in of(after, other) {
                    match analysis {
                        Analysis::Play(play) => {
                            same_play(&name, [act, other], &play, &theirs);
                            plays += 1;
                        }
                        Analysis::Cube(cube) => {
                            same_cube(&name, &cube, &theirs);
                            cubes += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(plays > 0 && cubes > 0, "{plays} plays, {cubes} cube decisions");
    report(plays + cubes, "analyses of other programs written as OGXM");
}

#[test]
fn a_beaver_keeps_its_analysis_its_comment_and_its_limit() {
    let text = beavered().replace("PB[Bob]", "PB[Bob]XH[Beaver:3]");
    let record = read(&sgf::FORMAT, text.as_bytes()).remove(0);
    let written = restated(&record);
    // The take of a beaver has no ply.
    let lost: Vec<Kind> = written.losses.iter().map(|item| item.kind).collect();
    assert_eq!(lost, [Kind::Program, Kind::Analysis]);
    let [again] = &read(&ogxm::FORMAT, &written.bytes)[..] else { panic!("a match") };
    let places = |record: &Replayed| -> Vec<u32> {
        notes(&record.record.games[0]).iter().map(|(entry, _)| *entry).collect()
    };
    assert_eq!((places(&record), places(again)), (vec![1, 2, 3], vec![1, 2]));
    let losses = |record: &Replayed| -> Vec<Option<f64>> {
        let evaluated = analysis::skill::evaluated_decisions(record);
        evaluated.iter().map(analysis::skill::EvaluatedDecision::cube_loss).collect()
    };
    assert_eq!((again.rules.beavers, losses(again)), (3, losses(&record)));
    let comment = again.record.remarks.first().expect("a comment");
    assert_eq!((comment.text.as_str(), comment.anchor.entry), ("why?", Some(2)));
    let second = write(again);
    assert!(second.losses.is_empty() && second.bytes == written.bytes, "{:#?}", second.losses);
}

#[test]
fn a_packed_stream_is_read_match_by_match() {
    let bytes = std::fs::read(crate::support::testdata("ogxm/stream.ogxms.zst")).expect("a file");
    let matches = barpoint::open("stream.ogxms.zst", bytes).expect("two matches");
    assert_eq!(
        matches.iter().map(|one| (one.number, one.is_legal())).collect::<Vec<_>>(),
        [(1, true), (2, true)]
    );
}

#[test]
fn an_unfinished_crawford_game_is_played_again() {
    let row = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let head = "ann : 2                        bob : 0";
    let text = format!(
        " 3 point match\n\n Game 1\n {head}\n{row}\n Game 2\n {head}\n{row}                                  \
         Wins 1 point\n\n Game 3\n ann : 2                        bob : 1\n{row}"
    );
    let record = barpoint::open("a.mat", text.into_bytes()).expect("a record").remove(0);
    let written = record.written(&ogxm::FORMAT).expect("OGXM is written");
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let again = barpoint::open("a.ogxm", written.bytes).expect("a record").remove(0);
    assert!(again.findings.iter().all(|finding| finding.code != Code::ScoreCrawford), "{:?}", again.findings);
    let crawford: Vec<bool> = again.replayed.games.iter().map(|game| game.is_crawford).collect();
    assert_eq!(crawford, [true, true, false]);
}
