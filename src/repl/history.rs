//! What was done in a match, move by move, and where in it the session stands.

use crate::board::Roll;
use crate::board::{BySide, Side};
use crate::game::record::{Entry, GameRecord, Notes, Remark, Written};
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
    /// Whether the place was gone to, and not reached by doing something.
    pub is_revisited: bool,
    /// How many moves were replaced by others since somebody was told.
    pub replaced: usize,
}

/// A game: how it began and what was done.
#[derive(Clone, Debug)]
pub struct Game {
    /// The state before the opening roll.
    pub start: MatchState,
    /// The score when it began, which a score set by hand doesn't change.
    pub begun_at: BySide<u32>,
    /// The players' names.
    pub names: BySide<String>,
    /// What was done.
    pub moves: Vec<Move>,
    /// What the record that it was read from says at its head; its entries are in the moves.
    pub head: GameRecord,
    /// Remarks on the whole game.
    pub remarks: Vec<Remark>,
    /// Entries of the record of which nothing came, in order.
    pub idle: Vec<Idle>,
    /// Whether somebody has looked at what comes after the last move. GNU Backgammon then has an entry for it, which its
    /// files show.
    pub is_looked_at: bool,
    /// Whether GNU Backgammon has the cube decision before the dice in mind, which its text shows where nobody has looked at
    /// dice that were set. It forgets it where other dice take the place of dice, or of what was taken back.
    pub is_cube_in_mind: bool,
}

/// An entry of a record of which nothing came: an empty cell, text that nobody understood, a result that
/// says what the moves say.
#[derive(Clone, Debug)]
pub struct Idle {
    /// How many moves stand before it.
    pub behind: usize,
    /// The entry.
    pub entry: Entry,
    /// The remarks on it.
    pub remarks: Vec<Remark>,
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
    /// Remarks on it.
    pub remarks: Vec<Remark>,
    /// Whether its cube action is marked to be looked at.
    pub is_marked: bool,
    /// Which candidates of its analysis are marked to be looked at, from 1 on, in rising order.
    pub marked: Vec<usize>,
    /// Whether its dice were set with the lower one first.
    pub is_rising: bool,
    /// Where it comes from.
    pub source: Source,
}

/// Where a move comes from.
#[derive(Clone, Debug, Default)]
pub enum Source {
    /// It was made here.
    #[default]
    Here,
    /// From an entry of a record, without its notes.
    Entry(Box<Entry>),
    /// From the same entry as the move before.
    Same,
}

impl Source {
    /// Exchanges the players: a play stays as it is written, of anything else the record spoke of the other one.
    fn swap_players(&mut self) {
        if let Self::Entry(entry) = self
            && let (Some(side), Written::Turn { .. }) = (&mut entry.side, &entry.written)
        {
            *side = !*side;
            entry.row = None;
            return;
        }
        *self = Self::Here;
    }
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
    /// The game ended without a winner.
    Drawn,
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

    /// Begins a game after all others.
    ///
    /// Games after the present one are dropped, and so is what was taken back of it.
    pub fn begin(&mut self, start: MatchState, names: BySide<String>) {
        if !self.games.is_empty() {
            self.cut();
        }
        self.games.push(Game::new(start, names));
        self.game = self.games.len() - 1;
        self.at = 0;
    }

