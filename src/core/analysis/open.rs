//! One call from the bytes of a file to its replayed matches.

use super::replay::replayed;
use super::rules::RulesOverride;
use super::skill::{Analyser, Scope, Statistics, Thresholds, analysed};
use super::written::written;
use crate::diag::{Diagnostic, Severity, SourceFile};
use crate::engine::Engine;
use crate::engine::search::Options;
use crate::formats::split::SplitError;
use crate::formats::{Format, HEAD, Written, detect, zstd};
use crate::game::Replayed;
use flate2::read::MultiGzDecoder;
use std::io::{Cursor, Read};
use std::path::Path;

/// The largest unpacked size of a packed file, in bytes.
const UNPACKED: u64 = 256 << 20;

/// A match of a file, replayed against the rules.
///
/// ```
/// # use barpoint_core as barpoint;
/// # std::env::set_current_dir("../..")?;
/// let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
/// assert!(matches[0].is_legal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Match {
    /// The format of the file.
    pub format: &'static Format,
    /// The text of the match, for places of findings.
    pub source: SourceFile,
    /// The number of the match in the file, counted from 1.
    pub number: u32,
    /// The record, and its replay.
    pub replayed: Replayed,
    /// The findings, in the order of their places.
    pub findings: Vec<Diagnostic>,
    /// The rules with which it was replayed where the record states none.
    pub rules: RulesOverride,
}

impl Match {
    /// Returns `true` if no rule is broken: no finding has the severity error.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity < Severity::Error)
    }

    /// Evaluates every decision and the luck of every roll, searching `plies` plies, and stores the evaluations in the
    /// record, in place of earlier ones. Returns their statistics. [`skill`](super::skill) can evaluate less, with other
    /// options, and stop.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::{Engine, Side};
    ///
    /// let text = " 5 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
    ///             1) 31: 6/2                        62: 24/18 13/11\n";
    /// let mut matches = barpoint::open("match.mat", text)?;
    /// let statistics = matches[0].analyse(&Engine::new(), 0);
    /// let ann = &statistics.players[Side::Zero];
    /// assert!(ann.unforced == 1 && ann.plays.equity > 0.1, "31 makes the 5-point");
    /// # Ok::<(), barpoint::OpenError>(())
    /// ```
    pub fn analyse(&mut self, engine: &Engine, plies: u8) -> Statistics {
        let analyser = Analyser::new(engine, Scope::all(Options { plies, ..Options::default() }));
        let thresholds = Thresholds::default();
        analysed(&mut self.replayed, &analyser, &thresholds, || false);
        Statistics::of(&self.replayed, &thresholds)
    }

    /// Writes the match in a format, and lists what is lost, as [`written`] does. `None` if the format has no writer.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// # std::env::set_current_dir("../..")?;
    /// let matches = barpoint::open("a.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
    /// let sgf = matches[0].written(&barpoint::formats::sgf::FORMAT).expect("a format that is written");
    /// assert!(sgf.bytes.starts_with(b"(;"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn written(&self, format: &Format) -> Option<Written> {
        written(format, &self.replayed, &self.findings, &self.rules)
    }
}

/// Why a file can't be read as match records.
///
/// ```
/// # use barpoint_core as barpoint;
/// let error = barpoint::open("notes.txt", "Dear Anna, ...").unwrap_err();
/// assert!(matches!(error, barpoint::OpenError::NotARecord));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No format recognises the bytes.
    #[error("the file contains no match record")]
    NotARecord,
    /// The file is packed and larger than 256 MiB unpacked.
    #[error("the file has more than 256 MiB unpacked")]
    TooLarge,
    /// A part of the file can't be read.
    #[error(transparent)]
    Unreadable(#[from] SplitError),
}

/// Reads everything, if it isn't more than `most` bytes.
fn unpack(reader: impl Read, most: u64) -> Result<Vec<u8>, OpenError> {
    let mut unpacked = Vec::new();
    reader.take(most + 1).read_to_end(&mut unpacked).map_err(SplitError::Io)?;
    if unpacked.len() as u64 > most { Err(OpenError::TooLarge) } else { Ok(unpacked) }
}

/// Unpacks the bytes of a file that gzip or Zstandard packed, and returns them with the path of the file inside; others
/// stay as they are.
///
/// # Errors
///
/// If the data is damaged, or has more than 256 MiB unpacked.
#[doc(hidden)]
pub fn unpacked(name: &str, mut bytes: Vec<u8>) -> Result<(Vec<u8>, &Path), OpenError> {
    let mut path = Path::new(name);
    if bytes.starts_with(&[0x1f, 0x8b, 8]) {
        bytes = unpack(MultiGzDecoder::new(&*bytes), UNPACKED)?;
        path = path.file_stem().map_or(path, Path::new);
    }
    if zstd::is_packed(&bytes) {
        bytes = unpack(zstd::Unpacked::new(Box::new(&*bytes)), UNPACKED)?;
        path = path.file_stem().map_or(path, Path::new);
    }
    Ok((bytes, path))
}

/// Reads the matches of a file in any format, also compressed by gzip or Zstandard, and replays them by the rules that
/// they state. The extension of `name` helps where the bytes alone don't show the format; places of findings contain
/// the name.
///
/// # Errors
///
/// [`OpenError`] if the bytes aren't a match record, have more than 256 MiB unpacked, or exceed the limits of
/// [`Format::matches`].
///
/// ```
/// # use barpoint_core as barpoint;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # std::env::set_current_dir("../..")?;
/// let matches = barpoint::open("half-a-play.mat", std::fs::read("testdata/mat/tour/half-a-play.mat")?)?;
/// let finding = &matches[0].findings[0];
/// assert_eq!(finding.code.id(), "play-incomplete");
/// assert_eq!(matches[0].source.line_column(finding.primary.span.start).line, 7);
/// # Ok(())
/// # }
/// ```
pub fn open(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Vec<Match>, OpenError> {
    open_with(name, bytes, &RulesOverride::default())
}

/// Does the same as [`open`], with rules for records that state none: a file need not say that its variant is
/// Nackgammon.
///
/// # Errors
///
/// As for [`open`].
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::analysis::RulesOverride;
/// use barpoint::rules::Variant;
///
/// let rules = RulesOverride { variant: Some(Variant::Nackgammon), ..RulesOverride::default() };
/// let record = " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n  1) 61: 24/18 23/22\n";
/// let matches = barpoint::open_with("match.mat", record, &rules)?;
/// assert!(matches[0].is_legal());
/// assert!(!barpoint::open("match.mat", record)?[0].is_legal());
/// # Ok::<(), barpoint::OpenError>(())
/// ```
pub fn open_with(
    name: &str,
    bytes: impl Into<Vec<u8>>,
    rules: &RulesOverride,
) -> Result<Vec<Match>, OpenError> {
    let (bytes, path) = unpacked(name, bytes.into())?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = detect(&bytes[..bytes.len().min(HEAD)], extension).ok_or(OpenError::NotARecord)?;
    let parse = format.parse.ok_or(OpenError::NotARecord)?;
    let mut matches = Vec::new();
    for (number, source) in (1..).zip(format.matches(name, Box::new(Cursor::new(bytes)))) {
        let source = source?;
        let (replayed, findings) = replayed(parse(&source), rules);
        matches.push(Match { format, source, number, replayed, findings, rules: rules.clone() });
    }
    Ok(matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_and_never_cut() {
        assert_eq!(unpack(&[1, 2, 3][..], 3).expect("three bytes"), [1, 2, 3]);
        assert!(matches!(unpack(&[1, 2, 3][..], 2), Err(OpenError::TooLarge)));
    }
}
