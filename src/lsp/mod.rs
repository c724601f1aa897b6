//! The language server: what an editor asks of a record while somebody types it.
//!
//! Source: the Language Server Protocol, version 3.17 (Microsoft, 2022). Messages come and go on a pair of streams;
//! what a document means is worked out match by match, and kept as long as the text of the match is the same.

mod actions;
mod completion;
mod cube;
mod diagnostics;
mod documents;
mod fixes;
mod formatting;
mod hints;
mod hover;
mod matches;
mod places;
mod positions;
mod rename;
mod requests;
mod server;
mod settings;
mod symbols;
mod traffic;
mod wire;
mod words;

pub use server::{Left, World, serve};
