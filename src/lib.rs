//! Check, convert, analyse and play backgammon: the library of the `barpoint` program.
//!
//! | to | use |
//! |---|---|
//! | read, check and convert records | [`open`], [`Match`] |
//! | find fixes | [`analysis::repair`] |
//! | get every decision as a row | [`output::decisions`] |
//! | list plays; read one, or the reason why it isn't legal | [`legal_plays`], [`Play::parse`] |
//! | play a match by the rules | [`MatchState`] |
//! | read and convert IDs | [`notation::IdState`] |
//! | evaluate positions, plays and cube actions | [`Engine`], [`engine::search`] |
//! | roll out a position | [`engine::rollout`] |
//! | analyse a match | [`Match::analyse`], [`analysis::skill`] |
//! | count shots, apply race formulas | [`stats`] |
//! | sum up an archive | [`analysis::Tally`] |
//! | draw a board | [`notation::drawing`] in text, [`output::diagram`] as SVG |
//! | write a report | [`output::report`] |
//! | answer in JSON, or in a protocol of other programs | [`output::json`], [`remote`] |
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
//!         let place = found.source.place(finding.primary.span.start);
//!         println!("{place}: {}[{}]: {}", finding.severity.name(), finding.code, finding.message);
//!     }
//! #   assert_eq!(found.findings.len(), 3);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`output::diagnostic`] prints findings as `barpoint check` does: as text, as JSON, and in other formats.
//!
//! The replay of a [`Match`] has each game's [acts](game::Act), with the board, the cube and the side before each;
//! [`walk`](game::Replayed::walk) passes on whole [states](MatchState), with the score and the rules.
//! [`written`](Match::written) writes a match in another format, and lists what that format can't express:
//!
//! ```
//! use barpoint::formats::Format;
//! use barpoint::game::Happening;
//! use barpoint::notation::play::print;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("one-point.mat", std::fs::read("testdata/mat/valid/one-point.mat")?)?;
//! let replayed = &matches[0].replayed;
//! for (number, game) in replayed.games.iter().enumerate() {
//!     for act in &game.acts {
//!         let player = replayed.name(number, act.by);
//!         match act.what {
//!             Happening::Played { roll, play } => println!("{player} {roll}: {}", print::gnubg(&act.before, &play)),
//!             Happening::Doubled { to, .. } => println!("{player} doubles to {to}"),
//!             Happening::GameOver(result) => println!("{player} wins {}", result.points),
//!             other => println!("{player}: {other:?}"),
//!         }
//!     }
//! }
//! # assert_eq!(replayed.games[0].acts.len(), 38);
//! let sgf = matches[0].written(Format::by_name("sgf").ok_or("no such format")?).ok_or("only read")?;
//! assert!(sgf.bytes.starts_with(b"(;FF[4]") && sgf.losses.is_empty());
//! # Ok(())
//! # }
//! ```
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
//! Without a legal play, the list is empty, and the play is [`Play::DANCE`]. [`MatchState`] plays whole matches: it
//! applies an action, or refuses it with the rule that it breaks.
//!
//! # IDs
//!
//! [`IdState`](notation::IdState) reads any ID, and converts to every other one, with a list of what that one can't
//! express:
//!
//! ```
//! use barpoint::notation::IdState;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let state: IdState = "4HPiASHgc/ABMA:cIlqAAAAAAAE".parse()?;
//! let (xgid, lost) = state.xgid()?;
//! assert_eq!(xgid.to_string(), "XGID=-a---aE-C---dE-a-c-e----B-:0:0:1:52:0:0:0:3:10");
//! assert!(lost.is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! [`identify`](fn@notation::identify) reads IDs of variants with fewer checkers, and those that are too short or too
//! long, as GNU Backgammon does.
//!
//! # The engine
//!
//! Chances and equities are from the view of the player on roll; an equity of 1 is a single game won at the current
//! cube value. A position by itself is that of a money game:
//!
//! ```
//! use barpoint::{Board, Engine};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::new();
//! let chances = engine.evaluate(&Board::START);
//! assert!(chances.win() > chances.lose() && chances.equity() > 0.0);
//! let plies = 0; // to search, 3 at most
//! let (play, after) = engine.best_play(&Board::START, "61".parse()?, plies);
//! assert_eq!(play.to_string(), "13/7 8/7");
//! assert_eq!(after.pips(), 160);
//! # Ok(())
//! # }
//! ```
//!
//! At a score, the cube and the score come from an ID or from a [`MatchState`]
//! ([`CubeState::of`](engine::cube::CubeState::of)):
//!
//! ```
//! use barpoint::Engine;
//! use barpoint::engine::cube::CubeState;
//! use barpoint::engine::search::Options;
//! use barpoint::notation::IdState;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let id: IdState = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10".parse()?;
//! let (board, state) = (id.board.ok_or("no position")?, CubeState::of_id(&id));
//! let engine = Engine::new();
//! let mut search = engine.search(state, Options { plies: 0, ..Options::default() })?;
//! assert_eq!(search.plays(&board, "31".parse()?)[0].play.to_string(), "8/5 6/5");
//! assert_eq!(search.cube(&board).action.to_string(), "no double, take");
//! # Ok(())
//! # }
//! ```
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

pub mod output;
pub mod remote;

#[doc(inline)]
pub use barpoint_core::{
    Board, Diagnostic, Engine, Match, MatchId, MatchState, Ogid, OpenError, Play, PositionId, Roll, Side,
    Variant, Xgid, analysis, board, diag, engine, formats, game, legal_plays, notation, open, open_with,
    rules, stats,
};

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
