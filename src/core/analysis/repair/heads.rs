//! Readings of the text at the head and the end of a game: names, scores, numbers, results.

use super::actions::{Action, entry_at};
use super::bench::{Bench, Key};
use super::frame::{Won, game_start, worth};
use super::reading::{Class, Reading};
use super::scores::is_worth;
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::diag::lines::line_start;
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::formats::changes::{Change, Words};
use crate::formats::{fibs, javafibs};
use crate::game::record::{Entry, GameRecord, PlayerScore, Written};

/// Scores up to this one are tried one by one.
const MOST_POINTS: u32 = 64;

/// Returns the lines of a text from a place on that aren't blank: where they begin, and their words.
fn lines(text: &str, from: usize) -> impl Iterator<Item = (usize, String)> {
    let mut at = from;
    let all = text.get(from..).unwrap_or_default().split_inclusive(['\n', '\r']).map(move |line| {
        at += line.len();
        let words = line.split(|c: char| c.is_whitespace() || c == ':').filter(|word| !word.is_empty());
        (at - line.len(), words.collect::<Vec<_>>().join(" "))
    });
    all.filter(|(_, words)| !words.is_empty())
}

/// Returns the line above one that begins at `start`, up to that, if it has the same words.
fn line_above(text: &str, start: usize) -> Option<Span> {
    let (_, words) = lines(text, start).next()?;
    let above = text[..start].trim_end();
    let first = line_start(above, above.len() as u32) as usize;
    let is_same = lines(above, first).next().is_some_and(|(_, other)| other == words);
    is_same.then(|| Span::new(first, start))
}

