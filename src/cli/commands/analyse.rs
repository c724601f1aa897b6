//! `barpoint analyse`: evaluates every decision of match records.

use super::convert::plan;
use crate::analysis::skill::{
    Analyser, Decision, Found, Scope, Statistics, Thresholds, decisions, evaluated_decisions, forget,
    has_analyses, note, performances,
};
use crate::analysis::{self, RulesOverride, is_nothing_told, replayed, stored};
use crate::board::{BySide, Side};
use crate::cli::error::{CommandError, Done as CommandDone};
use crate::cli::evaluator;
use crate::cli::folder::{Done, Folder, fingerprint, is_folder};
use crate::cli::loss::{LossArg, Losses, nothing_told};
use crate::cli::outputs;
use crate::cli::pass::{
    self, Counts, Desk, Flow, Found as ReadMatch, GO_ON, Pass, Place, STOP, Sink, World, wrong,
};
use crate::cli::pipeline;
use crate::cli::sheet::{Form, Sheet};
use crate::cli::{args, progress};
use crate::diag::count::{many, many_es};
use crate::diag::{Diagnostic, Parsed, SourceFile, wrapped};
use crate::engine::Engine;
use crate::formats::{Format, Written};
use crate::game::Replayed;
use crate::game::record::MatchRecord;
use crate::host::draft::{Draft, stoppable};
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::host::names::path_text;
use crate::host::reason::cannot_write;
use crate::output::decisions::of_replayed;
use crate::output::json::AnalysisJson;
use crate::output::ui::{Ui, printable};
use crate::output::{mistakes, statistics};
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The arguments of `analyse`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// List decisions that lose at least this much normalised equity.
    #[arg(long, value_name = "EQUITY", default_value_t = Thresholds::default().doubtful, value_parser = equity, help_heading = "Output")]
    pub least: f64,
    /// Write the records with their analyses to this file. If it is a folder, write each match to its own
    /// file there as soon as it is analysed. OUT is a folder if it exists as one, ends in `/` or, if the
    /// input is a folder or several files, has no extension. Run the same command again to continue an
    /// interrupted run; `--force` replaces files made from other records or with other options. A `.parquet`
    /// file contains the decisions as columns.
    #[arg(long, short, value_name = "OUT", value_parser = outputs::on_disk(), help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write this format [default: by the extension of the file; in a folder `sgf`].
    #[arg(long, short, value_name = "FORMAT", value_parser = args::WRITABLE, hide_possible_values = true, requires = "output", help_heading = "Output")]
    pub to: Option<&'static Format>,
    /// Overwrite existing files.
    #[arg(long, short, requires = "output", help_heading = "Output")]
    pub force: bool,
    /// Write one JSON object per match.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// The evaluation options.
    #[command(flatten, next_help_heading = "Engine")]
    pub evaluation: evaluator::Args,
    /// Report the analyses that the records contain; evaluate nothing.
    #[arg(long, conflicts_with_all = ["plies", "level", "cubeless"], help_heading = "Engine")]
    pub stored: bool,
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
}

/// Parses an equity that isn't negative.
fn equity(text: &str) -> Result<f64, String> {
    let equity = text.parse().ok().filter(|equity: &f64| equity.is_finite() && *equity >= 0.0);
    equity.ok_or_else(|| "expected an equity such as 0.05".to_owned())
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> CommandDone {
    let target = args.output.as_deref().map(|path| Target::new(args, path)).transpose()?;
    let folder = target.as_ref().and_then(Target::folder);
    let evaluator = args.evaluation.sources.load()?;
    let mut matches = Analyses {
        args,
        analyser: Analyser::new(&evaluator, Scope::all(args.evaluation.options())),
        evaluator: &evaluator,
        settings: format!("{:?}", (args.evaluation.sources.state(), args.evaluation.options(), args.stored))
            + &format!(" {:08x}", evaluator.nets.checksum()),
        target,
        shown: 0,
    };
    // The threads share the decisions of one match, so the matches come one after the other.
    let output = args.output.as_deref().filter(|_| folder.is_none());
    let pass = Pass { jobs: 1, skipping: folder, output, ..Pass::new(&args.input) };
    let work = |found: ReadMatch| Some(((found.format.parse?)(&found.source), found.source, found.rules));
    stoppable(|| pass.run(world, &mut matches, work))
}

/// Takes the results in the order of the input.
struct Analyses<'a> {
    args: &'a Args,
    analyser: Analyser<'a>,
    evaluator: &'a Engine,
    /// All that an analysis is made of beside its record.
    settings: String,
    target: Option<Target<'a>>,
    /// The matches shown.
    shown: u64,
}

