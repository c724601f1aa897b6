//! `check --watch`: checks changed files again, until Ctrl-C.

mod places;

use self::places::Places;
use super::commands::check;
use super::error::{CommandError, Done};
use super::input::copied;
use super::reader::Reader;
use crate::diag::count::many;
use crate::host::config::NAME;
use crate::host::draft::stoppable;
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::output::ui::{Ui, printable};
use notify::EventKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use walkdir::WalkDir;

/// The number of bytes of a file that are read to recognise its format.
const HEAD: u64 = 1 << 13;
/// The time between two checks for an interruption.
const PATIENCE: Duration = Duration::from_millis(100);
/// The time without changes before a file is read: editors write in several steps.
const REST: Duration = Duration::from_millis(40);
/// Clears the screen and the lines scrolled out of it, and moves to its first line.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The results for a file.
#[derive(Debug)]
struct Checked {
    /// The findings in the format of the output; for people also what goes to standard error elsewhere.
    text: String,
    /// What goes to standard error, where a program reads the output.
    beside: String,
    has_findings: bool,
    /// The exit status for them.
    exit: Exit,
}

/// Checks the paths, and changed files among them again until Ctrl-C; the exit status is that of the last
/// state.
pub(super) fn run(args: &check::Args, reader: &dyn Reader, ui: &mut Ui<'_>) -> Done {
    let is_for_people = args.is_for_people()?;
    let here = [PathBuf::from(".")];
    let paths = if args.input.paths.is_empty() { &here[..] } else { &args.input.paths };
    let (sender, events) = mpsc::channel();
    let unable = |error: notify::Error| CommandError::new(format!("cannot watch the files: {error}"));
    let watcher = notify::recommended_watcher(move |event| {
        // The receiver is gone when the command ends.
        let _ = sender.send(event);
    })
    .map_err(unable)?;
    let places = Places::watch(paths, args, watcher)?;
    let files = BTreeMap::new();
    let watch = Watch { args, reader, paths, is_for_people, files, places };
    stoppable(|| watch.run(&events, ui))
}

struct Watch<'a> {
    args: &'a check::Args,
    reader: &'a dyn Reader,
    paths: &'a [PathBuf],
    is_for_people: bool,
    files: BTreeMap<PathBuf, Checked>,
    places: Places,
}

