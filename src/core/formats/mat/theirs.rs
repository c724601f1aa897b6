//! The family as GNU Backgammon itself writes it, without any lines of ours.
//!
//! It writes a cell for each entry of its list of moves, alternating left and right by parity alone. A position or a
//! cube that was set by hand has no cell: match text has blanks for it, Snowie's a line that begins with
//! `Illegal play`.

use super::names::stand_ins;
use super::rows::number;
use super::write::{Form, Writer};
use crate::board::{BySide, Side};
use crate::formats::gnubg::{Followed, Listed, Present, Session, What, list_of};
use crate::game::Replayed;
use std::fmt::Write as _;
use std::io::Write as _;

/// The width of a left cell without the blank after it.
const LEFT: usize = 27;
/// The width of a position that was set in place of a right cell, without the blank after it.
const SET: usize = 23;

/// Writes a match like GNU Backgammon's own file: only with its headers, ending where its list ends.
pub(in crate::formats) fn write_theirs(replayed: &Replayed, session: &Session, form: Form) -> Vec<u8> {
    let mut writer = Writer::new(replayed, form, true);
    writer.headers();
    for index in 0..writer.count() {
        let mut names = stand_ins(replayed, index, form == Form::Mat);
        // It doesn't ask whether it can read a name again.
        names.written = BySide::default();
        writer.head(index, &replayed.games[index], &names);
        let list = list_of(replayed, session, index);
        let mut cells = Cells {
            out: writer.rows.tail(),
            count: 0,
            cube: 1,
            owner: None,
            offers: 0,
            board: Followed::new(&replayed.rules.variant.start().board()),
            is_unplayed: false,
            present: session.present.as_ref().filter(|_| form == Form::Snowie),
            scores: replayed.games[index].before.points,
        };
        for (at, listed) in list.entries.iter().enumerate() {
            cells.entry(listed, list.entries.get(at + 1));
        }
    }
    writer.finish()
}

struct Cells<'a> {
    out: &'a mut Vec<u8>,
    /// The number of cells.
    count: usize,
    /// The value of the cube, counted from 1.
    cube: u32,
    /// The owner of the cube after a take or a beaver.
    owner: Option<Side>,
    /// The number of unanswered offers of the cube, each the answer to the one before it.
    offers: u32,
    board: Followed,
    /// Whether the last dice have no play beside them; the place of a result depends on it.
    is_unplayed: bool,
    /// The content of Snowie's match text for a position that was set.
    present: Option<&'a Present>,
    /// The scores at the beginning of the game.
    scores: BySide<u32>,
}

