//! Writes converted matches to files, in the order of the input.

use super::plan::{self, Plan, Target};
use super::{Args, Converted};
use crate::cli::error::CommandError;
use crate::cli::input::Origin;
use crate::cli::loss::{LossArg, Losses, nothing_told};
use crate::cli::outputs::{self, Inputs};
use crate::cli::pass::{Counts, Desk, Flow, GO_ON, Place, Problem, STOP, Sink};
use crate::diag::count::{errors_in, many, many_es};
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::reason::cannot_write;
use crate::output::ui::printable;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The most bytes that are collected in memory before they are written.
const LARGEST: usize = 256 << 20;

/// Writes matches to files, a file at a time.
pub(super) struct Files<'a> {
    args: &'a Args,
    plan: &'a Plan<'a>,
    file: Option<OpenFile>,
    /// The files written in this run, which are never replaced, each with the file that it was written from.
    written: HashMap<PathBuf, Option<PathBuf>>,
    tally: Tally,
}

#[derive(Default)]
struct Tally {
    files: u64,
    matches: u64,
    written: u64,
    losing: u64,
}

/// A file that is being converted.
struct OpenFile {
    origin: Arc<Origin>,
    /// The number of its matches that are converted.
    wanted: u32,
    /// The output that is being collected from it.
    piece: Option<Piece>,
    /// Whether it has an error, so that the rest of it isn't written.
    is_refused: bool,
}

/// An output that is being collected.
struct Piece {
    /// The path to show; `None` for standard output.
    target: Option<PathBuf>,
    out: Out,
    losses: Losses,
    /// The match that was added last.
    last: Vec<u8>,
    /// The numbers of the matches that are read as parts of those before them.
    joined: Vec<u32>,
}

impl Piece {
    fn new(target: Option<PathBuf>, out: Out, how: LossArg) -> Self {
        Self { target, out, losses: Losses::new(how), last: Vec::new(), joined: Vec::new() }
    }
}

enum Out {
    File(Box<Draft>),
    Memory(Vec<u8>),
}

impl Sink for Files<'_> {
    /// The converted match; `None` if another match was requested.
    type Result = Option<Converted>;

    fn take(&mut self, place: &Place, converted: Option<Converted>, desk: &mut Desk<'_, '_>) -> Flow {
        if place.number == 1 {
            if self.tally.files > 0 && !self.plan.target.takes_several(self.plan.format) {
                // This is only certain here: an archive can have several records.
                self.file = None;
                desk.error(&format!("{}: {}", place.origin.name, plan::SEVERAL), Exit::CouldNotRun);
                return STOP;
            }
            self.close(desk)?;
            self.tally.files += 1;
            let origin = Arc::clone(&place.origin);
            self.file = Some(OpenFile { origin, wanted: 0, piece: None, is_refused: false });
        }
        match converted {
            Some(converted) => self.add(place.number, converted, desk),
            None => GO_ON,
        }
    }

    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        // The matches read from the file so far don't count.
        self.file.take_if(|file| file.origin.name == problem.source.name());
        self.close(desk)?;
        desk.report(problem);
        Ok(())
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.close(desk)
    }

    /// `3 files, 12 matches: 3 files written, 1 with losses`.
    fn summary(&self, counts: &Counts) -> Option<String> {
        self.plan.folder()?;
        let Tally { files, matches, written, losing } = self.tally;
        let mut line = format!(
            "{}, {}: {} written",
            many(files, "file"),
            many_es(matches, "match"),
            many(written, "file")
        );
        if losing > 0 {
            let _ = write!(line, ", {losing} with losses");
        }
        counts.add_left_out(&mut line);
        Some(line)
    }
}

impl<'a> Files<'a> {
    pub(super) fn new(args: &'a Args, plan: &'a Plan<'a>) -> Self {
        Self { args, plan, file: None, written: HashMap::new(), tally: Tally::default() }
    }

