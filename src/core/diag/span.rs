//! Byte ranges of a source.

use std::ops::Range;

/// A range of bytes in the decoded text of one [`SourceFile`](super::SourceFile).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// Returns the span of the bytes from `start` up to, but not including, `end`; an `end` before
    /// `start` gives the empty span at `start`.
    #[inline]
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        let end = if end < start { start } else { end };
        Self { start: start as u32, end: end as u32 }
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns `true` if the span is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the smallest span that contains both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns `true` if another span is inside.
    #[must_use]
    pub const fn holds(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns the span as a range of indices.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
