//! The session: GNU Backgammon's command language.

pub mod table;
