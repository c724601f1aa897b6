//! The cells of a row: their sides, and their content.

use super::broken::pips;
use super::cell;
use super::head::{self, Head, Within, Word};
use super::parse::{Reader, decimal};
use super::{same, words};
use crate::board::Side;
use crate::diag::{Code, Span};
use crate::game::record::{Cell, Entry, RemarkKind, Setup, Written, WrittenPlay, WrittenRoll};
use crate::notation::plain;
use crate::notation::play::{self, PlayOptions, PlaySyntaxError, PlaySyntaxReason};
use std::ops::Range;

/// A blank this wide after the row's number is an empty left cell.
const EMPTY_CELL: usize = 10;
/// After at most this many blanks, a word belongs to the dice before it.
const NEAR: usize = 3;
/// A result that isn't further to the right than this isn't in any column.
const BARE: usize = 2;
/// Without a usual right column, a cell that begins at this column or later is a right one.
const RIGHT_COLUMN: usize = 25;
/// After this many rows with another right column, that one is the usual one.
const STEADY: u8 = 3;

/// The message for a cell that isn't understood.
pub(super) const NOT_A_CELL: &str = "a cell holds dice and a play, a cube action or a result";

/// The state while the cells of a row are read from left to right.
pub(super) struct Row<'l> {
    /// The offset of the line in the source.
    start: usize,
    line: &'l [u8],
    pub(super) number: Option<u32>,
    /// The end of the number.
    base: usize,
    /// The side of the cell before.
    last: Option<Side>,
    /// The side whose loss is written in this row.
    loser: Option<Side>,
}

impl Row<'_> {
    /// Returns the text of a cell.
    pub(super) fn text(&self, from: usize, to: usize) -> &[u8] {
        &self.line[from..to]
    }

    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }
}

