//! How many rolls one side with few checkers needs to bear them off, wherever they are.
//!
//! A race in which the last checkers of a side are still on their way home is decided by one or two rolls. A net guesses
//! such positions badly, and a search of one ply more only passes the error on to the other side.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::bearoff::Few;
//!
//! let table = Few::build();
//! // The mover has one checker left, on the 7-point: 23 of 36 rolls bear it off.
//! let board = "QAAAABAAAAAAAA".parse::<barpoint::Board>()?;
//! let (least, rolls) = table.rolls(&board.flip()).expect("one checker");
//! assert_eq!(least, 1);
//! assert!((rolls[0] - 23.0 / 36.0).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::one_sided::{Builder, Table};
use crate::board::Board;
use crate::rules::Masks;

/// The most checkers of the side.
const MOST: usize = 4;
/// The points on which they can be.
const POINTS: usize = 24;

/// `WAYS[n][place]`: the number of ways to put `n` checkers on places below `place`, borne off (0) included:
/// C(place + n - 1, n).
const WAYS: [[u32; POINTS + 2]; MOST + 1] = {
    let mut ways = [[0; POINTS + 2]; MOST + 1];
    ways[0] = [1; POINTS + 2];
    let mut n = 1;
    while n <= MOST {
        let mut place = 1;
        while place < POINTS + 2 {
            ways[n][place] = ways[n][place - 1] + ways[n - 1][place];
            place += 1;
        }
        n += 1;
    }
    ways
};

/// All 20,475 positions of up to four checkers on the 24 points.
///
/// The side is taken to play for the fewest rolls on average, as in [`OneSided`](super::OneSided).
#[derive(Clone, Debug)]
pub struct Few(pub(super) Table);

impl Few {
    pub(super) const COUNT: usize = WAYS[MOST][POINTS + 1] as usize;

    /// Computes all positions, which takes a fifth of a second.
    #[must_use]
    pub fn build() -> Self {
        let mut builder = Builder::new(Self::COUNT);
        builder.reached();
        // The places, falling: each roll leads to positions that are smaller in lexicographic order.
        let mut places = [0; MOST];
        while let Some(last) =
            (0..MOST).rfind(|&at| places[at] < if at == 0 { POINTS } else { places[at - 1] })
        {
            places[last] += 1;
            places[last + 1..].fill(0);
            let mut lanes = [0; Board::LANES];
            for place in places {
                lanes[if place == 0 { Board::OFF } else { place }] += 1;
            }
            // There are at most as many checkers as before.
            builder.push(&Board::from_lanes(lanes), |after| number(after).unwrap_or(0));
        }
        Self(builder.table())
    }

    /// Returns the distribution of the mover's number of rolls, as [`OneSided::rolls`](super::OneSided::rolls); `None`
    /// if the mover has more than four checkers or one on the bar. The opponent's checkers must not be in the way.
    #[must_use]
    pub fn rolls(&self, board: &Board) -> Option<(usize, &[f32])> {
        Some(self.0.of(self.0.rows[number(board)?]))
    }

    /// Returns `true` if [`Self::rolls`] contains the mover's side.
    #[must_use]
    pub fn has(board: &Board) -> bool {
        number(board).is_some()
    }
}

/// Returns the number of the mover's position.
fn number(board: &Board) -> Option<usize> {
    let mut points = Masks::of(board).mine;
    let (mut number, mut left) = (0, MOST);
    while points != 0 {
        let point = points.ilog2() as usize;
        for _ in 0..board.lanes()[point] {
            if left == 0 || point > POINTS {
                return None;
            }
            number += WAYS[left][point];
            left -= 1;
        }
        points ^= 1 << point;
    }
    Some(number as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bearoff::{Home, OneSided};
    use std::sync::LazyLock;

    static FEW: LazyLock<Few> = LazyLock::new(Few::build);

    fn side(points: &[usize]) -> Board {
        let mut lanes = [0; Board::LANES];
        for &point in points {
            lanes[point] += 1;
        }
        Board::from_lanes(lanes)
    }

    #[test]
    fn at_home_the_rolls_are_those_of_the_other_table() {
        let one_sided = OneSided::build();
        Home::for_each(4, |home| {
            let (least, rolls) = FEW.rolls(&home.board(15)).expect("four at most");
            assert_eq!((least, rolls), one_sided.rolls(home), "{home:?}");
        });
    }

    #[test]
    fn the_bytes_are_read_as_they_were_written() {
        let bytes = FEW.to_bytes();
        let table = Few::from_bytes(&bytes).expect("a table");
        assert_eq!(table.to_bytes(), bytes);
        assert!(Few::from_bytes(&bytes[1..]).is_err() && Few::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        let side = side(&[24, 13]);
        assert_eq!(table.rolls(&side), FEW.rolls(&side));
    }

    #[test]
    fn a_checker_on_the_seven_point_needs_seven_pips() {
        let (least, rolls) = FEW.rolls(&side(&[7])).expect("one checker");
        // 61, 62, 63, 64, 65, 52, 53, 54, 43 and 33, 44, 55, 66, 22 make seven pips or more: 2 × 9 + 5 of 36.
        assert_eq!(least, 1);
        assert!((rolls[0] - 23.0 / 36.0).abs() < 1e-6, "{rolls:?}");
    }

    #[test]
    fn chances_of_rolls_sum_to_one_however_far_the_checkers_are() {
        for points in [&[24, 24, 24, 24][..], &[24, 1], &[18, 13, 7]] {
            let (_, rolls) = FEW.rolls(&side(points)).expect("four at most");
            assert!((rolls.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{points:?}");
        }
    }

    #[test]
    fn five_checkers_and_one_on_the_bar_are_not_in_the_table() {
        assert!(FEW.rolls(&side(&[1, 2, 3, 4, 8])).is_none());
        assert!(FEW.rolls(&side(&[Board::BAR])).is_none());
    }
}
