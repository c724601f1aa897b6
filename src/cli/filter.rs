//! Conditions on decisions, which `find` and `db find` share.

#[cfg(feature = "database")]
mod sql;

use super::args::Named;
use super::error::CommandError;
use super::players;
use super::subject;
use crate::analysis::skill::{EvaluatedDecision, Loss, Mark, Thresholds};
use crate::analysis::{Moment, Players};
use crate::board::{Board, BySide, Roll};
use crate::diag::choice;
use crate::diag::count::{many, many_es};
use crate::engine::opening::{Opening, OpeningError};
use crate::game::record::{MatchRecord, headers};
use crate::game::{Happening, MAX_CUBE};
use crate::notation::play::{self, PlayOptions};
use crate::output::decisions::{ACTIONS, action};
use crate::output::found::Found;
use crate::output::json::DecisionJson;
use crate::output::ui::Ui;
use crate::rules::{Leg, Variant, resolve};
use crate::stats::{Phase, Phases};
use barpoint_core::math::calendar::days;
use std::str::FromStr;

/// The conditions; a decision must meet all of them.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
#[command(next_help_heading = "Conditions")]
pub struct Args {
    /// Position before the decision, as any ID, from the view of the player on roll.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Accept an ID in `--position` that is too short or too long.
    #[arg(long, requires = "position")]
    pub lenient: bool,
    /// Game type, as `show` names it: `prime-vs-prime`, `back-game` and so on; commas separate alternatives.
    #[arg(long, visible_alias = "phase", value_name = "NAME", value_delimiter = ',', value_parser = CLASS, hide_possible_values = true)]
    pub class: Vec<Phase>,
    /// Pip count of the player on roll: a number, or a range such as `80..100`, `..60` or `120..`.
    #[arg(long, value_name = "RANGE", value_parser = pips)]
    pub pips: Option<Range<i64>>,
    /// Lead in pips of the player on roll; negative if behind in the race.
    #[arg(long, value_name = "RANGE", value_parser = range, allow_hyphen_values = true)]
    pub lead: Option<Range<i64>>,
    /// Score before the game, the deciding player's points first: `2-4`.
    #[arg(long, value_name = "A-B", value_parser = pair)]
    pub score: Option<(u32, u32)>,
    /// Points that each player still needs, the deciding player's first: `3-1`; never matches money sessions.
    #[arg(long, value_name = "A-B", value_parser = away)]
    pub away: Option<(u32, u32)>,
    /// Match length in points; 0 for money sessions.
    #[arg(long, value_name = "N")]
    pub length: Option<u16>,
    /// Cube value before the decision.
    #[arg(long, value_name = "N", value_parser = cube_value)]
    pub cube: Option<u32>,
    /// Opening of the game, for decisions of the first roll and the replies to it: `31`, `31P`, `31P-64`, as `barpoint
    /// opening` names them.
    #[arg(long, value_name = "OPENING", value_parser = opening)]
    pub opening: Option<Opening>,
    /// Roll, such as `31`; commas separate alternatives.
    #[arg(long, value_name = "ROLL", value_delimiter = ',')]
    pub dice: Vec<Roll>,
    /// Play, in any notation that leads to the same position.
    #[arg(long, value_name = "PLAY", value_parser = play)]
    pub play: Option<Written>,
    /// Action: play, dance, double, redouble, beaver, take, pass, resign and so on; commas separate alternatives.
    #[arg(long, value_name = "ACTION", value_delimiter = ',', value_parser = ACTION, hide_possible_values = true)]
    pub action: Vec<String>,
    /// The player who decides; case and repeated blanks are ignored.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The opponent.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// The names of the players.
    #[command(flatten)]
    pub names: players::Args,
    /// Equity that the decision loses: `0.08..` (0.08 or more), `0.02..0.05`; a range from 0 includes decisions that
    /// lose nothing.
    /// Decisions without an analysis never match.
    #[arg(long, value_name = "RANGE", value_parser = losses)]
    pub loss: Option<Range<f64>>,
    /// Luck of the roll, as an equity, negative for bad luck: `..-0.3`, `0.1..0.2`. Rolls whose luck wasn't evaluated never
    /// match.
    #[arg(long, value_name = "RANGE", value_parser = lucks, allow_hyphen_values = true)]
    pub luck: Option<Range<f64>>,
    /// Mark of the decision: doubtful, bad, very-bad (or blunder); commas separate alternatives.
    #[arg(long, value_name = "MARK", value_delimiter = ',', value_parser = MARK, hide_possible_values = true)]
    pub mark: Vec<Mark>,
    /// Kind of decision: play or cube (including resignations). With `--loss` or `--mark`, the kind of mistake.
    #[arg(long, value_enum, value_name = "KIND")]
    pub kind: Option<KindArg>,
    /// Date of the match: `2026`, `2026-03`, `2026-01-15..2026-06`, `..2025`.
    #[arg(long, value_name = "RANGE", value_parser = dates)]
    pub date: Option<Dates>,
    /// Part of the event's name.
    #[arg(long, value_name = "TEXT")]
    pub event: Option<String>,
}

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<T> {
    from: T,
    to: T,
}

