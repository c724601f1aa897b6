//! Rollouts in a session.

use super::answer::{Answer, Refusal};
use super::session::Session;
use crate::board::{Board, Roll};
use crate::engine::met::UNKNOWN_SCORE;
use crate::engine::rollout::{GameSettings, Question, Rollout};
use crate::host::rollout::{Ended, Plan, run};
use crate::output::rollout::{Played, gnubg, standing};
use std::sync::atomic::{AtomicBool, Ordering};

impl Session {
    /// Runs a rollout and prints the result; after an interruption the result so far.
    ///
    /// Games that begin with an opening roll have no double and no play before it; in compat mode they are rolled out.
    pub(super) fn roll_out(
        &mut self,
        board: &Board,
        roll: Option<Roll>,
        question: &Question,
        names: &[String],
        answer: &mut Answer,
    ) -> Result<(), Refusal> {
        let evaluator = self.evaluator()?;
        let by = self.game.state.on_roll();
        let state = self.cube_state(by);
        let table = self.match_equities(state.most_away()).into_owned();
        let table = &table;
        let efficiency = self.settings.efficiency;
        let settings = GameSettings { efficiency, ..self.settings.rollouts.settings(by) };
        if settings.is_opening && !self.settings.compat && !matches!(question, Question::Position(_)) {
            return Err(Refusal::say("No double and no play comes before an opening roll.")
                .help("`set rollout initial off' rolls out cube decisions and plays"));
        }
        let mut rollout = Rollout::new(question, self.settings.rollouts.stop());
        let plan = Plan {
            evaluator: evaluator.as_ref(),
            table,
            state,
            settings: &settings,
            question,
            jobs: self.threads() as usize,
        };
        let show = |rollout: &Rollout, use_it: &mut dyn FnMut(&Played<'_>)| {
            let settings = &settings;
            use_it(&Played { state: &state, table, board, roll, question, names, settings, rollout });
        };
        let is_stopped = AtomicBool::new(false);
        let total = rollout.numbers().end;
        let mut done = 0;
        let host = &mut self.host;
        let ended = run(plan, &mut rollout, &|| is_stopped.load(Ordering::Relaxed), |rollout| {
            done += 1;
            if host.is_interrupted() {
                is_stopped.store(true, Ordering::Relaxed);
            }
            host.progress(done, total, &mut || {
                let mut text = String::new();
                show(rollout, &mut |played| text = format!("games {}", standing(played)));
                text
            });
        });
        self.host.progress_ends();
        answer.say(match ended {
            None => return Err(Refusal::complain(UNKNOWN_SCORE)),
            Some(Ended::Done) => "Rollout done. Printing final results.",
            Some(Ended::Interrupted) => "Rollout interrupted. Printing what was found until then.",
        });
        show(&rollout, &mut |played| answer.put(gnubg(played, 3)));
        Ok(())
    }
}
