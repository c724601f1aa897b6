//! Rollouts, as text.

use super::evaluation::{Numbers, PERCENTS, outcomes, percents, stakes, verdict};
use super::mistakes::by_owner;
use super::plays::{DANCE, named};
use super::stored::{ONE_SIDED, kind_of};
use super::table::Table;
use crate::board::{Board, Roll};
use crate::diag::wrapped;
use crate::engine::cube::{Action, CubeDecision, CubeState, Ladder};
use crate::engine::met::MatchEquity;
use crate::engine::rollout::{Estimate, GameSettings, Question, Rollout, Status, decision};
use crate::rules::Play;
use std::fmt::Write as _;
use std::ops::Range;

/// A rollout with everything needed to print it.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The cube and the score, from the view of the player for whom the rollout is made.
    pub state: &'a CubeState,
    /// The match equity table.
    pub table: &'a MatchEquity,
    /// The position, from the same view.
    pub board: &'a Board,
    /// The roll whose plays are compared.
    pub roll: Option<Roll>,
    /// The question.
    pub question: &'a Question,
    /// The names of the candidates: plays as GNU Backgammon prints them, or cube actions.
    pub names: &'a [String],
    /// The settings of the games.
    pub settings: &'a GameSettings,
    /// The results.
    pub rollout: &'a Rollout,
}

impl Played<'_> {
    /// Returns the name of a play as a candidate.
    #[must_use]
    pub fn name_of(board: &Board, play: &Play) -> String {
        named(board, play, DANCE)
    }

    /// Returns the names of the candidates of a question other than about plays.
    #[must_use]
    pub fn names_of(question: &Question) -> Vec<String> {
        let names: &[&str] = match question {
            Question::Plays(_) => &[],
            Question::Cube(_) => &["no double", "double, take"],
            Question::Position(_) => &["position"],
        };
        names.iter().map(|&name| name.to_owned()).collect()
    }

    /// Returns the name of a candidate: an action with one's own cube is a redouble.
    fn name(&self, number: usize) -> &str {
        by_owner(&self.names[number], self.state.owner)
    }

    /// Returns the candidates that have games, plays with the best first: their numbers in the rollout, their
    /// estimates, and their status.
    #[must_use]
    pub fn candidates(&self) -> Vec<(usize, Estimate, Status)> {
        let mut found: Vec<_> = self.rollout.candidates().iter().enumerate().collect::<Vec<_>>();
        if matches!(self.question, Question::Plays(_)) {
            let equity =
                |estimate: Option<Estimate>| estimate.map_or(f32::NEG_INFINITY, |found| found.equity);
            found.sort_by(|(_, a), (_, b)| equity(b.0.estimate()).total_cmp(&equity(a.0.estimate())));
        }
        let known = |(number, candidate): (usize, &(_, Status))| {
            let (tally, status): &(crate::engine::rollout::Tally, Status) = candidate;
            Some((number, tally.estimate()?, *status))
        };
        found.into_iter().filter_map(known).collect()
    }

    /// Returns the cube decision, if the question was about the cube and there are results.
    #[must_use]
    pub fn decision(&self) -> Option<CubeDecision> {
        let estimates: [Estimate; 2] = self.rollout.estimates()?.try_into().ok()?;
        if !matches!(self.question, Question::Cube(_)) {
            return None;
        }
        decision((self.state, self.table), self.settings, self.board, &estimates)
    }

    /// Returns the match winning chance of an equity, and its error. `None` for money.
    #[must_use]
    pub fn match_chance(&self, estimate: &Estimate) -> Option<(f32, f32)> {
        let ladder = Ladder::new(self.state, self.table)?;
        let chance = |equity: f32| ladder.match_chance(ladder.worth_of(equity));
        let slope = chance(1.0)? - chance(0.0)?;
        Some((chance(estimate.equity)?, slope * estimate.error))
    }
}

/// Returns in words which of all games are played, counted from 1.
pub(super) fn numbers(games: &Range<u64>, of: u64) -> String {
    format!("games {} to {} of {of}", games.start + 1, games.end)
}

/// Returns in words how games are played.
#[must_use]
pub fn manner(settings: &GameSettings) -> String {
    let [own, other] = settings.levels;
    let mut text = format!("{}-ply", own.plays);
    if own.cube != own.plays && settings.is_cubeful {
        let _ = write!(text, ", cube {}-ply", own.cube);
    }
    if other != own {
        let _ = write!(text, " (the opponent {}-ply, cube {}-ply)", other.plays, other.cube);
    }
    text += if settings.is_cubeful { ", cubeful" } else { ", cubeless" };
    if let Some(truncation) = settings.truncation {
        let turns = match truncation.turns {
            1 => "1 ply".to_owned(),
            turns => format!("{turns} plies"),
        };
        let _ = write!(text, ", {turns}, then evaluated at {}-ply", truncation.plies);
    }
    if settings.is_opening {
        text += ", opening rolls";
    }
    text += if settings.reduces_variance { ", variance reduction" } else { ", no variance reduction" };
    if !settings.is_stratified {
        text += ", plain dice";
    }
    let _ = write!(text, ", seed {}", settings.seed);
    text
}

/// Writes a number as a standard error.
fn error(error: f32) -> String {
    if error.is_finite() { format!("{error:.4}") } else { "?".to_owned() }
}

