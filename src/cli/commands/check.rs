//! `barpoint check`: the main job. Reads records, replays them, and reports what breaks a rule.

use crate::analysis::RulesOverride;
use crate::cli::args::{self, FormatArg};
use crate::cli::engine::{Checked, Engine};
use crate::cli::input::{self, Input, Item};
use crate::cli::limits;
use crate::cli::pipeline::{self, Limits};
use crate::cli::progress::Progress;
use crate::cli::rules;
use crate::diag::{Code, Diagnostic, Encoding, Severity, SourceFile, Span};
use crate::formats::Format;
use crate::host::exit::Exit;
use crate::output::diagnostic::{Finding, Options, Renderer};
use crate::output::ui::Ui;
use clap::ValueEnum;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The arguments of `check`.
#[derive(Clone, Debug, Default, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct Args {
    /// Files, folders and zip archives; `-` is standard input, also when it is a pipe and no path is given.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Read the paths from this file too, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// Read every file as this format, instead of recognising it.
    #[arg(long, value_name = "FORMAT", value_parser = args::readable)]
    pub from: Option<&'static Format>,
    /// How to show findings.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: FormatArg,
    /// The lightest findings that make the exit status 1.
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t)]
    pub fail_on: FailOn,
    /// Silence a code; may be given several times.
    #[arg(long, value_name = "CODE", value_parser = args::code)]
    pub allow: Vec<Code>,
    /// Show habits of servers and programs too, which are no errors.
    #[arg(long)]
    pub pedantic: bool,
    /// Show what follows from a finding too.
    #[arg(long)]
    pub all: bool,
    /// Draw the board before each wrong action.
    #[arg(long)]
    pub board: bool,
    /// How many threads to use; the output is the same for any number [default: all cores].
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How much is read before it is refused.
    #[command(flatten)]
    pub limits: limits::Args,
    /// The name to show for standard input.
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
    /// No summary and no progress bar.
    #[arg(long, short)]
    pub quiet: bool,
}

/// The lightest findings that make the exit status 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Only errors.
    Error,
    /// Errors and warnings.
    #[default]
    Warning,
    /// Every finding.
    Note,
    /// None: findings leave the exit status 0.
    Never,
}

impl FailOn {
    /// Returns `true` if a finding of this severity counts.
    fn counts(self, severity: Severity) -> bool {
        match self {
            Self::Error => severity >= Severity::Error,
            Self::Warning => severity >= Severity::Warning,
            Self::Note => true,
            Self::Never => false,
        }
    }
}

/// Enough matches to keep every thread busy, and few enough to hold in memory.
pub(super) const LIMITS: Limits = Limits { items: 1_024, weight: 32 << 20 };

/// The most bytes that are put together in memory before they are written.
pub(super) const LARGEST: usize = 256 << 20;

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing, except that a closed pipe ends it with the status so far.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let rules = args.rules.overrides();
    let options = Options { all: args.all, styled: ui.styled, width: ui.width };
    let mut report = Report {
        renderer: crate::output::diagnostic::Format::from(args.format).renderer(options),
        format: args.format,
        progress: Progress::new(ui.err_is_terminal && !args.quiet, total_bytes(&args.paths)),
        tally: Tally::default(),
        fail_on: args.fail_on,
        ui,
    };
    let written = report.begin().and_then(|()| {
        let mut written = Ok(());
        let input = Input::new(engine, &args.paths, stdin, args.stdin_filename.as_deref())
            .listed_in(args.files_from.as_deref())
            .reading_as(args.from)
            .within(args.limits.limits());
        let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok());
        let jobs = jobs.map_or(1, NonZeroUsize::get);
        let work = |item| Outcome::new(item, args, &rules, engine);
        pipeline::ordered(jobs, LIMITS, input, Item::weight, work, |outcome| {
            written = report.take(&outcome);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written.and_then(|()| report.end())
    });
    report.progress.finish();
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
        // Nobody reads the findings any more, but whoever started this may read the status.
        Err(_) => {}
        Ok(()) if args.quiet => {}
        Ok(()) => {
            let summary = report.tally.summary();
            report.ui.err(summary);
        }
    }
    if report.tally.files == 0 && report.tally.unreadable == 0 {
        // Most likely a mistyped path or pattern: a script must not take it for a clean archive.
        report.ui.err("barpoint: no match record was found");
        return Ok(Exit::CouldNotRun);
    }
    Ok(report.tally.exit)
}

