//! The check of whole records.

mod examples;
mod planted;
mod real;
pub(crate) mod replay;
