//! A quick walk through a game from some position that follows only the checkers. It selects the readings for which a
//! complete replay pays.

use crate::analysis::plays::legs_of;
use crate::board::{Board, Side};
use crate::game::record::{Cell, Entry, Written};
use crate::rules::{can_move, legal_plays, resolve};

/// The most entries walked; a game that long breaks earlier.
const LONGEST: usize = 600;

/// Walks through entries from a position seen by `by`; returns the first entry whose play isn't legal, or `None`. With
/// `marks`, missing hit marks count too.
pub(in crate::analysis) fn first_break(
    entries: &[Entry],
    from: usize,
    board: &Board,
    by: Side,
    marks: bool,
) -> Option<usize> {
    let (mut board, mut seen) = (*board, by);
    for (index, entry) in entries.iter().enumerate().skip(from).take(LONGEST) {
        let Written::Turn { roll, cell } = &entry.written else {
            match entry.written {
                // From here on the position is a different one, or unknown.
                Written::Set(_) | Written::Unreadable | Written::Wins { .. } | Written::Drawn => return None,
                _ => continue,
            }
        };
        let (Some(side), Some(roll)) = (entry.side, roll.roll()) else { return None };
        if side != seen {
            board = board.flip();
            seen = side;
        }
        match cell {
            Cell::Play(play) => {
                let legs = legs_of(play);
                let Ok(resolved) = resolve::resolve(&board, roll, legs.as_slice()) else {
                    return Some(index);
                };
                if resolved.spurious_hit().is_some() || (marks && resolved.unmarked_hit().is_some()) {
                    return Some(index);
                }
                board = *resolved.after();
            }
            Cell::Empty | Cell::CannotMove(_) => {
                if !can_move(&board, roll) {
                    continue;
                }
                match legal_plays(&board, roll)[..] {
                    [(_, after)] if *cell == Cell::Empty => board = after,
                    _ if *cell == Cell::Empty && is_last(entries, index) => return None,
                    _ => return Some(index),
                }
            }
            Cell::Hidden(_) | Cell::Resign(_) | Cell::DeclaredIllegal { .. } | Cell::Unreadable(_) => {
                return None;
            }
        }
    }
    None
}

/// Returns `true` if no play follows an entry.
fn is_last(entries: &[Entry], index: usize) -> bool {
    entries[index + 1..].iter().all(|entry| !matches!(entry.written, Written::Turn { .. }))
}
