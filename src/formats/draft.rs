//! The common parts of the readers of line-based text formats: lines with their places, and a record that is
//! built line by line.

use super::words::{Action, action, cannot_move, dice, leading_number, lines, number};
use crate::board::{BySide, Place, Side};
use crate::diag::{self, Code, Context, Diagnostic, Parsed, SourceFile, Span};
use crate::game::record::{
    Anchor, Cell, CubeWord, Entry, GameRecord, Header, MatchRecord, PlayerScore, Remark, RemarkKind, Spanned,
    Written, WrittenPlay, WrittenRoll,
};
use crate::notation::play::{self, PlayOptions};
use crate::rules::Leg;

/// The most pieces of unknown text kept in a record; further ones are only counted.
const MOST_UNKNOWN: usize = 1_000;

/// A record being built.
pub(super) struct Draft<'a> {
    text: &'a str,
    pub(super) record: MatchRecord,
    findings: Vec<Diagnostic>,
    /// The game being read.
    pub(super) game: Option<GameRecord>,
    /// The finding about text that isn't understood, and the number of pieces.
    unknown: Option<(usize, usize)>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(source: &'a SourceFile) -> Self {
        Self {
            text: source.text(),
            record: MatchRecord::default(),
            findings: Vec::new(),
            game: None,
            unknown: None,
        }
    }

    /// Returns the lines, without their ends: `\n`, `\r\n` or a lone `\r`.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        lines(self.text)
    }

    /// The lines after one that is a piece of the text.
    pub(super) fn lines_after(&self, line: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let end = (self.place(line).end as usize).min(self.text.len());
        lines(self.text.get(end..).unwrap_or(""))
    }

    /// Returns the place of a piece of the text.
    pub(super) fn place(&self, part: &str) -> Span {
        let start = part.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        // An empty piece that isn't part of the text counts as its beginning.
        let start = if start <= self.text.len() { start } else { 0 };
        Span::new(start, (start + part.len()).min(self.text.len()))
    }

    /// Pairs a value with the place of its text.
    pub(super) fn at<T>(&self, value: T, part: &str) -> Spanned<T> {
        Spanned::new(value, self.place(part))
    }

    /// Pairs a text with its place.
    pub(super) fn spanned(&self, part: &str) -> Spanned<String> {
        self.at(part.to_owned(), part)
    }

    /// Reports a finding.
    pub(super) fn report(&mut self, code: Code, part: &str, label: impl Into<String>) {
        let finding = Diagnostic::new(code, self.place(part), code.title()).label(label);
        let finding = self.in_context(finding);
        diag::keep(&mut self.findings, finding);
    }

    /// Reports a value that is wrong.
    pub(super) fn wrong(&mut self, span: Span, label: String) {
        let finding = Diagnostic::new(Code::RecordValue, span, Code::RecordValue.title()).label(label);
        let finding = self.in_context(finding);
        diag::keep(&mut self.findings, finding);
    }

    fn in_context(&self, mut finding: Diagnostic) -> Diagnostic {
        finding.context = Context {
            game: self
                .game
                .as_ref()
                .map(|game| game.number.map_or(self.record.games.len() as u32 + 1, |number| number.value)),
            ..Context::default()
        };
        finding
    }

    /// Keeps text that isn't understood; all such text is one finding.
    pub(super) fn unknown(&mut self, part: &str, expected: &str) {
        if let Some((_, count)) = &mut self.unknown {
            *count += 1;
        } else {
            self.unknown = Some((self.findings.len(), 1));
            self.report(Code::RecordUnknown, part, expected);
        }
        if self.unknown.is_none_or(|(_, count)| count <= MOST_UNKNOWN) {
            self.remark(RemarkKind::Unknown, part);
        }
    }

    /// Keeps a comment or an unknown text, after what has been read so far.
    pub(super) fn remark(&mut self, kind: RemarkKind, part: &str) {
        let anchor = match &self.game {
            None => Anchor::MATCH,
            Some(game) => {
                let at = self.record.games.len();
                game.entries.len().checked_sub(1).map_or(Anchor::game(at), |entry| Anchor::entry(at, entry))
            }
        };
        let span = self.place(part);
        self.record.remarks.push(Remark { kind, anchor, span, text: part.to_owned() });
    }

    /// Adds a header whose key is written as `key` in the text.
    pub(super) fn header(&mut self, name: &str, key: &str, value: &str) {
        let key = self.at(name.to_owned(), key);
        self.record.headers.push(Header { key, value: self.spanned(value) });
    }

    /// Adds a header whose value is written in other words.
    pub(super) fn header_said(&mut self, name: &str, value: impl Into<String>, part: &str) {
        self.record.headers.push(Header::new(name, value, self.place(part)));
    }

    /// Reads the match length.
    pub(super) fn length(&mut self, part: &str) {
        match number(part).filter(|length| *length <= 32_767) {
            Some(length) => self.record.length = Some(self.at(length, part)),
            None => self.report(Code::RecordValue, part, "the match length is a number from 0 to 32767"),
        }
    }

    /// Starts a game; the one before is over.
    pub(super) fn begin(&mut self, game: GameRecord) {
        self.end();
        self.game = Some(game);
    }

    /// Ends the game being read.
    pub(super) fn end(&mut self) {
        self.record.games.extend(self.game.take());
    }

    /// Returns the head of a game for a name and a score as written.
    pub(super) fn player(&mut self, name: &str, score: Option<&str>) -> PlayerScore {
        let score = score.and_then(|score| {
            let value = score.parse::<i64>().ok();
            if value.is_none() {
                self.report(Code::RecordValue, score, "a score is a number");
            }
            value.map(|value| self.at(value, score))
        });
        PlayerScore { name: self.spanned(name), rating: None, score }
    }

    /// Returns the entries of the game being read.
    pub(super) fn entries(&mut self) -> &mut [Entry] {
        self.game.as_mut().map_or(&mut [], |game| &mut game.entries)
    }

    /// Adds an entry to the game being read.
    pub(super) fn push(&mut self, side: Option<Side>, row: Option<u32>, part: &str, written: Written) {
        let span = self.place(part);
        if let Some(game) = &mut self.game {
            game.entries.push(Entry { row, ..Entry::new(side, span, written) });
        }
    }

    /// Reads a play; a text that isn't one is reported.
    pub(super) fn play(&mut self, part: &str, options: PlayOptions) -> Cell {
        let span = self.place(part);
        match play::parse(part.as_bytes(), span.start, options) {
            Ok(play) if !play.is_empty() => Cell::Play(play),
            Ok(_) => {
                self.report(Code::RecordSyntax, part, "a play has at least one leg");
                Cell::Unreadable(span)
            }
            Err(error) => {
                let code = Code::RecordSyntax;
                let finding = Diagnostic::new(code, error.span, code.title()).label(error.to_string());
                let finding = self.in_context(finding);
                diag::keep(&mut self.findings, finding);
                Cell::Unreadable(span)
            }
        }
    }

    /// Reads dice and a play; `None` if a text isn't dice.
    pub(super) fn turn(&mut self, inside: &str, play: &str, options: PlayOptions) -> Option<Written> {
        let roll = self.roll(dice(inside)?, inside);
        Some(Written::Turn { roll, cell: self.cell(play, options) })
    }

    /// Reads the text after dice.
    pub(super) fn cell(&mut self, play: &str, options: PlayOptions) -> Cell {
        match play {
            "" => Cell::Empty,
            words if cannot_move(words) => Cell::CannotMove(self.place(words)),
            play => self.play(play, options),
        }
    }

    /// Adds a play to the dice of an entry before it.
    pub(super) fn play_after_dice(&mut self, side: Side, row: Option<u32>, line: &str, cell: Cell) {
        let end = self.place(line).end;
        if let Some(Entry {
            side: by, span, written: Written::Turn { cell: before @ Cell::Empty, .. }, ..
        }) = self.entries().last_mut()
            && *by == Some(side)
        {
            *before = cell;
            span.end = end;
            return;
        }
        self.report(Code::RecordSyntax, line, "the dice of this play are missing before it");
        self.push(Some(side), row, line, Written::Unreadable);
    }

    /// Reads an action in words; the first number is the value of a cube.
    pub(super) fn action(&self, text: &str) -> Option<Written> {
        Some(match action(text)? {
            Action::Cube(word) => self.cube(word, text),
            Action::Take => Written::Take,
            Action::Pass => Written::Pass,
            Action::Resign(None) => Written::Resign,
            Action::Resign(outcome) => Written::OfferResignation { outcome, points: None },
        })
    }

    /// Returns an offer of the cube; the first number of the text is its value.
    pub(super) fn cube(&self, word: CubeWord, text: &str) -> Written {
        let at = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, _) = leading_number(&text[at..]);
        let value = number(digits).map(|value| self.at(value, digits));
        Written::Cube { word, value }
    }

    /// Reads two dice; impossible ones are kept and reported.
    pub(super) fn roll(&mut self, digits: [u8; 2], part: &str) -> WrittenRoll {
        let roll = WrittenRoll { digits, span: self.place(part) };
        if roll.roll().is_none() {
            self.report(Code::RecordValue, part, "dice show 1 to 6");
        }
        roll
    }

    /// Ends the record. A text that isn't `expected` at all gets only that finding.
    pub(super) fn finish(mut self, expected: &str) -> Parsed<MatchRecord> {
        self.end();
        // These servers mark every hit or none.
        self.record.no_hit_marks = !self.record.games.iter().flat_map(|game| &game.entries).any(marks_a_hit);
        if self.record.games.is_empty() && self.record.length.is_none() {
            self.findings = vec![Diagnostic::new(Code::SourceNotARecord, Span::default(), expected)];
        } else if let Some((index, count @ 2..)) = self.unknown
            && let Some(finding) = self.findings.get_mut(index)
        {
            let count = count - 1;
            let pieces = if count == 1 { "piece" } else { "pieces" };
            *finding = finding.clone().note(format!("{count} more {pieces} of text follow"));
        }
        self.findings.sort_by_key(|finding| finding.primary.span.start);
        self.record.is_cut_off = !self.text.ends_with(['\n', '\r']);
        Parsed { value: self.record, diagnostics: self.findings }
    }
}

