//! Positions and plays: the meaning of a block's numbers, without a check of legality.

use crate::board::Place;
use crate::rules::Leg;
use smallvec::SmallVec;
use std::ops::Deref;

/// Twenty-six places as one side sees them: the opponent's bar (0 or less), the points 1 to 24, the
/// own bar; the own checkers are positive.
pub(in crate::formats) type Lanes = [i8; 26];

/// The same position as the other side sees it.
pub(in crate::formats) fn flip(lanes: &Lanes) -> Lanes {
    std::array::from_fn(|i| lanes[25 - i].saturating_neg())
}

/// Reads pairs of places: from and to, counted from 0 for the ace point; 24 is the bar, anything below 0 is
/// off. The list ends at a start below 0.
pub(super) fn pairs(numbers: [i32; 8]) -> Pairs {
    let place = |number: i32| match number {
        24 => Some(Place::Bar),
        0..24 => Place::from_number(number as u8 + 1),
        _ if number < 0 => Some(Place::Off),
        _ => None,
    };
    let mut pairs = Pairs { list: [(Place::Off, Place::Off); 4], len: 0 };
    for pair in numbers.chunks_exact(2).take_while(|pair| pair[0] >= 0) {
        if let (Some(from), Some(to)) = (place(pair[0]), place(pair[1])) {
            pairs.list[pairs.len] = (from, to);
            pairs.len += 1;
        }
    }
    pairs
}

/// At most four pairs of places.
#[derive(Debug)]
pub(super) struct Pairs {
    list: [(Place, Place); 4],
    len: usize,
}

impl Deref for Pairs {
    type Target = [(Place, Place)];

    fn deref(&self) -> &Self::Target {
        &self.list[..self.len]
    }
}

/// Converts pairs to legs: with the intermediate places where these matter, and with marks for hits.
///
/// A pair may be one checker's path with several dice, without the intermediate places. Pairs that lead to
/// `after` as they are, with hits only where they land, are kept: a replay then also takes the path without a
/// hit. Otherwise the paths with both orders of the dice are tried. Pairs that don't lead to `after` are
/// returned as written, with `false`.
pub(super) fn rebuild(
    before: &Lanes,
    after: &Lanes,
    pairs: &[(Place, Place)],
    dice: [u8; 2],
) -> (SmallVec<[Leg; 4]>, bool) {
    let (plain, end) = walk(before, pairs);
    if end == *after {
        return (plain, true);
    }
    let ways: Vec<Vec<Vec<(Place, Place)>>> = pairs.iter().map(|&pair| ways(pair, dice)).collect();
    // At most four pairs with at most three paths each.
    let count: usize = ways.iter().take(4).map(Vec::len).product();
    for mut number in 0..count {
        let mut legs = Vec::new();
        for ways in ways.iter().take(4) {
            legs.extend_from_slice(&ways[number % ways.len()]);
            number /= ways.len();
        }
        let (legs, end) = walk(before, &legs);
        if end == *after {
            return (legs, true);
        }
    }
    (plain, false)
}

/// Moves checkers as far as that is possible, and marks where they hit.
pub(in crate::formats) fn walk(before: &Lanes, pairs: &[(Place, Place)]) -> (SmallVec<[Leg; 4]>, Lanes) {
    let mut lanes = *before;
    let mut legs = SmallVec::with_capacity(pairs.len());
    for &(from, to) in pairs {
        let mut hit = false;
        let start = &mut lanes[usize::from(from.number())];
        *start = start.saturating_sub(1);
        if to != Place::Off {
            let landing = usize::from(to.number());
            hit = lanes[landing] == -1;
            if hit {
                lanes[landing] = 0;
                lanes[0] = lanes[0].saturating_sub(1);
            }
            lanes[landing] = lanes[landing].saturating_add(1);
        }
        legs.push(Leg { from, to, hit });
    }
    (legs, lanes)
}

/// Returns the paths on which one checker can make a pair: directly, and by each order of the dice.
fn ways((from, to): (Place, Place), [high, low]: [u8; 2]) -> Vec<Vec<(Place, Place)>> {
    let mut ways = vec![vec![(from, to)]];
    let orders: &[&[u8]] = if high == low {
        &[&[high, high], &[high, high, high], &[high; 4]]
    } else {
        &[&[high, low], &[low, high]]
    };
    for order in orders {
        let mut way = Vec::new();
        let mut at = from;
        for &die in *order {
            let next = match at.number().checked_sub(die) {
                Some(next) if next > 0 => Place::from_number(next).unwrap_or(Place::Off),
                _ => Place::Off,
            };
            way.push((at, next));
            at = next;
            if at == Place::Off {
                break;
            }
        }
        if at == to && way.len() > 1 && !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(number: u8) -> Place {
        Place::from_number(number).expect("a place")
    }

    fn legs(legs: &[Leg]) -> Vec<(u8, u8, bool)> {
        legs.iter().map(|leg| (leg.from.number(), leg.to.number(), leg.hit)).collect()
    }

    #[test]
    fn points_count_from_nought_and_off_is_below_it() {
        let read = pairs([24, 20, 5, -3, -1, 7, 7, 7]);
        assert_eq!(*read, [(Place::Bar, place(21)), (place(6), Place::Off)]);
        assert!(pairs([-1, 0, 0, 0, 0, 0, 0, 0]).is_empty());
        assert_eq!(*pairs([99, 3, 5, 200, 5, 4, -1, 0]), [(place(6), place(5))]);
    }

    #[test]
    fn a_merged_pair_goes_the_way_that_the_position_behind_it_shows() {
        let mut before = [0i8; 26];
        (before[13], before[10], before[8]) = (1, -1, -1);
        let mut hit_on_10 = [0i8; 26];
        (hit_on_10[5], hit_on_10[8], hit_on_10[0]) = (1, -1, -1);
        let pair = [(place(13), place(5))];
        let (found, fits) = rebuild(&before, &hit_on_10, &pair, [5, 3]);
        assert!(fits);
        assert_eq!(legs(&found), [(13, 10, true), (10, 5, false)]);
        let mut no_hit = before;
        (no_hit[13], no_hit[5]) = (0, 1);
        assert_eq!(legs(&rebuild(&before, &no_hit, &pair, [5, 3]).0), [(13, 5, false)]);
        let (found, fits) = rebuild(&before, &[0; 26], &pair, [5, 3]);
        assert_eq!((legs(&found), fits), (vec![(13, 5, false)], false));
    }
}
