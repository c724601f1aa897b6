//! Identifying the notation of a text: any ID, bare, labelled, or inside pasted text.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::notation::identify;
//!
//! let pasted = "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA";
//! let found = identify(pasted, 15)?;
//! assert_eq!(found.state.game.expect("a Match ID").length, 0);
//! # Ok(())
//! # }
//! ```

use super::base64::{is_digit, trim};
use super::error::{Assumption, IdError, Notation, Reason};
use super::match_id::MatchId;
use super::ogid::Ogid;
use super::position_id::PositionId;
use super::raw_board::RawBoard;
use super::state::IdState;
use super::xgid::{Xgid, place_of_name};
use crate::board::{BySide, Side};
use nom::bytes::complete::{tag_no_case, take, take_till1, take_while, take_while1};
use nom::combinator::{fail, opt};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::fmt;

/// The kind of an identified ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A Position ID alone.
    PositionId,
    /// A Match ID alone.
    MatchId,
    /// A Position ID and a Match ID.
    GnubgId,
    /// An XGID.
    Xgid,
    /// An OGID.
    Ogid,
    /// A FIBS board line.
    RawBoard,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PositionId => "Position ID",
            Self::MatchId => "Match ID",
            Self::GnubgId => "Position ID and Match ID",
            Self::Xgid => "XGID",
            Self::Ogid => "OGID",
            Self::RawBoard => "FIBS board line",
        })
    }
}

/// An identified ID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identified {
    /// Its notation.
    pub kind: Kind,
    /// Its content.
    pub state: IdState,
    /// The assumptions made.
    pub assumed: Vec<Assumption>,
}

/// An error in identifying a text: no ID, or an invalid one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdentifyError {
    /// The text contains nothing similar to an ID.
    #[error("the text contains no Position ID, Match ID, XGID, OGID or FIBS board line")]
    Nothing,
    /// The text contains something similar to an ID that isn't valid.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Wrong(Vec<IdError>),
    /// The text contains an ID that is too short or too long; what is missing or superfluous.
    #[error("{}", .0.join("; "))]
    Length(Vec<String>),
}

/// Finds the ID that a text is or contains, and reads it as leniently as GNU Backgammon does.
///
/// The text may be a Position ID, a Match ID, both with anything between them, an XGID or an OGID,
/// each with or without its prefix, a FIBS board line, or several lines with any of these among other words: a
/// whole board as GNU Backgammon draws it, with its header. If there are several, a board line comes first, then an
/// XGID, then an OGID, then the IDs after the words `Position ID` and `Match ID`, then the first words of 14 and 12
/// base64 digits, which GNU Backgammon's `set gnubgid` accepts. A Position ID is read for `checkers` a side: 15, or 1
/// to 3 in hypergammon.
///
/// # Errors
///
/// The text contains no ID, or an invalid one, with every reason.
///
/// # Examples
///
/// ```
/// use barpoint::notation::{Kind, identify};
///
/// let found = identify(" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID   : cAlgAAAAAAAE", 15).unwrap();
/// assert_eq!(found.kind, Kind::GnubgId);
/// assert!(found.state.describe().contains(&("cube", "1, centred".to_owned())));
/// ```
pub fn identify(text: &str, checkers: u8) -> Result<Identified, IdentifyError> {
    let text = bare(trim(text));
    if let Some(line) = board_line(text) {
        let (line, assumed) = RawBoard::read_lenient(line).map_err(wrong)?;
        return Ok(Identified { kind: Kind::RawBoard, state: IdState::from(&line), assumed });
    }
    if let Some(id) = xgid(text) {
        let (xgid, assumed) = Xgid::read_lenient(id, checkers).map_err(wrong)?;
        return Ok(Identified { kind: Kind::Xgid, state: IdState::from(&xgid), assumed });
    }
    if let Some(id) = ogid(text) {
        let (ogid, assumed) = Ogid::read_lenient(id, checkers).map_err(wrong)?;
        return Ok(Identified { kind: Kind::Ogid, state: IdState::from(&ogid), assumed });
    }
    let (position, game) = gnubg_ids(text);
    if position.is_none() && game.is_none() {
        return Err(IdentifyError::Nothing);
    }
    let mut state = IdState { names: drawn_names(text), ..IdState::default() };
    let (mut assumed, mut errors) = (Vec::new(), Vec::new());
    if let Some(position) = position {
        let read = PositionId::read_lenient(position, checkers)
            .and_then(|(id, assumptions)| Ok((id.board(checkers)?, assumptions)));
        match read {
            Ok((board, assumptions)) => {
                state.board = Some(board);
                assumed.extend(assumptions);
            }
            // A word that is too short decodes to anything: its length is the error.
            Err(_) if position.len() < PositionId::LEN && position.chars().all(is_digit) => {
                let reason = Reason::Length { found: position.len(), expected: PositionId::LEN };
                errors.push(IdError::one(Notation::PositionId, reason));
            }
            Err(error) => errors.push(error),
        }
    }
    if let Some(game) = game {
        match MatchId::read_lenient(game) {
            Ok((id, assumptions)) => {
                let fields = *id.fields();
                state.beavers = u8::from(fields.is_beavered());
                state.game = Some(fields);
                assumed.extend(assumptions);
            }
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(IdentifyError::Wrong(errors));
    }
    let kind = match (position, game) {
        (Some(_), Some(_)) => Kind::GnubgId,
        (_, None) => Kind::PositionId,
        (None, _) => Kind::MatchId,
    };
    Ok(Identified { kind, state, assumed })
}

fn wrong(error: IdError) -> IdentifyError {
    IdentifyError::Wrong(vec![error])
}

/// Returns `true` for a quotation mark or a bracket, also of a tag.
fn is_quote(c: char) -> bool {
    "\"'`()[]{}<>\u{201c}\u{201d}\u{201e}\u{2018}\u{2019}\u{201a}\u{ab}\u{bb}".contains(c)
}

/// Returns `true` for a mark that ends a sentence or a part of it.
const fn is_stop(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | '!' | '?' | '\u{2026}')
}

