//! Scores and results.

use super::Rules;
use crate::board::{BySide, Side};
use crate::rules::Outcome;

/// The points of both sides, and whether the Crawford game has been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// The points of each side; in a match, the last game may exceed its length.
    pub points: BySide<u32>,
    /// Whether the Crawford game has been played.
    pub crawford_played: bool,
}

impl Score {
    /// Returns the points that a side still needs for the match; 0 in a money session.
    #[must_use]
    pub fn away(&self, side: Side, rules: &Rules) -> u32 {
        u32::from(rules.length).saturating_sub(self.points[side])
    }

    /// Returns `true` if the next game is the Crawford game: the first one in which exactly one side is
    /// 1-away.
    #[must_use]
    pub fn is_crawford(&self, rules: &Rules) -> bool {
        !self.crawford_played && self.may_be_crawford(rules)
    }

    /// Returns `true` if exactly one side is 1-away in a match with a Crawford game.
    pub(crate) fn may_be_crawford(&self, rules: &Rules) -> bool {
        let one_away = |side| self.away(side, rules) == 1;
        rules.crawford && one_away(Side::Zero) != one_away(Side::One)
    }

    /// Adds the points of a result; a drawn game has none.
    pub fn add(&mut self, result: &GameResult) {
        if let Some(winner) = result.winner {
            self.points[winner] = self.points[winner].saturating_add(result.points);
        }
    }

    /// Returns the winner of the match, if a side has reached its length.
    #[must_use]
    pub fn match_winner(&self, rules: &Rules) -> Option<Side> {
        let won = |side: &Side| !rules.is_money() && self.away(*side, rules) == 0;
        Side::ALL.into_iter().find(won)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The winner bore off the last checker.
    BorneOff,
    /// The loser passed a double.
    Passed,
    /// The loser resigned and the winner accepted.
    Resigned,
    /// The points were awarded: a forfeit, a time-out, a director's decision.
    Awarded,
    /// No winner: the players agreed to a draw, or the game was abandoned.
    Drawn,
}

/// The result of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// The winner; `None` exactly if the game was [drawn](Ending::Drawn).
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
    /// Single, gammon or backgammon, as it was played; `None` for an award or a drawn game.
    pub outcome: Option<Outcome>,
    /// The value of the cube that counts.
    pub cube: u32,
    /// The points won: the cube times the outcome, with the Jacoby rule applied.
    pub points: u32,
}
