//! The moves of a match, and the place in it where the session stands.

mod game;
mod step;

pub use self::game::{Game, Idle};
pub use self::step::{Deed, Move, Source};

use crate::analysis::skill::cube_analysis;
use crate::board::{BySide, Roll, Side};
use crate::game::record::{Analysis, Written};
use crate::game::{Cube, MatchState, Phase, Rules};

/// A match or session: its games, in order.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The games; empty before the first one.
    pub games: Vec<Game>,
    /// The index of the game that is shown.
    pub game: usize,
    /// The number of its moves that have been made.
    pub at: usize,
    /// Whether this place was reached by navigation, not by a move.
    pub is_revisited: bool,
    /// The place from which on everything was taken back by `undo`: the index of a game, and a number of its moves.
    pub undone: Option<(usize, usize)>,
    /// The number of moves that were replaced by others since the last message about that.
    pub replaced: usize,
    /// What `undo` has left, the latest last; whatever drops a move drops all of it.
    pub left: Vec<Left>,
}

/// A place of the session in the history, with all that is no move there: a resignation that is offered, a side that was
/// set on roll, the order of the dice.
#[derive(Clone, Debug)]
pub struct Place {
    /// The index of the game.
    pub game: usize,
    /// The number of its moves that have been made.
    pub at: usize,
    /// The state.
    pub state: MatchState,
    /// The dice on the board, if they are shown with the lower one first.
    pub low_first: Option<Roll>,
    /// The dice that were taken off the board, to be rolled again.
    pub known_roll: Option<Roll>,
}

impl Place {
    /// Returns `true` if the other one is at the same move and has the same state.
    pub(in crate::repl) fn is_same(&self, other: &Self) -> bool {
        (self.game, self.at, &self.state) == (other.game, other.at, &other.state)
    }
}

/// A place that `undo` has left; `undo back` returns to it.
#[derive(Clone, Debug)]
pub struct Left {
    /// That place.
    pub from: Place,
    /// The place to which `undo` went from there.
    pub to: Place,
}

impl History {
    /// Removes everything.
    pub(in crate::repl) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Begins a game after all others.
    ///
    /// Games after the present one are dropped, and so are its moves that were taken back.
    pub fn begin(&mut self, start: MatchState, names: BySide<String>) {
        if !self.games.is_empty() {
            self.cut();
        }
        self.undone = None;
        self.games.push(Game::new(start, names));
        self.game = self.games.len() - 1;
        self.at = 0;
    }

    /// Goes to the end of the last game.
    pub(in crate::repl) fn go_to_end(&mut self) {
        self.game = self.games.len().saturating_sub(1);
        self.at = self.current().map_or(0, |game| game.moves.len());
    }

    /// Removes all games but the present one.
    pub(in crate::repl) fn keep_current(&mut self) {
        if self.game < self.games.len() {
            self.games.swap(0, self.game);
            self.games.truncate(1);
            self.undone = self.undone.filter(|(game, _)| *game == self.game).map(|(_, at)| (0, at));
            self.game = 0;
        }
    }

    /// Returns the game that is shown.
    #[must_use]
    pub fn current(&self) -> Option<&Game> {
        self.games.get(self.game)
    }

    /// Returns the game that is shown, to change it.
    pub(in crate::repl) fn current_mut(&mut self) -> Option<&mut Game> {
        self.games.get_mut(self.game)
    }

    /// Returns the last move that was made.
    #[must_use]
    pub fn last(&self) -> Option<&Move> {
        self.current()?.moves.get(self.at.checked_sub(1)?)
    }

    /// Returns the next move, if one was taken back.
    #[must_use]
    pub fn next(&self) -> Option<&Move> {
        self.current()?.moves.get(self.at)
    }

    /// Returns the last move, to change its notes.
    pub fn last_mut(&mut self) -> Option<&mut Move> {
        let at = self.at.checked_sub(1)?;
        self.current_mut()?.moves.get_mut(at)
    }

    /// Returns the next move, to change its notes.
    pub(in crate::repl) fn next_mut(&mut self) -> Option<&mut Move> {
        let at = self.at;
        self.current_mut()?.moves.get_mut(at)
    }

    /// Returns the next move, or after the last one the dice that wait to be played, to change its notes.
    pub(in crate::repl) fn decision_mut(&mut self) -> Option<&mut Move> {
        if self.next().is_some() {
            return self.next_mut();
        }
        self.last_mut().filter(|last| matches!(last.what, Deed::Rolled(_)))
    }

