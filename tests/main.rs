//! The tests of the whole: one binary, a module for each subject.

mod check;
mod formats;
mod output;
mod rules;
mod support;