impl<T: PartialOrd + Copy> Range<T> {
    fn contains(self, number: T) -> bool {
        self.from <= number && number <= self.to
    }
}

/// A play as somebody wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct Written(Vec<Leg>);

/// Reads a number or a range of numbers. None is less than `lowest`; an open end stands for it or for `highest`.
fn numbers<T: FromStr + PartialOrd + Copy>(
    text: &str,
    [lowest, highest]: [T; 2],
    wanted: &str,
) -> Result<Range<T>, String> {
    let number = |text: &str, nothing: T| {
        let number = if text.is_empty() { Some(nothing) } else { text.parse().ok() };
        number.filter(|number| *number >= lowest)
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let ends = number(from, lowest).zip(number(to, highest)).filter(|_| !text.is_empty());
    let (from, to) = ends.ok_or(wanted)?;
    if from > to {
        return Err(format!("the range {text} is empty: write the smaller number first"));
    }
    Ok(Range { from, to })
}

/// Reads a number or a range.
fn range(text: &str) -> Result<Range<i64>, String> {
    numbers(text, [i64::MIN, i64::MAX], "expected a number or a range: `80..100`, `..60` or `120..`")
}

/// Reads a pip count or a range of them.
fn pips(text: &str) -> Result<Range<i64>, String> {
    numbers(text, [0, i64::MAX], "expected a number, at least 0, or a range: `80..100`, `..60` or `120..`")
}

/// Reads a range of losses.
fn losses(text: &str) -> Result<Range<f64>, String> {
    numbers(text, [0.0, f64::MAX], "expected an equity or a range: `0.08..`, `0.02..0.05`")
}

/// Reads a range of luck.
fn lucks(text: &str) -> Result<Range<f64>, String> {
    numbers(text, [f64::MIN, f64::MAX], "expected an equity or a range: `..-0.3`, `0.1..0.2`")
}

/// Reads two numbers.
fn pair(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers, such as `2-4`".to_owned())
}

/// Reads the points that both players need.
fn away(text: &str) -> Result<(u32, u32), String> {
    match pair(text)? {
        (0, _) | (_, 0) => {
            Err("expected at least 1: a player who needs no point has won the match".to_owned())
        }
        away => Ok(away),
    }
}

/// Returns why no decision can meet all conditions, if they contradict each other.
fn contradiction(args: &Args) -> Option<String> {
    let length = args.length.map(u32::from);
    let is_over =
        |(own, other): (u32, u32)| length.is_some_and(|length| length > 0 && own.max(other) >= length);
    if let (Some((own, other)), Some(length)) = (args.score.filter(|&score| is_over(score)), length) {
        return Some(format!(
            "no game of `--length {length}` starts at `--score {own}-{other}`: the match is over"
        ));
    }
    if let Some((own, other)) = args.away {
        match length {
            Some(0) => {
                return Some("`--length 0` selects money sessions, which `--away` never matches".to_owned());
            }
            Some(length) if own.max(other) > length => {
                let (goal, needed) = (many(length.into(), "point"), own.max(other));
                return Some(format!("in a match to {goal}, no player needs {needed}"));
            }
            _ => {}
        }
        if let Some((points, others)) = args.score {
            let goals = [points.saturating_add(own), others.saturating_add(other)];
            if goals[0] != goals[1] || length.is_some_and(|length| length != goals[0]) {
                let goals = format!("{} and {}", goals[0], goals[1]);
                return Some(format!(
                    "`--score` and `--away` add up to {goals} points: both sums must be the match length"
                ));
            }
        }
    }
    // With losses, the kind is that of the mistake: a double may be missed before a play.
    let kind = args.kind.filter(|_| args.loss.is_none() && args.mark.is_empty())?;
    let is_other = |action: &String| CUBE_ACTIONS.contains(&action.as_str()) != (kind == KindArg::Cube);
    (!args.action.is_empty() && args.action.iter().all(is_other)).then(|| {
        let kind = if kind == KindArg::Cube { "cube" } else { "play" };
        format!("`--action {}` is never a decision of `--kind {kind}`", args.action.join(","))
    })
}

/// Reads the name of a game type.
fn class(text: &str) -> Result<Phase, String> {
    Phase::ALL.into_iter().find(|phase| phase.name() == text).ok_or_else(|| {
        let names: Vec<&str> = Phase::ALL.iter().map(|phase| phase.name()).collect();
        choice(text, &names)
    })
}

/// Reads an opening.
fn opening(text: &str) -> Result<Opening, String> {
    text.parse().map_err(|error: OpeningError| error.to_string())
}

/// Reads a play.
fn play(text: &str) -> Result<Written, String> {
    match play::parse(text.as_bytes(), 0, PlayOptions::GNUBG) {
        Ok(written) => Ok(Written(written.legs().map(|written| written.leg).collect())),
        Err(error) => Err(error.to_string()),
    }
}

const CLASS: Named<Phase> = Named::new(|| Phase::ALL.iter().map(|phase| phase.name()).collect(), class);
const ACTION: Named<String> = Named::new(|| ACTIONS.to_vec(), known_action);

/// Reads what was done.
fn known_action(text: &str) -> Result<String, String> {
    if ACTIONS.contains(&text) { Ok(text.to_owned()) } else { Err(choice(text, &ACTIONS)) }
}

const MARK: Named<Mark> = Named::new(|| vec!["doubtful", "bad", "very-bad", "blunder"], mark);

/// Reads a mark.
fn mark(text: &str) -> Result<Mark, String> {
    match text {
        "doubtful" => Ok(Mark::Doubtful),
        "bad" => Ok(Mark::Bad),
        "very-bad" | "very bad" | "blunder" => Ok(Mark::VeryBad),
        _ => Err("choose from doubtful, bad and very-bad (or blunder)".to_owned()),
    }
}

/// Kinds of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum KindArg {
    /// Plays.
    Play,
    /// Cube actions, including missed doubles and resignations.
    Cube,
}

