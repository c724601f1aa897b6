//! `barpoint db add`: adds matches to the database.

use super::{File, export, pack};
use crate::analysis::skill::{
    Analyser, EvaluatedDecision, Thresholds, completed, evaluated_decisions, of_act, unforced_plays,
};
use crate::analysis::{Identity, RulesOverride, Tally, fnv, replay, replayed};
use crate::board::Side;
use crate::cli::commands::find::engine_analyser;
use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator;
use crate::cli::input::{Origin, STDIN};
use crate::cli::pass::{
    self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, Problem, STOP, Sink, World, wrong,
};
use crate::diag::count::{many_es, match_in};
use crate::diag::{Diagnostic, SourceFile, file_name_bytes};
use crate::formats::json;
use crate::game::record::{MatchRecord, headers};
use crate::game::{Act, Replayed};
use crate::host::date::Utc;
use crate::host::draft::stoppable;
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::host::names::{path_of, path_text};
use crate::host::study::{Added, Decision, Entry, How, Known, Rated, Study};
use crate::output::decisions::{Decisions, assess};
use crate::output::ui::printable;
use crate::stats::{Phase, Phases};
use rusqlite::ErrorCode;
use rusqlite::types::Value;
use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// The arguments of `db add`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Complete the analysis of each match that has unforced plays without one, searching N plies (0 to 3).
    #[arg(long, value_name = "N", value_parser = evaluator::plies(), help_heading = "Engine")]
    pub plies: Option<u8>,
    /// What the engine uses.
    #[command(flatten, next_help_heading = "Engine")]
    pub sources: evaluator::Sources,
    /// What is read.
    #[command(flatten)]
    pub input: pass::Args,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args, file: &File, world: World<'_, '_, '_>) -> Done {
    let study = file.create(world.ui)?;
    let known = study.known().map_err(|error| file.broken(error))?;
    let engine = args.plies.map(|_| args.sources.load()).transpose()?;
    let analyser = engine_analyser(engine.as_ref(), args.plies);
    let is_quiet = args.input.reading.quiet;
    let mut adding = Adding {
        file,
        study,
        is_quiet,
        places: HashMap::new(),
        open: None,
        left: Vec::new(),
        counts: [0; 4],
    };
    let place = |(identity, known): (&String, &Known)| {
        let first = known.first.as_ref()?;
        Some(((first.path.clone(), first.number), identity.clone()))
    };
    let places = known.iter().filter_map(place).collect();
    let maker = Maker { file, known, places, analyser, plies: args.plies };
    let work = |found: Found| maker.work(&found);
    let done = stoppable(|| Pass::new(&args.input).run(world, &mut adding, work));
    if interrupt::is_asked() && done.is_ok() {
        let added = many_es(adding.counts[How::New as usize], "new match");
        let error = format!("stopped after {added}; the same command continues");
        return Err(CommandError::new(error).interrupted());
    }
    done
}

/// Returns the whole path of a file, so that files of the same name in two folders are two.
fn full(name: &str) -> String {
    if name == STDIN {
        return name.to_owned();
    }
    let path = path_of(file_name_bytes(name));
    std::path::absolute(path).map_or_else(|_| name.to_owned(), |path| path_text(&path))
}

/// Makes the entries of matches: the part of the work that is done on many threads.
struct Maker<'a> {
    file: &'a File,
    known: HashMap<String, Known>,
    /// The identity of the match that was found first at a place.
    places: HashMap<(String, u32), String>,
    analyser: Option<Analyser<'a>>,
    plies: Option<u8>,
}

