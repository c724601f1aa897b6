//! The neutral match record: what was written, with its place, unchecked.
//!
//! Every format's reader produces this; the replay in `analysis` interprets it (see
//! [`Replayed`](super::Replayed)), and every format's writer takes both. It can hold everything that any
//! format can express, so that a conversion never loses anything without reporting it.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let record = &matches[0].replayed.record;
//! assert_eq!(record.length.map(|length| length.value), Some(7));
//! # Ok(())
//! # }
//! ```

mod entry;
mod notes;
mod numbers;
mod places;

pub use entry::{
    Cause, Cell, CubePlace, CubeWord, Entry, Setup, Written, WrittenLeg, WrittenPlay, WrittenRoll,
};
pub use notes::{
    Analysis, Annotation, Candidate, Chances, Clock, CubeAnalysis, Evaluation, Notes, PlayAnalysis, Property,
    Rating, Variation,
};
pub use numbers::MoveNumbers;

use crate::board::{BySide, Side};
use crate::diag::Span;
use crate::math::calendar::days;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// A value with the place where it was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    #[must_use]
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// One match, or one money session, as recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchRecord {
    /// The headers, in the order written; a key may occur more than once. Facts common to several formats
    /// have the keys in [`headers`]; others have the record's own word.
    pub headers: Vec<Header>,
    /// The match length in points; 0 for a money session. `None` if the record doesn't state one.
    pub length: Option<Spanned<u32>>,
    /// Where the match length is missing or can't be read, if the reader reports it there.
    pub length_fault: Option<Span>,
    /// The games, in the order written.
    pub games: Vec<GameRecord>,
    /// Comments and text that wasn't understood, in the order written.
    pub remarks: Vec<Remark>,
    /// Whether the format has no mark for a hit, so that none can be missing.
    pub no_hit_marks: bool,
    /// Whether the text stops in the middle of a line or of a bracket, as if it was cut off.
    pub is_cut_off: bool,
}

impl MatchRecord {
    /// Returns the first header with this key, compared without regard to case.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&Header> {
        self.headers.iter().find(|header| header.key.value.eq_ignore_ascii_case(key))
    }

    /// Iterates over the notes of all entries.
    pub(crate) fn notes(&self) -> impl Iterator<Item = &Notes> {
        self.games.iter().flat_map(|game| &game.entries).filter_map(|entry| entry.notes.as_deref())
    }

    /// Returns whether the Jacoby rule applies, if the record states it: if the first of its headers with a value says that
    /// it is on or off.
    #[must_use]
    pub fn stated_jacoby(&self) -> Option<bool> {
        let mut headers =
            self.headers.iter().filter(|header| header.key.value.eq_ignore_ascii_case(headers::JACOBY));
        let header = headers.find(|header| !header.value.value.trim().is_empty())?;
        switch(header.value.value.trim())
    }

    /// Returns for each game `true` if its score was set and needn't follow from the games before.
    #[must_use]
    pub fn set_scores(&self) -> Vec<bool> {
        let header = self.header(headers::SET_SCORES).map_or("", |header| &header.value.value);
        let named: HashSet<u32> = header.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        let number =
            |(index, game): (usize, &GameRecord)| game.number.map_or(index as u32 + 1, |number| number.value);
        let games = self.games.iter().enumerate();
        games.map(|game| game.0 > 0 && named.contains(&number(game))).collect()
    }

    /// Returns a player's name in a game, counted from 0: that of the game's head, or of the last head before it, or an
    /// empty text.
    #[must_use]
    pub fn name(&self, game: usize, side: Side) -> &str {
        let games = &self.games[..self.games.len().min(game + 1)];
        let player = games.iter().rev().find_map(|game| game.players[side].as_ref());
        player.map_or("", |player| &player.name.value)
    }

    /// Returns the name in a game's head, if it isn't that of the game before it.
    pub(crate) fn new_name(&self, game: usize, side: Side) -> Option<&str> {
        let name = self.games.get(game)?.name(side)?;
        let before = game.checked_sub(1).map_or("", |before| self.name(before, side));
        (name != before).then_some(name)
    }

    /// Returns both players' names in a game, as [`name`](Self::name) does.
    #[must_use]
    pub fn names(&self, game: usize) -> BySide<String> {
        BySide(Side::ALL.map(|side| self.name(game, side).to_owned()))
    }

    /// Returns the day of the match as `YYYY-MM-DD`, if its header has year, month and day in that order.
    #[must_use]
    pub fn day(&self) -> Option<String> {
        self.date().filter(|date| date.len() == 10)
    }

    /// Returns the date in the match's header, as [`date`] reads it.
    #[must_use]
    pub fn date(&self) -> Option<String> {
        date(&self.header(headers::DATE)?.value.value)
    }
}

