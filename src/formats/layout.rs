//! Match text in another layout: a table with signs between the cells, rows on two lines, lines with the mark of a
//! quotation, another sign after the numbers of the rows, full-width digits and signs. The edits write usual rows.

use super::mat;
use crate::diag::{Edit, Span};
use crate::notation::plain::ascii;
use std::ops::Range;

/// The number of lines with dice that show the layout.
pub(super) const SHOWN: usize = 6;

/// Returns the lines of a text, with their places.
pub(super) fn text_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split(['\n', '\r']).map(move |line| {
        let start = next;
        next = start + line.len() + 1;
        (start, line)
    })
}

/// Returns the lines of a text, with their places.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.map(move |line| (line.as_ptr().addr() - text.as_ptr().addr(), line))
}

/// Returns the number of rolls in a line: `31:`.
fn dice(line: &[u8]) -> usize {
    let is_die = |byte: u8| (b'1'..=b'6').contains(&byte);
    line.windows(3).filter(|it| is_die(it[0]) && is_die(it[1]) && it[2] == b':').count()
}

/// Returns the lines with dice that show the layout; a comment may contain a time.
fn shown(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines(text).map(|(_, line)| line).filter(|line| dice(line) > 0 && !is_comment(line)).take(SHOWN)
}

fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), Some(b';' | b'#'))
}

/// Returns an edit of a line that begins at `start`.
fn edit(start: usize, place: Range<usize>, new: &str) -> Edit {
    Edit::new(Span::new(start + place.start, start + place.end), new)
}

/// Returns the edits that delete the mark of a quotation from all lines; `None` unless each line that isn't blank has it.
pub(super) fn of_quotation(text: &[u8]) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for (start, line) in lines(text).filter(|(_, line)| !line.trim_ascii().is_empty()) {
        let indent = line.len() - line.trim_ascii_start().len();
        let marks = line[indent..].iter().take_while(|byte| matches!(byte, b'>' | b' ')).count();
        let last = line[indent..indent + marks].iter().rposition(|byte| *byte == b'>')?;
        edits.push(edit(start, indent..indent + last + 1, ""));
    }
    (!edits.is_empty()).then_some(edits)
}

/// Returns the edits that write blanks for the signs of a table of rows: `| 7 | 31: 8/5 6/5 | 42: 8/4 6/4 |`,
/// `7,31: 8/5 6/5,42: 8/4 6/4`. `None` if the first rows aren't in one.
pub(super) fn of_table(text: &[u8]) -> Option<Vec<Edit>> {
    if shown(text).count() < 2 {
        return None;
    }
    let is_sign = |by: &&u8| {
        // Other records have a tab after the number of a cell.
        shown(text).all(|line| number(line, **by).is_some()) && (**by != b'\t' || has_whole_row(text))
    };
    let by = *b"|;,\t".iter().find(is_sign)?;
    let mut edits = Vec::new();
    for (start, line) in lines(text) {
        if is_comment(line) || !line.contains(&by) {
            continue;
        }
        let is_rule = line.iter().all(|byte| b" \t-:=+".contains(byte) || *byte == by);
        if is_rule && line.contains(&b'-') {
            edits.push(edit(start, 0..line.len(), ""));
            continue;
        }
        let number = number(line, by);
        if number.is_none() && !is_split(line, by) {
            continue;
        }
        let border = line.iter().position(|byte| !byte.is_ascii_whitespace()).filter(|at| line[*at] == b'|');
        let bracket = number.filter(|end| line[*end] != b')');
        let right = bracket.and_then(|end| Some((end, right_dice(line, end, by)?)));
        for (at, byte) in line.iter().enumerate() {
            if let Some((end, dice)) = right.as_ref().filter(|(end, dice)| (*end..dice.end).contains(&at)) {
                if at == *end {
                    let roll = String::from_utf8_lossy(&line[dice.start..dice.start + 3]);
                    edits.push(edit(start, at..dice.end, &format!(")\t\t{roll} ")));
                }
                continue;
            }
            let new = if bracket == Some(at) {
                ")"
            } else if border == Some(at) && by == b'|' {
                " "
            } else if *byte == by && by != b'\t' && (number.is_none() || begins_cell(&line[at + 1..], by)) {
                "\t"
            } else if *byte == b'"' {
                " "
            } else {
                continue;
            };
            edits.push(edit(start, at..at + 1, new));
        }
    }
    Some(edits)
}

