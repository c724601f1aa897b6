//! Taking back: `undo` and `undo back`.

use super::{Call, Handlers};
use crate::game::{MatchState, Phase};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::history::{Left, Move};
use crate::repl::line::abbreviates;
use crate::repl::session::{Seat, Session};
use crate::rules::legal_plays;

pub(super) const COMMANDS: Handlers = &[("undo", undo)];

/// `undo [COUNT]` and `undo back [COUNT]`.
fn undo(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let is_back = call.words.peek().is_some_and(|word| abbreviates(&word.text, "back"));
    if is_back {
        call.words.next();
    }
    let refusal = |place| Refusal::say("How many moves? A positive number is expected.").at(place);
    let wanted: usize = match call.words.peek() {
        None => 1,
        Some(_) => call.within(1..).map_err(refusal)?,
    };
    // What comes after a place that was only looked at isn't taken back.
    let was_at_end = session.game.history.is_at_end();
    let before = session.game.state.rules().cube;
    let step = if is_back { redo_decision } else { undo_decision };
    let done = (0..wanted).take_while(|_| step(session)).count();
    let has_cube = session.game.state.rules().cube;
    if has_cube != before {
        // Later games are played without a cube, too.
        session.settings.cube = has_cube;
    }
    if done == 0 {
        return Err(if is_back {
            Refusal::say("Nothing was taken back.")
                .help("a new play, cube action, dice or score drop what `undo` took back")
        } else {
            Refusal::say("There is nothing to take back.")
        });
    }
    if was_at_end {
        session.game.history.take_back();
    }
    session.draw(answer);
    Ok(())
}

/// Returns `true` if a person has nothing to decide here: the computer has to act against one, or no play is legal.
fn is_passed_over(session: &Session) -> bool {
    let (seats, turn) = (&session.game.seats, session.turn());
    let is_computers = (seats[turn], seats[!turn]) == (Seat::Computer, Seat::Human);
    let state = &session.game.state;
    let is_dance =
        || matches!(state.phase(), Phase::ToPlay(roll) if legal_plays(state.board(), roll).is_empty());
    session.is_playing() && (is_computers || is_dance())
}

/// Takes back one decision of a person, and keeps the place for `undo back`; returns `false`, and changes nothing, if
/// there is none.
fn undo_decision(session: &mut Session) -> bool {
    let from = session.here();
    while step_back(session) {
        if !is_passed_over(session) {
            let to = session.here();
            session.game.history.left.push(Left { from, to });
            return true;
        }
    }
    // What the computer did before the first decision stays.
    if !from.is_same(&session.here()) {
        session.return_to(from);
    }
    false
}

/// Returns to the place that the last `undo` left. From another place than the one where it led, repeats the moves of
/// the history up to the next decision of a person; returns `false` if there are none.
fn redo_decision(session: &mut Session) -> bool {
    if let Some(left) = session.game.history.left.pop().filter(|left| left.to.is_same(&session.here())) {
        session.return_to(left.from);
        return true;
    }
    session.game.history.left.clear();
    let is_repeated = step_forward(session);
    while is_repeated && is_passed_over(session) && step_forward(session) {}
    is_repeated
}

/// Withdraws the resignation that is offered, takes back what was set here, or goes back to before the last
/// play or cube action, with its dice on the board.
fn step_back(session: &mut Session) -> bool {
    if session.game.state.withdraw_resignation() || unset(session) {
        return true;
    }
    let (mut game, mut at) = (session.game.history.game, session.game.history.at);
    loop {
        let Some(moves) = session.game.history.games.get(game).map(|game| &game.moves) else { return false };
        // The position of an ID, or of an opening that no game has, is the beginning.
        let is_made = |step: &Move| is_step(step) && !step.is_given;
        match moves[..at.min(moves.len())].iter().rposition(is_made) {
            Some(place) => {
                session.go_to(game, place);
                restore_before(session);
                return true;
            }
            None if game == 0 => return false,
            None => {
                game -= 1;
                at = session.game.history.games[game].moves.len();
            }
        }
    }
}

/// Returns `true` if a move is taken back on its own. Dice go with the move before them; where the cube is put
/// out of use, its value goes with its owner.
fn is_step(step: &Move) -> bool {
    step.what.is_step() && (!step.what.is_set_cube() || step.before.rules().cube)
}

/// Takes back what was set here by hand and is no move of the history: the side on roll, and whether there is a cube.
fn unset(session: &mut Session) -> bool {
    let what = |state: &MatchState| (state.on_roll(), state.rules().cube);
    let (history, now) = (&session.game.history, &session.game.state);
    let Some(before) = history.state().filter(|before| {
        session.is_playing() && before.phase() != Phase::OpeningRoll && what(before) != what(now)
    }) else {
        return false;
    };
    // Its dice are on the board if the next move was taken back.
    let next = history.next().map(|next| &next.before).filter(|next| what(next) == what(before));
    let mut before = next.unwrap_or(before).clone();
    before.withdraw_resignation();
    session.game.low_first = history.rising_dice();
    session.game.known_roll = None;
    session.game.state = before;
    true
}

/// Restores the state in which the next move was made, with its dice in the order in which they were set; a resignation
/// that was accepted isn't offered again.
fn restore_before(session: &mut Session) {
    let Some(next) = session.game.history.next() else { return };
    let (mut before, low_first) = (next.before.clone(), next.rising_dice());
    before.withdraw_resignation();
    session.game.state = before;
    session.game.low_first = low_first;
}

/// Repeats the next move of the history, and rolls the dice that came after it.
fn step_forward(session: &mut Session) -> bool {
    let (mut game, mut at) = (session.game.history.game, session.game.history.at);
    loop {
        let Some(moves) = session.game.history.games.get(game).map(|game| &game.moves) else { return false };
        if let Some(place) = (at..moves.len()).find(|&place| moves[place].what.is_step()) {
            let mut behind = place + 1;
            while moves.get(behind).is_some_and(|step| !is_step(step)) {
                behind += 1;
            }
            // After the end of a game the next one has begun.
            if behind == moves.len() && game + 1 < session.game.history.games.len() {
                let next = &session.game.history.games[game + 1].moves;
                let rolled = next.iter().take_while(|step| !step.what.is_step()).count();
                session.go_to(game + 1, rolled);
                if rolled == 0 {
                    restore_before(session);
                }
            } else {
                session.go_to(game, behind);
                session.show_dice();
            }
            return true;
        }
        (game, at) = (game + 1, 0);
    }
}
