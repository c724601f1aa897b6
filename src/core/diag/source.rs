//! A source file: bytes decoded to text, with lines and columns on demand.

use super::{Code, Diagnostic, Span};
use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::OnceLock;

/// The byte order mark with which some programs begin a text in UTF-8.
#[doc(hidden)]
pub const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns `true` for the beginning of a text in UTF-16 without a byte order mark.
#[doc(hidden)]
#[must_use]
pub fn is_unmarked_utf16(bytes: &[u8]) -> bool {
    unmarked_utf16(bytes).is_some()
}

/// Detects UTF-16 without a byte order mark from the beginning of a text: for nearly all characters, the high byte is
/// zero and the low one isn't.
pub(crate) fn unmarked_utf16(bytes: &[u8]) -> Option<(Encoding, &'static encoding_rs::Encoding)> {
    let pairs = bytes.get(..bytes.len().min(1024) & !1)?.chunks_exact(2);
    let count = pairs.len();
    let zeros = |at: usize| pairs.clone().filter(|pair| pair[at] == 0).count();
    let is_wide = |high: usize, low: usize| count >= 2 && zeros(low) == 0 && zeros(high) * 10 >= count * 9;
    match () {
        () if is_wide(1, 0) => Some((Encoding::Utf16LeUnmarked, encoding_rs::UTF_16LE)),
        () if is_wide(0, 1) => Some((Encoding::Utf16BeUnmarked, encoding_rs::UTF_16BE)),
        () => None,
    }
}

/// The encoding of a source's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8 without a byte order mark.
    Utf8,
    /// UTF-8 after a byte order mark.
    Utf8Bom,
    /// UTF-16, little-endian, after a byte order mark.
    Utf16Le,
    /// UTF-16, big-endian, after a byte order mark.
    Utf16Be,
    /// UTF-16, little-endian, without a byte order mark.
    Utf16LeUnmarked,
    /// UTF-16, big-endian, without a byte order mark.
    Utf16BeUnmarked,
    /// Bytes that aren't UTF-8 and are therefore read as Windows-1252.
    Windows1252,
    /// Such bytes after a byte order mark of UTF-8, which is wrong.
    Windows1252Bom,
    /// The encoding that the text itself names, by its standard name.
    Named(&'static str),
    /// No text: a binary file.
    Binary,
}

impl Encoding {
    /// Returns the encoding's usual name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8Bom => "UTF-8 with a byte order mark",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf16LeUnmarked => "UTF-16LE without a byte order mark",
            Self::Utf16BeUnmarked => "UTF-16BE without a byte order mark",
            Self::Windows1252 => "Windows-1252",
            Self::Windows1252Bom => "Windows-1252 after a byte order mark of UTF-8",
            Self::Named(name) => name,
            Self::Binary => "binary",
        }
    }
}

/// A place as editors show it: both numbers start at 1, the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line in the whole file.
    pub line: u64,
    /// The character in the line.
    pub column: u32,
}

/// A source of more than 4 GiB, which spans can't address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a single match of more than 4 GiB can't be read")]
pub struct SourceTooLarge;

/// A named piece of text, decoded from bytes: a whole file, or one match of a larger one. For a file that isn't text,
/// it holds the bytes, with places counted in records and bytes.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    bytes: Vec<u8>,
    unit: Option<NonZeroU32>,
    encoding: Encoding,
    base_offset: u64,
    base_line: u64,
    line_starts: OnceLock<Vec<u32>>,
    /// The number of characters before each block of the text.
    blocks: OnceLock<Vec<u32>>,
}

/// The bytes of a block whose characters are counted once.
const BLOCK: usize = 4_096;

impl SourceFile {
    /// Decodes `bytes`: by the byte order mark if there is one, as UTF-16 if its zeros show that, as UTF-8 if it is
    /// valid, otherwise as Windows-1252.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the decoded text has 2^32 bytes or more.
    pub fn decode(name: impl Into<String>, bytes: &[u8]) -> Result<Self, SourceTooLarge> {
        let (text, encoding) = decode(bytes);
        Self::from_text(name, text.into_owned(), encoding, 0, 1)
    }