impl Cells<'_> {
    const fn is_left(&self) -> bool {
        self.count.is_multiple_of(2)
    }

    fn entry(&mut self, listed: &Listed, next: Option<&Listed>) {
        match &listed.what {
            What::Play(digits, steps) => {
                let mut text = vec![digits[0], digits[1], b':', b' '];
                // Snowie's text leaves out the play before a position that is set.
                let is_told =
                    self.present.is_none() || !next.is_some_and(|next| matches!(next.what, What::Board(_)));
                if is_told {
                    self.steps(steps, &mut text);
                }
                self.board.play(steps);
                if self.count == 0 && listed.by == Side::One {
                    // The first row has the right player's play in the right column.
                    self.cell(b"");
                }
                if is_told || self.is_left() {
                    self.cell(&text);
                } else {
                    // The position continues the row.
                    self.out.extend_from_slice(&text);
                    self.count += 1;
                }
                self.is_unplayed = !is_told;
            }
            What::Dice(digits) => {
                self.number();
                self.out.extend_from_slice(&[digits[0], digits[1], b':', b' ']);
                self.count += 1;
                self.is_unplayed = true;
            }
            What::Double => {
                self.cube = self.cube.saturating_mul(2);
                let does = if self.offers > 0 { "Beavers" } else { "Doubles" };
                if self.offers == 1 {
                    self.owner = Some(listed.by);
                }
                self.offers += 1;
                self.cell(format!(" {does} => {}", self.cube).as_bytes());
                return self.result();
            }
            // Records leave out a take without a double, and that of a beaver: the doubler plays on. That of a raccoon
            // has an empty cell.
            What::Take if self.offers.is_multiple_of(2) => {
                self.offers = 0;
                return;
            }
            What::Take if self.offers > 1 => self.cell(b"  "),
            What::Take => {
                self.owner = Some(listed.by);
                self.cell(b" Takes");
            }
            What::Drop => {
                self.cell(b" Drops");
                let worth = self.cube / 2;
                if self.is_left() {
                    self.won(b"      ", worth, b"\n\n");
                } else {
                    self.won(b" ", worth, b" \n\n");
                }
            }
            What::Resign(times) => {
                self.resigned(listed.by, self.cube.saturating_mul(*times));
                self.count += 1;
            }
            What::Board(_) | What::CubeValue(_) | What::CubePlace(_) => return self.set(&listed.what, next),
        }
        self.offers = 0;
        self.result();
    }

    /// Writes a result if a player has no checkers left.
    fn result(&mut self) {
        // The last cell is the other player's.
        if let Some(times) = self.board.worth() {
            let before: &[u8] = if self.is_left() { &[b' '; 34] } else { b"\n      " };
            self.won(before, self.cube.saturating_mul(times), b"\n\n");
        }
    }

    fn steps(&self, steps: &[(u8, u8)], text: &mut Vec<u8>) {
        let mut starred = 0_u32;
        for (place, &(from, to)) in steps.iter().enumerate() {
            number(u32::from(from), text);
            text.push(b'/');
            number(u32::from(to), text);
            let bit = 1 << to.min(31);
            if self.board.hits(to) && starred & bit == 0 {
                starred |= bit;
                text.push(b'*');
            }
            if place < 3 {
                text.push(b' ');
            }
        }
    }

    /// Writes the number of a row, if one begins.
    fn number(&mut self) {
        if self.is_left() {
            // Writing to memory can't fail.
            let _ = write!(self.out, "{:3}) ", self.count / 2 + 1);
        }
    }

    fn cell(&mut self, text: &[u8]) {
        self.number();
        self.out.extend_from_slice(text);
        if self.is_left() {
            self.fill(text.len(), LEFT);
        } else {
            self.out.push(b'\n');
        }
        self.count += 1;
    }

    /// Pads a text of this length, and ends it with a blank.
    fn fill(&mut self, length: usize, width: usize) {
        self.out.resize(self.out.len() + width.saturating_sub(length) + 1, b' ');
    }

    fn won(&mut self, before: &[u8], points: u32, after: &[u8]) {
        self.out.extend_from_slice(before);
        self.out.extend_from_slice(b"Wins ");
        number(points, self.out);
        self.out.extend_from_slice(if points == 1 { b" point" } else { b" points" });
        self.out.extend_from_slice(after);
    }

    fn resigned(&mut self, loser: Side, points: u32) {
        let before: &[u8] = match (loser.opponent(), self.is_left(), self.is_unplayed) {
            // On a line of its own, unless one begins; after dice it is as if they weren't a cell.
            (Side::Zero, false, false) | (Side::Zero, true, true) => b"\n      ",
            (Side::Zero, ..) => b"      ",
            (Side::One, false, true) => &[b' '; 24],
            (Side::One, true, false) => &[b' '; 34],
            (Side::One, ..) => b" ",
        };
        self.won(before, points, b"\n\n");
    }

    /// Writes an entry that was set by hand.
    fn set(&mut self, what: &What, then: Option<&Listed>) {
        let next = if self.is_left() { Side::Zero } else { Side::One };
        let mut lanes = [0; 26];
        match what {
            What::Board(board) => {
                lanes = *board;
                self.board.set(board, next);
            }
            // GNU Backgammon uses an empty board if it has none.
            _ => self.board.clear(),
        }
        let dice = match then.map(|then| &then.what) {
            Some(What::Dice(digits) | What::Play(digits, _)) => *digits,
            _ => *b"00",
        };
        // A cube that was set by hand doesn't count, and neither does an offer without an answer.
        let cube = (if self.offers > 0 { self.cube / 2 } else { self.cube }, self.owner);
        let illegal = |present| illegal(present, self.scores, cube, &lanes, next, dice);
        let text = self.present.map(illegal).unwrap_or_default();
        self.out.extend_from_slice(text.as_bytes());
        if self.is_left() {
            self.out.push(b'\n');
        } else {
            self.fill(text.len(), SET);
        }
    }
}

/// Returns the content of Snowie's match text for a position that was set: a Snowie position with the dice of the next
/// entry. It counts the players the other way round. In a game that begins at 0 to 0 the scores there are uninitialised
/// memory; most often 0.
fn illegal(
    present: &Present,
    scores: BySide<u32>,
    (value, owner): (u32, Option<Side>),
    lanes: &[i8; 26],
    on_roll: Side,
    dice: [u8; 2],
) -> String {
    let is_money = present.length == 0;
    let owner = owner.map_or(0, |owner| if owner == on_roll { 1 } else { -1 });
    let mut text = format!(
        "Illegal play ({};{};0;{};{};{};{};0;{};{};{value};{owner};",
        present.length,
        u8::from(is_money && present.jacoby),
        u8::from(is_money),
        u8::from(on_roll == Side::Zero),
        present.names[on_roll],
        present.names[!on_roll],
        scores[on_roll],
        scores[!on_roll],
    );
    for place in 0..26 {
        let count = if on_roll == Side::Zero { lanes[place] } else { -lanes[25 - place] };
        let _ = write!(text, "{count};");
    }
    let _ = write!(text, "{};{};)", char::from(dice[0]), char::from(dice[1]));
    text
}
