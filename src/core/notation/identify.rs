//! Identifying the notation of a text: any ID, bare, labelled, or inside pasted text.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::notation::identify;
//!
//! let pasted = "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA";
//! let found = identify(pasted, 15)?;
//! assert_eq!(found.state.game.expect("a Match ID").length, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::base64::{is_digit, trim};
use super::error::{Assumption, IdError, Notation, Reason};
use super::match_id::MatchId;
use super::ogid::{self, Ogid};
use super::pasted::unescaped;
use super::position_id::PositionId;
use super::raw_board::RawBoard;
use super::state::IdState;
use super::xgid::{Xgid, place_of_name};
use crate::board::{BoardSetup, BySide, Side};
use nom::bytes::complete::{tag_no_case, take, take_till1, take_while, take_while1};
use nom::combinator::{fail, opt};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::fmt;
use std::str::FromStr;

/// The kind of an identified ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl IdentifyError {
    /// Returns `true` for an error of an XGID, an OGID or a FIBS board line. Other words, also those of a match record, can
    /// look like a Position ID or a Match ID.
    #[must_use]
    pub fn has_name(&self) -> bool {
        const NAMED: [Notation; 3] = [Notation::Xgid, Notation::Ogid, Notation::RawBoard];
        let begins = |text: &String| NAMED.iter().any(|notation| text.starts_with(&notation.to_string()));
        match self {
            Self::Nothing => false,
            Self::Wrong(errors) => errors.iter().any(|error| NAMED.contains(&error.notation)),
            Self::Length(texts) => texts.iter().any(begins),
        }
    }
}

/// Finds the ID that a text is or contains, and reads it as leniently as GNU Backgammon does.
///
/// The text may be a Position ID, a Match ID, both with anything between them, an XGID or an OGID,
/// each with or without its prefix, a FIBS board line, or several lines with any of these among other words: a
/// whole board as GNU Backgammon draws it, with its header. If there are several, a board line comes first, then an
/// XGID, then an OGID, then the IDs after the words `Position ID` and `Match ID`, then the first words of 14 and 12
/// base64 digits, which GNU Backgammon's `set gnubgid` accepts. A Position ID is read for `checkers` a side: 15, or 1
/// to 3 in hypergammon. Percent escapes, as in the address of a page, are decoded.
///
/// # Errors
///
/// The text contains no ID, or an invalid one, with every reason.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::notation::{Kind, identify};
///
/// let found = identify(" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID   : cAlgAAAAAAAE", 15).unwrap();
/// assert_eq!(found.kind, Kind::GnubgId);
/// assert!(found.state.describe().contains(&("cube", "1, centred".to_owned())));
/// ```
pub fn identify(text: &str, checkers: u8) -> Result<Identified, IdentifyError> {
    let found = read(text, checkers);
    let is_sure = |found: &Identified| {
        let has_name = matches!(found.kind, Kind::Xgid | Kind::Ogid | Kind::RawBoard);
        has_name && found.wrong_lengths().next().is_none()
    };
    // The escapes may be in the other words of the text, or in a name.
    if found.as_ref().is_ok_and(is_sure) {
        return found;
    }
    let Some(plain) = unescaped(text) else { return found };
    let decoded = read(&plain, checkers);
    let is_id = match &decoded {
        Ok(decoded) => decoded.wrong_lengths().next().is_none(),
        Err(error) => error.has_name(),
    };
    // Of other words, an error shows the characters that were typed.
    if !is_id && !is_meant_as_id(&plain) {
        return found;
    }
    let mut decoded = decoded?;
    decoded.assumed.push(Assumption::Escaped);
    Ok(decoded)
}

/// Returns `true` for a text with a Position ID or a Match ID of about the right length, or with the name of one.
fn is_meant_as_id(text: &str) -> bool {
    let text = bare(trim(text));
    let (position, game) = gnubg_ids(text);
    without_name(text) != text || position.into_iter().chain(game).any(has_length_of_id)
}