/// Returns `true` if one of the first rows has two cells, with dice or, after a tab, without: `Doubles => 2`.
fn has_whole_row(text: &[u8]) -> bool {
    let ends_with_words = |line: &[u8]| {
        let cell = memchr::memrchr(b'\t', line).map_or(&[][..], |tab| &line[tab + 1..]);
        dice(cell) == 0 && mat::is_cell(cell)
    };
    shown(text).any(|line| dice(line) > 1 || ends_with_words(line))
}

/// Returns the end of the digits with which a row of a table begins; the sign between the cells follows them. A tab after
/// a bracket is usual.
fn number(line: &[u8], by: u8) -> Option<usize> {
    let skip = |at: usize, signs: &[u8]| {
        let is_skipped = |byte: &&u8| **byte != by && byte.is_ascii_whitespace() || signs.contains(byte);
        at + line[at..].iter().take_while(is_skipped).count()
    };
    let begin = skip(0, if by == b'|' { b"|" } else { b"\"" });
    let digits = line[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = begin + digits;
    let after = if by == b'\t' { end } else { skip(end, b").\"") };
    (digits > 0 && line.get(after) == Some(&by)).then_some(end)
}

/// Returns the place of the right player's dice, with the blank after them, in a row of a table whose left cell is empty
/// and whose number ends at `end` with the sign itself: two tabs must stand before them.
fn right_dice(line: &[u8], end: usize, by: u8) -> Option<Range<usize>> {
    let is_between = |byte: &&u8| **byte == by || matches!(byte, b' ' | b'"');
    let start = end + line[end..].iter().take_while(is_between).count();
    let roll = line.get(start..start + 3)?;
    let signs = memchr::memchr_iter(by, &line[end..start]).count();
    let has_blank = line.get(start + 3) == Some(&b' ');
    (signs > 1 && has_blank && line[end] == by && dice(roll) == 1).then_some(start..start + 4)
}

/// Returns `true` if the text after a sign begins a cell or is blank: a comma may also separate two steps.
fn begins_cell(text: &[u8], by: u8) -> bool {
    let cell = text.trim_ascii_start();
    let cell = cell.strip_prefix(b"\"").unwrap_or(cell);
    match cell {
        [] => true,
        [first, ..] if *first == by || *first == b'"' => true,
        [b'0'..=b'9', ..] => dice(&cell[..cell.len().min(3)]) > 0,
        _ => !cell
            .iter()
            .take_while(|byte| !byte.is_ascii_whitespace() && **byte != by)
            .any(|byte| *byte == b'/'),
    }
}

/// Returns `true` if the signs in a line between the rows separate cells; a name may contain one, too.
fn is_split(line: &[u8], by: u8) -> bool {
    let line = line.trim_ascii();
    let mut halves = line.split(|byte| *byte == by);
    line.starts_with(&[by])
        || line.ends_with(&[by])
        || halves.all(|half| half.contains(&b':') || mat::is_cell(half))
}

/// A line with half a row: the places from the end of its digits to its cell.
enum Half {
    /// With the number and the left cell.
    Left(Range<usize>),
    /// With the right cell, and a number if anything is between the digits and the cell.
    Right(Range<usize>),
}

/// Returns the edits that join rows of which each cell has a line of its own: `1) 31: 8/5 6/5`, then `52: 13/8 24/22`;
/// or `1. 31: 8/5 6/5`, then `1... 52: 13/8 24/22`. `None` if the first rows aren't written so.
pub(super) fn of_halves(text: &[u8]) -> Option<Vec<Edit>> {
    let (mut left, mut right) = (0, 0);
    for line in shown(text) {
        match half(line).filter(|_| dice(line) == 1)? {
            Half::Left(_) => left += 1,
            Half::Right(_) => right += 1,
        }
    }
    if left < 2 || right < 2 {
        return None;
    }
    let mut edits = Vec::new();
    // The end of the left cell, its text, and the comment after it.
    let mut before: Option<(usize, &[u8], &[u8])> = None;
    for (start, line) in lines(text).filter(|(_, line)| !line.trim_ascii().is_empty()) {
        match half(line) {
            Some(Half::Left(place)) => {
                if line[place.start] != b')' {
                    edits.push(edit(start, place.clone(), ")"));
                }
                let comment = line.iter().position(|byte| *byte == b';').unwrap_or(line.len());
                let (half, comment) = line.split_at(comment.max(place.end));
                let cell = half[place.end..].trim_ascii();
                before = Some((start + half.trim_ascii_end().len(), cell, comment.trim_ascii_end()));
            }
            Some(Half::Right(mark)) => {
                let at = mark.end;
                let Some((end, cell, comment)) = before.take() else {
                    // The right player begins the game.
                    if mark.len() > 2 {
                        edits.push(edit(start, mark, ")\t\t"));
                    }
                    continue;
                };
                let passes = |word: &[u8]| cell.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(word));
                let is_result = line[at..].get(..3).is_some_and(|it| it.eq_ignore_ascii_case(b"win"));
                if is_result && mark.is_empty() && !passes(b"drop") && !passes(b"pass") {
                    // It has a line of its own.
                    continue;
                }
                // Two tabs stand before a right cell.
                let blanks = if cell.is_empty() { "\t\t" } else { "   " };
                if comment.is_empty() {
                    let place = end..start + at;
                    edits.push(edit(0, place.clone(), &blanks[..blanks.len().min(place.len())]));
                    continue;
                }
                // The comment would hide the right cell before which it stands.
                let right = String::from_utf8_lossy(line[at..].trim_ascii_end());
                let comment = String::from_utf8_lossy(comment);
                let place = end..start + at + right.len();
                let room = place.len().saturating_sub(right.len() + 1 + comment.len());
                let new = format!("{}{right} {comment}", &blanks[..blanks.len().min(room)]);
                if room > 0 && new.len() <= place.len() {
                    edits.push(edit(0, place, &new));
                }
            }
            None => before = None,
        }
    }
    Some(edits)
}

