//! One pass over records: the arguments, the loop, the problems and the summary line of all commands that
//! read records.

use super::args;
use super::error::{CommandError, Done, error};
pub(crate) use super::input::Found;
use super::input::OWN_OUTPUT;
use super::input::{self, Input, Item, Origin};
use super::jobs::Jobs;
use super::limits;
use super::outputs::Inputs;
use super::pipeline::{self, Limits};
use super::progress::Progress;
use super::reader::Reader;
use super::rules;
use super::settings;
use crate::analysis::RulesOverride;
use crate::diag::count::{errors_in, many, many_es, match_in};
use crate::diag::{Code, Diagnostic, Encoding, Parsed, Severity, SourceFile, Span};
use crate::formats::Format;
use crate::formats::split::SplitError;
use crate::game::record::MatchRecord;
use crate::host::config::{ConfigError, Configs};
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::reason::reason;
use crate::output::ui::{Ui, printable};
use clap::builder::Resettable;
use std::any::Any;
use std::fmt::Write as _;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The limits of matches in progress: enough to keep every thread busy, few enough for memory.
const LIMITS: Limits = Limits { items: 1_024, weight: 32 << 20 };

/// The arguments of the commands that read records.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
#[command(next_help_heading = "Input")]
pub struct Args {
    /// Files, folders, zip and tar archives; `-` is standard input, the default in a pipe.
    #[arg(value_name = "PATH", help_heading = Resettable::Reset)]
    pub paths: Vec<PathBuf>,
    /// The reading options.
    #[command(flatten)]
    pub reading: Reading,
}

/// The options of the commands that read records.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
#[command(next_help_heading = "Input")]
pub struct Reading {
    /// Read more paths from FILE, one per line or each followed by a NUL byte; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// Read every file as FORMAT instead of detecting the format.
    #[arg(long, value_name = "FORMAT", value_parser = args::READABLE, hide_possible_values = true)]
    pub from: Option<&'static Format>,
    /// Show standard input under this name.
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
    /// The limits for hostile input.
    #[command(flatten)]
    pub limits: limits::Args,
    /// The number of threads.
    #[command(flatten)]
    pub jobs: Jobs,
    /// Print no summary line and no progress bar.
    #[arg(long, short)]
    pub quiet: bool,
    /// The rules for records that don't state them.
    #[command(flatten)]
    pub rules: rules::Args,
}

/// The environment of a command that reads records: the formats, standard input and the streams for output.
pub(crate) struct World<'a, 'b, 'c> {
    /// The formats.
    pub(crate) reader: &'a dyn Reader,
    /// Standard input.
    pub(crate) stdin: Box<dyn Read + Send + 'a>,
    /// The streams.
    pub(crate) ui: &'b mut Ui<'c>,
}

/// The place of a match.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Its file.
    pub(crate) origin: Arc<Origin>,
    /// Its number in its file, counted from 1.
    pub(crate) number: u32,
    /// Whether it is the very first match.
    pub(crate) is_first: bool,
}

/// Returns the message on a match without a game.
pub(crate) fn no_game(file: &str, number: u32) -> String {
    format!("{file}: there is no game in match {number}")
}

impl Place {
    /// Returns the heading of a match in the output: its file, and its number if there are several.
    pub(crate) fn heading(&self) -> String {
        match_in(&printable(&self.origin.name), self.number)
    }
}

/// What to do with an ID that was given as a path.
pub(crate) const ID: &str = "this is an ID: `barpoint show`, `hint`, `eval` and `cube` take IDs";

/// A file that has no match, or can't be read.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Its beginning, as far as it could be read.
    pub(crate) source: SourceFile,
    /// The finding about it.
    pub(crate) finding: Diagnostic,
    /// Whether the system couldn't read it.
    pub(crate) is_unreadable: bool,
    /// Whether matches of it were read before.
    pub(crate) has_matches: bool,
}

impl Problem {
    fn not_a_record(mut source: SourceFile) -> Self {
        if source.line_at(0).1.contains('\0')
            && let Ok(bare) =
                SourceFile::from_text(source.name().to_owned(), String::new(), Encoding::Utf8, 0, 1)
        {
            // No line of it can be shown.
            source = bare;
        }
        let code = Code::SourceNotARecord;
        let end = source.line_at(0).1.len();
        let message = if source.text().starts_with(OWN_OUTPUT) {
            "this is the output of a command such as `barpoint replay`, not a match record"
        } else {
            "the file contains no match record"
        };
        let finding = Diagnostic::new(code, Span::new(0, end), message);
        Self { source, finding, is_unreadable: false, has_matches: false }
    }