impl Sink for Analyses<'_> {
    type Result = Option<(Parsed<MatchRecord>, SourceFile, RulesOverride)>;

    fn take(&mut self, place: &Place, result: Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        let Some((parsed, source, rules)) = result else { return GO_ON };
        if interrupt::is_asked() {
            return STOP;
        }
        if parsed.value.games.is_empty() {
            desk.no_game(place);
            return GO_ON;
        }
        let made_of = match &mut self.target {
            Some(Target::Folder { done, folder, format, .. }) => {
                let settings = (&self.settings, format.name, format!("{rules:?}"));
                let made_of = fingerprint(source.bytes(), &place.origin, place.number, settings);
                if let Some(noted) = done.of(&made_of) {
                    folder.keep(noted, &place.origin);
                    wrong(place, noted.about.errors, desk)?;
                    return GO_ON;
                }
                made_of
            }
            _ => String::new(),
        };
        let (mut replayed, found) = replayed(parsed, &rules);
        let reading = &self.args.input.reading;
        let work = Work { jobs: reading.jobs.count(), quiet: reading.quiet, words: &place.heading() };
        if !self.args.stored {
            desk.write(|ui| {
                let variant = replayed.rules.variant;
                evaluator::caution(self.evaluator, variant, &variant.start().board(), ui);
                tell_rollouts(&replayed.record, place, ui);
            });
            if !analyse(&mut replayed, &self.analyser, &work) {
                return STOP;
            }
        }
        if let Some(target) = &mut self.target {
            let analysed = Analysed { source: &source, replayed: &replayed, findings: &found, rules: &rules };
            target.add(analysed, place, made_of, desk)?;
        }
        desk.count_errors(pass::errors(&found));
        desk.answer(|ui| show(self.args, place, &source, &replayed, &Thresholds::default(), ui))?;
        self.shown += 1;
        wrong(place, pass::errors(&found), desk)?;
        GO_ON
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        if interrupt::is_asked() {
            desk.ui.flush()?;
            let message = match &self.target {
                Some(Target::Folder { folder, .. }) => {
                    let files = many(folder.written(), "file");
                    format!("stopped after {files}; the same command continues")
                }
                Some(_) => "stopped; the file wasn't written".to_owned(),
                None => format!("stopped after {}", many_es(self.shown, "match")),
            };
            return Err(CommandError::new(message).interrupted());
        }
        desk.ui.flush()?;
        match self.target.take() {
            Some(Target::File(file)) if file.matches > 0 => Ok(desk.write(|ui| file.commit(ui))?),
            Some(Target::Decisions(sheet)) if desk.counts.matches > 0 => Ok(sheet.commit()?),
            other => {
                self.target = other;
                Ok(())
            }
        }
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        match &self.target {
            Some(Target::Folder { folder, .. }) => Some(counts.words(Some(folder.words("file")))),
            _ => counts.of_several(),
        }
    }
}

/// Writes how many rollouts of a record the analysis replaces, if there are any: they took long.
fn tell_rollouts(record: &MatchRecord, place: &Place, ui: &mut Ui<'_>) {
    let count = stored::rollouts(record);
    if count > 0 {
        let rollouts = many(count as u64, "rollout");
        ui.err(format_args!("{}: {rollouts} replaced; `--stored` reports them", place.heading()));
    }
}

/// The options of the work of an analysis.
pub(super) struct Work<'a> {
    /// The number of threads.
    pub(super) jobs: usize,
    /// Whether to show no progress bar.
    pub(super) quiet: bool,
    /// The message of the progress bar.
    pub(super) words: &'a str,
}

