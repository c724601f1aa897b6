//! The session.

pub(crate) mod table;
