//! The subcommands, one file each.

pub mod check;
pub mod convert;
pub mod cube;
pub mod diagram;
pub mod eval;
pub mod explain;
pub mod fmt;
pub mod formats;
pub mod hint;
pub mod id;
pub mod merge;
pub mod odds;
pub mod perft;
pub mod pips;
pub mod plays;
pub mod race;
pub mod replay;
pub mod report;
pub mod score;
pub mod session;
pub mod show;
pub mod split;
pub mod summary;
