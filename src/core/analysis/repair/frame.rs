//! Readings of what frames the games: the match length, headings, lines of names, and results left out.

use super::bench::Bench;
use super::heads::unlike;
use super::reading::{Class, Reading};
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::diag::lines::{line_end, line_start, line_stop};
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::formats::changes::{Change, Words};
use crate::formats::mat;
use crate::game::record::{Entry, GameRecord, Remark, RemarkKind, Written};
use crate::notation::plain::plain;

/// The longest match length tried.
const LONGEST: u32 = 25;
/// The cost of another match length: it affects every game, so a slip in one game is likelier.
const LENGTH: f32 = 1.4;

/// Returns the readings for a finding about a heading, the length or a missing result.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let at = finding.primary.span.start;
    let game = bench.game_at(at);
    match (finding.code, game) {
        (Code::MatLengthMissing, _) => no_length(bench),
        (Code::MatLengthInvalid, _) => bad_length(bench, finding),
        (Code::MatGameMissing, Some(game)) => vec![heading(bench, game)],
        (Code::MatGameNumber, Some(game)) => unnumbered(bench, game, finding).into_iter().collect(),
        (Code::MatScoreLine, Some(game)) => {
            let mut all = players(bench, game);
            all.extend(below_rows(bench, game, finding.primary.span.start));
            all.extend(colon(bench, game));
            all.extend(left_colon(bench, game));
            all.extend(colons(bench, game, finding));
            all
        }
        (Code::ScoreResultMissing, Some(game)) => result(bench, game, true),
        // Only the next score shows how a game ended that wasn't played to its end.
        (Code::GameUnfinished, Some(game)) => result(bench, game, false),
        (
            Code::ScoreOver
            | Code::ScoreMatchClaim
            | Code::ScoreCrawford
            | Code::CubeDead
            | Code::CubeCrawford
            | Code::CubeBeaver,
            _,
        ) => lengths(bench),
        _ => Vec::new(),
    }
}

/// Returns the beginning of a game: that of its heading, or of the line if nothing stands before the heading.
pub(super) fn game_start(text: &str, game: &GameRecord) -> usize {
    let (start, heading) = (line_start(text, game.heading.start) as usize, game.heading.start as usize);
    if text[start..heading].trim().is_empty() { start } else { heading }
}

/// Returns the higher number of points after the last game, from its score and result.
fn final_points(bench: &Bench<'_>) -> Option<u32> {
    let last = bench.record.games.len().checked_sub(1)?;
    let before = bench.record.games[last].points()?;
    let BySide([zero, one]) = bench.score_after(last, bench.entries(last), before).unwrap_or(before);
    Some(zero.max(one))
}

/// Returns the cost of a match length where none is known: usual lengths are odd, and a match stops when it is won.
fn length_cost(bench: &Bench<'_>, length: u32) -> f32 {
    let total = final_points(bench).unwrap_or(length);
    let even = if length.is_multiple_of(2) { 0.4 } else { 0.0 };
    1.0 + 0.15 * total.abs_diff(length) as f32 + even
}

/// Returns the reading that a line without a meaning before the first game states the match length.
fn stated_length(bench: &Bench<'_>, first: u32) -> impl Iterator<Item = Reading> {
    let is_before = move |remark: &&Remark| remark.kind == RemarkKind::Unknown && remark.span.end <= first;
    bench.record.remarks.iter().filter(is_before).filter_map(|remark| {
        let text = plain(&remark.text).to_lowercase();
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
        let (number, None) = (numbers.next()?, numbers.next()) else { return None };
        let length = number.parse().ok().filter(|length| (0..=99_u32).contains(length))?;
        let is_length = ["match", "point", "length"].iter().any(|word| text.contains(word));
        is_length.then(|| {
            let message = format!("write `{length} point match` for `{}`", remark.text.trim());
            let edit = Edit::new(remark.span, format!("{length} point match"));
            Reading::new(Class::Length, 0.3, message, 0, [edit]).unsafe_()
        })
    })
}

