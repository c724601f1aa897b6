//! The cells of match text as GNU Backgammon finds them: by columns, whatever stands in them.
//!
//! A line has two cells. If it has two colons, the right cell begins two characters before the second one; else it
//! begins after the first two blanks in a row from column 15 on. A row's number ends at the first closing bracket. In a
//! line without a colon of at most 15 characters GNU Backgammon looks for no right cell: it reads again, in the same
//! place, what is left of that of an earlier line.
//!
//! Found out by letting it read text in which a cell was moved column by column.

use super::line;
use crate::board::{BySide, Side};
use crate::diag::{SourceFile, Span};
use crate::game::record::{
    Cell, CubeWord, Entry, GameRecord, PlayerScore, Setup, Spanned, Written, WrittenRoll,
};
use crate::notation::play::{self, PlayOptions};
use std::ops::Range;

/// The first column in which two blanks separate the cells.
const BLANKS: usize = 15;

/// Returns the entries of each game of match text as GNU Backgammon finds them, by columns; a cell that it doesn't know
/// is unreadable. `None` for a game with a comment, after which it would exchange the players.
#[must_use]
pub fn entries(source: &SourceFile) -> Vec<Option<Vec<Entry>>> {
    let mut games = Vec::new();
    let mut lines = Lines::default();
    let mut has_names = true;
    let mut start = 0;
    for with_end in source.text().as_bytes().split_inclusive(|&byte| byte == b'\n') {
        let text = without_end(with_end);
        if line::heading(text).is_some() {
            games.push(Some(Vec::new()));
            (lines, has_names) = (Lines::default(), false);
        } else if let Some(game) = games.last_mut()
            && !text.trim_ascii().is_empty()
            && std::mem::replace(&mut has_names, true)
        {
            let cells = lines.cells(start, text);
            if text.trim_ascii_start().starts_with(b";") {
                *game = None;
            } else if let Some(entries) = game {
                for (side, cell) in cells {
                    lines.read(side, cell, entries);
                }
            }
        }
        start += with_end.len();
    }
    games
}

/// Returns the games of a .gam file as GNU Backgammon finds them: each begins with a line of two names and ends with a
/// result, whatever comes then. All get the names of the last one. `None` if a name isn't text.
#[must_use]
pub fn games(source: &SourceFile) -> Option<Vec<GameRecord>> {
    let mut games: Vec<GameRecord> = Vec::new();
    let mut names = BySide::<Spanned<String>>::default();
    let mut lines = Lines::default();
    let mut is_open = false;
    let mut start = 0;
    for with_end in source.text().as_bytes().split_inclusive(|&byte| byte == b'\n') {
        let text = without_end(with_end);
        if let (true, Some(game)) = (is_open, games.last_mut()) {
            let before = game.entries.len();
            for (side, cell) in lines.cells(start, text) {
                lines.read(side, cell, &mut game.entries);
            }
            is_open =
                !game.entries[before..].iter().any(|entry| matches!(entry.written, Written::Wins { .. }));
        } else if !text.trim_ascii().is_empty() {
            let words = std::str::from_utf8(text).ok()?.split_ascii_whitespace();
            for (side, word) in Side::ALL.into_iter().zip(words) {
                names[side] = Spanned::new(word.to_owned(), Span::new(start, start + text.len()));
            }
            games.push(GameRecord::default());
            (lines, is_open) = (Lines::default(), true);
        }
        start += with_end.len();
    }
    for game in &mut games {
        game.players = names.clone().map(|name| Some(PlayerScore { name, rating: None, score: None }));
    }
    Some(games)
}

/// Removes the end of a line.
fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The line that is read, and what is left of lines before it.
#[derive(Default)]
struct Lines {
    /// The bytes; a zero ends a line.
    bytes: Vec<u8>,
    /// The place of each byte in the source.
    places: Vec<usize>,
    /// Where the last right cell began.
    right: Option<usize>,
}

impl Lines {
    /// Takes a line that begins at `start`, and finds its cells.
    fn cells(&mut self, start: usize, text: &[u8]) -> [(Side, Range<usize>); 2] {
        let end = text.len();
        if self.bytes.len() <= end {
            self.bytes.resize(end + 1, 0);
            self.places.resize(end + 1, 0);
        }
        self.bytes[..end].copy_from_slice(text);
        self.bytes[end] = 0;
        for (place, from) in self.places.iter_mut().zip(start..=start + end) {
            *place = from;
        }
        let colon = text.iter().position(|&byte| byte == b':');
        let second = colon.and_then(|colon| {
            let more = text[colon + 1..].iter().position(|&byte| byte == b':')?;
            (more > 2).then_some(colon + more - 1)
        });
        if second.is_some() {
            self.right = second;
        } else if end > BLANKS {
            let blanks = text[BLANKS..].windows(2).position(|two| two == b"  ");
            self.right = blanks.map(|at| BLANKS + at);
        } else if colon.is_some() {
            self.right = None;
        }
        let from = self.right.unwrap_or(end).min(self.bytes.len());
        let right =
            self.bytes[from..].iter().position(|&byte| byte == 0).map_or(from..from, |len| from..from + len);
        let left = 0..from.min(end);
        let number = text[left.clone()].iter().position(|&byte| byte == b')').map_or(0, |at| at + 1);
        [(Side::Zero, number..left.end), (Side::One, right)]
    }