    /// Forgets all games but the present one.
    pub fn keep_current(&mut self) {
        if self.game < self.games.len() {
            self.games.swap(0, self.game);
            self.games.truncate(1);
            self.game = 0;
        }
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

    /// Returns the last move that was made, to change what is noted about it.
    pub fn last_mut(&mut self) -> Option<&mut Move> {
        let at = self.at.checked_sub(1)?;
        self.current_mut()?.moves.get_mut(at)
    }

    /// Returns the move that would be made next, to change what is noted about it.
    pub fn next_mut(&mut self) -> Option<&mut Move> {
        let at = self.at;
        self.current_mut()?.moves.get_mut(at)
    }

    /// Returns `true` if something was done after the place where the session stands.
    #[must_use]
    pub fn has_tail(&self) -> bool {
        self.game + 1 < self.games.len() || self.next().is_some()
    }

    /// Adds what was done, in place of everything after the present place. Dice that were rolled are
    /// replaced by the play that their player makes, or by other dice of his.
    pub fn add(&mut self, what: Deed, by: Side, before: MatchState, after: MatchState) {
        self.cut();
        let Some(game) = self.current_mut() else { return };
        let is_played = matches!(what, Deed::Played(..) | Deed::Condoned(_) | Deed::Rolled(_));
        let rolled =
            game.moves.pop_if(|last| is_played && last.by == by && matches!(last.what, Deed::Rolled(_)));
        let (mut notes, mut remarks, mut is_rising) = (Notes::default(), Vec::new(), false);
        if let Some(rolled) = rolled {
            if let Source::Same = rolled.source {
                game.forget_source();
            }
            game.is_cube_in_mind = false;
            if matches!(what, Deed::Played(roll, _) if Deed::Rolled(roll) == rolled.what) {
                (notes, remarks, is_rising) = (rolled.notes, rolled.remarks, rolled.is_rising);
            }
        }
        // Dice of one player after those of the other.
        let is_turned = matches!(game.moves.last(), Some(Move { what: Deed::Rolled(_), .. }));
        if !matches!(what, Deed::Rolled(_)) || is_turned {
            game.is_cube_in_mind = true;
        }
        game.moves.push(Move {
            what,
            by,
            before,
            after,
            notes,
            remarks,
            is_marked: false,
            marked: Vec::new(),
            is_rising,
            source: Source::Here,
        });
        game.idle.clear();
        game.is_looked_at = false;
        self.at = game.moves.len();
    }

    /// Forgets what was seen of what comes next.
    pub fn look_away(&mut self) {
        let had_dice = self.has_rolled();
        if let Some(game) = self.current_mut() {
            game.is_looked_at = false;
            game.is_cube_in_mind &= !had_dice;
        }
    }

    /// Returns `true` if the last thing done was to roll or set the dice.
    #[must_use]
    pub fn has_rolled(&self) -> bool {
        matches!(self.last(), Some(Move { what: Deed::Rolled(_), .. }))
    }

    /// Looks at what comes next.
    pub fn look(&mut self) {
        if self.next().is_none()
            && let Some(game) = self.current_mut()
        {
            game.is_looked_at = game.result().is_none();
        }
    }

    /// Drops everything after the present place.
    fn cut(&mut self) {
        self.is_revisited = false;
        let dropped: usize = self.games.iter().skip(self.game + 1).map(|game| game.moves.len()).sum();
        self.games.truncate(self.game + 1);
        let at = self.at;
        let Some(game) = self.current_mut() else { return };
        let here = game.moves.len().saturating_sub(at);
        if matches!(game.moves.get(at), Some(Move { source: Source::Same, .. })) {
            game.moves.truncate(at);
            game.forget_source();
        }
        game.moves.truncate(at);
        if here > 0 {
            game.is_cube_in_mind = false;
            game.idle.retain(|idle| idle.behind < at);
        }
        self.replaced += dropped + here;
    }

    /// Forgets the move before the present place, if it is such a one, and everything after that place.
    pub fn forget(&mut self, is_it: impl Fn(&Deed) -> bool) {
        self.cut();
        let Some(game) = self.current_mut() else { return };
        if game.moves.pop_if(|last| is_it(&last.what)).is_some_and(|last| matches!(last.source, Source::Same))
        {
            game.forget_source();
        }
        game.is_looked_at = false;
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
            game.begun_at.0.swap(0, 1);
            // What the record said, it said of the other player.
            game.head.players.0.swap(0, 1);
            game.idle.clear();
            for made in &mut game.moves {
                made.by = !made.by;
                made.source.swap_players();
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

    /// Returns the dice that aren't played at the present place.
    #[must_use]
    pub fn dice(&self) -> Option<Roll> {
        let moves = &self.current()?.moves[..self.at];
        moves.iter().rev().find_map(|made| match made.what {
            Deed::Rolled(roll) => Some(Some(roll)),
            Deed::Played(..) | Deed::Condoned(_) => Some(None),
            _ => None,
        })?
    }

    /// Returns the dice that aren't played at the present place, if they were set with the lower one first.
    #[must_use]
    pub fn rising_dice(&self) -> Option<Roll> {
        let moves = &self.current()?.moves[..self.at];
        let rolled = moves.iter().rev().find(|made| matches!(made.what, Deed::Rolled(_)))?;
        self.dice().filter(|_| rolled.is_rising)
    }

    /// Returns the games that have been ended before the present place.
    pub fn finished(&self) -> impl Iterator<Item = &Game> {
        let is_ended = |(place, game): &(usize, &Game)| {
            game.result().is_some() && (*place < self.game || self.at == game.moves.len())
        };
        self.games.iter().enumerate().take(self.game + 1).filter(is_ended).map(|(_, game)| game)
    }
}

impl Game {
    /// Makes a game in which nothing was done.
    #[must_use]
    pub fn new(start: MatchState, names: BySide<String>) -> Self {
        let (head, remarks, idle) = (GameRecord::default(), Vec::new(), Vec::new());
        let begun_at = start.score().points;
        Self {
            start,
            begun_at,
            names,
            moves: Vec::new(),
            head,
            remarks,
            idle,
            is_looked_at: false,
            is_cube_in_mind: false,
        }
    }

    /// Forgets from which entry the last move comes, and the others that come from it.
    fn forget_source(&mut self) {
        for last in self.moves.iter_mut().rev() {
            if !matches!(std::mem::take(&mut last.source), Source::Same) {
                break;
            }
        }
    }

    /// Returns how the game ended, if it has.
    #[must_use]
    pub fn result(&self) -> Option<crate::game::GameResult> {
        match self.moves.last()?.after.phase() {
            Phase::GameOver(result) | Phase::MatchOver(result) => Some(result),
            _ => None,
        }
    }
}