/// Returns readings that insert the missing line with the match length. The games show only which lengths can't be.
fn no_length(bench: &Bench<'_>) -> Vec<Reading> {
    let Some(first) = bench.record.games.first() else { return Vec::new() };
    let text = bench.source.text();
    let (at, end) = (line_start(text, first.heading.start), line_end(text));
    let reading = |length: u32| {
        let edit = Edit::insert(at, format!(" {length} point match{end}{end}"));
        let message = format!("insert the line `{length} point match`");
        Reading::new(Class::Length, length_cost(bench, length), message, 0, [edit]).unsafe_()
    };
    stated_length(bench, first.heading.start).chain((1..=LONGEST).map(reading)).collect()
}

/// Returns readings for a match length that isn't a number.
fn bad_length(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let span = finding.primary.span;
    let text = bench.source.slice(span).trim();
    if bench.record.games.is_empty() {
        return Vec::new();
    }
    // The text states it in other words.
    if let Some(length) = bench.record.length.filter(|length| span.holds(length.span)) {
        let words = format!("{} point match", length.value);
        let money = if length.value == 0 { ", as money sessions have it" } else { "" };
        let message = format!("write `{words}`{money}");
        return vec![Reading::new(Class::Spelling, 0.3, message, 0, [Edit::new(span, words)])];
    }
    if text.contains(char::is_whitespace) {
        return Vec::new();
    }
    let reading = |length: u32| {
        let alike = super::likeness::spelling(text, &length.to_string());
        let (number, message) = if text.is_empty() {
            (format!("{length} "), format!("write the match length {length}"))
        } else {
            (length.to_string(), format!("write the match length {length} for `{text}`"))
        };
        let cost = length_cost(bench, length) + alike;
        Reading::new(Class::Length, cost, message, 0, [Edit::new(span, number)]).unsafe_()
    };
    (1..=LONGEST).map(reading).collect()
}

/// Returns readings with another match length.
fn lengths(bench: &Bench<'_>) -> Vec<Reading> {
    let Some(was) = bench.record.length else { return Vec::new() };
    if bench.record.games.is_empty() || bench.source.slice(was.span).trim() != was.value.to_string() {
        return Vec::new();
    }
    let reading = |length: u32| {
        let message = format!("write the match length {length} for {}", was.value);
        let edit = Edit::new(was.span, length.to_string());
        let cost = LENGTH + 0.5 * unlike(was.value.into(), length.into()) + length_cost(bench, length);
        Reading::new(Class::Length, cost, message, 0, [edit]).unsafe_()
    };
    (1..=LONGEST).filter(|length| *length != was.value).map(reading).collect()
}

/// Returns the number that the heading of a game should have.
fn number(bench: &Bench<'_>, game: usize) -> u32 {
    let before = bench.record.games[..game].iter().rev();
    let known =
        before.enumerate().find_map(|(back, game)| Some(game.number?.value.saturating_add(back as u32 + 1)));
    known.unwrap_or(game as u32 + 1)
}

/// Returns the reading that inserts the missing line `Game N`, or writes it for a misspelled one.
fn heading(bench: &Bench<'_>, game: usize) -> Reading {
    let heading = bench.record.games[game].heading;
    if let Some(number) = bench.record.games[game].number {
        if heading.is_empty() {
            return exchanged(bench, game, number.span);
        }
        let words = format!("Game {}", number.value);
        let message = format!("write `{words}` for `{}`", bench.source.slice(heading));
        return Reading::new(Class::Spelling, 0.3, message, game, [Edit::new(heading, words)]);
    }
    let text = bench.source.text();
    let number = number(bench, game);
    let edit = Edit::insert(line_start(text, heading.start), format!(" Game {number}{}", line_end(text)));
    Reading::new(Class::Spelling, 0.3, format!("insert the line `Game {number}`"), game, [edit])
}

/// Returns the reading that the line of names and the heading below it are exchanged.
fn exchanged(bench: &Bench<'_>, game: usize, number: Span) -> Reading {
    let text = bench.source.text();
    let line = |at: u32| Span { start: line_start(text, at), end: line_stop(text, at) };
    let (names, heading) = (line(bench.record.games[game].heading.start), line(number.start));
    let edits =
        [(names, heading), (heading, names)].map(|(to, from)| Edit::new(to, bench.source.slice(from)));
    Reading::new(Class::Spelling, 0.3, "swap the two lines", game, edits)
}

