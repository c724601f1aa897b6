//! The board for people at a terminal: box lines, round checkers, colours.
//!
//! It is the drawing of [`notation::drawing`](crate::notation::drawing) with other characters, in the same columns.

use crate::diag::{coloured_columns, neutral};
use crate::notation::drawing::Direction;
use std::borrow::Cow;

/// The width of the board with its frame, in columns.
const WIDTH: usize = 43;
/// The widest tray beside it, in columns.
const TRAY: usize = 5;

/// Player 1's checkers.
const ONE: &str = "\x1b[1;36m";
/// Player 0's checkers.
const ZERO: &str = "\x1b[1;33m";
const FRAME: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// Draws a board, given its ASCII drawing in this direction, with Unicode characters, and with ANSI colours if
/// `is_styled`.
///
/// ```
/// use barpoint::board::{Board, Side};
/// use barpoint::notation::drawing::{BoardDrawing, Direction};
/// use barpoint::output::unicode;
///
/// let drawing = BoardDrawing::plain(Board::START, Side::One, "4HPwATDgc/ABMA");
/// let text = unicode::board(&drawing.draw(Direction::Standard), Direction::Standard, false);
/// assert_eq!(text.lines().nth(2), Some(" │ ●           ○    │   │ ○              ● │     "));
/// ```
#[must_use]
pub fn board(drawing: &str, direction: Direction, is_styled: bool) -> String {
    let left = match direction {
        Direction::Standard => 1,
        Direction::Clockwise => 4,
    };
    let lines: Vec<Vec<char>> = neutral(drawing).lines().map(|line| line.chars().collect()).collect();
    let is_edge = |line: &Vec<char>| line.get(left) == Some(&'+') && line.get(left + WIDTH - 1) == Some(&'+');
    let top = lines.iter().position(is_edge);
    let bottom = lines.iter().rposition(is_edge);
    let mut text = String::with_capacity(2 * drawing.len());
    for (row, line) in lines.iter().enumerate() {
        let (Some(top), Some(bottom)) = (top, bottom) else {
            text.extend(line);
            text.push('\n');
            continue;
        };
        // The row towards the edge shows whose checkers a number counts.
        let towards_edge = if row < usize::midpoint(top, bottom) { row.wrapping_sub(1) } else { row + 1 };
        for (column, &c) in line.iter().enumerate() {
            let inside = (left..left + WIDTH).contains(&column);
            let in_tray = match direction {
                Direction::Standard => (left + WIDTH..left + WIDTH + TRAY).contains(&column),
                Direction::Clockwise => column < left,
            };
            let (shown, colour) = if row == top || row == bottom {
                edge(c, column, (left, row == top))
            } else if row > top && row < bottom && (inside || in_tray) {
                let is_count =
                    inside && (c.is_ascii_digit() || ('A'..='F').contains(&c)) && !is_bar(line, column);
                let owner = lines.get(towards_edge).and_then(|line| line.get(column)).copied();
                within(c, owner.filter(|_| is_count))
            } else {
                (c, "")
            };
            // A marker is beside the row of the bar.
            let shown = match shown {
                'v' if row > top && row < bottom && !inside && column < left + WIDTH + 1 => '▼',
                '^' if row > top && row < bottom && !inside && column < left + WIDTH + 1 => '▲',
                shown => shown,
            };
            put(&mut text, shown, if is_styled { colour } else { "" });
        }
        text.push('\n');
    }
    text
}

/// The column of the text beside a board: after its marker, its frame and its tray, in either direction.
const BESIDE: usize = 1 + WIDTH + TRAY;

/// Moves what stands beside a drawn board below it, in lines of its own, where a line is wider than `width` columns.
///
/// ```
/// use barpoint::output::unicode::fitted;
///
/// let drawn = format!("v|{0:18}|BAR|{0:18}|     1 point match\n +12-11\n", "");
/// let narrow = format!("v|{0:18}|BAR|{0:18}|\n +12-11\n 1 point match\n", "");
/// assert_eq!(fitted(&drawn, 60), narrow);
/// assert_eq!(fitted(&drawn, 62), drawn);
/// ```
#[must_use]
pub fn fitted(drawn: &str, width: usize) -> Cow<'_, str> {
    if drawn.lines().all(|line| coloured_columns(line.trim_end()) <= width) {
        return Cow::Borrowed(drawn);
    }
    let (mut board, mut below) = (String::new(), String::new());
    for line in drawn.lines() {
        let (left, right) = line.split_at(beside(line).unwrap_or(line.len()));
        if coloured_columns(line.trim_end()) <= width || right.is_empty() {
            board += line;
        } else {
            board += left.trim_end();
            below.extend([" ", right, "\n"]);
        }
        board.push('\n');
    }
    Cow::Owned(board + &below)
}

/// Returns the place of the text beside the board in a line that may have colours.
fn beside(line: &str) -> Option<usize> {
    let (mut column, mut is_escape) = (0, false);
    for (place, c) in line.char_indices() {
        match c {
            '\x1b' if column < BESIDE => is_escape = true,
            _ if is_escape => is_escape = c != 'm',
            _ if column == BESIDE => return Some(place),
            _ => column += 1,
        }
    }
    None
}

