//! Offers and answers of a person or the program: the cube, and resignations.

use super::answer::{Answer, Done, Refusal};
use super::history::Deed;
use super::session::Session;
use crate::board::Side;
use crate::diag::count::many;
use crate::game::{Action, MatchState, Offer, Phase, Resume, RuleViolation, Rules};
use crate::rules::Outcome;

impl Session {
    /// Prints what a player has done, if that is shown; what follows from it is still to be announced.
    fn tell(&mut self, line: String, answer: &mut Answer) {
        if self.settings.display {
            answer.say(line);
        }
        self.game.pending = true;
    }

    /// Offers the cube for the side on roll.
    pub(super) fn offer(&mut self, answer: &mut Answer) -> Done {
        self.refresh_rules();
        let by = self.game.state.on_roll();
        let limit = self.game.state.rules().cube_limit;
        self.may_replace(answer)?;
        if self.game.state.may_double(by).is_ok() {
            self.leave_unrolled();
        }
        self.act(by, &Action::Double, Some(Deed::Doubled)).map_err(|rule| refused(&rule, limit))?;
        self.tell(format!("{} doubles.", self.name(by)), answer);
        Ok(())
    }

    /// Records the position as set if the game begins without a roll, to which only `clear turn` and `set turn` lead.
    fn leave_unrolled(&mut self) {
        if self.game.history.at == 0 && self.game.state.phase() == Phase::ToRoll {
            self.leave_opening();
        }
    }

    /// Takes the cube.
    pub(super) fn take(&mut self, answer: &mut Answer) -> Done {
        let (offer, named) = self.answerable(answer, "take")?;
        let by = offer.responder;
        let dice = self.game.dice_under;
        self.act(by, &Action::Take, Some(Deed::Taken)).map_err(Refusal::say)?;
        self.game.last_opening = None;
        if let Some(roll) = dice {
            self.game.state.place_phase(Phase::ToPlay(roll));
        }
        self.tell(format!("{} accepts the cube at {}.", self.name(named), offer.value), answer);
        Ok(())
    }

    /// Passes the double.
    pub(super) fn pass(&mut self, answer: &mut Answer) -> Done {
        let (offer, named) = self.answerable(answer, "drop")?;
        let by = offer.responder;
        let points = self.game.state.cube().value;
        self.act(by, &Action::Pass, Some(Deed::Passed)).map_err(Refusal::say)?;
        self.game.last_opening = None;
        let points = many(points.into(), "point");
        self.tell(format!("{} refuses the cube and gives up {points}.", self.name(named)), answer);
        Ok(())
    }

    /// Takes the cube and redoubles at once: a beaver or a raccoon.
    pub(super) fn redouble(&mut self, answer: &mut Answer) -> Done {
        self.must_be_resolved()?;
        if !self.game.state.rules().is_money() {
            let refusal = Refusal::say("Beavers and Raccoons are not permitted during match play.");
            let is_offered = matches!(self.game.state.phase(), Phase::ToAnswerDouble(_));
            return Err(if is_offered { refusal.help(self.answers()) } else { refusal });
        }
        self.refresh_rules();
        let allowed = self.game.state.rules().beavers;
        if allowed == 0 {
            return Err(Refusal::say("Beavers are disabled (see `help set beavers')."));
        }
        let Phase::ToAnswerDouble(offer) = self.game.state.phase() else {
            return Err(Refusal::say("The cube must have been offered before you can redouble it."));
        };
        if offer.beavers >= allowed {
            return Err(match allowed {
                1 => Refusal::say("Only one beaver is permitted (see `help set beavers')."),
                many => {
                    Refusal::say(format_args!("Only {many} beavers are permitted (see `help set beavers')."))
                }
            });
        }
        self.may_replace(answer)?;
        let by = offer.responder;
        let limit = self.game.state.rules().cube_limit;
        self.act(by, &Action::Beaver, Some(Deed::Doubled)).map_err(|rule| refused(&rule, limit))?;
        let to = offer.value * 2;
        self.tell(format!("{} accepts and immediately redoubles to {to}.", self.name(by)), answer);
        if self.settings.compat {
            // GNU Backgammon looks at the answer at once.
            self.game.history.look();
        }
        Ok(())
    }

