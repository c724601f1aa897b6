//! The paths of files that commands write. `-` is standard output: no command writes a file of that name.

use crate::host::names::path_text;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};

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
        return Err(format!("{}: input and output are the same file", path_text(output)));
    }
    Ok(())
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
