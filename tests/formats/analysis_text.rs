//! Analyses as text: real ones of `BGBlitz` in four languages, and those of eXtreme Gammon composed from its words in
//! four languages.

use super::data;
use crate::support::{Random, report, testdata};
use barpoint::analysis::{RulesOverride, replayed};
use barpoint::board::{Roll, Side};
use barpoint::diag::{Diagnostic, Severity, SourceFile};
use barpoint::formats::inventory::{Item, inventory};
use barpoint::formats::{analysis_text, detect};
use barpoint::game::record::{Analysis, CubeAnalysis, PlayAnalysis};
use barpoint::game::{Cube, Happening, Replayed};
use std::path::{Path, PathBuf};

/// Reads and replays every position of a file, which must be recognised as this format.
fn read(path: &Path, format: &str) -> Vec<(Replayed, Vec<Diagnostic>)> {
    let bytes = std::fs::read(path).expect("a file");
    let found = detect(&bytes, None).expect("a format");
    assert_eq!(found.name, format, "{}", path.display());
    let parse = found.parse.expect("a reader");
    let sources = found.matches("x", Box::new(bytes.as_slice()));
    let records = sources.map(|source| {
        let (record, mut findings) = replayed(parse(&source.expect("small")), &RulesOverride::default());
        findings.retain(|finding| finding.severity > Severity::Note);
        (record, findings)
    });
    records.collect()
}

/// Returns the single position of a file without findings.
fn clean(path: &Path, format: &str) -> Replayed {
    let mut records = read(path, format);
    assert_eq!(records.len(), 1, "{}", path.display());
    let (record, findings) = records.remove(0);
    assert!(findings.is_empty(), "{}: {findings:#?}", path.display());
    record
}

fn bgblitz() -> Option<PathBuf> {
    data("matches/real/kevung+bgfparser")
}

fn analyses(record: &Replayed) -> &[Analysis] {
    let notes = record.record.games[0].entries[0].notes.as_deref();
    notes.map_or(&[], |notes| &notes.analyses)
}

fn play(record: &Replayed) -> &PlayAnalysis {
    match analyses(record) {
        [Analysis::Play(play)] => play,
        other => panic!("one analysis of plays: {other:?}"),
    }
}

fn cube(record: &Replayed) -> &CubeAnalysis {
    match analyses(record) {
        [Analysis::Cube(cube)] => cube,
        other => panic!("one analysis of the cube: {other:?}"),
    }
}

/// Returns the cubeful equities: no double, take, pass.
fn equities(cube: &CubeAnalysis) -> [Option<f64>; 3] {
    [cube.equity_no_double, cube.equity_double_take, cube.equity_double_pass]
}

#[test]
fn bgblitz_says_the_same_in_four_languages() {
    let Some(folder) = bgblitz() else { return };
    let mut count = 0;
    for name in ["01_checkerPosition", "02_NDT", "03_DT", "04_DP", "05_NRT", "06_RT", "07_RP"] {
        let items = |language: &str| -> Vec<Item> {
            inventory(&clean(&folder.join(format!("{name}_{language}.txt")), "bgblitz-text"))
        };
        let english = items("EN");
        for language in ["DE", "FR", "JP"] {
            assert_eq!(items(language), english, "{name} {language}");
        }
        count += 4;
    }
    report(count, "analyses of BGBlitz");
}

#[test]
fn bgblitz_tells_plays_with_chances() {
    let Some(folder) = bgblitz() else { return };
    let record = clean(&folder.join("01_checkerPosition_FR.txt"), "bgblitz-text");
    let play = play(&record);
    assert_eq!((&*play.program, play.candidates.len()), ("bgblitz", 5));
    let second = &play.candidates[1];
    let legs: Vec<(u8, u8)> = second.legs.iter().map(|leg| (leg.from.number(), leg.to.number())).collect();
    assert_eq!(legs, [(19, 18), (3, 1)]);
    assert_eq!(second.evaluation.equity, Some(-0.545));
    let chances = second.evaluation.chances.expect("chances");
    assert_eq!((chances.win, chances.lose_gammon, chances.lose_backgammon), (0.227, 0.385, 0.005));
    let act = record.games[0].acts[0];
    assert_eq!(act.what, Happening::PositionSet { roll: Roll::from_pips(1, 2) });
    // Red plays from below: the right side.
    assert_eq!((act.by, act.cube), (Side::One, Cube { value: 2, owner: Some(Side::Zero) }));
    assert_eq!((act.before.pips(), act.before.opponent_pips()), (111, 52));
    assert_eq!((record.rules.length, record.games[0].before.points.0), (7, [6, 3]));
    assert_eq!((record.name(0, Side::Zero), record.name(0, Side::One)), ("Green", "Red"));
}

