//! `BGRoom`. It is only read, and only as far as its grammar could be found out.
//!
//! ```text
//! BGF version 1.2
//! Game 1 - anna (X) vs. bert (0)
//! Single game
//! 1. X: 31 8/5 6/5
//! 2. 0: 52 13/8 24/22
//! ```
//!
//! No real file was at hand: what stands here is what GNU Backgammon's importer asks for before it
//! crashes. X is [`Side::Zero`]; the other player's mark is the digit 0.

use super::draft::{Draft, cannot_move, dice, find_word, leading_number, lines, number, strip_word};
use super::{Confidence, Content, Format, Head, Matches};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile};
use crate::game::record::{Cell, CubeWord, GameRecord, MatchRecord, Notes, Property, Written};
use crate::notation::play::PlayOptions;

/// The row of the table.
pub const FORMAT: Format = Format {
    name: "bgroom",
    title: "BGRoom",
    page: "bgroom",
    extensions: &[],
    content: Content::Text,
    matches: Matches::One,
    sniff,
    parse: Some(parse),
    writer: None,
};

/// The first line, up to the version.
const MAGIC: &str = "BGF version ";

/// Tells how much the beginning of a text looks like it.
fn sniff(head: Head<'_>) -> Confidence {
    if strip_word(head.text, MAGIC).is_some() { Confidence::Sure } else { Confidence::No }
}

/// Reads the record of one match.
///
/// Total: any text gives a record. Findings are about the notation only.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source) };
    for line in lines(source.text()) {
        reader.line(line.trim());
    }
    reader.draft.finish("there is no line `Game 1 - name (X) vs. name (0)`")
}

struct Reader<'a> {
    draft: Draft<'a>,
}

/// `Game 1 - anna (X) vs. bert (0)`: the number and the names of X and of the other player.
fn game_line(line: &str) -> Option<(&str, [&str; 2])> {
    let (digits, rest) = leading_number(strip_word(line, "game ")?);
    let (first, second) = rest.trim_start().strip_prefix("- ")?.split_once(" vs. ")?;
    if let (Some(x), Some(o)) = (first.strip_suffix(" (X)"), second.strip_suffix(" (0)")) {
        return Some((digits, [x, o]));
    }
    Some((digits, [second.strip_suffix(" (X)")?, first.strip_suffix(" (0)")?]))
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
            self.draft.length(
                rest.trim_start_matches([' ', ':', '-'])
                    .trim_start_matches("length")
                    .trim_matches([' ', ':']),
            );
        } else if strip_word(line, "single").is_some() && self.draft.game.is_some() {
            // What it is about isn't known; it is kept.
            let values = self.draft.at(vec![line.to_owned()], line);
            if let Some(game) = &mut self.draft.game {
                let property = Property { key: "bgroom:kind".to_owned(), values };
                game.notes = Some(Box::new(Notes { properties: vec![property], ..Notes::default() }));
            }
        } else if !self.row(line) {
            self.draft.unknown(line, "a row is `1. X: 31 8/5 6/5`");
        }
    }

    /// `1. X: 31 8/5 6/5`
    fn row(&mut self, line: &'a str) -> bool {
        let (digits, rest) = leading_number(line);
        let Some(rest) = rest.strip_prefix('.').filter(|_| self.draft.game.is_some()) else { return false };
        let rest = rest.trim_start();
        let (side, what) = match (rest.strip_prefix("X:"), rest.strip_prefix("0:")) {
            (Some(what), _) => (Side::Zero, what.trim()),
            (_, Some(what)) => (Side::One, what.trim()),
            _ => return false,
        };
        let Some(row) = number(digits) else { return false };
        let written = self.what(what);
        self.draft.push(Some(side), Some(row), line, written);
        true
    }

    fn what(&mut self, what: &'a str) -> Written {
        let text = what.trim_start_matches('(');
        let (inside, play) = text.split_once([' ', ':', ')']).unwrap_or((text, ""));
        if let Some(digits) = dice(inside) {
            let roll = self.draft.roll(digits, inside);
            let cell = match play.trim_start_matches([' ', ':', ')']) {
                "" => Cell::Empty,
                words if cannot_move(words) => Cell::CannotMove(self.draft.place(words)),
                play => self.draft.play(play, PlayOptions::DASHED),
            };
            return Written::Turn { roll, cell };
        }
        let is = |word: &str| strip_word(what, word).is_some();
        match () {
            () if is("double") || is("redouble") => Written::Cube { word: CubeWord::Double, value: None },
            () if is("beaver") => Written::Cube { word: CubeWord::Beaver, value: None },
            () if is("take") || is("accept") => Written::Take,
            () if is("drop") || is("pass") || is("reject") => Written::Pass,
            () if is("resign") => Written::Resign,
            () if is("win") => {
                let at = find_word(what, " point").map_or("", |end| {
                    let before = &what[..end];
                    &before[before.rfind(' ').map_or(0, |at| at + 1)..]
                });
                Written::Wins { points: number(at).map(|points| self.draft.at(points, at)), and_match: None }
            }
            () => {
                self.draft.report(Code::RecordSyntax, what, "a row holds dice and a play, or a cube action");
                Written::Unreadable
            }
        }
    }
}