/// Days from one to another, both included; a year or month stands for all its days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The first, as far as it is given.
    pub from: String,
    /// The last, as far as it is given.
    pub to: String,
}

/// Reads a value of the cube.
fn cube_value(text: &str) -> Result<u32, String> {
    let value = text.parse().ok().filter(|value: &u32| value.is_power_of_two() && *value <= MAX_CUBE);
    value.ok_or_else(|| format!("expected a cube value: 1, 2, 4, … up to {MAX_CUBE}"))
}

/// Reads a range of dates.
fn dates(text: &str) -> Result<Dates, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let is_date = |text: &str| {
        let parts: Vec<&str> = text.split('-').collect();
        let is_number =
            |part: &&str, digits| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        let is_written =
            parts.len() <= 3 && parts.iter().zip([4, 2, 2]).all(|(part, digits)| is_number(part, digits));
        let number = |at: usize| parts.get(at).map_or(Some(1), |part| part.parse().ok());
        let is_day = || days(number(0)?, number(1)?, number(2)?);
        text.is_empty() || (is_written && is_day().is_some())
    };
    if text.is_empty() || !is_date(from) || !is_date(to) {
        return Err(
            "expected a date (`2026`, `2026-03`, `2026-03-01`) or a range (`2026-01..2026-06`)".to_owned()
        );
    }
    // A year or month as the end stands for its last day.
    if !to.is_empty() && from.get(..to.len().min(from.len())) > to.get(..from.len().min(to.len())) {
        return Err(format!("the range {text} is empty: write the earlier date first"));
    }
    Ok(Dates { from: from.to_owned(), to: to.to_owned() })
}

