//! The cube: `double`, `take`, `drop`, `redouble`, and `accept` and `reject`, which answer any offer.

use crate::game::{Ending, MAX_CUBE, Phase, RuleViolation};
use crate::output::lesson;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::offers::refused;
use crate::repl::session::Session;
use crate::repl::tutor::Advice;

/// `double`.
pub(super) fn double(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    session.must_be_typed()?;
    session.must_be_resolved()?;
    match session.game.state.phase() {
        Phase::ToAnswerDouble(_) => {
            if session.settings.compat {
                session.may_replace(answer)?;
            }
            return answered(session, lesson::Deed::Beaver, Session::redouble, answer);
        }
        Phase::ToPlay(_) | Phase::ToRoll if session.game.state.is_crawford_game() => {
            return Err(refused(&RuleViolation::CrawfordGame, MAX_CUBE));
        }
        Phase::ToPlay(_) | Phase::ToAnswerResignation { .. } if !session.has_cube() => {
            return Err(refused(&RuleViolation::NoCube, MAX_CUBE));
        }
        Phase::ToPlay(_) => {
            if session.settings.compat {
                session.may_replace(answer)?;
            }
            return Err(Refusal::say(
                "You can't double after rolling the dice -- wait until your next turn.",
            ));
        }
        Phase::ToAnswerResignation { otherwise, .. } => {
            use crate::game::Resume;
            if session.settings.compat {
                session.may_replace(answer)?;
            }
            return Err(match otherwise {
                Resume::Play(_) if session.turn() == session.game.state.on_roll() => {
                    Refusal::say("You can't double after rolling the dice -- wait until your next turn.")
                }
                _ => Refusal::say("You are only allowed to double if you are on roll."),
            });
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

/// `accept`.
pub(super) fn accept(session: &mut Session, answer: &mut Answer) -> Done {
    match session.game.state.phase() {
        Phase::ToAnswerResignation { .. } => {
            session.must_be_typed()?;
            session.agree(answer)
        }
        Phase::ToAnswerDouble(_) => answered(session, lesson::Deed::Take, Session::take, answer),
        _ => Err(nothing_offered(session, "accept")),
    }
}

/// `reject`.
pub(super) fn reject(session: &mut Session, answer: &mut Answer) -> Done {
    match session.game.state.phase() {
        Phase::ToAnswerResignation { .. } => {
            session.must_be_typed()?;
            session.decline(answer)
        }
        Phase::ToAnswerDouble(_) => answered(session, lesson::Deed::Pass, Session::pass, answer),
        _ => Err(nothing_offered(session, "reject")),
    }
}

fn nothing_offered(session: &Session, word: &str) -> Refusal {
    // In GNU Backgammon a resignation that ended a game can still be rejected.
    let result = session.game.state.phase().result();
    if result.is_some_and(|result| result.ending == Ending::Resigned) {
        return Refusal::say("No game in progress (type `new game' to start one).");
    }
    Refusal::say(format_args!("You can only {word} if the cube or a resignation has been offered."))
}
