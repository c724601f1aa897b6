//! What was done in a match, move by move, and where in it the session stands.

use crate::board::Roll;
use crate::board::{BySide, Side};
use crate::game::record::Notes;
use crate::game::{MatchState, Phase};
use crate::rules::{Outcome, Play};

/// A match or session: its games, in order.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The games; empty before the first one.
    pub games: Vec<Game>,
    /// The place of the game that is shown, counted from 0.
    pub game: usize,
    /// How many moves of that game have been made.
    pub at: usize,
}

/// A game: how it began and what was done.
#[derive(Clone, Debug)]
pub struct Game {
    /// The state before the opening roll.
    pub start: MatchState,
    /// The players' names.
    pub names: BySide<String>,
    /// What was done.
    pub moves: Vec<Move>,
    /// A remark on the whole game.
    pub comment: String,
}

/// Something that was done.
#[derive(Clone, Debug)]
pub struct Move {
    /// What.
    pub what: Deed,
    /// Who did it; for a position that was set, who is on roll.
    pub by: Side,
    /// The state before it; a play's has the dice.
    pub before: MatchState,
    /// The state after it.
    pub after: MatchState,
    /// What was noted about it.
    pub notes: Notes,
}

/// What can be done in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// The dice were rolled or set and wait to be played.
    Rolled(Roll),
    /// The dice were played.
    Played(Roll, Play),
    /// The dice were played in a way that no rule allows, as a record says.
    Condoned(Roll),
    /// The cube was offered or offered back.
    Doubled,
    /// The cube was taken.
    Taken,
    /// The cube was passed.
    Passed,
    /// The game was resigned and the resignation accepted.
    Resigned(Outcome),
    /// The position was set.
    SetBoard,
    /// The cube's value was set.
    SetCubeValue,
    /// The cube's place was set.
    SetCubeOwner,
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Begins a game behind all others.
    pub fn begin(&mut self, start: MatchState, names: BySide<String>) {
        self.games.push(Game { start, names, moves: Vec::new(), comment: String::new() });
        self.game = self.games.len() - 1;
        self.at = 0;
    }

    /// Returns the game that is shown.
    #[must_use]
    pub fn current(&self) -> Option<&Game> {
        self.games.get(self.game)
    }

    /// Returns the game that is shown, to change it.
    pub fn current_mut(&mut self) -> Option<&mut Game> {
        self.games.get_mut(self.game)
    }

    /// Returns the last move that was made.
    #[must_use]
    pub fn last(&self) -> Option<&Move> {
        self.current()?.moves.get(self.at.checked_sub(1)?)
    }

    /// Returns the move that would be made next, if one was made before and taken back.
    #[must_use]
    pub fn next(&self) -> Option<&Move> {
        self.current()?.moves.get(self.at)
    }

    /// Tells whether something was done behind the place where the session stands.
    #[must_use]
    pub fn has_tail(&self) -> bool {
        self.game + 1 < self.games.len() || self.next().is_some()
    }

    /// Adds what was done, in place of everything behind the present place. Dice that were rolled are
    /// replaced by the play, or by other dice.
    pub fn add(&mut self, what: Deed, by: Side, before: MatchState, after: MatchState) {
        self.games.truncate(self.game + 1);
        let at = self.at;
        let Some(game) = self.current_mut() else { return };
        game.moves.truncate(at);
        let is_roll = matches!(what, Deed::Rolled(_) | Deed::Played(..) | Deed::Condoned(_));
        if is_roll && matches!(game.moves.last(), Some(Move { what: Deed::Rolled(_), .. })) {
            game.moves.pop();
        }
        game.moves.push(Move { what, by, before, after, notes: Notes::default() });
        self.at = game.moves.len();
    }

    /// Forgets the move before the present place, if it is such a one, and everything behind that place.
    pub fn forget(&mut self, is_it: impl Fn(&Deed) -> bool) {
        self.games.truncate(self.game + 1);
        let at = self.at;
        let Some(game) = self.current_mut() else { return };
        game.moves.truncate(at);
        if game.moves.last().is_some_and(|last| is_it(&last.what)) {
            game.moves.pop();
        }
        self.at = game.moves.len();
    }

    /// Changes every state of the game that is shown.
    pub fn restate(&mut self, mut change: impl FnMut(&mut MatchState)) {
        let Some(game) = self.current_mut() else { return };
        change(&mut game.start);
        game.moves.iter_mut().flat_map(|made| [&mut made.before, &mut made.after]).for_each(change);
    }

    /// Exchanges the players in all that was done.
    pub fn swap_players(&mut self) {
        for game in &mut self.games {
            game.start.swap_players();
            game.names.0.swap(0, 1);
            for made in &mut game.moves {
                made.by = !made.by;
                made.before.swap_players();
                made.after.swap_players();
            }
        }
    }

    /// Returns the state at the present place.
    #[must_use]
    pub fn state(&self) -> Option<&MatchState> {
        let game = self.current()?;
        Some(self.last().map_or(&game.start, |last| &last.after))
    }

    /// Returns the games that have been ended.
    pub fn finished(&self) -> impl Iterator<Item = &Game> {
        let ended = |game: &&Game| game.result().is_some();
        self.games.iter().filter(ended)
    }
}

impl Game {
    /// Returns how the game ended, if it has.
    #[must_use]
    pub fn result(&self) -> Option<crate::game::GameResult> {
        match self.moves.last()?.after.phase() {
            Phase::GameOver(result) | Phase::MatchOver(result) => Some(result),
            _ => None,
        }
    }
}
