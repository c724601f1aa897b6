//! Sources of lines: a pipe, a file, or a person who types.

use super::session::Session;
use crate::diag::{MARK, neutral};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};

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

    /// Returns the bytes that have arrived, without taking them; waits for the first ones.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    fn head(&mut self) -> io::Result<&[u8]> {
        Ok(&[])
    }

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
    /// Whether its first bytes were seen.
    is_begun: bool,
    /// The text of a stream in UTF-16, which is read as a whole.
    wide: Option<Cursor<Vec<u8>>>,
}

/// Decodes a file of commands: UTF-16 after its byte order mark, or else each line as [`decoded`] does.
pub(super) fn decoded_file(bytes: &[u8]) -> String {
    match utf16(bytes) {
        Some(encoding) => encoding.decode_with_bom_removal(bytes).0.into_owned(),
        None => bytes.split_inclusive(|byte| *byte == b'\n').map(decoded).collect(),
    }
}

/// Returns the kind of UTF-16 whose byte order mark a text begins with.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let (encoding, _) = Encoding::for_bom(bytes)?;
    Some(encoding).filter(|&encoding| encoding != UTF_8)
}

/// Decodes commands as records are: UTF-8, or else Windows-1252.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

impl<R: Read> Piped<R> {
    /// Makes a source from a stream; questions that its lines answer are written to standard output.
    pub fn new(input: R) -> Self {
        let input = BufReader::with_capacity(1 << 16, input);
        Self { input, bytes: Vec::new(), asks_aloud: true, is_begun: false, wide: None }
    }

    /// Makes a source from a stream without writing questions.
    pub fn silent(input: R) -> Self {
        Self { asks_aloud: false, ..Self::new(input) }
    }

    fn read(&mut self, line: &mut String) -> io::Result<Next> {
        self.bytes.clear();
        line.clear();
        if !self.is_begun {
            self.is_begun = true;
            if utf16(self.input.fill_buf()?).is_some() {
                let mut whole = Vec::new();
                self.input.read_to_end(&mut whole)?;
                self.wide = Some(Cursor::new(decoded_file(&whole).into_bytes()));
            }
        }
        let most = LONGEST as u64 + 1;
        let length = match &mut self.wide {
            Some(wide) => Read::by_ref(wide).take(most).read_until(b'\n', &mut self.bytes)?,
            None => self.input.by_ref().take(most).read_until(b'\n', &mut self.bytes)?,
        };
        if length == 0 {
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
        let waiting = match &self.wide {
            Some(wide) => wide.get_ref().get(wide.position() as usize..).unwrap_or_default(),
            None => self.input.buffer(),
        };
        memchr::memchr(b'\n', waiting).is_some()
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn head(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
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
