//! Readers, tried on large collections of records where they are at hand.

mod play;
