//! OGXM, the exchange format of `HedgeHog`, `GammonView` and others: `.ogxm`, `.gvab`, and streams, `.ogxms`.
//!
//! ```text
//! version 2: "OGXM" · versions · size · sections · "END!"
//! section  : name · length · flags · payload       MTCH, GAME …, ANAL DECS [SIGN] …, CLCK, VIDO, ANNO, MSIG, CSUM
//! ```
//!
//! A match is a record with its facts; a game is a record and its plies, with one byte each and one for each step.
//! Version 1 has another layout with the same magic. A stream consists of consecutive complete files.
//!
//! White is [`Side::Zero`](crate::board::Side::Zero). Points are absolute: White's bar is 0, White moves up and bears
//! off past 24; in White's own numbering, a point is 25 less the absolute one.
//!
//! Sections that the record model can't express, wholly or in part, are kept as properties of the first game, and
//! written again if the moves are the same.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("seven.ogxm", std::fs::read("testdata/ogxm/valid/seven.ogxm")?)?;
//! assert_eq!(matches[0].format.name, "ogxm");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod beside;
mod bytes;
mod container;
mod game;
mod head;
mod one;
mod reader;
mod write;
mod write_analysis;
mod write_game;
mod write_head;

pub(crate) use write_analysis::{MOST_CANDIDATES, fits, rounded, rounded_equity};

use super::inventory::{GAMES, Kind, holds};
use super::{Confidence, Content, Format, Head, Matches, Write, Writer};
use crate::diag::{Parsed, SourceFile};
use crate::game::record::MatchRecord;
use std::ops::Range;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "ogxm",
    title: "OGXM, of HedgeHog and GammonView: matches with analyses, and streams of them",
    page: "ogxm",
    extensions: &["ogxm", "ogxms", "gvab"],
    content: Content::Binary(0),
    matches: Matches::Members(members),
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: Write::Plain(write::write), reads_back: true, holds: HOLDS }),
};

/// The first bytes of every file, and its last ones.
const MAGIC: &[u8; 4] = b"OGXM";
const END: &[u8; 4] = b"END!";
/// The size of the header of version 2.
const HEADER: usize = 16;
/// The word for a rating system, or a level of an analysis, that isn't known.
const UNKNOWN: &str = "unknown";
/// The most games of a match, and plies of a game and of a match.
const MOST_GAMES: usize = 1000;
const MOST_PLIES: usize = 100_000;
const MOST_PLIES_OF_GAME: usize = 1500;

const HOLDS: &[Kind] = holds!(GAMES;
    Rating Event Place Round Date Time MatchId Header CubeLimit IllegalPlay Position Cause Comment Luck
    Analysis Clock Property
);

fn sniff(head: Head<'_>) -> super::Evidence {
    let confidence = match head.bytes {
        [b'O', b'G', b'X', b'M', 1 | 2, 0, ..] => Confidence::Sure,
        [b'O', b'G', b'X', b'M', ..] => Confidence::Likely,
        _ => Confidence::No,
    };
    confidence.at(0)
}

/// Finds the members of a stream: complete files, by the sizes in their headers. The text after the last complete one
/// is a member of its own.
fn members(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let size =
            rest.get(12..HEADER).and_then(|size| size.try_into().ok()).map_or(0, u32::from_le_bytes) as usize;
        let next = rest.get(size..).unwrap_or_default();
        let is_whole = rest.starts_with(MAGIC) && size >= HEADER + END.len() && next.starts_with(MAGIC);
        let size = if is_whole { size } else { rest.len() };
        found.push(at..at + size);
        at += size;
    }
    found
}

/// Reads a match. Any bytes give a record.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let bytes = source.bytes();
    if bytes.get(4..6) == Some(&[1, 0]) { one::parse(bytes) } else { reader::parse(bytes) }
}
