//! The quality of play: every decision evaluated, and the sums for both players.
//!
//! [`decisions`] returns the decisions of a game. A [`Analyser`] evaluates one decision, or only the luck of a
//! roll; the result is stored in the notes of the record's entry, in GNU Backgammon's format. A [`Verdict`]
//! is read from such notes, regardless of the program, and [`Statistics`] sum verdicts up.
//!
//! Equities are normalised: 1 is a single game won with the cube as it was before the decision, -1 one lost
//! (GNU Backgammon's EMG). With each goes its value: match winning chances, or points in a money session.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::analysis::skill::decisions;
//!
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let replayed = &matches[0].replayed;
//! let decided = decisions(&replayed.rules, &replayed.games[0]);
//! assert!(!decided.is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! [`analysed`] evaluates all decisions of a match, one after the other:
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::analysis::skill::{Analyser, Scope, Statistics, Thresholds, analysed};
//! use barpoint::engine::search::Options;
//! use barpoint::{Engine, Side};
//!
//! let text = " 5 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
//!             1) 31: 6/2                        62: 24/18 13/11\n";
//! let mut matches = barpoint::open("match.mat", text)?;
//! let replayed = &mut matches[0].replayed;
//! let (engine, thresholds) = (Engine::new(), Thresholds::default());
//! let options = Options { plies: 0, ..Options::default() };
//! analysed(replayed, &Analyser::new(&engine, Scope::all(options)), &thresholds, || false);
//! let statistics = Statistics::of(replayed, &thresholds);
//! let ann = &statistics.players[Side::Zero];
//! assert!(ann.unforced == 1 && ann.plays.equity > 0.1, "31 makes the 5-point");
//! # Ok(())
//! # }
//! ```

mod analyser;
pub(super) mod bits;
mod course;
mod decision;
mod evaluated;
mod marks;
mod performance;
mod rating;
mod statistics;
mod unit;
mod verdict;

pub(super) use decision::can_double;
pub(super) use statistics::sums;

pub use analyser::{Analyser, Found, Scope, analysed, completed, cube_analysis, forget, note, play_analysis};
pub use course::{Course, courses};
pub use decision::{Decision, Kind, decisions};
pub use evaluated::{EvaluatedDecision, Loss, evaluated_decisions, has_analyses, of_act, unforced_plays};
pub use marks::{Mark, Thresholds};
pub use performance::{PR_FACTOR, Performance, Share, performances};
pub use rating::{
    PERFECT, RATINGS, absolute_rating, checker_rating_loss, cube_rating_loss, luck_words, rating_difference,
    rating_words,
};
pub use statistics::{Amount, Counted, Evaluated, PlayerStatistics, Statistics, evaluated, evaluations};
pub use unit::Unit;
pub use verdict::{CubeVerdict, PlayVerdict, Verdict};
