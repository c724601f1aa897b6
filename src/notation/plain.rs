//! Characters that look like those of a notation: full-width ones, dashes of print, and invisible ones.

/// Returns the ASCII form of a full-width character; any other character unchanged.
#[must_use]
pub(crate) fn ascii(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ if is_dash(c) => '-',
        _ => c,
    }
}

/// Returns `true` for a dash or a minus sign that isn't the ASCII one.
#[must_use]
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}')
}

/// Returns `true` for a character that isn't seen.
#[must_use]
pub(crate) const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Returns a text in ASCII where it can be: invisible characters are left out.
#[must_use]
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).map(ascii).collect()
}
