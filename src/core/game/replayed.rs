//! The meaning of a record: the record together with the events that its replay found.

use super::record::{GameRecord, MatchRecord, folded};
use super::{Cube, GameResult, Rules, Score};
use crate::board::{Board, BySide, Roll, Side};
use crate::rules::resolve::force;
use crate::rules::{Leg, Outcome, Play, can_move, legal_plays};

/// A record and its meaning: the input of every format's writer.
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
    /// The score at the end, as far as known.
    pub score: Score,
}

/// The events of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedGame {
    /// The game's number in the record, or else its place, counted from 1.
    pub number: u32,
    /// The score before the game.
    pub before: Score,
    /// Whether it was the Crawford game.
    pub is_crawford: bool,
    /// The number of automatic doubles with which it began.
    pub automatic_doubles: u8,
    /// The events, in order.
    pub acts: Vec<Act>,
    /// The result, if the game has one.
    pub result: Option<GameResult>,
    /// Whether the moves or a pass prove the result, and no finding makes it unsure.
    pub is_proven: bool,
    /// The entries, counted from 0 and in order, that contradict the rules: the replay applied something else.
    pub overruled: Vec<u32>,
}

/// One event of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Act {
    /// The board before it, seen by [`by`](Self::by); for [`Happening::PositionSet`], after it.
    pub before: Board,
    /// The cube before it; for [`Happening::PositionSet`], after it.
    pub cube: Cube,
    /// The side that acts; at the end of a game, the winner, and for a drawn game always [`Side::Zero`].
    pub by: Side,
    /// The entry's place in the game, counted from 0; `None` if no entry records it.
    pub entry: Option<u32>,
    /// What happened.
    pub what: Happening,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Dice were rolled, and their play isn't known: the game was given up, the record stops, or the play is missing
    /// and the turn passes.
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
        /// The outcome offered.
        outcome: Outcome,
    },
    /// A resignation was refused.
    ResignationRefused,
    /// The game was resigned, and the opponent accepted.
    Resigned {
        /// The outcome agreed on.
        outcome: Outcome,
    },
    /// The game ended.
    GameOver(GameResult),
}

impl Happening {
    /// Returns `true` for what a player did: neither the result nor a position that was set.
    #[must_use]
    pub const fn is_decision(&self) -> bool {
        !matches!(self, Self::GameOver(_) | Self::PositionSet { .. })
    }

    /// Returns its word for other programs; a double of the cube's owner is a redouble.
    #[doc(hidden)]
    #[must_use]
    pub const fn word(&self, is_owned: bool) -> &'static str {
        match self {
            Self::Played { play, .. } if play.is_dance() => "dance",
            Self::Played { .. } => "play",
            Self::Illegal { .. } => "illegal",
            Self::RolledOnly { .. } => "roll",
            Self::Doubled { beaver: true, .. } => "beaver",
            Self::Doubled { .. } if is_owned => "redouble",
            Self::Doubled { .. } => "double",
            Self::Taken => "take",
            Self::Passed => "pass",
            Self::PositionSet { .. } => "set",
            Self::ResignationOffered { .. } => "offer-resignation",
            Self::ResignationRefused => "refuse-resignation",
            Self::Resigned { .. } => "resign",
            Self::GameOver(_) => "result",
        }
    }

    /// Returns the dice of a roll, played or not.
    #[must_use]
    pub const fn roll(&self) -> Option<Roll> {
        match self {
            Self::Played { roll, .. } | Self::Illegal { roll, .. } | Self::RolledOnly { roll } => Some(*roll),
            _ => None,
        }
    }
}

impl Replayed {
    /// Iterates over the games, each with its events.
    pub fn games(&self) -> impl Iterator<Item = (&GameRecord, &ReplayedGame)> {
        self.record.games.iter().zip(&self.games)
    }

    /// Returns the number of the move of each act in a game, which is counted from 0: see
    /// [`MoveNumbers`](super::record::MoveNumbers). An act that no entry records has the number of the act before it.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    #[must_use]
    pub fn move_numbers(&self, game: usize) -> Vec<u32> {
        let numbers = self.record.games[game].move_numbers();
        let mut last = 1;
        let number = |act: &Act| {
            last = act.entry.and_then(|entry| numbers.get(entry as usize)).copied().unwrap_or(last);
            last
        };
        self.games[game].acts.iter().map(number).collect()
    }