    /// Adds a match to the file.
    fn add(&mut self, number: u32, converted: Converted, desk: &mut Desk<'_, '_>) -> Flow {
        let Some(mut file) = self.file.take() else { return GO_ON };
        let name = file.origin.name.clone();
        file.wanted += 1;
        self.tally.matches += 1;
        desk.count_errors(converted.errors);
        if !converted.findings.is_empty() {
            let lines = String::from_utf8_lossy(&converted.findings);
            desk.write(|ui| ui.err(lines.trim_end()));
        }
        let Some(bytes) = converted.bytes else {
            let message = match self.args.game.filter(|_| converted.findings.is_empty()) {
                Some(game) => {
                    desk.exit = Exit::CouldNotRun;
                    format!("there is no game {game} in match {number}")
                }
                None => {
                    format!("not converted: {} in match {number}", many(converted.errors as u64, "error"))
                }
            };
            say(desk, &name, &message, Exit::Findings);
            file.is_refused = true;
            file.piece = None;
            self.file = Some(file);
            return GO_ON;
        };
        // That there is no game says enough.
        let has_output = !bytes.is_empty() || !converted.losses.is_empty();
        if converted.errors > 0 && has_output && !file.is_refused {
            let message = errors_in(converted.errors as u64, &format!(" in match {number}"));
            say(desk, &name, &message, Exit::Findings);
        }
        if bytes.is_empty() {
            // An empty file wouldn't be a record.
            let message = if converted.losses.is_empty() {
                format!("there is no game in match {number}")
            } else {
                nothing_told(self.plan.format, &converted.losses, &format!("match {number}"))
            };
            say(desk, &name, &message, Exit::Findings);
            self.file = Some(file);
            return GO_ON;
        }
        let holds_one = self.plan.holds_one();
        if holds_one && file.wanted > 1 && self.plan.folder().is_none() {
            let one = plan::holds_only_one(self.plan.format, "use `--match N` or `-o DIR`");
            let message = format!("the input has several matches, and {one}");
            say(desk, &name, &message, Exit::CouldNotRun);
            return STOP;
        }
        if holds_one && let Some(piece) = file.piece.take() {
            self.finish(&file.origin, piece, desk)?;
        }
        if !file.is_refused && file.piece.is_none() {
            match self.begin(&file, &desk.inputs) {
                Ok(piece) => file.piece = Some(piece),
                Err(message) => {
                    desk.error(&message, Exit::CouldNotRun);
                    file.is_refused = true;
                }
            }
        }
        if let Some(piece) = &mut file.piece {
            piece.losses.add(number, converted.losses);
            if !piece.last.is_empty() && !self.plan.format.keeps_apart(&piece.last, &bytes) {
                piece.joined.push(number);
            }
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
                let target = piece.target.as_ref().map_or(name.clone(), path_text);
                desk.error(&cannot_write(target, &error), Exit::CouldNotRun);
                (file.piece, file.is_refused) = (None, true);
            } else {
                piece.last = bytes;
            }
        }
        self.file = Some(file);
        GO_ON
    }

    /// Begins an output.
    fn begin(&self, file: &OpenFile, inputs: &Inputs) -> Result<Piece, String> {
        let target = match &self.plan.target {
            Target::Stdout => return Ok(Piece::new(None, Out::Memory(Vec::new()), self.args.loss)),
            Target::File(path) => path.clone(),
            Target::Folder(folder) => {
                let piece = if self.plan.holds_one() { file.wanted } else { 1 };
                folder.join(plan::renamed(&file.origin.relative, piece, self.plan.format))
            }
        };
        let shown = path_text(&target);
        if let Some(input) = self.written.get(&target) {
            let both = input.as_ref().zip(file.origin.path.as_ref());
            let is_again = both.is_some_and(|(input, again)| outputs::is_same(input, again));
            let from = if is_again {
                "this file, which is named twice"
            } else {
                "another file; `-o DIR` writes this one to another folder"
            };
            return Err(format!("{}: {shown} is already written from {from}", file.origin.name));
        }
        let Origin { name, path, file: read, .. } = &*file.origin;
        inputs.refuse(&target, read.as_deref(), Some(name)).map_err(|why| match path {
            Some(path) if outputs::is_same(path, &target) => why + "; `barpoint fmt` rewrites in place",
            _ => why,
        })?;
        match Draft::new(&target, self.args.force) {
            Ok(draft) => Ok(Piece::new(Some(target), Out::File(Box::new(draft)), self.args.loss)),
            Err(error) => Err(cannot_write(shown, &error)),
        }
    }

    /// Reports losses, and writes a file.
    fn finish(&mut self, origin: &Origin, piece: Piece, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        let Piece { target, out, losses, joined, .. } = piece;
        let shown = target.as_ref().map(path_text);
        let format = self.plan.format.name;
        desk.write(|ui| losses.tell(&origin.name, shown.as_deref(), format, ui));
        if let Some(first) = joined.first().filter(|_| self.args.loss == LossArg::Text) {
            let others = match joined.len() {
                1 => format!("match {first} is read as part of the match before it"),
                count => format!("{count} matches are read as parts of those before them"),
            };
            let (from, to) = (&origin.name, shown.as_deref().unwrap_or("<stdout>"));
            let line =
                format!("note: {from} -> {to}: {others}; `--match {first}` writes match {first} alone");
            desk.write(|ui| ui.err(printable(&line)));
        }
        match out {
            Out::Memory(bytes) => desk.record(&bytes)?,
            Out::File(draft) => {
                if let Err(error) = draft.commit() {
                    let shown = shown.unwrap_or_default();
                    desk.error(&cannot_write(shown, &error), Exit::CouldNotRun);
                    return Ok(());
                }
                self.written.extend(target.map(|target| (target, origin.path.clone())));
            }
        }
        self.tally.written += 1;
        self.tally.losing += u64::from(!losses.is_empty());
        Ok(())
    }

    /// Closes the open file.
    fn close(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        if let (0, Some(number)) = (file.wanted, self.args.number) {
            say(desk, &file.origin.name, &format!("there is no match {number}"), Exit::CouldNotRun);
        }
        match file.piece {
            Some(piece) => self.finish(&file.origin, piece, desk),
            None => Ok(()),
        }
    }
}

/// Prints an error about a file.
fn say(desk: &mut Desk<'_, '_>, name: &str, message: &str, exit: Exit) {
    desk.error(&format!("{name}: {message}"), exit);
}
