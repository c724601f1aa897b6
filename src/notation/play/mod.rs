//! Plays as people and programs write them.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::notation::play::{PlayOptions, parse};
//! use barpoint::rules::resolve::resolve;
//! use barpoint::Board;
//!
//! let written = parse(b"24/18/13*", 0, PlayOptions::GNUBG)?;
//! let legs: Vec<_> = written.legs().map(|written| written.leg).collect();
//! assert!(resolve(&Board::START, "65".parse()?, &legs).is_ok());
//! # Ok(())
//! # }
//! ```

mod grammar;
mod parse;
pub mod print;

pub(crate) use parse::plain_legs;
pub use parse::{Dash, PlayOptions, PlaySyntaxError, PlaySyntaxReason, parse};
