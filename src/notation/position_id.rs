//! GNU Backgammon's Position ID: where the checkers stand, in 14 characters.
//!
//! Eighty bits: first the opponent of the player on roll, then the player on roll; of each side the
//! points 1 to 24 of its own numbering and then its bar, as many ones as there are checkers and a
//! zero behind. The bits fill ten bytes, the least significant first, and these are written in
//! base64 without padding. Checkers that aren't on the board are borne off. (Gary Wong's format, as
//! the manual of GNU Backgammon describes it.)
//!
//! What it doesn't say: who is on roll, and how many checkers a side has.

use super::lex::{Assumption, DIGITS, IdError, Notation, Reason, VALUES, bad_character, lenient_head};
use crate::board::{Board, BoardSetup};
use std::fmt;
use std::str::FromStr;

/// Where the checkers of both sides stand, seen by the player on roll.
///
/// Any eighty bits; [`PositionId::board`] says whether they are a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId {
    /// Bit 0 is the first bit; the upper 48 bits are zero.
    bits: u128,
}

/// Encodes a board; the mover is the player on roll.
#[must_use]
pub fn encode(board: &Board) -> PositionId {
    PositionId::encode(board)
}

/// The eighty bits that an ID has.
const MASK: u128 = (1 << 80) - 1;

impl PositionId {
    /// The number of characters.
    pub const LEN: usize = 14;

