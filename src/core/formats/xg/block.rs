//! A block being written: little-endian numbers, texts, positions.

use super::BLOCK;
use super::fields::Fields;
use super::plays::Lanes;
use encoding_rs::WINDOWS_1252;

/// The value for a number that isn't computed.
pub(super) const NOT_ANALYSED: f64 = -1000.0;

/// A block of `temp.xg`.
#[derive(Clone)]
pub(super) struct Block(pub(super) Vec<u8>);

impl Block {
    pub(super) fn new(kind: u8) -> Self {
        let mut block = Self(vec![0; BLOCK]);
        block.u8(8, kind);
        block
    }

    /// Writes fields, and returns `true` if they are read again as they should; otherwise the block stays as it was.
    pub(super) fn keep_if(
        &mut self,
        write: impl FnOnce(&mut Self) -> Option<()>,
        is_same: impl FnOnce(Fields<'_>) -> bool,
    ) -> bool {
        let mut tried = self.clone();
        let is_kept = write(&mut tried).is_some() && is_same(Fields::new(&tried.0, 0));
        if is_kept {
            *self = tried;
        }
        is_kept
    }

    pub(super) fn bytes(&mut self, at: usize, bytes: &[u8]) {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub(super) fn u8(&mut self, at: usize, value: u8) {
        self.0[at] = value;
    }

    pub(super) fn i16(&mut self, at: usize, value: i16) {
        self.bytes(at, &value.to_le_bytes());
    }

    pub(super) fn i32(&mut self, at: usize, value: i32) {
        self.bytes(at, &value.to_le_bytes());
    }

    pub(super) fn f32(&mut self, at: usize, value: f64) {
        self.bytes(at, &(value as f32).to_le_bytes());
    }

    pub(super) fn f64(&mut self, at: usize, value: f64) {
        self.bytes(at, &value.to_le_bytes());
    }

    pub(super) fn lanes(&mut self, at: usize, lanes: &Lanes) {
        self.bytes(at, &lanes.map(|lane| lane as u8));
    }

    /// Writes a Delphi short string in the Windows code page; missing characters become `?`.
    pub(super) fn short(&mut self, at: usize, capacity: usize, text: &str) {
        let mut bytes = Vec::new();
        for c in text.chars() {
            let mut one = [0; 4];
            let (encoded, _, is_lossy) = WINDOWS_1252.encode(c.encode_utf8(&mut one));
            bytes.extend_from_slice(if is_lossy { b"?" } else { &encoded });
        }
        bytes.truncate(capacity);
        self.u8(at, bytes.len() as u8);
        self.bytes(at + 1, &bytes);
    }

    /// Writes a text of UTF-16, as far as it fits before a NUL.
    pub(super) fn wide(&mut self, at: usize, units: usize, text: &str) {
        self.bytes(at, &utf16(text, units - 1));
    }
}

/// Returns a text in UTF-16, at most this number of units.
pub(super) fn utf16(text: &str, most: usize) -> Vec<u8> {
    text.encode_utf16().take(most).flat_map(u16::to_le_bytes).collect()
}
