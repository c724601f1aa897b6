//! A line of the command language, word by word.
//!
//! White space separates words, `"` groups (white space inside belongs to the word), and a backslash makes
//! the next character literal. GNU Backgammon 1.07.001 was observed to do the same.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_till};
use nom::combinator::recognize;
use nom::sequence::preceded;
use std::borrow::Cow;
use std::ops::Range;

/// The words of a line, taken one after the other.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    line: &'a str,
    /// The place where the words that haven't been taken begin, in bytes.
    at: usize,
}

/// A word and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word, without the quotes and backslashes.
    pub text: Cow<'a, str>,
    /// Its bytes in the line, quotes and backslashes included.
    pub place: Range<usize>,
}

impl AsRef<str> for Word<'_> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl<'a> Words<'a> {
    /// Begins a line.
    #[must_use]
    pub const fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// Returns the rest of the line as written, without the white space around it.
    pub(super) fn rest(&self) -> &'a str {
        self.line[self.at..].trim()
    }

    /// Returns the rest of the line, without the white space around it and the quotation marks around the whole.
    pub(super) fn value(&self) -> &'a str {
        let rest = self.rest();
        let inner = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inner.filter(|inner| !inner.contains('"')).unwrap_or(rest)
    }

    /// Returns the rest of the line as written, with the white space after it.
    pub(super) fn tail(&self) -> &'a str {
        self.line[self.at..].trim_start_matches(is_blank)
    }

    /// Returns the place of the rest of the line, in bytes; at the end of the line an empty place after its
    /// last word.
    pub(super) fn rest_place(&self) -> Range<usize> {
        let rest = self.rest();
        let from = rest.as_ptr() as usize - self.line.as_ptr() as usize;
        if rest.is_empty() {
            self.line.trim_end().len()..self.line.trim_end().len()
        } else {
            from..from + rest.len()
        }
    }

    /// Returns the next word without taking it.
    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = self.line[self.at..].trim_start_matches(is_blank);
        if rest.is_empty() {
            self.at = self.line.len();
            return None;
        }
        let from = self.line.len() - rest.len();
        let (text, length) = word(rest);
        self.at = from + length;
        Some(Word { text, place: from..self.at })
    }
}

const fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\x0b'
}

/// Reads a word, and returns its length in bytes too.
fn word(input: &str) -> (Cow<'_, str>, usize) {
    let plain = input.find(|c| is_blank(c) || c == '"' || c == '\\').unwrap_or(input.len());
    if !input[plain..].starts_with(['"', '\\']) {
        return (Cow::Borrowed(&input[..plain]), plain);
    }
    let mut text = String::new();
    let mut rest = input;
    let mut quoted = false;
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            quoted = !quoted;
            rest = &rest[1..];
        } else if !quoted && is_blank(first) {
            break;
        } else {
            let (behind, piece) = piece(rest, quoted);
            text.push_str(piece);
            rest = behind;
        }
    }
    (Cow::Owned(text), input.len() - rest.len())
}

/// Reads an escaped character, or everything up to the next special character.
///
/// On Windows a backslash separates the parts of a path: there it escapes only a blank and a quotation mark.
fn piece(input: &str, quoted: bool) -> (&str, &str) {
    if cfg!(windows)
        && let Some(rest) = input.strip_prefix('\\')
        && !rest.starts_with(|c| is_blank(c) || c == '"')
    {
        return (rest, &input[..1]);
    }
    let escaped = preceded(tag("\\"), take::<_, _, nom::error::Error<&str>>(1_usize));
    let plain = take_till(move |c| c == '"' || c == '\\' || (!quoted && is_blank(c)));
    let lone = recognize(tag("\\"));
    // A backslash at the end of the line means nothing.
    alt((escaped, plain, lone)).parse(input).map_or(("", ""), |(rest, piece)| match piece {
        "" => (&rest[rest.chars().next().map_or(0, char::len_utf8)..], ""),
        _ => (rest, piece),
    })
}

/// Parses a number in the form of the language: digits, optionally after a minus sign.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        None
    } else {
        word.parse().ok()
    }
}

/// Returns `true` if `word` is an abbreviation of `full`: a beginning that isn't empty, in any case.
pub(super) fn abbreviates(word: &str, full: &str) -> bool {
    !word.is_empty()
        && full.len() >= word.len()
        && full.as_bytes()[..word.len()].eq_ignore_ascii_case(word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        Words::new(line).map(|word| word.text.into_owned()).collect()
    }

    #[test]
    fn quotes_group_and_backslashes_make_literal() {
        assert_eq!(words("set player 0  name\tAlice"), ["set", "player", "0", "name", "Alice"]);
        assert_eq!(words(r#"name "Alice B" C"#), ["name", "Alice B", "C"]);
        assert_eq!(words(r#"Al"ice B"ob"#), ["Alice Bob"]);
        assert_eq!(words(r#"a\ b \\ \""#), ["a b", if cfg!(windows) { r"\\" } else { "\\" }, "\""]);
        assert_eq!(words(r#""never closed"#), ["never closed"]);
        assert_eq!(words("ends with \\"), ["ends", "with", ""]);
        assert_eq!(words("  "), Vec::<String>::new());
        assert_eq!(words("é\\é \"ü ö\""), ["éé", "ü ö"]);
    }

    #[test]
    fn a_word_knows_its_place_and_the_rest_is_as_written() {
        let line = "  set  gnubgid \"a b\"  c ";
        let mut words = Words::new(line);
        words.next();
        let second = words.next().expect("two words");
        assert_eq!(&line[second.place], "gnubgid");
        assert_eq!(words.rest(), "\"a b\"  c");
        let quoted = words.next().expect("three words");
        assert_eq!(&line[quoted.place.clone()], "\"a b\"");
        assert_eq!(words.rest(), "c");
        assert_eq!(&line[words.rest_place()], "c");
        assert_eq!(words.by_ref().count(), 1);
        assert_eq!((words.rest(), words.rest_place()), ("", line.len() - 1..line.len() - 1));
    }

    #[test]
    fn a_value_has_no_quotes_around_the_whole() {
        for (line, value) in [
            ("  a b ", "a b"),
            ("\"a b\"", "a b"),
            ("\"\"", ""),
            ("\"", "\""),
            ("\"a\" b", "\"a\" b"),
            ("\"a\" and \"b\"", "\"a\" and \"b\""),
        ] {
            assert_eq!(Words::new(line).value(), value, "{line}");
        }
    }

    #[test]
    fn numbers_are_digits_alone() {
        assert_eq!(number("12"), Some(12));
        assert_eq!(number("-3"), Some(-3));
        for wrong in ["", "-", "+3", "3x", "1.5", "99999999999999999999"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn abbreviations_are_beginnings_in_any_case() {
        assert!(abbreviates("M", "match") && abbreviates("match", "match"));
        assert!(!abbreviates("", "match") && !abbreviates("matches", "match") && !abbreviates("x", "match"));
    }
}