    /// Decodes `bytes` like [`decode`](Self::decode); UTF-8 without a byte order mark isn't copied.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the decoded text has 2^32 bytes or more.
    pub fn decode_owned(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, SourceTooLarge> {
        if bytes.starts_with(MARK) || unmarked_utf16(&bytes).is_some() {
            return Self::decode(name, &bytes);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Self::from_text(name, text, Encoding::Utf8, 0, 1),
            Err(error) => Self::decode(name, error.as_bytes()),
        }
    }

    /// Decodes `bytes` like [`decode`](Self::decode), but without a byte order mark by the encoding that the text
    /// itself names (`ISO-8859-1`, `Shift_JIS`), if that is known. Valid UTF-8 isn't decoded by an encoding that has one
    /// byte per character.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the decoded text has 2^32 bytes or more.
    pub fn decode_as(name: impl Into<String>, bytes: &[u8], label: &str) -> Result<Self, SourceTooLarge> {
        let has_mark = [MARK, b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| bytes.starts_with(mark));
        let named = encoding_rs::Encoding::for_label(label.as_bytes())
            .filter(|named| *named != encoding_rs::UTF_8 && !has_mark && !bytes.is_ascii())
            .filter(|named| !named.is_single_byte() || std::str::from_utf8(bytes).is_err());
        match named {
            None => Self::decode(name, bytes),
            Some(named) => {
                let text = named.decode_without_bom_handling(bytes).0.into_owned();
                Self::from_text(name, text, Encoding::Named(named.name()), 0, 1)
            }
        }
    }

    /// Returns a source for text that is already decoded: a match that begins `base_offset` bytes and `base_line - 1`
    /// lines into its file.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the text has 2^32 bytes or more.
    pub fn from_text(
        name: impl Into<String>,
        text: String,
        encoding: Encoding,
        base_offset: u64,
        base_line: u64,
    ) -> Result<Self, SourceTooLarge> {
        if u32::try_from(text.len()).is_err() {
            return Err(SourceTooLarge);
        }
        Ok(Self {
            name: name.into(),
            text,
            bytes: Vec::new(),
            unit: None,
            encoding,
            base_offset,
            base_line,
            line_starts: OnceLock::new(),
            blocks: OnceLock::new(),
        })
    }

    /// Returns a source for a file that isn't text. Spans in it count bytes, of the unpacked content if the file is
    /// packed; a place is shown as the number of a record of `unit` bytes and the byte in it ([`LineColumn`] has both,
    /// counted from 1), or without records as the byte alone.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if there are 2^32 bytes or more.
    pub fn binary(name: impl Into<String>, bytes: Vec<u8>, unit: u32) -> Result<Self, SourceTooLarge> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(SourceTooLarge);
        }
        let empty = Self::from_text(name, String::new(), Encoding::Binary, 0, 1)?;
        Ok(Self { bytes, unit: Some(NonZeroU32::new(unit).unwrap_or(NonZeroU32::MAX)), ..empty })
    }

    /// Returns `true` if this isn't text.
    #[must_use]
    pub const fn is_binary(&self) -> bool {
        self.unit.is_some()
    }

    /// Returns the finding that the text is UTF-32, which isn't read: zeros between the letters of ASCII.
    pub(crate) fn utf32(&self) -> Option<Diagnostic> {
        let head = &self.text.as_bytes()[..self.text.len().min(1024)];
        let zeros = memchr::memchr_iter(0, head).count();
        let is_letter = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let letters = head.iter().filter(is_letter).count();
        // A byte order mark, or a letter of another script, is neither.
        let is_wide = letters > 8 && zeros * 5 >= head.len() * 2 && (zeros + letters) * 10 >= head.len() * 9;
        let message = "the text is UTF-32: save it as UTF-8";
        is_wide.then(|| Diagnostic::new(Code::SourceNotARecord, Span::default(), message))
    }

    /// Returns the bytes of a file that isn't text, or those of the decoded text.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        if self.is_binary() { &self.bytes } else { self.text.as_bytes() }
    }

    /// Returns the source in the form of its file: the text in its own encoding, after a byte order mark if the file
    /// has one. `None` if some character can't be encoded as it was.
    #[must_use]
    pub fn encoded(&self) -> Option<Vec<u8>> {
        let utf16 = |has_mark: bool, bytes: fn(u16) -> [u8; 2]| {
            let has_all = !self.text.contains(char::REPLACEMENT_CHARACTER);
            let mark = has_mark.then_some(0xFEFF).into_iter();
            has_all.then(|| mark.chain(self.text.encode_utf16()).flat_map(bytes).collect())
        };
        let named = |encoding: &'static encoding_rs::Encoding| {
            let (bytes, _, is_lossy) = encoding.encode(&self.text);
            let same = || encoding.decode_without_bom_handling(&bytes).0 == self.text.as_str();
            (!is_lossy && same()).then(|| bytes.to_vec())
        };
        match self.encoding {
            Encoding::Binary => Some(self.bytes.clone()),
            Encoding::Utf8 => Some(self.text.clone().into_bytes()),
            Encoding::Utf8Bom => Some(["\u{FEFF}", &self.text].concat().into_bytes()),
            Encoding::Utf16Le => utf16(true, u16::to_le_bytes),
            Encoding::Utf16Be => utf16(true, u16::to_be_bytes),
            Encoding::Utf16LeUnmarked => utf16(false, u16::to_le_bytes),
            Encoding::Utf16BeUnmarked => utf16(false, u16::to_be_bytes),
            Encoding::Windows1252 => named(encoding_rs::WINDOWS_1252),
            Encoding::Windows1252Bom => named(encoding_rs::WINDOWS_1252).map(|bytes| [MARK, &bytes].concat()),
            Encoding::Named(name) => encoding_rs::Encoding::for_label(name.as_bytes()).and_then(named),
        }
    }

    /// Returns the place of an offset in words, counted from 1: `line 3, column 7`, `record 12, byte 9`, `byte 36`.
    #[must_use]
    pub fn place(&self, offset: u32) -> String {
        let LineColumn { line, column } = self.line_column(offset);
        match self.unit {
            None => format!("line {line}, column {column}"),
            Some(NonZeroU32::MAX) => format!("byte {column}"),
            Some(_) => format!("record {line}, byte {column}"),
        }
    }

    /// Returns the record, counted from 1 if there are records, and the byte in it, counted from 0, for an offset in a
    /// file that isn't text.
    #[must_use]
    pub fn record_and_byte(&self, offset: u32) -> Option<(Option<u64>, u32)> {
        let unit = self.unit?;
        let LineColumn { line, column } = self.line_column(offset);
        Some((Some(line).filter(|_| unit != NonZeroU32::MAX), column - 1))
    }

    /// Returns the name to be shown.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns how the bytes were read.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the number of bytes in the file before this source.
    #[must_use]
    pub fn base_offset(&self) -> u64 {
        self.base_offset
    }

    /// Returns the number, in the file, of the first line.
    #[must_use]
    pub fn base_line(&self) -> u64 {
        self.base_line
    }

    /// Returns the text of a span; an empty text if the span isn't within this source.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Returns the text before an offset; an empty text if the offset isn't in this source, or is within a character.
    pub(crate) fn before(&self, offset: u32) -> &str {
        self.text.get(..offset as usize).unwrap_or("")
    }

    /// Returns the text after an offset; an empty text if the offset isn't in this source, or is within a character.
    pub(crate) fn after(&self, offset: u32) -> &str {
        self.text.get(offset as usize..).unwrap_or("")
    }

    /// Returns the line and column of a byte offset; an offset after the end counts as the end.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        if let Some(unit) = self.unit {
            return LineColumn {
                line: u64::from(offset / unit) + 1,
                column: (offset % unit).saturating_add(1),
            };
        }
        let starts = self.line_starts();
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let index = starts.partition_point(|&start| start as usize <= offset) - 1;
        let column = self.characters(starts[index] as usize..offset) + 1;
        LineColumn { line: self.base_line + index as u64, column }
    }

    /// Returns the number of characters that begin in a range of the text. In a long range, whole blocks were counted
    /// before: a line may have thousands of places.
    fn characters(&self, range: Range<usize>) -> u32 {
        let bytes = self.text.as_bytes();
        // The bytes after the first one of a character are 0x80 to 0xBF.
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32;
        if range.len() < 2 * BLOCK {
            return count(&bytes[range]);
        }
        let before = self.blocks.get_or_init(|| {
            let mut sum = 0;
            let before = |block: &[u8]| {
                let before = sum;
                sum += count(block);
                before
            };
            bytes.chunks(BLOCK).map(before).collect()
        });
        let until = |at: usize| {
            // The end of the text may be that of its last block.
            let block = (at / BLOCK).min(before.len() - 1);
            before[block] + count(&bytes[block * BLOCK..at])
        };
        until(range.end) - until(range.start)
    }

    /// Returns the line that contains a byte offset, without its line ending, and the offset of its first byte.
    #[must_use]
    pub fn line_at(&self, offset: u32) -> (u32, &str) {
        let starts = self.line_starts();
        let offset = (offset as usize).min(self.text.len());
        let index = starts.partition_point(|&start| start as usize <= offset) - 1;
        let start = starts[index] as usize;
        let end = starts.get(index + 1).map_or(self.text.len(), |&end| end as usize);
        (starts[index], self.text[start..end].trim_end_matches(['\r', '\n']))
    }

    /// Returns the offsets at which lines begin; a line ends at `\n`, `\r\n` or a lone `\r`.
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut starts = vec![0];
            for (i, &byte) in bytes.iter().enumerate() {
                if byte == b'\n' || (byte == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
                    starts.push(i as u32 + 1);
                }
            }
            starts
        })
    }
}

