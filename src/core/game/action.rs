//! The actions in a match, and their effects.

use super::{GameResult, Phase};
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::rules::{Outcome, Play};

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// Both players roll one die each for the opening; equal dice are rolled again.
    Open(BySide<Die>),
    /// The acting player won the opening with this roll, in the form that records use.
    OpenWith(Roll),
    /// The winner of the opening chooses before the first play.
    Choose(Choice),
    /// The acting player rolls.
    Roll(Roll),
    /// The acting player moves; [`Play::DANCE`] if nothing can move.
    Play(Play),
    /// The acting player made an illegal play which the opponent condoned; the resulting board,
    /// seen by the acting player. Refused unless the rules are those of [`IllegalPlays::FaceToFace`], and if checkers
    /// appear or the opponent's disappear.
    ///
    /// [`IllegalPlays::FaceToFace`]: super::IllegalPlays::FaceToFace
    CondonedPlay(Board),
    /// The acting player doubles or redoubles.
    Double,
    /// The acting player takes.
    Take,
    /// The acting player passes and loses the game.
    Pass,
    /// The acting player answers a double by redoubling at once and keeps the cube; the answer to a
    /// beaver is a raccoon.
    Beaver,
    /// The acting player offers to lose a single game, a gammon or a backgammon.
    Resign(Outcome),
    /// The acting player accepts the resignation.
    AcceptResignation,
    /// The acting player refuses the resignation.
    RefuseResignation,
    /// The acting player is awarded points: a forfeit, a time-out, a director's decision.
    Award(u32),
    /// The players agree to end the game without a winner, or abandon it (by either player).
    Draw,
    /// The next game of the match or session begins (by either player).
    NextGame,
}

/// The choice that the winner of the opening makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The army to play with; in variants with equal armies the choice changes nothing.
    pub army: Army,
    /// The colour of the checkers.
    pub colour: Option<Colour>,
}

/// One of the two armies of a start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Army {
    /// The army that the winner of the opening gets by default.
    #[default]
    First,
    /// The other one.
    Second,
}

/// The colour of a player's checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The lighter checkers.
    Light,
    /// The darker checkers.
    Dark,
}

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// The opening dice were equal; contains the cube's new value if they doubled it.
    OpeningTied {
        /// The value of the cube, if this was an automatic double.
        doubled_to: Option<u32>,
    },
    /// A side won the opening and must play this roll.
    Opened {
        /// The winner of the opening.
        first: Side,
        /// The roll to play.
        roll: Roll,
    },
    /// The winner of the opening chose.
    Chosen,
    /// Dice were rolled.
    Rolled(Roll),
    /// A play was made and the turn passed.
    Played,
    /// The cube was offered at this value.
    Doubled {
        /// The value if the offer is taken.
        to: u32,
    },
    /// The cube was taken at this value.
    Taken {
        /// The value of the cube.
        at: u32,
    },
    /// A resignation was offered.
    ResignationOffered(Outcome),
    /// A resignation was refused; the game continues as before.
    ResignationRefused {
        /// The action that is due now.
        phase: Phase,
    },
    /// The game is over.
    GameEnded(GameResult),
    /// The match or session is over with this game.
    MatchEnded(GameResult),
    /// A new game begins.
    GameBegun,
}
