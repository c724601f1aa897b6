//! `PartyGammon`. Read only.
//!
//! ```text
//! BOARDID=1
//! MATCHLENGTH=3
//! GAME_1_PLAYER_1=anna
//! GAME_1_PLAYER_2=bert
//! GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5#2 0 0 52 13/8 24/22#
//! GAME_1_SCORE1=1
//! GAME_1_SCORE2=0
//! ```
//!
//! ```text
//! line   = key "=" value
//! key    = "GAME_" number "_" field / word
//! action = ( "1" / "2" ) " " any " " any " " ( dice [ " " play ] / words )
//! ```
//!
//! Each action ends with `#`: the player, two numbers of unknown meaning, the dice and the play. Player
//! 1 is [`Side::Zero`]. The scores are those after the game; the last game may lack them. No real file was at hand.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("small.txt", std::fs::read("testdata/party/valid/small.txt")?)?;
//! assert_eq!(matches[0].format.name, "party");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::draft::Draft;
use super::words::{Parsed as Text, number, whole, without_preface};
use super::{Confidence, Evidence, Format, Head, markup};
use crate::board::{BySide, Side};
use crate::diag::{self, Code, Parsed, SourceFile, Span};
use crate::game::record::{
    Entry, GameRecord, MatchRecord, PlayerScore, Property, RemarkKind, Spanned, Written, headers,
};
use crate::notation::play::PlayOptions;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till};
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{opt, rest, value};
use nom::sequence::{delimited, preceded, separated_pair, terminated};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "party",
    title: "PartyGammon",
    page: "party",
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, parse)),
    ..Format::TEXT
};

/// The fields of a game.
const FIELDS: [&str; 5] = ["PLAYER_1", "PLAYER_2", "GAMEPLAY", "SCORE1", "SCORE2"];

/// The place of the play among the fields, after the players.
const PLAY: usize = 2;

/// The place of the first score.
const SCORES: usize = 3;

/// The key of the match length.
const LENGTH: &str = "MATCHLENGTH";

/// The most bytes of a key and the equals sign after it.
const LONGEST_KEY: usize = 32;

/// The largest distance of a misspelt key from the one that it is meant to be.
const MOST_SLIPS: usize = 3;

/// Returns the evidence that a text is in this format, from its beginning.
fn sniff(head: Head<'_>) -> Evidence {
    let mut lines = without_preface(head.text, |line| key_value(line).is_some()).peekable();
    let at = lines.peek().map_or(0, |line| head.offset(line));
    confidence(lines).at(at)
}

fn confidence<'a>(lines: impl Iterator<Item = &'a str>) -> Confidence {
    let mut confidence = Confidence::No;
    for line in lines {
        let Some((key, _)) = key_value(line) else { return confidence };
        if game_key(key).is_some_and(|(_, field)| field.eq_ignore_ascii_case("GAMEPLAY")) {
            return Confidence::Sure;
        }
        if ["BOARDID", "CREATOR", LENGTH].into_iter().any(|known| known.eq_ignore_ascii_case(key)) {
            confidence = Confidence::Likely;
        } else if !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Confidence::No;
        }
    }
    confidence
}

/// Reads `line`: the key and the value.
fn key_value(line: &str) -> Option<(&str, &str)> {
    let parsed = whole(separated_pair(take_till(|c| c == '='), char('='), rest), line);
    parsed.map(|(key, value)| (key.trim(), value.trim()))
}

/// Reads `GAME_1_SCORE1`: the number and the field.
fn game_key(key: &str) -> Option<(&str, &str)> {
    whole((delimited(tag_no_case("GAME_"), digit1, char('_')), rest), key)
}

/// Returns `true` for a key that is meant to be a known one.
fn is_misspelt(key: &str) -> bool {
    let key = key.to_ascii_uppercase();
    let is_near = |known: &&str| (1..=2).contains(&diag::distance(&key, known));
    ["BOARDID", "CREATOR", LENGTH].iter().any(is_near)
        || key.starts_with("GAME")
        || ["_PLAYER_", "_GAMEPLAY", "_SCORE"].iter().any(|field| key.contains(field))
}

