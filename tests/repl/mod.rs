//! The session.

mod random;
pub(crate) mod settings;
pub(crate) mod table;
