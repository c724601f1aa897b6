//! Changes of a .mat record as edits: tokens in place, and rows laid out again where cells are added or removed.

use super::line;
use crate::board::Side;
use crate::diag::lines::{line_end, line_start, line_stop};
use crate::diag::{Edit, Span};
use crate::formats::changes::{Change, Text, Words, is_replaceable, place_of};
use crate::game::record::{Cell, Entry, Written, WrittenLeg, WrittenPlay};
use crate::rules::Leg;
use std::fmt::Write as _;
use std::ops::Range;

/// The column of a right cell if no row has both cells.
const RIGHT: usize = 33;

/// Returns the edits for a change of rows and cells.
pub(in crate::formats) fn edits(text: &Text<'_>, change: &Change) -> Option<Vec<Edit>> {
    match change {
        Change::Play { entry, legs } => play(text, *entry, legs),
        Change::Say { entry, words } => {
            let span = text.entry(*entry)?.span;
            Some(vec![Edit::new(span, said(text, words))])
        }
        Change::OtherSide { entry } => {
            let it = text.entry(*entry)?;
            if it.row.is_none() {
                return result_aside(text, *entry);
            }
            let is_result = matches!(it.written, Written::Wins { .. });
            let rows = Rows::of(text)?;
            let row = rows.row_of(*entry)?;
            if is_result && rows.list[row].cells.len() > 1 {
                return result_below(text, &rows, row, *entry);
            }
            rows.laid_out(text, *entry..*entry + 1, &[(!it.side?, text.source.slice(it.span).to_owned())])
        }
        Change::OtherSides { entries } => {
            let cells: Option<Vec<_>> = solid(text, entries.clone())
                .map(|entry| Some((!text.entry(entry)?.side?, cell(text, entry)?)))
                .collect();
            Rows::of(text)?.laid_out(text, entries.clone(), &cells?)
        }
        Change::Reorder { entries, order } => {
            let cells: Option<Vec<_>> =
                order.iter().map(|entry| Some((text.entry(*entry)?.side?, cell(text, *entry)?))).collect();
            Rows::of(text)?.laid_out(text, entries.clone(), &cells?)
        }
        Change::Remove { entries } if text.game.is_empty_row(entries.start) => {
            Rows::of(text)?.without_empty(text, entries.start)
        }
        Change::Remove { entries } => {
            without_result(text, entries).or_else(|| Rows::of(text)?.laid_out(text, entries.clone(), &[]))
        }
        Change::Insert { cells, .. } if matches!(cells[..], [(_, Words::Wins { .. })]) => {
            result_after(text, &cells[0])
        }
        Change::Insert { before, cells } => {
            let cells: Vec<_> = cells.iter().map(|(side, words)| (*side, said(text, words))).collect();
            Rows::of(text)?.laid_out(text, *before..*before, &cells)
        }
        Change::RowNumber { entry } if text.entry(*entry)?.row.is_none() => numbered(text, *entry),
        Change::RowNumber { entry } => {
            let rows = Rows::of(text)?;
            let row = rows.row_of(*entry)?;
            let number = row.checked_sub(1).map_or(1, |before| rows.list[before].number + 1);
            Some(vec![rows.list[row].renumbered(text, number)])
        }
        _ => None,
    }
}

/// Returns the entries of a range that aren't empty cells.
fn solid<'t>(text: &'t Text<'_>, entries: Range<usize>) -> impl Iterator<Item = usize> + 't {
    entries.filter(|entry| text.entry(*entry).is_some_and(|entry| entry.written != Written::Empty))
}

/// Writes the number of a row that has none before its first cell, in the blanks there.
fn numbered(text: &Text<'_>, entry: usize) -> Option<Vec<Edit>> {
    let whole = text.source.text();
    let at = text.entry(entry)?.span.start;
    let (line, at) = (line_start(whole, at) as usize, at as usize);
    if !whole[line..at].bytes().all(|byte| byte == b' ') {
        return None;
    }
    let before = text.game.entries[..entry].iter().rev().find_map(|entry| entry.row).unwrap_or(0);
    let width = (at - line).saturating_sub(2);
    Some(vec![Edit::new(Span::new(line, at), format!("{:>width$}) ", before + 1))])
}

/// Returns the text of an entry's cell.
fn cell(text: &Text<'_>, entry: usize) -> Option<String> {
    let entry = text.entry(entry)?;
    let mut cell = text.source.slice(entry.span).to_owned();
    if matches!(entry.written, Written::Turn { cell: Cell::Empty, .. }) && !cell.contains(':') {
        cell.push(':');
    }
    Some(cell)
}

