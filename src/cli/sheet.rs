//! A file of decisions: lines of JSON, or the columns of a Parquet file.

use super::outputs;
use crate::host::draft::Draft;
use crate::host::names::path_text;
use crate::host::reason::cannot_write;
use crate::output::columns::Table;
use crate::output::json::DecisionJson;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file to write.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
#[command(next_help_heading = "Output")]
pub struct Args {
    /// Write the decisions to this file: `.parquet` for columns, `.jsonl` for lines of JSON.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short, requires = "output")]
    pub force: bool,
}

/// How decisions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// One flat JSON object per line.
    Jsonl,
    /// The same as columns of a Parquet file; needs `--output`.
    Parquet,
}

impl Form {
    /// Returns the form for a file, by its extension.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        clap::ValueEnum::from_str(path.extension()?.to_str()?, true).ok()
    }
}

impl Args {
    /// Returns the file, if one is wanted, and not standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        outputs::file(self.output.as_ref())
    }

    /// Begins the file, if one is wanted, and not standard output; the form is that of its extension by default.
    ///
    /// # Errors
    ///
    /// The extension is neither of the two, the file is an input, or it can't be written: a message.
    pub(crate) fn begin(&self, form: Option<Form>, inputs: &[PathBuf]) -> Result<Option<Sheet>, String> {
        let Some(path) = self.path() else { return Ok(None) };
        outputs::refuse_input(Some(path), inputs)?;
        let form = form.or_else(|| Form::of(path));
        let form =
            form.ok_or_else(|| format!("{}: the file must end in .parquet or .jsonl", path_text(path)))?;
        Sheet::new(path, form, self.force).map(Some)
    }
}

/// A file of decisions that is being written, completely or not at all.
pub(crate) struct Sheet {
    name: String,
    rows: Rows,
}

enum Rows {
    Lines(Box<Draft>),
    Parquet(Box<Table<Ink>>),
}

/// The draft of a file as a stream.
struct Ink(Draft);

impl Write for Ink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sheet {
    /// Begins a file.
    pub(crate) fn new(path: &Path, form: Form, force: bool) -> Result<Self, String> {
        let name = path_text(path);
        let rows = Draft::early(path, force).and_then(|draft| {
            Ok(match form {
                Form::Jsonl => Rows::Lines(Box::new(draft)),
                Form::Parquet => Rows::Parquet(Box::new(Table::new(Ink(draft))?)),
            })
        });
        Ok(Self { rows: rows.map_err(|error| cannot_write(&name, &error))?, name })
    }

    /// Adds a decision.
    pub(crate) fn add(&mut self, line: DecisionJson) -> Result<(), String> {
        let added = match &mut self.rows {
            Rows::Lines(draft) => serde_json::to_string(&line)
                .map_err(io::Error::from)
                .and_then(|line| draft.write((line + "\n").as_bytes())),
            Rows::Parquet(table) => table.add(line),
        };
        added.map_err(|error| cannot_write(&self.name, &error))
    }

    /// Gives the file its name.
    pub(crate) fn commit(self) -> Result<(), String> {
        let committed = match self.rows {
            Rows::Lines(draft) => draft.commit(),
            Rows::Parquet(table) => table.finish().and_then(|Ink(draft)| draft.commit()),
        };
        committed.map_err(|error| cannot_write(&self.name, &error))
    }
}
