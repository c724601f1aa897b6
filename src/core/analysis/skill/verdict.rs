//! The evaluation of a decision, read from the notes of an entry, regardless of the program.

use super::decision::{Decision, Kind};
use super::marks::Thresholds;
use crate::analysis::stored::cube_values;
use crate::engine::cube::{CubeState, Ladder};
use crate::game::record::{Candidate, CubeAnalysis, Notes, PlayAnalysis, Rating};
use crate::game::{Act, Happening};
use crate::rules::resolve::resolve;

/// The evaluation of one decision and its roll; `None` for what the notes don't contain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The evaluation of the play.
    pub play: Option<PlayVerdict>,
    /// The evaluation of the cube decision.
    pub cube: Option<CubeVerdict>,
    /// The luck of the roll, in normalised equity from the view of the player who rolled.
    pub luck: Option<f64>,
    /// The mark of the roll in the record.
    pub roll: Option<Rating>,
}

/// The evaluation of a play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayVerdict {
    /// Its loss against the best one, in normalised equity.
    pub loss: f64,
    /// Whether it was the only legal one.
    pub is_forced: bool,
    /// The place of the play among the candidates, counted from 0.
    pub played: usize,
}

/// The evaluation of a cube decision: normalised equities from the view of the player on roll or the doubler. The
/// equity of a double that is passed is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeVerdict {
    /// Without a double.
    pub no_double: f64,
    /// After a double that is taken.
    pub double_take: f64,
    /// Whether the opponent may beaver a double.
    pub may_beaver: bool,
    /// A smaller difference of the equities is a rounding error. It is larger at a lopsided score, where a game is a small
    /// part of the match.
    pub same: f64,
}

/// The least difference of equities that is no rounding error: records store six digits.
const SAME: f64 = 1e-5;

impl CubeVerdict {
    /// Makes the evaluation of a decision in a state from normalised equities.
    #[must_use]
    pub fn new(state: &CubeState, no_double: f64, double_take: f64, may_beaver: bool) -> Self {
        // For money, the precision is that of the record.
        let precision = if state.is_match() { Ladder::precision_at(state) } else { 0.0 };
        Self { no_double, double_take, may_beaver, same: SAME.max(precision.into()) }
    }

    /// Returns the loss of a decision that is worse by this difference; 0 if it is right.
    fn lost(&self, difference: f64) -> f64 {
        if difference < self.same { 0.0 } else { difference }
    }

    /// Returns the equity of a double with the right answer: a take, a pass or, where it is allowed, a beaver.
    #[must_use]
    pub fn double(&self) -> f64 {
        let taken = if self.may_beaver { self.double_take.min(self.beavered()) } else { self.double_take };
        taken.min(1.0)
    }

    /// Returns the equity of a double that is beavered: the stakes are doubled again, and the doubler passes a beaver that
    /// would cost more than the doubled cube.
    #[must_use]
    pub fn beavered(&self) -> f64 {
        (2.0 * self.double_take).max(-2.0)
    }

    /// Returns `true` if a beaver is the right answer to a double.
    #[must_use]
    pub fn is_beavered(&self) -> bool {
        self.may_beaver && self.beavered() < self.double_take
    }

    /// Returns the loss of not doubling; 0 if it is right.
    #[must_use]
    pub fn loss_of_no_double(&self) -> f64 {
        self.lost(self.double() - self.no_double)
    }

    /// Returns the loss of doubling; 0 if it is right.
    #[must_use]
    pub fn loss_of_double(&self) -> f64 {
        self.lost(self.no_double - self.double())
    }

    /// Returns what the responder loses by taking.
    #[must_use]
    pub fn loss_of_take(&self) -> f64 {
        self.lost(self.double_take - 1.0)
    }

    /// Returns what the responder loses by passing.
    #[must_use]
    pub fn loss_of_pass(&self) -> f64 {
        self.lost(1.0 - self.double_take)
    }

    /// Returns what the player loses who beavers or answers a beaver: `before` is the number of beavers and raccoons so
    /// far. Each turn of the cube doubles what is at stake, and the cube stays where it is; the value of a position
    /// with the cube at twice the value is twice as much in a money session.
    fn loss_after_beaver(&self, before: u8, may_turn: bool, done: Kind) -> f64 {
        let stake = f64::from(before.min(30)).exp2();
        // The responder decides about the double, the doubler about the first beaver, and so on.
        let own = if before.is_multiple_of(2) { -self.double_take } else { self.double_take };
        // Who turns the cube can't win more than the other loses by passing.
        let [pass, take, turn] = [-stake, own * stake, (2.0 * own).min(2.0) * stake];
        let best = pass.max(take).max(if may_turn { turn } else { take });
        best - match done {
            Kind::PassBeaver { .. } | Kind::Pass => pass,
            Kind::Beaver { .. } => turn,
            _ => take,
        }
    }

