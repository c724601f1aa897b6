//! The check of whole records.

mod examples;
mod handmade;
mod planted;
mod real;
pub(crate) mod replay;
