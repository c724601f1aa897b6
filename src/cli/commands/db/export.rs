//! `barpoint db export` and `barpoint db verify`: the records that the database keeps.

use super::add::{decisions, rated};
use super::{File, unpack};
use crate::analysis::{self, Identity, RulesOverride, is_nothing_told, replayed};
use crate::cli::args;
use crate::cli::commands::convert::plan::{by_extension, holds_one, holds_only_one};
use crate::cli::error::{CommandError, Done, error};
use crate::cli::loss::{LossArg, Losses, nothing_told};
use crate::cli::outputs;
use crate::cli::sheet::{Form, Sheet};
use crate::diag::count::{many, many_es};
use crate::diag::{Diagnostic, SourceFile};
use crate::formats::{Format, json};
use crate::game::Replayed;
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::study::{Renewed, Study, Trouble};
use crate::output::ui::Ui;
use rusqlite::types::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The arguments of `db export`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The numbers of the matches [default: all].
    #[arg(value_name = "MATCH", value_parser = clap::value_parser!(u32).range(1..))]
    pub matches: Vec<u32>,
    /// Format [default: by the extension of the file]; a file that ends in `.parquet` gets the decisions as columns.
    #[arg(long, short, value_name = "FORMAT", value_parser = args::WRITABLE, hide_possible_values = true)]
    pub to: Option<&'static Format>,
    /// Write this file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short)]
    pub force: bool,
}

/// Reads a record of the database.
pub(super) fn read(id: i64, document: &[u8]) -> Result<(SourceFile, Replayed, Vec<Diagnostic>), String> {
    let broken = |why: String| format!("match {id}: its record can't be read: {why}");
    let bytes = unpack(document).map_err(|error| broken(error.to_string()))?;
    let source =
        SourceFile::decode_owned(format!("match {id}"), bytes).map_err(|error| broken(error.to_string()))?;
    let parse = json::FORMAT.parse.ok_or_else(|| broken("its format can't be read".to_owned()))?;
    let (replayed, findings) = replayed(parse(&source), &RulesOverride::default());
    Ok((source, replayed, findings))
}

/// Updates the database of an earlier version; returns the numbers of matches that are the same.
pub(super) fn renew(study: &mut Study) -> Result<Vec<[i64; 2]>, Trouble> {
    study.renew(|id, document| {
        let (source, replayed, _) = read(id, document)?;
        let identity = Identity::of(&replayed).map(|(identity, _)| identity.to_string());
        let decisions = decisions(&source, &replayed.record, &[], &RulesOverride::default());
        Ok(Renewed { identity, decisions, rated: rated(&replayed) })
    })
}

/// Runs `db export`.
pub(super) fn run(args: &Args, file: &File, ui: &mut Ui<'_>) -> Done {
    let study = file.open(true)?;
    for &record in &args.matches {
        file.demand(&study, record.into())?;
    }
    let places = vec!["?"; args.matches.len()].join(", ");
    let condition = if args.matches.is_empty() { "1".to_owned() } else { format!("r.id IN ({places})") };
    let values: Vec<Value> = args.matches.iter().map(|&id| Value::Integer(id.into())).collect();
    let output = outputs::file(args.output.as_ref());
    outputs::refuse_input(output, std::slice::from_ref(&file.path))?;
    let to = match (args.to, output) {
        (Some(to), _) => to,
        (None, Some(path)) if Form::of(path) == Some(Form::Parquet) => {
            return columns(&study, (&condition, &values), (path, args.force), file);
        }
        (None, Some(path)) => by_extension(path)?,
        (None, None) => {
            let hint = "add `--to FORMAT`, or `-o FILE` with the extension of a format";
            return Err(CommandError::new("no output format").hint(hint));
        }
    };
    let name = output.map(path_text);
    let cannot_write = |error| CommandError::cannot_write(name.as_deref().unwrap_or_default(), &error);
    let draft = output.map(|path| Draft::new(path, args.force));
    let draft = draft.transpose().map_err(cannot_write)?;
    let Exported { bytes, losses, untold } =
        Exported::new(&study, (&condition, &values), (to, output.unwrap_or(Path::new("-"))), file)?;
    for message in &untold {
        error(ui, message);
    }
    let exit = if untold.is_empty() { Exit::Clean } else { Exit::Findings };
    if exit != Exit::Clean && bytes.is_empty() {
        return Ok(exit);
    }
    losses.tell("the database", name.as_deref(), to.name, ui);
    match draft {
        Some(draft) => draft.finish(&bytes).map_err(cannot_write)?,
        None => ui.bytes(&bytes)?,
    }
    Ok(exit)
}

