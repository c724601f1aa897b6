//! How much of the live cube's use players get: Janowski's x, by the kind of position.
//!
//! The figures are those that GNU Backgammon publishes for its own evaluations (its manual, "Cubeful
//! equities"): 0.68 with contact, 0.6 in a bear-off, and in a race 0.6 to 0.7, growing with the pips.

use crate::board::Board;
use crate::engine::Class;

/// Cube efficiencies, each from 0 (dead cube) to 1 (live cube).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// Where a checker can still be hit or blocked.
    pub contact: f32,
    /// Where both sides bear off.
    pub bearoff: f32,
    /// In a race: at no pips, what each pip of the mover adds, and the bounds.
    pub race: [f32; 4],
}

impl Default for Efficiency {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl Efficiency {
    /// The default efficiencies.
    pub const PLAIN: Self = Self { contact: 0.68, bearoff: 0.6, race: [0.55, 0.00125, 0.6, 0.7] };

    /// Returns the efficiency for a position.
    #[must_use]
    pub fn of(&self, board: &Board) -> f32 {
        match Class::of(board) {
            Class::Over => 0.0,
            Class::Bearoff => self.bearoff,
            Class::Contact => self.contact,
            Class::Race => {
                let [none, pip, least, most] = self.race;
                (none + pip * board.pips() as f32).clamp(least, most)
            }
        }
    }
}
