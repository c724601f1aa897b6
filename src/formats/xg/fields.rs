//! Fields of a block: little-endian numbers, texts, positions. Bytes outside of it are zero or
//! empty.

use super::plays::Lanes;
use crate::diag::Span;
use encoding_rs::{UTF_16LE, WINDOWS_1252};

/// The bytes of a block, and its offset in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    bytes: &'a [u8],
    base: usize,
}

impl<'a> Fields<'a> {
    pub(super) const fn new(bytes: &'a [u8], base: usize) -> Self {
        Self { bytes, base }
    }

    /// Returns the part of the block from an offset on.
    pub(super) fn part(&self, at: usize, len: usize) -> Self {
        Self { bytes: self.slice(at, len), base: self.base + at }
    }

    /// Returns the place of a field.
    pub(super) const fn span(&self, at: usize, len: usize) -> Span {
        Span::new(self.base + at, self.base + at + len)
    }

    fn slice(&self, at: usize, len: usize) -> &'a [u8] {
        let end = at.saturating_add(len).min(self.bytes.len());
        self.bytes.get(at..end).unwrap_or_default()
    }

    pub(super) fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        self.slice(at, N).try_into().unwrap_or([0; N])
    }

    pub(super) fn u8(&self, at: usize) -> u8 {
        self.array::<1>(at)[0]
    }

    pub(super) fn i8(&self, at: usize) -> i8 {
        self.u8(at) as i8
    }

    pub(super) fn flag(&self, at: usize) -> bool {
        self.u8(at) != 0
    }

    pub(super) fn i16(&self, at: usize) -> i16 {
        i16::from_le_bytes(self.array(at))
    }

    pub(super) fn i32(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.array(at))
    }

    pub(super) fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.array(at))
    }

    /// Reads a number of four bytes, as the decimal number that it represents: 0.1, not
    /// 0.10000000149.
    pub(super) fn f32(&self, at: usize) -> f64 {
        decimal(f32::from_le_bytes(self.array(at)))
    }

    pub(super) fn f64(&self, at: usize) -> f64 {
        Some(f64::from_le_bytes(self.array(at))).filter(|value| value.is_finite()).unwrap_or(0.0)
    }

    /// Reads the numbers of checkers on twenty-six places: the opponent's bar, the points, the own
    /// bar.
    pub(super) fn lanes(&self, at: usize) -> Lanes {
        self.array::<26>(at).map(|byte| byte as i8)
    }

    /// Reads a Delphi short string: its length, then the bytes, in the Windows code page.
    pub(super) fn short(&self, at: usize, capacity: usize) -> String {
        let len = usize::from(self.u8(at)).min(capacity);
        text(&WINDOWS_1252.decode_without_bom_handling(self.slice(at + 1, len)).0)
    }

    /// Reads a text of UTF-16, up to its first NUL.
    pub(super) fn wide(&self, at: usize, units: usize) -> String {
        let bytes = self.slice(at, 2 * units);
        let end = bytes.chunks(2).position(|unit| unit == [0, 0]).map_or(bytes.len(), |unit| 2 * unit);
        text(&UTF_16LE.decode_without_bom_handling(&bytes[..end]).0)
    }
}

/// Returns the shortest decimal number that is read as a number of four bytes, and 0 for one that isn't finite.
///
/// The printer of the standard library finds it in all cases. A number of usual size takes a few divisions here: six
/// digits tell apart any two decimals that are read as the same number, and nine digits any two numbers.
fn decimal(value: f32) -> f64 {
    let exact = f64::from(value);
    let size = exact.abs();
    if (1e-4..1e5).contains(&size) {
        let power = (-4..5).rev().find(|&power| size >= tens(power)).unwrap_or(0);
        // Half the distance to the next number.
        let half = f64::from(f32::from_bits(value.abs().to_bits() + 1)) / 2.0 - size / 2.0;
        for shift in 5 - power..9 - power {
            // 24 bits times a power of five with at most 28: the product is exact, and the quotient is rounded once.
            if shift > 12 {
                break;
            }
            let scaled = size * tens(shift);
            let below = (scaled as u64) as f64;
            let whole = if scaled - below >= 0.5 { below + 1.0 } else { below };
            let decimal = whole / tens(shift);
            if (whole - scaled).abs() <= half * tens(shift)
                && (decimal as f32).to_bits() == value.abs().to_bits()
            {
                return decimal.copysign(exact);
            }
        }
    }
    value.to_string().parse().ok().filter(|value: &f64| value.is_finite()).unwrap_or(0.0)
}

/// Returns a power of ten, -4 to 12.
const fn tens(power: i32) -> f64 {
    const TENS: [f64; 17] =
        [1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];
    TENS[(power + 4) as usize]
}

/// Returns a text without control characters, which don't belong in a field of one line.
fn text(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_four_bytes_is_the_decimal_that_is_printed() {
        let same = |value: f32| {
            let printed: f64 = value.to_string().parse().expect("a number");
            assert_eq!(decimal(value).to_bits(), printed.to_bits(), "{value}");
        };
        // Every 4,999th number, of all sizes and both signs, and those with few bits, which lie between two decimals.
        (0..f32::INFINITY.to_bits()).step_by(4999).map(f32::from_bits).for_each(|value| {
            same(value);
            same(-value);
        });
        (0..=u16::MAX).for_each(|bits| same(f32::from(bits) / 16384.0));
        assert_eq!([f32::NAN, f32::INFINITY].map(|value| decimal(value).to_bits()), [0; 2]);
    }
}
