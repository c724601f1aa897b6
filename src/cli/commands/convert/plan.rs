//! The inputs and the output of a conversion, from its arguments.

use super::Args;
use crate::cli::outputs::{is_same, is_stdout, refuse_input_folder};
use crate::formats::{FORMATS, Format, Matches, ogxm};
use crate::host::names::{PACKED, path_text};
use std::path::{Path, PathBuf};

/// The destination of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Standard output.
    Stdout,
    /// A file, from one file.
    File(PathBuf),
    /// A folder.
    Folder(PathBuf),
}

impl Target {
    /// Returns `true` if several files can go there: each to a file of its own, or one after the other in a
    /// format that can hold several matches.
    pub(super) fn takes_several(&self, format: &Format) -> bool {
        match self {
            Self::Folder(_) => true,
            Self::File(_) => false,
            Self::Stdout => {
                !matches!(format.matches, Matches::One)
                    && format.writer.is_some_and(|writer| writer.reads_back)
            }
        }
    }
}

/// The message for several files with one output.
pub(super) const SEVERAL: &str = "cannot write several files to one: `-o DIR` writes one file each; without an output, \
                                  formats that hold several matches go to standard output";

/// The inputs and the output of a conversion.
pub(super) struct Plan<'a> {
    pub(super) inputs: &'a [PathBuf],
    pub(super) target: Target,
    pub(super) format: &'static Format,
}

impl<'a> Plan<'a> {
    /// Determines inputs and output from the arguments.
    pub(super) fn new(args: &'a Args) -> Result<Self, String> {
        if let (None, [file, folder]) = (&args.output, &args.input.paths[..])
            && folder.is_dir()
            && !file.is_dir()
        {
            return Err(format!("{0} is a folder: `-o {0}` writes into it", path_text(folder)));
        }
        let (inputs, target) = match (&args.output, &args.input.paths[..]) {
            (Some(folder), inputs) if is_stdout(folder) => (inputs, Target::Stdout),
            (Some(folder), inputs) => (inputs, Target::Folder(folder.clone())),
            (None, [_, out]) if is_stdout(out) => (&args.input.paths[..1], Target::Stdout),
            (None, [path, out]) if is_output(path, out, args.to) => {
                (&args.input.paths[..1], Target::File(out.clone()))
            }
            (None, inputs) => (inputs, Target::Stdout),
        };
        let format = match (args.to, &target) {
            (Some(format), _) => format,
            (None, Target::File(out)) => by_extension(out)?,
            (None, target) => return Err(which_format(inputs, target)),
        };
        let many = inputs.len() > 1
            || args.input.reading.files_from.is_some()
            || inputs.iter().any(|path| path.is_dir());
        if many && !target.takes_several(format) {
            return Err(SEVERAL.to_owned());
        }
        if let Target::Folder(folder) = &target {
            if is_named_as_file(folder) {
                return Err(no_folder_name(folder, &as_file(inputs, folder, format)));
            }
            refuse_input_folder(folder, inputs)?;
        }
        Ok(Self { inputs, target, format })
    }

    /// Returns `true` if an output holds one match.
    pub(super) fn holds_one(&self) -> bool {
        match &self.target {
            Target::Stdout => matches!(self.format.matches, Matches::One),
            Target::File(path) => holds_one(path, self.format),
            Target::Folder(_) => holds_one(&renamed(Path::new("a"), 1, self.format), self.format),
        }
    }

    /// Returns the output folder, if the output is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        match &self.target {
            Target::Folder(folder) => Some(folder),
            _ => None,
        }
    }
}

/// Returns `true` if the second of two paths is the output: neither is a folder, or it doesn't exist, has the extension of
/// the output format, or is a device.
fn is_output(path: &Path, out: &Path, to: Option<&Format>) -> bool {
    match out.metadata() {
        Err(_) => true,
        Ok(data) if data.is_dir() => false,
        Ok(data) => {
            let fits = |format: &Format| to.is_none_or(|to| to.name == format.name);
            !path.is_dir() || !data.is_file() || with_extension(out).any(fits)
        }
    }
}

/// Returns the message where nothing names the format to write.
fn which_format(inputs: &[PathBuf], target: &Target) -> String {
    match (inputs, target) {
        ([path], Target::Folder(out))
            if !out.is_dir() && !is_same(path, out) && by_extension(out).is_ok() =>
        {
            let out = path_text(out);
            format!(
                "no output format: `-o` names a folder; `convert {} {out}` writes the file {out}",
                path_text(path)
            )
        }
        ([_, _, _, ..], Target::Stdout) => {
            "no output format: with more than two paths, add `--to FORMAT` (and `-o DIR`)".to_owned()
        }
        ([_, _, ..], Target::Folder(_)) => {
            "no output format: add `--to FORMAT`; with `-o`, every path is read".to_owned()
        }
        _ => no_format(),
    }
}

/// Returns `true` if an output folder that isn't there yet has the name of a record or an archive, without a `/` at its
/// end.
pub(in crate::cli) fn is_named_as_file(folder: &Path) -> bool {
    let is_packed = || {
        let extension = folder.extension();
        extension.is_some_and(|it| PACKED.iter().any(|packed| it.eq_ignore_ascii_case(packed)))
    };
    let is_marked = folder.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    // `.match` is also a name for the folder of a match.
    let is_match = || folder.extension().is_some_and(|it| it.eq_ignore_ascii_case("match"));
    let is_named = || with_extension(folder).next().is_some() && !is_match();
    !is_marked && !folder.exists() && (is_named() || is_packed())
}

