//! Splitting a stream of records into matches, so that a file of any size is read in little memory.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::formats::split::split_bytes;
//!
//! # std::env::set_current_dir("../..")?;
//! let bytes = std::fs::read("testdata/mat/valid/seven-points.mat")?;
//! let two = [&bytes[..], &bytes[..]].concat();
//! assert_eq!(split_bytes("two.mat", &two).count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::mat::{self, Beginning};
use crate::diag::{Encoding, MARK, SourceFile, unmarked_utf16};
use std::fmt;
use std::io::{self, Read};

/// The number of bytes requested at a time.
const PIECE: usize = 256 * 1024;

/// The default size above which a single match is rejected: 64 MiB.
pub const DEFAULT_LIMIT: usize = 64 * 1024 * 1024;

/// The reason why a stream can't be split further.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SplitError {
    /// Reading failed.
    #[error("{0}")]
    Io(#[source] io::Error),
    /// A match is larger than the limit.
    #[error("the match that begins at line {line} has more than {limit} bytes")]
    TooLarge {
        /// The number of the line where the match begins.
        line: u64,
        /// The limit, in bytes.
        limit: usize,
    },
    /// A match is divided more finely than any record of its size.
    #[error(
        "the match that begins at line {line} has more parts than any real record: its {has} bytes take \
         the memory of {stands_for}"
    )]
    TooFine {
        /// The number of the line where the match begins.
        line: u64,
        /// Its size in bytes.
        has: usize,
        /// The size in bytes of an ordinary record that would take as much memory.
        stands_for: usize,
    },
    /// A match requires more memory than allowed.
    #[error("the match that begins at line {line} takes {takes} bytes of memory to read, more than {memory}")]
    TooMuch {
        /// The number of the line where the match begins.
        line: u64,
        /// The memory, in bytes, that reading it takes, roughly.
        takes: usize,
        /// The largest number allowed.
        memory: usize,
    },
}

impl SplitError {
    /// Returns the number of the line where the refused match begins; `None` if reading failed.
    #[must_use]
    pub const fn line(&self) -> Option<u64> {
        match self {
            Self::TooLarge { line, .. } | Self::TooFine { line, .. } | Self::TooMuch { line, .. } => {
                Some(*line)
            }
            Self::Io(_) => None,
        }
    }
}

/// Returns a text without the marks at its end: Ctrl-Z, where DOS ended a text, and the NULs that fill its last block.
pub(super) fn without_end_marks(text: &str) -> &str {
    text.trim_end_matches(['\x1A', '\0'])
}

/// Splits bytes into matches; see [`Splitter`].
pub fn split_bytes(name: impl Into<String>, bytes: &[u8]) -> Splitter<&[u8]> {
    Splitter::new(name, bytes)
}

/// An iterator over the matches of a stream, each as a separate source.
///
/// A match begins at the line `N point match`, or at the first of the headers `; [Key "Value"]` directly
/// before it (blank lines and comments may be between them); comments before the first of the headers belong
/// to the match before. A stream without a second length line is one match, even an empty stream. A length line without
/// headers before it is a mistake, and begins no match, if the next game has the next number, the same players and a
/// score to which one game leads. After a match with its length, a game 1 of two other players at the score 0-0 begins
/// another match, whose length is missing.
///
/// A byte order mark at the beginning of the stream decides its encoding; without one, every match is UTF-8
/// if it is valid, otherwise Windows-1252. A source's base offset counts the bytes after the byte order mark,
/// in UTF-16 those of the text as UTF-8. The iteration ends after an error.
pub struct Splitter<R> {
    reader: R,
    name: String,
    limit: usize,
    encoding: Encoding,
    decoder: Option<encoding_rs::Decoder>,
    raw: Vec<u8>,
    state: State,
    /// The bytes read and not yet returned.
    buffer: Vec<u8>,
    /// The beginning of the present match in the buffer.
    start: usize,
    /// The beginning of the first line that hasn't been examined.
    scanned: usize,
    /// The offset up to which that line has no end.
    searched: usize,
    /// The number of that line.
    scanned_line: u64,
    /// The offset and the line number of the present match.
    base: (u64, u64),
    /// The beginning of a block of headers that may belong to the next match, and its line; for lines, the
    /// end of the present one.
    headers: Option<(usize, u64)>,
    /// Whether the present match has its length; for lines, its line.
    has_length: bool,
    /// The number of a game whose score line follows; and its beginning, with the headers before it.
    heading: Option<(u32, (usize, u64))>,
    /// The beginning of the last game of the present match.
    game: Option<Beginning>,
    /// The beginning of the next match, and its line, unless its first game continues the present match.
    pending: Option<(usize, u64)>,
    /// For matches that are lines: returns `true` for those lines.
    counts: Option<fn(&[u8]) -> bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing has been read.
    New,
    /// There may be more to read.
    Reading,
    /// Everything is in the buffer.
    Ended,
    /// Everything has been returned.
    Done,
}

