//! Places in a text as editors count them: lines, and units of an encoding within a line.

use crate::diag::Span;
use lsp_types::{Position, PositionEncodingKind, Range};

/// The unit of a position in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16: the default of the protocol.
    #[default]
    Utf16,
}

impl Encoding {
    /// Selects the first known encoding in a client's list.
    pub(super) fn of(offered: Option<&[PositionEncodingKind]>) -> Self {
        let known = |kind: &PositionEncodingKind| match kind.as_str() {
            "utf-8" => Some(Self::Utf8),
            "utf-16" => Some(Self::Utf16),
            _ => None,
        };
        offered.into_iter().flatten().find_map(known).unwrap_or_default()
    }

    /// Returns its name in the protocol.
    pub(super) const fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// The number of bytes between two places with precomputed counts of UTF-16 units.
const BLOCK: usize = 1024;

/// A text with fast access to places, however long its lines are.
#[derive(Clone, Debug)]
pub(super) struct Text {
    whole: String,
    encoding: Encoding,
    /// The beginnings of lines; a line ends at `\n`, `\r\n` or a lone `\r`.
    lines: Vec<u32>,
    /// The number of UTF-16 units of all characters that begin before each block.
    blocks: Vec<u32>,
}

/// Counts the UTF-16 units of the characters that begin in some bytes.
fn units(bytes: &[u8]) -> usize {
    // A character of four bytes is two units; bytes that continue a character don't count.
    bytes.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

impl Text {
    pub(super) fn new(text: String, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let mut lines = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                lines.push(at as u32 + 1);
            }
        }
        let mut blocks = Vec::with_capacity(bytes.len() / BLOCK + 1);
        let mut counted = 0;
        for block in bytes.chunks(BLOCK) {
            blocks.push(counted as u32);
            counted += units(block);
        }
        blocks.push(counted as u32);
        Self { whole: text, encoding, lines, blocks }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.whole
    }

    fn units_before(&self, offset: usize) -> usize {
        match self.encoding {
            Encoding::Utf8 => offset,
            Encoding::Utf16 => {
                let block = offset / BLOCK;
                self.blocks[block] as usize + units(&self.whole.as_bytes()[block * BLOCK..offset])
            }
        }
    }

    fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start as usize <= offset) - 1
    }

    /// Returns the beginning of a line, and the end of its text, before the line ending.
    fn line(&self, line: usize) -> (usize, usize) {
        let start = self.lines[line] as usize;
        let next = self.lines.get(line + 1).map_or(self.whole.len(), |&next| next as usize);
        let text = &self.whole[start..next];
        let text = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
        let text = if text.len() == next - start { text.strip_suffix('\r').unwrap_or(text) } else { text };
        (start, start + text.len())
    }

    /// Returns the line that contains an offset, and the offset of its beginning.
    pub(super) fn line_at(&self, offset: usize) -> (usize, &str) {
        let (start, end) = self.line(self.line_of(offset.min(self.whole.len())));
        (start, &self.whole[start..end])
    }

    /// Returns the beginning of a line, counted from 1; after the last line, the end of the text.
    pub(super) fn start_of_line(&self, line: u64) -> usize {
        let line = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        self.lines.get(line).map_or(self.whole.len(), |&start| start as usize)
    }

    /// Returns the position of an offset; an offset within a character counts as its beginning, one after the text as
    /// its end.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = self.whole.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let start = self.lines[line] as usize;
        let character = self.units_before(offset) - self.units_before(start);
        Position::new(line as u32, character as u32)
    }

    pub(super) fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end))
    }

    /// Returns the range of a span of a match that begins at an offset.
    pub(super) fn range_of(&self, offset: usize, span: Span) -> Range {
        self.range(offset + span.start as usize, offset + span.end as usize)
    }

    /// Returns the offset of a position. Beyond the end of a line it is that end, beyond the last line the end of the
    /// text; within a character it is its beginning.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        if line >= self.lines.len() {
            return self.whole.len();
        }
        let (start, end) = self.line(line);
        let wanted = self.units_before(start) + position.character as usize;
        if wanted >= self.units_before(end) {
            return end;
        }
        match self.encoding {
            Encoding::Utf8 => self.whole.floor_char_boundary(wanted),
            Encoding::Utf16 => {
                // The last block that begins no later than the position; the one at the end is empty.
                let block = self.blocks.partition_point(|&before| before as usize <= wanted) - 1;
                let mut at = (block * BLOCK).max(start);
                let mut counted =
                    if at == start { self.units_before(start) } else { self.blocks[block] as usize };
                // A block may begin within a character, which was counted before it.
                while !self.whole.is_char_boundary(at) {
                    at += 1;
                }
                for c in self.whole[at..end].chars() {
                    counted += c.len_utf16();
                    if counted > wanted {
                        break;
                    }
                    at += c.len_utf8();
                }
                at
            }
        }
    }

    /// Returns the offsets of a range, in ascending order.
    pub(super) fn offsets(&self, range: Range) -> (usize, usize) {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        (start.min(end), start.max(end))
    }

    /// Returns the text after a change of a range, or of the whole text without one.
    pub(super) fn changed(mut self, range: Option<Range>, new: String) -> Self {
        let text = match range {
            None => new,
            Some(range) => {
                let (start, end) = self.offsets(range);
                self.whole.replace_range(start..end, &new);
                self.whole
            }
        };
        Self::new(text, self.encoding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str, encoding: Encoding) -> Text {
        Text::new(text.to_owned(), encoding)
    }

    #[test]
    fn a_character_outside_the_basic_plane_is_two_units() {
        let text16 = text("a🎲b\tc\r\né", Encoding::Utf16);
        let places: Vec<(usize, u32, u32)> =
            vec![(0, 0, 0), (1, 0, 1), (5, 0, 3), (6, 0, 4), (7, 0, 5), (8, 0, 6), (10, 1, 0), (12, 1, 1)];
        for (offset, line, character) in places {
            let position = Position::new(line, character);
            assert_eq!((text16.position(offset), text16.offset(position)), (position, offset));
        }
        assert_eq!(text16.offset(Position::new(0, 2)), 1, "between the units of a character");
        assert_eq!(text16.position(3), Position::new(0, 1), "within a character");
        assert_eq!(text16.offset(Position::new(0, 99)), 8, "beyond the line");
        assert_eq!(text16.offset(Position::new(9, 0)), 12, "beyond the text");
        let text8 = text("a🎲b", Encoding::Utf8);
        assert_eq!((text8.position(5), text8.offset(Position::new(0, 3))), (Position::new(0, 5), 1));
    }

    #[test]
    fn a_line_ends_before_what_ends_it() {
        for (end, length) in [("\n", 1), ("\r\n", 2), ("\r", 1)] {
            let text = text(&format!("ab{end}c"), Encoding::Utf16);
            assert_eq!(text.offset(Position::new(0, 9)), 2, "{end:?}");
            assert_eq!(text.offset(Position::new(1, 0)), 2 + length, "{end:?}");
        }
    }

    #[test]
    fn a_change_of_a_range_is_made_in_place() {
        let range = |a, b, c, d| Some(Range::new(Position::new(a, b), Position::new(c, d)));
        let changed = text("one\r\ntwo🎲", Encoding::Utf16).changed(range(0, 2, 1, 3), "X\nY".to_owned());
        assert_eq!(changed.as_str(), "onX\nY🎲");
        assert_eq!(changed.clone().changed(range(1, 3, 1, 1), String::new()).as_str(), "onX\nY");
        assert_eq!(changed.changed(None, "new".to_owned()).as_str(), "new");
    }

    proptest! {
        #[test]
        fn positions_and_offsets_are_the_same_places(
            parts in proptest::collection::vec("[ab]{0,3}|é|🎲|\\t|\\n|\\r|\\r\\n|[x]{700}|[🎲]{300}", 0..20),
            is_wide in any::<bool>(),
        ) {
            let encoding = if is_wide { Encoding::Utf16 } else { Encoding::Utf8 };
            let text = text(&parts.concat(), encoding);
            for (offset, _) in text.as_str().char_indices() {
                let position = text.position(offset);
                // A place between `\r` and `\n` isn't a position of its own.
                let is_inside = text.as_str()[..offset].ends_with('\r') && text.as_str()[offset..].starts_with('\n');
                let at = if is_inside { offset - 1 } else { offset };
                prop_assert_eq!(text.offset(position), at);
                let before = &text.as_str()[text.lines[position.line as usize] as usize..offset];
                let counted = if is_wide { before.encode_utf16().count() } else { before.len() };
                prop_assert_eq!(position.character as usize, counted);
            }
        }
    }
}
