//! IDs, raw boards and written plays.

mod plays;
