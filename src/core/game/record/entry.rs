//! The entries of a game: dice, plays, cube actions and results, as written.

use super::{Notes, Spanned};
use crate::board::{Roll, Side};
use crate::diag::Span;
use crate::game::Cube;
use crate::rules::{Leg, Outcome, Step};

/// One cell of a record: an action of one side, or a statement about the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The side in whose column it is; `None` if the layout has no columns.
    pub side: Option<Side>,
    /// The number of the row; `None` where the row has none.
    pub row: Option<u32>,
    /// The place of the whole entry, without surrounding white space.
    pub span: Span,
    /// Its content.
    pub written: Written,
    /// Additional records: annotations, analyses, clock times. Most entries have none.
    pub notes: Option<Box<Notes>>,
}

impl Entry {
    /// Returns an entry without a row number and notes.
    #[inline]
    #[must_use]
    pub const fn new(side: Option<Side>, span: Span, written: Written) -> Self {
        Self { side, row: None, span, written, notes: None }
    }

    /// Returns the notes, creating them if necessary.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// Returns the winner and the points of a result that states both.
    pub(crate) fn result(&self) -> Option<(Side, Spanned<u32>)> {
        match self.written {
            Written::Wins { points, .. } => self.side.zip(points),
            _ => None,
        }
    }
}

/// The content of an entry.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Written {
    /// Dice, and the text after them.
    Turn {
        /// The dice.
        roll: WrittenRoll,
        /// The text after them.
        cell: Cell,
    },
    /// An offer of the cube, or a counter-offer.
    Cube {
        /// The kind, by the word written.
        word: CubeWord,
        /// The new value, as written.
        value: Option<Spanned<u32>>,
    },
    /// The cube is taken.
    Take,
    /// The cube is passed.
    Pass,
    /// The side gives up the game (`Resigns`, `Concedes`), without dice.
    Resign,
    /// The side offers to lose the game, and waits for the answer.
    OfferResignation {
        /// The outcome; `None` if only the points are written, or neither.
        outcome: Option<Outcome>,
        /// The points, the cube included, if they are written.
        points: Option<Spanned<u32>>,
    },
    /// The side refuses the resignation; the game continues.
    RefuseResignation,
    /// The side accepts the resignation; the game is over.
    AcceptResignation,
    /// The side loses this many points: a resignation, a time-out, a disconnection.
    Losses {
        /// The points, as written.
        points: Option<Spanned<u32>>,
        /// The reason, if the record states one.
        cause: Option<Cause>,
    },
    /// The side wins the game.
    Wins {
        /// The points, as written.
        points: Option<Spanned<u32>>,
        /// The place of the statement that the match is won too.
        and_match: Option<Span>,
    },
    /// The game ends without a winner (`Draw`, `Abandoned`).
    Drawn,
    /// The position is set, or a part of it: board, turn, dice, cube.
    Set(Box<Setup>),
    /// A numbered row's empty cell where an entry is expected.
    Empty,
    /// Text that isn't understood.
    Unreadable,
}

impl Written {
    /// Returns the play, if one is written.
    #[doc(hidden)]
    #[must_use]
    pub const fn play(&self) -> Option<&WrittenPlay> {
        match self {
            Self::Turn { cell: Cell::Play(play), .. } => Some(play),
            _ => None,
        }
    }

    /// Returns the dice of a roll as two digits: in the order of an entry that has them, else the larger one first.
    #[doc(hidden)]
    #[must_use]
    pub fn digits_of(written: Option<&Self>, roll: Roll) -> [u8; 2] {
        let told = match written {
            Some(Self::Turn { roll, .. }) => Some(*roll),
            Some(Self::Set(setup)) => setup.roll,
            _ => None,
        };
        told.filter(|told| told.roll() == Some(roll)).map_or(roll.digits(), |told| told.digits)
    }
}

/// Why a game was lost without being played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The time ran out.
    TimeOut,
    /// The player left, or the connection was lost.
    Left,
    /// A director or a server awarded the game.
    Forfeit,
}

/// A position that is set within a game, or at its beginning; facts that aren't stated stay as they were.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// The place of the position's text.
    pub span: Span,
    /// The checkers, from the view of [`Side::Zero`]: the bar of [`Side::One`] (0 or less), the points 1 to
    /// 24, its own bar; positive for [`Side::Zero`].
    pub board: Option<[i8; 26]>,
    /// The side on roll.
    pub on_roll: Option<Side>,
    /// The dice to play.
    pub roll: Option<WrittenRoll>,
    /// The value of the cube.
    pub cube_value: Option<u32>,
    /// The place of the cube.
    pub cube_place: Option<CubePlace>,
}

