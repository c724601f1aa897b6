//! Smile, the binary form of JSON that the Jackson library writes, according to its public specification: any
//! bytes give what can be read up to the first mistake.

use super::value::{Broken, DEPTH, Node, VALUES, Value, Why};
use crate::diag::Span;

/// The first bytes of Smile data.
pub(super) const MAGIC: &[u8] = b":)\n";

/// The number of names, or texts, that are remembered before numbering starts again.
const SHARED: usize = 1024;

/// The largest size in bytes of a remembered text.
const SHARED_LEN: usize = 65;

/// The byte that may follow the value.
pub(super) const END: u8 = 0xff;

/// The end mark of a text of unknown length.
const END_OF_TEXT: u8 = 0xfc;

/// Reads the value after the header that begins at `from`, and the place where it stops early, if it does.
pub(super) fn read(bytes: &[u8], from: usize) -> (Value, Option<Broken>) {
    let mut reader = Reader { bytes, at: from + MAGIC.len(), ..Reader::default() };
    let flags = reader.byte().unwrap_or(0);
    (reader.shares_names, reader.shares_texts) = (flags & 1 == 1, flags & 2 == 2);
    if flags >> 4 != 0 {
        reader.at -= 1;
        reader.stop(Why::Expected("version 0 of Smile"));
    }
    let value = reader.value(0);
    (value, reader.broken)
}

#[derive(Default)]
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    values: usize,
    names: Vec<String>,
    texts: Vec<String>,
    shares_names: bool,
    shares_texts: bool,
    broken: Option<Broken>,
}

impl<'a> Reader<'a> {
    fn stop(&mut self, why: Why) {
        self.broken.get_or_insert(Broken { at: self.at.min(self.bytes.len()), why });
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        if byte.is_none() {
            self.stop(Why::Ended);
        }
        self.at += usize::from(byte.is_some());
        byte
    }

