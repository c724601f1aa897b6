//! A setting as a row: its line in the table of commands, its place, how it is set, and how it is saved.
//!
//! A new setting is a new row, and a line in the table with its answers. `set`, `show`, help, completion, the
//! file of `save settings` and the page of differences come from them.

use super::Settings;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handler};
use crate::repl::session::Session;
use crate::repl::table::{Command, Table};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A setting.
pub(in crate::repl) struct Row {
    /// Its path after `set`, and after `show` if there is such a command.
    pub(super) path: &'static str,
    /// How it is set.
    kind: Kind,
    /// Its answer, if that isn't in the table: lines, or an empty text.
    says: Option<fn(&Session) -> String>,
    /// A function that makes the refusal of other numbers from its text.
    refuses: fn(String) -> Refusal,
    /// A function that runs after it has been set.
    then: fn(&mut Session),
    /// Whether `save settings` writes it.
    is_kept: bool,
}

/// The ways to set a setting.
#[derive(Clone, Copy)]
enum Kind {
    /// By `on` or `off`.
    Switch(fn(&mut Settings) -> &mut bool),
    /// By a whole number of a range.
    Whole(fn(&mut Settings) -> &mut dyn Whole, (i64, i64)),
    /// By a number with a fraction, with a lower bound that may be excluded.
    Real(fn(&mut Settings) -> &mut dyn Real, Least),
    /// By one of the words in its usage.
    Choice(fn(&Settings) -> &'static str, fn(&mut Settings, &str)),
    /// By a function of its own; with the words that set the current value, if it is written at all.
    Own(Handler, fn(&Session) -> Option<String>),
}

/// The range of a number with a fraction.
#[derive(Clone, Copy)]
pub(super) enum Least {
    /// 0 or more.
    Zero,
    /// Above 0.
    AboveZero,
    /// From 0 to 1.
    Share,
}

impl Least {
    fn takes(self, number: f64) -> bool {
        match self {
            Self::Zero => number >= 0.0,
            Self::AboveZero => number > 0.0,
            Self::Share => (0.0..=1.0).contains(&number),
        }
    }
}

/// A place for a whole number.
pub(super) trait Whole: Display {
    /// Puts a number there, unless the place is too small for it.
    fn put(&mut self, number: i64) -> Option<()>;
}

impl<T: TryFrom<i64> + Display> Whole for T {
    fn put(&mut self, number: i64) -> Option<()> {
        *self = number.try_into().ok()?;
        Some(())
    }
}

/// A place for a number with a fraction.
pub(super) trait Real: Display {
    /// Puts a number there.
    fn put(&mut self, number: f64);
}

impl Real for f32 {
    fn put(&mut self, number: f64) {
        *self = number as Self;
    }
}

impl Real for f64 {
    fn put(&mut self, number: f64) {
        *self = number;
    }
}

/// Values with a word each.
pub(super) trait Worded: Copy + PartialEq + 'static {
    /// The words with their values.
    const WORDS: &'static [(&'static str, Self)];

    /// Returns the value of a word; the first one for any other word.
    fn of(word: &str) -> Self {
        Self::WORDS.iter().find(|known| known.0 == word).unwrap_or(&Self::WORDS[0]).1
    }

    /// Returns the word of a value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|known| known.1 == self).map_or("", |known| known.0)
    }
}

impl Row {
    const fn new(path: &'static str, kind: Kind) -> Self {
        Self { path, kind, says: None, refuses: Refusal::say, then: |_| (), is_kept: true }
    }

    /// Makes a setting that is turned on or off.
    pub(super) const fn switch(path: &'static str, of: fn(&mut Settings) -> &mut bool) -> Self {
        Self::new(path, Kind::Switch(of))
    }

    /// Makes a setting that is a whole number of a range.
    pub(super) const fn whole(
        path: &'static str,
        of: fn(&mut Settings) -> &mut dyn Whole,
        range: RangeInclusive<i64>,
    ) -> Self {
        Self::new(path, Kind::Whole(of, (*range.start(), *range.end())))
    }

    /// Makes a setting that is a number with a fraction.
    pub(super) const fn real(
        path: &'static str,
        of: fn(&mut Settings) -> &mut dyn Real,
        least: Least,
    ) -> Self {
        Self::new(path, Kind::Real(of, least))
    }

    /// Makes a setting that is one of the words in its usage.
    pub(super) const fn choice(
        path: &'static str,
        get: fn(&Settings) -> &'static str,
        set: fn(&mut Settings, &str),
    ) -> Self {
        Self::new(path, Kind::Choice(get, set))
    }

    /// Makes a setting with a function of its own, and the words that set the current value; `None` if it
    /// isn't written.
    pub(super) const fn own(path: &'static str, set: Handler, get: fn(&Session) -> Option<String>) -> Self {
        Self::new(path, Kind::Own(set, get))
    }

    /// Sets the function that makes its answer.
    pub(super) const fn says(self, says: fn(&Session) -> String) -> Self {
        Self { says: Some(says), ..self }
    }

    /// Sets the function that makes the refusal of other numbers from its text.
    pub(super) const fn refuses(self, refuses: fn(String) -> Refusal) -> Self {
        Self { refuses, ..self }
    }