/// Returns the reading that deletes the head of a game, or its end, where the next line begins a copy of it and nothing
/// stands in between.
pub(super) fn copy(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Reading> {
    let at = finding.primary.span.start;
    let games = &bench.record.games;
    let here = bench.game_at(at)?;
    let is_head = matches!(
        finding.code,
        Code::MatScoreLine | Code::GameUnfinished | Code::MatGameNumber | Code::MatGameMissing
    );
    if !is_head && finding.code != Code::RecordValue {
        return None;
    }
    let text = bench.source.text();
    let begin = |game: &GameRecord| line_start(text, game.heading.start) as usize;
    let deleted = |game: usize, gone: Span| {
        let first = text[gone.range()].lines().next().unwrap_or_default();
        let words = first.split_whitespace().collect::<Vec<_>>().join(" ");
        let message = format!("delete the repeated `{words}`");
        Reading::new(Class::Spelling, 0.3, message, game, [Edit::delete(gone)])
    };
    if finding.code == Code::MatScoreLine
        && let Some(line) = line_above(text, line_start(text, at) as usize)
    {
        return Some(deleted(here, line));
    }
    let of = |game: usize| {
        let next = games.get(game + 1).filter(|_| games[game].entries.is_empty())?;
        let (start, end) = (begin(&games[game]), begin(next));
        let own: Vec<(usize, String)> = lines(text.get(..end)?, start).collect();
        let after: Vec<(usize, String)> = lines(text, end).take(own.len()).collect();
        let is_same = |(one, other): (&(usize, String), &(usize, String))| one.1 == other.1;
        let is_copy =
            |len: &usize| *len <= after.len() && own[own.len() - len..].iter().zip(&after).all(is_same);
        let len = (1..=own.len()).rev().find(is_copy)?;
        let (from, _) = own[own.len() - len];
        Some(deleted(game, Span::new(from, end)))
    };
    [Some(here), here.checked_sub(1)].into_iter().flatten().find_map(of)
}

/// Returns the reading that deletes a game that occurs twice: the lines of two games are the same.
pub(super) fn repeated(bench: &Bench<'_>, finding: &Diagnostic) -> Option<Reading> {
    let is_told = matches!(finding.code, Code::MatGameNumber | Code::RecordValue | Code::ScoreContradiction);
    let games = &bench.record.games;
    let at = finding.primary.span.start;
    let here = bench.game_at(at).filter(|_| is_told)?;
    let (before, game) = (games.get(here.checked_sub(1)?)?, &games[here]);
    let is_at_head = game.entries.first().is_some_and(|first| at < first.span.start);
    if !is_at_head || before.number.map(|number| number.value) != game.number.map(|number| number.value) {
        return None;
    }
    let text = bench.source.text();
    let (first, second) = (game_start(text, before), game_start(text, game));
    let end = games.get(here + 1).map_or(text.len(), |next| game_start(text, next));
    let words = |from: usize, to: usize| {
        lines(text.get(..to).unwrap_or_default(), from).map(|(_, words)| words).collect::<Vec<_>>()
    };
    if words(first, second) != words(second, end) {
        return None;
    }
    let edit = Edit::delete(Span::new(first, second));
    Some(Reading::new(Class::Head, 0.5, "delete the repeated game", here - 1, [edit]).unsafe_())
}

/// Returns the readings for a finding about a head or a result.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let at = finding.primary.span.start;
    let games = &bench.record.games;
    let Some(game) = bench.game_at(at) else {
        let is_name = finding.code == Code::NamesChanged && !games.is_empty();
        return if is_name { stranger(bench, 0, finding) } else { Vec::new() };
    };
    match finding.code {
        Code::ScoreResult | Code::ScoreResultUnproven => {
            let mut all = points(bench, game, finding);
            all.extend(unstated(bench, finding));
            all.extend(passed(bench, game));
            all.extend(first_score(bench));
            all.extend(automatic_doubles(bench, game));
            if finding.code == Code::ScoreResult && !bench.is_played_out(game) {
                // A result that would have ended the match may be in the wrong column.
                all.extend(other_winner(bench, game));
            }
            all
        }
        Code::CubeCrawford | Code::CubeDead => first_score(bench),
        Code::MatCellUnreadable => unstated(bench, finding),
        Code::ScoreWinner => {
            other_winner(bench, game).into_iter().chain(points(bench, game, finding)).collect()
        }
        Code::ScoreContradiction | Code::ScoreOver | Code::ScoreNegative => {
            // A server may write the score above the heading of the game.
            let is_its_own = |it: &GameRecord| {
                let mut scores = Side::ALL.into_iter().filter_map(|side| it.score(side));
                scores.any(|score| score.span == finding.primary.span)
            };
            let game = games.iter().position(is_its_own).unwrap_or(game);
            let mut all = scores(bench, game);
            if let Some(before) = game.checked_sub(1) {
                all.extend(points(bench, before, finding));
                all.extend(passed(bench, before));
                all.extend(other_winner(bench, before));
                all.extend(first_score(bench));
            }
            all
        }
        Code::ScoreCrawford => {
            let reading = |is_crawford: bool, message: &str| {
                Reading::new(Class::Head, 0.6, message, game, [Change::Crawford(is_crawford)])
            };
            let deleted = reading(false, "delete the mark of the Crawford game");
            vec![reading(true, "mark the Crawford game"), deleted]
        }
        Code::NamesChanged => names(bench, game).into_iter().chain(stranger(bench, game, finding)).collect(),
        Code::MatGameNumber | Code::RecordValue => {
            let is_score =
                |side: Side| games[game].score(side).is_some_and(|score| score.span == finding.primary.span);
            let scores = Side::ALL.into_iter().any(is_score).then(|| scores(bench, game));
            numbers(bench, game, finding).into_iter().chain(scores.unwrap_or_default()).collect()
        }
        Code::ScoreMatchClaim => {
            let text = bench.source.slice(finding.primary.span);
            let start = bench.source.before(at).trim_end().len() as u32;
            let edit = Edit::delete(Span { start, end: finding.primary.span.end });
            let message = format!("delete `{text}`");
            let reading = Reading::new(Class::Head, 0.8, message, game, [edit]);
            // In the last game, the match length or the points may be wrong instead.
            vec![reading.safe_if(game + 1 < games.len())]
        }
        _ => Vec::new(),
    }
}

/// A name that differs in more letters is a different name.
const NAME: usize = 2;

