//! The Jacoby rule of a session that doesn't state it, but whose scores show it.

use super::record::{Header, Written, headers};
use super::{Act, Happening, Replayed};
use crate::diag::Span;

impl Replayed {
    /// Returns the session with the Jacoby rule stated, and the points that count by it, if the record states no such
    /// rule and the scores show that it holds. `None` otherwise.
    #[must_use]
    pub fn with_shown_jacoby(&self) -> Option<Self> {
        let is_stated =
            self.record.header(headers::JACOBY).is_some_and(|header| !header.value.value.trim().is_empty());
        if !self.rules.is_money() || self.rules.jacoby || is_stated {
            return None;
        }
        let counts: Vec<Option<bool>> =
            (0..self.games.len()).map(|game| self.counts_by_jacoby(game)).collect();
        if !counts.contains(&Some(true)) || counts.contains(&Some(false)) {
            return None;
        }
        let mut stated = self.clone();
        stated.rules.jacoby = true;
        stated.record.headers.retain(|header| !header.key.value.eq_ignore_ascii_case(headers::JACOBY));
        stated.record.headers.push(Header::new(headers::JACOBY, "On", Span::default()));
        let all = stated.games.iter_mut().zip(&mut stated.record.games).zip(counts);
        for ((game, record), _) in all.filter(|(_, counts)| *counts == Some(true)) {
            let Some(result) = &mut game.result else { continue };
            result.points = result.cube;
            let points = result.points;
            if let Some(Act { what: Happening::GameOver(result), .. }) = game.acts.last_mut() {
                result.points = points;
            }
            for entry in &mut record.entries {
                if let Written::Wins { points: Some(told), .. } = &mut entry.written {
                    told.value = points;
                }
            }
        }
        Some(stated)
    }

    /// Returns whether a gammon with a centred cube, in a game counted from 0, counts as a single game by the score
    /// after it. `None` if the game is none, or the score shows neither.
    fn counts_by_jacoby(&self, index: usize) -> Option<bool> {
        let game = &self.games[index];
        let (result, last) = (game.result?, game.acts.last()?);
        let winner = result.winner.filter(|_| last.cube.owner.is_none() && result.points > result.cube)?;
        let after = self.games.get(index + 1).map_or(self.score.points, |next| next.before.points);
        match after[winner].checked_sub(game.before.points[winner])? {
            won if won == result.cube => Some(true),
            won if won == result.points => Some(false),
            _ => None,
        }
    }
}