/// Removes quotes, brackets and the marks of a sentence from a single word.
fn bare(text: &str) -> &str {
    if text.contains(char::is_whitespace) {
        return text;
    }
    text.trim_start_matches(is_quote).trim_end_matches(|c: char| is_quote(c) || is_stop(c))
}

/// Returns the words of a text, without quotes and brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || is_quote(c))
}

/// Finds `board:` at the beginning of a word, to the end of its line. A word of a sentence, `the board: …`, has a blank after
/// it.
fn board_line(text: &str) -> Option<&str> {
    const NAME: &str = "board:";
    let at = text.match_indices(NAME).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + NAME.len()..].chars().next();
        before.is_none_or(|c| c.is_whitespace() || is_quote(c)) && after.is_none_or(|c| !c.is_whitespace())
    })?;
    text[at..].lines().next()
}

/// Finds `XGID=` in any case, or a word that has an XGID's board before its first colon.
fn xgid(text: &str) -> Option<&str> {
    if let Some(at) = place_of_name(text) {
        return text[at..].lines().next();
    }
    words(text).find(|word| {
        word.split_once(':').is_some_and(|(board, _)| {
            let of_board = |b: u8| b == b'-' || b.is_ascii_alphabetic();
            board.len() == 26 && board.bytes().all(of_board) && board.contains('-')
        })
    })
}

/// Finds `OGID=` or `OGID:` in any case, or a word with the checkers and the cube of an OGID.
fn ogid(text: &str) -> Option<&str> {
    let is_prefix =
        |window: &[u8]| window[..4].eq_ignore_ascii_case(b"OGID") && matches!(window[4], b'=' | b':');
    if let Some(at) = text.as_bytes().windows(5).position(is_prefix) {
        return text[at..].lines().next();
    }
    words(text).find(|word| is_ogid(word))
}

