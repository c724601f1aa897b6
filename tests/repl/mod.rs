//! The session.

mod files;
mod random;
#[cfg(unix)]
mod screen;
pub(crate) mod settings;
mod start;
pub(crate) mod table;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod tutorial;
