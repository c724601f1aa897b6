//! Facts that GNU Backgammon's form of a .mat record can't express: headers of our own between the
//! match length and the first game, where its reader skips every line.
//!
//! ```text
//! ; [Comment 2/12R "after the right cell of row 12 of the second game"]
//! ; [Name 1/L "a name: with a colon"]
//! ; [AutomaticDoubles 3 "1"]
//! ; [Crawford 1 "Off"]
//! ; [Score 1 "3-2"]
//! ; [Resignation 2/12R "L gammon refused"]
//! ; [Escaped Event "two\nlines"]
//! ```
//!
//! Games are counted from 1 in the order of the record. A place is a row with its column, `end` for the result, or
//! `set1`, `set2` … for a position that is set; without one it is the head of the game. A resignation is offered before
//! the cell or the position at its place. `\n`, `\r`, `\t`, `\\` and `\u{…}` in a value are escapes.

use crate::board::Side;
use crate::diag::Span;
use crate::game::record::{
    Anchor, Entry, Header, MatchRecord, PlayerScore, Remark, RemarkKind, Spanned, Written,
};
use crate::rules::Outcome;
use std::collections::HashMap;
use std::fmt;

/// A place in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The whole match.
    Match,
    /// The head of a game, counted from 0.
    Head(usize),
    /// A side, at the head of a game.
    Side(usize, Side),
    /// A cell: game, row, side.
    Cell(usize, u32, Side),
    /// A position that is set: game, its number among those of the game, from 0.
    Set(usize, usize),
    /// The result of a game.
    End(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side| char::from(column(side));
        match *self {
            Self::Match => Ok(()),
            Self::Head(game) => write!(f, "{}", game + 1),
            Self::Side(game, side) => write!(f, "{}/{}", game + 1, letter(side)),
            Self::Cell(game, row, side) => write!(f, "{}/{row}{}", game + 1, letter(side)),
            Self::Set(game, set) => write!(f, "{}/set{}", game + 1, set + 1),
            Self::End(game) => write!(f, "{}/end", game + 1),
        }
    }
}

/// The kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Comment,
    Name,
    Rating,
    AutomaticDoubles,
    Crawford,
    Score,
    Resignation,
}

/// One line of ours, as read.
#[derive(Clone, Debug)]
pub(super) struct Extra {
    what: What,
    place: Place,
    /// The value without its escapes.
    text: String,
    /// The header that other programs read.
    header: Header,
}

/// Returns `true` if a header of this name would be read as one of ours.
pub(super) fn is_extra(key: &str) -> bool {
    key.starts_with(ESCAPED) || Extra::read(&Header::new(key, "", Span::default())).is_some()
}

/// The text before the key of a header whose value is escaped.
pub(super) const ESCAPED: &str = "Escaped ";

/// Resolves the escapes in a header that is marked as escaped.
pub(super) fn plain(mut header: Header) -> Header {
    if let Some(key) = header.key.value.strip_prefix(ESCAPED) {
        header.key.value = key.to_owned();
        header.value.value = unescape(&header.value.value);
    }
    header
}

/// Returns the letter of a column.
pub(super) const fn column(side: Side) -> u8 {
    match side {
        Side::Zero => b'L',
        Side::One => b'R',
    }
}

fn side_of(letter: &str) -> Option<Side> {
    match letter {
        "L" => Some(Side::Zero),
        "R" => Some(Side::One),
        _ => None,
    }
}

/// Reads a place: `2`, `2/L`, `2/12R`, `2/set1`, `2/end`.
fn place(text: &str) -> Option<Place> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.len() < 8 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<u32>().ok()).flatten()
    };
    let (game, at) = text.split_once('/').map_or((text, None), |(game, at)| (game, Some(at)));
    let game = number(game)?.checked_sub(1)? as usize;
    let Some(at) = at else { return Some(Place::Head(game)) };
    if at == "end" {
        return Some(Place::End(game));
    }
    if let Some(set) = at.strip_prefix("set") {
        return Some(Place::Set(game, number(set)?.checked_sub(1)? as usize));
    }
    let letter = at.len().checked_sub(1).filter(|at_letter| at.is_char_boundary(*at_letter))?;
    let side = side_of(&at[letter..])?;
    if letter == 0 {
        Some(Place::Side(game, side))
    } else {
        Some(Place::Cell(game, number(&at[..letter])?, side))
    }
}

impl Extra {
    /// Reads a header, if it is one of ours.
    pub(super) fn read(header: &Header) -> Option<Self> {
        let key = header.key.value.as_str();
        let (word, rest) = key.split_once(' ').map_or((key, None), |(word, rest)| (word, Some(rest)));
        let (what, place) = match (word, rest) {
            ("Comment", None) => (What::Comment, Place::Match),
            (_, None) => return None,
            (word, Some(rest)) => {
                let place = place(rest)?;
                let what = match (word, place) {
                    ("Comment", Place::Head(_) | Place::Cell(..) | Place::Set(..) | Place::End(_)) => {
                        What::Comment
                    }
                    ("Name", Place::Side(..)) => What::Name,
                    ("Rating", Place::Side(..)) => What::Rating,
                    ("AutomaticDoubles", Place::Head(_)) => What::AutomaticDoubles,
                    ("Crawford", Place::Head(_)) => What::Crawford,
                    ("Score", Place::Head(_)) => What::Score,
                    ("Resignation", Place::Cell(..) | Place::Set(..) | Place::End(_)) => What::Resignation,
                    _ => return None,
                };
                (what, place)
            }
        };
        Some(Self { what, place, text: unescape(&header.value.value), header: header.clone() })
    }

