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
//! 1 is [`Side::Zero`]. The scores are those after the game. No real file was at hand.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("small.txt", std::fs::read("testdata/party/valid/small.txt")?)?;
//! assert_eq!(matches[0].format.name, "party");
//! # Ok(())
//! # }
//! ```

use super::draft::Draft;
use super::words::{Parsed as Text, number, whole, without_preface};
use super::{Confidence, Content, Format, Head, Matches};
use crate::board::{BySide, Side};
use crate::diag::{self, Code, Parsed, SourceFile};
use crate::game::record::{
    Entry, GameRecord, MatchRecord, Notes, PlayerScore, Property, RemarkKind, Spanned, Written, headers,
};
use crate::notation::play::PlayOptions;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till};
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{opt, rest, value};
use nom::sequence::{delimited, preceded, separated_pair, terminated};

/// The row of the table.
pub const FORMAT: Format = Format {
    name: "party",
    title: "PartyGammon",
    page: "party",
    extensions: &[],
    content: Content::Text,
    matches: Matches::One,
    sniff,
    parse: Some(parse),
    writer: None,
};

/// Returns the confidence that a text is in this format, from its beginning.
fn sniff(head: Head<'_>) -> Confidence {
    let mut confidence = Confidence::No;
    for line in without_preface(head.text, |line| key_value(line).is_some()) {
        let Some((key, _)) = key_value(line) else { return confidence };
        if game_key(key).is_some_and(|(_, field)| field.eq_ignore_ascii_case("GAMEPLAY")) {
            return Confidence::Sure;
        }
        if ["BOARDID", "CREATOR", "MATCHLENGTH"].into_iter().any(|known| known.eq_ignore_ascii_case(key)) {
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
    ["BOARDID", "CREATOR", "MATCHLENGTH"].iter().any(is_near)
        || key.starts_with("GAME")
        || ["_PLAYER_", "_GAMEPLAY", "_SCORE"].iter().any(|field| key.contains(field))
}

/// Reads `1 0 0 31 8/5 6/5`: the player, two numbers, and the action.
fn action(text: &str) -> Text<'_, (Option<Side>, &str, &str, &str)> {
    let word = || terminated(take_till(|c| c == ' '), opt(char(' ')));
    let side = alt((value(Side::Zero, tag("1 ")), value(Side::One, tag("2 "))));
    (alt((side.map(Some), word().map(|_| None))), word(), word(), preceded(space0, rest)).parse(text)
}

/// Reads the record of one match.
///
/// Any text gives a record. Findings are about the notation only.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let draft = Draft::new(source);
    let mut reader = Reader { draft, scores: [Spanned::default(); 2], after: [None; 2], play: None };
    for line in reader.draft.lines() {
        reader.line(line.trim());
    }
    reader.end_game();
    reader.draft.finish("there is no line `GAME_1_GAMEPLAY=`")
}

