//! Plays as people and programs write them.

pub mod print;
