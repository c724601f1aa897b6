//! The session.

pub(crate) mod analysis;
mod compat;
mod edit;
mod engine;
mod files;
mod house_rules;
mod lines;
#[cfg(unix)]
mod play;
mod random;
mod rollout;
#[cfg(unix)]
pub(crate) mod screen;
pub(crate) mod settings;
mod start;
mod states;
pub(crate) mod table;
#[cfg(unix)]
pub(crate) mod terminal;
mod tutor;
#[cfg(unix)]
mod tutorial;