/// Reads a line with half a row.
fn half(line: &[u8]) -> Option<Half> {
    let indent = line.len() - line.trim_ascii_start().len();
    let text = &line[indent..];
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = indent + digits;
    let cell = |mark: usize| {
        after + mark + line[after + mark..].len() - line[after + mark..].trim_ascii_start().len()
    };
    match text[digits..] {
        [b':', ..] if digits == 2 => Some(Half::Right(indent..indent)),
        _ if digits == 0 => mat::is_cell(line).then_some(Half::Right(indent..indent)),
        [b'.', b'.', b'.', ..] => Some(Half::Right(after..cell(3))),
        [b'b', b')' | b'.', ..] => Some(Half::Right(after..cell(2))),
        [b'a', b')' | b'.', ..] => Some(Half::Left(after..after + 2)),
        [b')' | b'.'] | [b')' | b'.', b' ' | b'\t', ..] => Some(Half::Left(after..after + 1)),
        _ => None,
    }
}

/// The signs after the number of a row that people write for its bracket.
const NUMBER_SIGNS: &[u8] = b".:]}>-|";

/// Returns the edits that write brackets after the numbers of the rows, `4. 31: 8/5 6/5`, `4 31: 8/5`, `4） 31: 8/5`.
/// `None` unless all of the first rows are written so.
pub(super) fn of_numbers(text: &[u8]) -> Option<Vec<Edit>> {
    let is_other = |line: &[u8]| other_number(line).is_some();
    if shown(text).count() < 2 || !has_whole_row(text) || !shown(text).all(is_other) {
        return None;
    }
    let numbers = lines(text).filter(|(_, line)| !is_comment(line));
    let numbers = numbers.filter_map(|(start, line)| {
        let sign = other_number(line)?;
        let is_glued = line.get(sign.end).is_some_and(|byte| !byte.is_ascii_whitespace());
        Some(edit(start, sign, if is_glued { ") " } else { ")" }))
    });
    Some(numbers.collect())
}

