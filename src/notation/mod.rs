//! Notation: plays, Position IDs, Match IDs, XGIDs and FIBS raw boards, read and written.

mod lex;
mod position_id;

pub mod play;

pub use lex::{Assumption, IdError, Notation, Reason};
pub use position_id::PositionId;