    /// Drops a resignation that was offered instead of an answer to a double, as GNU Backgammon does when the
    /// double is answered after all; its message then names the other player. Returns `true` if there was
    /// one.
    fn forget_resignation(&mut self) -> bool {
        if let Phase::ToAnswerResignation { otherwise: otherwise @ Resume::Answer(_), .. } =
            self.game.state.phase()
            && self.settings.compat
        {
            self.game.state.place_phase(otherwise.into());
            return true;
        }
        false
    }

    /// Returns the double that can be answered now, and the player whom the message about the answer names.
    fn answerable(&mut self, answer: &mut Answer, word: &str) -> Result<(Offer, Side), Refusal> {
        self.must_be_resolved()?;
        let before = self.game.state.phase();
        let forgets = self.forget_resignation();
        let Phase::ToAnswerDouble(offer) = self.game.state.phase() else {
            return Err(Refusal::say(format_args!(
                "The cube must have been offered before you can {word} it."
            )));
        };
        if let Err(refusal) = self.may_replace(answer).and_then(|()| self.must_lie_there()) {
            self.game.state.place_phase(before);
            return Err(refusal);
        }
        Ok((offer, if forgets { !offer.responder } else { offer.responder }))
    }

    /// Refuses an answer to a double if something was set by hand since the double; GNU Backgammon prints
    /// nothing then, and does nothing.
    fn must_lie_there(&self) -> Done {
        let is_last = self.game.history.last().is_some_and(|last| last.what == Deed::Doubled);
        if self.settings.compat && !is_last {
            Err(Refusal::silent("the double isn't the last move"))
        } else {
            Ok(())
        }
    }

    /// Offers to resign the game for a side.
    pub(super) fn resign(
        &mut self,
        by: Side,
        outcome: Outcome,
        answer: &mut Answer,
    ) -> Result<(), RuleViolation> {
        // Under the Jacoby rule the record contains the offer besides the result.
        let counts_less = outcome != Outcome::Single && self.game.state.multiplier(outcome) == 1;
        if counts_less && !self.game.history.has_tail() {
            self.leave_unrolled();
        }
        self.act(by, &Action::Resign(outcome), None)?;
        self.tell(format!("{} offers to resign a {outcome}.", self.name(by)), answer);
        Ok(())
    }

    /// Accepts the resignation.
    pub(super) fn agree(&mut self, answer: &mut Answer) -> Done {
        let (loser, outcome) = self.offered()?;
        self.may_replace(answer)?;
        let by = loser.opponent();
        let rules = self.game.state.rules().clone();
        if self.settings.compat {
            // GNU Backgammon drops the Jacoby rule when a game is resigned.
            self.game.state.place_rules(Rules { jacoby: false, ..rules.clone() });
        }
        let is_single = outcome != Outcome::Single && self.game.state.multiplier(outcome) == 1;
        let done = self.act(by, &Action::AcceptResignation, Some(Deed::Resigned(outcome)));
        self.game.state.place_rules(rules);
        done.map_err(Refusal::say)?;
        let accepts = if is_single {
            format!("accepts the {outcome}, which counts as a single game (Jacoby rule, centred cube)")
        } else {
            format!("accepts and wins a {outcome}")
        };
        self.tell(format!("{} {accepts}.", self.name(by)), answer);
        Ok(())
    }

    /// Rejects the resignation.
    pub(super) fn decline(&mut self, answer: &mut Answer) -> Done {
        let (loser, outcome) = self.offered()?;
        let by = loser.opponent();
        self.act(by, &Action::RefuseResignation, None).map_err(Refusal::say)?;
        self.tell(format!("{} declines the {outcome}.", self.name(by)), answer);
        Ok(())
    }

