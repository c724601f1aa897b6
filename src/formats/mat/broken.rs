//! Lines that are broken in two or joined: a play that continues below its row, a heading with the names beside it, the
//! two halves of a line of names and scores, a record without its beginning.

use super::head::{self, Head, Within};
use super::line;
use super::parse::{Place, Reader, decimal};
use crate::board::Side;
use crate::diag::{Code, Diagnostic, Span};
use crate::formats::row_count::RowCount;
use crate::game::record::{Cell, Entry, PlayerScore, Spanned, Written, WrittenPlay, WrittenRoll};
use crate::notation::play::{self, PlayOptions};

impl Reader<'_> {
    /// Reads a line that continues the last play of the row right above it: `1) 43: 13/9`, then `9/6    61: 13/7 8/7`.
    #[cold]
    pub(super) fn continued_row(&mut self, start: usize, line: &[u8], span: Span) -> bool {
        let Some(from) = line_above(&self.text[..start]) else { return false };
        let text = self.text;
        let above = text[from..start].trim_ascii_end();
        let Some((digits, behind)) = line::row_number(above) else { return false };
        if text[from + above.len()..start].starts_with(b"  ") || !self.is_continued(from, line, span) {
            return false;
        }
        let number = decimal(&above[digits]);
        self.unread(from);
        let plain = |byte: &u8| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte };
        let joined: Vec<u8> = text[from..start + line.len()].iter().map(plain).collect();
        self.row(from, &joined, behind, number);
        self.report(Code::MatRowUnreadable, span, "this line continues the row above it");
        true
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

    /// Reads the names and scores beside a heading, `Game 1 Ann : 0     Bob : 0`.
    pub(super) fn beside_heading(&mut self, line: &[u8], rest: Span) -> bool {
        let Some(read) = line::score_line(line) else { return false };
        let is_whole = [&read.names, &read.scores].into_iter().flatten().all(|part| !part.is_empty());
        if !is_whole || matches!(line.first(), Some(b';' | b'#')) {
            return false;
        }
        self.report(Code::MatScoreLine, rest, "the names and scores belong on a line below the heading");
        self.score_line(rest.start as usize, line, rest);
        true
    }

    /// Reads the right player's half of a line of names and scores, below the left player's.
    #[cold]
    pub(super) fn second_half(&mut self, start: usize, line: &[u8], span: Span) -> bool {
        let Some(game) = self.game.as_ref().filter(|game| game.entries.is_empty()) else { return false };
        let [Some(zero), Some(one)] = &game.players.0 else { return false };
        let first = zero.score.filter(|_| one.score.is_none() && one.name.value.is_empty());
        let Some(end) = first.map(|score| score.span.end as usize) else { return false };
        let Some(read) = line::score_line(line) else { return false };
        let [name, score] = [&read.names[0], &read.scores[0]];
        let is_half = read.names[1].is_empty() && read.scores[1].is_empty() && !name.is_empty();
        let value = std::str::from_utf8(&line[score.clone()]).ok().and_then(|text| text.parse::<i64>().ok());
        let Some(value) = value.filter(|_| is_half) else { return false };
        let is_below = self.text[end..start].iter().all(u8::is_ascii_whitespace);
        let is_told = |finding: &mut Diagnostic| finding.code == Code::MatScoreLine;
        if !is_below || self.diagnostics.pop_if(is_told).is_none() {
            return false;
        }
        let place = |range: &std::ops::Range<usize>| Span::new(start + range.start, start + range.end);
        let text = String::from_utf8_lossy(&line[name.clone()]).into_owned();
        let name = Spanned::new(text, place(name));
        let score = Some(Spanned::new(value, place(score)));
        self.report(Code::MatScoreLine, span, "this half of the line belongs on the line above");
        self.set_player(Side::One, PlayerScore { name, rating: None, score });
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

/// Returns the beginning of the line above the one that begins at the end of a text.
fn line_above(text: &[u8]) -> Option<usize> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    (!text.is_empty()).then(|| memchr::memrchr2(b'\n', b'\r', text).map_or(0, |end| end + 1))
}

/// Returns the pips of a play; 0 if a leg goes backwards.
fn pips(play: &WrittenPlay) -> u32 {
    let pips = |from: u8, to: u8| from.checked_sub(to).map(u32::from);
    let legs = play.legs().map(|leg| pips(leg.leg.from.number(), leg.leg.to.number()));
    legs.sum::<Option<u32>>().unwrap_or(0)
}

/// Returns the pips of a roll; 0 if there is no such roll.
fn total(roll: &WrittenRoll) -> u32 {
    roll.roll().map_or(0, |roll| {
        let pips = u32::from(roll.high().pips() + roll.low().pips());
        if roll.is_doublet() { 2 * pips } else { pips }
    })
}
