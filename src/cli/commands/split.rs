//! `barpoint split`: a file with many matches into files with one match, or one game, each.

use super::check::{many, many_es};
use super::convert::plan::{extension, writable};
use crate::analysis::{self, RulesOverride};
use crate::cli::engine::Engine;
use crate::cli::input::{Input, Item, Origin};
use crate::cli::loss::{LossArg, Losses};
use crate::cli::{args, limits, rules};
use crate::diag::{Diagnostic, SourceFile};
use crate::formats::Format;
use crate::host::draft::save;
use crate::host::exit::Exit;
use crate::host::names::portable;
use crate::output::ui::{Ui, printable};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The arguments of `split`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The file to cut up; `-` is standard input, also when it is a pipe and no path is given.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The folder to write to [default: the folder of the file].
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// One file for each game, written anew; without it, each match is cut out byte for byte.
    #[arg(long)]
    pub games: bool,
    /// Read the file as this format, instead of recognising it.
    #[arg(long, value_name = "FORMAT", value_parser = args::readable)]
    pub from: Option<&'static Format>,
    /// Replace files that exist.
    #[arg(long, short)]
    pub force: bool,
    /// How to say what a game written anew loses.
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub loss: LossArg,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How much is read before it is refused.
    #[command(flatten)]
    pub limits: limits::Args,
    /// No summary.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// None: what can't be written is said.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    if let Some(folder) = args.file.as_ref().filter(|path| path.is_dir()) {
        return Ok(Exit::failed(ui, &format!("{}: one file is cut up, no folder", folder.display())));
    }
    let inputs: Vec<PathBuf> = args.file.iter().cloned().collect();
    let beside = || args.file.as_ref().and_then(|path| path.parent()).map(Path::to_owned).unwrap_or_default();
    let mut cutter = Cutter {
        args,
        folder: args.output.clone().unwrap_or_else(beside),
        rules: args.rules.overrides(),
        written: 0,
        matches: 0,
        exit: Exit::Clean,
        ui,
    };
    for item in Input::new(engine, &inputs, stdin, None).reading_as(args.from).within(args.limits.limits()) {
        let problem = match item {
            Item::Match { format, source, origin, number } => {
                cutter.matches += 1;
                cutter.cut(format, &source, &origin, number)
            }
            Item::NotARecord(source) => {
                Err((format!("{}: the file holds no match record", source.name()), Exit::Findings))
            }
            Item::Unreadable { name, reason } => {
                Err((format!("{name}: the file can't be read: {reason}"), Exit::CouldNotRun))
            }
            Item::Skipped => Ok(()),
        };
        if let Err((message, exit)) = problem {
            Exit::failed(cutter.ui, &message);
            cutter.exit = cutter.exit.max(exit);
        }
    }
    let Cutter { written, matches, exit, ui, .. } = cutter;
    if exit == Exit::Clean && matches == 0 {
        return Ok(Exit::failed(ui, "no match record was found"));
    }
    if !args.quiet {
        ui.err(format_args!("{}: {} written", many_es(matches, "match"), many(written, "file")));
    }
    Ok(exit)
}

/// Why a match wasn't cut out, and how bad that is.
type Problem = (String, Exit);

struct Cutter<'a, 'b> {
    args: &'a Args,
    folder: PathBuf,
    rules: RulesOverride,
    written: u64,
    matches: u64,
    exit: Exit,
    ui: &'a mut Ui<'b>,
}

impl Cutter<'_, '_> {
    /// Writes one match, or its games.
    fn cut(
        &mut self,
        format: &'static Format,
        source: &SourceFile,
        origin: &Origin,
        number: u32,
    ) -> Result<(), Problem> {
        if self.args.games {
            return self.games(format, source, origin, number);
        }
        let target = self.target(format, origin, &format!("{number:02}"));
        let bytes = source.encoded().ok_or_else(|| {
            let name = printable(source.name());
            let message =
                format!("{name}: match {number} has characters that can't be written back as they are");
            (message, Exit::CouldNotRun)
        })?;
        self.write(&target, &bytes)
    }

    /// Writes the games of a match.
    fn games(
        &mut self,
        format: &'static Format,
        source: &SourceFile,
        origin: &Origin,
        number: u32,
    ) -> Result<(), Problem> {
        let (Some(parse), true) = (format.parse, format.writer.is_some()) else {
            let name = printable(source.name());
            let message = format!("{name}: `{}` can't be written; what can be: {}", format.name, writable());
            return Err((message, Exit::CouldNotRun));
        };
        let (replayed, findings) = analysis::replayed(parse(source), &self.rules);
        let errors = super::convert::errors(&findings);
        if errors > 0 {
            let errors = many(errors as u64, "error");
            let name = printable(source.name());
            let message = format!("{name}: {errors} in match {number}; `barpoint check` shows where");
            Exit::failed(self.ui, &message);
            self.exit = self.exit.max(Exit::Findings);
        }
        for game in 0..replayed.games.len() {
            let Some(alone) = replayed.alone(game) else { break };
            let target = self.target(format, origin, &format!("{number:02}-{:02}", game + 1));
            let of_game =
                |finding: &&Diagnostic| finding.context.game.is_some_and(|it| it as usize == game + 1);
            let findings: Vec<Diagnostic> = findings.iter().filter(of_game).cloned().collect();
            let Some(written) = analysis::written(format, &alone, &findings, &self.rules) else { break };
            let mut losses = Losses::new(self.args.loss);
            losses.add(number, written.losses);
            losses.tell(source.name(), Some(&target.display().to_string()), format.name, self.ui);
            self.write(&target, &written.bytes)?;
        }
        Ok(())
    }

    /// The path of a piece: `all-02.mat`.
    fn target(&self, format: &Format, origin: &Origin, piece: &str) -> PathBuf {
        let own = origin.relative.extension().and_then(|extension| extension.to_str());
        let is_known =
            own.is_some_and(|own| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(own)));
        let extension = own.filter(|_| is_known || !self.args.games).unwrap_or(extension(format));
        let stem = origin.relative.file_stem().unwrap_or_default().to_string_lossy();
        self.folder.join(portable(&format!("{stem}-{piece}.{extension}")))
    }

    fn write(&mut self, target: &Path, bytes: &[u8]) -> Result<(), Problem> {
        save(target, self.args.force, bytes).map_err(|message| (message, Exit::CouldNotRun))?;
        self.written += 1;
        Ok(())
    }
}