impl Dates {
    /// Returns `true` if a day is one of them. A year or month is if all its days are after the first.
    fn contain(&self, day: &str) -> bool {
        let is_before = |day: &str, other: &str| day.get(..other.len().min(day.len())) <= Some(other);
        (self.from.is_empty() || self.from.as_str() <= day)
            && (self.to.is_empty() || is_before(day, &self.to))
    }
}

/// Which of the players asked for by `--player` and `--opponent` play in the matches read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Present([bool; 2]);

impl Present {
    /// Adds the players of another match.
    pub(crate) fn add(&mut self, other: Self) {
        for (here, there) in self.0.iter_mut().zip(other.0) {
            *here |= there;
        }
    }
}

/// What is looked for.
pub(crate) struct Conditions<'a> {
    pub(crate) args: &'a Args,
    pub(crate) position: Option<Board>,
    thresholds: Thresholds,
    /// Which names are one player's.
    pub(crate) players: Players,
}

impl<'a> Conditions<'a> {
    /// Reads the position that is looked for, and the list of players.
    ///
    /// # Errors
    ///
    /// One of them can't be understood, or the conditions contradict each other.
    pub(crate) fn new(
        args: &'a Args,
        variant: Option<Variant>,
        ui: &mut Ui<'_>,
    ) -> Result<Self, CommandError> {
        if let Some(why) = contradiction(args) {
            return Err(CommandError::new(why));
        }
        let position = args.position.as_ref().map(|id| {
            let subject = subject::Args {
                id: vec![id.clone()],
                variant,
                lenient: args.lenient,
                ..subject::Args::default()
            };
            let subject = subject.read()?;
            subject.tell_assumed(ui);
            subject.board()
        });
        let players = args.names.load()?;
        Ok(Self { args, position: position.transpose()?, thresholds: Thresholds::default(), players })
    }

    /// Returns `true` if only an analysis can answer.
    pub(crate) const fn need_analysis(&self) -> bool {
        self.need_losses() || self.args.luck.is_some()
    }

    /// Returns `true` if only the losses in an analysis can answer.
    const fn need_losses(&self) -> bool {
        self.args.loss.is_some() || !self.args.mark.is_empty()
    }

    /// Returns `true` if an analysis contains what the conditions need: a decision, or with `--luck` the luck of a roll.
    pub(crate) fn are_answered_by(&self, all: &[EvaluatedDecision]) -> bool {
        if self.args.luck.is_none() {
            return !all.is_empty();
        }
        all.iter().any(|evaluated| evaluated.verdict.luck.is_some())
    }

