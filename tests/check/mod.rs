//! The check of whole records.

mod replay;
