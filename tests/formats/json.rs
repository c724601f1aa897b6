//! Our own record model as JSON.

use super::generate::{Wishes, replayed};
use super::laws::read;
use crate::schema::{fits, published};
use crate::support::{Random, paths_in, report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::{Code, Diagnostic, Parsed, SourceFile};
use barpoint::formats::{Format, json};
use barpoint::game::record::MatchRecord;
use serde_json::Value;

fn written(format: &Format, seed: u64) -> Vec<u8> {
    let record = replayed(&mut Random::new(seed), Wishes::ALL);
    format.writer.expect("a writer").bytes(&record)
}

fn parsed(format: &Format, text: &str) -> (MatchRecord, Vec<Diagnostic>) {
    let source = SourceFile::decode("x", text.as_bytes()).expect("small");
    let parsed = (format.parse.expect("a reader"))(&source);
    (parsed.value, parsed.diagnostics)
}

#[test]
fn a_document_without_games_is_found() {
    for text in [r#"{"barpoint":1,"length":5}"#, r#"{"barpoint":1,"length":5,"games":[]}"#] {
        let (_, findings) = parsed(&json::FORMAT, text);
        let [Diagnostic { code: Code::RecordSyntax, .. }] = &findings[..] else { panic!("{findings:?}") };
    }
}

#[test]
fn documents_fit_their_published_schema() {
    let schema = published("record");
    for seed in 0..100 {
        let document: Value = serde_json::from_slice(&written(&json::FORMAT, seed)).expect("JSON");
        fits(&document, &schema, "document");
    }
    report(100, "documents that fit their schema");
}

#[test]
fn a_line_holds_one_match_and_a_file_as_many_as_it_has_lines() {
    let lines: Vec<u8> = (0..5).flat_map(|seed| written(&json::LINES, seed)).collect();
    assert_eq!(String::from_utf8_lossy(&lines).lines().count(), 5);
    let read_back = read(&json::LINES, &lines);
    assert_eq!(read_back.len(), 5);
    let again: Vec<u8> =
        read_back.iter().flat_map(|record| json::LINES.writer.expect("a writer").bytes(record)).collect();
    assert_eq!(again, lines);
}

#[test]
fn plays_of_a_format_without_hit_marks_miss_none_afterwards() {
    let mut hits = 0;
    for path in paths_in(testdata("sgf/valid")) {
        let bytes = std::fs::read(path).expect("a sample");
        for record in read(&barpoint::formats::sgf::FORMAT, &bytes) {
            let document = json::FORMAT.writer.expect("a writer").bytes(&record);
            let source = json::FORMAT.source("x.json", document).expect("small");
            let parsed = (json::FORMAT.parse.expect("a reader"))(&source);
            let missed = |record: &MatchRecord| {
                let parsed = Parsed { value: record.clone(), diagnostics: Vec::new() };
                let (_, findings) = analysis::replayed(parsed, &RulesOverride::default());
                findings.iter().filter(|finding| finding.code == Code::PlayHitUnmarked).count()
            };
            assert_eq!(missed(&parsed.value), 0);
            hits += missed(&MatchRecord { no_hit_marks: false, ..parsed.value });
        }
    }
    assert!(hits > 0, "no sample has a hit");
}

#[test]
fn a_resignation_before_the_roll_is_read_back_without_a_finding() {
    for dice in ["????", "00: ????"] {
        let text = format!(
            " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
             1) 31: 8/5 6/5                 62: 24/18 13/11\n  2) {dice:<28}  Wins 1 point\n"
        );
        let record = read(&barpoint::formats::mat::FORMAT, text.as_bytes()).remove(0);
        let document = json::FORMAT.writer.expect("a writer").bytes(&record);
        let document = String::from_utf8(document).expect("UTF-8");
        assert_eq!(parsed(&json::FORMAT, &document).1, [], "{document}");
        // It has to be the last turn.
        let mut value: Value = serde_json::from_str(&document).expect("JSON");
        let entries = &mut value["games"][0]["entries"];
        assert_eq!(entries[2]["action"], "hidden-play");
        entries[3] = entries[1].clone();
        let found = parsed(&json::FORMAT, &value.to_string()).1;
        assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::RecordValue]);
    }
}

#[test]
fn both_rows_write_the_same_document() {
    let line: Value = serde_json::from_slice(&written(&json::LINES, 7)).expect("JSON");
    let pretty: Value = serde_json::from_slice(&written(&json::FORMAT, 7)).expect("JSON");
    assert_eq!(line, pretty);
}

#[test]
fn what_is_computed_is_not_believed() {
    let text = String::from_utf8(written(&json::FORMAT, 3)).expect("UTF-8");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document["score"] = Value::from(vec![99, 99]);
    document["games"][0]["acts"] = Value::Null;
    document["games"][0]["result"] = Value::from("nonsense");
    let spoiled = serde_json::to_vec(&document).expect("JSON");
    let again = read(&json::FORMAT, &spoiled).remove(0);
    let bytes = json::FORMAT.writer.expect("a writer").bytes(&again);
    assert_eq!(String::from_utf8(bytes).expect("UTF-8"), text);
}

