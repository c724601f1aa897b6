//! Notation: plays, Position IDs, Match IDs, XGIDs and FIBS raw boards, read and written; boards, drawn.

mod base64;
pub mod drawing;
mod error;
pub mod identify;
pub mod match_id;
pub mod position_id;
mod raw_board;
mod state;
mod xgid;

pub mod play;

pub use error::{Assumption, IdError, Notation, Reason};
pub use identify::{Identified, Kind, identify};
pub use match_id::{GameState, MatchFields, MatchId};
pub use position_id::PositionId;
pub use raw_board::RawBoard;
pub use state::{IdState, Lost};
pub use xgid::{Xgid, XgidDice};
