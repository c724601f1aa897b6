//! The source of the lines, and the destination of the output.

use super::answer::{Answer, Done, Refusal, Stream};
use super::dice::Generator;
use super::lines::{Lines, Next, decoded_file};
use super::session::{AfterMatch, Session};
use super::table::Table;
use crate::diag::{ENDLESS, columns, left_to_right, neutral, visible, wrapped};
use crate::game::Phase;
use crate::host::exit::Exit;
use crate::host::reason::reason;
use crate::notation::{MatchId, PositionId};
use crate::output::json::{self, SessionJson};
use crate::output::ui::Ui;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io;
use std::time::{Duration, Instant};

/// The name of lines from the keyboard or a pipe.
pub const TYPED: &str = "-";

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// As text.
    #[default]
    Text,
    /// As one JSON object for each line.
    JsonLines,
}

/// The options of the driver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The form of the output.
    pub form: Form,
    /// Whether the first error ends the session.
    pub bail: bool,
}

/// The lines of a file that is being read.
#[derive(Clone, Debug)]
pub struct Script {
    /// The file's name.
    pub name: String,
    text: String,
    /// The place where the next line begins, in bytes.
    at: usize,
    /// The number of the next line, counted from 1.
    next: usize,
}

impl Script {
    /// Begins a file.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: &[u8]) -> Self {
        Self { name: name.into(), text: decoded_file(bytes), at: 0, next: 1 }
    }

    /// Takes the next line, with its number.
    fn take_line(&mut self, line: &mut String) -> Option<usize> {
        if self.at == self.text.len() {
            return None;
        }
        let rest = &self.text[self.at..];
        let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
        line.clear();
        line.push_str(&rest[..length]);
        self.at += length;
        self.next += 1;
        Some(self.next - 1)
    }
}

/// Drives a session with lines, to its end.
///
/// # Errors
///
/// If the input can't be read, or the output can't be written.
pub fn run(
    session: &mut Session,
    name: &str,
    lines: &RefCell<dyn Lines + '_>,
    options: Options,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let is_terminal = lines.borrow().is_terminal();
    let mut writer = Writer { options, exit: Exit::Clean, is_terminal, is_paged: false };
    let mut answer = Answer::default();
    if is_terminal && session.kept.keeps && session.game.history.games.is_empty() {
        ui.flush()?;
        if let Some(line) = session.offer_kept() {
            session.input.scripts.push(Script::new(name, line.as_bytes()));
        }
    }
    let (mut line, mut number, mut flushed) = (String::new(), 0, Instant::now());
    while !ends(session, is_terminal) {
        let place = if let Some(script) = session.input.scripts.last_mut() {
            let Some(number) = script.take_line(&mut line) else {
                session.input.scripts.pop();
                // GNU Backgammon announces turns between typed lines, but not between those of a file.
                let in_file = session.settings.compat && session.input.is_reading_commands;
                if session.input.scripts.is_empty() && !in_file {
                    answer.clear();
                    let done = session.settle(&mut answer);
                    writer.write(session, (name, number, ""), &answer, done, ui)?;
                }
                continue;
            };
            (script.name.clone(), number)
        } else {
            let mut lines = lines.borrow_mut();
            // A program may wait for the answer before its next line; a script isn't slowed down.
            if !lines.has_line() {
                ui.flush()?;
            }
            let next = lines.next_line(session, &mut line);
            drop(lines);
            let next = match next {
                Ok(next) => next,
                Err(error) => {
                    ui.flush()?;
                    let name = if name == TYPED { "standard input" } else { name };
                    ui.err(format_args!("error: cannot read {name}: {}", reason(&error)));
                    return Ok(Exit::CouldNotRun);
                }
            };
            match next {
                // GNU Backgammon ignores a last line without a line end, unless it is in a file.
                Next::Line if is_cut(session, is_terminal, &line) => break,
                Next::Line => number += 1,
                Next::Dropped => continue,
                Next::End if is_terminal => {
                    session.input.is_over = session.may_leave();
                    continue;
                }
                Next::End => break,
            }
            (String::new(), number)
        };
        // A question comes after all earlier output.
        let text = line.trim_start();
        let hands_over = text.starts_with("ext") || text.starts_with('>') || text.contains("py");
        let is_asked = session.dice.generator() == Generator::Manual || session.settings.tutor.is_on;
        // A run that takes hours, and may be stopped, has written all earlier answers.
        let is_late = flushed.elapsed() >= LONGEST_WAIT || is_one_of(&line, LONG);
        if hands_over || is_asked || is_late {
            ui.flush()?;
            flushed = Instant::now();
        }
        answer.clear();
        let is_main = place.0.is_empty();
        let is_muted = session.settings.output.muted;
        let mut done = session.line(&line, &mut answer);
        let in_file = session.input.is_reading_commands || !session.input.scripts.is_empty();
        if !in_file || !session.settings.compat {
            let settled = session.settle(&mut answer);
            done = done.and(settled);
        }
        session.keep();
        if is_muted {
            answer.mute();
            done = done.map_err(Refusal::mute);
        }
        let name = if is_main { name } else { &place.0 };
        let refused = done.is_err();
        writer.is_paged = is_main && is_terminal && !session.settings.compat && is_one_of(&line, LOOKED_UP);
        writer.write(session, (name, place.1, &line), &answer, done, ui)?;
        writer.is_paged = false;
        if refused && options.bail {
            break;
        }
    }
    if is_terminal && session.is_safe() {
        ui.line("The match is saved; `barpoint` offers to continue it.")?;
    }
    ui.flush()?;
    let is_compatible = session.settings.compat || is_terminal;
    Ok(if is_compatible { Exit::Clean } else { writer.exit })
}