impl Reader<'_> {
    /// Reads the cells of a line from `base` on, which is after the row's number if there is one.
    pub(super) fn row(&mut self, start: usize, line: &[u8], base: usize, number: Option<u32>) {
        let mut row = Row { start, line, number, base, last: None, loser: None };
        let mut next = head::next(line, base, Within::Nothing);
        if next.is_none() && number.is_some() {
            // A numbered row without a cell: only relevant if the game continues after it.
            self.hold(&row, Side::Zero);
            self.hold(&row, Side::One);
            return;
        }
        let word_end = |at: usize| {
            line[at..].iter().position(|byte| head::is_blank(*byte)).map_or(line.len(), |i| at + i)
        };
        while let Some((head, at)) = next {
            let head = match head {
                Head::RowNumber if head::is_mistyped_dice(&line[at..]) => Head::Other,
                Head::Other if cell::is_other_win(&line[at..]) => Head::Word(Word::Wins),
                Head::Other => words::other(&line[at..]).map_or(head, |(word, _)| Head::Word(word)),
                head => head,
            };
            let side = match head {
                Head::Comment => {
                    let span = row.span(at, line.trim_ascii_end().len());
                    self.remark(RemarkKind::Comment, span);
                    return;
                }
                Head::Game => {
                    self.glued_heading(&row, at);
                    return;
                }
                Head::RowNumber => {
                    next = self.repeated_number(&mut row, at);
                    continue;
                }
                _ => self.side(&row, head, at),
            };
            let Some(side) = side.or_else(|| self.second_dice(&row, head)) else {
                let span = row.span(at, line.trim_ascii_end().len());
                self.unknown(Code::MatTextAfterRow, span, "unexpected text after the two cells of the row");
                return;
            };
            let split = if head == Head::Other { head::split_dice(line, at) } else { None };
            if head == Head::Other
                && split.is_none()
                && let Some(cell) = self.stray(&row, at)
            {
                next = Some(cell);
                continue;
            }
            let within = match (row.last, side) {
                (None, Ok(Side::Zero)) => Within::Left(self.split_column(row.base)),
                _ => Within::Right,
            };
            let behind = match head {
                Head::Dice { colon, .. } => at + usize::from(colon) + 1,
                _ => split.unwrap_or_else(|| word_end(at)),
            };
            if let Head::Dice { .. } = head {
                self.resigned_before();
            }
            if let (Head::Dice { len: 2, colon: 2 }, Ok(known)) = (head, side)
                && let Some((end, following)) = self.plain_turn(&row, at, known, within)
            {
                next = following.map(|head| (head, end));
                row.last = Some(known);
                continue;
            }
            next = head::next(line, behind, within);
            let mut end = next.map_or(line.len(), |(_, at)| at);
            if let (Head::Dice { .. }, Some((Head::Word(Word::Resigns | Word::Pass), word))) = (head, next)
                && is_near(&line[behind..word])
            {
                // `62: Concedes` is one cell, and `62: pass` one without a play.
                next = head::next(line, word_end(word), within);
                end = next.map_or(line.len(), |(_, at)| at);
            }
            if side == Ok(Side::Zero)
                && let Some(dice) = head::glued_dice(line, at, end)
            {
                let message = "blanks must separate the two cells of the row";
                let span = row.span(dice, dice + 3);
                self.report_at(Code::MatCellUnreadable, span, message, number, Some(Side::One));
                (end, next) = (dice, Some((Head::Dice { len: 2, colon: 2 }, dice)));
            }
            if side == Ok(Side::Zero)
                && matches!(head, Head::Word(Word::Double | Word::Redouble))
                && let Some(answer) = words::answer(line, behind, end)
            {
                (end, next) = (answer, Some((Head::Other, answer)));
            }
            let is_result = matches!(head, Head::Word(Word::Wins | Word::Losses));
            self.columns(&row, at, side.ok(), !is_result);
            row.last = side.ok().or(row.last);
            self.cell(&mut row, head, at, end, side.ok());
        }
        if row.last == Some(Side::Zero) && number.is_some() && row.loser.is_none() {
            self.hold(&row, Side::One);
        }
    }

    /// Reads a cell of the most frequent kind, dice and plain legs; returns the beginning of the next cell and its
    /// kind. `None`, without any effect, if the cell is of another kind.
    #[inline]
    fn plain_turn(
        &mut self,
        row: &Row<'_>,
        at: usize,
        side: Side,
        within: Within,
    ) -> Option<(usize, Option<Head>)> {
        // A typist may leave out the blank after the colon.
        let legs = at + 3 + usize::from(row.line.get(at + 3) == Some(&b' '));
        let digits = [row.line[at], row.line[at + 1]];
        let roll = WrittenRoll { digits, span: row.span(at, at + 2) };
        let play = WrittenPlay::new(Span::default());
        let written = Written::Turn { roll, cell: Cell::Play(play) };
        let mut entry = Entry { row: row.number, ..Entry::new(Some(side), Span::default(), written) };
        // The legs are written where they stay: copies of what was just written make the processor wait.
        let Written::Turn { cell: Cell::Play(play), .. } = &mut entry.written else { return None };
        let stop = play::plain_legs(row.line, legs, row.start as u32, play)?;
        let end = head::skip_blanks(row.line, stop);
        let following =
            if end < row.line.len() { Some(head::begins(row.line, stop, end, within)?) } else { None };
        entry.span = row.span(at, stop);
        if roll.roll().is_none() {
            self.report_at(Code::MatDice, roll.span, "dice show 1 to 6", row.number, Some(side));
        }
        self.columns(row, at, Some(side), true);
        self.push(entry);
        Some((end, following))
    }

    /// Returns the side of the cell that begins at `at`: `None` if the row is full, `Err` if the layout hides it.
    #[inline]
    fn side(&self, row: &Row<'_>, head: Head, at: usize) -> Option<Result<Side, ()>> {
        let result = matches!(head, Head::Word(Word::Wins | Word::Losses));
        match (row.last, row.loser) {
            (_, Some(loser)) if head == Head::Word(Word::Wins) => Some(Ok(loser.opponent())),
            (None, _) => {
                let side = self.first_side(row, at);
                // On a line of its own it stands on the left, regardless of the loser.
                let is_unsure = row.number.is_none()
                    && side == Side::Zero
                    && (head == Head::Word(Word::Losses) || result && at <= BARE && self.is_squeezed());
                Some(if is_unsure { Err(()) } else { Ok(side) })
            }
            // `62: Losses 2 point`: the player who rolled.
            (Some(side), _) if is_loss(head) && is_behind_dice(&row.line[..at], ..=NEAR) => Some(Ok(side)),
            // GNU Backgammon puts the result right after dice without a play: six blanks if the left player won.
            (Some(Side::Zero), _)
                if head == Head::Word(Word::Wins)
                    && is_behind_dice(&row.line[..at], 5..=8)
                    && row.line[..at].ends_with(b"     ") =>
            {
                Some(Ok(Side::Zero))
            }
            (Some(Side::Zero), _) => Some(Ok(Side::One)),
            // GNU Backgammon puts its line with the result right after dice without a play: two
            // blanks if the right player won, a line of its own if not.
            (Some(Side::One), _) if result && is_behind_dice(&row.line[..at], 2..=2) => Some(Ok(Side::One)),
            (Some(Side::One), _) if result && is_behind_dice(&row.line[..at], 0..) => Some(Err(())),
            (Some(Side::One), _) if result => Some(Ok(Side::One)),
            (Some(Side::One), _) => None,
        }
    }

    /// Reads the right cell of a row whose left cell has dice twice, `63: 21: 8/5`: the second ones were taken for the
    /// right player's.
    #[cold]
    fn second_dice(&mut self, row: &Row<'_>, head: Head) -> Option<Result<Side, ()>> {
        let is_dice = matches!(head, Head::Dice { .. });
        let game = self.game.as_mut().filter(|_| is_dice && row.number.is_some())?;
        let [.., first, second] = &mut game.entries[..] else { return None };
        let Written::Turn { cell: Cell::Empty, .. } = first.written else { return None };
        let is_left = [&*first, &*second].iter().all(|entry| entry.row == row.number);
        if !is_left || (first.side, second.side) != (Some(Side::Zero), Some(Side::One)) {
            return None;
        }
        second.side = first.side;
        let (dice, at) = (first.span, game.entries.len() - 2);
        game.entries.remove(at);
        let message = "dice without a play before the dice of the cell";
        self.unknown(Code::MatCellUnreadable, dice, message);
        Some(Ok(Side::One))
    }

    /// Reports text right before the dice or the word of a cell, as in `x 31: 8/5 6/5`, and returns the beginning of
    /// that cell. `None` if the text may be a cell of its own.
    #[cold]
    fn stray(&mut self, row: &Row<'_>, at: usize) -> Option<(Head, usize)> {
        let line = row.line;
        let cell = head::next(line, head::token_end(line, at), Within::Right)?;
        let end = at + line[at..cell.1].trim_ascii_end().len();
        let text = &line[at..end];
        // Dice and a play without their colon have more digits, or a slash.
        let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
        let may_be_cell = digits > 1 || text.contains(&b'/') || head::is_hidden(text);
        if !matches!(cell.0, Head::Dice { .. } | Head::Word(_)) || !is_near(&line[end..cell.1]) || may_be_cell
        {
            return None;
        }
        // In the left cell, it is clear only if the right one follows too.
        let is_last = || head::next(line, head::token_end(line, cell.1), Within::Right).is_none();
        if row.last.is_none() && text.len() > NEAR && is_last() {
            return None;
        }
        let message = "unexpected text before the cell";
        self.unknown(Code::MatCellUnreadable, row.span(at, end), message);
        Some(cell)
    }

    /// Returns the side of the first cell of a line.
    #[inline]
    fn first_side(&self, row: &Row<'_>, at: usize) -> Side {
        if row.number.is_none() {
            let threshold = self.right_column().map_or(RIGHT_COLUMN, |column| column.saturating_sub(5));
            let column = self.column(row.line, at);
            return if column < threshold.clamp(9, RIGHT_COLUMN) { Side::Zero } else { Side::One };
        }
        // Tabs that separate cells, rather than fill them up, are two before a right cell.
        let tabs = memchr::memchr_iter(b'\t', &row.line[row.base..at]).count();
        let base = self.column(row.line, row.base);
        let gap = self.column(row.line, at) - base;
        let is_right = match self.right_column() {
            _ if tabs > 1 => true,
            Some(column) if column > base + 4 => gap >= 6 && gap * 2 > column - base,
            _ => gap >= EMPTY_CELL,
        };
        if is_right { Side::One } else { Side::Zero }
    }

    /// Returns the column from which text after a wide blank is a right cell.
    #[inline]
    fn split_column(&self, base: usize) -> usize {
        self.right_column().map_or(RIGHT_COLUMN, |column| column.saturating_sub(3)).max(base + 4)
    }

    /// Returns the column in which this file's right cells usually begin.
    fn right_column(&self) -> Option<usize> {
        self.right.map(|(column, _)| column)
    }

    /// Returns `true` if right cells follow left ones after a single blank: nothing has a column.
    fn is_squeezed(&self) -> bool {
        let is_right = |entry: &Entry| entry.side == Some(Side::One) && entry.written != Written::Empty;
        self.right.is_none() && self.game.as_ref().is_some_and(|game| game.entries.iter().any(is_right))
    }

    /// Returns the column of the byte at `at`.
    #[inline]
    fn column(&self, line: &[u8], at: usize) -> usize {
        if self.has_tabs { width(&line[..at]) } else { at }
    }

    /// Learns the usual column from a right cell, but not from a result; and records an empty left one.
    #[inline]
    fn columns(&mut self, row: &Row<'_>, at: usize, side: Option<Side>, learns: bool) {
        if side != Some(Side::One) {
            return;
        }
        self.right_opens(row, at);
        if row.last.is_none() && row.number.is_some() {
            let goes_on = self.game.as_ref().is_some_and(|game| !game.entries.is_empty());
            if goes_on {
                self.hold(row, Side::Zero);
            }
        } else if learns && row.last == Some(Side::Zero) && row.line[..at].ends_with(b"  ") {
            // Words begin one blank further to the right than dice.
            let column = self.column(row.line, at) - usize::from(!row.line[at].is_ascii_digit());
            // One wide row changes nothing.
            self.right = Some(match self.right {
                Some((usual, rows)) if usual == column => (usual, (rows + 1).min(STEADY)),
                Some((usual, rows @ 2..)) => (usual, rows - 1),
                _ => (column, 1),
            });
        }
    }

    /// Gives the first row's only cell to the right player, if the second row has two cells without columns: where the
    /// cells are one after the other, an empty left cell doesn't show.
    fn right_opens(&mut self, row: &Row<'_>, at: usize) {
        let blanks = row.line[..at].iter().rev().take_while(|byte| head::is_blank(**byte)).count();
        let is_squeezed = row.last == Some(Side::Zero) && at < RIGHT_COLUMN && (1..=2).contains(&blanks);
        let Some(game) = self.game.as_mut().filter(|_| is_squeezed) else { return };
        let is_row = |entry: &Entry| entry.side == Some(Side::Zero) && entry.row.is_some();
        if let [opening, empty, next] = &mut game.entries[..]
            && matches!(opening.written, Written::Turn { .. })
            && (&empty.written, empty.side, empty.row) == (&Written::Empty, Some(Side::One), opening.row)
            && is_row(opening)
            && is_row(next)
        {
            opening.side = Some(Side::One);
            game.entries.remove(1);
        }
    }

    /// Records an empty cell, which counts if the game continues after it.
    fn hold(&mut self, row: &Row<'_>, side: Side) {
        if self.game.as_ref().is_none_or(|game| game.entries.is_empty()) {
            return;
        }
        let digits = row.line[..row.base].trim_ascii_start();
        let span = row.span(row.base - digits.len(), row.base);
        self.held.push(Entry { row: row.number, ..Entry::new(Some(side), span, Written::Empty) });
    }

    #[cold]
    fn glued_heading(&mut self, row: &Row<'_>, at: usize) {
        let Some(heading) = super::line::heading(&row.line[at..]) else { return };
        let number = row.span(at + heading.number.start, at + heading.number.end);
        let span = row.span(at, at + heading.number.end);
        let message = "the heading of the next game must be on its own line";
        self.report_at(Code::MatTextAfterRow, span, message, row.number, None);
        let digits = &row.line[at + heading.number.start..at + heading.number.end];
        self.start_game(span, number, digits);
    }

    /// Reads a row's number inside the row: a new row follows.
    #[cold]
    fn repeated_number(&mut self, row: &mut Row<'_>, at: usize) -> Option<(Head, usize)> {
        let digits = row.line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let behind = at + digits + 1;
        let number = decimal(&row.line[at..at + digits]);
        let span = row.span(at, behind);
        if number == row.number {
            let message = "the row's number is repeated inside the row";
            self.report_at(Code::HabitRowNumber, span, message, row.number, None);
        } else {
            self.unknown(Code::MatTextAfterRow, span, "a row's number must be at its beginning");
            self.joined(number);
            row.number = number.or(row.number);
        }
        row.base = behind;
        row.last = None;
        head::next(row.line, behind, Within::Nothing)
    }

    /// Reads the cell from `at` to `end` and adds its entry.
    #[inline]
    fn cell(&mut self, row: &mut Row<'_>, head: Head, at: usize, end: usize, side: Option<Side>) {
        let text = row.line[at..end].trim_ascii_end();
        let end = at + text.len();
        let span = row.span(at, end);
        let written = match head {
            Head::Dice { len, colon } => {
                self.turn(row, at, usize::from(len), at + usize::from(colon) + 1, end, side)
            }
            Head::Word(word) => self.word(row, word, at, end, side),
            _ if head::is_hidden(text) => {
                // eXtreme Gammon: a resignation before the roll, whose dice are also hidden.
                Written::Turn {
                    roll: WrittenRoll { digits: *b"??", span: row.span(at, at + 2) },
                    cell: Cell::Hidden(span),
                }
            }
            _ if let Some((position, close)) = head::illegal_play(row.line, at)
                && let Some(setup) = self.position_row(row, position, close.min(end), end, side) =>
            {
                Written::Set(setup)
            }
            _ => {
                self.report_at(Code::MatCellUnreadable, span, NOT_A_CELL, row.number, side);
                Written::Unreadable
            }
        };
        match written {
            Written::Losses { .. } => row.loser = side,
            Written::Cube { .. } => self.resigned_before(),
            _ => {}
        }
        // Text after a play isn't part of the entry.
        let span = match &written {
            Written::Turn { cell: Cell::Play(play), .. } => Span { end: play.span.end, ..span },
            _ => span,
        };
        let unread = match &written {
            Written::Unreadable => Some(span),
            Written::Turn {
                cell: Cell::Unreadable(span) | Cell::DeclaredIllegal { span, after: None },
                ..
            } => Some(*span),
            _ => None,
        };
        // A loss below the rows that shows whose it is belongs to the last one.
        let is_loss = matches!(written, Written::Losses { .. }) && side.is_some();
        let number = row.number.or_else(|| self.last_row().filter(|_| is_loss));
        if self.game.as_ref().is_some_and(|game| same::has_result(game, side, &written)) {
            self.report_at(Code::TurnAfterEnd, span, "the result is repeated", row.number, side);
        }
        self.push(Entry { row: number, ..Entry::new(side, span, written) });
        if let Some(span) = unread {
            self.remark(RemarkKind::Unknown, span);
        }
    }

    /// Reports dice of a resignation before the roll, `00: ????`, if the game continues after them.
    fn resigned_before(&mut self) {
        let Some(Entry {
            written: Written::Turn { roll, cell: Cell::Hidden(_) | Cell::Resign(_) },
            side,
            row,
            ..
        }) = self.game.as_ref().and_then(|game| game.entries.last())
        else {
            return;
        };
        if matches!(&roll.digits, b"00" | b"??") {
            let (span, row, side) = (roll.span, *row, *side);
            self.report_at(Code::MatDice, span, "dice show 1 to 6", row, side);
        }
    }

    /// Reads `Illegal play (…)` without dice: there is no play, so the position is set. At the beginning of a game this
    /// is how the start position of a variant is written, and it doesn't show who begins.
    #[cold]
    fn position_row(
        &mut self,
        row: &Row<'_>,
        position: Range<usize>,
        close: usize,
        end: usize,
        side: Option<Side>,
    ) -> Option<Box<Setup>> {
        let place = row.span(position.start, position.end);
        let mut setup = self.snowie(&row.line[position], place, side)?;
        if row.line[close..end].trim_ascii_start().is_empty() {
            let begins = self.game.as_ref().is_some_and(|game| game.entries.is_empty());
            setup.on_roll = setup.on_roll.filter(|_| !begins);
            return Some(setup);
        }
        None
    }

    /// Reads `31: 8/5 6/5`.
    #[inline]
    fn turn(
        &mut self,
        row: &Row<'_>,
        at: usize,
        len: usize,
        behind: usize,
        end: usize,
        side: Option<Side>,
    ) -> Written {
        let digits_span = row.span(at, at + len);
        if len != 2 {
            let message = "a roll is two digits from 1 to 6";
            self.report_at(Code::MatDice, digits_span, message, row.number, side);
            return Written::Unreadable;
        }
        let roll = WrittenRoll { digits: [row.line[at], row.line[at + 1]], span: digits_span };
        let behind = behind.min(end);
        let from = end - row.line[behind..end].trim_ascii_start().len();
        let cell = self.dice_cell(row, from, end, side);
        if roll.roll().is_none() {
            // Backgammon Studio writes a resignation before the roll as `00: ????`.
            let habit = roll.digits == *b"00" && matches!(cell, Cell::Hidden(_) | Cell::Resign(_));
            if !habit {
                let message = "dice show 1 to 6";
                self.report_at(Code::MatDice, digits_span, message, row.number, side);
            }
        }
        Written::Turn { roll, cell }
    }

    /// Reads the text after the dice.
    #[inline]
    fn dice_cell(&mut self, row: &Row<'_>, from: usize, end: usize, side: Option<Side>) -> Cell {
        let text = &row.line[from..end];
        if text.is_empty() {
            return Cell::Empty;
        }
        let base = (row.start + from) as u32;
        match play::parse(text, base, PlayOptions::RECORD) {
            Ok(play) if !play.is_empty() => {
                if text.iter().any(|byte| matches!(byte, b'(' | b')')) {
                    self.brackets(row, from, end, side);
                }
                Cell::Play(play)
            }
            Ok(_) => self.no_play(row, from, end, side, None),
            Err(error) => self.no_play(row, from, end, side, Some(error)),
        }
    }

    /// Reports the brackets of a play that lack the other one.
    #[cold]
    fn brackets(&mut self, row: &Row<'_>, from: usize, end: usize, side: Option<Side>) {
        for at in play::lone_brackets(&row.line[from..end]) {
            let (span, is_open) =
                (row.span(from + at.start, from + at.end), row.line[from + at.start] == b'(');
            let message =
                if is_open { "this bracket isn't closed" } else { "there is no `(` before this bracket" };
            self.report_at(Code::MatPlayBracket, span, message, row.number, side);
        }
    }

    /// Reads text after the dice that isn't a play.
    #[cold]
    fn no_play(
        &mut self,
        row: &Row<'_>,
        from: usize,
        end: usize,
        side: Option<Side>,
        error: Option<PlaySyntaxError>,
    ) -> Cell {
        let text = &row.line[from..end];
        let span = row.span(from, end);
        if text.iter().all(|byte| *byte == b'?') {
            return Cell::Hidden(span);
        }
        if let Some((position, close)) = head::illegal_play(row.line, from) {
            let rest = end - row.line[close.min(end)..end].trim_ascii_start().len();
            if rest < end {
                let message = "unexpected text after an illegal play";
                self.unknown(Code::MatTextAfterRow, row.span(rest, end), message);
            }
            let place = row.span(position.start, position.end);
            let after = self.snowie(&row.line[position], place, side);
            return Cell::DeclaredIllegal { span: row.span(from, close.min(end)), after };
        }
        if cell::cannot_move(text) {
            self.report_at(Code::HabitWords, span, "words for a roll without a legal play", row.number, side);
            return Cell::CannotMove(span);
        }
        if cell::gives_up(text) {
            self.report_at(Code::HabitWords, span, "words that concede the game", row.number, side);
            return Cell::Resign(span);
        }
        let Some(error) = error else {
            self.report_at(Code::MatPlayNotation, span, "a play has at least one leg", row.number, side);
            return Cell::Unreadable(span);
        };
        let base = (row.start + from) as u32;
        if error.reason == PlaySyntaxReason::Dash
            && let Ok(play) = play::parse(text, base, PlayOptions::DASHED)
        {
            self.report_at(Code::MatPlayDash, error.span, error.to_string(), row.number, side);
            return Cell::Play(play);
        }
        // Text after a play, separated by a wide blank, isn't part of it.
        let bad = (error.span.start - base) as usize;
        if text[..bad].ends_with(b"  ")
            && !is_within_number(text, bad)
            && let Ok(play) = play::parse(text[..bad].trim_ascii_end(), base, PlayOptions::RECORD)
            && !play.is_empty()
        {
            let message = "unexpected text after the cells of the row";
            self.unknown(Code::MatTextAfterRow, row.span(from + bad, end), message);
            return Cell::Play(play);
        }
        let at = (error.span.start as usize - row.start)..(error.span.end as usize - row.start);
        let message = unseen(&row.line[at]).unwrap_or_else(|| error.to_string());
        self.report_at(Code::MatPlayNotation, error.span, message, row.number, side);
        Cell::Unreadable(span)
    }
}