    /// Returns the score to write at the head of a game, counted from 0: the one before it, or the recorded one if
    /// the match is over by that score and the replay continues at another.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    #[must_use]
    pub fn head_score(&self, game: usize) -> BySide<u32> {
        let before = self.games[game].before;
        let Some(points) = self.record.games[game].points() else { return before.points };
        let told = Score { points, ..before };
        if told.match_winner(&self.rules).is_some() { points } else { before.points }
    }

    /// Returns a player's name in a game, counted from 0: that of the game's head, or of the last head before it, or an
    /// empty text.
    #[must_use]
    pub fn name(&self, game: usize, side: Side) -> &str {
        self.record.name(game, side)
    }

    /// Returns `true` if a game, counted from 0, has another player than the game before it. Names that differ only in
    /// case and in the number of blanks are one player's.
    pub(crate) fn has_new_player(&self, game: usize) -> bool {
        let is_new = |side: Side| {
            let name = self.record.new_name(game, side);
            name.is_some_and(|name| folded(name) != folded(self.name(game - 1, side)))
        };
        game > 0 && Side::ALL.into_iter().any(is_new)
    }
}

impl Act {
    /// Returns `true` for a roll, played or not.
    pub(crate) const fn is_turn(&self) -> bool {
        self.roll().is_some()
    }

    /// Returns `true` for an act that only ends the game: no play follows it.
    pub(crate) const fn is_end(&self) -> bool {
        matches!(
            self.what,
            Happening::Resigned { .. } | Happening::ResignationOffered { .. } | Happening::GameOver(_)
        )
    }

    /// Returns the board after a play, legal or not, from the mover's view. `None` if the act isn't a play.
    #[must_use]
    pub fn after(&self) -> Option<Board> {
        match self.what {
            Happening::Played { play, .. } => Some(play.after(&self.before)),
            Happening::Illegal { after, .. } => Some(after),
            _ => None,
        }
    }

    /// Returns `true` if legs, legal or not, lead to the board after a play.
    #[must_use]
    pub fn is_made_by(&self, legs: &[Leg]) -> bool {
        self.after().is_some_and(|after| force(&self.before, legs) == Some(after))
    }

    /// Returns the number of legal plays of its dice, counting those that lead to the same position once; 0 if no
    /// checker can move or the act has no dice.
    #[must_use]
    pub fn legal_plays(&self) -> usize {
        self.roll().map_or(0, |roll| legal_plays(&self.before, roll).len())
    }

    /// Returns the dice of a roll, played or not.
    #[must_use]
    pub const fn roll(&self) -> Option<Roll> {
        self.what.roll()
    }
}

impl ReplayedGame {
    /// Returns the score after the game: the score before it, if the game has no result.
    #[must_use]
    pub fn score_after(&self) -> Score {
        let mut score = self.before;
        if let Some(result) = self.result {
            score.add(&result);
        }
        score
    }

    /// Returns `true` if an act, counted from 0, is a roll that ends the game unplayed although it could be played and
    /// doesn't bear off the winner's last checker.
    #[must_use]
    pub fn ends_unplayed(&self, at: usize) -> bool {
        let act = &self.acts[at];
        let Happening::RolledOnly { roll } = act.what else { return false };
        let ends = self.acts[at + 1..].iter().all(Act::is_end);
        let wins = || legal_plays(&act.before, roll).iter().any(|(_, after)| after.mover_is_done());
        let winner = self.result.and_then(|result| result.winner);
        ends && can_move(&act.before, roll) && !(winner == Some(act.by) && wins())
    }

    /// Returns the roll that waits in a position that is set: the side on roll rolls right after this act, counted from
    /// 0, and the game ends there. Most formats have one form for both: the position with its dice.
    pub(crate) fn waiting_roll(&self, at: usize) -> Option<Roll> {
        let [set, rolled, rest @ ..] = self.acts.get(at..)? else { return None };
        match (set.what, rolled.what) {
            (Happening::PositionSet { roll: dice }, Happening::RolledOnly { roll })
                if rolled.by == set.by
                    && dice.is_none_or(|dice| dice == roll)
                    && rest.iter().all(Act::is_end) =>
            {
                Some(roll)
            }
            _ => None,
        }
    }
}