/// Writes a result on a line of its own after the last entry of the game.
fn result_after(text: &Text<'_>, (side, words): &(Side, Words)) -> Option<Vec<Edit>> {
    let whole = text.source.text();
    let at = line_stop(whole, text.game.entries.last()?.span.end);
    let end = line_end(whole);
    let column = match side {
        Side::Zero => 6,
        Side::One => Rows::of(text).map_or(RIGHT, |rows| rows.right) + 1,
    };
    Some(vec![Edit::insert(at, format!("{end}{}{}", " ".repeat(column), said(text, words)))])
}

/// Replaces the text after the dice by a play.
fn play(text: &Text<'_>, entry: usize, legs: &[Leg]) -> Option<Vec<Edit>> {
    let entry = text.entry(entry)?;
    let Written::Turn { roll, cell } = &entry.written else { return None };
    if !is_replaceable(cell) {
        return None;
    }
    let was = place_of(roll, cell);
    if let Cell::Play(play) = cell
        && let Some(edits) = other_legs(text, play, legs)
    {
        return Some(edits);
    }
    let new = legs_of(text, legs, text.source.slice(was).contains('('));
    if !was.is_empty() {
        return Some(vec![Edit::new(was, new)]);
    }
    // After the dice: the play replaces the blanks before the next cell.
    let rest = &text.source.text()[roll.span.end as usize..];
    let typed = rest.bytes().take_while(|byte| *byte == b' ').count();
    let colon = if rest[typed..].starts_with(':') { typed + 1 } else { 0 };
    let at = roll.span.end as usize + colon;
    let blanks = rest[colon..].bytes().take_while(|byte| *byte == b' ').count();
    let new = if colon > 0 { format!(" {new}") } else { format!(": {new}") };
    let ends_line = rest[colon + blanks..].starts_with(['\r', '\n']) || rest[colon + blanks..].is_empty();
    let taken = if ends_line { 0 } else { new.len().min(blanks.saturating_sub(2)) };
    Some(vec![Edit::new(Span::new(at, at + taken), new)])
}

/// Replaces only the legs that differ. `None` if they aren't written one by one.
fn other_legs(text: &Text<'_>, play: &WrittenPlay, legs: &[Leg]) -> Option<Vec<Edit>> {
    let written: Vec<WrittenLeg> = play.legs().copied().collect();
    let is_apart = |pair: &[WrittenLeg]| pair[0].span.end < pair[1].span.start;
    if written.len() != legs.len() || !written.windows(2).all(is_apart) {
        return None;
    }
    let differ = written.iter().zip(legs).filter(|(was, now)| was.leg != **now);
    let edits: Vec<Edit> =
        differ.map(|(was, now)| Edit::new(was.span, legs_of(text, &[*now], false))).collect();
    let is_whole = |edit: &Edit| {
        let was = text.source.slice(edit.span);
        was.matches('/').count() == 1 && !was.contains('(')
    };
    (!edits.is_empty() && edits.iter().all(is_whole)).then_some(edits)
}

/// Returns legs in this record's own notation.
fn legs_of(text: &Text<'_>, legs: &[Leg], counted: bool) -> String {
    let whole = text.source.text();
    let (bar, off) = (whole.contains("bar/"), whole.contains("/off"));
    let place = |number: u8| match number {
        25 if bar => "bar".to_owned(),
        0 if off => "off".to_owned(),
        number => number.to_string(),
    };
    let mut out = String::new();
    let mut at = 0;
    while let Some(leg) = legs.get(at) {
        let same = legs[at..].iter().take_while(|next| (next.from, next.to) == (leg.from, leg.to)).count();
        let count = if counted { same } else { 1 };
        let hit = if legs[at..at + count].iter().any(|leg| leg.hit) { "*" } else { "" };
        let blank = if out.is_empty() { "" } else { " " };
        let _ = write!(out, "{blank}{}/{}{hit}", place(leg.from.number()), place(leg.to.number()));
        if count > 1 {
            let _ = write!(out, "({count})");
        }
        at += count;
    }
    out
}

/// Returns a cell's text.
fn said(text: &Text<'_>, words: &Words) -> String {
    match words {
        Words::Turn { digits, legs } => {
            let dice = String::from_utf8_lossy(digits);
            format!("{dice}: {}", legs_of(text, legs, false)).trim_end().to_owned()
        }
        Words::Double(value) => format!("Doubles => {value}"),
        Words::Take => "Takes".to_owned(),
        Words::Pass => "Drops".to_owned(),
        Words::Wins { points: 1, .. } => "Wins 1 point".to_owned(),
        Words::Wins { points, .. } => format!("Wins {points} points"),
    }
}

