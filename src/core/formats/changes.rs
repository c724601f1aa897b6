//! Changes of a record's content, as edits of its text: each format writes them in its own notation, and leaves every
//! other byte unchanged.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::diag::SourceFile;
//! use barpoint::formats::{changes, mat};
//!
//! let text = b" 5 point match\n\n Game 1\n ann : 0   bob : 0\n  1) 31: 8/5 6/5   52: 13/8 24/22\n";
//! let source = SourceFile::decode("match.mat", text)?;
//! let record = mat::parse(&source).value;
//! let change = changes::Change::Dice { entry: 1, digits: *b"53" };
//! let edits = changes::edits(&mat::FORMAT, &source, &record, 0, &[change]).expect("dice stand in the text");
//! assert!(source.edited(&edits)?.text().contains("53: 13/8 24/22"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Content, Format, mat, server_edit, sgf};
use crate::board::Side;
use crate::diag::lines::{line_end, line_start};
use crate::diag::{Edit, SourceFile, Span};
use crate::game::record::{Cell, Entry, GameRecord, MatchRecord, PlayerScore, Written, WrittenRoll};
use crate::rules::Leg;
use std::ops::Range;

/// A change of one game of a record. Entries are counted from 0 within the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Other dice.
    Dice {
        /// The entry.
        entry: usize,
        /// The two digits.
        digits: [u8; 2],
    },
    /// Another play after the dice.
    Play {
        /// The entry.
        entry: usize,
        /// The legs, in the order in which they are written.
        legs: Vec<Leg>,
    },
    /// Other words in place of an entry.
    Say {
        /// The entry.
        entry: usize,
        /// The words.
        words: Words,
    },
    /// Another value after an offer of the cube.
    CubeValue {
        /// The entry.
        entry: usize,
        /// The value.
        value: u32,
    },
    /// Other points of a result.
    Points {
        /// The entry.
        entry: usize,
        /// The points.
        points: u32,
    },
    /// The entry becomes the other side's.
    OtherSide {
        /// The entry.
        entry: usize,
    },
    /// Each line of the entry becomes a line of its side, where they contradict each other.
    OwnSide {
        /// The entry.
        entry: usize,
    },
    /// Each of the entries becomes the other side's.
    OtherSides {
        /// The entries.
        entries: Range<usize>,
    },
    /// Entries change places.
    Reorder {
        /// The entries; empty cells among them are dropped.
        entries: Range<usize>,
        /// All entries that aren't empty, in their new order.
        order: Vec<usize>,
    },
    /// Entries are deleted.
    Remove {
        /// The entries.
        entries: Range<usize>,
    },
    /// Entries are inserted.
    Insert {
        /// The entry before which they are inserted; the number of entries for the end.
        before: usize,
        /// Their sides and contents.
        cells: Vec<(Side, Words)>,
    },
    /// The row of an entry gets the next number after the row before.
    RowNumber {
        /// The entry.
        entry: usize,
    },
    /// Another score before the game.
    Score {
        /// The player.
        side: Side,
        /// The points.
        points: u32,
    },
    /// The names at the head of the game change places.
    SwapNames,
    /// Another name at the head of the game.
    Name {
        /// The player.
        side: Side,
        /// The name.
        name: String,
    },
    /// Another number of the game, counted from 1.
    GameNumber(u32),
    /// Whether the game is the Crawford game.
    Crawford(bool),
    /// Another text for a span.
    Text(Edit),
}

impl From<Edit> for Change {
    fn from(edit: Edit) -> Self {
        Self::Text(edit)
    }
}

/// The content of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    /// Dice and a play.
    Turn {
        /// The two digits.
        digits: [u8; 2],
        /// The legs.
        legs: Vec<Leg>,
    },
    /// An offer of the cube at a value.
    Double(u32),
    /// The cube is taken.
    Take,
    /// The cube is passed.
    Pass,
    /// The game is won.
    Wins {
        /// The points.
        points: u32,
        /// Whether the loser resigned.
        is_resigned: bool,
    },
}

/// Returns `true` if a format's records are text, which can be edited.
#[must_use]
pub const fn can_be_edited(format: &Format) -> bool {
    !matches!(format.content, Content::Binary(_)) && format.parse.is_some()
}