#[test]
fn bgblitz_tells_a_cube_decision_whichever_action_is_best() {
    let Some(folder) = bgblitz() else { return };
    let cases = [
        ("02_NDT_DE", [0.287, 0.164, 1.0], 0.541),
        ("03_DT_JP", [0.585, 0.625, 1.0], 0.61),
        ("04_DP_FR", [0.767, 1.287, 1.0], 0.656),
        ("05_NRT_EN", [0.518, -0.504, 1.0], 0.712),
        ("07_RP_JP", [0.969, 1.680, 1.0], 0.871),
    ];
    for (name, expected, win) in cases {
        let record = clean(&folder.join(format!("{name}.txt")), "bgblitz-text");
        let cube = cube(&record);
        assert_eq!(equities(cube), expected.map(Some), "{name}");
        let chances = cube.no_double.chances.expect("chances");
        assert!((chances.win - win).abs() < 1e-9, "{name}: {chances:?}");
    }
}

#[test]
fn xg_has_its_own_idea_of_who_is_at_the_bottom() {
    let Some(folder) = data("matches/real/Deinonychus999+AnkiGammon") else { return };
    let mut records = read(&folder.join("example_xg_export.txt"), "xg-text");
    assert_eq!(records.len(), 2);
    let (second, broken) = records.remove(1);
    let (record, findings) = records.remove(0);
    assert!(findings.is_empty(), "{findings:#?}");
    // `X:Player 2` is lower case in the XGID, with turn -1 and the second score.
    assert_eq!((record.name(0, Side::Zero), record.name(0, Side::One)), ("Player 1", "Player 2"));
    assert_eq!(record.games[0].before.points.0, [4, 3]);
    let act = record.games[0].acts[0];
    assert_eq!((act.by, act.cube), (Side::One, Cube { value: 2, owner: Some(Side::Zero) }));
    assert_eq!((act.before.pips(), act.before.opponent_pips()), (116, 140));
    let play = play(&record);
    assert_eq!(play.candidates.len(), 5);
    let settings: Vec<&str> = play.candidates.iter().map(|play| play.evaluation.settings.as_ref()).collect();
    assert_eq!(settings, ["XG Roller+", "XG Roller+", "XG Roller+", "XG Roller+", "3-ply"]);
    let chances = play.candidates[1].evaluation.chances.expect("chances");
    assert!((chances.win - 0.7643).abs() < 1e-9 && (chances.lose_backgammon - 0.0012).abs() < 1e-9);
    assert_eq!(play.candidates[1].evaluation.equity, Some(0.529));
    // The second one was changed by hand: its XGID has 18 checkers a side.
    assert!(!broken.is_empty());
    assert_eq!(self::play(&second).candidates.len(), 5);
}

