//! The inputs of the nets: the rows of the first layer that are added up for a position.
//!
//! Most inputs are zero, so the lists are short: about 16 rows for the checkers, and the features that aren't
//! zero, each with its value.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::inputs::{Inputs, Kind};
//! use barpoint::Board;
//!
//! let inputs = Inputs::of(&Board::START, Kind::Contact);
//! assert!(inputs.rows().iter().all(|&row| usize::from(row) < Kind::Contact.rows()));
//! ```

mod contact;
mod escape;
mod head;
mod race;

use crate::board::Board;
use crate::rules::Masks;

/// The inputs of a net.
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

    /// Returns the number of heads of a net, one for each class of positions: a second layer with outputs.
    #[must_use]
    pub const fn heads(self) -> usize {
        head::count(self)
    }

    /// Returns the number of rows for features.
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
/// The rows of a side: seven for each point, seven for the bar, sixteen for the checkers borne off.
const SIDE: usize = 24 * PLACE + PLACE + 16;
/// The rows of a place: one for each of 1 to 6 checkers, and one that counts each checker beyond six.
const PLACE: usize = 7;
/// The most rows for checkers: at most one for each of 15 a side, and one for all those borne off.
const MOST: usize = 2 * 16;
const MOST_FEATURES: usize = 2 * contact::COUNT;

/// The value of a feature that stands for 1.
const ONE: u32 = 16_384;

/// The inputs of one position, from the mover's view.
#[derive(Clone, Debug)]
pub struct Inputs {
    rows: [u16; MOST],
    row_count: u8,
    head: u8,
    /// The features that count, one bit each.
    present: u64,
    /// The values of the features; those that don't count have any.
    features: [i16; MOST_FEATURES],
}

impl Inputs {
    /// The value of a feature that stands for 1. Values are cut off at 2.
    pub const ONE: f32 = ONE as f32;

    /// No inputs.
    pub const EMPTY: Self =
        Self { rows: [0; MOST], row_count: 0, head: 0, present: 0, features: [0; MOST_FEATURES] };

