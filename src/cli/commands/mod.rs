//! The subcommands, one file each.

pub mod check;
pub mod convert;
pub mod explain;
pub mod id;
pub mod perft;
pub mod pips;
pub mod plays;
pub mod replay;
pub mod score;
pub mod show;
