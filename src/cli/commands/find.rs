//! `barpoint find`: finds decisions of an archive by their properties.

use crate::analysis::skill::{
    Analyser, EvaluatedDecision, Scope, Thresholds, analysed, evaluated_decisions, has_analyses, of_act,
};
use crate::analysis::{Beginning, Moment, replay, replayed};
use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator;
use crate::cli::filter::{self, Conditions, Present};
use crate::cli::pass::{
    self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, STOP, Sink, World, errors, wrong,
};
use crate::cli::sheet::{self, Sheet};
use crate::diag::Parsed;
use crate::diag::count::{many, many_es};
use crate::engine::Engine;
use crate::engine::search::Options;
use crate::host::draft::stoppable;
use crate::host::interrupt;
use crate::output::decisions::{Decisions, assess};
use crate::output::found;
use crate::output::json::DecisionJson;

/// The arguments of `find`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is looked for.
    #[command(flatten)]
    pub conditions: filter::Args,
    /// Stop after N results.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    pub limit: Option<u64>,
    /// Write one JSON object per line, as `replay` does.
    #[arg(long, conflicts_with = "output", help_heading = "Output")]
    pub json: bool,
    /// The file to write.
    #[command(flatten)]
    pub file: sheet::Args,
    /// Evaluate every decision, searching N plies (0 to 3); by default, the analyses in the records are used.
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
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    let World { reader, stdin, ui } = world;
    let wanted = Conditions::new(&args.conditions, args.input.reading.rules.variant(&args.input.paths)?, ui)?;
    let engine = args.plies.map(|_| args.sources.load()).transpose()?;
    let analyser = engine_analyser(engine.as_ref(), args.plies);
    let output = match args.file.begin(None, &args.input.paths)? {
        Some(sheet) => Output::File(Some(sheet)),
        None if args.json || args.file.output.is_some() => Output::Json,
        None => Output::Table(wanted.table(ui.room())),
    };
    let mut seen = Seen {
        wanted: &wanted,
        limit: args.limit,
        decisions: 0,
        found: 0,
        unanalysed: 0,
        present: Present::default(),
        output,
    };
    let work = |found: Found| search(&found, &wanted, analyser.as_ref());
    let pass = Pass { output: args.file.path(), ..Pass::new(&args.input) };
    let done = stoppable(|| pass.run(World { reader, stdin, ui: &mut *ui }, &mut seen, work));
    if interrupt::is_asked() && done.is_ok() {
        return Err(CommandError::new("stopped; there may be more results").interrupted());
    }
    if done.is_ok() && seen.found == 0 && !args.input.reading.quiet {
        wanted.tell_absent(seen.present, ui);
    }
    if wanted.need_analysis() && !args.input.reading.quiet {
        wanted.tell_unanalysed(seen.unanalysed, args.plies, ui);
    }
    done
}

/// Returns what evaluates decisions, if they are to be evaluated.
pub(super) fn engine_analyser(engine: Option<&Engine>, plies: Option<u8>) -> Option<Analyser<'_>> {
    let scope = Scope::all(Options { plies: plies?, ..Options::default() });
    Some(Analyser::new(engine?, scope))
}

/// What was seen so far.
struct Seen<'a> {
    wanted: &'a Conditions<'a>,
    limit: Option<u64>,
    decisions: u64,
    found: u64,
    /// Matches whose analyses don't evaluate what is looked for.
    unanalysed: u64,
    present: Present,
    output: Output,
}

/// Where results go.
enum Output {
    /// Lines of JSON.
    Json,
    /// A table.
    Table(found::Found),
    /// A file, until it is written.
    File(Option<Sheet>),
}

/// What was found in a match.
struct Hits {
    looked: Looked,
    lines: Vec<DecisionJson>,
}

