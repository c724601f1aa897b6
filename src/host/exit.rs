//! The exit status.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was done without findings: 0.
    Clean,
    /// There were findings: 1.
    Findings,
    /// An input or output couldn't be read, written or understood: 2.
    CouldNotRun,
    /// The program was interrupted, and had written the results so far: 130, as in shells.
    Interrupted,
    /// A script ended the program with this status.
    Script(u8),
}

impl Exit {
    /// Returns the number that the calling program receives.
    #[must_use]
    pub const fn status(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::CouldNotRun => 2,
            Self::Interrupted => 130,
            Self::Script(status) => status,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.status())
    }
}
