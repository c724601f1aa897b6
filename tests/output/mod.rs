//! What people and machines read.

mod board;