/// Returns the message where the output folder has the name of a file; `instead` is another command with what it does,
/// and a comma, or empty.
pub(in crate::cli) fn no_folder_name(folder: &Path, instead: &str) -> String {
    let out = path_text(folder);
    format!(
        "`-o` names a folder, and {out} has the name of a file: {instead}`-o {out}/` writes into a folder of this name"
    )
}

/// Returns the command that writes the output as a file, if it has the name of one in the wanted format; empty if not.
fn as_file(inputs: &[PathBuf], out: &Path, to: &Format) -> String {
    match inputs {
        [path] if !path.is_dir() && by_extension(out).is_ok_and(|format| format.name == to.name) => {
            let (path, out) = (path_text(path), path_text(out));
            format!("`convert {path} {out}` writes the file {out}, ")
        }
        _ => String::new(),
    }
}

/// Returns the message where no format to write is named.
pub(in crate::cli) fn no_format() -> String {
    format!("no output format: add `--to FORMAT`, where FORMAT is one of {}", writable())
}

/// Returns the formats with a path's extension.
fn with_extension(path: &Path) -> impl Iterator<Item = &'static Format> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_owned();
    FORMATS
        .iter()
        .filter(move |format| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(&extension)))
}

/// The advice if a page is wanted as a record format.
pub(in crate::cli) const PAGES: &str = "`barpoint report` writes pages (.html, .md, .txt)";

/// Returns `true` if a word is the name or the extension of a page to read, not of a record.
pub(in crate::cli) fn is_page(word: &str) -> bool {
    ["html", "htm", "md", "markdown", "pdf"].iter().any(|page| page.eq_ignore_ascii_case(word))
}

/// Finds the format to write from a path's extension.
///
/// # Errors
///
/// If no writable format has it: a message that lists the writable formats.
pub(in crate::cli) fn by_extension(path: &Path) -> Result<&'static Format, String> {
    if let Some(format) = with_extension(path).find(|format| format.writer.is_some()) {
        return Ok(format);
    }
    let shown = path_text(path);
    let is_page = path.extension().and_then(|ending| ending.to_str()).is_some_and(is_page);
    Err(match with_extension(path).next() {
        Some(format) => format!("{shown}: `{}` can't be written; what can be: {}", format.name, writable()),
        None if is_stdout(path) => no_format(),
        None if is_page => format!("{shown}: {PAGES}"),
        None => format!("{shown}: {}", no_format()),
    })
}

/// Returns the names of the writable formats.
pub(in crate::cli) fn writable() -> String {
    let names: Vec<&str> =
        FORMATS.iter().filter(|format| format.writer.is_some()).map(|format| format.name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Returns the path of a converted file: the extension of the format is added, or replaces an existing
/// extension. A second piece of the same file gets its number after its name.
pub(in crate::cli) fn renamed(path: &Path, piece: u32, format: &Format) -> PathBuf {
    piece_name(path, piece, extension(format))
}

/// Returns the path of a file made of a match, with another extension; from the second match of a file on with its number.
pub(in crate::cli) fn piece_name(path: &Path, piece: u32, new: &str) -> PathBuf {
    // `match.2024.11.21` has no extension.
    let has_extension = path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| {
        extension.contains(|c: char| c.is_ascii_alphabetic()) && extension.len() <= 5
    });
    let stem = if has_extension { path.file_stem() } else { path.file_name() };
    let mut name = stem.unwrap_or_default().to_owned();
    if piece > 1 {
        name.push(format!("-{piece}"));
    }
    name.push(".");
    name.push(new);
    path.with_file_name(name)
}

/// Returns `true` if a file of this name holds one match in a format. Of OGXM's files, only a stream holds more.
pub(in crate::cli) fn holds_one(path: &Path, format: &Format) -> bool {
    let is = |known: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known));
    matches!(format.matches, Matches::One) || format.name == ogxm::FORMAT.name && (is("ogxm") || is("gvab"))
}

/// Returns the message if several matches go to one file that holds one: the name of such a file, and what to do instead.
pub(in crate::cli) fn holds_only_one(format: &Format, instead: &str) -> String {
    if format.name == ogxm::FORMAT.name {
        return format!("an OGXM file holds one: name a stream, `.ogxms`, or {instead}");
    }
    format!("`{}` holds one: {instead}", format.name)
}

/// Returns the extension of a format's files.
pub(in crate::cli) fn extension(format: &Format) -> &'static str {
    format.extensions.first().copied().unwrap_or(format.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{mat, xg};

    #[test]
    fn only_what_looks_like_an_extension_is_replaced() {
        for (path, piece, expected) in [
            ("a.txt", 1, "a.mat"),
            ("sub/a.b.SGF", 2, "sub/a.b-2.mat"),
            ("match 2024.11.21", 1, "match 2024.11.21.mat"),
            ("final.semifinals", 1, "final.semifinals.mat"),
            ("a", 3, "a-3.mat"),
        ] {
            assert_eq!(renamed(Path::new(path), piece, &mat::FORMAT), Path::new(expected));
        }
    }

    #[test]
    fn only_a_stream_of_ogxm_holds_several_matches() {
        for (path, expected) in
            [("a.ogxm", true), ("a.GVAB", true), ("a.ogxms", false), ("a", false), ("a.ogxms.zst", false)]
        {
            assert_eq!(holds_one(Path::new(path), &ogxm::FORMAT), expected, "{path}");
        }
        assert!(
            holds_one(Path::new("a.ogxms"), &xg::FORMAT) && !holds_one(Path::new("a.ogxm"), &mat::FORMAT)
        );
    }
}