/// Returns a date as far as a text has year, month and day in that order: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. A month or
/// day may have one digit; one that the calendar doesn't have is left out.
#[must_use]
pub fn date(written: &str) -> Option<String> {
    let written = written.trim().replace(['.', '/'], "-");
    let (year, mut rest) = number(&written, 4..=4)?;
    let mut date = format!("{year:04}");
    let mut month = 1;
    for at in 0..2 {
        let Some((part, after)) = rest.strip_prefix('-').and_then(|rest| number(rest, 1..=2)) else {
            break;
        };
        let day = if at == 0 { 1 } else { part };
        month = if at == 0 { part } else { month };
        if days(year, month, day).is_none() {
            break;
        }
        let _ = write!(date, "-{part:02}");
        rest = after;
    }
    Some(date)
}

/// Reads a number at the beginning of a text; also returns the rest.
fn number(text: &str, digits: RangeInclusive<usize>) -> Option<(i64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    Some((number.parse().ok().filter(|_| digits.contains(&end))?, rest))
}

/// A header: a fact about the match under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name, verbatim.
    pub key: Spanned<String>,
    /// The value, verbatim (without the quotes around it).
    pub value: Spanned<String>,
}

impl Header {
    /// Returns a header with one place for both its parts.
    #[must_use]
    pub fn new(key: &str, value: impl Into<String>, span: Span) -> Self {
        Self { key: Spanned::new(key.to_owned(), span), value: Spanned::new(value.into(), span) }
    }

    /// Returns `true` if the record contains this header as a key and a value, and not in another form with
    /// the same meaning.
    #[must_use]
    pub fn is_written(&self) -> bool {
        self.key.span != self.value.span
    }
}

/// Returns a name as names are compared: in lower case, with single blanks between its words.
pub(crate) fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the value of a header that is on or off; `None` for any other text.
pub(crate) fn switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "yes" | "y" | "true" | "enabled" | "1" => Some(true),
        "off" | "no" | "n" | "none" | "false" | "disabled" | "0" => Some(false),
        _ => None,
    }
}

/// A piece of text that isn't part of the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Whether it was meant as a comment.
    pub kind: RemarkKind,
    /// The element that it follows.
    pub anchor: Anchor,
    /// Its place.
    pub span: Span,
    /// The text, without the format's own marks and escapes.
    pub text: String,
}

/// The element of a record that a remark follows: a game's head or an entry; before all games if neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Anchor {
    /// The game's place in the record, counted from 0.
    pub game: Option<u32>,
    /// The entry's place in the game, counted from 0; `None` for the head of the game.
    pub entry: Option<u32>,
}

impl Anchor {
    /// Before all games.
    pub const MATCH: Self = Self { game: None, entry: None };

    /// At the head of a game, counted from 0.
    #[must_use]
    pub const fn game(game: usize) -> Self {
        Self { game: Some(game as u32), entry: None }
    }

    /// At the last of the entries that a game has so far, or at its head.
    pub(crate) fn last(game: usize, entries: &[Entry]) -> Self {
        entries.len().checked_sub(1).map_or(Self::game(game), |entry| Self::entry(game, entry))
    }

    /// At an entry of a game, both counted from 0.
    #[must_use]
    pub const fn entry(game: usize, entry: usize) -> Self {
        Self { game: Some(game as u32), entry: Some(entry as u32) }
    }
}

/// The kind of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemarkKind {
    /// A comment in the format's own syntax.
    Comment,
    /// Text outside the format's syntax.
    Unknown,
}

