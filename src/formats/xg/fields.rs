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
        let value = f32::from_le_bytes(self.array(at));
        value.to_string().parse().ok().filter(|value: &f64| value.is_finite()).unwrap_or(0.0)
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

/// Returns a text without control characters, which don't belong in a field of one line.
fn text(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}
