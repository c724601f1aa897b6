//! Record formats: recognising, reading and writing each.
//!
//! [`Match::written`](crate::Match::written) writes a match in another format, reads the result again, and lists the
//! items that aren't there. A [`Writer`] only writes.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::formats::Format;
//!
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let (found, sgf) = (&matches[0], Format::by_name("sgf").expect("SGF"));
//! let written = found.written(sgf).expect("SGF is written");
//! assert!(written.losses.is_empty());
//! assert!(written.bytes.starts_with(b"(;FF[4]GM[6]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis_text;
pub mod bgammon;
pub mod bgf;
pub mod bgroom;
pub mod changes;
mod continued;
mod density;
mod draft;
pub mod fibs;
mod findings;
pub mod gam;
mod game_count;
pub mod gnubg;
pub mod ids;
pub mod inventory;
pub mod javafibs;
pub mod jellyfish;
pub mod json;
mod layout;
pub(crate) mod markup;
pub mod mat;
mod no_break;
mod note_words;
pub mod ogxm;
pub mod oldmoves;
mod overruled;
mod parts;
pub mod party;
mod places;
#[doc(hidden)]
pub mod position;
pub(crate) mod rolls;
mod row_count;
mod rows;
mod script;
mod server_edit;
pub mod sgf;
pub mod sgg;
pub mod snowie;
pub mod snowie_position;
pub mod split;
pub mod text;
pub mod tmg;
pub(crate) mod turns;
mod words;
pub mod xg;
pub mod zstd;

use crate::diag::{Encoding, Parsed, SourceFile, SourceTooLarge};
use crate::game::Replayed;
use crate::game::record::MatchRecord;
use inventory::{Item, Kind};
use split::{DEFAULT_LIMIT, SplitError};
use std::cmp::Reverse;
use std::io::Read;
use std::ops::Range;

/// The confidence that a content is in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Not at all.
    No,
    /// It could be, but the decisive part isn't visible.
    Likely,
    /// It can't be anything else.
    Sure,
}

impl Confidence {
    /// Returns the evidence for it, which begins at this offset in the text.
    #[must_use]
    pub const fn at(self, at: usize) -> Evidence {
        Evidence { confidence: self, at }
    }
}

/// The evidence that a file is in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The confidence that it gives.
    pub confidence: Confidence,
    /// The offset in the text of the line with which the record begins; 0 for binary formats. Of equally likely formats,
    /// the one that begins first counts: lines of the others are in its notes.
    pub at: usize,
}

/// The beginning of a file.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The text, decoded; empty if it can't be text.
    pub text: &'a str,
}

impl Head<'_> {
    /// Returns the offset of a piece of the text.
    fn offset(&self, piece: &str) -> usize {
        piece.as_ptr().addr() - self.text.as_ptr().addr()
    }

    /// Returns the evidence for a format whose first line can't be anything else; other lines may stand above it.
    fn sure_if(&self, begins: impl Fn(&str) -> bool) -> Evidence {
        let first = words::without_preface(self.text, &begins).next().filter(|line| begins(line));
        first.map_or(Confidence::No.at(0), |line| Confidence::Sure.at(self.offset(line)))
    }
}

/// The content of a format's files.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Content {
    /// Text; it is decoded first.
    Text,
    /// Text that names its encoding; the function finds the name at the beginning.
    LabelledText(fn(&[u8]) -> Option<&str>),
    /// Bytes, in records of this size; 0 without records.
    Binary(u32),
}

/// How the matches in one file are separated.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Matches {
    /// The file is one match.
    One,
    /// The file is read match by match, in little memory: [`split::Splitter`].
    Stream,
    /// A match is a line, with the lines before it that have no content; the function returns `true` for a line with
    /// content. The file is read in little memory.
    Lines(fn(&[u8]) -> bool),
    /// The function cuts the whole text into pieces, one per match.
    Cut(fn(&str) -> Vec<Range<usize>>),
    /// The function cuts the bytes into pieces, one per match.
    Members(fn(&[u8]) -> Vec<Range<usize>>),
}

/// A match in a format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The items that the format can't express, or the writer left out.
    pub losses: Vec<Item>,
}

