//! The evaluated decisions of a record, and the mistakes among them.

use super::decision::{Decision, Kind, decisions};
use super::marks::{Mark, Thresholds};
use super::statistics::Amount;
use super::unit::Unit;
use super::verdict::{CubeVerdict, Verdict};
use crate::board::Side;
use crate::game::Replayed;
use crate::game::record::{Analysis, Candidate, MatchRecord, Notes};
use crate::rules::Play;
use crate::rules::resolve::resolve;

/// An evaluated decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The place of the game, counted from 0.
    pub game: usize,
    /// The number of the move in the game, as the rows of a .mat record are counted.
    pub number: u32,
    /// The decision.
    pub decision: Decision,
    /// Its evaluation, read from the notes.
    pub verdict: Verdict,
    /// The unit that converts its equities into chances to win the match, or points.
    pub unit: Unit,
    /// The best play, if plays were evaluated.
    pub best: Option<Play>,
    /// The player's chance to win the game with the best play, gammons included.
    pub win: Option<f64>,
    /// The value after the act, from player 0's view: the chance to win the match, or points of a session. Assumes best
    /// play for the cube decisions that are left.
    pub after: Option<f64>,
}

/// The loss of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Whether it is the loss of the cube decision; otherwise of the play.
    pub is_cube: bool,
    /// The loss; never negative.
    pub lost: Amount,
    /// How bad that is.
    pub mark: Mark,
}

impl Judged {
    /// Returns the loss of the cube decision, including not to double, and that of the play; `None` where nothing was
    /// lost or evaluated.
    #[must_use]
    pub fn losses(&self, thresholds: &Thresholds) -> [Option<Loss>; 2] {
        let loss = |is_cube, loss: f64| {
            let lost = Amount::of(loss, self.unit);
            (loss > 0.0).then(|| Loss { is_cube, lost, mark: thresholds.mark(loss) })
        };
        let cube = self.verdict.cube.and_then(|cube| loss(true, cube.loss(self.decision.kind)));
        [cube, self.verdict.play.and_then(|play| loss(false, play.loss))]
    }
}

/// Returns the evaluated decisions of a record, in order.
#[must_use]
pub fn judged(replayed: &Replayed) -> Vec<Judged> {
    let mut all = Vec::new();
    let none = Notes::default();
    for (game, (record, happened)) in replayed.games().enumerate() {
        let numbers = replayed.move_numbers(game);
        for decision in decisions(&replayed.rules, happened) {
            let Some(unit) = Unit::of(&decision.state) else { continue };
            let on_entry = |entry: u32| record.entries.get(entry as usize)?.notes.as_deref();
            let verdict = Verdict::told(&happened.acts, &decision, on_entry);
            if verdict == Verdict::default() {
                continue;
            }
            let notes = decision.entry.and_then(on_entry).unwrap_or(&none);
            let first = first_candidate(notes);
            let best = first.and_then(|first| play(first, &decision));
            let win = first.and_then(|first| Some(first.evaluation.chances?.win));
            let after = after(notes, &decision, &verdict).map(|equity| {
                let worth = unit.worth(equity);
                let other = if decision.state.is_match() { 1.0 - worth } else { -worth };
                // An answer is evaluated from the doubler's view.
                let viewer = if decision.kind.is_answer() { !decision.by } else { decision.by };
                if viewer == Side::Zero { worth } else { other }
            });
            all.push(Judged {
                game,
                number: numbers[decision.act],
                decision,
                verdict,
                unit,
                best,
                win,
                after,
            });
        }
    }
    all
}

/// Returns `true` if a record contains an analysis of any decision or the luck of any roll.
#[must_use]
pub fn has_analyses(record: &MatchRecord) -> bool {
    let mut notes =
        record.games.iter().flat_map(|game| &game.entries).filter_map(|entry| entry.notes.as_ref());
    notes.any(|notes| !notes.analyses.is_empty() || notes.luck_value.is_some())
}

/// Returns the decision of an act in a game, both counted from 0, among those of [`judged`].
#[must_use]
pub fn of_act(all: &[Judged], game: usize, act: usize) -> Option<&Judged> {
    let at = all.binary_search_by_key(&(game, act), |judged| (judged.game, judged.decision.act));
    at.ok().map(|at| &all[at])
}

/// Returns the normalised equity after the act, from the view of the verdict.
fn after(notes: &Notes, decision: &Decision, verdict: &Verdict) -> Option<f64> {
    let cube = |of: fn(&CubeVerdict) -> f64| verdict.cube.as_ref().map(of);
    match decision.kind {
        Kind::Turn { .. } => {
            let candidates = notes.analyses.iter().find_map(|analysis| match analysis {
                Analysis::Play(analysis) => Some(&analysis.candidates),
                Analysis::Cube(_) => None,
            });
            let played = verdict.play.and_then(|play| candidates?.get(play.played)?.evaluation.equity);
            played.or_else(|| cube(|cube| cube.no_double))
        }
        Kind::Double => cube(CubeVerdict::double),
        Kind::Take => cube(|cube| cube.double_take),
        // The responder who passes loses a single game.
        Kind::Pass => Some(1.0),
    }
}

fn first_candidate(notes: &Notes) -> Option<&Candidate> {
    notes.analyses.iter().find_map(|analysis| match analysis {
        Analysis::Play(analysis) => analysis.candidates.first(),
        Analysis::Cube(_) => None,
    })
}

fn play(candidate: &Candidate, decision: &Decision) -> Option<Play> {
    let Kind::Turn { roll, .. } = decision.kind else { return None };
    resolve(&decision.board, roll, &candidate.legs).ok().map(|found| *found.play())
}
