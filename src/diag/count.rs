//! Numbers and their nouns.

/// Returns a number and its noun: `1 file`, `2 files`.
#[must_use]
pub fn many(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Returns a number and its noun whose plural ends in `es`: `1 match`, `2 matches`.
#[must_use]
pub fn many_es(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}es") }
}