/// Writes the estimates of all candidates, and the cube decision if the question was about the cube; at most `width`
/// columns wide.
///
/// Each has a line: plays with the best first.
#[must_use]
pub fn text(played: &Played<'_>, width: usize) -> String {
    let candidates = played.candidates();
    let is_cube = matches!(played.question, Question::Cube(_));
    // The losses of cube actions are in the table of the decision.
    let has_losses = candidates.len() > 1 && !is_cube;
    let mut heads = vec![">", "candidate", ">equity", ">error"];
    heads.extend(has_losses.then_some(">loss"));
    heads.extend(PERCENTS);
    heads.push(">cubeless");
    heads.extend(played.state.is_match().then_some(">match %"));
    heads.extend([">games", ""]);
    let mut table = Table::new(&heads);
    let best = candidates.first().map(|first| first.1);
    for (place, (number, estimate, status)) in candidates.iter().enumerate() {
        let loss = best.filter(|_| place > 0).map(|best| {
            let joint = best.error.hypot(estimate.error);
            format!("{:.4} ± {}", best.equity - estimate.equity, self::error(joint))
        });
        let mut row = vec![
            if has_losses { (place + 1).to_string() } else { String::new() },
            played.name(*number).to_owned(),
            format!("{:+.4}", estimate.equity),
            error(estimate.error),
        ];
        if has_losses {
            row.push(loss.unwrap_or_default());
        }
        row.extend(percents(estimate.chances));
        row.push(format!("{:+.4}", estimate.cubeless));
        row.extend(played.match_chance(estimate).map(|(chance, _)| format!("{:.2}", 100.0 * chance)));
        row.push(estimate.games.to_string());
        let ended = match status {
            Status::Running => "",
            Status::Exact => "exact enough",
            Status::Behind => "clearly behind",
            Status::Clear => "clear",
        };
        row.push(ended.to_owned());
        table.row(row);
    }
    let (share, of) = (played.rollout.share(), played.rollout.stop().games);
    let share = if *share == (0..of) { String::new() } else { format!(", {}", numbers(share, of)) };
    let mut text = format!(
        "{}\nrollout: {}{share}\n{}",
        stakes(played.state),
        manner(played.settings),
        table.within(width)
    );
    if let Some(decision) = played.decision() {
        text += &cube(played, &decision, width);
    }
    wrapped(&text, width).into_owned()
}

/// Writes the cube decision that follows from the estimates.
fn cube(played: &Played<'_>, decision: &CubeDecision, width: usize) -> String {
    let mut text = format!("\n{}", verdict(played.state, decision.action));
    if decision.action == Action::NotAvailable {
        return text + "\n";
    }
    let right = decision.equity();
    let mut table = Table::new(&["", ">equity", ">difference"]);
    for (words, value) in outcomes(decision) {
        let difference = value - right;
        let loss = if difference.abs() < 5e-6 { String::new() } else { format!("{difference:+.4}") };
        table.row(vec![by_owner(words, played.state.owner).to_owned(), format!("{value:+.4}"), loss]);
    }
    let _ = write!(text, "\n{}", table.within(width));
    text
}

/// Returns the state of a running rollout in a few words.
#[must_use]
pub fn standing(played: &Played<'_>) -> String {
    let say = |(number, estimate, _): &(usize, Estimate, Status)| {
        format!("{} {:+.3} ± {:.3}", played.name(*number), estimate.equity, estimate.error)
    };
    played.candidates().iter().take(2).map(say).collect::<Vec<_>>().join("; ")
}

/// Writes a rollout as GNU Backgammon does.
#[must_use]
pub fn gnubg(played: &Played<'_>, digits: usize) -> String {
    let settings = played.settings;
    let mut text = String::new();
    for (place, (number, estimate, _)) in (1..).zip(played.candidates()) {
        let name = match played.question {
            Question::Position(_) => "Current Position",
            _ => &played.names[number],
        };
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = estimate.cumulative_errors;
        // Losses are the games that aren't won, and have the same error.
        let errors = [win, gammon, backgammon, win, lost_gammon, lost_backgammon]
            .map(|error| format!("{error:.digits$}"))
            .to_vec();
        let _ = write!(
            text,
            "\n{name}:\n  {} CL {:+.digits$}",
            Numbers::plain(digits).chances(estimate.chances),
            estimate.cubeless
        );
        if settings.is_cubeful {
            let _ = write!(text, " CF {:+.digits$}", estimate.equity);
        }
        let _ = write!(
            text,
            "\n [{} - {} CL  {:.digits$}",
            errors[..3].join(" "),
            errors[3..].join(" "),
            estimate.cubeless_error
        );
        if settings.is_cubeful {
            let _ = write!(text, " CF  {:.digits$}", estimate.error);
        }
        let _ = writeln!(text, "] {place}r\n{}", gnubg_manner(played, estimate.games));
    }
    if let Some(decision) = played.decision() {
        let _ = writeln!(text, "\nProper cube action: {}", verdict(played.state, decision.action));
    }
    text
}

/// Returns in GNU Backgammon's words how games were played.
fn gnubg_manner(played: &Played<'_>, games: u64) -> String {
    let settings = played.settings;
    let depth = settings.truncation.map(|truncation| u32::from(truncation.turns));
    let end = if !settings.is_cubeful && settings.ends_at_tables { ONE_SIDED } else { "" };
    let kind = kind_of(settings.is_cubeful, depth, end, settings.reduces_variance);
    let (dice, spread) =
        if settings.is_stratified { ("dice gen.", " and quasi-random dice") } else { ("dice generator", "") };
    let seed = settings.seed;
    let mut text = format!("{kind}\n{games} games, SplitMix64 {dice} with seed {seed}{spread}");
    let level = |plies: u8| {
        let name = match plies {
            0 => " [expert]",
            2 => " [world class]",
            _ => "",
        };
        format!("{plies}-ply cubeful prune{name}")
    };
    let [own, _] = settings.levels;
    let _ = write!(text, "\nPlay: {}\nCube: {}", level(own.plays), level(own.cube));
    text
}
