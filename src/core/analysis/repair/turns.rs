//! Readings of a turn: another play of the roll, other dice, the play in the opponent's numbering, an earlier play.

use super::bench::Bench;
use super::likeness::{likeness, spelling};
use super::notes::{is_note, may_be_action};
use super::rank::losses;
use super::reading::{Class, Reading};
use super::walk::first_break;
use crate::analysis::plays::{legs_of, marked, steps};
use crate::analysis::stored::in_order;
use crate::board::{Board, Roll, Side};
use crate::diag::lines::line_stop;
use crate::diag::{Edit, Span};
use crate::formats::changes::{Change, Words};
use crate::formats::{gam, mat};
use crate::game::Happening;
use crate::game::record::{Cell, Entry, Written, WrittenPlay, WrittenRoll};
use crate::notation::plain;
use crate::notation::play::{PlayOptions, parse, print};
use crate::rules::{Leg, Play, legal_plays, resolve};
use std::collections::HashSet;
use std::ops::Range;

/// The number of entries back up to which an earlier play may be wrong.
const BACK: usize = 120;
/// The number of entries back up to which the two turns of a row may be exchanged.
const EXCHANGED: usize = 8;
/// An earlier play that differs more from the written one isn't offered, but counts against other readings.
const EARLIER: f32 = 2.3;
/// The most bytes of an unreadable cell that may have been meant as a play.
const LONGEST: usize = 200;
/// The cost of a die other than the written one.
pub(super) const DIE: f32 = 1.2;
/// The cost of a die where the written digit isn't on any die.
const NO_DIE: f32 = 0.5;

/// A written turn.
pub(super) struct Turn<'b, 'a> {
    bench: &'b Bench<'a>,
    game: usize,
    index: usize,
    entries: &'b [Entry],
    pub(super) by: Side,
    pub(super) roll: WrittenRoll,
    pub(super) cell: &'b Cell,
    pub(super) board: Board,
}

impl<'b, 'a> Turn<'b, 'a> {
    /// Returns a turn. `None` if the entry isn't one.
    pub(super) fn new(bench: &'b Bench<'a>, game: usize, index: usize) -> Option<Self> {
        let entries = bench.entries(game);
        let entry = entries.get(index)?;
        let Written::Turn { roll, cell } = &entry.written else { return None };
        let by = entry.side.or(bench.told(game, index).map(|told| told.by))?;
        let board = bench.board(game, index, by)?;
        Some(Self { bench, game, index, entries, by, roll: *roll, cell, board })
    }

    /// Returns all readings of the turn itself.
    pub(super) fn readings(&self) -> Vec<Reading> {
        let mut all = Vec::new();
        let is_first = self.bench.told(self.game, 0).is_none_or(|_| self.index == 0);
        let roll = self.roll.roll().filter(|roll| !(roll.is_doublet() && is_first && self.index == 0));
        if let Some(roll) = roll {
            all.extend(self.plays(roll, 0.0, None));
        }
        all.extend(self.dice());
        all.extend(self.mirrored());
        all.extend(self.dice_and_play());
        all
    }

    fn written(&self) -> Option<&WrittenPlay> {
        match self.cell {
            Cell::Play(play) => Some(play),
            _ => None,
        }
    }

    /// Returns the text after the dice, for a message.
    fn words(&self) -> String {
        let span = match self.cell {
            Cell::Play(play) => play.span,
            Cell::Unreadable(span) | Cell::CannotMove(span) | Cell::Hidden(span) => *span,
            _ => return String::new(),
        };
        if self.bench.record.no_hit_marks
            && let Some(play) = self.written()
        {
            return legs_in_words(legs_of(play).as_slice());
        }
        self.bench.source.slice(span).trim().to_owned()
    }

    /// Returns the first entry whose play isn't legal after the turn, if it leads to a board.
    pub(super) fn broke(&self, after: &Board) -> Option<usize> {
        first_break(self.entries, self.index + 1, after, self.by, self.bench.marks_hits)
    }

