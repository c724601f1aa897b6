//! The heads of games: their scores compared with the results of the games before.

use super::copies;
use super::exchanged::place_of_scores;
use super::findings::{Findings, Knowledge};
use super::replay::{LastGame, is_position, names_exchanged};
use super::rules::StatedRules;
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Span};
use crate::game::record::{GameRecord, MatchRecord, Spanned};
use crate::game::{MatchState, Rules, Score};

/// Returns the score at a game's head, with its places. `None` if it is incomplete.
fn written_score(game: &GameRecord) -> Option<[Spanned<i64>; 2]> {
    Some([game.score(Side::Zero)?, game.score(Side::One)?])
}

/// Returns the points of a score.
fn points_of(written: [Spanned<i64>; 2]) -> BySide<u32> {
    BySide(written.map(|score| u32::try_from(score.value).unwrap_or(u32::MAX)))
}

/// Returns points with those of a result.
pub(super) fn with(mut points: BySide<u32>, (winner, won): (Side, Spanned<u32>)) -> BySide<u32> {
    points[winner] = points[winner].saturating_add(won.value);
    points
}

/// Returns the score after a game and its place, as the head of the next game states it. `None` if it can't be compared
/// with the score before the game: games are missing in between, or the columns or the score begin anew.
pub(super) fn score_after(
    record: &MatchRecord,
    index: usize,
    rules: &Rules,
    course: &Course,
) -> Option<(BySide<u32>, Span)> {
    let next = record.games.get(index + 1)?;
    let (written, points) = (written_score(next)?, next.points()?);
    let is_over = (Score { points, crawford_played: false }).match_winner(rules).is_some();
    let is_apart = is_over
        || next.is_after_gap(&record.games[index])
        || course.has_set_score(index + 1)
        || names_exchanged(record, index + 1)
        || copies::is_copy(record, index + 1);
    (!is_apart).then(|| (points, written[0].span.to(written[1].span)))
}

/// How a session counts gammons with a centred cube where the Jacoby rule isn't stated, as far as its games show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gammons {
    /// Whether the first one in a result counts by the rule, and its game.
    pub(super) by_results: Option<(bool, u32)>,
    /// Whether the first one that a score follows counts by the rule, and its game.
    by_scores: Option<(bool, u32)>,
    /// Whether a score shows that the rule holds.
    pub(super) is_by_jacoby: bool,
}

/// The course of a match, as far as the heads of its games show it.
pub(super) struct Course {
    /// Whether every game of a session is on its own: all begin at nil all.
    on_their_own: bool,
    /// The finding that a game follows the end of the match.
    pub(super) after_end: Option<usize>,
    /// The score with which the match was won, where games follow.
    pub(super) won: Option<Score>,
    /// Which games have a score that was set.
    set_scores: Vec<bool>,
}

impl Course {
    /// Begins a match.
    pub(super) fn new(record: &MatchRecord, rules: &Rules) -> Self {
        let is_nil = |game: &GameRecord| {
            written_score(game).is_none_or(|score| score.iter().all(|score| score.value == 0))
        };
        let on_their_own = rules.is_money() && record.games.iter().all(is_nil);
        Self { on_their_own, after_end: None, won: None, set_scores: record.set_scores() }
    }

    /// Returns `true` if the score of a game, counted from 0, was set and needn't follow from the games before.
    fn has_set_score(&self, game: usize) -> bool {
        self.set_scores.get(game) == Some(&true)
    }

    /// Returns a score with which a game after the end of the match can be played. What the score tells of the cube and
    /// the result isn't known.
    fn play_on(&mut self, score: Score, finding: usize, rules: &Rules, findings: &mut Findings) -> Score {
        findings.mark(Knowledge::CUBE | Knowledge::RESULT, finding);
        self.after_end = Some(finding);
        still_on(score, rules)
    }
}

