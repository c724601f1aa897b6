//! Values of the bear-off tables: `show bearoff`, `show onesidedrollout`.

use super::{Call, Handlers};
use crate::board::{Board, Side};
use crate::output::bearoff;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[("show bearoff", known), ("show onesidedrollout", one_sided_rollout)];

/// Returns the position of a command, the given one or that of the game, and its side on roll.
fn subject(session: &Session, call: &mut Call<'_>) -> Result<(Board, Side), Refusal> {
    let on_roll = if session.is_playing() { session.game.state.on_roll() } else { Side::One };
    if call.words.peek().is_some() {
        let given = super::position::read_any(session, &mut call.words, &call.command.path)?;
        return Ok((given.board, given.on_roll().unwrap_or(on_roll)));
    }
    if session.is_playing() {
        return Ok((*session.game.state.board(), on_roll));
    }
    let line = if call.command.name == "bearoff" {
        "No game is being played."
    } else {
        "No position specified and no game in progress."
    };
    Err(session.no_game(Refusal::say(line)))
}

/// `show bearoff [POSITION]`. GNU Backgammon prints nothing if its tables are in memory.
fn known(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        // It looks at no argument.
        return if session.is_playing() { Ok(()) } else { Err(Refusal::say("No game is being played.")) };
    }
    let (board, _) = subject(session, call)?;
    let found = bearoff::Known::of(&board, &*session.engine()?);
    let found = found
        .ok_or_else(|| Refusal::complain("a bear-off has all checkers of both sides in their home boards"))?;
    answer.put(bearoff::text(&found));
    Ok(())
}

/// `show onesidedrollout [POSITION]`: exact values, as long as both sides bear off.
fn one_sided_rollout(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let (board, on_roll) = subject(session, call)?;
    let found = bearoff::Known::of(&board, &*session.engine()?).ok_or_else(|| {
        Refusal::complain("effective pip counts are known only where all checkers are in their home boards")
    })?;
    let names = [session.name(on_roll), session.name(on_roll.opponent())];
    // The upper player comes first.
    let order = if on_roll == Side::Zero { [0, 1] } else { [1, 0] };
    answer.put(bearoff::gnubg_effective_pips(&found, names, order, session.settings.compat));
    Ok(())
}
