//! Bearing off, exactly: how many rolls one side needs, and what a position of both is worth; and with up to three
//! checkers a side the whole game.

mod file;
mod gnubg;
pub mod hyper;
mod index;
mod one_sided;
mod two_sided;

pub use file::TableDamaged;
pub use gnubg::{Database, DatabaseError, number};
pub use index::Home;
pub use one_sided::OneSided;
pub use two_sided::{Money, TwoSided};