impl<R: Read> Splitter<R> {
    /// Splits the data from `reader`; `name` is the name of every source.
    pub fn new(name: impl Into<String>, reader: R) -> Self {
        Self {
            reader,
            name: name.into(),
            limit: DEFAULT_LIMIT,
            encoding: Encoding::Utf8,
            decoder: None,
            raw: Vec::new(),
            state: State::New,
            buffer: Vec::new(),
            start: 0,
            scanned: 0,
            searched: 0,
            scanned_line: 1,
            base: (0, 1),
            headers: None,
            has_length: false,
            heading: None,
            game: None,
            pending: None,
            counts: None,
        }
    }

    /// Splits the data from `reader` into lines: each line that counts is a match, with the other lines
    /// before it; those after the last one belong to that one.
    pub fn lines(name: impl Into<String>, reader: R, counts: fn(&[u8]) -> bool) -> Self {
        Self { counts: Some(counts), ..Self::new(name, reader) }
    }

    /// Sets the size in bytes above which a single match is rejected.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Searches for the end of the present match; returns its offset in the buffer and the number of the line there.
    fn boundary(&mut self) -> Option<(usize, u64)> {
        let ended = self.state == State::Ended;
        loop {
            let rest = &self.buffer[self.scanned..];
            let skip = self.searched.saturating_sub(self.scanned);
            let (length, next) = match memchr::memchr2(b'\n', b'\r', &rest[skip..]).map(|end| skip + end) {
                // It may not be known yet whether a line feed follows a carriage return.
                Some(end) if rest[end] == b'\r' && end + 1 == rest.len() && !ended => {
                    self.searched = self.scanned + end;
                    return None;
                }
                Some(end) if rest[end] == b'\r' && rest.get(end + 1) == Some(&b'\n') => (end, end + 2),
                Some(end) => (end, end + 1),
                None if ended && !rest.is_empty() => {
                    let last = rest.iter().rposition(|byte| !matches!(byte, 0x1A | 0));
                    (last.map_or(0, |last| last + 1), rest.len())
                }
                None => {
                    self.searched = self.buffer.len();
                    let is_over = ended || self.buffer.len() - self.start > self.limit;
                    return self.pending.take_if(|_| is_over);
                }
            };
            let line = rest[..length].strip_prefix(MARK).unwrap_or(&rest[..length]);
            let here = (self.scanned, self.scanned_line);
            self.scanned += next;
            self.scanned_line += 1;
            if let Some(counts) = self.counts {
                if counts(line) {
                    let behind = self.headers.replace((self.scanned, self.scanned_line));
                    if std::mem::replace(&mut self.has_length, true) && behind.is_some() {
                        return behind;
                    }
                }
                continue;
            }
            let text = line.trim_ascii_start();
            match text.first() {
                None => {}
                Some(b';' | b'#') => {
                    let is_header = text[1..].trim_ascii_start().first() == Some(&b'[');
                    self.headers = self.headers.or(is_header.then_some(here));
                }
                Some(b'0'..=b'9' | b'-' | b'm' | b'M' | b'u' | b'U' | 0xC2) if is_length_line(text) => {
                    let before = self.headers.take();
                    if std::mem::replace(&mut self.has_length, true) {
                        let begins = before.unwrap_or(here);
                        let earlier = self.pending.replace(begins);
                        if earlier.is_some() || before.is_some() || self.game.is_none() {
                            self.game = None;
                            self.pending = earlier.and(self.pending);
                            return earlier.or(Some(begins));
                        }
                    }
                }
                Some(first) => {
                    let before = self.headers.take();
                    let heading = self.heading.take();
                    if matches!(first, b'g' | b'G' | 0xC2) && heading.is_none() {
                        self.heading = mat::game_number(text).map(|number| (number, before.unwrap_or(here)));
                    }
                    if let Some((number, begins)) = heading {
                        let now = Beginning::read(number, text);
                        let both = self.game.as_ref().zip(now.as_ref());
                        let is_continued = both.is_some_and(|(a, b)| a.is_continued(b));
                        let is_another = self.has_length && both.is_some_and(|(a, b)| b.is_after(a));
                        self.game = now;
                        if let Some(begins) = self.pending.take().filter(|_| !is_continued) {
                            return Some(begins);
                        }
                        if is_another {
                            return Some(begins);
                        }
                    }
                }
            }
        }
    }

