//! Plays as people and programs write them.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::notation::play::{PlayOptions, parse};
//! use barpoint::rules::resolve::resolve;
//! use barpoint::{Board, Play};
//!
//! let written = parse(b"24/18/13*", 0, PlayOptions::GNUBG)?;
//! let legs: Vec<_> = written.legs().map(|written| written.leg).collect();
//! let resolved = resolve(&Board::START, "65".parse()?, &legs)?;
//! // The same in one step.
//! assert_eq!(Play::parse(&Board::START, "65".parse()?, "24/18/13*")?, *resolved.play());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grammar;
mod legal;
mod parse;
pub mod print;

pub use legal::PlayError;
pub use parse::{Dash, PlayOptions, PlaySyntaxError, PlaySyntaxReason, parse};
pub(crate) use parse::{lone_brackets, plain_legs};
