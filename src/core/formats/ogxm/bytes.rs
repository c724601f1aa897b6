//! Numbers, records and texts of version 2, as stored in the bytes.

use crate::diag::{Code, Span};

/// The reason why reading stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    pub(super) code: Code,
    /// The place in the file.
    pub(super) at: usize,
    pub(super) what: &'static str,
}

impl Problem {
    pub(super) const fn syntax(at: usize, what: &'static str) -> Self {
        Self { code: Code::RecordSyntax, at, what }
    }

    pub(super) const fn span(&self) -> Span {
        Span::new(self.at, self.at + 1)
    }
}

/// A part of the file, read from its beginning to its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    /// The bytes that aren't read.
    rest: &'a [u8],
    /// The place of the first one in the file.
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// Begins reading a range of a file; the part outside of the file is cut off.
    pub(super) fn new(bytes: &'a [u8], at: usize, end: usize) -> Self {
        let end = end.min(bytes.len());
        let at = at.min(end);
        Self { rest: &bytes[at..end], at }
    }

    pub(super) const fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) const fn left(&self) -> usize {
        self.rest.len()
    }

    const fn short(&self) -> Problem {
        Problem { code: Code::RecordTruncated, at: self.at, what: "the bytes end in the middle of a field" }
    }

    #[inline]
    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Problem> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(self.short())?;
        self.rest = rest;
        self.at += len;
        Ok(taken)
    }

    #[inline]
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Problem> {
        let (taken, rest) = self.rest.split_first_chunk::<N>().ok_or(self.short())?;
        self.rest = rest;
        self.at += N;
        Ok(*taken)
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, Problem> {
        Ok(self.array::<1>()?[0])
    }

    #[inline]
    pub(super) fn u16(&mut self) -> Result<u16, Problem> {
        self.array().map(u16::from_le_bytes)
    }

    #[inline]
    pub(super) fn u32(&mut self) -> Result<u32, Problem> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads a number of at most 64 bits: seven in each byte, the lowest first, the last byte below
    /// 128.
    #[inline]
    pub(super) fn varint64(&mut self) -> Result<u64, Problem> {
        match *self.rest {
            [byte @ ..0x80, ref rest @ ..] => {
                self.rest = rest;
                self.at += 1;
                Ok(u64::from(byte))
            }
            _ => self.long_varint(),
        }
    }

    /// Reads a number of several bytes.
    #[inline(never)]
    fn long_varint(&mut self) -> Result<u64, Problem> {
        let start = self.at;
        let mut number = 0_u64;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if shift == 63 && part > 1 {
                break;
            }
            number |= part << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return Err(Problem::syntax(start, "a number is written with more bytes than it needs"));
                }
                return Ok(number);
            }
        }
        Err(Problem::syntax(start, "a number has more than 64 bits"))
    }

    #[inline]
    pub(super) fn varint(&mut self) -> Result<u32, Problem> {
        let at = self.at;
        u32::try_from(self.varint64()?).map_err(|_| Problem::syntax(at, "a number has more than 32 bits"))
    }

    /// Reads a text of at most `most` bytes.
    pub(super) fn text(&mut self, most: usize) -> Result<String, Problem> {
        self.borrowed(most).map(str::to_owned)
    }

    /// Reads a text of at most `most` bytes, and leaves it where it is.
    pub(super) fn borrowed(&mut self, most: usize) -> Result<&'a str, Problem> {
        let at = self.at;
        let len = self.varint()? as usize;
        if len > most {
            return Err(Problem::syntax(at, "a text is longer than its field allows"));
        }
        let bytes = self.take(len)?;
        std::str::from_utf8(bytes).map_err(|_| Problem::syntax(at, "a text isn't UTF-8"))
    }

    /// Reads a record: its fields have to be requested in order.
    #[expect(
        clippy::inline_always,
        reason = "returned in memory, it is read before the processor has stored it"
    )]
    #[inline(always)]
    pub(super) fn record(&mut self) -> Result<Fields<'a>, Problem> {
        let at = self.at;
        let len = self.varint()? as usize;
        let start = self.at;
        let mut body = Self { rest: self.take(len)?, at: start };
        let mask = body.varint64()?;
        Ok(Fields { body, mask, at })
    }

    /// Reads an equity in millionths.
    #[inline]
    pub(super) fn equity(&mut self) -> Result<f64, Problem> {
        Ok(f64::from(i32::from_le_bytes(self.array()?)) / 1e6)
    }

    /// Reads five probabilities in ten-thousandths.
    #[inline]
    pub(super) fn chances(&mut self) -> Result<[f64; 5], Problem> {
        let bytes = self.array::<10>()?;
        let chance = |i: usize| f64::from(u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])) / 1e4;
        Ok(std::array::from_fn(chance))
    }
}

