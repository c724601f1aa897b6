//! The check of whole records.

mod damaged;
mod examples;
mod fixes;
mod fixes_mat;
mod fixes_sgf;
mod handmade;
mod lines;
mod one_mistake;
pub(crate) mod planted;
mod real;
pub(crate) mod replay;
mod resignations;
mod servers;
mod slips;
