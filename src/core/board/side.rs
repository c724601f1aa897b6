//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players, regardless of the player on roll.
///
/// [`Side::Zero`] is GNU Backgammon's player 0, drawn as `O` on top, the left column of a .mat file
/// and White in SGF; [`Side::One`] is its player 1, drawn as `X` at the bottom.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Side;
///
/// assert_eq!(Side::Zero.opponent(), Side::One);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Player 0: drawn as `O`, the left column.
    Zero,
    /// Player 1: drawn as `X`, the right column.
    One,
}

impl Side {
    /// Both sides, player 0 first.
    pub const ALL: [Self; 2] = [Self::Zero, Self::One];

    /// Returns the other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }

    /// Returns 0 or 1.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        self.opponent()
    }
}

/// Names a side in messages that don't contain player names.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Zero => "player 0",
            Self::One => "player 1",
        })
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// Pairs the values of player 0 and player 1.
    #[must_use]
    pub const fn new(zero: T, one: T) -> Self {
        Self([zero, one])
    }

    /// Borrows both values.
    #[must_use]
    pub fn as_ref(&self) -> BySide<&T> {
        BySide([&self.0[0], &self.0[1]])
    }

    /// Applies a function to both values.
    #[must_use]
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> BySide<U> {
        BySide(self.0.map(f))
    }

    /// Exchanges the two values.
    #[must_use]
    pub fn swap(self) -> Self {
        let [zero, one] = self.0;
        Self([one, zero])
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
