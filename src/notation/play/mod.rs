//! Plays as people and programs write them.
