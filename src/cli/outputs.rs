//! The paths of files that commands write. `-` is standard output: no command writes a file of that name.

use crate::host::names::path_text;
use crate::host::reason::cannot_write;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::collections::BTreeSet;
use std::io;
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

/// Returns the format of a file by its extension, from the extensions of all formats.
///
/// # Errors
///
/// If the name ends in none of them: a message, which lists those that `endings` names.
pub(crate) fn form<F: Copy>(path: &Path, forms: &[(&str, F)], endings: &str) -> Result<F, String> {
    let own = extension(path);
    let form = forms.iter().find(|(extension, _)| own.as_deref() == Some(*extension));
    form.map(|&(_, form)| form).ok_or_else(|| {
        let name = path_text(path);
        format!("{name}: the file must end in {endings}; `--format` sets the format of other names")
    })
}

/// Makes an output folder if there is none.
///
/// # Errors
///
/// If it can't be made, or is a file: a message.
pub(crate) fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("cannot write into {}: it is a file, not a folder", path_text(folder))
        }
        _ => cannot_write(path_text(folder), &error),
    })
}

/// Refuses an output folder that is one of the inputs: the files in it would be left out.
///
/// # Errors
///
/// If it is one: a message.
pub(crate) fn refuse_input_folder(folder: &Path, inputs: &[PathBuf]) -> Result<(), String> {
    let same = |input: &&PathBuf| input.is_dir() && is_same(input, folder);
    inputs.iter().find(same).map_or(Ok(()), |input| {
        Err(format!("{}: the input and output folders are the same", path_text(input)))
    })
}

/// Does the same as [`Inputs::refuse`] for one output, before any input is read.
///
/// # Errors
///
/// If one of the inputs, which are named one by one, is the output: a message.
pub(crate) fn refuse_input(output: Option<&Path>, inputs: &[PathBuf]) -> Result<(), String> {
    let Some(output) = output else { return Ok(()) };
    let inputs = inputs.iter().map(PathBuf::as_path);
    Inputs::new(inputs, Some(output)).refuse(output, None, None)
}

/// The input that the arguments of a command name, which no output file may replace.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// The files, by their canonical paths.
    files: BTreeSet<PathBuf>,
    /// The folders that are read although files are written there, by their canonical paths.
    folders: Vec<PathBuf>,
}

impl Inputs {
    /// Finds the input at `paths` for an output file or folder; by default, files go into the folders of the input. An
    /// output folder inside an input folder isn't read, an output file inside one only perhaps.
    pub(crate) fn new<'a>(paths: impl Iterator<Item = &'a Path>, output: Option<&Path>) -> Self {
        let full = |path: &Path| path.canonicalize().ok();
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.filter_map(full).partition(|path| path.is_dir());
        let mut inputs = Self { files: files.into_iter().collect(), folders: Vec::new() };
        let Some(output) = output else { return Self { folders, ..inputs } };
        let Some(output) = full(output).filter(|output| output.is_dir()) else { return inputs };
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

    /// Refuses to write a file that is read, with `--force` too. All commands ask here. `own` is the file on disk that is
    /// being read; `name` is the name of its match, where each match has an output of its own.
    ///
    /// # Errors
    ///
    /// If the output is this file or another input: a message.
    pub(crate) fn refuse(&self, output: &Path, own: Option<&Path>, name: Option<&str>) -> Result<(), String> {
        // What isn't there yet can't be an input.
        let Ok(full) = output.canonicalize() else { return Ok(()) };
        let is_itself = own.is_some_and(|own| own.canonicalize().is_ok_and(|own| own == full));
        let is_in = |folder: &PathBuf| full.starts_with(folder);
        if !(is_itself || self.files.contains(&full) || self.folders.iter().any(is_in)) {
            return Ok(());
        }
        let shown = path_text(output);
        Err(match name.filter(|_| !is_itself) {
            Some(name) => format!("{name}: the output {shown} is another input"),
            None => format!("{shown}: input and output are the same file"),
        })
    }
}

/// Returns `true` if two paths lead to the same file, which is there.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Returns why a file isn't rewritten in place: it isn't a regular file, or it or its folder is read-only, although a
/// new file would replace it. On Windows the attribute of a folder means something else.
pub(crate) fn protection(path: &Path) -> Option<&'static str> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_read_only = |path: &Path| path.metadata().is_ok_and(|meta| meta.permissions().readonly());
    if path.metadata().is_ok_and(|meta| !meta.is_file()) {
        Some("it is a pipe or a device; `-` is standard input")
    } else if is_read_only(path) || cfg!(unix) && is_read_only(folder) {
        Some("it is read-only, or its folder is")
    } else {
        None
    }
}

/// Reads the path of a file or a folder whose contents can't go to standard output.
pub(crate) fn on_disk() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new()
        .try_map(|path| if is_stdout(&path) { Err("`-` is standard output: give a name") } else { Ok(path) })
}
