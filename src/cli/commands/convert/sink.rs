//! The side of a conversion that is done in order: matches into files.

use super::plan::{self, Plan, Target};
use super::{Args, Converted, Outcome, What};
use crate::cli::commands::check::{LARGEST, many, many_es};
use crate::cli::input::Origin;
use crate::cli::loss::Losses;
use crate::cli::progress::Progress;
use crate::formats::Matches;
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::output::ui::{Ui, printable};
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

/// Puts matches into files, a file at a time.
pub(super) struct Sink<'a, 'b> {
    args: &'a Args,
    plan: &'a Plan<'a>,
    progress: Progress,
    ui: &'a mut Ui<'b>,
    file: Option<OpenFile>,
    /// What was written in this run, which nothing replaces.
    written: HashSet<PathBuf>,
    tally: Tally,
    exit: Exit,
}

#[derive(Default)]
struct Tally {
    files: u64,
    matches: u64,
    written: u64,
    losing: u64,
    seen: bool,
}

/// A file in the middle of being converted.
struct OpenFile {
    origin: Arc<Origin>,
    /// How many of its matches were wanted.
    wanted: u32,
    /// What is being put together of it.
    piece: Option<Piece>,
    /// Whether something is wrong with it, so that nothing more of it is written.
    is_refused: bool,
}

/// A file in the middle of being put together.
struct Piece {
    /// The path to show; `None` for standard output.
    target: Option<PathBuf>,
    out: Out,
    losses: Losses,
}

enum Out {
    File(Box<Draft>),
    Memory(Vec<u8>),
}

impl<'a, 'b> Sink<'a, 'b> {
    pub(super) fn new(args: &'a Args, plan: &'a Plan<'a>, progress: Progress, ui: &'a mut Ui<'b>) -> Self {
        Self {
            args,
            plan,
            progress,
            ui,
            file: None,
            written: HashSet::new(),
            tally: Tally::default(),
            exit: Exit::Clean,
        }
    }

    /// Takes one outcome.
    pub(super) fn take(&mut self, outcome: Outcome) -> io::Result<ControlFlow<()>> {
        let mut flow = ControlFlow::Continue(());
        match outcome.what {
            What::Skipped => {}
            What::Problem { name, message, exit } => {
                self.tally.seen = true;
                // What was read of the file before doesn't count.
                self.file.take_if(|file| file.origin.name == name);
                self.close()?;
                self.say(&name, &message, exit);
            }
            What::Match { origin, number, converted } => {
                self.tally.seen = true;
                if number == 1 {
                    if self.tally.files > 0 && !self.plan.target.takes_several(self.plan.format) {
                        // Only known now: an archive has more than one record.
                        self.file = None;
                        self.say(&origin.name, plan::SEVERAL, Exit::CouldNotRun);
                        return Ok(ControlFlow::Break(()));
                    }
                    self.close()?;
                    self.tally.files += 1;
                    self.file = Some(OpenFile { origin, wanted: 0, piece: None, is_refused: false });
                }
                if let Some(converted) = converted {
                    flow = self.add(number, converted)?;
                }
            }
        }
        let Self { progress, tally, .. } = self;
        progress.advance(outcome.bytes, || tally.summary());
        Ok(flow)
    }

    /// Adds a match to the file.
    fn add(&mut self, number: u32, converted: Converted) -> io::Result<ControlFlow<()>> {
        let Some(mut file) = self.file.take() else { return Ok(ControlFlow::Continue(())) };
        let name = file.origin.name.clone();
        file.wanted += 1;
        self.tally.matches += 1;
        if converted.errors > 0 {
            self.exit = self.exit.max(Exit::Findings);
        }
        if !converted.findings.is_empty() {
            let lines = String::from_utf8_lossy(&converted.findings);
            let Self { progress, ui, .. } = self;
            progress.aside(|| ui.err(lines.trim_end()));
        }
        let Some(bytes) = converted.bytes else {
            let message = match self.args.game.filter(|_| converted.findings.is_empty()) {
                Some(game) => {
                    self.exit = Exit::CouldNotRun;
                    format!("there is no game {game} in match {number}")
                }
                None => {
                    format!("not converted: {} in match {number}", many(converted.errors as u64, "error"))
                }
            };
            self.say(&name, &message, Exit::Findings);
            file.is_refused = true;
            file.piece = None;
            self.file = Some(file);
            return Ok(ControlFlow::Continue(()));
        };
        if converted.errors > 0 && !file.is_refused {
            let errors = many(converted.errors as u64, "error");
            let message = format!("{errors} in match {number}; `barpoint check` shows where");
            self.say(&name, &message, Exit::Findings);
        }
        if bytes.is_empty() {
            // An empty file would be no record.
            self.say(&name, &format!("there is no game in match {number}"), Exit::Findings);
            self.file = Some(file);
            return Ok(ControlFlow::Continue(()));
        }
        let holds_one = matches!(self.plan.format.matches, Matches::One);
        if holds_one && file.wanted > 1 && self.plan.folder().is_none() {
            let format = self.plan.format.name;
            let message = format!(
                "there are several matches, and `{format}` holds one: `--match N` chooses it, or `-o DIR`"
            );
            self.say(&name, &message, Exit::CouldNotRun);
            return Ok(ControlFlow::Break(()));
        }
        if holds_one && let Some(piece) = file.piece.take() {
            self.finish(&file.origin, piece)?;
        }
        if !file.is_refused && file.piece.is_none() {
            match self.begin(&file) {
                Ok(piece) => file.piece = Some(piece),
                Err(message) => {
                    self.say_of(&message, Exit::CouldNotRun);
                    file.is_refused = true;
                }
            }
        }
        if let Some(piece) = &mut file.piece {
            piece.losses.add(number, converted.losses);
            let added = match &mut piece.out {
                Out::File(draft) => draft.write(&bytes),
                Out::Memory(memory) if memory.len() + bytes.len() > LARGEST => {
                    let message = format!("more than {LARGEST} bytes are only written to a file");
                    Err(io::Error::other(message))
                }
                Out::Memory(memory) => {
                    memory.extend_from_slice(&bytes);
                    Ok(())
                }
            };
            if let Err(error) = added {
                self.say(&name, &format!("can't be written: {error}"), Exit::CouldNotRun);
                (file.piece, file.is_refused) = (None, true);
            }
        }
        self.file = Some(file);
        Ok(ControlFlow::Continue(()))
    }

