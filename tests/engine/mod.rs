//! The engine: bear-off tables against GNU Backgammon's files, and what evaluating costs.

mod allocation;
mod bearoff;