/// Does the same as [`identify`] in a text without percent escapes.
fn read(text: &str, checkers: u8) -> Result<Identified, IdentifyError> {
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
        if let Some(error) = cut(text, id) {
            return Err(wrong(error));
        }
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

/// Finds `XGID=` in any case, or a word that has an XGID's board before its first colon, or one that a few characters have
/// damaged.
fn xgid(text: &str) -> Option<&str> {
    if let Some(at) = place_of_name(text) {
        return text[at..].lines().next();
    }
    let is_xgid = |word: &&str| {
        word.split_once(':').is_some_and(|(board, _)| {
            let of_board = |b: u8| b == b'-' || b.is_ascii_alphabetic();
            board.len() == 26 && board.bytes().all(of_board) && board.contains('-')
        })
    };
    words(text).find(is_xgid).or_else(|| words(text).find(|word| is_like_xgid(word)))
}

/// Returns `true` for a word with about as many fields as an XGID, and about as many characters before them.
fn is_like_xgid(word: &str) -> bool {
    let (board, fields) = word.split_once(':').unwrap_or((word, ""));
    (24..=28).contains(&board.len()) && board.contains('-') && (6..=9).contains(&fields.matches(':').count())
}

/// Finds `OGID=` or `OGID:` in any case, or a word with the checkers and the cube of an OGID, or one that a few characters
/// have damaged.
fn ogid(text: &str) -> Option<&str> {
    let is_prefix =
        |window: &[u8]| window[..4].eq_ignore_ascii_case(b"OGID") && matches!(window[4], b'=' | b':');
    if let Some(at) = text.as_bytes().windows(5).position(is_prefix) {
        return text[at..].lines().next();
    }
    words(text).find(|word| is_ogid(word)).or_else(|| words(text).find(|word| is_like_ogid(word)))
}

/// Returns `true` if a word begins with the checkers of both sides and a cube, as an OGID does.
#[must_use]
pub fn is_ogid(word: &str) -> bool {
    let mut fields = word.split(':');
    let mut field = || fields.next();
    field().is_some_and(is_side) && field().is_some_and(is_side) && field().is_some_and(is_cube)
}

/// Returns `true` for a word with about as many fields as an OGID, if at most one of its first three is damaged.
fn is_like_ogid(word: &str) -> bool {
    let fields: Vec<&str> = word.split(':').collect();
    let [white, black, cube, ..] = fields[..] else { return false };
    let is_damaged_cube = cube.contains(|c: char| c.is_ascii_alphabetic());
    (ogid::USUAL - 1..=ogid::NAMES.len()).contains(&fields.len())
        && match (is_side(white), is_side(black)) {
            (true, true) => is_damaged_cube,
            (true, false) | (false, true) => is_cube(cube),
            (false, false) => false,
        }
}

/// Returns `true` for the checkers of a side in an OGID.
fn is_side(field: &str) -> bool {
    field.bytes().all(is_place)
}

/// Returns `true` for the place of a checker in an OGID.
const fn is_place(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'a'..=b'q')
}

fn is_cube(field: &str) -> bool {
    match field.as_bytes() {
        [b'B' | b'W' | b'N' | b'D' | b'?', digits @ .., b'O' | b'T' | b'P' | b'N'] => {
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// Returns the error of an OGID without its prefix if a blank or a line end cuts it: the word before it continues in the
/// checkers of White, which are written in the order of their points, and both together are no more than a side has.
fn cut(text: &str, id: &str) -> Option<IdError> {
    let at = id.as_ptr() as usize - text.as_ptr() as usize;
    let before = &text[..at];
    let begin = before.split_whitespace().next_back().filter(|_| before.ends_with(char::is_whitespace))?;
    let own = id.split(':').next().unwrap_or_default();
    let places = || begin.bytes().chain(own.bytes());
    let (count, most) = (places().count(), usize::from(BoardSetup::MOST));
    // A number may count the positions of a text.
    let is_number = count < most && begin.bytes().all(|byte| byte.is_ascii_digit());
    let is_cut = count <= most && places().all(is_place) && places().is_sorted();
    (is_cut && !is_number).then(|| {
        let from = begin.as_ptr() as usize - text.as_ptr() as usize;
        let reason = Reason::FieldAt {
            number: 1,
            name: ogid::NAMES[0],
            text: text[from..at + own.len()].to_owned(),
            character: begin.len() + 1,
            expected: ogid::PLACES,
        };
        IdError::one(Notation::Ogid, reason)
    })
}

/// Finds a Position ID and a Match ID.
fn gnubg_ids(text: &str) -> (Option<&str>, Option<&str>) {
    match (labelled(text, POSITION).next(), labelled(text, MATCH).next()) {
        (None, None) => {}
        (Some(position), None) => return (Some(position), joined_to(text, position)),
        both => return both,
    }
    let both = |a, b| if is_match_first(a, b) { (Some(b), Some(a)) } else { (Some(a), Some(b)) };
    // A single word without a tag is taken as an ID, whatever its characters are.
    if !text.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>')) {
        let text = without_name(text);
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
    if let Some((a, b)) = self::words(text).find_map(pair) {
        return both(a, b);
    }
    (runs(text, PositionId::LEN).next(), runs(text, MatchId::LEN).next())
}

/// The words before the IDs of GNU Backgammon.
pub(super) const POSITION: &str = "position";
pub(super) const MATCH: &str = "match";

/// Returns the words of base64 digits of a length.
pub(super) fn runs(text: &str, length: usize) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_digit(c)).filter(move |run| run.len() == length)
}

/// Removes the name before an ID: `GNUBGID=`, `ID:`.
fn without_name(word: &str) -> &str {
    const NAMES: [&str; 4] = ["gnubgid", "gnubg", "id", "posid"];
    match word.split_once(['=', ':']) {
        Some((name, id)) if NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)) => id,
        _ => word,
    }
}