/// Returns `true` if the session ends. In a pipe, it doesn't end with a match: the lines that follow may save it.
const fn ends(session: &mut Session, is_terminal: bool) -> bool {
    if !is_terminal && matches!(session.input.after_match, AfterMatch::Ended) {
        session.input.is_over = false;
        session.input.after_match = AfterMatch::End;
    }
    session.input.is_over
}

/// Runs one line between two runs; returns `true` if it wasn't refused.
///
/// # Errors
///
/// If the output can't be written.
pub fn run_line(session: &mut Session, line: &str, options: Options, ui: &mut Ui<'_>) -> io::Result<bool> {
    let is_terminal = session.host.is_terminal();
    let mut writer = Writer { options, exit: Exit::Clean, is_terminal, is_paged: false };
    let mut answer = Answer::default();
    let done = session.line(line, &mut answer);
    writer.write(session, (TYPED, 0, line), &answer, done, ui)?;
    ui.flush()?;
    Ok(writer.exit == Exit::Clean)
}

fn is_cut(session: &Session, is_terminal: bool, line: &str) -> bool {
    session.settings.compat && !is_terminal && !session.input.is_reading_commands && !line.ends_with('\n')
}

/// The commands that answer a question. The others continue the match, whose board is to be on the screen with the prompt.
const LOOKED_UP: &str =
    "analyse calibrate eval explain help hint list matrix odds plays relational review rollout show";

/// The commands that may take long: the answers before them don't wait.
const LONG: &str = "analyse calibrate end eval hint import load matrix new play relational roll rollout";

/// How long an answer may wait to be written while other lines follow.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// Returns `true` if a line is one of these commands.
fn is_one_of(line: &str, commands: &str) -> bool {
    let table = Table::get();
    let word = line.split_whitespace().next().unwrap_or_default();
    let command = table.child(table.root(), word).filter(|_| !word.is_empty());
    let meaning = command.and_then(|command| command.meaning.split(' ').next());
    meaning.is_some_and(|meaning| commands.split(' ').any(|command| command == meaning))
}

/// Returns `true` if the first line of a text that is neither empty nor a comment begins with a command.
#[must_use]
pub fn begins_with_command(text: &str) -> bool {
    let table = Table::get();
    let mut lines = text.lines().filter_map(|line| line.split_whitespace().next());
    let first = lines.find(|word| !word.starts_with('#'));
    first.is_some_and(|word| table.child(table.root(), word).is_some())
}

