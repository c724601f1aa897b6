//! Sources of lines: a pipe, a file, or a person who types.

use super::session::Session;
use crate::diag::{MARK, neutral};
use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Write};

/// The most bytes of a line: a pasted record is many lines.
const LONGEST: usize = 1 << 20;

/// The result of waiting for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A line.
    Line,
    /// The end of the file, or Ctrl-D.
    End,
    /// The person dropped the line.
    Dropped,
}

/// The result of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its end.
    Line(String),
    /// The end of the file, or Ctrl-D.
    End,
    /// The person doesn't want to answer.
    Dropped,
}

/// A source of lines.
pub trait Lines {
    /// Returns `true` if the next line has arrived already, so that the answers before it can wait.
    fn has_line(&self) -> bool;

    /// Returns `true` if a person types the lines.
    fn is_terminal(&self) -> bool;

    /// Puts the next line into `line`, with or without its end.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    fn next_line(&mut self, session: &Session, line: &mut String) -> io::Result<Next>;

    /// Asks a question whose answer is a line.
    ///
    /// # Errors
    ///
    /// If the question can't be written, or the answer can't be read.
    fn ask(&mut self, question: &str) -> io::Result<Reply>;
}

/// The lines of a stream.
pub struct Piped<R> {
    input: BufReader<R>,
    bytes: Vec<u8>,
    /// Whether questions are written to standard output.
    asks_aloud: bool,
}

/// Decodes commands as records are: UTF-8, or else Windows-1252.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

impl<R: Read> Piped<R> {
    /// Makes a source from a stream; questions that its lines answer are written to standard output.
    pub fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, input), bytes: Vec::new(), asks_aloud: true }
    }

    /// Makes a source from a stream without writing questions.
    pub fn silent(input: R) -> Self {
        Self { asks_aloud: false, ..Self::new(input) }
    }

    fn read(&mut self, line: &mut String) -> io::Result<Next> {
        self.bytes.clear();
        line.clear();
        if self.input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(Next::End);
        }
        if self.bytes.len() > LONGEST {
            return Err(io::Error::other(format!("a line has more than {LONGEST} bytes")));
        }
        line.push_str(&decoded(&self.bytes));
        Ok(Next::Line)
    }
}

impl<R: Read> Lines for Piped<R> {
    fn has_line(&self) -> bool {
        memchr::memchr(b'\n', self.input.buffer()).is_some()
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn next_line(&mut self, _: &Session, line: &mut String) -> io::Result<Next> {
        self.read(line)
    }

    fn ask(&mut self, question: &str) -> io::Result<Reply> {
        if self.asks_aloud {
            let mut out = io::stdout().lock();
            out.write_all(neutral(question).as_bytes())?;
            out.flush()?;
        }
        let mut line = String::new();
        Ok(match self.read(&mut line)? {
            Next::Line => Reply::Line(line.trim_end_matches(['\r', '\n']).to_owned()),
            _ => Reply::End,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_gives_its_lines_whatever_their_bytes() {
        let mut stream = Piped::silent(&b"a\n\xff b\r\nlast"[..]);
        let mut line = String::new();
        assert!(!stream.has_line(), "nothing was read yet");
        let mut lines = Vec::new();
        while stream.read(&mut line).expect("memory") == Next::Line {
            lines.push(line.clone());
        }
        assert_eq!(lines, ["a\n", "ÿ b\r\n", "last"]);
        assert_eq!(stream.ask("?").expect("memory"), Reply::End);
    }

    #[test]
    fn a_question_is_answered_by_the_next_line() {
        let mut stream = Piped::silent(&b"31\r\nnext\n"[..]);
        assert_eq!(stream.ask("Enter dice: ").expect("memory"), Reply::Line("31".to_owned()));
        assert!(stream.has_line());
    }
}
