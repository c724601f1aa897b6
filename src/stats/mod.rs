//! What can be said of a position without judging it: exact chances over the 36 rolls of two dice (entering
//! from the bar, hitting, making a point), what checkers form, which kind of game it is, and the formulas for races;
//! and what happened in a match, counted.
//!
//! Nothing is estimated: every chance is a set of rolls.

mod entry;
mod formation;
mod phase;
pub mod race;
mod rolls;
mod shots;
mod summary;
mod two_rolls;

pub use entry::{Entry, open_points};
pub use formation::Formation;
pub use phase::{Phase, Phases, Whose};
pub use rolls::RollSet;
pub use shots::{Shots, shots};
pub use summary::{Comeback, GameTally, Summary, Tally};
pub use two_rolls::{FirstRoll, ThenHit, hits};