/// Returns the reading for a heading without a valid number.
fn unnumbered(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Option<Reading> {
    if bench.record.games[game].number.is_some() {
        return None;
    }
    let number = number(bench, game);
    let span = finding.primary.span;
    let text = bench.source.slice(span);
    let is_whole = text.trim_start().to_ascii_lowercase().starts_with("game");
    let (edit, message) = if is_whole {
        (Edit::insert(span.end, format!(" {number}")), format!("number the game: {number}"))
    } else {
        (Edit::new(span, number.to_string()), format!("write {number} for `{}`", text.trim()))
    };
    Some(Reading::new(Class::Spelling, 0.4, message, game, [edit]))
}

/// Returns readings that insert the missing line of names and scores: a copy of the previous game's, with another
/// score.
fn players(bench: &Bench<'_>, game: usize) -> Vec<Reading> {
    let this = &bench.record.games[game];
    let Some(before) = game.checked_sub(1) else { return Vec::new() };
    let text = bench.source.text();
    let is_missing = this.players.0.iter().all(Option::is_none);
    let next = next_players(bench, before, bench.entries(before)).filter(|_| is_missing);
    let Some((line, BySide([a, b]))) = next else { return Vec::new() };
    let at = line_stop(text, this.heading.end);
    let edit = Edit::insert(at, format!("{}{line}", line_end(text)));
    let message = format!("insert the players with the score {a}-{b}");
    // A session may count a gammon as one point, or begin each game at 0-0.
    vec![Reading::new(Class::Head, 0.5, message, game, [edit]).unsafe_()]
}

/// Returns the reading that moves the line of names and scores at a place from below the first rows to below the heading.
fn below_rows(bench: &Bench<'_>, game: usize, at: u32) -> Option<Reading> {
    let this = &bench.record.games[game];
    this.entries.first().filter(|first| first.span.start < at)?;
    let (text, end) = (bench.source.text(), line_end(bench.source.text()));
    let line = Span { start: line_start(text, at), end: line_stop(text, at) };
    let below = line_stop(text, this.heading.end);
    let after = &text[line.end as usize..];
    let len = if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
    let whole = Span { end: line.end + len as u32, ..line };
    let insert = Edit::insert(below, format!("{end}{}", bench.source.slice(line)));
    let message = "move the names and scores below the heading";
    Some(Reading::new(Class::Spelling, 0.3, message, game, [insert, Edit::delete(whole)]))
}

/// Returns the line of names and scores after a game that ends with these entries, and its scores: a copy of the game's
/// own line, with the points of the result added.
fn next_players(bench: &Bench<'_>, game: usize, entries: &[Entry]) -> Option<(String, BySide<u32>)> {
    let text = bench.source.text();
    let this = bench.record.games.get(game)?;
    let [Some(zero), Some(one)] = &this.players.0 else { return None };
    let (a, b) = (zero.score?, one.score?);
    let after = bench.score_after(game, entries, this.points()?)?;
    let start = line_start(text, zero.name.span.start) as usize;
    let stop = line_stop(text, zero.name.span.start) as usize;
    let left = text.get(start..a.span.start as usize)?;
    let middle = text.get(a.span.end as usize..b.span.start as usize)?;
    let right = text.get(b.span.end as usize..stop)?;
    Some((format!("{left}{}{middle}{}{right}", after[Side::Zero], after[Side::One]), after))
}

/// Returns the reading that inserts both lines of a game's head before a row: after a result, the rows are numbered from
/// 1 again.
pub(super) fn lost_head(bench: &Bench<'_>, game: usize, entry: usize) -> Option<Reading> {
    let this = bench.record.games.get(game).filter(|_| bench.format.name == mat::FORMAT.name)?;
    let (before, rest) = this.entries.split_at_checked(entry)?;
    let row = rest.first().filter(|row| row.row == Some(1))?;
    let last = before.iter().rfind(|entry| entry.written != Written::Empty)?;
    if !matches!(last.written, Written::Wins { .. }) {
        return None;
    }
    let (line, BySide([a, b])) = next_players(bench, game, before)?;
    let number = this.number.map_or_else(|| number(bench, game), |number| number.value).saturating_add(1);
    let text = bench.source.text();
    let (at, end) = (line_start(text, row.span.start), line_end(text));
    // As the game's own heading is written.
    let own = this.number.map(|number| line_start(text, number.span.start)..number.span.start);
    let own = own.and_then(|own| text.get(own.start as usize..own.end as usize));
    let heading = own.filter(|own| own.trim() == "Game").unwrap_or(" Game ");
    let above = text.get(..at as usize)?;
    let is_apart = above[above.trim_end().len()..].matches(end).count() > 1;
    let gap = if is_apart { "" } else { end };
    let edit = Edit::insert(at, format!("{gap}{heading}{number}{end}{line}{end}"));
    let message = format!("insert `Game {number}` and the players with the score {a}-{b}");
    // The record doesn't contain the score.
    Some(Reading::new(Class::Head, 0.5, message, game, [edit]).unsafe_())
}

/// Returns the reading that a number after a name is a score without its colon: `Ann 1`, `Ann; 1`.
fn colon(bench: &Bench<'_>, game: usize) -> Option<Reading> {
    let games = &bench.record.games;
    Side::ALL.into_iter().find_map(|side| {
        let player = games[game].players[side].as_ref().filter(|player| player.score.is_none())?;
        let text = bench.source.slice(player.name.span);
        let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let name = before.trim_end_matches([' ', '\t', ';', '.', ',', '=', '-', '\u{FF1A}']);
        let digits = &text[before.len()..];
        if name.is_empty() || before.len() == name.len() || digits.is_empty() {
            return None;
        }
        let words = format!("{name} : {digits}");
        let message = format!("write `{words}` for `{text}`");
        let edit = Edit::new(player.name.span, words);
        let reading = Reading::new(Class::Spelling, 0.3, message, game, [edit]);
        // A name may end with a number.
        Some(reading.safe_if(games.iter().any(|game| game.name(side) == Some(name))))
    })
}

/// Returns the reading that the left score lacks its colon, so that it was read as part of the right name: `Ann   1   Bob`.
fn left_colon(bench: &Bench<'_>, game: usize) -> Option<Reading> {
    let games = &bench.record.games;
    let [Some(zero), Some(one)] = &games[game].players.0 else { return None };
    let text = bench.source.slice(one.name.span);
    let right = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - right.len()];
    if zero.score.is_some() || zero.name.value.is_empty() || digits.is_empty() || !right.starts_with("   ") {
        return None;
    }
    let message = format!("write `{} : {digits}`, with the colon", super::name(bench, game, Side::Zero));
    let edit = Edit::insert(zero.name.span.end, " :");
    let reading = Reading::new(Class::Spelling, 0.3, message, game, [edit]);
    // A name may begin with a number.
    let names = [Some(zero.name.value.as_str()), Some(right.trim())];
    Some(reading.safe_if(games.iter().any(|other| other.names() == names)))
}

