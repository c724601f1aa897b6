//! The mark of `cmark` on a cube action that waits: which move takes it over, and how a record keeps it.

use super::history::{Deed, Game, History, Move};
use crate::board::Side;
use crate::diag::Span;
use crate::formats::sgf::marks;
use crate::game::record::{GameRecord, Property, Spanned};

impl History {
    /// Returns `true` if the cube action that waits is marked, or that before the dice which a player has to play.
    pub(super) fn is_waiting_marked(&self, by: Side) -> bool {
        let is_of_dice =
            |last: &Move| last.is_marked && last.by == by && matches!(last.what, Deed::Rolled(_));
        self.next().is_none()
            && (self.current().is_some_and(|game| game.marks_cube) || self.last().is_some_and(is_of_dice))
    }

    /// Marks the cube action of the last move, if that is dice or a double; none waits any more.
    pub(super) fn mark_last(&mut self) {
        let has_cube = |last: &&mut Move| matches!(last.what, Deed::Rolled(_) | Deed::Doubled);
        if let Some(last) = self.last_mut().filter(has_cube) {
            last.is_marked = true;
        }
        if let Some(game) = self.current_mut() {
            game.marks_cube = false;
        }
    }
}

impl Game {
    /// Takes the head of the record that it is read from, and the mark of the cube action that waits.
    pub(super) fn read_head(&mut self, mut head: GameRecord) {
        if let Some(notes) = &mut head.notes
            && marks::cube(notes) == Some(true)
        {
            notes.properties.retain(|property| property.key != marks::CUBE);
            self.marks_cube = true;
        }
        self.head = head;
    }

    /// Returns its head for a record, with the mark of the cube action that waits. GNU Backgammon's files, for `compat`,
    /// don't have that mark.
    pub(super) fn head_of_record(&self, compat: bool) -> GameRecord {
        let mut head = self.head.clone();
        if self.marks_cube && !compat {
            let values = Spanned::new(vec![String::new()], Span::default());
            let properties = &mut head.notes.get_or_insert_default().properties;
            properties.push(Property { key: marks::CUBE.to_owned(), values });
        }
        head
    }
}
