//! The board as GNU Backgammon draws it in text, in both directions.
//!
//! The layout was established from the output of GNU Backgammon 1.07.001, and reproduces every
//! blank, trailing ones included, because scripts compare such drawings byte for byte. Player 1
//! (`X`) always sits at the bottom; only the numbers of the points change with the side on roll.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::board::{Board, Side};
//! use barpoint::notation::drawing::{BoardDrawing, Direction};
//!
//! let drawing = BoardDrawing::plain(Board::START, Side::One, "4HPwATDgc/ABMA");
//! let text = drawing.draw(Direction::Standard);
//! assert_eq!(text.lines().nth(2), Some(" | X           O    |   | O              X |     "));
//! ```

use super::{GameState, MatchFields};
use crate::board::{Board, BySide, Die, Side};
use crate::diag::count::many;
use crate::rules::Outcome;
use std::fmt::Write as _;

/// The direction of player 1's numbers along the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// The home boards on the right: GNU Backgammon's `set clockwise off`.
    #[default]
    Standard,
    /// The home boards on the left: `set clockwise on`.
    Clockwise,
}

/// The state of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of a side's checkers are off: the game is over.
    Over,
    /// Nothing yet.
    OnRoll,
    /// The dice are rolled; they are drawn in this order.
    Rolled(Die, Die),
    /// The cube is offered and waits for an answer.
    CubeOffered {
        /// The side that must answer.
        to: Side,
        /// The value of the cube if it is taken.
        value: u32,
    },
}

/// The text beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The players' names.
    pub names: BySide<String>,
    /// The score in points.
    pub scores: BySide<u32>,
    /// The match length in points; 0 for a money session.
    pub length: u32,
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// The current value of the cube.
    pub cube: u32,
    /// The cube's owner; `None` while it is centred.
    pub cube_owner: Option<Side>,
    /// The state of the turn.
    pub status: Status,
    /// The resignation offered by the opponent of the side that must answer.
    pub resignation: Option<Outcome>,
    /// The side in whose row the resignation is mentioned; `None` is the row of the side on roll, where GNU
    /// Backgammon mentions it, whichever side resigns.
    pub resigner: Option<Side>,
}

impl Caption {
    /// Returns the caption for the fields of a Match ID.
    #[must_use]
    pub fn of(fields: &MatchFields, names: BySide<String>) -> Self {
        let status = if fields.double_offered {
            Status::CubeOffered { to: fields.turn, value: 2 * fields.cube }
        } else if fields.state == GameState::Over {
            Status::Over
        } else if let Some(roll) = fields.dice {
            Status::Rolled(roll.high(), roll.low())
        } else {
            Status::OnRoll
        };
        Self {
            names,
            scores: fields.score.map(u32::from),
            length: u32::from(fields.length),
            crawford: fields.crawford,
            cube: fields.cube,
            cube_owner: fields.owner,
            status,
            resignation: fields.resignation,
            resigner: fields.resignation.map(|_| fields.turn.opponent()),
        }
    }

    /// Returns `true` if a side could turn the cube, as far as these fields tell: it isn't the Crawford game, the opponent
    /// doesn't own the cube, and it isn't dead.
    #[must_use]
    pub fn may_double(&self, by: Side) -> bool {
        let is_dead = self.length > 0 && self.scores[by].saturating_add(self.cube) >= self.length;
        !self.crawford && !is_dead && self.cube_owner.is_none_or(|owner| owner == by)
    }
}

/// A board with the text around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDrawing {
    /// The position, from the view of the side on roll.
    pub board: Board,
    /// The side on roll.
    pub on_roll: Side,
    /// The Position ID, from the view of the side on roll.
    pub position_id: String,
    /// The Match ID; without one, its line is left out.
    pub match_id: Option<String>,
    /// Names, score and cube; without them, only the board is drawn.
    pub caption: Option<Caption>,
}

/// The rows of one half of the board.
const DEPTH: u8 = 5;