/// Returns the place of the sign after the number of a row, or of the blank there, where it isn't a bracket; a cell follows.
fn other_number(line: &[u8]) -> Option<Range<usize>> {
    let indent = line.len() - line.trim_ascii_start().len();
    let digits = line[indent..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let at = indent + digits;
    let wide = "\u{FF09}".as_bytes();
    let first = *line.get(at)?;
    let is_blank = matches!(first, b' ' | b'\t');
    let len = if is_blank || NUMBER_SIGNS.contains(&first) {
        1
    } else if line[at..].starts_with(wide) {
        wide.len()
    } else {
        return None;
    };
    let cell = &line[at + len..];
    let has_blank = is_blank || cell.first().is_some_and(u8::is_ascii_whitespace);
    (digits > 0 && digits < 4 && has_blank && mat::is_cell(cell)).then_some(at..at + len)
}

/// Returns `true` for a full-width character with a form in ASCII.
fn is_full_width(c: char) -> bool {
    ('\u{FF01}'..='\u{FF5E}').contains(&c)
}

/// Returns a text with the ASCII forms of its full-width characters and blanks.
fn narrow(text: &str) -> String {
    text.chars().map(|c| if is_full_width(c) || c == '\u{3000}' { ascii(c) } else { c }).collect()
}

/// Returns the edits that write ASCII for full-width digits and signs, as in `１） ３１： ８／５ ６／５`. `None` unless at least
/// two rows have some.
pub(super) fn of_full_width(text: &str) -> Option<Vec<Edit>> {
    if text.is_ascii() {
        return None;
    }
    let is_read = |(_, line): &(usize, &str)| line.contains(is_full_width) && !is_comment(line.as_bytes());
    let lines = || text_lines(text).filter(is_read).map(|(start, line)| (start, line, narrow(line)));
    lines().filter(|(_, _, plain)| mat::is_row(plain.as_bytes())).nth(1)?;
    let mut edits = Vec::new();
    for (start, line, plain) in lines() {
        let plain = plain.as_bytes();
        let is_whole = [mat::is_row, mat::is_heading, mat::is_length_line, mat::is_result];
        if is_whole.iter().any(|is| is(plain)) {
            // A comment stays.
            let end = line.find(';').unwrap_or(line.len());
            edits.extend(
                cells(&line[..end])
                    .filter(|cell| line[cell.clone()].contains(is_full_width))
                    .map(|cell| edit(start, cell.clone(), &narrow(&line[cell]))),
            );
        } else if memchr::memchr_iter(b':', plain).count() > 1 {
            // The names stay.
            edits.extend(scores(line).map(|place| edit(start, place.clone(), &narrow(&line[place]))));
        }
    }
    Some(edits)
}

/// Returns the places of the texts in a line between which there is more than a blank.
fn cells(line: &str) -> impl Iterator<Item = Range<usize>> {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\u{3000}');
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = line.len() - line[at..].trim_start_matches(is_blank).len();
        let (mut end, mut blanks) = (start, 0);
        for (offset, c) in line[start..].char_indices() {
            blanks = if is_blank(c) { blanks + 1 } else { 0 };
            match blanks {
                0 => end = start + offset + c.len_utf8(),
                1 => {}
                _ => break,
            }
        }
        at = end;
        (start < end).then_some(start..end)
    })
}

