//! `barpoint analyse`: every decision of match records judged.

use super::convert::plan;
use crate::analysis::skill::{
    Decision, Found, Judge, Scope, Statistics, Thresholds, decisions, judged, note,
};
use crate::analysis::{self, RulesOverride, replayed};
use crate::board::{BySide, Side};
use crate::cli::each::{self, Place, each_record, heading};
use crate::cli::engine::Engine;
use crate::cli::judge;
use crate::cli::loss::{LossArg, Losses};
use crate::cli::pipeline::{self, Limits};
use crate::cli::{args, rules};
use crate::diag::Diagnostic;
use crate::engine::search::Options;
use crate::formats::{Format, Matches};
use crate::game::Replayed;
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::output::json::AnalysisJson;
use crate::output::ui::{Ui, printable};
use crate::output::{mistakes, statistics};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The arguments of `analyse`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: each::Args,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How decisions are judged.
    #[command(flatten)]
    pub judge: judge::Args,
    /// Judge nothing: tell what the analyses say that the records hold.
    #[arg(long)]
    pub stored: bool,
    /// List decisions that lose at least so much normalised equity.
    #[arg(long, value_name = "EQUITY", default_value_t = Thresholds::default().doubtful, value_parser = equity)]
    pub least: f64,
    /// Write the records with their analyses into this file.
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The format to write [default: by the extension of the file].
    #[arg(long, short, value_name = "FORMAT", value_parser = args::writable, requires = "output")]
    pub to: Option<&'static Format>,
    /// Replace a file that exists.
    #[arg(long, short)]
    pub force: bool,
    /// How many threads to use; the answer is the same for any number [default: all cores].
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// No progress bar.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads an equity that isn't negative.
fn equity(text: &str) -> Result<f64, String> {
    let equity: Option<f64> = text.parse().ok();
    equity
        .filter(|equity| equity.is_finite() && *equity >= 0.0)
        .ok_or_else(|| "an equity is a number like 0.05".to_owned())
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let mut target = match args.output.as_deref().map(|path| Target::new(args, path)).transpose() {
        Ok(target) => target,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    let evaluator = match args.judge.sources.load() {
        Ok(evaluator) => evaluator,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    let options = Options { plies: args.judge.plies, cubeful: !args.judge.cubeless, ..Options::default() };
    let judge = Judge::new(&evaluator, Scope::all(options));
    let thresholds = Thresholds::default();
    let rules = args.rules.overrides();
    interrupt::begin();
    let exit = each_record(&args.input, engine, stdin, ui, |place, parsed, ui| {
        let (mut replayed, found) = replayed(parsed, &rules);
        if interrupt::is_asked() {
            return Ok(found);
        }
        let work = Work { jobs: args.jobs, quiet: args.quiet, words: &heading(&place) };
        if !args.stored {
            judge::caution(&evaluator, replayed.rules.variant, ui);
        }
        if !args.stored && !analyse(&mut replayed, &judge, &work) {
            return Ok(found);
        }
        if let Some(target) = &mut target {
            target.add(&replayed, &found, &rules, &place);
        }
        show(args, &place, &replayed, &thresholds, ui)?;
        Ok(found)
    });
    interrupt::end();
    let exit = exit?;
    ui.flush()?;
    if interrupt::is_asked() {
        return Ok(Exit::failed(ui, "stopped; nothing was written"));
    }
    if let Some(target) = target
        && let Err(message) = target.commit(ui)
    {
        return Ok(Exit::failed(ui, &message));
    }
    Ok(exit)
}

/// How the work is done that an analysis is.
pub(super) struct Work<'a> {
    /// On how many threads; on all cores if nothing is said.
    pub(super) jobs: Option<NonZeroUsize>,
    /// Whether no bar is wanted.
    pub(super) quiet: bool,
    /// What the bar says.
    pub(super) words: &'a str,
}

/// Judges every decision of a record and notes what was found; tells whether that was finished.
pub(super) fn analyse(replayed: &mut Replayed, judge: &Judge<'_>, how: &Work<'_>) -> bool {
    let thresholds = Thresholds::default();
    let Replayed { record, rules, games, .. } = replayed;
    let all: Vec<(usize, Decision)> = games
        .iter()
        .enumerate()
        .flat_map(|(game, happened)| decisions(rules, happened).into_iter().map(move |each| (game, each)))
        .collect();
    let bar = bar(how, all.len() as u64);
    let jobs = how.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let limits = Limits { items: 8 * jobs, weight: u64::MAX };
    let work = |(game, decision): (usize, Decision)| -> (usize, Decision, Option<Found>) {
        (game, decision, (!interrupt::is_asked()).then(|| judge.judge(&decision)))
    };
    let mut is_finished = true;
    pipeline::ordered(
        jobs,
        limits,
        all.into_iter(),
        |_| 1,
        work,
        |(game, decision, found)| {
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
        },
    );
    bar.finish_and_clear();
    is_finished
}

/// Shows how many decisions have been judged, where somebody sees it.
fn bar(how: &Work<'_>, total: u64) -> ProgressBar {
    let is_seen = !how.quiet && io::stderr().is_terminal();
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    if let Ok(style) = ProgressStyle::with_template("{elapsed} [{bar:20}] {pos}/{len} decisions {wide_msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(how.words.to_owned());
    bar
}

fn show(
    args: &Args,
    place: &Place<'_>,
    replayed: &Replayed,
    thresholds: &Thresholds,
    ui: &mut Ui<'_>,
) -> io::Result<()> {
    let statistics = Statistics::of(replayed, thresholds);
    let judged = judged(replayed);
    let mut notes =
        replayed.record.games.iter().flat_map(|game| &game.entries).filter_map(|entry| entry.notes.as_ref());
    if args.stored && !notes.any(|notes| !notes.analyses.is_empty() || notes.luck_value.is_some()) {
        ui.err(format_args!("{}: no analysis is stored in it", heading(place)));
    }
    if args.judge.json {
        let name = place.source.name();
        return ui.json(&AnalysisJson::new(name, place.number, replayed, &statistics, &judged, thresholds));
    }
    if !place.is_first {
        ui.line("")?;
    }
    ui.line(heading(place))?;
    ui.line(mistakes::heading(replayed))?;
    ui.line("")?;
    let names = BySide(Side::ALL.map(|side| replayed.name(0, side).to_owned()));
    for line in statistics::text(&statistics, &names, statistics::Style::default()).trim_end().lines() {
        ui.line(line.trim_end())?;
    }
    let text = mistakes::text(replayed, Some(place.source), &judged, args.least, thresholds);
    if !text.is_empty() {
        ui.line("")?;
        ui.line("")?;
        ui.line(text.trim_end())?;
    }
    Ok(())
}

/// The file that is written, as a whole or not at all.
struct Target {
    name: String,
    draft: Draft,
    format: &'static Format,
    bytes: Vec<u8>,
    losses: Losses,
    /// The files that the matches come from.
    from: Vec<String>,
    matches: u32,
}

impl Target {
    fn new(args: &Args, path: &Path) -> Result<Self, String> {
        let format = args.to.map_or_else(|| plan::by_extension(path), Ok)?;
        if format.writer.is_none() {
            return Err(format!("which format? `--to` is one of {}", plan::writable()));
        }
        let name = path.display().to_string();
        let draft = Draft::new(path, args.force).map_err(|error| format!("{name}: {error}"))?;
        let losses = Losses::new(LossArg::Text);
        Ok(Self { name, draft, format, bytes: Vec::new(), losses, from: Vec::new(), matches: 0 })
    }

    fn add(&mut self, replayed: &Replayed, found: &[Diagnostic], rules: &RulesOverride, place: &Place<'_>) {
        let Some(written) = analysis::written(self.format, replayed, found, rules) else { return };
        self.bytes.extend(written.bytes);
        self.losses.add(place.number, written.losses);
        self.matches += 1;
        let name = printable(place.source.name());
        if self.from.last() != Some(&name) {
            self.from.push(name);
        }
    }

    fn commit(mut self, ui: &mut Ui<'_>) -> Result<(), String> {
        if self.matches > 1 && matches!(self.format.matches, Matches::One) {
            return Err(format!(
                "a file of `{}` holds one match, and {} were read",
                self.format.name, self.matches
            ));
        }
        self.losses.tell(&self.from.join(" + "), Some(&self.name), self.format.name, ui);
        let write = self.draft.write(&self.bytes).and_then(|()| self.draft.commit());
        write.map_err(|error| format!("{}: can't be written: {error}", self.name))
    }
}
