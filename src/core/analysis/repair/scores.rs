//! Scores that can't be read: the points that they stand for, and whether the record proves these.

use super::bench::{Bench, Verified};
use super::reading::Reading;
use crate::board::{BySide, Side};
use crate::diag::Severity;
use crate::game::record::{Entry, GameRecord, Written};
use crate::notation::plain::digit;

/// The points that a score which can't be read stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meant {
    pub(super) points: u32,
    /// Whether the score itself shows them: `O`, `l2`, `0/3`.
    is_told: bool,
    /// Whether digits in it show other points: `2x` where 1 is due.
    is_doubtful: bool,
}

impl Meant {
    /// Returns the points that a score stands for: its own, unless others are due. `None` if nothing shows them.
    pub(super) fn of(token: &str, due: Option<u32>) -> Option<Self> {
        let whole = token.split('/').next().unwrap_or_default();
        let letters: Option<Vec<u8>> = whole.bytes().map(digit).collect();
        let own: Option<u32> = letters.and_then(|digits| String::from_utf8(digits).ok()?.parse().ok());
        let told = own.filter(|own| due.is_none_or(|due| due == *own));
        let points = told.or(due)?;
        let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
        let shows_other = own.is_some() || (!digits.is_empty() && digits != points.to_string());
        let is_doubtful = told.is_none() && shows_other;
        Some(Self { points, is_told: told.is_some(), is_doubtful })
    }

    /// Returns the reading that writes these points.
    pub(super) fn reading(self, mut reading: Reading) -> Reading {
        reading.may_be_safe = !self.is_doubtful;
        reading.sets_score = !self.is_told;
        reading
    }
}

/// Returns `true` if the record proves the score that is due before a game: the game before is sure and leads to it, or
/// the match begins with it, and the next score agrees.
pub(super) fn is_proven(bench: &Bench<'_>, verified: &Verified, game: usize) -> bool {
    let games = &bench.record.games;
    let (Some(this), Some(due)) = (games.get(game), bench.score_due(game)) else { return false };
    let is_due = |side: Side| this.score(side).is_none_or(|score| score.value == i64::from(due[side]));
    let follows = match game.checked_sub(1) {
        Some(before) => !this.is_after_gap(&games[before]) && is_result_sure(bench, verified, before),
        // The record may begin in the middle of a match.
        None => games.get(1).is_some_and(|next| next.points().is_some()),
    };
    // A session may count a gammon as one point, or begin each game at nil all.
    follows
        && !bench.rules.is_money()
        && Side::ALL.into_iter().all(is_due)
        && agrees_with_next(bench, game, due)
}

/// Returns `true` if the record states or proves the result of a game, and no finding is about this result or makes it
/// unsure.
fn is_result_sure(bench: &Bench<'_>, verified: &Verified, game: usize) -> bool {
    let games = &bench.record.games;
    let Some(this) = games.get(game) else { return false };
    let end = games.get(game + 1).map_or(u32::MAX, |next| next.heading.start);
    let is_result = |entry: &&Entry| {
        matches!(entry.written, Written::Wins { .. } | Written::Losses { .. } | Written::Drawn)
    };
    let is_reported = |entry: &Entry| {
        let holds = |at: u32| entry.span.start <= at && at <= entry.span.end;
        bench.findings().iter().any(|(_, at)| holds(*at))
    };
    let unsure = verified.ends.unsure_from(game).is_some_and(|(severity, _)| severity > Severity::Note);
    verified.ends.is_settled(game)
        && !unsure
        && !verified.contradicts(&(this.heading.start..end))
        && !this.entries.iter().filter(is_result).any(is_reported)
}

/// Returns `true` if the next score after a game agrees with the score `due` before it, or nothing follows from it.
fn agrees_with_next(bench: &Bench<'_>, game: usize, due: BySide<u32>) -> bool {
    let games = &bench.record.games;
    let mut score = due;
    for before in game..games.len() {
        let next = games.get(before + 1).and_then(GameRecord::points);
        match (bench.score_after(before, bench.entries(before), score), next) {
            (Some(after), Some(next)) => return after == next,
            // The next score shows the result.
            (None, Some(next)) => return is_one_game_apart(score, next),
            (Some(after), None) => score = after,
            (None, None) => return true,
        }
    }
    true
}

/// Returns `true` if a single game can lead from one score to another.
pub(super) fn is_one_game_apart(from: BySide<u32>, to: BySide<u32>) -> bool {
    let leads = |winner: Side| {
        let won = to[winner].saturating_sub(from[winner]);
        is_worth(won) && to[!winner] == from[!winner]
    };
    Side::ALL.into_iter().any(leads)
}

/// Returns `true` if a game can be worth these points, with some cube.
pub(super) fn is_worth(points: u32) -> bool {
    points.is_power_of_two() || (points.is_multiple_of(3) && (points / 3).is_power_of_two())
}
