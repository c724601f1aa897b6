//! Scripts in Python: running them from a session, and what they ask it.
//!
//! The module `barpoint.gnubg` asks in JSON, a session in its own process as well as one that started Python.

mod dict;
mod facts;
mod matched;
mod rolled;
mod sums;

use super::answer::{Answer, Done, Refusal};
use super::dice::Dice;
use super::driver::{self, Options, TYPED};
use super::lines::Piped;
use super::session::Session;
use crate::host::python::{Code, Ran};
use crate::output::ui::Ui;
use matched::Contents;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, Cursor};

/// A request about a session.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Request {
    /// Takes a line of the command language.
    Command { line: String },
    /// What is known at this moment.
    Facts,
    /// How many moves each game has, the present game, and after how many of its moves the session stands.
    Place,
    /// Looks at the position, with the dice of the next play or without any.
    View { with_dice: bool },
    /// Rolls of the session's dice.
    Dice { count: usize },
    /// The match equity table for a score at which a player needs this many points, in JSON itself.
    Table { points: usize },
    /// The match.
    Match(Contents),
    /// A line from the person who types.
    Line { prompt: String },
}

/// Answers a request, in one line of JSON. One that can't be answered gets an object with an `error`.
#[must_use]
pub fn answered(session: &mut Session, request: &str) -> String {
    let answer = serde_json::from_str(request).map_err(io::Error::from).and_then(|request| match request {
        Request::Command { line } => command(session, &line).map(|said| said.to_string()),
        Request::Facts => Ok(facts::facts(session).to_string()),
        Request::Place => Ok(place(session).to_string()),
        Request::View { with_dice } => {
            session.game.is_viewed = true;
            if with_dice {
                session.show_dice();
            }
            Ok(Value::Null.to_string())
        }
        Request::Dice { count } => Ok(rolls(&mut session.dice, count).to_string()),
        Request::Table { points } => {
            Ok(json!(serde_json::to_string(&*session.match_equities(points))?).to_string())
        }
        Request::Match(contents) => Ok(matched::matched(session, contents)?),
        Request::Line { prompt } => Ok(json!(session.host.ask(&prompt)).to_string()),
    });
    answer.unwrap_or_else(|error| json!({ "error": error.to_string() }).to_string())
}

/// Runs a command. The answer contains what it printed to both streams, and whether it ended the session.
fn command(session: &mut Session, line: &str) -> io::Result<Value> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    // The lines of files that are being read come after the script. One that catches the exception of `quit` continues.
    let scripts = std::mem::take(&mut session.input.scripts);
    session.input.is_over = false;
    let mut ui = Ui::new(&mut out, &mut err);
    let lines = RefCell::new(Piped::new(Cursor::new(format!("{}\n", line.replace('\n', " ")).into_bytes())));
    let done = driver::run(session, TYPED, &lines, Options::default(), &mut ui).and_then(|_| ui.flush());
    drop(ui);
    session.input.scripts = scripts;
    done?;
    let [out, err] = [&out, &err].map(|bytes| String::from_utf8_lossy(bytes));
    Ok(json!({ "out": out, "err": err, "is_over": session.input.is_over }))
}

fn place(session: &Session) -> Value {
    let history = &session.game.history;
    let lengths: Vec<usize> = history.games.iter().map(|game| game.moves.len()).collect();
    json!({ "game": history.game, "lengths": lengths, "at": history.at })
}

fn rolls(dice: &mut Dice, count: usize) -> Value {
    let roll = |_| dice.roll().map(|(first, second)| [first.pips(), second.pips()]);
    (0..count).map_while(roll).collect::<Vec<_>>().into()
}

impl Session {
    /// Runs Python code, which can ask this session. What was answered so far is written before.
    pub(in crate::repl) fn script(&mut self, code: Code<'_>, answer: &mut Answer) -> Done {
        // Code of a script that runs gets a Python of its own.
        let mut python = match self.python.take() {
            Some(python) => python,
            None => self.host.python().map_err(Refusal::complain)?,
        };
        self.host.write_answer(answer);
        let lost =
            |error: io::Error| Refusal::complain(format_args!("Python can't be reached any more: {error}"));
        let ran = python.run(code, &mut |request| answered(self, request)).map_err(lost)?;
        if let Ran::Exit(status) = ran {
            (self.input.is_over, self.input.status) = (true, Some(status));
            return Ok(());
        }
        self.python = Some(python);
        if ran == Ran::Raised { Err(Refusal::silent("an exception ended the Python code")) } else { Ok(()) }
    }
}
