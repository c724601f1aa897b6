//! Writing rows, with the columns of GNU Backgammon 1.07.

use super::extras::column;
use super::write::cube_words;
use crate::board::{Roll, Side};
use crate::formats::position::absolute;
use crate::game::Act;
use crate::game::record::Written as Entry;
use crate::rules::{Play, Step};
use std::cmp::Reverse;

/// The width of the left cell.
const LEFT: usize = 27;
/// The column of the right cell.
pub(super) const RIGHT: usize = 33;
/// The column of a result in the right cell that has a line of its own.
const RIGHT_RESULT: usize = 34;
/// The column of a result in the left cell.
const LEFT_RESULT: usize = 6;

/// The content of the present line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Nothing: the next cell begins a row.
    Empty,
    /// A row's number and a left cell, padded up to the right one.
    Left,
    /// A left cell with dice and no play, not padded.
    LeftDice,
    /// Both cells, the right one with dice and no play.
    RightDice,
}

/// Writes rows.
pub(super) struct Rows {
    out: Vec<u8>,
    line: Line,
    row: u32,
    /// The beginning of the present line.
    start: usize,
    /// Whether the left cell of the present line is a passed double.
    drops: bool,
}

impl Rows {
    pub(super) fn new(room: usize) -> Self {
        Self { out: Vec::with_capacity(room), line: Line::Empty, row: 0, start: 0, drops: false }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Begins a game; returns the buffer for its head.
    pub(super) fn head(&mut self) -> &mut Vec<u8> {
        (self.line, self.row) = (Line::Empty, 0);
        &mut self.out
    }

    /// Returns the text written so far, to be continued.
    pub(super) const fn tail(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// Moves to the beginning of a side's next cell; returns its row's number.
    #[inline]
    pub(super) fn begin(&mut self, by: Side) -> u32 {
        if self.line == Line::LeftDice {
            self.pad(RIGHT);
            self.line = Line::Left;
        }
        if by == Side::One && self.line == Line::Left {
            return self.row;
        }
        if self.line != Line::Empty {
            if self.line == Line::Left {
                // After a beaver whose take isn't written.
                self.out.extend_from_slice(b"  ");
            }
            self.end();
        }
        self.row += 1;
        self.start = self.out.len();
        let blanks: &[u8] = match self.row {
            0..=9 => b"  ",
            10..=99 => b" ",
            _ => b"",
        };
        self.out.extend_from_slice(blanks);
        number(self.row, &mut self.out);
        self.out.extend_from_slice(b") ");
        self.drops = false;
        if by == Side::One {
            self.pad(RIGHT);
        }
        self.row
    }

    /// Ends the present cell.
    #[inline]
    fn close(&mut self, by: Side) {
        match by {
            Side::Zero => {
                self.pad(RIGHT - 1);
                self.out.push(b' ');
                self.line = Line::Left;
            }
            Side::One => self.end(),
        }
    }

    fn end(&mut self) {
        self.out.push(b'\n');
        self.line = Line::Empty;
    }

    #[inline]
    fn pad(&mut self, column: usize) {
        let end = self.start + column;
        if self.out.len() < end {
            self.out.resize(end, b' ');
        }
    }

    #[inline]
    fn dice(&mut self, digits: [u8; 2]) {
        self.out.extend_from_slice(&[digits[0], digits[1], b':', b' ']);
    }

    /// Writes dice and a legal play: the steps in the order written, if all of them are, otherwise from the highest
    /// point to the lowest. After a play that isn't known the position isn't either: hits are then those that the
    /// record marks.
    pub(super) fn play(
        &mut self,
        act: &Act,
        roll: Roll,
        play: &Play,
        written: Option<&Entry>,
        is_known: bool,
    ) {
        self.dice(Entry::digits_of(written, roll));
        let mut steps = [Step::default(); 4];
        let count = play.steps().len();
        steps[..count].copy_from_slice(play.steps());
        let steps = &mut steps[..count];
        // As GNU Backgammon orders what it reads.
        steps.sort_unstable_by_key(|step| Reverse(*step));
        if let Some(written) = written.and_then(Entry::play) {
            written.order(steps);
        }
        let lanes = act.before.lanes();
        let mut starred = 0_u32;
        for (i, step) in steps.iter().enumerate() {
            small(step.from(), &mut self.out);
            self.out.push(b'/');
            small(step.to(), &mut self.out);
            let bit = 1 << step.to();
            let hits = || {
                if is_known { lanes[usize::from(step.to())] < 0 } else { marks_hit(written, step.to()) }
            };
            if step.to() > 0 && starred & bit == 0 && hits() {
                starred |= bit;
                self.out.push(b'*');
            }
            if i < 3 {
                self.out.push(b' ');
            }
        }
        self.close(act.by);
    }

    /// Writes dice and the text after them.
    pub(super) fn text(&mut self, by: Side, digits: [u8; 2], text: &[u8]) {
        self.dice(digits);
        self.out.extend_from_slice(text);
        self.close(by);
    }

    /// Writes dice that weren't played.
    pub(super) fn rolled(&mut self, by: Side, digits: [u8; 2]) {
        self.dice(digits);
        self.line = match by {
            Side::Zero => Line::LeftDice,
            Side::One => Line::RightDice,
        };
    }

    /// Writes an offer of the cube.
    pub(super) fn doubled(&mut self, by: Side, to: u32, beaver: bool) {
        self.out.extend_from_slice(if beaver { b" Beavers => " } else { b" Doubles => " });
        number(to, &mut self.out);
        self.close(by);
    }

    /// Writes words.
    pub(super) fn words(&mut self, by: Side, words: &[u8]) {
        self.out.extend_from_slice(words);
        self.close(by);
        self.drops = by == Side::Zero && words == b" Drops";
    }

    /// Writes words of the player who gives up the game: after the dice of that player that weren't played, or in a cell.
    pub(super) fn gives_up(&mut self, by: Side, is_rolled: bool, words: &[u8]) {
        if is_rolled && matches!(self.line, Line::LeftDice | Line::RightDice) {
            self.out.extend_from_slice(words);
            return self.close(by);
        }
        self.begin(by);
        self.out.push(b' ');
        self.words(by, words);
    }

    /// Writes a position that is set, on a line of its own; letters as in an XGID, seen by the left player.
    pub(super) fn set_position(&mut self, act: &Act, digits: Option<[u8; 2]>) {
        if self.line != Line::Empty {
            self.end();
        }
        self.out.extend_from_slice(b"; Set Pos=");
        for count in absolute(&act.before, act.by) {
            self.out.push(match count {
                0 => b'-',
                1.. => b'A' + (count.unsigned_abs() - 1).min(15),
                _ => b'a' + (count.unsigned_abs() - 1).min(15),
            });
        }
        self.out.extend_from_slice(b"/0 on=");
        self.out.push(column(act.by));
        if let Some(digits) = digits {
            self.out.extend_from_slice(b" roll=");
            self.out.extend_from_slice(&digits);
        }
        cube_words(act.cube, &mut self.out);
        self.out.push(b'\n');
    }

    /// Writes the result, and the blank line after it.
    pub(super) fn wins(&mut self, winner: Side, points: u32) {
        match (winner, self.line) {
            (Side::Zero, Line::LeftDice) => self.out.extend_from_slice(b"      "),
            (Side::One, Line::LeftDice) => self.pad(RIGHT),
            (Side::One, Line::Left | Line::RightDice) => self.out.push(b' '),
            (_, line) => {
                if line != Line::Empty {
                    self.end();
                }
                self.start = self.out.len();
                self.pad(if winner == Side::Zero { LEFT_RESULT } else { RIGHT_RESULT });
            }
        }
        self.out.extend_from_slice(b"Wins ");
        number(points, &mut self.out);
        self.out.extend_from_slice(if points == 1 { b" point" } else { b" points" });
        if self.drops && self.line == Line::Left && winner == Side::One {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(b"\n\n");
        self.line = Line::Empty;
    }

    /// Writes that the game was drawn, and the blank line after it.
    pub(super) fn drawn(&mut self) {
        if self.line != Line::Empty {
            self.end();
        }
        self.start = self.out.len();
        self.pad(LEFT_RESULT);
        self.out.extend_from_slice(b"Draw\n\n");
        self.line = Line::Empty;
    }

    /// Ends a game without a result.
    pub(super) fn unfinished(&mut self, goes_on: bool) {
        if self.line != Line::Empty {
            self.end();
        }
        if goes_on {
            self.out.push(b'\n');
        }
    }
}

/// Returns `true` if the record marks a hit on a point.
#[cold]
fn marks_hit(written: Option<&Entry>, point: u8) -> bool {
    let play = written.and_then(Entry::play);
    play.is_some_and(|play| play.legs().any(|leg| leg.leg.hit && leg.leg.to.number() == point))
}

/// Appends a number of at most two digits.
#[inline]
fn small(value: u8, out: &mut Vec<u8>) {
    if value >= 10 {
        out.push(b'0' + value / 10);
    }
    out.push(b'0' + value % 10);
}

/// Appends a number.
#[inline]
pub(super) fn number(value: u32, out: &mut Vec<u8>) {
    let mut digits = [0_u8; 10];
    let mut at = digits.len();
    let mut rest = value;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

const _: () = assert!(LEFT + 5 + 1 == RIGHT, "a row's number, the left cell, a blank");