    /// Returns what the responder loses by taking instead of beavering, where beavers are allowed; 0 if it is right.
    #[must_use]
    pub fn loss_of_no_beaver(&self) -> f64 {
        self.lost(self.double_take - self.beavered())
    }

    /// Returns the loss of a decision of this kind; a missed beaver costs a take nothing here.
    #[must_use]
    pub fn loss(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Turn { .. } => self.loss_of_no_double(),
            Kind::Double => self.loss_of_double(),
            Kind::Take => self.loss_of_take(),
            Kind::Pass => self.loss_of_pass(),
            Kind::Beaver { before } => self.loss_after_beaver(before, true, kind),
            Kind::TakeBeaver { before, may_turn } | Kind::PassBeaver { before, may_turn } => {
                self.loss_after_beaver(before, may_turn, kind)
            }
            Kind::Seen(_) | Kind::Resign(_) | Kind::Accept(_) | Kind::Refuse(_) => 0.0,
        }
    }

    /// Returns `true` if not doubling was a close decision: a double would lose less than 0.16, or gain, if it isn't
    /// beavered.
    ///
    /// Source: GNU Backgammon's manual, version 1.07, section "Cube statistics". The program differs from its text
    /// about positions that are too good: it counts them like others.
    #[must_use]
    pub fn is_close(&self) -> bool {
        self.no_double - self.double_take.min(1.0) < 0.16
    }
}

impl Verdict {
    /// Reads the evaluation of a decision from its notes.
    #[must_use]
    pub fn of(notes: &Notes, decision: &Decision) -> Self {
        let cube = || notes.cube_analyses().find_map(|analysis| cube(analysis, decision));
        let Kind::Turn { may_double, .. } = decision.kind else {
            return Self { cube: cube(), ..Self::default() };
        };
        Self {
            play: notes.play_analyses().find_map(|analysis| play(analysis, decision)),
            cube: may_double.then(cube).flatten(),
            luck: notes.luck_value.filter(|&luck| is_equity(luck)),
            roll: notes.luck,
        }
    }

    /// Reads the evaluation of a decision from the notes of a game; `notes` returns those of an entry, counted from 0.
    ///
    /// Programs other than GNU Backgammon have one analysis for a double and its answer: an answer without its own then
    /// uses that of the double.
    #[must_use]
    pub fn told<'a>(acts: &[Act], decision: &Decision, notes: impl Fn(u32) -> Option<&'a Notes>) -> Self {
        let own = decision.entry.and_then(&notes);
        let mut verdict = own.map_or_else(Self::default, |notes| Self::of(notes, decision));
        if verdict.cube.is_none() && decision.kind.is_answer() {
            let is_double = |act: &&Act| matches!(act.what, Happening::Doubled { beaver: false, .. });
            let double = acts.iter().take(decision.act).rfind(is_double);
            let of_double = double.and_then(|double| double.entry).and_then(notes);
            // Nobody evaluates beavers by themselves.
            let is_beaver = decision.kind.is_after_beaver();
            let shared = of_double
                .filter(|notes| is_beaver || !notes.cube_analyses().any(|cube| cube_values(cube).is_some()));
            verdict.cube = shared.and_then(|notes| Self::of(notes, decision).cube);
        }
        verdict
    }

    /// Returns the mark of the roll: that in the record, otherwise that of its luck. eXtreme Gammon stores luck without
    /// marks.
    #[must_use]
    pub fn luck_mark(&self, thresholds: &Thresholds) -> Option<Rating> {
        self.roll.or_else(|| thresholds.luck(self.luck?))
    }
}

fn play(analysis: &PlayAnalysis, decision: &Decision) -> Option<PlayVerdict> {
    let candidates = &analysis.candidates;
    let leads = |candidate: &Candidate| leads_there(candidate, decision);
    let told = analysis.played.and_then(|played| usize::try_from(played).ok());
    let is_legal = matches!(decision.kind, Kind::Turn { play: Some(_), .. });
    // The number of another play is wrong.
    let is_other =
        |&told: &usize| is_legal && candidates.get(told).is_some_and(|it| leads(it) == Some(false));
    let told = told.filter(|told| !is_other(told));
    let played = told.or_else(|| candidates.iter().position(|it| leads(it) == Some(true)))?;
    let [best, own] = [candidates.first()?, candidates.get(played)?].map(|play| play.evaluation.equity);
    let (best, own) = (best.filter(|&best| is_equity(best))?, own.filter(|&own| is_equity(own))?);
    Some(PlayVerdict { loss: (best - own).max(0.0), is_forced: candidates.len() < 2, played })
}

/// Returns whether a candidate leads to the position after the actual play. `None` if it isn't legal.
fn leads_there(candidate: &Candidate, decision: &Decision) -> Option<bool> {
    let Kind::Turn { roll, after, .. } = decision.kind else { return None };
    let play = resolve(&decision.board, roll, &candidate.legs).ok()?;
    Some(*play.after() == after)
}

