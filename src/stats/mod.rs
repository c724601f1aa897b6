//! Exact chances over the 36 rolls of two dice: entering from the bar, hitting, making a point; and what
//! happened in a match, counted.
//!
//! Nothing is estimated: every chance is a set of rolls.

mod entry;
pub mod race;
mod rolls;
mod shots;
mod summary;

pub use entry::{Entry, open_points};
pub use rolls::RollSet;
pub use shots::{Shots, shots};
pub use summary::{Comeback, GameTally, Summary, Tally};
