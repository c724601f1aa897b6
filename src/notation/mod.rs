//! Notation: plays, Position IDs, Match IDs, XGIDs and FIBS raw boards, read and written.

mod lex;
mod match_id;
mod of_match;
mod position_id;
mod xgid;

pub mod play;

pub use lex::{Assumption, IdError, Notation, Reason};
pub use match_id::{GameState, MatchFields, MatchId, Resignation};
pub use position_id::PositionId;
pub use xgid::{Xgid, XgidDice};
