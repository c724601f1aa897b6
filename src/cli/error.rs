//! Why a command can't do what it was asked: one type for all commands.

use crate::host::exit::Exit;
use crate::host::reason::reason;
use crate::output::ui::{Ui, printable};
use std::io;

/// The result of a command.
pub type Done = Result<Exit, CommandError>;

/// Why a command can't do what it was asked.
#[derive(Debug)]
pub struct CommandError {
    /// What kind of error it is; the exit status follows from it.
    pub kind: ErrorKind,
    /// What is wrong, in one line.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The reader of standard output closed it: it has read enough.
    ClosedPipe,
    /// Something can't be read, written or understood.
    CouldNotRun,
    /// The records don't allow it: their findings say why.
    Findings,
}

impl CommandError {
    /// Makes an error with the exit status 2.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::CouldNotRun, message: message.into(), hint: None }
    }

    /// Makes an error of something that can't be read: `cannot read match.mat: permission denied`.
    #[must_use]
    pub fn cannot_read(name: impl std::fmt::Display, error: &io::Error) -> Self {
        Self::new(format!("cannot read {name}: {}", reason(error)))
    }

    /// Makes an error of something that can't be written.
    #[must_use]
    pub fn cannot_write(name: impl std::fmt::Display, error: &io::Error) -> Self {
        Self::new(format!("cannot write {name}: {}", reason(error)))
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Makes it an error of the records: the exit status is 1.
    #[must_use]
    pub fn of_records(self) -> Self {
        Self { kind: ErrorKind::Findings, ..self }
    }

    /// Returns the exit status.
    #[must_use]
    pub const fn exit(&self) -> Exit {
        match self.kind {
            ErrorKind::ClosedPipe => Exit::Clean,
            ErrorKind::CouldNotRun => Exit::CouldNotRun,
            ErrorKind::Findings => Exit::Findings,
        }
    }

    /// Prints it on standard error, unless nobody reads any more, and returns the exit status.
    pub fn report(&self, ui: &mut Ui<'_>) -> Exit {
        if self.kind != ErrorKind::ClosedPipe {
            error(ui, &self.message);
            if let Some(hint) = &self.hint {
                ui.err(format_args!("hint: {}", printable(hint)));
            }
        }
        self.exit()
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        let is_closed = error.kind() == io::ErrorKind::BrokenPipe;
        let kind = if is_closed { ErrorKind::ClosedPipe } else { ErrorKind::CouldNotRun };
        Self { kind, message: format!("cannot write standard output: {}", reason(&error)), hint: None }
    }
}

impl From<String> for CommandError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for CommandError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

/// Prints an error in one line on standard error.
pub fn error(ui: &mut Ui<'_>, message: &str) {
    /// Longer messages quote much of a long input.
    const MOST: usize = 400;
    let mut line: String = printable(message).chars().take(MOST).collect();
    if message.chars().count() > MOST {
        line.push('…');
    }
    ui.err(format_args!("error: {line}"));
}
