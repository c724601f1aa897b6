//! `--jobs`: how many threads work.

use crate::host::rollout::cores;
use clap::builder::RangedU64ValueParser;

/// The number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Jobs {
    /// Use N threads; the results are the same for any number [default: all cores].
    #[arg(long, short, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub jobs: Option<usize>,
}

impl Jobs {
    /// Returns the number of threads to use.
    pub(crate) fn count(self) -> usize {
        self.jobs.unwrap_or_else(cores)
    }
}
