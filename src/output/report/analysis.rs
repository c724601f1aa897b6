//! The analysis in a report: both players' performance, the mistakes, the loss of each move.

use super::{Choices, Game, Report, candidates, moves};
use crate::analysis::skill::{
    Course, EvaluatedDecision, Kind, Loss, Statistics, Thresholds, Verdict, courses, evaluated_decisions,
    luck_words, performances, rating_words,
};
use crate::board::Side;
use crate::game::Replayed;
use crate::game::record::Notes;
use crate::output::diagram;
use crate::output::mistakes::done_and_best;

/// The analysis of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysed {
    /// The headings of the rows of players.
    pub heads: Vec<&'static str>,
    /// A row for each player: name, PR, error rate, rating, losses of plays and cube actions, luck, its rating; and
    /// the PR with resignations, if one lost something.
    pub players: Vec<Vec<String>>,
    /// The decisions that lost most, the worst first.
    pub mistakes: Vec<Mistake>,
    /// The course of each game, in the order of the games.
    pub courses: Vec<Course>,
}

/// A decision that lost equity.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The place of the game in the report, counted from 0.
    pub game: usize,
    /// The place of the step in the game, counted from 0.
    pub step: usize,
    /// Whose it is: who accepts a resignation makes it at the opponent's step.
    pub by: Side,
    /// The actual and the best action.
    pub words: String,
    /// The loss: normalised equity, and its value.
    pub lost: String,
    /// The mark: `very bad`.
    pub mark: &'static str,
    /// Whether it was a cube decision; otherwise a play.
    pub is_cube: bool,
    /// Whether it was made before the roll: no double was offered.
    pub is_before_roll: bool,
    /// The loss, in normalised equity.
    equity: f64,
}

/// The headings of the table of players.
const HEADS: [&str; 8] =
    ["player", "PR", "error rate", "rating", "plays lost", "cube lost", "luck", "luck rating"];

impl Analysed {
    /// Reads the notes of a record, and adds the loss to each step. `None` if nothing was evaluated.
    pub(super) fn of(replayed: &Replayed, games: &mut [Game]) -> Option<Self> {
        let all = evaluated_decisions(replayed);
        if all.is_empty() {
            return None;
        }
        let thresholds = Thresholds::default();
        let mut mistakes = Vec::new();
        for evaluated in &all {
            let (game, step) = (evaluated.game, evaluated.decision.act);
            let losses = evaluated.losses(&thresholds);
            if let Some(step) = games[game].steps.get_mut(step) {
                let is_mistake = losses.map(|loss| loss.is_some_and(|loss| !loss.mark.words().is_empty()));
                step.choices = notes(replayed, evaluated)
                    .map_or_else(Vec::new, |notes| Choices::of(notes, evaluated, is_mistake));
                step.luck = luck(&evaluated.verdict, &thresholds);
            }
            for loss in losses.iter().flatten() {
                let mistake = Mistake::new(replayed, evaluated, loss, (game, step));
                if let Some(step) = games[game].steps.get_mut(step) {
                    if !loss.is_cube && !mistake.mark.is_empty() && !step.diagram.arrows.is_empty() {
                        let board = &evaluated.decision.board;
                        let best =
                            notes(replayed, evaluated).and_then(|notes| candidates::best(notes, evaluated));
                        step.ways = best.is_some().then(|| done_and_best(evaluated, loss));
                        step.diagram.best = best.map_or_else(Vec::new, |play| diagram::moves(board, &play));
                    }
                    // Records have no marks of beavers, their answers and resignations.
                    if step.mark.is_empty()
                        && step.side == mistake.by
                        && !evaluated.decision.kind.is_evaluated()
                    {
                        step.mark = loss.mark.annotation().map_or("", moves::mark);
                    }
                    step.evaluated.push(format!("{}: loses {}", mistake.words, mistake.lost));
                }
                if !mistake.mark.is_empty() {
                    mistakes.push(mistake);
                }
            }
        }
        mistakes.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        let statistics = Statistics::of(replayed, &thresholds);
        let performances = performances(replayed);
        let has_resignations = performances.0.iter().any(|player| player.resignations.count > 0);
        let cell = |rate: Option<f64>, cell: &dyn Fn(f64) -> String| rate.map_or_else(String::new, cell);
        let rated = |rating| cell(rating, &|rating| format!("{rating:.2}"));
        let players = Side::ALL.map(|side| {
            let player = &statistics.players[side];
            let rate = player.error_rate().map(|rate| rate.equity);
            let luck = player.luck_rate().map(|rate| rate.equity);
            let mut cells = vec![
                super::names(replayed, 0)[side].clone(),
                rated(performances[side].rating()),
                cell(rate, &|rate| format!("{:.1}", 1000.0 * rate)),
                cell(rate, &|rate| rating_words(rate).to_owned()),
                format!("{:.3}", player.plays.equity),
                format!("{:.3}", player.cube().equity),
                cell(luck, &|_| format!("{:+.3}", player.luck.equity)),
                cell(luck, &|luck| luck_words(luck).to_owned()),
            ];
            cells.extend(has_resignations.then(|| rated(performances[side].rating_with_resignations())));
            cells
        });
        let mut heads = HEADS.to_vec();
        heads.extend(has_resignations.then_some("PR with resignations"));
        let courses = courses(replayed, &all);
        Some(Self { heads, players: players.to_vec(), mistakes, courses })
    }
}

