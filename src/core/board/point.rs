//! Points and places, numbered from a player's own view.

use std::fmt;

/// One of the 24 points, numbered from the view of the player concerned: 1 to 6 are the home board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// Returns the point with this number, if it is 1 to 24.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 24 { Some(Self(number)) } else { None }
    }

    /// Returns the number, 1 to 24.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the same point as the opponent numbers it.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(25 - self.0)
    }

    /// Iterates over the points from 1 to 24.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=24).map(Self)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a checker can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On the bar.
    Bar,
    /// On a point.
    Point(Point),
    /// Borne off.
    Off,
}

impl Place {
    /// Returns the place with this number: 25 is the bar, 0 is off.
    #[inline]
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Off),
            25 => Some(Self::Bar),
            _ => match Point::new(number) {
                Some(point) => Some(Self::Point(point)),
                None => None,
            },
        }
    }

    /// Returns the number: 25 for the bar, 0 for off.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Bar => 25,
            Self::Point(point) => point.number(),
            Self::Off => 0,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bar => f.pad("bar"),
            Self::Point(point) => point.fmt(f),
            Self::Off => f.pad("off"),
        }
    }
}
