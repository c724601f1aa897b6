//! The only writer: standard output and standard error, or whatever stands in for them.

use anstream::AutoStream;
use std::io::{self, BufWriter, IsTerminal, Write};

/// When escape sequences for colours are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR`, `CLICOLOR_FORCE` or `TERM` say otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where a program's output goes.
///
/// Results go to [`out`](Self::out), everything else to [`err`](Self::err), whose own failures are
/// ignored: there is nowhere left to report them.
pub struct Ui<'a> {
    out: Box<dyn Write + 'a>,
    err: Box<dyn Write + 'a>,
    /// Whether results may hold ANSI escape sequences.
    pub styled: bool,
    /// The width of the terminal in columns.
    pub width: usize,
    /// Whether results go to a terminal.
    pub out_is_terminal: bool,
    /// Whether everything else goes to a terminal.
    pub err_is_terminal: bool,
}

/// Returns a text that somebody else has written without what would steer a terminal.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The width that is assumed when there is no terminal.
const WIDTH: usize = 100;

impl Ui<'static> {
    /// Takes the standard streams.
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
            // Narrower than this, nothing can be shown of a line.
            width: if out_is_terminal { width.max(40) } else { WIDTH },
            out_is_terminal,
            err_is_terminal: io::stderr().is_terminal(),
        }
    }
}

impl<'a> Ui<'a> {
    /// Writes to something else: results to `out`, everything else to `err`, without colours.
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

    /// Returns where results are written.
    pub fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Writes a line of results.
    ///
    /// # Errors
    ///
    /// Those of the stream; [`io::ErrorKind::BrokenPipe`] when nobody reads it any more.
    pub fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes an answer as one line of JSON.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn json(&mut self, answer: &impl serde::Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        self.out.write_all(&line)
    }

    /// Hands on everything that was written.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes text that isn't a result, without ending the line.
    pub fn put_err(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
        let _ = self.err.flush();
    }

    /// Writes a line that isn't a result: a summary, or why something failed.
    pub fn err(&mut self, text: impl std::fmt::Display) {
        let _ = writeln!(self.err, "{text}");
        let _ = self.err.flush();
    }
}
