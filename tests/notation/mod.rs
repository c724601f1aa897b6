//! IDs, raw boards and written plays.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

mod collections;
mod laws;
mod plays;
mod states;
