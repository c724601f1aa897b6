//! The cube: `double`, `take`, `drop`, `redouble`, and `accept` and `reject`, which answer whatever is offered.

use super::resign;
use crate::game::{Action, MAX_CUBE, Phase, RuleViolation};
use crate::output::lesson;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::commands::Call;
use crate::repl::history::Deed;
use crate::repl::session::Session;
use crate::repl::tutor::Advice;

/// `double`.
pub(super) fn double(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    match session.state.phase() {
        Phase::ToAnswerDouble(_) => {
            return answered(session, lesson::Deed::Beaver, redouble, answer);
        }
        Phase::ToPlay(_) | Phase::ToRoll if session.state.is_crawford_game() => {
            return Err(refused(&RuleViolation::CrawfordGame, MAX_CUBE));
        }
        Phase::ToPlay(_) | Phase::ToAnswerResignation { .. } if !session.settings.cube => {
            return Err(refused(&RuleViolation::NoCube, MAX_CUBE));
        }
        Phase::ToPlay(_) => {
            return Err(Refusal::say(
                "You can't double after rolling the dice -- wait until your next turn.",
            ));
        }
        Phase::ToAnswerResignation { otherwise, .. } => {
            use crate::game::Resume;
            return Err(match otherwise {
                Resume::Play(_) if session.turn() == session.state.on_roll() => {
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
    offer(session, answer)
}

/// Offers the cube for the side on roll.
pub(crate) fn offer(session: &mut Session, answer: &mut Answer) -> Done {
    session.refresh_rules();
    let by = session.state.on_roll();
    let limit = session.state.rules().cube_limit;
    session.act(by, &Action::Double, Some(Deed::Doubled)).map_err(|rule| refused(&rule, limit))?;
    session.last_opening = None;
    if session.settings.display {
        answer.say(format_args!("{} doubles.", session.name(by)));
    }
    session.pending = true;
    Ok(())
}

/// Says in GNU Backgammon's words why a double is refused.
fn refused(rule: &RuleViolation, limit: u32) -> Refusal {
    let highest =
        || Refusal::say("The cube is already at its highest supported value ; you can't double any more.");
    match rule {
        RuleViolation::NoCube => {
            Refusal::say("The doubling cube has been disabled (see `help set cube use').")
        }
        RuleViolation::CrawfordGame => {
            Refusal::say("Doubling is forbidden by the Crawford rule (see `help set crawford').")
        }
        RuleViolation::NotCubeOwner => Refusal::say("You do not own the cube."),
        RuleViolation::CubeLimit(_) => highest(),
        RuleViolation::DeadCube { cube, .. } if *cube >= limit => highest(),
        RuleViolation::FrozenCube { .. } => {
            Refusal::say("The cube is frozen; nobody can double any more (see `help set cube frozen').")
        }
        RuleViolation::DeadCube { .. } => Refusal::say("The cube is dead; you can't double any more."),
        other => Refusal::say(other),
    }
    .help(rule)
}

/// Does what somebody who typed it answers to a double, unless the tutor has them think again.
pub(super) fn answered(
    session: &mut Session,
    deed: lesson::Deed,
    does: impl FnOnce(&mut Session, &mut Answer) -> Done,
    answer: &mut Answer,
) -> Done {
    if session.advise_cube(deed, answer)? == Advice::Leave {
        return Ok(());
    }
    does(session, answer)
}

/// `take`.
pub(crate) fn take(session: &mut Session, answer: &mut Answer) -> Done {
    let Phase::ToAnswerDouble(offer) = session.state.phase() else {
        return Err(Refusal::say("The cube must have been offered before you can take it."));
    };
    must_lie_there(session)?;
    let by = offer.responder;
    session.act(by, &Action::Take, Some(Deed::Taken)).map_err(Refusal::say)?;
    if session.settings.display {
        answer.say(format_args!("{} accepts the cube at {}.", session.name(by), offer.value));
    }
    session.pending = true;
    Ok(())
}

/// GNU Backgammon answers a double without a word, and does nothing, when something was set by hand since it
/// was offered.
fn must_lie_there(session: &Session) -> Done {
    let is_last = session.history.last().is_some_and(|last| last.what == Deed::Doubled);
    if session.settings.compat && !is_last {
        Err(Refusal::silent("the double isn't the last move"))
    } else {
        Ok(())
    }
}

/// `drop`.
pub(crate) fn pass(session: &mut Session, answer: &mut Answer) -> Done {
    let Phase::ToAnswerDouble(offer) = session.state.phase() else {
        return Err(Refusal::say("The cube must have been offered before you can drop it."));
    };
    must_lie_there(session)?;
    let by = offer.responder;
    let points = session.state.cube().value;
    session.act(by, &Action::Pass, Some(Deed::Passed)).map_err(Refusal::say)?;
    if session.settings.display {
        let points = crate::repl::flow::points(points);
        answer.say(format_args!("{} refuses the cube and gives up {points}.", session.name(by)));
    }
    session.pending = true;
    Ok(())
}

/// `redouble`: beavers and raccoons.
pub(crate) fn redouble(session: &mut Session, answer: &mut Answer) -> Done {
    if !session.state.rules().is_money() {
        return Err(Refusal::say("Beavers and Raccoons are not permitted during match play."));
    }
    session.refresh_rules();
    let allowed = session.state.rules().beavers;
    if allowed == 0 {
        return Err(Refusal::say("Beavers are disabled (see `help set beavers')."));
    }
    let Phase::ToAnswerDouble(offer) = session.state.phase() else {
        return Err(Refusal::say("The cube must have been offered before you can redouble it."));
    };
    if offer.beavers >= allowed {
        return Err(match allowed {
            1 => Refusal::say("Only one beaver is permitted (see `help set beavers')."),
            many => Refusal::say(format_args!("Only {many} beavers are permitted (see `help set beavers').")),
        });
    }
    let by = offer.responder;
    let limit = session.state.rules().cube_limit;
    session.act(by, &Action::Beaver, Some(Deed::Doubled)).map_err(|rule| refused(&rule, limit))?;
    if session.settings.display {
        let to = offer.value * 2;
        answer.say(format_args!("{} accepts and immediately redoubles to {to}.", session.name(by)));
    }
    session.pending = true;
    Ok(())
}

/// `accept`.
pub(super) fn accept(session: &mut Session, answer: &mut Answer) -> Done {
    match session.state.phase() {
        Phase::ToAnswerResignation { .. } => resign::agree(session, answer),
        Phase::ToAnswerDouble(_) => answered(session, lesson::Deed::Take, take, answer),
        _ => Err(nothing_offered(session, "accept")),
    }
}

/// `reject`.
pub(super) fn reject(session: &mut Session, answer: &mut Answer) -> Done {
    match session.state.phase() {
        Phase::ToAnswerResignation { .. } => resign::decline(session, answer),
        Phase::ToAnswerDouble(_) => answered(session, lesson::Deed::Pass, pass, answer),
        _ => Err(nothing_offered(session, "reject")),
    }
}

fn nothing_offered(session: &Session, word: &str) -> Refusal {
    // A resignation that ended a game still lies on GNU Backgammon's table.
    let resigned = matches!(
        session.state.phase(),
        Phase::GameOver(result) | Phase::MatchOver(result) if result.ending == crate::game::Ending::Resigned
    );
    if resigned {
        return Refusal::say("No game in progress (type `new game' to start one).");
    }
    Refusal::say(format_args!("You can only {word} if the cube or a resignation has been offered."))
}
