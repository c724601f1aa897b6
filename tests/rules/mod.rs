//! The rules of moving checkers.

mod counts;
mod generator;
mod positions;
mod reference;
