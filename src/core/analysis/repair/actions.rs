//! Readings of entries that aren't turns: cube actions, and entries too many, in the wrong column or row, or
//! left out.

use super::bench::Bench;
use super::frame;
use super::reading::{Class, Reading};
use super::spelled;
use super::turns::Turn;
use crate::board::Side;
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Span};
use crate::formats::changes::{Change, Words};
use crate::game::record::{CubeWord, Entry, Written};

/// The most that the deletion of a copy costs.
const COPIED: f32 = 1.0;

/// An entry that may be wrong.
pub(super) struct Action<'b, 'a> {
    pub(super) bench: &'b Bench<'a>,
    pub(super) game: usize,
    pub(super) entries: &'b [Entry],
    pub(super) index: usize,
    side: Side,
}

impl<'b, 'a> Action<'b, 'a> {
    /// Returns an entry with its side.
    pub(super) fn new(bench: &'b Bench<'a>, game: usize, index: usize) -> Option<Self> {
        let entries = bench.entries(game);
        let side = entries.get(index)?.side?;
        Some(Self { bench, game, entries, index, side })
    }

    /// Returns all readings for a finding.
    pub(super) fn readings(&self, finding: &Diagnostic) -> Vec<Reading> {
        let mut all = Vec::new();
        let is_empty = self.entries[self.index].written == Written::Empty;
        match finding.code {
            Code::CubeWrongValue => all.extend(self.cube_value()),
            Code::MatCellUnreadable => all.extend(self.missing_value()),
            Code::TurnAfterEnd => {
                all.extend(frame::lost_head(self.bench, self.game, self.index));
                all.extend(self.after_end());
            }
            _ => {}
        }
        all.extend(self.empty_row());
        if finding.code == Code::MatRowNumber {
            let numbered = |message: &str| {
                self.reading(Class::Spelling, 0.6, message, [Change::RowNumber { entry: self.index }])
            };
            if self.entries[self.index].row.is_none() {
                return vec![numbered("number the row")];
            }
            // If a number is left out, a row may be missing too.
            all.push(numbered("renumber the row").safe_if(!self.is_gap()));
            all.extend(self.rows_in_order());
            all.extend(self.row_twice());
            if self.is_gap() {
                // The missing row may have contained cube actions.
                all.extend(self.insertions(is_empty).into_iter().map(Reading::unsafe_));
                return all;
            }
        }
        // After an empty cell, the next action may be in the wrong place, or the one before it.
        let is_unread = matches!(finding.code, Code::MatCellUnreadable | Code::MatTextAfterRow);
        if !is_unread || spelled::dice(self.bench, self.game, finding).is_none() {
            all.extend(self.removals(is_unread, finding.code == Code::CubeWrongValue));
        }
        all.extend(self.other_side(self.next(), 1.3));
        if is_empty {
            all.extend(self.before().and_then(|before| self.other_side(before, 1.5)));
        } else {
            all.extend(self.other_words());
        }
        all.extend(self.insertions(is_empty));
        all.extend(self.shifted());
        all.extend(self.moved());
        all.extend(self.cells_exchanged());
        let before = self.entries[..self.index].iter().rposition(|entry| entry.written != Written::Empty);
        let is_copy = before.is_some_and(|before| self.same(before, self.index));
        if finding.code == Code::TurnAfterEnd && !is_copy && self.entries[..self.index].iter().any(is_result)
        {
            // The result may also be there too early.
            for reading in &mut all {
                reading.may_be_safe = false;
            }
        }
        all
    }

    /// Returns turns that may have been left out where the order of turns breaks.
    pub(super) fn made_up(&self) -> Vec<Reading> {
        if self.is_gap() {
            let is_offered = self.before().is_some_and(|before| self.is_offer(before));
            let is_answered = matches!(self.entries[self.index].written, Written::Take | Written::Pass);
            if is_offered || is_answered {
                let game = self.game;
                return Turn::cube_row_left_out(self.bench, game, self.index, is_offered, is_answered);
            }
            return Turn::row_left_out(self.bench, self.game, self.index);
        }
        let is_empty = self.entries[self.index].written == Written::Empty;
        let (before, by) = if is_empty { (self.next(), self.side) } else { (self.index, !self.side) };
        let Some(before) = self.entries.get(before).map(|_| before) else { return Vec::new() };
        if self.entries[before].side == Some(by) {
            return Vec::new();
        }
        Turn::left_out(self.bench, self.game, before, by)
    }