    /// Returns a reading of the turn that leads to a board.
    fn reading(
        &self,
        class: Class,
        cost: f32,
        message: String,
        changes: impl IntoIterator<Item = impl Into<Change>>,
        after: &Board,
    ) -> Reading {
        Reading::new(class, cost, message, self.game, changes).broken_at(self.broke(after))
    }

    /// Returns readings with the legal plays of a roll, which may be other dice than those written.
    fn plays(&self, roll: Roll, dice: f32, digits: Option<[u8; 2]>) -> Vec<Reading> {
        let legs = self.written().map(legs_of);
        let unread = matches!(self.cell, Cell::Unreadable(_)).then(|| self.words());
        if unread.as_ref().is_some_and(|words| words.len() > LONGEST) {
            return Vec::new();
        }
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for (play, after) in legal_plays(&self.board, roll) {
            let written = legs.as_ref().map_or(&[][..], |legs| legs.as_slice());
            let (mut cost, mut legs) = likeness(&self.board, written, &play, self.bench.marks_hits);
            if let Some(unread) = &unread {
                (cost, legs) = self.spelled(unread, legs);
            } else if written.is_empty() {
                cost = 1.0;
            }
            if !seen.insert(*after.lanes()) {
                continue;
            }
            let words = print::gnubg(&self.board, &play);
            let mut changes = vec![Change::Play { entry: self.index, legs }];
            let message = match (digits, self.words()) {
                (Some(digits), _) => {
                    changes.insert(0, Change::Dice { entry: self.index, digits });
                    format!("read `{roll}: {words}`")
                }
                (None, was) if was.is_empty() => format!("insert the play `{words}`"),
                (None, was) => format!("read the play as `{words}`, not `{was}`"),
            };
            let reading = self.reading(Class::Play, cost + dice, message, changes, &after);
            all.push(reading.with_play(self.board, roll, after));
        }
        if all.is_empty() && self.written().is_some_and(|play| !play.is_empty()) {
            let change = Change::Play { entry: self.index, legs: Vec::new() };
            let message = format!("delete the play: there is none with {roll}");
            // The turn that was played may be another one.
            all.push(self.reading(Class::Play, 2.0 + dice, message, [change], &self.board).unsafe_());
        }
        all
    }

    /// Returns the cost of misreading legs as a text, and the legs in the order that is the likest to it.
    fn spelled(&self, unread: &str, legs: Vec<Leg>) -> (f32, Vec<Leg>) {
        let cost = |legs: &[Leg]| {
            let change = Change::Play { entry: self.index, legs: legs.to_vec() };
            let edits = self.bench.edits(self.game, &[change]);
            let words = match (edits, self.cell) {
                (Some(edits), Cell::Unreadable(span)) => self.bench.with(*span, &edits),
                _ => legs_in_words(legs),
            };
            spelling(unread, words.trim())
        };
        let legs = in_order(legs);
        let reversed: Vec<Leg> = legs.iter().rev().copied().collect();
        let (down, up) = (cost(&legs), cost(&reversed));
        if up < down { (up, reversed) } else { (down, legs) }
    }

    /// Returns the cost of misreading dice as the written ones.
    fn misread(&self, dice: [u8; 2]) -> f32 {
        let digits = self.roll.digits;
        let cost = |at: usize| if (b'1'..=b'6').contains(&digits[at]) { DIE } else { NO_DIE };
        (0..2).filter(|at| dice[*at] != digits[*at]).map(cost).sum()
    }

