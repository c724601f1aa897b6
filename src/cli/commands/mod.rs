//! The subcommands, one file each.

pub mod check;
pub mod explain;
