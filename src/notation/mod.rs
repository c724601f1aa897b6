//! Notation: plays, Position IDs, Match IDs, XGIDs and FIBS raw boards, read and written.

pub mod play;
