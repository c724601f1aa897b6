//! A second generator, as plain as the rules themselves and slow: it makes every step in every
//! order on an array, keeps the longest sequences, and collects equal results in a set.

use barpoint::board::{Board, Roll};
use std::collections::BTreeSet;

/// The board's lanes, like [`Board::lanes`].
pub(crate) type Lanes = [i8; Board::LANES];

/// Returns every result of a legal play, and the number of steps.
pub(crate) fn results(board: &Board, roll: Roll) -> (usize, BTreeSet<Lanes>) {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let mut ends: [BTreeSet<Lanes>; 5] = Default::default();
    if high == low {
        walk(*board.lanes(), &[high; 4], 0, &mut ends);
    } else {
        walk(*board.lanes(), &[high, low], 0, &mut ends);
        walk(*board.lanes(), &[low, high], 0, &mut ends);
    }
    let steps = (0..=4).rev().find(|&steps| !ends[steps].is_empty()).unwrap_or(0);
    if steps == 1 && high != low {
        // Only one die can be played: the larger one, if it can.
        let mut larger: [BTreeSet<Lanes>; 5] = Default::default();
        walk(*board.lanes(), &[high], 0, &mut larger);
        if !larger[1].is_empty() {
            return (1, larger[1].clone());
        }
    }
    (steps, if steps == 0 { BTreeSet::new() } else { ends[steps].clone() })
}

fn walk(lanes: Lanes, dice: &[u8], made: usize, ends: &mut [BTreeSet<Lanes>; 5]) {
    ends[made].insert(lanes);
    let Some((&first, rest)) = dice.split_first() else { return };
    for from in 1..=25 {
        if let Some(after) = step(lanes, from, usize::from(first)) {
            walk(after, rest, made + 1, ends);
        }
    }
}

/// Makes one step, if it is legal.
pub(crate) fn step(mut lanes: Lanes, from: usize, die: usize) -> Option<Lanes> {
    if lanes[from] < 1 || from != Board::BAR && lanes[Board::BAR] > 0 {
        return None;
    }
    lanes[from] -= 1;
    if from > die {
        let to = from - die;
        match lanes[to] {
            ..=-2 => return None,
            -1 => {
                lanes[to] = 1;
                lanes[Board::OPPONENT_BAR] -= 1;
            }
            _ => lanes[to] += 1,
        }
    } else {
        let outside = (7..=25).any(|lane| lanes[lane] > 0) || from > 6;
        let behind = (from + 1..=6).any(|lane| lanes[lane] > 0);
        if outside || from < die && behind {
            return None;
        }
        lanes[Board::OFF] += 1;
    }
    Some(lanes)
}