/// Writes one match.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Write {
    /// Returns the bytes: an item that isn't there when they are read again is lost.
    Plain(fn(&Replayed) -> Vec<u8>),
    /// Also lists the losses: in a format for people or for single positions, reading the bytes doesn't show them.
    Listing(fn(&Replayed) -> Written),
}

/// How a format is written.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// Writes one match.
    pub write: Write,
    /// Whether a written file is read again as the same record, except for the losses; if not, it is for people only.
    pub reads_back: bool,
    /// The kinds of items that the format can express; all others are always lost.
    pub holds: &'static [Kind],
}

impl Writer {
    /// Writes one match without listing the losses.
    #[must_use]
    pub fn bytes(&self, replayed: &Replayed) -> Vec<u8> {
        match self.write {
            Write::Plain(write) => write(replayed),
            Write::Listing(write) => write(replayed).bytes,
        }
    }
}

/// A record format.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Format {
    /// Its short name, as users type it.
    pub name: &'static str,
    /// Its description, in a few words.
    pub title: &'static str,
    /// The page in `docs/formats` about what is accepted, written and lost.
    pub page: &'static str,
    /// The extensions, in lower case and without the dot, that are only used for it.
    pub extensions: &'static [&'static str],
    /// The content of its files.
    pub content: Content,
    /// How the matches in one file are separated.
    pub matches: Matches,
    /// Returns the evidence that a file is in this format, from its first few kilobytes.
    pub sniff: fn(Head<'_>) -> Evidence,
    /// Reads one match; `None` for a format that is only written.
    pub parse: Option<fn(&SourceFile) -> Parsed<MatchRecord>>,
    /// The writer; `None` for a format that is only read.
    pub writer: Option<Writer>,
}

/// All formats. Of several that fit a file, the one that begins first is chosen; on the same line, the first one here.
pub const FORMATS: &[Format] = &[
    xg::FORMAT,
    ogxm::FORMAT,
    bgf::FORMAT,
    json::FORMAT,
    json::LINES,
    sgf::FORMAT,
    analysis_text::XG,
    analysis_text::BGBLITZ,
    oldmoves::FORMAT,
    fibs::FORMAT,
    sgg::FORMAT,
    tmg::FORMAT,
    party::FORMAT,
    bgroom::FORMAT,
    javafibs::FORMAT,
    bgammon::FORMAT,
    gam::FORMAT,
    mat::FORMAT,
    snowie::FORMAT,
    jellyfish::FORMAT,
    snowie_position::FORMAT,
    ids::FORMAT,
    ids::XGIDS,
    text::FORMAT,
];

/// The number of bytes at the beginning of a file that [`detect`] uses.
pub const HEAD: usize = 8 * 1024;

impl Format {
    /// The facts of most text formats: a row states only what differs.
    const TEXT: Self = Self {
        name: "",
        title: "",
        page: "",
        extensions: &[],
        content: Content::Text,
        matches: Matches::One,
        sniff: |_| Confidence::No.at(0),
        parse: None,
        writer: None,
    };