/// Returns `true` if a letter is one of the word in the middle of the board.
fn is_bar(line: &[char], column: usize) -> bool {
    let from = column.saturating_sub(2);
    line[from..line.len().min(column + 3)].windows(3).any(|three| three == ['B', 'A', 'R'])
}

/// Returns a character of the upper or the lower edge, and its colour.
fn edge(c: char, column: usize, (left, is_top): (usize, bool)) -> (char, &'static str) {
    let right = left + WIDTH - 1;
    let legend = right + if left == 1 { 6 } else { 3 };
    match c {
        '+' if column == left => (if is_top { '┌' } else { '└' }, FRAME),
        '+' if column == right => (if is_top { '┐' } else { '┘' }, FRAME),
        '-' if column < right => ('─', FRAME),
        // The legend is in front of the name.
        'O' if is_top && column == legend => ('○', ZERO),
        'X' if !is_top && column == legend => ('●', ONE),
        c => (c, ""),
    }
}

/// Returns a character between the edges, and its colour; `owner` is the letter of the side that a number belongs to.
const fn within(c: char, owner: Option<char>) -> (char, &'static str) {
    match (c, owner) {
        ('|', _) => ('│', FRAME),
        ('X', _) => ('●', ONE),
        ('O', _) => ('○', ZERO),
        (c, Some('X')) => (c, ONE),
        (c, Some('O')) => (c, ZERO),
        (c, _) => (c, ""),
    }
}

fn put(text: &mut String, c: char, colour: &str) {
    if colour.is_empty() {
        text.push(c);
    } else {
        text.push_str(colour);
        text.push(c);
        text.push_str(PLAIN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BySide, Side};
    use crate::notation::drawing::{BoardDrawing, Caption, Status};
    use crate::rules::Variant;

    fn drawing(board: Board, on_roll: Side) -> BoardDrawing {
        let caption = Caption {
            names: BySide::new("OXO".to_owned(), "X-|v".to_owned()),
            scores: BySide::new(1, 2),
            length: 5,
            crawford: false,
            cube: 2,
            cube_owner: None,
            status: Status::OnRoll,
            resignation: None,
            resigner: None,
        };
        BoardDrawing { caption: Some(caption), ..BoardDrawing::plain(board, on_roll, "OX+|v") }
    }

    fn without_colours(text: &str) -> String {
        [ONE, ZERO, FRAME, PLAIN].iter().fold(text.to_owned(), |text, colour| text.replace(colour, ""))
    }

    /// Returns boards with checkers everywhere, high stacks, and many borne off.
    fn boards() -> [Board; 3] {
        ["standard", "longgammon", "coup-classique"].map(|name| {
            let variant = Variant::ALL.into_iter().find(|variant| variant.name() == name);
            variant.expect("a variant").start().board()
        })
    }

    #[test]
    fn every_character_keeps_its_column_and_names_are_left_alone() {
        for start in boards() {
            for (direction, side) in [
                (Direction::Standard, Side::One),
                (Direction::Standard, Side::Zero),
                (Direction::Clockwise, Side::One),
            ] {
                let ascii = drawing(start, side).draw(direction);
                let plain = board(&ascii, direction, false);
                let widths = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
                assert_eq!(widths(&ascii), widths(&plain), "{plain}");
                assert!(plain.contains("○: OXO") && plain.contains("●: X-|v"), "{plain}");
                assert!(plain.contains("OX+|v"), "{plain}");
                let checkers = plain.matches(['●', '○']).count();
                let letters = ascii.matches(['X', 'O']).count();
                // The letters of the ID, of the names and of "On roll" aren't checkers; the legend has one of each.
                assert_eq!(checkers, letters - "OXOXOXO".len(), "{plain}");
                assert!(plain.contains(if side == Side::One { '▼' } else { '▲' }), "{plain}");
                assert_eq!(without_colours(&board(&ascii, direction, true)), plain);
            }
        }
    }

    #[test]
    fn a_number_has_the_colour_of_its_checkers() {
        let ascii = drawing(boards()[1], Side::One).draw(Direction::Standard);
        let coloured = board(&ascii, Direction::Standard, true);
        assert!(coloured.contains(&format!("{ONE}F{PLAIN}")), "{coloured}");
        assert!(coloured.contains(&format!("{ZERO}F{PLAIN}")), "{coloured}");
    }

    #[test]
    fn on_a_narrow_terminal_what_stands_beside_the_board_moves_below_it() {
        for (direction, is_styled) in
            [(Direction::Standard, false), (Direction::Standard, true), (Direction::Clockwise, true)]
        {
            let ascii = drawing(boards()[0], Side::One).draw(direction);
            let whole = board(&ascii, direction, is_styled);
            let narrow = fitted(&whole, 60);
            assert!(narrow.lines().all(|line| coloured_columns(line.trim_end()) <= 60), "{narrow}");
            let below = without_colours(narrow.lines().last().expect("a line"));
            assert_eq!(below, " 5 points match (Cube: 2)", "{narrow}");
            let rows = |text: &str| text.lines().count();
            assert_eq!(rows(&narrow), rows(&whole) + 1);
            assert_eq!(fitted(&whole, 100), whole);
        }
    }
}
