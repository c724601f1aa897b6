//! JSON with places: any bytes give what can be read up to the first mistake.

use super::value::{Broken, DEPTH, Node, VALUES, Value, Why};
use crate::diag::Span;

/// Reads a value that begins at `from`, and the place where it stops early, if it does; the text after it is ignored.
pub(super) fn read(bytes: &[u8], from: usize) -> (Value, Option<Broken>) {
    let mut reader = Reader { bytes, at: from, values: 0, broken: None };
    let value = reader.value(0);
    (value, reader.broken)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    values: usize,
    broken: Option<Broken>,
}

impl Reader<'_> {
    fn stop(&mut self, why: Why) {
        let why = if self.at >= self.bytes.len() { Why::Ended } else { why };
        self.broken.get_or_insert(Broken { at: self.at.min(self.bytes.len()), why });
    }

    /// Returns the next byte that isn't white space, without consuming it.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Consumes a byte if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Value {
        self.values += 1;
        let next = self.peek();
        let start = self.at;
        if depth > DEPTH || self.values > VALUES {
            let what = if depth > DEPTH { "nested too deep" } else { "too many values" };
            self.stop(Why::Limit(what));
            return Value { span: Span::new(start, start), node: Node::Null };
        }
        let node = match next {
            Some(b'{') => self.map(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Node::Text(self.string()),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        };
        Value { span: Span::new(start, self.at), node }
    }

    fn map(&mut self, depth: usize) -> Node {
        let mut entries = Vec::new();
        self.items(b'}', "a comma or a closing brace", |reader| {
            if reader.peek() != Some(b'"') {
                return reader.stop(Why::Expected("a key in quotes"));
            }
            let key = reader.string();
            if reader.broken.is_none() && !reader.take(b':') {
                reader.stop(Why::Expected("a colon"));
            }
            if reader.broken.is_none() {
                entries.push((key, reader.value(depth + 1)));
            }
        });
        Node::Map(entries)
    }

    fn list(&mut self, depth: usize) -> Node {
        let mut items = Vec::new();
        self.items(b']', "a comma or a closing bracket", |reader| items.push(reader.value(depth + 1)));
        Node::List(items)
    }

    /// Reads items with commas between, from the opening bracket to the closing one; `next` is expected after an item.
    fn items(&mut self, close: u8, next: &'static str, mut item: impl FnMut(&mut Self)) {
        self.at += 1;
        if self.take(close) {
            return;
        }
        loop {
            item(self);
            if self.broken.is_some() || self.take(close) {
                return;
            }
            if !self.take(b',') {
                return self.stop(Why::Expected(next));
            }
        }
    }

    fn string(&mut self) -> String {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(end) = memchr::memchr2(b'"', b'\\', rest) else {
                bytes.extend_from_slice(rest);
                self.at = self.bytes.len();
                self.stop(Why::Ended);
                break;
            };
            bytes.extend_from_slice(&rest[..end]);
            self.at += end + 1;
            if rest[end] == b'"' {
                break;
            }
            let Some(&escape) = self.bytes.get(self.at) else {
                self.stop(Why::Ended);
                break;
            };
            self.at += 1;
            match escape {
                b'n' => bytes.push(b'\n'),
                b'r' => bytes.push(b'\r'),
                b't' => bytes.push(b'\t'),
                b'b' => bytes.push(8),
                b'f' => bytes.push(12),
                b'u' => {
                    let c = self.unicode();
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                other => bytes.push(other),
            }
        }
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// Reads the digits of `\u`, and the second half of a pair.
    fn unicode(&mut self) -> char {
        let hex = |at: usize| {
            let digits = self.bytes.get(at..at + 4)?;
            let text = std::str::from_utf8(digits).ok()?;
            u32::from_str_radix(text, 16).ok().filter(|_| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let Some(high) = hex(self.at) else { return char::REPLACEMENT_CHARACTER };
        let low =
            (self.bytes.get(self.at + 4..self.at + 6) == Some(b"\\u")).then(|| hex(self.at + 6)).flatten();
        self.at += 4;
        if let (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) = (high, low) {
            self.at += 6;
            let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn number(&mut self) -> Node {
        let rest = &self.bytes[self.at..];
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let len = rest.iter().take_while(|byte| is_part(byte)).count();
        let text = std::str::from_utf8(&rest[..len]).unwrap_or_default();
        let node = text.parse().map(Node::Int).or_else(|_| text.parse().map(Node::Float));
        if let Ok(node) = node {
            self.at += len;
            return node;
        }
        let ends = len == rest.len();
        self.stop(if ends { Why::Ended } else { Why::Expected("a number") });
        Node::Null
    }

    fn word(&mut self) -> Node {
        const WORDS: [(&[u8], Node); 4] = [
            (b"null", Node::Null),
            (b"true", Node::Bool(true)),
            (b"false", Node::Bool(false)),
            (b"NaN", Node::Null),
        ];
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if let Some((word, node)) = WORDS.into_iter().find(|(word, _)| rest.starts_with(word)) {
            self.at += word.len();
            return node;
        }
        let ends = !rest.is_empty() && b"null true false".windows(rest.len()).any(|part| part == rest);
        self.stop(if ends { Why::Ended } else { Why::Expected("a value") });
        Node::Null
    }
}
