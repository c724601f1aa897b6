//! Positions that commands take as an argument.

use super::{Call, Handlers};
use crate::board::Board;
use crate::notation::position_id::PositionId;
use crate::repl::answer::Refusal;
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[];

/// Reads the position that a command's next word names, seen by its side on roll.
///
/// # Errors
///
/// It isn't one.
pub(super) fn position(session: &Session, call: &mut Call<'_>, path: &str) -> Result<Board, Refusal> {
    let Some(word) = call.words.next() else {
        return Err(Refusal::say(format_args!("You must specify a position (see `help {path}').")));
    };
    let checkers = session.state.rules().variant.start().board().checkers();
    let read = PositionId::read_lenient(&word.text, checkers).and_then(|(id, _)| id.board(checkers));
    read.map_err(|error| Refusal::say("Illegal position.").help(error).at(word.place))
}
