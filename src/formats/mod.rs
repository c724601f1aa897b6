//! Record formats: how each is recognised and read.

pub mod mat;
pub mod split;

use crate::diag::{Encoding, Parsed, SourceFile};
use crate::game::record::MatchRecord;

/// How much a content looks like a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Not at all.
    No,
    /// It could be, but the decisive part hasn't been seen.
    Likely,
    /// It can be nothing else.
    Sure,
}

/// A record format.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Format {
    /// Its short name, as users type it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The extensions, in lower case and without the dot, that are only used for it.
    pub extensions: &'static [&'static str],
    /// Tells how much the first few kilobytes look like it.
    pub sniff: fn(&str) -> Confidence,
    /// Reads one match.
    pub parse: fn(&SourceFile) -> Parsed<MatchRecord>,
}

/// All formats that can be read.
pub const FORMATS: &[Format] = &[Format {
    name: "mat",
    title: "match text: Jellyfish, GNU Backgammon, eXtreme Gammon, Galaxy, Studio and others",
    extensions: &["mat"],
    sniff: mat::sniff,
    parse: mat::parse,
}];

/// The number of bytes of a file that [`detect`] wants to see.
pub const HEAD: usize = 8 * 1024;

impl Format {
    /// Finds a format by its short name, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(name))
    }
}

/// Finds the format of a file: by the first bytes of its content (up to [`HEAD`] are looked at),
/// else by its extension (without the dot).
#[must_use]
pub fn detect(head: &[u8], extension: Option<&str>) -> Option<&'static Format> {
    let head = &head[..head.len().min(HEAD)];
    let by_content = || {
        let source = SourceFile::decode("", head).ok()?;
        let wide = matches!(source.encoding(), Encoding::Utf16Le | Encoding::Utf16Be);
        let zeros = memchr::memchr_iter(0, head).count();
        if !wide && zeros * 64 > head.len() {
            return None;
        }
        let known = FORMATS.iter().map(|format| ((format.sniff)(source.text()), format));
        known.filter(|(confidence, _)| *confidence > Confidence::No).max_by_key(|(confidence, _)| *confidence)
    };
    let by_extension = || {
        let extension = extension?;
        FORMATS
            .iter()
            .find(|format| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension)))
    };
    by_content().map(|(_, format)| format).or_else(by_extension)
}