    /// Begins to put a file together.
    ///
    /// # Errors
    ///
    /// A message that names the file.
    fn begin(&self, file: &OpenFile) -> Result<Piece, String> {
        let losses = Losses::new(self.args.loss);
        let target = match &self.plan.target {
            Target::Stdout => return Ok(Piece { target: None, out: Out::Memory(Vec::new()), losses }),
            Target::File(path) => path.clone(),
            Target::Folder(folder) => {
                let holds_one = matches!(self.plan.format.matches, Matches::One);
                let piece = if holds_one { file.wanted } else { 1 };
                folder.join(plan::renamed(&file.origin.relative, piece, self.plan.format))
            }
        };
        let shown = target.display();
        if self.written.contains(&target) {
            return Err(format!("{}: {shown} is already written from another file", file.origin.name));
        }
        if file.origin.path.as_ref().is_some_and(|input| plan::is_same(input, &target)) {
            return Err(format!("{shown}: that is the file that is read; `barpoint fmt` rewrites in place"));
        }
        match Draft::new(&target, self.args.force) {
            Ok(draft) => Ok(Piece { target: Some(target), out: Out::File(Box::new(draft)), losses }),
            Err(error) => Err(format!("{shown}: {error}")),
        }
    }

    /// Says what gets lost, and writes a file.
    fn finish(&mut self, origin: &Origin, piece: Piece) -> io::Result<()> {
        let Piece { target, out, losses } = piece;
        let shown = target.as_ref().map(|target| target.display().to_string());
        let Self { progress, ui, plan, .. } = self;
        progress.aside(|| losses.tell(&origin.name, shown.as_deref(), plan.format.name, ui));
        match out {
            Out::Memory(bytes) => {
                self.ui.record(&bytes)?;
                self.ui.flush()?;
            }
            Out::File(draft) => {
                if let Err(error) = draft.commit() {
                    let shown = shown.unwrap_or_default();
                    self.say(&shown, &format!("can't be written: {error}"), Exit::CouldNotRun);
                    return Ok(());
                }
                self.written.extend(target);
            }
        }
        self.tally.written += 1;
        self.tally.losing += u64::from(!losses.is_empty());
        Ok(())
    }

    /// Closes the file that is open.
    fn close(&mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        if let (0, Some(number)) = (file.wanted, self.args.number) {
            self.say(&file.origin.name, &format!("there is no match {number}"), Exit::CouldNotRun);
        }
        match file.piece {
            Some(piece) => self.finish(&file.origin, piece),
            None => Ok(()),
        }
    }

    /// Ends it all.
    pub(super) fn end(mut self) -> io::Result<Exit> {
        let closed = self.close();
        self.progress.finish();
        closed?;
        if !self.tally.seen {
            return Ok(Exit::failed(self.ui, "no match record was found"));
        }
        if self.plan.folder().is_some() && !self.args.quiet {
            let summary = self.tally.summary();
            self.ui.err(summary);
        }
        Ok(self.exit)
    }

    /// Says something about a file.
    fn say(&mut self, name: &str, message: &str, exit: Exit) {
        self.say_of(&format!("{}: {message}", printable(name)), exit);
    }

    fn say_of(&mut self, message: &str, exit: Exit) {
        let Self { progress, ui, .. } = self;
        progress.aside(|| Exit::failed(ui, message));
        self.exit = self.exit.max(exit);
    }
}

impl Tally {
    /// `3 files, 12 matches: 3 files written, 1 with losses`.
    fn summary(&self) -> String {
        let (files, matches) = (many(self.files, "file"), many_es(self.matches, "match"));
        let losing = if self.losing > 0 { format!(", {} with losses", self.losing) } else { String::new() };
        format!("{files}, {matches}: {} written{losing}", many(self.written, "file"))
    }
}
