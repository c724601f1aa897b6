//! Findings and their places: spans, source files, codes and diagnostics.
//!
//! The lowest module: it contains no backgammon beyond the texts of the codes.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::diag::{Code, Diagnostic, SourceFile, Span};
//!
//! let source = SourceFile::decode("match.mat", b" 1) 31: 8/5 6/4").expect("less than 4 GiB");
//! let place = Span::new(13, 16);
//! let finding = Diagnostic::new(Code::PlayWrongPips, place, "6/4 isn't a 3 or a 1").help("play 6/5");
//! let start = source.line_column(finding.primary.span.start);
//! assert_eq!((start.line, start.column), (1, 14));
//! assert_eq!(finding.code.id(), "play-wrong-pips");
//! ```

mod code;
pub mod count;
mod distance;
mod file_name;
mod fix;
#[doc(hidden)]
pub mod lines;
mod source;
mod span;
mod visible;
mod width;

pub use code::Code;
pub use distance::{choice, distance};
#[doc(hidden)]
pub use file_name::percent_encoded;
pub use file_name::{file_name, file_name_bytes};
pub use fix::{Applicability, Edit, EditError, Fix, edited};
pub(crate) use source::unmarked_utf16;
pub use source::{Encoding, LineColumn, SourceFile, SourceTooLarge};
#[doc(hidden)]
pub use source::{MARK, is_unmarked_utf16};
pub use span::Span;
pub use visible::{
    escaped_in_json, is_hidden, left_to_right, neutral, neutral_but_colours, visible, visible_char,
};
pub use width::{ENDLESS, coloured_columns, columns, cut, padded, wrapped};

/// The severity of a finding; ordered from the lightest to the heaviest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A remark; never a reason to reject a record.
    Note,
    /// Something is doubtful: a hidden play, a part that isn't understood, a claim that the record doesn't prove.
    Warning,
    /// A rule of the game or of the format is broken.
    Error,
}

impl Severity {
    /// Returns the severity's lower-case name: `note`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place in a source with its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The message there; may be empty for the primary place.
    pub message: String,
}

/// The place of a finding in the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The game's number, counted from 1 within the match.
    pub game: Option<u32>,
    /// The row number of the entry in the record.
    pub row: Option<u32>,
    /// The number of the move in the game, counted from 1 as the rows of a .mat record are.
    pub number: Option<u32>,
    /// The player in whose column the entry is.
    pub player: Option<String>,
    /// The Position ID before the action, from the view of the side on roll.
    pub position_id: Option<String>,
    /// The Match ID before the action.
    pub match_id: Option<String>,
    /// The names of both players, the left one first.
    pub players: Option<[String; 2]>,
    /// The number of checkers a side, which a Position ID doesn't contain.
    pub checkers: Option<u8>,
}

/// One finding.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Diagnostic;
/// use barpoint::diag::{Code, Severity, Span};
///
/// let finding = Diagnostic::new(Code::PlayWrongPips, Span::new(3, 6), "6/4 isn't a 3 or a 1");
/// assert_eq!(finding.severity, Severity::Error);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code, which also fixes the default severity.
    pub code: Code,
    /// The severity of this finding.
    pub severity: Severity,
    /// One sentence that names the rule: lower case, no full stop.
    pub message: String,
    /// The smallest wrong token.
    pub primary: Label,
    /// Places that help to understand the finding, in the same source.
    pub secondary: Vec<Label>,
    /// Facts about the finding.
    pub notes: Vec<String>,
    /// Advice on what would be right; at most three texts, each verified.
    pub help: Vec<String>,
    /// The fixes, the best first; empty unless fixes were searched for, or the reader itself knows one.
    pub fixes: Vec<Fix>,
    /// The place in the match.
    pub context: Context,
    /// Findings that follow from this one; shown only on request.
    pub consequences: Vec<Diagnostic>,
}

impl Diagnostic {
    /// Returns a finding with the code's own severity, a place and a sentence.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            primary: Label { span, message: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            context: Context::default(),
            consequences: Vec::new(),
        }
    }

    /// Returns a finding whose sentence is the rule of its code.
    pub(crate) fn of(code: Code, span: Span) -> Self {
        Self::new(code, span, code.title())
    }

    /// Replaces the severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets the message at the primary place; one that only repeats the sentence is left out.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Self {
        let message = message.into();
        self.primary.message = if message == self.message { String::new() } else { message };
        self
    }

    /// Adds a secondary place, if there is one.
    #[must_use]
    pub fn see(mut self, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        self.secondary.extend(span.into().map(|span| Label { span, message: message.into() }));
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}

/// The most findings kept for one match: more than a person reads, and each takes a hundred times the memory
/// of its text.
pub const MOST_FINDINGS: usize = 10_000;

/// Adds a finding, unless [`MOST_FINDINGS`] is exceeded; the last one reports that there are more.
pub(crate) fn keep(list: &mut Vec<Diagnostic>, finding: Diagnostic) {
    if list.len() < MOST_FINDINGS {
        list.push(finding);
    } else if list.len() == MOST_FINDINGS {
        let message = format!("there are more than {MOST_FINDINGS} findings on this match");
        let help = "mend what was found up to here, and check it again";
        let more = Diagnostic::new(Code::RecordLimit, finding.primary.span, message);
        list.push(more.label("what is found from here on isn't kept").help(help));
    }
}

/// The result of a total parser: a value for any input, and findings.
#[derive(Clone, Debug)]
pub struct Parsed<T> {
    /// The value.
    pub value: T,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_repeats_the_sentence_is_left_out() {
        let finding = || Diagnostic::new(Code::CubeCrawford, Span::new(0, 1), "no double");
        assert_eq!(finding().label("no double").primary.message, "");
        assert_eq!(finding().label("another").primary.message, "another");
    }
}
