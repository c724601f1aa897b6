//! What a session asks of the world: files, the date, the person at the terminal.

use super::answer::Answer;
use crate::engine::{Engine, Evaluator};
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// The world outside a session. Tests and fuzz targets have one of their own.
pub trait Host {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Those of reading.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Writes a file as a whole; one that exists is replaced.
    ///
    /// # Errors
    ///
    /// Those of writing; the old file stays then.
    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Returns `true` if a file exists.
    fn exists(&self, path: &str) -> bool;

    /// Writes a file as a whole, unless there is one of that name.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if there is one, and those of writing.
    fn create(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        if self.exists(path) { Err(io::ErrorKind::AlreadyExists.into()) } else { self.write(path, bytes) }
    }

    /// Returns the folder in which matches are kept that aren't over; `None` if there is no place for it.
    fn kept(&self) -> Option<String> {
        None
    }

    /// Lists the files of a folder: the name of each, and when it was last written, as [`now`](Self::now) says it. A
    /// folder that can't be read has none.
    fn list(&self, _folder: &str) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// Returns the time, in seconds since 1970-01-01 UTC.
    fn now(&self) -> u64 {
        0
    }

    /// Takes a file away.
    ///
    /// # Errors
    ///
    /// Those of doing so.
    fn remove(&mut self, path: &str) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, path))
    }

    /// Returns the folder of databases, GNU Backgammon's (which has its settings, too) or ours, if this world has one.
    fn databases(&self, _theirs: bool) -> Option<String> {
        None
    }

    /// Returns where settings are kept, if this world has a place for them.
    fn settings_path(&self) -> Option<String> {
        None
    }

    /// Returns who evaluates positions; nobody in a world without an engine.
    ///
    /// # Errors
    ///
    /// Why the engine can't be loaded.
    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        Ok(None)
    }

    /// Returns the engine with its bear-off tables; nothing in a world without one.
    ///
    /// # Errors
    ///
    /// Why the engine can't be loaded.
    fn engine(&self) -> Result<Option<Rc<Engine>>, String> {
        Ok(None)
    }

    /// Returns how many threads can compute at once.
    fn threads(&self) -> u32 {
        1
    }

    /// Returns the date: year, month and day.
    fn today(&self) -> (i32, u8, u8);

    /// Asks a question that is answered with a line; `None` if there is nobody to ask, or nothing was
    /// answered.
    fn ask(&mut self, question: &str) -> Option<String>;

    /// Asks a question that is answered with yes or no. Where nobody can be asked the answer is yes.
    fn confirm(&mut self, question: &str) -> bool;

    /// Asks whether to leave. The end of the input counts as yes.
    fn confirm_leaving(&mut self, question: &str) -> bool {
        self.confirm(question)
    }

    /// Writes what was answered so far, as a question follows; what is written is taken out.
    fn write_answer(&mut self, _: &mut Answer) {}

    /// Returns `true` if there is somebody who types.
    fn is_terminal(&self) -> bool {
        false
    }

    /// Returns `true` if a terminal shows colours, and they are wanted.
    fn is_styled(&self) -> bool {
        false
    }

    /// Shows how far something is that takes long: the number that is done, of this many, and in words what they are and
    /// what is known so far.
    fn progress(&mut self, _done: u64, _total: u64, _known: &mut dyn FnMut() -> String) {}

    /// Takes what showed it away.
    fn progress_ends(&mut self) {}

    /// Asks a program on a socket: sends a line, and returns the line that it answers. The connection stays open.
    ///
    /// # Errors
    ///
    /// There is no such socket, or no answer, or this world has none.
    fn ask_program(&mut self, _socket: &str, _line: &str) -> io::Result<String> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    /// Connects with a program on a socket, unless that is done.
    ///
    /// # Errors
    ///
    /// There is no such socket, or this world has none.
    fn reach_program(&mut self, _socket: &str) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    /// Lets other programs ask on a socket, until somebody interrupts; `answer` gets each line, from several at once,
    /// and gives the text that is answered, or nothing to hang up.
    ///
    /// # Errors
    ///
    /// The socket can't be opened, or this world has none.
    fn serve(&mut self, _: &str, _: &(dyn Fn(&str) -> Option<String> + Sync)) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "there are no sockets here"))
    }

    /// Returns how much time has passed since some moment, which stays the same; always nothing in a world without a
    /// clock.
    fn clock(&self) -> Duration {
        Duration::ZERO
    }

    /// Returns `true` if somebody wants to stop what runs.
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// A world without files and without anybody to ask.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Host for Nowhere {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::from(io::ErrorKind::NotFound))
    }

    fn write(&mut self, _: &str, _: &[u8]) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::PermissionDenied))
    }

    fn exists(&self, _: &str) -> bool {
        false
    }

    fn today(&self) -> (i32, u8, u8) {
        (2000, 1, 1)
    }

    fn ask(&mut self, _: &str) -> Option<String> {
        None
    }

    fn confirm(&mut self, _: &str) -> bool {
        true
    }
}
