//! The head of a net that evaluates a position, selected by how many checkers each side still has in the
//! other's home board. Games in which checkers are held back differ from those in which both sides only pass
//! each other.

use super::Kind;
use crate::board::Board;

/// The number of classes of each side: none, one, two, or at least three checkers.
const CLASSES: usize = 4;

pub(super) const fn count(kind: Kind) -> usize {
    match kind {
        Kind::Contact => CLASSES * CLASSES,
        Kind::Raw | Kind::Race => 1,
    }
}

#[inline]
pub(super) fn of_contact(board: &Board) -> u8 {
    let (mut mine, mut theirs) = (0, 0);
    for place in 0..7 {
        theirs -= board.lanes()[place].min(0);
        mine += board.lanes()[Board::BAR - place].max(0);
    }
    let class = |checkers: i8| (checkers as usize).min(CLASSES - 1);
    (CLASSES * class(mine) + class(theirs)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_two_back_on_each_side() {
        assert_eq!(of_contact(&Board::START), 10);
    }

    #[test]
    fn the_sides_are_told_apart() {
        // The mover has one on the bar; the opponent has three left behind.
        let mut lanes = [0; Board::LANES];
        (lanes[Board::BAR], lanes[3], lanes[10]) = (1, -3, -12);
        (lanes[6], lanes[8]) = (10, 4);
        let board = Board::from_lanes(lanes);
        assert_eq!(of_contact(&board), 7);
        assert_eq!(of_contact(&board.flip()), 13);
        assert!(usize::from(of_contact(&board)) < count(Kind::Contact));
    }
}