/// Returns the luck of a roll with its mark; `None` if it wasn't evaluated.
fn luck(verdict: &Verdict, thresholds: &Thresholds) -> Option<String> {
    let value = verdict.luck?;
    let mark = verdict.luck_mark(thresholds).map_or_else(String::new, |mark| format!(", {}", mark.words()));
    Some(format!("{value:+.3}{mark}"))
}

/// Returns the notes of a decision's entry.
fn notes<'a>(replayed: &'a Replayed, evaluated: &EvaluatedDecision) -> Option<&'a Notes> {
    replayed.record.games.get(evaluated.game)?.notes_of(evaluated.decision.entry?)
}

impl Mistake {
    fn new(
        replayed: &Replayed,
        evaluated: &EvaluatedDecision,
        loss: &Loss,
        (game, step): (usize, usize),
    ) -> Self {
        let [done, best] = done_and_best(evaluated, loss);
        let worth = if replayed.rules.is_money() {
            format!("{:.3} points", loss.lost.worth)
        } else {
            format!("{:.2} % of the match", 100.0 * loss.lost.worth)
        };
        Self {
            game,
            step,
            by: evaluated.decision.by,
            words: format!("{done} instead of {best}"),
            lost: format!("{:.3} ({worth})", loss.lost.equity),
            mark: loss.mark.words(),
            is_cube: loss.is_cube,
            is_before_roll: loss.is_cube
                && matches!(evaluated.decision.kind, Kind::Turn { .. } | Kind::Seen(_)),
            equity: loss.lost.equity,
        }
    }

    /// Returns the page's identifier of the step.
    #[cfg(feature = "pages")]
    pub(super) fn anchor(&self) -> String {
        format!("g{}m{}", self.game + 1, self.step + 1)
    }

    /// Returns its place and the player.
    pub(super) fn head(&self, report: &Report) -> String {
        let game = &report.games[self.game];
        let step = game.steps.get(self.step);
        let name = &game.names[self.by];
        format!("game {}, move {}, {name}", game.row.number, step.map_or(1, |step| step.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_has_its_mark() {
        let of = |luck| super::luck(&Verdict { luck, ..Verdict::default() }, &Thresholds::default());
        assert_eq!(of(Some(0.65)).as_deref(), Some("+0.650, very lucky"));
        assert_eq!(of(Some(-0.4)).as_deref(), Some("-0.400, unlucky"));
        assert_eq!(of(Some(0.1)).as_deref(), Some("+0.100"));
        assert_eq!(of(None), None);
    }
}
