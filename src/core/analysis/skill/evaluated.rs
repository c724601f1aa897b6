//! The evaluated decisions of a record, and the mistakes among them.

use super::decision::{Decision, Kind, decisions, may_beaver, state};
use super::marks::{Mark, Thresholds};
use super::statistics::Amount;
use super::unit::{Unit, lost};
use super::verdict::{CubeVerdict, Verdict};
use crate::board::Side;
use crate::engine::cube::CubeState;
use crate::game::record::{Candidate, MatchRecord, Notes};
use crate::game::{Happening, Replayed, ReplayedGame};
use crate::rules::Play;
use crate::rules::resolve::resolve;

/// An evaluated decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedDecision {
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
    /// The loss of a decision about a resignation, in normalised equity; never negative. Elsewhere `None`.
    pub resignation: Option<f64>,
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

impl EvaluatedDecision {
    /// Returns the loss of the cube decision, including not to double and a missed beaver, or of the decision about a
    /// resignation, in normalised equity; never negative. `None` if it wasn't evaluated.
    #[must_use]
    pub fn cube_loss(&self) -> Option<f64> {
        let Decision { kind, .. } = self.decision;
        let cube = self.verdict.cube.map(|cube| match kind {
            Kind::Take | Kind::Pass if self.decision.may_beaver => cube.loss(kind) + cube.loss_of_no_beaver(),
            _ => cube.loss(kind),
        });
        cube.or(self.resignation)
    }

    /// Returns the loss of the cube decision, as [`Self::cube_loss`], and that of the play; `None` where nothing was
    /// lost or evaluated.
    #[must_use]
    pub fn losses(&self, thresholds: &Thresholds) -> [Option<Loss>; 2] {
        let loss = |is_cube, loss: f64| {
            let lost = Amount::of(loss, self.unit);
            (loss > 0.0).then(|| Loss { is_cube, lost, mark: thresholds.mark(loss) })
        };
        let cube = self.cube_loss().and_then(|lost| loss(true, lost));
        [cube, self.verdict.play.and_then(|play| loss(false, play.loss))]
    }
}

/// Returns the evaluated decisions of a record, in order.
///
/// A resignation is compared with the value that the game had by the evaluation of the last decision before it, and charged to
/// the player who lost by it. It has no loss while a double was offered, or after a roll that was neither
/// played nor evaluated.
#[must_use]
pub fn evaluated_decisions(replayed: &Replayed) -> Vec<EvaluatedDecision> {
    let mut all = Vec::new();
    let none = Notes::default();
    for (game, (record, happened)) in replayed.games().enumerate() {
        let numbers = replayed.move_numbers(game);
        let on_entry = |entry| record.notes_of(entry);
        let mut decisions = decisions(&replayed.rules, happened).into_iter().peekable();
        // The value from player 0's view before the next act, if it is known.
        let mut value = None;
        for (place, act) in happened.acts.iter().enumerate() {
            let mut found = None;
            if let Some(decision) = decisions.next_if(|decision| decision.act == place) {
                found = of_decision(happened, decision, on_entry, &none);
            } else if let Some(value) = value {
                found = resignation(replayed, happened, place, value);
            }
            value = match act.what {
                Happening::ResignationOffered { .. } | Happening::ResignationRefused => value,
                Happening::Played { .. }
                | Happening::Illegal { .. }
                | Happening::RolledOnly { .. }
                | Happening::Taken => found.and_then(|found: EvaluatedDecision| found.after),
                _ => None,
            };
            all.extend(found.map(|found| EvaluatedDecision { game, number: numbers[place], ..found }));
        }
    }
    all
}

