//! The format of a file, where its notes contain lines of other formats.

use crate::support::testdata;
use barpoint::diag::Severity;
use barpoint::formats::{FORMATS, detect};

fn name(text: &str) -> Option<&'static str> {
    detect(text.as_bytes(), None).map(|format| format.name)
}

/// Returns every sample that is text, and its path.
fn samples() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for format in FORMATS {
        let Ok(entries) = std::fs::read_dir(testdata(&format!("{}/valid", format.name))) else { continue };
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            if let Ok(text) = std::fs::read_to_string(&path)
                && !text.contains('\0')
            {
                found.push((path.display().to_string(), text));
            }
        }
    }
    assert!(found.len() > 40, "{}", found.len());
    found
}

#[test]
fn a_note_may_contain_a_record_of_any_other_format() {
    let sample = |path: &str| std::fs::read_to_string(testdata(path)).expect("a record");
    let text = sample("text/valid/two-games.txt");
    let [xg, bgblitz] = ["xg-text/valid/plays-en.txt", "bgblitz-text/valid/plays.txt"].map(sample);
    for (path, note) in samples() {
        for number in [1, 2] {
            let heading = format!("Move number {number}:");
            let noted = text.replacen(&heading, &format!("Annotation:\n{note}\n{heading}"), 1);
            assert_eq!(name(&noted), Some("text"), "{path}, above move {number}");
        }
        let comment = note.lines().map(|line| format!("; {line}\n")).collect::<Vec<_>>().concat();
        let mat = format!(" 5 point match\n\n{comment}\n Game 1\n Ann : 0      Bob : 0\n  1) 31: 8/5 6/5\n");
        assert_eq!(name(&mat), Some("mat"), "{path}");
        let escaped = note.replace('\\', "\\\\").replace(']', "\\]");
        let sgf = format!("(;FF[4]GM[6]MI[length:3]PW[a]PB[b];W[31hefe]C[\n{escaped}])\n");
        assert_eq!(name(&sgf), Some("sgf"), "{path}");
        assert_eq!(name(&format!("{xg}\n{note}")), Some("xg-text"), "{path}");
        assert_eq!(name(&format!("{bgblitz}\n{note}")), Some("bgblitz-text"), "{path}");
    }
}

#[test]
fn a_mark_within_a_line_makes_no_record_of_it() {
    let rows = "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops\n      Wins 1 point\n";
    let score = " Game 1\n Ann : 0                        Bob : 0\n";
    for mark in ["(;FF[4]GM[6])", "(;GM[6]"] {
        for text in [
            format!("; note: {mark}\n 3 point match\n\n{score}{rows}"),
            format!(" 3 point match\n\n{score}; sgf was {mark}\n{rows}"),
            format!(" 3 point match\n\n{}{rows}", score.replace("Ann ", &format!("Ann {mark} "))),
            format!("; [Comment \"from {mark}\"]\n\n 3 point match\n\n{score}{rows}"),
        ] {
            assert_eq!(name(&text), Some("mat"), "{text}");
        }
        let gam = format!(" Ann                            Bob\n; note: {mark}\n{rows}");
        assert_eq!(name(&gam), Some("gam"));
    }
}

#[test]
fn other_text_may_stand_above_sgf() {
    let tree = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob];W[31hefe])\n";
    for above in ["Hello (see below),\n\n", "Our match:\n\n> ", "On Sunday:\n 5 point match\n\n", "[code]"] {
        assert_eq!(name(&format!("{above}{tree}")), Some("sgf"), "{above}");
    }
}

#[test]
fn a_few_words_of_another_format_above_a_record_are_a_note() {
    let rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n".repeat(10);
    let mat = format!(" 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n{rows}");
    assert_eq!(name(&format!("Ann rolls 3 and 1.\n\n{mat}")), Some("mat"));
    let text = std::fs::read_to_string(testdata("text/valid/two-games.txt")).expect("a record");
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    for above in ["Ann rolls 3 and 1.", "bob moves 8-5 6-5 .", id] {
        assert_eq!(name(&format!("{above}\n\n{text}")), Some("text"), "{above}");
    }
}

#[test]
fn the_sample_on_the_page_of_a_format_breaks_no_rule() {
    const PAGES: [&str; 11] =
        ["mat", "sgf", "gam", "fibs", "oldmoves", "sgg", "tmg", "party", "bgroom", "bgammon", "javafibs"];
    for page in PAGES {
        let path = format!("{}/docs/formats/{page}.md", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a page");
        let sample = text.split("```\n").nth(1).expect("a sample");
        assert_eq!(name(sample), Some(page));
        for found in barpoint::open("sample", sample.as_bytes()).expect("a record") {
            let mut findings = found.findings.iter();
            let wrong = findings.find(|finding| finding.severity > Severity::Note);
            assert!(wrong.is_none(), "{page}: {wrong:?}");
        }
    }
}
