//! The placements of one side's checkers, numbered as in GNU Backgammon's databases.
//!
//! A placement is a rising sequence of places, from 0 (borne off) over the side's own points to 25 (the bar).
//! Its number is its rank in lexicographic order: all borne off comes first, all on the bar last.

use super::Checkers;
use crate::board::Board;
use crate::rules::Masks;

/// The places where a checker can be.
const PLACES: usize = 26;
/// The most checkers of a side.
const MOST: usize = 3;

/// `RANKS[n][place]`: what a checker adds to the number of its placement, if it is the `n`-th from the end of
/// the sequence.
///
/// The sequences of `n` that begin below a place are, for each first place below it, the sequences of n - 1
/// from that place on. The share of the next checker counts from 0 on, so the part that it counts again is
/// subtracted.
const RANKS: [[u32; PLACES]; MOST + 1] = {
    // The number of sequences of `n` whose first place is below the second index.
    let mut below = [[0; PLACES]; MOST + 1];
    let mut ranks = [[0; PLACES]; MOST + 1];
    let mut n = 1;
    while n <= MOST {
        let mut place = 1;
        while place < PLACES {
            let from = (PLACES - place + 1) as u32;
            let with_this_first = match n {
                1 => 1,
                2 => from,
                _ => from * (from + 1) / 2,
            };
            below[n][place] = below[n][place - 1] + with_this_first;
            ranks[n][place] = below[n][place] - below[n - 1][place];
            place += 1;
        }
        n += 1;
    }
    ranks
};

/// Returns the number of the mover's placement; the mover has at most three checkers.
#[inline]
pub(super) fn of_mover(board: &Board) -> usize {
    let mut places = Masks::of(board).mine;
    let (mut rank, mut n) = (0, 0);
    while places != 0 {
        let place = places.ilog2() as usize;
        for _ in 0..board.lanes()[place] {
            n += 1;
            rank += RANKS[n][place];
        }
        places ^= 1 << place;
    }
    rank as usize
}

/// Returns the number of the opponent's placement; the opponent has at most three checkers.
#[inline]
pub(super) fn of_opponent(board: &Board) -> usize {
    let masks = Masks::of(board);
    let on_bar = u32::from(board.lanes()[Board::OPPONENT_BAR] < 0);
    let mut lanes = masks.blocked | masks.blots | on_bar;
    let (mut rank, mut n) = (0, 0);
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        for _ in 0..-board.lanes()[lane] {
            n += 1;
            rank += RANKS[n][Board::BAR - lane];
        }
        lanes &= lanes - 1;
    }
    rank as usize
}

/// The places of one side's checkers, rising; only as many count as the side has checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    places: [u8; MOST],
    checkers: Checkers,
}

impl Placement {
    /// Returns all placements in the order of their numbers.
    pub(super) fn all(checkers: Checkers) -> Vec<Self> {
        let count = checkers.number() as usize;
        let mut all = Vec::with_capacity(checkers.placements());
        let mut places = [0; MOST];
        loop {
            all.push(Self { places, checkers });
            // The last place that can rise does; all later ones restart there.
            let Some(last) = places[..count].iter().rposition(|&place| usize::from(place) < PLACES - 1)
            else {
                return all;
            };
            let risen = places[last] + 1;
            places[last..count].fill(risen);
        }
    }

    fn places(&self) -> &[u8] {
        &self.places[..self.checkers.number() as usize]
    }

    /// Returns the pip count; a checker on the bar counts 25.
    pub(super) fn pips(self) -> usize {
        self.places().iter().map(|&place| usize::from(place)).sum()
    }

    /// Returns a board with these checkers of the mover and the opponent; `None` if they meet on a point.
    pub(super) fn board(self, opponent: Self) -> Option<Board> {
        let mut lanes = [0; Board::LANES];
        for &place in self.places() {
            lanes[if place == 0 { Board::OFF } else { usize::from(place) }] += 1;
        }
        for &place in opponent.places() {
            let lane = if place == 0 { Board::OPPONENT_OFF } else { Board::BAR - usize::from(place) };
            if lanes[lane] > 0 {
                return None;
            }
            lanes[lane] -= 1;
        }
        Some(Board::from_lanes(lanes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_numbered_without_a_gap_on_either_side() {
        for checkers in Checkers::ALL {
            let all = Placement::all(checkers);
            assert_eq!(all.len(), checkers.placements());
            for (number, placement) in all.iter().enumerate() {
                // The opponent has borne off everything.
                let board = placement.board(all[0]).expect("nobody is in the way");
                assert_eq!((of_mover(&board), of_opponent(&board)), (number, 0));
                assert_eq!((of_mover(&board.flip()), of_opponent(&board.flip())), (0, number));
                assert_eq!(board.pips() as usize, placement.pips());
                assert_eq!(Checkers::of(&board), Some(checkers));
            }
        }
    }

    #[test]
    fn two_sides_cannot_stand_on_one_point() {
        let all = Placement::all(Checkers::One);
        assert_eq!(all[10].board(all[15]), None);
        assert!(all[10].board(all[10]).is_some());
        // Each has a bar of its own.
        assert!(all[25].board(all[25]).is_some());
    }
}
