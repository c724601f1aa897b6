//! A board drawn in characters: `X` at the bottom, `O` at the top, three characters per point.

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
    below_bar: bool,
    rows: usize,
}

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

impl Drawing {
    /// Begins a drawing under its upper ruler.
    pub(super) const fn new(top: Vec<u8>) -> Self {
        let nothing = Stack { letter: 0, count: 0, number: 0 };
        Self { top, stacks: [nothing; 26], below_bar: false, rows: 0 }
    }

    /// Reads a row, ` | X     O        X |   | O  X  O  O       |`; returns `true` if it is one.
    pub(super) fn row(&mut self, line: &str) -> bool {
        let Some((margin, row)) = line.split_once('|') else { return false };
        let row = row.as_bytes();
        if margin.trim().len() > 1 || row.len() < 41 || row[18] != b'|' || row[22] != b'|' {
            return false;
        }
        self.rows += 1;
        let is_bar_row = &row[19..22] == b"BAR";
        for column in 0..12 {
            let at = if column < 6 { 3 * column } else { 3 * column + 5 };
            let point = self.top.get(column).copied().unwrap_or(0);
            let point = if self.below_bar { 25 - point.min(25) } else { point };
            read(&mut self.stacks[usize::from(point.min(25))], &row[at..at + 3]);
        }
        if is_bar_row {
            self.below_bar = true;
        } else {
            // Each side's checkers on the bar are in the middle column, in either half.
            let own = row[19..22].contains(&b'X');
            let side = if own || (!row[19..22].contains(&b'O') && self.below_bar) { 25 } else { 0 };
            read(&mut self.stacks[side], &row[19..22]);
        }
        true
    }

    /// Returns the number of rows read; a whole board has eleven.
    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the position from the view of `X`, as far as the drawing shows it. A number beside letters is read as
    /// the size of the whole stack if that is possible, otherwise as the number of checkers on top of the letters.
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