    /// Wraps the ten bytes that GNU Backgammon calls the position key.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 10]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < 10 {
            bits |= (bytes[i] as u128) << (8 * i);
            i += 1;
        }
        Self { bits }
    }

    /// Returns the ten bytes.
    #[must_use]
    pub const fn bytes(self) -> [u8; 10] {
        let mut bytes = [0; 10];
        let mut i = 0;
        while i < 10 {
            bytes[i] = (self.bits >> (8 * i)) as u8;
            i += 1;
        }
        bytes
    }

    /// Encodes a board; the mover is the player on roll.
    #[must_use]
    pub fn encode(board: &Board) -> Self {
        let lanes = board.lanes();
        // Either half has 25 zeros and at most 15 ones. Built from the far end, each place shifts
        // what is there already by its checkers and its zero.
        let (mut theirs, mut mine) = (0u64, 0u64);
        for i in 0..=24 {
            theirs = push(theirs, (-lanes[i]).max(0));
            mine = push(mine, lanes[25 - i].max(0));
        }
        let used = 25 + theirs.count_ones();
        Self { bits: (u128::from(theirs) | u128::from(mine) << used) & MASK }
    }

    /// Decodes the board, from the view of the player on roll.
    ///
    /// Each side has `checkers` in all: 15, or 1 to 3 in hypergammon; those that the ID doesn't
    /// show are borne off. Bits behind the second bar are not looked at.
    ///
    /// # Errors
    ///
    /// Every reason why the checkers can't stand like that.
    pub fn board(self, checkers: u8) -> Result<Board, IdError> {
        // Before the k-th one (counted from 0) at bit p stand p - k zeros: the number of its place.
        let mut places = [0u8; 128];
        let mut ones = 0;
        for (start, mut word) in [(0, self.bits as u64), (64, (self.bits >> 64) as u64)] {
            while word != 0 {
                let place = start + word.trailing_zeros() as usize - ones;
                places[place & 127] += 1;
                ones += 1;
                word &= word - 1;
            }
        }
        let mut lanes = [0i8; Board::LANES];
        let (mut mine, mut theirs, mut both) = (0u8, 0u8, 0u8);
        for lane in 1..=24 {
            let (m, t) = (places[24 + lane], places[24 - lane]);
            lanes[lane] = m.wrapping_sub(t) as i8;
            mine += m;
            theirs += t;
            both |= u8::from(m != 0) & u8::from(t != 0);
        }
        let (bar, their_bar) = (places[49], places[24]);
        mine += bar;
        theirs += their_bar;
        if mine > checkers || theirs > checkers || checkers > 15 || both | (bar & their_bar) != 0 {
            // The slow way knows the reasons.
            return self.setup(checkers).board().map_err(|reasons| IdError {
                notation: Notation::PositionId,
                reasons: reasons.into_iter().map(Reason::Setup).collect(),
            });
        }
        lanes[Board::BAR] = bar as i8;
        lanes[Board::OPPONENT_BAR] = -(their_bar as i8);
        lanes[Board::OFF] = (checkers - mine) as i8;
        lanes[Board::OPPONENT_OFF] = -((checkers - theirs) as i8);
        Ok(Board::from_lanes(lanes))
    }

    /// Returns the numbers of checkers as they stand, possible or not.
    #[must_use]
    pub fn setup(self, checkers: u8) -> BoardSetup {
        let mut counts = [[0u8; 25]; 2];
        let mut bits = self.bits;
        for count in counts.iter_mut().flatten() {
            let run = bits.trailing_ones();
            *count = run as u8;
            bits = bits.checked_shr(run + 1).unwrap_or(0);
        }
        let [theirs, mine] = counts;
        let points = |side: [u8; 25]| std::array::from_fn(|i| side[i]);
        BoardSetup {
            points: points(mine),
            bar: mine[24],
            total: checkers,
            opponent_points: points(theirs),
            opponent_bar: theirs[24],
            opponent_total: checkers,
        }
    }

    /// Returns the 14 characters.
    #[must_use]
    pub fn chars(self) -> [u8; Self::LEN] {
        // Base64 takes the bytes from the first on, each from its upper end: the number whose
        // digits these are has the bytes in reverse.
        let number = (self.bits << 48).swap_bytes() << 4;
        let (high, low) = ((number >> 36) as u64, number as u64);
        std::array::from_fn(|i| {
            let digit = if i < 8 { high >> (6 * (7 - i)) } else { low >> (6 * (13 - i)) };
            DIGITS[(digit & 63) as usize]
        })
    }

    /// Reads 14 base64 digits and says whether the four bits behind the last byte are set.
    fn read(chars: [u8; Self::LEN]) -> Option<(Self, bool)> {
        let (mut high, mut low, mut all) = (0u64, 0u64, 0u8);
        for &c in &chars[..8] {
            let value = VALUES[usize::from(c)];
            all |= value;
            high = high << 6 | u64::from(value);
        }
        for &c in &chars[8..] {
            let value = VALUES[usize::from(c)];
            all |= value;
            low = low << 6 | u64::from(value);
        }
        if all & 0x40 != 0 {
            return None;
        }
        let number = u128::from(high) << 36 | u128::from(low);
        Some((Self { bits: ((number >> 4) << 48).swap_bytes() }, low & 15 != 0))
    }

    /// Tells whether bits are set behind the second bar.
    fn has_spare_bits(self) -> bool {
        // The last one stands in place p - k, as in `board`; 0 to 49 are the places of the board.
        self.bits != 0 && self.bits.ilog2() + 1 - self.bits.count_ones() > 49
    }

    /// Clears the bits behind the second bar.
    fn without_spare_bits(self) -> Self {
        let mut used = 0;
        for _ in 0..50 {
            used += (self.bits >> used).trailing_ones() + 1;
            if used >= 80 {
                return self;
            }
        }
        Self { bits: self.bits & ((1 << used) - 1) }
    }

    /// Reads what GNU Backgammon reads, and says what it took for granted.
    ///
    /// A short ID is filled up with zero bits, text behind the ID (a Match ID, words) is ignored, and
    /// so are bits without a meaning. Unlike GNU Backgammon, it doesn't guess at characters that
    /// aren't base64 digits, and it checks the position: each side has at most `checkers`.
    ///
    /// # Errors
    ///
    /// The first character that isn't a digit, or every reason why this isn't a position.
    pub fn read_lenient(text: &str, checkers: u8) -> Result<(Self, Vec<Assumption>), IdError> {
        let mut assumed = Vec::new();
        let head = lenient_head(Notation::PositionId, text, Self::LEN, &mut assumed)?;
        let mut chars = [b'A'; Self::LEN];
        chars[..head.len()].copy_from_slice(head.as_bytes());
        let Some((id, spare)) = Self::read(chars) else {
            return Err(IdError::one(Notation::PositionId, Reason::Empty));
        };
        if spare || id.has_spare_bits() {
            assumed.push(Assumption::SpareBits(Notation::PositionId));
        }
        let id = id.without_spare_bits();
        id.board(checkers)?;
        Ok((id, assumed))
    }
}

