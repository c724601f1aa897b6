//! The session: GNU Backgammon's command language, for a terminal and for scripts.
//!
//! A line goes to [`Session::line`], which finds the command in the [`table`] and carries it out; its output
//! goes into an [`Answer`](answer::Answer). [`driver`] brings lines from a terminal, a pipe or a file and
//! writes the answers; everything below it does input and output only through a [`Host`](host::Host).
//!
//! [`Session::line`]: session::Session::line

pub mod analysed;
pub mod answer;
mod call;
pub mod cheat;
mod commands;
pub mod complete;
pub mod dice;
pub mod driver;
mod evaluator;
mod flow;
pub mod history;
pub mod host;
mod keep;
pub mod line;
pub mod lines;
mod marks;
mod offers;
pub mod prompt;
pub mod record;
pub mod remote;
mod retell;
mod review;
mod rollout;
pub mod score;
pub mod scripting;
pub mod session;
pub mod settings;
pub mod table;
pub mod terminal;
mod tutor;
mod view;
