//! A reading: what the record may have been meant to say.

use crate::board::Board;
use crate::formats::changes::Change;

/// What kind of mistake a reading assumes; readings of one kind stand against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// The play of this roll is another one.
    Play,
    /// The dice are others.
    Dice,
    /// The dice and the play are others.
    DiceAndPlay,
    /// An earlier play of the game is another one.
    Earlier,
    /// An action is another one, stands elsewhere, or is too many.
    Action,
    /// Something is left out that has to be made up.
    MadeUp,
    /// A number or a name at the head or the end of a game.
    Head,
    /// The match length, which bears on every game.
    Length,
    /// The spelling.
    Spelling,
}

/// A play in the position in which it would have been made, for the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// The board before the play, as the mover sees it.
    pub(super) board: Board,
    /// The roll's pips, the larger first.
    pub(super) roll: crate::board::Roll,
    /// The board after it, as the mover sees it.
    pub(super) after: Board,
}

/// One reading.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) class: Class,
    /// How unlikely the mistake is: a slip of the pen costs about 1.
    pub(super) cost: f32,
    /// What the fix does.
    pub(super) message: String,
    /// In which game.
    pub(super) game: usize,
    /// What changes there.
    pub(super) changes: Vec<Change>,
    /// The play that it assumes.
    pub(super) chosen: Option<Chosen>,
    /// The entry whose play is the first that isn't legal any more, where the checkers alone show it.
    pub(super) broke: Option<usize>,
    /// Whether only the rules are needed to find it, so that it may be safe.
    pub(super) may_be_safe: bool,
}

impl Reading {
    /// Makes a reading that may be safe.
    pub(super) fn new(class: Class, cost: f32, message: String, game: usize, changes: Vec<Change>) -> Self {
        Self { class, cost, message, game, changes, chosen: None, broke: None, may_be_safe: true }
    }

    /// Makes it one that is never safe.
    pub(super) const fn unsafe_(mut self) -> Self {
        self.may_be_safe = false;
        self
    }
}