/// Returns `true` if a line that isn't understood is meant to begin with this key.
fn is_meant(line: &str, key: &str) -> bool {
    let written = line.split_once('=').map_or(line, |(written, _)| written);
    let written = &written[..written.floor_char_boundary(key.len())];
    diag::distance(&written.to_ascii_uppercase(), key) <= MOST_SLIPS
}

/// Splits two lines whose line break is missing before the second key.
fn joined(line: &str) -> Option<(&str, &str)> {
    let value = line.find('=')? + 1;
    let begins = |at: usize| {
        let end = line.floor_char_boundary(at + LONGEST_KEY);
        let Some((key, _)) = line.get(at..end).and_then(key_value) else { return false };
        key == LENGTH || game_key(key).is_some_and(|(_, field)| FIELDS.contains(&field))
    };
    let mut keys = line[value..].match_indices(['G', 'M']).map(|(at, _)| value + at);
    keys.find(|at| begins(*at)).map(|at| line.split_at(at))
}

/// Reads `1 0 0 31 8/5 6/5`: the player, two numbers, and the action.
fn action(text: &str) -> Text<'_, (Option<Side>, &str, &str, &str)> {
    let word = || terminated(take_till(|c| c == ' '), opt(char(' ')));
    let side = alt((value(Side::Zero, tag("1 ")), value(Side::One, tag("2 "))));
    (alt((side.map(Some), word().map(|_| None))), word(), word(), preceded(space0, rest)).parse(text)
}

/// Reads the record of one match.
fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source), ..Reader::default() };
    reader.scores = [Some(Spanned::default()); 2];
    for line in reader.draft.lines() {
        let mut rest = line.trim();
        while let Some((first, second)) = joined(rest) {
            reader.line(first.trim_end());
            let key = second.split('=').next().unwrap_or(second);
            reader.draft.report(Code::RecordSyntax, key, "a key begins a line of its own");
            rest = second;
        }
        reader.line(rest);
    }
    reader.finish()
}

