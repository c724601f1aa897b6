//! Where formats and rules meet: the replay that proves a record, play by play.

mod check;
mod cube;
mod findings;
mod game;
pub mod lesson;
mod open;
mod plays;
mod replay;
mod rules;
mod scores;
pub mod skill;
pub mod stored;
mod tally;
mod written;

pub use check::{CheckSummary, check};
pub use open::{Match, OpenError, open};
pub use replay::{GameSummary, Moment, Replay, replay, replayed};
pub use rules::RulesOverride;
pub use written::written;

pub use tally::{
    Analyses, Answer, Began, Branch, Counts, Dice, Endings, Fairness, Openings, PlayedBranch, Question,
    Scope, Seat, Tally, Test,
};