#[test]
fn the_number_of_a_game_is_checked() {
    let game = |number: &str| format!(r#"{{"number":{number},"players":[null,null],"entries":[]}}"#);
    for (numbers, places) in [
        (["4", "5", "6"], vec![]),
        (["1", "null", "3"], vec![]),
        (["1", "3", "3"], vec!["3"]),
        (["1", "1", "3"], vec!["1"]),
        (["1", "-2", "3"], vec!["-2"]),
        (["0", "1", "2"], vec!["0"]),
    ] {
        let games = numbers.map(game).join(",");
        let text = format!(r#"{{"barpoint":1,"headers":[],"length":5,"games":[{games}]}}"#);
        let source = barpoint::diag::SourceFile::decode("x.json", text.as_bytes()).expect("small");
        let parsed = json::FORMAT.parse.expect("a reader")(&source);
        let found: Vec<&str> =
            parsed.diagnostics.iter().map(|finding| source.slice(finding.primary.span)).collect();
        assert_eq!(found, places, "{numbers:?}");
        assert_eq!(parsed.value.games.len(), 3);
    }
}

#[test]
fn any_cut_or_spoiled_document_is_read_without_a_panic() {
    let text = String::from_utf8(written(&json::LINES, 11)).expect("UTF-8");
    let parse = json::FORMAT.parse.expect("a reader");
    let source = |text: &str| barpoint::diag::SourceFile::decode("x", text.as_bytes()).expect("small");
    let ends: Vec<usize> = (0..text.trim_end().len()).filter(|end| text.is_char_boundary(*end)).collect();
    for end in ends.iter().step_by(17) {
        let parsed = parse(&source(&text[..*end]));
        assert!(*end == 0 || parsed.diagnostics.len() == 1, "{end}");
    }
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let mut bytes = text.clone().into_bytes();
        let at = random.below(bytes.len());
        bytes[at] = b"0{}[]\",:x9"[random.below(10)];
        let _ = parse(&source(&String::from_utf8_lossy(&bytes)));
    }
    let deep = "{\"barpoint\":1,\"games\":".to_owned() + &"[".repeat(1_000_000);
    assert_eq!(parse(&source(&deep)).diagnostics.len(), 1);
}

#[test]
fn the_sample_is_what_is_written_today() {
    let path = testdata("json/valid/sample.json");
    let today = {
        let record = replayed(&mut Random::new(39), Wishes::ALL);
        json::FORMAT.writer.expect("a writer").bytes(&record)
    };
    if std::env::var_os("BARPOINT_UPDATE").is_some() {
        std::fs::write(&path, &today).expect("the sample is written");
    }
    let sample = std::fs::read(&path).expect("the sample");
    assert!(sample == today, "the shape has changed: another number, or BARPOINT_UPDATE=1");
}

/// A document with one entry whose variations are nested.
fn nested(depth: usize) -> String {
    let open = r#"{"action":"take","side":0,"notes":{"variations":[{"entries":["#;
    let close = "]}]}}";
    let entry = format!(r#"{}{{"action":"pass","side":0}}{}"#, open.repeat(depth), close.repeat(depth));
    format!(r#"{{"barpoint":1,"games":[{{"entries":[{entry}]}}]}}"#)
}

#[test]
fn variations_are_read_back_as_deep_as_a_record_may_have_them() {
    let game = format!(
        "(;FF[4]GM[6]CA[UTF-8]AP[x]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]\n;W[31hefe]{}{})",
        "(;B[61])(;B[52lqac]".repeat(50),
        ")".repeat(50)
    );
    // On the small stack of a thread, without optimisation.
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(move || {
        let (record, found) = parsed(&barpoint::formats::sgf::FORMAT, &game);
        assert!(found.iter().all(|finding| finding.code != Code::RecordLimit), "{found:?}");
        let (record, _) =
            analysis::replayed(Parsed { value: record, diagnostics: Vec::new() }, &RulesOverride::default());
        for row in [&json::FORMAT, &json::LINES] {
            let writer = row.writer.expect("a writer");
            let text = writer.bytes(&record);
            let again = read(row, &text);
            assert_eq!(again.len(), 1);
            assert!(writer.bytes(&again[0]) == text);
            let (_, found) = parsed(row, std::str::from_utf8(&text).expect("UTF-8"));
            assert!(found.is_empty(), "{found:?}");
        }
    });
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn variations_nested_deeper_are_one_finding() {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(|| {
        assert!(parsed(&json::LINES, &nested(50)).1.is_empty());
        for depth in [51, 300, 20_000] {
            let (record, found) = parsed(&json::LINES, &nested(depth));
            let [found] = &found[..] else { panic!("{found:?}") };
            assert_eq!(found.code, Code::RecordLimit);
            let mut entry = &record.games[0].entries[0];
            let mut levels = 0;
            while let Some(notes) = entry.notes.as_deref().filter(|notes| !notes.variations.is_empty()) {
                entry = &notes.variations[0].entries[0];
                levels += 1;
            }
            assert_eq!(levels, 50);
        }
    });
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn an_entry_of_a_variation_is_read_as_any_other() {
    let text = nested(2);
    let (record, found) = parsed(&json::LINES, &text.replace(r#""pass","side":0"#, r#""pass","sid":0"#));
    assert_eq!(found.len(), 1, "{found:?}");
    // The finding is at the key, and the text of the entry stays; the entry around it is read.
    assert_eq!(record.games[0].entries[0].written, barpoint::game::record::Written::Take);
    assert_eq!(record.remarks.len(), 1);
    assert_eq!(record.remarks[0].text, r#"{"action":"pass","sid":0}"#);
    let with_comment = r#""pass","side":0,"comments":[{"text":"why?"}]"#;
    let (record, found) = parsed(&json::LINES, &text.replace(r#""pass","side":0"#, with_comment));
    assert!(found.is_empty(), "{found:?}");
    let variations =
        |entry: &barpoint::game::record::Entry| entry.notes.as_deref().expect("notes").variations[0].clone();
    let inner = variations(&variations(&record.games[0].entries[0]).entries[0]);
    assert_eq!(inner.comments, [(0, "why?".to_owned())]);
}
