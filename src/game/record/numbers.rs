//! The numbers of moves: those of the rows in a .mat record.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let game = &matches[0].replayed.record.games[0];
//! assert_eq!(game.move_numbers()[..3], [1, 2, 2]);
//! # Ok(())
//! # }
//! ```

use super::{Entry, GameRecord, Written};
use crate::board::Side;

/// Numbers entries in the order of the game.
///
/// A row has a cell for each player, the left one first: a number stands for at most one action of each player. A record
/// with numbered rows keeps them; in any other record, the next row begins where a cell of the row is taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveNumbers {
    number: u32,
    /// Who acted last in the row.
    last: Option<Side>,
}

impl MoveNumbers {
    /// Returns the number of the next entry, counted from 1. What stands in no cell, such as a result, has the number of the
    /// entry before it.
    pub fn next(&mut self, entry: &Entry) -> u32 {
        if let Some(row) = entry.row {
            (self.number, self.last) = (row, entry.side);
        } else if is_cell(&entry.written) {
            // Without columns, the players act by turns.
            let by = entry.side.unwrap_or_else(|| self.last.map_or(Side::Zero, |last| !last));
            if self.last != Some(Side::Zero) || by == Side::Zero {
                self.number += 1;
            }
            self.last = Some(by);
        }
        self.number.max(1)
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

    #[test]
    fn a_row_has_a_cell_for_each_player() {
        let (zero, one) = (Some(Side::Zero), Some(Side::One));
        let of = |cells: &[(Option<Side>, Written)]| {
            let mut numbers = MoveNumbers::default();
            let entry = |(side, written): &(Option<Side>, Written)| {
                Entry::new(*side, Span::default(), written.clone())
            };
            cells.iter().map(|cell| numbers.next(&entry(cell))).collect::<Vec<_>>()
        };
        let cell = |side| (side, Written::Take);
        assert_eq!(of(&[cell(zero), cell(one), cell(zero), cell(one)]), [1, 1, 2, 2]);
        // The right player begins; a player acts twice after a double.
        assert_eq!(of(&[cell(one), cell(zero), cell(zero), cell(one), cell(one)]), [1, 2, 3, 3, 4]);
        // A result is part of the row before it.
        assert_eq!(of(&[cell(zero), (one, Written::Drawn), cell(zero)]), [1, 1, 2]);
        assert_eq!(of(&[(None, Written::Drawn), cell(None), cell(None)]), [1, 1, 1]);
    }
}