/// Returns `true` if a play has a mark for a hit.
fn marks_a_hit(entry: &Entry) -> bool {
    match &entry.written {
        Written::Turn { cell: Cell::Play(play), .. } => play.legs().any(|leg| leg.leg.hit),
        _ => false,
    }
}

/// Converts the points of a play from the other side's numbering into the mover's own.
pub(super) fn mirror(play: &mut WrittenPlay) {
    let turn = |place: Place| match place {
        Place::Point(point) => Place::Point(point.opposite()),
        other => other,
    };
    for index in 0..play.len() {
        if let Some(leg) = play.leg_mut(index) {
            leg.leg = Leg { from: turn(leg.leg.from), to: turn(leg.leg.to), hit: leg.leg.hit };
        }
    }
}

/// Converts the plays of the side that moves upwards into its own numbering, for formats in which both sides
/// use the same numbering: the side is found from its steps, as it may change from game to game.
pub(super) fn orient(game: &mut GameRecord) {
    let mut upwards = BySide::<i32>::default();
    for entry in &game.entries {
        let (Some(side), Written::Turn { cell: Cell::Play(play), .. }) = (entry.side, &entry.written) else {
            continue;
        };
        upwards[side] += play.legs().map(|leg| direction(leg.leg)).sum::<i32>();
    }
    // The steps of one side also show the direction of the other one.
    let one = upwards[Side::One] - upwards[Side::Zero];
    let rising = match one {
        1.. => Side::One,
        0 => return,
        _ => Side::Zero,
    };
    for entry in &mut game.entries {
        if let Written::Turn { cell: Cell::Play(play), .. } = &mut entry.written
            && entry.side == Some(rising)
        {
            mirror(play);
        }
    }
}

/// Returns the direction of a leg: 1 upwards, -1 downwards, 0 if unknown.
fn direction(leg: Leg) -> i32 {
    match (leg.from, leg.to) {
        (Place::Bar, Place::Point(to)) => {
            if to.number() <= 12 {
                1
            } else {
                -1
            }
        }
        (Place::Point(from), Place::Off) => {
            if from.number() > 12 {
                1
            } else {
                -1
            }
        }
        (Place::Point(from), Place::Point(to)) => {
            (i32::from(to.number()) - i32::from(from.number())).signum()
        }
        _ => 0,
    }
}
