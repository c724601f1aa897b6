//! From a history to GNU Backgammon's lists of moves.

use super::{order, waiting};
use crate::board::{Roll, Side};
use crate::formats::gnubg::{List, Listed, What};
use crate::formats::position::absolute;
use crate::game::record::{Notes, Written, WrittenPlay};
use crate::repl::history::{Deed, Game, Move, Source};
use crate::repl::session::Session;

/// The most steps of a play.
const MAX_STEPS: usize = 4;

/// Makes the list of a game.
pub(in crate::repl) fn list(game: &Game) -> List {
    let before = std::iter::once(None).chain(game.moves.iter().map(Some));
    List { entries: before.zip(&game.moves).filter_map(|(before, step)| listed(step, before)).collect() }
}

/// Makes the entry of a move, from the one before it; `None` for one that GNU Backgammon doesn't have.
pub(in crate::repl) fn listed(step: &Move, before: Option<&Move>) -> Option<Listed> {
    Some(Listed {
        by: match step.what {
            Deed::Resigned(_) => step.by.opponent(),
            _ => step.by,
        },
        what: what(step)?,
        notes: notes(step, before),
        comments: step.comments().map(str::to_owned).collect(),
    })
}

/// Makes the list of a game that begins with the present position.
pub(in crate::repl) fn position(session: &Session) -> List {
    let fields = session.fields();
    // At the beginning of a game without a play, player 1 is named before the opening roll.
    let is_play = |done: &Move| matches!(done.what, Deed::Played(..));
    let has_plays = session.game.history.current().is_some_and(|game| game.moves.iter().any(is_play));
    let next = session.game.history.next().filter(|next| is_play(next));
    let by = match next {
        Some(next) if !session.is_begun() => next.by,
        _ if session.is_begun() || has_plays => fields.on_roll,
        _ => Side::One,
    };
    let cube = session.game.state.cube();
    let dice = fields.dice.map(|roll| What::Dice(digits(roll, session.game.low_first == Some(roll))));
    let all = [
        Some(What::Board(absolute(&session.board(), by))),
        Some(What::CubeValue(cube.value)),
        Some(What::CubePlace(cube.owner)),
        dice,
    ];
    let entry = |what| Listed { by, what, notes: Notes::default(), comments: Vec::new() };
    let mut entries: Vec<Listed> = all.into_iter().flatten().map(entry).collect();
    let hinted = waiting::hinted_here(session);
    // Dice whose plays only `hint` has evaluated are no decision of the record.
    let analysed = session.game.history.next().filter(|next| next.is_analysed() && !next.is_hinted);
    if let Some(next) = analysed.or(hinted.as_ref()) {
        // An analysed decision follows with its notes, in place of its dice.
        entries.retain(|entry| !matches!(entry.what, What::Dice(_)));
        entries.extend(listed(next, session.game.history.last()));
    }
    List { entries }
}

/// Returns the notes without the properties of other formats, which GNU Backgammon's files can't express.
fn notes(step: &Move, before: Option<&Move>) -> Notes {
    let mut notes = step.notes_of_record(before, true).into_owned();
    if matches!((step.what, &step.source), (Deed::Rolled(_), Source::Here)) {
        // It has analyses with the turn that waits.
        notes.analyses.clear();
    }
    notes.properties.retain(|property| property.key.starts_with("sgf:"));
    notes
}

fn what(step: &Move) -> Option<What> {
    Some(match step.what {
        Deed::Rolled(roll) => What::Dice(digits(roll, step.is_rising)),
        Deed::Played(roll, _) | Deed::Condoned(roll) => {
            What::Play(digits_of_play(step, roll), steps(step).unwrap_or_default())
        }
        Deed::Doubled => What::Double,
        Deed::Taken => What::Take,
        Deed::Passed => What::Drop,
        Deed::Resigned(outcome) => What::Resign(u32::from(outcome.multiplier())),
        Deed::Drawn => return None,
        Deed::SetBoard => What::Board(absolute(step.after.board(), step.after.on_roll())),
        Deed::SetCubeValue => What::CubeValue(step.after.cube().value),
        Deed::SetCubeOwner => What::CubePlace(step.after.cube().owner),
    })
}

/// Returns the dice of a play as digits: as its record has them, else the higher one first.
pub(in crate::repl) fn digits_of_play(step: &Move, roll: Roll) -> [u8; 2] {
    let written = match &step.source {
        Source::Entry(entry) => Some(&entry.written),
        _ => None,
    };
    Written::digits_of(written, roll)
}

/// Returns the steps of a play in GNU Backgammon's order, or in that of its record; `None` if it isn't a play, or one
/// without steps that no rule allows.
pub(in crate::repl) fn steps(step: &Move) -> Option<Vec<(u8, u8)>> {
    let generated = || match step.what {
        Deed::Played(roll, play) => Some(order::generated(step.before.board(), roll, step.is_rising, &play)),
        _ => None,
    };
    written(step).or_else(generated)
}

/// Returns two dice as digits.
pub(super) const fn digits(roll: Roll, is_rising: bool) -> [u8; 2] {
    let [high, low] = roll.digits();
    if is_rising { [low, high] } else { [high, low] }
}

/// Returns the steps of a play in the order of its record.
fn written(step: &Move) -> Option<Vec<(u8, u8)>> {
    let Source::Entry(entry) = &step.source else { return None };
    entry.written.play().map(legs)
}

/// Returns the steps of a play as written. GNU Backgammon reads four at most, and none from one that begins off the board
/// on.
pub(super) fn legs(play: &WrittenPlay) -> Vec<(u8, u8)> {
    play.places().take(MAX_STEPS).take_while(|&(from, _)| from > 0).collect()
}
