//! The replay of cube actions.

use super::findings::Knowledge;
use super::game::GameReplay;
use crate::board::Side;
use crate::diag::{Code, Diagnostic, Severity, Span};
use crate::game::record::{CubeWord, GameRecord, Spanned, Written};
use crate::game::{Action, Happening, MAX_CUBE, Offer, Phase, RuleViolation, Rules};

/// Returns the number of automatic doubles that the first double of a game shows: its value is twice theirs.
pub(super) fn doubled_before(game: &GameRecord, rules: &Rules) -> u8 {
    let most = if rules.is_money() { rules.automatic_doubles } else { 0 };
    let first = game.entries.iter().find_map(|entry| match &entry.written {
        Written::Cube { value, .. } => Some(value.as_ref().map_or(0, |value| value.value)),
        Written::Set(setup) if setup.cube_value.is_some() => Some(0),
        _ => None,
    });
    let doubles = first.filter(|value| value.is_power_of_two() && *value > 1);
    doubles.map(|value| value.ilog2() as u8 - 1).filter(|doubles| *doubles <= most).unwrap_or(0)
}

impl GameReplay<'_> {
    /// Replays an offer of the cube.
    pub(super) fn offer(&mut self, index: usize, by: Side, word: CubeWord, value: Option<Spanned<u32>>) {
        if self.after_end(index) {
            return;
        }
        let span = self.game.entries[index].span;
        let pending = match self.state.phase() {
            Phase::ToAnswerDouble(offer) if offer.responder == by => Some(offer),
            _ => None,
        };
        if pending.is_none() && matches!(word, CubeWord::Double | CubeWord::Redouble) {
            self.settle_offer(index, by);
        }
        let beaver = pending.is_some() || matches!(word, CubeWord::Beaver | CubeWord::Raccoon);
        let action = if beaver { Action::Beaver } else { Action::Double };
        let expected = pending.map_or(self.state.cube().value * 2, |offer| offer.value * 2);
        let before = self.state.clone();
        let mut offered = self.state.apply(by, &action);
        if offered == Err(RuleViolation::CrawfordGame) && self.may_be_post_crawford() {
            // The earlier games aren't in the record: one of them may have been the Crawford game, and this
            // double shows it.
            let finding = Diagnostic::of(Code::CubeCrawford, span)
                .severity(Severity::Warning)
                .label("the score allows no double, unless the Crawford game has been played")
                .note("the record begins here: an earlier game may have been the Crawford game")
                .help("`--rules crawford=off` if it was");
            self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, Knowledge::NONE);
            self.state.place_crawford(false);
            self.before.crawford_played = true;
            offered = self.state.apply(by, &action);
        }
        match offered {
            Ok(_) => self.observe_in(&before, Some(index), by, Happening::Doubled { to: expected, beaver }),
            Err(violation) => {
                self.overrule(index);
                let finding = self.cube_finding(span, by, &violation);
                let finding = finding.see(self.last_offer, "the last offer of the cube");
                let unsure = match violation {
                    RuleViolation::NotYourTurn(_) => Knowledge::ALL,
                    _ => Knowledge::CUBE | Knowledge::RESULT,
                };
                self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, unsure);
                if !matches!(self.state.phase(), Phase::OpeningRoll | Phase::ToAnswerDouble(_)) {
                    let offer = Offer { responder: !by, value: expected.min(MAX_CUBE), beavers: 0 };
                    let board = self.board_of(by);
                    self.state.place(board, by, None);
                    self.state.place_phase(Phase::ToAnswerDouble(offer));
                }
            }
        }
        if let Some(value) = value
            && value.value != expected
        {
            self.overrule(index);
            let finding = Diagnostic::of(Code::CubeWrongValue, value.span)
                .label(format!("the cube goes to {expected}"))
                .see(self.last_offer, "the last offer of the cube");
            let unsure = Knowledge::CUBE | Knowledge::RESULT;
            self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, unsure);
        }
        self.last_offer = Some(span);
    }

    /// Replays a take or a pass.
    pub(super) fn answer(&mut self, index: usize, by: Side, action: &Action) {
        if self.after_end(index) {
            return;
        }
        let span = self.game.entries[index].span;
        let before = self.state.clone();
        match self.state.apply(by, action) {
            Ok(_) => {
                let happening = if *action == Action::Take { Happening::Taken } else { Happening::Passed };
                self.observe_in(&before, Some(index), by, happening);
            }
            Err(violation) => {
                self.overrule(index);
                let finding = self.cube_finding(span, by, &violation);
                // Without a double, it may stand in place of the side's turn.
                let in_turn = self.state.turn() == Some(by) && self.goes_on(index, !by);
                let unsure = match violation {
                    RuleViolation::NotYourTurn(_) => Knowledge::ALL,
                    _ if in_turn => Knowledge::ALL,
                    _ => Knowledge::CUBE | Knowledge::RESULT,
                };
                self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, unsure);
                if in_turn {
                    self.lose_position(by);
                }
                if *action == Action::Pass {
                    self.gave_up = Some((by, None));
                }
            }
        }
        self.end_here(true);
    }

    /// Returns the finding for a cube action that breaks a rule.
    fn cube_finding(&self, span: Span, by: Side, violation: &RuleViolation) -> Diagnostic {
        let code = match violation {
            RuleViolation::DoubleBeforeOpening => Code::CubeFirstTurn,
            RuleViolation::DoubleAfterRoll => Code::CubeAfterRoll,
            RuleViolation::NotCubeOwner => Code::CubeNotOwner,
            RuleViolation::CrawfordGame => Code::CubeCrawford,
            RuleViolation::DeadCube { .. } | RuleViolation::FrozenCube { .. } => Code::CubeDead,
            RuleViolation::CubeLimit(_) => Code::CubeLimit,
            RuleViolation::NoCube => Code::CubeNotInUse,
            RuleViolation::NoBeavers => Code::CubeBeaver,
            RuleViolation::BeaverLimit(_) => Code::CubeBeaverLimit,
            RuleViolation::DoublePending => Code::TurnUnanswered,
            RuleViolation::NotYourTurn(_) => Code::TurnWrongSide,
            _ => Code::CubeNoDouble,
        };
        let label = match violation {
            RuleViolation::NotCubeOwner => format!("{} owns the cube", self.name(!by)),
            other => self.why_not(other),
        };
        Diagnostic::of(code, span).label(label)
    }

    /// Returns `true` if the Crawford game may have been played before the record begins: the trailing player
    /// has points, and the record doesn't mark this game as the Crawford game.
    pub(super) fn may_be_post_crawford(&self) -> bool {
        self.index == 0
            && self.game.is_crawford != Some(true)
            && self.state.score().points.0.iter().all(|points| *points > 0)
    }

    /// Settles an offer that is still open at the next roll or double: records leave out the answer to a
    /// beaver, but a plain double must be answered.
    pub(super) fn settle_offer(&mut self, index: usize, by: Side) {
        let Phase::ToAnswerDouble(offer) = self.state.phase() else { return };
        if offer.beavers == 0 {
            let span = self.game.entries[index].span;
            let finding = Diagnostic::of(Code::TurnUnanswered, span)
                .label(format!("{} hasn't taken or passed", self.name(offer.responder)))
                .see(self.last_offer, "the double");
            let plays_on =
                if offer.responder == by { Knowledge::ALL } else { Knowledge::CUBE | Knowledge::RESULT };
            self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, plays_on);
        }
        let before = self.state.clone();
        if self.state.apply(offer.responder, &Action::Take).is_ok() {
            let entry = (offer.beavers > 0 && offer.responder == by).then_some(index);
            self.observe_in(&before, entry, offer.responder, Happening::Taken);
        }
    }
}