    /// Sets the function that runs after it has been set.
    pub(super) const fn then(self, then: fn(&mut Session)) -> Self {
        Self { then, ..self }
    }

    /// Leaves it out of the file of `save settings`.
    pub(super) const fn unkept(self) -> Self {
        Self { is_kept: false, ..self }
    }

    /// Returns its line in the table.
    fn line(&self) -> &'static Command {
        let words: Vec<&str> = std::iter::once("set").chain(self.path.split(' ')).collect();
        Table::get().find(&words).command
    }

    /// Returns `true` if a command sets it: its own, or one that is like it and has its status.
    pub(in crate::repl) fn is_set_by(&self, command: &Command) -> bool {
        command.meaning.strip_prefix("set ") == Some(self.path) && command.status == self.line().status
    }

    /// Returns `true` if a command shows it.
    pub(in crate::repl) fn is_shown_by(&self, command: &Command) -> bool {
        command.meaning.strip_prefix("show ") == Some(self.path)
    }

    /// Sets it from the words of a call, and prints the answer.
    ///
    /// # Errors
    ///
    /// If the words don't set it; nothing has changed then.
    pub(in crate::repl) fn set(
        &self,
        session: &mut Session,
        call: &mut Call<'_>,
        answer: &mut Answer,
    ) -> Done {
        let command = call.command;
        let place = call.place();
        let refusal = || (self.refuses)(command.answer(1).replace("{path}", &command.path)).at(place);
        let settings = &mut session.settings;
        match self.kind {
            Kind::Switch(of) => *of(settings) = call.on_or_off()?,
            Kind::Whole(of, (least, most)) => {
                let number = call.within(least..=most).ok();
                number.and_then(|number| of(settings).put(number)).ok_or_else(refusal)?;
            }
            Kind::Real(of, least) => {
                let number = call.real().ok().filter(|&number| least.takes(number));
                of(settings).put(number.ok_or_else(refusal)?);
            }
            Kind::Choice(_, set) => set(settings, call.choice()?),
            Kind::Own(set, _) => return set(session, call, answer),
        }
        (self.then)(session);
        self.say(session, answer);
        Ok(())
    }

    /// Prints its value.
    pub(in crate::repl) fn say(&self, session: &Session, answer: &mut Answer) {
        let text = self.said(session);
        if !text.is_empty() {
            answer.say(text);
        }
    }

    /// Returns its value in words.
    pub(super) fn said(&self, session: &Session) -> String {
        if let Some(says) = self.says {
            return says(session);
        }
        let mut now = session.settings.clone();
        let line = self.line();
        match self.kind {
            Kind::Switch(of) => line.answer(usize::from(!*of(&mut now))),
            Kind::Whole(of, _) => filled(&line.answer(0), of(&mut now)),
            Kind::Real(of, _) => filled(&line.answer(0), of(&mut now)),
            Kind::Choice(get, _) => {
                let at = line.choices().position(|word| word == get(&now));
                at.map(|at| line.answer(at)).unwrap_or_default()
            }
            Kind::Own(..) => String::new(),
        }
    }

    /// Returns the command, without `set`, that sets the current value; `None` if it isn't written.
    pub(super) fn command(&self, session: &Session) -> Option<(String, String)> {
        match self.kind {
            Kind::Own(_, get) if self.is_kept => Some((self.path.to_owned(), get(session)?)),
            _ => self.command_of(&session.settings),
        }
    }

    /// Returns the command, without `set`, that sets its value in other settings than the session's; `None`
    /// if it isn't written, or has a function of its own.
    pub(super) fn command_of(&self, settings: &Settings) -> Option<(String, String)> {
        let mut now = settings.clone();
        let words = match self.kind {
            _ if !self.is_kept => return None,
            Kind::Switch(of) => on(*of(&mut now)).to_owned(),
            Kind::Whole(of, _) => of(&mut now).to_string(),
            Kind::Real(of, _) => of(&mut now).to_string(),
            Kind::Choice(get, _) => get(&now).to_owned(),
            Kind::Own(..) => return None,
        };
        Some((self.path.to_owned(), words))
    }
}

/// Puts a number into a text, in place of `{}` or, with this many digits after its point, of `{.3}`.
fn filled(text: &str, number: impl Display) -> String {
    let Some((before, rest)) = text.split_once('{') else { return text.to_owned() };
    let (form, after) = rest.split_once('}').unwrap_or((rest, ""));
    match form.strip_prefix('.').and_then(|digits| digits.parse::<usize>().ok()) {
        Some(digits) => format!("{before}{number:.digits$}{after}"),
        None => format!("{before}{number}{after}"),
    }
}

/// Returns the word for on or off.
pub(super) const fn on(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::settings::rows;

    #[test]
    fn every_setting_has_a_line_with_its_answers() {
        for row in rows() {
            let line = row.line();
            assert_eq!(line.path.strip_prefix("set "), Some(row.path));
            let needed = match row.kind {
                Kind::Switch(_) => 0..2,
                Kind::Whole(..) | Kind::Real(..) => 1..2,
                Kind::Choice(..) => 0..line.choices().count(),
                Kind::Own(..) => 0..0,
            };
            for at in needed {
                assert!(!line.answer(at).is_empty(), "{}: answer {at}", row.path);
            }
        }
    }
}
