//! Tests of the reader's parts.

use super::cut::matches;
use super::root::date;
use super::text::{compose, composed, unescape, value};

#[test]
fn what_is_escaped_is_read_as_it_was() {
    for text in ["plain", "a]b\\c", "\\", "two\nlines", "x:y", "]]", "\u{fc}\\]"] {
        let mut written = Vec::new();
        value(&mut written, text);
        let written = String::from_utf8(written).expect("UTF-8");
        assert_eq!(unescape(&written[1..written.len() - 1]), text);
        let mut written = Vec::new();
        composed(&mut written, text, text);
        let written = String::from_utf8(written).expect("UTF-8");
        let (key, rest) = compose(&written[1..written.len() - 1]);
        assert_eq!((unescape(key), rest.map(unescape)), (text.into(), Some(text.into())));
    }
}

#[test]
fn a_soft_line_break_is_nothing() {
    assert_eq!(unescape("a\\\nb\\\r\nc\\\n\rd\\\n\ne"), "abcd\ne");
    assert_eq!(unescape("a\\:b"), "a:b");
}

#[test]
fn only_whole_dates_are_changed() {
    assert_eq!(date("2026-11-21", '-', '.').as_deref(), Some("2026.11.21"));
    for other in ["2026-11", "2026-11-21,22", "21-11-2026", "", "2026.11.21"] {
        assert_eq!(date(other, '-', '.'), None);
    }
}

#[test]
fn a_game_pasted_twice_is_one_match() {
    let tree = |game: u32, white: u32, end: &str| {
        format!("(;GM[6]MI[length:5][game:{game}][ws:{white}][bs:0]PW[a]PB[b];W[{end}])\n")
    };
    let count = |trees: [String; 3]| matches(&trees.concat()).len();
    assert_eq!(count([tree(0, 0, "31hefe"), tree(1, 2, "31hefe"), tree(1, 2, "31hefe")]), 1);
    assert_eq!(count([tree(0, 0, "31hefe"), tree(1, 2, "31hefe"), tree(1, 2, "42hdfd")]), 2);
    // Two short matches may be alike.
    assert_eq!(count([tree(0, 0, "31hefe"), tree(0, 0, "31hefe"), tree(1, 2, "31hefe")]), 2);
}
