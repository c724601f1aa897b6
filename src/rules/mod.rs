//! The rules of moving checkers: steps, plays, the one generator, and why a play is illegal.

mod play;

pub use play::{Leg, Play, Step};
