//! `barpoint report`: makes a page of a match.

mod folder;

use super::analyse::{Work, analyse};
use crate::analysis::replayed;
use crate::analysis::skill::{Analyser, Scope, performances};
use crate::board::Side;
use crate::cli::error::{CommandError, Done, error};
use crate::cli::evaluator;
use crate::cli::input::no_match;
use crate::cli::outputs;
use crate::cli::pass::{
    self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, STOP, Sink, World, errors, errors_of, no_game,
};
use crate::cli::players;
use crate::engine::search::Options;
use crate::engine::{Engine, is_taught};
use crate::game::Replayed;
use crate::host::draft::{foresee, save, stoppable};
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::output::diagram::Direction;
use crate::output::report::Report;
use crate::output::ui::Ui;
use crate::output::{evaluation, mistakes};
use std::path::{Path, PathBuf};

/// The arguments of `report`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Write this file; its extension chooses the format: `.html`, `.md` or `.txt`. If it is a folder, write
    /// a page for each match and an index there. FILE is a folder if it exists as one, ends in `/` or, if the
    /// input is a folder or several files, has no extension. Run the same command again to continue an
    /// interrupted run; `--force` replaces pages made from other records or with other options.
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short, help_heading = "Output")]
    pub force: bool,
    /// Output format [default: by the extension of the file, else text with drawn boards on a terminal, html in a pipe].
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<Form>,
    /// The names of the players in the index of a folder.
    #[command(flatten, next_help_heading = "Output")]
    pub names: players::Args,
    /// Draw the home boards on the left.
    #[arg(long, help_heading = "Output")]
    pub clockwise: bool,
    /// Evaluate every decision, searching N plies (0 to 3), and show the mistakes; by default the report shows the
    /// analysis that the record contains, if any.
    #[arg(long, value_name = "N", value_parser = evaluator::plies(), help_heading = "Engine")]
    pub plies: Option<u8>,
    /// The engine's files.
    #[command(flatten, next_help_heading = "Engine")]
    pub sources: evaluator::Sources,
    /// The match.
    #[command(flatten)]
    pub input: pass::Args,
    /// Report only this match, counted from 1 through all files; needed if there are several and the output isn't a folder.
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Input")]
    pub number: Option<u32>,
}

impl Args {
    /// Returns the direction of the boards.
    const fn direction(&self) -> Direction {
        if self.clockwise { Direction::Clockwise } else { Direction::Standard }
    }
}

/// The formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// One self-contained page for a browser; it prints well.
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
/// If the input can't be read, the output can't be written, or there isn't exactly one match.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    if let Some(folder) = folder::wanted(args)? {
        if args.number.is_some() {
            let error = CommandError::new("`--match` selects one page, but the output is a folder of pages");
            return Err(error.hint("`-o FILE` writes one page"));
        }
        return folder::run(args, folder, world);
    }
    if args.names.aliases.is_some() {
        let error =
            CommandError::new("`--aliases` changes the index of a folder, but the output is one page");
        return Err(error.hint("`-o DIR` writes a folder"));
    }
    let World { reader, stdin, ui } = world;
    let output = outputs::file(args.output.as_ref());
    let form = match (args.format, output) {
        (Some(form), _) => form,
        (None, Some(path)) => by_extension(path)?,
        (None, None) if ui.out_is_terminal => Form::Text,
        (None, None) => Form::Html,
    };
    outputs::refuse_input(output, &args.input.paths)?;
    if let Some(path) = output {
        foresee(path, args.force)?;
    }
    let mut one = One { wanted: args.number, found: None };
    let exit = Pass { jobs: 1, output, ..Pass::new(&args.input) }.run(
        World { reader, stdin, ui: &mut *ui },
        &mut one,
        |found| found,
    )?;
    let Some(found) = one.found.filter(|_| exit == Exit::Clean) else { return Ok(exit) };
    let shows = output.is_none() && ui.out_is_terminal;
    let Made { text, errors, is_analysed } = report(args, form, &found, shows.then_some(&*ui))?;
    let message = errors_of(&found.origin.name, found.number, errors);
    let exit = if message.is_some() { Exit::Findings } else { Exit::Clean };
    let written = match output {
        None if shows => ui.coloured(&text),
        None => ui.text(&text),
        Some(path) => {
            save(path, args.force, text.as_bytes())?;
            if !is_analysed && args.plies.is_none() && !args.input.reading.quiet {
                let name = path_text(path);
                let advice = "`--plies 2` evaluates every decision";
                ui.err(format_args!(
                    "note: no analysis in the record, so {name} shows no mistakes; {advice}"
                ));
            }
            Ok(())
        }
    };
    let written = written.and_then(|()| ui.flush());
    if let Some(message) = message.filter(|_| written.is_ok()) {
        error(ui, &message);
    }
    CommandError::or_closed(written, exit)
}

