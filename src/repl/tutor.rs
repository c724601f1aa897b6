//! The tutor: points out a mistake before it counts, and asks whether it is intended; then it explains it.

use super::answer::{Answer, Refusal};
use super::session::Session;
use crate::analysis::skill::Mark;
use crate::board::Roll;
use crate::engine::cube::Action;
use crate::game::Phase;
use crate::output::evaluation;
use crate::output::lesson::{self, Deed};
use crate::rules::Play;

/// Whether to carry out an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// It is right, or the player insists on it.
    Do,
    /// The player thinks again.
    Leave,
}

/// The way to act where there is no advice, such as at a score beyond the match equity tables.
const OFF: &str = "`set tutor mode off` turns the tutor off";

impl Session {
    /// Checks a play of the side on roll before it is made.
    pub(super) fn advise_play(
        &mut self,
        roll: Roll,
        play: &Play,
        answer: &mut Answer,
    ) -> Result<Advice, Refusal> {
        if !self.settings.tutor.is_on || !self.settings.tutor.plays {
            return Ok(Advice::Do);
        }
        let board = *self.game.state.board();
        let evaluated = self.evaluated_plays(roll).map_err(|reason| reason.help(OFF))?;
        // The same play may be written in other steps.
        let after = play.after(&board);
        let (Some(best), Some(made)) =
            (evaluated.first(), evaluated.iter().find(|evaluated| evaluated.after == after))
        else {
            return Ok(Advice::Do);
        };
        // A play that was dropped early is evaluated as deep as the best: from the view of the opponent, who
        // is on roll next.
        let mut made = *made;
        if made.evaluation.plies != best.evaluation.plies {
            let after = made.after.flip();
            let evaluation = self.settings.evaluations.of_hint().plays.evaluation;
            let theirs =
                self.asked(!self.game.state.on_roll(), evaluation, |search| search.evaluate(&after))?;
            (made.evaluation.equity, made.evaluation.chances) = (-theirs.equity, theirs.chances.flip());
        }
        let Some(mark) = self.mark(best.evaluation.equity - made.evaluation.equity) else {
            return Ok(Advice::Do);
        };
        let state = self.cube_state(self.game.state.on_roll());
        self.warn((mark, "play"), answer, || lesson::of_play(&board, &state, &made, best))
    }

    /// Checks a cube action before it is carried out.
    pub(super) fn advise_cube(&mut self, deed: Deed, answer: &mut Answer) -> Result<Advice, Refusal> {
        if !self.settings.tutor.is_on || !self.settings.tutor.cube || !self.is_about(deed) {
            return Ok(Advice::Do);
        }
        let (state, decision) = self.evaluated_cube().map_err(|reason| reason.help(OFF))?;
        if decision.action == Action::NotAvailable {
            return Ok(Advice::Do);
        }
        if self.settings.compat {
            let is_answer = !matches!(deed, Deed::Wait | Deed::Double);
            answer.put(evaluation::gnubg_cube(&state, &decision, is_answer, &self.numbers(&state)));
        }
        // GNU Backgammon says nothing about a missed beaver.
        let lost = if self.settings.compat { deed.cost(&decision) } else { deed.loss(&decision) };
        let Some(mark) = self.mark(lost) else { return Ok(Advice::Do) };
        // GNU Backgammon calls both a play.
        let what = if self.settings.compat { "play" } else { "cube decision" };
        self.warn((mark, what), answer, || lesson::of_cube(deed, &decision, state.owner))
    }

    /// Returns `true` if an action is possible now; an impossible one is refused without advice.
    fn is_about(&self, deed: Deed) -> bool {
        match (deed, self.game.state.phase()) {
            (Deed::Wait | Deed::Double, Phase::ToRoll) => self.game.state.may_double(self.turn()).is_ok(),
            (Deed::Take | Deed::Pass | Deed::Beaver, Phase::ToAnswerDouble(offer)) => {
                // GNU Backgammon's tutor has no advice on a beaver.
                let allows = !self.settings.compat && self.game.state.rules().beavers > 0;
                // After a beaver the engine can't evaluate a take.
                (deed != Deed::Beaver || allows) && offer.beavers == 0
            }
            _ => false,
        }
    }

    /// Returns the mark of a decision that is to be pointed out; the thresholds are those of analyses.
    fn mark(&self, cost: f32) -> Option<Mark> {
        let mark = self.settings.analysis.thresholds.mark(f64::from(cost));
        (mark > Mark::None && mark >= self.settings.tutor.skill).then_some(mark)
    }

    /// Asks whether the action, which is called `what`, is intended; without an answer it isn't carried out. The
    /// lesson, which names what is better, comes only after the player has insisted on it.
    fn warn(
        &mut self,
        (mark, what): (Mark, &str),
        answer: &mut Answer,
        lesson: impl FnOnce() -> String,
    ) -> Result<Advice, Refusal> {
        let mistake = format!("{} {what}", mark.words());
        let question = self.question(&format!("You may be about to make a {mistake}. Are you sure?"));
        // Each line of JSON answers a command.
        if !self.host.can_ask() {
            return Err(Refusal::complain(format_args!("the tutor advises against a {mistake}; {OFF}")));
        }
        loop {
            self.write_now(answer);
            let Some(line) = self.host.ask(&question) else { return Ok(Advice::Leave) };
            let word = line.trim().to_lowercase();
            if !word.is_empty() && "yes".starts_with(&word) {
                if !self.settings.compat {
                    answer.say(lesson());
                }
                return Ok(Advice::Do);
            }
            if !word.is_empty() && "no".starts_with(&word) {
                return Ok(Advice::Leave);
            }
            answer.say("Please answer `y' or `n'.");
        }
    }
}
