//! The common parts of the readers of line-based text formats: lines with their places, and a record that is
//! built line by line.

use super::no_break::Spaced;
use super::row_count::{RowCount, wrong_row};
use super::words::{Action, action, cannot_move, dice, find_word, leading_number, lines, number, strip_word};
use crate::board::{BySide, Place, Side};
use crate::diag::{self, Code, Diagnostic, Parsed, SourceFile, Span};
use crate::game::record::{
    Anchor, Cell, CubeWord, Entry, GameRecord, Header, MatchRecord, PlayerScore, Remark, RemarkKind, Spanned,
    Written, WrittenLeg, WrittenPlay, WrittenRoll,
};
use crate::notation::play::{self, PlayOptions};
use crate::rules::Leg;

/// The most pieces of unknown text kept in a record; further ones are only counted.
const MOST_UNKNOWN: usize = 1_000;

/// A record being built.
#[derive(Default)]
pub(super) struct Draft<'a> {
    /// The text that is read.
    text: &'a str,
    /// The text as it is, in which the places are.
    pub(super) source: &'a str,
    /// The no-break spaces that are spaces in the text that is read.
    spaced: Option<&'a Spaced<'a>>,
    pub(super) record: MatchRecord,
    findings: Vec<Diagnostic>,
    /// The game being read.
    pub(super) game: Option<GameRecord>,
    /// The rows of the game being read.
    rows: RowCount,
    /// The finding about text that isn't understood, and the number of pieces.
    unknown: Option<(usize, usize)>,
    /// Whether the text that isn't understood, and is reported, comes after the last entry or the head of the game.
    after_unknown: bool,
}

impl<'a> Draft<'a> {
    pub(super) fn new(source: &'a SourceFile) -> Self {
        Self::of(source.text(), source.text(), None)
    }

    /// Begins a record of a text with spaces for its no-break spaces; the places are those of the text as it is.
    pub(super) fn of_spaced(spaced: &'a Spaced<'a>) -> Self {
        Self::of(spaced.text(), spaced.source(), Some(spaced).filter(|spaced| !spaced.is_unchanged()))
    }

    fn of(text: &'a str, source: &'a str, spaced: Option<&'a Spaced<'a>>) -> Self {
        Self { text, source, spaced, ..Self::default() }
    }

