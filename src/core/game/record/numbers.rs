//! The numbers of moves: those of the rows in a .mat record.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let game = &matches[0].replayed.record.games[0];
//! assert_eq!(game.move_numbers()[..3], [1, 2, 2]);
//! # Ok(())
//! # }
//! ```

use super::{CubeWord, Entry, GameRecord, Written};
use crate::board::Side;

/// Numbers entries in the order of the game.
///
/// A row has a cell for each player, the left one first: a number stands for at most one action of each player. A record
/// with numbered rows keeps them; in any other record, the next row begins where a cell of the row is taken. A beaver that
/// the doubler takes needs no cell: the take is part of the doubler's next move.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveNumbers {
    number: u32,
    /// Who acted last in the row.
    last: Option<Side>,
    turned: Turned,
}

/// How the cube was turned by the last cell, or the one before it.
#[derive(Clone, Copy, Debug, Default)]
enum Turned {
    #[default]
    Not,
    Doubled,
    Beavered,
    BeaverTaken,
}

impl MoveNumbers {
    /// Returns the number of the next entry, counted from 1. What stands in no cell, such as a result, has the number of the
    /// entry before it.
    pub fn next(&mut self, entry: &Entry) -> u32 {
        if let Some(row) = entry.row {
            (self.number, self.last, self.turned) = (row, entry.side, Turned::Not);
        } else if is_cell(&entry.written) {
            // Without columns, the players act by turns.
            let by = entry.side.unwrap_or_else(|| self.last.map_or(Side::Zero, |last| !last));
            let has_taken = matches!(self.turned, Turned::BeaverTaken) && self.last == Some(by);
            if !has_taken && (self.last != Some(Side::Zero) || by == Side::Zero) {
                self.number += 1;
            }
            self.turned = self.turned_by(&entry.written, by);
            self.last = Some(by);
        }
        self.number.max(1)
    }

    /// Returns how a cell turns the cube. A double that answers a double is a beaver in any words.
    fn turned_by(self, written: &Written, by: Side) -> Turned {
        let is_answer = self.last != Some(by);
        match (written, self.turned) {
            (Written::Cube { word: CubeWord::Beaver | CubeWord::Raccoon, .. }, _) => Turned::Beavered,
            (Written::Cube { .. }, Turned::Doubled | Turned::Beavered) if is_answer => Turned::Beavered,
            (Written::Cube { .. }, _) => Turned::Doubled,
            (Written::Take, Turned::Beavered) => Turned::BeaverTaken,
            _ => Turned::Not,
        }
    }
}

impl GameRecord {
    /// Returns the number of each entry.
    #[must_use]
    pub fn move_numbers(&self) -> Vec<u32> {
        let mut numbers = MoveNumbers::default();
        self.entries.iter().map(|entry| numbers.next(entry)).collect()
    }
}

/// Returns `true` if a .mat record writes it into a cell of a numbered row.
const fn is_cell(written: &Written) -> bool {
    matches!(
        written,
        Written::Turn { .. }
            | Written::Cube { .. }
            | Written::Take
            | Written::Pass
            | Written::Empty
            | Written::Unreadable
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Span;

    /// A cell, and whose it is.
    type Cell = (Option<Side>, Written);

    fn double(side: Option<Side>) -> Cell {
        (side, Written::Cube { word: CubeWord::Double, value: None })
    }

    fn beaver(side: Option<Side>) -> Cell {
        (side, Written::Cube { word: CubeWord::Beaver, value: None })
    }

    #[test]
    fn a_row_has_a_cell_for_each_player() {
        let (zero, one) = (Some(Side::Zero), Some(Side::One));
        let of = |cells: &[Cell]| {
            let mut numbers = MoveNumbers::default();
            let entry = |(side, written): &Cell| Entry::new(*side, Span::default(), written.clone());
            cells.iter().map(|cell| numbers.next(&entry(cell))).collect::<Vec<_>>()
        };
        let cell = |side| (side, Written::Take);
        assert_eq!(of(&[cell(zero), cell(one), cell(zero), cell(one)]), [1, 1, 2, 2]);
        // The right player begins; a player acts twice after a double.
        assert_eq!(of(&[cell(one), cell(zero), cell(zero), cell(one), cell(one)]), [1, 2, 3, 3, 4]);
        // A result is part of the row before it.
        assert_eq!(of(&[cell(zero), (one, Written::Drawn), cell(zero)]), [1, 1, 2]);
        assert_eq!(of(&[(None, Written::Drawn), cell(None), cell(None)]), [1, 1, 1]);
        // The take of a beaver is part of the doubler's next move, that of a double and of a raccoon aren't.
        let roll = |side| (side, Written::Unreadable);
        assert_eq!(of(&[double(zero), cell(one), roll(zero), roll(one)]), [1, 1, 2, 2]);
        assert_eq!(of(&[double(one), cell(zero), roll(one), roll(zero)]), [1, 2, 2, 3]);
        for answer in [double, beaver] {
            assert_eq!(of(&[double(zero), answer(one), cell(zero), roll(zero), roll(one)]), [1, 1, 2, 2, 2]);
            assert_eq!(of(&[double(one), answer(zero), cell(one), roll(one), roll(zero)]), [1, 2, 2, 2, 3]);
            let raccoon = [double(one), answer(zero), answer(one), cell(zero), roll(one), roll(zero)];
            assert_eq!(of(&raccoon), [1, 2, 2, 3, 3, 4]);
        }
    }
}
