//! Records, rules, analysis and engine: the part of [barpoint](https://crates.io/crates/barpoint) without I/O.
//!
//! Depend on `barpoint`, which has all these modules under the same names, and diagrams, reports and JSON besides:
//! this crate exists so that they are compiled apart. Its modules take bytes, text and tables, and return values; they
//! open no file, read no clock and print nothing.
//!
//! ```
//! use barpoint_core::{Board, legal_plays};
//!
//! assert_eq!(legal_plays(&Board::START, "31".parse()?).len(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Items that only the program needs are hidden from this documentation, and may change.

pub mod analysis;
pub mod board;
pub mod diag;
pub mod engine;
pub mod formats;
pub mod game;
#[doc(hidden)]
pub mod math;
pub mod notation;
pub mod rules;
pub mod stats;

pub use analysis::{Match, OpenError, open, open_with};
pub use board::{Board, Roll, Side};
pub use diag::Diagnostic;
pub use engine::Engine;
pub use game::MatchState;
pub use notation::{MatchId, Ogid, PositionId, Xgid};
pub use rules::{Play, Variant, legal_plays};
