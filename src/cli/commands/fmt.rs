//! `barpoint fmt`: records rewritten in place as this program writes them, if nothing of them gets lost.

use super::check::{LARGEST, LIMITS, many, total_bytes};
use super::convert;
use crate::analysis::{self, RulesOverride};
use crate::cli::engine::Engine;
use crate::cli::input::{Input, Item, Origin};
use crate::cli::limits;
use crate::cli::pipeline;
use crate::cli::progress::Progress;
use crate::cli::rules;
use crate::diag::{Code, Diagnostic, Severity, SourceFile};
use crate::formats::inventory::{self, inventory};
use crate::formats::{Content, Format};
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::output::ui::{Ui, printable};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

/// The arguments of `fmt`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Files and folders, which are rewritten in place; `-` is standard input, which is written to standard output.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write nothing, but list the files that would change; the exit status is 1 if there are any.
    #[arg(long)]
    pub check: bool,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How much is read before it is refused.
    #[command(flatten)]
    pub limits: limits::Args,
    /// How many threads to use; the output is the same for any number [default: all cores].
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// No summary and no progress bar.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of standard output.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let rules = args.rules.overrides();
    let progress = Progress::new(ui.err_is_terminal && !args.quiet, total_bytes(&args.paths));
    let input = Input::new(engine, &args.paths, stdin, None).within(args.limits.limits());
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get);
    let mut sink =
        Sink { args, engine, progress, ui, file: None, exit: Exit::Clean, tally: Tally::default() };
    let mut written = Ok(());
    let work = |item| Outcome::new(item, &rules);
    pipeline::ordered(jobs, LIMITS, input, Item::weight, work, |outcome| match sink.take(outcome) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            written = Err(error);
            ControlFlow::Break(())
        }
    });
    written.and_then(|()| sink.end())
}

/// What one item of the input gave.
enum Outcome {
    /// A match, and its own bytes; rewritten, or why it isn't.
    Match {
        origin: Arc<Origin>,
        number: u32,
        format: &'static Format,
        before: Option<Vec<u8>>,
        after: Result<Vec<u8>, String>,
    },
    /// A file that can't be read.
    Problem { name: String, message: String, exit: Exit },
    /// A file that is no record.
    Skipped,
}

impl Outcome {
    /// Rewrites an item: the part of the work that is done on many threads.
    fn new(item: Item, rules: &RulesOverride) -> Self {
        match item {
            Item::Match { format, source, origin, number } => {
                let after = rewritten(format, &source, rules);
                Self::Match { origin, number, format, before: source.encoded(), after }
            }
            Item::NotARecord(source) => Self::Problem {
                name: source.name().to_owned(),
                message: "the file holds no match record".to_owned(),
                exit: Exit::Findings,
            },
            Item::Unreadable { name, reason } => {
                let message = format!("the file can't be read: {reason}");
                Self::Problem { name, message, exit: Exit::CouldNotRun }
            }
            Item::Skipped => Self::Skipped,
        }
    }
}

/// Writes a match anew, in its own format.
///
/// # Errors
///
/// Why it has to stay as it is.
fn rewritten(format: &'static Format, source: &SourceFile, rules: &RulesOverride) -> Result<Vec<u8>, String> {
    let (Some(parse), Some(writer)) = (format.parse, format.writer.filter(|writer| writer.reads_back)) else {
        return Err(format!("`{}` isn't written", format.name));
    };
    if matches!(format.content, Content::Binary(_)) {
        return Err(format!("`{}` is no text", format.name));
    }
    let (replayed, findings) = analysis::replayed(parse(source), rules);
    match convert::errors(&findings) {
        0 => {}
        errors => return Err(format!("{}; `barpoint check` shows where", many(errors as u64, "error"))),
    }
    let written = (writer.write)(&replayed);
    if !written.losses.is_empty() {
        return Err(format!("written anew it would lose {}", inventory::summary(&written.losses)));
    }
    // The writer is believed, and yet: what stands in somebody's file is only replaced by the same.
    let again = format.source(source.name(), written.bytes.clone()).map_err(|error| error.to_string())?;
    let (again, found) = analysis::replayed(parse(&again), rules);
    if let Some(code) = other_finding(&findings, &found) {
        return Err(format!("written anew it would have another finding, `{}`", code.id()));
    }
    let (mut before, mut after) = (inventory(&replayed), inventory(&again));
    before.sort();
    after.sort();
    if before != after {
        return Err("written anew it would be read differently".to_owned());
    }
    Ok(written.bytes)
}

/// Returns the first code that is found more or less often, but for those of the spelling, which is put right.
fn other_finding(before: &[Diagnostic], after: &[Diagnostic]) -> Option<Code> {
    let codes = |findings: &[Diagnostic]| {
        let meant = findings.iter().filter(|finding| finding.severity > Severity::Note);
        let mut codes: Vec<Code> = meant.map(|finding| finding.code).collect();
        codes.retain(|code| !is_spelling(*code));
        codes.sort_unstable();
        codes
    };
    let (before, after) = (codes(before), codes(after));
    let differs = before.iter().zip(&after).find(|(a, b)| a != b).map(|(a, b)| *a.min(b));
    differs.or_else(|| before.get(after.len()).or_else(|| after.get(before.len())).copied())
}

/// Returns `true` if a finding says how something is written, not what.
fn is_spelling(code: Code) -> bool {
    ["habit-", "mat-", "source-", "record-", "play-hit-"].iter().any(|area| code.id().starts_with(area))
}

/// The side of the work that is done in order.
struct Sink<'a, 'b> {
    args: &'a Args,
    engine: &'a dyn Engine,
    progress: Progress,
    ui: &'a mut Ui<'b>,
    file: Option<OpenFile>,
    exit: Exit,
    tally: Tally,
}