    fn slice(&mut self, len: usize) -> Option<&'a [u8]> {
        let found = self.at.checked_add(len).and_then(|end| self.bytes.get(self.at..end));
        if found.is_none() {
            self.at = self.bytes.len();
            self.stop(Why::Ended);
        }
        self.at += found.map_or(0, <[u8]>::len);
        found
    }

    /// Reads a number of unknown length: seven bits a byte, six in the last one, which has its high bit set.
    fn varint(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for _ in 0..10 {
            let byte = self.byte()?;
            if byte & 0x80 != 0 {
                return Some(number << 6 | u64::from(byte & 0x3f));
            }
            number = number << 7 | u64::from(byte);
        }
        self.stop(Why::Expected("a shorter number"));
        None
    }

    /// Reads a number with its sign in the lowest bit.
    fn zigzag(&mut self) -> Option<i64> {
        self.varint().map(unzigzag)
    }

    /// Reads `count` bytes of seven bits each.
    fn sevens(&mut self, count: usize) -> Option<u64> {
        let bytes = self.slice(count)?;
        Some(bytes.iter().fold(0, |all, &byte| all << 7 | u64::from(byte & 0x7f)))
    }

    /// Reads bytes written in seven bits each, after their number.
    fn packed(&mut self) -> Option<Vec<u8>> {
        let len = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        let (whole, rest) = (len / 7, len % 7);
        let packed = whole.checked_mul(8)?.checked_add(if rest > 0 { rest + 1 } else { 0 });
        let packed = self.slice(packed.unwrap_or(usize::MAX))?;
        let mut bytes = Vec::with_capacity(len);
        for chunk in packed.chunks(8) {
            let all = chunk.iter().fold(0u64, |all, &byte| all << 7 | u64::from(byte & 0x7f));
            let count = chunk.len() - 1;
            // Seven bytes are eight groups of seven bits; with fewer, the last group has only the remaining bits.
            let all = if count == 7 { all } else { all >> 7 << count | u64::from(chunk[count] & 0x7f) };
            bytes.extend((0..count).rev().map(|i| (all >> (8 * i)) as u8));
        }
        Some(bytes)
    }

    /// Reads a text up to its end mark.
    fn long_text(&mut self) -> Option<String> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(len) = memchr::memchr(END_OF_TEXT, rest) else {
            self.at = self.bytes.len();
            self.stop(Why::Ended);
            return None;
        };
        self.at += len + 1;
        Some(String::from_utf8_lossy(&rest[..len]).into_owned())
    }

    fn text(&mut self, len: usize) -> Option<String> {
        self.slice(len).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    fn value(&mut self, depth: usize) -> Value {
        let start = self.at;
        let node = self.node(depth).unwrap_or(Node::Null);
        Value { span: Span::new(start, self.at), node }
    }

    fn node(&mut self, depth: usize) -> Option<Node> {
        self.values += 1;
        if depth > DEPTH || self.values > VALUES {
            let what = if depth > DEPTH { "nested too deep" } else { "too many values" };
            self.stop(Why::Limit(what));
            return None;
        }
        let token = self.byte()?;
        let node = match token {
            0x01..=0x1f => Node::Text(self.shared_text(usize::from(token) - 1)?),
            0x20 => Node::Text(String::new()),
            0x21 => Node::Null,
            0x22 | 0x23 => Node::Bool(token == 0x23),
            0x24 | 0x25 => Node::Int(self.zigzag()?),
            0x26 => Node::Float(big(&self.packed()?)),
            0x28 => Node::Float(f64::from(f32::from_bits(self.sevens(5)? as u32))),
            0x29 => Node::Float(f64::from_bits(self.sevens(10)?)),
            0x2a => {
                let scale = self.zigzag()?.clamp(-400, 400) as i32;
                Node::Float(big(&self.packed()?) * 10f64.powi(-scale))
            }
            0x40..=0x7f => self.new_text(usize::from(token) - 0x3f)?,
            0x80..=0xbf => self.new_text(usize::from(token) - 0x7e)?,
            0xc0..=0xdf => Node::Int(unzigzag(u64::from(token & 0x1f))),
            0xe0 | 0xe4 => Node::Text(self.long_text()?),
            0xe8 => Node::List(numbers(&self.packed()?, self.at)),
            0xec..=0xef => {
                let index = usize::from(token & 3) << 8 | usize::from(self.byte()?);
                Node::Text(self.shared_text(index)?)
            }
            0xf8 => self.list(depth),
            0xfa => self.map(depth),
            0xfd => {
                let len = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
                Node::List(numbers(self.slice(len)?, self.at))
            }
            _ => {
                self.at -= 1;
                self.stop(Why::Expected("a value"));
                return None;
            }
        };
        Some(node)
    }

    fn list(&mut self, depth: usize) -> Node {
        let mut items = Vec::new();
        while self.broken.is_none() {
            if self.bytes.get(self.at) == Some(&0xf9) {
                self.at += 1;
                break;
            }
            let item = self.value(depth + 1);
            if self.broken.is_none() || !item.is_nothing() {
                items.push(item);
            }
        }
        Node::List(items)
    }

    fn map(&mut self, depth: usize) -> Node {
        let mut entries = Vec::new();
        while self.broken.is_none() {
            let Some(key) = self.key() else { break };
            let value = self.value(depth + 1);
            if self.broken.is_none() || !value.is_nothing() {
                entries.push((key, value));
            }
        }
        Node::Map(entries)
    }

    /// Reads a key. `None` at the end of the map, or where it stops early.
    fn key(&mut self) -> Option<String> {
        let token = self.byte()?;
        let index = match token {
            0xfb => return None,
            0x20 => return Some(String::new()),
            0x34 => return self.long_text(),
            0x80..=0xbf => return self.new_name(usize::from(token) - 0x7f),
            0xc0..=0xf7 => return self.new_name(usize::from(token) - 0xbe),
            0x30..=0x33 => usize::from(token & 3) << 8 | usize::from(self.byte()?),
            0x40..=0x7f => usize::from(token) - 0x40,
            _ => {
                self.at -= 1;
                self.stop(Why::Expected("a key"));
                return None;
            }
        };
        let name = self.names.get(index).cloned();
        if name.is_none() {
            self.stop(Why::Expected("a key that stood before"));
        }
        name
    }

    fn new_name(&mut self, len: usize) -> Option<String> {
        let name = self.text(len)?;
        if self.shares_names {
            remember(&mut self.names, &name);
        }
        Some(name)
    }

    fn new_text(&mut self, len: usize) -> Option<Node> {
        let text = self.text(len)?;
        if self.shares_texts && len <= SHARED_LEN {
            remember(&mut self.texts, &text);
        }
        Some(Node::Text(text))
    }

    fn shared_text(&mut self, index: usize) -> Option<String> {
        let text = self.texts.get(index).cloned();
        if text.is_none() {
            self.stop(Why::Expected("a text that stood before"));
        }
        text
    }
}

fn remember(list: &mut Vec<String>, text: &str) {
    if list.len() == SHARED {
        list.clear();
    }
    list.push(text.to_owned());
}

const fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Returns a whole number of any size, the highest byte with its sign first, as a fraction.
fn big(bytes: &[u8]) -> f64 {
    let Some(&first) = bytes.first() else { return 0.0 };
    let start = if first >= 0x80 { -1.0 } else { 0.0 };
    bytes.iter().fold(start, |all, &byte| all * 256.0 + f64::from(byte))
}

/// Returns bytes as a list of numbers; records don't contain any, so long ones are cut.
fn numbers(bytes: &[u8], end: usize) -> Vec<Value> {
    let span = Span::new(end, end);
    bytes.iter().take(256).map(|&byte| Value { span, node: Node::Int(i64::from(byte)) }).collect()
}
