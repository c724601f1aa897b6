//! The integration tests: one binary, a module for each subject.

mod archives;
#[cfg(unix)]
mod browser;
mod budgets;
mod check;
mod cli;
mod engine;
#[cfg(target_os = "linux")]
mod faults;
mod formats;
mod gnubg;
mod laws;
mod lsp;
mod notation;
mod output;
mod readme;
mod repl;
mod rules;
mod schema;
mod stats;
mod support;
mod tidy;
