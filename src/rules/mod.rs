//! The rules of moving checkers: steps, plays, the one generator, and why a play is illegal.

mod movegen;
mod outcome;
mod perft;
mod play;
mod variant;

pub use movegen::{can_move, for_each_play, for_each_result, legal_plays};
pub use outcome::Outcome;
pub use perft::{perft, perft_weighted};
pub use play::{Leg, Play, Step};
pub use variant::{Start, UnknownVariant, Variant};
