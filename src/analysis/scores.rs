//! Results and scores: the written ones compared with those of the games.

use super::findings::{Findings, Knowledge};
use super::game::{End, GameReplay};
use super::replay::{LastGame, Moment, is_position};
use super::rules::StatedRules;
use crate::board::{Board, BySide, Side};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::record::{GameRecord, MatchRecord, Spanned, Written};
use crate::game::{Action, Ending, MatchState, Phase, Rules, Score};
use crate::rules::Outcome;

/// Checks a written result: `Wins 2 points and the match`.
pub(super) fn wins<F: FnMut(&Moment<'_>)>(
    replay: &mut GameReplay<'_, F>,
    index: usize,
    side: Option<Side>,
    points: Option<Spanned<u32>>,
    and_match: Option<Span>,
) {
    let span = replay.game.entries[index].span;
    if let Phase::ToAnswerResignation { by, .. } = replay.state.phase()
        && side != Some(by)
    {
        let before = replay.state.clone();
        if replay.state.apply(!by, &Action::AcceptResignation).is_ok() {
            replay.resigned_in = Some(before);
            end_here(replay);
        }
    }
    let known = replay.end.and_then(|end| end.result.winner).or(replay.gave_up.map(|(loser, _)| !loser));
    let Some(winner) = side.or(known) else { return };
    match replay.end {
        Some(end) if end.written.is_some() => return repeated(replay, index, winner, points),
        Some(end) => finished(replay, index, end, winner, points),
        None => given_up(replay, index, winner, points),
    }
    if let Some(end) = &mut replay.end {
        end.written = Some(span);
    }
    // OpenGammon also ends a money session like this: with the last game of its record.
    let is_over = replay.state.rules().is_money() && replay.until == u32::MAX;
    if let Some(claim) = and_match
        && !is_over
        && replay.state.score().match_winner(replay.state.rules()) != Some(winner)
    {
        let (rules, score) = (replay.state.rules(), replay.state.score());
        let label = if rules.is_money() {
            "a money session isn't a match".to_owned()
        } else {
            format!("{} of {} points", score.points[winner], rules.length)
        };
        let finding = Diagnostic::of(Code::ScoreMatchClaim, claim).label(label);
        replay.report(index, finding, Knowledge::ALL, Knowledge::NONE);
    }
}

/// Replays a written end without a winner: `Draw`, `Abandoned`.
pub(super) fn drawn<F: FnMut(&Moment<'_>)>(replay: &mut GameReplay<'_, F>, index: usize) {
    let span = replay.game.entries[index].span;
    let gave_up = replay.gave_up.filter(|_| replay.end.is_none());
    if let Some((loser, _)) = gave_up {
        let finding = Diagnostic::of(Code::ScoreWinner, span)
            .label(format!("{} conceded the game", replay.name(loser)));
        return report_result(replay, index, finding, Knowledge::ALL);
    }
    match replay.end {
        Some(End { result, written, .. }) => {
            let Some(winner) = result.winner else { return };
            let mut finding = Diagnostic::of(Code::ScoreWinner, span)
                .label(format!("{} won the game", replay.name(winner)));
            if let Some(written) = written {
                finding = finding.see(written, "the result");
            }
            report_result(replay, index, finding, Knowledge::ALL);
        }
        None if replay.state.apply(Side::Zero, &Action::Draw).is_ok() => end_here(replay),
        None => return,
    }
    if let Some(end) = &mut replay.end {
        end.written = end.written.or(Some(span));
    }
}

/// Reports a second result of the same game.
fn repeated<F: FnMut(&Moment<'_>)>(
    replay: &mut GameReplay<'_, F>,
    index: usize,
    winner: Side,
    points: Option<Spanned<u32>>,
) {
    let Some(end) = replay.end else { return };
    if Some(winner) == end.result.winner && points.is_none_or(|points| points.value == end.result.points) {
        return;
    }
    let mut finding =
        Diagnostic::of(Code::TurnAfterEnd, replay.game.entries[index].span).label("another result");
    if let Some(written) = end.written {
        finding = finding.see(written, "the result");
    }
    report_result(replay, index, finding, Knowledge::ALL);
}

