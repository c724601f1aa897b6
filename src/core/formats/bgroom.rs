//! `BGRoom`. Read only, as far as its grammar is known.
//!
//! ```text
//! BGF version 1.2
//! Game 1 - anna (X) vs. bert (0)
//! Single game
//! 1. X: 31 8/5 6/5
//! 2. 0: 52 13/8 24/22
//! ```
//!
//! ```text
//! game = "game " [ number ] " - " name mark " vs. " name mark      ; mark: " (X)" and " (0)", in either order
//! row  = number "." ( "X:" / "0:" ) ( dice [ play ] / words )
//! ```
//!
//! No real file was at hand: the grammar is what GNU Backgammon's importer requires before it crashes. X is
//! [`Side::Zero`]; the other player's mark is the digit 0.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("small.txt", std::fs::read("testdata/bgroom/valid/small.txt")?)?;
//! assert_eq!(matches[0].format.name, "bgroom");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::draft::Draft;
use super::row_count::RowCount;
use super::words::{Parsed as Text, find_word, lines, number, strip_word, whole};
use super::{Format, markup};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile};
use crate::game::record::{GameRecord, MatchRecord, Property, Written};
use crate::notation::play::PlayOptions;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_until};
use nom::character::complete::{char, digit0, digit1, space0};
use nom::combinator::{map_opt, rest, value};
use nom::sequence::{delimited, preceded, terminated};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "bgroom",
    title: "BGRoom",
    page: "bgroom",
    sniff: |head| head.sure_if(|line| strip_word(line, MAGIC).is_some()),
    parse: Some(|source| markup::read(source, Code::RecordUnknown, parse)),
    ..Format::TEXT
};

/// The first line, up to the version.
const MAGIC: &str = "BGF version ";

/// Reads the record of one match.
fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source) };
    for line in lines(source.text()) {
        reader.line(line.trim());
    }
    reader.draft.finish("there is no line `Game 1 - name (X) vs. name (0)`")
}

struct Reader<'a> {
    draft: Draft<'a>,
}

/// Reads `game`: the number and the names of X and of the other player.
fn game_line(line: &str) -> Option<(&str, [&str; 2])> {
    let number = delimited(tag_no_case("game "), digit0, (space0, tag("- ")));
    whole((number, map_opt((terminated(take_until(" vs. "), tag(" vs. ")), rest), in_order)), line)
}

/// Returns the names of X and of the other player, without their marks.
fn in_order<'a>((first, second): (&'a str, &'a str)) -> Option<[&'a str; 2]> {
    let without = |name: &'a str, mark: &str| {
        let name = name.trim().strip_suffix(mark)?;
        name.ends_with([' ', '\t']).then(|| name.trim())
    };
    let marked = |x: &'a str, o: &'a str| Some([without(x, "(X)")?, without(o, "(0)")?]);
    marked(first, second).or_else(|| marked(second, first))
}

/// Reads `row`: the number, the side, and the action.
fn row(line: &str) -> Text<'_, (&str, Side, &str)> {
    let side = alt((value(Side::Zero, tag("X:")), value(Side::One, tag("0:"))));
    (terminated(digit1, char('.')), preceded(space0, side), rest).parse(line)
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        if line.is_empty() || strip_word(line, MAGIC).is_some() {
            return;
        }
        if let Some((digits, names)) = game_line(line) {
            let players = names.map(|name| Some(self.draft.player(name, None)));
            self.draft.begin(GameRecord {
                number: number(digits).map(|number| self.draft.at(number, digits)),
                heading: self.draft.place(line),
                players: BySide(players),
                ..GameRecord::default()
            });
        } else if let (Some(rest), None) = (strip_word(line, "match"), &self.draft.game) {
            let rest = rest.trim_start_matches([' ', ':', '-']).trim_start_matches("length");
            self.draft.length(rest.trim_matches([' ', ':']));
        } else if strip_word(line, "single").is_some() && self.draft.game.is_some() {
            // Its meaning isn't known; it is kept.
            let values = self.draft.at(vec![line.to_owned()], line);
            if let Some(game) = &mut self.draft.game {
                let property = Property { key: "bgroom:kind".to_owned(), values };
                game.notes.get_or_insert_default().properties = vec![property];
            }
        } else if !self.row(line) {
            self.draft.unknown(line, "a row is `1. X: 31 8/5 6/5`");
        }
    }

    fn row(&mut self, line: &'a str) -> bool {
        if self.draft.game.is_none() {
            return false;
        }
        let Ok((_, (digits, side, what))) = row(line) else { return false };
        self.draft.count_row(RowCount::next, digits);
        let written = self.what(what.trim());
        // Copies of a row differ in their numbers.
        let action = line[digits.len() + 1..].trim_start();
        self.draft.push(Some(side), number(digits), action, written);
        true
    }

    fn what(&mut self, what: &'a str) -> Written {
        let text = what.trim_start_matches('(');
        let (inside, play) = text.split_once([' ', ':', ')']).unwrap_or((text, ""));
        let play = play.trim_start_matches([' ', ':', ')']);
        let turn = self.draft.turn(inside, play, PlayOptions::DASHED);
        if let Some(written) = turn.or_else(|| self.draft.action(what)) {
            return written;
        }
        if strip_word(what, "win").is_some() {
            let points = find_word(what, " point").and_then(|end| {
                let at = what[..end].rfind(' ').map_or(0, |at| at + 1);
                self.draft.points(&what[at..])
            });
            return Written::Wins { points, and_match: None };
        }
        self.draft.report(Code::RecordSyntax, what, "a row holds dice and a play, or a cube action");
        Written::Unreadable
    }
}
