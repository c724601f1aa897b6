//! `--rules` and the settings files that contain rules: arguments of every command that replays records.

use super::args::Named;
use super::error::CommandError;
use super::settings;
use crate::analysis::RulesOverride;
use crate::analysis::given::{Rule, RuleError};
use crate::host::config::{ConfigError, Configs};
use crate::rules::Variant;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Rules for records that don't state them, separated by commas: crawford=on|off, jacoby=on|off,
    /// beavers=N, automatic-doubles=N, cube=on|off, cube-limit=N, frozen-cube (no doubles once the current cube would win
    /// the match), variant=NAME, face-to-face (an illegal play counts once the opponent has rolled or doubled).
    #[arg(long = "rules", value_name = "KEY[=VALUE]", value_delimiter = ',', value_parser = RULE,
        hide_possible_values = true, help_heading = "Settings")]
    pub settings: Vec<Rule>,
    /// The source of the rules that aren't given here.
    #[command(flatten)]
    pub source: settings::Args,
}

/// The rules. Shells complete their keys, and the values of those that have few.
const RULE: Named<Rule> = Named::new(
    || {
        let switches = [
            "crawford=on",
            "crawford=off",
            "jacoby=on",
            "jacoby=off",
            "cube=on",
            "cube=off",
            "frozen-cube",
            "face-to-face",
        ];
        let numbers = ["beavers=", "automatic-doubles=", "cube-limit=", "variant="];
        switches.into_iter().chain(numbers).collect()
    },
    |text| text.parse().map_err(|error: RuleError| error.to_string()),
);

impl Args {
    /// Returns the rules for a record: those of the command line, else those of its settings file.
    ///
    /// # Errors
    ///
    /// If the settings file can't be read or understood.
    pub fn of(&self, configs: &Configs, record: &Path) -> Result<RulesOverride, ConfigError> {
        Ok(configs.of(record)?.rules.iter().chain(&self.settings).copied().collect())
    }

    /// Returns the variant of IDs on the command line: that of the first path, or of the current folder.
    pub(crate) fn variant(&self, paths: &[PathBuf]) -> Result<Option<Variant>, CommandError> {
        let first = paths.first().filter(|path| path.exists());
        let first = first.map_or(Path::new("."), PathBuf::as_path);
        Ok(self.of(&self.source.configs(), first).map_err(settings::wrong)?.variant)
    }
}
