//! Plays as people and programs write them.
/// tmp
pub mod print {
    use crate::{board::Board, rules::Play};
    /// tmp
    #[must_use] pub fn gnubg(_: &Board, p: &Play) -> String { format!("{p:?}") }
}
