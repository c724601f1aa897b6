//! Line ends and encodings: a text has the same meaning however Windows stored it.

use super::laws::read;
use crate::support::{paths_in, report, testdata};
use barpoint::analysis::{RulesOverride, replayed};
use barpoint::formats::inventory::{Item, inventory};
use barpoint::formats::{Content, Format, detect, ids};
use std::path::{Path, PathBuf};

/// Lists the files in a folder and below it.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in paths_in(folder) {
        if path.is_dir() { below(&path, found) } else { found.push(path) }
    }
}

/// Returns our own valid texts that are in UTF-8 with plain line ends, and their formats.
fn texts() -> Vec<(String, &'static Format, String)> {
    let mut paths = Vec::new();
    for folder in [
        "mat",
        "sgf",
        "xg-text",
        "bgblitz-text",
        "oldmoves",
        "sgg",
        "tmg",
        "party",
        "bgroom",
        "javafibs",
        "bgammon",
        "gam",
        "text",
        "fibs",
    ] {
        below(&testdata(folder), &mut paths);
    }
    paths.sort();
    let text = |path: PathBuf| {
        let text = std::fs::read_to_string(&path)
            .ok()
            .filter(|text| !text.contains('\r') && !text.starts_with('\u{feff}'))?;
        let name = path.display().to_string();
        let format = detect(text.as_bytes(), path.extension().and_then(|extension| extension.to_str()))?;
        (name.contains("/valid/") && !matches!(format.content, Content::Binary(_)))
            .then_some((name, format, text))
    };
    paths.into_iter().filter_map(text).collect()
}

/// Returns the content of the matches, and the codes of the findings.
fn told(format: &Format, bytes: &[u8]) -> (Vec<Vec<Item>>, Vec<&'static str>) {
    let parse = format.parse.expect("a reader");
    let mut codes = Vec::new();
    for source in format.matches("a", Box::new(bytes)) {
        let (_, found) = replayed(parse(&source.expect("a small file")), &RulesOverride::default());
        let others = found.iter().map(|finding| finding.code.id()).filter(|code| *code != "source-encoding");
        codes.extend(others);
    }
    (read(format, bytes).iter().map(inventory).collect(), codes)
}

#[test]
fn the_marks_of_dos_at_the_end_of_a_text_change_nothing() {
    for (name, format, text) in texts() {
        let plain = told(format, text.as_bytes());
        for marks in ["\x1A", "\x1A\0\0\0", "\0\0"] {
            let marked = [&text, marks].concat();
            let is_known = detect(marked.as_bytes(), None).is_some_and(|found| found.name == format.name);
            assert!(is_known || detect(text.as_bytes(), None).is_none(), "{name} with {marks:?}");
            assert_eq!(told(format, marked.as_bytes()), plain, "{name} with {marks:?}");
        }
    }
    assert_eq!(told(&ids::FORMAT, b"4HPwATDgc/ABMA\n\x1A"), told(&ids::FORMAT, b"4HPwATDgc/ABMA\n"));
}

#[test]
fn carriage_returns_and_utf16_change_nothing() {
    let mut count = 0;
    for (name, format, text) in texts() {
        let plain = told(format, text.as_bytes());
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(told(format, crlf.as_bytes()), plain, "{name} with carriage returns");
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let is_latin = text.chars().take(500).filter(|c| *c as u32 > 255).count() < 20;
        if is_latin && format.name != "sgf" {
            assert_eq!(detect(&wide, None).map(|format| format.name), Some(format.name), "{name} as UTF-16");
            assert_eq!(told(format, &wide), plain, "{name} as UTF-16");
        }
        count += 1;
    }
    assert!(count > 40, "{count}");
    report(count, "texts with other line ends and in UTF-16");
}