    /// Returns readings with dice that make the written play legal.
    fn dice(&self) -> Vec<Reading> {
        let Some(written) = self.written() else { return Vec::new() };
        let legs = legs_of(written);
        let digits = self.roll.digits;
        let mut all: Vec<Reading> = Vec::new();
        for a in b'1'..=b'6' {
            for b in b'1'..=b'6' {
                let Some(roll) = Roll::from_pips(a - b'0', b - b'0') else { continue };
                if [a, b] == digits || (self.index == 0 && a == b) {
                    continue;
                }
                let Ok(resolved) = resolve::resolve(&self.board, roll, legs.as_slice()) else { continue };
                let written = String::from_utf8_lossy(&digits);
                let message = format!("read the dice as {}{}, not {written}", a - b'0', b - b'0');
                let change = Change::Dice { entry: self.index, digits: [a, b] };
                let (cost, after) = (self.misread([a, b]), *resolved.after());
                let reading = self
                    .reading(Class::Dice, cost, message, [change], &after)
                    .with_play(self.board, roll, after);
                // The same roll in reverse order isn't another reading. Most records have the larger die first.
                let is_reversed = a < b;
                match all.iter_mut().find(|other| other.chosen.is_some_and(|chosen| chosen.roll == roll)) {
                    Some(other) if other.cost < reading.cost => {}
                    Some(other) if other.cost <= reading.cost && is_reversed => {}
                    Some(other) => *other = reading,
                    None => all.push(reading),
                }
            }
        }
        all
    }

    /// Returns readings in which both dice and play are wrong. Where the written roll leaves a reading, these only
    /// count against it.
    fn dice_and_play(&self) -> Vec<Reading> {
        let written = self.roll.roll();
        let mut all = Vec::new();
        for roll in Roll::ALL {
            if Some(roll) == written || (self.index == 0 && roll.is_doublet()) {
                continue;
            }
            let [a, b] = roll.digits();
            let other = if self.misread([a, b]) <= self.misread([b, a]) { [a, b] } else { [b, a] };
            all.extend(self.plays(roll, self.misread(other), Some(other)));
        }
        all.retain(|reading| reading.broke.is_none());
        for reading in &mut all {
            (reading.class, reading.may_be_safe) = (Class::DiceAndPlay, false);
        }
        all
    }

    /// Returns the reading that the text from a place on is a note on the legal play before it, which belongs in a comment:
    /// `8/5 6/5 (best)`.
    pub(super) fn noted(&self, place: Span) -> Option<Reading> {
        let Cell::Unreadable(span) = *self.cell else { return None };
        let (roll, cell) = (self.roll.roll()?, self.bench.source.slice(span));
        let at = place.start.checked_sub(span.start)? as usize;
        let word = cell.get(..at)?.rfind(' ').map_or(0, |blank| blank + 1);
        let resolved = |start: usize| {
            let play = parse(cell[..start].trim_end().as_bytes(), 0, PlayOptions::RECORD).ok()?;
            let legs = legs_of(&play);
            let resolved = resolve::resolve(&self.board, roll, legs.as_slice()).ok()?;
            (!play.is_empty()).then(|| *resolved.after())
        };
        let (start, after) = [at, word].into_iter().find_map(|start| Some((start, resolved(start)?)))?;
        let note = &cell[start..];
        let has_comments = [mat::FORMAT.name, gam::FORMAT.name].contains(&self.bench.format.name);
        if !has_comments || !is_note(note) {
            return None;
        }
        let text = self.bench.source.text();
        let stop = line_stop(text, span.end) as usize;
        let line_end = text[..stop].trim_end().len();
        let comment = format!(" ; {}", note.strip_prefix("- ").unwrap_or(note));
        let place = |at: usize| span.start + at as u32;
        let edits = if text.get(span.end as usize..line_end).is_none_or(|rest| rest.trim().is_empty()) {
            let bare = Span { start: place(cell[..start].trim_end().len()), end: span.end };
            vec![Edit::new(bare, comment)]
        } else {
            let blanks = " ".repeat(note.chars().count());
            let gone = Span { start: place(start), end: span.end };
            vec![Edit::new(gone, blanks), Edit::insert(line_end as u32, comment)]
        };
        let message = format!("write `{note}` as a comment");
        let reading = self.reading(Class::Spelling, 0.3, message, edits, &after);
        Some(reading.safe_if(!may_be_action(note)))
    }