/// Returns a decision with its evaluation. `None` if there is none, or no table contains the score.
fn of_decision<'a>(
    game: &ReplayedGame,
    decision: Decision,
    on_entry: impl Fn(u32) -> Option<&'a Notes>,
    none: &'a Notes,
) -> Option<EvaluatedDecision> {
    let unit = decision.unit?;
    let verdict = Verdict::told(&game.acts, &decision, &on_entry);
    let notes = decision.entry.and_then(on_entry).unwrap_or(none);
    let first = first_candidate(notes);
    if verdict == Verdict::default() && (first.is_none() || !matches!(decision.kind, Kind::Seen(_))) {
        return None;
    }
    let best = first.and_then(|first| play(first, &decision));
    let win = first.and_then(|first| Some(first.evaluation.chances?.win));
    let after = after(notes, &decision, &verdict).map(|equity| {
        // An answer is evaluated from the doubler's view.
        from_zero(&decision.state, decision.doubler(), unit.worth(equity))
    });
    Some(EvaluatedDecision {
        game: 0,
        number: 0,
        decision,
        verdict,
        unit,
        best,
        win,
        resignation: None,
        after,
    })
}

/// Returns a value from player 0's view that is given from a side's view, or the other way round.
fn from_zero(state: &CubeState, side: Side, worth: f64) -> f64 {
    match side {
        Side::Zero => worth,
        Side::One if state.is_match() => 1.0 - worth,
        Side::One => -worth,
    }
}

/// The least loss of a resignation that counts, in normalised equity: who is as good as lost saves time.
const SPARED: f64 = 0.001;

/// Evaluates a resignation that was accepted or refused, by the value of the game from player 0's view. `None` if the act is
/// neither, or no table contains the score.
fn resignation(
    replayed: &Replayed,
    game: &ReplayedGame,
    place: usize,
    value: f64,
) -> Option<EvaluatedDecision> {
    let act = &game.acts[place];
    let (outcome, loser) = match act.what {
        Happening::Resigned { outcome } => (outcome, act.by),
        Happening::ResignationRefused => {
            let offer = game.acts[..place].iter().rev().find_map(|act| match act.what {
                Happening::ResignationOffered { outcome } => Some(outcome),
                _ => None,
            });
            (offer?, !act.by)
        }
        _ => return None,
    };
    let state_of = |by| state(&replayed.rules, game, act.cube, by);
    let unit = Unit::of(&state_of(loser))?;
    let played_on = unit.equity(from_zero(&state_of(loser), loser, value));
    let resigned = unit.equity(lost(&state_of(loser), outcome)?);
    // What the loser gives away, which is what the winner gains.
    let given = played_on - resigned;
    let (by, kind, loss) = match act.what {
        Happening::ResignationRefused => (!loser, Kind::Refuse(outcome), given),
        _ if given < 0.0 => (!loser, Kind::Accept(outcome), -given),
        _ => (loser, Kind::Resign(outcome), given),
    };
    let state = state_of(by);
    let unit = Unit::of(&state)?;
    Some(EvaluatedDecision {
        game: 0,
        number: 0,
        decision: Decision {
            act: place,
            entry: act.entry,
            by,
            board: act.before,
            state,
            unit: Some(unit),
            may_beaver: may_beaver(&replayed.rules, &state),
            kind,
        },
        verdict: Verdict::default(),
        unit,
        best: None,
        win: None,
        resignation: Some(if loss < SPARED { 0.0 } else { loss }),
        after: None,
    })
}

/// Returns `true` if a record contains an analysis of any decision or the luck of any roll.
#[must_use]
pub fn has_analyses(record: &MatchRecord) -> bool {
    record.notes().any(|notes| !notes.analyses.is_empty() || notes.luck_value.is_some())
}

/// Returns the number of unforced plays of a record, without illegal ones, and how many of them have no evaluation.
#[must_use]
pub fn unforced_plays(replayed: &Replayed) -> (usize, usize) {
    let (mut all, mut open) = (0, 0);
    for (record, game) in replayed.games() {
        let on_entry = |entry| record.notes_of(entry);
        for decision in decisions(&replayed.rules, game) {
            let is_legal = matches!(decision.kind, Kind::Turn { play: Some(_), .. });
            if is_legal && game.acts[decision.act].legal_plays() > 1 {
                all += 1;
                open += usize::from(Verdict::told(&game.acts, &decision, on_entry).play.is_none());
            }
        }
    }
    (all, open)
}

