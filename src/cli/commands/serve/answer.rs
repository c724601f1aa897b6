//! Answers requests, as the commands do.

use super::queue::Job;
use crate::board::Roll;
use crate::cli::args::{defaults, variant};
use crate::cli::commands::rollout::{self, Asked};
use crate::cli::commands::{cube, eval, plays};
use crate::cli::evaluator::{self, LevelArg};
use crate::cli::subject::{self, Subject, which_move};
use crate::engine::met::{MatchEquity, UNKNOWN_SCORE};
use crate::engine::rollout::Rollout;
use crate::engine::search::MOST_PLIES;
use crate::engine::{self, Class, Engine, Evaluator, roller};
use crate::host::read::must_be_file;
use crate::host::reason::reason;
use crate::host::rollout::{Ended, Plan};
use crate::output::evaluation;
use crate::output::json::{
    Ask, CubeJson, EvalJson, HintJson, RequestId, RolloutJson, ServeAnswerJson, ServeRequestJson, ServedJson,
};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Answers a request on `jobs` threads; partial results are handed out before.
pub(super) fn answer(
    job: &Job,
    engine: &Engine,
    jobs: usize,
    tell: &mut dyn FnMut(ServeAnswerJson),
) -> ServeAnswerJson {
    let id = Some(job.request.id.clone());
    let is_cancelled = || job.is_cancelled.load(Ordering::Relaxed);
    let mut notes = Vec::new();
    let mut tell = |result| {
        tell(ServeAnswerJson { result: Some(result), ..ServeAnswerJson::new(id.clone(), "partial") });
    };
    let result = served(&job.request, engine, jobs, &mut notes, (&is_cancelled, &mut tell));
    if is_cancelled() {
        return ServeAnswerJson::new(id, "cancelled");
    }
    match result {
        Ok(result) => ServeAnswerJson { result: Some(result), notes, ..ServeAnswerJson::new(id, "done") },
        Err(refusal) => refusal.answer(id, notes),
    }
}

/// Why a request has no result.
pub(super) struct Refusal {
    /// The kind.
    code: &'static str,
    message: String,
}

impl Refusal {
    pub(super) fn answer(self, id: Option<RequestId>, notes: Vec<String>) -> ServeAnswerJson {
        let Self { code, message } = self;
        ServeAnswerJson { code: Some(code), error: Some(message), notes, ..ServeAnswerJson::new(id, "error") }
    }
}

/// Refuses a request for itself, whatever its position.
pub(super) fn refused(message: impl Into<String>) -> Refusal {
    Refusal { code: "request-invalid", message: message.into() }
}

/// Refuses the position, as what reads and evaluates it does.
impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self { code: "input-invalid", message }
    }
}

/// What a long answer asks and reports on its way.
type Way<'a> = (&'a (dyn Fn() -> bool + Sync), &'a mut dyn FnMut(ServedJson));

fn served(
    request: &ServeRequestJson,
    engine: &Engine,
    jobs: usize,
    notes: &mut Vec<String>,
    way: Way<'_>,
) -> Result<ServedJson, Refusal> {
    let subject = subject(request)?;
    let (board, state) = subject.stakes()?;
    notes.extend(subject.assumed().iter().map(ToString::to_string));
    notes.extend(subject.offers());
    if !engine::is_taught(engine, subject.variant, &board) {
        notes.push(evaluation::untaught(subject.variant));
    }
    let roll = |text: &String| text.parse::<Roll>().map_err(|reason| format!("roll {text:?}: {reason}"));
    let given = request.roll.as_ref().map(roll).transpose()?;
    if let (Some(given), Some(dice)) = (given, subject.state.game.and_then(|game| game.dice))
        && given != dice
    {
        notes.push(format!("`roll` replaces the dice of the position, {dice}"));
    }
    let args = search(request).map_err(refused)?;
    let search = || args.search(engine, state);
    let has_dice = given.is_some() || subject.state.game.is_some_and(|game| game.dice.is_some());
    let is_over = Class::of(&board) == Class::Over;
    match request.ask {
        Ask::Eval => {
            let (evaluations, is_looked_up) = eval::evaluated(&mut search()?, args.plies, &board);
            Ok(ServedJson::Eval(Box::new(EvalJson::new(&state, &board, is_looked_up, &evaluations))))
        }
        Ask::Hint if has_dice => {
            let roll = plays::roll(given, &subject, &board)?;
            let count = ranged("count", request.count, 1..=1_000).map_err(refused)?.unwrap_or(10) as usize;
            let plays = roller::plays(&mut search()?, &board, roll);
            Ok(ServedJson::Hint(Box::new(HintJson::new(&state, &board, &roll.to_string(), &plays, count))))
        }
        Ask::Hint | Ask::Cube if is_over => Err(cube::OVER.to_owned().into()),
        Ask::Hint | Ask::Cube => {
            if args.cubeless {
                return Err(refused("`cubeless` leaves no cube decision"));
            }
            let decision = roller::cube(&mut search()?, &board);
            Ok(ServedJson::Cube(Box::new(CubeJson::new(&state, &board, &decision))))
        }
        Ask::Rollout if !request.plays.is_empty() && !has_dice => {
            Err(refused("`plays` need a roll, as in \"roll\":\"31\""))
        }
        Ask::Rollout => {
            let args = rollout_arguments(request).map_err(refused)?;
            let evaluator: &dyn Evaluator = engine;
            let asked = Asked::of(&args, &request.plays, given, (&subject, state), &board, evaluator)?;
            let (settings, table) = (args.settings(), MatchEquity::reaching(state.most_away()));
            let mut rollout = Rollout::new(&asked.question, args.stop());
            let json = |rollout: &Rollout| {
                let played = asked.played((&state, table), &board, &settings, rollout);
                ServedJson::Rollout(Box::new(RolloutJson::new(&played)))
            };
            let (is_cancelled, tell) = way;
            let most = seconds("seconds", request.seconds).map_err(refused)?;
            let every = seconds("partial", request.partial).map_err(refused)?;
            let begun = Instant::now();
            let is_stopped = || is_cancelled() || most.is_some_and(|most| begun.elapsed() >= most);
            let mut told = begun;
            let plan = Plan { evaluator, table, state, settings: &settings, question: &asked.question, jobs };
            let ended = crate::host::rollout::run(plan, &mut rollout, &is_stopped, |rollout| {
                if every.is_some_and(|every| told.elapsed() >= every) {
                    tell(json(rollout));
                    told = Instant::now();
                }
            });
            if ended.ok_or_else(|| UNKNOWN_SCORE.to_owned())? == Ended::Interrupted {
                notes.push("ended by `seconds`".to_owned());
            }
            Ok(json(&rollout))
        }
        Ask::Cancel | Ask::Version => Err(refused("it is answered at once")),
    }
}