/// Checks the score at the head of a game, and returns the one to continue with.
pub(super) fn at_head(
    record: &MatchRecord,
    index: usize,
    (state, last): (&MatchState, &LastGame),
    stated: &StatedRules,
    course: &mut Course,
    findings: &mut Findings,
) -> Score {
    let (expected, rules) = (*state.score(), &stated.rules);
    let game = &record.games[index];
    let is_won = index > 0 && !last.unsure && expected.match_winner(rules).is_some();
    let Some(written) = written_score(game) else {
        if let (Some(finding), Some(won)) = (course.after_end, course.won) {
            return course.play_on(won, finding, rules, findings);
        }
        if is_won && record.games[index..].iter().all(|game| written_score(game).is_none()) {
            course.won = Some(expected);
            let finding = findings.report(won_before(game, &expected), Knowledge::NONE, Knowledge::NONE);
            return course.play_on(expected, finding, rules, findings);
        }
        return still_on(expected, rules);
    };
    if let Some(negative) = written.iter().find(|score| score.value < 0) {
        let finding = Diagnostic::of(Code::ScoreNegative, negative.span);
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        return still_on(expected, rules);
    }
    let points = points_of(written);
    let told = Score { points, crawford_played: expected.crawford_played };
    let over = told.match_winner(rules);
    if over.is_none() && course.has_set_score(index) {
        let is_away = Side::ALL.into_iter().any(|side| told.away(side, rules) == 1);
        return Score { crawford_played: told.crawford_played && is_away, ..told };
    }
    if over.is_some() && goes_on_after_the_end(record, index, told.points, rules) {
        return match course.after_end {
            Some(finding) => course.play_on(told, finding, rules, findings),
            None => still_on(told, rules),
        };
    }
    if let Some(winner) = over {
        let place = written[winner.index()].span;
        let mut finding = Diagnostic::of(Code::ScoreOver, place)
            .label(format!("the match is to {}", many(rules.length.into(), "point")))
            .see(record.length.map(|length| length.span), "the match length");
        if index > 0 && told != expected {
            finding = finding.note("the results of the earlier games don't add up to this score either");
        }
        let finding = findings.report_value(finding);
        // The results of the games before tell the score, if it can be one.
        if index > 0 && !last.unsure && !is_won {
            return expected;
        }
        course.won = course.won.or(is_won.then_some(expected));
        return course.play_on(told, finding, rules, findings);
    }
    if index == 0 {
        // A position by itself isn't part of a record that could begin earlier.
        if points.0 != [0, 0] && !is_position(&record.games[0]) {
            let place = written[0].span.to(written[1].span);
            let finding = Diagnostic::of(Code::ScoreStart, place);
            findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        }
        return told;
    }
    if is_won && points.0 == [0, 0] {
        let length = rules.length;
        let finding = won_before(game, &expected)
            .help(format!("the line `{length} point match` before it, if it begins another match"));
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        return Score { crawford_played: false, ..told };
    }
    let explained =
        fits_jacoby(last, state, &told, stated) || fits_automatic_doubles(last, state, &told, stated);
    if told.points == expected.points || course.on_their_own || explained {
        return told;
    }
    let known = if last.unsure {
        // The replay isn't sure of the result before, but the record has to agree with itself: with the written result,
        // or with any result where the written one was found to be wrong.
        let may_follow = last.result_reported && could_follow(record, index, told.points);
        let sum = written_sum(record, index, rules).filter(|sum| *sum != told.points && !may_follow);
        sum.map(|points| Score { points, ..expected })
    } else {
        Some(expected)
    };
    let Some(known) = known else { return told };
    let (on_with, finding) = contradiction(record, index, [&known, &told], written, (last, rules), findings);
    match finding {
        Some(finding) if on_with.match_winner(rules).is_some() => {
            course.play_on(on_with, finding, rules, findings)
        }
        _ => still_on(on_with, rules),
    }
}

/// Returns the finding that a game follows the end of the match, by the results of the games before.
fn won_before(game: &GameRecord, score: &Score) -> Diagnostic {
    let [zero, one] = score.points.0;
    Diagnostic::of(Code::ScoreOver, game.heading).label(format!("the match ended {zero}-{one} before it"))
}

/// Returns `true` if the match was already over at the head of the game before, which reported it, and this score follows
/// from that game's.
fn goes_on_after_the_end(record: &MatchRecord, index: usize, told: BySide<u32>, rules: &Rules) -> bool {
    let Some(before) = index.checked_sub(1).map(|before| &record.games[before]) else { return false };
    let Some(written) = written_score(before).filter(|written| written.iter().all(|score| score.value >= 0))
    else {
        return false;
    };
    let points = points_of(written);
    (Score { points, crawford_played: false }).match_winner(rules).is_some()
        && before.written_result().map_or(points, |result| with(points, result)) == told
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
    let (before, game) = (&record.games[index - 1], &record.games[index]);
    if before.names() != game.names() {
        return None;
    }
    let points = points_of(written_score(before)?);
    if (Score { points, crawford_played: false }).match_winner(rules).is_some() {
        return None;
    }
    Some(with(points, before.written_result()?))
}

