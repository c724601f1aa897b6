//! The reader of a whole match: the kind of each line.

use super::extras::{self, Extra};
use super::head::{self, Head, Within};
use super::line;
use super::position::set_position;
use super::row::has_cell;
use super::same;
use crate::board::Side;
use crate::diag::{self, Code, Context, Diagnostic, Encoding, Parsed, SourceFile, Span};
use crate::formats::row_count::RowCount;
use crate::game::record::{
    Anchor, Entry, GameRecord, Header, MatchRecord, PlayerScore, Remark, RemarkKind, Setup, Spanned, Written,
    short_name,
};
use std::ops::Range;

/// Reads the record of one match; [`split`](crate::formats::split) cuts a file with several.
///
/// Any text gives a record. Findings are about the notation only, one for each mistake.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    if let Some(finding) = source.utf32() {
        return Parsed { value: MatchRecord::default(), diagnostics: vec![finding] };
    }
    let written = source.text().as_bytes();
    let text = line::plain_blanks(written);
    let mut reader = Reader::new(&text, written);
    reader.encoding(source.encoding());
    reader.lines();
    reader.finish()
}

/// Reads the record of one game that begins with a line of names: a .gam file.
///
/// Any text gives a record, as for [`parse`].
#[must_use]
pub(in crate::formats) fn parse_game(source: &SourceFile) -> Parsed<MatchRecord> {
    let written = source.text().as_bytes();
    let text = line::plain_blanks(written);
    let mut reader = Reader::new(&text, written);
    reader.place = Place::Names;
    reader.encoding(source.encoding());
    reader.lines();
    reader.finish_game()
}

/// The number of entries in a game of usual length.
const GAME: usize = 64;

/// The part that the reader expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The line with the names of a .gam file.
    Names,
    /// Headers, the length, or a game's heading.
    Preamble,
    /// The score line below a heading.
    Score,
    /// Rows.
    Rows,
}

