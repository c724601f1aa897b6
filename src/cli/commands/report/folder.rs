//! Reports of many matches: a page each, and an index.

use super::{Args, Form};
use crate::analysis::replayed;
use crate::analysis::skill::{Thresholds, analysed, performances};
use crate::board::Side;
use crate::cli::commands::convert::plan::page_name;
use crate::cli::commands::find::engine_judge;
use crate::cli::error::{CommandError, Done};
use crate::cli::input::Origin;
use crate::cli::pass::{Counts, Desk, Found, Pass, Place, Sink, World, errors, no_game, wrong};
use crate::cli::reader::Reader;
use crate::diag::count::{many, many_es};
use crate::game::record::headers;
use crate::host::draft::{Draft, save};
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::host::reason::reason;
use crate::output::report::Report;
use crate::output::report::index::{self, Entry};
use crate::output::ui::Ui;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The index, and the file from which an interrupted run continues.
const INDEX: &str = "index.html";
const DONE: &str = ".barpoint-report.jsonl";

/// A page that is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Written {
    /// What it was made of: the text of the match and the plies.
    made_of: String,
    errors: usize,
    entry: Entry,
}

/// Writes a page for each match into a folder, and an index.
///
/// # Errors
///
/// Those of reading and writing, and an interruption.
pub(super) fn run(
    args: &Args,
    folder: &Path,
    reader: &dyn Reader,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> Done {
    let cannot = |error: std::io::Error| format!("cannot write {}: {}", folder.display(), reason(&error));
    fs::create_dir_all(folder).map_err(cannot)?;
    let done = read_done(folder);
    let engine = args.plies.map(|_| args.sources.load()).transpose()?;
    let judge = engine.as_ref().map(|engine| engine_judge(engine, args.plies.unwrap_or_default()));
    let engine_files = args.sources.state();
    let rules = args.rules.overrides();
    let work = |found: Found| -> Option<Work> {
        if args.number.is_some_and(|wanted| wanted != found.number) {
            return None;
        }
        let made_of = fingerprint(&found, args, &engine_files);
        let is_there = |old: &&Written| !args.force && folder.join(&old.entry.page).is_file();
        if let Some(written) = done.get(&made_of).filter(is_there) {
            return Some(Work::Kept(written.clone()));
        }
        if interrupt::is_asked() {
            return Some(Work::Stopped);
        }
        let (mut whole, findings) = replayed((found.format.parse?)(&found.source), &rules);
        if whole.games.is_empty() {
            return Some(Work::Empty);
        }
        if let Some(judge) = &judge {
            analysed(&mut whole, judge, &Thresholds::default());
        }
        let mut report = Report::new(&whole, &findings, Some(&found.source), args.direction());
        report.facts.extend(engine.as_ref().and_then(|engine| super::caution(engine, whole.rules.variant)));
        let page = match report.html() {
            Ok(page) => page,
            Err(error) => return Some(Work::Failed(error)),
        };
        let rates = performances(&whole);
        let date =
            whole.record.header(headers::DATE).map_or_else(String::new, |header| header.value.value.clone());
        let points = whole.score.points;
        let entry = Entry {
            page: String::new(),
            players: Side::ALL.map(|side| report.names[side].clone()),
            date,
            kind: report.kind.clone(),
            score: format!("{}-{}", points[Side::Zero], points[Side::One]),
            rates: Side::ALL.map(|side| rates[side].rating()),
            findings: report.number_of_findings(),
        };
        Some(Work::Page { page, written: Written { made_of, errors: errors(&findings), entry } })
    };
    let mut pages =
        Pages { args, folder, log: None, entries: Vec::new(), names: HashMap::new(), new: 0, kept: 0 };
    interrupt::begin();
    let pass = Pass { skipping: Some(folder), ..Pass::from(&args.input) };
    let done = pass.run(World { reader, stdin, ui: &mut *ui }, &mut pages, work);
    interrupt::end();
    if interrupt::is_asked() && done.is_ok() {
        let pages = many_es(pages.new, "match");
        return Err(format!("stopped after {pages}; the same command continues").into());
    }
    done
}

/// Returns what a page is made of, to know it again: a hash of the match, of the arguments and of the engine's files.
fn fingerprint(found: &Found, args: &Args, engine_files: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hash = DefaultHasher::new();
    found.source.bytes().hash(&mut hash);
    found.origin.name.hash(&mut hash);
    engine_files.hash(&mut hash);
    (found.number, args.plies, args.clockwise, format!("{:?}", args.rules.overrides())).hash(&mut hash);
    format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), hash.finish())
}

/// Reads which pages are written; a line that was cut off counts for nothing.
fn read_done(folder: &Path) -> HashMap<String, Written> {
    let text = fs::read_to_string(folder.join(DONE)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Written>(line).ok());
    lines.map(|written| (written.made_of.clone(), written)).collect()
}

