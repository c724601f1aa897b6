//! Evaluation: exact where that is possible, by neural nets elsewhere.
//!
//! All values are from the view of the player on roll, unless a name states another view.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::Engine;
//! use barpoint::Board;
//!
//! let chances = Engine::new().evaluate(&Board::START);
//! assert!(chances.win() > 0.5, "the player on roll at the start is ahead");
//! ```

pub mod bearoff;
mod chances;
pub mod cube;
mod evaluate;
mod evaluator;
pub mod inputs;
mod last_rolls;
pub mod matrix;
pub mod met;
mod mix;
pub mod move_filters;
pub mod nets;
pub mod noise;
pub mod opening;
pub mod roller;
pub mod rollout;
pub mod search;
mod strength;

pub use chances::{Chances, Rolled};
pub use evaluate::{Candidates, Class, Engine, Lazy};
#[doc(hidden)]
pub use evaluator::Pips;
pub use evaluator::{Evaluator, is_taught};
pub use strength::{Erring, Level};
