//! Texts that were copied from a web page: no-break spaces read as spaces, with the places of the text as it is.

use crate::diag::Span;
use std::borrow::Cow;

/// The space that a web page has where a browser must not break the line or drop a space.
pub(super) const NO_BREAK: char = '\u{A0}';
/// The bytes in UTF-8 by which it is longer than a space.
const LONGER: u32 = NO_BREAK.len_utf8() as u32 - 1;

/// A text in which each no-break space is a space.
#[derive(Clone, Debug)]
pub(super) struct Spaced<'a> {
    /// The text as it is.
    source: &'a str,
    text: Cow<'a, str>,
    /// The offsets in `text` of the spaces that are no-break spaces in `source`.
    replaced: Vec<u32>,
}

impl<'a> Spaced<'a> {
    /// Takes a text as it is.
    pub(super) const fn unchanged(source: &'a str) -> Self {
        Self { source, text: Cow::Borrowed(source), replaced: Vec::new() }
    }

    /// Replaces each no-break space by a space.
    pub(super) fn new(source: &'a str) -> Self {
        if !source.contains(NO_BREAK) {
            return Self::unchanged(source);
        }
        let (mut text, mut replaced) = (String::with_capacity(source.len()), Vec::new());
        for part in source.split_inclusive(NO_BREAK) {
            let before = part.strip_suffix(NO_BREAK);
            text.push_str(before.unwrap_or(part));
            if before.is_some() {
                replaced.push(text.len() as u32);
                text.push(' ');
            }
        }
        Self { source, text: Cow::Owned(text), replaced }
    }

    /// Returns the text as it is.
    pub(super) const fn source(&self) -> &'a str {
        self.source
    }

    /// Returns the text with the spaces.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the text has no no-break space.
    pub(super) const fn is_unchanged(&self) -> bool {
        self.replaced.is_empty()
    }

    /// Returns the place in the text as it is for one in the text with the spaces.
    pub(super) fn place(&self, span: Span) -> Span {
        let at = |at: u32| at + LONGER * self.replaced.partition_point(|space| *space < at) as u32;
        Span { start: at(span.start), end: at(span.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text_as_it_is() {
        let spaced = Spaced::new("a\u{A0}b  \u{A0}\u{A0}cd\u{A0}");
        assert_eq!(spaced.text(), "a b    cd ");
        for (at, part) in spaced.text().char_indices() {
            let place = spaced.place(Span::new(at, at + 1));
            assert_eq!(spaced.source()[place.range()].replace(NO_BREAK, " "), part.to_string());
        }
        let same = Spaced::new("a b");
        assert!(same.is_unchanged() && same.place(Span::new(1, 3)) == Span::new(1, 3));
    }
}
