//! Characters that control a terminal, hide text or reorder it, and their replacements.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns the visible replacement of a character; in most cases the character itself.
#[must_use]
pub const fn visible_char(c: char) -> char {
    match c {
        '\t' => ' ',
        // Unicode has a symbol for each ASCII control character.
        '\0'..='\x1F' => match char::from_u32(0x2400 + c as u32) {
            Some(picture) => picture,
            None => char::REPLACEMENT_CHARACTER,
        },
        '\x7F' => '\u{2421}',
        // The second set of control characters, line separators, and marks that reorder or hide text.
        '\u{80}'..='\u{9F}'
        | '\u{AD}'
        | '\u{61C}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// Returns `true` if a character controls a terminal, hides text or reorders it. Line ends and tabs do.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    visible_char(c) != c
}

/// Replaces every character that could move the cursor, hide text or break a line by a visible one, one for one, for
/// text within a line.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_hidden) {
        Cow::Owned(text.chars().map(visible_char).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Does the same for text of several lines: line ends and tabs are kept.
#[must_use]
pub fn neutral(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t') || !is_hidden(c);
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_kept(c) { c } else { visible_char(c) };
    Cow::Owned(text.replace("\r\n", "\n").chars().map(shown).collect())
}

/// Does the same, but keeps our own colours: `ESC [`, numbers, `m`.
#[must_use]
pub fn neutral_but_colours(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return neutral(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\x1b[") {
        let numbers = rest[at + 2..].trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        let end = rest.len() - numbers.len();
        if let Some(after) = numbers.strip_prefix('m') {
            shown.push_str(&neutral(&rest[..at]));
            shown.push_str(&rest[at..=end]);
            rest = after;
        } else {
            shown.push_str(&neutral(&rest[..end]));
            rest = numbers;
        }
    }
    shown.push_str(&neutral(rest));
    Cow::Owned(shown)
}

/// Keeps the columns of a line in order where a terminal shows right-to-left letters from right to left: after the last
/// of a word or of several, a left-to-right mark follows, unless the line ends there. Without it, the numbers in the
/// columns after a name of such letters would be shown before the name.
///
/// Source: Unicode Standard Annex 9, "Unicode Bidirectional Algorithm", section 2.6 for the mark; the Unicode Character
/// Database, `DerivedBidiClass.txt`, for the blocks of right-to-left letters.
#[must_use]
pub fn left_to_right(text: &str) -> Cow<'_, str> {
    const MARK: char = '\u{200E}';
    let is_right = |c: char| matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}');
    if !text.chars().any(is_right) {
        return Cow::Borrowed(text);
    }
    let mut marked = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        let body = line.trim_end();
        let mut rest = body;
        while let Some(at) = rest.find(is_right) {
            // A name of several words is shown as a whole.
            let mut end = at;
            for (from, c) in rest[at..].char_indices() {
                if is_right(c) {
                    end = at + from + c.len_utf8();
                } else if c != ' ' || rest[..at + from].ends_with(' ') {
                    break;
                }
            }
            marked.push_str(&rest[..end]);
            rest = &rest[end..];
            if !rest.is_empty() {
                marked.push(MARK);
            }
        }
        marked.push_str(rest);
        marked.push_str(&line[body.len()..]);
    }
    Cow::Owned(marked)
}

/// Escapes the same characters in JSON, where they only occur in strings: they keep their meaning and can't harm a
/// terminal. ASCII control characters are escaped already, except the last.
#[must_use]
pub fn escaped_in_json(json: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t' | '\r') || !is_hidden(c);
    // Most JSON is plain ASCII. Without an early end, this loop uses vector instructions.
    let is_plain = |byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    if json.bytes().fold(true, |so_far, byte| so_far & is_plain(byte)) || json.chars().all(is_kept) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_kept(c) {
            escaped.push(c);
        } else {
            // All of them are in the Basic Multilingual Plane. Writing to a String can't fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_shown_and_everything_else_stays() {
        assert_eq!(visible("Zoë 東京 \u{1b}[2J\u{9b}x\u{202e}a\tb\n"), "Zoë 東京 ␛[2J\u{fffd}x\u{fffd}a b␊");
        assert_eq!(neutral("a\tb\r\nc\rd\u{7f}\u{2066}\n"), "a\tb\nc␍d␡\u{fffd}\n");
        assert!(matches!(neutral("plain\n"), Cow::Borrowed(_)));
        let mixed = "\u{1b}[1;36ma\u{1b}[0m \u{1b}[2J \u{1b}]0;t\u{7} \u{9b}m\u{1b}";
        assert_eq!(neutral_but_colours(mixed), "\u{1b}[1;36ma\u{1b}[0m ␛[2J ␛]0;t␇ \u{fffd}m␛");
    }

    #[test]
    fn a_mark_follows_right_to_left_letters_within_a_line() {
        assert_eq!(left_to_right("משה 16\n1  משה\n"), "משה\u{200e} 16\n1  משה\n");
        assert_eq!(left_to_right("משה בן  דוד (2)"), "משה בן\u{200e}  דוד\u{200e} (2)");
        assert_eq!(left_to_right("`علي', 5"), "`علي\u{200e}', 5");
        assert!(matches!(left_to_right("Zoë 東京 16\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text = "a\u{7f}\u{9b}\u{202e}b";
        let json = serde_json::to_string(text).expect("a text");
        let escaped = escaped_in_json(&json);
        assert!(escaped.is_ascii(), "{escaped}");
        assert_eq!(serde_json::from_str::<String>(&escaped).expect("JSON"), text);
    }
}