/// Checks a result after the end of a game that was played out or passed.
fn finished<F: FnMut(&Moment<'_>)>(
    replay: &mut GameReplay<'_, F>,
    index: usize,
    end: End,
    winner: Side,
    points: Option<Spanned<u32>>,
) {
    let span = replay.game.entries[index].span;
    let result = end.result;
    if let Some(other) = result.winner.filter(|other| *other != winner) {
        let finding =
            Diagnostic::of(Code::ScoreWinner, span).label(format!("{} won the game", replay.name(other)));
        return report_result(replay, index, finding, Knowledge::ALL);
    }
    let Some(points) = points else { return no_number(replay, index, span) };
    if points.value == result.points || (jacoby_may_hold(replay, &end) && points.value == result.cube) {
        return;
    }
    let length = u32::from(replay.state.rules().length);
    let needed = length.saturating_sub(replay.state.score().points[winner] - result.points);
    // Some servers cut to the points needed, Backgammon Galaxy to the match length.
    let cut = points.value == needed || replay.cut_to == Some(points.value);
    if needed < result.points && cut && length > 0 {
        return capped(replay, index, points.span);
    }
    let what = match result.outcome {
        _ if result.ending == Ending::Passed => "a passed cube".to_owned(),
        Some(outcome) => format!("a {outcome}"),
        None => "an award".to_owned(),
    };
    let finding = Diagnostic::of(Code::ScoreResult, points.span)
        .label(format!("{what} with the cube at {} is worth {}", result.cube, result.points));
    report_result(replay, index, finding, Knowledge::ALL);
}

/// Returns `true` if a gammon may have counted only as a single game because no rules are stated.
fn jacoby_may_hold<F>(replay: &GameReplay<'_, F>, end: &End) -> bool {
    replay.state.rules().is_money()
        && !replay.jacoby_known
        && replay.state.cube().owner.is_none()
        && end.result.ending != Ending::Passed
}

/// Replays a result in the middle of a game: its loser has resigned, or the points were awarded.
fn given_up<F: FnMut(&Moment<'_>)>(
    replay: &mut GameReplay<'_, F>,
    index: usize,
    winner: Side,
    points: Option<Spanned<u32>>,
) {
    let span = replay.game.entries[index].span;
    if let Some((loser, _)) = replay.gave_up
        && loser == winner
    {
        let finding = Diagnostic::of(Code::ScoreWinner, span)
            .label(format!("{} conceded the game", replay.name(loser)));
        report_result(replay, index, finding, Knowledge::ALL);
    }
    let Some(points) = points else {
        no_number(replay, index, span);
        return resign(replay, winner, Outcome::Single);
    };
    // After a double, a result can stand for the pass; any other result leaves out the answer, unless the record shows
    // who gave up.
    if let Phase::ToAnswerDouble(offer) = replay.state.phase()
        && replay.gave_up.is_none()
        && (winner == offer.responder || points.value > replay.state.cube().value)
    {
        replay.settle_offer(index, winner);
    }
    let cube = replay.state.cube().value;
    let worth = |outcome| cube * replay.state.multiplier(outcome);
    let outcome = Outcome::ALL.into_iter().find(|&outcome| worth(outcome) == points.value);
    if let Some(outcome) = outcome {
        let has_borne_off = replay.state.board_of(!winner).lanes()[Board::OFF] != 0;
        if outcome != Outcome::Single && has_borne_off {
            let label = format!("{} has borne off a checker, so it isn't a {outcome}", replay.name(!winner));
            let finding = Diagnostic::of(Code::ScoreResultUnproven, points.span).label(label);
            report_result(replay, index, finding, Knowledge::ALL);
        }
        return resign(replay, winner, outcome);
    }
    let needed = replay.state.score().away(winner, replay.state.rules());
    let cut = Outcome::ALL.into_iter().find(|&outcome| worth(outcome) > points.value);
    let is_cut = points.value == needed || replay.cut_to == Some(points.value);
    if let Some(outcome) = cut.filter(|_| needed > 0 && is_cut) {
        capped(replay, index, points.span);
        return resign(replay, winner, outcome);
    }
    let jacoby = worth(Outcome::Gammon) == cube && [2, 3].contains(&(points.value / cube));
    let (code, label) = if jacoby {
        (
            Code::ScoreResult,
            format!("under the Jacoby rule a game is worth {cube}, as the cube wasn't turned"),
        )
    } else {
        let label = format!("with the cube at {cube} a game is worth {cube}, {} or {}", 2 * cube, 3 * cube);
        (if points.value == 0 { Code::ScoreResult } else { Code::ScoreResultUnproven }, label)
    };
    let finding = Diagnostic::of(code, points.span).label(label);
    report_result(replay, index, finding, Knowledge::TURN | Knowledge::CUBE);
    let award = points.value.min(if replay.state.rules().is_money() { cube * 3 } else { needed });
    if replay.state.apply(winner, &Action::Award(award)).is_ok() {
        end_here(replay);
    }
}

