//! What a position is worth: exact where it can be computed, by nets elsewhere.
//!
//! All values are seen by the mover, the player on roll, unless a name says otherwise.

pub mod bearoff;
mod chances;
mod evaluate;
pub mod inputs;
pub mod met;
pub mod nets;

pub use chances::Chances;
pub use evaluate::{Candidates, Engine, Phase};
