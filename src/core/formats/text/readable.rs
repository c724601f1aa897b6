//! The comments and headers of a record without those that would be read as other parts of the text, such as a comment
//! with the line `Move number 3:  Ann to play 31`, which would end the comment and begin a decision.

use super::grammar::{begins_part, decision, wins};
use super::write::name_of;
use crate::board::Side;
use crate::diag::neutral;
use crate::formats::no_break::NO_BREAK;
use crate::formats::words::lines;
use crate::game::Replayed;
use crate::game::record::{Header, Remark, RemarkKind};
use std::borrow::Cow;

/// Returns a record with only those of its comments and headers that are read again where they are.
pub(super) fn readable(replayed: &Replayed) -> Cow<'_, Replayed> {
    let names = |index| Side::ALL.map(|side| name_of(replayed, index, side));
    let mut names: Vec<&str> = (0..replayed.games.len()).flat_map(names).collect();
    names.sort_unstable();
    names.dedup();
    let may_stay = |remark: &Remark| remark.kind != RemarkKind::Comment || is_comment(remark, &names);
    let is_written = |header: &Header| header.value.value.trim().is_empty() || is_fact(header, &names);
    let record = &replayed.record;
    if record.remarks.iter().all(may_stay) && record.headers.iter().all(is_written) {
        return Cow::Borrowed(replayed);
    }
    let mut readable = replayed.clone();
    readable.record.remarks.retain(may_stay);
    readable.record.headers.retain(is_written);
    Cow::Owned(readable)
}

/// Returns `true` if a comment is read as one.
fn is_comment(remark: &Remark, names: &[&str]) -> bool {
    let text = neutral(remark.text.trim());
    if remark.anchor.game.is_some() {
        return lines(&text).all(|line| is_plain(line, names));
    }
    // Among the facts about the match, each comment follows `Comments: `.
    let mut rest = lines(&text);
    let first = rest.next().unwrap_or_default();
    let is_other = |line: &str| line.starts_with("Comments: ") || decision(line.trim()).is_some();
    is_plain(&format!("Comments: {first}"), names)
        && rest.all(|line| is_plain(line, names) && !is_other(line))
}

/// Returns `true` if a header is read as one, with the same key and value.
fn is_fact(header: &Header, names: &[&str]) -> bool {
    let (key, value) = (header.key.value.as_str(), header.value.value.trim());
    let line = format!("{key}: {value}");
    // These are GNU Backgammon's words for others.
    let is_own = !matches!(key, "Comments" | "Place" | "Date") && !key.ends_with("'s rating");
    is_own
        && !neutral(&line).contains('\n')
        && line.trim().split_once(": ") == Some((key, value))
        && is_plain(&line, names)
}

/// Returns `true` for a line that no other part of the text begins with, nor a result.
fn is_plain(line: &str, names: &[&str]) -> bool {
    let is_result = |line: &str| {
        let words = |name: &&str| line.strip_prefix(*name)?.strip_prefix(' ');
        names.iter().filter_map(words).any(|words| wins(words).is_some())
    };
    let is_part = |line: &str| begins_part(line) || is_result(line);
    // A no-break space may be read as a space.
    !(is_part(line) || line.contains(NO_BREAK) && is_part(&line.replace(NO_BREAK, " ")))
}
