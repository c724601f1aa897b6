//! The rules of moving checkers.

mod allocation;
mod counts;
mod generator;
mod perft;
mod positions;
mod reference;
mod variants;