    /// Returns the turn whose plays `hint` evaluates, to change its notes: the next move, or after the last one the
    /// dice that wait, whatever was set by hand since.
    pub(in crate::repl) fn turn_mut(&mut self) -> Option<&mut Move> {
        if self.next().is_some() {
            return self.next_mut();
        }
        self.current_mut()?.waiting_dice_mut()
    }

    /// Returns `true` if `hint` has evaluated the plays of the dice that wait in the present game.
    pub(in crate::repl) fn has_hinted_plays(&self) -> bool {
        self.current().and_then(Game::waiting_dice).is_some_and(|waiting| waiting.is_hinted)
    }

    /// Drops what `hint` found for the dice that wait in the present game.
    pub(in crate::repl) fn forget_hint(&mut self) {
        if let Some(waiting) = self.current_mut().and_then(Game::waiting_dice_mut) {
            waiting.forget_hint();
        }
    }

    /// Returns `true` if there are moves after the present place.
    #[must_use]
    pub fn has_tail(&self) -> bool {
        self.game + 1 < self.games.len() || self.next().is_some()
    }

    /// Adds a move in place of everything after the present place. Rolled dice are replaced by the play that
    /// their player makes, or by other dice of the same player.
    pub fn add(&mut self, what: Deed, by: Side, before: MatchState, after: MatchState) {
        self.cut();
        let Some(game) = self.current_mut() else { return };
        let is_played = what.dice().is_some();
        // Dice that are set after a position with dice was looked at aren't looked at.
        let saw = match (what, before.phase()) {
            (Deed::Rolled(_), Phase::ToPlay(roll)) if game.is_looked_at => Some(roll),
            _ => None,
        };
        let is_under_offer = what == Deed::SetBoard && matches!(before.phase(), Phase::ToAnswerDouble(_));
        let rolled =
            game.moves.pop_if(|last| is_played && last.by == by && matches!(last.what, Deed::Rolled(_)));
        if what.is_set()
            && let Some(waiting) = game.waiting_dice_mut()
        {
            // It was about another position.
            waiting.forget_hint();
        }
        let mut step = Move::new(what, by, before, after);
        let hinted = game.hinted.take().filter(|_| what.is_decision());
        let saw = saw.filter(|_| rolled.is_none());
        if let Some(rolled) = rolled {
            if let Source::Same = rolled.source {
                game.forget_source();
            }
            game.is_cube_in_mind = false;
            if matches!(what, Deed::Played(roll, _) if Deed::Rolled(roll) == rolled.what) {
                let Move { notes, remarks, is_marked, marked, is_rising, .. } = rolled;
                step = Move { notes, remarks, is_marked, marked, is_rising, ..step };
                step.find_played();
            }
        }
        let hinted = hinted.and_then(|(found, is_cubeful)| cube_analysis(&found, is_cubeful));
        let hinted = hinted.map(|cube| Analysis::Cube(Box::new(cube)));
        // A double has one analysis with its answer, which may be a redouble.
        let follows_double = matches!(game.moves.last(), Some(Move { what: Deed::Doubled, .. }));
        let is_reply = what.is_answer() || what == Deed::Doubled && follows_double;
        let is_bare = |last: &&mut Move| is_reply && follows_double && last.cube_analysis().is_none();
        if let (Some(found), Some(double)) = (&hinted, game.moves.last_mut().filter(is_bare)) {
            double.keep(found.clone());
        }
        let of_double = || game.moves.last().filter(|_| is_reply)?.cube_analysis().cloned();
        if let Some(cube) = hinted.or_else(of_double) {
            step.keep(cube);
        }
        // Dice of one player after those of the other.
        let is_turned = matches!(game.moves.last(), Some(Move { what: Deed::Rolled(_), .. }));
        if !matches!(what, Deed::Rolled(_)) || is_turned {
            game.is_cube_in_mind = true;
        }
        game.moves.push(step);
        game.names_responder = what.is_set() && (game.names_responder || is_under_offer);
        game.marks_cube &= matches!(what, Deed::Rolled(_) | Deed::Doubled);
        game.idle.clear();
        (game.is_looked_at, game.saw) = (saw.is_some(), saw);
        self.at = game.moves.len();
    }

    /// Drops what the session saw when it looked at what comes next.
    pub(in crate::repl) fn look_away(&mut self) {
        let had_dice = self.has_rolled();
        if let Some(game) = self.current_mut() {
            (game.is_looked_at, game.hinted) = (false, None);
            game.is_cube_in_mind &= !had_dice;
        }
    }

