//! The nodes of a game as GNU Backgammon itself writes them: one for each entry of its list of moves.

use super::letter;
use super::text::value;
use super::write_game::{GameWriter, action, set};
use super::write_notes;
use crate::board::Side;
use crate::diag::Span;
use crate::formats::gnubg::{List, Listed, What};
use crate::game::record::{CubePlace, Setup, Variation, WrittenRoll};
use crate::game::{Act, Happening};

/// Writes an action that is still to be done: an empty play, or a take.
pub(super) fn waiting(out: &mut Vec<u8>, act: &Act) {
    let by = if act.by == Side::Zero { "W" } else { "B" };
    let node = match act.what {
        Happening::RolledOnly { roll } => format!("\n;{by}[{}{}]", roll.high(), roll.low()),
        Happening::Taken => format!("\n;{by}[take]"),
        _ => String::new(),
    };
    out.extend_from_slice(node.as_bytes());
}

impl GameWriter<'_> {
    /// Writes the entries of a list.
    pub(super) fn list(&mut self, list: &List) {
        let mut forks: Vec<&[Variation]> = Vec::new();
        for listed in &list.entries {
            if matches!(listed.what, What::Resign(_)) {
                // The root contains the result.
                continue;
            }
            self.out.push(b'\n');
            if !listed.notes.variations.is_empty() {
                forks.push(&listed.notes.variations);
                self.out.push(b'(');
            }
            self.out.push(b';');
            node(self.out, listed);
            let is_turn = matches!(listed.what, What::Play(..));
            write_notes::write(self.out, &listed.notes, Some(listed.by), is_turn);
            let mut id = "C";
            for comment in &listed.comments {
                self.out.extend_from_slice(id.as_bytes());
                value(self.out, comment);
                id = "";
            }
        }
        while let Some(variations) = forks.pop() {
            self.out.push(b')');
            for variation in variations {
                self.variation(variation, 1);
            }
        }
    }
}

fn node(out: &mut Vec<u8>, listed: &Listed) {
    let by = listed.by;
    let roll = |digits: [u8; 2]| WrittenRoll { digits, span: Span::default() };
    match &listed.what {
        What::Play(digits, steps) => {
            out.extend_from_slice(if by == Side::Zero { b"W[" } else { b"B[" });
            out.extend_from_slice(digits);
            for &(from, to) in steps {
                out.extend_from_slice(&[letter(from, by), letter(to, by)]);
            }
            out.push(b']');
        }
        What::Dice(digits) => {
            set(out, &Setup { on_roll: Some(by), roll: Some(roll(*digits)), ..Setup::default() });
        }
        What::Double => action(out, by, "double"),
        What::Take => action(out, by, "take"),
        What::Drop => action(out, by, "drop"),
        What::Resign(_) => {}
        What::Board(lanes) => {
            set(out, &Setup { board: Some(*lanes), on_roll: Some(by), ..Setup::default() });
        }
        What::CubeValue(value) => set(out, &Setup { cube_value: Some(*value), ..Setup::default() }),
        What::CubePlace(owner) => {
            let place = owner.map_or(CubePlace::Centre, CubePlace::Owned);
            set(out, &Setup { cube_place: Some(place), ..Setup::default() });
        }
    }
}
