//! GNU Backgammon's Position ID: the position of the checkers, in 14 characters.
//!
//! Eighty bits: first the opponent of the player on roll, then the player on roll; for each side the points 1
//! to 24 of its own numbering and then its bar, each as a one per checker and then a zero. The bits fill ten
//! bytes, the least significant first, and these are written in base64 without padding. Checkers that aren't
//! on the board are borne off. (Gary Wong's format, as the manual of GNU Backgammon describes it.)
//!
//! It doesn't contain the player on roll and the number of checkers.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::{Board, PositionId};
//!
//! let id: PositionId = "4HPwATDgc/ABMA".parse()?;
//! assert_eq!(id.board(15)?, Board::START);
//! assert_eq!(PositionId::encode(&Board::START), id);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::base64;
use super::error::{Assumption, IdError, Notation, Reason};
use crate::board::{Board, BoardSetup};
use crate::rules::Variant;
use std::fmt;
use std::str::FromStr;

/// The position of the checkers of both sides, from the view of the player on roll.
///
/// Any eighty bits; [`PositionId::board`] fails if they aren't a position.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::{Board, PositionId};
///
/// assert_eq!(PositionId::encode(&Board::START).to_string(), "4HPwATDgc/ABMA");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId {
    /// Bit 0 is the first bit; the upper 48 bits are zero.
    bits: u128,
}

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
        // Eight lanes per word; for each side its checkers, zero where it has none. An opposing lane is
        // negative: its bytes are the complement of its checkers less one.
        let lanes = board.lanes();
        let words: [u64; 3] =
            std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|k| lanes[8 * i + k] as u8)));
        let signs = words.map(|word| word >> 7 & EACH);
        let negative = signs.map(|sign| (sign << 8).wrapping_sub(sign));
        // The mover's places from the 1-point up. Lane 0 is never the mover's, so that its zero comes
        // first: bit 0, which is shifted out again.
        let (mut mine, mut end) = (0, INDEX);
        for i in 0..3 {
            let ends = (words[i] & !negative[i]).wrapping_mul(EACH) + end;
            mine |= zeros(ends);
            end = ((ends >> 56) + 1) * EACH + INDEX;
        }
        let mut last = (end & 0xff) + lanes[24].max(0) as u64;
        mine |= 1 << (last & 63);
        last += lanes[Board::BAR].max(0) as u64;
        // What isn't a zero, below the zero of the bar, is a one.
        let mine = ((1 << (last & 63)) - 1) & !(mine >> 1);
        // The opponent's from the highest lane down, which is the 1-point.
        let first = (-lanes[24]).max(0) as u64;
        let (mut theirs, mut end) = (1 << (first & 63), (first + 1) * EACH + INDEX);
        for i in (0..3).rev() {
            let count = (!words[i] & negative[i]) + signs[i];
            let ends = count.swap_bytes().wrapping_mul(EACH) + end;
            theirs |= zeros(ends);
            end = ((ends >> 56) + 1) * EACH + INDEX;
        }
        let used = end & 63;
        let theirs = ((1 << used) - 1) & !theirs;
        // Together at most 80 bits, and `used` is 25 to 40.
        let (low, high) = (theirs | mine << used, mine >> (64 - used));
        Self { bits: u128::from(low) | u128::from(high) << 64 }
    }

    /// Decodes the board, from the view of the player on roll.
    ///
    /// Each side has `checkers` in all: 15, or 1 to 3 in hypergammon; those that aren't in the ID are borne
    /// off. Bits after the second bar are ignored.
    ///
    /// # Errors
    ///
    /// Every reason why this position is impossible.
    pub fn board(self, checkers: u8) -> Result<Board, IdError> {
        let places = self.places();
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|k| places[at + k]));
        // Points 1 to 8, 9 to 16 and 17 to 24 of the mover's numbering, and the bars.
        let mine = [word(25), word(33), word(41)];
        let theirs = [word(16).swap_bytes(), word(8).swap_bytes(), word(0).swap_bytes()];
        let (bar, their_bar) = (places[49], places[24]);
        // No sum of bytes exceeds the 80 bits of an ID.
        let sum = |words: [u64; 3], bar: u8| {
            ((words[0] + words[1] + words[2]).wrapping_mul(EACH) >> 56) as u8 + bar
        };
        let (all_mine, all_theirs) = (sum(mine, bar), sum(theirs, their_bar));
        let occupied = |word: u64| word + EACH * 0x7f;
        let both = (0..3).fold(0, |both, i| both | occupied(mine[i]) & occupied(theirs[i])) & (EACH << 7);
        if all_mine > checkers
            || all_theirs > checkers
            || checkers > 15
            || both != 0
            || bar.min(their_bar) > 0
        {
            // The slow way finds the reasons.
            return self.setup(checkers).board().map_err(|reasons| IdError {
                notation: Notation::PositionId,
                reasons: reasons.into_iter().map(Reason::Setup).collect(),
            });
        }
        // Each byte of the opponent's is negated: 0x80 less its count, without the top bit.
        let points: [u64; 3] = std::array::from_fn(|i| mine[i] | ((EACH << 7) - theirs[i]) ^ (EACH << 7));
        let (off, their_off) = (checkers - all_mine, checkers - all_theirs);
        let last = u32::from_le_bytes([(points[2] >> 56) as u8, bar, off, their_off.wrapping_neg()]);
        let words = [
            points[0] << 8 | u64::from(their_bar.wrapping_neg()),
            points[1] << 8 | points[0] >> 56,
            points[2] << 8 | points[1] >> 56,
            u64::from(last),
        ];
        Ok(Board::from_lanes(std::array::from_fn(|lane| (words[lane / 8] >> (8 * (lane % 8))) as i8)))
    }

    /// Counts the ones before each zero: the checkers of the opponent's places, of the mover's, and
    /// the ones without a meaning after them.
    #[inline]
    fn places(self) -> [u8; 96] {
        let mut places = [0; 96];
        let (mut place, mut run) = (0, 0u64);
        for i in 0..10 {
            let byte = (self.bits >> (8 * i)) as usize & 0xff;
            // The run of ones at the end of one byte continues in the next.
            let runs = RUNS[byte] + run;
            places[place..place + 8].copy_from_slice(&runs.to_le_bytes());
            let zeros = u32::from(ZEROS[byte]);
            place += zeros as usize;
            run = runs.checked_shr(8 * zeros).unwrap_or(0);
        }
        places
    }

    /// Returns the numbers of checkers as encoded, possible or not.
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
        BoardSetup::of([&mine, &theirs], [checkers; 2])
    }

    /// Returns the 14 characters.
    #[must_use]
    pub fn chars(self) -> [u8; Self::LEN] {
        // Base64 takes the bytes from the first on, each from its upper end: of the numbers whose
        // digits these are, the first has six bytes in reverse, the second has four and four zeros.
        // Two digits at a time are half again as fast as the crate's encoder (docs/performance.md).
        let high = (self.bits as u64).swap_bytes() >> 16;
        let low = u64::from(((self.bits >> 48) as u32).swap_bytes()) << 4;
        let mut chars = [0; Self::LEN];
        for (i, pair) in chars.chunks_exact_mut(2).enumerate() {
            let number = if i < 4 { high >> (36 - 12 * i) } else { low >> (72 - 12 * i) };
            pair.copy_from_slice(&base64::PAIRS[(number & 0xfff) as usize]);
        }
        chars
    }

    /// Returns `true` if bits are set after the second bar.
    fn has_spare_bits(self) -> bool {
        // The last one is at place p - k, as in `board`; 0 to 49 are the places of the board.
        self.bits != 0 && self.bits.ilog2() + 1 - self.bits.count_ones() > 49
    }

    /// Clears the bits after the second bar.
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

    /// Reads any text that GNU Backgammon reads, and returns its assumptions.
    ///
    /// A short ID is extended with zero bits; text after the ID (a Match ID, words) and unused bits are ignored.
    /// Unlike GNU Backgammon, it doesn't guess at characters that aren't base64 digits, and it checks the position:
    /// each side has at most `checkers`.
    ///
    /// # Errors
    ///
    /// The first character that isn't a digit, or every reason why this isn't a position.
    pub fn read_lenient(text: &str, checkers: u8) -> Result<(Self, Vec<Assumption>), IdError> {
        let mut assumed = Vec::new();
        let read = base64::decode_lenient(Notation::PositionId, text, &mut assumed)?;
        let id = Self::from_bytes(read.bytes);
        if read.has_spare_bits || id.has_spare_bits() {
            assumed.push(Assumption::SpareBits(Notation::PositionId));
        }
        let id = id.without_spare_bits();
        id.board(checkers)?;
        Ok((id, assumed))
    }
}