impl Maker<'_> {
    /// Makes the entry of a match; `None` if it has no game.
    fn work(&self, found: &Found) -> Option<Work> {
        let parsed = (found.format.parse?)(&found.source);
        if parsed.value.games.is_empty() {
            return None;
        }
        if interrupt::is_asked() {
            return Some(Work::Stopped);
        }
        let (mut whole, findings) = replayed(parsed, &found.rules);
        let path = full(found.source.name());
        let identity = Identity::of(&whole).map_or_else(
            // Too short to be compared, it is known again in the same file only.
            || fnv([path.as_bytes(), &found.number.to_le_bytes(), found.source.bytes()]),
            |(identity, _)| identity.to_string(),
        );
        let mut entry = Entry {
            identity,
            path,
            number: found.number,
            format: found.format.name,
            mark: fnv([found.source.bytes()]),
            errors: pass::errors(&findings),
            ..Entry::default()
        };
        let stated = evaluated_decisions(&whole).len();
        let (all, gaps) = unforced_plays(&whole);
        let plies = self.plies.filter(|_| gaps > 0 || stated == 0);
        // The engine analyses a match anew if it has no analysis, or one of fewer plies made here.
        let is_anew = |known: &Known| {
            plies.is_some() && (!known.is_analysed || known.plies.is_some_and(|own| plies > Some(own)))
        };
        if let Some(known) = self.known.get(&entry.identity)
            && !self.yields(known, &entry, plies, if is_anew(known) { stated.max(all) } else { stated })
        {
            if !known.is_corrected_by(&entry) {
                return Some(self.complete(entry, whole, known));
            }
            self.keep(&mut entry, &mut whole, known);
            if !self.fill(&mut whole) {
                return Some(Work::Stopped);
            }
        } else if let Some(analyser) = self.analyser.as_ref().filter(|_| plies.is_some()) {
            if !completed(&mut whole, analyser, &Thresholds::default(), interrupt::is_asked) {
                return Some(Work::Stopped);
            }
            // What a record brought isn't deepened later.
            entry.plies = plies.filter(|_| stated == 0);
        } else if let Some(known) = self.at(&entry).filter(|known| known.is_corrected_by(&entry)) {
            // The names of a short match, or some of its plays, have been corrected.
            self.keep(&mut entry, &mut whole, known);
        }
        let all = evaluated_decisions(&whole);
        entry.is_analysed = !all.is_empty();
        entry.plies = entry.plies.filter(|_| entry.is_analysed);
        entry.players = whole.record.names(0).0;
        entry.points = whole.in_first_columns().score.points.0;
        entry.length = whole.rules.length;
        whole.rules.variant.name().clone_into(&mut entry.variant);
        entry.games = whole.games.len();
        entry.date = whole.record.date();
        let header = |key: &str| Some(whole.record.header(key)?.value.value.trim().to_owned());
        (entry.event, entry.place) = (header(headers::EVENT), header(headers::SITE));
        entry.added = Utc::new(crate::cli::now()).to_string();
        entry.document = pack(&json::FORMAT.writer?.bytes(&whole)).ok()?;
        entry.rated = rated(&whole);
        entry.decisions = decisions(&found.source, &whole.record, &all, &found.rules);
        Some(Work::New(Box::new(entry)))
    }

    /// Returns `true` if an analysis of `evaluated` decisions may be better than that of the known match. Adding the match
    /// decides.
    fn yields(&self, known: &Known, entry: &Entry, plies: Option<u8>, evaluated: usize) -> bool {
        // The same bytes brought it.
        let is_same = known.first.as_ref().is_some_and(|first| first.mark.as_ref() == Some(&entry.mark));
        if is_same && plies.is_none() {
            return false;
        }
        let present = || self.file.open(true).ok()?.evaluated(known.id).ok();
        let present = if known.is_analysed { present().unwrap_or(usize::MAX) } else { 0 };
        known.yields_to(plies, [present, evaluated])
    }

    /// Completes the analysis that the database has of a match: with the evaluations of another record of the match, then
    /// with the engine.
    fn complete(&self, mut entry: Entry, whole: Replayed, known: &Known) -> Work {
        let stored = self.analyser.as_ref().filter(|_| known.is_analysed).and_then(|_| self.stored(known.id));
        let with_gaps = stored.filter(|(_, stored, _)| unforced_plays(stored).1 > 0);
        if let Some((source, mut stored, _)) = with_gaps {
            keep_analyses(&mut stored, whole);
            if !self.fill(&mut stored) {
                return Work::Stopped;
            }
            let (all, rules) = (evaluated_decisions(&stored), RulesOverride::default());
            let document = json::FORMAT.writer.map(|writer| pack(&writer.bytes(&stored)));
            if let Some(Ok(document)) = document {
                entry.document = document;
                entry.rated = rated(&stored);
                entry.decisions = decisions(&source, &stored.record, &all, &rules);
            }
        }
        Work::Known(Box::new(entry))
    }

    /// Evaluates what isn't evaluated in a match, if an unforced play is among it and there is an engine; returns `false` if
    /// it was interrupted.
    fn fill(&self, whole: &mut Replayed) -> bool {
        let analyser = self.analyser.as_ref().filter(|_| unforced_plays(whole).1 > 0);
        analyser
            .is_none_or(|analyser| completed(whole, analyser, &Thresholds::default(), interrupt::is_asked))
    }

    /// Returns the match that was found first at the place of an entry.
    fn at(&self, entry: &Entry) -> Option<&Known> {
        self.known.get(self.places.get(&(entry.path.clone(), entry.number))?)
    }

    /// Keeps the analysis of the same decisions, unless the corrected record has one.
    fn keep(&self, entry: &mut Entry, whole: &mut Replayed, known: &Known) {
        if known.is_analysed
            && let Some((_, old, _)) = self.stored(known.id)
            && keep_analyses(whole, old)
        {
            entry.plies = known.plies;
        }
    }

    /// Returns the record that the database has of a match, its text and its findings.
    fn stored(&self, id: i64) -> Option<(SourceFile, Replayed, Vec<Diagnostic>)> {
        let study = self.file.open(true).ok()?;
        let mut stored = None;
        let read = |id, document: &[u8]| {
            stored = Some(export::read(id, document)?);
            Ok(())
        };
        study.documents("r.id = ?", &[Value::Integer(id)], read).ok()?;
        stored
    }
}

