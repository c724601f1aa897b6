//! The differences between a record and its replay, and the record's omissions: in words that don't depend on
//! the format it was read from.

use crate::board::Side;
use crate::game::record::{Cell, GameRecord, Written, WrittenRoll};
use crate::game::{Act, Happening, ReplayedGame};
use std::fmt::Write as _;

/// Returns the content of an entry that the rules contradict, with its first act. `None` if only its form differs.
pub(super) fn text(
    record: &GameRecord,
    game: &ReplayedGame,
    index: u32,
    act: Option<&Act>,
) -> Option<String> {
    let entry = record.entry(Some(index))?;
    let by = entry.side.map_or(2, Side::index);
    Some(match &entry.written {
        Written::Turn { roll, cell } => turn(by, *roll, cell),
        Written::Cube { value, .. } => match act.map(|act| act.what) {
            Some(Happening::Doubled { to, .. }) => {
                let value = value.as_ref().filter(|value| value.value != to)?.value;
                format!("{by} writes that the cube goes to {value}")
            }
            _ => format!("{by} offers the cube"),
        },
        Written::Take => format!("{by} takes"),
        Written::Pass => format!("{by} passes"),
        Written::OfferResignation { .. } => format!("{by} offers to resign"),
        Written::RefuseResignation => format!("{by} refuses a resignation"),
        Written::AcceptResignation => format!("{by} accepts a resignation"),
        Written::Wins { points, .. } => {
            let points = points.as_ref()?.value;
            let same = |result: crate::game::GameResult| {
                result.points == points && entry.side.is_none_or(|side| Some(side) == result.winner)
            };
            if game.result.is_some_and(same) {
                return None;
            }
            format!("{by} wins {points}")
        }
        Written::Drawn if game.result.is_some_and(|result| result.winner.is_none()) => return None,
        Written::Drawn => "a draw".to_owned(),
        Written::Set(_) => "a position".to_owned(),
        // Text that isn't understood is listed as that.
        Written::Resign | Written::Losses { .. } | Written::Empty | Written::Unreadable => return None,
    })
}

/// Returns the written result, if the rules contradict it: the winner, and the points.
pub(super) fn result(record: &GameRecord, game: &ReplayedGame) -> Option<(Side, u32)> {
    let over = game.acts.iter().rfind(|act| matches!(act.what, Happening::GameOver(_)))?;
    let index = over.entry.filter(|entry| game.overruled.contains(entry))?;
    let entry = record.entry(Some(index))?;
    text(record, game, index, Some(over))?;
    match &entry.written {
        Written::Wins { points: Some(points), .. } => Some((entry.side.unwrap_or(over.by), points.value)),
        _ => None,
    }
}

/// Returns dice, and the legs written after them.
fn turn(by: usize, roll: WrittenRoll, cell: &Cell) -> String {
    let digits = if roll.digits.iter().all(u8::is_ascii_digit) { roll.digits } else { *b"00" };
    let mut text = format!("{by} {}{}", char::from(digits[0]), char::from(digits[1]));
    if let Cell::Play(play) = cell {
        for leg in play.legs() {
            let _ = write!(text, " {}/{}", leg.leg.from.number(), leg.leg.to.number());
        }
    }
    text
}

/// Returns `true` if the record doesn't contain an act because it follows from the rest: a forced play, the
/// last play of a game, a take after which the doubler rolls.
pub(super) fn is_left_out(act: &Act, before: Option<&Act>, record: &GameRecord) -> bool {
    match act.what {
        Happening::Played { play, .. } => {
            !play.is_dance()
                && record.entry(act.entry).is_some_and(|entry| match &entry.written {
                    Written::Turn { cell, .. } => !matches!(cell, Cell::Play(_)),
                    _ => false,
                })
        }
        // Records leave out the answer to a beaver.
        Happening::Taken => {
            act.entry.is_none()
                && !before.is_some_and(|act| matches!(act.what, Happening::Doubled { beaver: true, .. }))
        }
        _ => false,
    }
}