/// Returns `true` if the blanks before a place in a text are within a number: `13/1   1 24/18`.
fn is_within_number(text: &[u8], at: usize) -> bool {
    let (before, after) = (text[..at].trim_ascii_end(), &text[at..]);
    let are_digits =
        before.last().is_some_and(u8::is_ascii_digit) && after.first().is_some_and(u8::is_ascii_digit);
    are_digits
        && play::parse(&[before, after].concat(), 0, PlayOptions::RECORD).is_ok_and(|play| pips(&play) > 0)
}

/// Returns the message for a character that isn't seen, or looks like another one.
fn unseen(character: &[u8]) -> Option<String> {
    let c = std::str::from_utf8(character).ok()?.chars().next()?;
    let code = u32::from(c);
    if plain::is_invisible(c) {
        return Some(format!("a play can't contain the invisible character U+{code:04X}"));
    }
    let ascii = Some(plain::ascii(c)).filter(|ascii| *ascii != c)?;
    Some(format!("write `{ascii}` instead of the full-width `{c}`"))
}

/// Returns `true` if a known cell begins at `at` or after blanks there.
pub(super) fn has_cell(line: &[u8], at: usize) -> bool {
    match head::next(line, at, Within::Nothing) {
        Some((Head::Dice { .. } | Head::Word(_), _)) => true,
        Some((Head::Other, at)) => {
            let text = &line[at..];
            head::is_hidden(text.trim_ascii_end()) || cell::is_other_win(text) || words::other(text).is_some()
        }
        _ => false,
    }
}

/// Returns `true` for so few blanks that what follows belongs to what is before them.
fn is_near(between: &[u8]) -> bool {
    between.len() <= NEAR && between.iter().all(|byte| head::is_blank(*byte))
}

/// Returns `true` for words of the loser.
const fn is_loss(head: Head) -> bool {
    matches!(head, Head::Word(Word::Losses | Word::LostOnTime | Word::Forfeits))
}

/// Returns `true` if a text ends with dice without a play, and this number of blanks.
fn is_behind_dice(text: &[u8], blanks: impl std::ops::RangeBounds<usize>) -> bool {
    let dice = text.trim_ascii_end();
    dice.last() == Some(&b':') && blanks.contains(&(width(text) - width(dice)))
}

/// Returns the number of columns that a text at the beginning of a line takes: tab stops are eight apart.
fn width(text: &[u8]) -> usize {
    text.iter().fold(0, |column, byte| if *byte == b'\t' { (column / 8 + 1) * 8 } else { column + 1 })
}
