//! Results and the final score: the written ones compared with those of the games.

use super::findings::{Findings, Knowledge};
use super::game::{End, GameReplay};
use super::heads::Course;
use super::replay::LastGame;
use crate::board::{Board, Side};
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Severity, Span};
use crate::game::record::{MatchRecord, Spanned, headers};
use crate::game::{Action, Ending, MatchState, Phase, Rules};
use crate::rules::Outcome;

/// Checks a written result: `Wins 2 points and the match`.
pub(super) fn wins(
    replay: &mut GameReplay<'_>,
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
            replay.end_here(false);
        }
    }
    // Another number beside the points contradicts them: either may be wrong.
    let is_doubtful = points.is_some_and(|it| replay.findings.contradicting(span, it.span).is_some());
    let is_wrong = !is_doubtful && replay.findings.is_wrong_value(span, Knowledge::RESULT);
    let known = replay.end.and_then(|end| end.result.winner).or(replay.gave_up.map(|(loser, _)| !loser));
    let Some(winner) = side.or(known) else { return };
    match replay.end {
        Some(end) if end.written.is_some() => return repeated(replay, index, winner, points),
        Some(end) => finished(replay, index, end, winner, points),
        None => given_up(replay, index, winner, points),
    }
    replay.result_reported |= is_wrong;
    if is_doubtful && replay.result_reported {
        replay.findings.fold(span, Knowledge::RESULT);
    }
    if let Some(end) = &mut replay.end {
        end.written = Some(span);
        end.is_guessed &= points.is_none();
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
            format!("{} has {} of {} points", replay.name(winner), score.points[winner], rules.length)
        };
        let finding = Diagnostic::of(Code::ScoreMatchClaim, claim).label(label);
        replay.report(index, finding, Knowledge::ALL, Knowledge::NONE);
    }
}

/// Replays a written end without a winner: `Draw`, `Abandoned`.
pub(super) fn drawn(replay: &mut GameReplay<'_>, index: usize) {
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
            let finding = Diagnostic::of(Code::ScoreWinner, span)
                .label(format!("{} won the game", replay.name(winner)))
                .see(written, "the result");
            report_result(replay, index, finding, Knowledge::ALL);
        }
        None if replay.state.apply(Side::Zero, &Action::Draw).is_ok() => replay.end_here(false),
        None => return,
    }
    if let Some(end) = &mut replay.end {
        end.written = end.written.or(Some(span));
    }
}

/// Reports a second result of the same game.
fn repeated(replay: &mut GameReplay<'_>, index: usize, winner: Side, points: Option<Spanned<u32>>) {
    let Some(end) = replay.end else { return };
    if Some(winner) == end.result.winner && points.is_none_or(|points| points.value == end.result.points) {
        return;
    }
    let finding = Diagnostic::of(Code::TurnAfterEnd, replay.game.entries[index].span)
        .label("another result")
        .see(end.written, "the result");
    report_result(replay, index, finding, Knowledge::ALL);
}

/// Checks a result after the end of a game that was played out or passed.
fn finished(replay: &mut GameReplay<'_>, index: usize, end: End, winner: Side, points: Option<Spanned<u32>>) {
    let span = replay.game.entries[index].span;
    let result = end.result;
    if let Some(other) = result.winner.filter(|other| *other != winner) {
        let finding =
            Diagnostic::of(Code::ScoreWinner, span).label(format!("{} won the game", replay.name(other)));
        return report_result(replay, index, finding, Knowledge::ALL);
    }
    let Some(points) = points else { return no_number(replay, index, span) };
    let is_open = jacoby_may_hold(replay, &end);
    if points.value == result.points || (is_open && points.value == result.cube) {
        if is_open && result.points != result.cube {
            counted(replay, index, points.span, points.value == result.cube);
        }
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
        _ if result.ending == Ending::Passed => "a passed double".to_owned(),
        Some(outcome) => format!("a {outcome}"),
        None => "an award".to_owned(),
    };
    let outcome = result.outcome.filter(|_| result.ending != Ending::Passed);
    let label = match outcome.filter(|outcome| *outcome != Outcome::Single) {
        Some(outcome) if replay.state.multiplier(outcome) == 1 => by_jacoby(result.cube),
        _ => {
            let worth = many(result.points.into(), "point");
            format!("{what} with the cube at {} is worth {worth}", result.cube)
        }
    };
    let finding = Diagnostic::of(Code::ScoreResult, points.span).label(label);
    report_result(replay, index, finding, Knowledge::ALL);
}

/// Returns `true` if a gammon may have counted only as a single game because no rules are stated.
fn jacoby_may_hold(replay: &GameReplay<'_>, end: &End) -> bool {
    replay.state.rules().is_money()
        && !replay.jacoby_known
        && replay.state.cube().owner.is_none()
        && end.result.ending != Ending::Passed
}

