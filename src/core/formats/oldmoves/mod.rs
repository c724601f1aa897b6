//! The answers of FIBS, the First Internet Backgammon Server, to its command `oldmoves`.
//!
//! ```text
//! Score is 0-0 in a 5 point match.
//! bob is X - alice is O
//! X: (3 1) 8-5 6-5
//! O: (5 2) 12-17 1-3
//! X: doubles
//! O: rejects
//! X: wins 1 point
//! ```
//!
//! The player X of the first game is [`Side::Zero`](crate::board::Side::Zero), as in GNU Backgammon. Both players use
//! the same numbering, so one of them moves upwards; the steps of each game show which one.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("seven-points.txt", std::fs::read("testdata/oldmoves/valid/seven-points.txt")?)?;
//! assert_eq!(matches[0].format.name, "oldmoves");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use super::inventory::{GAMES, Kind, holds};
use super::words::{Parsed as Text, find_word, is_next_score, lines, number, strip_word, without_preface};
use super::{Confidence, Format, Head, Matches, Write, Writer, markup};
use crate::diag::Code;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take, take_till};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{map, opt, recognize, rest};
use nom::sequence::{delimited, separated_pair};
use std::ops::Range;

/// The kinds of items that the format can express.
const HOLDS: &[Kind] = holds!(GAMES; CubeUse CubeLimit RefusedResignation);

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "oldmoves",
    title: "FIBS: the answer to the command `oldmoves`",
    page: "oldmoves",
    matches: Matches::Cut(cut),
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, read::parse)),
    writer: Some(Writer { write: Write::Plain(write::write), reads_back: true, holds: HOLDS }),
    ..Format::TEXT
};

/// The line that begins a game.
struct ScoreLine<'a> {
    scores: [&'a str; 2],
    /// The length; `None` in an unlimited match.
    length: Option<&'a str>,
    /// The value for the length.
    length_words: &'a str,
}

/// Reads `"Score is " score "-" score " in a" ( " " length " point" / "n unlimited" / " money" ) …`.
fn score_line(line: &str) -> Option<ScoreLine<'_>> {
    fn scores(input: &str) -> Text<'_, [&str; 2]> {
        let (x, o) = (take_till(|c| c == '-' || c == ' '), take_till(|c| c == ' '));
        let scores = map(separated_pair(x, char('-'), o), |(x, o)| [x, o]);
        let article = (space1, tag_no_case("in a"), opt(tag_no_case("n")), space0);
        delimited((tag_no_case("score is "), space0), scores, article).parse(input)
    }
    fn length(input: &str) -> Text<'_, (&str, Option<&str>)> {
        let at = find_word(input, "point").ok_or(nom::Err::Error(()))?;
        map(take(at), |length: &str| (length.trim(), Some(length.trim()))).parse(input)
    }
    fn money(input: &str) -> Text<'_, (&str, Option<&str>)> {
        let words = recognize((alt((tag_no_case("unlimited"), tag_no_case("money"))), rest));
        map(words, |words: &str| (words.trim_end_matches('.'), None)).parse(input)
    }
    let parsed = (scores, alt((length, money))).parse(line.trim());
    let (_, (scores, (length_words, length))) = parsed.ok()?;
    Some(ScoreLine { scores, length, length_words })
}

/// Reads `bob is X - alice is O`, in either order: the names of X and of O.
fn names_line(line: &str) -> Option<[&str; 2]> {
    let line = line.trim_end_matches([' ', '\t', '.']);
    if let Some(rest) = line.strip_suffix(" is O") {
        let (x, o) = rest.split_once(" is X - ")?;
        return Some([x.trim(), o.trim()]);
    }
    let (o, x) = line.strip_suffix(" is X")?.split_once(" is O - ")?;
    Some([x.trim(), o.trim()])
}

/// Returns `true` if a score follows from the one before by a game.
fn follows(now: [&str; 2], before: [&str; 2]) -> bool {
    let points = |[x, o]: [&str; 2]| Some([number(x)?, number(o)?]);
    points(before).zip(points(now)).is_some_and(|(before, now)| is_next_score(&before, &now))
}