    /// Returns the reading without the character or the word, at a place, that makes the play unreadable:
    /// `8/5 6/5 x`.
    pub(super) fn without(&self, place: Span) -> Option<Reading> {
        let Cell::Unreadable(span) = *self.cell else { return None };
        let (roll, text) = (self.roll.roll()?, self.bench.source.slice(span));
        let at = place.start.checked_sub(span.start)? as usize;
        let c = text.get(at..)?.chars().next()?;
        let begin = text[..at].rfind(' ').map_or(0, |blank| blank + 1);
        let end = text[at..].find(' ').map_or(text.len(), |blank| at + blank);
        let resolved = |gone: &Range<usize>| {
            let rest = [&text[..gone.start], &text[gone.end..]].concat();
            let play = parse(rest.trim().as_bytes(), 0, PlayOptions::RECORD).ok()?;
            Some(*resolve::resolve(&self.board, roll, legs_of(&play).as_slice()).ok()?.after())
        };
        let last = (place.end.checked_sub(span.start)? as usize).min(text.len());
        let last = last - text.get(..last)?.chars().next_back().map_or(0, char::len_utf8)..last;
        let ways = [at..at + c.len_utf8(), last, at..end, begin..end];
        let (gone, after) = ways.into_iter().find_map(|gone| resolved(&gone).map(|after| (gone, after)))?;
        let words = &text[gone.clone()];
        let is_apart = text[..gone.start].ends_with(' ') && !text[gone.end..].starts_with(|c| c != ' ');
        let start = gone.start - usize::from(is_apart);
        let place = |at: usize| span.start + at as u32;
        let edit = Edit::delete(Span { start: place(start), end: place(gone.end) });
        let (mut message, mut edits) = (format!("delete `{words}`"), vec![edit]);
        // The other bracket of a pair goes, too.
        let is_alone = |bracket: char| text.matches(bracket).count() == 1;
        let close = text.find(')').filter(|at| *at >= gone.end && is_alone('(') && is_alone(')'));
        if let Some(at) = close.filter(|_| words == "(") {
            message.push_str(" and `)`");
            edits.push(Edit::delete(Span { start: place(at), end: place(at + 1) }));
        }
        // A letter may mean something.
        let is_sign = matches!(words, "." | ":" | "_" | "|" | "(" | ")" | "[" | "]" | "{" | "}");
        let may_be_safe = is_sign || matches!(words, "&" | "and" | "(1)");
        Some(self.reading(Class::Spelling, 0.3, message, edits, &after).safe_if(may_be_safe))
    }

    /// Returns the reading in which the points are counted from the other player's side.
    fn mirrored(&self) -> Option<Reading> {
        let legs = legs_of(self.written()?);
        let turned = |number: u8| if (1..=24).contains(&number) { 25 - number } else { number };
        let ways = legs.as_slice().iter().map(|leg| (turned(leg.from.number()), turned(leg.to.number())));
        let legs = marked(&self.board, ways, self.bench.marks_hits);
        let resolved = resolve::resolve(&self.board, self.roll.roll()?, &legs).ok()?;
        let message = format!("count the points from the mover's side: `{}`", legs_in_words(&legs));
        let change = Change::Play { entry: self.index, legs };
        Some(self.reading(Class::Play, 1.2, message, [change], resolved.after()))
    }