#[test]
fn xg_says_the_same_in_four_languages() {
    for kind in ["plays", "cube"] {
        let record =
            |language: &str| clean(&testdata(&format!("xg-text/valid/{kind}-{language}.txt")), "xg-text");
        let english = record("en");
        for language in ["de", "fr", "jp"] {
            assert_eq!(inventory(&record(language)), inventory(&english), "{kind} {language}");
        }
        assert!(english.record.remarks.is_empty(), "{:?}", english.record.remarks);
    }
    let plays = clean(&testdata("xg-text/valid/plays-fr.txt"), "xg-text");
    let settings: Vec<&str> =
        play(&plays).candidates.iter().map(|play| play.evaluation.settings.as_ref()).collect();
    assert_eq!(settings, ["4-ply", "XG Roller++", "3-ply"]);
    assert!(play(&plays).candidates.iter().all(|play| !play.legs.is_empty()));
    let record = clean(&testdata("xg-text/valid/cube-jp.txt"), "xg-text");
    let cube = cube(&record);
    assert_eq!(equities(cube), [Some(0.128), Some(-0.227), Some(1.0)]);
    assert_eq!(*cube.no_double.settings, *"XG Roller++");
    assert_eq!(
        (cube.no_double.equity, cube.double_take.as_ref().and_then(|take| take.equity)),
        (Some(0.075), Some(0.15))
    );
    assert!((cube.no_double.chances.expect("chances").lose_gammon - 0.131).abs() < 1e-9);
}

#[test]
fn several_positions_are_several_records() {
    for (file, format) in [("xg-text", "xg-text"), ("bgblitz-text", "bgblitz-text")] {
        let records = read(&testdata(&format!("{file}/valid/two-positions.txt")), format);
        assert_eq!(records.len(), 2, "{file}");
        assert!(records.iter().all(|(_, findings)| findings.is_empty()), "{records:#?}");
        play(&records[0].0);
        cube(&records[1].0);
    }
}

#[test]
fn a_double_that_waits_for_its_answer_is_one() {
    let text = "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:3:2:0:7:10\n\nX:Ann   O:Bob\n";
    let source = SourceFile::decode("x", text.as_bytes()).expect("small");
    let (record, _) = replayed(analysis_text::parse_xg(&source), &RulesOverride::default());
    let happened: Vec<Happening> = record.games[0].acts.iter().map(|act| act.what).collect();
    let expected = [Happening::PositionSet { roll: None }, Happening::Doubled { to: 4, beaver: false }];
    assert_eq!(happened, expected);
    assert_eq!(record.name(0, Side::One), "Ann");
}

#[test]
fn any_text_gives_a_record() {
    let files =
        ["xg-text/valid/plays-jp.txt", "xg-text/valid/cube-fr.txt", "bgblitz-text/valid/two-positions.txt"];
    let mut random = Random::new(11);
    for file in files {
        let whole = std::fs::read(testdata(file)).expect("a file");
        for round in 0..1_500 {
            let mut bytes = whole.clone();
            for _ in 0..=round % 20 {
                if bytes.is_empty() {
                    break;
                }
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, random.below(256) as u8),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            let source = SourceFile::decode("x", &bytes).expect("small");
            for parse in [analysis_text::parse_xg, analysis_text::parse_bgblitz] {
                let parsed = parse(&source);
                let starts = parsed.diagnostics.iter().map(|finding| finding.primary.span.start);
                assert!(starts.is_sorted());
                let _ = replayed(parsed, &RulesOverride::default());
            }
        }
    }
}

/// A note comes after the analysis, before the line of the version. It may have any number of lines, and an XGID.
#[test]
fn a_note_of_several_lines_is_one_comment() {
    for name in ["plays-en", "cube-en"] {
        let text = std::fs::read_to_string(testdata(&format!("xg-text/valid/{name}.txt"))).expect("a text");
        let (before, version) = text.rsplit_once("eXtreme Gammon").expect("a version");
        let note = "An idea: 13/8 (50.00% of the time)\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10\nis the start.";
        for end in ["\n", "\r\n"] {
            let text = format!("{before}{note}\n\neXtreme Gammon{version}{text}").replace('\n', end);
            let matches = barpoint::open("note.txt", text.into_bytes()).expect("a position");
            assert_eq!(matches.len(), 2, "{name}: the id in the note begins no position");
            assert!(matches[0].findings.is_empty(), "{name}: {:?}", matches[0].findings);
            let record = &matches[0].replayed.record;
            let texts: Vec<&str> = record.remarks.iter().map(|remark| remark.text.as_str()).collect();
            assert_eq!(texts, [note], "{name}");
            assert_eq!(analyses(&matches[0].replayed), analyses(&matches[1].replayed), "{name}");
        }
    }
}