    /// Returns `true` if the last move was to roll or set the dice.
    pub(in crate::repl) fn has_rolled(&self) -> bool {
        matches!(self.last(), Some(Move { what: Deed::Rolled(_), .. }))
    }

    /// Makes the moves so far the position that the game begins with: `undo` leaves them.
    pub(in crate::repl) fn give(&mut self) {
        for step in self.current_mut().into_iter().flat_map(|game| &mut game.moves) {
            step.is_given = true;
        }
    }

    /// Returns `true` if anything was played in any game: more than dice, doubles and a position that was set.
    pub(in crate::repl) fn is_played(&self) -> bool {
        let is_played = |deed: Deed| !(deed.is_set() || matches!(deed, Deed::Rolled(_) | Deed::Doubled));
        self.games.iter().flat_map(|game| &game.moves).any(|step| is_played(step.what))
    }

    /// Looks at what comes next.
    pub(in crate::repl) fn look(&mut self) {
        if self.next().is_none()
            && let Some(game) = self.current_mut()
        {
            game.is_looked_at = game.result().is_none();
            game.saw = None;
        }
    }

    /// Keeps dice that were looked at and are taken off the board.
    pub(in crate::repl) fn keep_in_sight(&mut self, roll: Roll) {
        if let Some(game) = self.current_mut().filter(|game| game.is_looked_at) {
            game.saw = game.saw.or(Some(roll));
        }
    }

    /// Drops everything after the present place.
    fn cut(&mut self) {
        self.is_revisited = false;
        self.undone = None;
        self.left.clear();
        let dropped: usize = self.games.iter().skip(self.game + 1).map(|game| game.moves.len()).sum();
        self.games.truncate(self.game + 1);
        let at = self.at;
        let Some(game) = self.current_mut() else { return };
        let here = game.moves.len().saturating_sub(at);
        if matches!(game.moves.get(at), Some(Move { source: Source::Same, .. })) {
            game.moves.truncate(at);
            game.forget_source();
        }
        if let Some(result) = game.moves.iter().skip(at).rev().find_map(Move::result) {
            game.taken_back = Some(result);
        }
        game.moves.truncate(at);
        if here + dropped > 0 {
            game.hinted = None;
        }
        if here > 0 {
            game.is_cube_in_mind = false;
            game.marks_cube = false;
            game.idle.retain(|idle| idle.behind < at);
        }
        self.replaced += dropped + here;
    }

    /// Removes the move before the present place, if `is_it` holds for it, and everything after that place.
    /// Returns `true` if a move was removed.
    pub(in crate::repl) fn forget(&mut self, is_it: impl Fn(&Deed) -> bool) -> bool {
        let had_tail = self.has_tail();
        self.cut();
        let Some(game) = self.current_mut() else { return false };
        let count = game.moves.len();
        if game.moves.pop_if(|last| is_it(&last.what)).is_some_and(|last| matches!(last.source, Source::Same))
        {
            game.forget_source();
        }
        let is_removed = game.moves.len() < count;
        game.hinted.take_if(|_| is_removed);
        game.is_looked_at &= !had_tail && !is_removed;
        self.at = game.moves.len();
        is_removed
    }

    /// Changes the score of the game that is shown, or whether it is the Crawford game.
    pub(in crate::repl) fn rescore(&mut self, change: impl FnMut(&mut MatchState)) {
        self.restate(change);
        if let Some(game) = self.current_mut() {
            game.is_scored = true;
        }
    }

    /// Notes that everything after the present place is taken back.
    pub(in crate::repl) fn take_back(&mut self) {
        self.undone = self.has_tail().then_some((self.game, self.at));
    }

    /// Drops what was taken back.
    pub(in crate::repl) fn drop_undone(&mut self) {
        let Some(end) = self.undone else { return };
        let here = (self.game, self.at);
        (self.game, self.at) = end;
        self.cut();
        (self.game, self.at) = here;
    }

    /// Returns `true` if nothing comes after the present place except what was taken back.
    pub(in crate::repl) fn is_at_end(&self) -> bool {
        !self.has_tail() || self.undone == Some((self.game, self.at))
    }

    /// Returns the moves of the game that is shown without what was taken back.
    pub(in crate::repl) fn kept(&self) -> &[Move] {
        let moves = self.current().map_or(&[][..], |game| &game.moves[..]);
        let end = self.undone.filter(|(game, _)| *game == self.game).map_or(moves.len(), |(_, at)| at);
        &moves[..end.min(moves.len())]
    }

