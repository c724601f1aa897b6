//! Exact chances over the 36 rolls of two dice: entering from the bar, hitting, making a point.
//!
//! Nothing is estimated: every answer is a set of rolls.

mod entry;
pub mod race;
mod rolls;
mod shots;

pub use entry::{Entry, open_points};
pub use rolls::RollSet;
pub use shots::{Shots, shots};
