//! The tests of the whole: one binary, a module for each subject.

mod check;
mod cli;
mod formats;
mod notation;
mod output;
mod rules;
mod schema;
mod support;