impl Sink for Seen<'_> {
    type Result = Hits;

    fn take(&mut self, place: &Place, Hits { looked, mut lines }: Hits, desk: &mut Desk<'_, '_>) -> Flow {
        if interrupt::is_asked() {
            return STOP;
        }
        if !looked.has_game {
            desk.no_game(place);
            return GO_ON;
        }
        desk.count_errors(looked.errors);
        self.present.add(looked.present);
        self.decisions += looked.decisions;
        self.unanalysed += u64::from(!looked.is_analysed && looked.decisions > 0);
        let left = self.limit.map_or(u64::MAX, |limit| limit - self.found);
        lines.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        self.found += lines.len() as u64;
        match &mut self.output {
            Output::Json => desk.answer(|ui| lines.iter().try_for_each(|line| ui.json(line)))?,
            Output::Table(table) => {
                for line in &lines {
                    table.add(line, self.wanted.shows_cube(line));
                }
                let text = table.text(false);
                desk.answer(|ui| ui.text(&text))?;
            }
            Output::File(sheet) => {
                let sheet = sheet.as_mut();
                sheet.map_or(Ok(()), |sheet| lines.into_iter().try_for_each(|line| sheet.add(line)))?;
            }
        }
        wrong(place, looked.errors, desk)?;
        let is_enough = self.limit.is_some_and(|limit| self.found >= limit);
        if is_enough { STOP } else { GO_ON }
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        match &mut self.output {
            Output::Json => {}
            Output::Table(table) => {
                let text = table.text(true);
                desk.answer(|ui| ui.text(&text))?;
            }
            Output::File(sheet) => {
                // Without a record, or half of the way, there is nothing to keep.
                if let Some(sheet) =
                    sheet.take().filter(|_| desk.counts.matches > 0 && !interrupt::is_asked())
                {
                    sheet.commit()?;
                }
            }
        }
        Ok(())
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        let decisions = many(self.decisions, "decision");
        let mut words = format!("{} of {decisions} in {}", self.found, many_es(counts.matches, "match"));
        counts.add_left_out(&mut words);
        Some(words)
    }
}

/// Looks through a match: the part of the work that is done on many threads.
fn search(found: &Found, wanted: &Conditions<'_>, analyser: Option<&Analyser<'_>>) -> Hits {
    let mut lines = Vec::new();
    let looked = look(found, wanted, analyser, |_, own, mut line| {
        if let Some(own) = own {
            assess(&mut line, own, &Thresholds::default());
        }
        lines.push(line);
    });
    Hits { looked, lines }
}

/// What a match contains.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looked {
    /// The decisions.
    pub(super) decisions: u64,
    /// Whether what is looked for is evaluated in any of them.
    pub(super) is_analysed: bool,
    /// Whether there is a game.
    pub(super) has_game: bool,
    /// The errors of the record.
    pub(super) errors: usize,
    /// Which of the players asked for play in it.
    pub(super) present: Present,
}

/// Evaluates a match, or reads its analysis, and hands out the decisions that fit: each with its evaluation, if there is
/// one, and its line.
pub(super) fn look(
    found: &Found,
    wanted: &Conditions<'_>,
    analyser: Option<&Analyser<'_>>,
    mut each: impl FnMut(&Moment<'_>, Option<&EvaluatedDecision>, DecisionJson),
) -> Looked {
    let Found { format, source, number, rules, .. } = found;
    let present = Present::default();
    let mut looked = Looked { decisions: 0, is_analysed: true, has_game: false, errors: 0, present };
    let Some(parse) = format.parse else { return looked };
    let mut parsed = parse(source);
    looked.has_game = !parsed.value.games.is_empty();
    looked.present = wanted.present(&parsed.value);
    let fits_match = wanted.fits_match(&parsed.value);
    let mut all = Vec::new();
    if fits_match && (analyser.is_some() || has_analyses(&parsed.value)) {
        let (mut whole, findings) = replayed(parsed, rules);
        looked.errors = errors(&findings);
        if let Some(analyser) = analyser
            && !analysed(&mut whole, analyser, &Thresholds::default(), interrupt::is_asked)
        {
            return looked;
        }
        all = evaluated_decisions(&whole);
        parsed = Parsed { value: whole.record, diagnostics: Vec::new() };
    }
    looked.is_analysed = !fits_match || wanted.are_answered_by(&all);
    let Parsed { value: record, diagnostics } = parsed;
    let mut lines = Decisions::new(source, *number, &record, rules);
    let mut beginning = Beginning::default();
    let replay = replay(&record, diagnostics, rules, |moment| {
        lines.count(moment);
        let opening = beginning.take(moment.game, moment.before.board(), &moment.happening);
        if !moment.happening.is_decision() {
            return;
        }
        looked.decisions += 1;
        if !fits_match {
            return;
        }
        let own = of_act(&all, moment.game, lines.act());
        if wanted.fits(moment, lines.names(), opening.as_ref()) && wanted.fits_analysis(own) {
            each(moment, own, lines.line(moment));
        }
    });
    // An analysed record was replayed before, with the findings about its notation.
    looked.errors = looked.errors.max(errors(&replay.diagnostics));
    looked
}
