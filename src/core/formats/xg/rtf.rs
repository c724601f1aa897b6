//! The text of an RTF document: characters and paragraphs, without formatting.
//!
//! (Microsoft's Rich Text Format Specification 1.9.1.)

use encoding_rs::{Encoding, WINDOWS_1252};

/// Groups whose content isn't text of the document.
const NO_TEXT: [&str; 12] = [
    "colortbl",
    "fonttbl",
    "footer",
    "generator",
    "header",
    "info",
    "listtable",
    "object",
    "pict",
    "revtbl",
    "rsidtbl",
    "stylesheet",
];

/// The greatest nesting depth of groups.
const DEPTH: usize = 1_000;

/// The state within a group.
#[derive(Clone, Copy)]
struct Group {
    /// Whether its text isn't part of the document's.
    hidden: bool,
    /// The number of characters after a `\u` for programs that don't support it.
    substitutes: usize,
}

struct Reader {
    text: String,
    /// Bytes of the code page that aren't decoded yet, as a character may have two of them.
    bytes: Vec<u8>,
    encoding: &'static Encoding,
    group: Group,
    outer: Vec<Group>,
    /// The number of characters still to skip after a `\u`.
    skip: usize,
    /// The first half of a character beyond the basic plane.
    high: Option<u16>,
}

/// Returns the text of a document; data that isn't RTF is text already.
pub(super) fn text(document: &[u8]) -> String {
    if !document.starts_with(b"{\\rtf") {
        return WINDOWS_1252.decode_without_bom_handling(document).0.trim().to_owned();
    }
    let mut reader = Reader {
        text: String::new(),
        bytes: Vec::new(),
        encoding: WINDOWS_1252,
        group: Group { hidden: false, substitutes: 1 },
        outer: Vec::new(),
        skip: 0,
        high: None,
    };
    let mut at = 0;
    while let Some(&byte) = document.get(at) {
        at += 1;
        match byte {
            // No program writes this, and each bracket would be kept.
            b'{' if reader.outer.len() == DEPTH => break,
            b'{' => reader.outer.push(reader.group),
            b'}' => {
                reader.skip = 0;
                match reader.outer.pop() {
                    Some(group) if !reader.outer.is_empty() => reader.group = group,
                    // The document's own bracket: the rest isn't part of it.
                    _ => break,
                }
            }
            b'\\' => at = reader.control(document, at),
            b'\r' | b'\n' => {}
            _ => reader.byte(byte),
        }
    }
    reader.decode();
    let lines: Vec<&str> = reader.text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}

impl Reader {
    /// Reads the text after a backslash, and returns its end.
    fn control(&mut self, document: &[u8], at: usize) -> usize {
        let Some(&first) = document.get(at) else { return at };
        if !first.is_ascii_alphabetic() {
            match first {
                b'\'' => {
                    let digits = document.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
                    if let Some(byte) = digits.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                        self.byte(byte);
                        return at + 3;
                    }
                }
                b'\\' | b'{' | b'}' => self.byte(first),
                b'~' => self.push('\u{a0}'),
                b'_' => self.push('\u{2011}'),
                b'\r' | b'\n' => self.push('\n'),
                b'*' => self.group.hidden = true,
                _ => {}
            }
            return at + 1;
        }
        let rest = &document[at..];
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let sign = usize::from(rest.get(letters) == Some(&b'-'));
        let digits = rest[letters + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let word = std::str::from_utf8(&rest[..letters]).unwrap_or("");
        let number = std::str::from_utf8(&rest[letters..letters + sign + digits]).unwrap_or("");
        let number: Option<i64> = number.parse().ok();
        self.word(word, number);
        let end = at + letters + if digits > 0 { sign + digits } else { 0 };
        // A blank after a word belongs to it.
        end + usize::from(document.get(end) == Some(&b' '))
    }

    fn word(&mut self, word: &str, number: Option<i64>) {
        match word {
            "ansicpg" => self.encoding = number.and_then(encoding).unwrap_or(WINDOWS_1252),
            "uc" => self.group.substitutes = number.unwrap_or(1).clamp(0, 16) as usize,
            "u" => {
                // Written as a signed number of 16 bits.
                self.unit(number.unwrap_or(0) as u16);
                self.skip = self.group.substitutes;
            }
            "par" | "line" | "sect" | "page" | "row" => self.push('\n'),
            "tab" | "cell" => self.push('\t'),
            "emdash" => self.push('\u{2014}'),
            "endash" => self.push('\u{2013}'),
            "lquote" => self.push('\u{2018}'),
            "rquote" => self.push('\u{2019}'),
            "ldblquote" => self.push('\u{201c}'),
            "rdblquote" => self.push('\u{201d}'),
            "bullet" => self.push('\u{2022}'),
            _ if NO_TEXT.contains(&word) => self.group.hidden = true,
            _ => {}
        }
    }

