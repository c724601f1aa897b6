//! How the games of a record end, as a replay knows it.

use crate::analysis::replay::{GameSummary, Replay};
use crate::diag::Severity;
use crate::game::record::{Entry, MatchRecord, Written};
use crate::game::{GameResult, Score};
use std::ops::Range;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    /// How it began: the score of a match, whether it was the Crawford game, and the automatic doubles. In a session,
    /// the score decides nothing.
    begun: (Score, bool, u8),
    /// Whether it has one: played out, passed or written.
    is_there: bool,
    result: Option<GameResult>,
    /// Whether the record states or proves the result.
    is_settled: bool,
    /// The highest severity and the earliest place of the findings that hide contradictions after them.
    unsure_from: Option<(Severity, u32)>,
}

/// The end of each game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ends(Vec<End>);

impl Ends {
    /// Returns the ends of the games of a replay; `before` returns the place in the text before the edits.
    pub(super) fn of(record: &MatchRecord, replay: &Replay, before: impl Fn(u32) -> u32) -> Self {
        let is_end = |entry: &Entry| {
            matches!(
                entry.written,
                Written::Wins { .. } | Written::Losses { .. } | Written::Drawn | Written::Resign
            )
        };
        let score =
            |summary: &GameSummary| if replay.rules.is_money() { Score::default() } else { summary.before };
        let games = record.games.iter().zip(&replay.games).map(|(game, summary)| End {
            begun: (score(summary), summary.is_crawford, summary.automatic_doubles),
            is_there: summary.result.is_some() || game.entries.iter().any(is_end),
            result: summary.result,
            is_settled: summary.is_settled,
            unsure_from: summary.unsure_from.map(|(severity, at)| (severity, before(at))),
        });
        Self(games.collect())
    }

    /// Returns the end of a game.
    pub(super) fn of_game(&self, game: usize) -> Option<&End> {
        self.0.get(game)
    }

    /// Returns the ends of some of the games, with their places in another text, `shift` bytes farther on.
    pub(super) fn part(&self, games: &Range<usize>, shift: u32) -> Self {
        let moved = |end: &End| End {
            unsure_from: end.unsure_from.map(|(severity, at)| (severity, at + shift)),
            ..*end
        };
        Self(self.0.iter().take(games.end).skip(games.start).map(moved).collect())
    }

    /// Replaces the ends of games from one on.
    pub(super) fn replace(&mut self, first: usize, by: &Self) {
        for (end, new) in self.0.iter_mut().skip(first).zip(&by.0) {
            *end = *new;
        }
    }

    /// Returns the score with which a game of a match begins.
    pub(super) fn score(&self, game: usize) -> Score {
        self.0.get(game).map(|end| end.begun.0).unwrap_or_default()
    }

    /// Returns the result of a game.
    pub(super) fn result(&self, game: usize) -> Option<GameResult> {
        self.0.get(game)?.result
    }

    /// Returns `true` if the record states or proves the result of a game.
    pub(super) fn is_settled(&self, game: usize) -> bool {
        self.0.get(game).is_some_and(|end| end.is_settled)
    }

    /// Returns `true` if a game has an end.
    pub(super) fn is_over(&self, game: usize) -> bool {
        self.0.get(game).is_some_and(|end| end.is_there)
    }

    /// Returns the number of games that have an end.
    pub(super) fn count(&self) -> usize {
        self.0.iter().filter(|end| end.is_there).count()
    }

    /// Returns where a game becomes unsure with a finding that is left, and how severe it is.
    pub(super) fn unsure_from(&self, game: usize) -> Option<(Severity, u32)> {
        self.0.get(game)?.unsure_from
    }
}
