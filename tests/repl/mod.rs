//! The session.

#[cfg(unix)]
mod screen;
mod start;
#[cfg(unix)]
mod terminal;
