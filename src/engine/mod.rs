//! What a position is worth: exact where it can be computed, by nets elsewhere.
//!
//! All values are seen by the mover, the player on roll, unless a name says otherwise.

pub mod bearoff;
mod chances;
pub mod cube;
mod evaluate;
mod evaluator;
pub mod inputs;
pub mod met;
mod mix;
pub mod move_filters;
pub mod nets;
pub mod noise;
pub mod rollout;
pub mod search;
mod strength;

pub use chances::Chances;
pub use evaluate::{Candidates, Engine, Lazy, Phase};
pub use evaluator::{Evaluator, is_taught};
pub use strength::{Level, Misjudging};