    /// Reads more into the buffer.
    fn read(&mut self) -> Result<(), SplitError> {
        if self.start > 0 {
            // Returned matches are dropped before each piece, so that a byte moves once or twice.
            self.buffer.drain(..self.start);
            self.scanned -= self.start;
            self.searched = self.searched.saturating_sub(self.start);
            for (place, _) in [&mut self.headers, &mut self.pending].into_iter().flatten() {
                *place -= self.start;
            }
            if let Some((_, (place, _))) = &mut self.heading {
                *place -= self.start;
            }
            self.start = 0;
        }
        let is_new = self.state == State::New;
        if let Some(decoder) = &mut self.decoder {
            self.raw.clear();
            let count = read_piece(&mut self.reader, &mut self.raw)?;
            decode(decoder, &self.raw, &mut self.buffer, count == 0);
            self.state = if count == 0 { State::Ended } else { State::Reading };
        } else {
            let count = read_piece(&mut self.reader, &mut self.buffer)?;
            self.state = if count == 0 { State::Ended } else { State::Reading };
        }
        if is_new {
            self.byte_order_mark();
        }
        Ok(())
    }

    fn byte_order_mark(&mut self) {
        let (encoding, mark, decoder) = match self.buffer.as_slice() {
            [0xEF, 0xBB, 0xBF, ..] => (Encoding::Utf8Bom, 3, None),
            [0xFF, 0xFE, ..] => (Encoding::Utf16Le, 2, Some(encoding_rs::UTF_16LE)),
            [0xFE, 0xFF, ..] => (Encoding::Utf16Be, 2, Some(encoding_rs::UTF_16BE)),
            bytes => match unmarked_utf16(bytes) {
                Some((encoding, wide)) => (encoding, 0, Some(wide)),
                None => return,
            },
        };
        self.encoding = encoding;
        self.buffer.drain(..mark);
        if let Some(decoder) = decoder {
            let mut decoder = decoder.new_decoder_without_bom_handling();
            let raw = std::mem::take(&mut self.buffer);
            decode(&mut decoder, &raw, &mut self.buffer, self.state == State::Ended);
            self.decoder = Some(decoder);
        }
    }

    /// Returns the present match, which ends at `end`, where line `line` begins.
    fn cut(&mut self, end: usize, line: u64) -> Result<SourceFile, SplitError> {
        let bytes = &self.buffer[self.start..end];
        let base = self.base;
        let too_large = SplitError::TooLarge { line: base.1, limit: self.limit };
        if bytes.len() > self.limit {
            return Err(too_large);
        }
        let mut encoding = self.encoding;
        // A byte order mark before a later match comes from concatenated files.
        let (bytes, mark) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) => (rest, 3),
            None => (bytes, 0),
        };
        let mut text = if let Ok(text) = std::str::from_utf8(bytes) {
            text.to_owned()
        } else {
            let is_marked = mark > 0 || encoding == Encoding::Utf8Bom;
            encoding = if is_marked { Encoding::Windows1252Bom } else { Encoding::Windows1252 };
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
        };
        if mark > 0 && encoding == Encoding::Utf8 {
            encoding = Encoding::Utf8Bom;
        }
        let is_last = self.state == State::Done || self.state == State::Ended && end == self.buffer.len();
        if is_last {
            text.truncate(without_end_marks(&text).len());
        }
        self.base = (base.0 + (end - self.start) as u64, line);
        self.start = end;
        self.heading = self.heading.filter(|(_, (place, _))| *place >= end);
        if self.encoding == Encoding::Utf8Bom {
            self.encoding = Encoding::Utf8;
        }
        SourceFile::from_text(self.name.clone(), text, encoding, base.0 + mark, base.1).map_err(|_| too_large)
    }
}

