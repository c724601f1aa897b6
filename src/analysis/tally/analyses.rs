//! How well the games of an archive were played, as far as its records say so.

use crate::analysis::skill::PlayerStatistics;

/// Sums of the analyses that records hold: of a player, of what the player did; of an archive, of both players.
///
/// Nothing is evaluated here: what a record doesn't say isn't counted. Sums are exact, so their order doesn't matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analyses {
    /// Matches and sessions of which at least one decision or roll was evaluated.
    pub analysed: u64,
    /// The sums over matches; what equities are worth is counted in chances to win the match.
    pub matches: PlayerStatistics,
    /// The sums over money sessions; what equities are worth is counted in points.
    pub sessions: PlayerStatistics,
}

impl Analyses {
    /// Adds what was counted later.
    pub fn append(&mut self, later: &Self) {
        self.analysed += later.analysed;
        self.matches += later.matches;
        self.sessions += later.sessions;
    }

    /// Returns the sums over matches and sessions. Only their equities mean something: chances and points don't add up.
    #[must_use]
    pub fn together(&self) -> PlayerStatistics {
        let mut sum = self.matches;
        sum += self.sessions;
        sum
    }

    /// Counts what was evaluated of a match or a session, if anything was.
    pub(super) fn count(&mut self, played: &PlayerStatistics, is_money: bool) {
        if played.is_judged() {
            *if is_money { &mut self.sessions } else { &mut self.matches } += *played;
        }
    }
}
