//! What the nets see of a position: which rows of the first layer are added up.
//!
//! Most inputs are zero, so the lists are short: about 16 rows for the checkers, and the features that
//! aren't zero, each with its value.

mod contact;
mod escape;
mod race;

use crate::board::Board;
use crate::rules::Masks;

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
    /// Returns the number of input rows: first those of the checkers, then those of the features.
    #[must_use]
    pub const fn rows(self) -> usize {
        RAW + self.features()
    }

    /// Returns how many of the rows are features.
    #[must_use]
    pub const fn features(self) -> usize {
        match self {
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
/// Of a place: one for each of 1 to 6 checkers, and one for each of those beyond six.
const PLACE: usize = 7;
/// The most rows for checkers: each of 15 a side gives one at most, those borne off together another.
const MOST: usize = 2 * 16;
/// The most features.
const MOST_FEATURES: usize = 2 * contact::COUNT;

/// The inputs of one position, from the mover's view.
#[derive(Clone, Debug)]
pub struct Inputs {
    rows: [u16; MOST],
    row_count: usize,
    features: [(u16, i16); MOST_FEATURES],
    feature_count: usize,
}

impl Inputs {
    /// What a feature's value of 1 is. Values are cut off below -2 and at 2.
    pub const ONE: f32 = 16_384.0;

    /// What nothing is seen of.
    pub const EMPTY: Self =
        Self { rows: [0; MOST], row_count: 0, features: [(0, 0); MOST_FEATURES], feature_count: 0 };

    /// Looks at a board.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, kind: Kind) -> Self {
        let mut inputs = Self::EMPTY;
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

    /// Returns the rows that count once each time they are named: those of the checkers.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.row_count]
    }

    /// Returns the rows of features that aren't zero, with their values in steps of 1 / [`Self::ONE`].
    #[inline]
    #[must_use]
    pub fn values(&self) -> &[(u16, i16)] {
        &self.features[..self.feature_count]
    }

    #[inline]
    fn push(&mut self, row: usize) {
        // The array is as long as the longest list, which the type's own text counts.
        if let Some(entry) = self.rows.get_mut(self.row_count) {
            *entry = row as u16;
            self.row_count += 1;
        }
    }

    #[inline]
    fn checkers(&mut self, board: &Board) {
        let lanes = board.lanes();
        let masks = Masks::of(board);
        let mut mine = masks.mine;
        while mine != 0 {
            let lane = mine.trailing_zeros() as usize;
            mine &= mine - 1;
            self.place(PLACE * (lane - 1), lanes[lane & 31].unsigned_abs());
        }
        let mut theirs = masks.blocked | masks.blots | u32::from(lanes[Board::OPPONENT_BAR] < 0);
        while theirs != 0 {
            let lane = theirs.trailing_zeros() as usize;
            theirs &= theirs - 1;
            self.place(SIDE + PLACE * (24 - lane), lanes[lane & 31].unsigned_abs());
        }
        self.push(25 * PLACE + usize::from(lanes[Board::OFF].unsigned_abs().min(15)));
        self.push(SIDE + 25 * PLACE + usize::from(lanes[Board::OPPONENT_OFF].unsigned_abs().min(15)));
    }

    #[inline]
    fn place(&mut self, first: usize, count: u8) {
        self.push(first + usize::from(count.min(6)) - 1);
        for _ in 6..count {
            self.push(first + 6);
        }
    }

    #[inline]
    fn features(&mut self, features: &[f32], first: usize) {
        for (feature, &value) in features.iter().enumerate() {
            // Written whether it counts or not: that is quicker than to ask.
            if let Some(entry) = self.features.get_mut(self.feature_count) {
                *entry = ((first + feature) as u16, (value * Self::ONE) as i16);
                self.feature_count += usize::from(value != 0.0);
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
            inputs.rows().iter().map(|&row| usize::from(row)).partition::<Vec<_>, _>(|&row| row < SIDE);
        assert_eq!((mine.len(), theirs.len()), (5, 5), "four places and the checkers borne off");
        let mut theirs: Vec<_> = theirs.iter().map(|row| row - SIDE).collect();
        theirs.sort_unstable();
        assert_eq!(mine, theirs);
    }

    #[test]
    fn every_row_is_in_range() {
        for kind in [Kind::Raw, Kind::Contact, Kind::Race] {
            let inputs = Inputs::of(&Board::START, kind);
            let rows = inputs.rows().iter().chain(inputs.values().iter().map(|(row, _)| row));
            assert!(rows.into_iter().all(|&row| usize::from(row) < kind.rows()), "{kind:?}");
        }
    }
}
