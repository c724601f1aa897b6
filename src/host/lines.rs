//! Lines that arrive in pieces, none longer than a limit.

use std::io::{self, BufRead};

/// The default limit for a line, in bytes.
pub(crate) const LONGEST_LINE: usize = 1 << 16;

/// Puts lines together, and keeps no more of a line than the limit.
pub(crate) struct Lines {
    line: Vec<u8>,
    longest: usize,
    is_too_long: bool,
    wrong: Option<usize>,
    /// Whether [`next`](Self::next) has come to the end of the input.
    is_at_end: bool,
}

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
        Self { line: Vec::new(), longest, is_too_long: false, wrong: None, is_at_end: false }
    }

    /// Reads the next line, and returns `None` at the end of the input. Fails if the input can't be read. A read that
    /// a signal interrupts is tried again.
    pub(crate) fn next(&mut self, input: &mut impl BufRead) -> io::Result<Option<Line>> {
        while !self.is_at_end {
            let bytes = match input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if bytes.is_empty() {
                self.is_at_end = true;
                return Ok(self.rest());
            }
            let (count, line) = self.take(bytes);
            input.consume(count);
            if line.is_some() {
                return Ok(line);
            }
        }
        Ok(None)
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

    /// Input of one byte a read, each after a read that a signal interrupts.
    struct Interrupted(io::BufReader<&'static [u8]>, bool);

    impl io::Read for Interrupted {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            io::Read::read(&mut self.0, buffer)
        }
    }

    impl BufRead for Interrupted {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.fill_buf() }
        }

        fn consume(&mut self, count: usize) {
            self.0.consume(count);
        }
    }

    #[test]
    fn a_read_that_a_signal_interrupts_is_tried_again() {
        let mut input = Interrupted(io::BufReader::with_capacity(1, b"ab\n\nc"), false);
        let mut lines = Lines::new(LONGEST_LINE);
        let mut next = || lines.next(&mut input).expect("text");
        for line in ["ab", "", "c"] {
            assert_eq!(next(), Some(Line::Whole(line.to_owned())));
        }
        assert_eq!((next(), next()), (None, None));
    }

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
