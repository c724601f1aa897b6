//! The cube: cubeful equities and cube decisions.
//!
//! There are three steps. [`CubeState`] holds the cube's value and owner and the stakes. A [`Ladder`] lays
//! out every place that the cube can reach from there, and computes the value of chances at each of them
//! (Janowski's mix of the dead and the live cube). A [`CubeDecision`] compares no double, double and take,
//! double and pass.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::cube::{Action, CubeState};
//! use barpoint::engine::search::Options;
//! use barpoint::{Board, Engine};
//!
//! let engine = Engine::new();
//! let options = Options { plies: 0, ..Options::default() };
//! let mut search = engine.search(CubeState::MONEY.without_beavers(), options)?;
//! assert_eq!(search.cube(&Board::START).action, Action::NoDouble);
//! # Ok::<(), barpoint::engine::met::UnknownScore>(())
//! ```

mod decision;
mod efficiency;
mod ladder;
mod state;

pub use decision::{Action, CubeDecision, Points, Reply, Window};
pub use efficiency::Efficiency;
pub use ladder::{Ladder, MOST_PLACES, Values, View};
pub use state::{CubeState, HouseRules, Owner, Stakes};
