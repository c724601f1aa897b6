//! Output for people and machines: the only floor that formats, and the only writer.

pub use crate::notation::drawing as board;

pub mod bearoff;
pub mod decisions;
#[cfg(feature = "cli")]
pub mod diagnostic;
pub mod diagram;
pub mod entry_chart;
pub mod evaluation;
#[cfg(feature = "cli")]
pub mod id;
pub mod json;
pub mod lesson;
pub mod maps;
pub mod mistakes;
pub mod odds;
pub mod phases;
pub mod pips;
pub mod plays;
pub mod race;
pub mod report;
pub mod rollout;
pub mod score;
pub mod statistics;
#[cfg(feature = "cli")]
pub mod stats;
pub mod summary;
mod table;
#[cfg(feature = "cli")]
pub mod ui;
pub mod unicode;