    /// Returns readings of earlier plays that may have been misread as other legal ones.
    pub(super) fn earlier(bench: &Bench<'_>, game: usize, index: usize) -> Vec<Reading> {
        let mut all = Vec::new();
        for earlier in (index.saturating_sub(BACK)..index).rev() {
            let Some(told) = bench.told(game, earlier) else { continue };
            let (Happening::Played { roll, play }, Some(turn)) = (told.what, Turn::new(bench, game, earlier))
            else {
                continue;
            };
            let Some(written) = turn.written().map(legs_of) else { continue };
            let actual = play.after(&told.board);
            for (other, after) in legal_plays(&told.board, roll) {
                if after == actual {
                    continue;
                }
                let (cost, legs) = likeness(&told.board, written.as_slice(), &other, bench.marks_hits);
                let row = row_words(&turn.entries[earlier]);
                let words = print::gnubg(&told.board, &other);
                let message = format!("read the play{row} as `{words}`, not `{}`", turn.words());
                let cost = cost + 0.4 + 0.02 * (index - earlier) as f32;
                let change = Change::Play { entry: earlier, legs };
                let reading = turn.reading(Class::Earlier, cost, message, [change], &after);
                // Otherwise it explains nothing.
                if reading.broke.is_none_or(|broke| broke > index) {
                    all.push(reading.with_play(told.board, roll, after).safe_if(cost < EARLIER + 1.0));
                }
            }
        }
        all
    }

    /// Returns readings that exchange two neighbouring turns, of both sides or of one, or only their dice or their plays,
    /// up to the turn.
    pub(super) fn exchanged(bench: &Bench<'_>, game: usize, index: usize) -> Vec<Reading> {
        let entries = &bench.record.games[game].entries;
        let mut all = Vec::new();
        for (at, gap) in (index.saturating_sub(EXCHANGED)..=index).flat_map(|at| [(at, 1), (at, 2)]) {
            let Some((first, second)) = entries.get(at).zip(entries.get(at + gap)) else { continue };
            // A row of the cube may stand in between.
            if gap == 2 && first.side != second.side {
                continue;
            }
            let (Written::Turn { roll: one, cell: left }, Written::Turn { roll: other, cell: right }) =
                (&first.written, &second.written)
            else {
                continue;
            };
            let is_row = first.row.is_some() && first.row == second.row;
            let place = match (first.row, second.row) {
                (Some(row), Some(_)) if is_row => format!(" in row {row}"),
                (Some(row), Some(next)) => format!(" in rows {row} and {next}"),
                _ => " of two turns near it".to_owned(),
            };
            let whose = match first.side.filter(|_| gap == 2) {
                Some(side) => format!("{}'s", super::name(bench, game, side)),
                None => "the".to_owned(),
            };
            let mut add = |what: &str, changes: [Change; 2]| {
                let message = format!("swap {whose} {what}{place}");
                let cost = 1.5 + 0.05 * (index - at) as f32;
                // Nothing before the opening shows who began.
                all.push(
                    Reading::new(Class::Exchange, cost, message, game, changes).safe_if(at > 0 && is_row),
                );
            };
            let differs = |one: &[u8; 2], other: &[u8; 2]| {
                let sorted = |pair: &[u8; 2]| [pair[0].min(pair[1]), pair[0].max(pair[1])];
                sorted(one) != sorted(other)
            };
            let text = |entry: &Entry| bench.source.slice(entry.span).to_owned();
            if gap == 2 || is_row {
                let change = |to: &Entry, from: &Entry| Change::Text(Edit::new(to.span, text(from)));
                add("two turns", [change(first, second), change(second, first)]);
            }
            if differs(&one.digits, &other.digits) {
                let dice = |entry: usize, digits: [u8; 2]| Change::Dice { entry, digits };
                add("dice", [dice(at, other.digits), dice(at + gap, one.digits)]);
            }
            if let (Cell::Play(left), Cell::Play(right)) = (left, right) {
                let play = |entry: usize, from: &WrittenPlay| Change::Play {
                    entry,
                    legs: legs_of(from).as_slice().to_vec(),
                };
                add("plays", [play(at, right), play(at + gap, left)]);
            }
        }
        all
    }