impl Setup {
    /// Returns `true` if only the cube is set: the dice on the board stay there.
    #[must_use]
    pub const fn is_cube_alone(&self) -> bool {
        self.board.is_none()
            && self.on_roll.is_none()
            && self.roll.is_none()
            && (self.cube_value.is_some() || self.cube_place.is_some())
    }

    /// Returns the cube, with unstated facts taken from another one.
    #[must_use]
    pub fn cube(&self, before: Cube) -> Cube {
        let owner = match self.cube_place {
            Some(CubePlace::Centre) => None,
            Some(CubePlace::Owned(side)) => Some(side),
            None => before.owner,
        };
        Cube { value: self.cube_value.unwrap_or(before.value), owner }
    }
}

/// The place of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubePlace {
    /// In the middle.
    Centre,
    /// On a side.
    Owned(Side),
}

/// The words for an offer of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubeWord {
    /// `Doubles`.
    Double,
    /// `Redoubles`.
    Redouble,
    /// `Beavers`.
    Beaver,
    /// `Raccoons`.
    Raccoon,
}

/// Dice as written; they may be impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenRoll {
    /// The two characters, verbatim: `b"31"`, also `b"77"`, `b"00"`.
    pub digits: [u8; 2],
    /// Their place.
    pub span: Span,
}

impl WrittenRoll {
    /// Returns the roll, if both dice show 1 to 6.
    #[must_use]
    pub const fn roll(&self) -> Option<Roll> {
        Roll::from_pips(self.digits[0].wrapping_sub(b'0'), self.digits[1].wrapping_sub(b'0'))
    }
}

/// The text after the dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A play.
    Play(WrittenPlay),
    /// Nothing.
    Empty,
    /// Words that declare that no play is possible (`Cannot Move`, `(no play)`), and their place.
    CannotMove(Span),
    /// A play that is hidden (`????`), and its place.
    Hidden(Span),
    /// Words that give up the game (`Concedes`, `Resigns`), and their place.
    Resign(Span),
    /// A play declared illegal, with the position that resulted from it.
    DeclaredIllegal {
        /// The place of the whole words.
        span: Span,
        /// The position that resulted; `None` if it can't be read.
        after: Option<Box<Setup>>,
    },
    /// Text that isn't understood, and its place.
    Unreadable(Span),
}

/// A play as written: any number of legs, each with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenPlay {
    legs: [Option<WrittenLeg>; WrittenPlay::INLINE],
    more: Vec<WrittenLeg>,
    len: u32,
    /// The place of the whole play.
    pub span: Span,
}

/// A leg with its place: the token (`13/7*(2)`) in which it is written; each leg of `24/18/13` has its own
/// part, `24/18` and `18/13`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenLeg {
    /// The leg.
    pub leg: Leg,
    /// Its place.
    pub span: Span,
}

impl WrittenPlay {
    /// Legs up to this number need no allocation; no legal play has more.
    const INLINE: usize = 4;

    /// Returns a play without legs.
    #[must_use]
    pub const fn new(span: Span) -> Self {
        Self { legs: [None; Self::INLINE], more: Vec::new(), len: 0, span }
    }

    /// Adds a leg.
    #[inline]
    pub fn push(&mut self, leg: WrittenLeg) {
        match self.legs.get_mut(self.len as usize) {
            Some(slot) => *slot = Some(leg),
            None => self.more.push(leg),
        }
        self.len += 1;
    }

    /// Borrows a leg for completion.
    #[inline]
    pub(crate) fn leg_mut(&mut self, index: usize) -> Option<&mut WrittenLeg> {
        match self.legs.get_mut(index) {
            Some(slot) => slot.as_mut(),
            None => self.more.get_mut(index - Self::INLINE),
        }
    }

    /// Returns the number of legs.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns `true` if there is no leg.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the legs in the order written.
    pub fn legs(&self) -> impl Iterator<Item = &WrittenLeg> {
        self.legs.iter().flatten().chain(&self.more)
    }

    /// Iterates over the numbers of the places from and to which the legs go, in the order written.
    #[doc(hidden)]
    pub fn places(&self) -> impl Iterator<Item = (u8, u8)> {
        self.legs().map(|leg| (leg.leg.from.number(), leg.leg.to.number()))
    }

    /// Puts the steps of a play into the order written, if exactly these are written.
    pub(crate) fn order(&self, steps: &mut [Step]) {
        if self.len() != steps.len() || steps.len() > Self::INLINE {
            return;
        }
        let mut written = [Step::default(); Self::INLINE];
        for (slot, (from, to)) in written.iter_mut().zip(self.places()) {
            *slot = Step::new(from, to);
        }
        let written = &written[..steps.len()];
        let count = |all: &[Step], step: &Step| all.iter().filter(|other| *other == step).count();
        if written.iter().all(|step| count(written, step) == count(steps, step)) {
            steps.copy_from_slice(written);
        }
    }
}
