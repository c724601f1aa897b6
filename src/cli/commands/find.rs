//! `barpoint find`: every decision of an archive that is like this.

use super::check::{LIMITS, many, many_es, total_bytes};
use crate::analysis::{Moment, RulesOverride, replay};
use crate::board::{Board, Roll};
use crate::cli::decisions::{Decisions, action, names};
use crate::cli::each;
use crate::cli::engine::Engine;
use crate::cli::input::{Input, Item};
use crate::cli::progress::Progress;
use crate::cli::rules;
use crate::cli::{pipeline, subject};
use crate::diag::{Parsed, SourceFile};
use crate::formats::Format;
use crate::game::Happening;
use crate::game::record::GameRecord;
use crate::host::exit::Exit;
use crate::notation::play::{self, PlayOptions};
use crate::output::ui::{Ui, printable};
use crate::rules::{Leg, resolve};
use crate::stats::{Phase, Phases};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// The arguments of `find`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: each::Args,
    /// The position before the decision, as any ID, from the view of the player on roll.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Read an ID in `--position` that is too short or too long all the same.
    #[arg(long, requires = "position")]
    pub lenient: bool,
    /// The kind of game, as `show` names it: `prime-vs-prime`, `back-game`, …; any of several.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = class)]
    pub class: Vec<Phase>,
    /// The pip count of the player on roll: a number, or a range `80..100`, `..60`, `120..`.
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub pips: Option<Range>,
    /// By how many pips the player on roll leads; negative behind.
    #[arg(long, value_name = "RANGE", value_parser = range, allow_hyphen_values = true)]
    pub lead: Option<Range>,
    /// The points before the game, of the player who decides and of the opponent: `2-4`.
    #[arg(long, value_name = "A-B", value_parser = pair)]
    pub score: Option<(u32, u32)>,
    /// The points that both still need, in the same order: `3-1`. Money sessions have none.
    #[arg(long, value_name = "A-B", value_parser = pair)]
    pub away: Option<(u32, u32)>,
    /// The match length in points; 0 for money sessions.
    #[arg(long, value_name = "N")]
    pub length: Option<u16>,
    /// The value of the cube before the decision.
    #[arg(long, value_name = "N")]
    pub cube: Option<u32>,
    /// What was rolled; any of several.
    #[arg(long, value_name = "ROLL", value_delimiter = ',')]
    pub dice: Vec<Roll>,
    /// The play, written in any way that leads to the same position.
    #[arg(long, value_name = "PLAY", value_parser = play)]
    pub play: Option<Written>,
    /// What was done: play, dance, double, redouble, beaver, take, pass, resign, …; any of several.
    #[arg(long, value_name = "ACTION", value_delimiter = ',', value_parser = known_action)]
    pub action: Vec<String>,
    /// Who decides.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Against whom.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// Stop behind so many.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How many threads to use; the output is the same for any number [default: all cores].
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// No summary and no progress bar.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    from: i64,
    to: i64,
}

impl Range {
    const fn contains(self, number: i64) -> bool {
        self.from <= number && number <= self.to
    }
}

/// A play as somebody wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct Written(Vec<Leg>);