impl Watch<'_> {
    fn run(mut self, events: &Receiver<notify::Result<notify::Event>>, ui: &mut Ui<'_>) -> Done {
        let mut changed: BTreeSet<PathBuf> = self.paths.iter().flat_map(|path| files(path)).collect();
        let mut is_news = true;
        loop {
            for path in &changed {
                is_news |= self.check(path, ui)?;
            }
            if is_news {
                self.show(&changed, ui)?;
            }
            is_news = false;
            let Some(next) = self.changes(events)? else { return Ok(self.exit()) };
            changed = next;
        }
    }

    fn exit(&self) -> Exit {
        self.files.values().map(|checked| checked.exit).max().unwrap_or(Exit::Clean)
    }

    /// Waits for changes; `None` after an interruption.
    fn changes(
        &mut self,
        events: &Receiver<notify::Result<notify::Event>>,
    ) -> Result<Option<BTreeSet<PathBuf>>, CommandError> {
        let mut changed = BTreeSet::new();
        while !interrupt::is_asked() {
            match events.recv_timeout(if changed.is_empty() { PATIENCE } else { REST }) {
                Ok(Ok(event)) => {
                    self.places.note(&event);
                    changed.extend(self.touched(&event));
                }
                Ok(Err(error)) => return Err(CommandError::new(format!("cannot watch the files: {error}"))),
                Err(RecvTimeoutError::Timeout) if changed.is_empty() => {
                    if self.places.have_changed()? {
                        return Ok(Some(self.all()));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(Some(changed)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns the files that exist and those that are known.
    fn all(&self) -> BTreeSet<PathBuf> {
        let known = self.files.keys().cloned();
        self.paths.iter().flat_map(|path| files(path)).chain(known).collect()
    }

    /// Returns the files of an event.
    fn touched(&self, event: &notify::Event) -> BTreeSet<PathBuf> {
        if event.need_rescan() {
            return self.all();
        }
        if matches!(event.kind, EventKind::Access(_)) {
            return BTreeSet::new();
        }
        let settings = Some(std::ffi::OsStr::new(NAME));
        if event.paths.iter().any(|path| path.file_name() == settings) {
            return self.files.keys().cloned().collect();
        }
        let mut touched = BTreeSet::new();
        for path in event.paths.iter().filter_map(|path| self.shown(path)) {
            // The files of a folder that was renamed or removed are gone too.
            touched.extend(self.files.keys().filter(|known| known.starts_with(&path)).cloned());
            touched.extend(files(&path));
        }
        touched
    }

    /// Returns a path in the form in which it was given, as far as possible; `None` if it belongs to another
    /// file of a folder that is watched for one file.
    fn shown(&self, path: &Path) -> Option<PathBuf> {
        let absolute = |path: &Path| std::fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok();
        let found = path.parent().and_then(absolute)?.join(path.file_name()?);
        self.paths.iter().find_map(|given| {
            let rest = found.strip_prefix(absolute(given)?).ok()?;
            Some(if rest.as_os_str().is_empty() { given.clone() } else { given.join(rest) })
        })
    }

    /// Checks a file if it is a record; returns `true` if it is or was one.
    fn check(&mut self, path: &Path, ui: &Ui<'_>) -> Result<bool, CommandError> {
        if !self.is_record(path) {
            return Ok(self.files.remove(path).is_some());
        }
        let mut args = self.args.clone();
        args.input.paths = vec![path.to_owned()];
        (args.input.reading.quiet, args.watch) = (true, false);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let done = {
            let mut into = Ui::new(&mut out, &mut err);
            (into.styled, into.width) = (ui.styled, ui.width);
            let done = check::checked(&args, self.reader, Box::new(io::empty()), &mut into);
            into.flush().map_err(CommandError::from)?;
            done
        };
        let mut text = String::from_utf8_lossy(&out).into_owned();
        let mut beside = String::from_utf8_lossy(&err).into_owned();
        // A file that disappears while it is read doesn't end the command.
        let (exit, has_findings) = done.unwrap_or_else(|error| {
            let _ = writeln!(beside, "error: {}", printable(&error.message));
            (error.exit, true)
        });
        if self.is_for_people {
            text += &std::mem::take(&mut beside);
        }
        self.files.insert(path.to_owned(), Checked { text, beside, has_findings, exit });
        Ok(true)
    }

    /// Returns `true` if a file is checked: every file that is named, and the records of folders.
    fn is_record(&self, path: &Path) -> bool {
        let name = path.to_string_lossy();
        // Files that editors and programs write beside the real one.
        let is_temporary = path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.starts_with('.') || name.ends_with('~') || name.ends_with(".tmp") || name.ends_with(".swp")
        });
        let Ok(file) = File::open(path) else { return false };
        let mut head = Vec::new();
        let is_read = path.is_file() && file.take(HEAD).read_to_end(&mut head).is_ok();
        let is_named = self.paths.iter().any(|given| given == path);
        let is_found = || self.reader.is_record_name(&name) || self.reader.format(&name, &head).is_some();
        let is_copy = || copied(path).is_some_and(|original| self.is_record(&original));
        is_read && (is_named || !is_temporary && !is_copy() && is_found())
    }

    /// Prints one screen: the findings of changed files first, then the others, as far as they fit. A program gets the
    /// findings of changed files alone; the line about the state goes to standard error then.
    fn show(&self, changed: &BTreeSet<PathBuf>, ui: &mut Ui<'_>) -> Result<(), CommandError> {
        let (first, rest): (Vec<_>, Vec<_>) =
            self.files.iter().partition(|(path, _)| changed.contains(*path));
        if !self.is_for_people {
            for (_, checked) in first {
                ui.bytes(checked.text.as_bytes())?;
                ui.flush()?;
                ui.put_err(&checked.beside);
            }
            if !self.args.input.reading.quiet {
                ui.err(self.state(""));
            }
            return Ok(());
        }
        let shown = if ui.out_is_terminal { [first, rest].concat() } else { first };
        let room = if ui.out_is_terminal { height().saturating_sub(2).max(1) } else { usize::MAX };
        let text: String = shown.iter().map(|(_, checked)| checked.text.as_str()).collect();
        let lines = text.lines().count();
        let cut: String = text.split_inclusive('\n').take(room).collect();
        if ui.out_is_terminal {
            ui.bytes(CLEAR.as_bytes())?;
        }
        ui.coloured(&cut)?;
        if !self.args.input.reading.quiet {
            let more = match lines.saturating_sub(room) {
                0 => String::new(),
                more => format!("; {} more", many(more as u64, "line")),
            };
            ui.line(self.state(&more))?;
        }
        Ok(ui.flush()?)
    }

    /// Returns the line about the state: `2 records: findings in 1 file; Ctrl-C ends`.
    fn state(&self, more: &str) -> String {
        let found = match self.files.values().filter(|checked| checked.has_findings).count() {
            0 => "no findings".to_owned(),
            with => format!("findings in {}", many(with as u64, "file")),
        };
        format!("{}: {found}{more}; Ctrl-C ends", many(self.files.len() as u64, "record"))
    }
}

/// Returns the number of lines of the terminal.
fn height() -> usize {
    terminal_size::terminal_size().map_or(24, |(_, height)| usize::from(height.0))
}

/// Lists the files of a path; a path that doesn't exist any more is listed itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let walk = WalkDir::new(path).sort_by_file_name().into_iter().flatten();
    walk.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}
