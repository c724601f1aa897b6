//! Notation: plays, Position IDs, Match IDs, XGIDs, OGIDs and FIBS raw boards, for reading and writing; drawings of
//! boards.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::notation::{PositionId, identify};
//!
//! let found = identify("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", 15)?;
//! let (id, lost) = found.state.position_id()?;
//! assert_eq!(id, PositionId::encode(&barpoint::Board::START));
//! assert!(!lost.is_empty(), "a Position ID has no dice");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod base64;
pub mod drawing;
mod error;
pub mod identify;
pub mod match_id;
mod ogid;
mod pasted;
pub(crate) mod plain;
pub mod position_id;
mod raw_board;
#[doc(hidden)]
pub mod several;
mod state;
mod xgid;

pub mod play;

pub use error::{Assumption, IdError, Notation, Reason};
pub use identify::{Identified, IdentifyError, Kind, identify};
pub use match_id::{GameState, MatchFields, MatchId};
pub use ogid::{Ogid, OgidCube, OgidOwner, OgidState};
pub use position_id::PositionId;
pub use raw_board::RawBoard;
#[doc(hidden)]
pub use state::USUAL_LIMIT;
pub use state::{IdState, Lost};
pub use xgid::{Xgid, XgidDice};
