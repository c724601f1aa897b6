//! Codes of findings, as people type them.

use crate::diag::{Code, distance};

/// Parses a code; the error names the most similar one.
///
/// # Errors
///
/// If the text is no code: a message.
pub fn code(text: &str) -> Result<Code, String> {
    text.parse().map_err(|unknown| match nearest(text) {
        Some(code) => format!("{unknown}; did you mean `{code}`?"),
        None => format!("{unknown}; `barpoint explain --list` shows them all"),
    })
}

/// Returns the code whose name is most similar to a text, if any is similar enough.
fn nearest(text: &str) -> Option<Code> {
    let text = text.to_lowercase().replace(['_', ' '], "-");
    // Part of a name is more likely meant than a name that happens to have similar letters.
    let part = Code::ALL.iter().copied().find(|code| text.len() >= 4 && code.id().contains(&text));
    part.or_else(|| {
        let distances = Code::ALL.iter().map(|&code| (distance(&text, code.id()), code));
        let (distance, code) = distances.min_by_key(|&(distance, code)| (distance, code.id()))?;
        (distance <= text.chars().count() / 3).then_some(code)
    })
}
