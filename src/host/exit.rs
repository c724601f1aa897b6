//! The exit status.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was done and nothing found: 0.
    Clean,
    /// Something was found: 1.
    Findings,
    /// Something couldn't be read, written or understood: 2.
    CouldNotRun,
    /// It was interrupted, and what was found so far was written: 130, as shells have it.
    Interrupted,
}

impl Exit {
    /// Returns the number that the caller sees.
    #[must_use]
    pub const fn status(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::CouldNotRun => 2,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.status())
    }
}
