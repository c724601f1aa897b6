//! The match: rules in force, cube, score, actions, the one authority on what may happen when, and the
//! neutral record.

mod action;
mod cube;
mod part;
pub mod record;
mod replayed;
mod rules;
mod score;
mod state;
pub(crate) mod told;
mod violation;
mod walk;

pub use action::{Action, Army, Choice, Colour, Event};
pub use cube::{Cube, MAX_CUBE};
pub use replayed::{Act, Happening, Replayed, ReplayedGame};
pub use rules::{IllegalPlays, Rules, Stake};
pub use score::{Ending, GameResult, Score};
pub use state::{MatchState, Offer, Phase, Resume};
pub use violation::RuleViolation;
