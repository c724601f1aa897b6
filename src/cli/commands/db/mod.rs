//! `barpoint db`: a database of matches and decisions.

mod add;
mod edit;
mod export;
mod find;
mod list;
mod stats;

use crate::cli::error::{CommandError, Done};
use crate::cli::outputs;
use crate::cli::pass::World;
use crate::host::folders::{Kept, environment};
use crate::host::names::path_text;
use crate::host::study::{About, Study, Trouble};
use crate::output::ui::Ui;
use clap::Subcommand;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// The arguments of `db`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Use this database [default: study.db in your data folder, which `barpoint doctor` shows].
    #[arg(long, value_name = "FILE", global = true, value_parser = outputs::on_disk())]
    pub db: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub what: What,
}

/// What to do with the database.
#[derive(Debug, Subcommand)]
pub enum What {
    /// Add matches, and analyse them
    #[command(after_help = "Examples:\n  barpoint db add records --plies 0\n  barpoint db add match.mat")]
    Add(Box<add::Args>),
    /// List the matches
    #[command(after_help = "Examples:\n  barpoint db list")]
    List(list::Args),
    /// Find decisions
    #[command(after_help = "Examples:\n  barpoint db find --player Ann --mark blunder --worst --limit 20")]
    Find(Box<find::Args>),
    /// Show the statistics of the matches and the trend of players
    #[command(after_help = "Examples:\n  barpoint db stats --player Ann\n  barpoint db stats --tag club")]
    Stats(Box<stats::Args>),
    /// Tag a match or a decision
    #[command(after_help = "Examples:\n  barpoint db tag 12:3:14:Ann holding-timing")]
    Tag(edit::TagArgs),
    /// Write a comment on a match or a decision
    #[command(after_help = "Examples:\n  barpoint db comment 12 'the final'")]
    Comment(edit::CommentArgs),
    /// Remove matches
    #[command(after_help = "Examples:\n  barpoint db remove 12")]
    Remove(edit::RemoveArgs),
    /// Export matches as records, or decisions as Parquet
    #[command(after_help = "Examples:\n  barpoint db export 12 --to sgf -o match.sgf")]
    Export(export::Args),
    /// Run a read-only SQL query
    #[command(after_help = "Examples:\n  barpoint db sql 'SELECT COUNT(*) FROM decisions'")]
    Sql(list::SqlArgs),
    /// Check the database and replay its records
    #[command(after_help = "Examples:\n  barpoint db verify")]
    Verify,
}

/// The name of the file in the folder of the user's data.
const FILE: &str = "study.db";

/// Runs the subcommand.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    let path = match &args.db {
        Some(path) => path.clone(),
        None => Kept::Data.folder(environment).map(|folder| folder.join(FILE)).ok_or_else(|| {
            CommandError::new(format!("no folder for the database: {}", Kept::Data.unset()))
                .hint("`--db FILE` names one")
        })?,
    };
    let file = File { path };
    match &args.what {
        What::Add(args) => add::run(args, &file, world),
        What::List(args) => list::run(args, &file, world.ui),
        What::Find(args) => find::run(args, &file, world.ui),
        What::Stats(args) => stats::run(args, &file, world.ui),
        What::Tag(args) => edit::tag(args, &file, world.ui),
        What::Comment(args) => edit::comment(args, &file, world.ui),
        What::Remove(args) => edit::remove(args, &file, world.ui),
        What::Export(args) => export::run(args, &file, world.ui),
        What::Sql(args) => list::sql(args, &file, world.ui),
        What::Verify => export::verify(&file, world.ui),
    }
}

/// The file of a database.
#[derive(Debug)]
pub(super) struct File {
    path: PathBuf,
}

impl File {
    /// Opens the database, which is made if it isn't there; matches that an earlier version took for two are named.
    fn create(&self, ui: &mut Ui<'_>) -> Result<Study, CommandError> {
        CommandError::refuse_folder(&self.path)?;
        let mut study = Study::create(&self.path).map_err(|error| self.broken(error))?;
        if study.is_outdated() {
            for [one, other] in export::renew(&mut study).map_err(|error| self.broken(error))? {
                ui.err(format_args!(
                    "match {one} is the same as match {other}: `db remove {one}` removes it"
                ));
            }
        }
        Ok(study)
    }

    /// Opens a database that is there.
    fn open(&self, is_read_only: bool) -> Result<Study, CommandError> {
        CommandError::refuse_folder(&self.path)?;
        if !self.path.is_file() {
            let error = CommandError::new(format!("there is no database {}", path_text(&self.path)));
            return Err(error.hint("`barpoint db add PATH` creates it"));
        }
        Study::open(&self.path, is_read_only).map_err(|error| self.broken(error))
    }

    /// Returns an error of the database in words.
    fn broken(&self, error: impl Into<Trouble>) -> CommandError {
        let trouble = error.into();
        let error = CommandError::new(trouble.message(&self.path));
        match trouble.hint() {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }

    /// Returns an error if there is no match with this number.
    fn demand(&self, study: &Study, record: i64) -> Result<(), CommandError> {
        match study.has(record) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("there is no match {record} in the database").into()),
            Err(error) => Err(self.broken(error)),
        }
    }

    /// Names a tag on standard error that nothing has: it may be misspelt.
    fn tell_absent(&self, tag: Option<&str>, study: &Study, ui: &mut Ui<'_>) -> Result<(), CommandError> {
        if let Some(tag) = tag
            && !study.has_tag(tag).map_err(|error| self.broken(error))?
        {
            ui.err(format_args!("note: nothing has the tag `{tag}`"));
        }
        Ok(())
    }

    /// Returns what `12` or `12:3:14:Ann` is about: a match, or the decision in a row of a game, of a player.
    fn about(&self, study: &Study, text: &str) -> Result<About, CommandError> {
        let wanted = || {
            CommandError::new(format!(
                "`{text}`: a match is `12`, a decision `12:GAME:MOVE` or `12:GAME:MOVE:NAME`"
            ))
        };
        let mut parts = text.splitn(4, ':');
        let mut number = || parts.next().map(|part| part.parse::<u32>().map_err(|_| wanted())).transpose();
        let (record, game, row) = (number()?.ok_or_else(wanted)?, number()?, number()?);
        let player = parts.next();
        let record = i64::from(record);
        self.demand(study, record)?;
        let decision = match (game, row) {
            (None, _) => None,
            (Some(_), None) => return Err(wanted()),
            (Some(game), Some(row)) => {
                let found = study.ordinal(record, game, row, player).map_err(|error| self.broken(error))?;
                let ordinal = found.ok_or_else(|| format!("there is no decision `{text}`"))?;
                Some((game, ordinal))
            }
        };
        Ok(About { record, decision })
    }
}

/// Packs a record.
fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes)?;
    packer.finish()
}

/// The most bytes of a record that is unpacked.
const LIMIT: u64 = 1 << 30;

/// Unpacks a record.
fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    DeflateDecoder::new(bytes).take(LIMIT).read_to_end(&mut text)?;
    Ok(text)
}
