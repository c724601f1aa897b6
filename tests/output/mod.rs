//! What people and machines read.

mod board;
mod check;
mod diagnostic;
mod reference;
mod sample;