    fn span(&self) -> Span {
        self.header.value.span
    }
}

/// Applies the facts read to the record; one with a place that doesn't exist stays a header.
pub(super) fn apply(record: &mut MatchRecord, extras: Vec<Extra>) {
    // Resignations are entries of their own, so they are inserted before facts about entries are applied.
    let (resignations, others): (Vec<_>, Vec<_>) =
        extras.into_iter().partition(|extra| extra.what == What::Resignation);
    resign(record, resignations);
    let mut cells = Cells::default();
    for extra in others {
        if other(record, &mut cells, &extra).is_none() {
            record.headers.push(extra.header);
        }
    }
}

fn other(record: &mut MatchRecord, cells: &mut Cells, extra: &Extra) -> Option<()> {
    match (extra.what, extra.place) {
        (What::Comment, place) => {
            let anchor = cells.anchor(record, place)?;
            let (kind, span, text) = (RemarkKind::Comment, extra.span(), extra.text.clone());
            record.remarks.push(Remark { kind, anchor, span, text });
        }
        (What::Name | What::Rating, Place::Side(game, side)) => {
            let text = Spanned::new(extra.text.clone(), extra.span());
            let player = record.games.get_mut(game)?.players[side].get_or_insert_with(nobody);
            match extra.what {
                What::Name => player.name = text,
                _ => player.rating = Some(text),
            }
        }
        (What::AutomaticDoubles, Place::Head(game)) => {
            let doubles = extra.text.trim().parse().ok()?;
            record.games.get_mut(game)?.automatic_doubles = Some(doubles);
        }
        (What::Score, Place::Head(game)) => {
            let (zero, one) = extra.text.trim().split_once('-')?;
            let points: [u32; 2] = [zero.parse().ok()?, one.parse().ok()?];
            let players = &mut record.games.get_mut(game)?.players;
            for side in Side::ALL {
                let score = Spanned::new(i64::from(points[side.index()]), extra.span());
                players[side].get_or_insert_with(nobody).score = Some(score);
            }
        }
        (What::Crawford, Place::Head(game)) => {
            let told = match extra.text.trim() {
                "On" => true,
                "Off" => false,
                _ => return None,
            };
            record.games.get_mut(game)?.is_crawford = Some(told);
        }
        _ => return None,
    }
    Some(())
}

const fn nobody() -> PlayerScore {
    let name = Spanned::new(String::new(), Span { start: 0, end: 0 });
    PlayerScore { name, rating: None, score: None }
}

/// The places of a game's cells, cached so that many lookups take a single pass.
#[derive(Default)]
struct Cells {
    games: HashMap<usize, Game>,
}

#[derive(Default)]
struct Game {
    cells: HashMap<(u32, Side), usize>,
    sets: Vec<usize>,
}

impl Cells {
    fn game(&mut self, record: &MatchRecord, index: usize) -> Option<&Game> {
        let game = record.games.get(index)?;
        Some(self.games.entry(index).or_insert_with(|| {
            let mut found = Game::default();
            for (at, entry) in game.entries.iter().enumerate() {
                match (&entry.written, entry.row, entry.side) {
                    (Written::Set(_), ..) => found.sets.push(at),
                    (Written::Empty, ..) => {}
                    (_, Some(row), Some(side)) => {
                        found.cells.entry((row, side)).or_insert(at);
                    }
                    _ => {}
                }
            }
            found
        }))
    }

    fn anchor(&mut self, record: &MatchRecord, place: Place) -> Option<Anchor> {
        Some(match place {
            Place::Match => Anchor::MATCH,
            Place::Head(game) => record.games.get(game).map(|_| Anchor::game(game))?,
            Place::Cell(game, row, side) => {
                Anchor::entry(game, *self.game(record, game)?.cells.get(&(row, side))?)
            }
            Place::End(game) => Anchor::entry(game, record.games.get(game)?.entries.len().checked_sub(1)?),
            Place::Set(game, number) => Anchor::entry(game, *self.game(record, game)?.sets.get(number)?),
            Place::Side(..) => return None,
        })
    }

    /// Returns the entry before which something with this place is inserted.
    fn before(&mut self, record: &MatchRecord, place: Place) -> Option<(usize, usize)> {
        match place {
            Place::Cell(game, row, side) => Some((game, *self.game(record, game)?.cells.get(&(row, side))?)),
            Place::Set(game, number) => Some((game, *self.game(record, game)?.sets.get(number)?)),
            Place::End(game) => {
                let entries = &record.games.get(game)?.entries;
                let result = entries
                    .last()
                    .is_some_and(|entry| matches!(entry.written, Written::Wins { .. } | Written::Drawn));
                Some((game, entries.len() - usize::from(result)))
            }
            _ => None,
        }
    }
}

