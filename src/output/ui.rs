//! The only writer: standard output and standard error, or their replacements.

use super::unicode;
use crate::diag::{
    ENDLESS, escaped_in_json, is_hidden, left_to_right, neutral, neutral_but_colours, wrapped,
};
use crate::notation::drawing::Direction;
use anstream::AutoStream;
use std::borrow::Cow;
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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the streams")]
pub struct Ui<'a> {
    out: Box<dyn Write + 'a>,
    err: Box<dyn Write + 'a>,
    /// Whether results may contain ANSI escape sequences.
    pub styled: bool,
    /// The width of the terminal in columns.
    pub width: usize,
    /// Whether results go to a terminal.
    pub out_is_terminal: bool,
    /// Whether that terminal shows Unicode.
    pub out_is_unicode: bool,
    /// Whether everything else goes to a terminal.
    pub err_is_terminal: bool,
    /// How many columns a line of everything else may have.
    err_room: usize,
}

/// Returns a text of a record or an argument without characters that control a terminal, for a line of text.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect()
}

/// Returns the present width of the terminal in columns, if there is one; at least 40, as a line narrower than that can't
/// show anything useful.
#[must_use]
pub fn columns() -> Option<usize> {
    size().map(|(columns, _)| columns)
}

/// Returns the same with the number of rows.
#[must_use]
pub fn size() -> Option<(usize, usize)> {
    let (width, height) = terminal_size::terminal_size()?;
    Some((usize::from(width.0).max(40), height.0.into()))
}

/// Returns `true` if a terminal shows Unicode: its locale names UTF-8. On Windows the program's output always gets there
/// as UTF-16.
///
/// Source: POSIX.1-2017, chapter 8.2, "Internationalization Variables".
fn is_unicode(is_windows: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.into_iter().find_map(|name| variable(name).filter(|locale| !locale.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    is_windows || locale.contains("utf-8") || locale.contains("utf8")
}

/// Keeps the columns of a text in order if it is for a terminal.
fn ordered(text: &str, is_terminal: bool) -> Cow<'_, str> {
    if is_terminal { left_to_right(text) } else { Cow::Borrowed(text) }
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
        let (out_is_terminal, err_is_terminal) = (stdout.is_terminal(), io::stderr().is_terminal());
        // Machine formats must not pass through a filter that removes escape sequences.
        let out: Box<dyn Write> = if styled {
            Box::new(BufWriter::new(AutoStream::new(stdout.lock(), choice)))
        } else {
            Box::new(BufWriter::with_capacity(1 << 16, stdout.lock()))
        };
        Self {
            out,
            err: Box::new(io::stderr()),
            styled,
            width: columns().filter(|_| out_is_terminal).unwrap_or(WIDTH),
            out_is_terminal,
            out_is_unicode: out_is_terminal && is_unicode(cfg!(windows), |name| std::env::var(name).ok()),
            err_is_terminal,
            err_room: columns().filter(|_| err_is_terminal).unwrap_or(ENDLESS),
        }
    }
}

impl<'a> Ui<'a> {
    /// Writes to other destinations on the way to the same terminal: results to `out`, everything else to `err`.
    #[must_use]
    pub fn through<'b>(self, out: impl Write + 'b, err: impl Write + 'b) -> Ui<'b> {
        Ui {
            out: Box::new(out),
            err: Box::new(err),
            styled: self.styled,
            width: self.width,
            out_is_terminal: self.out_is_terminal,
            out_is_unicode: self.out_is_unicode,
            err_is_terminal: self.err_is_terminal,
            err_room: self.err_room,
        }
    }

    /// Writes to other destinations: results to `out`, everything else to `err`, without colours.
    #[must_use]
    pub fn new(out: impl Write + 'a, err: impl Write + 'a) -> Self {
        Self {
            out: Box::new(out),
            err: Box::new(err),
            styled: false,
            width: WIDTH,
            out_is_terminal: false,
            out_is_unicode: false,
            err_is_terminal: false,
            err_room: ENDLESS,
        }
    }

