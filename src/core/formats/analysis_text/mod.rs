//! Analyses as text: the clipboard text of eXtreme Gammon and `BGBlitz` for one position.
//!
//! Both programs write in several languages, so the reader doesn't rely on words of any language, only on XGIDs,
//! numbers, signs, and the order of the lines. A file may contain several positions; each is read as a record of its
//! own, a game that begins with the position.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("cube-en.txt", std::fs::read("testdata/xg-text/valid/cube-en.txt")?)?;
//! assert_eq!(matches[0].format.name, "xg-text");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bgblitz;
mod drawing;
mod position;
mod text;
mod xg;

use super::text::is_score_line;
use super::words::{cut_before, lines, without_preface};
use super::{Confidence, Evidence, Format, Head, Matches};
use std::ops::Range;

/// The entry of eXtreme Gammon's texts in [`FORMATS`](super::FORMATS).
pub const XG: Format = Format {
    name: "xg-text",
    title: "analyses of positions as eXtreme Gammon writes them",
    page: "analysis-text",
    matches: Matches::Cut(cut_xg),
    sniff: sniff_xg,
    parse: Some(xg::parse),
    ..Format::TEXT
};

/// The entry of `BGBlitz`'s texts in [`FORMATS`](super::FORMATS).
pub const BGBLITZ: Format = Format {
    name: "bgblitz-text",
    title: "analyses of positions as BGBlitz writes them",
    page: "analysis-text",
    matches: Matches::Cut(cut_bgblitz),
    sniff: sniff_bgblitz,
    parse: Some(bgblitz::parse),
    ..Format::TEXT
};

/// Reads one position from eXtreme Gammon.
pub use xg::parse as parse_xg;

/// Reads one position from `BGBlitz`.
pub use bgblitz::parse as parse_bgblitz;

fn sniff_xg(head: Head<'_>) -> Evidence {
    let is_id = |line: &str| line.starts_with("XGID=");
    let is_ruler = |line: &str| drawing::ruler(line).is_some();
    let mut lines = without_preface(head.text, |line| is_id(line) || is_ruler(line));
    let Some(first) = lines.next().filter(|line| is_id(line)) else { return Confidence::No.at(0) };
    // GNU Backgammon's text draws the same board.
    let mut lines = lines.take_while(|line| !is_score_line(line));
    let confidence = match lines.any(is_ruler) {
        true => Confidence::Sure,
        false if is_id(head.text.trim_start()) => Confidence::Likely,
        false => Confidence::No,
    };
    confidence.at(head.offset(first))
}

fn sniff_bgblitz(head: Head<'_>) -> Evidence {
    let evidence = head.sure_if(|line| drawing::ruler(line).is_some());
    if head.text.contains("Position-ID:") { evidence } else { Confidence::No.at(0) }
}

/// Splits a text before each XGID at the beginning of a line; after a board, one without a board is part of a note.
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
    cut_before(text, |line| {
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
    cut_before(text, |line| {
        // A board begins with the upper of its two rulers.
        let is_ruler = drawing::ruler(line).is_some();
        above ^= is_ruler;
        is_ruler && above
    })
}
