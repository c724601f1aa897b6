//! What every program on top shares of the machine: its exit status, and files that are written whole.

pub(crate) mod draft;
pub mod exit;
pub(crate) mod interrupt;
pub(crate) mod serve;
