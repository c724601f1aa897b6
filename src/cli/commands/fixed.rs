//! `check --fix` and `check --diff`: a file's fixes are written all together, or shown.

use crate::analysis::repair::Mended;
use crate::cli::commands::check::Args;
use crate::cli::error::CommandError;
use crate::cli::input::Origin;
use crate::cli::outputs::protection;
use crate::cli::pass::{Desk, Place, Problem};
use crate::cli::reader::Reader;
use crate::diag::SourceFile;
use crate::diag::count::{many, many_es};
use crate::formats::{Format, changes};
use crate::host::draft;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::output::diff::unified;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A match before and after its fixes.
pub(crate) struct Rewrite {
    format: &'static Format,
    /// The text before and after, for the diff.
    texts: [String; 2],
    /// The bytes before; `None` if they have no lines of their own, as in UTF-16.
    before: Option<Vec<u8>>,
    /// The fixed bytes; `None` if the encoding of the file can't express them.
    after: Option<Vec<u8>>,
    fixes: usize,
    /// Whether a finding is left that fixes are searched for.
    pub(crate) is_wrong: bool,
}

impl Rewrite {
    /// Makes the rewrite of a match from its fixes.
    pub(crate) fn new(format: &'static Format, source: &SourceFile, mended: Option<&Mended>) -> Self {
        let after = mended.map_or(source, |mended| &mended.source);
        Self {
            format,
            texts: [source.text().to_owned(), after.text().to_owned()],
            before: source.encoded().filter(|bytes| !bytes.contains(&0)),
            after: after.encoded(),
            fixes: mended.map_or(0, |mended| mended.made.len()),
            is_wrong: false,
        }
    }

    /// Returns the lines before (0) or after (1) the fixes: as text, or as the file has them if that can be shown.
    fn lines(&self, at: usize, is_text: bool) -> &[u8] {
        match [&self.before, &self.after] {
            [Some(before), Some(after)] if !is_text => [before, after][at],
            _ => self.texts[at].as_bytes(),
        }
    }

    /// Returns `true` if nothing is known yet that keeps the match from being written.
    pub(crate) fn can_be_written(&self, origin: &Origin, has_copy: bool) -> bool {
        let is_free = |path: &Path| protection(path).is_none() && !(has_copy && copy_of(path).exists());
        self.after.is_some() && origin.path.as_deref().is_some_and(is_free)
    }
}

/// The files that are being fixed.
pub(crate) struct Fixed<'a> {
    args: &'a Args,
    reader: &'a dyn Reader,
    file: Option<OpenFile>,
    fixes: usize,
    /// The files that could not be written, whose findings are those after the fixes.
    unwritten: u64,
}

/// A file whose matches are being collected.
struct OpenFile {
    origin: Arc<Origin>,
    matches: Vec<Rewrite>,
}

impl<'a> Fixed<'a> {
    /// Starts without a file.
    pub(crate) const fn new(args: &'a Args, reader: &'a dyn Reader) -> Self {
        Self { args, reader, file: None, fixes: 0, unwritten: 0 }
    }

    /// Adds the next match.
    pub(crate) fn take(
        &mut self,
        place: &Place,
        rewrite: Rewrite,
        desk: &mut Desk<'_, '_>,
    ) -> Result<(), CommandError> {
        if place.number == 1 {
            self.close(desk)?;
            self.file = Some(OpenFile { origin: Arc::clone(&place.origin), matches: Vec::new() });
        }
        if let Some(file) = &mut self.file {
            file.matches.push(rewrite);
        }
        Ok(())
    }

    /// Leaves a file unchanged that can't be read to its end.
    pub(crate) fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        self.file.take_if(|file| file.origin.name == problem.source.name());
        self.close(desk)
    }

    /// Writes or shows the file of the last match.
    pub(crate) fn close(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let name = &file.origin.name;
        let fixes: usize = file.matches.iter().map(|rewrite| rewrite.fixes).sum();
        let Some(first) = file.matches.first() else { return Ok(()) };
        if !changes::can_be_edited(first.format) {
            if !file.matches.iter().any(|rewrite| rewrite.is_wrong) {
                return Ok(());
            }
            let format = first.format.name;
            let advice = "convert the match to .mat or SGF first";
            let message = format!("{name}: `{format}` isn't text, so it can't be fixed; {advice}");
            desk.error(&message, Exit::Findings);
            return Ok(());
        }
        if fixes == 0 {
            return Ok(());
        }
        if self.args.diff {
            // `patch` needs the bytes of the file, a terminal needs text.
            let is_text = desk.ui.out_is_terminal;
            let lines = |at: usize| {
                let matches = file.matches.iter();
                matches.map(|rewrite| rewrite.lines(at, is_text)).collect::<Vec<_>>().concat()
            };
            let diff = unified(name, &lines(0), &lines(1));
            desk.answer(|ui| ui.record(&diff))?;
        } else if let Err((message, exit)) = self.written(&file) {
            self.unwritten += u64::from(exit == Exit::CouldNotRun);
            desk.error(&message, exit);
            return Ok(());
        }
        self.fixes += fixes;
        Ok(())
    }

    /// Writes a file, completely or not at all.
    fn written(&self, file: &OpenFile) -> Result<(), (String, Exit)> {
        let name = &file.origin.name;
        let left = |why: &str| (format!("{name}: left unchanged: {why}"), Exit::Findings);
        let Some(path) = &file.origin.path else {
            return Err(left("it is packed or standard input; --diff shows the fixes"));
        };
        if let Some(why) = protection(path) {
            return Err(left(why));
        }
        let matches: Option<Vec<Vec<u8>>> =
            file.matches.iter().map(|rewrite| rewrite.after.clone()).collect();
        let matches = matches.ok_or_else(|| left("it has characters that can't be written as they were"))?;
        let after = super::fmt::joined(&matches);
        let format = file.matches[0].format;
        if matches.len() > 1 && !super::fmt::is_cut_again(self.reader, format, &after, &matches) {
            return Err(left("it would join its matches into one"));
        }
        if self.args.backup {
            let copy = copy_of(path);
            if copy.exists() {
                let (message, _) = left(&format!("its copy {} exists", path_text(&copy)));
                return Err((message, Exit::CouldNotRun));
            }
            draft::copy(path, &copy).map_err(|message| (message, Exit::CouldNotRun))?;
        }
        draft::save(path, true, &after).map_err(|message| (message, Exit::CouldNotRun))
    }

    /// Returns the end of the summary line: `; 2 fixes written`.
    pub(crate) fn summary(&self) -> String {
        if !self.args.fix && !self.args.diff {
            return String::new();
        }
        let what = if self.args.diff { "shown" } else { "written" };
        let unwritten = match self.unwritten {
            0 => String::new(),
            _ => format!("; {} not written, findings there not counted", many(self.unwritten, "file")),
        };
        format!("; {} {what}{unwritten}", many_es(self.fixes as u64, "fix"))
    }
}

/// Returns the path of the copy for `--backup`.
fn copy_of(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".bak");
    name.into()
}