/// Ends the game by a resignation.
fn resign<F>(replay: &mut GameReplay<'_, F>, winner: Side, outcome: Outcome) {
    let state = &mut *replay.state;
    replay.resigned_in = Some(state.clone());
    if state.phase() == Phase::OpeningRoll {
        let points = state.cube().value * state.multiplier(outcome);
        let _ = state.apply(winner, &Action::Award(points));
    } else {
        let _ = state.apply(!winner, &Action::Resign(outcome));
        let _ = state.apply(winner, &Action::AcceptResignation);
    }
    end_here(replay);
}

/// Records that the game ended in a way that can't be proven.
fn end_here<F>(replay: &mut GameReplay<'_, F>) {
    if let Phase::GameOver(result) | Phase::MatchOver(result) = replay.state.phase() {
        replay.end = Some(End { result, proven: false, written: None });
    }
}

/// Reports that a written result is wrong; a contradiction with the next score is then no second mistake.
fn report_result<F: FnMut(&Moment<'_>)>(
    replay: &mut GameReplay<'_, F>,
    index: usize,
    finding: Diagnostic,
    depends: Knowledge,
) {
    replay.overrule(index);
    // If it is folded into an earlier finding, it isn't about the result itself.
    replay.result_reported = !replay.findings.unsure(depends);
    replay.report(index, finding, depends, Knowledge::RESULT);
}

fn no_number<F: FnMut(&Moment<'_>)>(replay: &mut GameReplay<'_, F>, index: usize, span: Span) {
    let finding = Diagnostic::of(Code::ScoreResult, span).label("the number of points is missing");
    report_result(replay, index, finding, Knowledge::ALL);
}

fn capped<F: FnMut(&Moment<'_>)>(replay: &mut GameReplay<'_, F>, index: usize, span: Span) {
    let finding = Diagnostic::of(Code::ScoreCapped, span);
    replay.report(index, finding, Knowledge::NONE, Knowledge::NONE);
}

/// Ends a game whose loser gave up according to the record, without a result after it.
pub(super) fn finish<F: FnMut(&Moment<'_>)>(replay: &mut GameReplay<'_, F>) {
    if replay.end.is_none()
        && let Some((loser, points)) = replay.gave_up
    {
        match points {
            Some(_) => given_up(replay, replay.game.entries.len() - 1, !loser, points),
            None => resign(replay, !loser, Outcome::Single),
        }
    }
}

/// Returns the score at a game's head, with its places. `None` if it is incomplete.
fn written_score(game: &GameRecord) -> Option<[Spanned<i64>; 2]> {
    match &game.players.0 {
        [Some(zero), Some(one)] => Some([zero.score?, one.score?]),
        _ => None,
    }
}

/// Returns the winner and the points written at the end of a game.
fn written_result(game: &GameRecord) -> Option<(Side, u32, Span)> {
    game.entries.iter().rev().find_map(|entry| match entry.written {
        Written::Wins { points: Some(points), .. } => Some((entry.side?, points.value, points.span)),
        _ => None,
    })
}

