//! What a command answers: text for both streams, in the order in which it was said.

use crate::diag::neutral;
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
    /// Where the stream changes, and to which.
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

    /// Adds text to a stream, without ending the line. Nothing in it steers the terminal.
    pub fn add(&mut self, stream: Stream, text: impl fmt::Display) {
        let from = self.add_as_is(stream, text);
        if let Cow::Owned(safe) = neutral(&self.text[from..]) {
            self.text.replace_range(from.., &safe);
        }
    }

    /// Adds text to standard output as it is: with colours of ours, and pieces from elsewhere that are neutral already.
    pub fn put_as_is(&mut self, text: impl fmt::Display) {
        self.add_as_is(Stream::Out, text);
    }

    /// Adds text as it is, and returns where it begins.
    fn add_as_is(&mut self, stream: Stream, text: impl fmt::Display) -> usize {
        if self.changes.last().map_or(Stream::Out, |last| last.1) != stream {
            self.changes.push((self.text.len(), stream));
        }
        let from = self.text.len();
        write!(self.text, "{text}").expect("writing into a string can't fail");
        from
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.text.clear();
        self.changes.clear();
    }

    /// Forgets what was said to standard output.
    pub fn mute(&mut self) {
        let complaints = self.of(Stream::Err);
        self.clear();
        if !complaints.is_empty() {
            self.add(Stream::Err, complaints);
        }
    }

    /// Returns `true` if nothing was said.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns `true` if the last thing said was this text, on standard output.
    #[must_use]
    pub fn ends_with(&self, text: &str) -> bool {
        self.parts().last().is_some_and(|(stream, said)| stream == Stream::Out && said.ends_with(text))
    }

    /// Iterates over what was said, stream by stream.
    pub fn parts(&self) -> impl Iterator<Item = (Stream, &str)> {
        let ends = self.changes.iter().map(|change| change.0).chain([self.text.len()]);
        let starts = [(0, Stream::Out)].into_iter().chain(self.changes.iter().copied());
        starts
            .zip(ends)
            .map(|((from, stream), to)| (stream, &self.text[from..to]))
            .filter(|part| !part.1.is_empty())
    }

    /// Returns all that was said to a stream.
    #[must_use]
    pub fn of(&self, stream: Stream) -> String {
        self.parts().filter(|part| part.0 == stream).map(|part| part.1).collect()
    }
}

/// Why a command wasn't done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What GNU Backgammon says; it may say nothing, or end without a line end.
    pub text: String,
    /// Where GNU Backgammon says it.
    pub stream: Stream,
    /// What is wrong, or what to do about it, in our words.
    pub help: Option<String>,
    /// The bytes of the line that are wrong.
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

    /// Refuses where GNU Backgammon says nothing.
    #[must_use]
    pub fn silent(help: impl fmt::Display) -> Self {
        Self { text: String::new(), stream: Stream::Out, help: Some(help.to_string()), place: None }
    }

    /// Drops what is said on standard output.
    #[must_use]
    pub fn mute(self) -> Self {
        let text = if self.stream == Stream::Out { String::new() } else { self.text };
        Self { text, ..self }
    }

    /// Adds what is wrong or what to do.
    #[must_use]
    pub fn help(mut self, help: impl fmt::Display) -> Self {
        self.help = Some(help.to_string());
        self
    }

    /// Adds the bytes of the line that are wrong.
    #[must_use]
    pub fn at(mut self, place: Range<usize>) -> Self {
        self.place = Some(place);
        self
    }
}

/// What becomes of a command.
pub type Done = Result<(), Refusal>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_the_order_of_the_streams() {
        let mut answer = Answer::default();
        answer.say("a");
        answer.put("b");
        answer.complain("c");
        answer.complain("d");
        answer.say("e");
        let parts: Vec<_> = answer.parts().collect();
        assert_eq!(parts, [(Stream::Out, "a\nb"), (Stream::Err, "c\nd\n"), (Stream::Out, "e\n")]);
        assert_eq!(answer.of(Stream::Out), "a\nbe\n");
        answer.clear();
        assert!(answer.is_empty() && answer.parts().count() == 0);
    }
}
