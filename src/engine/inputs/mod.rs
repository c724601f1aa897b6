//! What the nets see of a position: a list of input rows with their values.
//!
//! All but the features are zeros and ones, and most are zero, so the list is short: about 16 rows
//! for the checkers, and the features that aren't zero.

mod contact;
mod escape;
mod race;

use crate::board::Board;

/// What a net looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The checkers alone.
    Raw,
    /// The checkers, and features of positions in which the sides can still hit each other.
    Contact,
    /// The checkers, and features of races.
    Race,
}

impl Kind {
    /// Returns the number of input rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        RAW + match self {
            Self::Raw => 0,
            Self::Contact => 2 * contact::COUNT,
            Self::Race => 2 * race::COUNT,
        }
    }
}

/// The input rows for the checkers of both sides.
const RAW: usize = 2 * SIDE;
/// Of a side: seven for each point, seven for the bar, sixteen for the checkers borne off.
const SIDE: usize = 24 * PLACE + PLACE + 16;
/// Of a place: one for each of 1 to 6 checkers, and one for those beyond six.
const PLACE: usize = 7;
/// What one checker beyond six counts.
const EXCESS: f32 = 0.25;

/// The most entries: of each side 15 places, the checkers borne off and two excesses, and features.
const MOST: usize = 2 * 18 + 2 * contact::COUNT;

/// The inputs of one position, from the mover's view: rows and values.
#[derive(Clone, Debug)]
pub struct Inputs {
    entries: [(u16, f32); MOST],
    len: usize,
}

impl Inputs {
    /// Looks at a board.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, kind: Kind) -> Self {
        let mut inputs = Self { entries: [(0, 0.0); MOST], len: 0 };
        inputs.checkers(board);
        match kind {
            Kind::Raw => {}
            Kind::Contact => {
                let flipped = board.flip();
                let features = contact::features(board, &flipped);
                inputs.features(&features[0], RAW);
                inputs.features(&features[1], RAW + contact::COUNT);
            }
            Kind::Race => {
                inputs.features(&race::features(board), RAW);
                inputs.features(&race::features(&board.flip()), RAW + race::COUNT);
            }
        }
        inputs
    }

    /// Returns the rows that aren't zero, with their values.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> &[(u16, f32)] {
        &self.entries[..self.len]
    }

    #[inline]
    fn push(&mut self, row: usize, value: f32) {
        // The array is as long as the longest list, which the type's own text counts.
        if let Some(entry) = self.entries.get_mut(self.len) {
            *entry = (row as u16, value);
            self.len += 1;
        }
    }

    #[inline]
    fn checkers(&mut self, board: &Board) {
        let lanes = board.lanes();
        for (lane, &count) in lanes[..=Board::BAR].iter().enumerate() {
            if count > 0 {
                self.place(PLACE * (lane - 1), count as u8);
            } else if count < 0 {
                self.place(SIDE + PLACE * (24 - lane), count.unsigned_abs());
            }
        }
        self.push(25 * PLACE + usize::from(lanes[Board::OFF].unsigned_abs().min(15)), 1.0);
        self.push(SIDE + 25 * PLACE + usize::from(lanes[Board::OPPONENT_OFF].unsigned_abs().min(15)), 1.0);
    }

    #[inline]
    fn place(&mut self, first: usize, count: u8) {
        self.push(first + usize::from(count.min(6)) - 1, 1.0);
        if count > 6 {
            self.push(first + 6, EXCESS * f32::from(count - 6));
        }
    }

    #[inline]
    fn features(&mut self, features: &[f32], first: usize) {
        for (feature, &value) in features.iter().enumerate() {
            if value != 0.0 {
                self.push(first + feature, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_eight_places_and_looks_alike_from_both_sides() {
        let inputs = Inputs::of(&Board::START, Kind::Raw);
        let (mine, theirs) =
            (0..inputs.len).partition::<Vec<_>, _>(|&entry| usize::from(inputs.entries[entry].0) < SIDE);
        assert_eq!((mine.len(), theirs.len()), (5, 5), "four places and the checkers borne off");
        let rows = |entries: &[usize], less: usize| {
            let mut rows: Vec<_> =
                entries.iter().map(|&entry| usize::from(inputs.entries[entry].0) - less).collect();
            rows.sort_unstable();
            rows
        };
        assert_eq!(rows(&mine, 0), rows(&theirs, SIDE));
    }

    #[test]
    fn every_row_is_in_range() {
        for kind in [Kind::Raw, Kind::Contact, Kind::Race] {
            let inputs = Inputs::of(&Board::START, kind);
            assert!(inputs.entries().iter().all(|&(row, _)| usize::from(row) < kind.rows()), "{kind:?}");
        }
    }
}