/// Returns the edits of the text that make changes in a game, in the order of their places. `None` if the format can't
/// express one of them. The caller has to verify the meaning of the new text by reading it again.
#[must_use]
pub fn edits(
    format: &Format,
    source: &SourceFile,
    record: &MatchRecord,
    game: usize,
    changes: &[Change],
) -> Option<Vec<Edit>> {
    if !can_be_edited(format) || source.is_binary() {
        return None;
    }
    let mut all = Vec::new();
    for change in changes {
        let text = Text { source, record, index: game, game: record.games.get(game)? };
        let own = match format.name {
            "mat" | "gam" | "snowie" | "jellyfish" => mat::edit::edits(&text, change),
            "sgf" => sgf::edit::edits(&text, change),
            "text" | "json" | "jsonl" if is_written_play(&text, change) => mat::edit::edits(&text, change),
            "text" => super::text::edit::edits(&text, change),
            name => server_edit::edits(&text, name, change),
        };
        all.extend(own.or_else(|| plain(&text, change))?);
    }
    all.sort();
    all.dedup();
    all.retain(|edit| source.slice(edit.span) != edit.replacement);
    Some(all.into_iter().map(|edit| trimmed(source, &edit)).collect())
}

/// Returns the edit that puts a comment at a place, if the format has comments: in .mat on a line of its own before it,
/// in SGF in the node of an action that has none.
#[must_use]
pub fn remark(format: &Format, source: &SourceFile, at: u32, words: &str) -> Option<Edit> {
    let text = source.text();
    let before = text.get(..at as usize)?;
    match format.name {
        "mat" => Some(Edit::insert(line_start(text, at), format!("; {words}{}", line_end(text)))),
        "sgf" => {
            let close = at as usize + text.get(at as usize..)?.find(']')? + 1;
            let node = before.rfind(';')?;
            let is_action = text[node + 1..].trim_start().starts_with(['W', 'B']);
            let is_bare = text[close..].trim_start().starts_with([';', '(', ')']);
            let plain = words.replace(['[', ']', '\\'], "");
            (is_action && is_bare).then(|| Edit::insert(close as u32, format!("C[{plain}]")))
        }
        _ => None,
    }
}

/// Returns `true` if a format's actions have lines of their own, or signs between them, as servers write them.
#[must_use]
pub(crate) fn is_server(format: &Format) -> bool {
    server_edit::is_server(format.name)
}

/// Returns `true` if the plays of a side are written in the opponent's numbering in a game.
#[must_use]
pub(crate) fn is_upwards(
    format: &Format,
    source: &SourceFile,
    record: &MatchRecord,
    game: usize,
    side: Side,
) -> bool {
    let text = record.games.get(game).map(|it| Text { source, record, index: game, game: it });
    text.is_some_and(|text| server_edit::is_upwards(&text, format.name, side))
}

/// Returns `true` for a change of a play that is written.
fn is_written_play(text: &Text<'_>, change: &Change) -> bool {
    let Change::Play { entry, .. } = change else { return false };
    text.entry(*entry).is_some_and(|entry| match &entry.written {
        Written::Turn { roll, cell } => !place_of(roll, cell).is_empty(),
        _ => false,
    })
}

/// A game, with its text.
pub(super) struct Text<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) record: &'a MatchRecord,
    pub(super) index: usize,
    pub(super) game: &'a GameRecord,
}

impl Text<'_> {
    pub(super) fn entry(&self, index: usize) -> Option<&Entry> {
        self.game.entries.get(index)
    }

    /// Returns the end of the game's text.
    pub(super) fn end(&self) -> usize {
        let next = self.record.games.get(self.index + 1);
        next.map_or(self.source.text().len(), |next| next.heading.start as usize)
    }
}

