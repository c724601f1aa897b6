//! `--limits`: limits for input, an argument of every command that reads records.

use super::args::Named;
use crate::formats::split::DEFAULT_LIMIT;
use std::time::Duration;

/// The argument.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Limits that protect against damaged or hostile input, separated by commas: match=SIZE (64MiB), unpacked=SIZE
    /// (4GiB), members=N (1048576), seconds=N (300). SIZE is in bytes, or ends in KiB, MiB or GiB.
    #[arg(id = "limits", long = "limits", value_name = "KEY=VALUE", value_delimiter = ',', value_parser = LIMIT,
        hide_possible_values = true)]
    pub settings: Vec<Limit>,
}

/// The limits. Shells complete their keys.
const LIMIT: Named<Limit> = Named::new(|| vec!["match=", "unpacked=", "members=", "seconds="], limit);

impl Args {
    /// Collects the settings; of each kind, the last one counts.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for setting in &self.settings {
            match *setting {
                Limit::Match(bytes) => limits.of_match = bytes,
                Limit::Unpacked(bytes) => limits.unpacked = bytes,
                Limit::Members(number) => limits.members = number,
                Limit::Seconds(seconds) => limits.unpacking = Duration::from_secs(seconds),
            }
        }
        limits
    }
}

/// Limits for input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of one match.
    pub of_match: usize,
    /// The most bytes of an unpacked archive, all members together, or of an unpacked gzip file.
    pub unpacked: u64,
    /// The most members of an archive.
    pub members: usize,
    /// The longest time for unpacking an archive or a packed file, without the work on its records.
    pub unpacking: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            of_match: DEFAULT_LIMIT,
            unpacked: 4 << 30,
            members: 1 << 20,
            unpacking: Duration::from_mins(5),
        }
    }
}

impl Limits {
    /// Returns the most bytes of an input that may contain several matches and is read in one piece: a member
    /// of an archive, an archive from a pipe.
    #[must_use]
    pub fn of_piece(&self) -> u64 {
        (self.of_match as u64).saturating_mul(4)
    }
}

/// One setting of `--limits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// `match=SIZE`.
    Match(usize),
    /// `unpacked=SIZE`.
    Unpacked(u64),
    /// `members=N`.
    Members(usize),
    /// `seconds=N`.
    Seconds(u64),
}

/// The largest match: offsets in a record have 32 bits.
const LARGEST_MATCH: u64 = u32::MAX as u64;

/// Parses one setting of `--limits`.
///
/// # Errors
///
/// If it isn't one: a message with the expected form.
pub fn limit(text: &str) -> Result<Limit, String> {
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let number = || match value.parse::<u64>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("`{key}` needs a number from 1: `{key}=N`, not `{value}`")),
    };
    let size = || size(value).ok_or_else(|| format!("`{key}` needs a size: `{key}=64MiB`, not `{value}`"));
    match key {
        "match" => match size()? {
            bytes if bytes <= LARGEST_MATCH => Ok(Limit::Match(bytes as usize)),
            _ => Err(format!("`match` must be below 4GiB, not `{value}`")),
        },
        "unpacked" => size().map(Limit::Unpacked),
        "members" => Ok(Limit::Members(usize::try_from(number()?).unwrap_or(usize::MAX))),
        "seconds" => number().map(Limit::Seconds),
        _ => Err(format!("`{key}` is not a limit; choose from match, unpacked, members and seconds")),
    }
}

/// Parses a number of bytes: `1048576`, `1MiB`; not 0.
fn size(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text.get(digits.len()..)?.to_ascii_lowercase().as_str() {
        "" => 1,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit).filter(|bytes| *bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_sizes_and_numbers_and_the_last_of_a_kind_counts() {
        let settings = ["match=1MiB", "unpacked=3gib", "members=7", "seconds=9", "match=4096"];
        let settings = settings.iter().map(|text| limit(text).expect("a limit")).collect();
        let expected =
            Limits { of_match: 4096, unpacked: 3 << 30, members: 7, unpacking: Duration::from_secs(9) };
        assert_eq!(Args { settings }.limits(), expected);
        assert_eq!(Args::default().limits(), Limits::default());
    }

    #[test]
    fn what_is_no_limit_is_refused_with_what_there_is() {
        for wrong in ["match", "match=", "match=0", "match=-1", "match=1MB", "match=4GiB", "unpacked=MiB"] {
            assert!(limit(wrong).is_err_and(|error| error.contains('`')), "{wrong}");
        }
        for wrong in ["members=1KiB", "seconds=0", "seconds=1.5", "match=99999999999999999999"] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
        assert!(limit("memory=1").is_err_and(|error| error.contains("match, unpacked, members and seconds")));
    }
}
