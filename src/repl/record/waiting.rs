//! The decision that waits at the end of a match: GNU Backgammon has an entry for it, which its files show.
//!
//! The entry exists once a command has looked at the decision. It contains what `hint` finds, as if the best play, a
//! double or a take had been made.

use crate::analysis::skill::cube_analysis;
use crate::board::{Roll, Side};
use crate::game::record::Analysis;
use crate::game::{Act, Action, Happening, MatchState, Phase};
use crate::repl::history::{Deed, Game, Move, Source};
use crate::repl::session::Session;
use crate::rules::resolve::resolve;

/// Returns the act that waits to be done, if GNU Backgammon has looked for it.
pub(in crate::repl) fn waiting(session: &Session) -> Option<Act> {
    let state = &session.game.state;
    let game = session.game.history.games.last()?;
    if !game.is_looked_at {
        // In match text with dice of both players GNU Backgammon looks at the first ones while it reads on.
        let [.., first, Move { what: Deed::Rolled(_), .. }] = &game.moves[..] else { return None };
        let (Deed::Rolled(roll), Source::Entry(_)) = (first.what, &first.source) else { return None };
        let (before, cube, what) = (*first.after.board(), first.after.cube(), Happening::RolledOnly { roll });
        return Some(Act { before, cube, by: first.by, entry: None, what });
    }
    let history = &session.game.history;
    let is_here = history.game + 1 == history.games.len() && history.at == game.moves.len();
    let last = match game.moves.last() {
        // The player on roll of a position that was set or read isn't in its move, nor one who was set on roll after
        // dice.
        Some(last) if is_here && (last.what.is_set() || matches!(last.what, Deed::Rolled(_))) => state,
        Some(last) => &last.after,
        None => state,
    };
    // A double that is made here takes the dice off the board; one that was read or gone back to doesn't.
    let is_under = !is_here || session.game.dice_under.is_some();
    if let (Phase::ToAnswerDouble(offer), Some((by, roll)), true) =
        (last.phase(), under(&game.moves), is_under)
    {
        // Its text shows the checkers of the player who is to answer, not of the one who is to play the dice.
        let (before, what) = (last.board_of(offer.responder), Happening::RolledOnly { roll });
        return Some(Act { before, cube: last.cube(), by, entry: None, what });
    }
    let mut act = next(last, game.saw)?;
    if act.what == Happening::Taken && game.names_responder {
        (act.before, act.by) = (act.before.flip(), !act.by);
    }
    Some(act)
}

/// Returns the dice under a double that isn't answered, and the player who is to play them: the doubler, or of a double
/// that was read the player who rolled them.
pub(in crate::repl) fn under(moves: &[Move]) -> Option<(Side, Roll)> {
    let at = moves.iter().rposition(|step| step.what != Deed::Doubled)?;
    let (dice, double) = (&moves[at], moves.get(at + 1)?);
    let Deed::Rolled(roll) = dice.what else { return None };
    Some((if matches!(double.source, Source::Here) { double.by } else { dice.by }, roll))
}

/// Returns the act that comes next in a state, with other dice if GNU Backgammon has seen these.
fn next(state: &MatchState, saw: Option<Roll>) -> Option<Act> {
    let cube = state.cube();
    // The decision stays while a resignation waits for its answer.
    let phase: Phase = match state.phase() {
        Phase::ToAnswerResignation { otherwise, .. } => otherwise.into(),
        phase => phase,
    };
    let what = match (phase, saw) {
        (Phase::ToPlay(_) | Phase::ToRoll, Some(roll)) | (Phase::ToPlay(roll), None) => {
            Happening::RolledOnly { roll }
        }
        (Phase::ToAnswerDouble(_), _) => Happening::Taken,
        (Phase::ToRoll, None) => Happening::Doubled { to: cube.value * 2, beaver: false },
        _ => return None,
    };
    Some(Act { before: *state.board(), cube, by: state.on_roll(), entry: None, what })
}

/// Returns the decision that waits at the end of the last game as a move, if `hint` has evaluated it.
pub(in crate::repl) fn hinted(session: &Session) -> Option<Move> {
    made(session.game.history.games.last()?, &waiting(session)?)
}

/// Returns the decision that waits at the place where the session stands, if `hint` has evaluated it.
pub(in crate::repl) fn hinted_here(session: &Session) -> Option<Move> {
    let history = &session.game.history;
    if history.has_tail() || session.game.dice_under.is_some() {
        return None;
    }
    let mut step = made(history.current()?, &next(&session.game.state, None)?)?;
    // A double that waits with a resignation is that of the player who has to answer the resignation.
    if let (Deed::Doubled, Phase::ToAnswerResignation { by, .. }) = (step.what, session.game.state.phase()) {
        step.by = by.opponent();
    }
    Some(step)
}

fn made(game: &Game, act: &Act) -> Option<Move> {
    match act.what {
        Happening::RolledOnly { roll } => turn(game, act, roll),
        Happening::Taken => cube(game, act, Deed::Taken),
        Happening::Doubled { .. } => cube(game, act, Deed::Doubled),
        _ => None,
    }
}

/// Returns `true` if files of a match have such a decision: a double only after a position that was set.
pub(in crate::repl) fn is_saved(waiting: &Move, game: &Game) -> bool {
    waiting.what != Deed::Doubled || matches!(game.moves.last(), Some(Move { what: Deed::SetBoard, .. }))
}

/// Makes the turn of dice that wait: the best play, or none if only the cube decision before the roll was evaluated.
fn turn(game: &Game, act: &Act, roll: Roll) -> Option<Move> {
    let dice = game.waiting_dice().filter(|dice| dice.what == Deed::Rolled(roll) && dice.by == act.by)?;
    let is_here = matches!(dice.source, Source::Here);
    let is_its = |found: &&Analysis| match found {
        Analysis::Play(_) => dice.is_hinted,
        Analysis::Cube(_) => is_here,
    };
    let mut analyses: Vec<Analysis> = dice.notes.analyses.iter().filter(is_its).cloned().collect();
    if analyses.is_empty() {
        return None;
    }
    let mut before = dice.after.clone();
    before.place(act.before, act.by, Some(roll));
    let mut after = before.clone();
    let mut what = Deed::Condoned(roll);
    for found in &mut analyses {
        let Analysis::Play(plays) = found else { continue };
        let best = plays.candidates.first().and_then(|best| resolve(&act.before, roll, &best.legs).ok())?;
        after.apply(act.by, &Action::Play(*best.play())).ok()?;
        what = Deed::Played(roll, *best.play());
        plays.played = Some(0);
    }
    let mut step = Move::new(what, act.by, before, after);
    step.notes.analyses = analyses.into();
    (step.marked, step.is_rising) = (dice.marked.clone(), dice.is_rising);
    Some(step)
}

/// Makes the cube action that waits. A take has the analysis of its double.
fn cube(game: &Game, act: &Act, what: Deed) -> Option<Move> {
    let hinted = game.hinted.as_ref().and_then(|(found, is_cubeful)| cube_analysis(found, *is_cubeful));
    let hinted = hinted.map(|found| Analysis::Cube(Box::new(found)));
    let last = game.moves.last();
    let of_double = || last.filter(|last| last.what == Deed::Doubled)?.cube_analysis().cloned();
    let found = hinted.or_else(of_double)?;
    let mut before = last.map_or(&game.start, |last| &last.after).clone();
    if what == Deed::Doubled {
        before.place(act.before, act.by, None);
    }
    let mut step = Move::new(what, act.by, before.clone(), before);
    step.notes.analyses.push(found);
    Some(step)
}
