//! Exact bear-offs: how many rolls one side needs, and the equity of a position of both sides; with up to
//! three checkers a side, the whole game.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::bearoff::Home;
//!
//! // Two checkers of a side on six points and off the board: 1 + 6 + 21 placements.
//! assert_eq!(Home::count(2), 28);
//! ```

mod few;
mod file;
mod gnubg;
pub mod hyper;
mod index;
mod one_sided;
mod two_sided;

pub use few::Few;
pub use file::TableDamaged;
pub use gnubg::{Database, DatabaseError, number};
pub use index::Home;
pub use one_sided::OneSided;
pub(super) use two_sided::results;
pub use two_sided::{Money, TwoSided};
