//! The width of a text on a terminal.

use unicode_width::UnicodeWidthStr as _;

/// Returns how many columns of a terminal a text takes: two for each wide letter of East Asia, none for an accent that
/// joins the letter before it.
///
/// Source: Unicode Standard Annex 11, "East Asian Width".
#[must_use]
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Adds blanks after a text, or before it, until it takes so wide a column.
#[must_use]
pub fn padded(text: &str, width: usize, is_right: bool) -> String {
    let blanks = " ".repeat(width.saturating_sub(columns(text)));
    if is_right { blanks + text } else { text.to_owned() + &blanks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns_and_joined_accents_none() {
        for (text, wanted) in [("Zoë", 3), ("Zoe\u{308}", 3), ("田中", 4), ("김", 2), ("דנה", 3), ("", 0)]
        {
            assert_eq!(columns(text), wanted, "{text}");
            assert_eq!(columns(&padded(text, 6, false)), 6);
            assert_eq!(columns(&padded(text, 6, true)), 6);
        }
        assert_eq!(padded("田中", 3, true), "田中", "too wide stays whole");
    }
}
