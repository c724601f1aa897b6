//! The rules of moving checkers.

mod allocation;
mod counts;
mod generator;
mod perft;
pub(crate) mod positions;
pub(crate) mod reference;
mod variants;