    pub(super) fn reading(
        &self,
        class: Class,
        cost: f32,
        message: impl Into<String>,
        changes: impl IntoIterator<Item = impl Into<Change>>,
    ) -> Reading {
        Reading::new(class, cost, message, self.game, changes)
    }

    fn name(&self, side: Side) -> String {
        super::name(self.bench, self.game, side)
    }

    /// Returns the text of an entry, on one line.
    pub(super) fn words(&self, entry: usize) -> String {
        let text = self.bench.source.slice(self.entries[entry].span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the first entry from this one on that isn't an empty cell.
    fn next(&self) -> usize {
        let rest = self.entries[self.index..].iter().position(|entry| entry.written != Written::Empty);
        self.index + rest.unwrap_or(0)
    }

    /// Returns the entry before this one that isn't an empty cell.
    fn before(&self) -> Option<usize> {
        self.solid().into_iter().rfind(|at| *at < self.index)
    }

    pub(super) fn is_offer(&self, entry: usize) -> bool {
        self.entries.get(entry).is_some_and(|entry| matches!(entry.written, Written::Cube { .. }))
    }

    pub(super) fn is_answer(&self, entry: usize) -> bool {
        let written = self.entries.get(entry).map(|entry| &entry.written);
        matches!(written, Some(Written::Take | Written::Pass | Written::Cube { .. }))
    }

    fn same(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.entries[a], &self.entries[b]);
        a.side == b.side && self.bench.source.slice(a.span) == self.bench.source.slice(b.span)
    }

    /// Returns the reading that the action is the other player's.
    fn other_side(&self, entry: usize, cost: f32) -> Option<Reading> {
        let side = self.entries[entry].side?;
        let message = format!("make `{}` {}'s", self.words(entry), self.name(!side));
        let is_filled = self.entries[entry].written != Written::Empty;
        is_filled.then(|| self.reading(Class::Action, cost, message, [Change::OtherSide { entry }]))
    }

    /// Returns the reading with the cube value that the rules require.
    fn cube_value(&self) -> Option<Reading> {
        let Written::Cube { value: Some(was), .. } = &self.entries[self.index].written else { return None };
        let value = self.bench.cube(self.game, self.index).value.checked_mul(2)?;
        let message = format!("write {value} for {}, twice the value of the cube", was.value);
        Some(self.reading(Class::Action, 0.6, message, [Change::CubeValue { entry: self.index, value }]))
    }

    /// Returns the reading with the value that the rules require where none follows the arrow.
    fn missing_value(&self) -> Option<Reading> {
        let Written::Cube { word: CubeWord::Double, value: None } = self.entries[self.index].written else {
            return None;
        };
        let value = self.bench.cube(self.game, self.index).value.checked_mul(2)?;
        let message = format!("write the value {value}, twice that of the cube");
        let change = Change::Say { entry: self.index, words: Words::Double(value) };
        Some(self.reading(Class::Action, 0.6, message, [change]))
    }

    /// Returns readings that delete entries. What isn't understood may be anything, so none is safe then; nor is one
    /// that deletes a double because of its value, unless it is there twice.
    fn removals(&self, is_unread: bool, is_wrong_value: bool) -> Vec<Reading> {
        let solid = self.solid();
        let Some(here) = solid.iter().position(|at| *at >= self.index) else { return Vec::new() };
        let mut all = Vec::new();
        let mut remove = |from: usize, len: usize, cost: f32| {
            let gone = &solid[from..from + len];
            let words: Vec<String> = gone.iter().map(|entry| format!("`{}`", self.words(*entry))).collect();
            let message = format!("delete {}", words.join(" and "));
            let entries = gone[0]..gone[len - 1] + 1;
            let reading = self.reading(Class::Action, cost, message, [Change::Remove { entries }]);
            // A pass ended the game: without it the rest of the record says how it ended, if anything does.
            let is_pass = |entry: &usize| self.entries[*entry].written == Written::Pass;
            let is_unread =
                is_unread || gone.iter().any(|at| self.entries[*at].written == Written::Unreadable);
            // Before a result of the side that doubled, the double may have been passed.
            let take = gone.iter().find(|at| self.entries[**at].written == Written::Take);
            let result = solid.get(from + len).map(|at| &self.entries[*at]).filter(|next| {
                matches!(next.written, Written::Wins { .. })
                    && take.is_some_and(|at| next.side != self.entries[*at].side)
            });
            let is_end = gone.iter().any(is_pass) || result.is_some();
            // A double of a wrong value may be one that the record has right in every other way.
            let is_sure = cost < COPIED || !(is_end || is_wrong_value);
            all.push(reading.safe_if(!is_unread && is_sure));
        };
        let at = |index: usize| solid.get(index).copied();
        let is_offer = |index: usize| at(index).is_some_and(|entry| self.is_offer(entry));
        let is_answer = |index: usize| at(index).is_some_and(|entry| self.is_answer(entry));
        let same = |a: usize, b: usize| at(a).zip(at(b)).is_some_and(|(a, b)| self.same(a, b));
        let is_copy = here > 0 && same(here - 1, here);
        remove(here, 1, if is_copy { 0.6 } else { 1.5 });
        if here > 0 && !is_copy {
            remove(here - 1, 1, 1.7);
        }
        if is_offer(here) && is_answer(here + 1) {
            remove(here, 2, 1.3);
        }
        if here > 0 && is_offer(here - 1) && is_answer(here) {
            remove(here - 1, 2, 1.4);
        }
        // Two turns are written twice.
        if here >= 2 && same(here - 2, here) && same(here - 1, here + 1) {
            remove(here, 2, 0.5);
        }
        all
    }

    /// Returns the reading that deletes an empty row at this entry, or before it.
    fn empty_row(&self) -> Option<Reading> {
        let game = &self.bench.record.games[self.game];
        let before = self.index.checked_sub(1);
        let entry =
            [Some(self.index), before].into_iter().flatten().find(|entry| game.is_empty_row(*entry))?;
        let change = Change::Remove { entries: entry..entry + 1 };
        // If a number is left out after it, a row may be missing.
        Some(self.reading(Class::Spelling, 0.3, "delete the empty row", [change]).safe_if(!self.is_gap()))
    }

    /// Returns the reading that deletes all entries of a repeated row.
    fn row_twice(&self) -> Option<Reading> {
        let row = self.entries[self.index].row?;
        let len = self.entries[self.index..].iter().take_while(|entry| entry.row == Some(row)).count();
        let own = self.index..self.index + len;
        let text = |entry: &Entry| (entry.side, self.bench.source.slice(entry.span));
        let is_cell = |entry: &&Entry| entry.written != Written::Empty;
        let cells: Vec<_> = self.entries[own.clone()].iter().filter(is_cell).map(text).collect();
        let copy = |start: usize| {
            let rest = self.entries[start..self.index].iter().filter(is_cell).map(text);
            rest.take(cells.len()).eq(cells.iter().copied())
        };
        let first = self.entries[..self.index].iter().rposition(|entry| entry.row == Some(row))?;
        let start =
            self.entries[..=first].iter().rposition(|entry| entry.row != Some(row)).map_or(0, |at| at + 1);
        copy(start).then(|| {
            let message = format!("delete the repeated row {row}");
            self.reading(Class::Action, 0.4, message, [Change::Remove { entries: own }])
        })
    }

    /// Returns `true` if the row's number is larger than the number due: rows are missing before it.
    fn is_gap(&self) -> bool {
        let before = self.entries[..self.index].iter().rev().find_map(|entry| entry.row);
        self.entries[self.index].row > before.map_or(Some(1), |row| Some(row + 1))
    }

    /// Returns readings that delete what follows the end of the game, up to the result.
    fn after_end(&self) -> Vec<Reading> {
        let rest = &self.entries[self.index..];
        let len = rest.iter().position(is_result).unwrap_or(rest.len());
        let mut all = Vec::new();
        if len > 1 {
            let message = format!("delete the {len} entries after the end of the game");
            let change = Change::Remove { entries: self.index..self.index + len };
            // The longer the deleted part, the less likely it is that all of it is wrong.
            let cost = 1.0 + 0.2 * len as f32;
            all.push(self.reading(Class::Action, cost, message, [change]).safe_if(len <= 2));
        }
        let pass = self.entries[..self.index].iter().rposition(|entry| entry.written == Written::Pass);
        all.extend(pass.map(|entry| self.said(entry, Words::Take, "Takes", 1.1)));
        all
    }

    /// Returns the reading that a take was a pass; with the points of that, which the result may have to state instead.
    pub(super) fn passed(&self) -> Reading {
        let mut reading = self.said(self.index, Words::Pass, "Drops", 1.2);
        let (Some(offer), Some(result)) = (self.before(), self.entries.iter().rposition(is_result)) else {
            return reading;
        };
        let points = self.bench.cube(self.game, offer).value;
        if self.entries[result].result().is_some_and(|(_, stated)| stated.value != points) {
            reading.message =
                format!("{} and the result as {}", reading.message, many(points.into(), "point"));
            reading.cost += 0.6;
            reading.changes.push(Change::Points { entry: result, points });
            return reading.unsafe_();
        }
        reading
    }

    /// Returns the reading with other words for an entry.
    fn said(&self, entry: usize, words: Words, name: &str, cost: f32) -> Reading {
        let message = format!("read `{}` as `{name}`", self.words(entry));
        self.reading(Class::Action, cost, message, [Change::Say { entry, words }])
    }

    /// Returns readings with other words for a cube action.
    fn other_words(&self) -> Vec<Reading> {
        let at = self.index;
        let written = &self.entries[at].written;
        let offer = self.before().filter(|before| self.is_offer(*before));
        let is_offered = offer.is_some_and(|offer| self.entries[offer].side != self.entries[at].side);
        let is_unread = *written == Written::Unreadable && is_offered;
        // The words for the answer to a resignation.
        let is_accepted = *written == Written::AcceptResignation && is_offered;
        let is_refused = *written == Written::RefuseResignation && is_offered;
        let is_other = is_accepted || is_refused;
        if !self.is_answer(at) && !is_unread && !is_other {
            return Vec::new();
        }
        let value = self.bench.cube(self.game, at).value.saturating_mul(2);
        let all = [
            (Words::Take, "Takes", matches!(written, Written::Take)),
            (Words::Pass, "Drops", matches!(written, Written::Pass)),
            (Words::Double(value), "Doubles", matches!(written, Written::Cube { .. })),
        ];
        let others = all.into_iter().filter(|(words, _, is_same)| match words {
            Words::Take => !is_same && !is_refused,
            Words::Pass => !is_same && !is_accepted,
            _ => !is_same && !is_other,
        });
        // Words that aren't understood may be an answer, but no other offer.
        let others = others.take(if is_unread { 2 } else { 3 });
        others.map(|(words, name, _)| self.said(at, words, name, 1.2).safe_if(!is_unread)).collect()
    }

    /// Returns readings that insert cube actions before this entry.
    fn insertions(&self, is_empty: bool) -> Vec<Reading> {
        let before = if is_empty { self.next() } else { self.index };
        let Some(next) = self.entries.get(before) else { return Vec::new() };
        let Some(side) = next.side else { return Vec::new() };
        let value = self.bench.cube(self.game, before).value.saturating_mul(2);
        let double = || Words::Double(value);
        let cells = [
            (1.2, vec![(!side, double())], "a double"),
            (1.2, vec![(!side, Words::Take)], "a take"),
            (1.4, vec![(side, Words::Take)], "a take"),
            (1.5, vec![(side, double())], "a double"),
            (1.5, vec![(!side, Words::Pass)], "a pass"),
            (2.2, vec![(side, double()), (!side, Words::Take)], "a double and a take"),
            (2.2, vec![(!side, double()), (side, Words::Take)], "a double and a take"),
        ];
        let reading = |(cost, cells, what): (f32, Vec<(Side, Words)>, &str)| {
            let message = format!("insert {what} for {}", self.name(cells[0].0));
            // A double alone, or its answer alone, is shown by the other one; together they are made up.
            let may_be_safe = cells.len() == 1;
            self.reading(Class::Action, cost, message, [Change::Insert { before, cells }])
                .safe_if(may_be_safe)
        };
        cells.into_iter().map(reading).collect()
    }
}

fn is_result(entry: &Entry) -> bool {
    matches!(entry.written, Written::Wins { .. } | Written::Drawn)
}

/// Finds the game and the entry of a place: the entry that contains it, or else the first one after it.
pub(super) fn entry_at(bench: &Bench<'_>, place: Span) -> Option<(usize, usize)> {
    let games = &bench.record.games;
    let game = bench.game_at(place.start)?;
    let entries = &games[game].entries;
    let holds = |entry: &Entry| {
        entry.written != Written::Empty
            && entry.span.start <= place.start
            && (place.start < entry.span.end || place == entry.span)
    };
    // The place of an empty cell is that of its row's number.
    let is_hole = |entry: &Entry| entry.written == Written::Empty && entry.span == place;
    let at = entries
        .iter()
        .position(|entry| holds(entry) || is_hole(entry))
        .or_else(|| entries.iter().position(|entry| entry.span.start >= place.start));
    Some((game, at?))
}
