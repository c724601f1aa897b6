//! The positions after the acts of a game, and the place where each act is written.

use super::extras::Place;
use crate::board::{Board, Side};
use crate::game::{Act, Happening, ReplayedGame};

/// The places where facts about each act of a game can be written: its own, or else another one of the same turn.
pub(super) struct Seats {
    acts: Vec<Option<Place>>,
    /// The turn of each act.
    turns: Vec<u32>,
    /// The first place of each turn.
    first: Vec<Option<Place>>,
}

impl Seats {
    pub(super) fn new(game: &ReplayedGame, acts: Vec<Option<Place>>) -> Self {
        let mut turns = Vec::with_capacity(acts.len());
        let mut first = vec![None];
        for (act, seat) in game.acts.iter().zip(&acts) {
            turns.push(first.len() as u32 - 1);
            if let Some(slot) = first.last_mut() {
                *slot = slot.or(*seat);
            }
            if act.is_turn() {
                first.push(None);
            }
        }
        Self { acts, turns, first }
    }

    pub(super) fn of(&self, act: usize) -> Option<Place> {
        self.acts[act].or(self.first[self.turns[act] as usize])
    }
}

/// The board after the acts so far.
pub(super) enum Expected {
    /// The start position, from the first mover's view.
    Start(Board),
    /// A board from this side's view.
    Seen(Board, Side),
    /// Unknown.
    Anything,
}

impl Expected {
    pub(super) fn fits(&self, act: &Act) -> bool {
        let compared = matches!(
            act.what,
            Happening::Played { .. }
                | Happening::Illegal { .. }
                | Happening::RolledOnly { .. }
                | Happening::Doubled { .. }
                | Happening::Taken
                | Happening::Passed
        );
        // The checkers borne off follow from the rest.
        let same = |board: &Board| board.lanes()[..=Board::BAR] == act.before.lanes()[..=Board::BAR];
        match self {
            _ if !compared => true,
            Self::Anything => true,
            Self::Start(board) => same(board),
            Self::Seen(board, by) if *by == act.by => same(board),
            Self::Seen(board, _) => same(&board.flip()),
        }
    }
}
