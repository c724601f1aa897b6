//! Match text in another layout: a table with signs between the cells, rows on two lines, lines with the mark of a
//! quotation, another sign after the numbers of the rows, full-width digits and signs. The edits write usual rows.

use super::mat;
use super::parts::{Sign, begins_cell, rolls, sign};
use crate::diag::{Edit, Span, distance};
use crate::notation::plain::ascii;
use std::ops::Range;

/// The number of lines with dice that show the layout.
pub(super) const SHOWN: usize = 6;
/// The words of cells, which may have a slip.
const WORDS: &str = "doubles redoubles takes drops passes rejects accepts beavers raccoons";
/// The fewest cells on lines of their own that show rows on two lines.
const FEWEST: usize = 3;
/// The full-width bracket.
const WIDE_BRACKET: &str = "\u{FF09}";

/// Returns the lines of a text, with their places.
pub(super) fn text_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split(['\n', '\r']).map(move |line| {
        let start = next;
        next = start + line.len() + 1;
        (start, line)
    })
}

/// Returns the lines with dice that show the layout; a comment may contain a time.
fn shown(text: &str) -> impl Iterator<Item = &str> {
    text_lines(text).map(|(_, line)| line).filter(|line| !is_comment(line) && rolls(line) > 0).take(SHOWN)
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with([';', '#'])
}

/// Returns an edit of a line that begins at `start`.
fn edit(start: usize, place: Range<usize>, new: &str) -> Edit {
    Edit::new(Span::new(start + place.start, start + place.end), new)
}

/// Returns the edits that delete the mark of a quotation from all lines; `None` unless each line that isn't blank has it.
pub(super) fn of_quotation(text: &str) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for (start, line) in text_lines(text).filter(|(_, line)| !line.trim_ascii().is_empty()) {
        let quoted = line.trim_ascii_start();
        let indent = line.len() - quoted.len();
        let marks = quoted.len() - quoted.trim_start_matches(['>', ' ']).len();
        let last = quoted[..marks].rfind('>')?;
        edits.push(edit(start, indent..indent + last + 1, ""));
    }
    (!edits.is_empty()).then_some(edits)
}

