//! What people and machines read.

mod board;
mod check;
mod diagnostic;
mod diagram;
mod explain;
mod race;
mod reference;
mod report;
pub(crate) mod sample;