/// Returns a Position ID and a Match ID with a colon between them, one of which may be damaged.
fn pair(word: &str) -> Option<(&str, &str)> {
    let (a, b) = without_name(word).split_once(':')?;
    let b = b.trim_end_matches(is_stop);
    // With a whole Position ID before the colon, any digits after it are what is left of a Match ID.
    let is_rest = a.len() == PositionId::LEN && !b.is_empty() && b.chars().all(is_digit);
    let is_whole = [MatchId::LEN, PositionId::LEN].contains(&b.len()) && is_like_id(b);
    (is_like_id(a) && (is_rest || is_whole)).then_some((a, b))
}

/// Returns the Match ID after a Position ID and a colon.
fn joined_to<'a>(text: &'a str, position: &str) -> Option<&'a str> {
    let end = position.as_ptr() as usize - text.as_ptr() as usize + position.len();
    let id = words(text[end..].strip_prefix(':')?).next()?.trim_end_matches(is_stop);
    is_like_id(id).then_some(id)
}

/// Returns `true` if a Match ID stands before a Position ID.
const fn is_match_first(a: &str, b: &str) -> bool {
    a.len() == MatchId::LEN && b.len() >= PositionId::LEN
}

/// Returns `true` for a word that may be an ID, even if some of its characters are missing or superfluous: unlike a word
/// of a language, it has a digit, or capitals after its first letter.
pub(crate) fn is_like_id(word: &str) -> bool {
    has_length_of_id(word)
        && word.chars().all(is_digit)
        && word.chars().skip(1).any(|c| !c.is_ascii_lowercase())
}

/// Returns `true` for a word about as long as a Position ID or a Match ID.
fn has_length_of_id(word: &str) -> bool {
    (MatchId::LEN - 2..=PositionId::LEN + 2).contains(&word.len())
}

/// Finds the words after `Position ID:`, `Position-ID`, `Match ID   :` and the like.
pub(super) fn labelled<'a>(text: &'a str, label: &'static str) -> impl Iterator<Item = &'a str> {
    let mut parser = preceded(take_until_no_case(label), opt(id_after_label));
    let mut text = text;
    std::iter::from_fn(move || {
        loop {
            let (rest, id) = parser.parse(text).ok()?;
            text = rest;
            if let Some(id) = id.map(|id| id.trim_end_matches(is_stop)).filter(|id| !id.is_empty()) {
                return Some(id);
            }
        }
    })
}

/// Reads the text up to an ASCII label in any case, and the label.
fn take_until_no_case<'a>(label: &'static str) -> impl FnMut(&'a str) -> IResult<&'a str, &'a str> {
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

impl FromStr for IdState {
    type Err = IdentifyError;

    /// Reads an ID of any kind with 15 checkers a side, also inside pasted text. [`identify`] takes another number of
    /// checkers, and reads IDs that are too short or too long.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::notation::IdState;
    ///
    /// let state: IdState = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10".parse()?;
    /// assert_eq!(state.game.map(|game| game.length), Some(7));
    /// assert!("4HPwATDgc".parse::<IdState>().is_err());
    /// # Ok::<(), barpoint::notation::IdentifyError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, IdentifyError> {
        Ok(identify(text, BoardSetup::MOST)?.whole()?.state)
    }
}

impl Identified {
    /// Rejects an ID that is too short or too long: it was cut off, or is another text. A program that reads IDs from
    /// its users calls this after [`identify`], as the command line does without `--lenient`.
    ///
    /// # Errors
    ///
    /// [`IdentifyError::Length`], with what is missing or superfluous.
    ///
    /// # Examples
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::notation::identify;
    ///
    /// let error = identify("4HPwATDgc", 15).unwrap().whole().unwrap_err();
    /// assert_eq!(error.to_string(), "Position ID: 9 characters instead of 14: the last 5 are missing");
    /// ```
    pub fn whole(self) -> Result<Self, IdentifyError> {
        let wrong: Vec<String> = self.wrong_lengths().collect();
        if wrong.is_empty() { Ok(self) } else { Err(IdentifyError::Length(wrong)) }
    }

    /// Returns what is missing or superfluous.
    fn wrong_lengths(&self) -> impl Iterator<Item = String> {
        self.assumed.iter().filter_map(Assumption::wrong_length)
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