    /// Finds a format by its short name, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(name))
    }

    /// Returns the source for the bytes of a whole file: decodes text, by the encoding that the text itself names, if
    /// any.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the text has 2^32 bytes or more.
    pub fn source(&self, name: impl Into<String>, bytes: Vec<u8>) -> Result<SourceFile, SourceTooLarge> {
        let source = match self.content {
            Content::Text => SourceFile::decode_owned(name, bytes),
            Content::LabelledText(label) => match label(&bytes[..bytes.len().min(HEAD)]) {
                Some(label) => SourceFile::decode_as(name, &bytes, label),
                None => SourceFile::decode_owned(name, bytes),
            },
            Content::Binary(unit) => return SourceFile::binary(name, bytes, unit),
        }?;
        let text = split::without_end_marks(source.text());
        if text.len() == source.text().len() {
            return Ok(source);
        }
        SourceFile::from_text(source.name(), text.to_owned(), source.encoding(), 0, 1)
    }

    /// Reads the matches of a file one after the other, each of at most [`DEFAULT_LIMIT`] bytes; see
    /// [`matches_within`](Self::matches_within).
    ///
    /// # Errors
    ///
    /// Each item, as there.
    #[must_use]
    pub fn matches<'a>(
        &self,
        name: &str,
        reader: Box<dyn Read + Send + 'a>,
    ) -> Box<dyn Iterator<Item = Result<SourceFile, SplitError>> + Send + 'a> {
        self.matches_within(name, reader, DEFAULT_LIMIT)
    }

    /// Reads the matches of a file one after the other.
    ///
    /// Match text is read as far as each match needs; any other file is read whole, and rejected if it has more than
    /// `limit` bytes, or more than four times as many if it may contain several matches.
    ///
    /// # Errors
    ///
    /// Each item: [`SplitError::TooLarge`] for a match of more than `limit` bytes, [`SplitError::TooFine`] or
    /// [`SplitError::TooMuch`] for one that would take too much memory; any other error ends the iteration.
    #[must_use]
    pub fn matches_within<'a>(
        &self,
        name: &str,
        reader: Box<dyn Read + Send + 'a>,
        limit: usize,
    ) -> Box<dyn Iterator<Item = Result<SourceFile, SplitError>> + Send + 'a> {
        let (format, memory) = (*self, density::memory(limit));
        match self.matches {
            Matches::Stream => {
                let matches = split::Splitter::new(name, reader).limit(limit);
                return Box::new(
                    matches.map(move |source| source.and_then(|source| format.spare(source, memory))),
                );
            }
            Matches::Lines(counts) => {
                return Box::new(split::Splitter::lines(name, reader, counts).limit(limit));
            }
            Matches::One | Matches::Cut(_) | Matches::Members(_) => {}
        }
        match self.read_whole(name, reader, limit) {
            Ok(whole) => self.cut_sparingly(whole, limit),
            Err(error) => Box::new(std::iter::once(Err(error))),
        }
    }

    /// Cuts text that is already decoded, such as an editor's, into its matches, each of at most [`DEFAULT_LIMIT`]
    /// bytes. A byte order mark at its beginning is skipped, and offsets count from after it. An encoding named in the
    /// text is ignored. A format that isn't text has no matches.
    ///
    /// # Errors
    ///
    /// Each item, as in [`matches_within`](Self::matches_within).
    #[must_use]
    pub fn matches_of_text<'a>(
        &self,
        name: &str,
        text: &'a str,
    ) -> Box<dyn Iterator<Item = Result<SourceFile, SplitError>> + Send + 'a> {
        match (self.content, self.matches) {
            (Content::Binary(_), _) | (_, Matches::Members(_)) => return Box::new(std::iter::empty()),
            (_, Matches::Stream | Matches::Lines(_)) => {
                return self.matches(name, Box::new(text.as_bytes()));
            }
            (_, Matches::One | Matches::Cut(_)) => {}
        }
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match SourceFile::from_text(name, text.to_owned(), Encoding::Utf8, 0, 1) {
            Ok(whole) => self.cut_sparingly(whole, DEFAULT_LIMIT),
            Err(_) => Box::new(std::iter::once(Err(SplitError::TooLarge { line: 1, limit: DEFAULT_LIMIT }))),
        }
    }

    /// Returns `true` if a match that was written after another one in the same file is read as a match of its own.
    /// Where only the players and the score show where a match begins, it may be taken for the next game.
    #[must_use]
    pub fn keeps_apart(&self, first: &[u8], second: &[u8]) -> bool {
        if matches!(self.matches, Matches::One | Matches::Lines(_) | Matches::Members(_)) {
            return true;
        }
        let both = [first, second].concat();
        self.matches("", Box::new(&both[..])).nth(1).is_some()
    }

    fn read_whole(
        &self,
        name: &str,
        reader: Box<dyn Read + '_>,
        limit: usize,
    ) -> Result<SourceFile, SplitError> {
        let several = matches!(self.matches, Matches::Cut(_) | Matches::Members(_));
        let limit = if several { limit.saturating_mul(4) } else { limit };
        let mut bytes = Vec::new();
        reader.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(SplitError::Io)?;
        let too_large = SplitError::TooLarge { line: 1, limit };
        if bytes.len() > limit {
            return Err(too_large);
        }
        self.source(name, bytes).map_err(|_| too_large)
    }

    /// Cuts the source of a whole file into its matches, each of which may take little memory beside it.
    fn cut_sparingly(
        &self,
        whole: SourceFile,
        limit: usize,
    ) -> Box<dyn Iterator<Item = Result<SourceFile, SplitError>> + Send> {
        let (format, memory, size) = (*self, density::memory(limit), whole.bytes().len());
        Box::new(self.cut(whole, limit).map(move |source| {
            let source = source?;
            // The bytes of the match itself are counted with the match.
            let memory = memory.saturating_sub(size - source.bytes().len().min(size));
            format.spare(source, memory)
        }))
    }

    /// Cuts the source of a whole file into its matches, each produced on demand.
    fn cut(
        &self,
        source: SourceFile,
        limit: usize,
    ) -> Box<dyn Iterator<Item = Result<SourceFile, SplitError>> + Send> {
        let pieces = match self.matches {
            Matches::Cut(cut) if !source.is_binary() => cut(source.text()),
            Matches::Members(cut) => cut(source.bytes()),
            _ => Vec::new(),
        };
        let too_large = move |line| SplitError::TooLarge { line, limit };
        if pieces.len() <= 1 {
            let is_small = source.bytes().len() <= limit;
            return Box::new(std::iter::once(if is_small { Ok(source) } else { Err(too_large(1)) }));
        }
        if source.is_binary() {
            return Box::new(pieces.into_iter().map(move |range| {
                if range.len() > limit {
                    return Err(too_large(1));
                }
                let bytes = source.bytes()[range].to_vec();
                SourceFile::binary(source.name(), bytes, 0).map_err(|_| too_large(1))
            }));
        }
        // Lines are counted from piece to piece: a list of all line starts may be larger than the text.
        let (mut counted, mut line) = (0, source.base_line());
        Box::new(pieces.into_iter().map(move |range| {
            line += line_ends(source.text(), counted..range.start);
            counted = range.start;
            if range.len() > limit {
                return Err(too_large(line));
            }
            let offset = source.base_offset() + range.start as u64;
            // The mark belongs to the first match.
            let encoding = match source.encoding() {
                Encoding::Utf8Bom if range.start > 0 => Encoding::Utf8,
                Encoding::Windows1252Bom if range.start > 0 => Encoding::Windows1252,
                encoding => encoding,
            };
            let text = source.text()[range].to_owned();
            SourceFile::from_text(source.name(), text, encoding, offset, line).map_err(|_| too_large(line))
        }))
    }
}

