//! The content at a place of a record: games and their entries.

use super::matches::{Matches, Placed};
use crate::board::{BySide, Side};
use crate::game::record::Entry;
use crate::game::{Act, MatchState};
use crate::output::ui::printable;

/// An entry of a game in a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    pub(super) placed: &'a Placed,
    /// The place of the game in it, counted from 0.
    pub(super) game: usize,
    /// The place of the entry in the game, counted from 0.
    pub(super) entry: usize,
}

impl<'a> At<'a> {
    pub(super) fn written(self) -> &'a Entry {
        &self.placed.piece.replayed.record.games[self.game].entries[self.entry]
    }

    /// Returns the act as which it was replayed, the first one if there are several, and its place in the game.
    pub(super) fn act(self) -> Option<(usize, &'a Act)> {
        let game = self.placed.piece.replayed.games.get(self.game)?;
        let is_own = |(_, act): &(usize, &Act)| act.entry == Some(self.entry as u32);
        game.acts.iter().enumerate().find(is_own)
    }

    pub(super) fn state(self) -> Option<MatchState> {
        self.placed.piece.replayed.state_before(self.game, self.act()?.0)
    }

    pub(super) fn names(self) -> BySide<String> {
        names(self.placed, self.game)
    }
}

/// Returns the players' names in a game, safe to show; a player without one is named by the side.
pub(super) fn names(placed: &Placed, game: usize) -> BySide<String> {
    BySide(Side::ALL.map(|side| match placed.piece.replayed.name(game, side) {
        "" => side.to_string(),
        name => printable(name),
    }))
}

/// Returns the entry at an offset of the document: the last one that begins at or before it and doesn't end before it.
pub(super) fn entry_at(matches: &Matches, offset: usize) -> Option<At<'_>> {
    let (placed, inside) = matches.at(offset)?;
    let holds = |entry: &Entry| entry.span.start <= inside && inside <= entry.span.end;
    let games = placed.piece.replayed.record.games.iter().enumerate();
    let found = games.filter_map(|(game, record)| {
        let entry = record.entries.iter().rposition(holds)?;
        Some(At { placed, game, entry })
    });
    // Of two adjacent entries, the later one.
    found.max_by_key(|at| at.written().span.start)
}

/// Returns the beginning and the end of a game in the match: from its heading to the next one, without the blanks after
/// it.
pub(super) fn extent(placed: &Placed, game: usize) -> (usize, usize) {
    let record = &placed.piece.replayed.record;
    let begins = |game: usize| {
        let record = record.games.get(game)?;
        let heading = (!record.heading.is_empty()).then_some(record.heading.start);
        let first = record.entries.first().map(|entry| entry.span.start);
        Some(heading.into_iter().chain(first).min().unwrap_or(record.heading.start) as usize)
    };
    let text = placed.text();
    let start = begins(game).unwrap_or(text.len());
    let end = begins(game + 1).unwrap_or(text.len()).max(start);
    let last = text.get(start..end).map_or(start, |part| start + part.trim_end().len());
    (start, last)
}
