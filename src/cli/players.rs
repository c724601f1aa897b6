//! The list of players' names that commands share.

use super::error::CommandError;
use crate::analysis::Players;
use crate::diag::SourceFile;
use crate::host::names::path_text;
use crate::host::read;
use std::path::PathBuf;

/// The option of the commands that select or count players.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Treat the names on each line of FILE as one player: `Ann Smith = asmith | A. Smith`.
    #[arg(long, value_name = "FILE")]
    pub aliases: Option<PathBuf>,
}

impl Args {
    /// Reads the list; without one, names that differ in case and in the number of blanks are one player's.
    ///
    /// # Errors
    ///
    /// The file can't be read, or has a mistake, which is named with its line and column.
    pub(crate) fn load(&self) -> Result<Players, CommandError> {
        let Some(path) = &self.aliases else { return Ok(Players::default()) };
        let name = path_text(path);
        let bytes =
            read::any(path, read::ALIASES).map_err(|error| CommandError::cannot_read(&name, &error))?;
        let source = SourceFile::decode_owned(name.clone(), bytes)
            .map_err(|error| CommandError::new(format!("{name}: {error}")))?;
        Players::parse(source.text()).map_err(|error| {
            CommandError::new(format!("{name}:{error}"))
                .hint("a line is `NAME = SPELLING | SPELLING`; docs/archives.md describes it")
        })
    }
}