/// Checks the score at the head of a game, and returns the one to continue with.
pub(super) fn at_head(
    record: &MatchRecord,
    index: usize,
    state: &MatchState,
    last: &LastGame,
    stated: &StatedRules,
    findings: &mut Findings,
) -> Score {
    let expected = *state.score();
    let Some(written) = written_score(&record.games[index]) else { return still_on(expected, &stated.rules) };
    if let Some(negative) = written.iter().find(|score| score.value < 0) {
        let finding = Diagnostic::of(Code::ScoreNegative, negative.span);
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        return still_on(expected, &stated.rules);
    }
    let points = written.map(|score| u32::try_from(score.value).unwrap_or(u32::MAX));
    let told = Score { points: BySide(points), crawford_played: expected.crawford_played };
    let over = told.match_winner(&stated.rules);
    if over.is_some() && goes_on_after_the_end(record, index, told.points, &stated.rules) {
        return still_on(told, &stated.rules);
    }
    if let Some(winner) = over {
        let place = written[winner.index()].span;
        let mut finding = Diagnostic::of(Code::ScoreOver, place)
            .label(format!("the match is to {} points", stated.rules.length));
        if let Some(length) = record.length {
            finding = finding.see(length.span, "the match length");
        }
        if index > 0 && told != expected {
            finding = finding.note("the results of the earlier games don't add up to this score either");
        }
        // The results of the games before tell the score, if it can be one.
        let is_known = index > 0 && !last.unsure && expected.match_winner(&stated.rules).is_none();
        let is_sure = is_known || index == 0;
        let unsure = if is_sure { Knowledge::NONE } else { Knowledge::CUBE | Knowledge::RESULT };
        findings.report(finding, Knowledge::NONE, unsure);
        return still_on(if is_known { expected } else { told }, &stated.rules);
    }
    if index == 0 {
        // A position by itself isn't part of a record that could begin earlier.
        if points != [0, 0] && !is_position(&record.games[0]) {
            let place = written[0].span.to(written[1].span);
            let finding = Diagnostic::of(Code::ScoreStart, place);
            findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        }
        return told;
    }
    // In a money session every game may be on its own.
    let on_its_own = stated.rules.is_money() && points == [0, 0];
    let explained = fits_jacoby(last, state, &told, stated) || fits_automatic_doubles(last, state, &told);
    if told.points == expected.points || on_its_own || explained {
        return told;
    }
    if !last.unsure {
        let on_with = contradiction(record, index, &expected, &told, written, last, findings);
        return still_on(on_with, &stated.rules);
    }
    // The replay isn't sure of the result before, but the record has to agree with itself: with the written result, or
    // with any result where the written one was found to be wrong.
    let may_follow = last.result_reported && could_follow(record, index, told.points);
    match written_sum(record, index, &stated.rules) {
        Some(sum) if sum != told.points && !may_follow => {
            let expected = Score { points: sum, ..expected };
            let on_with = contradiction(record, index, &expected, &told, written, last, findings);
            still_on(on_with, &stated.rules)
        }
        _ => told,
    }
}

/// Returns `true` if the match was already over at the head of the game before, which reported it, and this score follows
/// from that game's.
fn goes_on_after_the_end(record: &MatchRecord, index: usize, told: BySide<u32>, rules: &Rules) -> bool {
    let Some(before) = index.checked_sub(1).map(|before| &record.games[before]) else { return false };
    let Some(written) = written_score(before).filter(|written| written.iter().all(|score| score.value >= 0))
    else {
        return false;
    };
    let mut points = BySide(written.map(|score| u32::try_from(score.value).unwrap_or(u32::MAX)));
    if (Score { points, crawford_played: false }).match_winner(rules).is_none() {
        return false;
    }
    if let Some((winner, won, _)) = written_result(before) {
        points[winner] = points[winner].saturating_add(won);
    }
    points == told
}

/// Returns `true` if some result of the game before leads from the score at its head to this one.
fn could_follow(record: &MatchRecord, index: usize, told: BySide<u32>) -> bool {
    let Some(before) = written_score(&record.games[index - 1]) else { return true };
    let won = |side: Side| i64::from(told[side]) - before[side.index()].value;
    Side::ALL.into_iter().all(|side| won(side) >= 0) && Side::ALL.into_iter().any(|side| won(side) == 0)
}

