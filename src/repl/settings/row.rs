//! A setting as a row: its line in the table of commands, how it is set, the answer, and how it is saved.
//!
//! A new setting is a new row. `set`, `show`, help, completion, the file of `save settings` and the page of
//! differences come from it.

use super::Settings;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handler};
use crate::repl::session::Session;
use crate::repl::table::Command;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A setting.
pub(in crate::repl) struct Row {
    /// Its line in the table of commands, in the form of `commands.txt`.
    pub line: &'static str,
    /// The line of the command that shows it, if it has one of its own.
    pub show: Option<&'static str>,
    /// Its name in messages, if that isn't its path.
    name: Option<&'static str>,
    /// How it is set.
    kind: Kind,
    /// A function that runs after it has been set.
    then: fn(&mut Session),
    /// Whether `save settings` writes it.
    is_kept: bool,
}

/// The answer to a setting: lines, or an empty text.
type Says = fn(&Session) -> String;

/// The ways to set a setting.
#[derive(Clone, Copy)]
enum Kind {
    /// By `on` or `off`; with the answer to each.
    Switch(fn(&mut Settings) -> &mut bool, [&'static str; 2]),
    /// By a whole number of a range.
    Whole(fn(&mut Settings) -> &mut dyn Whole, (i64, i64), fn(&str) -> Refusal, Says),
    /// By a number with a fraction, with a lower bound that may be excluded.
    Real(fn(&mut Settings) -> &mut dyn Real, Least, fn(&str) -> Refusal, Says),
    /// By one of the words in its usage.
    Choice(fn(&Settings) -> &'static str, fn(&mut Settings, &str), Says),
    /// By a function of its own; with the words that set the current value, if it is written at all.
    Own(Handler, fn(&Session) -> Option<String>, Says),
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

impl Row {
    const fn new(line: &'static str, kind: Kind) -> Self {
        Self { line, show: None, name: None, kind, then: |_| (), is_kept: true }
    }

    /// Makes a setting that is turned on or off, with the answers.
    pub(super) const fn switch(
        line: &'static str,
        of: fn(&mut Settings) -> &mut bool,
        says: [&'static str; 2],
    ) -> Self {
        Self::new(line, Kind::Switch(of, says))
    }

    /// Makes a setting that is a whole number of a range; `refusal` makes the message for others from the
    /// command's path.
    pub(super) const fn whole(
        line: &'static str,
        of: fn(&mut Settings) -> &mut dyn Whole,
        range: RangeInclusive<i64>,
        refusal: fn(&str) -> Refusal,
        says: Says,
    ) -> Self {
        Self::new(line, Kind::Whole(of, (*range.start(), *range.end()), refusal, says))
    }

    /// Makes a setting that is a number with a fraction; `refusal` makes the message for others from the
    /// command's path.
    pub(super) const fn real(
        line: &'static str,
        of: fn(&mut Settings) -> &mut dyn Real,
        least: Least,
        refusal: fn(&str) -> Refusal,
        says: Says,
    ) -> Self {
        Self::new(line, Kind::Real(of, least, refusal, says))
    }

    /// Makes a setting that is one of the words in its usage.
    pub(super) const fn choice(
        line: &'static str,
        get: fn(&Settings) -> &'static str,
        set: fn(&mut Settings, &str),
        says: Says,
    ) -> Self {
        Self::new(line, Kind::Choice(get, set, says))
    }

    /// Makes a setting with a function of its own, and the words that set the current value; `None` if it
    /// isn't written.
    pub(super) const fn own(
        line: &'static str,
        set: Handler,
        get: fn(&Session) -> Option<String>,
        says: Says,
    ) -> Self {
        Self::new(line, Kind::Own(set, get, says))
    }

    /// Adds the command that shows it.
    pub(super) const fn shown(self, line: &'static str) -> Self {
        Self { show: Some(line), ..self }
    }

    /// Sets its name in the message for `on` or `off`.
    pub(super) const fn called(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Sets the function that runs after it has been set.
    pub(super) const fn then(self, then: fn(&mut Session)) -> Self {
        Self { then, ..self }
    }

    /// Leaves it out of the file of `save settings`.
    pub(super) const fn unkept(self) -> Self {
        Self { is_kept: false, ..self }
    }

    /// Returns the path in a line, that of its command or of the command that shows it.
    pub(in crate::repl) fn path(line: &'static str) -> &'static str {
        line.split(" | ").next().unwrap_or(line)
    }

    /// Returns `true` if a command sets it: its own, or one that is like it and has its status.
    pub(in crate::repl) fn is_set_by(&self, command: &Command) -> bool {
        let status = self.line.split(" | ").nth(3);
        Self::path(self.line) == command.meaning && status == Some(command.status.name())
    }

    /// Returns `true` if a command shows it.
    pub(in crate::repl) fn is_shown_by(&self, command: &Command) -> bool {
        self.show.is_some_and(|line| Self::path(line) == command.meaning)
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
        let path = call.command.path.as_ref();
        match self.kind {
            Kind::Switch(of, _) => {
                let is_on = match self.name {
                    Some(name) => call.on_or_off_named(name)?,
                    None => call.on_or_off()?,
                };
                *of(&mut session.settings) = is_on;
            }
            Kind::Whole(of, (least, most), refusal, _) => {
                let refuse = |place| refusal(path).at(place);
                let place = call.place();
                let number: i64 = call.whole().map_err(refuse)?;
                let put = (least..=most).contains(&number).then(|| of(&mut session.settings).put(number));
                put.flatten().ok_or_else(|| refuse(place))?;
            }
            Kind::Real(of, least, refusal, _) => {
                let place = call.place();
                let number = call.real().ok().filter(|&number| least.takes(number));
                of(&mut session.settings).put(number.ok_or_else(|| refusal(path).at(place))?);
            }
            Kind::Choice(_, set, _) => set(&mut session.settings, call.choice()?),
            Kind::Own(set, ..) => return set(session, call, answer),
        }
        (self.then)(session);
        self.say(session, answer);
        Ok(())
    }

    /// Prints its value.
    pub(in crate::repl) fn say(&self, session: &Session, answer: &mut Answer) {
        let text = match self.kind {
            Kind::Switch(of, [on, off]) => {
                if *of(&mut session.settings.clone()) { on } else { off }.to_owned()
            }
            Kind::Whole(.., says) | Kind::Real(.., says) | Kind::Choice(.., says) | Kind::Own(.., says) => {
                says(session)
            }
        };
        if !text.is_empty() {
            answer.say(text);
        }
    }

    /// Returns the command, without `set`, that sets the current value; `None` if it isn't written.
    pub(super) fn command(&self, session: &Session) -> Option<(String, String)> {
        match self.kind {
            Kind::Own(_, get, _) if self.is_kept => Some((self.words_of_path(), get(session)?)),
            _ => self.command_of(&session.settings),
        }
    }

    /// Returns the command, without `set`, that sets its value in other settings than the session's; `None`
    /// if it isn't written, or has a function of its own.
    pub(super) fn command_of(&self, settings: &Settings) -> Option<(String, String)> {
        let mut now = settings.clone();
        let words = match self.kind {
            _ if !self.is_kept => return None,
            Kind::Switch(of, _) => on(*of(&mut now)).to_owned(),
            Kind::Whole(of, ..) => of(&mut now).to_string(),
            Kind::Real(of, ..) => of(&mut now).to_string(),
            Kind::Choice(get, ..) => get(&now).to_owned(),
            Kind::Own(..) => return None,
        };
        Some((self.words_of_path(), words))
    }

    fn words_of_path(&self) -> String {
        let path = Self::path(self.line);
        path.strip_prefix("set ").unwrap_or(path).to_owned()
    }
}

/// The line of a setting: its path after `set`, its usage and argument, its status, the rest of the example, the help.
macro_rules! line {
    ($path:expr, $usage:literal, $status:expr, $example:expr, $help:literal) => {
        concat!("set ", $path, " | ", $usage, " | ", $status, " | set ", $path, " ", $example, " | ", $help)
    };
}
pub(super) use line;

/// A setting that is turned on or off: the path after `set`, the status, the word of the example and the help; its
/// place; the answers to `on` and to `off`.
macro_rules! switch {
    ($path:literal $status:ident $example:ident $help:literal; $($place:tt).+ $([$index:literal])?; $says:expr) => {
        Row::switch(
            $crate::repl::settings::row::line!(
                $path, "<on|off> | onoff", stringify!($status), stringify!($example), $help
            ),
            |now| &mut now.$($place).+$([$index])?,
            $says,
        )
    };
}
pub(super) use switch;

/// Returns the word for on or off.
pub(super) const fn on(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}