/// Writes a change whose text is a single token in every notation: digits, numbers, names.
fn plain(text: &Text<'_>, change: &Change) -> Option<Vec<Edit>> {
    let source = text.source;
    // The text there must be what was read; otherwise the format writes it in another way.
    let number = |span: Span, was: u32, now: u32| {
        (source.slice(span).trim() == was.to_string()).then(|| vec![Edit::new(span, now.to_string())])
    };
    match change {
        Change::Dice { entry, digits } => {
            let Written::Turn { roll, .. } = &text.entry(*entry)?.written else { return None };
            let same = source.slice(roll.span).as_bytes() == roll.digits;
            same.then(|| vec![Edit::new(roll.span, String::from_utf8_lossy(digits))])
        }
        Change::CubeValue { entry, value } => {
            let Written::Cube { value: Some(was), .. } = &text.entry(*entry)?.written else { return None };
            number(was.span, was.value, *value)
        }
        Change::Points { entry, points } => match &text.entry(*entry)?.written {
            Written::Wins { points: Some(was), .. } | Written::Losses { points: Some(was), .. } => {
                let mut edits = number(was.span, was.value, *points)?;
                edits.extend(unit(source, was.span, was.value, *points));
                let after = Span { start: was.span.end, end: text.entry(*entry)?.span.end };
                edits.extend(in_words(source, after, *points).into_iter().flatten());
                Some(edits)
            }
            _ => None,
        },
        Change::Score { side, points } => {
            let was = text.game.players[*side].as_ref()?.score?;
            (source.slice(was.span).trim() == was.value.to_string())
                .then(|| vec![Edit::new(was.span, points.to_string())])
        }
        Change::OtherSide { entry } => {
            let entry = text.entry(*entry)?;
            let (was, now) = (text.game.name(entry.side?)?, text.game.name(!entry.side?)?);
            let words = source.slice(entry.span).strip_prefix(was)?;
            let name = Span { end: entry.span.start + was.len() as u32, ..entry.span };
            let is_result = matches!(entry.written, Written::Wins { .. }) && words.starts_with(" wins ");
            is_result.then(|| vec![Edit::new(name, now)])
        }
        Change::SwapNames => {
            let [Some(zero), Some(one)] = &text.game.players.0 else { return None };
            let name = |player: &PlayerScore| {
                let text = source.slice(player.name.span);
                (text.contains(&player.name.value) && !text.is_empty()).then(|| text.to_owned())
            };
            Some(vec![Edit::new(zero.name.span, name(one)?), Edit::new(one.name.span, name(zero)?)])
        }
        Change::Name { side, name } => {
            let was = &text.game.players[*side].as_ref()?.name;
            let plain = |name: &str| !name.contains([']', '\\', '\n', '\r', '"', ':']);
            let same = source.slice(was.span) == was.value;
            (same && plain(name)).then(|| vec![Edit::new(was.span, name.clone())])
        }
        Change::GameNumber(now) => {
            let was = text.game.number?;
            number(was.span, was.value, *now)
        }
        Change::Text(edit) => Some(vec![edit.clone()]),
        _ => None,
    }
}

/// Returns the edits of points that a result states again in words, as in `1 Alice wins 1 point`.
fn in_words(source: &SourceFile, after: Span, now: u32) -> Option<Vec<Edit>> {
    let text = source.text().get(after.range())?;
    let verb = [" wins ", " loses "].into_iter().find_map(|verb| Some(text.rfind(verb)? + verb.len()))?;
    let digits = text[verb..].bytes().take_while(u8::is_ascii_digit).count();
    let was: u32 = text[verb..verb + digits].parse().ok()?;
    let start = after.start as usize + verb;
    let span = Span::new(start, start + digits);
    let mut edits = vec![Edit::new(span, now.to_string())];
    edits.extend(unit(source, span, was, now));
    Some(edits)
}

/// Returns the edit of the unit after a number of points, where the record distinguishes `1 point` and `2 points`.
fn unit(source: &SourceFile, number: Span, was: u32, now: u32) -> Option<Edit> {
    let text = source.text();
    let end = number.end + " point".len() as u32;
    let behind = text.get(number.end as usize..)?.strip_prefix(" point")?;
    let is_plural = behind.starts_with('s');
    if is_plural == (now != 1) || is_plural != (was != 1) {
        return None;
    }
    if is_plural {
        (!text.contains(" 1 points")).then(|| Edit::delete(Span { start: end, end: end + 1 }))
    } else {
        text.contains(" points").then(|| Edit::insert(end, "s"))
    }
}

/// Returns `true` if an edit of a turn's cell loses nothing.
pub(super) const fn is_replaceable(cell: &Cell) -> bool {
    matches!(cell, Cell::Play(_) | Cell::Empty | Cell::CannotMove(_) | Cell::Unreadable(_))
}

/// Returns the place of the text after the dice of a turn that an edit replaces.
pub(super) fn place_of(roll: &WrittenRoll, cell: &Cell) -> Span {
    match cell {
        Cell::Play(play) => play.span,
        Cell::Unreadable(span) | Cell::CannotMove(span) => *span,
        _ => Span { start: roll.span.end, end: roll.span.end },
    }
}

/// Removes unchanged text from both ends of an edit.
fn trimmed(source: &SourceFile, edit: &Edit) -> Edit {
    let old = source.slice(edit.span);
    let new = edit.replacement.as_str();
    let front: usize =
        old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (old, new) = (&old[front..], &new[front..]);
    let back: usize =
        old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let span = Span { start: edit.span.start + front as u32, end: edit.span.end - back as u32 };
    Edit::new(span, &new[..new.len() - back])
}