/// The size of the input, if all of it are plain files.
pub(super) fn total_bytes(paths: &[PathBuf]) -> Option<u64> {
    let size =
        |path: &PathBuf| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
    if paths.is_empty() { None } else { paths.iter().map(size).sum() }
}

/// What one item of the input gave.
struct Outcome {
    kind: Kind,
    bytes: u64,
    /// The source, if there is something to say about it.
    source: Option<SourceFile>,
    /// The findings, each with the board before it.
    findings: Vec<(Diagnostic, Option<String>)>,
}

/// What an item was.
enum Kind {
    Match { opens_file: bool, games: u32 },
    NotARecord,
    Skipped,
    Unreadable,
}

impl Outcome {
    /// Checks an item: the part of the work that is done on many threads.
    fn new(item: Item, args: &Args, rules: &RulesOverride, engine: &dyn Engine) -> Self {
        let bytes = item.weight();
        let mut findings = Vec::new();
        let mut sink = |diagnostic| findings.extend(wanted(diagnostic, args));
        let (kind, source) = match item {
            Item::Match { format, source, number, .. } => {
                let Checked { games } = engine.check(format, &source, rules, &mut sink);
                (Kind::Match { opens_file: number == 1, games }, Some(source))
            }
            Item::NotARecord(source) => {
                let code = Code::SourceNotARecord;
                let end = source.line_at(0).1.len();
                sink(Diagnostic::new(code, Span::new(0, end), "the file holds no match record"));
                (Kind::NotARecord, Some(source))
            }
            Item::Skipped => (Kind::Skipped, None),
            Item::Unreadable { name, reason } => {
                let (kind, line, finding) = unread(&reason);
                sink(finding);
                (kind, SourceFile::from_text(name, String::new(), Encoding::Utf8, 0, line).ok())
            }
        };
        let draw = |diagnostic: &Diagnostic| {
            if args.board { engine.draw(&diagnostic.context) } else { None }
        };
        let findings: Vec<(Diagnostic, Option<String>)> = findings
            .into_iter()
            .map(|diagnostic| {
                let board = draw(&diagnostic);
                (diagnostic, board)
            })
            .collect();
        Self { kind, bytes, source: source.filter(|_| !findings.is_empty()), findings }
    }
}

/// Says why something couldn't be read, and in which line; what is beyond a limit is a finding as any other.
fn unread(reason: &io::Error) -> (Kind, u64, Diagnostic) {
    let Some(line) = input::limit_exceeded(reason) else {
        let message = format!("the file can't be read: {reason}");
        return (Kind::Unreadable, 1, Diagnostic::new(Code::SourceUnreadable, Span::default(), message));
    };
    let finding = Diagnostic::new(Code::RecordLimit, Span::default(), reason.to_string());
    let help = "no record of a match is so large; if it holds several, divide it";
    (Kind::NotARecord, line, finding.help(help))
}

/// Drops a finding that isn't to be shown; the first of its consequences that is takes its place,
/// so that silencing one code never hides another.
fn wanted(mut diagnostic: Diagnostic, args: &Args) -> Option<Diagnostic> {
    let is_wanted = |code: Code| !args.allow.contains(&code) && (args.pedantic || !code.is_pedantic());
    diagnostic.consequences.retain(|consequence| is_wanted(consequence.code));
    if is_wanted(diagnostic.code) {
        return Some(diagnostic);
    }
    let mut consequences = diagnostic.consequences.into_iter();
    let first = consequences.next()?;
    Some(Diagnostic { consequences: consequences.collect(), ..first })
}

