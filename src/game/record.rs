//! The neutral match record: what was written, with its place, judged by nobody.
//!
//! Every format's reader produces this; the replay in `analysis` finds out what it means. Text that
//! isn't interpreted stays in the source and is named by its span.

use crate::board::{BySide, Roll, Side};
use crate::diag::Span;
use crate::rules::Leg;

/// A value with the place where it was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    #[must_use]
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// One match, or one money session, as its record tells it.
#[derive(Clone, Debug, Default)]
pub struct MatchRecord {
    /// The headers, in the order written; a key may occur more than once.
    pub headers: Vec<Header>,
    /// The match length in points; 0 for a money session. `None` if the record doesn't state one.
    pub length: Option<Spanned<u32>>,
    /// The games, in the order written.
    pub games: Vec<GameRecord>,
    /// Comments and whatever wasn't understood, in the order written; their places tell where they
    /// stand between headers, games and entries.
    pub remarks: Vec<Remark>,
}

impl MatchRecord {
    /// Returns the first header with this key, compared without regard to case.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&Header> {
        self.headers.iter().find(|header| header.key.value.eq_ignore_ascii_case(key))
    }
}

/// A header: a fact about the match under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name, verbatim.
    pub key: Spanned<String>,
    /// The value, verbatim (without the quotes around it).
    pub value: Spanned<String>,
}

/// A piece of text that isn't part of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Whether it was meant as a comment.
    pub kind: RemarkKind,
    /// Its place; the text itself is in the source.
    pub span: Span,
}

/// What kind of text a remark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemarkKind {
    /// A comment in the format's own syntax.
    Comment,
    /// Text that the format's syntax has no place for.
    Unknown,
}

/// One game of a match.
#[derive(Clone, Debug, Default)]
pub struct GameRecord {
    /// The number that the record gives the game.
    pub number: Option<Spanned<u32>>,
    /// The place of the game's heading; empty where the game has none.
    pub heading: Span,
    /// The players with their scores before this game, if the game states them.
    pub players: BySide<Option<PlayerScore>>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// A player's name and score at the head of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerScore {
    /// The name, without a rating; may be empty.
    pub name: Spanned<String>,
    /// A rating written behind the name.
    pub rating: Option<Spanned<String>>,
    /// The score before the game; `None` if it is missing or no number.
    pub score: Option<Spanned<i64>>,
}

/// One cell of a record: what one side did, or what the record says about the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The side in whose column it stands; `None` if the layout doesn't tell.
    pub side: Option<Side>,
    /// The number of the row; `None` where the row has none.
    pub row: Option<u32>,
    /// The place of the whole entry, without surrounding white space.
    pub span: Span,
    /// What it says.
    pub written: Written,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// Dice, and what stands behind them.
    Turn {
        /// The dice.
        roll: WrittenRoll,
        /// What stands behind them.
        cell: Cell,
    },
    /// An offer of the cube, or a counter-offer.
    Cube {
        /// Which of them, by the word written.
        word: CubeWord,
        /// The new value, as written.
        value: Option<Spanned<u32>>,
    },
    /// The cube is taken.
    Take,
    /// The cube is passed.
    Pass,
    /// The side gives the game up (`Resigns`, `Concedes`), without dice.
    Resign,
    /// The side loses this many points (Backgammon Galaxy: resignation, time-out, disconnection).
    Losses {
        /// The points, as written.
        points: Option<Spanned<u32>>,
    },
    /// The side wins the game.
    Wins {
        /// The points, as written.
        points: Option<Spanned<u32>>,
        /// Where it is said that the match is won, too.
        and_match: Option<Span>,
    },
    /// The position is set; the span is that of the position's text.
    SetPosition {
        /// The position's text.
        position: Span,
    },
    /// A numbered row's empty cell, where something is expected.
    Empty,
    /// Text that isn't understood.
    Unreadable,
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

/// What stands behind the dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A play.
    Play(WrittenPlay),
    /// Nothing.
    Empty,
    /// Words that say that no play is possible (`Cannot Move`, `(no play)`), and their place.
    CannotMove(Span),
    /// A play that is hidden (`????`), and its place.
    Hidden(Span),
    /// Words that give the game up (`Concedes`, `Resigns`), and their place.
    Resign(Span),
    /// A play declared illegal, with the place of the position that resulted from it.
    DeclaredIllegal {
        /// The place of the whole words.
        span: Span,
        /// The place of the position's text, between the brackets.
        position: Span,
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

/// A leg with its place: the token (`13/7*(2)`) that it is written in; of `24/18/13` each leg has
/// its own part, `24/18` and `18/13`.
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

    /// Creates a play without legs.
    #[must_use]
    pub const fn new(span: Span) -> Self {
        Self { legs: [None; Self::INLINE], more: Vec::new(), len: 0, span }
    }

    /// Adds a leg.
    pub fn push(&mut self, leg: WrittenLeg) {
        match self.legs.get_mut(self.len as usize) {
            Some(slot) => *slot = Some(leg),
            None => self.more.push(leg),
        }
        self.len += 1;
    }

    /// Borrows a leg, to complete it.
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

    /// Tells whether there is no leg.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the legs in the order written.
    pub fn legs(&self) -> impl Iterator<Item = &WrittenLeg> {
        self.legs.iter().flatten().chain(&self.more)
    }
}
