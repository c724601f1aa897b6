//! `barpoint report`: a match as something to read.

use super::analyse::{Work, analyse};
use crate::analysis::replayed;
use crate::analysis::skill::{Judge, Scope};
use crate::cli::engine::Engine;
use crate::cli::input;
use crate::cli::judge;
use crate::cli::limits;
use crate::cli::rules;
use crate::diag::Severity;
use crate::engine::is_taught;
use crate::engine::search::{MOST_PLIES, Options};
use crate::host::draft::save;
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::output::diagram::Direction;
use crate::output::evaluation;
use crate::output::report::Report;
use crate::output::ui::Ui;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `report`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The match; `-` is standard input.
    #[arg(value_name = "MATCH")]
    pub path: PathBuf,
    /// Write into this file; its extension says as what: `.html`, `.md` or `.txt`.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that exists.
    #[arg(long, short)]
    pub force: bool,
    /// As what to write [default: by the extension of the file, else html].
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Form>,
    /// This match of the file, counted from 1; a file or folder of several matches needs it.
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Draw the home boards on the left.
    #[arg(long)]
    pub clockwise: bool,
    /// Judge every decision, looking so many rolls ahead, 0 to 3, and show what was done wrong; without it
    /// the analysis is shown that the record holds, if there is one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_PLIES)))]
    pub plies: Option<u8>,
    /// What the engine knows.
    #[command(flatten)]
    pub sources: judge::Sources,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How much is read before it is refused.
    #[command(flatten)]
    pub limits: limits::Args,
}

/// As what a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// One page for a browser that needs nothing else; it prints well.
    Html,
    /// Markdown, with the boards as code.
    Markdown,
    /// Plain text.
    Text,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(args: &Args, engine: &dyn Engine, ui: &mut Ui<'_>) -> io::Result<Exit> {
    match report(args, engine) {
        Err(message) => Ok(Exit::failed(ui, &message)),
        Ok((text, is_clean)) => {
            match &args.output {
                None => ui.text(&text)?,
                Some(path) => {
                    if let Err(message) = save(path, args.force, text.as_bytes()) {
                        return Ok(Exit::failed(ui, &message));
                    }
                }
            }
            Ok(if is_clean { Exit::Clean } else { Exit::Findings })
        }
    }
}

/// Writes the report; tells too whether no error was found.
fn report(args: &Args, engine: &dyn Engine) -> Result<(String, bool), String> {
    let form = match (args.format, &args.output) {
        (Some(form), _) => form,
        (None, Some(path)) => by_extension(path)?,
        (None, None) => Form::Html,
    };
    let limits = args.limits.limits();
    let (format, source) = match args.number {
        Some(number) => input::one(&args.path, number, limits, engine)?,
        None => input::only(&args.path, limits, engine)?.ok_or_else(|| {
            format!(
                "{}: a report is of one match, and there are more: `--match N` says which",
                args.path.display()
            )
        })?,
    };
    let Some(parse) = format.parse else { return Err(format!("`{}` can't be read", format.name)) };
    let (mut replayed, found) = replayed(parse(&source), &args.rules.overrides());
    if replayed.games.is_empty() {
        return Err(format!("{}: there is no game in match {}", source.name(), args.number.unwrap_or(1)));
    }
    let mut caution = None;
    if let Some(plies) = args.plies {
        let evaluator = args.sources.load()?;
        let judge = Judge::new(&evaluator, Scope::all(Options { plies, ..Options::default() }));
        interrupt::begin();
        let is_finished =
            analyse(&mut replayed, &judge, &Work { jobs: None, quiet: false, words: source.name() });
        interrupt::end();
        if !is_finished {
            return Err("stopped; nothing was written".to_owned());
        }
        let variant = replayed.rules.variant;
        caution = (!is_taught(&evaluator, variant)).then(|| evaluation::untaught(variant));
    }
    let direction = if args.clockwise { Direction::Clockwise } else { Direction::Standard };
    let mut report = Report::new(&replayed, &found, Some(&source), direction);
    report.facts.extend(caution.map(|words| ("Note".to_owned(), words)));
    let text = match form {
        Form::Html => report.html()?,
        Form::Markdown => report.markdown(),
        Form::Text => report.text(),
    };
    Ok((text, found.iter().all(|found| found.severity != Severity::Error)))
}

/// Finds out by its extension as what a file is to be written.
fn by_extension(path: &Path) -> Result<Form, String> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("html" | "htm") => Ok(Form::Html),
        Some("md" | "markdown") => Ok(Form::Markdown),
        Some("txt") => Ok(Form::Text),
        _ => Err(format!("{}: reports end in .html, .md or .txt; `--format` says otherwise", path.display())),
    }
}
