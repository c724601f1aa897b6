//! What was played between two boards, found by the checkers that have moved. Whether it is legal is the replay's business.

use crate::board::Place;
use crate::formats::xg::plays::{Lanes, walk};

/// Finds steps with the given dice that lead from one position to another, both as the mover sees them: all dice if that
/// leads there, else some of them. `None` if no steps do.
pub(super) fn steps(before: &Lanes, after: &Lanes, [one, other]: [u8; 2]) -> Option<Vec<(Place, Place)>> {
    let orders = if one == other { vec![vec![one; 4]] } else { vec![vec![one, other], vec![other, one]] };
    let most = orders[0].len();
    for count in (0..=most).rev() {
        for order in &orders {
            let mut found = Vec::new();
            if search(before, after, &order[..count], one == other, &mut found) {
                return Some(found);
            }
        }
    }
    None
}

fn search(
    board: &Lanes,
    after: &Lanes,
    dice: &[u8],
    is_double: bool,
    found: &mut Vec<(Place, Place)>,
) -> bool {
    let Some((&pips, rest)) = dice.split_first() else { return board == after };
    // The steps of a double come from the highest point down, so that none is tried twice.
    let highest = match found.last() {
        Some((from, _)) if is_double => from.number(),
        _ => 25,
    };
    for from in (1..=highest).rev() {
        if board[usize::from(from)] <= 0 {
            continue;
        }
        let to = from.saturating_sub(pips);
        if to > 0 && board[usize::from(to)] < -1 {
            continue;
        }
        let (Some(start), Some(end)) = (Place::from_number(from), Place::from_number(to)) else { continue };
        let (_, next) = walk(board, &[(start, end)]);
        found.push((start, end));
        if search(&next, after, rest, is_double, found) {
            return true;
        }
        found.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn start() -> Lanes {
        std::array::from_fn(|i| Board::START.lanes()[i])
    }

    fn numbers(steps: &[(Place, Place)]) -> Vec<(u8, u8)> {
        steps.iter().map(|(from, to)| (from.number(), to.number())).collect()
    }

    #[test]
    fn steps_follow_from_two_boards() {
        let place = |number| Place::from_number(number).expect("a place");
        let told = [(place(8), place(5)), (place(6), place(5))];
        let after = walk(&start(), &told).1;
        let found = steps(&start(), &after, [1, 3]).expect("steps");
        assert_eq!(walk(&start(), &found).1, after);
        assert_eq!(numbers(&steps(&start(), &start(), [6, 6]).expect("none")), []);
        assert_eq!(steps(&start(), &after, [2, 1]), None);
        let four = [(13, 11), (13, 11), (6, 4), (6, 4)].map(|(from, to)| (place(from), place(to)));
        let after = walk(&start(), &four).1;
        assert_eq!(
            numbers(&steps(&start(), &after, [2, 2]).expect("steps")),
            [(13, 11), (13, 11), (6, 4), (6, 4)]
        );
    }
}