/// A byte of 1 in each place.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The number of each byte, the lowest being 0.
const INDEX: u64 = 0x0706_0504_0302_0100;

/// Sets the bits whose numbers are in the bytes, all below 64.
#[inline]
fn zeros(places: u64) -> u64 {
    places.to_le_bytes().iter().fold(0, |set, &place| set | BIT[usize::from(place)])
}

/// A number with one bit set. A table is faster than a shift, and with the 256 values of a byte it needs no
/// bounds check.
const BIT: [u64; 256] = {
    let mut bits = [0; 256];
    let mut i = 0;
    while i < 64 {
        bits[i] = 1 << i;
        i += 1;
    }
    bits
};

/// For each byte, the number of ones before each of its zeros and after the last, from the lowest bit on, in
/// a byte each. Nothing follows eight zeros.
const RUNS: [u64; 256] = {
    let mut runs = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut place) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                runs[byte] += 1 << (8 * place);
            } else {
                place += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    runs
};

/// The number of zero bits of each byte.
const ZEROS: [u8; 256] = {
    let mut zeros = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        zeros[byte] = (byte as u8).count_zeros() as u8;
        byte += 1;
    }
    zeros
};

impl fmt::Display for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chars = self.chars();
        f.pad(std::str::from_utf8(&chars).unwrap_or_default())
    }
}

