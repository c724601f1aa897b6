//! The check of whole records.

mod examples;
pub(crate) mod replay;