    fn unreadable(name: String, has_matches: bool, why: &io::Error) -> Option<Self> {
        let is_id = why.kind() == io::ErrorKind::NotFound && super::is_id(&name);
        let limit = input::limit_exceeded(why);
        let source =
            SourceFile::from_text(name, String::new(), Encoding::Utf8, 0, limit.unwrap_or(1)).ok()?;
        let finding = if limit.is_some() {
            let reason = why.get_ref().and_then(|reason| reason.downcast_ref());
            let help = match reason {
                Some(SplitError::TooFine { .. }) => "if the file contains several matches, split it",
                _ => "if the file contains several matches, split it; `--limits` raises the limits",
            };
            Diagnostic::new(Code::RecordLimit, Span::default(), why.to_string()).help(help)
        } else {
            let message = format!("cannot read the file: {}", reason(why));
            let finding = Diagnostic::new(Code::SourceUnreadable, Span::default(), message);
            if is_id { finding.help(ID) } else { finding }
        };
        Some(Self { source, finding, is_unreadable: limit.is_none(), has_matches })
    }

    /// Returns the exit status for the problem.
    pub(crate) const fn exit(&self) -> Exit {
        if self.is_unreadable { Exit::CouldNotRun } else { Exit::Findings }
    }

    /// Returns the problem in words, with the name of the file.
    pub(crate) fn message(&self) -> String {
        let (name, message) = (self.source.name(), &self.finding.message);
        match message.strip_prefix("cannot read the file: ") {
            Some(why) => format!("cannot read {name}: {why}"),
            None => format!("{name}: {message}"),
        }
    }
}

/// The counts so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Files with a match, and files that should contain one.
    pub(crate) files: u64,
    /// Matches.
    pub(crate) matches: u64,
    /// Files of folders that aren't records.
    pub(crate) skipped: u64,
    /// Files that the system couldn't read.
    pub(crate) unreadable: u64,
}

impl Counts {
    /// Returns the counts in words: `3 files, 12 matches, 1 unreadable`.
    pub(crate) fn words(&self, more: Option<String>) -> String {
        let mut parts = vec![many(self.files, "file"), many_es(self.matches, "match")];
        parts.extend(more);
        let mut words = parts.join(", ");
        self.add_left_out(&mut words);
        words
    }

    /// Adds the files that no match was read from.
    pub(crate) fn add_left_out(&self, words: &mut String) {
        if self.skipped > 0 {
            let _ = write!(words, ", {} skipped", many(self.skipped, "other file"));
        }
        if self.unreadable > 0 {
            let _ = write!(words, ", {} unreadable", self.unreadable);
        }
    }

    /// Returns the counts in words, unless they are of one match of one file.
    pub(crate) fn of_several(&self) -> Option<String> {
        (self.files + self.skipped + self.unreadable > 1 || self.matches > 1).then(|| self.words(None))
    }
}

/// The output of a command during a pass.
pub(crate) struct Desk<'a, 'b> {
    /// The streams.
    pub(crate) ui: &'a mut Ui<'b>,
    /// The counts so far.
    pub(crate) counts: Counts,
    /// The exit status so far.
    pub(crate) exit: Exit,
    /// What no output may replace; empty if the command writes no file.
    pub(crate) inputs: Inputs,
    progress: Progress,
}

