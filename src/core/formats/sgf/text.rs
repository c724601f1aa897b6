//! Values as text: escapes.

use super::unclosed::{contains_node, property_at};
use std::borrow::Cow;

/// Resolves the escapes in a value: a backslash makes the next character plain, and removes a line end after it.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'\\', raw.as_bytes()) else { return Cow::Borrowed(raw) };
    let mut text = String::with_capacity(raw.len());
    text.push_str(&raw[..first]);
    let mut rest = raw[first..].chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.next() {
            // Two different line end characters are one line end.
            Some(end @ ('\n' | '\r')) => {
                rest.next_if(|next| matches!(next, '\n' | '\r') && *next != end);
            }
            Some(plain) => text.push(plain),
            None => {}
        }
    }
    Cow::Owned(text)
}

/// Splits a composed value at its first colon that isn't escaped; the parts are still escaped.
pub(super) fn compose(raw: &str) -> (&str, Option<&str>) {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b':', b'\\', &bytes[at..]) {
        at += found;
        if bytes[at] == b':' {
            return (&raw[..at], Some(&raw[at + 1..]));
        }
        at = (at + 2).min(bytes.len());
    }
    (raw, None)
}

/// Writes a property with these values; nothing if there are none.
pub(super) fn property<T: AsRef<str>>(out: &mut Vec<u8>, id: &str, values: impl IntoIterator<Item = T>) {
    let mut id = id;
    for text in values {
        out.extend_from_slice(id.as_bytes());
        value(out, text.as_ref());
        id = "";
    }
}

/// Writes a text as a value.
pub(super) fn value(out: &mut Vec<u8>, text: &str) {
    out.push(b'[');
    escape(out, text, false);
    out.push(b']');
}

/// Writes a composed value.
pub(super) fn composed(out: &mut Vec<u8>, key: &str, text: &str) {
    out.push(b'[');
    escape(out, key, true);
    out.push(b':');
    escape(out, text, false);
    out.push(b']');
}

fn escape(out: &mut Vec<u8>, text: &str, colon: bool) {
    // A text that ends with an action would look like a value without its bracket.
    let node = contains_node(text).map(|found| found.node);
    // So would one that contains a property of a root, after its last bracket.
    let last = text.rfind(']').unwrap_or(0);
    let is_property = |at: usize| at >= last && property_at(text, at).is_some();
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        let is_special = matches!(byte, b'\\' | b']') || (colon && byte == b':') || node == Some(at);
        if is_special || (byte == b'[' && is_property(at)) {
            out.push(b'\\');
        }
        out.push(byte);
    }
}
