//! `barpoint split`: splits a file with many matches into files with one match, or one game, each.

use super::convert::plan::{extension, is_named_as_file, no_folder_name, writable};
use crate::analysis::given::state_given;
use crate::analysis::{self, is_nothing_told};
use crate::cli::error::{CommandError, Done};
use crate::cli::input::Origin;
use crate::cli::loss::{LossArg, Losses, nothing_told};
use crate::cli::outputs::{Inputs, is_stdout};
use crate::cli::pass::{self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, Sink, World, errors, wrong};
use crate::diag::Diagnostic;
use crate::diag::count::{many, many_es};
use crate::formats::Format;
use crate::host::draft::save;
use crate::host::exit::Exit;
use crate::host::names::{path_text, portable};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The arguments of `split`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The file to split; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Write into this folder [default: the folder of the file].
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write one file per game; by default each match is copied byte for byte.
    #[arg(long, help_heading = "Output")]
    pub games: bool,
    /// Overwrite existing files.
    #[arg(long, short, help_heading = "Output")]
    pub force: bool,
    /// How to report the losses of rewritten games.
    #[arg(long, value_enum, value_name = "HOW", default_value_t, help_heading = "Output")]
    pub loss: LossArg,
    /// The reading options.
    #[command(flatten)]
    pub reading: pass::Reading,
}

/// Runs the subcommand.
///
/// # Errors
///
/// If there is no match record; files that can't be written are reported meanwhile.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    if let Some(file) = &args.file {
        CommandError::refuse_folder(file)?;
    }
    if args.output.as_ref().is_some_and(|folder| is_stdout(folder)) {
        let error = CommandError::new("`-` is standard output, and `split` writes several files");
        return Err(error.hint("`-o DIR` names their folder"));
    }
    if let Some(folder) = args.output.as_ref().filter(|folder| is_named_as_file(folder)) {
        return Err(no_folder_name(folder, "").into());
    }
    let inputs: Vec<PathBuf> = args.file.iter().cloned().collect();
    let mut cutter = Cutter { args, written: BTreeSet::new() };
    let pass = Pass { beside: true, ..Pass::over(&inputs, &args.reading) };
    pass.run(world, &mut cutter, |found| found)
}

struct Cutter<'a> {
    args: &'a Args,
    /// The files of this run.
    written: BTreeSet<PathBuf>,
}

impl Sink for Cutter<'_> {
    type Result = Found;

    fn take(&mut self, place: &Place, found: Found, desk: &mut Desk<'_, '_>) -> Flow {
        if let Err(message) = self.cut(place, &found, desk)? {
            desk.error(&message, Exit::CouldNotRun);
        }
        GO_ON
    }

    /// `3 matches: 3 files written`.
    fn summary(&self, counts: &Counts) -> Option<String> {
        Some(format!(
            "{}: {} written",
            many_es(counts.matches, "match"),
            many(self.written.len() as u64, "file")
        ))
    }
}

impl Cutter<'_> {
    /// Writes one match, or its games; returns the reason if one can't be written.
    fn cut(
        &mut self,
        place: &Place,
        found: &Found,
        desk: &mut Desk<'_, '_>,
    ) -> Result<Result<(), String>, CommandError> {
        let Found { format, source, origin, number, .. } = found;
        if self.args.games {
            return self.games(place, found, desk);
        }
        let target = self.target(format, origin, &format!("{number:02}"));
        let Some(bytes) = source.encoded() else {
            let name = source.name();
            return Ok(Err(format!(
                "{name}: match {number} has characters that can't be written back as they are"
            )));
        };
        if format.parse.is_some_and(|parse| parse(source).value.games.is_empty()) {
            desk.no_game(place);
            return Ok(Ok(()));
        }
        Ok(self.write(&desk.inputs, &target, &bytes, origin))
    }

    /// Writes the games of a match.
    fn games(
        &mut self,
        place: &Place,
        found: &Found,
        desk: &mut Desk<'_, '_>,
    ) -> Result<Result<(), String>, CommandError> {
        let &Found { format, ref source, number, ref rules, .. } = found;
        let (Some(parse), true) = (format.parse, format.writer.is_some()) else {
            let name = source.name();
            return Ok(Err(format!(
                "{name}: `{}` isn't written; the formats are {}",
                format.name,
                writable()
            )));
        };
        let (mut replayed, findings) = analysis::replayed(parse(source), rules);
        state_given(&mut replayed, rules);
        wrong(place, errors(&findings), desk)?;
        let mut of_games: BTreeMap<u32, Vec<Diagnostic>> = BTreeMap::new();
        for finding in findings {
            if let Some(game) = finding.context.game {
                of_games.entry(game).or_default().push(finding);
            }
        }
        for (game, alone) in (1..).zip(replayed.each_alone()) {
            let target = self.target(format, &place.origin, &format!("{number:02}-{game:02}"));
            let findings = of_games.remove(&game).unwrap_or_default();
            let Some(written) = analysis::written(format, &alone, &findings, rules) else { break };
            if is_nothing_told(format, &alone, &written) {
                let why = nothing_told(format, &written.losses, &format!("game {game} of match {number}"));
                desk.error(&format!("{}: {why}", source.name()), Exit::Findings);
                continue;
            }
            let mut losses = Losses::new(self.args.loss);
            losses.add(number, written.losses);
            let shown = path_text(&target);
            desk.write(|ui| losses.tell(source.name(), Some(&shown), format.name, ui));
            if let Err(message) = self.write(&desk.inputs, &target, &written.bytes, &place.origin) {
                return Ok(Err(message));
            }
        }
        Ok(Ok(()))
    }

    /// Returns the path of a piece: `all-02.mat`.
    fn target(&self, format: &Format, origin: &Origin, piece: &str) -> PathBuf {
        let own = origin.relative.extension().and_then(|extension| extension.to_str());
        let is_known =
            own.is_some_and(|own| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(own)));
        let extension = own.filter(|_| is_known || !self.args.games).unwrap_or(extension(format));
        let stem = path_text(origin.relative.file_stem().unwrap_or_default());
        let name = portable(&format!("{stem}-{piece}.{extension}"));
        let folder = self.args.output.clone().unwrap_or_else(|| beside(origin));
        let target = folder.join(&name);
        if !self.written.contains(&target) {
            return target;
        }
        // Members of one name are in different folders of an archive.
        folder.join(origin.relative.parent().unwrap_or(Path::new(""))).join(name)
    }

    fn write(&mut self, inputs: &Inputs, target: &Path, bytes: &[u8], origin: &Origin) -> Result<(), String> {
        if self.written.contains(target) {
            return Err(format!(
                "{} is already written from another file; `-o DIR` writes this one to another folder",
                path_text(target)
            ));
        }
        inputs.refuse(target, origin.file.as_deref(), Some(&origin.name))?;
        save(target, self.args.force, bytes)?;
        self.written.insert(target.to_owned());
        Ok(())
    }
}

/// Returns the folder of a file, or of the archive that contains it.
fn beside(origin: &Origin) -> PathBuf {
    let source = Path::new(&origin.source);
    let folder = match &origin.path {
        Some(path) => path.parent(),
        None if source.is_dir() => Some(source),
        None => source.parent(),
    };
    folder.map(Path::to_owned).unwrap_or_default()
}