/// The side of the work that is done in order.
struct Report<'a, 'b> {
    renderer: Box<dyn Renderer>,
    format: FormatArg,
    progress: Progress,
    tally: Tally,
    fail_on: FailOn,
    ui: &'a mut Ui<'b>,
}

impl Report<'_, '_> {
    fn begin(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        self.renderer.begin(&mut text)?;
        shown(&text, self.format, self.ui)
    }

    /// Shows one outcome.
    fn take(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.tally.count(outcome, self.fail_on);
        let Self { renderer, format, progress, ui, .. } = self;
        if let Some(source) = &outcome.source {
            progress.aside(|| {
                let mut text = Vec::new();
                for (diagnostic, board) in &outcome.findings {
                    let board = board.as_deref();
                    renderer.finding(&Finding { board, ..Finding::new(source, diagnostic) }, &mut text)?;
                    shown(&text, *format, ui)?;
                    text.clear();
                }
                // People watch a terminal; anything else is better written in large pieces.
                if ui.out_is_terminal { ui.flush() } else { Ok(()) }
            })?;
        }
        self.progress.advance(outcome.bytes, || self.tally.summary());
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        self.renderer.end(&mut text)?;
        shown(&text, self.format, self.ui)?;
        self.ui.flush()
    }
}

/// Writes what a renderer made.
fn shown(text: &[u8], format: FormatArg, ui: &mut Ui<'_>) -> io::Result<()> {
    let text = String::from_utf8_lossy(text);
    match format {
        FormatArg::Text => ui.coloured(&text),
        FormatArg::Concise | FormatArg::Github => ui.text(&text),
        FormatArg::Json | FormatArg::Sarif => ui.written_json(&text),
    }
}

/// What is counted for the summary and the exit status.
struct Tally {
    files: u64,
    matches: u64,
    games: u64,
    skipped: u64,
    unreadable: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    exit: Exit,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            files: 0,
            matches: 0,
            games: 0,
            skipped: 0,
            unreadable: 0,
            errors: 0,
            warnings: 0,
            notes: 0,
            exit: Exit::Clean,
        }
    }
}

impl Tally {
    fn count(&mut self, outcome: &Outcome, fail_on: FailOn) {
        match outcome.kind {
            Kind::Match { opens_file, games } => {
                self.files += u64::from(opens_file);
                self.matches += 1;
                self.games += u64::from(games);
            }
            Kind::NotARecord => self.files += 1,
            Kind::Skipped => self.skipped += 1,
            Kind::Unreadable => {
                self.unreadable += 1;
                self.exit = Exit::CouldNotRun;
                return;
            }
        }
        for (diagnostic, _) in &outcome.findings {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => self.notes += 1,
            }
            if fail_on.counts(diagnostic.severity) {
                self.exit = self.exit.max(Exit::Findings);
            }
        }
    }

    /// `3 files, 12 matches, 57 games: 2 errors, 1 warning`.
    fn summary(&self) -> String {
        let mut seen =
            vec![many(self.files, "file"), many_es(self.matches, "match"), many(self.games, "game")];
        if self.skipped > 0 {
            seen.push(format!("{} skipped", many(self.skipped, "other file")));
        }
        if self.unreadable > 0 {
            seen.push(format!("{} unreadable", self.unreadable));
        }
        let counts = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let mut found: Vec<String> =
            counts.iter().filter(|(n, _)| *n > 0).map(|&(n, noun)| many(n, noun)).collect();
        if found.is_empty() && self.unreadable == 0 {
            found.push("no findings".to_owned());
        }
        let separator = if found.is_empty() { "" } else { ": " };
        format!("{}{separator}{}", seen.join(", "), found.join(", "))
    }
}

/// A number and its noun.
pub(super) fn many(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A number and its noun whose plural ends in `es`.
pub(super) fn many_es(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}es") }
}