/// Deletes one of several results with its line, if that contains only the result.
fn without_result(text: &Text<'_>, entries: &Range<usize>) -> Option<Vec<Edit>> {
    let is_result = |entry: &&Entry| matches!(entry.written, Written::Wins { .. } | Written::Drawn);
    let entry = text.entry(entries.start).filter(is_result)?;
    if entries.len() > 1 || text.game.entries.iter().filter(is_result).count() < 2 {
        return None;
    }
    let whole = text.source.text();
    let (from, to) = (entry.span.start as usize, entry.span.end as usize);
    let start = line_start(whole, entry.span.start) as usize;
    let rest = whole.get(to..)?;
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let end = match &rest.as_bytes()[blank..] {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        [] => 0,
        _ => return None,
    };
    let is_alone = whole[start..from].trim().is_empty();
    is_alone.then(|| vec![Edit::delete(Span::new(start, to + blank + end))])
}

/// Moves a result on a line of its own to the other column.
fn result_aside(text: &Text<'_>, entry: usize) -> Option<Vec<Edit>> {
    let entry = text.entry(entry)?;
    let whole = text.source.text();
    let (start, at) = (line_start(whole, entry.span.start) as usize, entry.span.start as usize);
    if !whole[start..at].bytes().all(|byte| byte == b' ') {
        return None;
    }
    let column = match entry.side? {
        Side::Zero => Rows::of(text).map_or(RIGHT, |rows| rows.right) + 1,
        Side::One => 6,
    };
    Some(vec![Edit::new(Span::new(start, at), " ".repeat(column))])
}

/// Moves a result out of a row that has another cell, to a line of its own.
fn result_below(text: &Text<'_>, rows: &Rows, row: usize, entry: usize) -> Option<Vec<Edit>> {
    let entry = text.entry(entry)?;
    let before = rows.list[row].cells.first()?;
    let from = text.entry(*before)?.span.end;
    let end = rows.list[row].end(text);
    let column = if entry.side? == Side::One { 6 } else { rows.right + 1 };
    (from < entry.span.start).then(|| {
        let span = Span { start: from, end: entry.span.start };
        vec![Edit::new(span, format!("{end}{}", " ".repeat(column)))]
    })
}

/// A numbered row.
struct Row {
    /// The line, without its end.
    line: Range<usize>,
    number: u32,
    digits: Range<usize>,
    /// The offset after the bracket of the number.
    base: usize,
    /// The entries in it.
    cells: Vec<usize>,
}

impl Row {
    /// Returns the line ending.
    fn end<'a>(&self, text: &Text<'a>) -> &'a str {
        let rest = &text.source.text()[self.line.end..];
        match rest.as_bytes() {
            [b'\r', b'\n', ..] => "\r\n",
            [b'\r', ..] => "\r",
            _ => "\n",
        }
    }

    /// Writes another number, keeping the place of its bracket if there is space.
    fn renumbered(&self, text: &Text<'_>, number: u32) -> Edit {
        let new = number.to_string();
        let blanks = self.digits.start - self.line.start;
        let grown = new.len().saturating_sub(self.digits.len()).min(blanks);
        let shrunk = self.digits.len().saturating_sub(new.len());
        let all_blank = text.source.text()[self.line.start..self.digits.start].bytes().all(|b| b == b' ');
        let grown = if all_blank { grown } else { 0 };
        let span = Span::new(self.digits.start - grown, self.digits.end);
        Edit::new(span, format!("{}{new}", " ".repeat(shrunk)))
    }
}

/// The rows of a game.
struct Rows {
    list: Vec<Row>,
    /// The entries in the rows, in their order, each with its row.
    cells: Vec<(usize, usize)>,
    /// The column, from the beginning of the line, of right cells.
    right: usize,
}

/// A cell of a row to be laid out.
#[derive(Clone, PartialEq)]
struct Slot {
    side: Side,
    text: String,
    /// The entry, if it is in the record.
    entry: Option<usize>,
}

