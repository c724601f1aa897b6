//! The nodes of a game as GNU Backgammon itself writes them: one for each entry of its list of moves.

use super::text::property;
use super::write_game::{GameWriter, action, dice, set, turn};
use super::{color, write_notes};
use crate::formats::gnubg::{List, Listed, What};
use crate::game::record::{CubePlace, Setup, Variation};
use crate::game::{Act, Happening};

/// Writes an action that is still to be done: an empty play, or a take.
pub(super) fn waiting(out: &mut Vec<u8>, act: &Act) {
    let by = color(act.by);
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
            property(self.out, "C", &listed.comments);
        }
        self.branch_off(&forks, 1);
    }
}

fn node(out: &mut Vec<u8>, listed: &Listed) {
    let by = listed.by;
    match &listed.what {
        What::Play(digits, steps) => turn(out, by, *digits, steps.iter().copied()),
        What::Dice(digits) => dice(out, by, *digits),
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
