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
fn players_without_names_may_be_anybody() {
    let tree = |game: u32, names: [&str; 2]| {
        format!(
            "(;GM[6]MI[length:5][game:{game}][ws:{game}][bs:0]PW[{}]PB[{}];W[31hefe])\n",
            names[0], names[1]
        )
    };
    let count = |first, second| matches(&[tree(0, first), tree(1, second)].concat()).len();
    assert_eq!(count(["", ""], ["a", "b"]), 1);
    assert_eq!(count(["c", "d"], ["a", "b"]), 2);
}

#[test]
fn facts_of_the_match_that_are_misspelt_are_reported() {
    for (length, count) in
        [("[length=3]", 1), ("[Length:3]", 1), ("[length:3]", 0), ("[length:3][other:1]", 0)]
    {
        let text = format!("(;FF[4]GM[6]MI{length}PW[a]PB[b];W[31hefe])");
        let source = crate::diag::SourceFile::decode("", text.as_bytes()).expect("small");
        let found = super::parse(&source).diagnostics;
        let found = found.iter().filter(|finding| finding.code == crate::diag::Code::RecordUnknown);
        assert_eq!(found.count(), count, "{length}");
    }
}

#[test]
fn chances_are_finite() {
    let chances = |text: &str| super::analysis::evaluation(text).chances.is_some();
    assert!(chances("E ver 3 0.5 0.2 0.1 0.0 0.2 inf 0C 0 0 0.000000 1"));
    assert!(!chances("E ver 3 0.5 1e999 0.1 0.0 0.2 0.3 0C 0 0 0.000000 1"));
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
