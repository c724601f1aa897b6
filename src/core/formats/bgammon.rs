//! bgammon.org: `.match`, by the specification of its replay files. Read only.
//!
//! ```text
//! bgammon-replay 00000024
//! i 1702738670 anna bert 3 0 0 1 1 0
//! 1 r 4-1 13/9 9/8
//! 2 r 6-1 1/7 1/2
//! 1 d 2 0
//! ```
//!
//! A table lists the beginnings of the games, which are found without it. The line `i` contains the time in seconds
//! since 1970, both names, the match length, the scores before the game, the winner, the points and the variant. Player
//! 1 is [`Side::Zero`]; all points are in that player's numbering.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("two-matches.match", std::fs::read("testdata/bgammon/valid/two-matches.match")?)?;
//! assert_eq!(matches[0].format.name, "bgammon");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::draft::{Draft, mirror};
use super::words::{self, Parsed as Text, dice, number, whole};
use super::{Evidence, Format, Head, Matches, markup};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile};
use crate::game::record::{
    Cause, Cell, Clock, CubeWord, Entry, GameRecord, MatchRecord, RemarkKind, Spanned, Written, headers,
};
use crate::math::calendar::utc;
use crate::notation::play::PlayOptions;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{char, digit1};
use nom::combinator::{eof, map, opt, rest, value};
use nom::sequence::{preceded, terminated};
use std::ops::Range;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "bgammon",
    title: "bgammon.org: replays",
    page: "bgammon",
    matches: Matches::Cut(cut),
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, parse)),
    ..Format::TEXT
};

/// A line of the table.
const INDEX: &str = "bgammon-replay ";

/// Returns the evidence that a text is in this format, from its beginning.
fn sniff(head: Head<'_>) -> Evidence {
    head.sure_if(|line| {
        let index = line.strip_prefix(INDEX);
        index.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) || info(line).is_some()
    })
}

/// The line that begins a game.
struct Info<'a> {
    fields: [&'a str; 7],
    /// The points, and the variant, which older files leave out.
    points: &'a str,
    variant: &'a str,
}

/// Reads `"i" time player player length score score winner points [ variant ]`, a blank between each.
fn info(line: &str) -> Option<Info<'_>> {
    let word = || preceded(char(' '), take_till(|c| c == ' '));
    let number = || preceded(char(' '), digit1);
    let fields = (number(), word(), word(), number(), number(), number(), number(), word(), opt(word()));
    let (time, one, two, length, first, second, winner, points, variant) =
        whole(preceded(char('i'), fields), line)?;
    let fields = [time, one, two, length, first, second, winner];
    Some(Info { fields, points, variant: variant.unwrap_or("0") })
}

enum Event<'a> {
    /// The value of the cube, and the answer.
    Double(&'a str, &'a str),
    /// The dice, and the play.
    Roll(&'a str, &'a str),
    /// The player has left.
    End,
}

/// Reads `side " " ( "d " value " " answer / "r " dice " " play / "t" )`.
fn event(line: &str) -> Text<'_, (Side, Option<Event<'_>>)> {
    let side = alt((value(Side::Zero, tag("1")), value(Side::One, tag("2"))));
    let kind = |letter| terminated(char(letter), alt((tag(" "), eof)));
    let word = || take_till(|c| c == ' ');
    let more = || preceded(opt(char(' ')), rest);
    let what = alt((
        map((kind('d'), word(), more()), |(_, cube, answer)| Some(Event::Double(cube, answer))),
        map((kind('r'), word(), more()), |(_, dice, play)| Some(Event::Roll(dice, play))),
        map(kind('t'), |_| Some(Event::End)),
        map(rest, |_| None),
    ));
    (terminated(side, char(' ')), what).parse(line)
}

/// Splits a text into matches: a new one begins with a game between other players, of another length, or at 0-0. A line
/// that occurs twice, with the same time, begins none.
fn cut(text: &str) -> Vec<Range<usize>> {
    let mut before: Option<[&str; 3]> = None;
    let mut last = "";
    words::cut(text, |line, _| {
        let Some(info) = info(line.trim()).filter(|_| line.trim() != last) else { return false };
        last = line.trim();
        let kind = [info.fields[1], info.fields[2], info.fields[3]];
        let is_first = info.fields[4..6] == ["0", "0"] && info.fields[3] != "0";
        before.replace(kind).is_some_and(|before| before != kind || is_first)
    })
}

/// Reads the record of one match.
fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source), last: "", result: None, refused: false };
    for line in reader.draft.lines() {
        reader.line(line.trim());
    }
    reader.end_game();
    reader.draft.finish("there is no line `i` of a game")
}

