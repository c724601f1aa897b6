//! Match text in another layout: a table with signs between the cells, rows on two lines, lines with the mark of a
//! quotation. The edits write usual rows, and nothing moves: what they write is never longer than what was there.

use super::mat;
use crate::diag::{Edit, Span};
use std::ops::Range;

/// The number of lines with dice that show the layout.
const SHOWN: usize = 6;

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
    let by = *b"|;,".iter().find(|by| shown(text).all(|line| number(line, **by).is_some()))?;
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
        for (at, byte) in line.iter().enumerate() {
            let new = if bracket == Some(at) {
                ")"
            } else if border == Some(at) && by == b'|' {
                " "
            } else if *byte == by && (number.is_none() || begins_cell(&line[at + 1..], by)) {
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

/// Returns the end of the digits with which a row of a table begins; the sign between the cells follows them.
fn number(line: &[u8], by: u8) -> Option<usize> {
    let skip = |at: usize, signs: &[u8]| {
        at + line[at..].iter().take_while(|byte| byte.is_ascii_whitespace() || signs.contains(byte)).count()
    };
    let begin = skip(0, if by == b'|' { b"|" } else { b"\"" });
    let digits = line[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = begin + digits;
    (digits > 0 && line.get(skip(end, b").\"")) == Some(&by)).then_some(end)
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
    // The end of the left cell, and its text.
    let mut before: Option<(usize, &[u8])> = None;
    for (start, line) in lines(text).filter(|(_, line)| !line.trim_ascii().is_empty()) {
        match half(line) {
            Some(Half::Left(place)) => {
                if line[place.start] != b')' {
                    edits.push(edit(start, place.clone(), ")"));
                }
                let cell = line[place.end..].trim_ascii();
                // A comment would hide what follows it.
                let is_whole = !cell.contains(&b';');
                before = is_whole.then_some((start + line.trim_ascii_end().len(), cell));
            }
            Some(Half::Right(mark)) => {
                let at = mark.end;
                let Some((end, cell)) = before.take() else {
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
                let place = end..start + at;
                // Two tabs stand before a right cell.
                let blanks = if cell.is_empty() { "\t\t" } else { "   " };
                edits.push(edit(0, place.clone(), &blanks[..blanks.len().min(place.len())]));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::edited;

    fn plain(text: &str, of: fn(&[u8]) -> Option<Vec<Edit>>) -> Option<String> {
        let edits = of(text.as_bytes())?;
        assert!(edits.iter().all(|edit| edit.replacement.len() <= edit.span.range().len()), "{text}");
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
                " Game 1\t\t\nb, c : 0   d : 0\n1)31: 8/5, 6/5\t42: 8/4\n2)\t31: 8/5\n",
            ),
            (
                "\"1)\",\"31: 8/5\",\"42: 8/4\"\n\"2)\",\"11: 8/7\",\"Takes\"\n",
                " 1) \t 31: 8/5 \t 42: 8/4 \n 2) \t 11: 8/7 \t Takes \n",
            ),
            ("1);31: 8/5;42: 8/4\n2);31: 8/5;Takes\n", "1)\t31: 8/5\t42: 8/4\n2)\t31: 8/5\tTakes\n"),
            (
                "; [Time \"12:31:00\"]\na|b : 0   c : 0\n1|31: 8/5|42: 8/4\n2|31: 8/5|Takes\n",
                "; [Time \"12:31:00\"]\na|b : 0   c : 0\n1)31: 8/5\t42: 8/4\n2)31: 8/5\tTakes\n",
            ),
        ] {
            assert_eq!(plain(table, of_table).as_deref(), Some(expected), "{table}");
        }
        for text in ["", "1) 31: 8/5, 6/5   42: 8/4\n2) 31: 8/5, 6/5   42: 8/4\n", "1,31: 8/5\n"] {
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
    fn the_marks_of_a_quotation_are_deleted() {
        let text = "> 5 point match\n\n> > Game 1\n";
        assert_eq!(plain(text, of_quotation).as_deref(), Some(" 5 point match\n\n Game 1\n"));
        assert_eq!(plain("> 5 point match\nGame 1\n", of_quotation), None);
    }
}
