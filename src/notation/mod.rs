//! Notation: plays, Position IDs, Match IDs, XGIDs and FIBS raw boards, read and written; boards, drawn.

pub mod drawing;
pub mod identify;
mod lex;
pub mod match_id;
pub mod position_id;
mod raw_board;
mod state;
mod xgid;

pub mod play;

pub use identify::{Identified, Kind, identify};
pub use lex::{Assumption, IdError, Notation, Reason};
pub use match_id::{GameState, MatchFields, MatchId};
pub use position_id::PositionId;
pub use raw_board::RawBoard;
pub use state::{IdState, Lost};
pub use xgid::{Xgid, XgidDice};
