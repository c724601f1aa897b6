//! Dice.

use std::fmt;
use std::str::FromStr;

/// The face of one die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(u8);

impl Die {
    /// Returns the die with this many pips, if it is 1 to 6.
    #[must_use]
    pub const fn new(pips: u8) -> Option<Self> {
        if pips >= 1 && pips <= 6 { Some(Self(pips)) } else { None }
    }

    /// Returns the pips, 1 to 6.
    #[inline]
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.0
    }

    /// Iterates over the dice from 1 to 6.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=6).map(Self)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A roll of two dice; the larger one comes first.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Roll;
///
/// let roll: Roll = "31".parse()?;
/// assert_eq!(roll, "13".parse()?);
/// assert!(!roll.is_doublet());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    high: Die,
    low: Die,
}

impl Roll {
    /// All 21 rolls in the order 11, 12, …, 16, 22, …, 66.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: Die(1), low: Die(1) }; 21];
        let (mut i, mut low) = (0, 1);
        while low <= 6 {
            let mut high = low;
            while high <= 6 {
                all[i] = Self { high: Die(high), low: Die(low) };
                i += 1;
                high += 1;
            }
            low += 1;
        }
        all
    };

    /// Combines two dice.
    #[must_use]
    pub const fn new(a: Die, b: Die) -> Self {
        if a.0 >= b.0 { Self { high: a, low: b } } else { Self { high: b, low: a } }
    }

    /// Combines two numbers of pips, if both are 1 to 6.
    #[must_use]
    pub const fn from_pips(a: u8, b: u8) -> Option<Self> {
        match (Die::new(a), Die::new(b)) {
            (Some(a), Some(b)) => Some(Self::new(a, b)),
            _ => None,
        }
    }

    /// Returns the larger die (either, of a doublet).
    #[inline]
    #[must_use]
    pub const fn high(self) -> Die {
        self.high
    }

    /// Returns the smaller die (either, of a doublet).
    #[inline]
    #[must_use]
    pub const fn low(self) -> Die {
        self.low
    }

    /// Returns the dice as two ASCII digits, the larger one first.
    #[must_use]
    pub const fn digits(self) -> [u8; 2] {
        [b'0' + self.high.0, b'0' + self.low.0]
    }

    /// Returns `true` if both dice are equal.
    #[inline]
    #[must_use]
    pub const fn is_doublet(self) -> bool {
        self.high.0 == self.low.0
    }

    /// Returns the pips that the roll moves, from 3 to 24: a doublet counts as four dice.
    #[must_use]
    pub const fn pips(self) -> u8 {
        (if self.is_doublet() { 2 } else { 1 }) * (self.high.0 + self.low.0)
    }

    /// Returns the number of the 36 rolls of two distinguishable dice that are this one: 1 or 2.
    #[must_use]
    pub const fn weight(self) -> u32 {
        if self.is_doublet() { 1 } else { 2 }
    }

    /// Returns the place of the roll in [`Self::ALL`], counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        let (low, high) = (self.low.0 as usize, self.high.0 as usize);
        // Before the rolls with this lower die stand 6 + 5 + … with the lower ones.
        (low - 1) * (14 - low) / 2 + high - low
    }

    /// Returns the most steps that the roll allows: 4 for a doublet, otherwise 2.
    #[must_use]
    pub const fn steps(self) -> u8 {
        if self.is_doublet() { 4 } else { 2 }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.high, self.low))
    }
}

/// A text that isn't two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a roll is two digits from 1 to 6")]
pub struct InvalidDie;

impl FromStr for Roll {
    type Err = InvalidDie;

    /// Reads two digits, `31`, or two separated by white space, a comma or a hyphen: `3 1`, `3-1`.
    fn from_str(text: &str) -> Result<Self, InvalidDie> {
        let mut digits = text.trim().bytes();
        let (a, mut b) = (digits.next(), digits.next());
        if b.is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b',' | b'-')) {
            b = digits.next();
        }
        match (a, b, digits.next()) {
            (Some(a @ b'1'..=b'6'), Some(b @ b'1'..=b'6'), None) => {
                Ok(Self::new(Die(a - b'0'), Die(b - b'0')))
            }
            _ => Err(InvalidDie),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_has_its_place() {
        for (place, roll) in Roll::ALL.into_iter().enumerate() {
            assert_eq!(roll.index(), place, "{roll}");
        }
    }
}
