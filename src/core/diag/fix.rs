//! Fixes: edits of the text that correct the cause of a finding.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::diag::{Edit, SourceFile, Span};
//!
//! let source = SourceFile::decode("match.mat", b"\xEF\xBB\xBF 1) 31: 8/5 6/4\r\n")?;
//! let mended = source.edited(&[Edit::new(Span::new(14, 15), "5")])?;
//! assert_eq!(mended.encoded().as_deref(), Some(&b"\xEF\xBB\xBF 1) 31: 8/5 6/5\r\n"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{SourceFile, Span};

/// One replacement of text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit {
    /// The bytes of the decoded text that are replaced; empty for an insertion.
    pub span: Span,
    /// The replacement; empty for a deletion.
    pub replacement: String,
}

impl Edit {
    /// Returns an edit.
    #[must_use]
    pub fn new(span: Span, replacement: impl Into<String>) -> Self {
        Self { span, replacement: replacement.into() }
    }

    /// Returns an edit that inserts text at an offset.
    #[must_use]
    pub fn insert(at: u32, text: impl Into<String>) -> Self {
        Self::new(Span { start: at, end: at }, text)
    }

    /// Returns an edit that deletes the text of a span.
    #[must_use]
    pub fn delete(span: Span) -> Self {
        Self::new(span, "")
    }
}

/// The reliability of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// Exactly one reading agrees with the rest of the record; written by `--fix`.
    Safe,
    /// One of several readings, or one that the record doesn't prove; the user decides.
    Suggested,
}

impl Applicability {
    /// Returns the lower-case name: `safe` or `suggested`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Suggested => "suggested",
        }
    }
}

/// One way to fix a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the fix does, as an imperative: lower case, no full stop.
    pub message: String,
    /// Its reliability.
    pub applicability: Applicability,
    /// The edits, in the order of their places; they don't overlap, and have to be applied together.
    pub edits: Vec<Edit>,
    /// The reasons for this reading: one fact each, lower case, no full stop.
    pub evidence: Vec<String>,
}

impl Fix {
    /// Returns `true` if the fix may be applied without asking.
    #[must_use]
    pub const fn is_safe(&self) -> bool {
        matches!(self.applicability, Applicability::Safe)
    }
}

/// The reason why edits can't be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The file isn't text.
    #[error("the file isn't text, so it can't be edited")]
    Binary,
    /// A span ends after the text, or in the middle of a character.
    #[error("the bytes {} to {} aren't a part of the text", .0.start, .0.end)]
    OutOfText(Span),
    /// Two edits change the same bytes.
    #[error("two edits change the same bytes: {} to {} and {} to {}", .0.start, .0.end, .1.start, .1.end)]
    Overlap(Span, Span),
    /// The text would have 2^32 bytes or more.
    #[error("the edited text would have more than 4 GiB")]
    TooLarge,
}

impl SourceFile {
    /// Returns the source with edits applied: the same name, encoding and place in its file, with every byte
    /// outside the edits unchanged. Edits may be in any order; several insertions at one place are applied in
    /// the order given, before an edit that replaces the bytes after it.
    ///
    /// # Errors
    ///
    /// Any [`EditError`]; then no edit is applied.
    pub fn edited(&self, edits: &[Edit]) -> Result<Self, EditError> {
        if self.is_binary() {
            return Err(EditError::Binary);
        }
        let text = edited(self.text(), edits)?;
        Self::from_text(self.name(), text, self.encoding(), self.base_offset(), self.base_line())
            .map_err(|_| EditError::TooLarge)
    }
}

/// Returns a text with edits applied; see [`SourceFile::edited`].
///
/// # Errors
///
/// [`EditError::OutOfText`] and [`EditError::Overlap`].
pub fn edited(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let grown: usize = edits.iter().map(|edit| edit.replacement.len()).sum();
    let mut out = String::with_capacity(text.len() + grown);
    let mut done = Span::default();
    for edit in sorted {
        if edit.span.start < done.end {
            return Err(EditError::Overlap(done, edit.span));
        }
        let between = text.get(done.end as usize..edit.span.start as usize);
        let (Some(between), Some(_)) = (between, text.get(edit.span.range())) else {
            return Err(EditError::OutOfText(edit.span));
        };
        out.push_str(between);
        out.push_str(&edit.replacement);
        done = edit.span;
    }
    out.push_str(text.get(done.end as usize..).unwrap_or_default());
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(from: usize, to: usize, text: &str) -> Edit {
        Edit::new(Span::new(from, to), text)
    }

    #[test]
    fn edits_are_made_in_the_order_of_their_places() {
        let made = edited("abcdef", &[edit(4, 6, "X"), edit(0, 1, ""), edit(2, 2, "1"), edit(2, 2, "2")]);
        assert_eq!(made.as_deref(), Ok("b12cdX"));
        assert_eq!(edited("abc", &[]).as_deref(), Ok("abc"));
    }

    #[test]
    fn edits_that_overlap_or_leave_the_text_change_nothing() {
        let overlap = edited("abcdef", &[edit(0, 3, "x"), edit(2, 4, "y")]);
        assert_eq!(overlap, Err(EditError::Overlap(Span::new(0, 3), Span::new(2, 4))));
        assert_eq!(edited("abc", &[edit(2, 4, "x")]), Err(EditError::OutOfText(Span::new(2, 4))));
        assert_eq!(edited("aé", &[edit(2, 3, "x")]), Err(EditError::OutOfText(Span::new(2, 3))));
    }

    #[test]
    fn the_encoding_and_the_line_ends_stay() {
        for bytes in [
            &b"J\xFCrgen\r\n31: 8/5\r\n"[..],
            b"\xEF\xBB\xBFJo\r\n31: 8/5\n",
            b"\xFF\xFEJ\0\r\0\n\x003\x001\0",
        ] {
            let source = SourceFile::decode("x", bytes).expect("small");
            let at = source.text().find('3').expect("the dice");
            let there = Edit::new(Span::new(at, at + 2), "64");
            let mended = source.edited(&[there]).expect("edits of the text");
            let back = mended.edited(&[Edit::new(Span::new(at, at + 2), "31")]).expect("edits of the text");
            assert_ne!(mended.encoded().as_deref(), Some(bytes));
            assert_eq!(back.encoded().as_deref(), Some(bytes));
        }
    }
}
