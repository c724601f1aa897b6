//! The tests of the whole: one binary, a module for each subject.

mod check;
mod formats;
mod gnubg;
mod notation;
mod output;
mod readme;
mod rules;
mod support;
mod tidy;
