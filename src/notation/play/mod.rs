//! Plays as people and programs write them.

mod grammar;
mod parse;
pub mod print;

pub(crate) use parse::plain_legs;
pub use parse::{Dash, PlayOptions, PlaySyntaxError, PlaySyntaxReason, parse};
