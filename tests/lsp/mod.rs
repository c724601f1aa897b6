//! The language server.

mod client;
mod neovim;
mod program;
mod requests;
mod sync;
