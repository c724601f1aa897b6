//! A match as text for people: GNU Backgammon's `export match text`, with a board for each decision.
//!
//! GNU Backgammon writes one file per game, and so does a session in compat mode. This writer puts all games
//! into one text, separated by form feeds. It leaves out analyses, the statistics below a game, and the lines
//! with the date and the program.
//!
//! The reader accepts all of GNU Backgammon's text exports, including those of a single position, with their
//! analyses. It reads the IDs above a board, not the board itself.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/one-point.mat")?)?;
//! let text = barpoint::formats::text::FORMAT.writer.expect("it is written").bytes(&matches[0].replayed);
//! assert!(String::from_utf8(text.clone())?.contains("Position ID:"));
//! assert_eq!(barpoint::open("match.txt", text)?[0].format.name, "text");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
pub(super) mod edit;
mod evaluated;
mod facts;
mod grammar;
mod read;
mod readable;
mod write;

pub use read::parse;
pub use write::write_their_position;

pub(super) use write::write_theirs;

use super::inventory::{Kind, holds};
use super::no_break::{NO_BREAK, Spaced};
use super::words::{lines, without_preface};
use super::{Confidence, Format, Head, Matches, Write, Writer};
use crate::diag::Span;
use std::ops::Range;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "text",
    title: "text with a board for each decision, as GNU Backgammon writes it",
    page: "text",
    matches: Matches::Cut(cut),
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: Write::Listing(write::write), reads_back: false, holds: HOLDS }),
    ..Format::TEXT
};

/// What the format has a place for.
const HOLDS: &[Kind] = holds!(
    Player Rating Team Event Place Round Date Time Transcriber Annotator MatchId Program Header Length
    Variant JacobyRule
    GameNumber Score CrawfordGame AutomaticDouble Play IllegalPlay Cube Beaver Position Result Comment
);

/// Returns `true` for the line that begins a game: a comment below it may look like a line of match text.
pub(super) fn is_score_line(line: &str) -> bool {
    grammar::score_line(line).is_some()
}

/// The most names whose no-break spaces are kept.
const MOST_NAMES: usize = 64;
/// The most names that are looked for in a line.
const MOST_IN_A_LINE: usize = 64;

/// Replaces no-break spaces by spaces, except within names: those in a score line that has none around its names.
fn spaced(text: &str) -> Spaced<'_> {
    let mut names: Vec<&str> = Vec::new();
    if text.contains(NO_BREAK) {
        let scores = lines(text).filter(|line| line.contains(NO_BREAK)).filter_map(score_line);
        let all = scores.flat_map(|score| score.names().take(MOST_IN_A_LINE));
        for name in all.filter(|name| name.contains(NO_BREAK)) {
            if names.len() < MOST_NAMES && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Spaced::new(text, &names)
}

/// Reads the line that begins a game, also after a form feed or a byte order mark.
fn score_line(line: &str) -> Option<grammar::ScoreLine<'_>> {
    grammar::score_line(line.trim_start_matches(['\x0c', '\u{FEFF}']))
}

/// It begins with the score, perhaps after a few lines of a mail.
fn sniff(head: Head<'_>) -> super::Evidence {
    let spaced = spaced(head.text);
    let mut lines = without_preface(spaced.text(), is_score_line);
    let Some(first) = lines.next().filter(|line| is_score_line(line)) else { return Confidence::No.at(0) };
    let start = first.as_ptr().addr() - spaced.text().as_ptr().addr();
    // No other format has such a first line.
    let stands_first = spaced.text()[..start].trim().is_empty();
    let is_sure = stands_first || lines.any(|line| line.starts_with("Move number "));
    let confidence = if is_sure { Confidence::Sure } else { Confidence::Likely };
    confidence.at(spaced.place(Span::new(start, start)).start as usize)
}

/// Cuts a text into matches: GNU Backgammon writes a file for each game, and several files may be put together. A match
/// continues as long as the names and the length stay the same and the number of games before grows.
fn cut(text: &str) -> Vec<Range<usize>> {
    let spaced = spaced(text);
    let offset = |line: &str| {
        let start = line.as_ptr().addr() - spaced.text().as_ptr().addr();
        spaced.place(Span::new(start, start)).start as usize
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<grammar::ScoreLine<'_>> = None;
    for line in lines(spaced.text()) {
        let Some(score) = score_line(line) else { continue };
        let goes_on = before.as_ref().is_none_or(|before| score.continues(before));
        if !goes_on {
            pieces.push(start..offset(line));
            start = offset(line);
        }
        before = Some(score);
    }
    pieces.push(start..text.len());
    pieces
}
