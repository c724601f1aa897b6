//! The session.

mod random;
pub(crate) mod table;
