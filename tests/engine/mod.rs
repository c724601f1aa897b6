//! The engine: bear-off tables compared with GNU Backgammon's files, laws of the cube and of the search, and
//! the cost of evaluating; whole matches evaluated.

mod allocation;
mod bearoff;
mod cube;
mod families;
mod hyper;
mod opening;
mod rollout;
mod search;
mod statistics;
