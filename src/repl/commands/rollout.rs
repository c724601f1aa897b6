//! `rollout`: plays a position out.

use crate::board::Board;
use crate::engine::rollout::Question;
use crate::game::Phase;
use crate::notation::play::print;
use crate::output::rollout::Played;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::line::number;
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[("rollout", rollout)];

/// `rollout [=NUMBER… | cube | POSITION]`.
fn rollout(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.caution(answer)?;
    let first = call.words.peek();
    if session.settings.compat && first.is_some() && session.is_playing() {
        return Err(Refusal::say(
            "The rollout command takes no arguments and only rollouts the current position",
        ));
    }
    if !session.is_playing() {
        return Err(Refusal::say("No position specified and no game in progress."));
    }
    let board = *session.game.state.board();
    let Some(first) = first else {
        return position(session, &board, answer);
    };
    if first.text.starts_with('=') {
        return plays(session, &board, call, answer);
    }
    if first.text == "cube" {
        call.words.next();
        let question = Question::Cube(board);
        if session.judged_cube()?.1.action == crate::engine::cube::Action::NotAvailable {
            return Err(Refusal::say("You cannot double."));
        }
        return session.roll_out(&board, None, &question, &Played::names_of(&question), answer);
    }
    let board = super::position::read_any(session, &mut call.words, "rollout")?;
    position(session, &board, answer)
}

/// Plays a position out, the side on roll having the choice to double.
fn position(session: &mut Session, board: &Board, answer: &mut Answer) -> Done {
    if crate::engine::Class::of(board) == crate::engine::Class::Over {
        return Err(Refusal::say("The game is over.").help("a side has no checkers left"));
    }
    let question = Question::Position(*board);
    session.roll_out(board, None, &question, &Played::names_of(&question), answer)
}

/// Plays out the plays with these numbers in the list of `hint`.
fn plays(session: &mut Session, board: &Board, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Phase::ToPlay(roll) = session.game.state.phase() else {
        return Err(Refusal::say("You must roll the dice before you can play them out.")
            .help("`=1` is the first play that `hint` lists"));
    };
    let judged = session.judged_plays(roll)?;
    let (mut boards, mut names) = (Vec::new(), Vec::new());
    for word in call.words.by_ref() {
        let wanted =
            word.text.strip_prefix('=').and_then(number).and_then(|number| usize::try_from(number).ok());
        let play = wanted.and_then(|wanted| judged.get(wanted.wrapping_sub(1)));
        let Some(play) = play else {
            return Err(Refusal::silent(format_args!("`hint` lists {} plays: =1 to ={0}", judged.len()))
                .at(word.place));
        };
        if !boards.contains(&play.after) {
            boards.push(play.after);
            names.push(print::gnubg(board, &play.play).to_string());
        }
    }
    session.roll_out(board, Some(roll), &Question::Plays(boards), &names, answer)
}
