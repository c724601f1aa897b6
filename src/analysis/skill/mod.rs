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
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::analysis::skill::decisions;
//!
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let replayed = &matches[0].replayed;
//! let decided = decisions(&replayed.rules, &replayed.games[0]);
//! assert!(!decided.is_empty());
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

pub use analyser::{Analyser, Found, Scope, analysed, cube_analysis, note, play_analysis};
pub use course::{Course, courses};
pub use decision::{Decision, Kind, decisions};
pub use evaluated::{EvaluatedDecision, Loss, evaluated_decisions, has_analyses, of_act};
pub use marks::{Mark, Thresholds};
pub use performance::{Performance, Share, performances};
pub use rating::{
    PERFECT, RATINGS, absolute_rating, checker_rating_loss, cube_rating_loss, luck_words, rating_difference,
    rating_words,
};
pub use statistics::{Amount, Counted, Evaluated, PlayerStatistics, Statistics, evaluated};
pub use unit::Unit;
pub use verdict::{CubeVerdict, PlayVerdict, Verdict};
