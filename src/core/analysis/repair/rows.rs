//! Readings in which rows, or the two cells of a row, are swapped.

use super::actions::Action;
use super::reading::{Class, Reading};
use crate::diag::lines::{line_start, line_stop};
use crate::diag::{Edit, Span};
use crate::game::record::Entry;
use std::collections::HashSet;
use std::ops::Range;

/// A numbered row: its number, and the place of its line without the line end.
type Row = (u32, Range<usize>);

impl Action<'_, '_> {
    /// Returns the reading that rows from this one on are in the wrong order, which their numbers show.
    pub(super) fn rows_in_order(&self) -> Option<Reading> {
        let own = self.entries[self.index].row?;
        let mut before = self.entries[..self.index].iter().rev().filter_map(|entry| entry.row);
        let due = before.find(|row| *row != own).map_or(1, |row| row.saturating_add(1));
        let text = self.bench.source.text();
        let line = |entry: &Entry| {
            line_start(text, entry.span.start) as usize..line_stop(text, entry.span.start) as usize
        };
        let mut rows: Vec<Row> = Vec::new();
        for entry in &self.entries[self.index..] {
            let Some(row) = entry.row else { continue };
            let line = line(entry);
            if rows.last().is_none_or(|(_, last)| *last != line) {
                rows.push((row, line));
            }
        }
        rows.truncate(permuted(&rows, due)?);
        let mut sorted = rows.clone();
        sorted.sort_by_key(|(number, _)| *number);
        let edit = |((_, place), (_, other)): (&Row, &Row)| {
            Edit::new(Span::new(place.start, place.end), &text[other.clone()])
        };
        let edits = rows.iter().zip(&sorted).map(edit);
        let last = due.saturating_add(rows.len() as u32 - 1);
        let message = match rows.len() {
            2 => format!("swap rows {due} and {last}"),
            _ => format!("put rows {due} to {last} in the order of their numbers"),
        };
        Some(self.reading(Class::Exchange, 0.5, message, edits))
    }

    /// Returns the reading that a double and its answer, in one row, are in each other's cell.
    pub(super) fn cells_exchanged(&self) -> Option<Reading> {
        let row = self.entries[self.index].row?;
        let is_mate = |at: &usize| self.entries.get(*at).is_some_and(|entry| entry.row == Some(row));
        let other = [self.index + 1, self.index.wrapping_sub(1)].into_iter().find(is_mate)?;
        let (left, right) = (self.index.min(other), self.index.max(other));
        let (one, two) = (&self.entries[left], &self.entries[right]);
        if one.side == two.side || ![left, right].into_iter().all(|at| self.is_answer(at)) {
            return None;
        }
        let (source, whole) = (&self.bench.source, one.span.to(two.span));
        let (first, second) = (source.slice(one.span), source.slice(two.span));
        let between = source.text().get(one.span.end as usize..two.span.start as usize)?;
        if !between.bytes().all(|byte| byte == b' ') {
            return None;
        }
        // The right cell keeps its column.
        let width = first.chars().count() + between.len();
        let blanks = width.saturating_sub(second.chars().count()).max(2);
        let message = format!("swap `{}` and `{}` in row {row}", self.words(left), self.words(right));
        let edit = Edit::new(whole, format!("{second}{}{first}", " ".repeat(blanks)));
        Some(self.reading(Class::Exchange, 1.2, message, [edit]))
    }
}

/// Returns the least number of rows, two or more, whose numbers follow a number in another order. `None` if a number is
/// missing or repeated among them.
fn permuted(rows: &[Row], due: u32) -> Option<usize> {
    let (mut seen, mut most) = (HashSet::new(), due);
    for (number, _) in rows {
        if *number < due || !seen.insert(*number) {
            return None;
        }
        most = most.max(*number);
        if (most - due) as usize + 1 == seen.len() {
            return Some(seen.len()).filter(|len| *len > 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::permuted;

    fn of(numbers: &[u32], due: u32) -> Option<usize> {
        let rows: Vec<_> = numbers.iter().map(|number| (*number, 0..0)).collect();
        permuted(&rows, due)
    }

    #[test]
    fn rows_are_put_in_order_if_none_is_missing_or_repeated() {
        assert_eq!(of(&[2, 1, 3, 4], 1), Some(2));
        assert_eq!(of(&[5, 3, 4, 6], 3), Some(3));
        assert_eq!(of(&[4, 3, 2, 1], 1), Some(4));
        assert_eq!(of(&[5, 6, 7], 4), None);
        assert_eq!(of(&[5, 5, 4], 4), None);
        assert_eq!(of(&[4, 5], 4), None);
    }
}
