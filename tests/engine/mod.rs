//! The engine: bear-off tables against GNU Backgammon's files, laws of the cube and of the search, and what
//! evaluating costs; whole matches evaluated.

mod allocation;
mod bearoff;
mod cube;
mod hyper;
mod rollout;
mod search;
mod statistics;
