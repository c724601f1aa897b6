//! Snowie's text of one position: forty fields, each with a semicolon after it.
//!
//! ```text
//! 5;0;0;0;1;bert;anna;1;0;4;1;0;-1;2;2;0;0;-1;3;0;2;1;0;0;-4;4;0;0;0;-4;0;-4;-1;0;0;0;1;0;6;3;
//! ```
//!
//! | fields | content |
//! |---|---|
//! | 1 | the match length, 0 for a money session |
//! | 2 | 1: the Jacoby rule applies |
//! | 3 | a number; GNU Backgammon writes 0 |
//! | 4 | 0 in a match, 1 in a money session |
//! | 5 | the player on roll: 0 or 1 |
//! | 6, 7 | the names, the one on roll first |
//! | 8 | 1: this is the Crawford game |
//! | 9, 10 | the scores, in the order of the names |
//! | 11, 12 | the cube, and its owner: 1 the side on roll, -1 the other side, 0 none |
//! | 13 to 38 | the checkers as the side on roll sees them, the opponent's negative: the opponent's bar, the points 1 to 24, the own bar |
//! | 39, 40 | the dice; 0 before the roll |
//!
//! Found out by running GNU Backgammon, whose files are written again byte for byte. A file may have
//! more than one such line, each a position of its own.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("both-bars.txt", std::fs::read("testdata/snowie-position/valid/both-bars.txt")?)?;
//! assert_eq!(matches[0].format.name, "snowie-position");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::gnubg::Session;
use super::inventory::{Item, Kind};
use super::position::{self, At};
use super::words::without_preface;
use super::{Confidence, Format, Head, Matches, Write, Writer, Written as Output};
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::diag::lines::{line_start, line_stop};
use crate::diag::{self, Code, Diagnostic, Parsed, SourceFile, Span};
use crate::game::record::{
    Anchor, CubePlace, Entry, GameRecord, MatchRecord, PlayerScore, Remark, RemarkKind, Setup, Spanned,
    Written, headers,
};
use crate::game::{MAX_CUBE, Replayed};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "snowie-position",
    title: "a position as Snowie writes it: forty fields with semicolons",
    page: "positions",
    matches: Matches::Lines(counts),
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: Write::Listing(write), reads_back: true, holds: &position::HOLDS }),
    ..Format::TEXT
};

/// The number of fields.
const FIELDS: usize = 40;

/// Returns the numbers that a field may have, counted from 0; `None` for a name.
fn range(field: usize) -> Option<RangeInclusive<i64>> {
    Some(match field {
        0 | 2 | 8 | 9 => 0..=32_767,
        1 | 3 | 4 | 7 => 0..=1,
        5 | 6 => return None,
        10 => 1..=i64::from(MAX_CUBE),
        11 => -1..=1,
        12..38 => -99..=99,
        _ => 0..=6,
    })
}

/// Returns `true` for a line of fields.
fn counts(line: &[u8]) -> bool {
    line.contains(&b';')
}

fn sniff(head: Head<'_>) -> super::Evidence {
    let confidence = |line: &str| {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let number = |field: &&str| field.parse::<i32>().is_ok();
        let fits =
            |range: std::ops::Range<usize>| fields.get(range).is_some_and(|all| all.iter().all(number));
        match fits(0..5) && fits(7..12) {
            true if fits(12..38) => Confidence::Sure,
            true => Confidence::Likely,
            false => Confidence::No,
        }
    };
    let mut lines = without_preface(head.text, |line| confidence(line) > Confidence::No);
    lines.next().map_or(Confidence::No.at(0), |line| confidence(line).at(head.offset(line)))
}

/// Reads one line.
fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let text = source.text();
    let first = text.len() - text.trim_start().len();
    // Other text, such as a line of a mail, may stand above.
    let start = text.find(';').map_or(first, |at| first.max(line_start(text, at as u32) as usize));
    let end = line_stop(text, start as u32) as usize;
    let mut reader = Reader { fields: Vec::new(), found: Vec::new(), end };
    let mut at = start;
    for field in text[start..end].split_inclusive(';') {
        let bare = field.strip_suffix(';').unwrap_or(field);
        reader.fields.push((bare, Span::new(at, at + bare.len())));
        at += field.len();
    }
    let mut record = MatchRecord::default();
    if start == text.len() {
        return Parsed { value: record, diagnostics: reader.found };
    }
    if reader.fields.last().is_some_and(|(text, _)| text.trim().is_empty()) {
        reader.fields.pop();
    }
    reader.read(Span::new(start, end), &mut record);
    let above = text[first..start].trim_end();
    if !above.is_empty() {
        reader.rest(above, Span::new(first, first + above.len()), &mut record);
    }
    let rest = text[end..].trim();
    if !rest.is_empty() {
        let from = end + (text[end..].len() - text[end..].trim_start().len());
        reader.rest(rest, Span::new(from, from + rest.len()), &mut record);
    }
    reader.found.sort_by_key(|finding| finding.primary.span.start);
    Parsed { value: record, diagnostics: reader.found }
}

