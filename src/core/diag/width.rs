//! The width of a text on a terminal.

use std::borrow::Cow;
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

/// Returns a text that is wider than `width` columns cut, with `…` at its end.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::diag::cut;
///
/// assert_eq!(cut("Konstantin", 10), "Konstantin");
/// assert_eq!(cut("Konstantinos", 10), "Konstanti…");
/// ```
#[must_use]
pub fn cut(text: &str, width: usize) -> Cow<'_, str> {
    if columns(text) <= width {
        return Cow::Borrowed(text);
    }
    let ends = text.char_indices().map(|(at, _)| &text[..at]);
    let kept = ends.take_while(|begun| columns(begun) < width.max(1)).last().unwrap_or_default();
    Cow::Owned(format!("{}…", kept.trim_end()))
}

/// The width of a pipe or a file: nothing is wrapped there.
pub const ENDLESS: usize = usize::MAX;

/// Returns how many columns a text with our own colours (`ESC [`, numbers, `m`) takes: these take none.
#[must_use]
pub fn coloured_columns(text: &str) -> usize {
    let mut parts = text.split("\x1b[");
    let first = parts.next().map_or(0, columns);
    let rest = parts.map(|part| part.split_once('m').map_or(0, |(_, shown)| columns(shown)));
    first + rest.sum::<usize>()
}

/// The distance between two places of the tabulator, in columns.
const TAB: usize = 8;

/// Breaks each line that is wider than `width` columns, between words. One word that is wider stays whole; it stays on its
/// line if it would begin at the same column on the next one.
///
/// The rest of a line is indented as far as the line itself. If a wide gap (a tabulator, or at least two blanks) follows
/// the first words, as in a list of terms, it is indented to what follows the gap, unless that is in the right half.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::diag::wrapped;
///
/// assert_eq!(wrapped("roll    Rolls the dice of the side on roll.", 28), "roll    Rolls the dice of\n        the side on roll.");
/// assert_eq!(wrapped("two lines\n  that fit", 12), "two lines\n  that fit");
/// ```
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Cow<'_, str> {
    if width == ENDLESS || text.lines().all(|line| reached(0, line) <= width) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    text.split_inclusive('\n').for_each(|line| wrap_line(line, width, &mut out));
    Cow::Owned(out)
}

/// Breaks one line, which may have an end.
fn wrap_line(line: &str, width: usize, out: &mut String) {
    let body = line.trim_end();
    if reached(0, body) <= width || is_drawn(body) {
        // A terminal would break a line because of blanks at its end. It breaks all rows of a drawing at the same place.
        let is_fit = reached(0, line.trim_end_matches(['\n', '\r'])) <= width;
        out.push_str(if is_fit { line } else { body });
        if !is_fit && line.ends_with('\n') {
            out.push('\n');
        }
        return;
    }
    let mut indent = None;
    let (mut column, mut rest) = (0, body);
    while !rest.is_empty() {
        let gap = &rest[..rest.len() - rest.trim_start().len()];
        let word = rest.trim_start().split(char::is_whitespace).next().unwrap_or_default();
        let start = reached(column, gap);
        let is_wide = start >= column + 2 || gap.contains('\t');
        if column == 0 {
            indent = Some((start, false));
        } else if is_wide && start <= width / 2 && indent.is_none_or(|(_, is_found)| !is_found) {
            indent = Some((start, true));
        }
        let end = start + coloured_columns(word);
        let (indent, _) = indent.unwrap_or_default();
        if end > width && indent < start {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent + coloured_columns(word);
        } else {
            out.push_str(gap);
            column = end;
        }
        out.push_str(word);
        rest = &rest[gap.len() + word.len()..];
    }
    // Blanks at the end separate a question from its answer.
    out.push_str(&line[body.len()..]);
}

/// Returns `true` for a row of a drawing: it begins with a bar, perhaps after a marker or a tray.
fn is_drawn(line: &str) -> bool {
    let mut is_escape = false;
    for c in line.chars() {
        match c {
            '\x1b' => is_escape = true,
            _ if is_escape => is_escape = c != 'm',
            '|' | '│' => return true,
            ' ' | 'v' | '^' | '▼' | '▲' | 'X' | 'O' | '●' | '○' => {}
            _ => return false,
        }
    }
    false
}

/// Returns the column after a text that begins at a column.
fn reached(column: usize, text: &str) -> usize {
    let mut parts = text.split('\t');
    let first = column + parts.next().map_or(0, coloured_columns);
    parts.fold(first, |column, part| (column / TAB + 1) * TAB + coloured_columns(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_at_the_end_of_a_line_never_break_it() {
        assert_eq!(wrapped("a row       \nb\n", 8), "a row\nb\n");
        assert_eq!(wrapped("sure? ", 6), "sure? ");
    }

    #[test]
    fn rows_of_a_board_are_never_broken() {
        for row in [
            " | X           O    |   | O              X |     ",
            "v|                  |BAR|                  |",
            "\x1b[2m▲│\x1b[0m             ○    │   │ ○              ● │\n",
            "  X | O     |",
        ] {
            assert_eq!(wrapped(row, 9).trim_end(), row.trim_end());
        }
        assert_eq!(wrapped("a | b", 3), "a |\nb");
    }

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

    #[test]
    fn lines_break_between_words_and_keep_their_indentation() {
        assert_eq!(wrapped("one two three\n  four five six", 10), "one two\nthree\n  four\n  five six");
        assert_eq!(wrapped("term\twhat it means to us", 20), "term\twhat it\n        means to us");
        assert_eq!(wrapped("term\twhat it", 12), "term\twhat\nit", "the right half is too narrow");
        assert_eq!(wrapped("overlongword and", 6), "overlongword\nand");
        assert_eq!(wrapped("term  overlongword and", 12), "term  overlongword\n      and");
        assert_eq!(wrapped("Are you sure? ", 8), "Are you\nsure? ");
        assert_eq!(wrapped("a\n\nb\n", 1), "a\n\nb\n");
        assert!(matches!(wrapped("fits", ENDLESS), Cow::Borrowed(_)));
    }

    #[test]
    fn colours_take_no_columns() {
        let red = "\x1b[31mred\x1b[0m";
        assert_eq!(coloured_columns(red), 3);
        assert_eq!(wrapped(&format!("{red} {red}"), 7), format!("{red} {red}"));
        assert_eq!(wrapped(&format!("{red} {red}"), 6), format!("{red}\n{red}"));
    }
}
