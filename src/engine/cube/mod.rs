//! The cube: what chances are worth with it, and what to do with it.
//!
//! Three steps. [`CubeState`] says where the cube is and what is played for. A [`Ladder`] lays out
//! every place that the cube can come to from there, and turns chances into a worth for each of them
//! (Janowski's mix of the dead and the live cube). A [`CubeDecision`] weighs no double, double and
//! take, double and pass.

mod decision;
mod efficiency;
mod ladder;
mod state;

pub use decision::{Action, CubeDecision, Points, Window};
pub use efficiency::Efficiency;
pub use ladder::{Ladder, MOST_PLACES, Values, View};
pub use state::{CubeState, Owner, Stakes};
