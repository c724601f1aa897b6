//! `barpoint find`: finds decisions of an archive by their properties.

use crate::analysis::{Moment, RulesOverride, replay};
use crate::board::{Board, Roll};
use crate::cli::args::Named;
use crate::cli::error::{CommandError, Done};
use crate::cli::pass::{self, Counts, Desk, Found, Pass, Place, Sink, World};
use crate::cli::reader::Reader;
use crate::cli::rules;
use crate::cli::subject;
use crate::diag::Parsed;
use crate::diag::count::{many, many_es};
use crate::game::Happening;
use crate::game::record::GameRecord;
use crate::notation::play::{self, PlayOptions};
use crate::output::decisions::{Decisions, action, names};
use crate::output::ui::Ui;
use crate::rules::{Leg, resolve};
use crate::stats::{Phase, Phases};
use std::io::Read;
use std::ops::ControlFlow;

/// The arguments of `find`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The input.
    #[command(flatten)]
    pub input: pass::Args,
    /// Position before the decision, as any ID, from the view of the player on roll.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Accept an ID in `--position` that is too short or too long.
    #[arg(long, requires = "position")]
    pub lenient: bool,
    /// Game type, as `show` names it: `prime-vs-prime`, `back-game` and so on; several are alternatives.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = CLASS, hide_possible_values = true)]
    pub class: Vec<Phase>,
    /// Pip count of the player on roll: a number, or a range such as `80..100`, `..60` or `120..`.
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub pips: Option<Range>,
    /// Lead in pips of the player on roll; negative if behind in the race.
    #[arg(long, value_name = "RANGE", value_parser = range, allow_hyphen_values = true)]
    pub lead: Option<Range>,
    /// Score before the game, the player's points first: `2-4`.
    #[arg(long, value_name = "A-B", value_parser = pair)]
    pub score: Option<(u32, u32)>,
    /// Points that both players still need, the player's first: `3-1`. Money sessions never match.
    #[arg(long, value_name = "A-B", value_parser = pair)]
    pub away: Option<(u32, u32)>,
    /// Match length in points; 0 for money sessions.
    #[arg(long, value_name = "N")]
    pub length: Option<u16>,
    /// Cube value before the decision.
    #[arg(long, value_name = "N")]
    pub cube: Option<u32>,
    /// Roll; several are alternatives.
    #[arg(long, value_name = "ROLL", value_delimiter = ',')]
    pub dice: Vec<Roll>,
    /// Play, in any notation that leads to the same position.
    #[arg(long, value_name = "PLAY", value_parser = play)]
    pub play: Option<Written>,
    /// Action: play, dance, double, redouble, beaver, take, pass, resign and so on; several are alternatives.
    #[arg(long, value_name = "ACTION", value_delimiter = ',', value_parser = ACTION, hide_possible_values = true)]
    pub action: Vec<String>,
    /// The player who decides.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The opponent.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// Stop after N results.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Rules for records that don't contain any.
    #[command(flatten)]
    pub rules: rules::Args,
}

/// A range of numbers, both ends included.
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

/// A play as the user wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct Written(Vec<Leg>);

/// Parses a number or a range.
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

/// Parses two numbers.
fn pair(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.ok_or_else(|| "two numbers are wanted: `2-4`".to_owned())
}

/// Parses the name of a game type.
fn class(text: &str) -> Result<Phase, String> {
    Phase::ALL.into_iter().find(|phase| phase.name() == text).ok_or_else(|| {
        let names: Vec<&str> = Phase::ALL.iter().map(|phase| phase.name()).collect();
        format!("there are {}", names.join(", "))
    })
}

/// Parses a play.
fn play(text: &str) -> Result<Written, String> {
    match play::parse(text.as_bytes(), 0, PlayOptions::GNUBG) {
        Ok(written) => Ok(Written(written.legs().map(|written| written.leg).collect())),
        Err(error) => Err(error.to_string()),
    }
}

const CLASS: Named<Phase> = Named::new(|| Phase::ALL.iter().map(|phase| phase.name()).collect(), class);
const ACTION: Named<String> = Named::new(|| ACTIONS.to_vec(), known_action);

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

/// Parses the name of an action.
fn known_action(text: &str) -> Result<String, String> {
    if ACTIONS.contains(&text) {
        Ok(text.to_owned())
    } else {
        Err(format!("there are {}", ACTIONS.join(", ")))
    }
}

/// The conditions of a search.
struct Wanted<'a> {
    args: &'a Args,
    position: Option<Board>,
}

impl Wanted<'_> {
    /// Returns `true` if a moment is a decision.
    fn is_decision(moment: &Moment<'_>) -> bool {
        !matches!(moment.happening, Happening::GameOver(_) | Happening::PositionSet { .. })
    }

    /// Returns `true` if a decision meets all conditions; the cheapest ones are checked first.
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

/// Returns `true` if this play was made, or one that leads to the same position.
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
/// If the output can't be written.
pub fn run(args: &Args, reader: &dyn Reader, stdin: Box<dyn Read + Send + '_>, ui: &mut Ui<'_>) -> Done {
    let rules = args.rules.overrides();
    let position = args.position.as_ref().map(|id| {
        let subject = subject::Args {
            id: vec![id.clone()],
            variant: rules.variant,
            lenient: args.lenient,
            ..subject::Args::default()
        };
        let subject = subject.read()?;
        subject.tell_assumed(ui);
        subject.board()
    });
    let wanted = Wanted { args, position: position.transpose()? };
    let mut seen = Seen { limit: args.limit, decisions: 0, found: 0 };
    let work = |found: Found| search(&found, &wanted, &rules);
    Pass::from(&args.input).run(World { reader, stdin, ui }, &mut seen, work)
}

/// The counts so far.
struct Seen {
    limit: Option<u64>,
    decisions: u64,
    found: u64,
}

impl Sink for Seen {
    /// The number of decisions, and the lines of those that match.
    type Result = (u64, Vec<String>);

    fn take(
        &mut self,
        _: &Place,
        (decisions, found): Self::Result,
        desk: &mut Desk<'_, '_>,
    ) -> Result<ControlFlow<()>, CommandError> {
        self.decisions += decisions;
        let left = self.limit.map_or(u64::MAX, |limit| limit - self.found);
        let lines = found.iter().take(usize::try_from(left).unwrap_or(usize::MAX));
        desk.answer(|ui| lines.clone().try_for_each(|line| ui.written_json(line)))?;
        self.found += lines.count() as u64;
        let is_enough = self.limit.is_some_and(|limit| self.found >= limit);
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn summary(&self, counts: &Counts) -> Option<String> {
        let decisions = many(self.decisions, "decision");
        Some(format!("{} of {decisions} in {}", self.found, many_es(counts.matches, "match")))
    }
}

/// Searches a match, on any thread.
fn search(found: &Found, wanted: &Wanted<'_>, rules: &RulesOverride) -> (u64, Vec<String>) {
    let Found { format, source, number, .. } = found;
    let Some(parse) = format.parse else { return (0, Vec::new()) };
    let Parsed { value: record, diagnostics } = parse(source);
    let mut lines = Decisions::new(source, *number, &record);
    let (mut decisions, mut found) = (0, Vec::new());
    replay(&record, diagnostics, rules, |moment| {
        lines.count(moment);
        if !Wanted::is_decision(moment) {
            return;
        }
        decisions += 1;
        if wanted.fits(moment, &record.games[moment.game])
            // Text and numbers can always be written as JSON.
            && let Ok(line) = serde_json::to_string(&lines.line(moment))
        {
            found.push(line + "\n");
        }
    });
    (decisions, found)
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
