//! The language server: answers an editor's requests about a record while it is being typed.
//!
//! Source: the Language Server Protocol, version 3.17 (Microsoft, 2022). Messages are exchanged over a pair of streams;
//! a document is analysed match by match, and each result is kept as long as the text of the match is the same.

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
