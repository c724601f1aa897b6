//! `barpoint convert`: records from one format to another, with everything said that gets lost.

pub(in crate::cli) mod plan;
mod sink;

use crate::analysis::{self, RulesOverride};
use crate::cli::engine::Engine;
use crate::cli::input::{Input, Item, Origin};
use crate::cli::loss::LossArg;
use crate::cli::pipeline;
use crate::cli::progress::Progress;
use crate::cli::{args, limits, rules};
use crate::diag::{Diagnostic, Severity, SourceFile};
use crate::formats::Format;
use crate::formats::inventory;
use crate::host::exit::Exit;
use crate::output::diagnostic::{self, Finding, Options};
use crate::output::ui::Ui;
use plan::Plan;
use sink::Sink;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

/// The arguments of `convert`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is converted: files, and with `-o` also folders and zip archives; `-` is standard input, also when
    /// it is a pipe and no path is given. The second of two paths is what is written, unless there is
    /// `-o`; without either, everything is written to standard output.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The format to write [default: by the extension of what is written].
    #[arg(long, short, value_name = "FORMAT", value_parser = args::writable)]
    pub to: Option<&'static Format>,
    /// Read the paths from this file too, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// Read every file as this format, instead of recognising it.
    #[arg(long, value_name = "FORMAT", value_parser = args::readable)]
    pub from: Option<&'static Format>,
    /// Write into this folder, one file for each that is read; files of a folder keep their places in it. `-` is
    /// standard output.
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Replace files that exist.
    #[arg(long, short)]
    pub force: bool,
    /// Refuse records with errors, and show these; else what is wrong is written as it was recorded, or said to be lost.
    #[arg(long)]
    pub strict: bool,
    /// How to say what gets lost, on standard error, before anything is written.
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub loss: LossArg,
    /// Only this match of each file, counted from 1.
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Only the game with this number, as `score` shows it; it keeps its score.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How much is read before it is refused.
    #[command(flatten)]
    pub limits: limits::Args,
    /// How many threads to use; the output is the same for any number [default: all cores].
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// The name to show for standard input.
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
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
    let plan = match Plan::new(args) {
        Ok(plan) => plan,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    if let Some(folder) = plan.folder()
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        return Ok(Exit::failed(ui, &format!("{}: {error}", folder.display())));
    }
    let rules = args.rules.overrides();
    let total = super::check::total_bytes(plan.inputs);
    let progress = Progress::new(ui.err_is_terminal && !args.quiet, total);
    let input = Input::new(engine, plan.inputs, stdin, args.stdin_filename.as_deref())
        .listed_in(args.files_from.as_deref())
        .reading_as(args.from)
        .within(args.limits.limits())
        .skipping(plan.folder());
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get);
    let mut sink = Sink::new(args, &plan, progress, ui);
    let mut written = Ok(());
    let work = |item| Outcome::new(item, args, plan.format, &rules);
    pipeline::ordered(jobs, super::check::LIMITS, input, Item::weight, work, |outcome| {
        match sink.take(outcome) {
            Ok(flow) => flow,
            Err(error) => {
                written = Err(error);
                ControlFlow::Break(())
            }
        }
    });
    written.and_then(|()| sink.end())
}

/// What one item of the input gave.
struct Outcome {
    bytes: u64,
    what: What,
}

enum What {
    /// A match.
    Match {
        origin: Arc<Origin>,
        number: u32,
        /// `None` if it isn't the match that is wanted.
        converted: Option<Converted>,
    },
    /// A file that can't be converted.
    Problem { name: String, message: String, exit: Exit },
    /// A file that is no record.
    Skipped,
}

/// A match in the new format.
struct Converted {
    /// The bytes; `None` if it was refused, or hasn't the game that is wanted.
    bytes: Option<Vec<u8>>,
    losses: Vec<inventory::Item>,
    errors: usize,
    /// The findings of a record that was refused, one a line.
    findings: Vec<u8>,
}

impl Outcome {
    /// Converts an item: the part of the work that is done on many threads.
    fn new(item: Item, args: &Args, to: &'static Format, rules: &RulesOverride) -> Self {
        let bytes = item.weight();
        let what = match item {
            Item::Match { format, source, origin, number } => {
                let is_wanted = args.number.is_none_or(|wanted| wanted == number);
                let converted = is_wanted.then(|| Converted::new(format, &source, to, args, rules));
                What::Match { origin, number, converted }
            }
            Item::NotARecord(source) => What::Problem {
                name: source.name().to_owned(),
                message: "the file holds no match record".to_owned(),
                exit: Exit::Findings,
            },
            Item::Unreadable { name, reason } => {
                let message = format!("the file can't be read: {reason}");
                What::Problem { name, message, exit: Exit::CouldNotRun }
            }
            Item::Skipped => What::Skipped,
        };
        Self { bytes, what }
    }
}

impl Converted {
    fn new(
        format: &Format,
        source: &SourceFile,
        to: &'static Format,
        args: &Args,
        rules: &RulesOverride,
    ) -> Self {
        let mut this = Self { bytes: None, losses: Vec::new(), errors: 0, findings: Vec::new() };
        let Some(parse) = format.parse else { return this };
        let (mut replayed, mut findings) = analysis::replayed(parse(source), rules);
        this.errors = errors(&findings);
        if args.strict && this.errors > 0 {
            this.findings = concise(source, &findings);
            return this;
        }
        if let Some(wanted) = args.game {
            let game = replayed.games.iter().position(|game| game.number == wanted);
            let Some((game, alone)) = game.and_then(|game| Some((game, replayed.alone(game)?))) else {
                return this;
            };
            replayed = alone;
            findings.retain(|finding| finding.context.game.is_some_and(|it| it as usize == game + 1));
        }
        if let Some(written) = analysis::written(to, &replayed, &findings, rules) {
            (this.bytes, this.losses) = (Some(written.bytes), written.losses);
        }
        this
    }
}

/// The number of errors among findings.
pub(super) fn errors(findings: &[Diagnostic]) -> usize {
    findings.iter().filter(|finding| finding.severity == Severity::Error).count()
}

/// The findings of a match as `check --format concise` shows them, but for the notes.
pub(super) fn concise(source: &SourceFile, findings: &[Diagnostic]) -> Vec<u8> {
    let mut renderer = diagnostic::Format::Concise.renderer(Options::default());
    let mut lines = Vec::new();
    for finding in findings.iter().filter(|finding| finding.severity > Severity::Note) {
        // Writing to memory can't fail.
        let _ = renderer.finding(&Finding::new(source, finding), &mut lines);
    }
    lines
}
