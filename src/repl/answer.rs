//! The output of a command: text for both streams, in the order of writing.

use crate::diag::{neutral, wrapped};
use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::ops::Range;

/// One of the two streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// Text for both streams. It is reused from line to line, so that answering allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    text: String,
    /// The places where the stream changes, each with the new stream.
    changes: Vec<(usize, Stream)>,
}

impl Answer {
    /// Adds a line to standard output.
    pub fn say(&mut self, line: impl fmt::Display) {
        self.put(line);
        self.text.push('\n');
    }

    /// Adds text to standard output, without ending the line.
    pub fn put(&mut self, text: impl fmt::Display) {
        self.add(Stream::Out, text);
    }

    /// Adds a line to standard error.
    pub fn complain(&mut self, line: impl fmt::Display) {
        self.add(Stream::Err, line);
        self.text.push('\n');
    }

    /// Adds text to a stream, without ending the line. Control characters in it are made harmless.
    pub fn add(&mut self, stream: Stream, text: impl fmt::Display) {
        let from = self.add_as_is(stream, text);
        if let Cow::Owned(safe) = neutral(&self.text[from..]) {
            self.text.replace_range(from.., &safe);
        }
    }

    /// Adds text to standard output unchanged: with our own colours, and with parts that are harmless
    /// already.
    pub(super) fn put_as_is(&mut self, text: impl fmt::Display) {
        self.add_as_is(Stream::Out, text);
    }

    /// Adds text unchanged, and returns where it begins.
    fn add_as_is(&mut self, stream: Stream, text: impl fmt::Display) -> usize {
        if self.changes.last().map_or(Stream::Out, |last| last.1) != stream {
            self.changes.push((self.text.len(), stream));
        }
        let from = self.text.len();
        write!(self.text, "{text}").expect("writing into a string can't fail");
        from
    }

    /// Removes all text.
    pub fn clear(&mut self) {
        self.text.clear();
        self.changes.clear();
    }

    /// Breaks lines that are wider than this many columns, between words.
    pub(super) fn wrap(&mut self, columns: usize) {
        let mut narrow = Self::default();
        for (stream, text) in self.parts() {
            narrow.add_as_is(stream, wrapped(text, columns));
        }
        *self = narrow;
    }

    /// Removes the text for standard output.
    pub(super) fn mute(&mut self) {
        let complaints = self.of(Stream::Err);
        self.clear();
        if !complaints.is_empty() {
            self.add(Stream::Err, complaints);
        }
    }

    /// Returns `true` if there is no text.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns `true` if the output ends with this text, on standard output.
    pub(super) fn ends_with(&self, text: &str) -> bool {
        self.parts().last().is_some_and(|(stream, said)| stream == Stream::Out && said.ends_with(text))
    }

    /// Iterates over the text, stream by stream.
    pub fn parts(&self) -> impl Iterator<Item = (Stream, &str)> {
        let ends = self.changes.iter().map(|change| change.0).chain([self.text.len()]);
        let starts = [(0, Stream::Out)].into_iter().chain(self.changes.iter().copied());
        starts
            .zip(ends)
            .map(|((from, stream), to)| (stream, &self.text[from..to]))
            .filter(|part| !part.1.is_empty())
    }

    /// Returns all text for a stream.
    #[must_use]
    pub fn of(&self, stream: Stream) -> String {
        self.parts().filter(|part| part.0 == stream).map(|part| part.1).collect()
    }
}

/// The reason why a command wasn't carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// GNU Backgammon's message, which may be empty or lack a line end.
    pub text: String,
    /// The stream of GNU Backgammon's message.
    pub stream: Stream,
    /// Our own explanation of the error, or a hint what to do.
    pub help: Option<String>,
    /// The bytes of the line with the error.
    pub place: Option<Range<usize>>,
}

impl Refusal {
    /// Refuses with a line on standard output, as GNU Backgammon mostly does.
    #[must_use]
    pub fn say(line: impl fmt::Display) -> Self {
        Self { text: format!("{line}\n"), stream: Stream::Out, help: None, place: None }
    }

    /// Refuses with a line on standard error.
    #[must_use]
    pub fn complain(line: impl fmt::Display) -> Self {
        Self { stream: Stream::Err, ..Self::say(line) }
    }

    /// Refuses where GNU Backgammon prints nothing.
    pub(super) fn silent(help: impl fmt::Display) -> Self {
        Self { text: String::new(), stream: Stream::Out, help: Some(help.to_string()), place: None }
    }

    /// Drops the text for standard output.
    pub(super) fn mute(self) -> Self {
        let text = if self.stream == Stream::Out { String::new() } else { self.text };
        Self { text, ..self }
    }

    /// Adds an explanation or a hint.
    pub(super) fn help(mut self, help: impl fmt::Display) -> Self {
        self.help = Some(help.to_string());
        self
    }

    /// Adds the bytes of the line with the error.
    pub(super) fn at(mut self, place: Range<usize>) -> Self {
        self.place = Some(place);
        self
    }
}

/// The result of a command.
pub type Done = Result<(), Refusal>;
