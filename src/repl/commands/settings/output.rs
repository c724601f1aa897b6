//! What is shown, and how: `set output`, `set display`, `set clockwise`.

use super::{Call, Handlers, on_or_off, switch};
use crate::notation::drawing::Direction;
use crate::repl::answer::{Answer, Done};
use crate::repl::session::Session;

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("set clockwise", |session, call, answer| {
        let is_clockwise = on_or_off(call)?;
        session.settings.direction = if is_clockwise { Direction::Clockwise } else { Direction::Standard };
        show_clockwise(session, call, answer)
    }),
    ("set display", |session, call, answer| {
        let says = ("Will display boards for computer moves.", "Will not display boards for computer moves.");
        switch(call, &mut session.settings.display, answer, says)
    }),
    ("set output rawboard", |session, call, answer| {
        let says = ("TTY boards will be given in raw format.", "TTY boards will be given in ASCII.");
        switch(call, &mut session.settings.raw_board, answer, says)
    }),
    ("show clockwise", show_clockwise),
    ("show display", |session, _, answer| {
        let not = if session.settings.display { "" } else { "not " };
        answer.say(format_args!("GNU Backgammon will {not}display boards for computer moves."));
        Ok(())
    }),
];

/// `show clockwise`.
fn show_clockwise(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let (one, zero) = match session.settings.direction {
        Direction::Clockwise => ("clockwise", "anticlockwise"),
        Direction::Standard => ("anticlockwise", "clockwise"),
    };
    answer.say(format_args!("Player 1 moves {one} (and player 0 moves {zero})."));
    Ok(())
}
