//! The renderers of findings: for people, for other programs, and for code hosts.
//!
//! | format | module | for |
//! |---|---|---|
//! | `text` | [`text`] | people, as rustc shows errors |
//! | `concise` | [`concise`] | editors and `grep`: one line per finding |
//! | `json` | [`crate::output::json`] | programs: one JSON object per line |
//! | `sarif` | [`sarif`] | code scanning: one SARIF 2.1.0 document |
//! | `github` | [`github`] | annotations in GitHub's workflows |
//!
//! Each of them writes a finding as soon as it receives it, and keeps nothing in memory.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use barpoint::output::diagnostic::{Finding, Format, Options};
//!
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/tour/half-a-play.mat")?)?;
//! let found = &matches[0];
//! let mut renderer = Format::Text.renderer(Options::default());
//! let mut out = Vec::new();
//! renderer.finding(&Finding::new(&found.source, &found.findings[0]), &mut out)?;
//! assert!(String::from_utf8(out)?.contains("play-incomplete"));
//! # Ok(())
//! # }
//! ```

#[doc(hidden)]
pub mod concise;
#[doc(hidden)]
pub mod github;
#[doc(hidden)]
pub mod sarif;
#[doc(hidden)]
pub mod text;

use crate::diag::{Diagnostic, ENDLESS, Fix, LineColumn, SourceFile, Span, visible};
use crate::output::json::JsonLines;
use std::borrow::Cow;
use std::io;

/// One finding with the data that a renderer needs.
#[derive(Clone, Copy, Debug)]
pub struct Finding<'a> {
    /// The source that contains all its places.
    pub source: &'a SourceFile,
    /// The diagnostic.
    pub diagnostic: &'a Diagnostic,
    /// The drawn board before the action, lines ended by `\n`.
    pub board: Option<&'a str>,
    /// The finding that caused this one.
    pub cause: Option<&'a Diagnostic>,
}

impl<'a> Finding<'a> {
    /// Pairs a finding with its source.
    #[must_use]
    pub const fn new(source: &'a SourceFile, diagnostic: &'a Diagnostic) -> Self {
        Self { source, diagnostic, board: None, cause: None }
    }

    /// Returns the finding's primary place in the file.
    #[must_use]
    pub fn region(&self) -> Region {
        Region::of(self.source, self.diagnostic.primary.span)
    }

    /// Returns the place, to be printed after the name of the file: `:3:7`, or `: record 12, byte 9` in a
    /// file that isn't text.
    #[must_use]
    pub fn place(&self) -> String {
        if self.source.is_binary() {
            return format!(": {}", self.source.place(self.diagnostic.primary.span.start));
        }
        let LineColumn { line, column } = self.region().start;
        format!(":{line}:{column}")
    }

    /// Returns the rule, and what is wrong at the primary place: `the score must be the sum of the results: 3 is written`.
    #[must_use]
    pub fn words(&self) -> String {
        let Diagnostic { message, primary, .. } = self.diagnostic;
        let label = &primary.message;
        if label.is_empty() { message.clone() } else { format!("{message}: {label}") }
    }

    /// Returns the findings that follow from this one, each with its own source.
    pub fn consequences(&self) -> impl Iterator<Item = Finding<'a>> {
        let (source, cause) = (self.source, self.diagnostic);
        let findings = self.diagnostic.consequences.iter();
        findings.map(move |diagnostic| Finding { source, diagnostic, board: None, cause: Some(cause) })
    }

    /// Returns the consequences if they are shown too.
    fn shown(&self, options: Options) -> impl Iterator<Item = Finding<'a>> {
        options.all.then(|| self.consequences()).into_iter().flatten()
    }
}

/// Returns what a fix does, and how reliable it is.
pub(crate) fn fix_in_words(fix: &Fix) -> String {
    let kind = if fix.is_safe() { "safe fix" } else { "suggested fix" };
    format!("{kind}: {}", visible(&fix.message))
}

/// A span in the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The position of the first character.
    pub start: LineColumn,
    /// The position after the last character.
    pub end: LineColumn,
    /// The offset of the first byte in the decoded text of the file.
    pub byte_start: u64,
    /// The offset after the last byte.
    pub byte_end: u64,
}

impl Region {
    /// Locates a span of a source.
    #[must_use]
    pub fn of(source: &SourceFile, span: Span) -> Self {
        let base = source.base_offset();
        Self {
            start: source.line_column(span.start),
            end: source.line_column(span.end),
            byte_start: base + u64::from(span.start),
            byte_end: base + u64::from(span.end),
        }
    }
}

/// Options of the renderers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the consequences of a finding are shown too.
    pub all: bool,
    /// Whether the text may contain ANSI escape sequences.
    pub styled: bool,
    /// The width of the terminal in columns.
    pub width: usize,
    /// The columns within which notes and help are wrapped; [`ENDLESS`] if the text isn't for a terminal.
    pub room: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { all: false, styled: false, width: 100, room: ENDLESS }
    }
}

/// The formats in which findings are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// As rustc shows errors.
    #[default]
    Text,
    /// One line per finding.
    Concise,
    /// JSON Lines.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// GitHub's workflow commands.
    Github,
}

impl Format {
    /// All formats, each with its name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("text", Self::Text),
        ("concise", Self::Concise),
        ("json", Self::Json),
        ("sarif", Self::Sarif),
        ("github", Self::Github),
    ];

    /// Returns the renderer of this format.
    #[must_use]
    pub fn renderer(self, options: Options) -> Box<dyn Renderer> {
        match self {
            Self::Text => Box::new(text::Text::new(options)),
            Self::Concise => Box::new(concise::Concise { options }),
            Self::Json => Box::new(JsonLines::new(options)),
            Self::Sarif => Box::new(sarif::Sarif::new(options)),
            Self::Github => Box::new(github::Github { options }),
        }
    }
}

/// Returns a path with `/` between its folders, as code hosts want it on every system.
fn with_slashes(path: &str) -> Cow<'_, str> {
    if cfg!(windows) { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) }
}

/// Writes findings in one format: [`begin`](Self::begin) once, then the findings, then
/// [`end`](Self::end) once.
pub trait Renderer {
    /// Writes the text before the first finding.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn begin(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes one finding.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn finding(&mut self, finding: &Finding<'_>, out: &mut dyn io::Write) -> io::Result<()>;

    /// Writes the text after the last finding.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn end(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}
