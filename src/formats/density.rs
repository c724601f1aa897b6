//! How finely a text may be divided: what is nothing but marks takes a hundred times its size to read.

use super::split::SplitError;
use super::{Format, Matches};
use crate::diag::SourceFile;

/// The number of marks that any match may have.
const FREE: usize = 100_000;
/// Beyond them, a mark stands for this many bytes.
const BYTES: usize = 8;

impl Format {
    /// The mark that ends or begins the smallest thing that this format's reader keeps.
    fn mark(&self) -> u8 {
        match self.name {
            "sgf" => b'[',
            "json" | "jsonl" => b'{',
            _ => b'\n',
        }
    }

    /// Refuses a text that is divided more finely than any record: the memory of its reader follows the
    /// number of things in it rather than its size.
    pub(super) fn spare(&self, source: SourceFile) -> Result<SourceFile, SplitError> {
        let bytes = source.bytes();
        if source.is_binary() || bytes.len() <= FREE || matches!(self.matches, Matches::Lines(_)) {
            return Ok(source);
        }
        let most = FREE + bytes.len() / BYTES;
        let mark = self.mark();
        let count = memchr::memchr_iter(mark, bytes).count();
        if count <= most {
            return Ok(source);
        }
        let (line, mark) = (source.base_line(), char::from(mark));
        Err(SplitError::TooFine { line, mark, count, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("mat", format!(" 7 point match\n Game 1\n{}", "x\n".repeat(400_000))),
            ("json", format!("[{}{{}}]", "{},".repeat(400_000))),
        ] {
            let read = read(name, text);
            assert!(matches!(read[..], [Err(SplitError::TooFine { line: 1, .. })]), "{name}");
        }
        let row = "  1) 31: 8/5 6/5                   42: 8/4 6/4\n";
        for (name, text) in [
            ("sgf", sgf(";W[31hefe]C[a word said about it]", 400_000)),
            ("mat", format!(" 7 point match\n Game 1\n{}", row.repeat(400_000))),
        ] {
            assert!(matches!(read(name, text)[..], [Ok(_)]), "{name}");
        }
    }
}