struct Reader<'a> {
    fields: Vec<(&'a str, Span)>,
    found: Vec<Diagnostic>,
    end: usize,
}

impl Reader<'_> {
    fn report(&mut self, code: Code, span: Span, label: impl Into<String>) {
        diag::keep(&mut self.found, Diagnostic::of(code, span).label(label));
    }

    /// Keeps the text after the fields.
    fn rest(&mut self, text: &str, span: Span, record: &mut MatchRecord) {
        self.report(Code::RecordUnknown, span, format!("a position has {FIELDS} fields"));
        let anchor = Anchor::entry(0, 0);
        record.remarks.push(Remark { kind: RemarkKind::Unknown, anchor, span, text: text.to_owned() });
    }

    /// Reads a number within a range; an invalid one is reported and `None`, a missing one only `None`.
    fn number(&mut self, index: usize, what: &str) -> Option<Spanned<i64>> {
        let &(text, span) = self.fields.get(index)?;
        let range = range(index)?;
        match text.trim().parse::<i64>() {
            Ok(value) if range.contains(&value) => Some(Spanned::new(value, span)),
            _ => {
                let (low, high) = range.into_inner();
                self.report(Code::RecordValue, span, format!("{what} is a number from {low} to {high}"));
                None
            }
        }
    }

    /// Reports a wrong number of fields: at the first field that is invalid where it stands, as a semicolon is missing
    /// or surplus there. The fields from there on aren't read.
    fn count_fields(&mut self) {
        let count = self.fields.len();
        if count == FIELDS {
            return;
        }
        // Two fields in one are `03`, `0-5` or more checkers than there are.
        let fits = |index: usize, text: &str| {
            let value = text.trim().parse::<i64>().ok().filter(|value| value.to_string() == text.trim());
            let is_stack = !(12..38).contains(&index) || value.is_some_and(|count| count.abs() <= 15);
            range(index).is_none_or(|range| value.is_some_and(|value| range.contains(&value))) && is_stack
        };
        let misplaced = (0..count.min(FIELDS)).find(|&index| !fits(index, self.fields[index].0));
        let is_cut =
            |index: usize| count < FIELDS && index + 1 == count && ["", "-"].contains(&self.fields[index].0);
        if let Some(index) = misplaced.filter(|index| !is_cut(*index)) {
            let label = format!("{count} fields instead of {FIELDS}; this can't be field {}", index + 1);
            self.report(Code::RecordSyntax, self.fields[index].1, label);
            self.fields.truncate(index);
        } else if count < FIELDS {
            let end = Span::new(self.end, self.end);
            self.report(Code::RecordTruncated, end, format!("{count} of {FIELDS} fields"));
            let stacks =
                self.fields.iter().take(38).skip(12).filter_map(|(text, _)| text.trim().parse().ok());
            let stacks: Vec<i64> = stacks.collect();
            let most = [1, -1].map(|sign| stacks.iter().map(|count| (sign * count).max(0)).sum::<i64>());
            if most.iter().any(|count| *count > 15) {
                // The missing field is before the checkers or among them: there are more than 15.
                self.fields.truncate(12);
            }
        }
    }

    fn read(&mut self, line: Span, record: &mut MatchRecord) {
        let heading = Span::new(line.start as usize, line.start as usize);
        let mut game = GameRecord { heading, ..GameRecord::default() };
        self.count_fields();
        let length = self.number(0, "the match length");
        record.length = length.map(|length| Spanned::new(length.value as u32, length.span));
        let jacoby = self.number(1, "the Jacoby rule");
        let is_money = length.map(|length| length.value == 0);
        if let (Some(jacoby), Some(true)) = (jacoby, is_money) {
            record.headers.push(position::switch(headers::JACOBY, jacoby.value == 1, jacoby.span));
        }
        // Its meaning isn't known; GNU Backgammon always writes 0.
        self.number(2, "the third field");
        if let (Some(money), Some(is_money)) = (self.number(3, "the kind of play"), is_money)
            && (money.value == 1) != is_money
        {
            let label = "1 belongs to a money session, 0 to a match";
            self.report(Code::RecordValue, money.span, label);
        }
        let on_roll = self.number(4, "the side on roll");
        let on_roll = if on_roll.is_some_and(|side| side.value == 0) { Side::Zero } else { Side::One };
        if let Some(crawford) = self.number(7, "the Crawford game").filter(|_| is_money == Some(false)) {
            game.is_crawford = Some(crawford.value == 1);
        }
        for (index, side) in [on_roll, !on_roll].into_iter().enumerate() {
            let score = self.number(8 + index, "a score");
            let Some(&(name, span)) = self.fields.get(5 + index) else { continue };
            let name = Spanned::new(name.to_owned(), span);
            game.players[side] = Some(PlayerScore { name, rating: None, score });
        }
        if let Some(setup) = self.position(on_roll) {
            let span = setup.span;
            game.entries.push(Entry::new(Some(on_roll), span, Written::Set(Box::new(setup))));
        }
        if let [_, .., (_, last)] = self.fields[..]
            && self.fields.len() > FIELDS
        {
            let (rest, from) = (self.fields.split_off(FIELDS), last.end);
            let text: Vec<&str> = rest.iter().map(|(text, _)| *text).collect();
            let span = rest[0].1.to(Span::new(from as usize, from as usize));
            self.rest(&text.join(";"), span, record);
        }
        record.games.push(game);
    }

    /// Reads cube, checkers and dice. `None` if the checkers can't be read.
    fn position(&mut self, on_roll: Side) -> Option<Setup> {
        let mut setup = Setup { on_roll: Some(on_roll), ..Setup::default() };
        setup.cube_value = self.number(10, "the cube").map(|cube| cube.value as u32);
        setup.cube_place = self.number(11, "the cube's owner").map(|owner| match owner.value {
            0 => CubePlace::Centre,
            1 => CubePlace::Owned(on_roll),
            _ => CubePlace::Owned(!on_roll),
        });
        let mut lanes = [0i8; 26];
        let mut complete = true;
        for (index, lane) in lanes.iter_mut().enumerate() {
            match self.number(12 + index, "a number of checkers") {
                Some(count) => *lane = count.value as i8,
                None => complete = false,
            }
        }
        setup.roll = position::dice(self.number(38, "a die"), self.number(39, "a die"));
        if !complete {
            return None;
        }
        if on_roll == Side::One {
            lanes.reverse();
            lanes = lanes.map(|count| -count);
        }
        setup.board = Some(lanes);
        setup.span = self.fields[12].1.to(self.fields[37].1);
        Some(setup)
    }
}

