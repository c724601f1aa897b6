//! `barpoint fmt`: rewrites records in place in this program's style, if nothing gets lost.

use crate::analysis;
use crate::cli::error::{CommandError, Done};
use crate::cli::input::Origin;
use crate::cli::outputs::protection;
use crate::cli::pass::{self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, Problem, Sink, World};
use crate::cli::reader::Reader;
use crate::diag::count::many;
use crate::formats::Format;
use crate::host::draft::save;
use crate::host::exit::Exit;
use crate::output::ui::printable;
use std::sync::Arc;

/// The largest file that is rewritten, in bytes.
const LARGEST: usize = 256 << 20;

/// The arguments of `fmt`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Write nothing; list the files that would change, and exit with status 1 if there are any.
    #[arg(long, help_heading = "Output")]
    pub check: bool,
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    let mut files = Files { args, reader: world.reader, file: None, changed: 0, left_alone: 0 };
    let work = |found: Found| {
        let Found { format, source, rules, .. } = found;
        let after = analysis::rewritten(format, &source, &rules).map_err(|error| error.to_string());
        Rewritten { format, before: source.encoded(), after }
    };
    // A file is rewritten once.
    let pass = Pass { once: true, ..Pass::new(&args.input) };
    pass.run(world, &mut files, work)
}

/// A match: its own bytes, and the rewritten ones or the reason why there are none.
struct Rewritten {
    format: &'static Format,
    before: Option<Vec<u8>>,
    after: Result<Vec<u8>, String>,
}

/// Takes the results in the order of the input.
struct Files<'a> {
    args: &'a Args,
    reader: &'a dyn Reader,
    file: Option<OpenFile>,
    changed: u64,
    left_alone: u64,
}

/// A file that is being rewritten.
struct OpenFile {
    origin: Arc<Origin>,
    format: &'static Format,
    /// The bytes of the file; `None` if it has characters that can't be encoded unambiguously.
    before: Option<Vec<u8>>,
    /// The rewritten matches, or the reason why the file stays as it is.
    after: Result<Vec<Vec<u8>>, String>,
    /// The number of bytes of these matches.
    size: usize,
}

impl OpenFile {
    /// Opens a file whose matches follow.
    fn new(origin: Arc<Origin>, format: &'static Format) -> Self {
        Self { origin, format, before: Some(Vec::new()), after: Ok(Vec::new()), size: 0 }
    }

    /// Adds a match.
    fn add(&mut self, number: u32, before: Option<Vec<u8>>, after: Result<Vec<u8>, String>) {
        match (&mut self.before, before) {
            (Some(bytes), Some(more)) => bytes.extend(more),
            _ => self.before = None,
        }
        let Ok(matches) = &mut self.after else { return };
        match after {
            Ok(after) if self.size + after.len() > LARGEST => {
                self.after = Err(format!("it has more than {LARGEST} bytes"));
            }
            Ok(after) => {
                self.size += after.len();
                matches.push(after);
            }
            Err(reason) if number == 1 => self.after = Err(reason),
            Err(reason) => self.after = Err(format!("match {number}: {reason}")),
        }
    }
}

impl Sink for Files<'_> {
    type Result = Rewritten;

    fn take(&mut self, place: &Place, result: Rewritten, desk: &mut Desk<'_, '_>) -> Flow {
        if place.number == 1 {
            self.close(desk)?;
            self.file = Some(OpenFile::new(Arc::clone(&place.origin), result.format));
        }
        if let Some(file) = &mut self.file {
            file.add(place.number, result.before, result.after);
        }
        GO_ON
    }

    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.file.take_if(|file| file.origin.name == problem.source.name());
        self.close(desk)?;
        self.left_alone += u64::from(!problem.is_unreadable);
        desk.report(problem);
        Ok(())
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.close(desk)
    }

    /// `3 files: 1 rewritten, 1 left unchanged`.
    fn summary(&self, counts: &Counts) -> Option<String> {
        let changed = if self.args.check { "would be rewritten" } else { "rewritten" };
        let left = match self.left_alone {
            0 => String::new(),
            left => format!(", {left} left unchanged"),
        };
        let mut words = format!("{}: {} {changed}{left}", many(counts.files, "file"), self.changed);
        counts.add_left_out(&mut words);
        Some(words)
    }
}