fn cube(analysis: &CubeAnalysis, decision: &Decision) -> Option<CubeVerdict> {
    let [no_double, double_take] = if let Some(values) = cube_values(analysis) {
        let unit = decision.unit?;
        // For money they are already normalised.
        values.map(|value| if decision.state.is_match() { unit.equity(value) } else { value })
    } else {
        [analysis.equity_no_double?, analysis.equity_double_take?]
    };
    (is_equity(no_double) && is_equity(double_take))
        .then(|| CubeVerdict::new(&decision.state, no_double, double_take, decision.may_beaver))
}

/// Equities above this one aren't: records may contain any number, infinity among them.
const MOST: f64 = 1000.0;

/// Returns `true` for a number that can be a normalised equity.
fn is_equity(number: f64) -> bool {
    number.abs() <= MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONEY: CubeState = CubeState::MONEY.without_jacoby();

    #[test]
    fn a_beaver_doubles_what_is_at_stake() {
        let of = |double_take| CubeVerdict::new(&MONEY, -0.1, double_take, true);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        // The doubler is the underdog: a beaver is right, a raccoon isn't, and neither is a pass of the beaver.
        let wrong = of(-0.3);
        assert!(close(wrong.loss(Kind::Beaver { before: 0 }), 0.0) && close(wrong.loss_of_no_beaver(), 0.3));
        assert!(close(wrong.loss(Kind::Beaver { before: 1 }), 0.6));
        assert!(close(wrong.loss(Kind::TakeBeaver { before: 1, may_turn: true }), 0.0));
        assert!(close(wrong.loss(Kind::PassBeaver { before: 1, may_turn: true }), 1.4));
        // The doubler is the favourite: the beaver is wrong, and a raccoon punishes it where it is allowed.
        let right = of(0.4);
        assert!(close(right.loss(Kind::Beaver { before: 0 }), 0.4) && close(right.loss_of_no_beaver(), 0.0));
        assert!(close(right.loss(Kind::Beaver { before: 1 }), 0.0));
        assert!(close(right.loss(Kind::TakeBeaver { before: 1, may_turn: true }), 0.8));
        assert!(close(right.loss(Kind::TakeBeaver { before: 1, may_turn: false }), 0.0));
        // A beaver that would win more than the doubled cube is passed, so a take is right.
        assert!(
            close(of(-2.5).loss_of_no_beaver(), 0.0) && close(of(-2.5).loss(Kind::Beaver { before: 0 }), 0.5)
        );
        // A beaver of a double that is a pass loses more than the take.
        let pass = of(1.5);
        assert!(close(pass.loss(Kind::Beaver { before: 0 }), 2.0) && close(pass.loss(Kind::Take), 0.5));
    }

    #[test]
    fn a_double_loses_what_its_worst_answer_costs() {
        let of =
            |no_double, double_take, may_beaver| CubeVerdict::new(&MONEY, no_double, double_take, may_beaver);
        let losses = |cube: CubeVerdict| {
            [cube.loss_of_double(), cube.loss_of_no_double()].map(|loss| (1000.0 * loss).round() as i32)
        };
        // The beaver costs twice the take.
        assert_eq!(losses(of(0.1, -0.2, true)), [500, 0]);
        assert_eq!(losses(of(0.1, -0.2, false)), [300, 0]);
        // A double that only a take makes right, and one that is right in spite of the beaver.
        assert_eq!(losses(of(-0.345, -0.301, true)), [257, 0]);
        assert_eq!(losses(of(-0.345, -0.301, false)), [0, 44]);
        assert_eq!(losses(of(-0.333, -0.063, true)), [0, 207]);
        // The doubler passes a beaver that would cost more than the doubled cube, so a take can cost more.
        assert_eq!(losses(of(-1.0, -1.9, true)), [1000, 0]);
        assert_eq!(losses(of(-1.0, -2.4, true)), [1400, 0]);
        // A double of the favourite isn't beavered.
        assert_eq!(losses(of(0.5, 0.6, true)), losses(of(0.5, 0.6, false)));
        assert_eq!(losses(of(0.9, 1.3, true)), [0, 100]);
        // Close decisions are counted as GNU Backgammon counts them.
        assert!(of(-0.1, -0.2, true).is_close());
    }

    #[test]
    fn losses_of_the_cube_are_seen_by_who_decides() {
        let of = |no_double, double_take| CubeVerdict::new(&MONEY, no_double, double_take, false);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        // The right answer is a take.
        let take = of(0.5, 0.6);
        assert!(close(take.loss_of_no_double(), 0.1) && close(take.loss_of_double(), 0.0));
        assert!(close(take.loss_of_pass(), 0.4) && close(take.loss_of_take(), 0.0));
        // Too good: cashing loses the excess of playing on.
        let too_good = of(1.1, 1.2);
        assert!(close(too_good.loss_of_double(), 0.1) && close(too_good.loss_of_take(), 0.2));
        assert!(too_good.is_close() && !of(1.3, 1.2).is_close() && !of(0.5, 0.3).is_close());
    }
}