/// The one match of the report.
struct One {
    wanted: Option<u32>,
    found: Option<Found>,
}

impl Sink for One {
    type Result = Found;

    fn take(&mut self, place: &Place, found: Found, desk: &mut Desk<'_, '_>) -> Flow {
        if self.wanted.is_none() && self.found.is_some() {
            let name = &place.origin.name;
            let error =
                CommandError::new(format!("{name}: a report shows one match, but the input has several"));
            return Err(
                error.hint("`--match N` chooses one; `barpoint report -o FOLDER/` writes a page for each")
            );
        }
        let is_wanted = self.wanted.is_none_or(|wanted| u64::from(wanted) == desk.counts.matches);
        if is_wanted {
            self.found = Some(found);
        }
        let is_enough = is_wanted && self.wanted.is_some();
        if is_enough { STOP } else { GO_ON }
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        match (self.wanted, &self.found) {
            (Some(wanted), None) if desk.counts.matches > 0 => {
                Err(CommandError::new(no_match(wanted, desk.counts.matches)))
            }
            _ => Ok(()),
        }
    }

    fn summary(&self, _: &Counts) -> Option<String> {
        None
    }
}

/// A report.
struct Made {
    text: String,
    /// The errors of the match.
    errors: usize,
    /// Whether a decision of the match has an analysis.
    is_analysed: bool,
}

/// Writes the report, for a terminal if there is one.
fn report(args: &Args, form: Form, found: &Found, terminal: Option<&Ui<'_>>) -> Result<Made, CommandError> {
    let Found { format, source, number, rules, .. } = found;
    let Some(parse) = format.parse else { return Err(format!("`{}` isn't read", format.name).into()) };
    let (mut replayed, findings) = replayed(parse(source), rules);
    if replayed.games.is_empty() {
        return Err(CommandError::new(no_game(source.name(), *number)).of_records());
    }
    let mut notes = Vec::new();
    if let Some(plies) = args.plies {
        let evaluator = args.sources.load()?;
        let analyser = Analyser::new(&evaluator, Scope::all(Options { plies, ..Options::default() }));
        let reading = &args.input.reading;
        let work = Work { jobs: reading.jobs.count(), quiet: reading.quiet, words: source.name() };
        if !stoppable(|| analyse(&mut replayed, &analyser, &work)) {
            return Err(CommandError::new("stopped; nothing was written").interrupted());
        }
        notes = self::notes(&evaluator, &replayed);
    }
    let direction = args.direction();
    let mut report = Report::new(&replayed, &findings, Some(source), direction);
    report.facts.extend(notes);
    let text = match form {
        Form::Html => report.html(),
        Form::Markdown => report.markdown(),
        Form::Text => match terminal {
            Some(ui) => report.drawn(ui.room(), &|drawing| ui.dressed(drawing, direction)),
            None => report.text(),
        },
    };
    let rates = performances(&replayed);
    let is_analysed = Side::ALL.iter().any(|&side| rates[side].rating().is_some());
    Ok(Made { text, errors: errors(&findings), is_analysed })
}

/// Returns the format for a file, by its extension.
fn by_extension(path: &Path) -> Result<Form, CommandError> {
    match outputs::extension(path).as_deref() {
        Some("html" | "htm") => Ok(Form::Html),
        Some("md" | "markdown") => Ok(Form::Markdown),
        Some("txt") => Ok(Form::Text),
        _ => {
            let name = path_text(path);
            let error = CommandError::new(format!("cannot tell the format of {name} from its name"));
            Err(error.hint("end it in .html, .md or .txt, use `--format`, or end it in `/` for a folder"))
        }
    }
}

/// Returns facts for the head of a report: whether the engine wasn't taught the variant, and what it can't evaluate.
fn notes(engine: &Engine, replayed: &Replayed) -> Vec<(String, String)> {
    let variant = replayed.rules.variant;
    let is_taught = is_taught(engine, variant, &variant.start().board());
    let untaught = (!is_taught).then(|| evaluation::untaught(variant));
    let notes = untaught.into_iter().chain(mistakes::beyond_tables(replayed));
    notes.map(|note| ("Note".to_owned(), note)).collect()
}
