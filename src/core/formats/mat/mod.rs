//! The .mat family: Jellyfish's text format, as GNU Backgammon, eXtreme Gammon, Backgammon Galaxy,
//! Backgammon Studio, Grid Gammon, Daily Gammon and many others write it.
//!
//! ```text
//! ; [Event "A tournament"]
//!
//!  5 point match
//!
//!  Game 1
//!  anna : 0                       bert : 0
//!   1) 31: 8/5 6/5                 52: 13/8 24/22
//!   2)  Doubles => 2                Takes
//!   3) 64: 24/14                    Drops
//!       Wins 2 points
//! ```
//!
//! The left column is [`Side::Zero`](crate::board::Side::Zero), the right one
//! [`Side::One`](crate::board::Side::One). Lines are split first, so that a bad line can't affect the rest;
//! nothing is checked against the rules of the game, and no text is dropped: text that isn't a header or an entry is a
//! remark. Only the blank cells before the first action and after the last one of a game leave no trace.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("seven-points.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! assert_eq!(matches[0].format.name, "mat");
//! # Ok(())
//! # }
//! ```

mod broken;
mod cell;
pub(super) mod columns;
pub(super) mod edit;
mod extras;
mod follow;
mod head;
mod length;
mod line;
mod names;
mod numbers;
mod odd;
mod parse;
mod position;
mod row;
mod rows;
mod same;
mod scores;
mod theirs;
mod words;
mod write;

pub use parse::parse;
pub(super) use parse::parse_game;
pub(super) use same::winners;
pub(super) use theirs::write_theirs;
pub(super) use write::{Form, GAME, NUMBERED, write_as};

use super::words::is_next_score;
use super::{Confidence, Content, Format, Head, Matches, Write, Writer, markup};
use crate::diag::Code;
use crate::game::record::folded;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "mat",
    title: "match text: Jellyfish, GNU Backgammon, eXtreme Gammon, Galaxy, Studio and others",
    page: "mat",
    extensions: &["mat"],
    content: Content::Text,
    matches: Matches::Stream,
    sniff,
    parse: Some(|source| markup::read(source, Code::MatTextAfterRow, parse)),
    writer: Some(Writer { write: Write::Plain(write::write), reads_back: true, holds: write::HOLDS }),
};

/// Returns `true` if a line begins a match: `5 point match`, as a whole line.
#[must_use]
pub(super) fn is_length_line(line: &[u8]) -> bool {
    line::length(&line::plain_blanks(line)).is_some()
}

/// The facts at the beginning of a game that show whether it continues a match.
pub(super) struct Beginning {
    number: u32,
    names: [Vec<u8>; 2],
    scores: [u32; 2],
}

impl Beginning {
    /// Returns the facts from a game's number and the line below its heading; `None` if one is missing there.
    pub(super) fn read(number: u32, line: &[u8]) -> Option<Self> {
        let line = line::plain_score_line(line);
        let read = line::score_line(&line)?;
        let [zero, one] = read.scores.map(|score| parse::decimal(&line[score]));
        let names = read.names.map(|name| line[name].to_vec());
        Some(Self { number, names, scores: [zero?, one?] })
    }

    /// Returns `true` for the next game of the same match: with the same players, and a score that a game leads to.
    pub(super) fn is_continued(&self, by: &Self) -> bool {
        self.number.checked_add(1) == Some(by.number)
            && self.names == by.names
            && is_next_score(&self.scores, &by.scores)
    }

    /// Returns `true` for the first game of a match between two other players than those of the game before.
    pub(super) fn is_after(&self, before: &Self) -> bool {
        let [one, other] = [self, before]
            .map(|game| game.names.each_ref().map(|name| folded(&String::from_utf8_lossy(name))));
        (self.number, self.scores) == (1, [0, 0])
            && one.iter().all(|name| !name.is_empty() && !other.contains(name))
    }
}

/// Returns the number in the heading of a game.
#[must_use]
pub(super) fn game_number(line: &[u8]) -> Option<u32> {
    let line = line::plain_blanks(line);
    parse::decimal(&line[line::heading(&line)?.number])
}

/// Returns `true` for signs before the number of a row: the mark of a quotation, or those of a list.
pub(crate) fn is_sign(text: &str) -> bool {
    line::is_sign(text.as_bytes())
}

/// Returns the length of a time at the beginning of a text: `12:01`, `[12:01]`.
pub(crate) fn time(text: &[u8]) -> Option<usize> {
    line::time(text)
}

/// Returns `true` if a line is the heading of a game.
#[must_use]
pub(super) fn is_heading(line: &[u8]) -> bool {
    line::heading(&line::plain_blanks(line)).is_some()
}

/// Returns `true` if a line is only the result of a game: `Wins 2 points`, `Drawn`.
#[must_use]
pub(super) fn is_result(line: &[u8]) -> bool {
    let line = line::plain_blanks(line);
    let cell = line.trim_ascii();
    let said = cell::win(cell);
    let is_won = cell[..said.word_end].eq_ignore_ascii_case(b"wins")
        && !said.number.is_empty()
        && cell[said.rest..].trim_ascii().is_empty();
    is_won || line::drawn(&line)
}

/// Returns `true` if a line begins with a cell.
#[must_use]
pub(super) fn is_cell(line: &[u8]) -> bool {
    row::has_cell(line, 0)
}

/// Returns `true` if a line is a numbered row with a cell.
#[must_use]
pub(super) fn is_row(line: &[u8]) -> bool {
    let line = line::plain_blanks(line);
    line::row_number(&line).is_some_and(|(_, behind)| row::has_cell(&line, behind))
}

/// Returns the evidence for this family in the beginning of a text: a match length or a heading, and a row below it.
#[must_use]
fn sniff(head: Head<'_>) -> super::Evidence {
    let mut found = Confidence::No.at(0);
    let mut has_begun = false;
    for line in head.text.split(['\n', '\r']) {
        let plain = line.replace(|c: char| c.is_whitespace() && !c.is_ascii(), " ");
        let plain = markup::bare(plain.trim_start_matches(['\x0b', '\x0c', '>']));
        let trimmed = plain.trim_start();
        if super::text::is_score_line(trimmed) {
            return found;
        }
        if has_begun && is_row(plain.as_bytes()) {
            return Confidence::Sure.at(found.at);
        }
        let is_other =
            trimmed.starts_with("XGID=") || trimmed.starts_with("(;") || trimmed.starts_with("RGMH");
        if is_other && !has_begun {
            return Confidence::No.at(0);
        }
        if !has_begun && begins(plain) {
            (found, has_begun) = (Confidence::Likely.at(head.offset(line)), true);
        } else if trimmed.starts_with("; [") && line::header(plain.as_bytes()).is_some() {
            found.confidence = Confidence::Likely;
        }
    }
    found
}

/// Returns `true` for the line that begins a match or a game.
fn begins(line: &str) -> bool {
    let digits = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    // Other records contain `Game: 1`.
    let is_game = |h: &line::Heading| h.rest.is_empty() && digits(&line[h.number.clone()]);
    let has_colon = line.trim_start().get(4..).is_some_and(|rest| rest.trim_start().starts_with(':'));
    let game = !has_colon && line::heading(line.as_bytes()).is_some_and(|h| is_game(&h));
    game || line::length(line.as_bytes()).is_some()
}