/// Returns `true` if a word begins with the checkers of both sides and a cube, as an OGID does.
#[must_use]
pub fn is_ogid(word: &str) -> bool {
    let mut fields = word.split(':');
    let mut is_side = || {
        fields
            .next()
            .is_some_and(|field| field.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'q')))
    };
    if !(is_side() && is_side()) {
        return false;
    }
    let cube = fields.next().unwrap_or_default().as_bytes();
    match cube {
        [b'B' | b'W' | b'N' | b'D' | b'?', digits @ .., b'O' | b'T' | b'P' | b'N'] => {
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// Finds a Position ID and a Match ID.
fn gnubg_ids(text: &str) -> (Option<&str>, Option<&str>) {
    let labelled = (labelled(text, "position"), labelled(text, "match"));
    if labelled.0.is_some() || labelled.1.is_some() {
        return labelled;
    }
    let both = |a, b| if is_match_first(a, b) { (Some(b), Some(a)) } else { (Some(a), Some(b)) };
    // A single word without a tag is taken as an ID, whatever its characters are.
    if !text.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>')) {
        return match text.split_once(':') {
            Some((a, "")) => (Some(a), None),
            Some(("", b)) => (None, Some(b)),
            Some((a, b)) => both(a, b),
            None if text.len() == MatchId::LEN => (None, Some(text)),
            None if text.is_empty() => (None, None),
            None => (Some(text), None),
        };
    }
    // A damaged ID beside a whole one isn't text to pass over.
    let mut words = text.split_whitespace();
    if let (Some(a), Some(b), None) = (words.next(), words.next(), words.next())
        && [a, b].iter().all(|word| is_like_id(word))
    {
        return both(a, b);
    }
    let run = |length: usize| text.split(|c: char| !is_digit(c)).find(|run| run.len() == length);
    (run(PositionId::LEN), run(MatchId::LEN))
}

/// Returns `true` if a Match ID stands before a Position ID.
const fn is_match_first(a: &str, b: &str) -> bool {
    a.len() == MatchId::LEN && b.len() >= PositionId::LEN
}

/// Returns `true` for a word that may be an ID, even if some of its characters are missing or superfluous: unlike a word
/// of a language, it has a digit, or capitals after its first letter.
fn is_like_id(word: &str) -> bool {
    (MatchId::LEN - 2..=PositionId::LEN + 2).contains(&word.len())
        && word.chars().all(is_digit)
        && word.chars().skip(1).any(|c| !c.is_ascii_lowercase())
}

/// Finds the word after `Position ID:`, `Position-ID`, `Match ID   :` and the like.
fn labelled<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let mut parser = preceded(take_until_no_case(label), opt(id_after_label));
    let mut text = text;
    loop {
        let (rest, id) = parser.parse(text).ok()?;
        if let Some(id) = id.map(|id| id.trim_end_matches(is_stop)).filter(|id| !id.is_empty()) {
            return Some(id);
        }
        text = rest;
    }
}

/// Reads the text up to an ASCII label in any case, and the label.
fn take_until_no_case<'a>(label: &str) -> impl FnMut(&'a str) -> IResult<&'a str, &'a str> {
    move |input| {
        let mut windows = input.as_bytes().windows(label.len());
        match windows.position(|window| window.eq_ignore_ascii_case(label.as_bytes())) {
            Some(at) => terminated(take(at), tag_no_case(label)).parse(input),
            None => fail().parse(input),
        }
    }
}

/// Reads `ID:` and the like after a label, and the word after it: a character in it that isn't a base64 digit is an
/// error with its place.
fn id_after_label(input: &str) -> IResult<&str, &str> {
    let joined = take_while(|c| matches!(c, ' ' | '-' | '_'));
    let parted = take_while1(|c| matches!(c, ' ' | '\t' | ':' | '=' | '"' | '\''));
    let ends = |c: char| c.is_whitespace() || is_quote(c) || matches!(c, ':' | ',' | ';');
    preceded((joined, tag_no_case("id"), parted), take_till1(ends)).parse(input)
}

/// Finds the names beside a board that GNU Backgammon has drawn.
fn drawn_names(text: &str) -> Option<BySide<String>> {
    let name = |letter: &str| {
        let line = text.lines().find_map(|line| {
            let (_, beside) = line.split_once("-+")?;
            beside.trim_start().strip_prefix(letter)?.strip_prefix(": ")
        })?;
        let name = line.trim_end();
        let name = match name.rfind(" (Cube: ") {
            Some(at) if name.ends_with(')') => &name[..at],
            _ => name,
        };
        Some(name.to_owned())
    };
    Some(BySide::new(name("O")?, name("X")?))
}

impl Identified {
    /// Rejects an ID that is too short or too long: it was cut off, or is another text.
    ///
    /// # Errors
    ///
    /// [`IdentifyError::Length`], with what is missing or superfluous.
    ///
    /// # Examples
    ///
    /// ```
    /// use barpoint::notation::identify;
    ///
    /// let error = identify("4HPwATDgc", 15).unwrap().whole().unwrap_err();
    /// assert_eq!(error.to_string(), "Position ID: 9 characters instead of 14: the last 5 are missing");
    /// ```
    pub fn whole(self) -> Result<Self, IdentifyError> {
        let wrong: Vec<String> = self.assumed.iter().filter_map(Assumption::wrong_length).collect();
        if wrong.is_empty() { Ok(self) } else { Err(IdentifyError::Length(wrong)) }
    }

    /// Returns a description of the ID, in words.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        self.state.describe()
    }

    /// Returns the player on roll, if the ID has one.
    #[must_use]
    pub fn on_roll(&self) -> Option<Side> {
        self.state.game.map(|game| game.on_roll)
    }
}