impl Rows {
    /// Finds the rows. `None` if tabs make columns meaningless.
    fn of(text: &Text<'_>) -> Option<Self> {
        let whole = text.source.text();
        let begin = text.game.heading.start as usize;
        let part = whole.get(begin..text.end())?;
        let (mut list, mut all) = (Vec::<Row>::new(), Vec::new());
        let mut entries = text.game.entries.iter().enumerate().peekable();
        let mut at = begin;
        let mut right = None;
        for piece in part.split_inclusive(['\n', '\r']) {
            let line = at..at + piece.trim_end_matches(['\n', '\r']).len();
            at += piece.len();
            let row = line::row_number(&whole.as_bytes()[line.clone()]);
            let row = row.filter(|_| line.start > text.game.heading.end as usize);
            let mut cells = Vec::new();
            while let Some((index, entry)) = entries.next_if(|(_, entry)| (entry.span.start as usize) < at) {
                // An entry that a line of ours above the games adds is in no row.
                if entry.written != Written::Empty && entry.span.start as usize >= line.start {
                    cells.push(index);
                }
            }
            let Some((digits, base)) = row else { continue };
            let number = whole[line.start + digits.start..line.start + digits.end].parse().ok()?;
            if let [left, one] = cells[..] {
                let (left, one) = (&text.game.entries[left], &text.game.entries[one]);
                if (left.side, one.side) == (Some(Side::Zero), Some(Side::One)) {
                    let start = one.span.start as usize;
                    let is_word = !whole.as_bytes()[start].is_ascii_digit();
                    right.get_or_insert(whole[line.start..start].chars().count() - usize::from(is_word));
                }
            }
            let digits = line.start + digits.start..line.start + digits.end;
            all.extend(cells.iter().map(|cell| (*cell, list.len())));
            list.push(Row { base: line.start + base, line, number, digits, cells });
        }
        let has_tabs = part.contains('\t');
        (!has_tabs && !list.is_empty()).then_some(Self { list, cells: all, right: right.unwrap_or(RIGHT) })
    }

    /// Returns the row of the first entry from one on that is in a row, and that entry.
    fn row_from(&self, entry: usize) -> Option<(usize, usize)> {
        let at = self.cells.partition_point(|(cell, _)| *cell < entry);
        self.cells.get(at).map(|(cell, row)| (*row, *cell))
    }

    /// Returns the row of an entry.
    fn row_of(&self, entry: usize) -> Option<usize> {
        self.row_from(entry).filter(|(_, cell)| *cell == entry).map(|(row, _)| row)
    }

    /// Returns the edits that replace entries, possibly none, by cells, and renumber the rows after them.
    fn laid_out(
        &self,
        text: &Text<'_>,
        entries: Range<usize>,
        cells: &[(Side, String)],
    ) -> Option<Vec<Edit>> {
        let last = self.list.len() - 1;
        let at_end = entries.start >= text.game.entries.len();
        let row_at = |entry: usize| self.row_from(entry).map(|(row, _)| row);
        let from = row_at(entries.start);
        let from = if at_end || from.is_none() { last } else { from? };
        let to = if entries.is_empty() { from } else { row_at(entries.end - 1).unwrap_or(last) };
        // Entries outside of rows aren't laid out.
        let in_rows =
            |entry: usize| self.row_of(entry).is_some() || text.game.entries[entry].written == Written::Empty;
        if !entries.clone().all(in_rows) {
            return None;
        }
        let (first, last) = (from.saturating_sub(1), (to + 1).min(last));
        let old = &self.list[first..=last];
        // Between rows that are rewritten, there may only be rows.
        let whole = text.source.text();
        let gaps = |pair: &[Row]| {
            whole[pair[0].line.end..pair[1].line.start].bytes().all(|b| matches!(b, b'\n' | b'\r'))
        };
        let mut slots: Vec<Slot> = Vec::new();
        let new = |(side, text): &(Side, String)| Slot { side: *side, text: text.clone(), entry: None };
        let mut placed = false;
        for &index in old.iter().flat_map(|row| &row.cells) {
            let entry = &text.game.entries[index];
            if index >= entries.start && !placed {
                slots.extend(cells.iter().map(new));
                placed = true;
            }
            if entries.contains(&index) {
                continue;
            }
            slots.push(Slot { side: entry.side?, text: cell(text, index)?, entry: Some(index) });
        }
        if !placed {
            slots.extend(cells.iter().map(new));
        }
        let mut rows: Vec<Vec<Slot>> = Vec::new();
        for slot in slots {
            match rows.last_mut() {
                Some(row) if slot.side == Side::One && row.len() == 1 && row[0].side == Side::Zero => {
                    row.push(slot);
                }
                _ => rows.push(vec![slot]),
            }
        }
        let same = |row: &Row, new: &[Slot]| {
            row.cells.iter().map(|cell| Some(*cell)).eq(new.iter().map(|slot| slot.entry))
        };
        let front = old.iter().zip(&rows).take_while(|(row, new)| same(row, new)).count();
        let rest = old.len().min(rows.len()) - front;
        let back = old
            .iter()
            .rev()
            .zip(rows.iter().rev())
            .take(rest)
            .take_while(|(row, new)| same(row, new))
            .count();
        let (anew, rows) = (&old[front..old.len() - back], &rows[front..rows.len() - back]);
        if anew.iter().any(|row| !Self::is_bare(text, row)) || !anew.windows(2).all(gaps) {
            return None;
        }
        let template = anew.first().or(old.get(front)).or(old.last())?;
        let before = self.list[..first + front].last().map_or(0, |row| row.number);
        let mut number = match (anew.first(), before) {
            (Some(row), 0) => row.number,
            (_, before) => before + 1,
        };
        let mut written = String::new();
        for row in rows {
            let line = self.line(text, row, number, template);
            let _ = write!(written, "{line}{}", template.end(text));
            number += 1;
        }
        let mut edits = Vec::new();
        match (anew.first(), anew.last()) {
            (Some(from), Some(to)) => {
                let end = to.line.end + to.end(text).len();
                edits.push(Edit::new(Span::new(from.line.start, end.min(whole.len())), written));
            }
            _ => {
                if let Some(row) = old.get(front) {
                    edits.push(Edit::insert(row.line.start as u32, written));
                } else {
                    let row = old.last()?;
                    let at = (row.line.end + row.end(text).len()).min(whole.len());
                    edits.push(Edit::insert(at as u32, written));
                }
            }
        }
        edits.extend(self.renumbered(text, first + front + anew.len(), number));
        Some(edits)
    }

