//! The replay of a whole record: game after game, with scores, names and headers compared.

use super::copies;
use super::cube;
use super::exchanged::{self, Detour};
use super::findings::{Findings, Knowledge};
use super::game::{End, GameReplay};
use super::headers::{self, WrongHeader};
use super::heads::{self, Gammons};
use super::rules::{self, RulesOverride};
use super::scores;
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::diag::{Code, Diagnostic, Parsed, Severity, Span};
use crate::game::columns;
use crate::game::record::{Anchor, Entry, GameRecord, MatchRecord, Remark, RemarkKind, Written};
use crate::game::{Act, GameResult, Happening, MatchState, Phase, Replayed, ReplayedGame, Rules, Score};
use std::borrow::Cow;

/// The outcome of replaying a record.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The rules it was checked against.
    pub rules: Rules,
    /// The games, in the order of the record.
    pub games: Vec<GameSummary>,
    /// The score at the end, as far as known.
    pub score: Score,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// One replayed game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// The game's number in the record, or else its place, counted from 1.
    pub number: u32,
    /// The score before the game.
    pub before: Score,
    /// Whether it was the Crawford game.
    pub is_crawford: bool,
    /// The number of automatic doubles with which it began.
    pub automatic_doubles: u8,
    /// The result, if the game has one. Where no rule is stated, its points are those of the Jacoby rule if the next
    /// score shows that it holds.
    pub result: Option<GameResult>,
    /// Whether the moves or a pass prove the result, and no finding makes it unsure.
    pub is_proven: bool,
    /// Whether the record states or proves a result. Otherwise the game has no end, or was resigned for points that
    /// aren't recorded: those of the result are the ones that the next score shows, or else those of a single game.
    pub is_settled: bool,
    /// The earliest place of the findings that make the position, the turn or the cube unsure, and the highest
    /// severity of these findings: later contradictions are their consequences.
    pub unsure_from: Option<(Severity, u32)>,
    /// The entries, counted from 0 and in order, that contradict the rules: the replay applied something
    /// else.
    pub overruled: Vec<u32>,
    /// What the games before it show of the Jacoby rule.
    pub(super) gammons: Gammons,
}

/// What the games left out before a part of a record show.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Begun {
    pub(super) score: Score,
    pub(super) gammons: Gammons,
}

/// One event of a replayed match.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The game's place in the record, counted from 0.
    pub game: usize,
    /// The entry's place in the game, if an entry records it.
    pub entry: Option<usize>,
    /// The side that acts; at the end of a game, the winner.
    pub by: Side,
    /// The match before the event; for a play, with the roll to play.
    pub before: &'a MatchState,
    /// What happened.
    pub happening: Happening,
}

/// Replays a record, comparing everything in it with the rules, and returns it with what happened and all
/// findings: the parser's and the replay's, in the order of their places.
#[must_use]
pub fn replayed(parsed: Parsed<MatchRecord>, given: &RulesOverride) -> (Replayed, Vec<Diagnostic>) {
    let Parsed { value: record, diagnostics } = parsed;
    let mut acts: Vec<Vec<Act>> =
        record.games.iter().map(|game| Vec::with_capacity(game.entries.len())).collect();
    let replay = replay(&record, diagnostics, given, |moment| acts[moment.game].push(moment.act()));
    // The result as it is recorded.
    let result = |acts: &[Act]| match acts.last()?.what {
        Happening::GameOver(result) => Some(result),
        _ => None,
    };
    let games = replay.games.into_iter().zip(acts).map(|(game, acts)| ReplayedGame {
        number: game.number,
        before: game.before,
        is_crawford: game.is_crawford,
        automatic_doubles: game.automatic_doubles,
        result: result(&acts),
        acts,
        is_proven: game.is_proven,
        overruled: game.overruled,
    });
    let games = games.collect();
    (Replayed { record, rules: replay.rules, games, score: replay.score }, replay.diagnostics)
}

impl Replay {
    /// Exchanges the columns of the games of a record in which the players have exchanged them, compared with the first
    /// game, and returns the players' names in each game. Where only the names of a game are exchanged, according to the
    /// scores, these are the names of the first game.
    pub fn put_in_first_columns(&mut self, record: &MatchRecord) -> Vec<BySide<String>> {
        let exchanged = self.exchanged_columns(record);
        for (game, _) in self.games.iter_mut().zip(&exchanged).filter(|(_, is_exchanged)| **is_exchanged) {
            game.before.points = game.before.points.swap();
            if let Some(result) = &mut game.result {
                result.winner = result.winner.map(Side::opponent);
            }
        }
        if exchanged.last() == Some(&true) {
            self.score.points = self.score.points.swap();
        }
        let right = columns::right_names(record, &exchanged);
        let names = |game: usize| {
            let names = right.as_ref().unwrap_or(record).names(game);
            if exchanged[game] { names.swap() } else { names }
        };
        (0..exchanged.len()).map(names).collect()
    }

