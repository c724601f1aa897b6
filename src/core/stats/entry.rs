//! Entering from the bar.

use super::RollSet;
use crate::board::{Board, Die, Roll};

/// The rolls with which each number of checkers enters from the bar.
///
/// A checker enters on the point of a die unless the opponent has made it. A doublet enters up to
/// four checkers if its point is open; two different dice enter one each.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::stats::Entry;
///
/// // One checker against three blocked points: 36 - 9 of 36 throws enter it.
/// let entry = Entry::new([true, false, true, false, true, false], 1);
/// assert_eq!(entry.some().of_36(), 27);
/// assert_eq!(entry.none().to_string(), "22 42 62 44 64 66");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The number of checkers on the bar.
    pub checkers: u8,
    /// The rolls by the number of checkers that enter, 0 to 4.
    exactly: [RollSet; 5],
}

impl Entry {
    /// Returns how `checkers` enter, given whether the points of the dice 1 to 6 are open.
    #[must_use]
    pub fn new(open: [bool; 6], checkers: u8) -> Self {
        let mut exactly = [RollSet::NONE; 5];
        for (index, roll) in Roll::ALL.iter().enumerate() {
            let is_open = |die: Die| open[usize::from(die.pips() - 1)];
            let entering = if roll.is_doublet() {
                4 * u8::from(is_open(roll.high()))
            } else {
                u8::from(is_open(roll.high())) + u8::from(is_open(roll.low()))
            };
            exactly[usize::from(entering.min(checkers))].add(index);
        }
        Self { checkers, exactly }
    }

    /// Returns how the mover's checkers on the bar enter.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self::new(open_points(board), board.lanes()[25].max(0) as u8)
    }

    /// Returns the rolls with which exactly this many checkers enter.
    #[must_use]
    pub fn exactly(&self, entering: u8) -> RollSet {
        self.exactly.get(usize::from(entering)).copied().unwrap_or(RollSet::NONE)
    }

    /// Returns the rolls with which no checker enters: the mover dances.
    #[must_use]
    pub fn none(&self) -> RollSet {
        if self.checkers == 0 { RollSet::NONE } else { self.exactly(0) }
    }

    /// Returns the rolls with which at least one checker enters.
    #[must_use]
    pub fn some(&self) -> RollSet {
        RollSet::ALL.without(self.exactly(0))
    }

    /// Returns the rolls with which all of them enter; none for more than four.
    #[must_use]
    pub fn all(&self) -> RollSet {
        if self.checkers == 0 { RollSet::NONE } else { self.exactly(self.checkers) }
    }
}

/// Returns for each die, from 1 to 6, whether the mover may enter with it.
#[must_use]
pub fn open_points(board: &Board) -> [bool; 6] {
    std::array::from_fn(|die| board.lanes()[24 - die] > -2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the blocked points, 0 to 6, and the checkers on the bar, 1 to 4: the throws in which none, one, two
    /// … of them enter. Counted by hand, as published in charts of entering numbers (36, 35, 32, 27, 20, 11,
    /// 0 for one checker).
    const CHART: [[&[u32]; 4]; 7] = [
        [&[0, 36], &[0, 0, 36], &[0, 0, 30, 6], &[0, 0, 30, 0, 6]],
        [&[1, 35], &[1, 10, 25], &[1, 10, 20, 5], &[1, 10, 20, 0, 5]],
        [&[4, 32], &[4, 16, 16], &[4, 16, 12, 4], &[4, 16, 12, 0, 4]],
        [&[9, 27], &[9, 18, 9], &[9, 18, 6, 3], &[9, 18, 6, 0, 3]],
        [&[16, 20], &[16, 16, 4], &[16, 16, 2, 2], &[16, 16, 2, 0, 2]],
        [&[25, 11], &[25, 10, 1], &[25, 10, 0, 1], &[25, 10, 0, 0, 1]],
        [&[36, 0], &[36, 0, 0], &[36, 0, 0, 0], &[36, 0, 0, 0, 0]],
    ];

    #[test]
    fn the_chart_of_entering_numbers_holds_whichever_points_are_blocked() {
        for set in 0..64_u32 {
            let open = std::array::from_fn(|die| set >> die & 1 == 0);
            for (checkers, expected) in (1..).zip(CHART[set.count_ones() as usize]) {
                let entry = Entry::new(open, checkers);
                let counts: Vec<u32> =
                    (0..=checkers).map(|entering| entry.exactly(entering).of_36()).collect();
                assert_eq!(counts, expected);
                assert_eq!(entry.all().of_36(), expected[usize::from(checkers)]);
                assert_eq!(entry.none().of_36() + entry.some().of_36(), 36);
            }
        }
    }

    #[test]
    fn more_than_four_never_enter_at_once() {
        let entry = Entry::new([true; 6], 5);
        assert_eq!((entry.all(), entry.some()), (RollSet::NONE, RollSet::ALL));
        assert_eq!(entry.exactly(4).to_string(), "11 22 33 44 55 66");
    }

    #[test]
    fn nobody_on_the_bar_neither_enters_nor_dances() {
        let entry = Entry::of(&Board::START);
        assert_eq!((entry.none(), entry.all(), entry.some()), (RollSet::NONE, RollSet::NONE, RollSet::NONE));
    }
}
