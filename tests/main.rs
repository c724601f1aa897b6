//! The tests of the whole: one binary, a module for each subject.

mod check;
mod gnubg;
mod output;
mod rules;
mod support;
mod tidy;