/// Reads a number or a range.
fn range(text: &str) -> Result<Range, String> {
    let number = |text: &str, nothing: i64| {
        let number = if text.is_empty() { Some(nothing) } else { text.parse().ok() };
        number.ok_or_else(|| "a range is a number, `80..100`, `..60` or `120..`".to_owned())
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    if text.is_empty() {
        return Err("a range is a number, `80..100`, `..60` or `120..`".to_owned());
    }
    let range = Range { from: number(from, i64::MIN)?, to: number(to, i64::MAX)? };
    if range.from > range.to {
        return Err(format!("nothing lies in {text}: the smaller number comes first"));
    }
    Ok(range)
}

/// Reads two numbers.
fn pair(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.ok_or_else(|| "two numbers are wanted: `2-4`".to_owned())
}

/// Reads the name of a kind of game.
fn class(text: &str) -> Result<Phase, String> {
    Phase::ALL.into_iter().find(|phase| phase.name() == text).ok_or_else(|| {
        let names: Vec<&str> = Phase::ALL.iter().map(|phase| phase.name()).collect();
        format!("there are {}", names.join(", "))
    })
}

/// Reads a play.
fn play(text: &str) -> Result<Written, String> {
    match play::parse(text.as_bytes(), 0, PlayOptions::GNUBG) {
        Ok(written) => Ok(Written(written.legs().map(|written| written.leg).collect())),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads what was done.
fn known_action(text: &str) -> Result<String, String> {
    const ACTIONS: [&str; 12] = [
        "play",
        "dance",
        "illegal",
        "roll",
        "double",
        "redouble",
        "beaver",
        "take",
        "pass",
        "offer-resignation",
        "refuse-resignation",
        "resign",
    ];
    if ACTIONS.contains(&text) {
        Ok(text.to_owned())
    } else {
        Err(format!("there are {}", ACTIONS.join(", ")))
    }
}

/// What is looked for.
struct Wanted<'a> {
    args: &'a Args,
    position: Option<Board>,
}

impl Wanted<'_> {
    /// Returns `true` if a moment is a decision at all.
    fn is_decision(moment: &Moment<'_>) -> bool {
        !matches!(moment.happening, Happening::GameOver(_) | Happening::PositionSet { .. })
    }

    /// Returns `true` if a decision is what is looked for; what costs least is asked first.
    fn fits(&self, moment: &Moment<'_>, game: &GameRecord) -> bool {
        let Self { args, position } = self;
        let state = moment.before;
        let board = state.board();
        let (rules, score) = (state.rules(), state.score());
        let pips = || i64::from(board.pips());
        let away =
            || (!rules.is_money()).then(|| (score.away(moment.by, rules), score.away(!moment.by, rules)));
        let rolled = match moment.happening {
            Happening::Played { roll, .. }
            | Happening::Illegal { roll, .. }
            | Happening::RolledOnly { roll } => Some(roll),
            _ => None,
        };
        args.length.is_none_or(|length| length == rules.length)
            && args.cube.is_none_or(|cube| cube == state.cube().value)
            && (args.dice.is_empty() || rolled.is_some_and(|roll| args.dice.contains(&roll)))
            && position.is_none_or(|position| position == *board)
            && args.score.is_none_or(|wanted| wanted == (score.points[moment.by], score.points[!moment.by]))
            && args.away.is_none_or(|wanted| away() == Some(wanted))
            && args.pips.is_none_or(|range| range.contains(pips()))
            && args.lead.is_none_or(|range| range.contains(i64::from(board.opponent_pips()) - pips()))
            && (args.action.is_empty() || args.action.iter().any(|wanted| wanted == action(moment)))
            && args.player.as_ref().is_none_or(|name| *name == names(game)[moment.by])
            && args.opponent.as_ref().is_none_or(|name| *name == names(game)[!moment.by])
            && args.play.as_ref().is_none_or(|play| is_played(moment, play))
            && (args.class.is_empty() || {
                let phases = Phases::of(board);
                args.class.iter().any(|&class| phases.has(class))
            })
    }
}

/// Returns `true` if a play was made, or one that leads to the same position.
fn is_played(moment: &Moment<'_>, wanted: &Written) -> bool {
    let board = moment.before.board();
    match moment.happening {
        Happening::Played { roll, play } => {
            let meant = resolve::resolve(board, roll, &wanted.0).ok().map(|resolved| *resolved.after());
            meant.is_some() && meant == resolve::apply_legal(board, roll, &play)
        }
        _ => false,
    }
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let rules = args.rules.overrides();
    let position = match &args.position {
        None => None,
        Some(id) => {
            let subject = subject::Args {
                id: vec![id.clone()],
                variant: rules.variant,
                lenient: args.lenient,
                ..subject::Args::default()
            };
            match subject.read().and_then(|subject| Ok((subject.board()?, subject))) {
                Ok((board, subject)) => {
                    subject.tell_assumed(ui);
                    Some(board)
                }
                Err(message) => return Ok(Exit::failed(ui, &message)),
            }
        }
    };
    let wanted = Wanted { args, position };
    let mut progress = Progress::new(ui.err_is_terminal && !args.quiet, total_bytes(&args.input.paths));
    let input = Input::new(engine, &args.input.paths, stdin, None)
        .listed_in(args.input.files_from.as_deref())
        .reading_as(args.input.from)
        .within(args.input.limits.limits());
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get);
    let work = |item: Item| (item.weight(), outcome(item, &wanted, &rules));
    let (mut seen, mut exit, mut written) = (Seen::default(), Exit::Clean, Ok(()));
    pipeline::ordered(jobs, LIMITS, input, Item::weight, work, |(bytes, outcome)| {
        match outcome {
            Outcome::Match { decisions, found } => {
                seen.matches += 1;
                seen.decisions += decisions;
                let left = args.limit.map_or(u64::MAX, |limit| limit - seen.found);
                let lines = found.iter().take(usize::try_from(left).unwrap_or(usize::MAX));
                written = progress.aside(|| {
                    lines.clone().try_for_each(|line| ui.written_json(&String::from_utf8_lossy(line)))?;
                    // People watch a terminal; anything else is better written in large pieces.
                    if ui.out_is_terminal { ui.flush() } else { Ok(()) }
                });
                seen.found += lines.count() as u64;
            }
            Outcome::Problem(message, status) => {
                exit = exit.max(status);
                progress.aside(|| ui.err(format_args!("barpoint: {message}")));
            }
            Outcome::Skipped => {}
        }
        progress.advance(bytes, || seen.summary());
        let is_enough = args.limit.is_some_and(|limit| seen.found >= limit);
        if written.is_err() || is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.finish();
    written?;
    ui.flush()?;
    if seen.matches == 0 {
        if exit == Exit::Clean {
            ui.err("barpoint: no match record was found");
        }
        return Ok(Exit::CouldNotRun);
    }
    if !args.quiet {
        ui.err(seen.summary());
    }
    Ok(exit)
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    matches: u64,
    decisions: u64,
    found: u64,
}

impl Seen {
    fn summary(&self) -> String {
        format!(
            "{} of {} in {}",
            self.found,
            many(self.decisions, "decision"),
            many_es(self.matches, "match")
        )
    }
}

/// What one item of the input gave.
enum Outcome {
    /// How many decisions there are, and the lines of those that are looked for.
    Match {
        decisions: u64,
        found: Vec<Vec<u8>>,
    },
    Problem(String, Exit),
    Skipped,
}

/// Looks through a match: the part of the work that is done on many threads.
fn outcome(item: Item, wanted: &Wanted<'_>, rules: &RulesOverride) -> Outcome {
    match item {
        Item::Match { format, source, number, .. } => search(format, &source, number, wanted, rules),
        Item::NotARecord(source) => {
            let name = printable(source.name());
            Outcome::Problem(format!("{name}: the file holds no match record"), Exit::Findings)
        }
        Item::Unreadable { name, reason } => {
            let name = printable(&name);
            Outcome::Problem(format!("{name}: the file can't be read: {reason}"), Exit::CouldNotRun)
        }
        Item::Skipped => Outcome::Skipped,
    }
}

fn search(
    format: &Format,
    source: &SourceFile,
    number: u32,
    wanted: &Wanted<'_>,
    rules: &RulesOverride,
) -> Outcome {
    let Some(parse) = format.parse else { return Outcome::Skipped };
    let Parsed { value: record, diagnostics } = parse(source);
    let mut lines = Decisions::new(source, number, &record);
    let (mut decisions, mut found) = (0, Vec::new());
    replay(&record, diagnostics, rules, |moment| {
        lines.count(moment);
        if !Wanted::is_decision(moment) {
            return;
        }
        decisions += 1;
        if wanted.fits(moment, &record.games[moment.game])
            // Text and numbers always become JSON.
            && let Ok(mut line) = serde_json::to_vec(&lines.line(moment))
        {
            line.push(b'\n');
            found.push(line);
        }
    });
    Outcome::Match { decisions, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_numbers_or_have_an_open_end() {
        let contains = |text: &str, number| range(text).map(|range| range.contains(number));
        assert_eq!(contains("80", 80), Ok(true));
        assert_eq!(contains("80", 81), Ok(false));
        assert_eq!(contains("80..100", 100), Ok(true));
        assert_eq!(contains("..60", -5), Ok(true));
        assert_eq!(contains("-10..-5", -7), Ok(true));
        assert_eq!(contains("120..", 119), Ok(false));
        assert!(range("").is_err() && range("1-2").is_err() && range("a..b").is_err());
        assert!(range("90..80").is_err_and(|complaint| complaint.contains("the smaller number comes first")));
    }
}
