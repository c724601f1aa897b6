//! Counts of all sequences of plays to a depth: the fingerprint of the generator.
//!
//! All 21 rolls are tried at each ply, equal positions aren't merged, and the sides change after each ply. A
//! turn without a legal step counts as one play. A game that is over has no further plies, so it adds nothing
//! to a deeper count.

use super::movegen;
use crate::board::{Board, Roll};

/// Counts the sequences of `depth` plies, every roll once.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::Board;
/// use barpoint::rules::perft;
///
/// assert_eq!(perft(&Board::START, 1), 447);
/// ```
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    count(board, depth, |_| 1)
}

/// Counts the sequences of `depth` plies, each roll weighted by its frequency among the 36 rolls of two
/// distinguishable dice.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::board::Board;
/// use barpoint::rules::perft_weighted;
///
/// assert_eq!(perft_weighted(&Board::START, 1), 637);
/// ```
#[must_use]
pub fn perft_weighted(board: &Board, depth: u32) -> u64 {
    count(board, depth, |roll| u64::from(roll.weight()))
}

fn count(board: &Board, depth: u32, weight: fn(Roll) -> u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.is_over() {
        return 0;
    }
    ways(board, depth, weight)
}

/// Counts the sequences of a game that isn't over, for at least one ply.
fn ways(board: &Board, depth: u32, weight: fn(Roll) -> u64) -> u64 {
    if depth == 1 {
        let counts = movegen::count_results(board);
        return Roll::ALL
            .iter()
            .zip(counts)
            .map(|(&roll, count)| weight(roll) * u64::from(count.max(1)))
            .sum();
    }
    let mut total = 0;
    for roll in Roll::ALL {
        let (mut below, mut moved) = (0, false);
        movegen::each_result(board, roll, |after| {
            moved = true;
            if !after.mover_is_done() {
                below += ways(&after.flip(), depth - 1, weight);
            }
        });
        if !moved {
            below = ways(&board.flip(), depth - 1, weight);
        }
        total += weight(roll) * below;
    }
    total
}
