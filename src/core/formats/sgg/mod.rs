//! `GamesGrid`: `.sgg`.
//!
//! ```text
//! bob vs. alice
//! ELO: 1500 10 1600 20
//! Crawford: Yes
//! Variant: Backgammon
//! Game 1.0-0/5
//!
//! 1    31:
//! 1    31: 8/5, 6/5
//! 1        64:
//! 1        64: 24/18, 18/14
//! 2    Double to 2
//! 2        Pass
//! bob wins 1 point.
//! ```
//!
//! The number of a row is followed by a tab, shown as blanks here. The player named first is [`Side::Zero`]; that
//! player's actions come after one tab, the other's after two. (GNU Backgammon makes the first one its player 1.) All
//! points are in the mover's numbering.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("nackgammon.sgg", std::fs::read("testdata/sgg/valid/nackgammon.sgg")?)?;
//! assert_eq!(matches[0].format.name, "sgg");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use super::inventory::{GAMES, Kind, holds};
use super::words::{self, Parsed as Text, lines, number, whole};
use super::{Confidence, Content, Format, Head, Matches, Write, Writer, markup, tmg};
use crate::board::Side;
use crate::diag::Code;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_until};
use nom::character::complete::{digit0, digit1, multispace0, one_of, space0};
use nom::combinator::{eof, map, rest, value};
use nom::sequence::{preceded, separated_pair};
use std::ops::Range;

/// The kinds of items that the format can express.
const HOLDS: &[Kind] = holds!(GAMES; GameNumber Rating CubeUse);

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "sgg",
    title: "GamesGrid",
    page: "sgg",
    extensions: &["sgg"],
    content: Content::Text,
    matches: Matches::Cut(cut),
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, read::parse)),
    writer: Some(Writer { write: Write::Plain(write::write), reads_back: true, holds: HOLDS }),
};

/// The words of the options, and their headers.
const OPTIONS: [(&str, &str); 6] = [
    ("Jacoby", crate::game::record::headers::JACOBY),
    ("Crawford", crate::game::record::headers::CRAWFORD),
    ("Automatic Doubles", crate::game::record::headers::AUTOMATIC_DOUBLES),
    ("Beavers", crate::game::record::headers::BEAVER),
    ("Doubling Cube", crate::game::record::headers::CUBE),
    ("Variant", crate::game::record::headers::VARIATION),
];

/// Reads `bob vs. alice`; the second name may be empty.
fn names_line(line: &str) -> Option<(&str, &str)> {
    let both = separated_pair(take_until(" vs. "), tag(" vs. "), rest);
    let first = (take_until(" vs."), preceded(tag(" vs."), eof));
    whole(alt((both, first)), line.trim()).map(|(first, second)| (first.trim(), second.trim()))
}

/// Reads `"Game " number ( "." / ":" ) …`: the number and the text after it. The number may be missing before a score.
fn game_line(line: &str) -> Option<(&str, &str)> {
    let behind = alt((preceded(one_of(".:"), rest), eof));
    let parsed =
        whole((preceded((tag_no_case("game "), space0), digit0), map(behind, str::trim)), line.trim());
    let is_score = |text: &str| {
        text.split_once('-').is_some_and(|(first, second)| {
            number(first.trim_matches([' ', '*'])).is_some()
                && second.trim_start().starts_with(|c: char| c.is_ascii_digit())
        })
    };
    parsed.filter(|(digits, behind)| !digits.is_empty() || is_score(behind))
}

/// Cuts a text into matches: after a game, two names above an option or a first game begin one; else they are chat.
fn cut(text: &str) -> Vec<Range<usize>> {
    let mut has_game = false;
    words::cut(text, |line, rest| {
        let is_game = game_line(line).is_some();
        let begins = has_game && !is_game && names_line(line).is_some() && {
            let below = lines(rest).find(|line| !line.trim().is_empty()).unwrap_or_default();
            let key = below.split_once(':').map_or("", |(key, _)| key.trim());
            let mut options = OPTIONS.iter().map(|(word, _)| *word).chain(["ELO"]);
            let is_option = options.any(|word| word.eq_ignore_ascii_case(key));
            is_option || game_line(below).is_some_and(|(number, _)| number == "1")
        };
        has_game = !begins && (has_game || is_game);
        begins
    })
}

