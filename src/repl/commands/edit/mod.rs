//! Editing the game: `set board`, `set dice`, `set turn`, `clear turn`, `swap`, `choose`.

pub(super) mod cube;
pub(super) mod ids;
pub(super) mod score;

use super::{Call, Handlers, position};
use crate::board::{Die, Roll, Side};
use crate::game::record::headers;
use crate::game::{Army, Phase};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::history::Deed;
use crate::repl::line::number;
use crate::repl::score::rolled;
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[
    ("choose", choose),
    ("clear turn", |session, _, answer| clear_turn(session, answer)),
    ("set board", board),
    ("set dice", dice),
    ("set turn", turn),
    ("swap dice", |session, _, answer| swap_dice(session, answer)),
    ("swap players", |session, _, answer| {
        swap(session, answer);
        Ok(())
    }),
];

/// Refuses unless there is a game in progress.
fn must_play(session: &Session, to_set: &str) -> Done {
    if session.is_playing() {
        return Ok(());
    }
    let theirs = Refusal::say(format_args!("There must be a game in progress to set {to_set}."))
        .help("`new match`, `new session` or a position (`set board`, `set gnubgid`) begins one");
    Err(session.no_game(theirs))
}

/// `set board POSITION`. Outside of a game it begins a money session with the position; an ID that contains a game
/// begins that one.
fn board(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        must_play(session, "the board")?;
    }
    let given = position::read(session, &mut call.words, "set board")?;
    if let Some(said) = &given.said {
        return ids::put_whole(session, said, answer);
    }
    ids::set_board(session, given.board, answer)?;
    session.game.history.look();
    session.draw(answer);
    Ok(())
}

/// `set dice DIE DIE`, or `set dice DICE`.
fn dice(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    must_play(session, "the dice")?;
    let place = call.words.rest_place();
    let Some((first, second)) = two_dice(session, call) else {
        return Err(Refusal::say("You must specify two numbers from 1 to 6 for the dice.").at(place));
    };
    session.withdraw_offers();
    let roll = Roll::new(first, second);
    if roll.is_doublet() {
        session.leave_opening();
    }
    session.edit(Deed::Rolled(roll), |state| state.place(*state.board(), state.on_roll(), Some(roll)));
    session.game.low_first = (first < second).then_some(roll);
    if let Some(last) = session.game.history.last_mut() {
        last.is_rising = first < second;
    }
    answer.say(format_args!("The dice have been set to {first} and {second}."));
    Ok(())
}

/// `swap dice`: shows two unequal dice in the other order.
fn swap_dice(session: &mut Session, answer: &mut Answer) -> Done {
    must_play(session, "the dice")?;
    let Some(roll) = rolled(&session.game.state) else {
        return Err(Refusal::say("The dice have not been rolled."));
    };
    if roll.is_doublet() {
        return Err(Refusal::say("The dice are equal: there is nothing to swap."));
    }
    let is_low_first = session.game.low_first != Some(roll);
    session.game.low_first = is_low_first.then_some(roll);
    // The move keeps the order, for when the session comes back to it.
    if let Some(step) = session.game.history.decision_mut().filter(|step| step.what.dice() == Some(roll)) {
        step.is_rising = is_low_first;
    }
    let (first, second) = session.in_order(roll);
    answer.say(format_args!("The dice are {first} and {second}."));
    session.draw(answer);
    Ok(())
}

/// `choose ARMY`: the player who won the opening takes one of two armies that differ.
fn choose(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let army = if call.choice()? == "first" { Army::First } else { Army::Second };
    must_play(session, "an army")?;
    if session.game.state.rules().variant.start().is_symmetric() {
        return Err(Refusal::say("Both players have the same army: there is nothing to choose."));
    }
    session.choose(army, answer)?;
    session.draw(answer);
    Ok(())
}

/// Reads two dice, or both in one number; GNU Backgammon then ignores what follows.
fn two_dice(session: &Session, call: &mut Call<'_>) -> Option<(Die, Die)> {
    let mut next = || call.words.next().and_then(|word| number(&word.text));
    let first = next()?;
    let (first, second) = match next() {
        Some(second) if !session.settings.compat || first <= 10 => (first, second),
        _ => (first / 10, first % 10),
    };
    let die = |number: i64| u8::try_from(number).ok().and_then(Die::new);
    die(first).zip(die(second))
}

/// `set turn PLAYER`.
fn turn(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    must_play(session, "a player on roll")?;
    if session.settings.compat && matches!(session.game.state.phase(), Phase::ToAnswerResignation { .. }) {
        return Err(session.unresolved());
    }
    let Some(word) = call.words.next() else {
        return Err(Refusal::say("Which player do you want to set on roll?").at(call.words.rest_place()));
    };
    let side = match session.sides(&word.text) {
        [side] => *side,
        [] => {
            return Err(Refusal::say(format_args!("Unknown player `{}' (see `help set turn').", word.text))
                .help(format_args!(
                    "the players are 0 or `{}', and 1 or `{}'",
                    session.name(Side::Zero),
                    session.name(Side::One)
                ))
                .at(word.place));
        }
        _ => return Err(Refusal::say("You can't set both players on roll.").at(word.place)),
    };
    let on_roll = session.game.state.on_roll();
    match session.game.state.phase() {
        Phase::ToAnswerResignation { otherwise, .. } => {
            // The player already on roll stays on roll.
            let is_idle = !matches!(otherwise, crate::game::Resume::Play(_));
            if side != on_roll || !is_idle || session.turn() != side {
                return Err(session.unresolved());
            }
        }
        phase => {
            let is_doubled = matches!(phase, Phase::ToAnswerDouble(_));
            let (turn, compat) = (session.turn(), session.settings.compat);
            let before = session.game.state.clone();
            // Without an opening roll, the player on roll has the first of two different armies.
            let begins = session.is_opening() && session.game.history.at == 0;
            let board = if begins { *before.board() } else { before.board_of(side) };
            session.game.state.place(board, side, None);
            session.game.history.look_away();
            if is_doubled && turn != on_roll && compat {
                // While a double waits for its answer, GNU Backgammon exchanges the checkers of the players.
                let board = session.game.state.board().flip();
                session.game.state.place(board, side, None);
            }
            if compat {
                session.game.state.place_refused(&before);
            } else {
                session.touch();
                if is_doubled {
                    session.forget_offers();
                }
            }
            if is_doubled && (session.settings.compat || side != on_roll) {
                session.draw(answer);
            }
        }
    }
    answer.say(format_args!("`{}' is now on roll.", session.name(side)));
    Ok(())
}