/// Reports that the score at the head of a game contradicts the games before, and returns the one to continue with, and
/// the finding. The mistake is in the score, or in a result that isn't proven.
fn contradiction(
    record: &MatchRecord,
    index: usize,
    [expected, told]: [&Score; 2],
    written: [Spanned<i64>; 2],
    (last, rules): (&LastGame, &Rules),
    findings: &mut Findings,
) -> (Score, Option<usize>) {
    let follows = |score: &Score| {
        let (game, next) = (&record.games[index], record.games.get(index + 1)?);
        Some(with(score.points, game.written_result()?) == points_of(written_score(next)?))
    };
    // The games that are missing before this one may have changed the score.
    let is_gap = record.games[index].is_after_gap(&record.games[index - 1]);
    let has_grown = (0..2).all(|side| told.points.0[side] >= expected.points.0[side]);
    if is_gap && has_grown {
        return (*told, None);
    }
    let goes_on_with_told = follows(told) == Some(true);
    let before = &record.games[index - 1];
    let result = before.written_result();
    let proven = last.end.is_none_or(|end| end.proven);
    let other = result.and_then(|(_, points)| contradicting(before, points.span, findings));
    // A result that would have ended the match is wrong, because the match continued; so is one that another number in
    // its line contradicts, too.
    let ended = last.ended_match || other.is_some();
    let goes_on = goes_on_with_told || (ended && could_follow(record, index, told.points));
    if let (true, false, Some((_, points))) = (goes_on, proven, result) {
        let finding = Diagnostic::of(Code::ScoreResult, points.span)
            .label("the later scores contradict this result")
            .see(written[0].span.to(written[1].span), "the score after it");
        let finding = findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        if let Some(other) = other {
            findings.fold_into(other, finding);
        }
        return (*told, Some(finding));
    }
    if let Some(first) = first_score(record, index, told) {
        let finding = Diagnostic::of(Code::ScoreContradiction, first)
            .label("the result and the score after it show that the record begins at 0-0")
            .see(written[0].span.to(written[1].span), "the score after it");
        let finding = findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        let game = Span { end: record.games[index].heading.start, ..record.games[0].heading };
        findings.fold_by_score(game, finding);
        return (*told, Some(finding));
    }
    let side = usize::from(expected.points.0[0] == told.points.0[0]);
    let finding = Diagnostic::of(Code::ScoreContradiction, written[side].span)
        .label(format!("the earlier games add up to {}", expected.points.0[side]))
        .see(result.map(|(_, points)| points.span), "the result before");
    let finding = findings.report_value(finding);
    if !goes_on_with_told && told.is_crawford(rules) != expected.is_crawford(rules) {
        // Which of the scores is wrong decides whether the cube may be turned.
        findings.mark(Knowledge::CUBE, finding);
    }
    (if goes_on_with_told { *told } else { *expected }, Some(finding))
}

/// Returns the parser's finding that another number in the line of a result contradicts its points.
fn contradicting(game: &GameRecord, points: Span, findings: &Findings) -> Option<usize> {
    let entry = game.entries.iter().rfind(|entry| entry.span.holds(points))?;
    findings.contradicting(entry.span, points)
}

/// Returns the place of the first score if it is wrong: where the second one and the result before it show that the
/// record begins at nil all.
fn first_score(record: &MatchRecord, index: usize, told: &Score) -> Option<Span> {
    let [first, _] = record.games.get(..2).filter(|_| index == 1)? else { return None };
    let (winner, won) = first.written_result()?;
    let before = |side: Side| {
        let won = if side == winner { i64::from(won.value) } else { 0 };
        i64::from(told.points[side]) - won
    };
    let begins_at_nil = Side::ALL.into_iter().all(|side| before(side) == 0);
    let written = written_score(first).filter(|_| begins_at_nil)?;
    written.into_iter().find(|score| score.value != 0).map(|score| score.span)
}