/// Decodes bytes like [`SourceFile::decode`], and returns the encoding.
fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    if let Some(rest) = bytes.strip_prefix(MARK) {
        let latin = |_| {
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(rest);
            (text, Encoding::Windows1252Bom)
        };
        std::str::from_utf8(rest).map_or_else(latin, |text| (Cow::Borrowed(text), Encoding::Utf8Bom))
    } else if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        (encoding_rs::UTF_16LE.decode_without_bom_handling(rest).0, Encoding::Utf16Le)
    } else if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        (encoding_rs::UTF_16BE.decode_without_bom_handling(rest).0, Encoding::Utf16Be)
    } else if let Some((encoding, wide)) = unmarked_utf16(bytes) {
        (wide.decode_without_bom_handling(bytes).0, encoding)
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        (Cow::Borrowed(text), Encoding::Utf8)
    } else {
        (encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0, Encoding::Windows1252)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let source = SourceFile::decode("x", "é1\r\nab\rc".as_bytes()).expect("small");
        assert_eq!(source.line_column(2), LineColumn { line: 1, column: 2 });
        assert_eq!(source.line_column(5), LineColumn { line: 2, column: 1 });
        assert_eq!(source.line_column(8), LineColumn { line: 3, column: 1 });
        assert_eq!(source.line_at(6), (5, "ab"));
    }

    #[test]
    fn columns_in_a_long_line_are_counted_as_in_a_short_one() {
        let text = format!("one\n{}\ntwo", "aé玉\u{1F3B2}".repeat(BLOCK));
        let source = SourceFile::decode("x", text.as_bytes()).expect("small");
        for (at, _) in text[4..].char_indices().step_by(1_009) {
            let characters = text[4..4 + at].chars().count() as u32;
            let place = LineColumn { line: 2, column: characters + 1 };
            assert_eq!(source.line_column(at as u32 + 4), place);
        }
        assert_eq!(source.line_column(u32::MAX), LineColumn { line: 3, column: 4 });
        let one = SourceFile::decode("x", "é".repeat(2 * BLOCK).as_bytes()).expect("small");
        assert_eq!(one.line_column(u32::MAX), LineColumn { line: 1, column: 2 * BLOCK as u32 + 1 });
    }

    #[test]
    fn a_source_is_written_back_as_the_file_has_it() {
        let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{FEFF}aé\r\n".encode_utf16().flat_map(bytes).collect()
        };
        for bytes in [
            "aé\n".into(),
            "\u{FEFF}aé".into(),
            (0..=255).collect(),
            [MARK, b"a\xE9"].concat(),
            utf16(u16::to_le_bytes),
            utf16(u16::to_be_bytes),
            "XGID=é\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "XGID=é\r\n".encode_utf16().flat_map(u16::to_be_bytes).collect(),
        ] {
            let bytes: Vec<u8> = bytes;
            let source = SourceFile::decode("x", &bytes).expect("small");
            assert_eq!(source.encoded(), Some(bytes), "{:?}", source.encoding());
        }
        let source = SourceFile::decode_as("x", b"a\xE9\x83\xFF", "shift_jis").expect("small");
        assert_eq!(source.encoded(), None, "{:?}", source.text());
    }

    #[test]
    fn a_byte_order_mark_decides_the_encoding() {
        let utf16: Vec<u8> =
            [0xFF, 0xFE].into_iter().chain("aé".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let source = SourceFile::decode("x", &utf16).expect("small");
        assert_eq!((source.text(), source.encoding()), ("aé", Encoding::Utf16Le));
        let latin = SourceFile::decode("x", b"J\xFCrgen").expect("small");
        assert_eq!((latin.text(), latin.encoding()), ("Jürgen", Encoding::Windows1252));
    }

    #[test]
    fn a_name_of_an_encoding_counts_unless_the_text_shows_that_it_is_wrong() {
        let text =
            |bytes: &[u8], label| SourceFile::decode_as("x", bytes, label).expect("small").text().to_owned();
        assert_eq!(text(b"J\xFCrgen", "ISO-8859-1"), "Jürgen");
        assert_eq!(text("Jürgen".as_bytes(), "ISO-8859-1"), "Jürgen");
        assert_eq!(text("Юрий".as_bytes(), "windows-1251"), "Юрий");
        assert_eq!(text(b"J\xFCrgen", "UTF-8"), "Jürgen");
        // Pairs of bytes in Shift_JIS may be UTF-8 too.
        assert_eq!(text(b"\xC3\xBC", "Shift_JIS"), "ﾃｼ");
    }
}
