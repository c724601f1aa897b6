//! The cube: `double`, `take`, `drop`, `redouble`, and `accept` and `reject`, which answer any offer.

use crate::game::{Ending, MAX_CUBE, Phase, RuleViolation};
use crate::output::lesson;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::offers::refused;
use crate::repl::score::rolled;
use crate::repl::session::Session;
use crate::repl::tutor::Advice;

pub(super) fn double(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    session.must_be_typed()?;
    session.must_be_resolved()?;
    match session.game.state.phase() {
        Phase::ToAnswerDouble(_) => {
            session.may_replace(answer)?;
            return answered(session, lesson::Deed::Beaver, Session::redouble, answer);
        }
        Phase::ToPlay(_) | Phase::ToRoll if session.game.state.is_crawford_game() => {
            return Err(refused(&RuleViolation::CrawfordGame, MAX_CUBE));
        }
        Phase::ToPlay(_) | Phase::ToAnswerResignation { .. } if !session.has_cube() => {
            return Err(refused(&RuleViolation::NoCube, MAX_CUBE));
        }
        Phase::ToPlay(_) | Phase::ToAnswerResignation { .. } => {
            session.may_replace(answer)?;
            let state = &session.game.state;
            return Err(Refusal::say(if rolled(state).is_some() && session.turn() == state.on_roll() {
                "You can't double after rolling the dice -- wait until your next turn."
            } else {
                "You are only allowed to double if you are on roll."
            }));
        }
        _ => {}
    }
    if session.advise_cube(lesson::Deed::Double, answer)? == Advice::Leave {
        return Ok(());
    }
    session.offer(answer)
}

/// Carries out a person's answer to a double, unless the tutor asks for another thought.
pub(super) fn answered(
    session: &mut Session,
    deed: lesson::Deed,
    does: impl FnOnce(&mut Session, &mut Answer) -> Done,
    answer: &mut Answer,
) -> Done {
    let is_offered = matches!(session.game.state.phase(), Phase::ToAnswerDouble(_));
    if is_offered && (deed != lesson::Deed::Beaver || session.game.state.rules().beavers > 0) {
        session.must_be_typed()?;
    }
    if session.advise_cube(deed, answer)? == Advice::Leave {
        return Ok(());
    }
    does(session, answer)
}

/// `accept` and `reject`, which answer any offer.
pub(super) fn accept_or_reject(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.command.meaning;
    let accepts = word == "accept";
    let phase = session.game.state.phase();
    match phase {
        Phase::ToAnswerResignation { .. } => {
            session.must_be_typed()?;
            if accepts { session.agree(answer) } else { session.decline(answer) }
        }
        Phase::ToAnswerDouble(_) if accepts => answered(session, lesson::Deed::Take, Session::take, answer),
        Phase::ToAnswerDouble(_) => answered(session, lesson::Deed::Pass, Session::pass, answer),
        // In GNU Backgammon a resignation that ended a game can still be rejected.
        _ if phase.result().is_some_and(|result| result.ending == Ending::Resigned) => {
            Err(Refusal::say("No game in progress (type `new game' to start one)."))
        }
        _ => Err(Refusal::say(format_args!(
            "You can only {word} if the cube or a resignation has been offered."
        ))),
    }
}
