//! The last rolls of a bear-off, solved for every place of the cube: both sides have at most four checkers, and no
//! gammon can be won.
//!
//! The tables of bear-offs contain equities for money. At a score, the value of the cube differs from place to
//! place: it may be of use only to one player, who then turns it whatever the chances are. So a search solves such a
//! position by the rules, with the places of its [`Ladder`]: the best play after each roll for each place, and then
//! the better of no double and a double, to which the opponent gives the better answer. It keeps what it has solved.

use super::Chances;
use super::bearoff::{Home, results};
use super::cube::{Ladder, MOST_PLACES, Values, View};
use crate::board::{Board, Roll};
use std::sync::LazyLock;

/// The most checkers of a side.
const MOST: u8 = 4;

/// The number of positions of a side.
const COUNT: usize = Home::count(MOST);

/// The numbers of the positions after the legal plays of each roll, for each position of a side.
static PLAYS: LazyLock<Vec<[Vec<usize>; Roll::ALL.len()]>> = LazyLock::new(|| {
    let mut plays = Vec::with_capacity(COUNT);
    Home::for_each(MOST, |home| plays.push(results(home, MOST)));
    plays
});

/// The numbers of the positions of the player on roll and of the opponent.
pub(super) type Sides = [usize; 2];

/// The positions that were solved for one ladder.
#[derive(Default)]
pub(super) struct LastRolls {
    /// For each view, the values after the choice to double of each position of both sides, one for each place; not a
    /// number where it isn't solved. Empty until a position is solved.
    solved: [Vec<f32>; 2],
}

impl LastRolls {
    /// Returns the sides of a position that can be solved.
    pub(super) fn sides(board: &Board) -> Option<Sides> {
        // A player who has all checkers on the board can lose a gammon.
        if board.lanes()[Board::OFF] == 0 || board.lanes()[Board::OPPONENT_OFF] == 0 {
            return None;
        }
        let sides = [Home::of(board)?.index(MOST)?, Home::of(&board.flip())?.index(MOST)?];
        (!sides.contains(&0)).then_some(sides)
    }

    /// Fills in the values of a position before the choice to double.
    pub(super) fn undoubled(
        &mut self,
        ladder: &Ladder,
        view: View,
        [mover, opponent]: Sides,
        values: &mut Values,
    ) {
        let places = ladder.len();
        *values = [0.0; MOST_PLACES];
        for (roll, after) in Roll::ALL.into_iter().zip(&PLAYS[mover]) {
            let mut best = [f32::NEG_INFINITY; MOST_PLACES];
            for &after in after {
                let first = self.decided(ladder, view.flip(), [opponent, after]);
                let replies = &self.solved[view.flip() as usize][first..first + places];
                for (best, reply) in best.iter_mut().zip(replies) {
                    *best = best.max(-reply);
                }
            }
            for (value, best) in values.iter_mut().zip(&best[..places]) {
                *value += roll.weight() as f32 / 36.0 * best;
            }
        }
    }

    /// Solves a position, and returns where its values after the choice to double begin.
    fn decided(&mut self, ladder: &Ladder, view: View, sides @ [mover, opponent]: Sides) -> usize {
        let places = ladder.len();
        let first = (mover * COUNT + opponent) * places;
        let solved = &mut self.solved[view as usize];
        if solved.is_empty() {
            *solved = vec![f32::NAN; COUNT * COUNT * places];
        }
        if solved[first].is_nan() {
            let mut values = [0.0; MOST_PLACES];
            // Position 0 is the empty board: the opponent has won.
            if opponent == 0 {
                let lost = Chances([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
                for (place, value) in values.iter_mut().enumerate().take(places) {
                    *value = ladder.dead(view, place, lost);
                }
            } else {
                self.undoubled(ladder, view, sides, &mut values);
                ladder.decide(view, &mut values);
            }
            self.solved[view as usize][first..first + places].copy_from_slice(&values[..places]);
        }
        first
    }
}
