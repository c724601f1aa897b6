//! `TrueMoneyGames`: `.tmg`.
//!
//! ```text
//! MatchID: 123
//! Player1: 1 bob 1500.0
//! Player2: 2 alice 1600.5
//! Crawford: 1
//! Cube: 1
//! Length: 5
//! Variant: 1
//! Game 1: 0-0
//!  1 1 31:
//!  1 4 8/5 6/5
//!  -1 1 64:
//!  -1 4 24/18 18/14
//!  2 5 Double to 2
//!  -2 10 Pass
//!  2 14 1 bob wins 1 point
//! ```
//!
//! A line of a game contains the number of the move, negative for player 2, the kind of action, and a text. Player 1 is
//! [`Side::Zero`]. (In GNU Backgammon it becomes player 1 too.) All points are in the mover's numbering.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("resignations.tmg", std::fs::read("testdata/tmg/valid/resignations.tmg")?)?;
//! assert_eq!(matches[0].format.name, "tmg");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use super::inventory::{GAMES, Kind, holds};
use super::words::{self, Parsed as Text, lines, whole};
use super::{Confidence, Content, Format, Head, Matches, Write, Writer, markup};
use crate::board::Side;
use crate::diag::Code;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, digit0, digit1, one_of, space0, u32};
use nom::combinator::{map, not, opt};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use std::ops::Range;

/// The kinds of items that the format can express.
const HOLDS: &[Kind] = holds!(GAMES; GameNumber Rating Date MatchId CubeUse CubeLimit Cause);

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "tmg",
    title: "TrueMoneyGames",
    page: "tmg",
    extensions: &["tmg"],
    content: Content::Text,
    matches: Matches::Cut(cut),
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, read::parse)),
    writer: Some(Writer { write: Write::Plain(write::write), reads_back: true, holds: HOLDS }),
};

/// The kinds of actions, by their numbers.
mod kind {
    pub(super) const ROLL: u32 = 1;
    pub(super) const AUTOMATIC_DOUBLE: u32 = 2;
    pub(super) const PLAY: u32 = 4;
    pub(super) const DOUBLE: u32 = 5;
    pub(super) const TAKE: u32 = 7;
    pub(super) const BEAVER: u32 = 8;
    pub(super) const PASS: u32 = 10;
    pub(super) const WINS_SINGLE: u32 = 14;
    pub(super) const WINS_GAMMON: u32 = 15;
    pub(super) const WINS_BACKGAMMON: u32 = 16;
    pub(super) const TIME_OUT: u32 = 17;
    pub(super) const TABLE_STAKE: u32 = 19;
    pub(super) const TIME_OUT_TOO: u32 = 22;
}

/// The signs in place of the colon of a heading.
const SIGNS: &str = ";.,";

/// Reads `Game 1: 0-0`: the number and the scores, which may be missing. Another sign than the colon is a slip.
fn game_line(line: &str) -> Option<(&str, Option<[&str; 2]>)> {
    let sign = opt(preceded(space0, alt((char(':'), one_of(SIGNS)))));
    let number = delimited((tag_no_case("game "), space0), digit0, sign);
    let score = || delimited(space0, digit1, space0);
    let scores = separated_pair(score(), char('-'), score());
    whole((number, opt(map(scores, |(first, second)| [first, second]))), line.trim())
}

/// Cuts a text into matches: after a game, `MatchID` or `Player1` begins another one.
fn cut(text: &str) -> Vec<Range<usize>> {
    let mut has_game = false;
    words::cut(text, |line, _| {
        let key = line.split_once(':').map_or("", |(key, _)| key.trim());
        let begins = has_game && ["MatchID", "Player1"].iter().any(|head| key.eq_ignore_ascii_case(head));
        has_game = !begins && (has_game || game_line(line.trim()).is_some());
        begins
    })
}

/// The content of a line of a game.
struct Row<'a> {
    side: Side,
    number: u32,
    /// The kind of action.
    kind: u32,
    text: &'a str,
}

/// Reads `-2 10 Pass`: the number of the move, negative for the second player, the kind of action, the text. A point is
/// no kind, as in `1 8/5`.
fn row(line: &str) -> Text<'_, Row<'_>> {
    let side = map(opt(char('-')), |minus| if minus.is_some() { Side::One } else { Side::Zero });
    let kind = terminated(u32, not(char('/')));
    let (rest, (side, number, kind)) = (side, u32, preceded(space0, kind)).parse(line)?;
    Ok(("", Row { side, number, kind, text: rest.trim() }))
}

