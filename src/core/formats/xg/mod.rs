//! eXtreme Gammon's binary records: matches (`.xg`) and positions (`.xgp`).
//!
//! ```text
//! header "RGMH" · thumbnail · zlib streams: temp.xg, temp.xgi, temp.xgr, temp.xgc · registry · trailer
//! ```
//!
//! `temp.xg` is the record: blocks of 2,560 bytes, one for the head of the match, the head of a game, a cube
//! decision, a roll with its play, the end of a game, the end of the match. Places are counted in the
//! unpacked `temp.xg`: the number of the block, and the byte in it.
//!
//! XG's player 1 is the left player of its own text records: [`Side::Zero`](crate::board::Side::Zero). Fields
//! and their places are those of the publisher's page (extremegammon.com, 2013), confirmed in nine real
//! files; names of fields here are the publisher's.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("two-points.xg", std::fs::read("testdata/xg/valid/two-points.xg")?)?;
//! assert_eq!(matches[0].format.name, "xg");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod block;
mod comments;
mod container;
mod fields;

mod headers;
mod leftover;
mod pack;
pub(super) mod plays;
mod reader;
mod rollout;
mod rtf;
mod write;
mod write_analysis;
mod write_game;

use super::inventory::{GAMES, Kind, holds};
use super::{Confidence, Content, Format, Head, Matches, Write, Writer};
use crate::diag::{Parsed, SourceFile};
use crate::game::record::MatchRecord;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "xg",
    title: "eXtreme Gammon's own matches and positions",
    page: "xg",
    extensions: &["xg", "xgp"],
    content: Content::Binary(BLOCK as u32),
    matches: Matches::One,
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: Write::Plain(write::write), reads_back: true, holds: HOLDS }),
};

const HOLDS: &[Kind] = holds!(GAMES;
    GameNumber Rating Event Place Round Date Time Transcriber MatchId Header CubeLimit IllegalPlay Position
    Comment Luck Analysis Clock Property
);

/// The size of one block of `temp.xg`, in bytes.
const BLOCK: usize = 2560;

/// The first bytes of every file.
const MAGIC: &[u8] = b"RGMH";

fn sniff(head: Head<'_>) -> super::Evidence {
    let confidence = if head.bytes.starts_with(MAGIC) { Confidence::Sure } else { Confidence::No };
    confidence.at(0)
}

/// Reads a match or a position. Any bytes give a record.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut findings = crate::formats::findings::Findings::default();
    let members = container::unpack(source.bytes(), &mut findings);
    let value = reader::read(&members, &mut findings);
    Parsed { value, diagnostics: findings.finish() }
}
