//! The subcommands, one file each.

pub mod check;
pub mod completions;
pub mod convert;
pub mod diagram;
pub mod explain;
pub mod find;
pub mod fmt;
pub mod formats;
pub mod id;
pub mod man;
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
pub mod stats;
pub mod summary;