/// Gives the decisions of a match the analyses that an earlier record has of the same decisions; returns `false` if most
/// of them differ.
fn keep_analyses(whole: &mut Replayed, old: Replayed) -> bool {
    let what = |act: &Act| (act.before, act.cube, act.by, act.what);
    let pairs = whole.games.iter().zip(&old.games).filter(|(game, old)| game.before == old.before);
    let acts = pairs.flat_map(|(game, old)| game.acts.iter().zip(&old.acts));
    let same = acts.filter(|(act, old)| what(act) == what(old)).count();
    if 2 * same <= old.games.iter().map(|game| game.acts.len()).sum() {
        return false;
    }
    let Replayed { record: mut old_record, games: old_games, .. } = old;
    let olds = old_record.games.iter_mut().zip(old_games);
    for ((record, game), (old_record, old_game)) in whole.record.games.iter_mut().zip(&whole.games).zip(olds)
    {
        if game.before != old_game.before {
            continue;
        }
        for (act, old) in game.acts.iter().zip(old_game.acts) {
            let is_same = what(act) == what(&old);
            let entry = act.entry.and_then(|entry| record.entries.get_mut(entry as usize));
            let old = old.entry.and_then(|entry| old_record.entries.get_mut(entry as usize));
            if let (true, Some(entry), Some(old)) = (is_same, entry, old.and_then(|old| old.notes.as_mut())) {
                let notes = entry.notes_mut();
                if notes.analyses.is_empty() {
                    notes.analyses.append(&mut old.analyses);
                }
                notes.luck_value = notes.luck_value.or(old.luck_value);
            }
        }
    }
    true
}

/// Returns the players of a match with the decisions that count for the PR, as `stats` counts them.
pub(super) fn rated(whole: &Replayed) -> Rated {
    let (names, shares) = (Tally::names(whole), Tally::rated(whole));
    Side::ALL.map(|side| (names[side].clone(), shares[side]))
}

/// Returns the decisions of a match with what an analysis found.
pub(super) fn decisions(
    source: &SourceFile,
    record: &MatchRecord,
    all: &[EvaluatedDecision],
    rules: &RulesOverride,
) -> Vec<Decision> {
    let thresholds = Thresholds::default();
    let mut lines = Decisions::new(source, 1, record, rules);
    let mut rows = Vec::new();
    // A game with the number of an earlier one continues the count: both are the key of a decision.
    let mut counted = HashMap::new();
    let (mut game, mut before) = (None, 0);
    replay(record, Vec::new(), rules, |moment| {
        lines.count(moment);
        if !moment.happening.is_decision() {
            return;
        }
        let mut line = lines.line(moment);
        if game.replace(moment.game) != Some(moment.game) {
            before = counted.get(&line.game).copied().unwrap_or(0);
        }
        line.decision = line.decision.map(|place| before + place);
        counted.insert(line.game, line.decision.unwrap_or(0));
        if let Some(own) = of_act(all, moment.game, lines.act()) {
            assess(&mut line, own, &thresholds);
        }
        let board = moment.before.board();
        let phases = Phases::of(board);
        let bit = |(at, phase): (usize, Phase)| if phases.has(phase) { 1 << at } else { 0 };
        rows.push(Decision {
            line,
            pips: board.pips(),
            opponent_pips: board.opponent_pips(),
            is_on_roll: moment.by == moment.before.on_roll(),
            classes: Phase::ALL.into_iter().enumerate().map(bit).sum(),
            comment: None,
        });
    });
    rows
}

/// What the threads make of a match.
enum Work {
    New(Box<Entry>),
    /// It is in the database, with an analysis as good, or one that the entry completes.
    Known(Box<Entry>),
    Stopped,
}

/// The side of the work that is done in order: each match is written as soon as it is ready.
struct Adding<'a> {
    file: &'a File,
    study: Study,
    is_quiet: bool,
    /// The matches of this run at each place, by their identities: members of an archive may have one name.
    places: HashMap<(String, u32), Vec<String>>,
    /// The file that is being read, its path in the database, and its last match so far.
    open: Option<(Arc<Origin>, String, u32)>,
    /// Matches whose place in a file another one has now, and that place.
    left: Vec<(i64, String)>,
    /// The number of matches for each [`How`].
    counts: [u64; 4],
}

