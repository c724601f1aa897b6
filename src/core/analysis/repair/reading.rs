//! A reading: what the record may have been meant to contain.

use crate::board::{Board, Roll};
use crate::formats::changes::Change;

/// The kind of mistake that a reading assumes; readings of one kind compete with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Another play of this roll.
    Play,
    /// Other dice.
    Dice,
    /// Other dice and another play.
    DiceAndPlay,
    /// Another play earlier in the game.
    Earlier,
    /// A different action, or one that belongs elsewhere or should be deleted.
    Action,
    /// Two turns, their dice or their plays swapped.
    Exchange,
    /// Something left out that has to be made up.
    MadeUp,
    /// A number or a name at the head or the end of a game.
    Head,
    /// The rows of two games swapped.
    Rows,
    /// The match length, which affects every game.
    Length,
    /// The spelling.
    Spelling,
    /// The form of the whole text, which its actions don't depend on.
    WholeText,
}

/// A play in the position in which it would have been made, for the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// The board before the play, from the mover's view.
    pub(super) board: Board,
    /// The roll's pips, the larger first.
    pub(super) roll: Roll,
    /// The board after it, from the mover's view.
    pub(super) after: Board,
}

/// One reading.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) class: Class,
    /// The cost, higher for less likely mistakes: a slip of the pen costs about 1.
    pub(super) cost: f32,
    /// What the fix does.
    pub(super) message: String,
    /// The game.
    pub(super) game: usize,
    /// The changes in it.
    pub(super) changes: Vec<Change>,
    /// The play that the reading assumes.
    pub(super) chosen: Option<Chosen>,
    /// The first entry whose play isn't legal any more, where the checkers alone show it.
    pub(super) broke: Option<usize>,
    /// Whether the rules alone are enough to find it, so that it may be safe.
    pub(super) may_be_safe: bool,
    /// Whether it writes the score that is due where none can be read.
    pub(super) sets_score: bool,
}

impl Reading {
    /// Returns a reading that may be safe.
    pub(super) fn new(
        class: Class,
        cost: f32,
        message: impl Into<String>,
        game: usize,
        changes: impl IntoIterator<Item = impl Into<Change>>,
    ) -> Self {
        Self {
            class,
            cost,
            message: message.into(),
            game,
            changes: changes.into_iter().map(Into::into).collect(),
            chosen: None,
            broke: None,
            may_be_safe: true,
            sets_score: false,
        }
    }

    /// Returns the reading with the play that it assumes.
    pub(super) fn with_play(mut self, board: Board, roll: Roll, after: Board) -> Self {
        self.chosen = Some(Chosen { board, roll, after });
        self
    }

    /// Returns the reading with the first entry whose play isn't legal any more.
    pub(super) fn broken_at(mut self, entry: Option<usize>) -> Self {
        self.broke = entry;
        self
    }

    /// Returns the reading as one that is never safe.
    pub(super) const fn unsafe_(mut self) -> Self {
        self.may_be_safe = false;
        self
    }

    /// Returns the reading as one that is never safe unless a condition holds.
    pub(super) const fn safe_if(mut self, may_be_safe: bool) -> Self {
        self.may_be_safe = self.may_be_safe && may_be_safe;
        self
    }
}
