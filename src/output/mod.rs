//! Output for people and machines: the only floor that formats, and the only writer.

pub use crate::notation::drawing as board;

#[cfg(feature = "cli")]
pub mod diagnostic;
pub mod entry_chart;
#[cfg(feature = "cli")]
pub mod id;
#[cfg(feature = "cli")]
pub mod json;
pub mod odds;
pub mod phases;
pub mod pips;
pub mod plays;
pub mod race;
#[cfg(feature = "cli")]
pub mod stats;
#[cfg(feature = "cli")]
pub mod ui;
pub mod unicode;
