//! The facts about the match, which the text of each game begins with.

use super::write::name_of;
use crate::board::Side;
use crate::formats::inventory;
use crate::game::Replayed;
use crate::game::record::{Anchor, RemarkKind, headers};
use std::fmt::Write as _;

/// The headers that have a line of their own, or none.
const WRITTEN: [&str; 15] = [
    headers::ELO[0],
    headers::ELO[1],
    headers::DATE,
    headers::EVENT,
    headers::ROUND,
    headers::SITE,
    headers::ANNOTATOR,
    headers::TRANSCRIBER,
    // The rules are no facts about the match; what the boards don't show of them is lost.
    headers::VARIATION,
    headers::CRAWFORD,
    headers::JACOBY,
    headers::BEAVER,
    headers::AUTOMATIC_DOUBLES,
    headers::CUBE,
    headers::CUBE_LIMIT,
];

/// Writes the facts about the match, in GNU Backgammon's order; then, unless `theirs`, what it doesn't know.
pub(super) fn information(replayed: &Replayed, index: usize, theirs: bool, text: &mut String) {
    text.push_str("Match Information:\n");
    let record = &replayed.record;
    let fact = |key: &str| {
        let header = record.header(key).map(|header| header.value.value.trim());
        header.filter(|value| !value.is_empty())
    };
    for side in Side::ALL {
        if let Some(rating) = inventory::rating(replayed, index, side) {
            let _ = writeln!(text, "{}'s rating: {rating}", name_of(replayed, index, side));
        }
    }
    if let Some(date) = fact(headers::DATE) {
        let _ = writeln!(text, "Date: {}", american(date).unwrap_or_else(|| date.to_owned()));
    }
    let annotator = fact(headers::ANNOTATOR).or(fact(headers::TRANSCRIBER));
    let known = [
        ("Event", fact(headers::EVENT)),
        ("Round", fact(headers::ROUND)),
        ("Place", fact(headers::SITE)),
        ("Annotator", annotator),
        ("Transcriber", fact(headers::TRANSCRIBER).filter(|name| annotator != Some(*name))),
    ];
    for (title, value) in known {
        if let Some(value) = value {
            let _ = writeln!(text, "{title}: {value}");
        }
    }
    let others = record.headers.iter().filter(|_| !theirs);
    for header in others {
        let (key, value) = (&header.key.value, header.value.value.trim());
        if !value.is_empty() && !WRITTEN.iter().any(|known| key.eq_ignore_ascii_case(known)) {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    let comments = record.remarks.iter().filter(|remark| remark.kind == RemarkKind::Comment);
    for remark in comments.filter(|remark| remark.anchor == Anchor::MATCH) {
        let comment = if theirs { &remark.text } else { remark.text.trim() };
        let _ = writeln!(text, "Comments: {comment}");
    }
}

/// The date as GNU Backgammon writes it here: `11/20/26`.
fn american(date: &str) -> Option<String> {
    let mut parts = date.splitn(3, '.');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = |text: &str, len: usize| text.len() == len && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(year, 4) && digits(month, 2) && digits(day, 2)).then(|| format!("{month}/{day}/{}", &year[2..]))
}
