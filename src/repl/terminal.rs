//! A person at a terminal: line editing, completion, hints, history.

use super::complete::{Around, Hint as Dim, Offer, escaped};
use super::lines::{Lines, Next, Reply};
use super::prompt;
use super::session::Session;
use crate::diag::{ENDLESS, neutral, wrapped};
use crate::host::interrupt;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::FileHistory;
use rustyline::{Cmd, ColorMode, CompletionType, Config, Context, Editor, Helper, KeyEvent, Validator};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

/// The number of lines in the history that lasts from session to session.
const REMEMBERED: usize = 2000;

/// A terminal used by a person.
pub struct Terminal {
    editor: Editor<Typing, FileHistory>,
    /// The file of the history.
    history: Option<PathBuf>,
    /// The lines of a pasted text that haven't been read yet.
    pasted: VecDeque<String>,
}

impl Terminal {
    /// Takes over the terminal of standard input and output.
    ///
    /// Lines are stored in the file `history`; if that isn't possible, only until the end of the session.
    ///
    /// # Errors
    ///
    /// If it can't be taken over.
    pub fn new(history: Option<PathBuf>, is_styled: bool) -> io::Result<Self> {
        let config = Config::builder()
            .max_history_size(REMEMBERED)
            .and_then(|config| config.history_ignore_dups(true))
            .map_err(error)?
            .history_ignore_space(true)
            .completion_type(CompletionType::List)
            .color_mode(if is_styled { ColorMode::Enabled } else { ColorMode::Disabled })
            .build();
        let mut editor = Editor::with_config(config).map_err(error)?;
        editor.set_helper(Some(Typing { is_styled, ..Typing::default() }));
        if cfg!(windows) {
            // The end of the input there; elsewhere it suspends the program.
            editor.bind_sequence(KeyEvent::ctrl('Z'), Cmd::EndOfFile);
        }
        let history = history.filter(|path| {
            let made = path.parent().is_none_or(|folder| std::fs::create_dir_all(folder).is_ok());
            // The file doesn't exist before the first session.
            made && (!path.exists() || editor.load_history(path).is_ok())
        });
        Ok(Self { editor, history, pasted: VecDeque::new() })
    }

    /// Reads a line, with or without the editing aids: the next one of a text that was pasted, if there is one.
    fn read(&mut self, prompt: &str, around: Option<Around>) -> io::Result<Reply> {
        if let Some(line) = self.pasted.pop_front() {
            return Ok(Reply::Line(line));
        }
        interrupt::end();
        if let Some(helper) = self.editor.helper_mut() {
            helper.around = around;
        }
        let read = self.editor.readline(&*neutral(prompt));
        interrupt::begin();
        match read {
            Ok(text) => {
                self.pasted = text.lines().map(str::to_owned).collect();
                Ok(Reply::Line(self.pasted.pop_front().unwrap_or_default()))
            }
            Err(ReadlineError::Eof) => Ok(Reply::End),
            Err(ReadlineError::Interrupted) => Ok(Reply::Dropped),
            Err(other) => Err(error(other)),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        interrupt::end();
    }
}

impl Lines for Terminal {
    fn has_line(&self) -> bool {
        !self.pasted.is_empty()
    }

    fn is_terminal(&self) -> bool {
        true
    }

    fn next_line(&mut self, session: &Session, line: &mut String) -> io::Result<Next> {
        line.clear();
        Ok(match self.read(&prompt::of(session), Some(Around::of(session)))? {
            Reply::Line(typed) => {
                let added =
                    !typed.trim().is_empty() && self.editor.add_history_entry(&typed).unwrap_or(false);
                if let Some(path) = self.history.as_ref().filter(|_| added) {
                    // At once, so that nothing is lost if the program crashes. Two sessions don't overwrite
                    // each other; a full disk only costs the history.
                    let _ = self.editor.append_history(path);
                }
                line.push_str(&typed);
                Next::Line
            }
            Reply::End => Next::End,
            Reply::Dropped => Next::Dropped,
        })
    }

    fn ask(&mut self, question: &str) -> io::Result<Reply> {
        let width = self.editor.dimensions().map_or(ENDLESS, |(columns, _)| usize::from(columns));
        self.read(&wrapped(question, width), None)
    }
}

fn error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

/// The aids for the line that is being typed.
#[derive(Default, Helper, Validator)]
struct Typing {
    /// The session; `None` while a question is answered.
    around: Option<Around>,
    is_styled: bool,
}

impl Hint for Dim {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.typed.as_deref()
    }
}

impl Hinter for Typing {
    type Hint = Dim;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<Dim> {
        // Without colours it would look like typed text.
        let around = self.around.as_ref().filter(|_| self.is_styled && at == line.len())?;
        around.hint(line)
    }
}

impl Completer for Typing {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Some(around) = &self.around else { return Ok((at, Vec::new())) };
        Ok(match around.complete(&line[..at]) {
            Offer::Texts { start, texts } => (start, texts.into_iter().map(pair).collect()),
            Offer::Files { start, typed, folders } => (start, files(around, &typed, folders)),
        })
    }
}

fn pair(text: String) -> Pair {
    Pair { display: text.trim_end().to_owned(), replacement: text }
}

/// Lists the files that begin with the typed text; folders end with the separator of the system.
fn files(around: &Around, typed: &str, only_folders: bool) -> Vec<Pair> {
    let name = typed.rsplit(std::path::is_separator).next().unwrap_or(typed);
    let shown_folder = &typed[..typed.len() - name.len()];
    let folder = around.path(if shown_folder.is_empty() { "." } else { shown_folder });
    let Ok(entries) = std::fs::read_dir(Path::new(&*folder)) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let is_folder = entry.path().is_dir();
            let mut found = entry.file_name().into_string().ok()?;
            let is_hidden = found.starts_with('.') && !name.starts_with('.');
            if is_hidden || !found.starts_with(name) || (only_folders && !is_folder) {
                return None;
            }
            if is_folder {
                found.push(std::path::MAIN_SEPARATOR);
            }
            Some(found)
        })
        .collect();
    names.sort_unstable();
    let pairs = names
        .into_iter()
        .map(|name| Pair { replacement: escaped(&format!("{shown_folder}{name}")), display: name });
    pairs.collect()
}

impl Highlighter for Typing {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(format!("\x1b[1m{prompt}\x1b[0m"))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        false
    }
}
