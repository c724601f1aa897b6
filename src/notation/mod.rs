//! Notation: plays, Position IDs, Match IDs, XGIDs and FIBS raw boards, read and written.

mod lex;
pub mod match_id;
pub mod position_id;
mod xgid;

pub mod play;

pub use lex::{Assumption, IdError, Notation, Reason};
pub use match_id::{GameState, MatchFields, MatchId};
pub use position_id::PositionId;
pub use xgid::{Xgid, XgidDice};
