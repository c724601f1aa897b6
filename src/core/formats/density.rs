//! The limit of how finely a text may be divided: a text of separators only takes hundreds of times its size to read.

use super::split::SplitError;
use super::{Format, Matches, sgf};
use crate::diag::SourceFile;

/// The bytes that a match may count for beyond its size.
const FREE: usize = 2 << 20;
/// The bytes that a line counts for: real ones have 17 and more, those of .mat 36; [`FREE`] covers the rest.
const LINE: usize = 28;
/// The bytes that a JSON object counts for: real ones have 85 and more.
const OBJECT: usize = 56;
/// The memory that a reader needs for each byte counted, apart from the text itself.
const TIMES: usize = 12;

/// Returns the most bytes of memory for one match, if no match may have more than `limit` bytes: 452 MiB for 64 MiB.
pub(super) const fn memory(limit: usize) -> usize {
    limit.saturating_mul(7).saturating_add(2 * FREE)
}

impl Format {
    /// Returns the size of an ordinary record that takes as much memory as this one: each of the smallest items that
    /// this format's reader keeps counts for a twelfth of its memory.
    fn stands_for(&self, bytes: &[u8]) -> usize {
        let count = |mark| memchr::memchr_iter(mark, bytes).count();
        match self.name {
            "sgf" => sgf::stands_for(bytes),
            "json" | "jsonl" => OBJECT * count(b'{'),
            _ => LINE * count(b'\n'),
        }
    }

    /// Rejects a text that is divided more finely than any record, or that takes more than `memory` bytes to read: the
    /// memory of its reader depends on the number of items rather than its size.
    pub(super) fn spare(&self, source: SourceFile, memory: usize) -> Result<SourceFile, SplitError> {
        let bytes = source.bytes();
        // An item of one byte counts for fewer than these.
        let is_small = bytes.len() <= FREE / 64;
        if source.is_binary() || is_small || matches!(self.matches, Matches::Lines(_)) {
            return Ok(source);
        }
        let (has, stands_for) = (bytes.len(), self.stands_for(bytes));
        let line = source.base_line();
        if stands_for > has + FREE {
            return Err(SplitError::TooFine { line, has, stands_for });
        }
        let takes = stands_for.saturating_mul(TIMES).saturating_add(has);
        if takes > memory {
            return Err(SplitError::TooMuch { line, takes, memory });
        }
        Ok(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_may_take_no_more_memory_than_its_limit_allows() {
        let row = "  1) 31: 8/5 6/5                   42: 8/4 6/4\n";
        let text = format!(" 7 point match\n Game 1\n{}", row.repeat(200_000));
        let format = Format::by_name("mat").expect("a format");
        let read = |limit| {
            let reader = Box::new(std::io::Cursor::new(text.clone().into_bytes()));
            format.matches_within("x", reader, limit).next().expect("a match")
        };
        assert!(matches!(read(10_000_000), Err(SplitError::TooMuch { line: 1, takes, memory })
            if takes == text.len() + 12 * 28 * 200_002 && memory == 70_000_000 + (4 << 20)));
        assert!(read(11_000_000).is_ok());
    }

    fn read(name: &str, text: String) -> Vec<Result<SourceFile, SplitError>> {
        let format = Format::by_name(name).expect("a format");
        format.matches("x", Box::new(std::io::Cursor::new(text.into_bytes()))).collect()
    }

    #[test]
    fn text_of_nothing_but_marks_is_refused_and_plain_records_of_any_size_are_not() {
        let sgf = |node: &str, count| format!("(;FF[4]GM[6]{})", node.repeat(count));
        for (name, text) in [
            ("sgf", sgf("X[]", 400_000)),
            ("sgf", sgf(";C[]", 400_000)),
            ("sgf", sgf("(;B[31])", 400_000)),
            ("sgf", sgf("1 ", 400_000)),
            ("sgf", sgf("X\n", 400_000)),
            ("sgf", "(;)".repeat(400_000)),
            ("mat", format!(" 7 point match\n Game 1\n{}", "x\n".repeat(400_000))),
            ("mat", format!(" 7 point match\n{}", " Game 1\n".repeat(400_000))),
            ("json", format!("[{}{{}}]", "{},".repeat(400_000))),
        ] {
            let read = read(name, text);
            assert!(matches!(read[..], [Err(SplitError::TooFine { line: 1, .. })]), "{name}");
        }
        let row = "  1) 31: 8/5 6/5                   42: 8/4 6/4\n";
        for (name, text) in [
            ("sgf", sgf(";W[31hefe]C[a word said about it (or two; or three)]", 400_000)),
            ("sgf", sgf(";W[31hefe]", 200_000)),
            ("mat", format!(" 7 point match\n Game 1\n{}", row.repeat(400_000))),
        ] {
            assert!(matches!(read(name, text)[..], [Ok(_)]), "{name}");
        }
    }
}