    /// Refuses while a resignation is offered; GNU Backgammon gives another reason for each command.
    pub(super) fn must_be_resolved(&self) -> Done {
        let is_offered = matches!(self.game.state.phase(), Phase::ToAnswerResignation { .. });
        if is_offered && !self.settings.compat { Err(self.unresolved()) } else { Ok(()) }
    }

    /// Refuses to go on before a resignation is answered.
    pub(super) fn unresolved(&self) -> Refusal {
        Refusal::say("Please resolve the resignation first.").help(self.answers())
    }

    /// Refuses to go on before a double is answered.
    pub(super) fn considers(&self, offer: Offer) -> Refusal {
        let name = self.name(offer.responder);
        Refusal::say(format_args!("Please wait for {name} to consider the cube before moving."))
            .help(self.answers())
    }

    /// Returns how to answer the offer.
    pub(super) fn answers(&self) -> &'static str {
        let beavers = self.game.state.rules().beavers;
        match self.game.state.phase() {
            Phase::ToAnswerResignation { .. } => "`accept` or `reject` answers the resignation",
            Phase::ToAnswerDouble(offer) if offer.beavers < beavers => {
                "`take`, `drop` or `redouble` answers the double"
            }
            _ => "`take` or `drop` answers the double",
        }
    }

    /// Takes back the offers: a resignation, and a double with its place in the history, which GNU Backgammon's keeps.
    pub(super) fn withdraw_offers(&mut self) {
        self.game.state.withdraw_offers();
        if !self.settings.compat {
            self.forget_offers();
        }
    }

    /// Takes back a double that waits for its answer, and returns `true` if there was one. GNU Backgammon's history
    /// keeps it; a record has no double without an answer.
    pub(super) fn withdraw_double(&mut self) -> bool {
        let before = self.game.state.phase();
        self.game.state.withdraw_double();
        let is_withdrawn = self.game.state.phase() != before;
        if is_withdrawn && !self.settings.compat {
            self.forget_offers();
        }
        is_withdrawn
    }

    /// Drops a double that isn't answered from the history, and its beavers. Outside compat mode the cube is where it
    /// was before them: a beaver has turned it.
    pub(super) fn forget_offers(&mut self) {
        let mut is_doubled = false;
        while self.game.history.forget(|deed| *deed == Deed::Doubled) {
            is_doubled = true;
        }
        let before = self.game.history.state().filter(|_| is_doubled && !self.settings.compat);
        if let Some(cube) = before.map(MatchState::cube) {
            self.game.state.place_cube(cube);
        }
    }

    /// Returns the side that has offered a resignation, and its size.
    fn offered(&self) -> Result<(Side, Outcome), Refusal> {
        self.must_play()?;
        match self.game.state.phase() {
            Phase::ToAnswerResignation { by, outcome, .. } => Ok((by, outcome)),
            _ => Err(Refusal::say("No resignation was offered.")),
        }
    }
}

/// Returns GNU Backgammon's message for a double that is refused.
pub(super) fn refused(rule: &RuleViolation, limit: u32) -> Refusal {
    let highest =
        || Refusal::say("The cube is already at its highest supported value ; you can't double any more.");
    match rule {
        RuleViolation::NoCube => {
            return Refusal::say("The doubling cube has been disabled (see `help set cube use').")
                .help("play continues without a cube");
        }
        RuleViolation::CrawfordGame => {
            Refusal::say("Doubling is forbidden by the Crawford rule (see `help set crawford').")
        }
        RuleViolation::NotCubeOwner => Refusal::say("You do not own the cube."),
        RuleViolation::CubeLimit(_) => highest(),
        RuleViolation::DeadCube { cube, .. } if *cube >= limit => highest(),
        RuleViolation::FrozenCube { .. } => {
            Refusal::say("The cube is frozen: neither player may double (see `help set cube frozen').")
        }
        RuleViolation::DeadCube { .. } => Refusal::say("The cube is dead; you can't double any more."),
        other => Refusal::say(other),
    }
    .help(rule)
}