#[derive(Default)]
struct Reader<'a> {
    draft: Draft<'a>,
    /// The scores before the present game, as far as they are known.
    scores: [Option<Spanned<i64>>; 2],
    /// The scores after it, as far as they are known.
    after: [Option<Spanned<i64>>; 2],
    /// The play of the present game.
    play: Option<&'a str>,
    /// The keys of the present game, in the order of [`FIELDS`].
    keys: [Option<&'a str>; FIELDS.len()],
    /// Whether a key of the present game with a wrong number has been reported.
    has_slip: bool,
    /// The lines after the last key of the game before that aren't understood.
    unread: Vec<&'a str>,
    /// Whether there is a line with the match length, even if it can't be read.
    has_length: bool,
    /// The first key of a game.
    first: Option<Span>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        if line.is_empty() {
            return;
        }
        let Some((key, value)) = key_value(line) else {
            return self.unknown(line, "a line is `KEY=value`");
        };
        let is = |known: &str| key.eq_ignore_ascii_case(known);
        match game_key(key) {
            Some((digits, field)) => self.field(line, key, (digits, field), value),
            None if is(LENGTH) => {
                self.has_length = true;
                self.draft.length(value);
            }
            None if is("BOARDID") => self.draft.header(headers::MATCH_ID, key, value),
            None if is_misspelt(key) => {
                self.unknown(line, "a key is BOARDID, CREATOR, MATCHLENGTH or GAME_n_ and a field");
            }
            None => self.draft.header(key, key, value),
        }
    }

    /// Keeps a line that isn't understood: it may be a line that is missing.
    fn unknown(&mut self, line: &'a str, expected: &str) {
        self.has_length |= is_meant(line, LENGTH);
        self.unread.push(line);
        self.draft.unknown(line, expected);
    }

    fn field(&mut self, line: &'a str, key: &'a str, (digits, field): (&'a str, &'a str), value: &'a str) {
        let field = FIELDS.iter().position(|known| field.eq_ignore_ascii_case(known));
        if self.is_of_another_game(digits, field) {
            self.begin(line, key, digits);
        }
        let Some(field) = field else {
            return self.unknown(line, "a game has two players, the play and two scores");
        };
        self.keys[field].get_or_insert(key);
        match field {
            ..PLAY => self.player(field, value),
            PLAY => self.plays(value),
            _ => self.score(field - SCORES, value),
        }
    }

    /// Returns `true` if a key with this number and field isn't one of the present game. A number that is neither this
    /// game's nor the next one's is wrong if the game doesn't have the field yet.
    fn is_of_another_game(&mut self, digits: &'a str, field: Option<usize>) -> bool {
        let games = &self.draft.record.games;
        let Some(game) = &self.draft.game else { return true };
        let (own, here) = (game.number, number(digits));
        if own.map(|own| own.value) == here {
            return false;
        }
        let is_lacking = field.is_some_and(|field| self.keys[field].is_none());
        let (Some(own), Some(here), true) = (own, here, is_lacking) else { return true };
        let first = games.first().map_or(Some(1), |first| Some(first.number?.value));
        let expected = first.map(|first| first.saturating_add(games.len() as u32));
        if expected == Some(here) {
            // The first key of this game has the wrong number. After another game, that is reported already.
            if games.is_empty() {
                self.draft.wrong(own.span, format!("the lines below are of game {here}"));
            }
            let number = self.draft.at(here, digits);
            if let Some(game) = &mut self.draft.game {
                game.number = Some(number);
            }
            return false;
        }
        if own.value.checked_add(1) == Some(here) {
            return true;
        }
        if !std::mem::replace(&mut self.has_slip, true) {
            let place = self.draft.place(digits);
            self.draft.wrong(place, format!("the lines around it are of game {}", own.value));
        }
        false
    }

    /// Begins a game at its first line; the one before is over.
    fn begin(&mut self, line: &'a str, key: &'a str, digits: &'a str) {
        self.end_game(FIELDS.len());
        let place = self.draft.place(key);
        self.first.get_or_insert(place);
        let player = |score| Some(PlayerScore { name: Spanned::default(), rating: None, score });
        self.draft.begin(GameRecord {
            number: number(digits).map(|number| self.draft.at(number, digits)),
            heading: self.draft.place(line),
            players: BySide(self.scores.map(player)),
            ..GameRecord::default()
        });
    }

    fn player(&mut self, side: usize, value: &'a str) {
        let name = self.draft.spanned(value);
        let game = self.draft.game.as_mut();
        let Some(player) = game.and_then(|game| game.players.0[side].as_mut()) else { return };
        if player.name.value.is_empty() {
            player.name = name;
        } else if player.name.value != name.value {
            let before = player.name.span;
            self.draft.conflict(value, "this player", before);
        }
    }

    fn score(&mut self, side: usize, value: &'a str) {
        let Some(score) = self.draft.score(value) else { return };
        let before = *self.after[side].get_or_insert(score);
        if before.value != score.value {
            self.draft.conflict(value, "this score", before.span);
        }
    }

    fn plays(&mut self, value: &'a str) {
        if let Some(before) = self.play {
            if before != value {
                let before = self.draft.place(before);
                self.draft.conflict(value, "the play", before);
                self.draft.remark(RemarkKind::Unknown, value);
            }
            return;
        }
        self.play = Some(value);
        for action in value.split('#').map(str::trim).filter(|action| !action.is_empty()) {
            self.action(action);
        }
    }

    fn action(&mut self, text: &'a str) {
        let Ok((_, (side, a, b, what))) = action(text) else { return };
        let written = if side.is_none() {
            self.draft.report(Code::RecordSyntax, text, "an action begins with its player, 1 or 2");
            Written::Unreadable
        } else {
            self.what(what.trim())
        };
        self.draft.push(side, None, text, written);
        let numbers = self.draft.at(vec![format!("{a} {b}")], a);
        if [a, b] != ["0", "0"]
            && let Some(entry) = self.draft.entries().last_mut()
        {
            let key = "party:numbers".to_owned();
            entry.notes_mut().properties = vec![Property { key, values: numbers }];
        }
    }

    fn what(&mut self, what: &'a str) -> Written {
        let (inside, play) = what.split_once([' ', ':']).unwrap_or((what, ""));
        let turn = self.draft.turn(inside, play.trim_matches([' ', ':']), PlayOptions::RECORD);
        turn.or_else(|| self.draft.action(what)).unwrap_or_else(|| {
            self.draft.report(Code::RecordSyntax, what, "an action holds dice and a play");
            Written::Unreadable
        })
    }

    /// Reports those of the first `required` fields that the present game lacks, unless a line that isn't understood is
    /// meant to be theirs. A game with one score needs both.
    fn report_missing(&mut self, required: usize) {
        let Some(number) = self.draft.game.as_ref().and_then(|game| game.number) else { return };
        let mut places: Vec<Span> = self.keys.iter().flatten().map(|key| self.draft.place(key)).collect();
        places.sort_by_key(|place| place.start);
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        let has_score = required > 0 && self.keys[SCORES..].iter().any(Option::is_some);
        let required = if has_score { FIELDS.len() } else { required };
        let mut missing = Vec::new();
        let mut are_names = true;
        for (at, field) in FIELDS.iter().enumerate().take(required) {
            if self.keys[at].is_some() {
                continue;
            }
            let key = format!("GAME_{}_{field}", number.value);
            if let Some(unread) = self.unread.iter().position(|line| is_meant(line, &key)) {
                self.unread.remove(unread);
                continue;
            }
            are_names &= at < PLAY;
            missing.push(format!("`{key}=`"));
        }
        self.unread.retain(|line| self.draft.place(line).start > last.start);
        if missing.is_empty() {
            return;
        }
        let label = format!("game {} lacks {}", number.value, missing.join(", "));
        if are_names {
            self.draft.wrong(*first, label);
        } else {
            // After this, nothing in the game is certain.
            self.draft.report_at(Code::RecordSyntax, *last, label);
        }
    }

    /// Ends the game; the result is the difference of the scores. The first `required` fields may not be missing.
    fn end_game(&mut self, required: usize) {
        self.report_missing(required);
        self.keys = [None; FIELDS.len()];
        self.has_slip = false;
        self.play = None;
        let after = std::mem::take(&mut self.after);
        let won = Side::ALL.map(|side| {
            let (before, after) = (self.scores[side.index()]?, after[side.index()]?);
            let points = after.value.saturating_sub(before.value);
            Some(Spanned::new(points, after.span)).filter(|points| points.value != 0)
        });
        for points in won.into_iter().flatten().filter(|points| points.value < 0) {
            let label = format!("the score before the game is {} more", points.value.unsigned_abs());
            self.draft.report_at(Code::ScoreContradiction, points.span, label);
        }
        if let [Some(first), Some(second)] = won
            && first.value > 0
            && second.value > 0
        {
            self.draft.report_at(Code::ScoreContradiction, second.span, "both players win points");
        }
        let points = won.map(|won| {
            let won = won?;
            Some(Spanned::new(u32::try_from(won.value).ok()?, won.span))
        });
        let Some(game) = &mut self.draft.game else { return };
        let winner = Side::ALL.into_iter().find(|side| points[side.index()].is_some());
        if let Some((side, points)) = winner.and_then(|side| Some((side, points[side.index()]?))) {
            let written = Written::Wins { points: Some(points), and_match: None };
            game.entries.push(Entry::new(Some(side), points.span, written));
        }
        for (at, before) in self.scores.iter_mut().enumerate() {
            // A score that isn't known stays the same if the opponent wins.
            *before = after[at].or(before.filter(|_| points[1 - at].is_some()));
        }
        self.draft.end();
    }

    fn finish(mut self) -> Parsed<MatchRecord> {
        // A key that is cut off has its finding.
        let is_cut = self.unread.last().is_some_and(|line| self.draft.is_cut(line));
        self.end_game(if is_cut { 0 } else { SCORES });
        if let Some(first) = self.first.filter(|_| !self.has_length) {
            self.draft.record.length_fault = Some(first);
            self.draft.wrong(first, format!("the line `{LENGTH}=` is missing; 0 is a money session"));
        }
        self.draft.finish("there is no line `GAME_1_GAMEPLAY=`")
    }
}