/// Reports a gammon with a centred cube that counts otherwise than an earlier one: where no rule is stated, the first one
/// shows which holds in the session.
fn counted(replay: &mut GameReplay<'_>, index: usize, span: Span, by_jacoby: bool) {
    if replay.findings.unsure(Knowledge::ALL) {
        return;
    }
    let here = replay.game.number.map_or(replay.index as u32 + 1, |number| number.value);
    let (first, game) = *replay.gammons.by_results.get_or_insert((by_jacoby, here));
    if first != by_jacoby {
        let [first_way, this_way] = if first { ["by", "without"] } else { ["without", "by"] };
        let finding = Diagnostic::of(Code::ScoreResult, span).label(format!(
            "game {game} counts its gammon {first_way} the Jacoby rule, this one {this_way} it"
        ));
        report_result(replay, index, finding, Knowledge::ALL);
    }
}

/// Replays a result in the middle of a game: its loser has resigned, or the points were awarded.
fn given_up(replay: &mut GameReplay<'_>, index: usize, winner: Side, points: Option<Spanned<u32>>) {
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
        return resign_unpriced(replay, winner);
    };
    // After a double, a result can stand for the pass; any other result leaves out the answer, unless the record shows
    // who gave up.
    if let Phase::ToAnswerDouble(offer) = replay.state.phase()
        && replay.gave_up.is_none()
        && (winner == offer.responder || points.value > replay.state.cube().value)
    {
        replay.settle_offer(index, winner);
        // How the game ended is reported, and so perhaps its result.
        replay.result_reported |= offer.beavers == 0;
    }
    let cube = replay.state.cube().value;
    let worth = |outcome| cube * replay.state.multiplier(outcome);
    let outcome = replay.state.rules().outcome_worth(points.value, replay.state.cube());
    if let Some(outcome) = outcome {
        let has_borne_off = replay.state.board_of(!winner).lanes()[Board::OFF] != 0;
        let other = replay.gave_up.and_then(|(_, lost)| lost.filter(|lost| lost.value != points.value));
        if let Some(lost) = other {
            let label = format!("the result is {}", many(points.value.into(), "point"));
            let finding = Diagnostic::of(Code::ScoreResult, lost.span).label(label);
            report_result(replay, index, finding.see(points.span, "the result"), Knowledge::ALL);
        } else if outcome != Outcome::Single && has_borne_off {
            let label = format!("{} has borne off a checker, so it isn't a {outcome}", replay.name(!winner));
            let finding = Diagnostic::of(Code::ScoreResultUnproven, points.span).label(label);
            report_result(replay, index, finding, Knowledge::ALL);
        } else if outcome != Outcome::Single
            && replay.state.rules().is_money()
            && !replay.jacoby_known
            && replay.state.cube().owner.is_none()
        {
            counted(replay, index, points.span, false);
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
    let mut finding = not_worth(replay.state, points);
    if replay.findings.contradicting(span, points.span).is_some() {
        // The line contradicts itself.
        finding = finding.severity(Severity::Error);
    }
    report_result(replay, index, finding, Knowledge::TURN | Knowledge::CUBE);
    let award = points.value.min(if replay.state.rules().is_money() { cube * 3 } else { needed });
    if replay.state.apply(winner, &Action::Award(award)).is_ok() {
        replay.end_here(false);
    }
}

/// Returns the finding on points that no game with the present cube is worth.
fn not_worth(state: &MatchState, points: Spanned<u32>) -> Diagnostic {
    let cube = state.cube().value;
    let is_cut = state.multiplier(Outcome::Gammon) == 1;
    let (code, label) = if is_cut && [2, 3].contains(&(points.value / cube)) {
        (Code::ScoreResult, by_jacoby(cube))
    } else {
        let label = format!("with the cube at {cube} a game is worth {cube}, {} or {}", 2 * cube, 3 * cube);
        (if points.value == 0 { Code::ScoreResult } else { Code::ScoreResultUnproven }, label)
    };
    Diagnostic::of(code, points.span).label(label)
}

/// The words for a gammon that counts as a single game.
fn by_jacoby(cube: u32) -> String {
    format!("under the Jacoby rule a game is worth {cube}, as the cube wasn't turned")
}

/// Returns the outcome for the points of an offered resignation. Points that no game is worth are reported, and
/// count as a single one.
pub(super) fn offered(replay: &mut GameReplay<'_>, index: usize, by: Side, points: Spanned<u32>) -> Outcome {
    let cube = replay.state.cube().value;
    let needed = replay.state.score().away(!by, replay.state.rules());
    let is_cut = points.value == needed && needed > 0 || replay.cut_to == Some(points.value);
    let fits = |outcome: &Outcome| {
        let worth = cube * replay.state.multiplier(*outcome);
        worth == points.value || (is_cut && worth > points.value)
    };
    if let Some(outcome) = Outcome::ALL.into_iter().find(fits) {
        return outcome;
    }
    let finding = not_worth(replay.state, points);
    report_result(replay, index, finding, Knowledge::TURN | Knowledge::CUBE);
    Outcome::Single
}

/// Returns the outcome of a resignation whose points aren't recorded, if the score after the game shows it.
pub(super) fn shown_by_score(replay: &GameReplay<'_>, winner: Side) -> Option<Outcome> {
    let (before, (after, _)) = (replay.before.points, replay.after?);
    let won = after[winner].checked_sub(before[winner]).filter(|_| after[!winner] == before[!winner])?;
    replay.state.rules().outcome_worth(won, replay.state.cube())
}

/// Ends the game by a resignation whose points aren't recorded: with those that the next score shows, or else as a
/// single game.
fn resign_unpriced(replay: &mut GameReplay<'_>, winner: Side) {
    let outcome = shown_by_score(replay, winner).unwrap_or(Outcome::Single);
    resign(replay, winner, outcome);
    if let Some(end) = &mut replay.end {
        end.is_guessed = true;
    }
}

/// Ends the game by a resignation.
fn resign(replay: &mut GameReplay<'_>, winner: Side, outcome: Outcome) {
    let state = &mut *replay.state;
    replay.resigned_in = Some(state.clone());
    if state.phase() == Phase::OpeningRoll {
        let points = state.cube().value * state.multiplier(outcome);
        let _ = state.apply(winner, &Action::Award(points));
    } else {
        let _ = state.apply(!winner, &Action::Resign(outcome));
        let _ = state.apply(winner, &Action::AcceptResignation);
    }
    replay.end_here(false);
}

/// Reports that a written result is wrong; a contradiction with the next score is then no second mistake.
fn report_result(replay: &mut GameReplay<'_>, index: usize, finding: Diagnostic, depends: Knowledge) {
    replay.overrule(index);
    // If it is folded into an earlier finding, it isn't about the result itself.
    replay.result_reported |= !replay.findings.unsure(depends);
    replay.report(index, finding, depends, Knowledge::RESULT);
}

fn no_number(replay: &mut GameReplay<'_>, index: usize, span: Span) {
    let finding = Diagnostic::of(Code::ScoreResult, span).label("the number of points is missing");
    report_result(replay, index, finding, Knowledge::ALL);
}

fn capped(replay: &mut GameReplay<'_>, index: usize, span: Span) {
    let finding = Diagnostic::of(Code::ScoreCapped, span);
    replay.report(index, finding, Knowledge::NONE, Knowledge::NONE);
}

/// Ends a game whose loser gave up according to the record, without a result after it.
pub(super) fn finish(replay: &mut GameReplay<'_>) {
    if replay.end.is_none()
        && let Some((loser, points)) = replay.gave_up
    {
        match points {
            Some(_) => given_up(replay, replay.game.entries.len() - 1, !loser, points),
            None => resign_unpriced(replay, !loser),
        }
    }
}

/// Checks what is known once the last game is over.
pub(super) fn at_end(
    record: &MatchRecord,
    (state, last): (&MatchState, &LastGame),
    course: &Course,
    findings: &mut Findings,
) {
    let rules = state.rules();
    let Some(game) = record.games.last() else { return };
    if let Some(end) = last.end
        && !rules.is_money()
        && !last.unsure
        && course.after_end.is_none()
        && state.score().match_winner(rules).is_none()
    {
        let place = end.written.unwrap_or(game.heading);
        let score = state.score().points.0;
        let finding = Diagnostic::of(Code::MatchUnfinished, place)
            .label(format!("{}-{} in a match to {}", score[0], score[1], rules.length));
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
    }
    compare_galaxy_score(record, state, last, findings);
    count_games(record, rules, findings);
}

/// Compares the games with the number after which the session ends.
fn count_games(record: &MatchRecord, rules: &Rules, findings: &mut Findings) {
    let (Some(most), Some(header)) = (rules.games, record.header(headers::GAMES)) else { return };
    let before =
        record.games.first().and_then(|game| game.number).map_or(0, |first| first.value.saturating_sub(1));
    let count = before.saturating_add(record.games.len() as u32);
    if header.value.value.parse() == Ok(most) && count > most {
        let label = format!(
            "the session ends after {}, but the record has game {count}",
            many(u64::from(most), "game")
        );
        let finding = Diagnostic::of(Code::HeaderInvalid, header.value.span).label(label);
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
    }
}

/// Returns `true` for a record of Backgammon Galaxy.
pub(super) fn is_galaxy(record: &MatchRecord) -> bool {
    record.header("Site").is_some_and(|site| site.value.value.replace(' ', "") == "BackgammonGalaxy")
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
            findings.report(finding, Knowledge::NONE, Knowledge::NONE);
            return;
        }
    }
}
