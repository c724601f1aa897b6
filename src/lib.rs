//! barpoint: the compiler of backgammon records.
//!
//! Bytes in any dialect go in, a [`game::record::MatchRecord`] and diagnostics come out; the replay
//! in [`analysis`] proves every play, cube action and score against the rules and names what is
//! broken, with its place. The floors of this crate import only downwards:
//! `diag` < `board` < `rules` < `game` < `notation` < `formats` < `analysis` < `output`.
//!
//! Beside `formats`, [`engine`] says what positions are worth.
//!
//! None of the modules below `output` does I/O, reads a clock or prints.

pub mod analysis;
pub mod board;
pub mod diag;
pub mod engine;
pub mod formats;
pub mod game;
pub mod notation;
pub mod output;
pub mod remote;
pub mod rules;
pub mod stats;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod host;
#[cfg(feature = "cli")]
pub mod repl;

/// The examples of the README are run as tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
