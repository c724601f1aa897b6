//! The replay of a whole record: game after game, with scores, names and headers compared.

use super::findings::{Findings, Knowledge};
use super::game::{End, GameReplay};
use super::rules::{self, RulesOverride};
use super::scores;
use crate::board::{Board, BySide, Roll, Side};
use crate::diag::{Code, Diagnostic, Parsed, Severity, SourceFile, Span};
use crate::game::record::{GameRecord, MatchRecord, RemarkKind};
use crate::game::{GameResult, MatchState, Rules, Score};
use crate::rules::{Outcome, Play};

/// What the replay of a record found out.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The rules it was judged by.
    pub rules: Rules,
    /// The games, in the order of the record.
    pub games: Vec<GameSummary>,
    /// The score at the end, as far as it is known.
    pub score: Score,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// One replayed game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// The number that the record gives the game, else its place, counted from 1.
    pub number: u32,
    /// The score before the game.
    pub before: Score,
    /// Whether it was the Crawford game.
    pub is_crawford: bool,
    /// The result, if the game has one.
    pub result: Option<GameResult>,
    /// Whether the moves or a pass prove the result, and nothing found wrong makes it unsure.
    pub is_proven: bool,
}

/// One thing that happened in a replayed match.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The game's place in the record, counted from 0.
    pub game: usize,
    /// The entry's place in the game, if an entry says so.
    pub entry: Option<usize>,
    /// Who acts; at the end of a game, the winner.
    pub by: Side,
    /// The match before it happened; with the roll to play, for a play.
    pub before: &'a MatchState,
    /// What happened.
    pub happening: Happening,
}

/// What happened at a [`Moment`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Happening {
    /// A legal play was made, a dance included.
    Played {
        /// The roll.
        roll: Roll,
        /// The play.
        play: Play,
    },
    /// A play that isn't legal was made, as far as that is physically possible.
    Illegal {
        /// The roll.
        roll: Roll,
        /// The board after it, seen by the mover.
        after: Board,
    },
    /// Dice were rolled, and the game was given up before they were played.
    RolledOnly {
        /// The roll.
        roll: Roll,
    },
    /// The cube was offered.
    Doubled {
        /// The value if the offer is taken.
        to: u32,
        /// Whether the offer answers another one.
        beaver: bool,
    },
    /// The cube was taken.
    Taken,
    /// The cube was passed.
    Passed,
    /// The position was set.
    PositionSet,
    /// The game was resigned.
    Resigned {
        /// As what.
        outcome: Outcome,
    },
    /// The game ended.
    GameOver(GameResult),
}

/// Replays a record, comparing everything in it with the rules, and tells `observer` what happens.
pub fn replay<F: FnMut(&Moment<'_>)>(
    source: &SourceFile,
    parsed: Parsed<MatchRecord>,
    given: &RulesOverride,
    mut observer: F,
) -> Replay {
    let record = parsed.value;
    let mut findings = Findings::new(parsed.diagnostics);
    let stated = rules::stated(&record, given, &mut findings);
    let mut state = MatchState::new(stated.rules.clone());
    let mut games = Vec::new();
    let mut last = LastGame { end: None, unsure: false, result_reported: false };
    for (index, game) in record.games.iter().enumerate() {
        if index > 0 && names_exchanged(&record, index) {
            let points = state.score().points.swap();
            state = MatchState::at_score(stated.rules.clone(), Score { points, ..*state.score() });
            if let Some(end) = &mut last.end {
                end.result.winner = !end.result.winner;
            }
        }
        compare_names(&record, index, &mut findings);
        let score = scores::at_head(&record, index, &state, &last, &stated, &mut findings);
        state = MatchState::at_score(stated.rules.clone(), score);
        findings.begin_game(game.heading);
        let is_crawford = state.is_crawford_game();
        let mut replay = GameReplay {
            source,
            game,
            index,
            state: &mut state,
            findings: &mut findings,
            observer: &mut observer,
            jacoby_known: stated.jacoby_known,
            end: None,
            last_offer: None,
            gave_up: None,
            result_reported: false,
        };
        replay.run();
        scores::finish(&mut replay);
        // An unreadable line at the end may be the result that is missed.
        replay.pass_findings(record.games.get(index + 1).map_or(u32::MAX, |next| next.heading.start));
        let end = replay.end;
        if let Some(end) = end {
            replay.observe_end(&end);
            if end.written.is_none() && replay.gave_up.is_none() {
                missing_result(&mut replay);
            }
        } else {
            unfinished(&mut replay, &record);
        }
        let result_reported = replay.result_reported;
        last = LastGame { end, unsure: findings.unsure(Knowledge::ALL), result_reported };
        games.push(GameSummary {
            number: game.number.map_or(index as u32 + 1, |number| number.value),
            before: score,
            is_crawford,
            result: end.map(|end| end.result),
            is_proven: end.is_some_and(|end| end.proven) && !last.unsure,
        });
    }
    scores::at_end(&record, &state, &last, &mut findings);
    Replay { rules: stated.rules, games, score: *state.score(), diagnostics: findings.finish() }
}

