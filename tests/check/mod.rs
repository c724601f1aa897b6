//! The check of whole records.

mod examples;
mod real;
pub(crate) mod replay;
