//! Reports of many matches: a page each, and an index.

use super::{Args, Form};
use crate::analysis::skill::{Thresholds, analysed, performances};
use crate::analysis::{Identity, Players, replayed};
use crate::board::Side;
use crate::cli::commands::find::engine_analyser;
use crate::cli::error::{CommandError, Done};
use crate::cli::folder::{self, Folder, Noted};
use crate::cli::outputs;
use crate::cli::pass::{Counts, Desk, Flow, Found, GO_ON, Pass, Place, STOP, Sink, World, errors, wrong};
use crate::diag::count::{many, many_es};
use crate::game::record::headers;
use crate::host::draft::{save, stoppable};
use crate::host::interrupt;
use crate::output::report::Report;
use crate::output::report::index::{self, Entry, Played};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The index.
const INDEX: &str = "index.html";
/// The name under which the folder has notes.
const COMMAND: &str = "report";

/// What is kept about a page.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct About {
    errors: usize,
    entry: Entry,
}

/// Writes a page for each match into a folder, and an index.
pub(super) fn run(args: &Args, folder: &Path, world: World<'_, '_, '_>) -> Done {
    outputs::refuse_input_folder(folder, &args.input.paths)?;
    let done = folder::Done::<About>::open(folder, COMMAND, args.force)?;
    let engine = args.plies.map(|_| args.sources.load()).transpose()?;
    let analyser = engine_analyser(engine.as_ref(), args.plies);
    let engine_files = args.sources.state();
    let names = args.names.load()?;
    let work = |found: Found| -> Option<Work> {
        if args.number.is_some_and(|wanted| wanted != found.number) {
            return None;
        }
        let settings = (&engine_files, args.plies, args.clockwise, format!("{:?}", found.rules));
        let made_of = folder::fingerprint(found.source.bytes(), &found.origin, found.number, settings);
        if let Some(noted) = done.of(&made_of) {
            return Some(Work::Kept(Box::new(noted.clone())));
        }
        if interrupt::is_asked() {
            return Some(Work::Stopped);
        }
        let (mut whole, findings) = replayed((found.format.parse?)(&found.source), &found.rules);
        if whole.games.is_empty() {
            return Some(Work::Empty);
        }
        let is_asked = interrupt::is_asked;
        if analyser
            .as_ref()
            .is_some_and(|analyser| !analysed(&mut whole, analyser, &Thresholds::default(), is_asked))
        {
            return Some(Work::Stopped);
        }
        let mut report = Report::new(&whole, &findings, Some(&found.source), args.direction());
        report.facts.extend(engine.iter().flat_map(|engine| super::notes(engine, &whole)));
        let page = report.html();
        let whole = whole.in_first_columns();
        let rates = performances(&whole);
        let date = whole.record.header(headers::DATE).map(|header| header.value.value.clone());
        let points = whole.score.points;
        let played = Played {
            identity: Identity::of(&whole).map(|(identity, first)| (identity.to_string(), first.index())),
            games: whole.games.len() as u64,
            winner: whole.score.match_winner(&whole.rules).map(Side::index),
            decisions: Side::ALL.map(|side| rates[side].count()),
            lost: Side::ALL.map(|side| rates[side].lost()),
        };
        let entry = Entry {
            page: String::new(),
            players: whole.record.names(whole.games.len() - 1).0,
            date: date.unwrap_or_default(),
            kind: report.kind.clone(),
            score: format!("{}-{}", points[Side::Zero], points[Side::One]),
            rates: Side::ALL.map(|side| rates[side].rating()),
            findings: report.number_of_findings(),
            played,
        };
        Some(Work::Page { page, made_of, about: Box::new(About { errors: errors(&findings), entry }) })
    };
    let writes = Folder::new(folder, COMMAND, args.force);
    let mut pages = Pages { args, path: folder, folder: writes, entries: Vec::new(), names };
    let pass = Pass { skipping: Some(folder), ..Pass::new(&args.input) };
    let done = stoppable(|| pass.run(world, &mut pages, work));
    if interrupt::is_asked() && done.is_ok() {
        let pages = many_es(pages.folder.written(), "match");
        let message = format!("stopped after {pages}; the same command continues");
        return Err(CommandError::new(message).interrupted());
    }
    done
}