/// Writes a position as GNU Backgammon does: in a money session, with the Jacoby rule of the setting.
pub(super) fn write_theirs(replayed: &Replayed, session: &Session) -> Vec<u8> {
    let mut at = position::of_session(replayed, session);
    if let Some(fields) = at.as_mut().and_then(|at| at.state.game.as_mut()) {
        fields.jacoby = session.jacoby;
    }
    let line = at.as_ref().and_then(|at| line(at, |roll| session.in_order(roll)));
    line.unwrap_or_default().into_bytes()
}

/// Writes the last position of a record.
fn write(replayed: &Replayed) -> Output {
    let at = position::last(replayed);
    let line = at.as_ref().and_then(|at| line(at, |roll| (roll.high(), roll.low())));
    let bytes = line.unwrap_or_default().into_bytes();
    let at = at.filter(|_| !bytes.is_empty());
    let losses = position::lost(replayed, at.as_ref(), &position::HOLDS, |item: &Item| {
        item.kind != Kind::Player || !at.as_ref().is_some_and(|at| is_changed(at, item))
    });
    Output { bytes, losses }
}

/// Returns `true` if an item is a name that can't be written unchanged.
fn is_changed(at: &At, item: &Item) -> bool {
    let Some(names) = &at.state.names else { return true };
    let side = if item.text.starts_with('0') { Side::Zero } else { Side::One };
    names[side] != written(&names[side])
}

/// Returns a name as written: empty if it would end the field or the line.
fn written(name: &str) -> &str {
    if name.contains([';', '\n', '\r']) { "" } else { name }
}

fn line(at: &At, in_order: impl Fn(Roll) -> (Die, Die)) -> Option<String> {
    let (board, fields) = (at.state.board?, at.state.game?);
    let on_roll = fields.on_roll;
    let names = at.state.names.clone().unwrap_or(BySide::new(String::new(), String::new()));
    let is_money = fields.length == 0;
    let cube = position::cube_before_offers(&fields, at.state.beavers);
    let owner = cube.owner.map_or(0, |owner| if owner == on_roll { 1 } else { -1 });
    let mut line = format!(
        "{};{};0;{};{};{};{};{};{};{};{};{owner};",
        fields.length,
        u8::from(is_money && fields.jacoby),
        u8::from(is_money),
        on_roll.index(),
        written(&names[on_roll]),
        written(&names[!on_roll]),
        u8::from(fields.crawford),
        fields.score[on_roll],
        fields.score[!on_roll],
        cube.value,
    );
    for count in &board.lanes()[..=Board::BAR] {
        let _ = write!(line, "{count};");
    }
    let dice = fields.dice.map(in_order).map_or((0, 0), |(first, second)| (first.pips(), second.pips()));
    let _ = writeln!(line, "{};{};", dice.0, dice.1);
    Some(line)
}
