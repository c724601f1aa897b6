//! The positions after the plays of each roll, generated once. A sweep then only looks up their values, which takes a tenth
//! of the time. With three checkers the lists would be too long.

use super::places::{Placement, of_mover, of_opponent};
use crate::board::{Board, Roll};
use crate::engine::Class;
use crate::rules::each_result;

/// The lists of all positions with contact. Other positions are computed once, so they need none.
#[derive(Clone, Debug)]
pub(super) struct Successors {
    /// Where the lists of a position begin; [`NONE`] without contact.
    starts: Vec<u32>,
    /// For each roll, in the order of [`Roll::ALL`], the number of positions and the positions.
    lists: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Successors {
    /// Generates the lists for all pairs of placements.
    pub(super) fn new(placements: &[Placement]) -> Self {
        let count = placements.len();
        let (mut starts, mut lists) = (vec![NONE; count * count], Vec::new());
        for (mover, placement) in placements.iter().enumerate() {
            for (opponent, other) in placements.iter().enumerate() {
                let Some(board) = placement.board(*other).filter(|board| Class::of(board) == Class::Contact)
                else {
                    continue;
                };
                starts[mover * count + opponent] = lists.len() as u32;
                for roll in Roll::ALL {
                    let length = lists.len();
                    lists.push(0);
                    after(&board, roll, [mover, opponent, count], |place| lists.push(place as u32));
                    lists[length] = (lists.len() - length - 1) as u32;
                }
            }
        }
        Self { starts, lists }
    }

    /// Returns the positions after each roll of a position with contact, in the order of [`Roll::ALL`].
    pub(super) fn of(&self, place: usize) -> Option<impl Iterator<Item = &[u32]>> {
        let start = self.starts[place];
        (start != NONE).then(|| {
            let mut rest = &self.lists[start as usize..];
            std::iter::from_fn(move || {
                let (&length, lists) = rest.split_first()?;
                let (places, lists) = lists.split_at(length as usize);
                rest = lists;
                Some(places)
            })
        })
    }
}

/// Passes the position after each play of a roll, one at least, from the view of the opponent, who is on roll then.
/// `numbers` are the placements of the mover and of the opponent, and how many placements a side has.
#[inline]
pub(super) fn after(
    board: &Board,
    roll: Roll,
    [mover, opponent, count]: [usize; 3],
    mut tell: impl FnMut(usize),
) {
    let mut dances = true;
    each_result(board, roll, |after| {
        dances = false;
        let is_hit = after.lanes()[Board::OPPONENT_BAR] != board.lanes()[Board::OPPONENT_BAR];
        let opponent = if is_hit { of_opponent(after) } else { opponent };
        tell(opponent * count + of_mover(after));
    });
    if dances {
        tell(opponent * count + mover);
    }
}