impl BoardDrawing {
    /// Returns the drawing of a bare position.
    #[must_use]
    pub fn plain(board: Board, on_roll: Side, position_id: impl Into<String>) -> Self {
        Self { board, on_roll, position_id: position_id.into(), match_id: None, caption: None }
    }

    /// Draws the board: up to fifteen lines, each ended by `\n`.
    #[must_use]
    pub fn draw(&self, direction: Direction) -> String {
        // Positive counts are player 1's, who is drawn as X, in player 1's numbering.
        let board = if self.on_roll == Side::One { self.board } else { self.board.flip() };
        let lines = Annotations::new(self);
        let mut text = String::with_capacity(900);
        let (indent, gap) = match direction {
            Direction::Standard => ("", "     "),
            Direction::Clockwise => ("   ", "  "),
        };
        let _ = writeln!(text, "{indent} {:<15} Position ID: {}", "GNU Backgammon", self.position_id);
        if let Some(match_id) = &self.match_id {
            let _ = writeln!(text, "{indent} {:<15} Match ID   : {match_id}", "");
        }
        let _ = writeln!(text, "{indent} +{}+{gap}{}", self.rule(Side::Zero, direction), lines.names[0]);
        for depth in 1..=DEPTH {
            row(&mut text, &board, Side::Zero, depth, direction, &lines.beside[0]);
        }
        let marker = if self.on_roll == Side::One { 'v' } else { '^' };
        let _ = match direction {
            Direction::Standard => {
                writeln!(text, "{marker}|{0:18}|BAR|{0:18}|     {1}", "", lines.middle)
            }
            Direction::Clockwise => {
                writeln!(text, "    |{0:18}|BAR|{0:18}|{marker} {1}", "", lines.middle)
            }
        };
        for depth in (1..=DEPTH).rev() {
            row(&mut text, &board, Side::One, depth, direction, &lines.beside[1]);
        }
        let _ = writeln!(text, "{indent} +{}+{gap}{}", self.rule(Side::One, direction), lines.names[1]);
        text
    }

    /// Returns the numbers along one edge, as the side on roll counts.
    fn rule(&self, edge: Side, direction: Direction) -> &'static str {
        // The low points are at the edge of the side on roll.
        match (direction, edge == self.on_roll) {
            (Direction::Standard, true) => "12-11-10--9--8--7-------6--5--4--3--2--1-",
            (Direction::Standard, false) => "13-14-15-16-17-18------19-20-21-22-23-24-",
            (Direction::Clockwise, true) => "-1--2--3--4--5--6-------7--8--9-10-11-12-",
            (Direction::Clockwise, false) => "24-23-22-21-20-19------18-17-16-15-14-13-",
        }
    }
}

/// The texts to the right of the board.
struct Annotations {
    /// Beside the upper and the lower row of numbers.
    names: [String; 2],
    /// Beside the two outermost rows of checkers at the top and the bottom, the outermost first.
    beside: [[String; 2]; 2],
    /// Beside the bar.
    middle: String,
}