/// Matches of the database in another format.
struct Exported {
    bytes: Vec<u8>,
    losses: Losses,
    /// Messages about the matches that the format can't express.
    untold: Vec<String>,
}

impl Exported {
    /// Converts the matches that a condition selects, for a file of the name `output`.
    fn new(
        study: &Study,
        (condition, values): (&str, &[Value]),
        (to, output): (&Format, &Path),
        file: &File,
    ) -> Result<Self, CommandError> {
        let mut all = Self { bytes: Vec::new(), losses: Losses::new(LossArg::Text), untold: Vec::new() };
        let rules = RulesOverride::default();
        let mut count = 0;
        let each = |id: i64, document: &[u8]| -> Result<(), String> {
            let (_, replayed, findings) =
                read(id, document).map_err(|why| format!("{}: {why}", path_text(&file.path)))?;
            count += 1;
            if count > 1 && holds_one(output, to) {
                let one = holds_only_one(to, "name one match");
                return Err(format!("the database has several matches, and {one}"));
            }
            let Some(written) = analysis::written(to, &replayed, &findings, &rules) else {
                return Err(format!("`{}` can't be written", to.name));
            };
            if is_nothing_told(to, &replayed, &written) {
                all.untold.push(nothing_told(to, &written.losses, &format!("match {id}")));
                return Ok(());
            }
            all.bytes.extend(written.bytes);
            all.losses.add(count, written.losses);
            Ok(())
        };
        study.documents(condition, values, each).map_err(|trouble| {
            if trouble.is_of_file() { file.broken(trouble) } else { CommandError::new(trouble.words) }
        })?;
        if count == 0 { Err("there is no match in the database".into()) } else { Ok(all) }
    }
}

/// Writes the decisions of the matches that a condition selects to a file of columns.
fn columns(
    study: &Study,
    (condition, values): (&str, &[Value]),
    (path, force): (&Path, bool),
    file: &File,
) -> Done {
    let mut sheet = Sheet::new(path, Form::Parquet, force)?;
    let mut added = Ok(0_u64);
    study
        .find(condition, values, None, |hit| {
            added = added.clone().and_then(|rows| sheet.add(hit.line).map(|()| rows + 1));
            added.is_ok()
        })
        .map_err(|error| file.broken(error))?;
    if added? == 0 {
        return Err("there is no decision to export".into());
    }
    sheet.commit()?;
    Ok(Exit::Clean)
}

/// Runs `db verify`: the file is whole, and every record is readable and has the decisions that are stored.
pub(super) fn verify(file: &File, ui: &mut Ui<'_>) -> Done {
    let study = file.open(true)?;
    let mut faults = study.faults().map_err(|error| file.broken(error))?;
    let counted = study
        .select("SELECT record, count(*) FROM decision GROUP BY record")
        .map_err(|error| file.broken(error))?;
    let stored: HashMap<i64, i64> = counted
        .rows
        .iter()
        .filter_map(|row| {
            if let [Value::Integer(id), Value::Integer(count)] = row[..] { Some((id, count)) } else { None }
        })
        .collect();
    let stored = |id: i64| stored.get(&id).copied().unwrap_or(0);
    study
        .documents("1", &[], |id, document| {
            match read(id, document) {
                Err(why) => faults.push(why),
                Ok((_, replayed, _)) => {
                    let acts = replayed.games.iter().flat_map(|game| &game.acts);
                    let own = acts.filter(|act| act.what.is_decision()).count() as i64;
                    if own != stored(id) {
                        faults.push(format!(
                            "match {id}: its record has {}, {} are stored",
                            many(own as u64, "decision"),
                            stored(id)
                        ));
                    }
                }
            }
            Ok(())
        })
        .map_err(|error| file.broken(error))?;
    for fault in &faults {
        ui.line(fault)?;
    }
    let (matches, decisions) = study.counts().map_err(|error| file.broken(error))?;
    let what = format!("{}, {}", many_es(matches, "match"), many(decisions, "decision"));
    if faults.is_empty() {
        ui.line(format_args!("{what}: no faults"))?;
        return Ok(Exit::Clean);
    }
    ui.err(format_args!("{}: {what}: {}", path_text(&file.path), many(faults.len() as u64, "fault")));
    Ok(Exit::Findings)
}
