//! The parts that use the machine: the exit status, files that are written completely or not at all, threads.

pub mod codes;
pub mod config;
#[cfg(feature = "database")]
pub(crate) mod database;
pub(crate) mod date;
#[cfg(feature = "database")]
pub(crate) mod deck;
pub(crate) mod draft;
pub mod exit;
pub(crate) mod folders;
pub(crate) mod hyper;
pub(crate) mod interrupt;
pub(crate) mod journal;
pub(crate) mod lines;
pub(crate) mod names;
pub(crate) mod pipeline;
pub(crate) mod played;
pub mod python;
pub(crate) mod read;
pub(crate) mod reason;
pub(crate) mod results;
pub(crate) mod rollout;
pub(crate) mod serve;
pub(crate) mod socket;
#[cfg(feature = "database")]
pub(crate) mod study;
