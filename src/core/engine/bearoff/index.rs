//! Positions of one side with all checkers in its home board, and their numbers.

use crate::board::Board;

/// The points of a home board.
pub(super) const POINTS: usize = 6;

/// `WAYS[m][r]`: the number of ways to put at most `r` checkers on `m` points: C(r + m, m).
const WAYS: [[u32; 17]; POINTS + 1] = {
    let mut ways = [[1; 17]; POINTS + 1];
    let mut points = 1;
    while points <= POINTS {
        let mut most = 1;
        while most <= 16 {
            ways[points][most] = ways[points - 1][most] + ways[points][most - 1];
            most += 1;
        }
        points += 1;
    }
    ways
};

/// The checkers of one side in its home board, the 1-point first; the others are borne off.
///
/// Positions are numbered in the order of the checkers on the 6-point, then the 5-point, down to
/// the 1-point. So each roll leads to a smaller number, and number 0 is the empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home(pub [u8; POINTS]);

impl Home {
    /// Returns the mover's checkers, if all of them are in the home board.
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        let lanes = board.lanes();
        if lanes[7..=Board::BAR].iter().any(|&count| count > 0) {
            return None;
        }
        Some(Self(std::array::from_fn(|point| lanes[point + 1].max(0) as u8)))
    }

    /// Returns the number of positions with at most this many checkers, 15 at most.
    #[must_use]
    pub const fn count(most: u8) -> usize {
        WAYS[POINTS][most as usize] as usize
    }

    /// Returns the number of checkers.
    #[must_use]
    pub fn checkers(self) -> u8 {
        self.0.iter().sum()
    }

    /// Returns the number of the position among those of at most `most` checkers; `None` if it has more.
    #[inline]
    #[must_use]
    pub fn index(self, most: u8) -> Option<usize> {
        let mut left = most;
        let mut index = 0;
        for point in (0..POINTS).rev() {
            // The positions with fewer checkers here come before: those with any number here, less those with
            // at least the number here.
            let here = self.0[point];
            let after = left.checked_sub(here)?;
            index += WAYS[point + 1][left as usize] - WAYS[point + 1][after as usize];
            left = after;
        }
        Some(index as usize)
    }

    /// Calls `f` with every position of at most `most` checkers, in the order of their numbers.
    pub(in crate::engine) fn for_each(most: u8, mut f: impl FnMut(Self)) {
        let mut home = [0; POINTS];
        let mut left = most;
        loop {
            f(Self(home));
            // Counts like an odometer whose first point turns fastest: where no checker is left to add, the
            // lowest point with checkers gives them back.
            let mut point = 0;
            while left == 0 && point < POINTS {
                left = home[point];
                home[point] = 0;
                point += 1;
            }
            if point == POINTS {
                return;
            }
            home[point] += 1;
            left -= 1;
        }
    }

    /// Returns a board with only these checkers, the mover's; the rest of `total` are borne off.
    ///
    /// # Panics
    ///
    /// If there are more than `total` checkers.
    #[must_use]
    pub fn board(self, total: u8) -> Board {
        let mut lanes = [0; Board::LANES];
        for (point, &count) in self.0.iter().enumerate() {
            lanes[point + 1] = count as i8;
        }
        lanes[Board::OFF] =
            total.checked_sub(self.checkers()).expect("at most `total` checkers, as is documented") as i8;
        Board::from_lanes(lanes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_numbered_without_a_gap() {
        for most in [1, 6, 15] {
            let mut next = 0;
            Home::for_each(most, |home| {
                assert_eq!(home.index(most), Some(next), "{home:?}");
                next += 1;
            });
            assert_eq!(next, Home::count(most));
        }
        assert_eq!((Home::count(15), Home::count(6)), (54_264, 924));
    }

    #[test]
    fn more_checkers_than_there_may_be_have_no_number() {
        assert_eq!(Home([3, 0, 0, 0, 0, 4]).index(6), None);
        assert_eq!(Home([3, 0, 0, 0, 0, 3]).index(6).map(|index| index < 924), Some(true));
    }
}
