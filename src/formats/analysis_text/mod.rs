//! Analyses as text: the clipboard text of eXtreme Gammon and `BGBlitz` for one position.
//!
//! Both programs write in several languages, so the reader doesn't rely on words of any language, only on XGIDs,
//! numbers, signs, and the order of the lines. A file may contain several positions; each is read as a record of its
//! own, a game that begins with the position.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("cube-en.txt", std::fs::read("testdata/xg-text/valid/cube-en.txt")?)?;
//! assert_eq!(matches[0].format.name, "xg-text");
//! # Ok(())
//! # }
//! ```

mod bgblitz;
mod drawing;
mod position;
mod text;
mod xg;

use super::words::{lines, without_preface};
use super::{Confidence, Content, Format, Head, Matches};
use std::ops::Range;

/// The row of the table for eXtreme Gammon.
pub const XG: Format = Format {
    name: "xg-text",
    title: "analyses of positions as eXtreme Gammon writes them",
    page: "analysis-text",
    extensions: &[],
    content: Content::Text,
    matches: Matches::Cut(cut_xg),
    sniff: sniff_xg,
    parse: Some(xg::parse),
    writer: None,
};

/// The row of the table for `BGBlitz`.
pub const BGBLITZ: Format = Format {
    name: "bgblitz-text",
    title: "analyses of positions as BGBlitz writes them",
    page: "analysis-text",
    extensions: &[],
    content: Content::Text,
    matches: Matches::Cut(cut_bgblitz),
    sniff: sniff_bgblitz,
    parse: Some(bgblitz::parse),
    writer: None,
};

/// Reads one position from eXtreme Gammon.
pub use xg::parse as parse_xg;

/// Reads one position from `BGBlitz`.
pub use bgblitz::parse as parse_bgblitz;

fn sniff_xg(head: Head<'_>) -> Confidence {
    let is_id = |line: &str| line.starts_with("XGID=");
    let is_ruler = |line: &str| drawing::ruler(line).is_some();
    let mut lines = without_preface(head.text, |line| is_id(line) || is_ruler(line));
    match lines.next().is_some_and(is_id) {
        true if lines.any(is_ruler) => Confidence::Sure,
        true if is_id(head.text.trim_start()) => Confidence::Likely,
        _ => Confidence::No,
    }
}

fn sniff_bgblitz(head: Head<'_>) -> Confidence {
    let is_ruler = |line: &str| drawing::ruler(line).is_some();
    let begins = without_preface(head.text, is_ruler).next().is_some_and(is_ruler);
    let has_id = || head.text.contains("Position-ID:");
    if begins && has_id() { Confidence::Sure } else { Confidence::No }
}

/// Splits a text before each line that begins with an XGID. After a position with its board, an XGID without a board is
/// part of a note.
fn cut_xg(text: &str) -> Vec<Range<usize>> {
    let is_id = |line: &str| line.trim_start().starts_with("XGID=");
    let mut has_board = Vec::new();
    for line in lines(text) {
        if is_id(line) {
            has_board.push(false);
        } else if let Some(last) = has_board.last_mut() {
            *last |= drawing::ruler(line).is_some();
        }
    }
    let (mut number, mut is_drawn) = (0, false);
    cut(text, |line| {
        if !is_id(line) {
            return false;
        }
        let has_board = has_board.get(number).is_some_and(|has| *has);
        number += 1;
        let begins = has_board || !is_drawn;
        is_drawn |= has_board;
        begins
    })
}

/// Splits a text before each drawing of a board.
fn cut_bgblitz(text: &str) -> Vec<Range<usize>> {
    let mut above = false;
    cut(text, |line| {
        // A board begins with the upper of its two rulers.
        let is_ruler = drawing::ruler(line).is_some();
        above ^= is_ruler;
        is_ruler && above
    })
}

/// Splits a text before each line of a kind; the text before the first belongs to the first piece.
fn cut(text: &str, mut begins: impl FnMut(&str) -> bool) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    for line in lines(text) {
        if begins(line) {
            starts.push(line.as_ptr().addr() - text.as_ptr().addr());
        }
    }
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    starts.push(text.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}
