//! The session.

mod files;
mod random;
#[cfg(unix)]
mod screen;
mod start;
pub(crate) mod table;
#[cfg(unix)]
mod terminal;
