//! Exact chances over the 36 rolls of two dice: entering from the bar, hitting, making a point; and tests of
//! dice that were rolled.
//!
//! Chances are never estimated: every answer about a position is a set of rolls.

mod chi_square;
mod entry;
mod gamma;
mod holm;
pub mod race;
mod rolls;
mod runs;
mod shots;

pub use chi_square::ChiSquare;
pub use entry::{Entry, open_points};
pub use holm::holm;
pub use rolls::RollSet;
pub use runs::{Runs, RunsTest};
pub use shots::{Shots, shots};