/// The fields of a record: mandatory ones first, then those whose bits are set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    pub(super) body: Cursor<'a>,
    mask: u64,
    /// The offset of the record.
    pub(super) at: usize,
}

impl<'a> Fields<'a> {
    pub(super) const fn has(&self, bit: u32) -> bool {
        self.mask >> bit & 1 == 1
    }

    pub(super) const fn mask(&self) -> u64 {
        self.mask
    }

    /// Returns `true` if the record has a field from this bit on.
    pub(super) const fn has_from(&self, bit: u32) -> bool {
        self.mask >> bit != 0
    }

    #[inline]
    pub(super) fn get<T>(
        &mut self,
        bit: u32,
        read: impl FnOnce(&mut Cursor<'a>) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        if self.has(bit) { read(&mut self.body).map(Some) } else { Ok(None) }
    }
}

/// Bytes being written.
#[derive(Clone, Debug, Default)]
pub(super) struct Out(pub(super) Vec<u8>);

impl Out {
    pub(super) fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.varint(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(super) fn section(&mut self, name: [u8; 4], is_critical: bool, payload: &[u8]) {
        self.0.extend_from_slice(&name);
        self.0.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        self.0.push(u8::from(is_critical));
        self.0.extend_from_slice(payload);
    }
}

/// The optional fields of a record that is being written: each sets its bit.
#[derive(Clone, Debug, Default)]
pub(super) struct Optional {
    pub(super) mask: u64,
    pub(super) out: Out,
}

impl Optional {
    pub(super) fn set(&mut self, bit: u32, write: impl FnOnce(&mut Out)) {
        self.flag(bit);
        write(&mut self.out);
    }

    /// Adds bytes of mandatory fields, which come before all optional ones.
    pub(super) fn with(mut self, mandatory: &[u8]) -> Self {
        self.out.0.extend_from_slice(mandatory);
        self
    }

    /// Sets the bit of a field without a value.
    pub(super) const fn flag(&mut self, bit: u32) {
        self.mask |= 1 << bit;
    }

    pub(super) fn number(&mut self, bit: u32, number: u64) {
        self.set(bit, |out| out.varint(number));
    }

    pub(super) fn text(&mut self, bit: u32, text: &str) {
        self.set(bit, |out| out.text(text));
    }

    pub(super) fn bytes(&mut self, bit: u32, bytes: impl AsRef<[u8]>) {
        self.set(bit, |out| out.0.extend_from_slice(bytes.as_ref()));
    }

    /// Returns the whole record: its length, the mask, the mandatory fields, the others.
    pub(super) fn record(&self) -> Vec<u8> {
        let (mut record, mut mask) = (Out::default(), Out::default());
        mask.varint(self.mask);
        record.varint((mask.0.len() + self.out.0.len()) as u64);
        [&record.0[..], &mask.0, &self.out.0].concat()
    }

    /// Adds a number, if there is one.
    pub(super) fn maybe(&mut self, bit: u32, number: Option<u64>) {
        if let Some(number) = number {
            self.number(bit, number);
        }
    }
}