impl Annotations {
    fn new(drawing: &BoardDrawing) -> Self {
        let mut this = Self { names: Default::default(), beside: Default::default(), middle: String::new() };
        let Some(caption) = &drawing.caption else { return this };
        let board = &drawing.board;
        let is_offered = matches!(caption.status, Status::CubeOffered { .. });
        for (side, letter) in [(Side::Zero, 'O'), (Side::One, 'X')] {
            let name = &mut this.names[side.index()];
            *name = format!("{letter}: {}", caption.names[side]);
            // An offered cube isn't drawn beside its owner.
            if caption.cube_owner == Some(side) && !is_offered {
                let _ = write!(name, " (Cube: {})", caption.cube);
            }
            this.beside[side.index()][0] = points(caption.scores[side], "");
        }
        let (side, status) = match caption.status {
            Status::Over => (drawing.on_roll, String::new()),
            // A position was set in which neither player can be on roll.
            Status::OnRoll if board.is_over() => (drawing.on_roll, String::new()),
            Status::OnRoll => (drawing.on_roll, "On roll".to_owned()),
            Status::Rolled(first, second) => (drawing.on_roll, format!("Rolled {first}{second}")),
            Status::CubeOffered { to, value } => (to, format!("Cube offered at {value}")),
        };
        // A resignation isn't mentioned beside an offered cube.
        this.beside[side.index()][1] = status;
        if let Some(game) = caption.resignation.filter(|_| !is_offered) {
            let row = &mut this.beside[caption.resigner.unwrap_or(side).index()][1];
            let _ =
                if row.is_empty() { write!(row, "Resigns {game}") } else { write!(row, ", resigns {game}") };
        }
        if !is_offered {
            this.middle = match (caption.length, caption.cube_owner) {
                (0, None) => format!("(Cube: {})", caption.cube),
                (0, Some(_)) => String::new(),
                // A match to one point has no cube to mention.
                (1, _) | (_, Some(_)) => points(caption.length, " match"),
                (length, None) if caption.crawford => points(length, " match (Crawford game)"),
                (length, None) => points(length, &format!(" match (Cube: {})", caption.cube)),
            };
        }
        this
    }
}

/// Returns a number of points, with the correct plural.
fn points(number: u32, tail: &str) -> String {
    many(number.into(), "point") + tail
}

/// Writes one row of checkers in the half of the board on the side of `edge`; depth 1 is next to
/// the edge.
fn row(text: &mut String, board: &Board, edge: Side, depth: u8, direction: Direction, beside: &[String; 2]) {
    let lanes = board.lanes();
    // The lanes from left to right, as player 1 counts.
    let lane = |column: usize| match (edge, direction) {
        (Side::Zero, Direction::Standard) => 13 + column,
        (Side::Zero, Direction::Clockwise) => 24 - column,
        (Side::One, Direction::Standard) => 12 - column,
        (Side::One, Direction::Clockwise) => 1 + column,
    };
    let (bar, off) = match edge {
        Side::Zero => (lanes[Board::OPPONENT_BAR], lanes[Board::OPPONENT_OFF]),
        Side::One => (lanes[Board::BAR], lanes[Board::OFF]),
    };
    // The tray is filled column by column, five checkers each, beginning at the board.
    let tray = |column: u8| {
        let filled = off.unsigned_abs() > column * DEPTH + depth - 1;
        if filled { letter(off) } else { ' ' }
    };
    match direction {
        Direction::Standard => text.push_str(" |"),
        Direction::Clockwise => text.extend([tray(2), tray(1), tray(0), ' ', '|']),
    }
    for column in 0..12 {
        if column == 6 {
            text.extend(['|', ' ', cell(bar, depth), ' ', '|']);
        }
        text.extend([' ', cell(lanes[lane(column)], depth), ' ']);
    }
    let annotation = beside.get(usize::from(depth) - 1).map_or("", String::as_str);
    text.push('|');
    match direction {
        Direction::Standard => {
            text.extend([' ', tray(0), tray(1), tray(2)]);
            if depth < DEPTH {
                text.push(' ');
            }
        }
        Direction::Clockwise => text.push_str("  "),
    }
    text.push_str(annotation);
    text.push('\n');
}

/// Returns the letter of the side with a signed count.
const fn letter(count: i8) -> char {
    if count > 0 { 'X' } else { 'O' }
}

/// Returns the character of a stack at a depth: its letter, or at the innermost place the number of
/// more than five checkers.
fn cell(count: i8, depth: u8) -> char {
    let height = count.unsigned_abs();
    if height < depth {
        ' '
    } else if depth == DEPTH && height > DEPTH {
        // Ten and more are drawn as a hexadecimal digit.
        char::from_digit(u32::from(height), 16).map_or('+', |digit| digit.to_ascii_uppercase())
    } else {
        letter(count)
    }
}