struct Reader<'a> {
    draft: Draft<'a>,
    /// The line before, without blank lines.
    last: &'a str,
    /// The winner of the present game, the points, and the winner as written.
    result: Option<(Option<Side>, Spanned<u32>, &'a str)>,
    /// Whether the present game's variant isn't understood.
    refused: bool,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        if line.is_empty() {
            return;
        }
        let last = std::mem::replace(&mut self.last, line);
        if let Some(offset) = line.strip_prefix(INDEX) {
            if number(offset.trim()).is_none() {
                let label = "the table holds the places of the games in bytes";
                self.draft.report(Code::RecordSyntax, offset, label);
            }
        } else if let Some(info) = info(line) {
            if line == last {
                self.draft.report(Code::RecordSyntax, line, "this heading is repeated");
            } else {
                self.begin(line, &info);
            }
        } else if self.refused {
            // The finding is at the variant.
            self.draft.remark(RemarkKind::Unknown, line);
        } else if self.draft.game.is_some() {
            self.event(line);
        } else {
            self.draft.unknown(line, "a game begins with `i`, the time, the players and the scores");
        }
    }

    fn begin(&mut self, line: &'a str, info: &Info<'a>) {
        self.end_game();
        let [time, one, two, length, first, second, winner] = info.fields;
        if self.draft.record.length.is_none() {
            self.draft.length(length);
            if let Some((date, clock)) = time.parse().ok().and_then(utc) {
                self.draft.header_said(headers::DATE, date, time);
                self.draft.header_said(headers::TIME, clock, time);
            }
        }
        if info.variant != "0" {
            let message = "only variant 0, backgammon, is understood: 1 is acey-deucey, 2 tabula";
            self.draft.report(Code::RecordValue, info.variant, message);
        }
        self.refused = info.variant != "0";
        let players = [(one, first), (two, second)];
        let players = players.map(|(name, score)| Some(self.draft.player(name, Some(score))));
        let mut game =
            GameRecord { heading: self.draft.place(line), players: BySide(players), ..GameRecord::default() };
        let at = time.parse::<i64>().ok().and_then(|time| time.checked_mul(1_000));
        if at.is_some() && !self.draft.record.games.is_empty() {
            // The first game's time is that of the match.
            game.notes.get_or_insert_default().clock = Some(Clock { at, ..Clock::default() });
        }
        self.draft.begin(game);
        let side = match winner {
            "1" => Some(Side::Zero),
            "2" => Some(Side::One),
            // The game isn't over.
            "0" => None,
            _ => {
                self.draft.report(Code::RecordValue, winner, "the winner must be 1 or 2, or 0 for none");
                None
            }
        };
        let points = number(info.points).map(|points| self.draft.at(points, info.points));
        if points.is_none() {
            self.draft.report(Code::RecordValue, info.points, "the points are a number");
        }
        self.result = points.filter(|_| side.is_some()).map(|points| (side, points, winner));
    }

    fn event(&mut self, line: &'a str) {
        let Ok((_, (side, what))) = event(line) else {
            return self.draft.unknown(line, "an event is a player, 1 or 2, and what happens");
        };
        if has_left(self.draft.entries()).is_some() {
            self.draft.report(Code::TurnAfterEnd, line, "a player has left above");
        }
        match what {
            Some(Event::Double(cube, answer)) => self.double(side, line, cube, answer),
            Some(Event::Roll(inside, play)) => self.turn(side, line, inside, play),
            Some(Event::End) => {
                let written = Written::Losses { points: None, cause: Some(Cause::Left) };
                self.draft.push(Some(side), None, line, written);
            }
            None => self.draft.unknown(line, "an event is a double `d`, a roll `r` or the end `t`"),
        }
    }

    /// Reads `1 d 2 1`: a double to 2, taken; with a 0, passed.
    fn double(&mut self, side: Side, line: &'a str, value: &'a str, answer: &'a str) {
        let value = self.draft.cube_value(value);
        self.draft.push(Some(side), None, line, Written::Cube { word: CubeWord::Double, value });
        let answer = match answer.trim() {
            "1" => Written::Take,
            "0" => Written::Pass,
            "" => return,
            other => return self.draft.unknown(other, "a double is taken with 1, passed with 0"),
        };
        self.draft.push(Some(!side), None, &line[line.len() - 1..], answer);
    }

    /// Reads `1 r 5-3 13/8 24/21`; without steps no checker can move.
    fn turn(&mut self, side: Side, line: &'a str, inside: &'a str, play: &'a str) {
        let Some(digits) = dice(inside) else {
            self.draft.report(Code::RecordSyntax, line, "a roll is two digits from 1 to 6");
            return self.draft.push(Some(side), None, line, Written::Unreadable);
        };
        let roll = self.draft.roll(digits, inside);
        let mut cell = match play.trim() {
            "" => {
                if self.draft.is_cut(line) {
                    let label = "the play is missing at the end of the file";
                    self.draft.report(Code::RecordTruncated, line, label);
                }
                Cell::Empty
            }
            play => self.draft.play(play, PlayOptions::RECORD),
        };
        if let (Side::One, Cell::Play(play)) = (side, &mut cell) {
            mirror(play);
        }
        self.draft.push(Some(side), None, line, Written::Turn { roll, cell });
    }

    /// Ends the game with the result in its first line.
    fn end_game(&mut self) {
        let Some((side, points, winner)) = self.result.take() else { return self.draft.end() };
        if side.is_some() && has_left(self.draft.entries()) == side {
            self.draft.report(Code::ScoreWinner, winner, "this player has left");
        }
        if let Some(game) = &mut self.draft.game {
            let written = Written::Wins { points: Some(points), and_match: None };
            game.entries.push(Entry::new(side, points.span, written));
        }
        self.draft.end();
    }
}

/// Returns the player who has left, if that was the last event.
fn has_left(entries: &[Entry]) -> Option<Side> {
    entries.last().filter(|entry| matches!(entry.written, Written::Losses { .. }))?.side
}
