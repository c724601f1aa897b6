//! Plays as people and programs write them.

mod parse;
pub mod print;

pub use parse::{Dash, PlayOptions, PlaySyntaxError, PlaySyntaxReason, parse};