/// Returns the places of the scores in a line of names, each with the colon before it.
fn scores(line: &str) -> impl Iterator<Item = Range<usize>> {
    line.match_indices([':', '\u{FF1A}']).filter_map(move |(at, colon)| {
        let after = &line[at + colon.len()..];
        let number = after.trim_start_matches([' ', '\u{3000}']);
        let rest = number.trim_start_matches(|c: char| ascii(c).is_ascii_digit());
        let place = at..line.len() - rest.len();
        (rest.len() < number.len() && line[place.clone()].contains(is_full_width)).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::edited;

    fn plain(text: &str, of: fn(&[u8]) -> Option<Vec<Edit>>) -> Option<String> {
        let edits = of(text.as_bytes())?;
        edited(text, &edits).ok()
    }

    #[test]
    fn signs_between_the_cells_of_a_table_become_tabs() {
        for (table, expected) in [
            (
                "| 1 | 31: 8/5 6/5 | 42: 8/4 6/4 |\n|---|---|\n| 2 | | 31: 8/5 |\n",
                "  1)\t 31: 8/5 6/5 \t 42: 8/4 6/4 \t\n\n  2)\t \t 31: 8/5 \t\n",
            ),
            (
                " Game 1,,\nb, c : 0   d : 0\n1,31: 8/5, 6/5,42: 8/4\n2,,31: 8/5\n",
                " Game 1\t\t\nb, c : 0   d : 0\n1)31: 8/5, 6/5\t42: 8/4\n2)\t\t31: 8/5\n",
            ),
            (
                "\"1)\",\"31: 8/5\",\"42: 8/4\"\n\"2)\",\"11: 8/7\",\"Takes\"\n",
                " 1) \t 31: 8/5 \t 42: 8/4 \n 2) \t 11: 8/7 \t Takes \n",
            ),
            ("1);31: 8/5;42: 8/4\n2);31: 8/5;Takes\n", "1)\t31: 8/5\t42: 8/4\n2)\t31: 8/5\tTakes\n"),
            ("1\t\t31: 8/5\n2\t64: 8/2\t42: 8/4\n", "1)\t\t31: 8/5\n2)64: 8/2\t42: 8/4\n"),
            ("|1||31: 8/5|\n|2|64: 8/2|42: 8/4|\n", " 1)\t\t31: 8/5\t\n 2)64: 8/2\t42: 8/4\t\n"),
            (
                "; [Time \"12:31:00\"]\na|b : 0   c : 0\n1|31: 8/5|42: 8/4\n2|31: 8/5|Takes\n",
                "; [Time \"12:31:00\"]\na|b : 0   c : 0\n1)31: 8/5\t42: 8/4\n2)31: 8/5\tTakes\n",
            ),
        ] {
            assert_eq!(plain(table, of_table).as_deref(), Some(expected), "{table}");
        }
        for text in [
            "",
            "1) 31: 8/5, 6/5   42: 8/4\n2) 31: 8/5, 6/5   42: 8/4\n",
            "1,31: 8/5\n",
            "1)\t31: 8/5\t42: 8/4\n2)\t31: 8/5\tTakes\n",
        ] {
            assert_eq!(plain(text, of_table), None, "{text}");
        }
    }

    #[test]
    fn the_two_lines_of_a_row_are_joined() {
        for (halves, expected) in [
            (
                " 1)\n   21: 13/11\n 2) 31: 8/5\n   42: 8/4\n 3) 61: 8/7\n   11:\n Wins 2 points\n",
                " 1)\t\t21: 13/11\n 2) 31: 8/5   42: 8/4\n 3) 61: 8/7   11:\n Wins 2 points\n",
            ),
            (
                " 1) 31: 8/5\n   42: 8/4\n 2) 61: 8/7\n   11:\n 3) Drops\n   Wins 1 point\n",
                " 1) 31: 8/5   42: 8/4\n 2) 61: 8/7   11:\n 3) Drops   Wins 1 point\n",
            ),
            (
                "1. 31: 8/5\n1... 42: 8/4\n2. 31: 8/5\n2... 42: 8/4\n",
                "1) 31: 8/5   42: 8/4\n2) 31: 8/5   42: 8/4\n",
            ),
            (
                "1... 64: 8/2\n2. 31: 8/5\n2... 42: 8/4\n3. 31: 8/5\n3... Wins 1 point\n",
                "1)\t\t64: 8/2\n2) 31: 8/5   42: 8/4\n3) 31: 8/5   Wins 1 point\n",
            ),
            (
                " 1) 31: 8/5 ; a, b\n   42: 8/4 ; c\n 2) 61: 8/7\n   11: ; d\n",
                " 1) 31: 8/5   42: 8/4 ; c ; a, b\n 2) 61: 8/7   11: ; d\n",
            ),
            ("1) 31: 8/5 ; a\n42: 8/4\n2) 61: 8/7\n11:\n", "1) 31: 8/5 42: 8/4 ; a\n2) 61: 8/7 11:\n"),
        ] {
            assert_eq!(plain(halves, of_halves).as_deref(), Some(expected), "{halves}");
        }
        for text in
            ["", " 1) 31: 8/5   42: 8/4\n 2) 31: 8/5   42: 8/4\n", "31: 8/5\n42: 8/4\n31: 8/5\n42: 8/4\n"]
        {
            assert_eq!(plain(text, of_halves), None, "{text}");
        }
    }

    #[test]
    fn other_signs_after_the_numbers_of_all_rows_become_brackets() {
        for (sign, blank) in
            [(". ", " "), (": ", " "), ("] ", " "), (" ", " "), ("  ", " "), ("\u{FF09} ", " ")]
        {
            let row = |sign: &str| format!(" 1{sign}31: 8/5   42: 8/4\n 2{sign}Doubles => 2   Takes\n");
            let text = format!(" 7 point match\n{}31{sign}64: 8/2\n", row(sign));
            let expected = format!(" 7 point match\n{}31){blank}64: 8/2\n", row(&format!("){blank}")));
            assert_eq!(plain(&text, of_numbers), Some(expected), "{sign}");
        }
        for text in ["31: 8/5   42: 8/4\n64: 8/2   42: 8/4\n", "1) 31: 8/5\n2. 31: 8/5\n", "1. 31: 8/5\n"] {
            assert_eq!(plain(text, of_numbers), None, "{text}");
        }
    }

    #[test]
    fn full_width_characters_of_rows_and_scores_become_ascii() {
        let wide = |text: &str| -> String {
            let widened = |c: char| char::from_u32(u32::from(c) + 0xFEE0).expect("a full-width form");
            text.chars().map(|c| if c.is_ascii_graphic() { widened(c) } else { c }).collect()
        };
        let of = |text: &str| {
            let edits = of_full_width(text)?;
            edited(text, &edits).ok()
        };
        let rows = " 1) 31: 8/5 6/5     42: 8/4 6/4\n 2)  Doubles => 2     Takes\n";
        let head = " 7 point match\n\n Game 1\n";
        assert_eq!(of(&wide(&format!("{head}{rows}"))), Some(format!("{head}{rows}")));
        let names = |colon: &str, zero: &str| format!(" \u{FF21}: b {colon} {zero}   c {colon} {zero}\n");
        let text = format!("; \u{FF21}\n{}{}; \u{FF21}\n", names("\u{FF1A}", "\u{FF10}"), wide(rows));
        assert_eq!(of(&text), Some(format!("; \u{FF21}\n{}{rows}; \u{FF21}\n", names(":", "0"))));
        for text in [String::new(), rows.to_owned(), format!("{rows}{}", wide("3) 31: 8/5"))] {
            assert_eq!(of(&text), None, "{text}");
        }
    }

    #[test]
    fn the_marks_of_a_quotation_are_deleted() {
        let text = "> 5 point match\n\n> > Game 1\n";
        assert_eq!(plain(text, of_quotation).as_deref(), Some(" 5 point match\n\n Game 1\n"));
        assert_eq!(plain("> 5 point match\nGame 1\n", of_quotation), None);
    }
}
