//! Lines that arrive in pieces, none longer than a limit.

/// The default limit for a line, in bytes.
pub(crate) const LONGEST_LINE: usize = 1 << 16;

/// Puts lines together, and keeps no more of a line than the limit.
pub(crate) struct Lines {
    line: Vec<u8>,
    longest: usize,
    is_too_long: bool,
    wrong: Option<usize>,
}

/// A line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its text, without the line end.
    Whole(String),
    /// A line longer than the limit, whose text is dropped.
    TooLong,
}

impl Lines {
    /// Begins with an empty line.
    pub(crate) const fn new(longest: usize) -> Self {
        Self { line: Vec::new(), longest, is_too_long: false, wrong: None }
    }

    /// Takes bytes up to the end of the line; returns their number, and the line if it ends there.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> (usize, Option<Line>) {
        let end = memchr::memchr(b'\n', bytes);
        let piece = &bytes[..end.unwrap_or(bytes.len())];
        if self.is_too_long || self.line.len() + piece.len() > self.longest {
            self.is_too_long = true;
            self.line = Vec::new();
        } else {
            self.line.extend_from_slice(piece);
        }
        match end {
            Some(end) => (end + 1, Some(self.finish())),
            None => (bytes.len(), None),
        }
    }

    /// Returns the last line, which has no line end; `None` if it has no bytes.
    pub(crate) fn rest(&mut self) -> Option<Line> {
        (self.is_too_long || !self.line.is_empty()).then(|| self.finish())
    }

    /// Returns the place of the first byte of the last whole line that isn't UTF-8, counted from 1, if there is one.
    pub(crate) const fn wrong(&self) -> Option<usize> {
        self.wrong
    }

    fn finish(&mut self) -> Line {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_too_long) {
            return Line::TooLong;
        }
        self.wrong = std::str::from_utf8(&line).err().map(|error| error.valid_up_to() + 1);
        Line::Whole(String::from_utf8_lossy(&line).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_are_the_same_in_whatever_pieces_they_come(
            text in "[ab\n]{0,60}",
            longest in 0_usize..8,
            size in 1_usize..9,
        ) {
            let mut lines = Lines::new(longest);
            let mut found = Vec::new();
            for mut piece in text.as_bytes().chunks(size) {
                while !piece.is_empty() {
                    let (count, line) = lines.take(piece);
                    prop_assert!(count > 0 && lines.line.len() <= longest);
                    found.extend(line);
                    piece = &piece[count..];
                }
            }
            found.extend(lines.rest());
            let expected: Vec<_> = text
                .lines()
                .map(|line| if line.len() > longest { Line::TooLong } else { Line::Whole(line.to_owned()) })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
