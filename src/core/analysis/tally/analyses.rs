//! The quality of play in an archive, as far as its records contain analyses.

use crate::analysis::skill::{PlayerStatistics, Share, sums};
use serde::{Deserialize, Serialize};

/// Sums of the analyses in records: for a player, of the player's decisions; for an archive, of both players'.
///
/// Nothing is evaluated here: only what a record contains is counted. Sums are exact, so their order doesn't matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Analyses {
    /// Matches and sessions in which at least one decision or roll was evaluated.
    pub analysed: u64,
    /// The sums over matches, with values in chances to win the match.
    pub matches: PlayerStatistics,
    /// The sums over money sessions, with values in points.
    pub sessions: PlayerStatistics,
    /// The decisions that count for the PR, as eXtreme Gammon counts it, in all of these.
    pub rated: Share,
}

sums!(Analyses: analysed matches sessions rated);

impl Analyses {
    /// Returns the sums over matches and sessions. Only their equities are meaningful: chances and points don't add up.
    #[must_use]
    pub fn together(&self) -> PlayerStatistics {
        let mut sum = self.matches;
        sum += self.sessions;
        sum
    }

    /// Adds the statistics of a match or a session in which something was evaluated.
    pub(super) fn count(&mut self, played: &PlayerStatistics, is_money: bool) {
        *if is_money { &mut self.sessions } else { &mut self.matches } += *played;
    }
}
