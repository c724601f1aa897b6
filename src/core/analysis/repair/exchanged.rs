//! Readings of two neighbouring games that are swapped: whole, or only their headings, numbers, scores or
//! rows.

use super::bench::{Bench, Key};
use super::frame::game_start;
use super::reading::{Class, Reading};
use crate::analysis::exchanged::{Parts, exchanged, fits, has_same_players, leads_to, place_of_scores};
use crate::board::{BySide, Side};
use crate::diag::lines::line_stop;
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::formats::mat;
use crate::game::Score;
use crate::game::record::GameRecord;
use std::ops::Range;

/// The cost of exchanged rows: a wrong score or result is likelier.
const ROWS: f32 = 3.6;
/// The cost of exchanged rows where a result claims the match too early.
const LAST_ROWS: f32 = 0.7;

/// Returns the readings for the finding that two games, or parts of them, are swapped.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let Some((first, parts)) = first(bench, finding) else { return Vec::new() };
    let target = (finding.code, finding.primary.span.start);
    match parts {
        Parts::Games | Parts::Headings => games_or_headings(bench, first, target),
        Parts::GamesWithEnds => games_with_ends(bench, first, target).into_iter().collect(),
        // Where the scores are equal or aren't written, the games may be in the wrong order.
        Parts::Numbers => numbers(bench, first).into_iter().chain(games(bench, first, target)).collect(),
        Parts::Scores => scores(bench, first).into_iter().collect(),
    }
}

/// Returns the readings for the finding that two games, or their headings, are swapped.
fn games_or_headings(bench: &Bench<'_>, first: usize, target: Key) -> Vec<Reading> {
    let fits = |parts: Parts| fits(&bench.record, first, parts);
    let (by_games, by_headings) = (fits(Parts::Games), fits(Parts::Headings));
    let games = by_games.then(|| games(bench, first, target)).flatten();
    // Without a number, the scores are all that a heading has.
    let headings = by_headings.then(|| headings(bench, first).or_else(|| scores(bench, first))).flatten();
    let mut all: Vec<Reading> = games.into_iter().chain(headings).collect();
    for reading in &mut all {
        reading.may_be_safe &= by_games != by_headings;
    }
    all
}

/// Returns the reading that a game and the next one are swapped, with the scores at their ends. If
/// both have the same result, perhaps only the scores are exchanged.
fn games_with_ends(bench: &Bench<'_>, first: usize, target: Key) -> Option<Reading> {
    let mut reading = games(bench, first, target)?;
    reading.may_be_safe &= !fits(&bench.record, first + 1, Parts::Scores);
    Some(reading)
}

/// Returns the first of two games that are swapped if the finding reports them, and the parts.
fn first(bench: &Bench<'_>, finding: &Diagnostic) -> Option<(usize, Parts)> {
    let is_told = matches!(finding.code, Code::MatGameNumber | Code::RecordValue | Code::ScoreContradiction);
    let games = &bench.record.games;
    let place = finding.primary.span;
    let here = bench.game_at(place.start).filter(|_| is_told)?;
    let is_within = |whole: Span| whole.start <= place.start && place.end <= whole.end;
    let number = games[here].number;
    let is_at_head = place == games[here].heading || number.is_some_and(|number| is_within(number.span));
    let is_of_score = finding.code == Code::ScoreContradiction;
    // A score may stand at the end of the game before.
    let mut pairs = [Some(here), here.checked_sub(1), Some(here + 1)].into_iter().flatten();
    pairs.find_map(|first| {
        let parts = exchanged(&bench.record, first)?;
        let is_there = match parts {
            Parts::Scores => is_of_score && place_of_scores(games.get(first)?) == Some(place),
            _ => is_at_head && first <= here,
        };
        is_there.then_some((first, parts))
    })
}

/// Returns the reading that a game and the next one are swapped.
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
    let reading = Reading::new(Class::Head, 0.5, "swap the two games", first, edits);
    // What stands after the last game may be about the match.
    let is_last = first + 2 == bench.record.games.len();
    let end = bench.entries(first + 1).iter().map(|entry| entry.span.end).max();
    let is_after = |at: u32| end.is_none_or(|end| end <= at);
    let has_rest = is_last && bench.record.remarks.iter().any(|remark| is_after(remark.span.start));
    Some(reading.safe_if(!has_rest && !may_begin_another(bench, first)))
}

/// Returns `true` if a match ends with a game, and the next game is at nil all: it may begin another match.
fn may_begin_another(bench: &Bench<'_>, first: usize) -> bool {
    let points = |game: usize| bench.record.games.get(game)?.points();
    let winner = || {
        let mut score = Score { points: points(first)?, crawford_played: false };
        score.add(&bench.unedited.ends.result(first)?);
        score.match_winner(&bench.rules)
    };
    points(first + 1).is_some_and(|points| points.0 == [0, 0]) && winner().is_some()
}

/// Returns the reading that the headings of a game and the next one are swapped.
fn headings(bench: &Bench<'_>, first: usize) -> Option<Reading> {
    let edits = exchange(bench, &head(bench, first)?, &head(bench, first + 1)?)?;
    Some(Reading::new(Class::Head, 0.6, "swap the two headings", first, edits))
}

