//! The rules of the game that an action can break: one variant each.

use crate::board::Side;
use crate::diag::count::many;
use crate::rules::Outcome;
use thiserror::Error;

/// Why an action isn't possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleViolation {
    /// The other side is to act.
    #[error("it is {0}'s turn to act")]
    NotYourTurn(Side),
    /// The opening roll hasn't been made.
    #[error("the game has not been opened")]
    NotOpened,
    /// The game has been opened before.
    #[error("the game has been opened already")]
    AlreadyOpened,
    /// The winner of the opening rolled a doublet.
    #[error("a game can't be opened with a doublet: equal dice are rolled again")]
    OpeningDoublet,
    /// The choice comes too late.
    #[error("the side is chosen before the first play")]
    TooLateToChoose,
    /// Dice have been rolled already.
    #[error("the dice have been rolled already")]
    AlreadyRolled,
    /// No dice have been rolled.
    #[error("the dice have not been rolled yet")]
    NotRolled,
    /// The play isn't legal for this board and roll.
    #[error("the play is not legal")]
    IllegalPlay,
    /// A double is to be answered first.
    #[error("a double has to be answered first")]
    DoublePending,
    /// There is no double to answer.
    #[error("there is no double to answer")]
    NoDouble,
    /// Doubling before the opening roll.
    #[error("doubling is not allowed before the opening roll")]
    DoubleBeforeOpening,
    /// Doubling after rolling.
    #[error("a player must double before rolling")]
    DoubleAfterRoll,
    /// The opponent owns the cube.
    #[error("the opponent owns the cube")]
    NotCubeOwner,
    /// The Crawford game is played without the cube.
    #[error("doubling is not allowed in the Crawford game")]
    CrawfordGame,
    /// The current cube value already wins the match for the doubler.
    #[error("the cube is dead: {} and a cube of {cube} already reach {length}", many(u64::from(*points), "point"))]
    DeadCube {
        /// The doubler's points.
        points: u32,
        /// The current value of the cube.
        cube: u32,
        /// The match length.
        length: u16,
    },
    /// The current cube value wins the match for the doubler's opponent, and the rules then freeze it.
    #[error("the cube is frozen: the opponent's {} and a cube of {cube} already reach {length}", many(u64::from(*points), "point"))]
    FrozenCube {
        /// The opponent's points.
        points: u32,
        /// The current value of the cube.
        cube: u32,
        /// The match length.
        length: u16,
    },
    /// The cube would go beyond its limit.
    #[error("the cube doesn't go beyond {0}")]
    CubeLimit(u32),
    /// The match is played without a cube.
    #[error("the match is played without a cube")]
    NoCube,
    /// A beaver in a match, or in a session without beavers.
    #[error("beavers are not allowed")]
    NoBeavers,
    /// More beavers and raccoons than allowed.
    #[error("at most {} may follow a double", many(u64::from(*.0), "immediate redouble"))]
    BeaverLimit(u8),
    /// A resignation is to be answered first.
    #[error("a resignation has to be answered first")]
    ResignationPending,
    /// There is no resignation to answer.
    #[error("there is no resignation to answer")]
    NoResignation,
    /// A resignation no larger than one that was refused in this position.
    #[error("a resignation of a {0} has been refused already")]
    ResignationRefused(Outcome),
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game isn't over.
    #[error("the game is not over")]
    GameNotOver,
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
}
