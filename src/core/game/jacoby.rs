//! The Jacoby rule of a session that doesn't state it, but that counts by it.

use super::record::{Entry, Header, Written, headers};
use super::{Act, GameResult, Happening, Replayed};
use crate::board::{BySide, Side};
use crate::diag::Span;
use crate::rules::Outcome;
use std::borrow::Cow;

impl Replayed {
    /// Returns the session with the Jacoby rule stated, and with the points and scores that follow from it,
    /// if the record shows the rule without stating it: in the scores after gammons with a centred cube or,
    /// if no score follows any of them, in their results. Returns the session unchanged otherwise, also if
    /// these gammons count in different ways.
    #[must_use]
    pub fn with_shown_jacoby(&self) -> Cow<'_, Self> {
        if !self.shows_jacoby() {
            return Cow::Borrowed(self);
        }
        let mut stated = self.clone();
        stated.rules.jacoby = true;
        stated.record.headers.retain(|header| !header.key.value.eq_ignore_ascii_case(headers::JACOBY));
        stated.record.headers.push(Header::new(headers::JACOBY, "On", Span::default()));
        for index in 0..self.games.len() {
            if index > 0 && self.record.games[index].points() != Some(self.games[index].before.points) {
                // The replay added up the results, some of which count less: no score is written, or one that
                // contradicts them.
                let [before, after] =
                    [self, &stated].map(|session| session.games[index - 1].score_after().points);
                let points = &mut stated.games[index].before.points;
                for side in Side::ALL {
                    points[side] = (points[side] + after[side]).saturating_sub(before[side]);
                }
            }
            if let Some((winner, result)) = self.open_gammon(index) {
                stated.count(index, winner, result.cube);
            }
        }
        if let Some(last) = stated.games.last() {
            stated.score = last.score_after();
        }
        Cow::Owned(stated)
    }

    /// Returns the session as [`with_shown_jacoby`](Self::with_shown_jacoby) does, but as it is if its scores show the rule
    /// by themselves: for a record that states scores and needn't state the rule.
    #[must_use]
    pub fn with_jacoby_of_results(&self) -> Cow<'_, Self> {
        let has_scores = (0..self.games.len()).any(|index| self.counted_by_score(index).is_some());
        if has_scores { Cow::Borrowed(self) } else { self.with_shown_jacoby() }
    }

    /// Returns the scores that the session may have after its last game: several if that is a gammon which may count by
    /// the Jacoby rule or without it.
    #[must_use]
    pub fn scores_after(&self) -> Vec<BySide<u32>> {
        let shown = self.with_shown_jacoby();
        let Some(last) = shown.games.len().checked_sub(1) else { return vec![self.score.points] };
        let with = |points: Option<(Side, u32)>| {
            let mut score = shown.head_score(last);
            if let Some((winner, points)) = points {
                score[winner] = score[winner].saturating_add(points);
            }
            score
        };
        let result = shown.games[last].result;
        let mut all = vec![with(result.and_then(|result| Some((result.winner?, result.points))))];
        all.extend(shown.open_gammon(last).map(|(winner, result)| with(Some((winner, result.cube)))));
        all
    }

    /// Returns `true` if the record states no Jacoby rule but shows that it holds.
    fn shows_jacoby(&self) -> bool {
        let all_by_jacoby = |counted: fn(&Self, usize) -> Option<bool>| {
            let mut all = (0..self.games.len()).filter_map(|index| counted(self, index)).peekable();
            all.peek().is_some().then(|| all.all(|by_jacoby| by_jacoby))
        };
        // GNU Backgammon writes the points of a result without the rule, also where it applies.
        all_by_jacoby(Self::counted_by_score).or_else(|| all_by_jacoby(Self::counted_by_result)) == Some(true)
    }

    /// Returns the winner and the result of a game, counted from 0, if it is a gammon with a centred cube of a session
    /// that doesn't state whether the Jacoby rule holds.
    pub(super) fn open_gammon(&self, index: usize) -> Option<(Side, GameResult)> {
        if !self.rules.is_money() || self.rules.jacoby || self.record.stated_jacoby().is_some() {
            return None;
        }
        let game = &self.games[index];
        let (result, last) = (game.result?, game.acts.last()?);
        let is_gammon = result.outcome.is_some_and(|outcome| outcome != Outcome::Single);
        let is_open = is_gammon && last.cube.owner.is_none() && result.points > result.cube;
        Some((result.winner.filter(|_| is_open)?, result))
    }

    /// Returns whether a game counts by the Jacoby rule according to the score that the record states after it. `None`
    /// if the score shows neither, if a game is missing between, or if the players changed columns.
    fn counted_by_score(&self, index: usize) -> Option<bool> {
        let (winner, result) = self.open_gammon(index)?;
        let next = self.record.games.get(index + 1)?;
        let has_moved =
            Side::ALL.into_iter().any(|side| self.name(index, side) != self.name(index + 1, side));
        if has_moved || next.is_after_gap(&self.record.games[index]) {
            return None;
        }
        let after = next.points()?;
        let won = after[winner].checked_sub(self.games[index].before.points[winner])?;
        is_by_jacoby(won, result)
    }

    /// Returns whether a game counts by the Jacoby rule according to the points that the record states.
    fn counted_by_result(&self, index: usize) -> Option<bool> {
        let (winner, result) = self.open_gammon(index)?;
        let stated = self.record.games[index].entries.iter().rev().filter_map(Entry::result);
        let mut stated = stated.filter(|(side, _)| *side == winner);
        stated.find_map(|(_, points)| is_by_jacoby(points.value, result))
    }

    /// Changes the points of a game.
    fn count(&mut self, index: usize, winner: Side, points: u32) {
        let game = &mut self.games[index];
        if let Some(result) = &mut game.result {
            result.points = points;
        }
        if let Some(Act { what: Happening::GameOver(result), .. }) = game.acts.last_mut() {
            result.points = points;
        }
        for entry in self.record.games[index].entries.iter_mut().filter(|entry| entry.side == Some(winner)) {
            if let Written::Wins { points: Some(told), .. } = &mut entry.written {
                told.value = points;
            }
        }
    }
}

/// Returns whether these points for a gammon count it by the Jacoby rule. `None` for any other number.
fn is_by_jacoby(points: u32, result: GameResult) -> Option<bool> {
    match points {
        _ if points == result.cube => Some(true),
        _ if points == result.points => Some(false),
        _ => None,
    }
}