/// Returns the reading that the numbers of a game and the next one are swapped.
fn numbers(bench: &Bench<'_>, first: usize) -> Option<Reading> {
    let games = &bench.record.games;
    let place = |game: usize| Some(games.get(game)?.number?.span.range());
    let edits = exchange(bench, &place(first)?, &place(first + 1)?)?;
    let message = "swap the numbers of the two games";
    // Of two games alone, one number may be wrong.
    Some(Reading::new(Class::Head, 0.6, message, first, edits).safe_if(games.len() > 2))
}

/// Returns the reading that the scores of a game and the next one are swapped.
fn scores(bench: &Bench<'_>, first: usize) -> Option<Reading> {
    let place = |game: usize, side: Side| Some(bench.record.games.get(game)?.score(side)?.span.range());
    let mut edits = Vec::new();
    for side in Side::ALL {
        edits.extend(exchange(bench, &place(first, side)?, &place(first + 1, side)?)?);
    }
    Some(Reading::new(Class::Head, 0.6, "swap the scores of the two games", first, edits))
}

/// Returns the readings that the rows of two neighbouring games are swapped, for a finding that can come
/// from it: about a score, a result, or a double at a score.
pub(super) fn rows(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let at = finding.primary.span.start;
    let Some(here) = bench.game_at(at) else { return Vec::new() };
    let cost = if finding.code == Code::ScoreMatchClaim { LAST_ROWS } else { ROWS };
    let pairs = match finding.code {
        // The score is that after the game before.
        Code::ScoreContradiction | Code::ScoreOver => [Some(here.saturating_sub(1)), None],
        Code::ScoreResult | Code::ScoreMatchClaim => [here.checked_sub(1), Some(here)],
        Code::CubeCrawford | Code::CubeDead => {
            [here.checked_sub(1), Some(here)].map(|first| first.filter(|first| contradicts(bench, *first)))
        }
        _ => [None, None],
    };
    pairs.into_iter().flatten().filter_map(|first| exchanged_rows(bench, first, cost)).collect()
}

/// Returns `true` if the results of a game and the next one contradict the scores.
fn contradicts(bench: &Bench<'_>, first: usize) -> bool {
    let games = &bench.record.games;
    let mut pairs =
        [first, first + 1].into_iter().filter_map(|game| games.get(game).zip(games.get(game + 1)));
    pairs.any(|(game, next)| !leads_to(game.points(), game, next.points()))
}

/// Whether a score, a game and another score agree.
type Agreement = fn(Option<BySide<u32>>, &GameRecord, Option<BySide<u32>>) -> bool;

/// Returns the reading that the rows of a game and the next one are swapped, if the results agree with
/// the scores then; in a session, if the winners do, as the record may not state how a game counts.
fn exchanged_rows(bench: &Bench<'_>, first: usize, cost: f32) -> Option<Reading> {
    let games = &bench.record.games;
    let (one, two, after) = (games.get(first)?, games.get(first + 1)?, games.get(first + 2));
    let agree = |leads: Agreement| {
        leads(one.points(), two, two.points())
            && after.is_none_or(|after| leads(two.points(), one, after.points()))
    };
    let is_exact = agree(leads_to);
    if !(is_exact || bench.rules.is_money() && agree(may_lead_to)) {
        return None;
    }
    // A game without rows may end before the blanks after its names.
    let rows = |game: usize| {
        let start = head(bench, game)?.end;
        Some(start..block(bench, game)?.end.max(start))
    };
    let (of_one, of_two) = (rows(first)?, rows(first + 1)?);
    let text = bench.source.text();
    if text.get(of_one.clone()) == text.get(of_two.clone()) {
        return None;
    }
    let number = |game: &GameRecord, place: usize| game.number.map_or(place as u32 + 1, |it| it.value);
    let (number_one, number_two) = (number(one, first), number(two, first + 1));
    let message = format!("swap the rows of games {number_one} and {number_two}");
    let edits = exchange(bench, &of_one, &of_two)?;
    // No score follows the last game, and rows with other players have other columns.
    Some(
        Reading::new(Class::Rows, cost, message, first, edits)
            .safe_if(is_exact && after.is_some() && has_same_players(&bench.record, first)),
    )
}

/// Returns `true` if the winner of a game, as written, is the only player with more points in another score.
fn may_lead_to(from: Option<BySide<u32>>, game: &GameRecord, to: Option<BySide<u32>>) -> bool {
    let (Some(from), Some((winner, _)), Some(to)) = (from, game.written_result(), to) else { return false };
    from[winner] < to[winner] && from[!winner] == to[!winner]
}

/// Returns the edits that exchange two places of the text.
fn exchange(bench: &Bench<'_>, one: &Range<usize>, two: &Range<usize>) -> Option<[Edit; 2]> {
    let text = bench.source.text();
    let edit = |place: &Range<usize>, other: &Range<usize>| {
        Some(Edit::new(Span::new(place.start, place.end), text.get(other.clone())?))
    };
    Some([edit(one, two)?, edit(two, one)?])
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
    let end = line_stop(text, zero.score?.span.end.max(one.score?.span.end)) as usize;
    let is_above = this.entries.first().is_none_or(|entry| end <= entry.span.start as usize);
    is_above.then(|| game_start(text, this)..end)
}
