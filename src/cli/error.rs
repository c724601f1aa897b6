//! Errors of commands: one type for all commands.

use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::read::must_be_no_folder;
use crate::host::reason::{cannot_write, is_closed_pipe, reason};
use crate::output::ui::{Ui, printable};
use std::io;
use std::path::Path;

/// The result of a command.
pub type Done = Result<Exit, CommandError>;

/// The reason why a command failed.
#[derive(Debug)]
pub struct CommandError {
    /// The exit status; [`Exit::Clean`] if the reader of standard output closed it, and so needs no more.
    pub exit: Exit,
    /// The error in one line.
    pub message: String,
    /// A hint how to fix it.
    pub hint: Option<String>,
}

impl CommandError {
    /// Makes an error with the exit status 2.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { exit: Exit::CouldNotRun, message: message.into(), hint: None }
    }

    /// Makes an error for a file that can't be read: `cannot read match.mat: permission denied`.
    #[must_use]
    pub fn cannot_read(name: impl std::fmt::Display, error: &io::Error) -> Self {
        Self::new(format!("cannot read {name}: {}", reason(error)))
    }

    /// Refuses a folder where a file is meant; a file that doesn't exist is no matter of this.
    pub(crate) fn refuse_folder(path: &Path) -> Result<(), Self> {
        match must_be_no_folder(path) {
            Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
                Err(Self::cannot_read(path_text(path), &error))
            }
            _ => Ok(()),
        }
    }

    /// Makes an error for a file that can't be written.
    #[must_use]
    pub fn cannot_write(name: impl std::fmt::Display, error: &io::Error) -> Self {
        Self::new(cannot_write(name, error))
    }

    /// Adds a hint how to fix it.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Makes it an error of the records: the exit status is 1.
    #[must_use]
    pub fn of_records(self) -> Self {
        Self { exit: Exit::Findings, ..self }
    }

    /// Makes it the message of an interrupted command: the exit status is 130.
    #[must_use]
    pub fn interrupted(self) -> Self {
        Self { exit: Exit::Interrupted, ..self }
    }

    /// Returns the exit status of a command whose last output was written. If that isn't read any more, the caller may
    /// still use the status.
    pub(crate) fn or_closed(written: io::Result<()>, exit: Exit) -> Done {
        match written {
            Err(error) if !is_closed_pipe(&error) => Err(error.into()),
            _ => Ok(exit),
        }
    }

    /// Prints the error on standard error, unless standard output was closed, and returns the exit status.
    pub fn report(&self, ui: &mut Ui<'_>) -> Exit {
        if self.exit != Exit::Clean {
            error(ui, &self.message);
            if let Some(hint) = &self.hint {
                ui.err(format_args!("hint: {}", printable(hint)));
            }
        }
        self.exit
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        let exit = if is_closed_pipe(&error) { Exit::Clean } else { Exit::CouldNotRun };
        Self { exit, message: cannot_write("standard output", &error), hint: None }
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
    /// The longest message; longer ones quote too much of a long input.
    const MOST: usize = 400;
    let mut line: String = printable(message).chars().take(MOST).collect();
    if message.chars().count() > MOST {
        line.push('…');
    }
    ui.err(format_args!("error: {line}"));
}
