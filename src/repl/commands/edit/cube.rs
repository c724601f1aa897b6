//! `set cube`: its value and its owner.

use super::must_play;
use crate::board::Side;
use crate::game::{Cube, MAX_CUBE};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::history::Deed;
use crate::repl::line::number;
use crate::repl::session::Session;

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("set cube centre", |session, _, answer| {
        must_have_cube(session)?;
        own(session, None, answer);
        Ok(())
    }),
    ("set cube owner", owner),
    ("set cube value", value),
];

/// The largest cube that GNU Backgammon sets.
const THEIRS: u32 = 4096;

/// Refuses unless there is a game with a cube.
fn must_have_cube(session: &Session) -> Done {
    must_play(session, "the cube")?;
    if session.game.state.is_crawford_game() {
        return Err(Refusal::say("The cube is disabled during the Crawford game."));
    }
    if !session.has_cube() {
        return Err(Refusal::say("The cube is disabled (see `help set cube use')."));
    }
    Ok(())
}

/// `set cube value VALUE`.
fn value(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    must_have_cube(session)?;
    let place = call.words.rest_place();
    let value = call.words.next().and_then(|word| number(&word.text));
    let most = if session.settings.compat { THEIRS } else { MAX_CUBE };
    let value = value.and_then(|value| u32::try_from(value).ok()).filter(|value| (1..=most).contains(value));
    let Some(value) = value.filter(|value| value.is_power_of_two()) else {
        return Err(Refusal::say("You must specify a legal cube value (see `help set cube value').")
            .help(format_args!("it is a power of 2, from 1 to {most}"))
            .at(place));
    };
    put(session, Deed::SetCubeValue, |cube| Cube { value, ..cube });
    answer.say(format_args!("The cube has been set to {value}."));
    Ok(())
}

/// `set cube owner PLAYER`.
fn owner(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    must_have_cube(session)?;
    let place = call.words.rest_place();
    let word = call.words.next();
    let owner = match word.as_ref().map_or(&[][..], |word| session.sides(&word.text)) {
        [side] => Some(*side),
        [] => {
            return Err(Refusal::say(
                "You must specify which player owns the cube (see `help set cube owner').",
            )
            .at(place));
        }
        _ => None,
    };
    own(session, owner, answer);
    Ok(())
}

/// Changes the cube by hand. Outside compat mode a cube that stays as it is wasn't set.
fn put(session: &mut Session, deed: Deed, change: impl FnOnce(Cube) -> Cube) {
    session.withdraw_offers();
    let cube = change(session.game.state.cube());
    if session.settings.compat || cube != session.game.state.cube() {
        session.edit(deed, |state| state.place_cube(cube));
    } else {
        session.touch();
    }
}

/// Gives the cube to a side, or to none.
fn own(session: &mut Session, owner: Option<Side>, answer: &mut Answer) {
    put(session, Deed::SetCubeOwner, |cube| Cube { owner, ..cube });
    match owner {
        Some(side) => answer.say(format_args!("{} now owns the cube.", session.name(side))),
        None => answer.say("The cube has been centred."),
    }
}
