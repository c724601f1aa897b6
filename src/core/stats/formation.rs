//! The formation of one side's checkers: made points, blots, anchors, primes.

use crate::board::Board;

/// The formation of one side's checkers. Points are numbered from that side's own view.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::Board;
/// use barpoint::stats::Formation;
///
/// let start = Formation::of(&Board::START);
/// assert_eq!(start.made(), [24, 13, 8, 6]);
/// assert_eq!(start.anchors(), [24]);
/// assert_eq!((start.blots(), start.longest_prime()), (vec![], 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Formation {
    /// The checkers by place: 1 to 24 the points, 25 the bar.
    counts: [u8; 26],
    /// Checkers borne off.
    off: u8,
}

/// Points of the home board.
pub(super) const HOME: std::ops::RangeInclusive<usize> = 1..=6;
/// Points of the opponent's home board.
pub(super) const BACK: std::ops::RangeInclusive<usize> = 19..=24;

impl Formation {
    /// The shortest run of made points that is called a prime.
    pub const PRIME: usize = 4;

    /// Returns the formation of the mover's checkers. For the opponent's, pass the flipped board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let lanes = board.lanes();
        Self {
            counts: std::array::from_fn(|place| if place == 0 { 0 } else { lanes[place].max(0) as u8 }),
            off: lanes[Board::OFF].max(0) as u8,
        }
    }

    /// Returns the number of checkers on a place: 1 to 24 the points, 25 the bar; 0 elsewhere.
    #[must_use]
    pub fn on(&self, place: usize) -> u8 {
        self.counts.get(place).copied().unwrap_or(0)
    }

    /// Returns the number of checkers on a range of places, numbered as in [`Self::on`].
    #[must_use]
    pub fn within(&self, places: std::ops::RangeInclusive<usize>) -> u8 {
        let (first, last) = places.into_inner();
        self.counts.iter().take(last.saturating_add(1)).skip(first).sum()
    }

    /// Returns the number of checkers on the board, including those on the bar.
    #[must_use]
    pub fn on_board(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// Returns the number of checkers borne off.
    #[must_use]
    pub const fn off(&self) -> u8 {
        self.off
    }

    /// Returns the number of checkers on the bar.
    #[must_use]
    pub const fn bar(&self) -> u8 {
        self.counts[25]
    }

    /// Returns the place of the rearmost checker, 25 on the bar; 0 if there is none left.
    #[must_use]
    pub fn last(&self) -> usize {
        (1..=25).rev().find(|&place| self.counts[place] > 0).unwrap_or(0)
    }

    /// Returns the pip count; a checker on the bar counts 25.
    #[must_use]
    pub fn pips(&self) -> u32 {
        self.counts.iter().enumerate().map(|(place, &count)| place as u32 * u32::from(count)).sum()
    }

    /// Returns `true` if a point, 1 to 24, is made: it has two checkers or more.
    #[must_use]
    pub fn is_made(&self, point: usize) -> bool {
        (1..=24).contains(&point) && self.counts[point] >= 2
    }

    /// Returns the number of made points in a range.
    #[must_use]
    pub fn made_within(&self, points: std::ops::RangeInclusive<usize>) -> usize {
        points.filter(|&point| self.is_made(point)).count()
    }

    /// Returns the made points, the furthest first.
    #[must_use]
    pub fn made(&self) -> Vec<usize> {
        (1..=24).rev().filter(|&point| self.is_made(point)).collect()
    }

    /// Returns the points with a single checker, the furthest first.
    #[must_use]
    pub fn blots(&self) -> Vec<usize> {
        (1..=24).rev().filter(|&point| self.counts[point] == 1).collect()
    }

    /// Returns the made points in the opponent's home board, the furthest first.
    #[must_use]
    pub fn anchors(&self) -> Vec<usize> {
        BACK.rev().filter(|&point| self.is_made(point)).collect()
    }

    /// Returns the runs of at least `least` made points within a range: lowest and highest point of each, the furthest
    /// first.
    #[must_use]
    pub fn runs(&self, points: std::ops::RangeInclusive<usize>, least: usize) -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        let (first, mut point) = points.into_inner();
        while point >= first {
            let length = (first..=point).rev().take_while(|&point| self.is_made(point)).count();
            if length > 0 && length >= least {
                runs.push((point + 1 - length, point));
            }
            // The point after a run isn't made.
            let Some(next) = point.checked_sub(length + 1) else { break };
            point = next;
        }
        runs
    }

    /// Returns the primes: runs of at least [`Self::PRIME`] made points, as lowest and highest point.
    #[must_use]
    pub fn primes(&self) -> Vec<(usize, usize)> {
        self.runs(1..=24, Self::PRIME)
    }

    /// Returns the length of the longest run of made points.
    #[must_use]
    pub fn longest_prime(&self) -> usize {
        let (mut longest, mut run) = (0, 0);
        for point in 1..=24 {
            run = if self.is_made(point) { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_beyond_the_board_have_no_checkers() {
        let start = Formation::of(&Board::START);
        assert_eq!((start.within(0..=30), start.within(0..=usize::MAX), start.within(30..=40)), (15, 15, 0));
        assert_eq!((start.within(1..=6), start.within(24..=25)), (5, 2));
    }

    #[test]
    fn runs_are_found_at_both_ends_of_the_board() {
        // The mover has made 1 to 6, and 24.
        let mine = [(25, 1), (24, 2), (6, 2), (5, 2), (4, 2), (3, 2), (2, 2), (1, 2)];
        let formation = Formation::of(&Board::placed(&mine, &[]));
        assert_eq!(formation.primes(), [(1, 6)]);
        assert_eq!(formation.runs(1..=24, 1), [(24, 24), (1, 6)]);
        assert_eq!(formation.runs(3..=8, 2), [(3, 6)]);
        assert_eq!((formation.longest_prime(), formation.bar(), formation.last()), (6, 1, 25));
    }

    #[test]
    fn pips_are_those_of_the_board() {
        let formation = Formation::of(&Board::START);
        assert_eq!((formation.pips(), formation.on_board(), formation.off()), (167, 15, 0));
    }
}