/// Returns the score at the head of the game before plus its result, all as written. `None` if a part is missing, the
/// players aren't the same, or the match would have been over before that game.
fn written_sum(record: &MatchRecord, index: usize, rules: &Rules) -> Option<BySide<u32>> {
    fn name(game: &GameRecord, side: Side) -> Option<&String> {
        game.players[side].as_ref().map(|player| &player.name.value)
    }
    let (before, game) = (&record.games[index - 1], &record.games[index]);
    if Side::ALL.into_iter().any(|side| name(before, side) != name(game, side)) {
        return None;
    }
    let mut sum = BySide(written_score(before)?.map(|score| u32::try_from(score.value).unwrap_or(u32::MAX)));
    if (Score { points: sum, crawford_played: false }).match_winner(rules).is_some() {
        return None;
    }
    let (winner, points, _) = written_result(before)?;
    sum[winner] = sum[winner].saturating_add(points);
    Some(sum)
}

/// Reports that the score at the head of a game contradicts the games before, and returns the one to continue with. The
/// mistake is in the score, or in a result that isn't proven.
fn contradiction(
    record: &MatchRecord,
    index: usize,
    expected: &Score,
    told: &Score,
    written: [Spanned<i64>; 2],
    last: &LastGame,
    findings: &mut Findings,
) -> Score {
    let follows = |score: &Score| {
        let (game, next) = (&record.games[index], record.games.get(index + 1)?);
        let (winner, points, _) = written_result(game)?;
        let mut sum = score.points;
        sum[winner] = sum[winner].saturating_add(points);
        let next = written_score(next)?.map(|score| u32::try_from(score.value).unwrap_or(u32::MAX));
        Some(sum.0 == next)
    };
    // The games that are missing before this one may have changed the score.
    let number = |index: usize| record.games[index].number.map(|number| number.value);
    let is_gap =
        number(index - 1).zip(number(index)).is_some_and(|(last, next)| next > last.saturating_add(1));
    let has_grown = (0..2).all(|side| told.points.0[side] >= expected.points.0[side]);
    if is_gap && has_grown {
        return *told;
    }
    let goes_on_with_told = follows(told) == Some(true);
    let result = written_result(&record.games[index - 1]);
    let proven = last.end.is_none_or(|end| end.proven);
    // A result that would have ended the match is wrong, because the match continued.
    let goes_on = goes_on_with_told || last.ended_match;
    if let (true, false, Some((_, _, place))) = (goes_on, proven, result) {
        let finding = Diagnostic::of(Code::ScoreResult, place)
            .label("the later scores contradict this result")
            .see(written[0].span.to(written[1].span), "the score after it");
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        return *told;
    }
    let side = usize::from(expected.points.0[0] == told.points.0[0]);
    let mut finding = Diagnostic::of(Code::ScoreContradiction, written[side].span)
        .label(format!("the earlier games add up to {}", expected.points.0[side]));
    if let Some((_, _, place)) = result {
        finding = finding.see(place, "the result before");
    }
    findings.report(finding, Knowledge::NONE, Knowledge::NONE);
    if goes_on_with_told { *told } else { *expected }
}

/// Applies what the record states about the Crawford game.
pub(super) fn crawford(record: &MatchRecord, index: usize, state: &mut MatchState, findings: &mut Findings) {
    let game = &record.games[index];
    let Some(told) = game.is_crawford.filter(|told| *told != state.is_crawford_game()) else { return };
    let (rules, score) = (state.rules(), state.score());
    let one_away = |side| score.away(side, rules) == 1;
    let possible = !told || (rules.crawford && one_away(Side::Zero) != one_away(Side::One));
    // The games before a record that begins later aren't known.
    if index == 0 && possible && score.points.0 != [0, 0] {
        return state.place_crawford(told);
    }
    let label = if told { "this can't be the Crawford game" } else { "this is the Crawford game" };
    let finding = Diagnostic::of(Code::ScoreCrawford, game.heading).label(label);
    findings.report(finding, Knowledge::NONE, Knowledge::NONE);
}