    /// Centres the cube at 1 everywhere in the game that is shown, also where its record sets it.
    pub(in crate::repl) fn centre_cube(&mut self) {
        self.restate(|state| state.place_cube(Cube::START));
        let mut is_set = false;
        for step in self.current_mut().into_iter().flat_map(|game| &mut game.moves) {
            is_set = match &step.source {
                Source::Entry(entry) => {
                    matches!(&entry.written, Written::Set(setup) if setup.cube(Cube::START) != Cube::START)
                }
                Source::Same => is_set,
                Source::Here => false,
            };
            if is_set {
                step.source = Source::Here;
            }
        }
    }

    /// Returns `true` if the score of a game, or whether it is the Crawford game, was set and by these rules doesn't
    /// follow from the games before.
    pub(in crate::repl) fn is_scored(&self, index: usize, rules: &Rules) -> bool {
        let Some([before, game]) = index.checked_sub(1).and_then(|before| self.games.get(before..=index))
        else {
            return false;
        };
        if game.is_read() && !game.is_scored {
            return false;
        }
        let last = before.moves.last().map_or(&before.start, |last| &last.after);
        let is_crawford = match last.phase() {
            Phase::GameOver(_) | Phase::MatchOver(_) => last.score().is_crawford(rules),
            _ => last.is_crawford_game(),
        };
        let (points, is_now) = (game.start.score().points, game.start.is_crawford_game());
        last.score().points != points || is_crawford != is_now
    }

    /// Changes every state of the game that is shown.
    pub(in crate::repl) fn restate(&mut self, mut change: impl FnMut(&mut MatchState)) {
        let Some(game) = self.current_mut() else { return };
        game.hinted = None;
        change(&mut game.start);
        game.moves.iter_mut().flat_map(|made| [&mut made.before, &mut made.after]).for_each(change);
    }

    /// Exchanges the players in the whole history.
    pub(in crate::repl) fn swap_players(&mut self) {
        self.left.clear();
        let is_offered = matches!(self.last(), Some(Move { what: Deed::Doubled, .. }));
        if let Some(game) = self.current_mut().filter(|_| is_offered) {
            game.names_responder = !game.names_responder;
        }
        for game in &mut self.games {
            game.start.swap_players();
            game.names.0.swap(0, 1);
            game.begun_at.0.swap(0, 1);
            // The record's words about one player become those about the other.
            game.head.players.0.swap(0, 1);
            game.idle.clear();
            if let Some(result) = &mut game.taken_back {
                result.winner = result.winner.map(Side::opponent);
            }
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

    /// Returns `true` if the game that is shown has a result before the present place.
    pub(in crate::repl) fn has_result(&self) -> bool {
        self.current().is_some_and(|game| game.moves.iter().take(self.at).any(Move::is_last))
    }

    /// Returns `true` if the present game has begun with an opening roll and nothing else was done in it.
    pub(in crate::repl) fn is_unplayed(&self) -> bool {
        self.current().is_some_and(|game| {
            let mut before = game.moves.iter().take(self.at);
            game.start.phase() == Phase::OpeningRoll
                && before.all(|step| matches!(step.what, Deed::Rolled(_)))
        })
    }

    /// Returns the dice at the present place that haven't been played.
    pub(in crate::repl) fn dice(&self) -> Option<Roll> {
        let moves = &self.current()?.moves[..self.at];
        moves.iter().rev().find_map(|made| match made.what {
            Deed::Rolled(roll) => Some(Some(roll)),
            Deed::Played(..) | Deed::Condoned(_) => Some(None),
            _ => None,
        })?
    }

    /// Returns the dice at the present place that haven't been played, if they were set with the lower one
    /// first.
    pub(in crate::repl) fn rising_dice(&self) -> Option<Roll> {
        let moves = &self.current()?.moves[..self.at];
        let rolled = moves.iter().rev().find(|made| matches!(made.what, Deed::Rolled(_)))?;
        self.dice().filter(|_| rolled.is_rising)
    }

    /// Returns the games that ended before the present place.
    pub fn finished(&self) -> impl Iterator<Item = &Game> {
        let is_ended = |(place, game): &(usize, &Game)| {
            game.result().is_some() && (*place < self.game || self.at == game.moves.len())
        };
        self.games.iter().enumerate().take(self.game + 1).filter(is_ended).map(|(_, game)| game)
    }
}
