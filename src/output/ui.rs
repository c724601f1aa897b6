//! The only writer: standard output and standard error, or their replacements.

use crate::diag::{escaped_in_json, is_hidden, neutral, neutral_but_colours};
use anstream::AutoStream;
use std::io::{self, BufWriter, IsTerminal, Write};

/// When escape sequences for colours are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR`, `CLICOLOR_FORCE` or `TERM` override it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The destination of a program's output.
///
/// Results go to standard output, everything else to standard error by [`err`](Self::err), whose own failures are
/// ignored: there is nowhere left to report them.
pub struct Ui<'a> {
    out: Box<dyn Write + 'a>,
    err: Box<dyn Write + 'a>,
    /// Whether results may contain ANSI escape sequences.
    pub styled: bool,
    /// The width of the terminal in columns.
    pub width: usize,
    /// Whether results go to a terminal.
    pub out_is_terminal: bool,
    /// Whether everything else goes to a terminal.
    pub err_is_terminal: bool,
}

/// Returns a text of a record or an argument without characters that control a terminal, for a line of text.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect()
}

/// The width assumed without a terminal.
const WIDTH: usize = 100;

impl Ui<'static> {
    /// Uses the standard streams.
    #[must_use]
    pub fn stdio(color: Color) -> Self {
        let stdout = io::stdout();
        let choice = match color {
            Color::Auto => AutoStream::choice(&stdout),
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        let styled = choice != anstream::ColorChoice::Never;
        let out_is_terminal = stdout.is_terminal();
        // Machine formats must not pass through a filter that removes escape sequences.
        let out: Box<dyn Write> = if styled {
            Box::new(BufWriter::new(AutoStream::new(stdout.lock(), choice)))
        } else {
            Box::new(BufWriter::with_capacity(1 << 16, stdout.lock()))
        };
        let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0));
        Self {
            out,
            err: Box::new(io::stderr()),
            styled,
            // A line narrower than this can't show anything useful.
            width: if out_is_terminal { width.max(40) } else { WIDTH },
            out_is_terminal,
            err_is_terminal: io::stderr().is_terminal(),
        }
    }
}

impl<'a> Ui<'a> {
    /// Writes to other destinations: results to `out`, everything else to `err`, without colours.
    #[must_use]
    pub fn new(out: impl Write + 'a, err: impl Write + 'a) -> Self {
        Self {
            out: Box::new(out),
            err: Box::new(err),
            styled: false,
            width: WIDTH,
            out_is_terminal: false,
            err_is_terminal: false,
        }
    }

    /// Writes bytes of our own unchanged: a picture, a script.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Writes a record. On a terminal it is treated as text; in a pipe or a file every character is kept.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn record(&mut self, bytes: &[u8]) -> io::Result<()> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.out_is_terminal => self.text(text),
            _ => self.out.write_all(bytes),
        }
    }

    /// Writes text for people. Control characters from records and arguments never reach the terminal.
    ///
    /// # Errors
    ///
    /// Those of the stream; [`io::ErrorKind::BrokenPipe`] when its reader has closed it.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(neutral(text).as_bytes())
    }

    /// Writes text whose pieces from records and arguments are already neutral, with our own colours if
    /// [`Self::styled`] allows them.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn coloured(&mut self, text: &str) -> io::Result<()> {
        if self.styled { self.out.write_all(neutral_but_colours(text).as_bytes()) } else { self.text(text) }
    }

    /// Writes a line of results, as [`Self::text`] does.
    ///
    /// # Errors
    ///
    /// Those of the stream; [`io::ErrorKind::BrokenPipe`] when its reader has closed it.
    pub fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        self.text(&format!("{text}\n"))
    }

    /// Writes an answer as one line of JSON.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn json(&mut self, answer: &impl serde::Serialize) -> io::Result<()> {
        let line = serde_json::to_string(answer)?;
        self.written_json(&line)?;
        self.out.write_all(b"\n")
    }

    /// Writes JSON that is already serialised.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn written_json(&mut self, json: &str) -> io::Result<()> {
        self.out.write_all(escaped_in_json(json).as_bytes())
    }

    /// Flushes everything that was written.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes text that isn't a result and whose pieces from elsewhere are already neutral, with our own colours if
    /// they are allowed.
    pub fn put_err_coloured(&mut self, text: &str) {
        if self.styled {
            let _ = self.err.write_all(neutral_but_colours(text).as_bytes());
            let _ = self.err.flush();
        } else {
            self.put_err(text);
        }
    }

    /// Writes text that isn't a result, without ending the line.
    pub fn put_err(&mut self, text: &str) {
        let _ = self.err.write_all(neutral(text).as_bytes());
        let _ = self.err.flush();
    }

    /// Writes a line that isn't a result: a summary, or the reason of a failure.
    pub fn err(&mut self, text: impl std::fmt::Display) {
        self.put_err(&format!("{text}\n"));
    }
}