    /// Returns the edits that delete an empty row, and renumber the rows after it.
    fn without_empty(&self, text: &Text<'_>, entry: usize) -> Option<Vec<Edit>> {
        let place = text.entry(entry)?.span.start as usize;
        let at = self.list.iter().position(|row| row.line.contains(&place))?;
        let row = &self.list[at];
        if !row.cells.is_empty() || !Self::is_bare(text, row) {
            return None;
        }
        let end = (row.line.end + row.end(text).len()).min(text.source.text().len());
        let mut edits = vec![Edit::new(Span::new(row.line.start, end), "")];
        let number = at.checked_sub(1).map_or(1, |before| self.list[before].number + 1);
        edits.extend(self.renumbered(text, at + 1, number));
        Some(edits)
    }

    /// Numbers the rows from one on, up to the first whose number follows already.
    fn renumbered(&self, text: &Text<'_>, from: usize, number: u32) -> Vec<Edit> {
        let rows = self.list[from..].iter().zip(number..);
        let wrong = rows.take_while(|(row, number)| row.number != *number);
        wrong.map(|(row, number)| row.renumbered(text, number)).collect()
    }

    /// Returns `true` if a row consists only of its number and its cells.
    fn is_bare(text: &Text<'_>, row: &Row) -> bool {
        let whole = text.source.text();
        let mut at = row.base;
        for cell in &row.cells {
            let span = text.game.entries[*cell].span;
            if span.start as usize > row.line.end || (span.start as usize) < at {
                return false;
            }
            if !whole[at..span.start as usize].bytes().all(|byte| byte == b' ' || byte == b':') {
                return false;
            }
            at = span.end as usize;
        }
        whole.get(at..row.line.end).is_some_and(|rest| rest.bytes().all(|byte| byte == b' ' || byte == b':'))
    }

    /// Writes a row; a left cell that is in the record keeps its place.
    fn line(&self, text: &Text<'_>, cells: &[Slot], number: u32, template: &Row) -> String {
        let whole = text.source.text();
        let width = template.digits.end - template.line.start;
        let mut line = format!("{number:>width$})");
        for slot in cells {
            let is_word = !slot.text.starts_with(|c: char| c.is_ascii_digit());
            let kept = slot.entry.and_then(|entry| Some((entry, &self.list[self.row_of(entry)?])));
            let kept = kept.filter(|(entry, row)| row.cells.first() == Some(entry));
            let column = match (slot.side, kept) {
                (Side::Zero, Some((entry, row))) => {
                    let start = text.game.entries[entry].span.start as usize;
                    whole[row.base..start].chars().count() + line.chars().count()
                }
                (Side::Zero, None) => line.len() + 1 + usize::from(is_word),
                (Side::One, _) => {
                    let least = line.chars().count() + if cells.len() > 1 { 2 } else { 12 };
                    (self.right + usize::from(is_word)).max(least)
                }
            };
            let blanks = column.saturating_sub(line.chars().count());
            line.push_str(&" ".repeat(blanks));
            line.push_str(&slot.text);
        }
        line
    }
}
