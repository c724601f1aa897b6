//! Sets of rolls.

use crate::board::Roll;
use std::fmt;

/// A set of the 21 rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RollSet(u32);

impl RollSet {
    /// No roll.
    pub const NONE: Self = Self(0);
    /// Every roll.
    pub const ALL: Self = Self((1 << Roll::ALL.len()) - 1);

    /// Adds the roll with this place in [`Roll::ALL`].
    pub(super) const fn add(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    /// Returns `true` if a roll is in the set.
    #[must_use]
    pub const fn contains(self, roll: Roll) -> bool {
        self.0 >> roll.index() & 1 == 1
    }

    /// Returns the rolls that are in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the rolls that are in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the rolls that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the number of the 36 throws of two dice that give one of these rolls.
    #[must_use]
    pub fn of_36(self) -> u32 {
        self.rolls().map(Roll::weight).sum()
    }

    /// Returns the chance of one of these rolls, 0 to 1.
    #[must_use]
    pub fn chance(self) -> f64 {
        f64::from(self.of_36()) / 36.0
    }

    /// Iterates over the rolls in the order of [`Roll::ALL`].
    pub fn rolls(self) -> impl Iterator<Item = Roll> {
        Roll::ALL
            .into_iter()
            .enumerate()
            .filter(move |(index, _)| self.0 >> index & 1 == 1)
            .map(|(_, roll)| roll)
    }
}

/// Writes the rolls with a blank between them: `11 21 31`.
impl fmt::Display for RollSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rolls: Vec<String> = self.rolls().map(|roll| roll.to_string()).collect();
        f.pad(&rolls.join(" "))
    }
}

impl FromIterator<Roll> for RollSet {
    fn from_iter<T: IntoIterator<Item = Roll>>(rolls: T) -> Self {
        let mut set = Self::NONE;
        for roll in rolls {
            set.add(roll.index());
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_met_and_written_in_a_column() {
        let set = |rolls: &[&str]| -> RollSet { rolls.iter().filter_map(|roll| roll.parse().ok()).collect() };
        let (one, other) = (set(&["31", "11"]), set(&["31", "66"]));
        assert_eq!(one.and(other), set(&["31"]));
        assert_eq!(one.or(other).without(one), set(&["66"]));
        assert_eq!(format!("[{one:>8}] [{one:<7}]"), "[   11 31] [11 31  ]");
    }
}
