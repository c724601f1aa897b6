//! Lines that are broken in two or joined: a play or a result that continues on the next line, a heading with the names
//! beside it, the two halves of a line of names and scores, a record without its beginning.

use super::cell;
use super::head::{self, Head, Within};
use super::line;
use super::parse::{Place, Reader, decimal};
use super::row::NOT_A_CELL;
use crate::board::Side;
use crate::diag::{Code, Diagnostic, Span};
use crate::formats::row_count::RowCount;
use crate::game::record::{Cell, Entry, RemarkKind, Spanned, Written, WrittenPlay, WrittenRoll};
use crate::notation::play::{self, PlayOptions};
use std::ops::Range;

/// The messages for a line that isn't understood, and for several.
const UNREADABLE: [&str; 2] = [
    "this line is neither a row nor a comment nor a result",
    "these lines are neither rows nor comments nor results",
];

/// The fewest plays without dice that are one finding.
const LEAST_WITHOUT: usize = 4;
/// The message for these plays.
const WITHOUT_DICE: &str = "the plays of this game have no dice: a cell begins with the roll, `31: 8/5 6/5`";

impl Reader<'_> {
    /// Keeps a line that isn't understood: several of them without plays, one right after the other, are one finding.
    #[cold]
    pub(super) fn unreadable(&mut self, span: Span) {
        let text = self.text;
        let holds_play = |span: Span| text[span.range()].contains(&b'/');
        let is_above = |finding: &Diagnostic| {
            let between = finding.primary.span.end as usize..span.start as usize;
            // Lines that are one finding already have no plays, and may be many.
            let is_prose = finding.message == UNREADABLE[1]
                || finding.message == UNREADABLE[0] && !holds_play(finding.primary.span);
            finding.code == Code::MatRowUnreadable
                && is_prose
                && !holds_play(span)
                && text.get(between).is_some_and(|text| text.iter().all(u8::is_ascii_whitespace))
        };
        if let Some(above) = self.diagnostics.last_mut().filter(|finding| is_above(finding)) {
            above.primary.span.end = span.end;
            UNREADABLE[1].clone_into(&mut above.message);
            self.remark(RemarkKind::Unknown, span);
        } else {
            self.unknown(Code::MatRowUnreadable, span, UNREADABLE[0]);
        }
    }

    /// Keeps one finding on plays without dice in each game in which no play has dice.
    pub(super) fn without_dice(&mut self) {
        let text = self.text;
        let has_turn = |entry: &Entry| matches!(entry.written, Written::Turn { .. });
        let games = self.record.games.iter();
        let with_dice: Vec<bool> = games.map(|game| game.entries.iter().any(has_turn)).collect();
        let is_play = |finding: &Diagnostic| {
            let game = finding.context.game.and_then(|number| with_dice.get(number.checked_sub(1)? as usize));
            let play = || play::parse(&text[finding.primary.span.range()], 0, PlayOptions::RECORD);
            finding.message == NOT_A_CELL && game == Some(&false) && play().is_ok_and(|play| !play.is_empty())
        };
        if self.diagnostics.iter().filter(|finding| is_play(finding)).count() < LEAST_WITHOUT {
            return;
        }
        let mut last = None;
        self.diagnostics.retain_mut(|finding| {
            if !is_play(finding) {
                return true;
            }
            WITHOUT_DICE.clone_into(&mut finding.message);
            let is_first = last != Some(finding.context.game);
            last = Some(finding.context.game);
            is_first
        });
    }

    /// Forgets the finding on a line that isn't understood, or its part of one on several.
    pub(super) fn forget_unreadable(&mut self, span: Span) {
        let text = self.text;
        if self.diagnostics.pop_if(|finding| finding.primary.span == span).is_some() {
            return;
        }
        let ends_here = |finding: &Diagnostic| {
            finding.code == Code::MatRowUnreadable
                && finding.primary.span.start < span.start
                && finding.primary.span.end == span.end
        };
        if let Some(above) = self.diagnostics.last_mut().filter(|finding| ends_here(finding)) {
            above.primary.span.end = text[..span.start as usize].trim_ascii_end().len() as u32;
        }
    }

    /// Reads a line that continues the result or the last play right above it: `Wins 2`, then `points`; `1) 43: 13/9`,
    /// then `9/6    61: 13/7 8/7`.
    #[cold]
    pub(super) fn continued_row(&mut self, start: usize, line: &[u8], span: Span) -> bool {
        let Some(from) = line_above(&self.text[..start]) else { return false };
        if self.continued_result(from, start, line, span) {
            return true;
        }
        let text = self.text;
        let above = text[from..start].trim_ascii_end();
        let Some((digits, behind)) = line::row_number(above) else { return false };
        if text[from + above.len()..start].starts_with(b"  ") || !self.is_continued(from, line, span) {
            return false;
        }
        let number = decimal(&above[digits]);
        self.unread(from);
        self.row(from, &joined(&text[from..start], line), behind, number);
        self.report(Code::MatRowUnreadable, span, "this line continues the row above it");
        true
    }

    /// Reads a line that has the last words of the result on the line above, which begins at `from`.
    fn continued_result(&mut self, from: usize, start: usize, line: &[u8], span: Span) -> bool {
        let last = self.game.as_ref().and_then(|game| game.entries.last());
        let Some(last) = last.filter(|last| matches!(last.written, Written::Wins { .. })) else {
            return false;
        };
        let at = last.span.start as usize;
        if at < from {
            return false;
        }
        let whole = joined(&self.text[at..start], line.trim_ascii_end());
        let said = cell::win(&whole);
        let points = decimal(&whole[said.number.clone()]).filter(|_| said.rest == whole.len());
        let Some(points) = points else { return false };
        let place = |range: Range<usize>| Span::new(at + range.start, at + range.end);
        let points = Some(Spanned::new(points, place(said.number)));
        let written = Written::Wins { points, and_match: said.and_match.map(place) };
        let entry = Entry { written, span: Span::new(at, span.end as usize), ..last.clone() };
        self.unread(at);
        self.push(entry);
        self.report(Code::MatRowUnreadable, span, "this line continues the result above it");
        true
    }

    /// Reads a result on a line of its own after the name of the winner, at the end of a game: `Bob wins 2 points`. If
    /// anything but comments follows, the line is a comment, too.
    #[cold]
    pub(super) fn named_result(&mut self, start: usize, line: &[u8]) -> bool {
        let Some(game) = &self.game else { return false };
        let indent = line.len() - line.trim_ascii_start().len();
        let text = line[indent..].trim_ascii_end();
        let is_named = |side: Side| {
            let name = game.players[side].as_ref().map_or(&b""[..], |player| player.name.value.as_bytes());
            let rest = text.get(name.len()..).and_then(|rest| rest.first());
            !name.is_empty()
                && rest.is_some_and(|byte| head::is_blank(*byte))
                && text[..name.len()].eq_ignore_ascii_case(name)
        };
        let side = match Side::ALL.map(is_named) {
            [true, false] => Side::Zero,
            [false, true] => Side::One,
            _ => return false,
        };
        let name = game.players[side].as_ref().map_or(0, |player| player.name.value.len());
        let at = text.len() - text[name..].trim_ascii_start().len();
        let said = cell::win(&text[at..]);
        let is_win = text[at..][..said.word_end].eq_ignore_ascii_case(b"wins");
        let points = decimal(&text[at..][said.number.clone()])
            .filter(|_| is_win && matches!(text[at..][said.rest..], [] | [b'.']));
        if points.is_none() || !self.ends_game(start + line.len()) {
            return false;
        }
        let is_over = |entry: &Entry| matches!(entry.written, Written::Wins { .. });
        if game.entries.iter().any(is_over) {
            return false;
        }
        let (begin, cell) = (start + indent, start + indent + at);
        let place = |range: Range<usize>| Span::new(cell + range.start, cell + range.end);
        let points = points.map(|points| Spanned::new(points, place(said.number)));
        let written = Written::Wins { points, and_match: said.and_match.map(place) };
        self.push(Entry::new(Some(side), place(0..said.rest), written));
        let message = "a result is written without the name of the winner";
        self.report(Code::MatCellUnreadable, Span::new(begin, begin + name), message);
        true
    }

    /// Returns `true` if only comments stand between a place and the next heading or the end of the text.
    fn ends_game(&self, at: usize) -> bool {
        let below = self.text.get(at..).unwrap_or_default();
        let lines = below.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        let mut lines = lines.filter(|line| !matches!(line, [] | [b';' | b'#', ..]));
        lines.next().is_none_or(super::is_heading)
    }

    /// Returns `true` if a line begins with the rest of the last play, whose row begins at `from`: the legs have no
    /// more pips than the roll, and at most a right cell follows.
    fn is_continued(&self, from: usize, line: &[u8], span: Span) -> bool {
        let Some(entry) = self.game.as_ref().and_then(|game| game.entries.last()) else { return false };
        let Written::Turn { roll, cell } = &entry.written else { return false };
        let played = match cell {
            Cell::Play(play) => pips(play),
            Cell::Empty => 0,
            _ => return false,
        };
        let indent = line.len() - line.trim_ascii_start().len();
        let next = head::next(line, indent, Within::Right);
        let may_follow = match next {
            None => true,
            Some((Head::Dice { len: 2, colon: 2 } | Head::Word(_), _)) => entry.side == Some(Side::Zero),
            Some(_) => false,
        };
        let end = next.map_or(line.len(), |(_, at)| at);
        let legs = line[indent..end].trim_ascii_end();
        let rest = play::parse(legs, span.start, PlayOptions::RECORD).map_or(0, |play| pips(&play));
        let is_below = entry.span.start as usize >= from;
        is_below && may_follow && rest > 0 && played + rest <= total(roll)
    }

    /// Forgets what was read from a place on, except that the number of the row there is wrong.
    fn unread(&mut self, from: usize) {
        let is_after = |span: Span| span.start as usize >= from;
        if let Some(game) = &mut self.game {
            let last = game.entries.iter().rposition(|entry| !is_after(entry.span));
            game.entries.truncate(last.map_or(0, |last| last + 1));
        }
        self.held.retain(|entry: &Entry| !is_after(entry.span));
        let is_wrong =
            |finding: &mut Diagnostic| is_after(finding.primary.span) && finding.code != Code::MatRowNumber;
        while self.diagnostics.pop_if(is_wrong).is_some() {}
        while self.record.remarks.pop_if(|remark| is_after(remark.span)).is_some() {}
    }

    /// Reads the names and scores beside a heading, `Game 1 Ann : 0     Bob : 0`, unless they are on a line below it.
    pub(super) fn beside_heading(&mut self, line: &[u8], rest: Span) -> bool {
        let (from, is_crawford) = self.names_after_mark(line);
        let names = &line[from..];
        let is_comment = matches!(names.first(), Some(b';' | b'#'));
        if !is_whole(names) || is_comment || self.has_names_below(rest.end as usize) {
            return false;
        }
        let span = Span::new(rest.start as usize + from, rest.end as usize);
        self.mark(is_crawford);
        self.report(Code::MatScoreLine, span, "the names and scores belong on a line below the heading");
        self.score_line(span.start as usize, names, span);
        true
    }

    /// Reads the names and scores below the first rows of a game, if they are missing above the rows.
    #[cold]
    pub(super) fn names_below_rows(&mut self, start: usize, line: &[u8], span: Span) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| is_whole(line)) else { return false };
        // Names below a result are those of the next game.
        if game.entries.iter().any(|entry| matches!(entry.written, Written::Wins { .. })) {
            return false;
        }
        let is_missing = |finding: &mut Diagnostic| {
            finding.code == Code::MatScoreLine && finding.primary.span == game.heading
        };
        if game.players.0.iter().any(Option::is_some) || self.diagnostics.pop_if(is_missing).is_none() {
            return false;
        }
        self.report(Code::MatScoreLine, span, "the names and scores belong above the rows");
        self.score_line(start, line, span);
        true
    }

    /// Returns the offset of the names and scores after a mark of the Crawford game, and what the mark states about the
    /// game; 0 if there is no mark.
    fn names_after_mark(&self, line: &[u8]) -> (usize, Option<bool>) {
        let Some(len) = line::crawford_mark(line) else { return (0, None) };
        let from = line.len() - line[len..].trim_ascii_start().len();
        let Some(read) = line::score_line(&line[from..]) else { return (0, None) };
        let [zero, one] = read.names.map(|name| String::from_utf8_lossy(&line[from..][name]).into_owned());
        // `Crawford` without brackets may be a player's name.
        let is_mark = !line[0].is_ascii_alphabetic() || self.are_players(&zero, &one);
        if is_mark && !zero.is_empty() { (from, line::meaning(&line[..len])) } else { (0, None) }
    }

    /// Returns `true` if the first line after a place that is neither blank nor a comment has the names and scores.
    pub(super) fn has_names_below(&self, at: usize) -> bool {
        let mut lines = self.text[at..].split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        let is_read = |line: &&[u8]| !matches!(line.first(), None | Some(b';' | b'#'));
        let next = lines.find(is_read);
        // A line that begins with a colon is the second half of another.
        let is_names = |line: &[u8]| line::has_two_scores(line) && !line.starts_with(b":");
        next.is_some_and(|line| line::heading(line).is_none() && is_names(line))
    }

    /// Reads the rest of a line of names and scores that is broken before the right name, before a colon or before a
    /// score: `Ann : 0`, then `Bob : 0`; or `Ann : 0    Bob :`, then `0`.
    #[cold]
    pub(super) fn second_half(&mut self, start: usize, line: &[u8], span: Span) -> bool {
        let Some(game) = self.game.as_ref().filter(|game| game.entries.is_empty()) else { return false };
        if game.players.0.iter().flatten().all(|player| player.score.is_some()) {
            return false;
        }
        let text = self.text;
        let above = text[..start].trim_ascii_end();
        let from = memchr::memrchr2(b'\n', b'\r', above).map_or(0, |end| end + 1);
        let is_told = |finding: &Diagnostic| {
            finding.code == Code::MatScoreLine && finding.primary.span.start as usize >= from
        };
        if !self.diagnostics.last().is_some_and(is_told) {
            return false;
        }
        let whole = joined(&text[from..start], line);
        let Some(read) = line::score_line(&whole) else { return false };
        let break_at = above.len() - from;
        let is_name = |name: &Range<usize>| {
            let is_on_one_line = name.end <= break_at || name.start > break_at;
            is_on_one_line && !whole[name.clone()].windows(3).any(|blanks| blanks == b"   ")
        };
        if !read.is_whole() || !read.names.iter().all(is_name) {
            return false;
        }
        self.unread(from);
        self.score_line(from, &whole, span);
        self.report(Code::MatScoreLine, span, "this half of the line belongs on the line above");
        true
    }

    /// Begins the game of a record whose beginning is missing: nothing stands before a row that isn't a first one.
    pub(super) fn without_beginning(&mut self, start: usize, line: &[u8]) -> bool {
        let Some((digits, _)) = line::row_number(line) else { return false };
        let number = decimal(&line[digits.clone()]).filter(|number| *number > 1);
        let Some(before) = number.map(|number| number - 1) else { return false };
        if self.length_line.is_some() || !self.record.games.is_empty() {
            return false;
        }
        let span = Span::new(start + digits.start, start + digits.end);
        let message = format!("the record begins with row {}: its beginning is missing", before + 1);
        self.report(Code::MatRowNumber, span, message);
        self.begin(Span::new(span.start as usize, span.start as usize), None);
        self.place = Place::Rows;
        self.rows = RowCount::from(before);
        self.cut = Some(span);
        true
    }
}

/// Returns `true` for a line with two names and two scores.
fn is_whole(line: &[u8]) -> bool {
    line::score_line(line).is_some_and(|read| read.is_whole())
}

/// Returns the beginning of the line above the one that begins at the end of a text.
fn line_above(text: &[u8]) -> Option<usize> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    (!text.is_empty()).then(|| memchr::memrchr2(b'\n', b'\r', text).map_or(0, |end| end + 1))
}

/// Joins a line to the text above it; every place keeps its offset.
fn joined(above: &[u8], line: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte };
    above.iter().map(plain).chain(line.iter().copied()).collect()
}

/// Returns the pips of a play; 0 if a leg goes backwards.
pub(super) fn pips(play: &WrittenPlay) -> u32 {
    let legs = play.places().map(|(from, to)| from.checked_sub(to).map(u32::from));
    legs.sum::<Option<u32>>().unwrap_or(0)
}

/// Returns the pips of a roll; 0 if there is no such roll.
fn total(roll: &WrittenRoll) -> u32 {
    roll.roll().map_or(0, |roll| u32::from(roll.pips()))
}
