//! Bear-off tables as bytes, so that they needn't be computed again.
//!
//! All numbers are little-endian. A file begins with eight letters that name the table and the version of its
//! layout, and ends with the CRC-32 of everything before it.

use super::few::Few;
use super::one_sided::{OneSided, Row, Table};
use super::two_sided::{COUNT, Money, TwoSided};
use super::{Home, one_sided};
use crate::math::crc32;
use thiserror::Error;

const ONE_SIDED: &[u8; 8] = b"BAROFF12";
const TWO_SIDED: &[u8; 8] = b"BAROFF21";
const FEW: &[u8; 8] = b"BARFEW11";

/// The bytes aren't a bear-off table of this version, or are damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a bear-off table of this version, or a damaged one")]
pub struct TableDamaged;

impl OneSided {
    /// Writes the table.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = ONE_SIDED.to_vec();
        for table in self.tables() {
            table.write(&mut bytes);
        }
        sealed(bytes)
    }

    /// Reads the table.
    ///
    /// # Errors
    ///
    /// If the bytes aren't what [`Self::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableDamaged> {
        let mut reader = Reader(opened(bytes, ONE_SIDED)?);
        let mut table = || Table::read(&mut reader, Home::count(one_sided::MOST));
        let table = Self::of([table()?, table()?]);
        if reader.0.is_empty() { Ok(table) } else { Err(TableDamaged) }
    }
}

impl Few {
    /// Writes the table.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FEW.to_vec();
        self.0.write(&mut bytes);
        sealed(bytes)
    }

    /// Reads the table.
    ///
    /// # Errors
    ///
    /// If the bytes aren't what [`Self::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableDamaged> {
        let mut reader = Reader(opened(bytes, FEW)?);
        let table = Self(Table::read(&mut reader, Self::COUNT)?);
        if reader.0.is_empty() { Ok(table) } else { Err(TableDamaged) }
    }
}

impl Table {
    fn write(&self, bytes: &mut Vec<u8>) {
        for row in &self.rows {
            bytes.extend([row.least, row.len]);
            bytes.extend(row.mean.to_le_bytes());
        }
        bytes.extend(self.chances.iter().flat_map(|chance| chance.to_le_bytes()));
    }

    fn read(reader: &mut Reader<'_>, count: usize) -> Result<Self, TableDamaged> {
        let (mut rows, mut start) = (Vec::new(), 0);
        for _ in 0..count {
            let [least, len] = reader.take()?;
            rows.push(Row { start, least, len, mean: reader.real()? });
            start += u32::from(len);
        }
        let chances = (0..start).map(|_| reader.real()).collect::<Result<_, _>>()?;
        Ok(Self { rows, chances })
    }
}

impl TwoSided {
    /// Writes the table.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = TWO_SIDED.to_vec();
        for money in self.positions() {
            let numbers = [money.cubeless, money.owned_no_double, money.centred_no_double, money.opponents];
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        sealed(bytes)
    }

    /// Reads the table.
    ///
    /// # Errors
    ///
    /// If the bytes aren't what [`Self::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableDamaged> {
        let mut reader = Reader(opened(bytes, TWO_SIDED)?);
        let mut positions = Vec::with_capacity(COUNT * COUNT);
        for _ in 0..COUNT * COUNT {
            let (cubeless, owned) = (reader.real()?, reader.real()?);
            let (centred, opponents) = (reader.real()?, reader.real()?);
            positions.push(Money::new(cubeless, owned, centred, opponents));
        }
        if reader.0.is_empty() { Ok(Self::of(positions)) } else { Err(TableDamaged) }
    }
}

/// Appends the checksum to a file.
pub(super) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32([&bytes[..]]);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Strips a file's first letters and its checksum; `None` if either is wrong.
pub(super) fn opened<'a>(bytes: &'a [u8], magic: &[u8]) -> Result<&'a [u8], TableDamaged> {
    let (body, sum) = bytes.split_last_chunk().ok_or(TableDamaged)?;
    let rest = body.strip_prefix(magic).ok_or(TableDamaged)?;
    if crc32([body]).to_le_bytes() == *sum { Ok(rest) } else { Err(TableDamaged) }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], TableDamaged> {
        let (head, rest) = self.0.split_first_chunk().ok_or(TableDamaged)?;
        self.0 = rest;
        Ok(*head)
    }

    fn real(&mut self) -> Result<f32, TableDamaged> {
        self.take().map(f32::from_le_bytes)
    }
}