/// Reads `game: 2`: this game at 0-0, or between other players, continues the match.
fn later_game(comment: &str) -> Option<u32> {
    strip_word(comment.trim(), "game: ").and_then(number).filter(|game| *game > 1)
}

/// Splits a text into matches. A new match begins with a game at 0-0, of another length or between other players; an
/// unlimited one at 0-0 after another score; a game of the same length that a line of ours numbers begins none. Where
/// only one name or the length differs and the score continues, that is mistyped.
fn cut(text: &str) -> Vec<Range<usize>> {
    let offset = |line: &str| line.as_ptr().addr() - text.as_ptr().addr();
    let mut pieces = Vec::new();
    let (mut start, mut head) = (0, None);
    let mut is_numbered = false;
    let mut before: Option<(ScoreLine<'_>, Option<[&str; 2]>)> = None;
    let mut last = "";
    let mut rows = lines(text).peekable();
    while let Some(line) = rows.next() {
        let is_comment = line.trim_start().starts_with(';');
        if is_comment {
            head = head.or(Some(offset(line)));
            is_numbered |= line.trim().strip_prefix(';').is_some_and(|text| later_game(text).is_some());
            continue;
        }
        if !line.trim().is_empty() && line.trim() == std::mem::replace(&mut last, line.trim()) {
            // A repeated score line begins no other match.
            continue;
        }
        if let Some(score) = score_line(line) {
            let at = head.unwrap_or_else(|| offset(line));
            let names = rows.peek().and_then(|next| names_line(next));
            if let Some((earlier, players)) = &before {
                let same = |names: [&str; 2]| {
                    players.is_none_or(|known| {
                        let is_alike = known[0] == names[0] || known[1] == names[1];
                        known == names
                            || known == [names[1], names[0]]
                            || (is_alike && follows(score.scores, earlier.scores))
                    })
                };
                // Where the score continues between the same players, the length is mistyped.
                let is_mistyped = score.length.is_some()
                    && earlier.length.is_some()
                    && players.is_some_and(|known| names.is_none_or(|names| names == known))
                    && follows(score.scores, earlier.scores);
                let is_at_start =
                    score.scores == ["0", "0"] && (score.length.is_some() || earlier.scores != ["0", "0"]);
                let is_new = (earlier.length_words != score.length_words && !is_mistyped)
                    || !is_numbered && (is_at_start || !names.is_none_or(same));
                if is_new {
                    pieces.push(start..at);
                    start = at;
                    before = None;
                }
            }
            let players = before.and_then(|(_, players)| players).or(names);
            before = Some((score, players));
        }
        if !line.trim().is_empty() {
            (head, is_numbered) = (None, false);
        }
    }
    pieces.push(start..text.len());
    pieces
}

/// Returns the evidence that a text is in this format, from its beginning.
fn sniff(head: Head<'_>) -> super::Evidence {
    let mut has_preface = false;
    let mut lines = without_preface(head.text, |line| {
        let begins = score_line(line).is_some();
        has_preface |= !begins && !line.starts_with(';');
        begins
    })
    .skip_while(|line| line.starts_with(';'))
    .peekable();
    let Some(first) = lines.next_if(|line| score_line(line).is_some()) else { return Confidence::No.at(0) };
    let next = lines.find(|line| score_line(line).is_none());
    let is_sure = next.is_some_and(|line| {
        let is_row = || strip_word(line, "x: ").or_else(|| strip_word(line, "o: ")).is_some();
        names_line(line).is_some() || is_row()
    });
    drop(lines);
    let confidence = match (is_sure, has_preface) {
        (true, false) => Confidence::Sure,
        // A log may contain such a line.
        (false, true) => Confidence::No,
        _ => Confidence::Likely,
    };
    confidence.at(head.offset(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;

    #[test]
    fn a_session_begins_at_0_0_after_another_score() {
        let row = |score| format!("Score is {score} in an unlimited match.\nbob is X - alice is O\n\n");
        let text = ["0-0", "0-0", "1-0", "0-0"].map(row).concat();
        let pieces: Vec<usize> =
            cut(&text).into_iter().map(|range| text[range].matches("Score").count()).collect();
        assert_eq!(pieces, [3, 1]);
    }

    #[test]
    fn a_numbered_game_begins_no_match() {
        let game = "Score is 0-0 in a 3 point match.\nbob is X - alice is O\nX: (3 1) 8-5 6-5\n";
        assert_eq!(cut(&format!("{game}\n; game: 2\n{game}\n; game: 3\n; a\n{game}")).len(), 1);
        assert_eq!(cut(&format!("{game}\n; game: 1\n{game}")).len(), 2);
        assert_eq!(cut(&format!("{game}\n; game: 2\nX: wins 1 point\n{game}")).len(), 2);
        let other = game.replace("alice", "carl").replace("bob", "dora");
        assert_eq!(cut(&format!("{game}\n; game: 2\n{other}")).len(), 1);
        assert_eq!(cut(&format!("{game}\n; game: 2\n{}", game.replace("3 point", "5 point"))).len(), 2);
    }

    #[test]
    fn a_text_is_cut_where_a_match_begins() {
        let game = "Score is 0-0 in a 3 point match.\nbob is X - alice is O\nX: (3 1) 8-5 6-5\n";
        let next = "Score is 1-0 in a 3 point match.\nalice is X - bob is O\nX: (3 1) 8-5 6-5\n\n";
        let other = "Score is 1-0 in a 3 point match.\nalice is X - carl is O\n";
        let text = format!("{game}{next}; [Crawford \"Off\"]\n{game}{other}");
        let pieces: Vec<&str> = cut(&text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(
            pieces,
            [&format!("{game}{next}"), &format!("; [Crawford \"Off\"]\n{game}"), &other.to_owned()]
        );
    }

    #[test]
    fn a_mistyped_name_begins_no_match() {
        let game = |score: &str, names: &str| {
            format!("Score is {score} in a 5 point match.\n{names}\nX: (3 1) 8-5 6-5\nX: wins 2 points\n")
        };
        let first = game("0-0", "a is X - b is O");
        assert_eq!(cut(&format!("{first}{}", game("2-0", "a is X - bb is O"))).len(), 1);
        assert_eq!(cut(&format!("{first}{}", game("2-0", "c is X - bb is O"))).len(), 2);
        let longer = game("2-0", "a is X - b is O").replace("5 point", "7 point");
        assert_eq!(cut(&format!("{first}{longer}")).len(), 1);
        assert_eq!(cut(&format!("{first}{}", longer.replace("2-0", "0-0"))).len(), 2);
        assert_eq!(cut(&format!("{first}{}", game("0-0", "a is X - bb is O"))).len(), 2);
        assert_eq!(cut(&format!("Score is 0-0 in a 5 point match.\n{first}")).len(), 1);
    }

    #[test]
    fn a_game_without_names_is_of_the_same_players() {
        let text = "Score is 0-0 in a 3 point match.\na is X - b is O\nX: (3 1) 8-5 6-5\nX: wins 1 point.\n\n\
                    Score is 1-0 in a 3 point match.\nX: (3 1) 8-5 6-5\n";
        let record = crate::open("a", text.as_bytes().to_vec()).expect("a record").remove(0);
        assert_eq!(Side::ALL.map(|side| record.replayed.name(1, side)), ["a", "b"]);
        let codes: Vec<_> = record.findings.iter().map(|finding| finding.code).collect();
        assert!(codes.contains(&crate::diag::Code::RecordSyntax), "{codes:?}");
    }

    #[test]
    fn names_may_hold_anything() {
        assert_eq!(names_line("  bob is X - alice  is O  "), Some(["bob", "alice"]));
        assert_eq!(names_line("a is b is X - c: d is O"), Some(["a is b", "c: d"]));
        assert_eq!(names_line(" is X -  is O"), Some(["", ""]));
        assert_eq!(names_line("alice is O - bob is X"), Some(["bob", "alice"]));
        let text = "Score is 0-0 in a 3 point match.\nO: a is X - X: b is O\nX: (3 1) 8-5 6-5\n";
        let record = crate::open("a", text.as_bytes().to_vec()).expect("a record").remove(0);
        assert!(record.findings.iter().all(|finding| finding.severity == crate::diag::Severity::Note));
        assert_eq!(Side::ALL.map(|side| record.replayed.name(0, side)), ["O: a", "X: b"]);
    }
}
