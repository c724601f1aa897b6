//! A command as it was typed, and the parsing of its arguments.

use super::answer::{Answer, Done, Refusal};
use super::line::{Word, Words, abbreviates, number};
use super::session::Session;
use super::table::Command;
use crate::board::Side;
use std::borrow::Cow;
use std::ops::{Range, RangeBounds};

/// A command with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Call<'a> {
    /// The command.
    pub command: &'static Command,
    /// The players in its path, the outer one first.
    pub players: [Option<Word<'a>>; 2],
    /// The text after its name.
    pub words: Words<'a>,
}

/// The function that carries out a command.
pub(super) type Handler = fn(&mut Session, &mut Call<'_>, &mut Answer) -> Done;

/// Commands and their functions. A `*` as the last word stands for the commands of a group that aren't above it.
pub(super) type Handlers = &'static [(&'static str, Handler)];

impl Session {
    /// Reads the name of a file. An empty word, in quotes, names none.
    pub(super) fn file<'a>(&self, call: &mut Call<'a>) -> Option<Word<'a>> {
        let mut word = call.words.next().filter(|word| !word.text.is_empty())?;
        word.text = self.path(word.text);
        Some(word)
    }

    /// Returns the path that a typed name stands for, of a file, a folder, a socket or a database.
    pub(super) fn path<'a>(&self, typed: Cow<'a, str>) -> Cow<'a, str> {
        in_home(typed, self.home_folder().as_deref())
    }

    /// Returns the folder that `~/` stands for: the user's own, but none in compat mode.
    pub(super) fn home_folder(&self) -> Option<String> {
        self.host.home().filter(|_| !self.settings.compat)
    }
}

/// Replaces `~/` at the beginning of a path by the home folder, if there is one.
pub(super) fn in_home<'a>(typed: Cow<'a, str>, home: Option<&str>) -> Cow<'a, str> {
    let rest = typed.strip_prefix('~').and_then(|rest| rest.strip_prefix(std::path::is_separator));
    match home.zip(rest) {
        Some((home, rest)) => Cow::Owned(format!("{home}/{rest}")),
        None => typed,
    }
}

impl Call<'_> {
    /// Returns the sides of the player in the path.
    pub(super) fn sides(&self, session: &Session) -> &'static [Side] {
        session.sides(self.players[0].as_ref().map_or("", |word| word.text.as_ref()))
    }

    /// Returns the place of the next word; an empty place at the end if there is none.
    pub(super) fn place(&self) -> Range<usize> {
        self.words.peek().map_or_else(|| self.words.rest_place(), |word| word.place)
    }

    /// Reads the next word with a parser.
    ///
    /// # Errors
    ///
    /// If the parser doesn't accept the word, or there is none: its place.
    pub(super) fn read<T>(&mut self, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, Range<usize>> {
        let place = self.place();
        self.words.next().and_then(|word| parse(&word.text)).ok_or(place)
    }

    /// Reads a whole number within the range of the type.
    pub(super) fn whole<T: TryFrom<i64> + PartialOrd>(&mut self) -> Result<T, Range<usize>> {
        self.within(..)
    }

    /// Reads a whole number of this range.
    pub(super) fn within<T: TryFrom<i64> + PartialOrd>(
        &mut self,
        range: impl RangeBounds<T>,
    ) -> Result<T, Range<usize>> {
        let fits = |number: i64| T::try_from(number).ok().filter(|number| range.contains(number));
        self.read(|word| number(word).and_then(fits))
    }

    /// Reads a finite number.
    pub(super) fn real(&mut self) -> Result<f64, Range<usize>> {
        self.read(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
    }

    /// Reads `on` or `off`, written out, or an abbreviation of `yes`, `no`, `true` or `false`. A refusal
    /// contains the path of the command, or the name in its line.
    pub(super) fn on_or_off(&mut self) -> Result<bool, Refusal> {
        let command = self.command;
        let (named, path) = (command.answer(2), &command.path);
        self.on_or_off_named(if named.is_empty() {
            path.strip_prefix("set ").unwrap_or(path)
        } else {
            &named
        })
    }

    /// Does the same as [`on_or_off`](Self::on_or_off), with another name for the message.
    pub(super) fn on_or_off_named(&mut self, name: &str) -> Result<bool, Refusal> {
        let Some(word) = self.words.next() else {
            return Err(Refusal::say(format_args!("You must specify whether to set '{name}' on or off."))
                .at(self.words.rest_place()));
        };
        let text = word.text.as_ref();
        let is = |full: &str| abbreviates(text, full);
        // An empty word, in quotes, is an abbreviation of every word; `on` is tried first.
        if text.is_empty() || text.eq_ignore_ascii_case("on") || is("yes") || is("true") {
            Ok(true)
        } else if text.eq_ignore_ascii_case("off") || is("no") || is("false") {
            Ok(false)
        } else {
            Err(Refusal::say(format_args!("Illegal keyword `{text}'."))
                .help("it is turned `on` or `off`")
                .at(word.place))
        }
    }

    /// Reads one of the words in the usage, or an abbreviation.
    pub(super) fn choice(&mut self) -> Result<&'static str, Refusal> {
        let command = self.command;
        self.read(|word| command.choices().find(|choice| abbreviates(word, choice))).map_err(|place| {
            let choices: Vec<_> = command.choices().collect();
            Refusal::silent(format_args!("`{}' is followed by one of: {}", command.path, choices.join(", ")))
                .at(place)
        })
    }
}
