//! `barpoint stats`: what an archive holds, and whether its dice were fair.

use super::check::{LIMITS, many, many_es, total_bytes};
use crate::analysis::{RulesOverride, Scope, Tally};
use crate::cli::each;
use crate::cli::engine::Engine;
use crate::cli::input::{Input, Item};
use crate::cli::pipeline;
use crate::cli::progress::Progress;
use crate::cli::rules;
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::output::json::StatsJson;
use crate::output::stats::{self, PLOTS, Page, Plot, Shown};
use crate::output::ui::{Ui, printable};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The arguments of `stats`.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: each::Args,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// Show this player by themselves; may be given several times.
    #[arg(long = "player", value_name = "NAME")]
    pub named: Vec<String>,
    /// How many players the tables show, those with the most games first.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub players: usize,
    /// Show how openings were answered, too.
    #[arg(long)]
    pub replies: bool,
    /// The level of the tests of the dice: how often fair dice may be called unfair, all tests together.
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = level)]
    pub alpha: f64,
    /// Write a file instead of text: a page (`.html`), or the pictures in one (`.svg`).
    #[arg(long, short, value_name = "FILE", value_parser = form)]
    pub output: Option<(PathBuf, Form)>,
    /// Write each picture into this folder: rolls.svg, openings.svg, results.svg.
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Replace files that exist.
    #[arg(long)]
    pub force: bool,
    /// Write one JSON object a line: the archive, then each source, then each player.
    #[arg(long)]
    pub json: bool,
    /// How many threads to use; the output is the same for any number [default: all cores].
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// No summary and no progress bar.
    #[arg(long, short)]
    pub quiet: bool,
}

/// The form of a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One self-contained page.
    Html,
    /// All pictures, one below the other.
    Svg,
}

/// Reads the level of the tests.
fn level(text: &str) -> Result<f64, String> {
    let level: Option<f64> = text.parse().ok();
    level
        .filter(|level| *level > 0.0 && *level < 1.0)
        .ok_or_else(|| "a chance lies between 0 and 1".to_owned())
}

/// Reads the name of a file whose ending says its form.
fn form(text: &str) -> Result<(PathBuf, Form), String> {
    let path = PathBuf::from(text);
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("html" | "htm") => Ok((path, Form::Html)),
        Some("svg") => Ok((path, Form::Svg)),
        _ => Err("what can be written: .html, .svg".to_owned()),
    }
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
    let mut seen = Seen { tally: Tally::default(), files: 0, unread: 0, not_records: 0 };
    count(args, engine, stdin, &mut seen, ui);
    if seen.files == 0 && seen.not_records == 0 {
        if seen.unread == 0 {
            ui.err("barpoint: no match record was found");
        }
        return Ok(Exit::CouldNotRun);
    }
    if let Some(name) = args.named.iter().find(|name| !seen.tally.players.contains_key(*name)) {
        return Ok(Exit::failed(
            ui,
            &format!("no player is called `{name}`; `barpoint stats --json` lists all"),
        ));
    }
    let shown = Shown { named: &args.named, most: args.players, replies: args.replies, alpha: args.alpha };
    let page = Page::new(&seen.tally, &shown);
    if args.json {
        json(&page, args, ui)?;
    } else if args.output.is_none() && args.svg.is_none() {
        let text = stats::text(&page, ui.width.min(WIDEST));
        ui.text(&text)?;
    }
    if let Err(message) = write_files(&page, args) {
        return Ok(Exit::failed(ui, &message));
    }
    // What was shown stands before what is said about it.
    ui.flush()?;
    if !args.quiet {
        let summary = seen.summary();
        ui.err(summary);
    }
    Ok(match seen {
        Seen { unread: 1.., .. } => Exit::CouldNotRun,
        Seen { not_records: 1.., .. } | Seen { tally: Tally { with_errors: 1.., .. }, .. } => Exit::Findings,
        _ => Exit::Clean,
    })
}

/// Lines longer than this are hard to read.
const WIDEST: usize = 100;

/// What was read.
struct Seen {
    tally: Tally,
    files: u64,
    unread: u64,
    not_records: u64,
}