/// The state of reading one match.
pub(super) struct Reader<'a> {
    /// The text, with plain blanks.
    pub(super) text: &'a [u8],
    /// The text as it is written, with everything at the same places.
    written: &'a [u8],
    pub(super) record: MatchRecord,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The game being read.
    pub(super) game: Option<GameRecord>,
    /// Blank cells that count only if the game continues after them.
    pub(super) held: Vec<Entry>,
    /// The column in which this file's right cells usually begin, and how many rows show it, up to a few.
    pub(super) right: Option<(usize, u8)>,
    /// Whether there are tabs: columns aren't bytes.
    pub(super) has_tabs: bool,
    pub(super) place: Place,
    pub(super) rows: RowCount,
    /// A row without a number after the row before.
    pub(super) unnumbered: Option<Span>,
    /// The number of the game before.
    pub(super) last_game: Option<u32>,
    /// The number written there.
    pub(super) last_game_printed: Option<u32>,
    /// The length line, even if its number can't be read.
    pub(super) length_line: Option<Span>,
    /// The number of the first row, if the beginning of the record is missing.
    pub(super) cut: Option<Span>,
    pub(super) name_empty: [bool; 2],
    /// The position that was set last, and the number of games and of entries after it.
    pub(super) last_set: Option<(usize, usize, Setup)>,
    /// Headers of our own, to be applied at the end.
    extras: Vec<Extra>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a [u8], written: &'a [u8]) -> Self {
        Self {
            text,
            written,
            record: MatchRecord::default(),
            diagnostics: Vec::new(),
            game: None,
            held: Vec::new(),
            right: None,
            has_tabs: memchr::memchr(b'\t', text).is_some(),
            place: Place::Preamble,
            rows: RowCount::default(),
            unnumbered: None,
            last_set: None,
            last_game: None,
            last_game_printed: None,
            length_line: None,
            cut: None,
            name_empty: [false; 2],
            extras: Vec::new(),
        }
    }

    fn encoding(&mut self, encoding: Encoding) {
        if encoding == Encoding::Utf8 {
            return;
        }
        let span = match encoding {
            Encoding::Windows1252 | Encoding::Windows1252Bom => {
                let start = self.text.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
                let rest = self.text.get(start + 1..).unwrap_or_default();
                let len = rest.iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
                Span::new(start, (start + 1 + len).min(self.text.len()))
            }
            _ => Span::default(),
        };
        let message = format!("the text is {}", encoding.name());
        self.diagnostics.push(Diagnostic::new(Code::SourceEncoding, span, message));
    }

    /// Splits the text at `\n`, `\r\n` and lone `\r`.
    fn lines(&mut self) {
        let text = self.text;
        // A single pass that the compiler can vectorise avoids checking every line.
        let has_controls = text.iter().fold(false, |found, byte| found | line::is_control(*byte));
        let mut start = 0;
        for end in memchr::memchr2_iter(b'\n', b'\r', text) {
            if end < start {
                continue;
            }
            self.any_line(start, &text[start..end], has_controls);
            start = end + 1;
            if text[end] == b'\r' && text.get(start) == Some(&b'\n') {
                start += 1;
            }
        }
        if start < text.len() {
            self.any_line(start, &text[start..], has_controls);
        }
    }

    fn any_line(&mut self, start: usize, line: &[u8], look_for_controls: bool) {
        if look_for_controls && let Some(at) = line.iter().position(|byte| line::is_control(*byte)) {
            self.controlled_line(start, line, at);
        } else {
            self.line(start, line);
        }
    }

    /// Reads a line with control characters: one finding, whatever else they affect.
    #[cold]
    fn controlled_line(&mut self, start: usize, line: &[u8], at: usize) {
        let message = format!("unexpected control character U+{:04X}", line[at]);
        self.report(Code::SourceControlCharacter, Span::new(start + at, start + at + 1), message);
        let found = self.diagnostics.len();
        let without: Vec<u8> = line.iter().copied().filter(|byte| !line::is_control(*byte)).collect();
        if let Some(heading) = line::heading(&without) {
            // The number's place is found by its distance from the end.
            let tail = without.len() - heading.number.start;
            let number =
                Span::new(start + line.len() - tail.min(line.len()), start + line.trim_ascii_end().len());
            self.start_game(Span::new(start, start + line.len()), number, &without[heading.number]);
        } else {
            let blanked: Vec<u8> =
                line.iter().map(|byte| if line::is_control(*byte) { b' ' } else { *byte }).collect();
            self.line(start, &blanked);
        }
        self.diagnostics.truncate(found);
    }

    /// Reads one line that begins at `start`.
    fn line(&mut self, start: usize, line: &[u8]) {
        let Some(indent) = line.iter().position(|byte| !byte.is_ascii_whitespace()) else { return };
        match line[indent] {
            b';' | b'#' => self.comment_line(start, line, indent),
            b'0'..=b'9' if self.place == Place::Rows => self.numbered_line(start, line, indent),
            _ => self.word_line(start, line, indent),
        }
    }

    /// Reads a line inside a game that begins with a digit: nearly always a row.
    #[inline]
    fn numbered_line(&mut self, start: usize, line: &[u8], indent: usize) {
        if let Some((digits, behind)) = line::row_number(line) {
            let span = Span::new(start + digits.start, start + digits.end);
            let is_drawn = line::drawn(&line[behind..]);
            let number = decimal(&line[digits.clone()]);
            if let Some((whole, end)) = line::split_number(line, digits, behind)
                && self.rows.last().unwrap_or(0).checked_add(1) == Some(whole)
            {
                self.rows = RowCount::from(whole);
                self.unnumbered = None;
                let span = Span::new(span.start as usize, start + end);
                self.report(
                    Code::MatRowNumber,
                    span,
                    format!("the bracket must follow the number, `{whole})`"),
                );
                return self.row(start, line, end, Some(whole));
            }
            if let Err(expected) = self.rows.next(number) {
                self.wrong_row_number(line, behind, number, expected, span);
            }
            self.unnumbered = None;
            if is_drawn {
                let from = behind + line[behind..].len() - line[behind..].trim_ascii_start().len();
                self.drawn(Span::new(start + from, start + line.trim_ascii_end().len()), number);
            } else {
                self.row(start, line, behind, number);
            }
        } else if !self.colon_number(start, line) {
            self.word_line(start, line, indent);
        }
    }

    fn comment_line(&mut self, start: usize, line: &[u8], indent: usize) {
        let span = Span::new(start + indent, start + line.trim_ascii_end().len());
        if let Some((key, value)) = line::header(line) {
            self.header(start, line, key, value);
            return;
        }
        if let Some(position) = line::set_position(line)
            && self.game.is_some()
        {
            let position = Span::new(start + position.start, start + position.end);
            let setup = set_position(&self.text[position.range()], position);
            if setup.board.is_none() {
                self.report(Code::MatRowUnreadable, position, "a position that is set can't be read");
            }
            // The player on the line acts next, so no cell before it is missing.
            self.held.clear();
            let setup = self.beside_the_last(setup);
            self.push(Entry::new(None, span, Written::Set(Box::new(setup))));
            return;
        }
        let inner = line[indent + 1..].trim_ascii_start();
        if line[indent] == b';' && self.place == Place::Preamble && inner.first() == Some(&b'[') {
            self.report(Code::MatHeader, span, "a header is written `; [Key \"Value\"]`");
        }
        self.remark(RemarkKind::Comment, span);
    }

    fn header(&mut self, start: usize, line: &[u8], key: Range<usize>, value: Range<usize>) {
        let spanned = |range: Range<usize>| {
            let span = Span::new(start + range.start, start + range.end);
            Spanned::new(String::from_utf8_lossy(&line[range]).into_owned(), span)
        };
        let header = Header { key: spanned(key), value: spanned(value) };
        match Extra::read(&header) {
            Some(extra) => self.extras.push(extra),
            None => self.record.headers.push(extras::plain(header)),
        }
    }

    /// Reads a line that isn't a comment and may not be a row.
    fn word_line(&mut self, start: usize, line: &[u8], indent: usize) {
        let end = line.trim_ascii_end().len();
        let span = Span::new(start + indent, start + end);
        if self.place == Place::Names {
            return self.names(start, line, indent, span);
        }
        // Before headings, as `Game drawn` isn't one.
        if self.place == Place::Rows && line::drawn(line) {
            return self.drawn(span, None);
        }
        if let Some(length) = line::length(line) {
            let rest = Span::new(start + length.rest.start, start + length.rest.end);
            self.length(start, line, &length, span);
            self.rest(rest, "unexpected text after the match length");
            return;
        }
        if let Some(heading) = line::heading(line)
            && (self.place != Place::Score || line[heading.number.clone()].iter().all(u8::is_ascii_digit))
        {
            let number = Span::new(start + heading.number.start, start + heading.number.end);
            self.start_game(Span::new(start + indent, number.end as usize), number, &line[heading.number]);
            self.mark(heading.is_crawford);
            let rest = Span::new(start + heading.rest.start, start + heading.rest.end);
            if !self.beside_heading(&line[heading.rest], rest) {
                self.rest(rest, "unexpected text after the number of the game");
            }
            return;
        }
        let is_row = line::row_number(line).is_some_and(|(_, behind)| has_cell(line, behind));
        let is_cell = is_row || has_cell(line, indent);
        match self.place {
            Place::Names => {}
            Place::Preamble if line[indent] == b'[' && line::header(line).is_some() => {
                if let Some((key, value)) = line::header(line) {
                    self.report(Code::MatHeader, span, "a header begins with a semicolon");
                    self.header(start, line, key, value);
                }
            }
            Place::Preamble if self.length_line.is_none() && line::is_money(line) => {
                let rest = end..end;
                let length = line::Length { number: indent..end, rest, is_usual: false };
                self.length(start, line, &length, span);
            }
            Place::Preamble => {
                let scores = self.length_line.is_some() && line::score_line(line).is_some();
                if scores && !is_row && self.misspelled_heading(start) {
                    self.score_line(start, line, span);
                } else if is_row && self.without_beginning(start, line) {
                    self.line(start, line);
                } else if is_row || scores {
                    self.report(Code::MatGameMissing, span, "the line `Game N` is missing before this");
                    self.begin(Span::new(start + indent, start + indent), None);
                    if is_row {
                        self.place = Place::Rows;
                    }
                    self.line(start, line);
                } else if let Some(length) = self.misspelled_length(start, line, indent, end) {
                    self.length(start, line, &length, span);
                } else {
                    self.remark(RemarkKind::Unknown, span);
                }
            }
            Place::Score if is_row || (is_cell && line::score_line(line).is_none()) => {
                self.score_missing();
                self.place = Place::Rows;
                self.line(start, line);
            }
            Place::Score if line::score_line(line).is_none() && self.has_names_below(start + line.len()) => {
                self.unknown(Code::MatRowUnreadable, span, "this line separates the names from the heading");
            }
            Place::Score => self.score_line(start, line, span),
            Place::Rows if is_cell && line::timed_row(&line[indent..]).is_none() => {
                if let Some((Head::Dice { len, .. }, _)) = head::next(line, indent, Within::Nothing) {
                    self.unnumbered = Some(Span::new(start + indent, start + indent + usize::from(len)));
                }
                self.row(start, line, indent, None);
            }
            Place::Rows if self.game.as_ref().is_some_and(|game| same::players(game, line)) => {
                if self.misspelled_heading(start) {
                    return self.score_line(start, line, span);
                }
                if self.game.as_ref().is_some_and(|game| game.entries.is_empty() && same::head(game, line)) {
                    return self.report(Code::MatScoreLine, span, "this line is repeated");
                }
                self.report(Code::MatGameMissing, span, "the line `Game N` is missing before this");
                self.end_game();
                self.last_game = self.last_game.map(|last| last.saturating_add(1));
                self.last_game_printed = self.last_game;
                self.begin(Span::new(start + indent, start + indent), None);
                self.score_line(start, line, span);
            }
            Place::Rows => {
                if self.names_below_rows(start, line, span)
                    || self.misprinted_number(start, line)
                    || self.named_result(start, line)
                    || self.continued_row(start, line, span)
                    || self.second_half(start, line, span)
                {
                    return;
                }
                self.unreadable(span);
                // It may have been the row whose number is now missing.
                self.rows.skip();
            }
        }
    }

    /// Ends the game without a winner.
    fn drawn(&mut self, span: Span, row: Option<u32>) {
        self.push(Entry { row, ..Entry::new(None, span, Written::Drawn) });
    }

    /// Adds text that isn't part of the play, after what has been read so far.
    pub(super) fn remark(&mut self, kind: RemarkKind, span: Span) {
        let text = &self.written[span.range()];
        let text = match (kind, text) {
            (RemarkKind::Comment, [b';' | b'#', rest @ ..]) => rest.strip_prefix(b" ").unwrap_or(rest),
            _ => text,
        };
        let anchor = match &self.game {
            None => Anchor::MATCH,
            Some(game) => Anchor::last(self.record.games.len(), &game.entries),
        };
        if kind == RemarkKind::Comment
            && let Some(last) = self.record.remarks.last_mut()
            && (last.kind, last.anchor) == (kind, anchor)
            && same::is_comment(self.text, last.span, span)
        {
            last.text.push('\n');
            last.text.push_str(&String::from_utf8_lossy(text));
            last.span.end = span.end;
            return;
        }
        let text = String::from_utf8_lossy(text).into_owned();
        self.record.remarks.push(Remark { kind, anchor, span, text });
    }

    /// Adds text that doesn't belong there, with a finding.
    pub(super) fn unknown(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(code, span, message);
        self.remark(RemarkKind::Unknown, span);
    }

    /// Starts a game below a heading.
    pub(super) fn start_game(&mut self, heading: Span, number_span: Span, number: &[u8]) {
        let value = decimal(number).filter(|number| *number > 0);
        if let Some(value) = value
            && self.is_below_its_names(value, number_span)
        {
            return;
        }
        let bare = self.game.as_ref().filter(|game| game.entries.is_empty()).and_then(|game| game.number);
        self.end_game();
        if let Some(value) = value.filter(|value| bare.is_some_and(|bare| bare.value == *value)) {
            // What is missing below the first of the two lines is reported.
            return self.begin(heading, Some(Spanned::new(value, number_span)));
        }
        let expected = self.last_game.map(|last| last.saturating_add(1));
        // A record that is cut off in the heading lacks more than the number: what is missing below is reported.
        let is_cut = number_span.is_empty() && self.text[heading.end as usize..].trim_ascii().is_empty();
        match value {
            None if is_cut => {}
            None => {
                let span = if number_span.is_empty() { heading } else { number_span };
                self.report(Code::MatGameNumber, span, "a game has a number, counted from 1");
            }
            // After a wrong number, the count may go on from it or as if it had been right.
            Some(value)
                if expected.is_some_and(|expected| expected != value)
                    && self.last_game_printed.is_none_or(|last| last.saturating_add(1) != value) =>
            {
                let expected = expected.unwrap_or_default();
                let message = format!("expected game {expected}, found game {value}");
                self.report(Code::MatGameNumber, number_span, message);
            }
            Some(_) => {}
        }
        self.last_game_printed = value;
        self.last_game = expected.or(value).or(Some(1));
        self.begin(heading, value.map(|value| Spanned::new(value, number_span)));
    }

    /// Gives the game that has just begun with a line of names its number if this heading follows that line: the two
    /// lines are exchanged, which takes the place of the finding that the heading is missing.
    fn is_below_its_names(&mut self, value: u32, number: Span) -> bool {
        let is_due = self.place == Place::Rows && self.last_game.is_none_or(|due| due == value);
        let game =
            self.game.as_mut().filter(|game| is_due && game.number.is_none() && game.entries.is_empty());
        let Some(game) = game.filter(|game| game.players.0.iter().all(Option::is_some)) else { return false };
        let missing = self.diagnostics.last_mut().filter(|finding| {
            finding.code == Code::MatGameMissing && finding.primary.span.start == game.heading.start
        });
        let Some(missing) = missing else { return false };
        missing.message = format!("the line `Game {value}` belongs above this line");
        game.number = Some(Spanned::new(value, number));
        (self.last_game, self.last_game_printed) = (Some(value), Some(value));
        true
    }

    pub(super) fn begin(&mut self, heading: Span, number: Option<Spanned<u32>>) {
        self.game = Some(GameRecord { number, heading, ..GameRecord::default() });
        self.rows = RowCount::default();
        self.unnumbered = None;
        self.place = Place::Score;
    }

    fn end_game(&mut self) {
        if self.place == Place::Score {
            self.score_missing();
        }
        self.held.clear();
        self.loss_alone();
        if let Some(mut game) = self.game.take() {
            if game.entries.len() < GAME / 4 {
                // Thousands of headings without games mustn't reserve memory for thousands of games.
                game.entries.shrink_to_fit();
            }
            self.record.games.push(game);
        }
    }

    /// Reports a loss whose player nothing shows, at the end of a game.
    fn loss_alone(&mut self) {
        let last = self.game.as_ref().and_then(|game| game.entries.last());
        if let Some(Entry { written: Written::Losses { .. }, side: None, span, .. }) = last {
            let (span, message) = (*span, "it isn't clear who lost: this is neither player's cell");
            self.report(Code::MatCellUnreadable, span, message);
        }
    }

    /// Reads the first line of a .gam file: two names, separated by a wide blank.
    fn names(&mut self, start: usize, line: &[u8], indent: usize, span: Span) {
        self.begin(Span::new(start + indent, start + indent), None);
        self.place = Place::Rows;
        if line::row_number(line).is_some_and(|(_, behind)| has_cell(line, behind)) {
            self.report(Code::RecordSyntax, span, "the line with the two names is missing above this");
            return self.line(start, line);
        }
        let text = &line[indent..line.trim_ascii_end().len()];
        let gap = |blanks: &[u8]| text.windows(blanks.len()).position(|window| window == blanks);
        let words = text.split(u8::is_ascii_whitespace).count();
        let middle = gap(b"   ").or_else(|| gap(b"\t")).or_else(|| gap(b"  ")).or_else(|| gap(b" "));
        if words < 2 || (gap(b"  ").is_none() && !text.contains(&b'\t') && words > 2) {
            self.report(Code::RecordSyntax, span, "expected two names separated by several spaces");
        }
        let middle = indent + middle.unwrap_or(text.len());
        let end = indent + text.len();
        let left = indent + line[indent..middle].trim_ascii_end().len();
        let right = end - line[middle..end].trim_ascii_start().len();
        for (side, range) in [(Side::Zero, indent..left), (Side::One, right..end)] {
            let place = Span::new(start + range.start, start + range.end);
            let name = Spanned::new(String::from_utf8_lossy(&line[range]).into_owned(), place);
            self.set_player(side, PlayerScore { name, rating: None, score: None });
        }
    }

    /// Ends the record of one game.
    fn finish_game(mut self) -> Parsed<MatchRecord> {
        self.end_game();
        if self.record.games.is_empty() {
            let message = "there is no line with two names";
            self.diagnostics = vec![Diagnostic::new(Code::SourceNotARecord, Span::default(), message)];
        }
        if let Some(at) = self.record.headers.iter().position(|header| header.key.value == "Length")
            && let Some(length) = decimal(self.record.headers[at].value.value.as_bytes())
            && length <= 32767
        {
            let header = self.record.headers.remove(at);
            self.record.length = Some(Spanned::new(length, header.value.span));
        }
        self.done()
    }

    fn score_missing(&mut self) {
        let heading = self.game.as_ref().map_or(Span::default(), |game| game.heading);
        self.report(
            Code::MatScoreLine,
            heading,
            "the line `name : score   name : score` is missing below this",
        );
    }

    /// Adds an entry to the game.
    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        if let Some(game) = &mut self.game {
            if game.entries.capacity() == 0 {
                game.entries.reserve(GAME);
            }
            if !self.held.is_empty() {
                let goes_on = matches!(
                    entry.written,
                    Written::Turn { .. }
                        | Written::Cube { .. }
                        | Written::Take
                        | Written::Pass
                        | Written::Unreadable
                );
                if goes_on {
                    game.entries.append(&mut self.held);
                }
            }
            game.entries.push(entry);
        }
    }

    /// Adds a finding at the present place of the match.
    #[cold]
    pub(super) fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report_at(code, span, message, None, None);
    }

    /// Adds a finding about an entry.
    #[cold]
    pub(super) fn report_at(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        row: Option<u32>,
        side: Option<Side>,
    ) {
        let game = self.game.as_ref();
        let player = |side: Side| {
            game.and_then(|game| game.players[side].as_ref()).map(|p| short_name(&p.name.value).to_owned())
        };
        let context = Context {
            game: game.map(|_| self.record.games.len() as u32 + 1),
            row,
            number: row,
            player: side.and_then(player),
            ..Context::default()
        };
        let mut diagnostic = Diagnostic::new(code, span, message);
        diagnostic.context = context;
        diag::keep(&mut self.diagnostics, diagnostic);
    }

    fn finish(mut self) -> Parsed<MatchRecord> {
        self.end_game();
        if self.is_quoted() {
            // Some lines are read as if the mark were a slip.
            (self.record, self.length_line) = (MatchRecord::default(), None);
        }
        match (self.record.games.first(), self.length_line) {
            (None, None) => {
                // For text that isn't a record, this is the only useful message.
                let text = self.text.trim_ascii_start();
                let message = if text.is_empty() {
                    "the file contains no text"
                } else if text.starts_with(b">") {
                    "the lines begin with the mark of a quotation, `>`: delete the marks"
                } else {
                    "there is no line `N point match` or `Game N`"
                };
                self.diagnostics = vec![Diagnostic::new(Code::SourceNotARecord, Span::default(), message)];
            }
            (None, Some(length)) => {
                let is_cut = length.end as usize == self.text.len();
                // The words of a line that is cut off aren't misspelled.
                self.diagnostics.retain(|finding| !is_cut || finding.code != Code::MatLengthInvalid);
                self.report(Code::MatGameMissing, length, "no line `Game N` follows the match length");
            }
            (Some(_), None) if self.cut.is_some() => {}
            (Some(game), None) => {
                let heading = game.heading;
                let message = "the line `N point match` is missing before the first game";
                self.report(Code::MatLengthMissing, heading, message);
            }
            (Some(_), Some(_)) => {}
        }
        self.done()
    }

    /// Returns `true` if each line begins with the mark of a quotation.
    fn is_quoted(&self) -> bool {
        let lines = self.text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        let mut lines = lines.filter(|line| !line.is_empty());
        self.text.trim_ascii_start().starts_with(b">") && lines.all(|line| line.starts_with(b">"))
    }

    /// Completes the record.
    fn done(mut self) -> Parsed<MatchRecord> {
        self.without_dice();
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span.start);
        same::winners(&mut self.record.games);
        extras::apply(&mut self.record, self.extras);
        self.record.is_cut_off = !self.text.ends_with(b"\n") && !self.text.ends_with(b"\r");
        let is_length = |code| matches!(code, Code::MatLengthMissing | Code::MatLengthInvalid);
        let fault = self.diagnostics.iter().find(|finding| is_length(finding.code));
        self.record.length_fault = fault.map(|finding| finding.primary.span).or(self.cut);
        Parsed { value: self.record, diagnostics: self.diagnostics }
    }
}

/// Reads a number of decimal digits; `None` if it isn't one or doesn't fit.
pub(super) fn decimal(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}
