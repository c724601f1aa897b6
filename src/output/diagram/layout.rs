//! The layout of a diagram.

use super::scene::{Align, At, Item, RADIUS};
use super::theme::Paint;
use super::{Diagram, glyphs};
use crate::board::{Board, Side};
use crate::diag::count::many;
use crate::notation::drawing::{Caption, Direction, Status};

/// The margin around the picture.
const MARGIN: f64 = 14.0;
/// The width of a point.
pub(super) const POINT: f64 = 43.0;
/// The width of the bar.
const BAR: f64 = 50.0;
/// The width of the tray for checkers borne off, and of the gutter for the cube.
const TRAY: f64 = 60.0;
/// The height of the frame's strips that contain the numbers of the points.
const STRIP: f64 = 26.0;
/// The width of the frame at the sides.
const RIM: f64 = 8.0;
/// The distance from a checker to the next in a stack.
pub(super) const STEP: f64 = 41.5;
/// The height of a half of the board: five checkers and half of the gap between the halves.
const HALF: f64 = 5.0 * STEP + 38.0;
/// The height of a point's triangle.
const TRIANGLE: f64 = 196.0;
/// The height of a player's line.
const LINE: f64 = 34.0;
/// The most checkers shown in a stack; with more, their number is on the last one.
const HIGHEST: u8 = 5;

/// The width of the frame.
const FRAME: f64 = RIM + TRAY + RIM + 12.0 * POINT + BAR + RIM + TRAY + RIM;
/// The width of a picture.
pub(super) const WIDTH: f64 = FRAME + 2.0 * MARGIN;

/// The measures of one diagram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    direction: Direction,
    /// The upper edge of the frame.
    top: f64,
}

impl Layout {
    /// Returns the layout of a diagram, with or without the lines of the players around the board.
    pub(super) const fn new(direction: Direction, has_lines: bool) -> Self {
        Self { direction, top: if has_lines { MARGIN + LINE } else { MARGIN } }
    }

    /// Returns the lower edge of the frame.
    fn bottom(&self) -> f64 {
        self.top + 2.0 * (STRIP + HALF)
    }

    /// Returns the vertical middle of the board.
    pub(super) fn middle(&self) -> f64 {
        self.top + STRIP + HALF
    }

    /// Returns the height of the picture.
    pub(super) fn height(&self, has_lines: bool) -> f64 {
        self.bottom() + MARGIN + if has_lines { 2.0 * LINE - 4.0 } else { 0.0 }
    }

    /// Returns the left edges of the tray, the two halves and the cube's gutter.
    fn columns(&self) -> [f64; 4] {
        let first = MARGIN + RIM;
        let left = first + TRAY + RIM;
        let right = left + 6.0 * POINT + BAR;
        let last = right + 6.0 * POINT + RIM;
        match self.direction {
            Direction::Standard => [last, left, right, first],
            Direction::Clockwise => [first, left, right, last],
        }
    }

    /// Returns the middle of a point, by player 1's numbering, from left to right.
    fn column(&self, number: usize) -> f64 {
        let column = match (number > 12, self.direction) {
            (true, Direction::Standard) => number - 13,
            (false, Direction::Standard) => 12 - number,
            (true, Direction::Clockwise) => 24 - number,
            (false, Direction::Clockwise) => number - 1,
        };
        let [_, left, right, _] = self.columns();
        let from = if column < 6 { left } else { right - 6.0 * POINT };
        from + (column as f64 + 0.5) * POINT
    }

    /// Returns `true` if a point, by player 1's numbering, is at the upper edge.
    const fn is_upper(number: usize) -> bool {
        number > 12
    }

    /// Returns the middle of a stack's checker, counted from 0, on a lane of player 1's board, and the
    /// distance to the next checker. Lanes are those of [`Board`]; checkers beyond the highest lie on it.
    pub(super) fn checker(&self, lane: usize, number: u8) -> (At, f64) {
        let shown = f64::from(number.min(HIGHEST - 1));
        let [tray, _, right, _] = self.columns();
        match lane {
            Board::OPPONENT_BAR | Board::BAR => {
                // They begin beside the middle.
                let step = if lane == Board::BAR { STEP } else { -STEP };
                let first = self.middle() + step.signum() * (RADIUS + 17.0);
                (At::new(right - BAR / 2.0, first + shown * step), step)
            }
            Board::OFF | Board::OPPONENT_OFF => {
                let number = f64::from(number.min(14));
                let first = slab(number);
                let y = if lane == Board::OFF {
                    self.bottom() - STRIP - first - SLAB
                } else {
                    self.top + STRIP + first
                };
                (At::new(tray + TRAY / 2.0, y + SLAB / 2.0), 0.0)
            }
            number if Self::is_upper(number) => {
                let first = self.top + STRIP + RADIUS + 1.0;
                (At::new(self.column(number), first + shown * STEP), STEP)
            }
            number => {
                let first = self.bottom() - STRIP - RADIUS - 1.0;
                (At::new(self.column(number), first - shown * STEP), -STEP)
            }
        }
    }

