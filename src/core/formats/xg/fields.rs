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

    /// Returns `true` if four bytes are a finite number.
    pub(super) fn is_number(&self, at: usize) -> bool {
        f32::from_le_bytes(self.array(at)).is_finite()
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
        WINDOWS_1252.decode_without_bom_handling(self.slice(at + 1, len)).0.into_owned()
    }

    /// Reads a text of UTF-16, up to its first NUL.
    pub(super) fn wide(&self, at: usize, units: usize) -> String {
        let bytes = self.slice(at, 2 * units);
        let end = bytes.chunks(2).position(|unit| unit == [0, 0]).map_or(bytes.len(), |unit| 2 * unit);
        UTF_16LE.decode_without_bom_handling(&bytes[..end]).0.into_owned()
    }
}

/// Returns the shortest decimal number that is read as a number of four bytes, and 0 for one that isn't finite.
///
/// The printer of the standard library finds it in all cases. A number of usual size takes a division here: six digits
/// tell apart any two decimals that are read as the same number, and nine digits any two numbers. For all numbers
/// of these sizes, the result was compared with the printer's: below 1e-4, the products are rounded.
fn decimal(value: f32) -> f64 {
    let exact = f64::from(value);
    let size = exact.abs();
    if size == 0.0 {
        return exact;
    }
    if (1e-8..1e5).contains(&size) {
        let power = power_of_ten(size);
        // Half the distance to the next number.
        let half = f64::from(f32::from_bits(value.abs().to_bits() + 1)) / 2.0 - size / 2.0;
        let fits = |ten: f64| {
            let scaled = size * ten;
            (rounded(scaled) - scaled).abs() <= half * ten
        };
        // What fits with some digits fits with more. All are tried: how many there are can't be predicted, and a wrong
        // guess takes longer.
        let fewer: i32 = (6..9).map(|digits| i32::from(fits(tens(digits - 1 - power)))).sum();
        let ten = tens(8 - fewer - power);
        let decimal = rounded(size * ten) / ten;
        if (decimal as f32).to_bits() == value.abs().to_bits() {
            return decimal.copysign(exact);
        }
    }
    value.to_string().parse().ok().filter(|value: &f64| value.is_finite()).unwrap_or(0.0)
}

/// Returns the number of the largest power of ten that isn't above a number between 1e-8 and 1e5.
fn power_of_ten(size: f64) -> i32 {
    // The power of two below it, times log10(2).
    let binary = (size.to_bits() >> 52) as i32 - 1023;
    let power = (binary * 1233) >> 12;
    power + i32::from(size >= tens(power + 1))
}

/// Returns the nearest whole number of one between 0 and 2^51, the larger one of two.
fn rounded(number: f64) -> f64 {
    // Numbers from here on have no fraction: the sum is rounded to a whole number, to an even one of two.
    const WHOLE: f64 = (1_u64 << 52) as f64;
    let whole = number + WHOLE - WHOLE;
    if number - whole >= 0.5 { whole + 1.0 } else { whole }
}

/// Returns a power of ten, -8 to 16.
const fn tens(power: i32) -> f64 {
    const TENS: [f64; 25] = [
        1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    ];
    TENS[(power + 8) as usize]
}

/// Returns a text without control characters, which don't belong in a field of one line.
pub(super) fn one_line(text: &str) -> String {
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
