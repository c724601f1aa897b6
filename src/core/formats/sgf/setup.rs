//! Positions that are set: AE, AW, AB, PL, DI, CV, CP.

use super::parse::Reader;
use super::text::compose;
use crate::board::{Roll, Side};
use crate::diag::{Code, Span};
use crate::game::record::{Cell, CubePlace, Entry, Setup, Written, WrittenRoll};

/// The content of a node that sets a position.
#[derive(Debug, Default)]
pub(super) struct SetupNode {
    setup: Setup,
    /// The checkers of each side, by letters, the bar after `x`.
    checkers: [[u8; 25]; 2],
    /// The points named in the set-up, as letters.
    told: u32,
    /// The place of the text about checkers.
    board: Option<Span>,
    /// Whether a part couldn't be read, which was reported.
    is_broken: bool,
}

impl SetupNode {
    /// Returns the side on roll, as far as it was read.
    pub(super) const fn on_roll(&self) -> Option<Side> {
        self.setup.on_roll
    }

    /// Reads one property, or returns what it should be.
    pub(super) fn read(&mut self, id: &str, reader: &Reader<'_>) -> Result<(), &'static str> {
        let value = reader.value(0).trim();
        match id {
            "PL" => {
                self.setup.on_roll = Some(match value.bytes().next().map(|byte| byte.to_ascii_lowercase()) {
                    Some(b'w') => Side::Zero,
                    Some(b'b') => Side::One,
                    _ => return Err("expected `W` or `B`"),
                });
            }
            "DI" => match *value.as_bytes() {
                [a @ b'0'..=b'9', b @ b'0'..=b'9'] => {
                    self.setup.roll = Some(WrittenRoll { digits: [a, b], span: reader.values[0] });
                }
                _ => return Err("expected two dice"),
            },
            "CV" => match value.parse::<u32>() {
                Ok(number) => self.setup.cube_value = Some(number),
                Err(_) => return Err("expected a power of 2"),
            },
            "CP" => {
                self.setup.cube_place = Some(match value {
                    "c" | "C" => CubePlace::Centre,
                    "w" | "W" => CubePlace::Owned(Side::Zero),
                    "b" | "B" => CubePlace::Owned(Side::One),
                    _ => return Err("expected `c`, `w` or `b`"),
                });
            }
            _ => {
                let (Some(first), Some(last)) = (reader.values.first(), reader.values.last()) else {
                    return Ok(());
                };
                let span = first.to(*last);
                self.board = Some(self.board.map_or(span, |board| board.to(span)));
                let read = (0..reader.values.len())
                    .try_for_each(|index| self.points(id, reader.value(index).trim()));
                self.is_broken |= read.is_err();
                return read;
            }
        }
        Ok(())
    }

    /// Sets the cube.
    pub(super) fn cube(&mut self, value: u32, place: Span) {
        self.setup.cube_value = Some(value);
        self.setup.span = place;
    }

    /// Reads a point or a range of points, `a` or `a:f`.
    fn points(&mut self, id: &str, value: &str) -> Result<(), &'static str> {
        const EXPECTED: &str = "expected points from a to y";
        // Checkers off the board need no action.
        if value.is_empty() || value == "z" {
            return Ok(());
        }
        let letter = |text: &str| match *text.as_bytes() {
            [byte @ b'a'..=b'z'] => Some(usize::from(byte - b'a')),
            _ => None,
        };
        let (from, to) = compose(value);
        let from = letter(from).ok_or(EXPECTED)?;
        let to = to.map_or(Some(from), letter).ok_or(EXPECTED)?;
        for point in from.min(to)..=from.max(to).min(24) {
            self.told |= 1 << point;
            match id {
                "AW" => self.checkers[0][point] = self.checkers[0][point].saturating_add(1),
                "AB" => self.checkers[1][point] = self.checkers[1][point].saturating_add(1),
                _ => {
                    self.checkers[0][point] = 0;
                    self.checkers[1][point] = 0;
                }
            }
        }
        Ok(())
    }