#[derive(Default)]
struct Tally {
    files: u64,
    changed: u64,
    left_alone: u64,
}

/// A file in the middle of being rewritten.
struct OpenFile {
    origin: Arc<Origin>,
    format: &'static Format,
    /// The bytes of the file, or `None` if it has characters that can't be told from others.
    before: Option<Vec<u8>>,
    /// The matches, or why the file stays as it is.
    after: Result<Vec<Vec<u8>>, String>,
}

impl Sink<'_, '_> {
    fn take(&mut self, outcome: Outcome) -> io::Result<()> {
        match outcome {
            Outcome::Skipped => {}
            Outcome::Problem { name, message, exit } => {
                self.file.take_if(|file| file.origin.name == name);
                self.close()?;
                self.tally.files += 1;
                self.say(&name, &message, exit);
            }
            Outcome::Match { origin, number, format, before, after } => {
                let bytes = before.as_ref().map_or(0, Vec::len) as u64;
                if number == 1 {
                    self.close()?;
                    self.file =
                        Some(OpenFile { origin, format, before: Some(Vec::new()), after: Ok(Vec::new()) });
                }
                if let Some(file) = &mut self.file {
                    file.add(number, before, after);
                }
                let Self { progress, tally, .. } = self;
                progress.advance(bytes, || tally.summary(false));
            }
        }
        Ok(())
    }

    /// Rewrites the file that is open.
    fn close(&mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        self.tally.files += 1;
        let name = &file.origin.name;
        let is_stdin =
            file.origin.path.is_none() && self.args.paths.iter().all(|path| path.as_os_str() == "-");
        let after = match file.after {
            _ if file.origin.path.is_none() && !is_stdin => Err("it is packed".to_owned()),
            Err(reason) => Err(reason),
            Ok(matches) => {
                let after = matches.concat();
                if matches.len() == 1 || is_cut_again(self.engine, file.format, &after, &matches) {
                    Ok(after)
                } else {
                    Err("written anew its matches would run into each other".to_owned())
                }
            }
        };
        let after = match after {
            Ok(after) => after,
            Err(reason) => {
                self.tally.left_alone += 1;
                self.say(name, &format!("left as it is: {reason}"), Exit::Findings);
                return Ok(());
            }
        };
        let is_changed = file.before.as_ref() != Some(&after);
        self.tally.changed += u64::from(is_changed);
        if self.args.check {
            if is_changed {
                self.exit = self.exit.max(Exit::Findings);
                let Self { progress, ui, .. } = self;
                progress.aside(|| ui.line(printable(name)))?;
            }
            return Ok(());
        }
        let Some(path) = &file.origin.path else {
            self.ui.record(&after)?;
            return self.ui.flush();
        };
        if is_changed {
            let done = Draft::new(path, true).and_then(|mut draft| {
                draft.write(&after)?;
                draft.commit()
            });
            if let Err(error) = done {
                self.tally.changed -= 1;
                self.say(name, &format!("can't be written: {error}"), Exit::CouldNotRun);
            }
        }
        Ok(())
    }

    fn end(mut self) -> io::Result<Exit> {
        let closed = self.close();
        self.progress.finish();
        closed?;
        if self.tally.files == 0 {
            return Ok(Exit::failed(self.ui, "no match record was found"));
        }
        if !self.args.quiet {
            let summary = self.tally.summary(self.args.check);
            self.ui.flush()?;
            self.ui.err(summary);
        }
        Ok(self.exit)
    }

    fn say(&mut self, name: &str, message: &str, exit: Exit) {
        let Self { progress, ui, .. } = self;
        let message = format!("{}: {message}", printable(name));
        progress.aside(|| Exit::failed(ui, &message));
        self.exit = self.exit.max(exit);
    }
}

impl OpenFile {
    /// Adds a match.
    fn add(&mut self, number: u32, before: Option<Vec<u8>>, after: Result<Vec<u8>, String>) {
        match (&mut self.before, before) {
            (Some(bytes), Some(more)) => bytes.extend(more),
            _ => self.before = None,
        }
        let Ok(matches) = &mut self.after else { return };
        let size: usize = matches.iter().map(Vec::len).sum();
        match after {
            Ok(after) if size + after.len() > LARGEST => {
                self.after = Err(format!("it has more than {LARGEST} bytes"));
            }
            Ok(after) => matches.push(after),
            Err(reason) if number == 1 => self.after = Err(reason),
            Err(reason) => self.after = Err(format!("match {number}: {reason}")),
        }
    }
}

/// Returns `true` if matches written one behind the other are read as the same matches.
fn is_cut_again(engine: &dyn Engine, format: &Format, all: &[u8], matches: &[Vec<u8>]) -> bool {
    let mut sources = engine.split(format, "", Box::new(all), LARGEST);
    let same = |expected: &Vec<u8>| {
        let source = sources.next().and_then(Result::ok);
        source.is_some_and(|source| source.bytes().trim_ascii() == expected.trim_ascii())
    };
    matches.iter().all(same) && sources.next().is_none()
}

impl Tally {
    /// `3 files: 1 rewritten, 1 left as it is`.
    fn summary(&self, would: bool) -> String {
        let changed = match (would, self.changed) {
            (false, n) => format!("{n} rewritten"),
            (true, n) => format!("{n} would be rewritten"),
        };
        let left =
            if self.left_alone > 0 { format!(", {} left alone", self.left_alone) } else { String::new() };
        format!("{}: {changed}{left}", many(self.files, "file"))
    }
}