/// Inserts resignations into the entries.
fn resign(record: &mut MatchRecord, extras: Vec<Extra>) {
    let mut cells = Cells::default();
    let mut found = Vec::new();
    for extra in extras {
        match (cells.before(record, extra.place), resignation(&extra)) {
            (Some(place), Some(entries)) => found.push((place, entries)),
            _ => record.headers.push(extra.header),
        }
    }
    // Those at one place are kept in the order written.
    found.sort_by_key(|(place, _)| *place);
    // For each game, the new place of each old entry.
    let mut all_moved: HashMap<Option<u32>, Vec<u32>> = HashMap::new();
    for here in found.chunk_by(|a, b| a.0.0 == b.0.0) {
        let index = here[0].0.0;
        let Some(game) = record.games.get_mut(index) else { continue };
        let old = std::mem::take(&mut game.entries);
        let mut moved = Vec::with_capacity(old.len());
        let mut next = here.iter().peekable();
        for (at, entry) in old.into_iter().enumerate() {
            while let Some((_, entries)) = next.next_if(|((_, before), _)| *before <= at) {
                game.entries.extend(entries.iter().cloned());
            }
            moved.push(game.entries.len() as u32);
            game.entries.push(entry);
        }
        game.entries.extend(next.flat_map(|(_, entries)| entries.iter().cloned()));
        all_moved.insert(Some(index as u32), moved);
    }
    for remark in &mut record.remarks {
        if let (Some(moved), Some(entry)) = (all_moved.get(&remark.anchor.game), &mut remark.anchor.entry) {
            *entry = moved.get(*entry as usize).copied().unwrap_or(*entry);
        }
    }
}

/// Returns the entries of a resignation: `L gammon`, `R single refused`.
fn resignation(extra: &Extra) -> Option<Vec<Entry>> {
    let mut words = extra.text.split_ascii_whitespace();
    let by = side_of(words.next()?)?;
    let outcome = Outcome::by_word(words.next()?)?;
    let offer = Written::OfferResignation { outcome: Some(outcome), points: None };
    let mut entries = vec![Entry::new(Some(by), extra.span(), offer)];
    match words.next() {
        None => {}
        Some("refused") => entries.push(Entry::new(Some(!by), extra.span(), Written::RefuseResignation)),
        Some(_) => return None,
    }
    Some(entries)
}

/// Appends a value with its escapes.
pub(super) fn escape(text: &str, into: &mut Vec<u8>) {
    for c in text.chars() {
        match c {
            '\\' => into.extend_from_slice(b"\\\\"),
            '\n' => into.extend_from_slice(b"\\n"),
            '\r' => into.extend_from_slice(b"\\r"),
            '\t' => into.extend_from_slice(b"\\t"),
            c if c.is_control() => into.extend_from_slice(format!("\\u{{{:x}}}", u32::from(c)).as_bytes()),
            c => into.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Resolves the escapes in a value; invalid ones are kept.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let (c, len) = match behind.as_bytes().first() {
            Some(b'\\') => ('\\', 1),
            Some(b'n') => ('\n', 1),
            Some(b'r') => ('\r', 1),
            Some(b't') => ('\t', 1),
            Some(b'u') => coded(behind).unwrap_or(('\\', 0)),
            _ => ('\\', 0),
        };
        plain.push(c);
        rest = &behind[len..];
    }
    plain.push_str(rest);
    plain
}

/// Reads `u{1f}`: the character, and the length of the text.
fn coded(text: &str) -> Option<(char, usize)> {
    let digits = text.strip_prefix("u{")?;
    let end = digits.find('}').filter(|end| (1..=6).contains(end))?;
    let c = char::from_u32(u32::from_str_radix(&digits[..end], 16).ok()?)?;
    Some((c, end + 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_survives_its_escapes() {
        for text in ["", "a\\nb\nc\r\t\\", "\u{1}\u{7f}\u{85}", "\"q\"]", "\\u{zz}\\u"] {
            let mut bytes = Vec::new();
            escape(text, &mut bytes);
            let escaped = String::from_utf8(bytes).expect("text");
            assert!(!escaped.contains(char::is_control), "{escaped:?}");
            assert_eq!(unescape(&escaped), text);
        }
    }

    #[test]
    fn places_are_read_strictly() {
        assert_eq!(place("2/12R"), Some(Place::Cell(1, 12, Side::One)));
        assert_eq!(place("1/L"), Some(Place::Side(0, Side::Zero)));
        assert_eq!(place("3/end"), Some(Place::End(2)));
        assert_eq!(place("3/set2"), Some(Place::Set(2, 1)));
        for odd in ["", "0", "x", "1/", "1/12", "1/R12", "1/set0", "+1", "1/é", "99999999999"] {
            assert_eq!(place(odd), None, "{odd}");
        }
    }
}
