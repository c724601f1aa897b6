//! What a record means: the record together with what its replay found to have happened.

use super::record::{GameRecord, MatchRecord};
use super::{Cube, GameResult, Rules, Score};
use crate::board::{Board, Roll, Side};
use crate::rules::{Outcome, Play, can_move, legal_plays};

/// A record and what it means: what every format's writer takes.
///
/// Made by the replay in `analysis`, so that nothing unproven is written as if it were a legal play.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// The record as written.
    pub record: MatchRecord,
    /// The rules it was replayed by.
    pub rules: Rules,
    /// The games, one for each of the record.
    pub games: Vec<ReplayedGame>,
    /// The score at the end, as far as it is known.
    pub score: Score,
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedGame {
    /// The number that the record gives the game, else its place, counted from 1.
    pub number: u32,
    /// The score before the game.
    pub before: Score,
    /// Whether it was the Crawford game.
    pub is_crawford: bool,
    /// With how many automatic doubles it began.
    pub automatic_doubles: u8,
    /// What happened, in order.
    pub acts: Vec<Act>,
    /// The result, if the game has one.
    pub result: Option<GameResult>,
    /// Whether the moves or a pass prove the result, and nothing found wrong makes it unsure.
    pub is_proven: bool,
    /// The entries, counted from 0 and in order, whose words the rules contradict: the replay went on
    /// otherwise.
    pub overruled: Vec<u32>,
}

/// One thing that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Act {
    /// The board before it, seen by [`by`](Self::by); for [`Happening::PositionSet`], after it.
    pub before: Board,
    /// The cube before it; for [`Happening::PositionSet`], after it.
    pub cube: Cube,
    /// Who acts; at the end of a game, the winner, and of a drawn game always [`Side::Zero`].
    pub by: Side,
    /// The entry's place in the game, counted from 0; `None` if no entry records it.
    pub entry: Option<u32>,
    /// What happened.
    pub what: Happening,
}

/// What happened.
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
        /// The board after it, from the mover's view.
        after: Board,
    },
    /// Dice were rolled, and nothing is known of their play: the game was given up, the record stops, or
    /// the play is missing and the turn passes.
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
    /// The position was set; the side is the one on roll.
    PositionSet {
        /// The dice, if they have been rolled.
        roll: Option<Roll>,
    },
    /// A resignation was offered.
    ResignationOffered {
        /// As what.
        outcome: Outcome,
    },
    /// A resignation was refused.
    ResignationRefused,
    /// The game was resigned, and the opponent accepted.
    Resigned {
        /// As what.
        outcome: Outcome,
    },
    /// The game ended.
    GameOver(GameResult),
}

impl Replayed {
    /// Iterates over the games, each with what happened in it.
    pub fn games(&self) -> impl Iterator<Item = (&GameRecord, &ReplayedGame)> {
        self.record.games.iter().zip(&self.games)
    }

    /// Returns a player's name in a game, counted from 0: that of the game's head, else of the last
    /// head before it, else nothing.
    #[must_use]
    pub fn name(&self, game: usize, side: Side) -> &str {
        let games = &self.record.games[..self.record.games.len().min(game + 1)];
        let player = games.iter().rev().find_map(|game| game.players[side].as_ref());
        player.map_or("", |player| &player.name.value)
    }
}

impl Act {
    /// Returns the board after a play, legal or not, seen by the player who made it; `None` if the act is no play.
    #[must_use]
    pub fn after(&self) -> Option<Board> {
        match self.what {
            Happening::Played { play, .. } => Some(play.after(&self.before)),
            Happening::Illegal { after, .. } => Some(after),
            _ => None,
        }
    }

    /// Returns the number of legal plays of its dice, those that lead to one position counted once; 0 if nothing
    /// can be moved or the act has no dice.
    #[must_use]
    pub fn legal_plays(&self) -> usize {
        self.roll().map_or(0, |roll| legal_plays(&self.before, roll).len())
    }

    /// Returns the dice of a roll, played or not.
    #[must_use]
    pub const fn roll(&self) -> Option<Roll> {
        match self.what {
            Happening::Played { roll, .. }
            | Happening::Illegal { roll, .. }
            | Happening::RolledOnly { roll } => Some(roll),
            _ => None,
        }
    }
}

impl ReplayedGame {
    /// Returns `true` if an act, counted from 0, is dice with which the game ends unplayed, although they could be
    /// played and don't bear off the last checker of its winner.
    #[must_use]
    pub fn ends_unplayed(&self, at: usize) -> bool {
        let act = &self.acts[at];
        let Happening::RolledOnly { roll } = act.what else { return false };
        let ends = self.acts[at + 1..].iter().all(|act| {
            matches!(
                act.what,
                Happening::Resigned { .. } | Happening::ResignationOffered { .. } | Happening::GameOver(_)
            )
        });
        let wins = || legal_plays(&act.before, roll).iter().any(|(_, after)| after.mover_is_done());
        let winner = self.result.and_then(|result| result.winner);
        ends && can_move(&act.before, roll) && !(winner == Some(act.by) && wins())
    }
}