impl Adding<'_> {
    /// Notes that the next match is at a place; a file that ends there loses its places after its last match.
    fn reach(&mut self, place: &Place) -> Result<(), CommandError> {
        if let Some((origin, _, last)) = &mut self.open
            && Arc::ptr_eq(origin, &place.origin)
        {
            *last = place.number;
            return Ok(());
        }
        self.end_file()?;
        self.open = Some((Arc::clone(&place.origin), full(&place.origin.name), place.number));
        Ok(())
    }

    /// Ends the file that is being read: it has no further matches.
    fn end_file(&mut self) -> Result<(), CommandError> {
        let Some((_, path, last)) = self.open.take().filter(|(_, path, _)| path != STDIN) else {
            return Ok(());
        };
        let gone = self.study.end_file(&path, last).map_err(|error| self.file.broken(error))?;
        self.left.extend(gone.into_iter().map(|(was, number)| (was, place(&path, number))));
        Ok(())
    }

    /// Gives a match a place of its own if another match of this run is at its place.
    fn part(&mut self, entry: &mut Entry) {
        let all = self.places.entry((entry.path.clone(), entry.number)).or_default();
        let at = all.iter().position(|known| *known == entry.identity).unwrap_or_else(|| {
            all.push(entry.identity.clone());
            all.len() - 1
        });
        if at > 0 && entry.path != STDIN {
            let _ = write!(entry.path, " ({})", at + 1);
        }
    }

    /// Counts a match, and reports where it was before.
    fn count(&mut self, entry: &Entry, added: Added, desk: &mut Desk<'_, '_>) {
        let Added { id, how, was, twin } = added;
        let name = place(&entry.path, entry.number);
        self.counts[how as usize] += 1;
        if let Some(twin) = twin {
            let other = place(&twin.0, twin.1);
            self.say(format_args!("{name}: already in the database as match {id}, from {other}"), desk);
        }
        if how == How::Corrected {
            self.say(format_args!("{name} has changed: it replaces match {id}"), desk);
        } else if let Some(was) = was.filter(|_| entry.path != STDIN) {
            self.left.push((was, name));
        }
    }

    fn say(&self, words: fmt::Arguments<'_>, desk: &mut Desk<'_, '_>) {
        if !self.is_quiet {
            desk.write(|ui| ui.err(words));
        }
    }
}

/// Returns the place of a match as text.
fn place(path: &str, number: u32) -> String {
    match_in(&printable(path), number)
}

impl Sink for Adding<'_> {
    type Result = Option<Work>;

    fn take(&mut self, place: &Place, result: Self::Result, desk: &mut Desk<'_, '_>) -> Flow {
        self.reach(place)?;
        let (mut entry, is_known) = match result {
            None => {
                desk.no_game(place);
                return GO_ON;
            }
            Some(Work::Stopped) => return STOP,
            Some(Work::Known(entry)) => (*entry, true),
            Some(Work::New(entry)) => (*entry, false),
        };
        self.part(&mut entry);
        let name = self::place(&entry.path, entry.number);
        let added = if is_known { self.study.add_known(&entry) } else { self.study.add(&entry).map(Some) };
        match added {
            Ok(Some(added)) => {
                self.count(&entry, added, desk);
                wrong(place, entry.errors, desk)?;
            }
            Ok(None) => {
                let error =
                    "another program has removed it from the database; run the command again to add it";
                desk.error(&format!("{name}: {error}"), Exit::CouldNotRun);
            }
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                desk.error(&format!("{name}: cannot store the match: {error}"), Exit::CouldNotRun);
            }
            Err(error) => return Err(self.file.broken(error)),
        }
        GO_ON
    }

    fn problem(&mut self, problem: &Problem, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        // The rest of the file couldn't be read.
        self.open.take_if(|(origin, ..)| origin.name == problem.source.name());
        desk.report(problem);
        Ok(())
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        if !interrupt::is_asked() {
            self.end_file()?;
        }
        for (was, name) in std::mem::take(&mut self.left) {
            if self.study.has_no_file(was).map_err(|error| self.file.broken(error))? {
                self.say(
                    format_args!("match {was} was {name} and has no file now: `db remove {was}` removes it"),
                    desk,
                );
            }
        }
        Ok(())
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        let mut words = format!("{} added", many_es(self.counts[How::New as usize], "match"));
        let others = [(How::Analysed, "analysed"), (How::Corrected, "corrected"), (How::Known, "known")];
        for (how, word) in others {
            let count = self.counts[how as usize];
            if count > 0 {
                let _ = write!(words, ", {count} {word}");
            }
        }
        Some(counts.words(Some(words)))
    }
}
