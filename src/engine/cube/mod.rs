//! The cube: cubeful equities and cube decisions.
//!
//! There are three steps. [`CubeState`] holds the cube's value and owner and the stakes. A [`Ladder`] lays
//! out every place that the cube can reach from there, and computes the value of chances at each of them
//! (Janowski's mix of the dead and the live cube). A [`CubeDecision`] compares no double, double and take,
//! double and pass.
//!
//! ```
//! use barpoint::engine::cube::{Action, CubeState};
//! use barpoint::engine::met::MatchEquity;
//! use barpoint::engine::search::{Options, Search};
//! use barpoint::{Board, Engine};
//!
//! let engine = Engine::new();
//! let (table, options) = (MatchEquity::reaching(0), Options { plies: 0, ..Options::default() });
//! let mut search = Search::new(&engine, table, CubeState::MONEY.without_beavers(), options).expect("money");
//! assert_eq!(search.cube(&Board::START).action, Action::NoDouble);
//! ```

mod decision;
mod efficiency;
mod ladder;
mod state;

pub use decision::{Action, CubeDecision, Points, Reply, Window};
pub use efficiency::Efficiency;
pub use ladder::{Ladder, MOST_PLACES, Values, View};
pub use state::{CubeState, HouseRules, Owner, Stakes};