/// What the threads make of a match.
enum Work {
    Page {
        page: String,
        made_of: String,
        about: Box<About>,
    },
    /// Its page is there.
    Kept(Box<Noted<About>>),
    /// It has no game.
    Empty,
    Stopped,
}

/// The side of the work that is done in order: a page is written as soon as it is ready.
struct Pages<'a> {
    args: &'a Args,
    path: &'a Path,
    folder: Folder<'a>,
    entries: Vec<Entry>,
    /// Which names are one player's.
    names: Players,
}

impl Sink for Pages<'_> {
    type Result = Option<Work>;

    fn take(&mut self, place: &Place, result: Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        let noted = match result {
            None => return GO_ON,
            Some(Work::Stopped) => return STOP,
            Some(Work::Empty) => {
                desk.no_game(place);
                return GO_ON;
            }
            Some(Work::Kept(noted)) => {
                self.folder.keep(&noted, &place.origin);
                *noted
            }
            Some(Work::Page { page, made_of, mut about }) => {
                let match_ = (&*place.origin, place.number);
                self.folder.write(&desk.inputs, match_, "html", page.as_bytes(), made_of, |file| {
                    file.clone_into(&mut about.entry.page);
                    *about
                })?
            }
        };
        wrong(place, noted.about.errors, desk)?;
        self.entries.push(noted.about.entry);
        GO_ON
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        if interrupt::is_asked() || self.entries.is_empty() {
            return Ok(());
        }
        let findings: usize = self.entries.iter().map(|entry| entry.findings).sum();
        let words =
            format!("{}, {}", many_es(self.entries.len() as u64, "match"), many(findings as u64, "finding"));
        let name = self
            .path
            .file_name()
            .map_or_else(|| "Matches".to_owned(), |name| name.to_string_lossy().into_owned());
        let page = index::html(&name, &words, &self.entries, &self.names);
        // The index of the last run goes; a file of this name by another program stays.
        let path = self.path.join(INDEX);
        desk.inputs.refuse(&path, None, None)?;
        let is_ours = fs::read_to_string(&path).is_ok_and(|text| text.contains("content=\"barpoint\""));
        save(&path, self.args.force || is_ours, page.as_bytes())?;
        let is_unanalysed = |entry: &&Entry| entry.rates.iter().all(Option::is_none);
        let unanalysed = self.entries.iter().filter(is_unanalysed).count();
        if unanalysed > 0 && self.args.plies.is_none() && !self.args.input.reading.quiet {
            let matches = many_es(unanalysed as u64, "match");
            let advice = "`--plies 2` evaluates every decision";
            desk.write(|ui| {
                ui.err(format_args!(
                    "note: no analysis in {matches}, so there are no mistakes to show; {advice}"
                ));
            });
        }
        Ok(())
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        Some(counts.words(Some(self.folder.words("page"))))
    }
}

/// Returns the folder where the reports go: the output, if it is a folder or is named as one.
///
/// # Errors
///
/// Another format than HTML is asked for.
pub(super) fn wanted(args: &Args) -> Result<Option<&Path>, CommandError> {
    let Some(path) = outputs::file(args.output.as_ref()) else { return Ok(None) };
    if args.format.is_none_or(|form| form == Form::Html) {
        return Ok(Some(path).filter(|path| folder::is_folder(path, args.input.has_several())));
    }
    if folder::is_folder(path, false) {
        return Err(CommandError::new("a folder of pages is HTML; other formats need a file: `-o FILE`"));
    }
    Ok(None)
}