/// Returns the cost of misreading one number as another. Digits that look alike cost less.
pub(super) fn unlike(was: i64, now: i64) -> f32 {
    let (was, now) = (was.to_string(), now.to_string());
    0.6 + 0.4 * crate::diag::distance(&was, &now) as f32
}

/// Returns readings with other points in a game's result; where a loss and a win state the same
/// points, both change.
fn points(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Vec<Reading> {
    let entries = &bench.record.games[game].entries;
    let told = |entry: &Entry| match entry.written {
        Written::Wins { points: Some(points), .. } | Written::Losses { points: Some(points), .. } => {
            Some(points.value)
        }
        _ => None,
    };
    let Some(was) = entries.iter().rev().find_map(told) else { return Vec::new() };
    let places: Vec<usize> = (0..entries.len()).filter(|at| told(&entries[*at]) == Some(was)).collect();
    let (start, next) = (bench.record.games[game].heading.start, bench.record.games.get(game + 1));
    let at = finding.primary.span.start;
    let is_here = at >= start && next.is_none_or(|next| at < next.heading.start);
    let elsewhere = if is_here { 0.0 } else { 0.3 };
    // If the game doesn't prove the result, the next score may.
    let is_proven = next.is_some() || bench.is_played_out(game);
    // Without a next score, the automatic doubles at the head of the game may be the wrong number.
    let begin = entries.first().map_or(start, |entry| entry.span.start);
    let is_unread = |key: &Key| key.0 == Code::RecordValue && (start..begin).contains(&key.1);
    let has_doubles = bench.rules.is_money()
        && next.is_none()
        && (bench.rules.automatic_doubles > 0 || bench.findings().iter().any(is_unread));
    let is_doubled = |points: u32| {
        let (less, more) = (was.min(points).max(1), was.max(points));
        has_doubles && more.is_multiple_of(less) && (more / less).is_power_of_two()
    };
    // Other games may count their gammons in the wrong way.
    let is_open = bench.may_count_by_jacoby(game);
    // In a match, the moves or a pass show what the game was worth.
    let is_shown = finding.code == Code::ScoreResult && bench.is_played_out(game) && !bench.rules.is_money();
    let shown = bench.unedited.ends.result(game).filter(|_| is_shown);
    let is_due = |points: u32| match shown {
        Some(result) => points == result.points,
        None => is_worth(points),
    };
    let most = was.saturating_mul(2).clamp(MOST_POINTS, 3 * MOST_POINTS);
    let possible = (1..=most).filter(|points| is_due(*points) || ends_or_leads(bench, game, *points));
    let reading = |points: u32| {
        let message = format!("write {} for the result, not {was}", many(points.into(), "point"));
        let changes = places.iter().map(|&entry| Change::Points { entry, points });
        let is_late = game == 0 && begins_late(bench);
        let is_known = is_proven && !is_doubled(points) && !is_late && !is_open;
        let cost = unlike(was.into(), points.into()) + elsewhere;
        Reading::new(Class::Head, cost, message, game, changes).safe_if(is_known && !is_gap(bench, game + 1))
    };
    possible.filter(|points| *points != was).map(reading).collect()
}

/// Returns `true` if a game of these points ends the match or leads to the next score: they may stand for more.
fn ends_or_leads(bench: &Bench<'_>, game: usize, points: u32) -> bool {
    let games = &bench.record.games;
    let (length, next) = (u32::from(bench.rules.length), games.get(game + 1).and_then(GameRecord::points));
    let fits = |before: BySide<u32>| {
        Side::ALL.into_iter().any(|side| {
            let after = before[side].saturating_add(points);
            after == length || next.is_some_and(|next| next[side] == after)
        })
    };
    points == length || [games[game].points(), bench.score_due(game)].into_iter().flatten().any(fits)
}

/// Returns readings with another number of automatic doubles at the head of a game in SGF: `CV[2]RE[W+2]`. No dice of
/// theirs are recorded, so nothing proves them.
fn automatic_doubles(bench: &Bench<'_>, game: usize) -> Vec<Reading> {
    let (text, this) = (bench.source.text(), &bench.record.games[game]);
    let result = this.entries.iter().rev().find(|entry| matches!(entry.written, Written::Wins { .. }));
    let has_doubles = bench.rules.is_money() && bench.rules.automatic_doubles > 0;
    let Some(result) = result.filter(|_| has_doubles && bench.format.name == "sgf") else {
        return Vec::new();
    };
    let start = this.heading.start as usize;
    let Some(root) = text.get(start..result.span.start as usize).and_then(|root| root.strip_suffix("RE["))
    else {
        return Vec::new();
    };
    let end = start + root.len();
    let written = root.rfind("CV[").map(|at| start + at);
    let place = written.and_then(|at| Some(Span::new(at, at + text[at..end].find(']')? + 1)));
    let was = this.automatic_doubles.unwrap_or(0);
    let reading = |doubles: u8| {
        let words = if doubles == 0 { String::new() } else { format!("CV[{}]", 1_u32 << doubles) };
        let message = match doubles {
            0 => "begin the game without an automatic double".to_owned(),
            _ => format!("begin the game with {}", many(doubles.into(), "automatic double")),
        };
        let edit = match place {
            Some(place) => Edit::new(place, words),
            None => Edit::insert(end as u32, words),
        };
        let cost = 0.9 + 0.1 * f32::from(doubles.abs_diff(was));
        Reading::new(Class::Head, cost, message, game, [edit]).unsafe_()
    };
    (0..=3).filter(|doubles| *doubles != was).map(reading).collect()
}

/// Returns readings with points in a result that has none.
fn unstated(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    let Some((game, entry)) = entry_at(bench, finding.primary.span) else { return Vec::new() };
    let result = &bench.record.games[game].entries[entry];
    let (Written::Wins { points: None, .. }, Some(side)) = (&result.written, result.side) else {
        return Vec::new();
    };
    let is_resigned = !bench.is_played_out(game);
    let reading = |won: Won| {
        let message = format!("write {} for the result", many(u64::from(won.points), "point"));
        let words = Words::Wins { points: won.points, is_resigned };
        won.reading(message, game, Change::Say { entry, words })
    };
    worth(bench, game, side, true).into_iter().map(reading).collect()
}

/// Returns the reading that the cube was passed, where a take is the last thing before the result.
fn passed(bench: &Bench<'_>, game: usize) -> Option<Reading> {
    let entries = &bench.record.games[game].entries;
    let is_act = |entry: &Entry| {
        !matches!(entry.written, Written::Empty | Written::Wins { .. } | Written::Losses { .. })
    };
    let last = entries.iter().rposition(is_act)?;
    let action = Action::new(bench, game, last)?;
    (entries[last].written == Written::Take).then(|| action.passed())
}

/// Returns readings that move the result to the other player's column.
fn other_winner(bench: &Bench<'_>, game: usize) -> Vec<Reading> {
    let entries = &bench.record.games[game].entries;
    let result = entries.iter().rposition(|entry| matches!(entry.written, Written::Wins { .. }));
    let Some(entry) = result else { return Vec::new() };
    let Some(side) = entries[entry].side else { return Vec::new() };
    let message = format!("make {} the winner of the game", super::name(bench, game, !side));
    vec![Reading::new(Class::Head, 0.9, message, game, [Change::OtherSide { entry }])]
}

/// Returns readings with other scores before a game.
fn scores(bench: &Bench<'_>, game: usize) -> Vec<Reading> {
    let score = |side: Side| bench.record.games[game].score(side).map(|score| score.value);
    let limit = match bench.rules.length {
        0 => MOST_POINTS,
        length => u32::from(length).min(MOST_POINTS),
    };
    let mut all = Vec::new();
    let around = sure_scores(bench, game);
    let agrees = |side: Side, points: i64| {
        around.is_none_or(|[before, due]| {
            let won = i64::from(due[side]) - i64::from(before[side]);
            let gained = points - i64::from(before[side]);
            // A session may count by the Jacoby rule, or with automatic doubles.
            let may_count = bench.rules.is_money() && won > 0 && gained > 0;
            gained == won || (may_count && (gained % won == 0 || won % gained == 0))
        })
    };
    for side in Side::ALL {
        let Some(was) = score(side) else { continue };
        if score(!side).is_some_and(|other| !agrees(!side, other)) {
            continue;
        }
        let is_possible =
            |due: &u32| *due >= limit && (bench.rules.is_money() || *due < u32::from(bench.rules.length));
        let due = around.map(|[_, due]| due[side]).filter(is_possible);
        let is_other = |points: &u32| i64::from(*points) != was && agrees(side, i64::from(*points));
        for points in (0..limit).chain(due).filter(is_other) {
            let cost = unlike(was, points.into());
            let message =
                format!("write the score {points} of {}, not {was}", super::name(bench, game, side));
            all.push(Reading::new(Class::Head, cost, message, game, [Change::Score { side, points }]));
        }
    }
    if let Some(BySide([a, b])) = bench.record.games[game].points()
        && a != b
    {
        let changes = [(Side::Zero, b), (Side::One, a)].map(|(side, points)| Change::Score { side, points });
        all.push(Reading::new(Class::Head, 1.1, "swap the two scores", game, changes));
    }
    // The record doesn't show what happened before its first game, nor in a game that may be missing or elsewhere.
    // Another session may begin at nil all.
    let is_begun = bench.rules.is_money() && Side::ALL.map(score) == [Some(0); 2];
    let is_known = game > 0 && !is_begun && !(game == 1 && begins_late(bench)) && is_counted(bench, None);
    for reading in &mut all {
        reading.may_be_safe = is_known;
    }
    all
}

/// Returns the scores before and after the game before, if its result is known, nothing is reported there, and neither a
/// missing game nor other names come in between.
fn sure_scores(bench: &Bench<'_>, game: usize) -> Option<[BySide<u32>; 2]> {
    let last = game.checked_sub(1)?;
    let (before, this) = (&bench.record.games[last], &bench.record.games[game]);
    let place = before.heading.start..this.heading.start;
    let is_reported = bench.findings().iter().any(|(_, at)| place.contains(at));
    let is_sure = !is_reported && !this.is_after_gap(before) && before.names() == this.names();
    Some([before.points()?, bench.score_due(game)?]).filter(|_| is_sure)
}

/// Returns readings with another score before the first game, if the record seems to begin in the middle of a match.
fn first_score(bench: &Bench<'_>) -> Vec<Reading> {
    if begins_late(bench) { scores(bench, 0) } else { Vec::new() }
}

/// Returns `true` if the numbers of the games follow each other, without that of one game. Otherwise games may be
/// missing, or in another order.
fn is_counted(bench: &Bench<'_>, except: Option<usize>) -> bool {
    let games = bench.record.games.iter().enumerate().filter(|(game, _)| Some(*game) != except);
    let mut firsts = games.filter_map(|(game, it)| Some(it.number?.value.checked_sub(game as u32)));
    let first = firsts.next();
    firsts.all(|other| Some(other) == first)
}

/// Returns `true` if no other game than this one has a number.
fn is_free(bench: &Bench<'_>, game: usize, number: u32) -> bool {
    let has_it = |it: &GameRecord| it.number.is_some_and(|own| own.value == number);
    !bench.record.games.iter().enumerate().any(|(other, it)| other != game && has_it(it))
}

/// Returns `true` if another finding is at the head of a game: the game may be in the wrong place.
fn has_other_finding(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> bool {
    let games = &bench.record.games;
    let end = games[game].entries.first().map(|entry| entry.span.start);
    let end = end.or_else(|| games.get(game + 1).map(|next| next.heading.start)).unwrap_or(u32::MAX);
    let target = (finding.code, finding.primary.span.start);
    let start = games[game].heading.start;
    bench.findings().iter().any(|key| *key != target && (start..end).contains(&key.1))
}

/// Returns `true` if a game has the same entries as an earlier one: it was copied twice.
fn is_repeated(bench: &Bench<'_>, game: usize) -> bool {
    let texts = |game: usize| {
        let entries = bench.record.games[game].entries.iter();
        entries.map(|entry| bench.source.slice(entry.span)).collect::<Vec<_>>()
    };
    let this = texts(game);
    (0..game).any(|earlier| texts(earlier) == this)
}

/// Returns `true` if a game's number is larger than the number due: games may be missing before it.
fn is_gap(bench: &Bench<'_>, game: usize) -> bool {
    let number = |game: usize| Some(bench.record.games.get(game)?.number?.value);
    let due =
        game.checked_sub(1).map_or(Some(1), |before| number(before).map(|number| number.saturating_add(1)));
    number(game).zip(due).is_some_and(|(number, due)| number > due)
}

/// Returns the advice on a number that is larger than the one due, where no other number explains it.
pub(super) fn missing_game(bench: &Bench<'_>, finding: &Diagnostic) -> Option<&'static str> {
    let is_at = |game: &GameRecord| game.number.is_some_and(|number| number.span == finding.primary.span);
    let game = bench.record.games.iter().position(is_at)?;
    // A finding on two swapped games shows the other one, too.
    let is_alone = finding.fixes.is_empty() && finding.secondary.is_empty();
    (is_alone && is_gap(bench, game))
        .then_some("add the games that are missing before it, or renumber it and the games after it")
}

/// Returns `true` if the first game doesn't begin at nil all, so that its score may be a mistake itself.
fn begins_late(bench: &Bench<'_>) -> bool {
    let score = |side: Side| bench.record.games[0].score(side);
    Side::ALL.into_iter().filter_map(score).any(|score| score.value != 0)
}

/// Returns readings with other names at the head of a game.
fn names(bench: &Bench<'_>, game: usize) -> Vec<Reading> {
    // Of two headings either may be the wrong one. Where the scores are exchanged too, they show which.
    let games = &bench.record.games;
    let named = |names: [Option<&str>; 2]| games.iter().filter(|other| other.names() == names).count();
    let [zero, one] = games[game].names();
    let agree = named([one, zero]);
    let swap = Reading::new(Class::Head, 0.7, "swap the two names", game, [Change::SwapNames]);
    let is_borne_out = agree > 1 && agree > named([zero, one]);
    let mut all = vec![swap.safe_if(is_borne_out)];
    if game == 1 {
        let message = "swap the two names of the first game";
        all.push(Reading::new(Class::Head, 0.75, message, 0, [Change::SwapNames]).unsafe_());
    }
    if let Some(BySide([zero, one])) = games[game].points()
        && zero != one
    {
        let message = "swap the two names and the two scores";
        let score = |side: Side, points: u32| Change::Score { side, points };
        let changes = [Change::SwapNames, score(Side::Zero, one), score(Side::One, zero)];
        // The columns below may be exchanged as well.
        all.push(Reading::new(Class::Head, 0.8, message, game, changes).safe_if(is_borne_out));
    }
    let beside = games.get(if game > 0 { game - 1 } else { 1 });
    for side in Side::ALL {
        let (Some(was), Some(name)) = (games[game].name(side), beside.and_then(|it| it.name(side))) else {
            continue;
        };
        // A number after the name is a score whose colon is missing.
        let has_score =
            was.strip_prefix(name).is_some_and(|rest| rest.contains(|c: char| c.is_ascii_digit()));
        if was != name && !has_score {
            let message = format!("write the name `{name}`, not `{was}`");
            // A different name may be that of another player, and of two names either may be the wrong one.
            let agree = games.iter().filter(|other| other.name(side) == Some(name)).count();
            let is_slip = agree > 1 && crate::diag::distance(was, name) <= NAME;
            let change = Change::Name { side, name: name.to_owned() };
            all.push(Reading::new(Class::Head, 0.9, message, game, [change]).safe_if(is_slip));
        }
    }
    all
}

/// Returns the readings with a player's name for one like it that is neither's, apart from the head of a game.
fn stranger(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Vec<Reading> {
    let span = finding.primary.span;
    let is_head = |player: &PlayerScore| player.name.span == span;
    if bench.record.games[game].players.0.iter().flatten().any(is_head) {
        return Vec::new();
    }
    let was = bench.source.slice(span);
    let mut names: Vec<&str> = bench.record.games[game].names().into_iter().flatten().collect();
    if [javafibs::FORMAT.name, fibs::FORMAT.name].contains(&bench.format.name) {
        // The owner of the file.
        names.push("You");
    }
    let unlike = |name: &str| crate::diag::distance(was, name);
    let count = |name: &str| bench.source.text().matches(name).take(3).count();
    let reading = |name: &&str| {
        let differing = unlike(name);
        let is_like = differing <= NAME.min(name.chars().count() / 2);
        // Of two names that are there once, either may be the wrong one.
        let is_in_it = usize::from(was.contains(*name));
        let is_sure = !was.is_empty() && count(was) == 1 && count(name) > 1 + is_in_it;
        let is_nearest = names.iter().filter(|other| unlike(other) <= differing).count() == 1;
        // A word beside the name may be something else, `l Alice` for `1 Alice`.
        let words = |text: &str| text.split_whitespace().count();
        let is_alone = words(was) <= words(name);
        let message = format!("write the name `{name}`, not `{was}`");
        let edit = Edit::new(span, *name);
        let reading = Reading::new(Class::Head, 0.6 + 0.1 * differing as f32, message, game, [edit]);
        is_like.then_some(reading.safe_if(is_sure && is_nearest && is_alone))
    };
    names.iter().filter_map(reading).collect()
}

/// Returns the reading with another number of a game, in the record's own count: SGF counts from 0.
fn renumbered(bench: &Bench<'_>, game: usize, number: u32) -> Reading {
    let changes = [Change::GameNumber(number)];
    let place = bench.record.games[game].number.map(|number| number.span);
    let written = bench.edits(game, &changes).zip(place).map(|(edits, place)| bench.with(place, &edits));
    let which = if game == 0 { "first game" } else { "game" };
    let written = written.unwrap_or_else(|| number.to_string());
    let message = format!("renumber the {which}: {}", written.trim());
    Reading::new(Class::Head, 0.6, message, game, changes)
}

/// Returns readings with another game number, or another match length where each game states it.
fn numbers(bench: &Bench<'_>, game: usize, finding: &Diagnostic) -> Vec<Reading> {
    let span = finding.primary.span;
    let text = bench.source.slice(span);
    let mut all = Vec::new();
    if bench.record.games[game].entries.iter().any(|entry| entry.span.holds(span)) {
        return all;
    }
    if bench.record.games[game].number.is_some_and(|number| number.span == span) {
        let before = game.checked_sub(1).map(|before| &bench.record.games[before]);
        let number = before.and_then(|before| before.number).map_or(1, |it| it.value.saturating_add(1));
        let is_bare = before.is_some_and(|before| before.entries.is_empty());
        let is_else_right =
            !is_gap(bench, game) && !has_other_finding(bench, game, finding) && !is_repeated(bench, game);
        let fits = |game: usize, number: u32| {
            is_else_right && is_counted(bench, Some(game)) && is_free(bench, game, number)
        };
        all.push(renumbered(bench, game, number).safe_if(fits(game, number) && !is_bare));
        // The first number may be the wrong one, as the first game may have any.
        if game == 1
            && let Some(first) = bench.record.games[1].number.and_then(|number| number.value.checked_sub(1))
            && first > 0
        {
            // A smaller number may be right, with games missing after it.
            let is_else_right = !has_other_finding(bench, 0, finding) && bench.record.games.len() > 2;
            all.push(renumbered(bench, 0, first).safe_if(fits(0, first) && is_else_right));
        }
        return all;
    }
    let is_above = |entry: &Entry| span.end <= entry.span.start;
    if text.trim().parse::<u32>().is_ok()
        && bench.record.games[game].entries.first().is_none_or(is_above)
        && let Some(length) = bench.record.length
        && length.value.to_string() != text.trim()
    {
        let message = format!("write the match length {} for {}", length.value, text.trim());
        let edit = Edit::new(span, length.value.to_string());
        // The length at the first game may be the wrong one.
        all.push(Reading::new(Class::Head, 0.6, message, game, [edit]).unsafe_());
    }
    all
}