/// Returns the evidence that a text is in this format, from its beginning.
fn sniff(head: Head<'_>) -> super::Evidence {
    const KEYS: [&str; 8] =
        ["MatchID", "Player1", "Player2", "Length", "Variant", "Jacoby", "Crawford", "Cube"];
    let (mut known, mut at) = (0, 0);
    for line in lines(head.text).map(str::trim).filter(|line| !line.is_empty()) {
        if game_line(line).is_some() {
            let confidence = if known > 1 { Confidence::Sure } else { Confidence::No };
            return confidence.at(at);
        }
        let Some((key, _)) = line.split_once(':') else { return Confidence::No.at(0) };
        if KEYS.contains(&key.trim_end()) {
            at = if known == 0 { head.offset(line) } else { at };
            known += 1;
        }
    }
    let confidence = if known > 3 { Confidence::Likely } else { Confidence::No };
    confidence.at(at)
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::diag::{Code, Severity};

    #[test]
    fn one_damaged_heading_hides_no_other() {
        let head = "Player1: 1 bob 0  \nPlayer2: 2 alice 1600.5  \nLength: 5\n";
        let game = |heading: &str| format!("{heading}\n 1 1 31:\n 1 4 8/5 6/5\n 2 14 1 bob wins 1 point\n");
        for heading in ["Game 1", "Game 1:", "Game 1 0-0"] {
            let text = [head, &game(heading), &game("Game 2: 1-0")].concat();
            let opened = crate::open("a.tmg", text.into_bytes()).expect("a record").remove(0);
            assert_eq!((opened.format.name, opened.replayed.games.len()), ("tmg", 2), "{heading}");
            assert_eq!(opened.replayed.name(0, crate::board::Side::Zero), "bob");
            let is_told = opened.findings.iter().any(|finding| finding.code == Code::RecordSyntax);
            assert_eq!(is_told, heading != "Game 1 0-0", "{heading}");
        }
    }

    #[test]
    fn an_empty_name_is_no_missing_line() {
        let text = |line: &str| {
            format!(
                "Player1: 1 berta 0\n{line}Length: 5\nGame 1: 0-0\n 1 1 31:\n 1 4 8/5 6/5\n 2 14 1 berta wins 1 point\n"
            )
        };
        for (line, is_missing) in
            [("Player2: 2  0\n", false), ("Player2: 2  1500.5\n", false), ("Player2: 2\n", true), ("", true)]
        {
            let opened = crate::open("a.tmg", text(line).into_bytes()).expect("a record").remove(0);
            assert_eq!(opened.replayed.name(0, crate::board::Side::One), "");
            let is_told = opened.findings.iter().any(|finding| finding.code == Code::RecordValue);
            assert_eq!(is_told, is_missing, "{line}: {:#?}", opened.findings);
        }
    }

    #[test]
    fn a_slip_in_a_heading_or_a_rating_is_one_finding() {
        let text = "Player1: 1 berta 0\nPlayer2: 2 O 0\nLength: 5\n\nGame 1: 0-0\n 1 1 31:\n 1 4 8/5 6/5\n \
                    2 14 1 berta wins 1 point\n\nGame 2: 1-0\n 1 1 31:\n 1 4 8/5 6/5\n 2 14 1 berta wins 1 point\n";
        let found = |from: &str, to: &str| {
            let wrong = text.replacen(from, to, 1);
            let opened = crate::open("a.tmg", wrong.into_bytes()).expect("a record").remove(0);
            assert_eq!(opened.replayed.games.len(), 2, "{to}");
            assert_eq!(opened.replayed.name(0, crate::board::Side::Zero), "berta", "{to}");
            let findings = opened.findings.iter().filter(|finding| finding.severity > Severity::Note);
            findings.map(|finding| finding.code).collect::<Vec<_>>()
        };
        assert_eq!(found("2 O 0", "2 O 0"), []);
        for sign in [";", ".", ","] {
            assert_eq!(found("Game 2:", &format!("Game 2{sign}")), [Code::RecordUnknown], "{sign}");
        }
        assert_eq!(found("Game 2:", "Game 2 :"), []);
        assert_eq!(found("berta 0", "berta O"), [Code::RecordValue]);
        assert_eq!(found("berta 0", "berta l5OO.5"), [Code::RecordValue]);
    }

    #[test]
    fn another_head_begins_another_match() {
        let one = "MatchID: 1\nPlayer1: 1 a 0\nPlayer2: 2 b 0\nLength: 3\nGame 1: 0-0\n 1 1 31:\n";
        assert_eq!(cut(one).len(), 1);
        assert_eq!(cut(&[one, one].concat()), [0..one.len(), one.len()..2 * one.len()]);
        assert_eq!(cut("").len(), 1);
    }
}