impl<R: Read> Iterator for Splitter<R> {
    type Item = Result<SourceFile, SplitError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.state == State::Done {
                return None;
            }
            let found = self.boundary();
            let result = if let Some((end, line)) = found {
                self.cut(end, line)
            } else if self.state == State::Ended {
                self.state = State::Done;
                self.cut(self.buffer.len(), self.scanned_line)
            } else if self.buffer.len() - self.start > self.limit {
                Err(SplitError::TooLarge { line: self.base.1, limit: self.limit })
            } else {
                match self.read() {
                    Ok(()) => continue,
                    Err(error) => Err(error),
                }
            };
            if result.is_err() {
                self.state = State::Done;
            }
            return Some(result);
        }
    }
}

impl<R> fmt::Debug for Splitter<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Splitter").field("name", &self.name).field("base", &self.base).finish_non_exhaustive()
    }
}

/// Returns `true` for a length line, quickly rejecting the many lines that begin with a row's number.
fn is_length_line(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.get(digits) != Some(&b')') && mat::is_length_line(text)
}

/// Appends up to a piece; returns the number of bytes, 0 at the end.
fn read_piece(reader: &mut impl Read, into: &mut Vec<u8>) -> Result<usize, SplitError> {
    let old = into.len();
    let count = reader.take(PIECE as u64).read_to_end(into).map_err(SplitError::Io)?;
    debug_assert_eq!(into.len(), old + count);
    Ok(count)
}

