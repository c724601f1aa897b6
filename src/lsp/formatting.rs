//! Formatting, as `barpoint fmt` does it: only where nothing gets lost.

use super::documents::View;
use super::requests::Failure;
use crate::analysis;
use crate::diag::count::many_es;
use lsp_types::TextEdit;

/// Returns the edits that reformat a document. Fails with the reason why it has to stay as it is.
pub(super) fn format(view: &View<'_>) -> Result<Vec<TextEdit>, Failure> {
    if view.matches.list.is_empty() && view.matches.problem.is_none() {
        return Ok(Vec::new());
    }
    let Some(format) = view.matches.format.filter(|_| view.matches.problem.is_none()) else {
        return Err(Failure::refused("the document contains no match record that can be read to its end"));
    };
    let rules = view.config.given();
    let list = &view.matches.list;
    let mut matches = Vec::with_capacity(list.len());
    for (number, placed) in (1..).zip(list) {
        let refused = |why: &dyn std::fmt::Display| {
            let which = if list.len() == 1 { String::new() } else { format!("match {number}: ") };
            Failure::refused(format!("left unchanged: {which}{why}"))
        };
        let bytes = analysis::rewritten(format, &placed.piece.source, &rules).map_err(|why| refused(&why))?;
        matches.push(String::from_utf8(bytes).map_err(|_| refused(&"it isn't written as UTF-8"))?);
    }
    let all = matches.concat();
    let again: Vec<_> = format.matches_of_text(view.document_name(), &all).collect();
    let is_same = |(again, expected): (&Result<crate::diag::SourceFile, _>, &String)| {
        again.as_ref().is_ok_and(|again| again.text().trim() == expected.trim())
    };
    if again.len() != matches.len() || !again.iter().zip(&matches).all(is_same) {
        let count = many_es(matches.len() as u64, "match");
        return Err(Failure::refused(format!("left unchanged: rewriting would join its {count} into one")));
    }
    let edit = |(placed, after): (&super::matches::Placed, String)| {
        difference(view, placed.offset, placed.text(), &after)
    };
    Ok(list.iter().zip(matches).filter_map(edit).collect())
}

/// Returns the edit for the difference between two texts, in whole lines. `None` if they are the same.
fn difference(view: &View<'_>, offset: usize, before: &str, after: &str) -> Option<TextEdit> {
    if before == after {
        return None;
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let (old, new) = (lines(before), lines(after));
    let mut start = 0;
    for (&length, &other) in old.iter().zip(&new) {
        if length != other || before[start..start + length] != after[start..start + length] {
            break;
        }
        start += length;
    }
    let mut end = 0;
    for (&length, &other) in old.iter().rev().zip(new.iter().rev()) {
        let room = before.len().min(after.len()) - start;
        let same = || {
            before[before.len() - end - length..before.len() - end]
                == after[after.len() - end - length..after.len() - end]
        };
        if length != other || end + length > room || !same() {
            break;
        }
        end += length;
    }
    let range = view.text.range(offset + start, offset + before.len() - end);
    Some(TextEdit::new(range, after[start..after.len() - end].to_owned()))
}
