//! The cube: what chances are worth with it, and what to do with it.
//!
//! Three steps. [`CubeState`] says where the cube is and what is played for. A [`Ladder`] lays out
//! every place that the cube can come to from there, and turns chances into a worth for each of them
//! (Janowski's mix of the dead and the live cube). A [`CubeDecision`] weighs no double, double and
//! take, double and pass.
//!
//! ```
//! use barpoint::engine::cube::{Action, CubeState};
//! use barpoint::engine::met::MatchEquity;
//! use barpoint::engine::search::{Options, Search};
//! use barpoint::{Board, Engine};
//!
//! let engine = Engine::new();
//! let (table, options) = (MatchEquity::reaching(0), Options { plies: 0, ..Options::default() });
//! let mut search = Search::new(&engine, table, CubeState::money(true, false), options).expect("money");
//! assert_eq!(search.cube(&Board::START).action, Action::NoDouble);
//! ```

mod decision;
mod efficiency;
mod ladder;
mod state;

pub use decision::{Action, CubeDecision, Points, Window};
pub use efficiency::Efficiency;
pub use ladder::{Ladder, MOST_PLACES, Values, View};
pub use state::{CubeState, Owner, Stakes};
