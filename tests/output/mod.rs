//! Output for people and machines.

mod board;
mod check;
mod diagnostic;
mod diagram;
mod explain;
mod race;
mod reference;
mod report;
pub(crate) mod sample;
