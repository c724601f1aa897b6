//! Our own record model as JSON, one document per match: everything that any format can express.
//!
//! The schema is published as `docs/schema/record.schema.json`; its version is the value of the first key,
//! `barpoint`. Besides the written content, a document contains its meaning (`rules`, `acts`, `result`,
//! `score`): that is computed, for programs that use the data, and ignored when the document is read. A file
//! may contain several documents, one after the other; as JSON Lines each is a line.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("sample.json", std::fs::read("testdata/json/valid/sample.json")?)?;
//! assert_eq!(matches[0].format.name, "json");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod model;
mod read;
mod write;

#[doc(hidden)]
pub use model::DocumentJson as Document;
pub use read::parse;

use super::inventory::Kind;
use super::{Confidence, Content, Format, Head, Matches, Write, Writer};
use crate::diag::SourceFile;
use crate::game::Replayed;
use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;

/// The entry of indented documents in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "json",
    title: "barpoint's own record model as JSON",
    page: "json",
    extensions: &["json"],
    content: Content::Text,
    matches: Matches::Cut(documents),
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: Write::Plain(write_pretty), reads_back: true, holds: Kind::ALL }),
};

/// The entry of documents of one line each in [`FORMATS`](super::FORMATS).
pub const LINES: Format = Format {
    name: "jsonl",
    title: "barpoint's own record model as JSON Lines, one match per line",
    page: "json",
    extensions: &["jsonl", "ndjson"],
    writer: Some(Writer { write: Write::Plain(write_line), reads_back: true, holds: Kind::ALL }),
    ..FORMAT
};

/// The version of the shape.
const VERSION: u32 = 1;

/// Returns the row in which a document is rewritten: that of its file's name, or else that of its shape.
pub(crate) fn in_shape(format: &'static Format, source: &SourceFile) -> &'static Format {
    if format.name != FORMAT.name {
        return format;
    }
    let extension = Path::new(source.name()).extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_named = |row: &Format| row.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
    let is_line = is_named(&LINES) || !is_named(&FORMAT) && !source.text().trim().contains('\n');
    if is_line { &LINES } else { &FORMAT }
}

fn sniff(head: Head<'_>) -> super::Evidence {
    // A document begins with its bracket.
    confidence(head.text.trim_start()).at(0)
}

fn confidence(text: &str) -> Confidence {
    let Some(first) = text.strip_prefix('{') else { return Confidence::No };
    let key = "\"barpoint\"";
    if first.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':')) {
        return Confidence::Sure;
    }
    // Files of other programs have the word as a value, or as a key with another value.
    let has_version = |rest: &str| {
        rest.trim_start()
            .strip_prefix(':')
            .is_some_and(|value| value.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    if first.split(key).skip(1).any(has_version) { Confidence::Likely } else { Confidence::No }
}

/// Splits a text into documents: after each closing bracket of the outermost level. Consecutive unmatched
/// closing brackets are one document, so that many of them are one mistake.
fn documents(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut last_stray = None;
    let (mut start, mut depth, mut in_string, mut escaped) = (0, 0_usize, false, false);
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 && text[start..i].trim().is_empty() => {
                match found.last_mut() {
                    Some(last) if last_stray == Some(last.end) => last.end = i + 1,
                    _ => found.push(start..i + 1),
                }
                start = i + 1;
                last_stray = Some(start);
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push(start..i + 1);
                    start = i + 1;
                }
            }
            _ => {}
        }
    }
    if text[start..].trim().is_empty() {
        // The text after the last document belongs to it.
        if let Some(last) = found.last_mut() {
            last.end = text.len();
        }
    } else {
        found.push(start..text.len());
    }
    with_remains(text, found)
}

/// Adds pieces that don't begin a document to one before them that can't be read, which a wrong bracket cut up.
fn with_remains(text: &str, pieces: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut documents: Vec<Range<usize>> = Vec::with_capacity(pieces.len());
    // Whether the last one is known to be broken.
    let mut is_broken = None;
    for piece in pieces {
        if let Some(last) = documents.last_mut()
            && !text[piece.clone()].trim_start().starts_with('{')
            && *is_broken.get_or_insert_with(|| {
                serde_json::from_str::<serde::de::IgnoredAny>(&text[last.clone()]).is_err()
            })
        {
            last.end = piece.end;
        } else {
            documents.push(piece);
            is_broken = None;
        }
    }
    documents
}

fn write_pretty(replayed: &Replayed) -> Vec<u8> {
    // Writing into memory can't fail, and every key of a map is text.
    let mut bytes = serde_json::to_vec_pretty(&write::document(replayed)).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

fn write_line(replayed: &Replayed) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(&write::document(replayed)).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_cut_behind_their_last_bracket() {
        let cut =
            |text: &str| documents(text).into_iter().map(|range| text[range].to_owned()).collect::<Vec<_>>();
        assert_eq!(cut("{\"a\":\"}\\\"{\"}\n{}\n"), ["{\"a\":\"}\\\"{\"}", "\n{}\n"]);
        assert_eq!(cut("{\"a\":["), ["{\"a\":["]);
        assert!(cut(" \n").is_empty());
        assert_eq!(cut("{}}] }\n{}"), ["{}", "}] }", "\n{}"]);
        // What a bracket too many leaves belongs to the document that it breaks.
        assert_eq!(cut("{\"a\":[1}]}\n{}"), ["{\"a\":[1}]}", "\n{}"]);
    }

    #[test]
    fn a_document_is_known_by_its_first_key() {
        let sniff = |text: &str| sniff(Head { bytes: text.as_bytes(), text }).confidence;
        assert_eq!(sniff(" {\n \"barpoint\" : 1}"), Confidence::Sure);
        assert_eq!(sniff("{\"x\":1,\"barpoint\":1}"), Confidence::Likely);
        assert_eq!(sniff("{\"x\":1}"), Confidence::No);
        assert_eq!(sniff("{\"name\": \"barpoint\", \"version\": \"1.0\"}"), Confidence::No);
        assert_eq!(sniff("{\"dependencies\": {\"barpoint\": \"^1.0\"}}"), Confidence::No);
        assert_eq!(sniff("[]"), Confidence::No);
    }
}