    /// Prints a note about matches whose analyses don't contain what the conditions need, if there are any.
    /// Those that `--plies` evaluated have nothing that can be evaluated.
    pub(crate) fn tell_unanalysed(&self, matches: u64, plies: Option<u8>, ui: &mut Ui<'_>) {
        if matches > 0 {
            let missing = if self.args.luck.is_some() { "evaluated rolls" } else { "analysis" };
            let matches = many_es(matches, "match");
            let advice = match plies {
                None => "`--plies 0` evaluates every decision",
                Some(_) => "`barpoint analyse` shows what can't be evaluated",
            };
            ui.err(format_args!("note: no {missing} in {matches}; {advice}"));
        }
    }

    /// Returns an empty table for what is found, at most `room` columns wide; with `--luck` it shows the luck of rolls.
    pub(crate) fn table(&self, room: usize) -> Found {
        let table = Found::within(room);
        if self.args.luck.is_some() { table.with_luck() } else { table }
    }

    /// Returns `true` if a match may have such decisions.
    pub(crate) fn fits_match(&self, record: &MatchRecord) -> bool {
        let event = || {
            record.header(headers::EVENT).map_or(String::new(), |header| header.value.value.to_lowercase())
        };
        self.args.date.as_ref().is_none_or(|dates| record.date().is_some_and(|date| dates.contain(&date)))
            && self.args.event.as_ref().is_none_or(|part| event().contains(&part.to_lowercase()))
    }

    /// Returns which of the players asked for play in a match.
    pub(crate) fn present(&self, record: &MatchRecord) -> Present {
        self.among(record.games.iter().flat_map(|game| game.names().map(Option::unwrap_or_default)))
    }

    /// Returns which of the players asked for are among some names.
    pub(crate) fn among<S: AsRef<str>>(&self, names: impl Iterator<Item = S>) -> Present {
        let asked = self.asked();
        let mut present = Present::default();
        for name in names {
            let is_one = |asked: &String| self.players.are_one(asked, name.as_ref());
            present.add(Present(asked.map(|asked| asked.is_some_and(is_one))));
        }
        present
    }

    /// Names the players asked for who play in no match.
    pub(crate) fn tell_absent(&self, present: Present, ui: &mut Ui<'_>) {
        for name in self.asked().into_iter().zip(present.0).filter_map(|(name, here)| name.filter(|_| !here))
        {
            tell_absent(name, ui);
        }
    }

    /// Returns the names in `--player` and `--opponent`.
    const fn asked(&self) -> [Option<&String>; 2] {
        [self.args.player.as_ref(), self.args.opponent.as_ref()]
    }

    /// Returns `true` if the loss of a decision and the luck of its roll fit the conditions.
    pub(crate) fn fits_analysis(&self, evaluated: Option<&EvaluatedDecision>) -> bool {
        let luck = evaluated.and_then(|evaluated| evaluated.verdict.luck);
        self.args.luck.is_none_or(|range| luck.is_some_and(|luck| range.contains(luck)))
            && (!self.need_losses() || evaluated.is_some_and(|evaluated| self.fits_losses(evaluated)))
    }

    fn fits_losses(&self, evaluated: &EvaluatedDecision) -> bool {
        self.losses(evaluated).next().is_some() || (self.wants_right() && self.is_right(evaluated))
    }

    /// Returns `true` if decisions that lost nothing are looked for.
    fn wants_right(&self) -> bool {
        self.args.mark.is_empty() && self.args.loss.is_some_and(|range| range.from <= 0.0)
    }

    /// Returns `true` if an analysed decision of the kind that is looked for lost nothing.
    fn is_right(&self, evaluated: &EvaluatedDecision) -> bool {
        let play = evaluated.verdict.play.map(|play| play.loss);
        let all = [(KindArg::Cube, evaluated.cube_loss()), (KindArg::Play, play)];
        let mut losses = all
            .into_iter()
            .filter_map(|(kind, loss)| loss.filter(|_| self.args.kind.is_none_or(|wanted| wanted == kind)))
            .peekable();
        losses.peek().is_some() && losses.all(|loss| loss <= 0.0)
    }

