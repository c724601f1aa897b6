//! The match: cube, score, actions, the one judge of what may happen when, and the neutral record.

pub mod record;
