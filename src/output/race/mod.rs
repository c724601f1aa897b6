//! Races, as text: as GNU Backgammon prints them, and step by step.

mod gnubg;
mod steps;

pub use gnubg::RaceCommand;
pub use steps::{FormulaResult, results};
