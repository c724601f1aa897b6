//! The session.

mod random;