/// Returns a score with which a game can be played: neither player has reached the match length.
fn still_on(mut score: Score, rules: &Rules) -> Score {
    if !rules.is_money() {
        for side in Side::ALL {
            score.points[side] = score.points[side].min(u32::from(rules.length) - 1);
        }
    }
    score
}

/// Returns `true` if the Jacoby rule, which isn't stated, explains a score.
fn fits_jacoby(last: &LastGame, state: &MatchState, told: &Score, stated: &StatedRules) -> bool {
    let Some(end) = last.end else { return false };
    if stated.jacoby_known || !stated.rules.is_money() || end.result.points <= end.result.cube {
        return false;
    }
    let Some(winner) = end.result.winner else { return false };
    let mut points = state.score().points;
    points[winner] = points[winner] - end.result.points + end.result.cube;
    state.cube().owner.is_none() && points == told.points
}

/// Returns `true` if automatic doubles explain a score: a .mat record doesn't contain them, so all its cube values are
/// too small by the same factor.
fn fits_automatic_doubles(last: &LastGame, state: &MatchState, told: &Score) -> bool {
    let Some(end) = last.end else { return false };
    let Some(winner) = end.result.winner else { return false };
    (1..=state.rules().automatic_doubles.min(15)).any(|doubles| {
        let mut points = state.score().points;
        let more = end.result.points.saturating_mul((1 << doubles) - 1);
        points[winner] = points[winner].saturating_add(more);
        points == told.points
    })
}

/// Checks what is known once the last game is over.
pub(super) fn at_end(record: &MatchRecord, state: &MatchState, last: &LastGame, findings: &mut Findings) {
    let rules = state.rules();
    let Some(game) = record.games.last() else { return };
    if let Some(end) = last.end
        && !rules.is_money()
        && !last.unsure
        && state.score().match_winner(rules).is_none()
    {
        let place = end.written.unwrap_or(game.heading);
        let score = state.score().points.0;
        let finding = Diagnostic::of(Code::MatchUnfinished, place)
            .label(format!("{}-{} in a match to {}", score[0], score[1], rules.length));
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
    }
    compare_galaxy_score(record, state, last, findings);
}

/// Returns `true` for a record of Backgammon Galaxy.
pub(super) fn is_galaxy(record: &MatchRecord) -> bool {
    record.header("Site").is_some_and(|site| site.value.value.replace(' ', "") == "BackgammonGalaxy")
}

/// Returns `true` if the score at the head of a game whose names are exchanged is exchanged with them; otherwise only
/// the names are, by mistake.
pub(super) fn columns_exchanged(
    game: &GameRecord,
    state: &MatchState,
    last: &LastGame,
    stated: &StatedRules,
) -> bool {
    let expected = state.score();
    let Some(told) = written_score(game) else { return true };
    let points = BySide(told.map(|score| u32::try_from(score.value).unwrap_or(u32::MAX)));
    let fits = |points: BySide<u32>| {
        let told = Score { points, ..*expected };
        points == expected.points
            || fits_jacoby(last, state, &told, stated)
            || fits_automatic_doubles(last, state, &told)
    };
    !fits(points) || fits(points.swap())
}

/// Compares the final score that Backgammon Galaxy writes where others write ratings.
fn compare_galaxy_score(record: &MatchRecord, state: &MatchState, last: &LastGame, findings: &mut Findings) {
    if !is_galaxy(record) || last.unsure || last.end.is_none() || state.rules().is_money() {
        return;
    }
    for (side, key) in [(Side::Zero, "Player 1 Elo"), (Side::One, "Player 2 Elo")] {
        let Some(header) = record.header(key) else { continue };
        let Some(told) = header.value.value.split(',').next().and_then(|number| number.parse::<u32>().ok())
        else {
            continue;
        };
        let points = state.score().points[side];
        if told != points && told != points.min(u32::from(state.rules().length)) {
            let finding = Diagnostic::of(Code::ScoreHeader, header.value.span)
                .label(format!("the games add up to {points}"));
            return findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        }
    }
}
