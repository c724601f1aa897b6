//! The rules of moving checkers: steps, plays, the one generator, and why a play is illegal.

mod movegen;
mod perft;
mod play;

pub use movegen::{can_move, for_each_play, for_each_result, legal_plays};
pub use perft::{perft, perft_weighted};
pub use play::{Leg, Play, Step};
