//! `.gam`: one game in the rows of a .mat record, without length and score. Written by GNU Backgammon's
//! `export game gam`, Gammon Empire and Play65.
//!
//! ```text
//!  anna                           bert
//!   1) 31: 8/5 6/5                 52: 13/8 24/22
//!       Wins 2 points
//! ```
//!
//! Facts that it can't express are in lines of ours after the names, as in a [.mat record](super::mat).
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("gnubg.gam", std::fs::read("testdata/gam/valid/gnubg.gam")?)?;
//! assert_eq!(matches[0].format.name, "gam");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::mat::{self, Form};
use super::{Confidence, Format, Head, Write, Writer, markup};
use crate::diag::Code;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "gam",
    title: "one game: GNU Backgammon's .gam, GammonEmpire, Play65",
    page: "gam",
    extensions: &["gam"],
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, mat::parse_game)),
    writer: Some(Writer {
        // Its one game shows the rule in its result, or not at all.
        write: Write::Plain(|replayed| mat::write_as(&replayed.with_shown_jacoby(), Form::Gam)),
        reads_back: true,
        holds: mat::GAME,
    }),
    ..Format::TEXT
};

/// Returns the evidence for a line of names, or lines of ours instead, with rows or a result below it.
fn sniff(head: Head<'_>) -> super::Evidence {
    let lines = head.text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let mut lines = lines.filter(|line| !line.trim_start().starts_with([';', '#']));
    let names = lines.next().filter(|line| {
        let words = line.split_ascii_whitespace().count() >= 2;
        let is_other = mat::is_length_line(line.as_bytes()) || mat::is_heading(line.as_bytes());
        words && !is_other && !line.contains(':') && line.starts_with(|c: char| !c.is_ascii_digit())
    });
    // Only lines of ours show that two columns above no row are names.
    let is_ours = || {
        let has_columns = names.is_some_and(|line| line.trim().contains("  "));
        let has = |ours: &str| head.text.contains(ours);
        has("\n; Set Pos=") || has("\n; [Name 1/") || has_columns && has("\n; [")
    };
    let row = lines
        .next()
        .map_or_else(is_ours, |line| mat::is_row(line.as_bytes()) || mat::is_result(line.as_bytes()));
    let game = lines.all(|line| !mat::is_length_line(line.as_bytes()) && !mat::is_heading(line.as_bytes()));
    let names = names.filter(|_| row && game);
    names.map_or(Confidence::No.at(0), |line| Confidence::Sure.at(head.offset(line)))
}

#[cfg(test)]
mod tests {
    use crate::formats::detect;

    #[test]
    fn a_game_of_set_positions_alone_is_known() {
        let text = b" Ann                            Bob\n\n; Set Pos=-b----E-C---eE---c-e----B-/0 on=L cube=1 owner=-\n";
        assert_eq!(detect(text, Some("gam")).map(|format| format.name), Some("gam"));
        let text = b" Player 1                       Player 2\n; [Name 1/L \"\"]\n";
        assert_eq!(detect(text, None).map(|format| format.name), Some("gam"));
    }

    #[test]
    fn a_game_without_rows_is_known_by_our_lines_below_two_columns() {
        let text = b" ann                            bob\n; [Jacoby \"On\"]\n; [Score 1 \"1-10\"]\n\n";
        assert_eq!(detect(text, None).map(|format| format.name), Some("gam"));
        for other in [" five words\n; [Site \"x\"]\n", "; [Site \"x\"]\n 5  point match\n"] {
            assert_ne!(detect(other.as_bytes(), None).map(|format| format.name), Some("gam"), "{other}");
        }
        let named = b" a b\n; [Name 1/L \"x\"]\n";
        assert_eq!(detect(named, None).map(|format| format.name), Some("gam"));
    }

    #[test]
    fn a_game_of_a_result_alone_is_known() {
        for result in ["Wins 2 points", "Wins 1 point and the match", "Drawn", "Draw"] {
            let text =
                format!(" Ann                            Bob\n; [Jacoby \"Off\"]\n\n        {result}\n\n");
            assert_eq!(detect(text.as_bytes(), None).map(|format| format.name), Some("gam"), "{result}");
        }
        for other in ["Wins the match", "Wins", "Drawing a line", "2 points"] {
            let text = format!(" Ann                            Bob\n\n        {other}\n");
            assert_eq!(detect(text.as_bytes(), None).map(|format| format.name), None, "{other}");
        }
    }
}