/// `clear turn`: takes the dice back.
fn clear_turn(session: &mut Session, answer: &mut Answer) -> Done {
    must_play(session, "a player on roll")?;
    if matches!(session.game.state.phase(), Phase::ToAnswerResignation { .. }) {
        return Err(session.unresolved());
    }
    session.may_replace(answer)?;
    match session.game.state.phase() {
        Phase::ToAnswerDouble(_) => {
            // GNU Backgammon leaves the double on the board, where it can't be answered.
            if !session.settings.compat {
                session.game.state.withdraw_double();
            }
            session.forget_offers();
        }
        phase => {
            let is_rolled = matches!(phase, Phase::ToPlay(_));
            if is_rolled {
                let state = &mut session.game.state;
                state.place(*state.board(), state.on_roll(), None);
            }
            let is_roll = |deed: &Deed| matches!(deed, Deed::Rolled(_));
            let history = &mut session.game.history;
            let next = history.next().map(|next| next.what);
            let is_cube_next = next.is_some_and(Deed::is_set_cube);
            if !session.settings.compat {
                if is_rolled {
                    history.forget(is_roll);
                    session.touch();
                }
            } else if history.has_rolled() && is_cube_next
                || !history.has_tail() && (is_rolled || history.has_rolled())
            {
                // Dice that a later play has used are only taken off the board; others go, even if another player is on
                // roll or the cube was set after them.
                history.look_away();
                while history.forget(is_roll) {}
            }
        }
    }
    Ok(())
}

/// Puts the dice of the next move on the board. When the players are exchanged, GNU Backgammon does so in place
/// of dice that are there.
fn put_next_dice(session: &mut Session) {
    let Some(next) = session.game.history.next() else { return };
    let roll = next.what.dice();
    session.game.dice_under = None;
    session.show_dice();
    if matches!(session.game.state.phase(), Phase::ToRoll | Phase::ToPlay(_)) {
        session.game.state.place(*session.game.state.board(), session.game.state.on_roll(), roll);
    }
}

/// `swap players`: exchanges the players in the whole match. State outside the record is lost: a resignation
/// that was offered, a side that was set on roll.
pub(super) fn swap(session: &mut Session, answer: &mut Answer) {
    let has_dice = rolled(&session.game.state).or(session.game.dice_under).is_some();
    let history = &session.game.history;
    let had_plays = session.settings.compat && history.next().is_none() && history.has_hinted_plays();
    session.game.names.0.swap(0, 1);
    // In GNU Backgammon the seats stay: a person continues at the program's side of the board.
    if !session.settings.compat {
        session.game.seats.0.swap(0, 1);
        session.game.remotes.0.swap(0, 1);
    }
    session.game.history.swap_players();
    // Ratings belong to the players.
    for header in &mut session.game.record.headers {
        let side = headers::ELO.iter().position(|elo| header.key.value.eq_ignore_ascii_case(elo));
        if let Some(side) = side {
            headers::ELO[1 - side].clone_into(&mut header.key.value);
        }
    }
    // The games are replayed.
    session.game.history.is_revisited = true;
    session.game.known_roll = None;
    if session.settings.compat {
        session.game.history.retell();
        session.game.low_first = None;
        session.game.said_stage = None;
    }
    // A turn that was cleared at the opening roll is no move: in GNU Backgammon no game is in progress then.
    let is_begun = !session.settings.compat && session.is_playing();
    match session.game.history.state() {
        Some(state) if !is_begun || state.phase() != Phase::OpeningRoll => {
            session.game.state = state.clone();
        }
        _ => {
            session.game.state.withdraw_resignation();
            session.game.state.swap_players();
        }
    }
    if session.settings.compat {
        session.game.dice_under = session.dice_under_double();
        // Before its first move no game is being played.
        if has_dice && session.game.state.phase() != Phase::OpeningRoll {
            put_next_dice(session);
        }
    }
    // The last setting puts its player on roll.
    if let Some(last) = session.game.history.last_mut()
        && last.what.is_set()
        && session.settings.compat
        && matches!(last.after.phase(), Phase::ToRoll | Phase::ToPlay(_))
        && last.after.on_roll() != last.by
    {
        last.after.place(last.after.board().flip(), last.by, None);
        session.game.state = last.after.clone();
    }
    if session.game.history.current().is_some() {
        session.touch();
    }
    // GNU Backgammon keeps a cube decision that `hint` has evaluated, but not plays. Outside compat mode the decision
    // goes, too: its player may have been set on roll.
    let history = &mut session.game.history;
    if had_plays {
        history.forget_hint();
    }
    if had_plays || !session.settings.compat {
        history.look_away();
    }
    if !had_plays {
        history.look();
    }
    session.draw(answer);
    if session.game.history.current().is_some() && session.settings.compat {
        session.draw_next(answer);
        session.draw(answer);
        session.draw_next(answer);
    }
}