/// Counts the line ends in a part of a text: `\n`, `\r\n` and a lone `\r`.
fn line_ends(text: &str, part: Range<usize>) -> u64 {
    let bytes = text.as_bytes();
    let ends = |&at: &usize| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
    memchr::memchr2_iter(b'\n', b'\r', &bytes[part.clone()]).map(|at| part.start + at).filter(ends).count()
        as u64
}

/// Detects the format of a file by its first [`HEAD`] bytes, or else by its extension without dot.
#[must_use]
pub fn detect(head: &[u8], extension: Option<&str>) -> Option<&'static Format> {
    let by_extension = || {
        let extension = extension?;
        FORMATS.iter().find(|format| {
            format.parse.is_some()
                && format.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
        })
    };
    by_content(head).map(|(_, format)| format).or_else(by_extension)
}

/// Detects the format of a file that can't be anything else, by its first [`HEAD`] bytes.
#[must_use]
pub fn detect_surely(head: &[u8]) -> Option<&'static Format> {
    by_content(head).filter(|(confidence, _)| *confidence == Confidence::Sure).map(|(_, format)| format)
}

/// Returns the format that a content fits best.
fn by_content(head: &[u8]) -> Option<(Confidence, &'static Format)> {
    let head = &head[..head.len().min(HEAD)];
    let source = SourceFile::decode("", head).ok()?;
    let wide = matches!(
        source.encoding(),
        Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Utf16LeUnmarked | Encoding::Utf16BeUnmarked
    );
    let last = head.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let zeros = memchr::memchr_iter(0, &head[..last]).count();
    let is_binary = !wide && zeros * 64 > last;
    let text = if is_binary { "" } else { split::without_end_marks(source.text()) };
    let head = Head { bytes: head, text };
    let known = FORMATS.iter().filter(|format| format.parse.is_some());
    let known = known.map(|format| ((format.sniff)(head), format));
    let known = known.filter(|(evidence, _)| evidence.confidence > Confidence::No);
    // Of equals, the first.
    let best = known.rev().max_by_key(|(evidence, _)| (evidence.confidence, Reverse(evidence.at)));
    best.map(|(evidence, format)| (evidence.confidence, format))
}
