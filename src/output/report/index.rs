//! The index of a folder of reports.

use crate::diag::neutral;
use askama::Template;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// A match in the index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The path of its page from the folder of the index, with `/` between folders.
    pub page: String,
    /// The players, the left one first.
    pub players: [String; 2],
    /// The date as the record has it; empty if it has none.
    pub date: String,
    /// The kind of match: `7 point match`.
    pub kind: String,
    /// The score after it: `7-3`.
    pub score: String,
    /// Both players' PR, if the match is analysed.
    pub rates: [Option<f64>; 2],
    /// The number of findings.
    pub findings: usize,
}

impl Entry {
    /// Returns both players' PR in words: `4.2 – 7.8`.
    fn rates(&self) -> String {
        let rate = |rate: Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| format!("{rate:.1}"));
        match self.rates {
            [None, None] => String::new(),
            [one, two] => format!("{} / {}", rate(one), rate(two)),
        }
    }
}

/// Writes the index as a page.
///
/// # Errors
///
/// If the template fails: a message.
pub fn html(title: &str, words: &str, entries: &[Entry]) -> Result<String, String> {
    let rows = entries.iter().map(|entry| Row { href: href(&entry.page), entry }).collect();
    let page = Page { title, words, rows };
    page.render().map(|page| neutral(&page).into_owned()).map_err(|error| error.to_string())
}

/// Encodes a path for a link (RFC 3986): all but letters, digits, `-._~` and the slashes.
fn href(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a String can't fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[derive(Template)]
#[template(path = "index.html")]
struct Page<'a> {
    title: &'a str,
    words: &'a str,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    href: String,
    entry: &'a Entry,
}

impl std::ops::Deref for Row<'_> {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        self.entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files_with_any_name() {
        assert_eq!(href("a/b c#1?.html"), "a/b%20c%231%3F.html");
        assert_eq!(href("Zoë.html"), "Zo%C3%AB.html");
    }

    #[test]
    fn names_are_text_and_a_player_without_decisions_has_a_dash() {
        let entry = Entry {
            page: "a.html".to_owned(),
            players: ["<b>Ann".to_owned(), "Bob".to_owned()],
            rates: [Some(4.25), None],
            ..Entry::default()
        };
        let page = html("Club", "1 match", &[entry]).expect("a page");
        assert!(page.contains("&#60;b&#62;Ann – Bob") && page.contains("4.2 / –"), "{page}");
    }
}
