//! The numbers of the rows that a writer gives the actions of a game.

use crate::board::Side;
use crate::game::{Act, Happening};

/// Numbers the rows of a game, as [`MoveNumbers`](crate::game::record::MoveNumbers) does: each side acts once in a row,
/// the left one first. A beaver that the doubler takes needs no row: the take is part of the doubler's next move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    number: u32,
    /// The side that acted last in this row.
    last: Option<Side>,
    is_beavered: bool,
    /// The doubler whose last action took a beaver.
    taker: Option<Side>,
}

impl Rows {
    /// Numbers the rows of a new game, the first one 1.
    pub(super) const fn new() -> Self {
        Self { number: 1, last: None, is_beavered: false, taker: None }
    }

    /// Returns the number of the present row.
    pub(super) const fn number(self) -> u32 {
        self.number
    }

    /// Returns `true` if the last action was a beaver or a raccoon.
    pub(super) const fn is_beavered(self) -> bool {
        self.is_beavered
    }

    /// Begins a row for an action of a side, if the present one has no place for it.
    pub(super) fn turn(&mut self, by: Side) {
        let is_next = self.last.is_some_and(|last| last == by || by == Side::Zero);
        self.number += u32::from(is_next && self.taker != Some(by));
        self.last = Some(by);
    }

    /// Notes an action whose row has begun.
    pub(super) fn note(&mut self, act: &Act) {
        self.taker = (self.is_beavered && act.what == Happening::Taken).then_some(act.by);
        self.is_beavered = matches!(act.what, Happening::Doubled { beaver: true, .. });
    }
}