    /// Reads a cell.
    fn read(&self, side: Side, cell: Range<usize>, entries: &mut Vec<Entry>) {
        let trimmed = self.bytes[cell.clone()].trim_ascii_start();
        let from = cell.end - trimmed.len();
        let text = trimmed.trim_ascii_end();
        if text.is_empty() {
            return;
        }
        let start = self.places[from];
        let span = Span::new(start, start + text.len());
        let read = written(text, start).unwrap_or_else(|| vec![Written::Unreadable]);
        entries.extend(read.into_iter().map(|written| Entry::new(Some(side), span, written)));
    }
}

/// Reads the text of a cell. `None` if GNU Backgammon doesn't know it.
fn written(text: &[u8], start: usize) -> Option<Vec<Written>> {
    let span = |range: Range<usize>| Span::new(start + range.start, start + range.end);
    if let [first @ b'0'..=b'9', second @ b'0'..=b'9', b':', rest @ ..] = text {
        let roll = WrittenRoll { digits: [*first, *second], span: span(0..2) };
        roll.roll()?;
        let bare = rest.trim_ascii_start();
        if let Some(position) = bare.strip_prefix(b"Illegal play (") {
            let setup = position_of(position, span(0..text.len()))?;
            return Some(vec![Written::Turn { roll, cell: Cell::Empty }, Written::Set(Box::new(setup))]);
        }
        let from = start + text.len() - bare.len();
        let cell = match bare {
            b"" | b"????" => Cell::Empty,
            _ if bare.eq_ignore_ascii_case(b"cannot move") => Cell::CannotMove(span(0..text.len())),
            _ => Cell::Play(play::parse(bare, from as u32, PlayOptions::RECORD).ok()?),
        };
        return Some(vec![Written::Turn { roll, cell }]);
    }
    let words = std::str::from_utf8(text).ok()?;
    let number = words.split_ascii_whitespace().find_map(|word| word.parse().ok());
    let value = number.map(|number| Spanned::new(number, span(0..text.len())));
    let begins = |with: &str| words.get(..with.len()).is_some_and(|word| word.eq_ignore_ascii_case(with));
    let known = [
        ("double", Written::Cube { word: CubeWord::Double, value }),
        ("beaver", Written::Cube { word: CubeWord::Beaver, value }),
        ("raccoon", Written::Cube { word: CubeWord::Raccoon, value }),
        ("take", Written::Take),
        ("drop", Written::Pass),
        ("win", Written::Wins { points: value, and_match: None }),
    ];
    if begins("resign") {
        return Some(Vec::new());
    }
    known.into_iter().find(|(word, _)| begins(word)).map(|(_, written)| vec![written])
}

/// Reads Snowie's position of an illegal play: if its fifth field is 1, the checkers are seen by player 0, else by
/// player 1.
fn position_of(text: &[u8], span: Span) -> Option<Setup> {
    let fields: Vec<&str> = std::str::from_utf8(text).ok()?.split(';').collect();
    let mut lanes = [0_i8; 26];
    for (lane, field) in lanes.iter_mut().zip(fields.get(12..38)?) {
        *lane = field.parse().ok()?;
    }
    if fields[4] != "1" {
        lanes.reverse();
        lanes = lanes.map(i8::wrapping_neg);
    }
    Some(Setup { span, board: Some(lanes), ..Setup::default() })
}

#[cfg(test)]
mod tests {
    use super::entries;
    use crate::board::Side;
    use crate::diag::SourceFile;
    use crate::game::record::Written;

    /// Returns the sides of the cells of lines: capitals for results, `=` for positions.
    fn sides(lines: &str) -> String {
        let text = format!(" 5 point match\n\n Game 1\n A : 0      B : 0\n{lines}\n");
        let source = SourceFile::decode("a.mat", text.as_bytes()).expect("small");
        let [Some(game)] = &entries(&source)[..] else { panic!("not one game") };
        let side = |side| if side == Some(Side::Zero) { 'l' } else { 'r' };
        let letter = |written: &Written, side: char| match written {
            Written::Wins { .. } => side.to_ascii_uppercase(),
            Written::Set(_) => '=',
            _ => side,
        };
        game.iter().map(|entry| letter(&entry.written, side(entry.side))).collect()
    }

    #[test]
    fn a_cell_from_column_17_on_is_a_right_one() {
        for column in 5..30 {
            let said = if column < 17 { "l" } else { "r" };
            assert_eq!(sides(&format!("  1){:1$}31: 8/5 6/5", "", column - 4)), said, "{column}");
        }
        assert_eq!(sides("  1) 31: 8/5 6/5  Doubles => 2"), "lr");
    }

    #[test]
    fn a_second_colon_begins_a_right_cell() {
        assert_eq!(sides("  1) 31: 65: 24/13"), "lr");
        assert_eq!(sides("31:       65: 24/13"), "lr");
    }

    #[test]
    fn a_short_line_of_words_repeats_the_right_cell_before_it() {
        let row = "  1) 31: 8/5 6/5              65: 24/13";
        assert_eq!(sides(&format!("{row}\n Doubles => 2")), "lrlr");
        assert_eq!(sides(&format!("{row}\n\n  2) 64:")), "lrl");
        assert_eq!(sides(&format!("{row}\n      Wins 1 point\n\n Takes")), "lrLl");
        assert_eq!(sides(&format!("{row}\n{:34}Wins 1 point\n\n Takes", "")), "lrRlR");
    }

    #[test]
    fn a_position_that_is_set_belongs_to_dice() {
        let position = format!("Illegal play (0;1;0;1;1;A;B;0;0;0;1;0;{}0;0;)", "0;".repeat(26));
        assert_eq!(sides(&format!("{position}\n  1) 31: {position} {position} 65: 24/13")), "l=r");
    }
}