    /// Returns the losses of a decision that fit: of the cube decision, then of the play.
    pub(crate) fn losses(&self, evaluated: &EvaluatedDecision) -> impl Iterator<Item = Loss> {
        let args = self.args;
        let fits = |loss: &Loss| {
            args.kind.is_none_or(|kind| (kind == KindArg::Cube) == loss.is_cube)
                && args.loss.is_none_or(|range| range.contains(loss.lost.equity))
                && (args.mark.is_empty() || args.mark.contains(&loss.mark))
        };
        evaluated.losses(&self.thresholds).into_iter().flatten().filter(fits)
    }

    /// Returns `true` if of the two losses of a decision that of its cube action is the one to show: the larger one of those
    /// that fit.
    pub(crate) fn shows_cube(&self, line: &DecisionJson) -> bool {
        let Args { kind, loss: range, mark: marks, .. } = self.args;
        let size = |of, loss: Option<f64>, mark: Option<&str>| {
            let fits = |loss: &f64| {
                range.is_none_or(|range| range.contains(*loss))
                    && (marks.is_empty() || marks.iter().any(|wanted| Some(wanted.words()) == mark))
            };
            loss.filter(fits).filter(|_| kind.is_none_or(|kind| kind == of))
        };
        // Of a double that was missed, and of the play after it. No loss is less than one of 0, which right cube actions
        // have.
        size(KindArg::Cube, line.cube_loss, line.cube_mark)
            > size(KindArg::Play, line.play_loss, line.play_mark)
    }

    /// Returns `true` if a decision is what is looked for; `opening` is that to which it belongs. What costs least is asked
    /// first.
    pub(crate) fn fits(
        &self,
        moment: &Moment<'_>,
        names: &BySide<String>,
        opening: Option<&Opening>,
    ) -> bool {
        let Self { args, position, .. } = self;
        let state = moment.before;
        let board = state.board();
        let (rules, score) = (state.rules(), state.score());
        let pips = || i64::from(board.pips());
        let away =
            || (!rules.is_money()).then(|| (score.away(moment.by, rules), score.away(!moment.by, rules)));
        args.length.is_none_or(|length| length == rules.length)
            && args.cube.is_none_or(|cube| cube == state.cube().value)
            && args.opening.is_none_or(|wanted| opening.is_some_and(|opening| wanted.includes(opening)))
            && (args.dice.is_empty() || moment.happening.roll().is_some_and(|roll| args.dice.contains(&roll)))
            && position.is_none_or(|position| position == *board)
            && args.score.is_none_or(|wanted| wanted == (score.points[moment.by], score.points[!moment.by]))
            && args.away.is_none_or(|wanted| away() == Some(wanted))
            && args.pips.is_none_or(|range| range.contains(pips()))
            && args.lead.is_none_or(|range| range.contains(i64::from(board.opponent_pips()) - pips()))
            && (self.need_losses() || args.kind.is_none_or(|kind| (kind == KindArg::Cube) == is_cube(moment)))
            && (args.action.is_empty() || args.action.iter().any(|wanted| wanted == action(moment)))
            && args.player.as_ref().is_none_or(|name| self.players.are_one(name, &names[moment.by]))
            && args.opponent.as_ref().is_none_or(|name| self.players.are_one(name, &names[!moment.by]))
            && args.play.as_ref().is_none_or(|play| is_played(moment, play))
            && (args.class.is_empty() || {
                let phases = Phases::of(board);
                args.class.iter().any(|&class| phases.has(class))
            })
    }
}

