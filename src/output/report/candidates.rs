//! The table of an analysed decision: its candidates, or no double, take and pass.

use crate::analysis::rolled::Rolled;
use crate::analysis::skill::{CubeVerdict, Decision, EvaluatedDecision, Kind};
use crate::analysis::stored;
use crate::board::{Board, Roll};
use crate::diag::count::many;
use crate::engine::cube::Action;
use crate::game::record::{Candidate, Chances, CubeAnalysis, Evaluation, Notes, PlayAnalysis};
use crate::notation::play::print;
use crate::output::evaluation;
use crate::output::mistakes::by_owner;
use crate::output::plays::DANCE;
use crate::rules::Play;
use crate::rules::resolve::resolve;
use std::fmt::Write as _;

/// The choices of a decision, from the view of the player who decides; for an answer, of the doubler.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// The title: `Candidates`, `Cube decision`.
    pub title: &'static str,
    /// The headings of the columns.
    pub heads: Vec<&'static str>,
    /// The number of columns with words, which are aligned left; the others contain numbers.
    pub words: usize,
    /// The rows, the best candidate first.
    pub rows: Vec<Choice>,
    /// The right cube action in words; empty for plays.
    pub verdict: String,
    /// Whether the decision was a mistake.
    pub is_mistake: bool,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The cells.
    pub cells: Vec<String>,
    /// Whether this is the actual choice.
    pub is_done: bool,
    /// Whether this is the best choice.
    pub is_best: bool,
}

/// The chances in a table, in percent; gammons include backgammons.
const PERCENTS: [&str; 5] = ["win %", "gam", "bg", "lose g", "lose bg"];

/// The number of candidates in a table, and the play that was made.
const MOST: usize = 8;

impl Choices {
    /// Returns the tables of a decision, for the cube and for the plays, as far as the notes contain them.
    pub(super) fn of(notes: &Notes, evaluated: &EvaluatedDecision, mistakes: [bool; 2]) -> Vec<Self> {
        let mut all = Vec::new();
        if let Some(verdict) = evaluated.verdict.cube {
            all.push(cube(notes.cube_analyses().next(), &verdict, &evaluated.decision, mistakes[0]));
        }
        if let (Some(analysis), Kind::Turn { roll, .. }) =
            (notes.play_analyses().next(), evaluated.decision.kind)
        {
            let done = evaluated.verdict.play.map(|play| play.played);
            all.push(candidates(analysis, &evaluated.decision.board, roll, done, mistakes[1]));
        }
        all
    }
}

/// Returns the best play of a decision; `None` if there is none, or it isn't legal.
pub(super) fn best(notes: &Notes, evaluated: &EvaluatedDecision) -> Option<Play> {
    let Kind::Turn { roll, .. } = evaluated.decision.kind else { return None };
    let first = notes.play_analyses().find_map(|analysis| analysis.candidates.first())?;
    resolve(&evaluated.decision.board, roll, &first.legs).ok().map(|found| *found.play())
}

fn candidates(
    analysis: &PlayAnalysis,
    board: &Board,
    roll: Roll,
    done: Option<usize>,
    is_mistake: bool,
) -> Choices {
    let best = analysis.candidates.first().and_then(|first| first.evaluation.equity);
    let candidates = analysis.candidates.iter().enumerate();
    let rows =
        candidates.filter(|(place, _)| *place < MOST || done == Some(*place)).map(|(place, candidate)| {
            let evaluation = &candidate.evaluation;
            let mut cells =
                vec![(place + 1).to_string(), written(candidate, board, roll), equity(evaluation.equity)];
            let less = evaluation.equity.zip(best).map(|(own, best)| own - best).filter(|less| *less < 0.0);
            cells.push(equity(less));
            cells.extend(percents(evaluation.chances));
            cells.push(level(evaluation));
            Choice { cells, is_done: done == Some(place), is_best: place == 0 }
        });
    let mut heads = vec!["", "play", "equity", "difference"];
    heads.extend(PERCENTS);
    heads.push("level");
    Choices { title: "Candidates", heads, words: 2, rows: rows.collect(), verdict: String::new(), is_mistake }
}

/// Returns a candidate as GNU Backgammon prints it, or as stored if it isn't legal.
fn written(candidate: &Candidate, board: &Board, roll: Roll) -> String {
    if candidate.legs.is_empty() {
        return DANCE.to_owned();
    }
    if let Ok(found) = resolve(board, roll, &candidate.legs) {
        return print::gnubg(board, found.play()).to_string();
    }
    let legs = candidate.legs.iter().map(|leg| format!("{}/{}", leg.from, leg.to));
    legs.collect::<Vec<_>>().join(" ")
}

