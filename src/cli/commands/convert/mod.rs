//! `barpoint convert`: converts records to another format, and reports everything that gets lost.

pub(in crate::cli) mod plan;
mod sink;

use crate::analysis;
use crate::analysis::given::state_given;
use crate::cli::args;
use crate::cli::error::Done;
use crate::cli::loss::LossArg;
use crate::cli::outputs::make_folder;
use crate::cli::pass::{self, Found, Pass, World, errors};
use crate::diag::{Diagnostic, Severity, SourceFile};
use crate::formats::Format;
use crate::formats::inventory::Item;
use crate::output::diagnostic::{self, Finding, Options};
use plan::Plan;
use sink::Files;
use std::path::PathBuf;

/// The arguments of `convert`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Write this format [default: by the extension of the output file].
    #[arg(long, short, value_name = "FORMAT", value_parser = args::WRITABLE, hide_possible_values = true, help_heading = "Output")]
    pub to: Option<&'static Format>,
    /// Write into this folder, one file per input file; files in a folder keep their relative paths. `-` is standard
    /// output. Without `-o`, the second of two paths is the output file.
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short, help_heading = "Output")]
    pub force: bool,
    /// Refuse records with errors, and print the errors; by default, errors are written as recorded, or reported as
    /// lost.
    #[arg(long, help_heading = "Output")]
    pub strict: bool,
    /// How to report losses on standard error, before anything is written.
    #[arg(long, value_enum, value_name = "HOW", default_value_t, help_heading = "Output")]
    pub loss: LossArg,
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
    /// Only this match of each file, counted from 1.
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Input")]
    pub number: Option<u32>,
    /// Only the game with this number, as `score` shows it; the game keeps its score.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Input")]
    pub game: Option<u32>,
}

/// Runs the subcommand.
///
/// # Errors
///
/// If standard output can't be written, the arguments don't determine the output, or there is no match
/// record.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    let plan = Plan::new(args)?;
    if let Some(folder) = plan.folder() {
        make_folder(folder)?;
    }
    let mut files = Files::new(args, &plan);
    let pass = Pass { paths: plan.inputs, skipping: plan.folder(), ..Pass::new(&args.input) };
    pass.run(world, &mut files, |found: Found| {
        let is_wanted = args.number.is_none_or(|wanted| wanted == found.number);
        is_wanted.then(|| Converted::new(&found, plan.format, args))
    })
}

/// A match in the new format.
struct Converted {
    /// The bytes; `None` if the record was refused, or doesn't have the requested game.
    bytes: Option<Vec<u8>>,
    losses: Vec<Item>,
    errors: usize,
    /// The findings of a record that was refused, one per line.
    findings: Vec<u8>,
}

impl Converted {
    fn new(found: &Found, to: &'static Format, args: &Args) -> Self {
        let Found { format, source, rules, .. } = found;
        let mut this = Self { bytes: None, losses: Vec::new(), errors: 0, findings: Vec::new() };
        let Some(parse) = format.parse else { return this };
        let (mut replayed, mut findings) = analysis::replayed(parse(source), rules);
        state_given(&mut replayed, rules);
        this.errors = errors(&findings);
        if args.strict && this.errors > 0 {
            this.findings = concise(source, &findings);
            return this;
        }
        if replayed.games.is_empty() && args.game.is_none() {
            // Nothing is written for it.
            this.bytes = Some(Vec::new());
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
            let is_empty = analysis::is_nothing_told(to, &replayed, &written);
            (this.bytes, this.losses) = (Some(written.bytes).filter(|_| !is_empty), written.losses);
            this.bytes.get_or_insert_default();
        }
        this
    }
}

/// Returns the findings of a match as `check --format concise` prints them, without the notes.
pub(super) fn concise(source: &SourceFile, findings: &[Diagnostic]) -> Vec<u8> {
    let mut renderer = diagnostic::Format::Concise.renderer(Options::default());
    let mut lines = Vec::new();
    for finding in findings.iter().filter(|finding| finding.severity > Severity::Note) {
        // Writing to memory can't fail.
        let _ = renderer.finding(&Finding::new(source, finding), &mut lines);
    }
    lines
}