    /// Returns how many columns a line may have: those of the terminal; in a pipe or a file there is no limit.
    #[must_use]
    pub const fn room(&self) -> usize {
        if self.out_is_terminal { self.width } else { ENDLESS }
    }

    /// Gives the drawing of a board the characters and the colours of the output: on a terminal that shows Unicode
    /// lines and round checkers, elsewhere the letters that it has.
    #[must_use]
    pub fn dressed(&self, drawing: &str, direction: Direction) -> String {
        let drawn = if self.out_is_unicode {
            unicode::board(drawing, direction, self.styled)
        } else {
            neutral(drawing).into_owned()
        };
        unicode::fitted(&drawn, self.room()).into_owned()
    }

    /// Writes bytes of our own unchanged: a picture, a script.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Writes a record. On a terminal control characters are replaced; in a pipe or a file every character is kept.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn record(&mut self, bytes: &[u8]) -> io::Result<()> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.out_is_terminal => self.out.write_all(neutral(text).as_bytes()),
            _ => self.out.write_all(bytes),
        }
    }

    /// Writes text for people. Control characters from records and arguments never reach the terminal, and there columns
    /// keep their order beside [right-to-left names](left_to_right).
    ///
    /// # Errors
    ///
    /// Those of the stream; [`io::ErrorKind::BrokenPipe`] when its reader has closed it.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(ordered(&neutral(text), self.out_is_terminal).as_bytes())
    }

    /// Writes text whose pieces from records and arguments are already neutral, with our own colours if
    /// [`Self::styled`] allows them.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn coloured(&mut self, text: &str) -> io::Result<()> {
        if !self.styled {
            return self.text(text);
        }
        self.out.write_all(ordered(&neutral_but_colours(text), self.out_is_terminal).as_bytes())
    }

    /// Writes a line of results, as [`Self::text`] does.
    ///
    /// # Errors
    ///
    /// Those of the stream; [`io::ErrorKind::BrokenPipe`] when its reader has closed it.
    pub fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        self.text(&format!("{text}\n"))
    }

    /// Does the same, and breaks lines between words where a terminal is too narrow for them.
    ///
    /// # Errors
    ///
    /// Those of the stream; [`io::ErrorKind::BrokenPipe`] when its reader has closed it.
    pub fn prose(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        self.text(&wrapped(&format!("{text}\n"), self.room()))
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
            let _ = self.err.write_all(ordered(&neutral_but_colours(text), self.err_is_terminal).as_bytes());
            let _ = self.err.flush();
        } else {
            self.put_err(text);
        }
    }

    /// Writes text that isn't a result, without ending the line.
    pub fn put_err(&mut self, text: &str) {
        let _ = self.err.write_all(ordered(&neutral(text), self.err_is_terminal).as_bytes());
        let _ = self.err.flush();
    }

    /// Writes a line that isn't a result: a summary, or the reason of a failure. Where a terminal is too narrow for it, it
    /// is broken between words.
    pub fn err(&mut self, text: impl std::fmt::Display) {
        let line = format!("{text}\n");
        self.put_err(&wrapped(&line, self.err_room));
    }
}

#[cfg(test)]
mod tests {
    use super::is_unicode;

    #[test]
    fn the_first_locale_that_is_set_counts() {
        let shows = |set: &[(&str, &str)]| {
            let of =
                |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            is_unicode(false, of)
        };
        assert!(shows(&[("LANG", "de_DE.UTF-8")]) && shows(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(shows(&[("LC_ALL", ""), ("LANG", "en_US.UTF-8")]));
        assert!(!shows(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!shows(&[("LANG", "de_DE.ISO-8859-1")]) && !shows(&[]));
        assert!(is_unicode(true, |_| None));
    }
}