impl Seen {
    /// `3 files, 12 matches, 57 games, 2 players; 1 match with errors`.
    fn summary(&self) -> String {
        let all = &self.tally.all;
        let counts = [
            many(self.files, "file"),
            many_es(all.matches + all.sessions, "match"),
            many(all.games, "game"),
            many(self.tally.players.len() as u64, "player"),
        ];
        let mut parts = vec![counts.join(", ")];
        if self.tally.with_errors > 0 {
            let matches = many_es(self.tally.with_errors, "match");
            parts.push(format!("{matches} with errors: `barpoint check` shows where"));
        }
        if self.not_records > 0 {
            parts.push(format!("{} without a record", many(self.not_records, "file")));
        }
        if self.unread > 0 {
            parts.push(format!("{} unreadable", self.unread));
        }
        parts.join("; ")
    }
}

/// What one item of the input gave.
enum Outcome {
    Match { opens_file: bool, tally: Box<Tally> },
    NotARecord(String),
    Unreadable(String),
    Skipped,
}

/// Counts a match: the part of the work that is done on many threads.
fn outcome(item: Item, rules: &RulesOverride) -> Outcome {
    match item {
        Item::Match { format, source, origin, number } => Outcome::Match {
            opens_file: number == 1,
            tally: Box::new(Tally::of(format, &source, rules).from_source(&origin.source)),
        },
        Item::NotARecord(source) => {
            Outcome::NotARecord(format!("{}: the file holds no match record", printable(source.name())))
        }
        Item::Unreadable { name, reason } => {
            Outcome::Unreadable(format!("{}: the file can't be read: {reason}", printable(&name)))
        }
        Item::Skipped => Outcome::Skipped,
    }
}

/// Reads and counts everything; what can't be read is said at once.
fn count(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    seen: &mut Seen,
    ui: &mut Ui<'_>,
) {
    let rules = args.rules.overrides();
    let mut progress = Progress::new(ui.err_is_terminal && !args.quiet, total_bytes(&args.input.paths));
    let input = Input::new(engine, &args.input.paths, stdin, None)
        .listed_in(args.input.files_from.as_deref())
        .reading_as(args.input.from)
        .within(args.input.limits.limits());
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get);
    let work = |item: Item| (item.weight(), outcome(item, &rules));
    pipeline::ordered(jobs, LIMITS, input, Item::weight, work, |(bytes, outcome)| {
        match outcome {
            Outcome::Match { opens_file, tally } => {
                seen.files += u64::from(opens_file);
                seen.tally.append(*tally);
            }
            Outcome::NotARecord(message) => {
                seen.not_records += 1;
                progress.aside(|| ui.err(format_args!("barpoint: {message}")));
            }
            Outcome::Unreadable(message) => {
                seen.unread += 1;
                progress.aside(|| ui.err(format_args!("barpoint: {message}")));
            }
            Outcome::Skipped => {}
        }
        progress.advance(bytes, || seen.summary());
        ControlFlow::Continue(())
    });
    progress.finish();
}

/// Writes the lines of JSON.
fn json(page: &Page<'_>, args: &Args, ui: &mut Ui<'_>) -> io::Result<()> {
    let tally = page.tally;
    let line = |scope, counts| StatsJson::new(tally, &page.fairness, scope, counts, &page.conclusion);
    ui.json(&line(Scope::All, &tally.all))?;
    for (name, counts) in &tally.sources {
        ui.json(&line(Scope::Source(name), counts))?;
    }
    for (name, counts) in &tally.players {
        if args.named.is_empty() || args.named.contains(name) {
            ui.json(&line(Scope::Player(name), counts))?;
        }
    }
    Ok(())
}

/// Writes the files that were asked for.
fn write_files(page: &Page<'_>, args: &Args) -> Result<(), String> {
    let write = |path: &Path, text: &str| {
        let draft = Draft::new(path, args.force).and_then(|mut draft| {
            draft.write(text.as_bytes())?;
            draft.commit()
        });
        draft.map_err(|error| format!("{}: {error}", path.display()))
    };
    if let Some((path, form)) = &args.output {
        match form {
            Form::Html => write(path, &stats::html(page)?)?,
            Form::Svg => write(path, &Plot::all(page))?,
        }
    }
    if let Some(folder) = &args.svg {
        for plot in PLOTS {
            write(&folder.join(plot.name()).with_extension("svg"), &plot.svg(page))?;
        }
    }
    Ok(())
}