/// Runs the commands of the settings file; only refusals are printed.
pub fn configure(session: &mut Session, ui: &mut Ui<'_>) {
    let Some(path) = session.host.settings_path().filter(|path| session.host.exists(path)) else { return };
    let bytes = match session.host.read(&path) {
        Ok(bytes) => bytes,
        Err(error) => return ui.err(format_args!("{path}: {error}")),
    };
    let mut answer = Answer::default();
    for (index, line) in decoded_file(&bytes).lines().enumerate() {
        if let Err(refusal) = session.line(line, &mut answer) {
            ui.err(explained(&refusal, &path, index + 1, line));
        }
        answer.clear();
    }
    session.input.lines.clear();
    session.game.names = session.settings.default_names.clone();
}

/// Runs the commands of GNU Backgammon's own settings files without output: `gnubgautorc`, which it writes,
/// then `gnubgrc`, which people write. Commands that this session doesn't have are skipped.
pub fn configure_as_gnubg(session: &mut Session) {
    session.kept.is_configured = true;
    let Some(folder) = session.host.databases(true) else { return };
    let mut answer = Answer::default();
    for name in ["gnubgautorc", "gnubgrc"] {
        let Ok(bytes) = session.host.read(&format!("{folder}/{name}")) else { continue };
        for line in decoded_file(&bytes).lines() {
            // A line that is refused is skipped there, too.
            let _ = session.line(line, &mut answer);
            answer.clear();
        }
    }
    session.game.names = session.settings.default_names.clone();
}

/// Writes the output, and records whether anything was refused.
struct Writer {
    options: Options,
    exit: Exit,
    /// Whether a person types the lines.
    is_terminal: bool,
    /// Whether a long answer goes through a pager.
    is_paged: bool,
}

impl Writer {
    fn write(
        &mut self,
        session: &Session,
        (name, number, line): (&str, usize, &str),
        answer: &Answer,
        done: Done,
        ui: &mut Ui<'_>,
    ) -> io::Result<()> {
        let refusal = done.err();
        if refusal.is_some() {
            self.exit = Exit::Findings;
        }
        if self.options.form == Form::JsonLines {
            if line.is_empty() && answer.is_empty() && refusal.is_none() {
                return Ok(());
            }
            return ui.json(&json(session, (name, number, line), answer, refusal.as_ref()));
        }
        let width = session.columns().unwrap_or(ENDLESS);
        if self.is_paged && refusal.is_none() && answer.parts().all(|(stream, _)| stream == Stream::Out) {
            ui.flush()?;
            let text: String = answer.parts().map(|(_, text)| wrapped(text, width)).collect();
            if session.host.page(&left_to_right(&text))? {
                return Ok(());
            }
        }
        let is_ordered = self.is_terminal && !session.settings.compat;
        for (stream, text) in answer.parts() {
            let text = wrapped(text, width);
            put(stream, &if is_ordered { left_to_right(&text) } else { Cow::Borrowed(&*text) }, ui)?;
        }
        // The editor of lines begins its prompt at the left, and would erase what stands there.
        if self.is_terminal && answer.parts().last().is_some_and(|(_, text)| !text.ends_with('\n')) {
            put(Stream::Out, "\n", ui)?;
        }
        if let Some(refusal) = refusal {
            if self.is_terminal && name == TYPED && !session.settings.compat {
                ui.flush()?;
                let is_styled = session.is_coloured() && ui.err_is_terminal;
                ui.put_err_coloured(&wrapped(&shown(&refusal, line, is_styled), width));
                return Ok(());
            }
            put(refusal.stream, &neutral(&refusal.text), ui)?;
            if !session.settings.compat {
                ui.flush()?;
                ui.err(explained(&refusal, name, number, line));
            }
        }
        Ok(())
    }
}

/// Puts the output for a line together for a program.
fn json<'a>(
    session: &Session,
    (file, number, line): (&'a str, usize, &'a str),
    answer: &Answer,
    refusal: Option<&'a Refusal>,
) -> SessionJson<'a> {
    let is_begun = session.game.state.phase() != Phase::OpeningRoll;
    let said = |stream| {
        let refused = refusal.filter(|refusal| refusal.stream == stream).map_or("", |refusal| &refusal.text);
        answer.of(stream) + refused
    };
    SessionJson {
        schema: json::SCHEMA,
        file,
        line: number,
        command: line.trim_end(),
        done: refusal.is_none(),
        out: said(Stream::Out),
        err: said(Stream::Err),
        help: refusal.and_then(|refusal| refusal.help.as_deref()),
        column: refusal.and_then(|refusal| column(refusal, line)),
        position_id: is_begun.then(|| PositionId::encode(&session.board()).to_string()),
        match_id: is_begun
            .then(|| MatchId::encode(&session.fields()).ok())
            .flatten()
            .map(|id| id.to_string()),
    }
}