/// One game of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRecord {
    /// The number that the record gives the game.
    pub number: Option<Spanned<u32>>,
    /// The place of the game's heading; empty where the game has none.
    pub heading: Span,
    /// The players with their scores before this game, if the game states them.
    pub players: BySide<Option<PlayerScore>>,
    /// Whether the record calls this the Crawford game; `None` if it isn't stated.
    pub is_crawford: Option<bool>,
    /// The number of automatic doubles at the start of the game, if the record states it.
    pub automatic_doubles: Option<u8>,
    /// The events, in order.
    pub entries: Vec<Entry>,
    /// Additional records at the head of the game: statistics, unknown properties.
    pub notes: Option<Box<Notes>>,
}

impl GameRecord {
    /// Returns an entry by its place, counted from 0, as [`Act::entry`](crate::game::Act::entry) has it. `None` without
    /// one.
    #[must_use]
    pub fn entry(&self, place: Option<u32>) -> Option<&Entry> {
        self.entries.get(place? as usize)
    }

    /// Returns the notes of the entry at a place.
    #[must_use]
    pub fn notes_of(&self, place: u32) -> Option<&Notes> {
        self.entry(Some(place))?.notes.as_deref()
    }

    /// Returns the notes of the last entry, or of the game if it has none yet, creating them if necessary.
    pub(crate) fn last_notes_mut(&mut self) -> &mut Notes {
        self.entries.last_mut().map_or(&mut self.notes, |last| &mut last.notes).get_or_insert_default()
    }

    /// Returns the winner and the points of the last result that states both.
    pub(crate) fn written_result(&self) -> Option<(Side, Spanned<u32>)> {
        self.entries.iter().rev().find_map(Entry::result)
    }

    /// Returns `true` if an entry is a cell of an empty row: nothing but its number.
    #[must_use]
    pub fn is_empty_row(&self, entry: usize) -> bool {
        let cell = |entry: usize, side: Side| {
            let cell = self.entries.get(entry)?;
            (cell.side == Some(side) && cell.written == Written::Empty).then_some(cell.row)
        };
        let is_row =
            |left: usize| cell(left, Side::Zero).is_some_and(|row| cell(left + 1, Side::One) == Some(row));
        is_row(entry) || entry.checked_sub(1).is_some_and(is_row)
    }

    /// Returns a player's name at the head of the game.
    pub(crate) fn name(&self, side: Side) -> Option<&str> {
        self.players[side].as_ref().map(|player| player.name.value.as_str())
    }

    /// Returns both names at the head of the game.
    #[must_use]
    pub fn names(&self) -> [Option<&str>; 2] {
        Side::ALL.map(|side| self.name(side))
    }

    /// Returns a player's name for a sentence.
    pub(crate) fn said_name(&self, side: Side) -> String {
        match (self.name(side), side) {
            (Some(name), _) if !name.is_empty() => short_name(name).to_owned(),
            (_, Side::Zero) => "the left player".to_owned(),
            (_, Side::One) => "the right player".to_owned(),
        }
    }

    /// Returns a player's score at the head of the game.
    pub(crate) fn score(&self, side: Side) -> Option<Spanned<i64>> {
        self.players[side].as_ref()?.score
    }

    /// Returns the points of both players at the head of the game; `None` if one is missing or negative.
    #[must_use]
    pub fn points(&self) -> Option<BySide<u32>> {
        let points = |side: Side| u32::try_from(self.score(side)?.value).ok();
        Some(BySide::new(points(Side::Zero)?, points(Side::One)?))
    }

    /// Returns `true` if games are missing between another game of the match and this one, according to their numbers.
    #[must_use]
    pub fn is_after_gap(&self, before: &Self) -> bool {
        let numbers = before.number.zip(self.number);
        numbers.is_some_and(|(before, own)| own.value > before.value.saturating_add(1))
    }
}

/// A player's name and score at the head of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerScore {
    /// The name, without a rating; may be empty.
    pub name: Spanned<String>,
    /// A rating written after the name.
    pub rating: Option<Spanned<String>>,
    /// The score before the game; `None` if it is missing or not a number.
    pub score: Option<Spanned<i64>>,
}

/// Returns the beginning of a name, for findings and for games that take it from another place: a name of
/// megabytes must not be copied thousands of times.
pub(crate) fn short_name(name: &str) -> &str {
    &name[..name.floor_char_boundary(1_000)]
}