impl<'b> Desk<'_, 'b> {
    /// Writes other output than the progress bar.
    pub(crate) fn write<T>(&mut self, write: impl FnOnce(&mut Ui<'b>) -> T) -> T {
        let Self { ui, progress, .. } = self;
        progress.aside(|| write(ui))
    }

    /// Writes a part of the output: at once to a terminal, otherwise in large pieces.
    pub(crate) fn answer(&mut self, write: impl FnOnce(&mut Ui<'b>) -> io::Result<()>) -> io::Result<()> {
        self.write(|ui| {
            write(ui)?;
            if ui.out_is_terminal { ui.flush() } else { Ok(()) }
        })
    }

    /// Makes a record with errors count for the exit status, before output that may not be read any more.
    pub(crate) fn count_errors(&mut self, errors: usize) {
        if errors > 0 {
            self.exit = self.exit.max(Exit::Findings);
        }
    }

    /// Prints an error about a file.
    pub(crate) fn error(&mut self, message: &str, exit: Exit) {
        self.write(|ui| error(ui, message));
        self.exit = self.exit.max(exit);
    }

    /// Prints that a match has no game.
    pub(crate) fn no_game(&mut self, place: &Place) {
        self.error(&no_game(&place.origin.name, place.number), Exit::Findings);
    }

    /// Writes a whole record to standard output.
    pub(crate) fn record(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(|ui| {
            ui.record(bytes)?;
            ui.flush()
        })
    }

    /// Prints a problem of a file.
    pub(crate) fn report(&mut self, problem: &Problem) {
        self.error(&problem.message(), problem.exit());
        for help in &problem.finding.help {
            self.write(|ui| ui.err(format_args!("hint: {}", printable(help))));
        }
    }
}

/// Whether a pass continues, or why it fails.
pub(crate) type Flow = Result<ControlFlow<()>, CommandError>;

/// The pass continues.
pub(crate) const GO_ON: Flow = Ok(ControlFlow::Continue(()));

/// The pass ends.
pub(crate) const STOP: Flow = Ok(ControlFlow::Break(()));

/// The part of a command that takes the results in the order of the input.
pub(crate) trait Sink {
    /// The result for a match, computed on any thread.
    type Result: Send + 'static;

    /// Takes the result for the next match; a break ends the pass.
    fn take(&mut self, place: &Place, result: Self::Result, desk: &mut Desk<'_, '_>) -> Flow;

    /// Takes a file that has no match, or can't be read.
    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        desk.report(problem);
        Ok(())
    }

    /// Writes the rest of the output, after the last match.
    fn end(&mut self, _desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        Ok(())
    }

    /// Returns the summary line, which the progress bar shows too; `None` if the output of a single match is
    /// enough.
    fn summary(&self, counts: &Counts) -> Option<String> {
        counts.of_several()
    }
}

/// A result of any sink.
type AnyResult = Box<dyn Any + Send>;

/// A sink as the pass sees it, without the type of its results, so that the pass is compiled once for all commands.
struct Untyped<'s, S>(&'s mut S);

impl<S: Sink> Sink for Untyped<'_, S> {
    type Result = AnyResult;

    fn take(&mut self, place: &Place, result: AnyResult, desk: &mut Desk<'_, '_>) -> Flow {
        let result = result.downcast::<S::Result>().expect("a result of this sink's own work");
        self.0.take(place, *result, desk)
    }

    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.0.problem(problem, desk)
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.0.end(desk)
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        self.0.summary(counts)
    }
}

/// A pass over paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass<'a> {
    /// The paths.
    pub(crate) paths: &'a [PathBuf],
    /// The options.
    pub(crate) reading: &'a Reading,
    /// The output folder, which isn't read if it lies in another folder.
    pub(crate) skipping: Option<&'a Path>,
    /// The file that the command writes, which must not be one of those that it reads.
    pub(crate) output: Option<&'a Path>,
    /// Whether the command writes files into the folders of those that it reads.
    pub(crate) beside: bool,
    /// Whether a file is read only once, by whatever paths it is given or found.
    pub(crate) once: bool,
    /// The number of threads.
    pub(crate) jobs: usize,
}

impl Args {
    /// Returns `true` if they name more than one file.
    pub(crate) fn has_several(&self) -> bool {
        self.paths.len() > 1
            || self.reading.files_from.is_some()
            || self.paths.iter().any(|path| path.is_dir())
    }
}

impl<'a> Pass<'a> {
    /// Makes a pass over the paths of a command.
    pub(crate) fn new(args: &'a Args) -> Self {
        Self::over(&args.paths, &args.reading)
    }

    /// Makes a pass over paths.
    pub(crate) fn over(paths: &'a [PathBuf], reading: &'a Reading) -> Self {
        let jobs = reading.jobs.count();
        Self { paths, reading, skipping: None, output: None, beside: false, once: false, jobs }
    }

    /// Reads every match, passes it to `work` on one of the threads, and passes the results to `sink` in the
    /// order of the input.
    ///
    /// # Errors
    ///
    /// If the sink fails, the output is one of the files read, or there is no match record; a closed pipe ends the pass
    /// with the status so far.
    pub(crate) fn run<S: Sink>(
        self,
        world: World<'_, '_, '_>,
        sink: &mut S,
        work: impl Fn(Found) -> S::Result + Sync,
    ) -> Done {
        self.run_untyped(world, &mut Untyped(sink), &|found: Found| -> AnyResult { Box::new(work(found)) })
    }

