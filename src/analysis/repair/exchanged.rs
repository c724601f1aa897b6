//! Readings of two neighbouring games that are in each other's place: whole, only their headings, or only their rows.

use super::bench::{Bench, Key};
use super::frame::game_start;
use super::reading::{Class, Reading};
use crate::analysis::exchanged::{Parts, exchanged, fits, leads_to};
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::formats::changes::Change;
use crate::formats::mat;
use crate::game::Score;
use std::ops::Range;

/// The cost of exchanged rows: a wrong score or result is likelier.
const ROWS: f32 = 3.6;

/// Returns the readings for the finding that two games, or their headings, are in each other's place.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let Some(first) = first(bench, finding) else { return Vec::new() };
    let fits = |parts: Parts| fits(&bench.record, first, parts);
    let (by_games, by_headings) = (fits(Parts::Games), fits(Parts::Headings));
    let target = (finding.code, finding.primary.span.start);
    let games = by_games.then(|| games(bench, first, target)).flatten();
    let headings = by_headings.then(|| headings(bench, first)).flatten();
    let mut all: Vec<Reading> = games.into_iter().chain(headings).collect();
    for reading in &mut all {
        reading.may_be_safe &= by_games != by_headings;
    }
    all
}

/// Returns the first of two games in each other's place if the finding reports them.
fn first(bench: &Bench<'_>, finding: &Diagnostic) -> Option<usize> {
    let is_told = matches!(finding.code, Code::MatGameNumber | Code::RecordValue | Code::ScoreContradiction);
    let games = &bench.record.games;
    let place = finding.primary.span;
    let here = games.iter().rposition(|game| game.heading.start <= place.start).filter(|_| is_told)?;
    let is_within = |whole: Span| whole.start <= place.start && place.end <= whole.end;
    let number = games[here].number;
    let is_at_head = place == games[here].heading || number.is_some_and(|number| is_within(number.span));
    let mut pairs = [Some(here), here.checked_sub(1)].into_iter().flatten();
    pairs.find(|first| is_at_head && exchanged(&bench.record, *first).is_some())
}

/// Returns the reading that a game and the next one are in each other's place.
fn games(bench: &Bench<'_>, first: usize, target: Key) -> Option<Reading> {
    let text = bench.source.text();
    let (one, two) = (block(bench, first)?, block(bench, first + 1)?);
    let between = text.get(one.end..two.start)?;
    let has_other = |game: &Range<usize>| {
        let is_there = |key: &Key| *key != target && game.contains(&(key.1 as usize));
        bench.findings().iter().any(is_there)
    };
    // A game with another finding stays, so that the place of that finding does.
    let edits = if has_other(&two) && !has_other(&one) {
        let moved = [between, &text[one.clone()]].concat();
        [Edit::delete(Span::new(one.start, two.start)), Edit::insert(two.end as u32, moved)]
    } else {
        let moved = [&text[two.clone()], between].concat();
        [Edit::insert(one.start as u32, moved), Edit::delete(Span::new(one.end, two.end))]
    };
    let message = "exchange the two games".to_owned();
    let mut reading = Reading::new(Class::Head, 0.5, message, first, edits.map(Change::Text).to_vec());
    // What stands after the last game may be about the match.
    let is_last = first + 2 == bench.record.games.len();
    let end = bench.entries(first + 1).iter().map(|entry| entry.span.end).max();
    let is_after = |at: u32| end.is_none_or(|end| end <= at);
    let has_rest = is_last && bench.record.remarks.iter().any(|remark| is_after(remark.span.start));
    reading.may_be_safe = !has_rest && !may_begin_another(bench, first);
    Some(reading)
}

/// Returns `true` if a match ends with a game, and the next game is at nil all: it may begin another match.
fn may_begin_another(bench: &Bench<'_>, first: usize) -> bool {
    let points = |game: usize| bench.record.games.get(game)?.points();
    let winner = || {
        let mut score = Score { points: points(first)?, crawford_played: false };
        score.add(&bench.result(first)?);
        score.match_winner(&bench.rules)
    };
    points(first + 1).is_some_and(|points| points.0 == [0, 0]) && winner().is_some()
}

/// Returns the reading that the headings of a game and the next one are in each other's place.
fn headings(bench: &Bench<'_>, first: usize) -> Option<Reading> {
    let changes = exchange(bench, &head(bench, first)?, &head(bench, first + 1)?);
    Some(Reading::new(Class::Head, 0.6, "exchange the two headings".to_owned(), first, changes))
}

/// Returns the reading that the rows of a game and of the one before are in each other's place, if the scores and
/// results agree then.
pub(super) fn rows(bench: &Bench<'_>, game: usize) -> Option<Reading> {
    let games = &bench.record.games;
    let first = game.checked_sub(1)?;
    let (one, two, after) = (games.get(first)?, games.get(game)?, games.get(game + 1));
    let fits = leads_to(one.points(), two, two.points())
        && after.is_none_or(|after| leads_to(two.points(), one, after.points()));
    let rows = |game: usize| Some(head(bench, game)?.end..block(bench, game)?.end);
    let changes = exchange(bench, &rows(first).filter(|_| fits)?, &rows(game)?);
    let message = "exchange the rows of this game and the one before".to_owned();
    let mut reading = Reading::new(Class::Head, ROWS, message, first, changes);
    // No score follows the last game.
    reading.may_be_safe = after.is_some();
    Some(reading)
}

/// Returns the changes that exchange two places of the text.
fn exchange(bench: &Bench<'_>, one: &Range<usize>, two: &Range<usize>) -> Vec<Change> {
    let text = bench.source.text();
    let change = |place: &Range<usize>, other: &Range<usize>| {
        Change::Text(Edit::new(Span::new(place.start, place.end), &text[other.clone()]))
    };
    vec![change(one, two), change(two, one)]
}

/// Returns the place of a game, without the blank lines after it.
fn block(bench: &Bench<'_>, game: usize) -> Option<Range<usize>> {
    let (text, games) = (bench.source.text(), &bench.record.games);
    let start = game_start(text, games.get(game)?);
    let end = games.get(game + 1).map_or(text.len(), |next| game_start(text, next));
    Some(start..start + text.get(start..end)?.trim_end().len())
}

/// Returns the place of a game's heading in match text, with the names and scores below it.
fn head(bench: &Bench<'_>, game: usize) -> Option<Range<usize>> {
    let text = bench.source.text();
    let this = bench.record.games.get(game).filter(|_| bench.format.name == mat::FORMAT.name)?;
    let [Some(zero), Some(one)] = &this.players.0 else { return None };
    let last = zero.score?.span.end.max(one.score?.span.end) as usize;
    let end = text.get(last..)?.find(['\n', '\r']).map_or(text.len(), |end| last + end);
    let is_above = this.entries.first().is_none_or(|entry| end <= entry.span.start as usize);
    is_above.then(|| game_start(text, this)..end)
}