    /// Returns the reading with slashes for the dashes of FIBS.
    pub(super) fn slashes(&self) -> Option<Reading> {
        let span = self.written()?.span;
        let was = self.bench.source.slice(span);
        let slash = |c| if plain::ascii(c) == '-' { '/' } else { c };
        let text: String = was.chars().map(slash).collect();
        // A dash beside a slash, or with blanks around it, may separate two steps.
        let is_joined = |word: &str| {
            let has_dash = word.contains(|c: char| plain::ascii(c) == '-');
            !has_dash || !word.contains('/') && word.starts_with(char::is_alphanumeric)
        };
        let play = parse(text.as_bytes(), 0, PlayOptions::RECORD).ok();
        let is_legal = play.zip(self.roll.roll()).is_some_and(|(play, roll)| {
            resolve::resolve(&self.board, roll, legs_of(&play).as_slice()).is_ok()
        });
        let is_proven = is_legal && was.split_whitespace().all(is_joined);
        let message = format!("write `{text}`");
        let reading = Reading::new(Class::Spelling, 0.1, message, self.game, [Edit::new(span, text)]);
        Some(reading.safe_if(is_proven))
    }

    /// Returns the reading that adds a missing hit mark or deletes an extra one.
    pub(super) fn hit_mark(&self, at: u32) -> Option<Reading> {
        let written = self.written()?;
        let roll = self.roll.roll()?;
        let legs = legs_of(written);
        let mut ways: Vec<Leg> = legs.as_slice().to_vec();
        let mut points: Vec<String> = Vec::new();
        while let Some(point) = resolve::resolve(&self.board, roll, &ways).ok()?.unmarked_hit() {
            let leg = ways.iter_mut().find(|leg| leg.to.number() == point && !leg.hit)?;
            leg.hit = true;
            points.push(format!("the {point}-point"));
        }
        if !points.is_empty() {
            let hits = if points.len() == 1 { "hit" } else { "hits" };
            let message = format!("mark the {hits} on {}", points.join(" and "));
            let change = Change::Play { entry: self.index, legs: ways };
            return Some(Reading::new(Class::Spelling, 0.5, message, self.game, [change]));
        }
        let index = written.legs().position(|leg| leg.span.start == at)?;
        ways[index].hit = false;
        let change = Change::Play { entry: self.index, legs: ways };
        Some(Reading::new(Class::Play, 0.7, "delete the mark of a hit", self.game, [change]))
    }

    /// Returns readings that insert a turn before an entry.
    pub(super) fn left_out(bench: &Bench<'_>, game: usize, before: usize, by: Side) -> Vec<Reading> {
        let entries = bench.entries(game);
        let Some(board) = bench.board(game, before, by) else { return Vec::new() };
        let mut all = Vec::new();
        for turn in MadeUp::all(&board) {
            if first_break(entries, before, &turn.after, by, bench.marks_hits).is_some() {
                continue;
            }
            let change = Change::Insert { before, cells: vec![(by, turn.words(&board, bench))] };
            let message = format!("insert the turn `{}`", turn.name(&board));
            let reading = Reading::new(Class::MadeUp, turn.cost(), message, game, [change]).unsafe_();
            all.push(reading.with_play(board, turn.roll, turn.after));
        }
        all
    }

    /// Returns readings that insert a row of two turns before an entry: turns that a good player may make, according to
    /// the engine.
    pub(super) fn row_left_out(bench: &Bench<'_>, game: usize, before: usize) -> Vec<Reading> {
        let entries = bench.entries(game);
        let Some(by) = entries.get(before).and_then(|entry| entry.side) else { return Vec::new() };
        let Some(board) = bench.board(game, before, by) else { return Vec::new() };
        let mut all = Vec::new();
        for first in MadeUp::likely(&board) {
            let between = first.after.flip();
            for second in MadeUp::likely(&between) {
                if first_break(entries, before, &second.after, !by, bench.marks_hits).is_some() {
                    continue;
                }
                let cells = vec![(by, first.words(&board, bench)), (!by, second.words(&between, bench))];
                let message =
                    format!("insert the row `{}` and `{}`", first.name(&board), second.name(&between));
                let cost = first.cost() + second.cost();
                let change = Change::Insert { before, cells };
                all.push(Reading::new(Class::MadeUp, cost, message, game, [change]).unsafe_());
            }
        }
        all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        all.truncate(MOST_MADE_UP);
        all
    }

