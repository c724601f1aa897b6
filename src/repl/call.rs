//! A command as it was typed, and how its arguments are read.

use super::answer::{Answer, Done, Refusal};
use super::line::{Word, Words, abbreviates, number};
use super::session::Session;
use super::table::Command;
use crate::board::Side;
use std::ops::Range;

/// A command with what was typed after it.
#[derive(Clone, Debug)]
pub(super) struct Call<'a> {
    /// The command.
    pub command: &'static Command,
    /// The players that its path names, the outer one first.
    pub players: [Option<Word<'a>>; 2],
    /// The text after its name.
    pub words: Words<'a>,
}

/// What does a command.
pub(super) type Handler = fn(&mut Session, &mut Call<'_>, &mut Answer) -> Done;

/// Commands, and what does them.
pub(super) type Handlers = &'static [(&'static str, Handler)];

impl Call<'_> {
    /// Returns the sides that the player in the path stands for.
    pub(super) fn sides(&self, session: &Session) -> &'static [Side] {
        session.sides(self.players[0].as_ref().map_or("", |word| word.text.as_ref()))
    }

    /// Returns the place of the next word; nothing after the last one if there is none.
    pub(super) fn place(&self) -> Range<usize> {
        self.words.peek().map_or_else(|| self.words.rest_place(), |word| word.place)
    }

    /// Reads the next word by a parser.
    ///
    /// # Errors
    ///
    /// The place of a word that the parser doesn't take, or where one is missing.
    pub(super) fn read<T>(&mut self, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, Range<usize>> {
        let place = self.place();
        self.words.next().and_then(|word| parse(&word.text)).ok_or(place)
    }

    /// Reads a whole number that the type holds.
    ///
    /// # Errors
    ///
    /// Its place, if it is another one, or none.
    pub(super) fn whole<T: TryFrom<i64>>(&mut self) -> Result<T, Range<usize>> {
        self.read(|word| number(word).and_then(|number| T::try_from(number).ok()))
    }

    /// Reads a number that is finite.
    ///
    /// # Errors
    ///
    /// Its place, if it is another one, or none.
    pub(super) fn real(&mut self) -> Result<f64, Range<usize>> {
        self.read(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
    }

    /// Reads `on` or `off`, written out, or an abbreviation of `yes`, `no`, `true` or `false`.
    ///
    /// # Errors
    ///
    /// There is no word, or another one; the question for it is about the command.
    pub(super) fn on_or_off(&mut self) -> Result<bool, Refusal> {
        self.on_or_off_named(self.command.path.strip_prefix("set ").unwrap_or(&self.command.path))
    }

    /// As [`on_or_off`](Self::on_or_off), with the name that the question for it has.
    ///
    /// # Errors
    ///
    /// The same.
    pub(super) fn on_or_off_named(&mut self, name: &str) -> Result<bool, Refusal> {
        let Some(word) = self.words.next() else {
            return Err(Refusal::say(format_args!("You must specify whether to set '{name}' on or off."))
                .at(self.words.rest_place()));
        };
        let text = word.text.as_ref();
        let is = |full: &str| abbreviates(text, full);
        // An empty word, in quotes, begins every word; `on` is the first that is asked for.
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

    /// Reads one of the words that the usage lists, or an abbreviation of it.
    ///
    /// # Errors
    ///
    /// There is no word, or another one.
    pub(super) fn choice(&mut self) -> Result<&'static str, Refusal> {
        let command = self.command;
        self.read(|word| command.choices().find(|choice| abbreviates(word, choice))).map_err(|place| {
            let choices: Vec<_> = command.choices().collect();
            Refusal::silent(format_args!("`{}' goes on with one of: {}", command.path, choices.join(", ")))
                .at(place)
        })
    }
}
