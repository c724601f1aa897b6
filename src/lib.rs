//! Check, convert, analyse and play backgammon: the library of the `barpoint` program.
//!
//! # Records
//!
//! [`open`] reads a file in any of the [formats] and replays its matches against the rules:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bytes = std::fs::read("testdata/mat/tour/three-mistakes.mat")?;
//! for found in barpoint::open("three-mistakes.mat", bytes)? {
//!     for finding in &found.findings {
//!         let place = found.source.line_column(finding.primary.span.start);
//!         println!("line {}: {}", place.line, finding.message);
//!     }
//! #   assert_eq!(found.findings.len(), 3);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! With the feature `cli`, `output::diagnostic` prints findings as `barpoint check` does; [`analysis::repair`] adds fixes.
//! [`formats`] shows how to write a match in another format.
//!
//! # Positions and plays
//!
//! A [`Board`] is from the view of the player on roll; as text, it is a Position ID. [`legal_plays`] returns each play
//! with the board after it, from the mover's view; [`Board::flip`] gives the opponent's view. [`Play::parse`] reads a
//! play and checks that it is legal.
//!
//! ```
//! use barpoint::{Board, Play, Roll, legal_plays};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board: Board = "4HPwATDgc/ABMA".parse()?;
//! let roll: Roll = "31".parse()?;
//! let plays: Vec<String> = legal_plays(&board, roll).iter().map(|(play, _)| play.to_string()).collect();
//! assert_eq!(plays.len(), 16);
//! assert!(plays.contains(&"8/5 6/5".to_owned()));
//!
//! let play = Play::parse(&board, roll, "8/5 6/5")?;
//! let opponents_view = play.after(&board).flip();
//! assert_eq!((opponents_view.pips(), opponents_view.opponent_pips()), (167, 163));
//! # Ok(())
//! # }
//! ```
//!
//! # IDs
//!
//! [`identify`](fn@notation::identify) reads any ID. Its state converts to every other ID, with a list of what that ID
//! can't express:
//!
//! ```
//! use barpoint::notation::identify;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let checkers = 15; // a side
//! let (xgid, lost) = identify("4HPiASHgc/ABMA:cIlqAAAAAAAE", checkers)?.state.xgid()?;
//! assert_eq!(xgid.to_string(), "XGID=-a---aE-C---dE-a-c-e----B-:0:0:1:52:0:0:0:3:10");
//! assert!(lost.is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! # The engine
//!
//! ```
//! use barpoint::{Board, Engine};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (play, after) = Engine::new().best_play(&Board::START, "61".parse()?, 0);
//! assert_eq!(play.to_string(), "13/7 8/7");
//! assert_eq!(after.pips(), 160);
//! # Ok(())
//! # }
//! ```
//!
//! At a score, the cube and the score come from an ID, and the match equities from a table that reaches that far:
//!
//! ```
//! use barpoint::Engine;
//! use barpoint::engine::cube::{Action, CubeState};
//! use barpoint::engine::met::MatchEquity;
//! use barpoint::engine::search::{Options, Search};
//! use barpoint::notation::identify;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let id = identify("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10", 15)?.state;
//! let (board, state) = (id.board.ok_or("no position")?, CubeState::of_id(&id));
//! let engine = Engine::new();
//! let table = MatchEquity::reaching(state.most_away());
//! let options = Options { plies: 0, ..Options::default() };
//! let mut search = Search::new(&engine, table, state, options).ok_or("the match is too long")?;
//! assert_eq!(search.plays(&board, "31".parse()?)[0].play.to_string(), "8/5 6/5");
//! assert_eq!(search.cube(&board).action, Action::NoDouble);
//! # Ok(())
//! # }
//! ```
//!
//! [`analysis::skill`] evaluates all decisions of a match; [`engine::rollout`] rolls out positions.
//!
//! # Modules and features
//!
//! A module imports only modules earlier in this list: [`diag`], [`board`], [`rules`], [`game`],
//! [`notation`], [`formats`] with [`stats`] and [`engine`], [`analysis`], [`output`], [`remote`]. No module
//! before `output` does I/O, reads a clock or prints.
//!
//! The default features are `cli`, the program, and `database`, its database of matches, which needs a C compiler. To
//! use only the library, set `default-features = false`. `pages` adds reports as HTML, `pictures` diagrams as PNG
//! and pages of diagrams as PDF and PostScript.

pub mod analysis;
pub mod board;
pub mod diag;
pub mod engine;
pub mod formats;
pub mod game;
mod math;
pub mod notation;
pub mod output;
pub mod remote;
pub mod rules;
pub mod stats;

pub use analysis::{Match, OpenError, open, open_with};
pub use board::{Board, Roll, Side};
pub use diag::Diagnostic;
pub use engine::Engine;
pub use game::MatchState;
pub use notation::{MatchId, Ogid, PositionId, Xgid};
pub use rules::{Play, Variant, legal_plays};

// The program's code; its interface is the command line.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod host;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod lsp;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod repl;

/// The examples of the README are run as tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