/// Puts a place with `n` checkers before the places that are there already.
#[inline]
const fn push(half: u64, n: i8) -> u64 {
    (half << 1).wrapping_shl(n as u32) | ((1u64.wrapping_shl(n as u32)) - 1)
}

impl fmt::Display for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chars = self.chars();
        f.pad(std::str::from_utf8(&chars).unwrap_or_default())
    }
}

impl FromStr for PositionId {
    type Err = IdError;

    /// Reads exactly what [`Display`](fmt::Display) writes: 14 base64 digits, no bit set that means
    /// nothing. The checkers aren't counted; that is [`PositionId::board`]'s.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let fail = |reason| Err(IdError::one(Notation::PositionId, reason));
        let Ok(chars) = <[u8; Self::LEN]>::try_from(text.as_bytes()) else {
            return fail(
                bad_character(text)
                    .unwrap_or_else(|| Reason::Length { found: text.chars().count(), expected: Self::LEN }),
            );
        };
        match Self::read(chars) {
            None => fail(bad_character(text).unwrap_or(Reason::SpareBits)),
            Some((id, spare)) if spare || id.has_spare_bits() => fail(Reason::SpareBits),
            Some((id, _)) => Ok(id),
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that fails may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_what_everybody_knows() {
        let id = PositionId::encode(&Board::START);
        assert_eq!(id.to_string(), "4HPwATDgc/ABMA");
        assert_eq!("4HPwATDgc/ABMA".parse::<PositionId>().unwrap().board(15).unwrap(), Board::START);
        assert_eq!(PositionId::from_bytes(id.bytes()), id);
    }

    fn strict(text: &str) -> String {
        match text.parse::<PositionId>().and_then(|id| id.board(15)) {
            Ok(board) => PositionId::encode(&board).to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn errors_name_the_place_and_the_reason() {
        assert_eq!(strict("4HPwATDg-/ABMA"), "position id: character 9 '-' is not in the base64 alphabet");
        assert_eq!(strict("4HPwATDgc/ABM"), "position id: 13 characters instead of 14");
        assert_eq!(
            strict("4HPwATDgc/ABMB"),
            "position id: bits without a meaning are set in the last characters"
        );
        assert_eq!(
            strict("////////////Aw"),
            "position id: 74 checkers for the opponent, at most 15 are possible"
        );
        assert_eq!(strict("AAAAAAAAAAAAAA"), "AAAAAAAAAAAAAA");
    }

    #[test]
    fn lenient_reading_says_what_it_assumed() {
        let read = |text| {
            PositionId::read_lenient(text, 15).map(|(id, assumed)| {
                (id.to_string(), assumed.iter().map(ToString::to_string).collect::<Vec<_>>())
            })
        };
        let (id, assumed) = read("4HPw").unwrap();
        assert_eq!((id.as_str(), assumed.len()), ("4HPwAAAAAAAAAA", 1));
        assert_eq!(assumed[0], "position id: 4 characters, the missing ones are read as A");
        let (id, assumed) = read("4HPwATDgc/ABMB:cAlgAAAAAAAE").unwrap();
        assert_eq!(id, "4HPwATDgc/ABMA");
        assert_eq!(
            assumed,
            [
                "position id: the text \":cAlgAAAAAAAE\" behind the ID is ignored",
                "position id: bits without a meaning are ignored"
            ]
        );
        assert!(read("4HPwATDgc/ABM/").is_err());
        assert!(read("").is_err());
    }
}