/// Returns the column of the error, in characters, counted from 1.
fn column(refusal: &Refusal, line: &str) -> Option<usize> {
    let place = refusal.place.as_ref()?;
    Some(line.get(..place.start)?.chars().count() + 1)
}

fn put(stream: Stream, text: &str, ui: &mut Ui<'_>) -> io::Result<()> {
    match stream {
        // The text is harmless already: that was ensured when it was added.
        Stream::Out => ui.bytes(text.as_bytes()),
        Stream::Err => {
            ui.flush()?;
            ui.put_err_coloured(text);
            Ok(())
        }
    }
}

/// Formats the place of a refused line, with a reason or a hint: `FILE:LINE:COLUMN: help`.
fn explained(refusal: &Refusal, name: &str, number: usize, line: &str) -> String {
    let column = column(refusal, line).map(|column| format!(":{column}"));
    let said = refusal.text.trim();
    let why = refusal.help.as_deref().unwrap_or(if said.is_empty() { "not done" } else { said });
    format!("{name}:{number}{}: {why}", column.unwrap_or_default())
}

/// Formats a refusal for a person who typed the line: the message, the line with the error underlined, and a
/// hint.
fn shown(refusal: &Refusal, line: &str, is_styled: bool) -> String {
    let (red, dim, plain) = if is_styled { ("\x1b[31m", "\x1b[2m", "\x1b[0m") } else { ("", "", "") };
    let mut text = String::new();
    let said = neutral(refusal.text.trim_end());
    if !said.is_empty() {
        let _ = writeln!(text, "{red}{said}{plain}");
    }
    let help = visible(refusal.help.as_deref().unwrap_or_default());
    let line = line.trim_end();
    let place =
        refusal.place.clone().filter(|place| line.get(place.clone()).is_some_and(|wrong| !wrong.is_empty()));
    if let Some(place) = place {
        let (before, wrong) = (&line[..place.start], &line[place]);
        let _ = writeln!(text, "  {dim}{}{plain}", visible(line));
        let (gap, width) = (columns(&visible(before)), columns(&visible(wrong)));
        let _ = writeln!(text, "{}", format!("  {:gap$}{red}{:^<width$}{plain} {help}", "", "").trim_end());
    } else if !help.is_empty() {
        let _ = writeln!(text, "  {help}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_go_through_a_pager_and_what_goes_on_with_the_match_does_not() {
        for line in [
            "show board",
            "SH stat game",
            " help",
            "?",
            "hint 5",
            "list game",
            "analyse match",
            "analyze game",
        ] {
            assert!(is_one_of(line, LOOKED_UP), "{line}");
        }
        for line in ["", "8/5 6/5", "new match 7", "roll", "next", "set display off", "xyzzy", "> print(1)"] {
            assert!(!is_one_of(line, LOOKED_UP), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_in_a_typed_line_is_underlined() {
        let refusal = Refusal::complain("Unknown keyword `ätu'.\n").at(4..8).help("did you mean `turn'?");
        let text = shown(&refusal, "set ätu 1", false);
        assert_eq!(text, "Unknown keyword `ätu'.\n  set ätu 1\n      ^^^ did you mean `turn'?\n");
        let colours = shown(&refusal, "set ätu 1", true);
        assert!(colours.contains("\x1b[31m^^^\x1b[0m did"), "{colours:?}");
        let elsewhere = Refusal::say("No.").at(90..99).help("do");
        assert_eq!(shown(&elsewhere, "x", false), "No.\n  do\n");
        assert_eq!(shown(&Refusal::say("No."), "x", false), "No.\n");
        let wide = Refusal::say("No.").at(4..7).help("do");
        assert_eq!(
            shown(&wide, "山 xyz", false),
            "No.\n  山 xyz\n     ^^^ do\n",
            "two columns for one letter"
        );
    }
}