/// Notes that no player has a name: it may be misspelt.
pub(crate) fn tell_absent(name: &str, ui: &mut Ui<'_>) {
    ui.err(format_args!("note: no player is called `{name}`"));
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

/// The actions that are no plays: those with the cube, and resignations.
const CUBE_ACTIONS: [&str; 8] =
    ["double", "redouble", "beaver", "take", "pass", "offer-resignation", "refuse-resignation", "resign"];

/// Returns `true` if a moment is a cube action or a resignation.
fn is_cube(moment: &Moment<'_>) -> bool {
    CUBE_ACTIONS.contains(&action(moment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_dates_has_its_ends_in_order() {
        for right in [
            "2026",
            "2026-03",
            "..2025",
            "2026..",
            "2026-03..2026",
            "2025-12-31..2026-01",
            "2026..2026-03-01",
        ] {
            assert!(dates(right).is_ok(), "{right}");
        }
        for wrong in [
            "2026..2025",
            "2026-03..2026-02",
            "2026-03-02..2026-03-01",
            "2026-04..2026-03-31",
            "26",
            "2026-3",
            "2026-13",
            "2026-02-30",
        ] {
            assert!(dates(wrong).is_err(), "{wrong}");
        }
    }

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
        assert!(range("90..80").is_err_and(|complaint| complaint.contains("write the smaller number first")));
    }

    #[test]
    fn conditions_that_contradict_each_other_are_refused() {
        assert_eq!(away("3-1"), Ok((3, 1)));
        assert!(
            ["0-3", "3-0"].into_iter().all(|text| away(text).is_err_and(|why| why.contains("at least 1")))
        );
        assert!(pips("..-1").is_err() && pips("-5").is_err() && pips("0").is_ok());
        let of =
            |length, score, away| contradiction(&Args { score, away, length, ..Args::default() }).is_some();
        for (length, score, away) in [
            (Some(5), Some((5, 2)), None),
            (Some(5), Some((0, 9)), None),
            (Some(5), None, Some((6, 1))),
            (Some(0), None, Some((1, 1))),
            (None, Some((2, 4)), Some((3, 3))),
            (Some(7), Some((2, 4)), Some((3, 1))),
        ] {
            assert!(of(length, score, away), "{length:?} {score:?} {away:?}");
        }
        for (length, score, away) in [
            (Some(5), Some((4, 2)), Some((1, 3))),
            (Some(5), None, Some((5, 5))),
            (Some(0), Some((9, 2)), None),
            (None, Some((9, 2)), Some((2, 9))),
            (None, None, None),
        ] {
            assert!(!of(length, score, away), "{length:?} {score:?} {away:?}");
        }
        let of = |kind, action: &str, mark| {
            let action = action.split(',').map(str::to_owned).collect();
            contradiction(&Args { kind: Some(kind), action, mark, ..Args::default() })
        };
        let message = of(KindArg::Play, "take,pass", Vec::new());
        assert_eq!(message.as_deref(), Some("`--action take,pass` is never a decision of `--kind play`"));
        assert!(of(KindArg::Cube, "play", Vec::new()).is_some());
        // A double that was missed before the play.
        assert_eq!(of(KindArg::Cube, "play", vec![Mark::Bad]), None);
        assert_eq!(of(KindArg::Cube, "play,take", Vec::new()), None);
    }

    #[test]
    fn luck_may_be_negative_and_a_loss_may_not() {
        let contain = |text: &str, luck| lucks(text).map(|range| range.contains(luck));
        assert_eq!(contain("..-0.3", -0.3), Ok(true));
        assert_eq!(contain("..-0.3", -0.2), Ok(false));
        assert_eq!(contain("-0.5..-0.3", -0.4), Ok(true));
        assert_eq!(contain("0.1..", -0.4), Ok(false));
        let is_empty = |complaint: String| complaint.contains("write the smaller number first");
        assert!(lucks("-0.3..-0.5").is_err_and(is_empty));
        assert!(["", "x", "nan", "0.1-0.2"].into_iter().all(|text| lucks(text).is_err()));
        assert!(losses("-0.3..").is_err() && losses("..-0.3").is_err() && losses("nan").is_err());
        assert!(losses("0.3..").is_ok_and(|range| range.contains(0.3) && !range.contains(0.2)));
    }
}
