//! Texts that were copied from a web page: no-break spaces read as spaces, with the places of the text as it is.

use crate::diag::Span;
use std::borrow::Cow;
use std::ops::Range;

/// The space that a web page has where a browser must not break the line or drop a space.
pub(super) const NO_BREAK: char = '\u{A0}';
/// The bytes in UTF-8 by which it is longer than a space.
const LONGER: u32 = NO_BREAK.len_utf8() as u32 - 1;

/// A text in which each no-break space is a space, except within names.
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
    const fn unchanged(source: &'a str) -> Self {
        Self { source, text: Cow::Borrowed(source), replaced: Vec::new() }
    }

    /// Replaces each no-break space by a space, except within these names.
    pub(super) fn new(source: &'a str, names: &[&str]) -> Self {
        if !source.contains(NO_BREAK) {
            return Self::unchanged(source);
        }
        let places = names.iter().flat_map(|name| source.match_indices(*name));
        let mut kept: Vec<Range<usize>> = places.map(|(at, name)| at..at + name.len()).collect();
        kept.sort_unstable_by_key(|place| place.start);
        let mut kept = kept.into_iter().peekable();
        let (mut text, mut replaced) = (String::with_capacity(source.len()), Vec::new());
        let (mut from, mut end_of_name) = (0, 0);
        for (at, space) in source.match_indices(NO_BREAK) {
            while let Some(name) = kept.next_if(|name| name.start <= at) {
                end_of_name = end_of_name.max(name.end);
            }
            if at >= end_of_name {
                text.push_str(&source[from..at]);
                replaced.push(text.len() as u32);
                text.push(' ');
                from = at + space.len();
            }
        }
        text.push_str(&source[from..]);
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

    /// Returns `true` if no no-break space is replaced.
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
        let spaced = Spaced::new("a\u{A0}b  \u{A0}\u{A0}cd\u{A0}", &[]);
        assert_eq!(spaced.text(), "a b    cd ");
        for (at, part) in spaced.text().char_indices() {
            let place = spaced.place(Span::new(at, at + 1));
            assert_eq!(spaced.source()[place.range()].replace(NO_BREAK, " "), part.to_string());
        }
        let same = Spaced::new("a b", &[]);
        assert!(same.is_unchanged() && same.place(Span::new(1, 3)) == Span::new(1, 3));
    }

    #[test]
    fn names_keep_their_no_break_spaces() {
        let text = "O: a_b  a_b_c a c".replace([' ', '_'], "\u{A0}");
        let spaced = Spaced::new(&text, &["a\u{A0}b", "b\u{A0}c"]);
        assert_eq!(spaced.text().replace(NO_BREAK, "_"), "O: a_b  a_b_c a c");
        let at = spaced.text().rfind('c').expect("a letter");
        assert_eq!(spaced.place(Span::new(at, at + 1)).end as usize, text.len());
        let names = Spaced::new("a\u{A0}b", &["a\u{A0}b"]);
        assert!(names.is_unchanged() && names.text() == names.source());
    }
}
