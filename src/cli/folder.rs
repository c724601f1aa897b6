//! A folder with a file for each match, in which an interrupted run is continued.

use super::commands::convert::plan::piece_name;
use super::input::{NOTES, Origin};
use super::outputs::{Inputs, make_folder};
use crate::diag::count::many;
use crate::diag::file_name_bytes;
use crate::host::draft::put;
use crate::host::names::{path_of, path_text};
use crate::host::reason::cannot_write;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Notes about a file that is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Noted<T> {
    /// A hash of all that the file was made of.
    made_of: String,
    /// The path of the file from the folder, with `/`.
    pub(crate) file: String,
    /// What the command keeps about it.
    #[serde(flatten)]
    pub(crate) about: T,
}

impl<T> Noted<T> {
    /// Returns the path of the file from the folder.
    fn path(&self) -> PathBuf {
        path_of(file_name_bytes(&self.file))
    }
}

/// The files that an earlier run has written.
pub(crate) struct Done<'a, T> {
    folder: &'a Path,
    noted: HashMap<String, Noted<T>>,
    force: bool,
}

impl<'a, T: DeserializeOwned> Done<'a, T> {
    /// Makes the folder if there is none, and reads its notes; a line that was cut off counts for nothing.
    pub(crate) fn open(folder: &'a Path, command: &str, force: bool) -> Result<Self, String> {
        make_folder(folder)?;
        let text = fs::read_to_string(folder.join(notes(command))).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Noted<T>>(line).ok());
        let noted = lines.map(|each| (each.made_of.clone(), each)).collect();
        Ok(Self { folder, noted, force })
    }

    /// Returns the notes on what was made of the same before, unless its file is gone or is to be replaced.
    pub(crate) fn of(&self, made_of: &str) -> Option<&Noted<T>> {
        let is_there = |noted: &&Noted<T>| !self.force && self.folder.join(noted.path()).is_file();
        self.noted.get(made_of).filter(is_there)
    }
}

/// Returns the name of the file with the notes of a command.
fn notes(command: &str) -> String {
    format!("{NOTES}{command}.jsonl")
}

/// Returns a hash of the bytes of a match, of its place, and of settings.
pub(crate) fn fingerprint(bytes: &[u8], origin: &Origin, number: u32, settings: impl Hash) -> String {
    let mut hash = DefaultHasher::new();
    bytes.hash(&mut hash);
    origin.name.hash(&mut hash);
    number.hash(&mut hash);
    settings.hash(&mut hash);
    format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), hash.finish())
}

/// Writes files, and notes each one.
pub(crate) struct Folder<'a> {
    path: &'a Path,
    command: &'static str,
    force: bool,
    log: Option<File>,
    /// The files of this run, each with its record.
    names: HashMap<PathBuf, String>,
    new: u64,
    kept: u64,
}

impl<'a> Folder<'a> {
    /// Begins a run.
    pub(crate) fn new(path: &'a Path, command: &'static str, force: bool) -> Self {
        Self { path, command, force, log: None, names: HashMap::new(), new: 0, kept: 0 }
    }

    /// Returns the number of files that this run has written.
    pub(crate) const fn written(&self) -> u64 {
        self.new
    }

    /// Counts a file that is kept.
    pub(crate) fn keep<T>(&mut self, noted: &Noted<T>, origin: &Origin) {
        self.names.insert(noted.path(), origin.name.clone());
        self.kept += 1;
    }

    /// Writes the file of a match, completely or not at all, and notes it. `about` gets its path from the folder.
    ///
    /// # Errors
    ///
    /// If it can't be written, is there already, is an input or is another record's: a message.
    pub(crate) fn write<T: Serialize>(
        &mut self,
        inputs: &Inputs,
        (origin, number): (&Origin, u32),
        extension: &str,
        bytes: &[u8],
        made_of: String,
        about: impl FnOnce(&str) -> T,
    ) -> Result<Noted<T>, String> {
        let mut relative = piece_name(&origin.relative, number, extension);
        if self.names.contains_key(&relative) {
            // `match.sgf` beside `match.mat` has the page `match.sgf.html`.
            let mut name = origin.relative.clone().into_os_string();
            let piece = if number > 1 { format!("-{number}") } else { String::new() };
            name.push(format!("{piece}.{extension}"));
            relative = PathBuf::from(name);
        }
        if let Some(other) = self.names.insert(relative.clone(), origin.name.clone()) {
            return Err(format!(
                "{}: {} is already written from {other}; `-o DIR` writes this one to another folder",
                origin.name,
                path_text(&relative)
            ));
        }
        let path = self.path.join(&relative);
        inputs.refuse(&path, origin.file.as_deref(), Some(&origin.name))?;
        put(&path, self.force, bytes).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => format!(
                "cannot write {}: the file exists, from another record or with other options; `--force` replaces it",
                path_text(&path)
            ),
            _ => cannot_write(path_text(&path), &error),
        })?;
        let parts: Vec<_> = relative.iter().map(path_text).collect();
        let file = parts.join("/");
        let about = about(&file);
        let noted = Noted { made_of, file, about };
        self.note(&noted)?;
        self.new += 1;
        Ok(noted)
    }

    fn note<T: Serialize>(&mut self, noted: &Noted<T>) -> Result<(), String> {
        let path = self.path.join(notes(self.command));
        if self.log.is_none() {
            let log = OpenOptions::new().create(true).append(true).open(&path);
            self.log = Some(log.map_err(|error| cannot_write(path_text(&path), &error))?);
        }
        let line = serde_json::to_string(noted).map_err(|error| error.to_string())? + "\n";
        let wrote = self.log.iter_mut().try_for_each(|log| log.write_all(line.as_bytes()));
        wrote.map_err(|error| cannot_write(path_text(&path), &error))
    }

    /// Says how many files are written and kept: `3 pages written, 2 kept`.
    pub(crate) fn words(&self, what: &str) -> String {
        let kept = if self.kept > 0 { format!(", {} kept", self.kept) } else { String::new() };
        format!("{} written{kept}", many(self.new, what))
    }
}

/// Returns `true` if an output is a folder: it is there, or is named as one, or has no extension while there are several
/// inputs.
pub(crate) fn is_folder(output: &Path, has_several: bool) -> bool {
    let is_named = output.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    output.is_dir() || is_named || (output.extension().is_none() && has_several)
}