    fn run_untyped(
        self,
        world: World<'_, '_, '_>,
        sink: &mut dyn Sink<Result = AnyResult>,
        work: &(dyn Fn(Found) -> AnyResult + Sync),
    ) -> Done {
        let World { reader, stdin, ui } = world;
        let Self { paths, reading, skipping, output, beside, once, jobs } = self;
        let list = reading.files_from.as_deref();
        let mut input = Input::new(reader, paths, stdin, reading.stdin_filename.as_deref())
            .listed_in(list)
            .reading_as(reading.from)
            .within(reading.limits.limits())
            .skipping(skipping)
            .once(once);
        let target = output.or(skipping);
        let inputs = if target.is_some() || beside {
            Inputs::new(input.all_paths().chain(list), target)
        } else {
            Inputs::default()
        };
        if let Some(output) = output {
            // It may not be read before the command has all results.
            let own = Some(output).filter(|output| input.is_found(output));
            inputs.refuse(output, own, None)?;
        }
        let progress = Progress::new(ui.err_is_terminal && !reading.quiet, total_bytes(paths));
        let mut desk = Desk { ui, counts: Counts::default(), exit: Exit::Clean, inputs, progress };
        let mut result = Ok(());
        let configs = reading.rules.source.configs();
        let work = |item: Item| (item.weight(), Outcome::new(item, (&reading.rules, &configs), work));
        pipeline::ordered(jobs, LIMITS, input, Item::weight, work, |(bytes, outcome)| {
            let outcome = outcome.unless_replaced(output, &desk.inputs);
            let flow = outcome.and_then(|outcome| take(sink, outcome, &mut desk));
            let counts = desk.counts;
            desk.progress.advance(bytes, || sink.summary(&counts).unwrap_or_default());
            flow.unwrap_or_else(|error| {
                result = Err(error);
                ControlFlow::Break(())
            })
        });
        let result = result.and_then(|()| sink.end(&mut desk)).and_then(|()| Ok(desk.ui.flush()?));
        desk.progress.finish();
        match result {
            // The output isn't read any more, but the caller may use the status.
            Err(error) if error.exit == Exit::Clean => return Ok(desk.exit),
            Err(error) => return Err(error),
            Ok(()) => {}
        }
        if desk.counts.files == 0 && desk.counts.unreadable == 0 {
            // Most likely a mistyped path or pattern: a script must not take this for an archive without
            // errors.
            let error = CommandError::new(nothing_found(paths, reading));
            return Err(match desk.counts.skipped {
                0 => error,
                _ => {
                    error.hint("in a folder, files that no format recognises are skipped; `--from` reads all")
                }
            });
        }
        let is_wanted = !reading.quiet && desk.counts.files > 0;
        if let Some(summary) = sink.summary(&desk.counts).filter(|_| is_wanted) {
            desk.ui.err(summary);
        }
        Ok(desk.exit)
    }
}

/// Returns the message where no path leads to a record.
fn nothing_found(paths: &[PathBuf], reading: &Reading) -> String {
    match (paths, &reading.files_from) {
        ([path], None) => format!("no match record in {}", path_text(path)),
        ([], Some(list)) if list.as_os_str() == "-" => {
            "no match record in the files listed on standard input".into()
        }
        ([], Some(list)) => format!("no match record in the files listed in {}", path_text(list)),
        _ => "no match record in any of the paths".to_owned(),
    }
}

/// The result for one item of the input.
enum Outcome {
    Match(Arc<Origin>, u32, AnyResult),
    Problem {
        problem: Option<Box<Problem>>,
        /// The file on disk.
        file: Option<PathBuf>,
    },
    /// Its settings file is wrong.
    Unsettled(ConfigError),
    Skipped,
}

impl Outcome {
    fn new(
        item: Item,
        (rules, configs): (&rules::Args, &Configs),
        work: &dyn Fn(Found) -> AnyResult,
    ) -> Self {
        match item {
            Item::Match(found) => match rules.of(configs, found.origin.place()) {
                Ok(rules) => {
                    Self::Match(Arc::clone(&found.origin), found.number, work(Found { rules, ..found }))
                }
                Err(error) => Self::Unsettled(error),
            },
            Item::NotARecord { source, file } => {
                Self::Problem { problem: Some(Box::new(Problem::not_a_record(source))), file }
            }
            Item::Unreadable { name, file, reason, has_matches } => {
                let problem = Problem::unreadable(name, has_matches, &reason);
                Self::Problem { problem: problem.map(Box::new), file }
            }
            Item::Skipped => Self::Skipped,
        }
    }