    /// Returns what doesn't change with the position: paper, frame, points, and their numbers as a side
    /// counts.
    pub(super) fn ground(&self, counting: Side, has_lines: bool) -> Vec<Item> {
        let mut items = Vec::new();
        let mut rect = |x: f64, y: f64, width: f64, height: f64, corner: f64, paint: Paint| {
            items.push(Item::Rect { at: At::new(x, y), width, height, corner, paint });
        };
        rect(0.0, 0.0, WIDTH, self.height(has_lines), 0.0, Paint::Paper);
        rect(MARGIN, self.top, FRAME, self.bottom() - self.top, 8.0, Paint::Frame);
        let [tray, left, right, gutter] = self.columns();
        let (inner, half) = (self.top + STRIP, HALF - 5.0);
        rect(tray, inner, TRAY, half, 3.0, Paint::Tray);
        rect(tray, inner + HALF + 5.0, TRAY, half, 3.0, Paint::Tray);
        rect(gutter, inner, TRAY, 2.0 * HALF, 3.0, Paint::Tray);
        for x in [left, right] {
            rect(x, inner, 6.0 * POINT, 2.0 * HALF, 0.0, Paint::Field);
        }
        for number in 1..=24 {
            let (x, upper) = (self.column(number), Self::is_upper(number));
            let (base, tip) = if upper {
                (inner, inner + TRIANGLE)
            } else {
                (self.bottom() - STRIP, self.bottom() - STRIP - TRIANGLE)
            };
            let half = POINT / 2.0;
            let (from, to) = (At::new(x - half, base), At::new(x + half, base));
            let data = format!("M{from}L{}L{to}Z", At::new(x, tip));
            let paint = if number % 2 == 0 { Paint::PointA } else { Paint::PointB };
            items.push(Item::Path { data, paint });
            let shown = if counting == Side::One { number } else { 25 - number };
            let size = 10.5;
            let strip = if upper { self.top } else { self.bottom() - STRIP };
            items.push(Item::Text {
                text: shown.to_string(),
                at: At::new(x, strip + (STRIP - size) / 2.0),
                size,
                align: Align::Middle,
                paint: Paint::Number,
            });
        }
        items
    }

    /// Returns the checkers.
    pub(super) fn checkers(&self, diagram: &Diagram) -> Vec<Item> {
        let board = diagram.board_of_one();
        let lanes = board.lanes();
        let mut items = Vec::new();
        for (lane, &checkers) in lanes[..=Board::BAR].iter().enumerate() {
            let count = checkers.unsigned_abs();
            if count == 0 {
                continue;
            }
            let side = if checkers > 0 { Side::One } else { Side::Zero };
            let (at, step) = self.checker(lane, 0);
            items.push(Item::Stack { side, count: count.min(HIGHEST), at, step });
            if count > HIGHEST {
                let (at, _) = self.checker(lane, HIGHEST - 1);
                let paint = if side == Side::One { Paint::OnDark } else { Paint::OnLight };
                items.push(number(u32::from(count), at, 14.0, paint));
            }
        }
        for (lane, side) in [(Board::OFF, Side::One), (Board::OPPONENT_OFF, Side::Zero)] {
            let paint = if side == Side::One { Paint::Dark } else { Paint::Light };
            for number in 0..lanes[lane].unsigned_abs() {
                let (at, _) = self.checker(lane, number);
                items.push(Item::Rect {
                    at: At::new(at.x - 22.0, at.y - SLAB / 2.0),
                    width: 44.0,
                    height: SLAB,
                    corner: 3.0,
                    paint,
                });
            }
        }
        items
    }