    /// Returns readings that insert a row of a cube action and a turn before an entry: the answer to a double before
    /// them, or the double that the entry answers.
    pub(super) fn cube_row_left_out(
        bench: &Bench<'_>,
        game: usize,
        before: usize,
        is_offered: bool,
        is_answered: bool,
    ) -> Vec<Reading> {
        let entries = bench.entries(game);
        let Some(side) = entries.get(before).and_then(|entry| entry.side) else { return Vec::new() };
        let by = match (is_offered, is_answered) {
            (true, false) => !side,
            (false, true) => side,
            _ => return Vec::new(),
        };
        let Some(board) = bench.board(game, before, by) else { return Vec::new() };
        let value = bench.cube(game, before).value.saturating_mul(2);
        let mut all = Vec::new();
        for turn in MadeUp::likely(&board) {
            if first_break(entries, before, &turn.after, by, bench.marks_hits).is_some() {
                continue;
            }
            let (own, name) = ((by, turn.words(&board, bench)), turn.name(&board));
            let (cells, message) = if is_offered {
                (vec![(side, Words::Take), own], format!("insert the row `Takes` and `{name}`"))
            } else {
                let double = (!by, Words::Double(value));
                (vec![own, double], format!("insert the row `{name}` and `Doubles => {value}`"))
            };
            let change = Change::Insert { before, cells };
            all.push(Reading::new(Class::MadeUp, turn.cost(), message, game, [change]).unsafe_());
        }
        all.truncate(MOST_MADE_UP);
        all
    }
}

/// A turn that was left out.
struct MadeUp {
    roll: Roll,
    play: Play,
    after: Board,
    /// The loss of the play, in points at 0-ply.
    loss: f32,
}

impl MadeUp {
    /// Returns all turns from a position.
    fn all(board: &Board) -> Vec<Self> {
        let mut all = Vec::new();
        for roll in Roll::ALL {
            let plays = legal_plays(board, roll);
            let losses = losses(plays.iter().map(|(_, after)| after)).unwrap_or(vec![0.0; plays.len()]);
            let made = plays.iter().zip(&losses).map(|((play, after), loss)| Self {
                roll,
                play: *play,
                after: *after,
                loss: *loss,
            });
            all.extend(made);
            if plays.is_empty() {
                all.push(Self { roll, play: Play::DANCE, after: *board, loss: 0.0 });
            }
        }
        all
    }

    /// Returns the likeliest turns.
    fn likely(board: &Board) -> Vec<Self> {
        let mut all = Self::all(board);
        all.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        all.truncate(MOST_LIKELY);
        all
    }

    /// Returns the cost of the turn: a doublet is half as likely as another roll, and the loss of the play counts.
    fn cost(&self) -> f32 {
        2.6 + if self.roll.is_doublet() { 0.3 } else { 0.0 } + 6.0 * self.loss
    }

    fn words(&self, board: &Board, bench: &Bench<'_>) -> Words {
        let digits = self.roll.digits();
        Words::Turn { digits, legs: steps(board, &self.play, bench.marks_hits) }
    }

    fn name(&self, board: &Board) -> String {
        format!("{}: {}", self.roll, print::gnubg(board, &self.play)).trim_end().to_owned()
    }
}

/// The most turns, over all rolls, that are tried for one left out together with another one.
const MOST_LIKELY: usize = 150;
/// The most rows that are made up.
const MOST_MADE_UP: usize = 60;

/// Returns the place of an entry, for a message.
pub(super) fn row_words(entry: &Entry) -> String {
    entry.row.map_or_else(|| " before it".to_owned(), |row| format!(" in row {row}"))
}

/// Returns legs as .mat writes them.
pub(super) fn legs_in_words(legs: &[Leg]) -> String {
    let words: Vec<String> = legs.iter().map(|leg| format!("{}/{}", leg.from, leg.to)).collect();
    words.join(" ")
}
