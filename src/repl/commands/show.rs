//! `show`: the state of the match.

use super::position::Given;
use super::{Call, Handlers};
use crate::board::Side;
use crate::game::{MAX_CUBE, Phase};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::score::{Stage, rolled, stage};
use crate::repl::session::Session;
use crate::repl::view;

pub(super) const COMMANDS: Handlers = &[
    ("show board", board),
    ("show fullboard", board),
    ("show crawford", crawford),
    ("show cube", cube),
    ("show dice", dice),
    ("show pipcount", pip_count),
    ("show postcrawford", crawford),
    ("show score", |session, _, answer| {
        session.say_score(answer);
        Ok(())
    }),
    ("show turn", turn),
];

/// `show board [POSITION]`.
fn board(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if call.words.peek().is_some() {
        let given = super::position::read_any(session, &mut call.words, "show board")?;
        if given.said.is_some() {
            given.in_place(session, |session| session.draw(answer));
            return Ok(());
        }
        answer.put_as_is(view::draw_position(given.board, session));
        answer.put('\n');
        return Ok(());
    }
    if session.game.state.phase() == Phase::OpeningRoll {
        let theirs = Refusal::say("No position specified and no game in progress.")
            .help("`new match` or `new session` begins one");
        return Err(session.no_game(theirs));
    }
    session.draw(answer);
    session.draw_next(answer);
    Ok(())
}

/// `show crawford` and `show postcrawford`.
fn crawford(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let stage = stage(session);
    answer.say(match call.command.meaning {
        _ if session.game.state.rules().is_money() => "Crawford rule is not used in money sessions.",
        "show crawford" if stage == Stage::Crawford => "This game is the Crawford game.",
        "show crawford" => "This game is not the Crawford game",
        _ if stage == Stage::After => "This is post-Crawford play.",
        _ => "This is not post-Crawford play.",
    });
    Ok(())
}

fn turn(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.is_playing() {
        answer.say("No game is being played.");
        return Ok(());
    }
    let rolled = rolled(&session.game.state).is_some();
    let on_roll = session.name(session.game.state.on_roll());
    let word = if session.settings.compat { "in" } else { "is" };
    answer.say(format_args!("{on_roll} {word} on {}.", if rolled { "move" } else { "roll" }));
    if let Phase::ToAnswerResignation { by, outcome, .. } = session.game.state.phase() {
        // GNU Backgammon always names the player on roll.
        let by = if session.settings.compat { session.game.state.on_roll() } else { by };
        answer.say(format_args!("{} has offered to resign a {outcome}.", session.name(by)));
    }
    Ok(())
}

fn dice(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.is_playing() {
        answer.say("The dice will not be rolled until a game is started.");
        return Ok(());
    }
    let name = session.name(session.game.state.on_roll());
    match rolled(&session.game.state).or(session.game.dice_under) {
        Some(roll) => {
            let (first, second) = session.in_order(roll);
            answer.say(format_args!("{name} has rolled {first} and {second}."));
        }
        None => answer.say(format_args!("{name} has not yet rolled the dice.")),
    }
    Ok(())
}

fn cube(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let state = &session.game.state;
    if !session.is_playing() {
        answer.say("There is no game in progress.");
    } else if state.is_crawford_game() {
        answer.say("The cube is disabled during the Crawford game.");
    } else if !session.has_cube() {
        answer.say("The doubling cube is disabled.");
    } else {
        let cube = state.cube();
        let text = match cube.owner {
            None => format!("The cube is at {}, and is centred.", cube.value),
            Some(owner) => format!("The cube is at {}, and is owned by {}.", cube.value, session.name(owner)),
        };
        session.end_of_short_line(&text, answer);
    }
    cube_rules(session, answer);
    Ok(())
}

/// Prints the limit of the cube, if it differs from the usual one.
fn cube_rules(session: &Session, answer: &mut Answer) {
    let state = &session.game.state;
    if session.settings.compat || !session.settings.cube {
        return;
    }
    let (limit, is_frozen) = if session.is_begun() {
        (state.rules().cube_limit, state.rules().frozen_cube)
    } else {
        (session.settings.cube_limit, session.settings.frozen_cube)
    };
    if limit != MAX_CUBE {
        answer.say(format_args!("The cube doesn't go beyond {limit}."));
    }
    if is_frozen {
        answer.say("Neither player may double once the cube would win the match for either of them.");
    }
}

/// `show pipcount [POSITION]`.
fn pip_count(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let given = match call.words.peek() {
        Some(_) => Some(super::position::read_any(session, &mut call.words, "show pipcount")?),
        None if session.is_begun() => None,
        None => {
            return Err(session.no_game(Refusal::say("No position specified and no game in progress.")));
        }
    };
    let on_roll = match session.game.history.next() {
        _ if session.is_begun() => session.fields().on_roll,
        // At the beginning of a game, the side of its first play.
        Some(next) if session.settings.compat => next.by,
        _ => Side::One,
    };
    let on_roll = given.as_ref().and_then(Given::on_roll).unwrap_or(on_roll);
    let board = given.as_ref().map_or_else(|| session.board(), |given| given.board);
    let names = given.as_ref().map_or(&session.game.names, |given| given.names(session));
    let (mine, theirs) = (board.pips(), board.opponent_pips());
    let (first, second) = (&names[on_roll], &names[on_roll.opponent()]);
    answer.say(format_args!("The pip counts are: {first} {mine}, {second} {theirs}."));
    Ok(())
}