    /// Refuses a file that the output would replace: at its first match, or if none can be read from it.
    fn unless_replaced(self, output: Option<&Path>, inputs: &Inputs) -> Result<Self, CommandError> {
        let read = match &self {
            Self::Match(origin, 1, _) => origin.file.as_deref(),
            Self::Problem { file, .. } => file.as_deref(),
            Self::Match(..) | Self::Unsettled(_) | Self::Skipped => None,
        };
        if let (Some(output), Some(_)) = (output, read) {
            inputs.refuse(output, read, None)?;
        }
        Ok(self)
    }
}

fn take(sink: &mut dyn Sink<Result = AnyResult>, outcome: Outcome, desk: &mut Desk<'_, '_>) -> Flow {
    match outcome {
        Outcome::Match(origin, number, result) => {
            let is_first = desk.counts.matches == 0;
            desk.counts.files += u64::from(number == 1);
            desk.counts.matches += 1;
            sink.take(&Place { origin, number, is_first }, result, desk)
        }
        Outcome::Problem { problem, .. } => {
            let Some(problem) = problem else { return GO_ON };
            if problem.is_unreadable {
                desk.counts.unreadable += 1;
            } else {
                desk.counts.files += u64::from(!problem.has_matches);
            }
            sink.problem(&problem, desk)?;
            GO_ON
        }
        Outcome::Unsettled(error) => Err(settings::wrong(error)),
        Outcome::Skipped => {
            desk.counts.skipped += 1;
            GO_ON
        }
    }
}

/// Returns the total size of the input, if it consists of plain files.
fn total_bytes(paths: &[PathBuf]) -> Option<u64> {
    let size =
        |path: &PathBuf| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
    if paths.is_empty() { None } else { paths.iter().map(size).sum() }
}

/// The output for one match.
pub(crate) enum Answer {
    /// Text; a blank line separates several matches.
    Text(String),
    /// Lines of JSON.
    Json(String),
}

impl Answer {
    /// Makes a line of JSON.
    pub(crate) fn json(answer: &impl serde::Serialize) -> Self {
        // Text and numbers can always be written as JSON.
        Self::Json(serde_json::to_string(answer).unwrap_or_default() + "\n")
    }
}

/// The sink of commands with separate output for each match.
struct Answers;

impl Sink for Answers {
    /// The output, and the number of errors of the record; `None` for a record without a game.
    type Result = Option<(Answer, usize)>;

    fn take(&mut self, place: &Place, result: Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        let Some((answer, errors)) = result else {
            desk.no_game(place);
            return GO_ON;
        };
        desk.count_errors(errors);
        desk.answer(|ui| match answer {
            Answer::Text(text) => {
                if !place.is_first {
                    ui.line("")?;
                }
                ui.text(&text)
            }
            Answer::Json(lines) => ui.written_json(&lines),
        })?;
        wrong(place, errors, desk)?;
        GO_ON
    }
}

/// Prints how many errors a match has, after its output.
pub(crate) fn wrong(place: &Place, errors: usize, desk: &mut Desk<'_, '_>) -> io::Result<()> {
    if let Some(message) = errors_of(&place.origin.name, place.number, errors) {
        desk.count_errors(errors);
        desk.ui.flush()?;
        desk.error(&message, Exit::Findings);
    }
    Ok(())
}

/// Returns the message about the errors of a match, if it has any.
pub(crate) fn errors_of(name: &str, number: u32, errors: usize) -> Option<String> {
    (errors > 0).then(|| format!("{name}: {}", errors_in(errors as u64, &format!(" in match {number}"))))
}

/// Counts the errors among findings.
pub(crate) fn errors(findings: &[Diagnostic]) -> usize {
    findings.iter().filter(|finding| finding.severity == Severity::Error).count()
}

/// Prints output match by match: `work` computes it on any thread, from a match with a game and its findings.
pub(crate) fn each_record(
    args: &Args,
    world: World<'_, '_, '_>,
    work: impl Fn(&Place, &SourceFile, Parsed<MatchRecord>, &RulesOverride) -> (Answer, Vec<Diagnostic>) + Sync,
) -> Done {
    Pass::new(args).run(world, &mut Answers, |found| {
        let parsed = (found.format.parse?)(&found.source);
        if parsed.value.games.is_empty() {
            return None;
        }
        let place = Place { origin: found.origin, number: found.number, is_first: false };
        let (answer, findings) = work(&place, &found.source, parsed, &found.rules);
        Some((answer, errors(&findings)))
    })
}
