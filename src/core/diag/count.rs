//! Numbers and their nouns.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::diag::count::many;
//!
//! assert_eq!((many(1, "game"), many(2, "game")), ("1 game".to_owned(), "2 games".to_owned()));
//! ```

/// Returns a number and its noun: `1 file`, `2 files`.
#[must_use]
pub fn many(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Returns a number of errors in a record, the place if there is one, and the command that shows them.
#[must_use]
pub fn errors_in(number: u64, place: &str) -> String {
    let them = if number == 1 { "it" } else { "them" };
    format!("{}{place}; `barpoint check` shows {them}", many(number, "error"))
}

/// Returns the place of a match in words: its file, and its number in it if it isn't the first.
#[doc(hidden)]
#[must_use]
pub fn match_in(file: &str, number: u32) -> String {
    if number == 1 { file.to_owned() } else { format!("{file}, match {number}") }
}

/// Returns a number and its noun whose plural ends in `es`: `1 match`, `2 matches`.
#[must_use]
pub fn many_es(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}es") }
}