fn cube(
    analysis: Option<&CubeAnalysis>,
    verdict: &CubeVerdict,
    decision: &Decision,
    is_mistake: bool,
) -> Choices {
    let Decision { kind, state, .. } = decision;
    let CubeVerdict { no_double, double_take, .. } = *verdict;
    let equities = [no_double, double_take, 1.0].map(|equity| equity as f32);
    let action = Action::of(state, equities, verdict.may_beaver);
    // The right choice.
    let right = match action {
        Action::DoubleTake => 1,
        Action::DoublePass => 2,
        Action::DoubleBeaver => 3,
        _ => 0,
    };
    let done = match kind {
        Kind::Turn { .. } => Some(0),
        // The answer decides which row is the actual one.
        Kind::Take => Some(1),
        Kind::Pass => Some(2),
        Kind::Beaver { before: 0 } | Kind::TakeBeaver { before: 1, .. } => Some(3),
        _ => None,
    };
    let best = [no_double, double_take, 1.0, verdict.beavered()][right];
    let mut choices = vec![("no double", no_double), ("double, take", double_take), ("double, pass", 1.0)];
    if verdict.is_beavered() || kind.is_after_beaver() {
        choices.push((evaluation::BEAVERED, verdict.beavered()));
    }
    let rows = choices.iter().enumerate().map(|(place, (words, value))| {
        let off = value - best;
        let cells = vec![
            by_owner(words, state.owner).to_owned(),
            equity(Some(*value)),
            if off.abs() < 5e-4 { String::new() } else { equity(Some(off)) },
        ];
        Choice { cells, is_done: done == Some(place), is_best: place == right }
    });
    let rows = rows.collect();
    let mut words = evaluation::verdict(state, action).to_owned();
    if let Some(analysis) = analysis {
        if let Some(chances) = analysis.no_double.chances {
            let [win, gammon, _, lost, _] = percents(Some(chances));
            let _ = write!(words, "; wins {win} %, {gammon} % gammons, loses {lost} % gammons");
        }
        let level = level(&analysis.no_double);
        if !level.is_empty() {
            let _ = write!(words, "; {level}");
        }
    }
    let title = if kind.is_answer() { "Cube decision, from the doubler's view" } else { "Cube decision" };
    Choices { title, heads: vec!["", "equity", "difference"], words: 1, rows, verdict: words, is_mistake }
}

fn equity(equity: Option<f64>) -> String {
    equity.map_or_else(String::new, |equity| format!("{equity:+.3}"))
}

fn percents(chances: Option<Chances>) -> [String; 5] {
    let Some(it) = chances else { return Default::default() };
    <[f64; 5]>::from(it).map(|chance| format!("{:.1}", 100.0 * chance))
}

/// Returns how an evaluation was made, in the words of its program.
fn level(evaluation: &Evaluation) -> String {
    match stored::plies(evaluation) {
        Some(plies) if stored::is_cubeful(evaluation) => format!("{plies}-ply"),
        Some(plies) => format!("{plies}-ply cubeless"),
        None => match Rolled::read(&evaluation.settings) {
            Some(rolled) => {
                let cubeless = if rolled.is_cubeful() { "" } else { ", cubeless" };
                format!("rollout, {}{cubeless}", many(rolled.games, "game"))
            }
            None => evaluation.settings.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::engine::cube::{CubeState, Stakes};
    use crate::engine::met::Stage;

    #[test]
    fn a_cube_decision_has_the_words_of_the_command_that_evaluates_it() {
        let (state, kind) = (CubeState::MONEY.without_jacoby().without_beavers(), Kind::Double);
        let (by, board) = (Side::Zero, Board::START);
        let decision =
            Decision { act: 0, entry: None, by, board, state, unit: None, may_beaver: false, kind };
        for (no_double, double_take, words) in [
            (0.5, 0.4, "No double, take"),
            (0.5, 0.5, "Optional double, take"),
            (0.5, 0.6, "Double, take"),
            (0.9, 1.2, "Double, pass"),
            (1.1, 1.2, "Too good to double, pass"),
            (1.1, 0.9, "Too good to double, take"),
        ] {
            let verdict = CubeVerdict::new(&state, no_double, double_take, false);
            assert_eq!(cube(None, &verdict, &decision, false).verdict, words);
        }
    }

    #[test]
    fn an_optional_double_loses_nothing_at_any_score() {
        for [away, opponent] in [[5, 5], [2, 25], [25, 2]] {
            let stakes = Stakes::Match { away, opponent, stage: Stage::Before };
            let state = CubeState { stakes, ..CubeState::MONEY };
            let (by, board, kind) = (Side::Zero, Board::START, Kind::Double);
            let decision =
                Decision { act: 0, entry: None, by, board, state, unit: None, may_beaver: false, kind };
            for difference in [-0.1, -1e-3, -1e-4, -1.5e-5, -5e-6, 5e-6, 1.5e-5, 1e-4, 1e-3, 0.1] {
                let verdict = CubeVerdict::new(&state, 0.5, 0.5 + difference, false);
                let losses = [verdict.loss_of_double(), verdict.loss_of_no_double()];
                let words = cube(None, &verdict, &decision, false).verdict;
                let is_optional = words.starts_with("Optional");
                assert_eq!(
                    losses.iter().all(|&loss| loss <= 0.0),
                    is_optional,
                    "{away} {opponent} {difference}: {words}, {losses:?}"
                );
            }
        }
    }

    #[test]
    fn a_rollout_without_a_cube_is_called_cubeless() {
        let of = |is_cubeful: u8| {
            let plies = "ver 3 0C 1 0.000000 1";
            let settings = format!(
                "X ver 3 Score 0.1 0.1 Trials 36 Output 0.5 0.2 0 0.1 0 0.1 0.6 StdDev 0 0 0 0 0 0 0.01 SK 0 \
                 RC {is_cubeful} 1 0 1 0 0 10 1 1 5 \"Mersenne Twister\" 17  cube0 {plies} cheq0 {plies} \
                 cube1 {plies} cheq1 {plies}"
            );
            level(&Evaluation { settings: settings.into(), ..Evaluation::default() })
        };
        assert_eq!([of(1), of(0)], ["rollout, 36 games", "rollout, 36 games, cubeless"]);
    }

    #[test]
    fn an_evaluation_without_a_cube_is_called_cubeless() {
        let of = |mode: &str| {
            let settings = format!("E ver 3 0.5 0.2 0.1 0.0 0.2 0.1 {mode} 0 1 0.000000 1");
            level(&Evaluation { settings: settings.into(), ..Evaluation::default() })
        };
        assert_eq!([of("2C"), of("2")], ["2-ply", "2-ply cubeless"]);
    }
}
