//! `--config` and `--isolated`: the source of settings, for commands that use `barpoint.toml`.

use super::error::CommandError;
use crate::host::config::{Choice, ConfigError, Configs};
use std::path::PathBuf;

/// The arguments.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Take settings from FILE instead of the `barpoint.toml` nearest to each record.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated", help_heading = "Settings")]
    pub config: Option<PathBuf>,
    /// Ignore all `barpoint.toml` files.
    #[arg(long, help_heading = "Settings")]
    pub isolated: bool,
}

impl Args {
    /// Returns a cache of settings files, which are read when a record needs them.
    #[must_use]
    pub fn configs(&self) -> Configs {
        Configs::new(match &self.config {
            Some(file) => Choice::File(file.clone()),
            None if self.isolated => Choice::Isolated,
            None => Choice::Nearest,
        })
    }
}

/// Makes an error for a settings file that can't be read or understood.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "as `map_err` hands it over")]
pub fn wrong(error: ConfigError) -> CommandError {
    let place = error.to_string();
    CommandError::new(place).hint("`--isolated` ignores settings files")
}