impl Files<'_> {
    /// Rewrites the open file.
    fn close(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let name = &file.origin.name;
        let is_stdin = file.origin.is_stdin();
        let after = match file.after {
            Err(reason) => Err(reason),
            Ok(matches) => {
                let after = joined(&matches);
                let is_changed = file.before.as_ref() != Some(&after);
                // `--check` lists read-only files, but no pipes.
                let path = file.origin.path.as_deref();
                let path = path.filter(|path| !(self.args.check && path.is_file()));
                let protected = path.and_then(protection);
                if is_changed && file.origin.path.is_none() && !is_stdin {
                    Err("it is packed".to_owned())
                } else if let (true, Some(why)) = (is_changed, protected) {
                    Err(why.to_owned())
                } else if matches.len() == 1 || is_cut_again(self.reader, file.format, &after, &matches) {
                    Ok(after)
                } else {
                    Err("rewriting would join its matches into one".to_owned())
                }
            }
        };
        let after = match after {
            Ok(after) => after,
            Err(reason) => {
                self.left_alone += 1;
                let message = format!("{name}: left unchanged: {reason}");
                if is_stdin || analysis::is_rewritten(file.format) {
                    desk.error(&message, Exit::Findings);
                } else {
                    // Nothing is wrong with a file of another format.
                    desk.write(|ui| ui.err(format_args!("note: {}", printable(&message))));
                }
                return Ok(());
            }
        };
        let is_changed = file.before.as_ref() != Some(&after);
        self.changed += u64::from(is_changed);
        if self.args.check {
            if is_changed {
                desk.exit = desk.exit.max(Exit::Findings);
                desk.answer(|ui| ui.line(printable(name)))?;
            }
            return Ok(());
        }
        let Some(path) = &file.origin.path else {
            // A packed record is as it should be.
            if !is_stdin {
                return Ok(());
            }
            return Ok(desk.record(&after)?);
        };
        if is_changed && let Err(message) = save(path, true, &after) {
            self.changed -= 1;
            desk.error(&message, Exit::CouldNotRun);
        }
        Ok(())
    }
}

/// Returns the bytes of a file of these matches: in UTF-16, the byte order mark is only at its beginning.
pub(super) fn joined(matches: &[Vec<u8>]) -> Vec<u8> {
    let Some((first, later)) = matches.split_first() else { return Vec::new() };
    let marks: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];
    let bare =
        |bytes: &[u8]| marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes).to_vec();
    let later = later.iter().map(|bytes| bare(bytes));
    std::iter::once(first.clone()).chain(later).collect::<Vec<_>>().concat()
}

/// Returns `true` if the matches, written one after the other, are read as the same matches again.
pub(super) fn is_cut_again(reader: &dyn Reader, format: &Format, all: &[u8], matches: &[Vec<u8>]) -> bool {
    let mut sources = reader.split(format, "", Box::new(all), LARGEST);
    let same = |expected: &Vec<u8>| {
        let source = sources.next().and_then(Result::ok);
        let bytes = source.and_then(|source| source.encoded());
        bytes.is_some_and(|bytes| bytes.trim_ascii() == expected.trim_ascii())
    };
    matches.iter().all(same) && sources.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_file_has_many_matches_but_not_too_many_bytes() {
        let origin = Origin {
            name: String::new(),
            relative: PathBuf::new(),
            path: None,
            file: None,
            source: String::new(),
        };
        let mut file = OpenFile::new(Arc::new(origin), &crate::formats::mat::FORMAT);
        // Were the sizes of all earlier matches summed up for each, this would take minutes.
        for number in 1..=500_000 {
            file.add(number, Some(vec![0]), Ok(vec![0]));
        }
        assert_eq!(file.after.as_ref().map(Vec::len), Ok(500_000));
        file.add(500_001, None, Ok(vec![0; LARGEST - 500_000]));
        assert_eq!(file.after.as_ref().map(Vec::len), Ok(500_001));
        file.add(500_002, None, Ok(vec![0]));
        assert_eq!(file.after.err().as_deref(), Some("it has more than 268435456 bytes"));
    }
}
