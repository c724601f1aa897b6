//! GNU Backgammon's own databases: `gnubg_os0.bd`, `gnubg_ts0.bd` and files of the same kinds made by its
//! `makebearoff`; `hyper1.bd` to `hyper3.bd`, made by its `makehyper`.
//!
//! The layout was found from the files and from what its `bearoffdump` prints of them. A header of 40 letters
//! names the database: `gnubg-OS-06-15-1-1-0` has each side alone on 6 points, with gammons, compressed, with
//! exact distributions; `gnubg-TS-06-06-1` has both sides with six checkers each, with the cube; `gnubg-H3`
//! is hypergammon with three checkers. [`hyper`](super::hyper) describes the records of hypergammon. All
//! numbers are little-endian.

use super::hyper::{Checkers, Hyper};
use super::one_sided::{MOST, OneSided, Row, Table};
use super::two_sided::{COUNT, Money, TwoSided};
use super::{Home, one_sided};
use thiserror::Error;

/// The letters of the header.
const HEADER: usize = 40;
const ONE_SIDED: &[u8] = b"gnubg-OS-06-15-1-1-0";
const TWO_SIDED: &[u8] = b"gnubg-TS-06-06-1";
const HYPER: &[u8] = b"gnubg-H";

/// The reason why a file can't be used as a bear-off database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// It begins with something other than a known header.
    #[error("not a bear-off database of GNU Backgammon")]
    Unknown,
    /// It is a database, but with another number of points or checkers, without gammons, without the cube or
    /// not compressed.
    #[error(
        "the bear-off database `{0}` is of a kind that isn't read: only OS-06-15-1-1-0, TS-06-06-1 and H1 to H3 are"
    )]
    Unsupported(String),
    /// Bytes are missing or contain impossible values. The files have no checksum; the reader checks that
    /// chances add up, and that no cube is better for a player than owning it.
    #[error("the bear-off database is cut short or damaged")]
    Damaged,
}

/// A database of any kind.
#[derive(Clone, Debug)]
pub enum Database {
    /// Each side alone.
    OneSided(OneSided),
    /// Both sides, with the cube.
    TwoSided(TwoSided),
    /// Hypergammon.
    Hyper(Hyper),
}

impl Database {
    /// Reads a database.
    ///
    /// # Errors
    ///
    /// If the bytes aren't a database, are one of another kind, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DatabaseError> {
        if !bytes.starts_with(b"gnubg-") {
            return Err(DatabaseError::Unknown);
        }
        let (header, data) = bytes.split_at_checked(HEADER).ok_or(DatabaseError::Damaged)?;
        if header.starts_with(ONE_SIDED) {
            one_sided(data).map(Self::OneSided).ok_or(DatabaseError::Damaged)
        } else if header.starts_with(TWO_SIDED) {
            two_sided(data).map(Self::TwoSided).ok_or(DatabaseError::Damaged)
        } else if let Some(checkers) = checkers(header) {
            Hyper::of_records(checkers, data).map(Self::Hyper).ok_or(DatabaseError::Damaged)
        } else {
            let name = String::from_utf8_lossy(&header[6..]).trim_end_matches(['x', '\n']).to_owned();
            Err(DatabaseError::Unsupported(name))
        }
    }
}

impl Hyper {
    /// Writes the table as GNU Backgammon's `makehyper` does, so that GNU Backgammon reads it.
    #[must_use]
    pub fn to_gnubg(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.records().len());
        bytes.extend(HYPER);
        bytes.push(b'0' + self.checkers().number());
        bytes.resize(HEADER - 1, b'x');
        bytes.push(b'\n');
        bytes.extend(self.records());
        bytes
    }
}

/// Reads how many checkers a database of hypergammon is for.
fn checkers(header: &[u8]) -> Option<Checkers> {
    let digit = header.strip_prefix(HYPER)?.first()?;
    Checkers::new(digit.checked_sub(b'0')?)
}

/// Returns the number of a position in GNU Backgammon's files. Write for each point, from the 1-point up, one
/// zero per checker, then a one, starting at the top bit; the number is the rank of the six ones among all
/// sets of six.
#[must_use]
pub fn number(home: Home) -> usize {
    let mut bit = 6 + usize::from(home.checkers());
    let mut rank = 0;
    for (point, &count) in home.0.iter().enumerate() {
        bit -= 1;
        rank += choose(bit, 6 - point);
        bit -= usize::from(count);
    }
    rank
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i.min(n)) / (i + 1))
}

fn word(bytes: &[u8], place: usize) -> Option<u16> {
    Some(u16::from_le_bytes([*bytes.get(2 * place)?, *bytes.get(2 * place + 1)?]))
}

/// Returns `true` if shares of 65,535 form one distribution; each was rounded by itself.
fn is_distribution(shares: &[u16]) -> bool {
    let sum: i64 = shares.iter().map(|&share| i64::from(share)).sum();
    (sum - 65_535).abs() <= shares.len() as i64
}