    /// Returns the lines, without their ends: `\n`, `\r\n` or a lone `\r`.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        lines(self.text)
    }

    /// The lines after one that is a piece of the text.
    pub(super) fn lines_after(&self, line: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let end = (self.read_place(line).end as usize).min(self.text.len());
        lines(self.text.get(end..).unwrap_or(""))
    }

    /// Returns the place of a piece of the text.
    pub(super) fn place(&self, part: &str) -> Span {
        self.in_source(self.read_place(part))
    }

    /// Returns the place in the text as it is for one in the text that is read.
    fn in_source(&self, span: Span) -> Span {
        self.spaced.map_or(span, |spaced| spaced.place(span))
    }

    /// Returns the place of a piece in the text that is read.
    fn read_place(&self, part: &str) -> Span {
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

    pub(super) fn report(&mut self, code: Code, part: &str, label: impl Into<String>) {
        self.report_at(code, self.place(part), label);
    }

    /// Takes back what was reported last; returns `false` if that isn't a finding with this code at this place.
    pub(super) fn retract(&mut self, code: Code, place: Span) -> bool {
        self.findings.pop_if(|it| it.code == code && it.primary.span == place).is_some()
    }

    /// Reports a value that is wrong.
    pub(super) fn wrong(&mut self, span: Span, label: String) {
        self.report_at(Code::RecordValue, span, label);
    }

    /// Changes what was said against a value.
    pub(super) fn relabel(&mut self, span: Span, label: &str) {
        let is_it = |it: &&mut Diagnostic| it.code == Code::RecordValue && it.primary.span == span;
        if let Some(finding) = self.findings.iter_mut().rfind(is_it) {
            label.clone_into(&mut finding.primary.message);
        }
    }

    pub(super) fn report_at(&mut self, code: Code, span: Span, label: impl Into<String>) {
        self.keep(Diagnostic::of(code, span).label(label));
    }

    /// Keeps a finding, with the game being read.
    fn keep(&mut self, mut finding: Diagnostic) {
        let count = self.record.games.len() as u32 + 1;
        let game = self.game.as_ref();
        finding.context.game = game.map(|game| game.number.map_or(count, |number| number.value));
        diag::keep(&mut self.findings, finding);
    }

    /// Keeps text that isn't understood; all such text is one finding.
    pub(super) fn unknown(&mut self, part: &str, expected: &str) {
        self.rows.skip();
        if let Some((_, count)) = &mut self.unknown {
            *count += 1;
        } else {
            self.unknown = Some((self.findings.len(), 1));
            self.after_unknown = true;
            let is_cut = self.game.is_some() && !self.is_over() && self.is_cut(part);
            let code = if is_cut { Code::RecordTruncated } else { Code::RecordUnknown };
            self.report(code, part, expected);
        }
        if self.unknown.is_none_or(|(_, count)| count <= MOST_UNKNOWN) {
            self.remark(RemarkKind::Unknown, part);
        }
    }

    /// Keeps a comment or an unknown text, after what has been read so far.
    pub(super) fn remark(&mut self, kind: RemarkKind, part: &str) {
        let anchor = match &self.game {
            None => Anchor::MATCH,
            Some(game) => Anchor::last(self.record.games.len(), &game.entries),
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

    /// Reads the match length; the first one counts.
    pub(super) fn length(&mut self, part: &str) {
        let Some(length) = number(part).filter(|length| *length <= 32_767) else {
            self.record.length_fault = Some(self.place(part));
            return self.report(Code::RecordValue, part, "the match length is a number from 0 to 32767");
        };
        match self.record.length {
            None => self.record.length = Some(self.at(length, part)),
            Some(before) if before.value != length => self.conflict(part, "the match length", before.span),
            Some(_) => {}
        }
    }

    /// Reads the match length of the first game, where the heading of each game states it beside the scores; the higher
    /// score comes with it. If all later games agree on another length, that one counts: of at least two, or of one if a
    /// score shows that the first length is too small.
    pub(super) fn first_length(
        &mut self,
        (part, score): (&str, u32),
        later: impl Iterator<Item = (&'a str, u32)>,
    ) {
        let is_length = |length: &u32| *length <= 32_767;
        // If this isn't a number, the next heading counts as the first: the later ones are searched only once.
        let Some(first) = number(part).filter(is_length) else { return self.length(part) };
        let later: Vec<(&str, u32)> = later.collect();
        let most = later.iter().fold(score, |most, (_, score)| most.max(*score));
        let is_too_small = |length: u32| 0 < first && first <= most && most < length;
        let other = later.first().and_then(|(part, _)| Some((number(part)?, *part)));
        let agreed = other.filter(|(length, _)| {
            let is_agreed = later.iter().all(|(part, _)| number(part) == Some(*length));
            let is_shown = later.len() > 1 || is_too_small(*length);
            *length != first && is_agreed && is_shown && is_length(length)
        });
        let Some((length, place)) = agreed else { return self.length(part) };
        let label = match later.len() {
            1 => format!("the next game states {length}, and a score is {most}"),
            _ => format!("all later games state {length}"),
        };
        self.report(Code::RecordValue, part, label);
        self.record.length = Some(self.at(length, place));
    }

    /// Reports a fact that contradicts an earlier value, which is used.
    pub(super) fn conflict(&mut self, part: &str, what: &str, before: Span) {
        let finding = Diagnostic::of(Code::HeaderConflict, self.place(part))
            .label(format!("{what} contradicts the earlier value"))
            .see(before, "the earlier value is used");
        self.keep(finding);
    }

    /// Starts a game; the one before is over.
    pub(super) fn begin(&mut self, game: GameRecord) {
        let heading =
            |game: &GameRecord| self.source.get(game.heading.range()).filter(|text| !text.is_empty());
        let is_repeated = |before: &GameRecord| {
            before.entries.is_empty() && heading(&game).is_some() && heading(before) == heading(&game)
        };
        if self.game.as_ref().is_some_and(is_repeated) {
            self.report_at(Code::RecordSyntax, game.heading, "this heading is repeated");
            self.game = None;
        }
        self.end();
        let numbered = |game: Option<&GameRecord>| game.and_then(|game| game.number);
        let first = numbered(self.record.games.first());
        let last = numbered(self.record.games.last());
        let number = game.number;
        self.game = Some(game);
        self.after_unknown = false;
        self.rows = RowCount::default();
        // Some formats count the games before instead.
        let is_own =
            |number: &Spanned<u32>| self.source.get(number.span.range()) == Some(&number.value.to_string());
        if let (Some(first), Some(number)) = (first, number.filter(is_own)) {
            let expected = u64::from(first.value) + self.record.games.len() as u64;
            // After a wrong number, the count may go on from it or as if it had been right.
            let follows = last.is_some_and(|last| last.value.checked_add(1) == Some(number.value));
            if u64::from(number.value) != expected && !follows {
                self.wrong(number.span, format!("expected game {expected}, found game {}", number.value));
            }
        }
    }

    /// Ends the game being read.
    pub(super) fn end(&mut self) {
        self.record.games.extend(self.game.take());
    }

    /// Returns the head of a game for a name and a score as written.
    pub(super) fn player(&mut self, name: &str, score: Option<&str>) -> PlayerScore {
        let score = score.and_then(|score| self.score(score));
        PlayerScore { name: self.spanned(name), rating: None, score }
    }

    pub(super) fn score(&mut self, part: &str) -> Option<Spanned<i64>> {
        let value = part.parse().ok().filter(|score| *score <= i64::from(u32::MAX));
        if value.is_none() {
            self.report(Code::RecordValue, part, "a score is a number below 2^32");
        }
        value.map(|value| self.at(value, part))
    }

    /// Compares a score with the one before the last game and its result; returns `false` if it was reported.
    pub(super) fn final_score(&mut self, told: [Spanned<i64>; 2]) -> bool {
        let Some(game) = self.record.games.last() else { return true };
        let Some((winner, points)) = game.written_result() else { return true };
        let wrong = |points: u32| wrong_final(&self.record, game, (winner, points), &told);
        let count = |written: &Written| game.entries.iter().filter(|entry| entry.written == *written).count();
        // The replay knows what a passed cube is worth.
        let is_passed = count(&Written::Pass) > 0 && wrong(1 << count(&Written::Take).min(15)).is_none();
        let Some((told, sum)) = wrong(points.value).filter(|_| !is_passed) else { return true };
        let label = format!("the games add up to {sum}");
        diag::keep(&mut self.findings, Diagnostic::of(Code::ScoreHeader, told.span).label(label));
        false
    }

    /// Adds a line that states the winner of the match to the last result.
    pub(super) fn match_won(&mut self, side: Side, line: &str, winner: &str) {
        let claim = self.place(line);
        let game = self.game.as_mut().or(self.record.games.last_mut());
        if let Some(Entry { side: won, written: Written::Wins { and_match, .. }, .. }) =
            game.and_then(|game| game.entries.last_mut())
        {
            if *won == Some(side) {
                *and_match = Some(claim);
            } else {
                self.report(Code::ScoreWinner, winner, "the other player has won the last game");
            }
        }
    }

    /// Reports a name that is neither player's.
    pub(super) fn stranger(&mut self, name: &str) {
        self.report(Code::NamesChanged, name, "neither player has this name");
    }

    /// Reports text that can't be read to its end: it is cut off where the file ends within its line.
    pub(super) fn unread(&mut self, part: &str, expected: &str) {
        let code = if self.is_cut(part) { Code::RecordTruncated } else { Code::RecordSyntax };
        self.report(code, part, expected);
    }

    /// Returns `true` for the end of a text whose last line has no end.
    pub(super) fn is_cut(&self, part: &str) -> bool {
        !self.source.ends_with(['\n', '\r']) && self.place(part).end as usize == self.source.trim_end().len()
    }

    /// Returns the entries of the game being read.
    pub(super) fn entries(&mut self) -> &mut [Entry] {
        self.game.as_mut().map_or(&mut [], |game| &mut game.entries)
    }

    /// Reports a row's number that doesn't follow, unless the game is over; `check` says which numbers follow.
    pub(super) fn count_row(&mut self, check: fn(&mut RowCount, Option<u32>) -> Result<(), u32>, part: &str) {
        let is_over = self.is_over();
        let digits = part.trim_start_matches('-');
        if let Err(expected) = check(&mut self.rows, number(digits))
            && !is_over
        {
            self.report(Code::MatRowNumber, part, wrong_row(number(digits), expected));
        }
    }

    /// Returns `true` if the game being read has a result.
    pub(super) fn is_over(&mut self) -> bool {
        let last = self.entries().last().map(|last| &last.written);
        matches!(last, Some(Written::Wins { .. } | Written::Losses { .. }))
    }

    /// Adds an entry to the game being read.
    pub(super) fn push(&mut self, side: Option<Side>, row: Option<u32>, part: &str, written: Written) {
        if self.is_repeated(side, row, &written) {
            self.report(Code::TurnWrongSide, part, "the dice are repeated");
            return self.remark(RemarkKind::Unknown, part);
        }
        if matches!(written, Written::Take | Written::Pass)
            && let Some(side) = side
            && let Some(offer) = self.overtaken(side)
            && matches!(self.entries()[offer].written, Written::Cube { .. })
        {
            self.exchanged(part);
            let answer = Entry { row, ..Entry::new(Some(side), self.place(part), written) };
            return self.insert(offer + 1, answer);
        }
        self.compare_with_end(side, row, part, &written);
        self.after_unknown = false;
        let span = self.place(part);
        if let Some(game) = &mut self.game {
            game.entries.push(Entry { row, ..Entry::new(side, span, written) });
        }
    }

    /// Adds an entry between those of the game being read; remarks stay with their entries.
    fn insert(&mut self, at: usize, entry: Entry) {
        let Some(game) = &mut self.game else { return };
        game.entries.insert(at, entry);
        let now = Some(self.record.games.len() as u32);
        for remark in self.record.remarks.iter_mut().filter(|remark| remark.anchor.game == now) {
            remark.anchor.entry = remark.anchor.entry.map(|of| of + u32::from(of as usize >= at));
        }
    }

    /// Returns `true` for dice that their player has just rolled in this row and not played: a line that occurs twice.
    fn is_repeated(&mut self, side: Option<Side>, row: Option<u32>, written: &Written) -> bool {
        let Written::Turn { roll, cell: Cell::Empty } = written else { return false };
        let is_here = |last: &&mut Entry| side.is_some() && last.side == side && last.row == row;
        let Some(last) = self.entries().last_mut().filter(is_here) else { return false };
        matches!(&last.written, Written::Turn { roll: it, cell: Cell::Empty } if it.digits == roll.digits)
    }

    /// Returns the entry that waits for this side's action, where the opponent's next dice or double stand above that
    /// action: dice of the side without a play, or a double of the opponent.
    pub(super) fn overtaken(&mut self, side: Side) -> Option<usize> {
        let [.., waiting, next] = self.entries() else { return None };
        let is_double = matches!(next.written, Written::Cube { .. }) && is_waiting(waiting);
        let is_next = next.side == Some(!side) && (is_waiting(next) || is_double);
        let waits = match waiting.written {
            Written::Cube { .. } => waiting.side == Some(!side),
            _ => waiting.side == Some(side) && is_waiting(waiting),
        };
        (is_next && waits).then(|| self.entries().len() - 2)
    }

    /// Reports a line that stands below the next one: whatever its row's number, that is one mistake.
    pub(super) fn exchanged(&mut self, part: &str) {
        let (text, place) = (self.source, self.place(part));
        let is_here = |it: &Diagnostic| {
            let from = it.primary.span.start as usize;
            text.get(from..place.end as usize).is_some_and(|between| !between.contains(['\n', '\r']))
        };
        self.findings.pop_if(|it| it.code == Code::MatRowNumber && is_here(it));
        self.report(Code::TurnWrongSide, part, "this line belongs above the one before it");
    }

    /// Reports what the replay allows, as other formats do it: a result that is repeated, a pass below the
    /// result, and a result of the player who has just offered to resign.
    fn compare_with_end(&mut self, side: Option<Side>, row: Option<u32>, part: &str, written: &Written) {
        let points = |written: &Written| match written {
            Written::Wins { points, .. } => Some(points.map(|points| points.value)),
            _ => None,
        };
        let Some(last) = self.entries().last() else { return };
        let (code, label) = match (&last.written, written) {
            (before, now) if last.side == side && points(now).is_some() && points(before) == points(now) => {
                (Code::TurnAfterEnd, "the result is repeated")
            }
            (Written::Wins { .. }, Written::Pass) if last.row == row => {
                (Code::TurnAfterEnd, "the result is above")
            }
            (Written::OfferResignation { .. }, Written::Wins { .. }) if last.side == side => {
                (Code::ScoreWinner, "this player offers to resign")
            }
            _ => return,
        };
        self.report(code, part, label);
    }

    /// Reads a play; a text that isn't one is reported.
    pub(super) fn play(&mut self, part: &str, options: PlayOptions) -> Cell {
        let span = self.place(part);
        match play::parse(part.as_bytes(), self.read_place(part).start, options) {
            Ok(play) if !play.is_empty() => Cell::Play(self.play_in_source(play)),
            Ok(_) => {
                self.report(Code::RecordSyntax, part, "a play has at least one leg");
                Cell::Unreadable(span)
            }
            Err(error) => {
                self.report_at(Code::RecordSyntax, self.in_source(error.span), error.to_string());
                Cell::Unreadable(span)
            }
        }
    }

    /// Returns a play with its places in the text as it is.
    fn play_in_source(&self, play: WrittenPlay) -> WrittenPlay {
        if self.spaced.is_none() {
            return play;
        }
        let mut moved = WrittenPlay::new(self.in_source(play.span));
        for leg in play.legs() {
            moved.push(WrittenLeg { span: self.in_source(leg.span), ..*leg });
        }
        moved
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
        if let Some(Entry { side: by, row: at, span, written: Written::Unreadable, .. }) =
            self.entries().last_mut()
            && *by == Some(side)
            && *at == row
        {
            // The dice can't be read.
            span.end = end;
            return;
        }
        if let Some(dice) = self.overtaken(side)
            && let Written::Turn { cell: before, .. } = &mut self.entries()[dice].written
        {
            *before = cell;
            return self.exchanged(line);
        }
        if self.is_other_side(side, row, line)
            && let Some(Entry { span, written: Written::Turn { cell: before, .. }, .. }) =
                self.entries().last_mut()
        {
            *before = cell;
            span.end = end;
            return;
        }
        if !self.after_unknown {
            self.report(Code::RecordSyntax, line, "the dice of this play are missing before it");
        }
        self.push(Some(side), row, line, Written::Unreadable);
    }

    /// Returns `true`, and reports it, if a play of this row belongs to the last dice, though one of the two lines names
    /// the wrong side: the dice if their side has just played, else the play. The entry gets the right side.
    pub(super) fn is_other_side(&mut self, side: Side, row: Option<u32>, part: &str) -> bool {
        let [before @ .., dice] = self.entries() else { return false };
        if dice.row != row || dice.side != Some(!side) || !is_waiting(dice) {
            return false;
        }
        let is_near = |at: Option<u32>| at.zip(row).is_none_or(|(at, row)| at.abs_diff(row) <= 1);
        let is_turn = |entry: &&Entry| matches!(entry.written, Written::Turn { .. });
        let before = before.iter().rfind(is_turn).filter(|before| is_near(before.row));
        let has_played = before.is_some_and(|before| before.side == dice.side && !is_waiting(before));
        if has_played {
            dice.side = Some(side);
            let span = dice.span;
            self.report_at(Code::TurnWrongSide, span, "the play of these dice is the other player's");
        } else {
            self.report(Code::TurnWrongSide, part, "the dice of this play are the other player's");
        }
        true
    }

    /// Adds an entry that can't be read; in a row whose dice are known, it is the play.
    pub(super) fn unreadable(&mut self, side: Side, row: Option<u32>, part: &str) {
        let place = self.place(part);
        if let Some(Entry {
            side: by,
            row: at,
            span,
            written: Written::Turn { cell: cell @ Cell::Empty, .. },
            ..
        }) = self.entries().last_mut()
            && *by == Some(side)
            && row.is_some()
            && *at == row
        {
            *cell = Cell::Unreadable(place);
            span.end = place.end;
            return;
        }
        self.push(Some(side), row, part, Written::Unreadable);
    }

    /// Returns `true` if text that isn't understood, and is reported, follows the last entry or the head of the game.
    pub(super) const fn after_unknown(&self) -> bool {
        self.after_unknown
    }

    /// Reads an action in words; the first number is the value of a cube.
    pub(super) fn action(&mut self, text: &str) -> Option<Written> {
        Some(match action(text)? {
            Action::Cube(word) => self.cube(word, text),
            Action::Take => Written::Take,
            Action::Pass => Written::Pass,
            Action::Resign(None) => Written::Resign,
            Action::Resign(outcome) => Written::OfferResignation { outcome, points: None },
        })
    }

    /// Returns an offer of the cube; the first number of the text is its value.
    pub(super) fn cube(&mut self, word: CubeWord, text: &str) -> Written {
        let at = text.find(|c: char| c.is_ascii_digit());
        let value = at.and_then(|at| self.cube_value(leading_number(&text[at..]).0));
        Written::Cube { word, value }
    }

    /// Adds the value of the cube to the offer before.
    pub(super) fn cube_shows(&mut self, digits: &str) {
        let told = self.cube_value(digits);
        if let Some(Entry { written: Written::Cube { value, .. }, .. }) = self.entries().last_mut() {
            *value = value.or(told);
        }
    }

    /// Reads the value of the cube.
    pub(super) fn cube_value(&mut self, digits: &str) -> Option<Spanned<u32>> {
        let value = number(digits).map(|value| self.at(value, digits));
        if value.is_none() {
            self.report(Code::RecordValue, digits, "the cube shows a power of 2, up to 32768");
        }
        value
    }

    /// Reads what follows the word in `wins 2 points`.
    pub(super) fn points(&mut self, text: &str) -> Option<Spanned<u32>> {
        let (digits, rest) = leading_number(text.trim_start());
        let ends = |rest: &str| find_word(rest, " point").is_none() || find_word(rest, "match").is_some();
        if !strip_word(rest.trim_start(), "point").is_some_and(ends) {
            self.unread(text, "a result is `wins 2 points`");
        }
        number(digits).map(|points| self.at(points, digits))
    }

    /// Reads dice whose play, if any, is in another line; a text that isn't dice is reported at a place.
    pub(super) fn dice_alone(&mut self, inside: &str, place: &str) -> Written {
        let Some(digits) = dice(inside) else {
            self.report(Code::RecordSyntax, place, "a roll is two digits from 1 to 6");
            return Written::Unreadable;
        };
        Written::Turn { roll: self.roll(digits, inside), cell: Cell::Empty }
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
        let mut plays =
            self.record.games.iter().flat_map(|game| &game.entries).filter_map(|it| it.written.play());
        self.record.no_hit_marks = !plays.any(|play| play.legs().any(|leg| leg.leg.hit));
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
        self.record.is_cut_off = !self.source.ends_with(['\n', '\r']);
        Parsed { value: self.record, diagnostics: self.findings }
    }
}

/// Returns the first score told at the end of a game that isn't the one before it plus its result, and the right one.
/// A program may cut the winner's to the match length.
pub(super) fn wrong_final(
    record: &MatchRecord,
    game: &GameRecord,
    (winner, points): (Side, u32),
    told: &[Spanned<i64>; 2],
) -> Option<(Spanned<i64>, i64)> {
    let length = record.length.map_or(0, |length| i64::from(length.value));
    Side::ALL.into_iter().find_map(|side| {
        let before = game.players[side].as_ref()?.score?.value;
        let sum = before + if side == winner { i64::from(points) } else { 0 };
        let told = told[side.index()];
        let is_cut = length > 0 && sum > length && told.value == length;
        (told.value != sum && !is_cut).then_some((told, sum))
    })
}

/// Returns `true` for dice whose play hasn't been told.
pub(super) const fn is_waiting(entry: &Entry) -> bool {
    matches!(entry.written, Written::Turn { cell: Cell::Empty, .. })
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
        let (Some(side), Some(play)) = (entry.side, entry.written.play()) else { continue };
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
        (Place::Bar, Place::Point(to)) if to.number() <= 12 => 1,
        (Place::Point(from), Place::Off) if from.number() > 12 => 1,
        (Place::Bar, Place::Point(_)) | (Place::Point(_), Place::Off) => -1,
        (Place::Point(from), Place::Point(to)) => {
            (i32::from(to.number()) - i32::from(from.number())).signum()
        }
        _ => 0,
    }
}
