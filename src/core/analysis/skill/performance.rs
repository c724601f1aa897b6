//! The performance rating (PR): the average loss of a player's decisions, as eXtreme Gammon counts them.
//!
//! PR = 500 · Σ loss / N, in normalised equity. N counts plays that aren't marked as forced, doubles, decisions not to
//! double that are close to a double or missed one, and answers. Derived from the numbers that XG shows for four players, and the
//! marks of 4,174 plays in its files.

use super::decision::{Kind, decisions};
use super::evaluated::evaluated_decisions;
use super::statistics::{rounded, sums};
use super::verdict::{CubeVerdict, Verdict};
use crate::board::BySide;
use crate::game::Replayed;
use crate::game::record::Notes;
use serde::{Deserialize, Serialize};

/// The rating points for a loss of 1 per decision.
pub const PR_FACTOR: f64 = 500.0;
/// The least difference between the best and the worst candidate of a play that counts.
const SPREAD: f64 = 0.0001;
/// The most by which no double may be better than a double if it counts as a decision.
const NEAR: f64 = 0.2;
/// The least loss of a missed double that counts if no double isn't close.
const LEAST: f64 = 0.001;
/// XG's mark of a play that doesn't count.
pub(super) const UNUSED: &str = "xg:Unused";

/// The decisions of one kind that count, and their loss in normalised equity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The number of decisions.
    pub count: u64,
    /// Their loss; never negative.
    #[serde(with = "super::bits")]
    pub lost: f64,
}

impl Share {
    fn add(&mut self, lost: f64) {
        self.count += 1;
        self.lost += lost;
    }

    /// Returns the rating of these decisions alone; 0 is perfect. `None` if there are none.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        (self.count > 0).then(|| PR_FACTOR * self.lost / self.count as f64)
    }

    /// Returns the same with a loss that is rounded so that sums are exact.
    pub(in crate::analysis) fn rounded(self) -> Self {
        Self { lost: rounded(self.lost), ..self }
    }
}

sums!(Share: count lost);

/// The performance of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Performance {
    /// Plays.
    pub plays: Share,
    /// Doubles, and decisions not to double.
    pub doubles: Share,
    /// Takes and passes.
    pub answers: Share,
    /// Accepted resignations with a loss: one decision for each player; the loss counts for the player who made the
    /// mistake. They count only in [`Self::rating_with_resignations`].
    pub resignations: Share,
}

impl Performance {
    /// Returns the number of decisions that count.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.plays.count + self.doubles.count + self.answers.count
    }

    /// Returns their loss.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.plays.lost + self.doubles.lost + self.answers.lost
    }

    /// Returns the decisions that count, of all kinds.
    #[must_use]
    pub fn whole(&self) -> Share {
        Share { count: self.count(), lost: self.lost() }
    }

    /// Returns the rating; 0 is perfect. `None` if no decision counts.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        self.whole().rating()
    }

    /// Returns the rating with resignations, as the list of BMAB counts it. `None` if no decision counts.
    #[must_use]
    pub fn rating_with_resignations(&self) -> Option<f64> {
        let mut all = self.whole();
        all += self.resignations;
        all.rating()
    }
}

/// Returns both players' performance from the evaluated decisions of a record. Where XG has marked plays that don't
/// count, its marks are used for the plays that it evaluated; any other play counts if it wasn't forced and the
/// candidates' equities differ.
#[must_use]
pub fn performances(replayed: &Replayed) -> BySide<Performance> {
    let mut players = BySide::<Performance>::default();
    let has_marks = replayed.record.notes().any(is_marked);
    for (record, game) in replayed.games() {
        for decision in
            decisions(&replayed.rules, game).into_iter().filter(|decision| decision.kind.is_rated())
        {
            let player = &mut players[decision.by];
            let own = decision.entry.and_then(|entry| record.notes_of(entry));
            let verdict = Verdict::told(&game.acts, &decision, |entry| record.notes_of(entry));
            match decision.kind {
                Kind::Turn { play, .. } => {
                    let counts = |notes: &Notes| {
                        if has_marks && notes.play_analyses().any(|play| play.program == "xg") {
                            !is_marked(notes)
                        } else {
                            game.acts[decision.act].legal_plays() > 1 && differ(notes)
                        }
                    };
                    let evaluated = verdict.play.filter(|_| play.is_some() && own.is_some_and(counts));
                    if let Some(evaluated) = evaluated {
                        player.plays.add(evaluated.loss);
                    }
                    if let Some(cube) = verdict.cube.filter(is_counted) {
                        player.doubles.add(cube.loss_of_no_double());
                    }
                }
                kind => {
                    let share = if kind == Kind::Double { &mut player.doubles } else { &mut player.answers };
                    if let Some(cube) = verdict.cube {
                        share.add(cube.loss(kind));
                    }
                }
            }
        }
    }
    for found in evaluated_decisions(replayed) {
        if let (Kind::Resign(_) | Kind::Accept(_), Some(lost)) = (found.decision.kind, found.resignation)
            && lost > 0.0
        {
            let by = found.decision.by;
            players[by].resignations.add(lost);
            players[!by].resignations.add(0.0);
        }
    }
    players
}

/// Returns `true` if XG marked a play as one that doesn't count.
fn is_marked(notes: &Notes) -> bool {
    notes.properties.iter().any(|property| property.key == UNUSED)
}

/// Returns `true` if the candidates' equities differ.
fn differ(notes: &Notes) -> bool {
    let candidates = notes.play_analyses().take(1).flat_map(|play| &play.candidates);
    let equities = candidates.filter_map(|candidate| candidate.evaluation.equity);
    let (least, most) =
        equities.fold((f64::MAX, f64::MIN), |(least, most), equity| (least.min(equity), most.max(equity)));
    most - least >= SPREAD
}

/// Returns `true` if not doubling counts as a decision: it was close, or a mistake.
fn is_counted(cube: &CubeVerdict) -> bool {
    cube.loss_of_no_double() >= LEAST || cube.no_double > 0.0 && cube.no_double - cube.double() < NEAR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cube::CubeState;

    const MONEY: CubeState = CubeState::MONEY.without_jacoby().without_beavers();

    #[test]
    fn not_doubling_counts_if_it_was_close_or_a_mistake() {
        let counts =
            |no_double, double_take| is_counted(&CubeVerdict::new(&MONEY, no_double, double_take, false));
        assert!(counts(0.5, 0.4) && counts(0.5, 0.6) && counts(0.9, 1.3));
        assert!(!counts(0.5, 0.2) && !counts(1.3, 1.05));
        // A last chance to double with the worse position, and one where it would have gained nearly nothing.
        assert!(counts(-0.1, 0.17) && !counts(-0.1, -0.0996) && !counts(-0.3, -0.4));
    }
}
