//! `--rules`: rules for records that don't contain any, an argument of every command that replays records.

use crate::analysis::RulesOverride;
use crate::analysis::given::{self, Rule, rule};

/// The argument.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Rules that apply where a record states none, separated by commas: crawford=on|off, jacoby=on|off,
    /// beavers=N, automatic-doubles=N, cube=on|off, cube-limit=N, frozen-cube (no doubles once the present cube would win
    /// the match), variant=NAME, face-to-face (an illegal play counts once the opponent has rolled or doubled).
    #[arg(long = "rules", value_name = "KEY[=VALUE]", value_delimiter = ',', value_parser = rule)]
    pub settings: Vec<Rule>,
}

impl Args {
    /// Collects the settings; of each kind, the last one counts.
    #[must_use]
    pub fn overrides(&self) -> RulesOverride {
        given::overrides(&self.settings)
    }
}