/// What the threads make of a match.
enum Work {
    Page {
        page: String,
        written: Written,
    },
    /// Its page is there.
    Kept(Written),
    /// It has no game.
    Empty,
    Failed(String),
    Stopped,
}

/// The side of the work that is done in order: a page is written as soon as it is ready.
struct Pages<'a> {
    args: &'a Args,
    folder: &'a Path,
    /// Where written pages are noted.
    log: Option<fs::File>,
    entries: Vec<Entry>,
    /// The pages of this run, each with its record.
    names: HashMap<PathBuf, String>,
    new: u64,
    kept: u64,
}

impl Pages<'_> {
    /// Writes a page; returns its path from the folder.
    fn write(&mut self, origin: &Origin, number: u32, page: &str) -> Result<String, String> {
        let mut relative = page_name(&origin.relative, number);
        if self.names.contains_key(&relative) {
            // `match.sgf` beside `match.mat` has the page `match.sgf.html`.
            let mut name = origin.relative.clone().into_os_string();
            name.push(if number > 1 { format!("-{number}.html") } else { ".html".to_owned() });
            relative = PathBuf::from(name);
        }
        if let Some(other) = self.names.insert(relative.clone(), origin.name.clone()) {
            return Err(format!("{}: {} is the page of {other} already", origin.name, relative.display()));
        }
        let path = self.folder.join(&relative);
        let cannot = |error: std::io::Error| format!("cannot write {}: {}", path.display(), reason(&error));
        let mut draft = Draft::new(&path, self.args.force).map_err(cannot)?;
        draft.write(page.as_bytes()).and_then(|()| draft.commit()).map_err(cannot)?;
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        Ok(parts.join("/"))
    }

    /// Notes that a page is written.
    fn note(&mut self, written: &Written) -> Result<(), String> {
        let path = self.folder.join(DONE);
        let cannot = |error: std::io::Error| format!("cannot write {}: {}", path.display(), reason(&error));
        if self.log.is_none() {
            self.log = Some(fs::OpenOptions::new().create(true).append(true).open(&path).map_err(cannot)?);
        }
        let line = serde_json::to_string(written).map_err(|error| error.to_string())? + "\n";
        self.log.iter_mut().try_for_each(|log| log.write_all(line.as_bytes())).map_err(cannot)
    }
}

impl Sink for Pages<'_> {
    type Result = Option<Work>;

    fn take(
        &mut self,
        place: &Place,
        result: Self::Result,
        desk: &mut Desk<'_, '_>,
    ) -> Result<ControlFlow<()>, CommandError> {
        let (written, count) = match result {
            None => return Ok(ControlFlow::Continue(())),
            Some(Work::Stopped) => return Ok(ControlFlow::Break(())),
            Some(Work::Failed(error)) => return Err(error.into()),
            Some(Work::Empty) => {
                desk.error(&no_game(&place.origin.name, place.number), Exit::Findings);
                return Ok(ControlFlow::Continue(()));
            }
            Some(Work::Kept(written)) => {
                self.names.insert(PathBuf::from(&written.entry.page), place.origin.name.clone());
                (written, &mut self.kept)
            }
            Some(Work::Page { page, mut written }) => {
                written.entry.page = self.write(&place.origin, place.number, &page)?;
                self.note(&written)?;
                (written, &mut self.new)
            }
        };
        *count += 1;
        wrong(place, written.errors, desk)?;
        self.entries.push(written.entry);
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self, _: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        if interrupt::is_asked() || self.entries.is_empty() {
            return Ok(());
        }
        let findings: usize = self.entries.iter().map(|entry| entry.findings).sum();
        let words =
            format!("{}, {}", many_es(self.entries.len() as u64, "match"), many(findings as u64, "finding"));
        let name = self
            .folder
            .file_name()
            .map_or_else(|| "Matches".to_owned(), |name| name.to_string_lossy().into_owned());
        let page = index::html(&name, &words, &self.entries)?;
        // The index of the last run goes; a file of this name by another program stays.
        let path = self.folder.join(INDEX);
        let is_ours = fs::read_to_string(&path).is_ok_and(|text| text.contains("content=\"barpoint\""));
        save(&path, self.args.force || is_ours, page.as_bytes())?;
        Ok(())
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        let kept = if self.kept > 0 { format!(", {} kept", self.kept) } else { String::new() };
        Some(counts.words(Some(format!("{} written{kept}", many(self.new, "page")))))
    }
}

/// Returns `true` if reports go into a folder: the output is one, or is named as one.
pub(super) fn is_wanted(args: &Args) -> Option<&Path> {
    let path = args.output.as_deref()?;
    let is_named = path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    let is_html = args.format.is_none_or(|form| form == Form::Html);
    (is_html && (path.is_dir() || is_named || (path.extension().is_none() && has_several(args))))
        .then_some(path)
}

/// Returns `true` if the arguments are about more than one file.
fn has_several(args: &Args) -> bool {
    let paths = &args.input.paths;
    paths.len() > 1 || args.input.reading.files_from.is_some() || paths.iter().any(|path| path.is_dir())
}