/// Returns the decision of an act in a game, both counted from 0, among those of [`evaluated_decisions`], if the player
/// who acted made it: accepting a resignation is no act of its own.
#[must_use]
pub fn of_act(all: &[EvaluatedDecision], game: usize, act: usize) -> Option<&EvaluatedDecision> {
    let at = all.binary_search_by_key(&(game, act), |evaluated| (evaluated.game, evaluated.decision.act));
    at.ok().map(|at| &all[at]).filter(|evaluated| !matches!(evaluated.decision.kind, Kind::Accept(_)))
}

/// Returns the normalised equity after the act, from the view of the verdict.
fn after(notes: &Notes, decision: &Decision, verdict: &Verdict) -> Option<f64> {
    let cube = |of: fn(&CubeVerdict) -> f64| verdict.cube.as_ref().map(of);
    match decision.kind {
        Kind::Turn { .. } => {
            let candidates = notes.play_analyses().next().map(|analysis| &analysis.candidates);
            let played = verdict.play.and_then(|play| candidates?.get(play.played)?.evaluation.equity);
            played.or_else(|| cube(|cube| cube.no_double))
        }
        Kind::Double => cube(CubeVerdict::double),
        Kind::Take => cube(|cube| cube.double_take),
        // The cube is turned again, or the game is over: the decision is from the view of the doubler.
        Kind::TakeBeaver { before, .. } => {
            cube(|cube| cube.double_take).map(|take| take * f64::from(before).exp2())
        }
        Kind::PassBeaver { before, .. } => {
            let stake = f64::from(before).exp2();
            Some(if before % 2 == 0 { stake } else { -stake })
        }
        Kind::Seen(_) => first_candidate(notes).and_then(|best| best.evaluation.equity),
        // The value with twice the cube, unless the other player, who is then to answer, passes.
        Kind::Beaver { before } => cube(|cube| cube.double_take).map(|take| {
            let bound = |twice: f64| if before % 2 == 0 { twice.max(-2.0) } else { twice.min(2.0) };
            bound(2.0 * take) * f64::from(before).exp2()
        }),
        Kind::Resign(_) | Kind::Accept(_) | Kind::Refuse(_) => None,
        // The responder who passes loses a single game.
        Kind::Pass => Some(1.0),
    }
}

fn first_candidate(notes: &Notes) -> Option<&Candidate> {
    notes.play_analyses().find_map(|analysis| analysis.candidates.first())
}

fn play(candidate: &Candidate, decision: &Decision) -> Option<Play> {
    let (Kind::Turn { roll, .. } | Kind::Seen(roll)) = decision.kind else { return None };
    resolve(&decision.board, roll, &candidate.legs).ok().map(|found| *found.play())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_beaver_is_worth_what_its_best_answer_is_worth() {
        for double_take in [-1.4, -0.475, 0.3, 0.8, 1.7] {
            let verdict = Verdict {
                cube: Some(CubeVerdict::new(&CubeState::MONEY.without_jacoby(), 0.0, double_take, true)),
                ..Verdict::default()
            };
            let worth = |kind| {
                let decision = Decision {
                    act: 0,
                    entry: None,
                    by: Side::One,
                    board: Board::START,
                    state: CubeState::MONEY.without_jacoby(),
                    may_beaver: true,
                    kind,
                    unit: None,
                };
                after(&Notes::default(), &decision, &verdict).expect("a value")
            };
            for before in 0..4 {
                let [take, pass] = [
                    worth(Kind::TakeBeaver { before: before + 1, may_turn: false }),
                    worth(Kind::PassBeaver { before: before + 1, may_turn: false }),
                ];
                // The doubler answers a beaver, the other player a raccoon.
                let best = if before % 2 == 0 { f64::max(take, pass) } else { f64::min(take, pass) };
                let own = worth(Kind::Beaver { before });
                assert!((own - best).abs() < 1e-9, "{double_take} {before}: {own}, {best}");
            }
        }
    }
}
