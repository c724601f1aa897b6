//! Where the problems of a quiz come from: mistakes in records, lists of positions, IDs, earlier quizzes.

use super::{Args, PLIES, Posed};
use crate::analysis::quiz::{Asked, Problem, of_decision};
use crate::analysis::replayed;
use crate::analysis::skill::{Analyser, Mark};
use crate::cli::commands::find::{Looked, engine_analyser, look};
use crate::cli::error::{CommandError, Done};
use crate::cli::filter::{self, Conditions, KindArg, Present};
use crate::cli::pass::{Counts, Desk, Flow, Found, GO_ON, Pass, Place, STOP, Sink, World, wrong};
use crate::cli::reader::Reader;
use crate::diag::count::{many, many_es};
use crate::game::{Happening, Replayed};
use crate::host::date::Day;
use crate::host::draft::stoppable;
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::host::results::{Known, Results};
use crate::notation::{IdState, Identified, identify};
use crate::output::found;
use crate::output::json::DecisionJson;
use crate::output::lesson::Deed;
use crate::output::quiz::Answer;
use crate::output::ui::Ui;
use crate::rules::Variant;
use crate::stats::Phases;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Returns the problems of records, lists and IDs: the largest losses first, no problem twice; and the exit status.
///
/// # Errors
///
/// If an argument is neither a path nor an ID, or reading was interrupted.
pub(super) fn gather(
    args: &Args,
    reader: &dyn Reader,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> Result<(Vec<Posed>, Exit), CommandError> {
    let (ids, paths): (Vec<&PathBuf>, Vec<&PathBuf>) = args.paths.iter().partition(|path| is_id(path));
    let paths: Vec<PathBuf> = paths.into_iter().cloned().collect();
    let variant = args.reading.rules.variant(&paths)?;
    let mut posed = Vec::new();
    for id in ids {
        posed.push(of_id(&id.to_string_lossy(), variant.unwrap_or_default())?);
    }
    let mut exit = Exit::Clean;
    if !paths.is_empty() || args.reading.files_from.is_some() {
        let conditions = with_mistakes(&args.conditions);
        let wanted = Conditions::new(&conditions, variant, ui)?;
        let mut seen = Seen::default();
        let world = World { reader, stdin, ui: &mut *ui };
        exit = pass(args, &paths, &wanted, world, &mut seen)?;
        if seen.posed.is_empty() && !args.reading.quiet {
            wanted.tell_absent(seen.present, ui);
        }
        if !args.reading.quiet {
            wanted.tell_unanalysed(seen.unanalysed, args.plies, ui);
        }
        posed.append(&mut seen.posed);
    }
    posed.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    let mut ids = BTreeSet::new();
    posed.retain(|posed| ids.insert(posed.problem.id().to_owned()));
    Ok((posed, exit))
}

/// Reads the records.
fn pass(
    args: &Args,
    paths: &[PathBuf],
    wanted: &Conditions<'_>,
    world: World<'_, '_, '_>,
    seen: &mut Seen,
) -> Done {
    let engine = args.plies.map(|_| args.sources.load()).transpose()?;
    let is_shallow = args.plies.is_some_and(|plies| plies < PLIES);
    let analyser = engine_analyser(engine.as_ref(), args.plies);
    let pass = Pass { output: args.output.as_deref(), ..Pass::over(paths, &args.reading) };
    let work = |found: Found| search(&found, wanted, (analyser.as_ref(), is_shallow));
    let done = stoppable(|| pass.run(world, seen, work));
    if interrupt::is_asked() && done.is_ok() {
        return Err(CommandError::new("stopped").interrupted());
    }
    done
}

/// Returns the conditions, which ask for mistakes unless they ask for losses themselves.
fn with_mistakes(args: &filter::Args) -> filter::Args {
    let mut args = args.clone();
    if args.loss.is_none() && args.mark.is_empty() {
        args.mark = vec![Mark::Doubtful, Mark::Bad, Mark::VeryBad];
    }
    args
}

/// Returns `true` if an argument is an ID, and no file.
fn is_id(path: &Path) -> bool {
    let is_meant = |text: &str| crate::cli::is_id(text) || crate::cli::is_mistyped_id(text);
    !path.exists() && path.to_str().is_some_and(is_meant)
}

/// Returns the problem of an ID.
fn of_id(text: &str, variant: Variant) -> Result<Posed, String> {
    let found = identify(text, variant.start().board().checkers()).and_then(Identified::whole);
    let found = found.map_err(|error| format!("{text}: {error}"))?;
    let problem =
        Problem::new(&found.state).map_err(|why| format!("{text}: there is nothing to ask: {why}"))?;
    Ok(Posed { problem, variant, made: None, source: None, loss: 0.0, found: None })
}

/// Returns the problems of earlier quizzes.
pub(super) fn known(results: &Results) -> Vec<Posed> {
    let posed = |id: &str, variant: &str| {
        let variant = Variant::ALL.iter().find(|known| known.name() == variant)?;
        of_id(id, *variant).ok()
    };
    results.all().filter_map(|(id, known)| posed(id, &known.variant)).collect()
}

/// Returns the first day on which one of the problems is due, if all were asked before.
pub(super) fn next_due(posed: &[Posed], results: &Results) -> Option<Day> {
    let due = |posed: &Posed| results.of(posed.problem.id()).map(Known::due);
    posed.iter().map(due).min().flatten()
}

/// Selects the problems to ask and orders them: those that are due, the longest overdue first, then the new ones, then,
/// with `all`, those that aren't due; with `fresh`, only the new ones.
pub(super) fn due(posed: &[Posed], results: &Results, today: Day, (all, fresh): (bool, bool)) -> Vec<Posed> {
    let rank = |posed: &Posed| match results.of(posed.problem.id()).map(Known::due) {
        Some(due) if due <= today => (0, due.0),
        None => (1, 0),
        Some(due) => (2, due.0),
    };
    let mut posed: Vec<Posed> = posed
        .iter()
        .filter(|posed| match rank(posed).0 {
            1 => true,
            0 => !fresh,
            _ => all && !fresh,
        })
        .cloned()
        .collect();
    posed.sort_by_key(rank);
    posed
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    posed: Vec<Posed>,
    decisions: u64,
    /// The positions, and the matches that consist of them.
    positions: u64,
    lists: u64,
    /// Matches with decisions, but without an analysis.
    unanalysed: u64,
    present: Present,
}

/// What was found in a match.
struct Hits {
    looked: Looked,
    posed: Vec<Posed>,
    /// The number of positions, if the match is a list of them.
    positions: u64,
}

impl Sink for Seen {
    type Result = Hits;

    fn take(&mut self, place: &Place, hits: Hits, desk: &mut Desk<'_, '_>) -> Flow {
        let Hits { looked, posed, positions } = hits;
        if interrupt::is_asked() {
            return STOP;
        }
        if looked.has_game {
            wrong(place, looked.errors, desk)?;
        } else {
            desk.no_game(place);
        }
        self.present.add(looked.present);
        if positions > 0 {
            self.positions += positions;
            self.lists += 1;
        } else {
            self.decisions += looked.decisions;
        }
        self.unanalysed += u64::from(looked.decisions > 0 && !looked.is_analysed);
        self.posed.extend(posed);
        GO_ON
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        let problems = many(self.posed.len() as u64, "problem");
        let decisions = many(self.decisions, "decision");
        let matches = many_es(counts.matches.saturating_sub(self.lists), "match");
        let positions = many(self.positions, "position");
        let mut words = match (self.lists, counts.matches) {
            (0, _) => format!("{problems} from {decisions} in {matches}"),
            (lists, all) if lists >= all => format!("{problems} from {positions}"),
            _ => format!("{problems} from {decisions} in {matches} and from {positions}"),
        };
        counts.add_left_out(&mut words);
        Some(words)
    }
}

/// Looks through a match: the part of the work that is done on many threads.
/// The mistakes of a search that is shallower than the answer's are checked before they are asked.
fn search(
    found: &Found,
    wanted: &Conditions<'_>,
    (analyser, is_shallow): (Option<&Analyser<'_>>, bool),
) -> Hits {
    let mut posed = Vec::new();
    let mut looked = look(found, wanted, analyser, |moment, own, line| {
        let state = IdState::of(moment.before);
        for loss in own.into_iter().flat_map(|own| wanted.losses(own)) {
            if let Some(problem) = of_decision(&state, &moment.happening, loss.is_cube) {
                let variant = moment.before.rules().variant;
                let made = match moment.happening {
                    Happening::Played { play, .. } if !loss.is_cube => Some(play),
                    _ => None,
                };
                let source = Some(source(&line));
                let found = is_shallow.then(|| done(&moment.happening, loss.is_cube)).flatten();
                posed.push(Posed { problem, variant, made, source, loss: loss.lost.equity, found });
            }
        }
    });
    // A position has at most the decision to double, if a double is offered in it.
    let (asked, positions) = if looked.decisions <= 1 { positions(found, wanted) } else { (Vec::new(), 0) };
    // Nothing can be analysed in a position.
    looked.is_analysed |= positions > 0;
    if !asked.is_empty() {
        posed = asked;
    }
    Hits { looked, posed, positions }
}

/// Returns the problems of a list of positions, and the number of positions.
fn positions(found: &Found, wanted: &Conditions<'_>) -> (Vec<Posed>, u64) {
    let Some(parse) = found.format.parse else { return (Vec::new(), 0) };
    let parsed = parse(&found.source);
    let rules = found.rules.clone().for_positions(&parsed.value);
    let (whole, _) = replayed(parsed, &rules);
    let posed = |game: usize| {
        let problem = Problem::new(&IdState::of(&whole.walk(game, |_| {})?)).ok()?;
        let is_cube = !matches!(problem.asked(), Asked::Play(_));
        let args = wanted.args;
        let fits = args.kind.is_none_or(|kind| (kind == KindArg::Cube) == is_cube)
            && (args.class.is_empty() || {
                let phases = Phases::of(problem.board());
                args.class.iter().any(|&class| phases.has(class))
            });
        fits.then_some(Posed {
            problem,
            variant: whole.rules.variant,
            made: None,
            source: None,
            loss: 0.0,
            found: None,
        })
    };
    let games: Vec<usize> = (0..whole.games.len()).filter(|&game| is_position(&whole, game)).collect();
    (games.iter().copied().filter_map(posed).collect(), games.len() as u64)
}

/// Returns `true` if a game consists of a position and offers in it.
fn is_position(whole: &Replayed, game: usize) -> bool {
    let is_part =
        |what: &Happening| matches!(what, Happening::PositionSet { .. } | Happening::Doubled { .. });
    let acts = &whole.games[game].acts;
    !acts.is_empty() && acts.iter().all(|act| is_part(&act.what))
}

/// Returns the play or the cube action of a decision, if there is one.
fn done(happening: &Happening, is_cube: bool) -> Option<Answer> {
    Some(match happening {
        Happening::Played { play, .. } if !is_cube => Answer::Play(*play),
        Happening::Played { .. } | Happening::Illegal { .. } if is_cube => Answer::Cube(Deed::Wait),
        Happening::Doubled { beaver, .. } => Answer::Cube(if *beaver { Deed::Beaver } else { Deed::Double }),
        Happening::Taken => Answer::Cube(Deed::Take),
        Happening::Passed => Answer::Cube(Deed::Pass),
        _ => return None,
    })
}

/// Returns a decision in words: its place, the player, the action.
fn source(line: &DecisionJson) -> String {
    let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
    format!(
        "{}, game {}, move {}, {}: {}",
        found::place(line),
        number(line.game),
        number(line.r#move),
        line.player.as_deref().unwrap_or_default(),
        found::done(line)
    )
}