    /// Returns for each game of the record `true` if the players' columns are exchanged, compared with the first game.
    fn exchanged_columns(&self, record: &MatchRecord) -> Vec<bool> {
        columns::exchanged(record, &|game| {
            let GameSummary { before, result, .. } = self.games[game];
            let mut after = before;
            if let Some(result) = &result {
                after.add(result);
            }
            (before.points, vec![after.points])
        })
    }
}

/// Returns a record with the names of its players where, according to the scores, only the names of a game are
/// exchanged and not the columns.
#[must_use]
pub fn with_right_names<'a>(record: &'a MatchRecord, given: &RulesOverride) -> Cow<'a, MatchRecord> {
    if !columns::has_exchanged_names(record) {
        return Cow::Borrowed(record);
    }
    let exchanged = replay(record, Vec::new(), given, |_| {}).exchanged_columns(record);
    columns::right_names(record, &exchanged).map_or(Cow::Borrowed(record), Cow::Owned)
}

/// Counts the last one of these games as a single one.
fn count_by_jacoby(games: &mut [GameSummary]) {
    if let Some(result) = games.last_mut().and_then(|game| game.result.as_mut()) {
        result.points = result.cube;
    }
}

impl Moment<'_> {
    /// Returns what happened, without the rest of the match.
    pub(super) fn act(&self) -> Act {
        let board = self.before.board();
        let seen = matches!(self.before.phase(), Phase::OpeningRoll) || self.by == self.before.on_roll();
        Act {
            before: if seen { *board } else { board.flip() },
            cube: self.before.cube(),
            by: self.by,
            entry: self.entry.map(|entry| entry as u32),
            what: self.happening,
        }
    }
}

