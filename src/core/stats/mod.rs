//! Exact facts about a position without evaluating it: chances over the 36 rolls of two dice (entering from the bar,
//! hitting, making a point), formations, the game type, and the formulas for races; the events of a match, counted;
//! tests of dice; and when a question of a quiz is due again.
//!
//! Chances of a position are never estimated: each is a set of rolls.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::stats::Entry;
//!
//! // Two points of the opponent's board are open: 20 of 36 rolls enter a checker.
//! let entry = Entry::new([true, true, false, false, false, false], 1);
//! assert_eq!(entry.some().of_36(), 20);
//! ```

mod chi_square;
mod entry;
mod formation;
mod gamma;
mod holm;
mod phase;
pub mod race;
mod recall;
mod rolls;
mod runs;
mod shots;
mod summary;
mod two_rolls;

pub use chi_square::ChiSquare;
pub use entry::{Entry, open_points};
pub use formation::Formation;
pub use holm::holm;
pub use phase::{Phase, Phases, Whose};
pub use recall::{Grade, Memory};
pub use rolls::RollSet;
pub use runs::{Runs, RunsTest};
pub use shots::{Shots, shots};
pub use summary::{Comeback, GameTally, Summary, Tally};
pub use two_rolls::{FirstRoll, ThenHit, hits};
