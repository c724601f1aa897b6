//! The session.

mod random;
#[cfg(unix)]
mod screen;
mod start;
pub(crate) mod table;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod tutorial;