    /// Returns dice and cube.
    pub(super) fn pieces(&self, caption: &Caption, on_roll: Side) -> Vec<Item> {
        let mut items = Vec::new();
        let [_, left, right, gutter] = self.columns();
        // Each player's right, as they look at the board.
        let right_of = |side| if side == Side::One { right } else { left } + 3.0 * POINT;
        let mut cube = (caption.cube, gutter + TRAY / 2.0, self.middle());
        match caption.cube_owner {
            Some(Side::Zero) => cube.2 = self.top + STRIP + 32.0,
            Some(Side::One) => cube.2 = self.bottom() - STRIP - 32.0,
            None => {}
        }
        match caption.status {
            Status::Rolled(first, second) => {
                for (die, way) in [(first, -0.5), (second, 0.5)] {
                    let at = At::new(right_of(on_roll) + way * 52.0, self.middle());
                    items.push(Item::Die { side: on_roll, pips: die.pips(), at });
                }
            }
            // It is in front of the player who must answer.
            Status::CubeOffered { to, value } => cube = (value, right_of(to), self.middle()),
            Status::OnRoll | Status::Over => {}
        }
        if caption.length != 1 {
            let (value, x, y) = cube;
            let side = 44.0;
            items.push(Item::Rect {
                at: At::new(x - side / 2.0, y - side / 2.0),
                width: side,
                height: side,
                corner: 7.0,
                paint: Paint::Cube,
            });
            let height = [20.0, 20.0, 14.5, 11.5, 9.0][value.max(1).ilog10().min(4) as usize];
            items.push(number(value, At::new(x, y), height, Paint::OnCube));
        }
        items
    }

    /// Returns the players' lines above and below the board, and the action that is due below these.
    pub(super) fn lines(&self, diagram: &Diagram) -> Vec<Item> {
        let board = diagram.board_of_one();
        let mut items = Vec::new();
        let right = MARGIN + FRAME;
        let mut text = |text: String, x: f64, y: f64, size: f64, align: Align, paint: Paint| {
            items.push(Item::Text { text, at: At::new(x, y), size, align, paint });
        };
        let mut marks = Vec::new();
        for (side, y, pips) in [
            (Side::Zero, MARGIN + 7.0, board.opponent_pips()),
            (Side::One, self.bottom() + 12.0, board.pips()),
        ] {
            let facts = match &diagram.caption {
                Some(caption) => score(caption, side) + &many(pips.into(), "pip"),
                None => many(pips.into(), "pip"),
            };
            let width = glyphs::set(&facts).1 * 13.0 / 8.0;
            text(facts, right, y + 1.0, 13.0, Align::Right, Paint::Ink);
            let most = (FRAME - 34.0 - width - 24.0) * 8.0 / 15.0;
            let name = diagram.caption.as_ref().map_or("", |caption| &caption.names[side]);
            text(glyphs::fitting(name, most), MARGIN + 30.0, y, 15.0, Align::Left, Paint::Ink);
            let paint = if side == Side::One { Paint::Dark } else { Paint::Light };
            marks.push(Item::Path { data: disc(At::new(MARGIN + 11.0, y + 7.5), 10.0), paint });
        }
        // A long name is cut, so that the action after it stays.
        let most = FRAME * 8.0 / 12.5;
        let words = diagram.words_with(|name| glyphs::fitting(name, 0.5 * most));
        if !words.is_empty() {
            let words = glyphs::fitting(&words, most);
            text(words, MARGIN + FRAME / 2.0, self.bottom() + LINE + 12.0, 12.5, Align::Middle, Paint::Faint);
        }
        items.extend(marks);
        items
    }
}

/// The height of a checker on its edge in the tray.
const SLAB: f64 = 13.0;

/// Returns the distance of a checker in the tray from the tray's end; five make a group.
fn slab(number: f64) -> f64 {
    4.0 + number * (SLAB + 1.5) + (number / 5.0).floor() * 4.0
}

/// Returns a number centred on a place.
fn number(number: u32, at: At, size: f64, paint: Paint) -> Item {
    let at = At::new(at.x, at.y - size / 2.0);
    Item::Text { text: number.to_string(), at, size, align: Align::Middle, paint }
}

/// Returns a disc as path data.
pub(super) fn disc(at: At, radius: f64) -> String {
    use super::scene::Units;
    let (r, way) = (Units(radius), Units(2.0 * radius));
    format!("M{}a{r} {r} 0 1 0 {way} 0a{r} {r} 0 1 0 -{way} 0Z", At::new(at.x - radius, at.y))
}

/// Returns a side's score, written before its pips.
fn score(caption: &Caption, side: Side) -> String {
    let points = caption.scores[side];
    let away = caption.length.saturating_sub(points);
    match caption.length {
        0 => format!("score {points}  ·  "),
        _ if away == 0 => format!("score {points}, won  ·  "),
        _ => format!("score {points}, {away}-away  ·  "),
    }
}
