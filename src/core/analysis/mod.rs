//! Replays a record against the rules, play by play; finds mistakes and fixes; analyses matches.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/tour/three-mistakes.mat")?)?;
//! let codes: Vec<&str> = matches[0].findings.iter().map(|finding| finding.code.id()).collect();
//! assert_eq!(codes.len(), 3);
//! assert!(!matches[0].is_legal());
//! # Ok(())
//! # }
//! ```

mod beginning;
mod check;
mod copies;
mod cube;
mod exchanged;
mod findings;
mod game;
pub mod given;
mod headers;
mod heads;
mod identity;
pub mod lesson;
mod open;
mod players;
mod plays;
pub mod quiz;
pub mod repair;
mod replay;
mod restated;
mod rewrite;
pub mod rolled;
mod rules;
mod scores;
pub mod skill;
pub mod stored;
mod tally;
mod wanted;
mod written;

pub use beginning::Beginning;
pub use check::{CheckSummary, check};
#[doc(hidden)]
pub use identity::fnv;
pub use identity::{Identity, Twice};
#[doc(hidden)]
pub use open::unpacked;
pub use open::{Match, OpenError, open, open_with};
pub use players::{Player, Players, PlayersError, Together};
pub use replay::{GameSummary, Moment, Replay, replay, replayed, with_right_names};
pub use rewrite::{RewriteError, is_rewritten, rewritten};
pub use rules::RulesOverride;
#[doc(hidden)]
pub use rules::count;
pub use wanted::Wanted;
#[doc(hidden)]
pub use written::is_nothing_told;
pub use written::written;

pub use tally::{
    Analyses, Answer, Aspect, AwayScore, Began, Branch, Breakdown, Counts, Crawford, DecisionKind, Dice,
    Endings, Fairness, Group, Losses, Openings, PlayedBranch, Point, PointPlace, Quality, Question, Scope,
    Seat, Tally, TallyError, Test, Trend,
};