/// Applies what the record states about the Crawford game.
pub(super) fn crawford(
    record: &MatchRecord,
    index: usize,
    course: &Course,
    state: &mut MatchState,
    findings: &mut Findings,
) {
    let game = &record.games[index];
    let Some(told) = game.is_crawford.filter(|told| *told != state.is_crawford_game()) else { return };
    let (rules, score) = (state.rules(), state.score());
    let possible = !told || score.may_be_crawford(rules);
    // The games before a record that begins later aren't known.
    let begins_here = index == 0 && possible && score.points.0 != [0, 0];
    if begins_here || course.has_set_score(index) {
        return state.place_crawford(told);
    }
    let label = if told { "this can't be the Crawford game" } else { "this is the Crawford game" };
    let finding = Diagnostic::of(Code::ScoreCrawford, game.heading).label(label);
    findings.report_by_length(finding, record.length_fault.filter(|_| record.length.is_none()));
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

/// Returns the score if the game before counts by the Jacoby rule: where that isn't stated, and it was a gammon with a
/// centred cube.
pub(super) fn by_jacoby(last: &LastGame, state: &MatchState, stated: &StatedRules) -> Option<Score> {
    let result = last.end?.result;
    let is_open = !stated.jacoby_known && stated.rules.is_money() && state.cube().owner.is_none();
    // An award has no outcome.
    let is_gammon = result.outcome.is_some() && result.points > result.cube;
    let winner = result.winner.filter(|_| is_open && is_gammon)?;
    let mut score = *state.score();
    score.points[winner] = score.points[winner] - result.points + result.cube;
    Some(score)
}

/// Reports a score that counts the gammon before it otherwise than a score counts an earlier one: by the Jacoby rule, or
/// without it, where no rule is stated.
pub(super) fn compare_gammons(
    record: &MatchRecord,
    index: usize,
    (state, last): (&MatchState, &LastGame),
    stated: &StatedRules,
    gammons: &mut Gammons,
    findings: &mut Findings,
) {
    let told = record.games[index].points();
    let (Some(told), Some(by_jacoby)) = (told, by_jacoby(last, state, stated)) else { return };
    if record.games[index].is_after_gap(&record.games[index - 1]) {
        return;
    }
    let counts = match () {
        () if told == by_jacoby.points => true,
        () if told == state.score().points => false,
        () => return,
    };
    let before = &record.games[index - 1];
    let number = before.number.map_or(index as u32, |number| number.value);
    let (first, game) = *gammons.by_scores.get_or_insert((counts, number));
    if last.result_reported {
        return;
    }
    let place = || place_of_scores(&record.games[index]).unwrap_or(record.games[index].heading);
    let finding = match (before.written_result(), last.end) {
        // GNU Backgammon writes the points without the rule, also where the scores count by it.
        (Some((_, points)), Some(end)) if !counts && points.value == end.result.cube => {
            Diagnostic::of(Code::ScoreContradiction, place())
                .label("counts the gammon without the Jacoby rule")
                .see(points.span, "this result counts it by the rule")
        }
        _ if first != counts => {
            let [first_way, this_way] = if first { ["by", "without"] } else { ["without", "by"] };
            Diagnostic::of(Code::ScoreContradiction, place()).label(format!(
                "game {game} counts its gammon {first_way} the Jacoby rule, game {number} {this_way} it"
            ))
        }
        _ => return,
    };
    findings.report(finding, Knowledge::NONE, Knowledge::NONE);
}

/// Returns `true` if the Jacoby rule, which isn't stated, explains a score.
pub(super) fn fits_jacoby(last: &LastGame, state: &MatchState, told: &Score, stated: &StatedRules) -> bool {
    by_jacoby(last, state, stated).is_some_and(|score| score.points == told.points)
}

/// Returns `true` if automatic doubles explain a score: a .mat record doesn't contain them, so all its cube values are
/// too small by the same factor. If it states those of any game, it has all of them.
fn fits_automatic_doubles(last: &LastGame, state: &MatchState, told: &Score, stated: &StatedRules) -> bool {
    let Some(end) = last.end else { return false };
    let Some(winner) = end.result.winner else { return false };
    (1..=stated.unwritten_doubles.min(15)).any(|doubles| {
        let mut points = state.score().points;
        let more = end.result.points.saturating_mul((1 << doubles) - 1);
        points[winner] = points[winner].saturating_add(more);
        points == told.points
    })
}

/// Returns `true` if a heading has the names and scores of both players exchanged, while the columns below it are those
/// of the games around it: the next score shows it.
pub(super) fn heading_exchanged(record: &MatchRecord, index: usize, state: &MatchState) -> bool {
    let (before, game) = (&record.games[index - 1], &record.games[index]);
    let Some(next) = record.games.get(index + 1) else { return false };
    let (Some(told), Some(after)) = (game.points(), next.points()) else { return false };
    let Some(result) = game.written_result() else { return false };
    let expected = state.score().points;
    before.names() == next.names()
        && told.swap() == expected
        && with(expected, result) == after
        && with(told, result).swap() != after
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
    let points = points_of(told);
    let fits = |points: BySide<u32>| {
        let told = Score { points, ..*expected };
        points == expected.points
            || fits_jacoby(last, state, &told, stated)
            || fits_automatic_doubles(last, state, &told, stated)
    };
    !fits(points) || fits(points.swap())
}