/// Evaluates every decision of a record and stores the results in it in place of all earlier ones; returns `true` if
/// no interruption stopped it.
pub(super) fn analyse(replayed: &mut Replayed, analyser: &Analyser<'_>, how: &Work<'_>) -> bool {
    let thresholds = Thresholds::default();
    let Replayed { record, rules, games, .. } = replayed;
    forget(record);
    let all: Vec<(usize, Decision)> = games
        .iter()
        .enumerate()
        .flat_map(|(game, happened)| decisions(rules, happened).into_iter().map(move |each| (game, each)))
        .filter(|(_, decision)| decision.kind.is_evaluated())
        .collect();
    let template = "{elapsed} [{bar:20}] {pos}/{len} decisions {wide_msg}";
    let bar = progress::bar(template, all.len() as u64, !how.quiet);
    bar.set_message(how.words.to_owned());
    let jobs = how.jobs;
    let work = |(game, decision): (usize, Decision)| -> (usize, Decision, Option<Found>) {
        (game, decision, (!interrupt::is_asked()).then(|| analyser.analyse(&decision)))
    };
    let mut is_finished = true;
    pipeline::each(jobs, 8 * jobs, all.into_iter(), work, |(game, decision, found)| {
        let Some(found) = found else {
            is_finished = false;
            return ControlFlow::Break(());
        };
        let entry = decision.entry.and_then(|entry| record.games[game].entries.get_mut(entry as usize));
        if let Some(entry) = entry {
            note(entry.notes_mut(), &decision, found, &thresholds);
        }
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    is_finished
}

fn show(
    args: &Args,
    place: &Place,
    source: &SourceFile,
    replayed: &Replayed,
    thresholds: &Thresholds,
    ui: &mut Ui<'_>,
) -> io::Result<()> {
    // The sums are those of the players, whatever their columns.
    let replayed = &*replayed.in_first_columns();
    let statistics = Statistics::of(replayed, thresholds);
    let evaluated = evaluated_decisions(replayed);
    let beyond = if args.stored { None } else { mistakes::beyond_tables(replayed) };
    let has_none = (args.stored || beyond.is_some()) && !has_analyses(&replayed.record);
    if let Some(beyond) = beyond {
        ui.err(format_args!("{}: {beyond}", place.heading()));
    } else if has_none {
        let advice = "without `--stored`, `analyse` makes one";
        ui.err(format_args!("{}: the record contains no analysis; {advice}", place.heading()));
    } else if let Some(gaps) = mistakes::gaps(replayed).filter(|_| args.stored) {
        ui.err(format_args!("{}: {gaps}", place.heading()));
    }
    if args.json {
        let name = source.name();
        return ui.json(&AnalysisJson::new(
            name,
            place.number,
            replayed,
            &statistics,
            &evaluated,
            thresholds,
        ));
    }
    if !place.is_first {
        ui.line("")?;
    }
    ui.line(place.heading())?;
    let width = ui.room();
    ui.line(wrapped(&printable(&mistakes::heading(replayed)), width))?;
    // A table of zeros would look like a game without errors.
    if has_none {
        return Ok(());
    }
    ui.line("")?;
    let names = BySide(Side::ALL.map(|side| printable(replayed.name(0, side))));
    let text = statistics::fitted(&statistics, &names, statistics::Style::default(), width);
    for line in text.trim_end().lines() {
        ui.line(line.trim_end())?;
    }
    ui.line("")?;
    for line in statistics::performance_fitted(&performances(replayed), &names, width).lines() {
        ui.line(line.trim_end())?;
    }
    let text = mistakes::text(replayed, Some(source), &evaluated, args.least, thresholds, width);
    if !text.is_empty() {
        ui.line("")?;
        ui.line("")?;
        ui.line(text.trim_end())?;
    }
    Ok(())
}

/// The name under which the output folder has notes.
const COMMAND: &str = "analyse";

/// What is kept about a file in the output folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct About {
    errors: usize,
}

/// An analysed match.
#[derive(Clone, Copy)]
struct Analysed<'a> {
    source: &'a SourceFile,
    replayed: &'a Replayed,
    findings: &'a [Diagnostic],
    rules: &'a RulesOverride,
}

/// Where the analysed records go.
enum Target<'a> {
    /// All to one file.
    File(Box<OneFile>),
    /// The decisions of all to a table.
    Decisions(Sheet),
    /// Each match to a file in a folder.
    Folder { path: &'a Path, done: Done<'a, About>, folder: Box<Folder<'a>>, format: &'static Format },
}