/// Returns the edits that write blanks for the signs of a table of rows: `| 7 | 31: 8/5 6/5 | 42: 8/4 6/4 |`,
/// `7,31: 8/5 6/5,42: 8/4 6/4`. `None` if the first rows aren't in one.
pub(super) fn of_table(text: &str) -> Option<Vec<Edit>> {
    if shown(text).count() < 2 {
        return None;
    }
    let is_sign = |by: &&u8| {
        // Other records have a tab after the number of a cell.
        shown(text).all(|line| number(line, **by).is_some()) && (**by != b'\t' || has_whole_row(text))
    };
    let by = *b"|;,\t".iter().find(is_sign)?;
    let mut edits = Vec::new();
    for (start, line) in text_lines(text).filter(|(_, line)| !is_comment(line)) {
        let bytes = line.as_bytes();
        if !bytes.contains(&by) {
            continue;
        }
        let is_rule = bytes.iter().all(|byte| b" \t-:=+".contains(byte) || *byte == by);
        if is_rule && bytes.contains(&b'-') {
            edits.push(edit(start, 0..line.len(), ""));
            continue;
        }
        let number = number(line, by);
        if number.is_none() && !is_split(line, by) {
            continue;
        }
        let border = line.find(|c: char| !c.is_ascii_whitespace()).filter(|at| bytes[*at] == b'|');
        let is_other = |sign: &Range<usize>| line[sign.clone()].trim_matches([' ', '"']) != ")";
        let bracket = number.clone().filter(is_other);
        let mut from = 0;
        if let Some(sign) = &bracket
            && let Some(cell) = right_cell(line, sign.start, by)
        {
            edits.extend(border.filter(|_| by == b'|').map(|at| edit(start, at..at + 1, " ")));
            edits.push(edit(start, sign.start..cell, ")\t\t"));
            from = cell;
        }
        // Where no sign stands between the number and the cell, that of the table becomes the bracket.
        let bracket = bracket.map(|sign| sign.start..sign.end.max(sign.start + 1));
        let is_first = |at: usize| number.as_ref().is_none_or(|sign| sign.end == at);
        // A cell without dice is one, too; a comma may be in a cell, and a comment may follow the cells.
        let mut signs = if from > 0 { 2 } else { 0 };
        for (at, byte) in bytes.iter().enumerate().skip(from) {
            signs += usize::from(*byte == by);
            let is_between = is_first(at) || by == b'|' || by == b';' && signs <= 2;
            if let Some(sign) = bracket.as_ref().filter(|sign| sign.contains(&at)) {
                edits.extend((at == sign.start).then(|| edit(start, sign.clone(), ")")));
                continue;
            }
            let new = if border == Some(at) && by == b'|' {
                " "
            } else if *byte == by && by != b'\t' && (is_between || ends_cell(&line[at + 1..], by)) {
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
fn has_whole_row(text: &str) -> bool {
    let ends_with_words = |line: &str| {
        let cell = line.rfind('\t').map_or("", |tab| &line[tab + 1..]);
        rolls(cell) == 0 && mat::is_cell(cell.as_bytes())
    };
    shown(text).any(|line| rolls(line) > 1 || ends_with_words(line))
}

/// Returns the place between the digits with which a row of a table begins and the sign between the cells: it may contain a
/// bracket, or another sign for it. A tab after a bracket is usual.
fn number(line: &str, by: u8) -> Option<Range<usize>> {
    let line = line.as_bytes();
    let skip = |at: usize, signs: &[u8]| {
        let is_skipped = |byte: &&u8| **byte != by && byte.is_ascii_whitespace() || signs.contains(byte);
        at + line[at..].iter().take_while(is_skipped).count()
    };
    let begin = skip(0, if by == b'|' { b"|" } else { b"\"" });
    let digits = line[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = begin + digits;
    let wide = if line[end..].starts_with(WIDE_BRACKET.as_bytes()) { WIDE_BRACKET.len() } else { 0 };
    let after = if by == b'\t' { end } else { skip(end + wide, b").:]}>-\"") };
    (digits > 0 && line.get(after) == Some(&by)).then_some(end..after)
}

/// Returns the beginning of the right cell in a row of a table whose left cell is empty and whose number ends at `end` with
/// the sign itself: two tabs must stand before it.
fn right_cell(line: &str, end: usize, by: u8) -> Option<usize> {
    let cell = line[end..].trim_start_matches([char::from(by), ' ', '"']);
    let start = line.len() - cell.len();
    let signs = memchr::memchr_iter(by, &line.as_bytes()[end..start]).count();
    (signs > 1 && line.as_bytes()[end] == by && !cell.trim_ascii().is_empty()).then_some(start)
}

/// Returns `true` if the text after a sign begins a cell or is blank: a comma may also separate two steps.
fn ends_cell(text: &str, by: u8) -> bool {
    let cell = text.trim_ascii_start();
    let cell = cell.strip_prefix('"').unwrap_or(cell);
    let cell = &cell[..cell.find(char::from(by)).unwrap_or(cell.len())];
    let word = cell.split_ascii_whitespace().next().unwrap_or_default();
    let is_step = word.contains('/') && by == b',' && text.starts_with(' ');
    cell.is_empty() || !is_step && (begins_cell(cell) || !word.contains('/') && !cell.starts_with(is_digit))
}

/// Returns `true` if the signs in a line between the rows separate cells; a name may contain one, too.
fn is_split(line: &str, by: u8) -> bool {
    let line = line.trim_ascii();
    let by = char::from(by);
    line.starts_with(by)
        || line.ends_with(by)
        || line.split(by).all(|half| is_score(half) || mat::is_cell(half.as_bytes()))
}

/// Returns `true` for a player's name and score, or rating.
fn is_score(half: &str) -> bool {
    half.contains(':') && half.trim_end_matches([' ', '\t', '"']).ends_with(|c: char| is_digit(c) || c == ')')
}

const fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
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
pub(super) fn of_halves(text: &str) -> Option<Vec<Edit>> {
    let (mut left, mut right) = (0, 0);
    let cells = text_lines(text).filter(|(_, line)| !is_comment(line) && !mat::is_result(line.as_bytes()));
    for (_, line) in cells.filter(|(_, line)| rolls(line) > 0 || half(line).is_some()).take(SHOWN) {
        match half(line).filter(|_| rolls(line) <= 1)? {
            Half::Left(_) => left += 1,
            Half::Right(_) => right += 1,
        }
    }
    if left == 0 || right == 0 || left + right < FEWEST {
        return None;
    }
    let mut edits = Vec::new();
    // The end of the left cell, its text, and the comment after it.
    let mut before: Option<(usize, &str, &str)> = None;
    for (start, line) in text_lines(text).filter(|(_, line)| !line.trim_ascii().is_empty()) {
        let damaged = || damaged_half(line).filter(|half| before.is_some() || matches!(half, Half::Left(_)));
        match half(line).or_else(damaged) {
            Some(Half::Left(place)) => {
                if &line[place.clone()] != ")" {
                    let is_glued = line[place.end..].starts_with(|c: char| !c.is_whitespace());
                    edits.push(edit(start, place.clone(), if is_glued { ") " } else { ")" }));
                }
                let comment = line.find(';').unwrap_or(line.len());
                let (half, comment) = line.split_at(comment.max(place.end));
                let cell = half[place.end..].trim_ascii();
                before = Some((start + half.trim_ascii_end().len(), cell, comment.trim_ascii_end()));
            }
            Some(Half::Right(mark)) => {
                let at = mark.end;
                let Some((end, cell, comment)) = before.take() else {
                    // The right player begins the game.
                    if mark.len() > 1 {
                        edits.push(edit(start, mark, ")\t\t"));
                    }
                    continue;
                };
                let passes = |word: &str| cell.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(word));
                let is_result = line[at..].get(..3).is_some_and(|it| it.eq_ignore_ascii_case("win"));
                if is_result && mark.is_empty() && !passes("drop") && !passes("pass") {
                    // It has a line of its own.
                    continue;
                }
                // Two tabs stand before a right cell.
                let blanks = if cell.is_empty() { "\t\t" } else { "   " };
                let (mut place, mut new) = (end..start + at, blanks.to_owned());
                if !comment.is_empty() {
                    // The comment would hide the right cell before which it stands.
                    let right = line[at..].trim_ascii_end();
                    place.end += right.len();
                    new = format!("{blanks}{right} {comment}");
                }
                edits.push(edit(0, place, &new));
            }
            None => before = None,
        }
    }
    Some(edits)
}

/// Reads a line with half a row.
fn half(line: &str) -> Option<Half> {
    let indent = line.len() - line.trim_ascii_start().len();
    if let Some(Sign { place, is_right }) = sign(line) {
        let (mark, cell) = (&line[place.clone()], &line[place.end..]);
        if is_right {
            return Some(Half::Right(place.start..line.len() - cell.trim_ascii_start().len()));
        }
        // `62: pass` and `62:` are right cells.
        let is_dice =
            mark == ":" && mat::is_cell(line.as_bytes()) && place.start == indent + 2 && rolls(cell) == 0;
        let is_empty = cell.trim_ascii().is_empty() && !mark.trim_ascii().is_empty();
        if !is_dice && (is_empty || begins_cell(cell)) {
            return Some(Half::Left(place));
        }
    }
    (begins_cell(line) && !is_names(line)).then_some(Half::Right(indent..indent))
}

/// Returns `true` for a line of names and scores, which may begin with the word of a cell: `Takeshi : 0   ann : 0`.
fn is_names(line: &str) -> bool {
    memchr::memchr_iter(b':', line.as_bytes()).count() > 1 && rolls(line) == 0
}

/// Reads a line with half a row whose word has a slip: `Doubels => 2`.
fn damaged_half(line: &str) -> Option<Half> {
    let indent = line.len() - line.trim_ascii_start().len();
    let left = sign(line).filter(|sign| !sign.is_right).map(|sign| sign.place);
    let cell = line[left.as_ref().map_or(indent, |place| place.end)..].trim_ascii_start();
    let word = cell.split(|c: char| !c.is_alphabetic()).next()?.to_lowercase();
    let is_cell = word.len() > 3 && WORDS.split(' ').any(|meant| distance(&word, meant) <= 2);
    is_cell.then(|| left.map_or(Half::Right(indent..indent), Half::Left))
}

/// Returns the edits that write brackets after the numbers of the rows, `4. 31: 8/5 6/5`, `4 31: 8/5`, `4） 31: 8/5`.
/// `None` unless all of the first rows are written so.
pub(super) fn of_numbers(text: &str) -> Option<Vec<Edit>> {
    let is_other = |line: &str| other_number(line).is_some();
    if !has_whole_row(text) || !shown(text).all(is_other) {
        return None;
    }
    let numbers = text_lines(text).filter(|(_, line)| !is_comment(line));
    let of_line = |(start, line): (usize, &str)| {
        let sign = other_number(line)?;
        let is_glued = line[sign.end..].starts_with(|c: char| !c.is_whitespace());
        Some(edit(start, sign, if is_glued { ") " } else { ")" }))
    };
    let edits: Vec<Edit> = numbers.filter_map(of_line).collect();
    (edits.len() > 1).then_some(edits)
}

/// Returns the place of the sign after the number of a row, or of the blank there, where it isn't a bracket; a cell follows.
fn other_number(line: &str) -> Option<Range<usize>> {
    let Sign { place, is_right } = sign(line)?;
    (!is_right && &line[place.clone()] != ")" && begins_cell(&line[place.end..])).then_some(place)
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
    let is_read = |(_, line): &(usize, &str)| line.contains(is_full_width) && !is_comment(line);
    let lines = || text_lines(text).filter(is_read).map(|(start, line)| (start, line, narrow(line)));
    // The bracket alone is another sign after the number.
    let is_other = |c: char| is_full_width(c) && !WIDE_BRACKET.contains(c);
    lines().filter(|(_, line, plain)| line.contains(is_other) && is_of_row(plain)).nth(1)?;
    let mut edits = Vec::new();
    for (start, line, text) in lines() {
        let plain = text.as_bytes();
        let is_whole = [mat::is_heading, mat::is_length_line, mat::is_result];
        if is_any_row(&text) || is_whole.iter().any(|is| is(plain)) {
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

/// Returns `true` for a row, or a part of one, in any layout.
fn is_of_row(line: &str) -> bool {
    rolls(line) > 0 || half(line).is_some()
}

/// Returns `true` for a row with its number, which may have a slip in its first word.
pub(super) fn is_numbered_row(line: &str) -> bool {
    sign(line).is_some() && (is_of_row(line) || damaged_half(line).is_some())
}

/// Returns `true` for a row, or a part of one, also after a time.
fn is_any_row(line: &str) -> bool {
    let is_row = |row: &str| is_of_row(row) || is_numbered_row(row);
    let timed = line.trim_ascii_start();
    let row = mat::time(timed.as_bytes()).and_then(|len| timed.get(len..));
    is_row(line) || row.is_some_and(is_row)
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

    fn plain(text: &str, of: fn(&str) -> Option<Vec<Edit>>) -> Option<String> {
        let edits = of(text)?;
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
            ("1,,[31] 8/5\n2.,8/2 (64),8/4 (42)\n", "1)\t\t[31] 8/5\n2)\t8/2 (64)\t8/4 (42)\n"),
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
            (
                "1) 31: 8/5\n52: 13/8\n2) 64: 8/2\nDoubels => 2\n3) Taeks\n11: 8/7\n",
                "1) 31: 8/5   52: 13/8\n2) 64: 8/2   Doubels => 2\n3) Taeks   11: 8/7\n",
            ),
            (
                "1) 31: 8/5\n52: 13/8\n2) Doubles => 2\nTaeks\n",
                "1) 31: 8/5   52: 13/8\n2) Doubles => 2   Taeks\n",
            ),
            ("1: [31] 8/5\n[52] 13/8\n2: [64] 8/2\n", "1) [31] 8/5   [52] 13/8\n2) [64] 8/2\n"),
            ("1) 31: 8/5 ; a\n42: 8/4\n2) 61: 8/7\n11:\n", "1) 31: 8/5   42: 8/4 ; a\n2) 61: 8/7   11:\n"),
        ] {
            assert_eq!(plain(halves, of_halves).as_deref(), Some(expected), "{halves}");
        }
        for text in [
            "",
            "1) 31: 8/5\n52: 13/8\n",
            " 1) 31: 8/5   42: 8/4\n 2) 31: 8/5   42: 8/4\n",
            "31: 8/5\n42: 8/4\n31: 8/5\n42: 8/4\n",
        ] {
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