/// What is known of the game before.
pub(super) struct LastGame {
    /// How it ended; `None` before the first game, and if it didn't.
    pub(super) end: Option<End>,
    /// Whether something in it was found wrong that may have changed the result.
    pub(super) unsure: bool,
    /// Whether something was found wrong with its written result.
    pub(super) result_reported: bool,
}

/// The names at the head of a game; `None` where the game has no names.
fn names(game: &GameRecord) -> Option<BySide<&str>> {
    match &game.players.0 {
        [Some(zero), Some(one)] => Some(BySide::new(&zero.name.value, &one.name.value)),
        _ => None,
    }
}

/// Tells whether the players have changed columns since the game before.
fn names_exchanged(record: &MatchRecord, index: usize) -> bool {
    match (names(&record.games[index - 1]), names(&record.games[index])) {
        (Some(before), Some(now)) => before != now && before.swap() == now,
        _ => false,
    }
}

/// Says so when the players aren't those of the game before.
fn compare_names(record: &MatchRecord, index: usize, findings: &mut Findings) {
    let Some(earlier) = index.checked_sub(1).map(|before| &record.games[before]) else { return };
    let game = &record.games[index];
    let (Some(before), Some(now)) = (names(earlier), names(game)) else { return };
    if names(&record.games[0]) == Some(now) {
        // Back to those who began; the other names have been reported.
        return;
    }
    let Some(side) = Side::ALL.into_iter().find(|&side| before[side] != now[side]) else { return };
    let (Some(player), Some(other)) = (&game.players[side], &earlier.players[side]) else { return };
    let code = Code::NamesChanged;
    let label = if before.swap() == now { "the columns are exchanged" } else { "another name" };
    let finding = Diagnostic::new(code, player.name.span, code.title())
        .label(label)
        .see(other.name.span, "the name before");
    findings.report(finding, Knowledge::NONE, Knowledge::NONE);
}

/// Says that a game has no result.
fn unfinished<F: FnMut(&Moment<'_>)>(replay: &mut GameReplay<'_, F>, record: &MatchRecord) {
    let game = replay.game;
    let place = game.entries.last().map_or(game.heading, |entry| entry.span);
    let code = Code::GameUnfinished;
    let mut finding = Diagnostic::new(code, place, code.title()).label("the game stops here");
    let next = record.games.get(replay.index + 1).map_or(u32::MAX, |next| next.heading.start);
    let declared = record.remarks.iter().find(|remark| {
        remark.kind == RemarkKind::Comment
            && (place.end..next).contains(&remark.span.start)
            && declares_an_end(replay.source.slice(remark.span))
    });
    if let Some(remark) = declared {
        finding = finding.severity(Severity::Warning).see(remark.span, "a comment says why");
    } else if next == u32::MAX && replay.source.text().ends_with(['\n', '\r']) {
        // A record of a match in progress may end behind any row; a row that is cut off may not.
        finding = finding.severity(Severity::Note);
    } else if next == u32::MAX {
        finding = finding.note("the last line has no end: the file seems to be cut off");
    }
    if game.entries.is_empty() && finding.severity == Severity::Note {
        return;
    }
    replay.report(game.entries.len().saturating_sub(1), finding, Knowledge::ALL, Knowledge::RESULT);
}

/// Says that the result of a finished game isn't written.
fn missing_result<F: FnMut(&Moment<'_>)>(replay: &mut GameReplay<'_, F>) {
    let Some(entry) = replay.game.entries.last() else { return };
    let code = Code::ScoreResultMissing;
    let place = Span::new(entry.span.end as usize, entry.span.end as usize);
    let finding = Diagnostic::new(code, place, code.title()).label("the game is over here");
    let index = replay.game.entries.len() - 1;
    replay.report(index, finding, Knowledge::ALL, Knowledge::NONE);
}

/// Tells whether a comment says why a game stopped.
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