/// Appends the decoded text of `raw`.
fn decode(decoder: &mut encoding_rs::Decoder, raw: &[u8], into: &mut Vec<u8>, last: bool) {
    let old = into.len();
    let room = decoder.max_utf8_buffer_length(raw.len()).unwrap_or(raw.len() * 3 + 16);
    into.resize(old + room, 0);
    let (_, _, written, _) = decoder.decode_to_utf8(raw, &mut into[old..], last);
    into.truncate(old + written);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(bytes: &[u8]) -> Vec<(u64, u64, String)> {
        split_bytes("x", bytes)
            .map(|source| source.expect("small"))
            .map(|source| (source.base_offset(), source.base_line(), source.text().to_owned()))
            .collect()
    }

    const TWO: &str =
        " 5 point match\r\n Game 1\r\n; box\r\n; [Site \"x\"]\r\n\r\n; more\r\n 7 point match\r\n";

    #[test]
    fn headers_before_a_length_belong_to_its_match() {
        let second = TWO.find("; [Site").expect("is there");
        let expected = vec![(0, 1, TWO[..second].to_owned()), (second as u64, 4, TWO[second..].to_owned())];
        assert_eq!(pieces(TWO.as_bytes()), expected);
    }

    #[test]
    fn a_stream_without_a_second_length_is_one_match() {
        assert_eq!(pieces(b""), [(0, 1, String::new())]);
        assert_eq!(
            pieces(b"; [A \"b\"]\n5 point match\n; [C \"d\"]\n"),
            [(0, 1, "; [A \"b\"]\n5 point match\n; [C \"d\"]\n".to_owned())]
        );
    }

    #[test]
    fn the_first_game_of_other_players_begins_another_match() {
        let game = |number: u32, ann: &str, bob: &str, score: u32| {
            format!(" Game {number}\n {ann} : {score}      {bob} : 0\n  1) 31:\n\n")
        };
        let first = format!(" 5 point match\n\n{}{}", game(1, "gnu", "bob", 0), game(2, "gnu", "bob", 1));
        let second = format!("; [A \"b\"]\n\n{}", game(1, "ann", "eve", 0));
        let both = [first.as_str(), &second].concat();
        let expected = vec![(0, 1, first.clone()), (first.len() as u64, 11, second.clone())];
        assert_eq!(pieces(both.as_bytes()), expected);
        for other in
            [game(3, "ann", "eve", 2), game(1, "Bob", "eve", 0), game(1, "ann", "eve", 1), game(1, "", "", 0)]
        {
            assert_eq!(pieces([first.as_str(), &other].concat().as_bytes()).len(), 1, "{other}");
        }
    }

    #[test]
    fn a_length_in_the_middle_of_a_match_begins_no_other() {
        let game = |number: u32, names: &str, score: [u32; 2]| {
            let [ann, bob] = score;
            let name = names.split_once(' ').expect("two names");
            format!(" Game {number}\n {} : {ann}      {} : {bob}\n  1) 31:\n\n", name.0, name.1)
        };
        let first = format!(
            "; [A \"b\"]\n 5 point match\n\n{}{}",
            game(1, "gnu bob", [0, 0]),
            game(2, "gnu bob", [1, 0])
        );
        let count = |length: &str, next: &str| pieces([&first, length, "\n", next].concat().as_bytes()).len();
        let next = game(3, "gnu bob", [1, 2]);
        assert_eq!(count(" 5 point match", &next), 1);
        assert_eq!(count(" 7 point match\n; what", &next), 1);
        assert_eq!(count("\u{A0}5 point match", &next.replace("  ", "\u{A0} ")), 1);
        assert_eq!(count("; [C \"d\"]\n 5 point match", &next), 2);
        assert_eq!(count(" 5 point match", ""), 2);
        assert_eq!(count(" 5 point match\n 5 point match", &next), 3);
        for other in [
            game(1, "gnu bob", [1, 2]),
            game(3, "gnu bob", [0, 0]),
            game(3, "gnu bob", [1, 0]),
            game(3, "gnu carl", [1, 2]),
        ] {
            assert_eq!(count(" 5 point match", &other), 2, "{other}");
        }
        // Later games are compared with those of their own match.
        let again = [" 5 point match\n", &game(2, "gnu bob", [1, 0]), " 5 point match\n", &next].concat();
        assert_eq!(count("", &again), 2);
    }

    #[test]
    fn utf_16_is_decoded_as_it_is_read() {
        let bytes: Vec<u8> =
            [0xFE, 0xFF].into_iter().chain(TWO.encode_utf16().flat_map(u16::to_be_bytes)).collect();
        let read: String = pieces(&bytes).into_iter().map(|piece| piece.2).collect();
        assert_eq!(read, TWO);
        assert_eq!(pieces(&bytes).len(), 2);
    }

    #[test]
    fn each_match_has_its_own_encoding() {
        let bytes = b" 5 point match\n J\xFCrgen\n 5 point match\n J\xC3\xBCrgen\n";
        let encodings: Vec<Encoding> =
            split_bytes("x", bytes).map(|source| source.expect("small").encoding()).collect();
        assert_eq!(encodings, [Encoding::Windows1252, Encoding::Utf8]);
        // A mark belongs to the match after it.
        let marked = b"\xEF\xBB\xBF 5 point match\n J\xFCrgen\n 5 point match\n J\xFCrgen\n";
        let encodings: Vec<Encoding> =
            split_bytes("x", marked).map(|source| source.expect("small").encoding()).collect();
        assert_eq!(encodings, [Encoding::Windows1252Bom, Encoding::Windows1252]);
    }

    #[test]
    fn a_match_beyond_the_limit_is_an_error() {
        let mut splitter = Splitter::new("x", " 5 point match\n 7 point match\n".as_bytes()).limit(10);
        assert!(matches!(splitter.next(), Some(Err(SplitError::TooLarge { line: 1, limit: 10 }))));
        assert!(splitter.next().is_none());
    }

    #[test]
    fn nothing_is_lost_between_two_pieces() {
        for (end, lines) in [("\n", 5), ("\r\n", 5), ("\r", 5)] {
            let one = format!("; [A \"b\"]{end} 5 point match{end}{end} Game 1{end}  1) 31: 8/5 6/5{end}");
            let count = 4 * PIECE / one.len();
            let text = one.repeat(count);
            let found = pieces(text.as_bytes());
            assert_eq!(found.len(), count);
            for (i, (offset, line, match_text)) in found.iter().enumerate() {
                assert_eq!((*offset, *line), ((i * one.len()) as u64, (i * lines) as u64 + 1));
                assert_eq!(*match_text, one);
            }
        }
    }
}