/// Returns the reading that a line of names and scores lacks both colons, `Ann 1   Bob 0`, or has other signs there or
/// between the players, `Ann (1) vs Bob (0)`.
fn colons(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Option<Reading> {
    let games = &bench.record.games;
    let [Some(zero), Some(one)] = &games[game].players.0 else { return None };
    let (line, a, b) = (finding.primary.span, zero.score?, one.score?);
    if bench.source.slice(line).contains(':') || !line.holds(a.span) || !line.holds(b.span) {
        return None;
    }
    // A name may end with a number, but a match begins at 0-0.
    let names = games[game].names();
    let mut others = games.iter().enumerate().filter(|(at, _)| *at != game);
    let is_nil = game == 0 && (a.value, b.value) == (0, 0);
    let is_known = is_nil || others.any(|(_, other)| other.names() == names);
    let has_sign = |start: u32, end: u32| {
        let between = bench.source.text().get(start as usize..end as usize);
        between.is_none_or(|text| !text.trim().is_empty())
    };
    if has_sign(a.span.end, one.name.span.start) || has_sign(b.span.end, line.end) {
        // More is wrong than the colons.
        let words = format!("{} : {}   {} : {}", zero.name.value, a.value, one.name.value, b.value);
        let message = format!("write `{words}`");
        let reading = Reading::new(Class::Spelling, 0.3, message, game, [Edit::new(line, words)]);
        return Some(reading.safe_if(is_known));
    }
    let edits = [zero, one].map(|player| {
        let end = player.name.span.end;
        // A sign may stand there in place of the colon.
        let between = Span { start: end, end: player.score.map_or(end, |score| score.span.start) };
        let is_blank = bench.source.slice(between).trim().is_empty();
        if is_blank { Edit::insert(end, " :") } else { Edit::new(between, " : ") }
    });
    let reading = Reading::new(Class::Spelling, 0.3, "write colons before the scores", game, edits);
    Some(reading.safe_if(is_known))
}

/// Returns the player whose double has no answer, and the points that a pass brings, where nothing follows the double.
fn unanswered(bench: &Bench<'_>, game: usize) -> Option<(Side, u32)> {
    let entries = &bench.record.games[game].entries;
    let last = entries.iter().rposition(|entry| entry.written != Written::Empty)?;
    let Written::Cube { value, .. } = &entries[last].written else { return None };
    let points = value.as_ref().map_or(bench.cube(game, last).value, |value| value.value / 2);
    Some((entries[last].side?, points))
}

/// Returns readings that insert the missing result, after a double with the pass that it shows.
fn result(bench: &Bench<'_>, game: usize, is_over: bool) -> Vec<Reading> {
    let before = bench.record.games[game].entries.len();
    let offer = unanswered(bench, game);
    let is_resigned = !bench.is_played_out(game);
    let reading = |side: Side, won: Won| {
        let (name, points) = (super::name(bench, game, side), won.points);
        let won_points = many(points.into(), "point");
        if offer == Some((side, points)) {
            let message = format!("insert the pass and the result: {name} wins {won_points}");
            let cells = vec![(!side, Words::Pass), (side, Words::Wins { points, is_resigned: false })];
            return won.reading(message, game, Change::Insert { before, cells });
        }
        let message = format!("insert the result: {name} wins {won_points}");
        let cells = vec![(side, Words::Wins { points, is_resigned })];
        let reading = won.reading(message, game, Change::Insert { before, cells });
        // The answer to a double may be missing, too.
        reading.safe_if(offer.is_none())
    };
    let all = Side::ALL.into_iter().flat_map(|side| {
        let won = worth(bench, game, side, is_over).into_iter();
        won.map(move |won| (side, won))
    });
    all.map(|(side, won)| reading(side, won)).collect()
}

/// Points that a side may have won.
#[derive(Clone, Copy)]
pub(super) struct Won {
    pub(super) points: u32,
    cost: f32,
    /// Whether the end of the game or the next score can show them.
    is_shown: bool,
}

impl Won {
    /// Returns the reading that writes these points.
    pub(super) fn reading(self, message: String, game: usize, change: Change) -> Reading {
        Reading::new(Class::Head, self.cost, message, game, [change]).safe_if(self.is_shown)
    }
}

/// Returns the points that a side may have won in a game: those that the next score shows, and, if the game is over, what
/// the cube makes of a single game, a gammon and a backgammon.
pub(super) fn worth(bench: &Bench<'_>, game: usize, side: Side, is_over: bool) -> Vec<Won> {
    let Some(last) = bench.record.games[game].entries.len().checked_sub(1) else { return Vec::new() };
    let cube = bench.cube(game, last).value.max(1);
    let score = |game: usize| Some(bench.record.games.get(game)?.score(side)?.value);
    let gained = score(game + 1).and_then(|next| Some(next - score(game)?));
    let gained = gained.and_then(|points| u32::try_from(points).ok()).filter(|points| *points > 0);
    let mut all = if is_over { vec![cube, 2 * cube, 3 * cube] } else { Vec::new() };
    all.extend(gained.filter(|points| !all.contains(points)));
    let is_shown = gained.is_some() || bench.is_played_out(game);
    let cost = |points: u32| if gained == Some(points) { 0.6 } else { 0.8 + 0.2 * (points / cube) as f32 };
    all.into_iter().map(|points| Won { points, cost: cost(points), is_shown }).collect()
}