impl From<PositionId> for String {
    /// Returns the 14 characters, as [`Display`](fmt::Display) does, with a single allocation.
    fn from(id: PositionId) -> Self {
        Self::from_utf8(id.chars().to_vec()).unwrap_or_default()
    }
}

impl fmt::Display for Board {
    /// Writes the Position ID.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// assert_eq!(barpoint::board::Board::START.to_string(), "4HPwATDgc/ABMA");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PositionId::encode(self).fmt(f)
    }
}

impl FromStr for Board {
    type Err = IdError;

    /// Reads a Position ID with at most 15 checkers a side; the others are borne off.
    fn from_str(text: &str) -> Result<Self, IdError> {
        text.parse::<PositionId>()?.board(Variant::Standard.start().board().checkers())
    }
}

impl FromStr for PositionId {
    type Err = IdError;

    /// Reads exactly what [`Display`](fmt::Display) writes: 14 base64 digits without meaningless bits set.
    /// The checkers aren't counted; [`PositionId::board`] does that.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let id = Self::from_bytes(base64::decode(Notation::PositionId, text)?);
        if id.has_spare_bits() {
            return Err(IdError::one(Notation::PositionId, Reason::SpareBits));
        }
        Ok(id)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that fails may panic")]
mod tests {
    use super::*;

    fn strict(text: &str) -> String {
        match text.parse::<PositionId>().and_then(|id| id.board(15)) {
            Ok(board) => PositionId::encode(&board).to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn errors_name_the_place_and_the_reason() {
        assert_eq!(strict("4HPwATDg-/ABMA"), "Position ID: character 9 '-' is not in the base64 alphabet");
        assert_eq!(strict("4HPwATDgc/ABM"), "Position ID: 13 characters instead of 14");
        assert_eq!(strict("4"), "Position ID: 1 character instead of 14");
        assert_eq!(strict("4HPwATDgc/ABMB"), "Position ID: unused bits are set in the last characters");
        assert_eq!(
            strict("////////////Aw"),
            "Position ID: 74 checkers for the opponent, at most 15 are possible"
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
        assert_eq!(assumed[0], "Position ID: 4 characters, the missing ones are read as A");
        let (id, assumed) = read("4HPwATDgc/ABMB:cAlgAAAAAAAE").unwrap();
        assert_eq!(id, "4HPwATDgc/ABMA");
        assert_eq!(
            assumed,
            [
                "Position ID: the text \":cAlgAAAAAAAE\" after the ID is ignored",
                "Position ID: unused bits are ignored"
            ]
        );
        assert!(read("4HPwATDgc/ABM/").is_err());
        assert!(read("").is_err());
    }
}