    /// Computes the inputs of a board.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, kind: Kind) -> Self {
        let mut inputs = Self::EMPTY;
        inputs.fill(board, Masks::of(board), kind);
        inputs
    }

    /// Adds the inputs of a board, from its sets, to an empty list.
    #[inline]
    pub(super) fn fill(&mut self, board: &Board, masks: Masks, kind: Kind) {
        self.checkers(board, masks);
        match kind {
            Kind::Raw => {}
            Kind::Contact => {
                self.head = head::of_contact(board);
                self.count(contact::features(board, masks, &board.flip()));
            }
            Kind::Race => self.count([race::features(board), race::features(&board.flip())]),
        }
    }

    /// Returns the head of the net that evaluates the position, less than [`Kind::heads`].
    #[inline]
    #[must_use]
    pub fn head(&self) -> usize {
        usize::from(self.head)
    }

    /// Returns the rows of the checkers; each counts once each time it is listed.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..usize::from(self.row_count)]
    }

    /// Returns the rows of features that aren't zero, with their values in steps of 1 / [`Self::ONE`].
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = (u16, i16)> {
        Bits(self.present).map(|feature| ((RAW + feature) as u16, self.features[feature]))
    }

    /// Removes the inputs that all of these have in common from each of them, and returns the common ones.
    /// What is left of each, added to the common inputs, is what it was before.
    #[must_use]
    pub fn take_common(inputs: &mut [Self]) -> Self {
        let mut common = Self::EMPTY;
        if inputs.len() < 2 {
            return common;
        }
        let mut rows = [u64::MAX; RAW.div_ceil(64)];
        let mut differ = [0; MOST_FEATURES];
        common.features = inputs[0].features;
        common.present = inputs[0].present;
        for inputs in &*inputs {
            let mut own = [0; RAW.div_ceil(64)];
            for &row in inputs.rows() {
                own[usize::from(row) / 64] |= 1_u64 << (row % 64);
            }
            for (all, own) in rows.iter_mut().zip(own) {
                *all &= own;
            }
            for (differ, (own, first)) in differ.iter_mut().zip(inputs.features.iter().zip(&common.features))
            {
                *differ |= own ^ first;
            }
            common.present &= inputs.present;
        }
        common.present &= !nonzero(&differ);
        let mut list = Rows { rows: &mut common.rows, count: 0 };
        for (word, &bits) in rows.iter().enumerate() {
            for bit in Bits(bits) {
                list.push(64 * word + bit);
            }
        }
        common.row_count = list.count as u8;
        for inputs in inputs {
            inputs.leave_out(rows);
            inputs.present &= !common.present;
        }
        common
    }

    /// Removes rows, each once.
    #[inline]
    fn leave_out(&mut self, mut rows: [u64; RAW.div_ceil(64)]) {
        let mut kept = 0;
        for place in 0..usize::from(self.row_count) {
            let row = self.rows[place];
            let word = &mut rows[usize::from(row) / 64];
            let bit = 1_u64 << (row % 64);
            self.rows[kept] = row;
            kept += usize::from(*word & bit == 0);
            *word &= !bit;
        }
        self.row_count = kept as u8;
    }

    /// Adds the features of both sides.
    #[inline]
    fn count<const COUNT: usize>(&mut self, features: [[i16; COUNT]; 2]) {
        let features = features.as_flattened();
        self.features[..features.len()].copy_from_slice(features);
        self.present = nonzero(&self.features);
    }

    /// Adds the rows of the checkers to none.
    #[inline]
    fn checkers(&mut self, board: &Board, masks: Masks) {
        let lanes = board.lanes();
        let mut rows = Rows { rows: &mut self.rows, count: 0 };
        for lane in Bits(masks.mine.into()) {
            rows.place(PLACE * (lane - 1), lanes[lane & 31].unsigned_abs());
        }
        let theirs = masks.blocked | masks.blots | u32::from(lanes[Board::OPPONENT_BAR] < 0);
        for lane in Bits(theirs.into()) {
            rows.place(SIDE + PLACE * (24 - lane), lanes[lane & 31].unsigned_abs());
        }
        rows.push(25 * PLACE + usize::from(lanes[Board::OFF].unsigned_abs().min(15)));
        rows.push(SIDE + 25 * PLACE + usize::from(lanes[Board::OPPONENT_OFF].unsigned_abs().min(15)));
        self.row_count = rows.count as u8;
    }
}

/// The rows of a position while they are listed. Their count stays in a register: in the memory of the inputs each row
/// would wait for the one before it.
struct Rows<'a> {
    rows: &'a mut [u16; MOST],
    count: usize,
}

impl Rows<'_> {
    #[inline]
    fn push(&mut self, row: usize) {
        // The array is as long as the longest list; the comment on its length counts the rows.
        if let Some(entry) = self.rows.get_mut(self.count) {
            *entry = row as u16;
            self.count += 1;
        }
    }

    #[inline]
    fn place(&mut self, first: usize, count: u8) {
        self.push(first + usize::from(count.min(6)) - 1);
        for _ in 6..count {
            self.push(first + 6);
        }
    }
}

/// The bits of a set, from the lowest.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// Returns a bit for each number that isn't zero.
#[inline]
fn nonzero(numbers: &[i16; MOST_FEATURES]) -> u64 {
    numbers.iter().rev().fold(0, |bits, &number| bits << 1 | u64::from(number != 0))
}

/// Returns a count as a share of a large count, in steps of [`Inputs::ONE`].
#[inline]
const fn share(count: u32, of: u32) -> i16 {
    let share = count * ONE / of;
    if share > i16::MAX as u32 { i16::MAX } else { share as i16 }
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
            let rows = inputs.rows().iter().copied().chain(inputs.values().map(|(row, _)| row));
            assert!(rows.into_iter().all(|row| usize::from(row) < kind.rows()), "{kind:?}");
        }
    }
}
