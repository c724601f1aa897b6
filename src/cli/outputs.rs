//! The paths of files that commands write. `-` is standard output: no command writes a file of that name.

use super::input::Origin;
use crate::host::names::path_text;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Returns the file to write; `None` is standard output, which `-` also names.
pub(crate) fn file(path: Option<&PathBuf>) -> Option<&Path> {
    path.map(PathBuf::as_path).filter(|path| !is_stdout(path))
}

/// Returns `true` for the path that names standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the extension of a file, in lower case.
pub(crate) fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase())
}

/// Refuses to write a file that is also read, with `--force` too.
///
/// # Errors
///
/// If one of the inputs, which are named one by one, is the output: a message.
pub(crate) fn refuse_input(output: Option<&Path>, inputs: &[PathBuf]) -> Result<(), String> {
    let Some(output) = output else { return Ok(()) };
    if inputs.iter().any(|input| is_same(input, output)) {
        return Err(same_file(output));
    }
    Ok(())
}

/// Returns the message about an output that is an input too.
pub(crate) fn same_file(output: &Path) -> String {
    format!("{}: input and output are the same file", path_text(output))
}

/// The input that the arguments of a command name, which no output file may replace.
pub(crate) struct Inputs {
    /// The files, by their canonical paths.
    files: BTreeSet<PathBuf>,
    /// The folders that are read although they are in the output folder, by their canonical paths.
    folders: Vec<PathBuf>,
}

impl Inputs {
    /// Finds the input at `paths` for an output folder, if the output is one. An output folder inside an input folder isn't
    /// read.
    pub(crate) fn new(paths: &[PathBuf], output: Option<&Path>) -> Self {
        let full = |path: &Path| path.canonicalize().ok();
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.iter().filter_map(|path| full(path)).partition(|path| path.is_dir());
        let mut inputs = Self { files: files.into_iter().collect(), folders: Vec::new() };
        let Some(output) = output.and_then(full) else { return inputs };
        for folder in folders {
            if folder.starts_with(&output) {
                inputs.folders.push(folder);
            } else {
                inputs.add_linked(&folder, &output);
            }
        }
        inputs
    }

    /// Adds the files and folders in the output folder to which links in an input folder lead.
    fn add_linked(&mut self, folder: &Path, output: &Path) {
        let mut walk = WalkDir::new(folder).follow_links(true).into_iter();
        while let Some(entry) = walk.next() {
            // The pass reports what can't be read.
            let Ok(entry) = entry else { continue };
            let is_folder = entry.file_type().is_dir();
            if !is_folder && !entry.path_is_symlink() {
                continue;
            }
            let Ok(target) = entry.path().canonicalize() else { continue };
            if is_folder && target == output {
                walk.skip_current_dir();
            } else if is_folder && target.starts_with(output) {
                self.folders.push(target);
                walk.skip_current_dir();
            } else if target.starts_with(output) {
                self.files.insert(target);
            }
        }
    }

    /// Refuses to write a file that is read, with `--force` too; `origin` is that of the match to write.
    ///
    /// # Errors
    ///
    /// If the match comes from this file, or the file is another input: a message.
    pub(crate) fn refuse(&self, output: &Path, origin: &Origin) -> Result<(), String> {
        let Ok(full) = output.canonicalize() else { return Ok(()) };
        if origin.file.as_ref().is_some_and(|file| is_same(file, output)) {
            return Err(same_file(output));
        }
        if self.files.contains(&full) || self.folders.iter().any(|folder| full.starts_with(folder)) {
            return Err(format!("{}: the output {} is another input", origin.name, path_text(output)));
        }
        Ok(())
    }
}

/// Returns `true` if two paths lead to the same file, which is there.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Reads the path of a file or a folder whose contents can't go to standard output.
pub(crate) fn on_disk() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new()
        .try_map(|path| if is_stdout(&path) { Err("`-` is standard output: give a name") } else { Ok(path) })
}