/// Replays a record, comparing everything in it with the rules, and passes each event to `observer`.
///
/// `found` holds the parser's findings; the replay's are merged with them by place.
pub fn replay(
    record: &MatchRecord,
    found: Vec<Diagnostic>,
    given: &RulesOverride,
    observer: impl FnMut(&Moment<'_>),
) -> Replay {
    replay_part(record, found, given, Begun::default(), observer)
}

/// Replays a part of a record as [`replay`] does.
pub(super) fn replay_part(
    record: &MatchRecord,
    found: Vec<Diagnostic>,
    given: &RulesOverride,
    begun: Begun,
    mut observer: impl FnMut(&Moment<'_>),
) -> Replay {
    let wrong = headers::wrong(record, given);
    run(record, found, given, wrong.as_ref(), begun, &mut observer)
}

/// Replays a record or a part of one, without a header that is wrong.
pub(super) fn run(
    record: &MatchRecord,
    found: Vec<Diagnostic>,
    given: &RulesOverride,
    wrong: Option<&WrongHeader>,
    begun: Begun,
    observer: &mut dyn FnMut(&Moment<'_>),
) -> Replay {
    let mut findings = Findings::new(found);
    let stated = rules::stated(record, given, wrong, &mut findings);
    let mut state = MatchState::at_score(stated.rules.clone(), begun.score);
    // In order, so that each game finds its own among thousands.
    let mut remarks: Vec<&Remark> =
        record.remarks.iter().filter(|remark| remark.kind == RemarkKind::Comment).collect();
    remarks.sort_by_key(|remark| remark.anchor);
    let mut games: Vec<GameSummary> = Vec::new();
    let mut course = heads::Course::new(record, &stated.rules);
    let is_galaxy = scores::is_galaxy(record);
    let mut gammons = begun.gammons;
    let mut last =
        LastGame { end: None, unsure: false, result_reported: false, ended_match: false, unpriced: None };
    let mut detour = Detour::default();
    for (index, game) in record.games.iter().enumerate() {
        findings.begin_game(game.heading);
        let gammons_before = gammons;
        let unpriced = last.unpriced.filter(|_| game.points().is_none());
        if let Some(finding) = unpriced {
            findings.mark(Knowledge::CUBE | Knowledge::RESULT, finding);
        }
        let columns_exchanged = index > 0
            && names_exchanged(record, index)
            && heads::columns_exchanged(&record.games[index], &state, &last, &stated);
        // Neither the columns nor the score: only the heading.
        let heading_exchanged = columns_exchanged && heads::heading_exchanged(record, index, &state);
        if columns_exchanged && !heading_exchanged {
            let points = state.score().points.swap();
            state = MatchState::at_score(stated.rules.clone(), Score { points, ..*state.score() });
            if let Some(end) = &mut last.end {
                end.result.winner = end.result.winner.map(Side::opponent);
            }
        }
        compare_names(record, index, columns_exchanged, &mut findings);
        // A match that was won in its first game may be followed by another that begins alike.
        let may_be_another = last.ended_match && game.points().is_some_and(|points| points.0 == [0, 0]);
        let is_copy = !may_be_another && copies::is_copy(record, index);
        let of_exchanged = detour.score(record, index, &state, &mut findings);
        let score = if let Some(before) = games.last().filter(|_| is_copy) {
            copies::report(record, index, &mut findings);
            before.before
        } else if let Some(score) = of_exchanged {
            score
        } else if heading_exchanged {
            *state.score()
        } else {
            heads::at_head(record, index, (&state, &last), &stated, &mut course, &mut findings)
        };
        let has_score = !is_copy && !heading_exchanged && of_exchanged.is_none();
        if has_score {
            heads::compare_gammons(record, index, (&state, &last), &stated, &mut gammons, &mut findings);
        }
        if has_score && heads::fits_jacoby(&last, &state, &score, &stated) {
            gammons.is_by_jacoby = true;
            count_by_jacoby(&mut games);
        }
        state = MatchState::at_score(stated.rules.clone(), score);
        state.place_game(index as u32 + 1);
        match games.last().filter(|_| is_copy) {
            // What there is to find is at the game before.
            Some(before) => state.place_crawford(before.is_crawford),
            None if unpriced.is_some() => {
                state.place_crawford(game.is_crawford.unwrap_or(state.is_crawford_game()));
            }
            None => heads::crawford(record, detour.heading(index), &course, &mut state, &mut findings),
        }
        let is_crawford = state.is_crawford_game();
        let automatic_doubles = automatic_doubles(game, &stated.rules, &mut findings);
        state.begin_with(automatic_doubles);
        let mut replay = GameReplay {
            game,
            index,
            state: &mut state,
            findings: &mut findings,
            observer: &mut *observer,
            has_hit_marks: !record.no_hit_marks,
            jacoby_known: stated.jacoby_known,
            gammons: &mut gammons,
            end: None,
            last_offer: None,
            gave_up: None,
            result_reported: false,
            overruled: Vec::new(),
            before: score,
            after: heads::score_after(record, index, &stated.rules, &course),
            until: record.games.get(index + 1).map_or(u32::MAX, |next| next.heading.start),
            numbered: Default::default(),
            empty: 0..0,
            resigned_in: None,
            set_dice: None,
            cut_to: is_galaxy.then_some(u32::from(stated.rules.length)),
        };
        replay.run();
        scores::finish(&mut replay);
        // An unreadable line at the end may be the missing result.
        replay.pass_findings(replay.until);
        let end = replay.end;
        if let Some(end) = end {
            replay.observe_end(&end);
            let is_last = replay.until == u32::MAX;
            if end.written.is_none() && end.is_guessed && (!is_last || replay.gave_up.is_some()) {
                unpriced_resignation(&mut replay, &end);
            } else if end.written.is_none() && replay.gave_up.is_none() {
                missing_result(&mut replay);
            }
        } else {
            unfinished(&mut replay, record, &remarks);
        }
        let result_reported = replay.result_reported;
        let mut overruled = std::mem::take(&mut replay.overruled);
        overruled.sort_unstable();
        overruled.dedup();
        let before = replay.before;
        let is_crawford = is_crawford && before == score;
        let ended_match = state.score().match_winner(&stated.rules).is_some();
        let is_unpriced = end.is_some_and(|end| end.is_guessed);
        let unpriced = unpriced.or(findings.root(Knowledge::RESULT).filter(|_| is_unpriced));
        let unsure = findings.unsure(Knowledge::ALL);
        last = LastGame { end, unsure, result_reported, ended_match, unpriced };
        games.push(GameSummary {
            number: game.number.map_or(index as u32 + 1, |number| number.value),
            before,
            is_crawford,
            automatic_doubles,
            result: end.map(|end| end.result),
            is_proven: end.is_some_and(|end| end.proven) && !last.unsure,
            is_settled: end.is_some_and(|end| !end.is_guessed),
            unsure_from: findings.unsure_from(),
            overruled,
            gammons: gammons_before,
        });
        detour.end_game(index, &mut state, &mut last);
    }
    scores::at_end(record, (&state, &last), &course, &mut findings);
    let mut score = course.won.unwrap_or(*state.score());
    // No score follows the last game.
    gammons.is_by_jacoby |= gammons.by_results.is_some_and(|(by_jacoby, _)| by_jacoby);
    if let Some(by_jacoby) = heads::by_jacoby(&last, &state, &stated).filter(|_| gammons.is_by_jacoby) {
        score = by_jacoby;
        count_by_jacoby(&mut games);
    }
    Replay { rules: stated.rules, games, score, diagnostics: findings.finish() }
}

/// Returns the automatic doubles with which a game begins, and reports those of a match, which has none.
fn automatic_doubles(game: &GameRecord, rules: &Rules, findings: &mut Findings) -> u8 {
    let told = game.automatic_doubles;
    let told = told.unwrap_or_else(|| cube::doubled_before(game, rules)).min(15);
    if told > 0 && !rules.is_money() {
        let finding = Diagnostic::of(Code::RecordValue, game.heading)
            .label("an automatic double at its head: automatic doubles belong to money play");
        findings.report(finding, Knowledge::NONE, Knowledge::NONE);
    }
    told
}

/// The facts known about the game before.
#[derive(Clone, Copy)]
pub(super) struct LastGame {
    /// How it ended; `None` before the first game, and if it didn't end.
    pub(super) end: Option<End>,
    /// Whether a finding in it may have changed the result.
    pub(super) unsure: bool,
    /// Whether its written result was reported as wrong.
    pub(super) result_reported: bool,
    /// Whether its result ends the match.
    pub(super) ended_match: bool,
    /// The finding that the points of a resignation aren't recorded, since the last score that is.
    pub(super) unpriced: Option<usize>,
}

/// Returns the names at the head of a game. `None` if the game has no names, or only one score: what is left of the
/// other score may have been read as part of a name.
fn names(game: &GameRecord) -> Option<BySide<&str>> {
    match &game.players.0 {
        [Some(zero), Some(one)] if zero.score.is_some() == one.score.is_some() => {
            Some(BySide::new(&zero.name.value, &one.name.value))
        }
        _ => None,
    }
}

/// Returns `true` if the players have changed columns since the game before.
pub(super) fn names_exchanged(record: &MatchRecord, index: usize) -> bool {
    match (names(&record.games[index - 1]), names(&record.games[index])) {
        (Some(before), Some(now)) => before != now && before.swap() == now,
        _ => false,
    }
}

/// Reports players who differ from those of the game before.
fn compare_names(record: &MatchRecord, index: usize, columns_exchanged: bool, findings: &mut Findings) {
    let game = &record.games[index];
    // Only then: the search for the game before passes over games without names, and there may be many.
    let Some(now) = names(game) else { return };
    let Some(earlier) = record.games[..index].iter().rfind(|game| names(game).is_some()) else { return };
    if names(&record.games[0]) == Some(now) {
        // The names are back to the first ones; the others have been reported.
        return;
    }
    let later = &record.games[index + 1..];
    let others_agree = || !later.is_empty() && later.iter().all(|game| names(game) == Some(now));
    let exchanged = names(earlier).is_some_and(|before| before.swap() == now) && !columns_exchanged;
    let one_differs = names(earlier)
        .is_some_and(|before| Side::ALL.iter().filter(|side| before[**side] != now[**side]).count() == 1);
    if index == 1 && (exchanged || one_differs) && others_agree() {
        // All other headings agree with each other: the first one is wrong.
        return names_differ(earlier, game, "the name after", findings);
    }
    names_differ(game, earlier, "the name before", findings);
}

/// Reports that the names of a game differ from those of the game beside it.
fn names_differ(game: &GameRecord, other: &GameRecord, beside: &str, findings: &mut Findings) {
    let (Some(before), Some(now)) = (names(other), names(game)) else { return };
    // A missing name isn't a different one.
    let differs = |side: &Side| before[*side] != now[*side] && ![before[*side], now[*side]].contains(&"");
    let Some(side) = Side::ALL.into_iter().find(differs) else { return };
    let (Some(player), Some(other)) = (&game.players[side], &other.players[side]) else { return };
    let label = if before.swap() == now { "the columns are swapped" } else { "another name" };
    let finding =
        Diagnostic::of(Code::NamesChanged, player.name.span).label(label).see(other.name.span, beside);
    // In a line that can't be read, a name may contain the score.
    findings.report_within(finding, Code::MatScoreLine);
}

/// Reports that a game has no result.
fn unfinished(replay: &mut GameReplay<'_>, record: &MatchRecord, remarks: &[&Remark]) {
    let game = replay.game;
    if is_position(game) {
        return;
    }
    let place = game.entries.last().map_or(game.heading, |entry| entry.span);
    let mut finding = Diagnostic::of(Code::GameUnfinished, place).label("the game stops here");
    let next = record.games.get(replay.index + 1).map_or(u32::MAX, |next| next.heading.start);
    let last = Anchor {
        game: Some(replay.index as u32),
        entry: game.entries.len().checked_sub(1).map(|i| i as u32),
    };
    let from = remarks.partition_point(|remark| remark.anchor < last);
    let mut there = remarks[from..].iter().take_while(|remark| remark.anchor == last);
    let declared = there.find(|remark| declares_an_end(&remark.text));
    if let Some(remark) = declared {
        finding = finding.severity(Severity::Warning).see(remark.span, "a comment gives the reason");
    } else if exchanged::is_last(record, replay.index) || next == u32::MAX && !record.is_cut_off {
        // A record of a match in progress may end after any row; a row that is cut off may not.
        finding = finding.severity(Severity::Note);
    } else if next == u32::MAX {
        finding = finding.note("the last line has no line end: the file seems to be cut off");
    }
    // A record of one game may be a position, or not have begun.
    if game.entries.is_empty() && finding.severity == Severity::Note && replay.index == 0 {
        return;
    }
    if game.entries.is_empty() {
        // The record is cut off there, below the last heading at the latest, or the heading is repeated.
        let end = if next == u32::MAX { next } else { game.heading.end };
        replay.findings.mark_by(Span { end, ..game.heading }, Code::MatScoreLine, Knowledge::RESULT);
    }
    replay.report(game.entries.len().saturating_sub(1), finding, Knowledge::ALL, Knowledge::RESULT);
}

/// Returns `true` if a game consists only of a position and an offer in it: the record doesn't show that it
/// was played on.
pub(super) fn is_position(game: &GameRecord) -> bool {
    let offers =
        |entry: &Entry| matches!(entry.written, Written::Cube { .. } | Written::OfferResignation { .. });
    let Some((first, rest)) = game.entries.split_first() else { return false };
    matches!(&first.written, Written::Set(setup) if setup.board.is_some()) && rest.iter().all(offers)
}

/// Reports that the result of a finished game isn't written.
fn missing_result(replay: &mut GameReplay<'_>) {
    let Some(entry) = replay.game.entries.last() else { return };
    let place = Span::new(entry.span.end as usize, entry.span.end as usize);
    let finding = Diagnostic::of(Code::ScoreResultMissing, place).label("the game is over here");
    let index = replay.game.entries.len() - 1;
    replay.report(index, finding, Knowledge::ALL, Knowledge::NONE);
}

/// Reports that nothing in the game states the points of a resignation; at the end of the record it is a note. What
/// depends on the points isn't known.
fn unpriced_resignation(replay: &mut GameReplay<'_>, end: &End) {
    let entries = &replay.game.entries;
    let Some(index) = entries.iter().rposition(|entry| entry.written != Written::Empty) else { return };
    let finding = Diagnostic::of(Code::ScoreResultMissing, entries[index].span);
    let shown = end.result.winner.and_then(|winner| scores::shown_by_score(replay, winner));
    let single = "it counts as a single game";
    let finding = match (replay.after, shown) {
        (Some((_, score)), Some(_)) => {
            let points = many(u64::from(end.result.points), "point");
            let label = format!("its points aren't recorded: the next score shows {points}");
            finding.label(label).see(score, "the score after it")
        }
        (Some((_, score)), None) => finding
            .label(format!("its points aren't recorded, and no result leads to the next score: {single}"))
            .see(score, "the score after it"),
        (None, _) if replay.until == u32::MAX => {
            finding.severity(Severity::Note).label(format!("its points aren't recorded: {single}"))
        }
        (None, _) => finding.label(format!("its points aren't recorded: {single}")),
    };
    replay.report(index, finding, Knowledge::ALL, Knowledge::RESULT);
}

/// Returns `true` if a comment gives the reason why a game stopped.
fn declares_an_end(comment: &str) -> bool {
    const WORDS: [&str; 14] = [
        "abandon",
        "abort",
        "adjourn",
        "cancel",
        "connection",
        "disconnect",
        "fault",
        "forfeit",
        "interrupt",
        "left the",
        "stopped",
        "time-out",
        "timeout",
        "unfinished",
    ];
    let comment = comment.to_lowercase();
    WORDS.iter().any(|word| comment.contains(word))
}