    fn byte(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if !self.group.hidden {
            self.high = None;
            self.bytes.push(byte);
        }
    }

    fn push(&mut self, c: char) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if !self.group.hidden {
            self.decode();
            self.text.push(c);
        }
    }

    /// Adds a unit of UTF-16: a character, or half of one.
    fn unit(&mut self, unit: u16) {
        if self.group.hidden {
            return;
        }
        self.decode();
        let units = [self.high.take().unwrap_or(unit), unit];
        let from = usize::from(units[0] == unit);
        match char::decode_utf16(units[from..].iter().copied()).next() {
            Some(Ok(c)) => self.text.push(c),
            _ if (0xd800..0xdc00).contains(&unit) => self.high = Some(unit),
            _ => self.text.push(char::REPLACEMENT_CHARACTER),
        }
    }

    fn decode(&mut self) {
        if !self.bytes.is_empty() {
            self.text.push_str(&self.encoding.decode_without_bom_handling(&self.bytes).0);
            self.bytes.clear();
        }
    }
}

/// Returns the encoding of a Windows code page.
fn encoding(page: i64) -> Option<&'static Encoding> {
    let label = match page {
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        65001 => "utf-8".to_owned(),
        866 => "ibm866".to_owned(),
        10000 => "macintosh".to_owned(),
        _ => format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes())
}

/// Returns a document for a text, in one line. `None` if it wouldn't be read as the same.
pub(super) fn document(content: &str) -> Option<Vec<u8>> {
    let mut document = br"{\rtf1\ansi\ansicpg1252\deff0\uc1 ".to_vec();
    for c in content.chars() {
        match c {
            '\n' => document.extend_from_slice(br"\par "),
            '\t' => document.extend_from_slice(br"\tab "),
            '\\' | '{' | '}' => document.extend_from_slice(&[b'\\', c as u8]),
            ' '..='~' => document.push(c as u8),
            _ => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    // A signed number of 16 bits, and the replacement for programs that don't support it.
                    document.extend_from_slice(format!("\\u{}?", *unit as i16).as_bytes());
                }
            }
        }
    }
    document.push(b'}');
    (text(&document) == content).then_some(document)
}

#[cfg(test)]
mod tests {
    use super::{document, text};

    #[test]
    fn a_document_made_of_a_text_has_the_text() {
        for content in ["plain", "two\nlines", "a {brace} and a \\ back\tslash", "ünïcödé ✓ 日本 😀", "a  b"]
        {
            let document = document(content).expect("a text that can be said");
            assert_eq!(text(&document), content);
            assert!(!document.contains(&b'\n'));
        }
        assert_eq!(document(" a blank at the beginning is cut off"), None);
    }

    #[test]
    fn characters_of_the_code_page_are_decoded() {
        assert_eq!(text(br"{\rtf1\ansi\ansicpg1252\deff0 voil\'e0 \'80}"), "voilà €");
        assert_eq!(text(br"{\rtf1\ansi\ansicpg1251 \'cf\'f0}"), "Пр");
        assert_eq!(text(br"{\rtf1\ansi\ansicpg932 \'83\'7c}"), "ポ");
    }

    #[test]
    fn unicode_hides_its_substitutes() {
        assert_eq!(text(br"{\rtf1\uc1 a\u8364?b}"), "a€b");
        assert_eq!(text(br"{\rtf1\uc2\u8364\'80\'80b}"), "€b");
        assert_eq!(text(br"{\rtf1\u-10179?\u-8704?}"), "😀");
    }

    #[test]
    fn tables_and_pictures_are_no_text() {
        let document = br"{\rtf1{\fonttbl{\f0\fnil Tahoma;}}{\*\generator Riched20;}\pard\f0 one\par
two\par{\pict 0011}}";
        assert_eq!(text(document), "one\ntwo");
    }

    #[test]
    fn any_bytes_give_a_text() {
        for document in
            [&b"{\\rtf1\\'"[..], b"{\\rtf1\\u", b"{\\rtf1\\", b"{\\rtf1}}}}", b"{\\rtf1 {{{{", b"plain"]
        {
            let _ = text(document);
        }
        assert_eq!(text(b"plain"), "plain");
        let deep = [b"{\\rtf1 ".to_vec(), vec![b'{'; 1 << 20]].concat();
        assert_eq!(text(&deep), "");
    }
}
