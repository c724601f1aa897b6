//! A board drawn in characters: `X` at the bottom, `O` at the top, three characters per point.

use crate::diag::Span;

/// The drawing of a point or of the bar: the letter, its count, and a number beside the letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stack {
    letter: u8,
    count: u8,
    number: u8,
}

/// The parts of a drawing read so far.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    /// The upper ruler's points from left to right; those of the lower half are 25 minus these.
    top: Vec<u8>,
    /// The stacks by place, from the view of `X`: its opponent's bar, the points, its own bar.
    stacks: [Stack; 26],
    /// The place of each row, and the letters in it by place.
    rows: Vec<(Span, [u8; 26])>,
    /// The number of rows above the bar's.
    above: Option<usize>,
}

/// The number of rows of a board.
pub(super) const ROWS: usize = 11;

/// Reads the points of a ruler, ` +13-14-…-18------19-…-24-+`.
pub(super) fn ruler(line: &str) -> Option<Vec<u8>> {
    let line = line.trim_start().strip_prefix('+')?;
    let (inside, _) = line.split_once('+')?;
    let points: Vec<u8> = inside
        .split('-')
        .filter(|part| !part.is_empty())
        .map(str::parse::<u8>)
        .collect::<Result<Vec<u8>, _>>()
        .ok()?;
    (points.len() == 12 && points.iter().all(|point| (1..=24).contains(point))).then_some(points)
}

/// Returns `true` for a line that was a ruler before it was damaged.
pub(super) fn was_ruler(line: &str) -> bool {
    let begin: String = line.trim_start().chars().take(43).collect();
    let count = |is: fn(char) -> bool| begin.chars().filter(|c| is(*c)).count();
    count(|c| c == '-') >= 15 && count(|c| c.is_ascii_digit()) >= 10
}

/// Returns `true` for a line that is a row of a board, or was one before it was damaged.
pub(super) fn was_row(line: &str) -> bool {
    line.matches('|').count() >= 3
}

impl Drawing {
    /// Begins a drawing under its upper ruler.
    pub(super) const fn new(top: Vec<u8>) -> Self {
        let nothing = Stack { letter: 0, count: 0, number: 0 };
        Self { top, stacks: [nothing; 26], rows: Vec::new(), above: None }
    }

    /// Reads a row, ` | X     O        X |   | O  X  O  O       |`; returns `true` if it is one.
    pub(super) fn row(&mut self, line: &str, place: Span) -> bool {
        let Some((margin, row)) = line.split_once('|') else { return false };
        let row = row.as_bytes();
        if margin.trim().len() > 1 || row.len() < 41 || row[18] != b'|' || row[22] != b'|' {
            return false;
        }
        let is_bar_row = &row[19..22] == b"BAR";
        let mut letters = [0; 26];
        for column in 0..12 {
            let at = if column < 6 { 3 * column } else { 3 * column + 5 };
            let point = self.top.get(column).copied().unwrap_or(0);
            let point = usize::from(if self.above.is_some() { 25 - point.min(25) } else { point.min(25) });
            read(&mut self.stacks[point], &row[at..at + 3]);
            letters[point] = row[at..at + 3].iter().copied().find(|c| b"XO".contains(c)).unwrap_or(0);
        }
        if is_bar_row {
            self.above = Some(self.rows.len());
        } else {
            // Each side's checkers on the bar are in the middle column, in either half.
            let own = row[19..22].contains(&b'X');
            let side = if own || (!row[19..22].contains(&b'O') && self.above.is_some()) { 25 } else { 0 };
            read(&mut self.stacks[side], &row[19..22]);
        }
        self.rows.push((place, letters));
        true
    }

    /// Returns the number of rows read; a whole board has [`ROWS`].
    pub(super) const fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Returns the place of the first row that isn't the one of a position, from the view of `X`.
    pub(super) fn first_wrong(&self, lanes: &[i8]) -> Option<Span> {
        let above = self.above.unwrap_or(self.rows.len());
        let height = ROWS / 2;
        let fits = |row: usize, letters: &[u8; 26]| {
            let is_upper = row <= above;
            // The checkers of a stack stand at the edge of the board.
            let depth = if is_upper { row } else { (above + height).saturating_sub(row) };
            (1..25).filter(|&point| is_upper == self.is_upper(point)).all(|point| {
                let count = usize::from(lanes[point].unsigned_abs());
                let letter = if lanes[point] > 0 { b'X' } else { b'O' };
                match letters[point] {
                    _ if count > height => true,
                    0 => count <= depth,
                    drawn => count > depth && drawn == letter,
                }
            })
        };
        let mut rows = self.rows.iter().enumerate().filter(|(row, _)| *row != above);
        let wrong = rows.find(|(row, (_, letters))| !fits(*row, letters)).map(|(_, (place, _))| *place);
        // A row of blanks too many or too few shows at the row of the bar.
        let bar = self.rows.get(above).map(|(place, _)| *place).filter(|_| above != height);
        match (wrong, bar) {
            (Some(wrong), Some(bar)) => Some(if wrong.start < bar.start { wrong } else { bar }),
            (wrong, bar) => wrong.or(bar).or(self.rows.last().map(|(place, _)| *place)),
        }
    }

    /// Returns `true` for the points under the upper ruler.
    fn is_upper(&self, point: usize) -> bool {
        self.top.iter().any(|upper| usize::from(*upper) == point)
    }

    /// Returns the position from the view of `X`, as far as the drawing shows it. A number beside letters is
    /// read as the size of the whole stack if that is possible, otherwise as the number of checkers on top of
    /// the letters.
    pub(super) fn lanes(&self) -> [i8; 26] {
        self.stacks.map(|stack| {
            let count = if stack.number > stack.count { stack.number } else { stack.count + stack.number };
            let count = count.min(100) as i8;
            if stack.letter == b'X' { count } else { -count }
        })
    }

    /// Returns `true` if a position, from the view of `X`, can be the one drawn.
    pub(super) fn fits(&self, lanes: &[i8]) -> bool {
        self.stacks.iter().zip(lanes).all(|(stack, &lane)| {
            let letter = match lane.signum() {
                0 => 0,
                1 => b'X',
                _ => b'O',
            };
            let count = lane.unsigned_abs();
            let counts = match stack.number {
                0 => count == stack.count,
                number => count == number || count == stack.count + number,
            };
            stack.letter == letter && counts
        })
    }
}

/// Reads a cell of a stack.
fn read(stack: &mut Stack, cell: &[u8]) {
    for &byte in cell {
        match byte {
            b'X' | b'O' => {
                stack.letter = byte;
                stack.count = stack.count.saturating_add(1).min(15);
            }
            b'0'..=b'9' => stack.number = (stack.number % 10) * 10 + (byte - b'0'),
            _ => {}
        }
    }
}
