//! The rules of moving checkers: steps, plays, the generator, and the reasons why a play is illegal.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::rules::{Variant, legal_plays, perft};
//!
//! let start = Variant::Nackgammon.start().board();
//! assert!(!legal_plays(&start, "11".parse()?).is_empty());
//! # Ok(())
//! # }
//! ```

mod explain;
mod movegen;
mod outcome;
mod perft;
mod play;
pub mod resolve;
mod variant;

pub use explain::{IllegalPlay, Reason, explain};
pub(crate) use movegen::{Masks, each_result};
pub use movegen::{can_move, for_each_play, for_each_result, legal_plays};
pub use outcome::Outcome;
pub use perft::{perft, perft_weighted};
pub use play::{Leg, Play, Step};
pub use variant::{Start, UnknownVariant, Variant};