/// Reads the position.
fn subject(request: &ServeRequestJson) -> Result<Subject, Refusal> {
    let is_in_record = request.game.is_some() || request.r#move.is_some() || request.r#match.is_some();
    let id = match (&request.position, &request.record) {
        (Some(_), Some(_)) => return Err(refused("`position` and `record` contradict each other")),
        (None, None) => return Err(refused("there is no `position`, and no `record`")),
        (Some(_), None) if is_in_record => {
            return Err(refused("`match`, `game` and `move` need a `record`"));
        }
        (None, Some(path)) if path.is_empty() => return Err(refused("`record` is empty")),
        (Some(id), None) | (None, Some(id)) if id == "-" => {
            return Err(refused("standard input contains the requests"));
        }
        (Some(id), None) | (None, Some(id)) => id.clone(),
    };
    let named =
        |name: &String| variant(name).map_err(|names| refused(format!("`variant` is {name:?}; {names}")));
    let variant = request.variant.as_ref().map(named).transpose()?;
    if let Some(path) = &request.record {
        must_be_file(Path::new(path)).map_err(|error| format!("cannot read {path}: {}", reason(&error)))?;
    }
    let number = request.r#move.as_deref().map(which_move).transpose().map_err(refused)?;
    // A record without a place is its first position.
    let game = request.game.or(request.record.is_some().then_some(1));
    let (of_match, lenient) = (request.r#match, request.lenient);
    let args =
        subject::Args { id: vec![id], game, number, of_match, lenient, variant, ..subject::Args::default() };
    Ok(subject::Args { is_request: true, ..args }.read()?)
}

/// Returns the arguments of a search.
fn search(request: &ServeRequestJson) -> Result<evaluator::Args, String> {
    let args: evaluator::Args = defaults();
    let plies = ranged("plies", request.plies, 0..=MOST_PLIES)?;
    let level = match request.level.as_deref() {
        None => None,
        Some("roller") if plies.is_none() => Some(LevelArg::Roller),
        Some("roller") => return Err("`plies` and `level` contradict each other".to_owned()),
        Some(other) => return Err(format!("there is no level `{other}`; there is `roller`")),
    };
    Ok(evaluator::Args { plies: plies.unwrap_or(args.plies), level, cubeless: request.cubeless, ..args })
}

/// Returns the arguments of a rollout.
fn rollout_arguments(request: &ServeRequestJson) -> Result<rollout::Args, String> {
    let args: rollout::Args = defaults();
    if request.least.is_some() && request.stop_error.is_none() && request.stop_difference.is_none() {
        return Err("`least` has no effect without `stop_error` or `stop_difference`".to_owned());
    }
    let above_zero = |key: &str, number: Option<f64>| match number {
        Some(number) if number <= 0.0 => Err(format!("`{key}` must be above 0, not {number}")),
        number => Ok(number.map(|number| (number as f32).clamp(f32::MIN_POSITIVE, f32::MAX))),
    };
    Ok(rollout::Args {
        subject: subject::Args { is_request: true, ..subject::Args::default() },
        games: ranged("games", request.games, 1..=1 << 32)?.unwrap_or(args.games),
        count: ranged("count", request.count, 1..=1_000)?,
        seed: request.seed.unwrap_or(args.seed),
        plies: ranged("plies", request.plies, 0..=MOST_PLIES)?.unwrap_or(args.plies),
        cube_plies: ranged("cube_plies", request.cube_plies, 0..=MOST_PLIES)?,
        cubeless: request.cubeless,
        truncate: request.truncate,
        opening: request.opening,
        stop_error: above_zero("stop_error", request.stop_error)?,
        stop_difference: above_zero("stop_difference", request.stop_difference)?,
        least: request.least.or(args.least),
        ..args
    })
}

/// Returns a number if it is in its range.
fn ranged<T: PartialOrd + std::fmt::Display + Copy>(
    key: &str,
    number: Option<T>,
    range: RangeInclusive<T>,
) -> Result<Option<T>, String> {
    match number {
        Some(number) if !range.contains(&number) => {
            Err(format!("`{key}` must be from {} to {}, not {number}", range.start(), range.end()))
        }
        number => Ok(number),
    }
}

/// Returns a time.
fn seconds(key: &str, seconds: Option<f64>) -> Result<Option<Duration>, String> {
    let time = |seconds: f64| {
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds <= 1e19);
        time.ok_or_else(|| format!("`{key}` must be a number of seconds from 0 to 1e19, not {seconds}"))
    };
    seconds.map(time).transpose()
}