/// Reads a one-sided database. Each position has an entry of eight bytes: where its chances begin, how many
/// there are until the last checker is off and which number of rolls the first is for, then the same until
/// the first checker is off. The chances are shares of 65,535.
fn one_sided(data: &[u8]) -> Option<OneSided> {
    let count = Home::count(MOST);
    let (entries, chances) = data.split_at_checked(8 * count)?;
    let empty = || Table { rows: Vec::with_capacity(count), chances: Vec::new() };
    let (mut all, mut first, mut is_whole) = (empty(), empty(), true);
    Home::for_each(MOST, |home| {
        let entry = &entries[8 * number(home)..][..8];
        let start = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]) as usize;
        let [len, least, len_of_first, least_of_first] = [entry[4], entry[5], entry[6], entry[7]];
        let mut push = |table: &mut Table, start: usize, len: u8, least: u8| {
            let row: Option<Vec<u16>> =
                (start..start + usize::from(len)).map(|place| word(chances, place)).collect();
            match row {
                Some(row) if usize::from(least) + row.len() <= one_sided::ROLLS && is_distribution(&row) => {
                    let row: Vec<f32> = row.iter().map(|&share| f32::from(share) / 65535.0).collect();
                    table.push_row(least, &row);
                }
                _ => is_whole = false,
            }
        };
        push(&mut all, start, len, least);
        if home.checkers() == MOST {
            push(&mut first, start + usize::from(len), len_of_first, least_of_first);
        } else {
            first.push_row(0, &[1.0]);
        }
    });
    is_whole.then(|| OneSided::of([all, first]))
}

impl Table {
    fn push_row(&mut self, least: u8, chances: &[f32]) {
        let mean = |sum: f64, (roll, &chance): (usize, &f32)| {
            sum + (usize::from(least) + roll) as f64 * f64::from(chance)
        };
        self.rows.push(Row {
            start: self.chances.len() as u32,
            least,
            len: chances.len() as u8,
            mean: chances.iter().enumerate().fold(0.0, mean) as f32,
        });
        self.chances.extend(chances);
    }
}

/// The largest amount by which rounding can put two values in the wrong order.
const ROUNDED: u16 = 2;

/// Reads a two-sided database. Each pair of positions, the mover's first, has four words: without a cube,
/// with the mover's, with a centred one and with the opponent's, each without a double now; 0 is a loss and
/// 65,535 a win.
fn two_sided(data: &[u8]) -> Option<TwoSided> {
    if data.len() < 8 * COUNT * COUNT {
        return None;
    }
    let mut numbers = Vec::with_capacity(COUNT);
    Home::for_each(6, |home| numbers.push(number(home)));
    let mut positions = Vec::with_capacity(COUNT * COUNT);
    for mover in &numbers {
        for opponent in &numbers {
            let place = 4 * (mover * COUNT + opponent);
            let words =
                [word(data, place)?, word(data, place + 1)?, word(data, place + 2)?, word(data, place + 3)?];
            // Owning the cube is never worse than a centred cube, and that is never worse than the opponent's
            // cube.
            if words[1].saturating_add(ROUNDED) < words[2] || words[2].saturating_add(ROUNDED) < words[3] {
                return None;
            }
            let [cubeless, owned, centred, opponents] = words.map(|word| f32::from(word) / 32767.5 - 1.0);
            positions.push(Money::new(cubeless, owned, centred, opponents));
        }
    }
    Some(TwoSided::of(positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_database_is_named() {
        let error = |bytes: &[u8]| Database::from_bytes(bytes).err();
        assert_eq!(error(b"hello"), Some(DatabaseError::Unknown));
        assert_eq!(error(b"gnubg-OS-06"), Some(DatabaseError::Damaged));
        let mut header = b"gnubg-TS-07-06-1".to_vec();
        header.resize(39, b'x');
        header.push(b'\n');
        assert_eq!(error(&header), Some(DatabaseError::Unsupported("TS-07-06-1".to_owned())));
        header[..16].copy_from_slice(TWO_SIDED);
        assert_eq!(error(&header), Some(DatabaseError::Damaged));
        header[..20].copy_from_slice(ONE_SIDED);
        assert_eq!(error(&header), Some(DatabaseError::Damaged));
    }

    #[test]
    fn gnu_backgammon_numbers_positions_by_their_checkers_first() {
        // As its `bearoffdump -n 7` and `-n 54263` draw them.
        assert_eq!(number(Home([0; 6])), 0);
        assert_eq!(number(Home([1, 0, 0, 0, 0, 0])), 1);
        assert_eq!(number(Home([2, 0, 0, 0, 0, 0])), 7);
        assert_eq!(number(Home([0, 0, 0, 0, 0, 15])), 54_263);
    }
}