struct Reader<'a> {
    draft: Draft<'a>,
    /// The scores before the present game.
    scores: [Spanned<i64>; 2],
    /// The scores after it, as far as they are known.
    after: [Option<Spanned<i64>>; 2],
    /// The play of the present game.
    play: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        if line.is_empty() {
            return;
        }
        let Some((key, value)) = key_value(line) else {
            return self.draft.unknown(line, "a line is `KEY=value`");
        };
        let is = |known: &str| key.eq_ignore_ascii_case(known);
        match game_key(key) {
            Some((digits, field)) => self.field(line, digits, field, value),
            None if is("MATCHLENGTH") => self.draft.length(value),
            None if is("BOARDID") => self.draft.header(headers::MATCH_ID, key, value),
            None if is_misspelt(key) => {
                self.draft.unknown(line, "a key is BOARDID, CREATOR, MATCHLENGTH or GAME_n_ and a field");
            }
            None => self.draft.header(key, key, value),
        }
    }

    fn field(&mut self, line: &'a str, digits: &'a str, field: &'a str, value: &'a str) {
        let game_number = number(digits);
        let is_other =
            self.draft.game.as_ref().is_none_or(|game| game.number.map(|number| number.value) != game_number);
        if is_other {
            self.end_game();
            let [zero, one] = self.scores.map(|score| {
                Some(PlayerScore { name: Spanned::default(), rating: None, score: Some(score) })
            });
            self.draft.begin(GameRecord {
                number: game_number.map(|number| self.draft.at(number, digits)),
                heading: self.draft.place(line),
                players: BySide([zero, one]),
                ..GameRecord::default()
            });
        }
        let is = |known: &str| field.eq_ignore_ascii_case(known);
        let player = [["PLAYER_1", "SCORE1"], ["PLAYER_2", "SCORE2"]]
            .into_iter()
            .position(|names| names.into_iter().any(is));
        match player {
            Some(side) if field.len() == "PLAYER_1".len() => {
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
            Some(side) => {
                let Some(score) = self.draft.score(value) else { return };
                let before = *self.after[side].get_or_insert(score);
                if before.value != score.value {
                    self.draft.conflict(value, "this score", before.span);
                }
            }
            None if is("GAMEPLAY") => {
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
            None => self.draft.unknown(line, "a game has two players, the play and two scores"),
        }
    }

    fn action(&mut self, text: &'a str) {
        let Ok((_, (side, a, b, what))) = action(text) else { return };
        let written = if side.is_none() {
            self.draft.report(Code::RecordSyntax, text, "an action begins with its player, 1 or 2");
            Written::Unreadable
        } else {
            self.what(text, what.trim())
        };
        self.draft.push(side, None, text, written);
        let numbers = self.draft.at(vec![format!("{a} {b}")], a);
        if [a, b] != ["0", "0"]
            && let Some(entry) = self.draft.entries().last_mut()
        {
            let key = "party:numbers".to_owned();
            entry.notes = Some(Box::new(Notes {
                properties: vec![Property { key, values: numbers }],
                ..Notes::default()
            }));
        }
    }

    fn what(&mut self, action: &'a str, what: &'a str) -> Written {
        let (inside, play) = what.split_once([' ', ':']).unwrap_or((what, ""));
        let turn = self.draft.turn(inside, play.trim_matches([' ', ':']), PlayOptions::RECORD);
        turn.or_else(|| self.draft.action(what)).unwrap_or_else(|| {
            self.draft.report(Code::RecordSyntax, action, "an action holds dice and a play");
            Written::Unreadable
        })
    }

    /// Ends the game; the result is the difference of the scores.
    fn end_game(&mut self) {
        let after = std::mem::take(&mut self.after);
        self.play = None;
        let won = |side: Side| {
            let after = after[side.index()]?;
            let points = after.value.saturating_sub(self.scores[side.index()].value);
            Some(Spanned::new(points, after.span)).filter(|points| points.value != 0)
        };
        for points in Side::ALL.into_iter().filter_map(won).filter(|points| points.value < 0) {
            let label = format!("the score before the game is {} more", points.value.unsigned_abs());
            self.draft.wrong_score(points.span, label);
        }
        if let (Some(first), Some(second)) = (won(Side::Zero), won(Side::One))
            && first.value > 0
            && second.value > 0
        {
            self.draft.wrong_score(second.span, "both players win points".to_owned());
        }
        let points = |side| {
            let won = won(side)?;
            Some(Spanned::new(u32::try_from(won.value).ok()?, won.span))
        };
        let Some(game) = &mut self.draft.game else { return };
        if let Some((side, points)) = Side::ALL.into_iter().find_map(|side| Some((side, points(side)?))) {
            let written = Written::Wins { points: Some(points), and_match: None };
            game.entries.push(Entry::new(Some(side), points.span, written));
        }
        for (before, after) in self.scores.iter_mut().zip(after) {
            *before = after.unwrap_or(*before);
        }
        self.draft.end();
    }
}