/// The keys of headers common to several formats, as this program writes them; they are compared without
/// regard to case. Values are text: dates `2026.11.21`, times `14:30`, switches `On` and `Off`.
pub mod headers {
    /// Returns a limit of beavers or automatic doubles as text. A plain `1` would be read as a switch: any number is
    /// allowed.
    #[doc(hidden)]
    #[must_use]
    pub fn limit(count: u8) -> String {
        if count == 1 { "01".to_owned() } else { count.to_string() }
    }

    /// The tournament or other event.
    pub const EVENT: &str = "Event";
    /// The place or server.
    pub const SITE: &str = "Site";
    /// The round.
    pub const ROUND: &str = "Round";
    /// The date: `YYYY.MM.DD`.
    pub const DATE: &str = "EventDate";
    /// The time of day: `HH:MM` or `HH:MM:SS`.
    pub const TIME: &str = "EventTime";
    /// The person who wrote the record.
    pub const TRANSCRIBER: &str = "Transcriber";
    /// The person who annotated it.
    pub const ANNOTATOR: &str = "Annotator";
    /// The match's number on the server or in the program.
    pub const MATCH_ID: &str = "Match ID";
    /// The start position.
    pub const VARIATION: &str = "Variation";
    /// Whether the Crawford rule applies.
    pub const CRAWFORD: &str = "Crawford";
    /// Whether the Jacoby rule applies.
    pub const JACOBY: &str = "Jacoby";
    /// The most beavers for one double, or whether any are allowed.
    pub const BEAVER: &str = "Beaver";
    /// The most automatic doubles at the start of a game.
    pub const AUTOMATIC_DOUBLES: &str = "AutomaticDoubles";
    /// Whether the cube is used.
    pub const CUBE: &str = "Cube";
    /// The largest value of the cube.
    pub const CUBE_LIMIT: &str = "CubeLimit";
    /// Whether doubling is forbidden when the current cube would win the match for either player.
    pub const FROZEN_CUBE: &str = "FrozenCube";
    /// The number of games after which a money session ends.
    pub const GAMES: &str = "Games";
    /// The numbers of the games whose score, or whether they are the Crawford game, was set: it doesn't follow from the
    /// games before.
    pub const SET_SCORES: &str = "SetScores";
    /// The program that wrote the record, and its version.
    pub const PROGRAM: &str = "Program";
    /// The ratings; the left player's first.
    pub const ELO: [&str; 2] = ["Player 1 Elo", "Player 2 Elo"];
    /// The teams; the left player's first.
    pub const TEAM: [&str; 2] = ["Player 1 Team", "Player 2 Team"];
    /// The clock's settings, in the record's own words.
    pub const CLOCK: &str = "Clock";
    /// How the match ended.
    pub const MATCH_RESULT: &str = "MatchResult";
    /// The score at the end of the match.
    pub const FINAL_SCORE: &str = "FinalScore";

    /// The players' names, where a record has them as headers; the left player's first.
    pub const PLAYERS: [&str; 2] = ["Player 1", "Player 2"];

    /// The headers that are about all games of a match together.
    pub const OF_ALL_GAMES: [&str; 2] = [MATCH_RESULT, FINAL_SCORE];
    /// The headers that state rules.
    pub const RULES: [&str; 7] = [VARIATION, CRAWFORD, JACOBY, BEAVER, AUTOMATIC_DOUBLES, CUBE, CUBE_LIMIT];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_as_far_as_the_calendar_has_it() {
        for (written, date) in [
            ("2026.11.20", Some("2026-11-20")),
            ("2026-11-20 19:00", Some("2026-11-20")),
            ("2020.5.5", Some("2020-05-05")),
            ("2021/5", Some("2021-05")),
            ("2024-2-29", Some("2024-02-29")),
            ("2024.02.30", Some("2024-02")),
            ("2024.13.01", Some("2024")),
            ("2026", Some("2026")),
            ("20261120", None),
            ("20.11.2026", None),
        ] {
            let header = Header::new(headers::DATE, written, Span::default());
            let record = MatchRecord { headers: vec![header], ..MatchRecord::default() };
            assert_eq!(record.date().as_deref(), date, "{written}");
        }
    }
}
