//! The interface of a session to its environment: files, the date, the person at the terminal.

use super::answer::Answer;
use crate::engine::{Engine, Evaluator};
use crate::host::python::Python;
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// The environment of a session. Tests and fuzz targets have their own; what one leaves out is as in [`Nowhere`].
pub trait Host {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    fn read(&self, _path: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::from(io::ErrorKind::NotFound))
    }

    /// Writes a complete file; an existing one is replaced.
    ///
    /// # Errors
    ///
    /// If it can't be written; the old file stays then.
    fn write(&mut self, _path: &str, _bytes: &[u8]) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::PermissionDenied))
    }

    /// Returns `true` if a file exists.
    fn exists(&self, path: &str) -> bool {
        self.read(path).is_ok()
    }

    /// Returns the user's home folder; `None` if none is known.
    fn home(&self) -> Option<String> {
        None
    }

    /// Writes a complete file, unless there is one with that name.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if there is one; other errors if it can't be written.
    fn create(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        if self.exists(path) { Err(io::ErrorKind::AlreadyExists.into()) } else { self.write(path, bytes) }
    }

    /// Returns the folder of saved matches; `None` if there is none.
    fn kept(&self) -> Option<String> {
        None
    }

    /// Lists the files of a folder: the name of each, and the time when it was last written, as in
    /// [`now`](Self::now). A folder that can't be read has none.
    fn list(&self, _folder: &str) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// Returns the time, in seconds since 1970-01-01 UTC.
    fn now(&self) -> u64 {
        0
    }

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// If it can't be removed.
    fn remove(&mut self, path: &str) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, path))
    }

    /// Returns the folder of databases, GNU Backgammon's (which contains its settings, too) or ours; `None`
    /// if there is none.
    fn databases(&self, _theirs: bool) -> Option<String> {
        None
    }

    /// Returns the path of the settings file; `None` if there is no place for it.
    fn settings_path(&self) -> Option<String> {
        None
    }

    /// Returns the evaluator; `None` without an engine.
    ///
    /// # Errors
    ///
    /// If the engine can't be loaded: the reason.
    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        Ok(None)
    }

    /// Returns the engine with its bear-off tables; `None` without one.
    ///
    /// # Errors
    ///
    /// If the engine can't be loaded: the reason.
    fn engine(&self) -> Result<Option<Rc<Engine>>, String> {
        Ok(None)
    }

    /// Returns the number of threads that can compute at once.
    fn threads(&self) -> u32 {
        1
    }

    /// Returns the date: year, month and day.
    fn today(&self) -> (i32, u8, u8) {
        (2000, 1, 1)
    }

    /// Asks a question and returns the line of the answer; `None` if there is no one to ask, or no answer.
    fn ask(&mut self, _question: &str) -> Option<String> {
        None
    }

    /// Returns `true` if a question can be answered by the next line.
    fn can_ask(&self) -> bool {
        true
    }

    /// Asks a question and returns `true` for yes. If there is no one to ask, the answer is yes.
    fn confirm(&mut self, _question: &str) -> bool {
        true
    }

    /// Asks whether to leave. The end of the input counts as yes.
    fn confirm_leaving(&mut self, question: &str) -> bool {
        self.confirm(question)
    }

    /// Writes the output so far, as a question follows; what is written is removed.
    fn write_answer(&mut self, _: &mut Answer) {}

    /// Shows a text by the user's pager if it doesn't fit on the screen; returns `false`, and writes nothing, if it fits or
    /// there is no pager.
    ///
    /// # Errors
    ///
    /// If the output can't be written.
    fn page(&self, _: &str) -> io::Result<bool> {
        Ok(false)
    }

    /// Returns `true` if a person types.
    fn is_terminal(&self) -> bool {
        false
    }

    /// Returns `true` if a terminal shows colours, and they are wanted.
    fn is_styled(&self) -> bool {
        false
    }

    /// Returns `true` if a terminal shows Unicode.
    fn is_unicode(&self) -> bool {
        false
    }

    /// Returns the width of the terminal at which a person types, in columns; `None` if nobody does.
    fn columns(&self) -> Option<usize> {
        None
    }

    /// Shows the progress of long work: the number done, the total, and in words what is counted and the
    /// results so far.
    fn progress(&mut self, _done: u64, _total: u64, _known: &mut dyn FnMut() -> String) {}

    /// Removes the progress bar.
    fn progress_ends(&mut self) {}

    /// Asks a program on a socket: sends a line, and returns the line of its answer. The connection stays
    /// open.
    ///
    /// # Errors
    ///
    /// If there is no such socket, no answer, or no socket in this environment.
    fn ask_program(&mut self, _socket: &str, _line: &str) -> io::Result<String> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    /// Connects to a program on a socket, unless it is connected.
    ///
    /// # Errors
    ///
    /// If there is no such socket, or no socket in this environment.
    fn reach_program(&mut self, _socket: &str) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    /// Starts a Python for scripts.
    ///
    /// # Errors
    ///
    /// If there is none that can run them: the reason, in one line.
    fn python(&mut self) -> Result<Python, String> {
        Err("there is no Python here".to_owned())
    }

    /// Serves other programs on a socket, until it is interrupted. `answer` gets each line, from several
    /// threads at once, and returns the text of the answer, or `None` to disconnect. Says on demand when a program has
    /// disconnected.
    ///
    /// # Errors
    ///
    /// If the socket can't be opened, or this environment has none.
    fn serve(&mut self, _: &str, _: bool, _: &(dyn Fn(&str) -> Option<String> + Sync)) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "there are no sockets here"))
    }

    /// Returns the time since a fixed moment; always zero in an environment without a clock.
    fn clock(&self) -> Duration {
        Duration::ZERO
    }

    /// Returns `true` if the work in progress should stop.
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// An environment without files, and without a person to ask.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Host for Nowhere {}