    /// Returns the lanes of a complete position, or the reason why there is none.
    fn lanes(&self) -> Result<[i8; 26], &'static str> {
        // The bar may be omitted.
        if self.told & 0x00FF_FFFF != 0x00FF_FFFF {
            return Err("expected the whole board: `AE[a:y]` clears it first");
        }
        let mut lanes = [0_i8; 26];
        for point in 0..24 {
            let [white, black] = [self.checkers[0][point], self.checkers[1][point]];
            lanes[point + 1] = match (white, black) {
                (white, 0) => white.min(127) as i8,
                (0, black) => -(black.min(127) as i8),
                _ => return Err("both sides stand on one point"),
            };
        }
        lanes[25] = self.checkers[0][24].min(127) as i8;
        lanes[0] = -(self.checkers[1][24].min(127) as i8);
        Ok(lanes)
    }
}

/// Returns the nodes in which GNU Backgammon writes the parts: board, value and place of the cube, dice.
fn ranks(setup: &Setup) -> impl DoubleEndedIterator<Item = u8> {
    let has_board = setup.board.is_some() || (setup.on_roll.is_some() && setup.roll.is_none());
    let parts = [has_board, setup.cube_value.is_some(), setup.cube_place.is_some(), setup.roll.is_some()];
    (0..4).filter(move |&rank| parts[usize::from(rank)])
}

impl Reader<'_> {
    /// Adds the entry for a node's set-up.
    pub(super) fn end_setup(&mut self, mut node: SetupNode, span: Span) {
        let text = self.text[span.range()].trim_end();
        let span = Span::new(span.start as usize, span.start as usize + text.len());
        node.setup.span = span;
        if let Some(board) = node.board {
            let lanes = if node.is_broken { Err("") } else { node.lanes() };
            match lanes {
                Ok(lanes) => node.setup.board = Some(lanes),
                Err(reason) => {
                    if !node.is_broken {
                        self.report(Code::PositionInvalid, board, Code::PositionInvalid.title(), reason);
                    }
                    if let Some(line) = self.line() {
                        line.entries.push(Entry::new(None, span, Written::Unreadable));
                    }
                    return;
                }
            }
        }
        let setup = node.setup;
        if setup == (Setup { span, ..Setup::default() }) {
            return;
        }
        let (illegal, follows) = (self.node.illegal_before, self.node.setup_before);
        let Some(line) = self.line() else { return };
        match line.entries.last_mut().map(|last| (&mut last.span, &mut last.written)) {
            Some((_, Written::Turn { cell: Cell::DeclaredIllegal { after, .. }, .. })) if illegal => {
                *after = Some(Box::new(setup));
            }
            Some((whole, Written::Set(last))) if follows && goes_with(last, &setup) => {
                *whole = whole.to(span);
                last.span = *whole;
                last.board = last.board.or(setup.board);
                last.on_roll = last.on_roll.or(setup.on_roll);
                last.roll = last.roll.or(setup.roll);
                last.cube_value = last.cube_value.or(setup.cube_value);
                last.cube_place = last.cube_place.or(setup.cube_place);
            }
            _ => line.entries.push(Entry::new(None, span, Written::Set(Box::new(setup)))),
        }
    }
}

/// Returns `true` if one set-up continues another: GNU Backgammon reads, and writes, only one fact per node. Equal dice of
/// a player who is on roll already stay apart: together, they would be the opening roll.
fn goes_with(last: &Setup, next: &Setup) -> bool {
    let is_doublet = next.roll.as_ref().and_then(WrittenRoll::roll).is_some_and(Roll::is_doublet);
    let is_on_roll = last.on_roll.is_some() && last.board.is_none() && next.on_roll.is_none();
    if is_doublet && is_on_roll {
        return false;
    }
    let in_order = ranks(last).next_back() < ranks(next).next();
    let same_side = match (last.on_roll, next.on_roll) {
        (Some(last), Some(next)) => last == next,
        (None, next) => next.is_none() || last.board.is_none(),
        (Some(_), None) => true,
    };
    in_order && same_side && next.board.is_none()
}
