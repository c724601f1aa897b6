//! The match: rules in force, cube, score, actions, the single place that decides which actions are allowed,
//! and the neutral record.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::board::BySide;
//! use barpoint::game::{Action, MatchState, Phase, Rules};
//! use barpoint::{Roll, Side};
//!
//! let roll: Roll = "62".parse()?;
//! let mut state = MatchState::new(Rules::match_play(7));
//! state.apply(Side::Zero, &Action::Open(BySide::new(roll.high(), roll.low())))?;
//! assert_eq!(state.phase(), Phase::ToPlay(roll));
//! assert_eq!(state.on_roll(), Side::Zero);
//! # Ok(())
//! # }
//! ```

mod action;
pub(crate) mod columns;
mod cube;
mod jacoby;
mod part;
pub mod record;
mod replayed;
mod rules;
mod score;
mod setup;
mod state;
pub(crate) mod told;
pub(crate) mod trial;
mod violation;
mod walk;

pub use action::{Action, Army, Choice, Colour, Event};
pub use cube::{Cube, MAX_CUBE};
pub use replayed::{Act, Happening, Replayed, ReplayedGame};
pub use rules::{IllegalPlays, Rules, Stake};
pub use score::{Ending, GameResult, Score};
pub(crate) use setup::check_cube;
pub use setup::{MatchSetup, MatchSetupError};
pub use state::{MatchState, Offer, Phase, Resume};
pub use violation::RuleViolation;