/// Reads `number TAB [ TAB ] action`: the number, the side and the action.
fn row(line: &str) -> Text<'_, (&str, Side, &str)> {
    let tabs = alt((value(Side::One, tag("\t\t")), value(Side::Zero, tag("\t"))));
    (preceded(multispace0, digit1), tabs, map(rest, str::trim)).parse(line)
}

/// Returns the evidence that a text is in this format, from its beginning.
fn sniff(head: Head<'_>) -> super::Evidence {
    let mut rest = lines(head.text).filter(|line| !line.trim().is_empty());
    // A player of TrueMoneyGames may be called `a vs. b`.
    let is_tmg = (tmg::FORMAT.sniff)(head).confidence == Confidence::Sure;
    let names = rest.next().filter(|line| !is_tmg && names_line(line).is_some());
    names.map_or(Confidence::No.at(0), |line| confidence(rest).at(head.offset(line)))
}

/// Returns the confidence by the lines below the names.
fn confidence<'a>(mut rest: impl Iterator<Item = &'a str>) -> Confidence {
    while let Some(line) = rest.next() {
        if let Some((_, behind)) = game_line(line) {
            // The scores may be missing, but match text has no such rows.
            let is_sure = !behind.is_empty() || rest.any(|line| row(line).is_ok());
            return if is_sure { Confidence::Sure } else { Confidence::Likely };
        }
        if !line.contains(':') {
            return Confidence::No;
        }
    }
    Confidence::Likely
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_nearly_anything() {
        assert_eq!(names_line("bob vs. alice"), Some(("bob", "alice")));
        assert_eq!(names_line("x vs.y vs. z"), Some(("x vs.y", "z")));
        assert_eq!(names_line("bob vs."), Some(("bob", "")));
        assert_eq!(names_line("bob and alice"), None);
        assert_eq!(names_line("  bob  vs. alice  "), Some(("bob", "alice")));
    }

    #[test]
    fn two_names_above_a_first_game_begin_another_match() {
        for options in ["", "\nELO: 1500 10 1600 20\n"] {
            let one = format!("a vs. b\n{options}Game 1.0-0/5\n\n1\t31:\n");
            assert_eq!(cut(&[&one[..], &one].concat()), [0..one.len(), one.len()..2 * one.len()]);
            let chat = one.replace("\n\n1", "\na vs. c\nGame 2.0-1/5\n\n1");
            assert_eq!(cut(&chat).len(), 1);
        }
    }

    #[test]
    fn a_heading_without_a_score_says_nothing_of_the_length() {
        let text = "a vs. b\nGame 1\n\n1\t31:\n1\t31: 8/5, 6/5\na wins 1 point.\n\nGame 2.1-0/5\n\n1\t31:\n";
        let record = crate::open("a.sgg", text.as_bytes().to_vec()).expect("a record").remove(0);
        assert_eq!((record.replayed.rules.length, record.replayed.games.len()), (5, 2));
    }

    #[test]
    fn a_heading_without_a_score_is_told_from_match_text() {
        let name = |text: &str| crate::formats::detect(text.as_bytes(), None).map(|format| format.name);
        assert_eq!(name("a vs. b\nCrawford: Yes\nGame 1\n\n1\t31:\n1\t31: 8/5, 6/5\n"), Some("sgg"));
        assert_eq!(name("a vs. b\n\n Game 1\n a : 0          b : 0\n  1) 31: 8/5 6/5\n"), Some("mat"));
    }

    #[test]
    fn a_player_of_another_format_may_be_called_like_a_pair() {
        let head = "Player1: 1 a vs. b 0\nPlayer2: 2 c 0\nLength: 3\n\nGame 1: 0-0\n 1 1 31: 8/5 6/5\n";
        let found = crate::formats::detect(head.as_bytes(), None);
        assert_eq!(found.map(|format| format.name), Some("tmg"));
    }
}