impl<'a> Target<'a> {
    fn new(args: &'a Args, path: &'a Path) -> Result<Self, String> {
        if !path.is_dir() {
            outputs::refuse_input(Some(path), &args.input.paths)?;
        }
        if args.to.is_none() && Form::of(path) == Some(Form::Parquet) && !path.is_dir() {
            return Sheet::new(path, Form::Parquet, args.force).map(Self::Decisions);
        }
        if !is_folder(path, args.input.has_several()) {
            return OneFile::new(args, path).map(|file| Self::File(Box::new(file)));
        }
        outputs::refuse_input_folder(path, &args.input.paths)?;
        let format = args.to.or_else(|| Format::by_name("sgf")).ok_or("there is no SGF")?;
        let done = Done::open(path, COMMAND, args.force)?;
        let folder = Box::new(Folder::new(path, COMMAND, args.force));
        Ok(Self::Folder { path, done, folder, format })
    }

    /// Adds a match; reports one whose variant or position the format can't express.
    fn add(
        &mut self,
        analysed: Analysed<'_>,
        place: &Place,
        made_of: String,
        desk: &mut Desk<'_, '_>,
    ) -> Result<(), CommandError> {
        let Analysed { source, replayed, findings, rules } = analysed;
        let format = match self {
            Self::File(file) => file.format,
            Self::Folder { format, .. } => *format,
            Self::Decisions(sheet) => {
                for line in of_replayed(source, place.number, replayed, rules) {
                    sheet.add(line)?;
                }
                return Ok(());
            }
        };
        let Some(written) = analysis::written(format, replayed, findings, rules) else { return Ok(()) };
        let name = &place.origin.name;
        if is_nothing_told(format, replayed, &written) {
            let why = nothing_told(format, &written.losses, &format!("match {}", place.number));
            desk.error(&format!("{name}: {why}"), Exit::Findings);
            return Ok(());
        }
        match self {
            Self::File(file) => file.add(written, place),
            Self::Folder { folder, .. } => {
                let of = (&*place.origin, place.number);
                let about = |_: &str| About { errors: pass::errors(findings) };
                let extension = plan::extension(format);
                let noted = folder.write(&desk.inputs, of, extension, &written.bytes, made_of, about)?;
                let mut losses = Losses::new(LossArg::Text);
                losses.add(place.number, written.losses);
                desk.write(|ui| losses.tell(name, Some(&noted.file), format.name, ui));
            }
            Self::Decisions(_) => {}
        }
        Ok(())
    }

    /// Returns the output folder, if the output is one.
    const fn folder(&self) -> Option<&'a Path> {
        match self {
            Self::Folder { path, .. } => Some(path),
            Self::File(_) | Self::Decisions(_) => None,
        }
    }
}

/// The file to write, completely or not at all.
struct OneFile {
    name: String,
    draft: Draft,
    format: &'static Format,
    bytes: Vec<u8>,
    losses: Losses,
    /// The files that the matches come from.
    from: Vec<String>,
    matches: u32,
}

impl OneFile {
    fn new(args: &Args, path: &Path) -> Result<Self, String> {
        let format = args.to.map_or_else(|| plan::by_extension(path), Ok)?;
        if format.writer.is_none() {
            return Err(plan::no_format());
        }
        let name = path_text(path);
        let draft = Draft::early(path, args.force).map_err(|error| cannot_write(&name, &error))?;
        let losses = Losses::new(LossArg::Text);
        Ok(Self { name, draft, format, bytes: Vec::new(), losses, from: Vec::new(), matches: 0 })
    }

    fn add(&mut self, written: Written, place: &Place) {
        self.bytes.extend(written.bytes);
        self.losses.add(place.number, written.losses);
        self.matches += 1;
        let name = printable(&place.origin.name);
        if self.from.last() != Some(&name) {
            self.from.push(name);
        }
    }

    fn commit(self, ui: &mut Ui<'_>) -> Result<(), String> {
        if self.matches > 1 && plan::holds_one(Path::new(&self.name), self.format) {
            let one = plan::holds_only_one(self.format, "name an output folder");
            return Err(format!("the input has several matches, and {one}"));
        }
        self.losses.tell(&self.from.join(" + "), Some(&self.name), self.format.name, ui);
        let write = self.draft.finish(&self.bytes);
        write.map_err(|error| cannot_write(self.name, &error))
    }
}
