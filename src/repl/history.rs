//! The moves of a match, and the place in it where the session stands.

use crate::analysis::skill::cube_analysis;
use crate::analysis::stored::is_rollout;
use crate::board::Roll;
use crate::board::{BySide, Side};
use crate::diag::Span;
use crate::engine::cube::CubeDecision;
use crate::formats::sgf::marks;
use crate::game::record::{
    Analysis, Entry, GameRecord, Notes, PlayAnalysis, Property, Remark, RemarkKind, Spanned, Written,
};
use crate::game::{GameResult, MatchState, Phase, Rules, Score};
use crate::rules::resolve::resolve;
use crate::rules::{Leg, Outcome, Play};
use std::borrow::Cow;
use std::fmt::Write as _;

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
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
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

/// A game: its beginning and its moves.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Game {
    /// The state before the opening roll.
    pub start: MatchState,
    /// The score at its beginning, which a score set by hand doesn't change.
    pub begun_at: BySide<u32>,
    /// The players' names.
    pub names: BySide<String>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The head of the record that it was read from; its entries are in the moves.
    pub head: GameRecord,
    /// Whether the session has set its score, or whether it is the Crawford game.
    pub is_scored: bool,
    /// Remarks on the whole game.
    pub remarks: Vec<Remark>,
    /// Entries of the record without a move, in order.
    pub idle: Vec<Idle>,
    /// A result that was taken back and played on from: GNU Backgammon keeps it until there is another one.
    pub taken_back: Option<GameResult>,
    /// Whether the session has looked at what comes after the last move. GNU Backgammon then has an entry for
    /// it, which its files show.
    pub is_looked_at: bool,
    /// The dice that it has seen there, if others were set since: GNU Backgammon's files still show these.
    pub saw: Option<Roll>,
    /// Whether GNU Backgammon still has the cube decision before the dice; its text shows that if the session
    /// hasn't looked at dice that were set. It is dropped when other dice replace dice, or replace what was
    /// taken back.
    pub is_cube_in_mind: bool,
    /// Whether it only stands for a match that couldn't be read.
    pub is_unread: bool,
    /// Whether the cube action that waits is marked for a closer look. Dice and a double leave it, anything else drops
    /// it.
    pub marks_cube: bool,
    /// The cube decision after the last move as `hint` evaluated it, and whether with the cube in play. The move that
    /// follows takes it over.
    pub hinted: Option<(CubeDecision, bool)>,
}

/// An entry of a record without a move: an empty cell, text that wasn't understood, a result that the moves
/// contain anyway.
#[derive(Clone, Debug)]
pub struct Idle {
    /// The number of moves before it.
    pub behind: usize,
    /// The entry.
    pub entry: Entry,
    /// The remarks on it.
    pub remarks: Vec<Remark>,
}

/// A move: anything done in a game.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Move {
    /// The deed.
    pub what: Deed,
    /// The player who did it; for a position that was set, the player on roll.
    pub by: Side,
    /// The state before it; that of a play contains the dice.
    pub before: MatchState,
    /// The state after it.
    pub after: MatchState,
    /// The notes on it.
    pub notes: Notes,
    /// Remarks on it.
    pub remarks: Vec<Remark>,
    /// Whether its cube action is marked for a closer look.
    pub is_marked: bool,
    /// The numbers of its analysis's candidates that are marked for a closer look, from 1 on, in rising
    /// order.
    pub marked: Vec<usize>,
    /// Whether its dice were set with the lower one first.
    pub is_rising: bool,
    /// Whether its plays were evaluated by `hint` while the dice wait.
    pub is_hinted: bool,
    /// Whether it belongs to the position that the game begins with, which an ID has set.
    pub is_given: bool,
    /// Its origin.
    pub source: Source,
}

impl Move {
    /// Makes a move without notes.
    #[must_use]
    pub fn new(what: Deed, by: Side, before: MatchState, after: MatchState) -> Self {
        Self {
            what,
            by,
            before,
            after,
            notes: Notes::default(),
            remarks: Vec::new(),
            is_marked: false,
            marked: Vec::new(),
            is_rising: false,
            is_hinted: false,
            is_given: false,
            source: Source::Here,
        }
    }

    /// Replaces its analysis of the same kind, and drops the marks of candidates. A rollout of a record stays.
    pub fn keep(&mut self, found: Analysis) {
        let kind = std::mem::discriminant(&found);
        let is_same = |stored: &&Analysis| std::mem::discriminant(*stored) == kind;
        if self.notes.analyses.iter().filter(is_same).any(is_rollout) {
            return;
        }
        if matches!(found, Analysis::Play(_)) {
            self.marked.clear();
            marks::clear_plays(&mut self.notes);
        }
        self.notes.analyses.retain(|analysis| std::mem::discriminant(analysis) != kind);
        // GNU Backgammon writes that of the cube first.
        let place = if matches!(found, Analysis::Cube(_)) { 0 } else { self.notes.analyses.len() };
        self.notes.analyses.insert(place, found);
        self.find_played();
    }

    /// Keeps the plays that `hint` found. Until the dice are played, they are no part of the record.
    pub fn keep_plays(&mut self, found: PlayAnalysis) {
        let is_first = self.is_hinted || self.notes.play_analyses().next().is_none();
        self.is_hinted = is_first && matches!(self.what, Deed::Rolled(_));
        self.keep(Analysis::Play(found));
    }

    /// Drops what `hint` found for dice that wait: the plays, and the cube decision before dice of this session. What a
    /// record states stays.
    fn forget_hint(&mut self) {
        let (is_hinted, is_here) = (self.is_hinted, matches!(self.source, Source::Here));
        self.notes.analyses.retain(|analysis| match analysis {
            Analysis::Play(_) => !is_hinted,
            Analysis::Cube(_) => !is_here,
        });
        if is_hinted {
            self.is_hinted = false;
            self.marked.clear();
        }
    }

    /// Returns its notes for a record: without the plays that `hint` found for dice that still wait to be played, and
    /// with its marks. `before` is the move before it: an answer has the mark of its double. GNU Backgammon's files,
    /// for `compat`, have marks only with an analysis, and a list of them with every analysed play.
    #[must_use]
    pub fn notes_of_record(&self, before: Option<&Self>, compat: bool) -> Cow<'_, Notes> {
        let mut notes = Cow::Borrowed(&self.notes);
        if self.is_hinted {
            notes.to_mut().analyses.retain(|analysis| !matches!(analysis, Analysis::Play(_)));
        }
        let has_cube = notes.cube_analyses().next().is_some();
        let has_plays = notes.play_analyses().next().is_some();
        if self.what.is_decision() {
            let is_marked = self.is_marked || self.what.is_answer() && before.is_some_and(|it| it.is_marked);
            // Circles of other programs stay, and so do lists that aren't understood.
            if marks::cube(&notes).is_some() {
                set_property(&mut notes, marks::CUBE, (is_marked && (has_cube || !compat)).then(String::new));
            }
        }
        let has_list = notes.properties.iter().any(|property| property.key == marks::PLAYS);
        if has_plays && marks::plays(&notes).is_some() && (compat || has_list || !self.marked.is_empty()) {
            let mut list = String::new();
            for number in &self.marked {
                // Writing to a String can't fail.
                let _ = write!(list, "{number} ");
            }
            set_property(&mut notes, marks::PLAYS, Some(list));
        }
        notes
    }

    /// Sets its marks to those in its notes; returns `true` if its cube action is marked.
    pub fn read_marks(&mut self) -> bool {
        let is_marked = marks::cube(&self.notes) == Some(true) && self.what.is_decision();
        self.is_marked = is_marked && !self.what.is_answer();
        self.marked = marks::plays(&self.notes).unwrap_or_default();
        is_marked
    }

    /// Returns its dice, if they were set with the lower one first.
    #[must_use]
    pub fn rising_dice(&self) -> Option<Roll> {
        self.what.dice().filter(|_| self.is_rising)
    }

    /// Returns the comments on it.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        let comments = self.remarks.iter().filter(|remark| remark.kind == RemarkKind::Comment);
        comments.map(|remark| remark.text.as_str())
    }

    /// Returns `true` for an analysed decision.
    #[must_use]
    pub fn is_analysed(&self) -> bool {
        self.what.is_decision() && !self.notes.analyses.is_empty()
    }

    /// Returns the analysis of its cube decision.
    #[must_use]
    pub fn cube_analysis(&self) -> Option<&Analysis> {
        self.notes.analyses.iter().find(|analysis| matches!(analysis, Analysis::Cube(_)))
    }

    /// Finds the play that was made among the candidates of an analysis that doesn't tell it.
    fn find_played(&mut self) {
        let (Deed::Played(roll, _), before) = (self.what, self.before.board()) else { return };
        let after = self.after.board_of(self.by);
        let is_made = |legs: &[Leg]| resolve(before, roll, legs).is_ok_and(|found| *found.after() == after);
        for analysis in &mut self.notes.analyses {
            if let Analysis::Play(PlayAnalysis { candidates, played: played @ None, .. }) = analysis {
                let place = candidates.iter().position(|candidate| is_made(&candidate.legs));
                *played = place.and_then(|place| u32::try_from(place).ok());
            }
        }
    }

    /// Returns `true` if it ended the game.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        self.result().is_some()
    }

    /// Returns the result that it brought, if it ended the game.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        self.after.phase().result()
    }
}

/// Sets or removes a property with one value.
fn set_property(notes: &mut Cow<'_, Notes>, key: &str, value: Option<String>) {
    let wanted = value.map(|value| vec![value]);
    let told = notes.properties.iter().find(|property| property.key == key);
    if told.map(|told| &told.values.value) == wanted.as_ref() {
        return;
    }
    let properties = &mut notes.to_mut().properties;
    properties.retain(|property| property.key != key);
    let property = |values| Property { key: key.to_owned(), values: Spanned::new(values, Span::default()) };
    properties.extend(wanted.map(property));
}

/// The origin of a move.
#[derive(Clone, Debug, Default)]
pub enum Source {
    /// It was made here.
    #[default]
    Here,
    /// From an entry of a record, without its notes.
    Entry(Box<Entry>),
    /// From the same entry as the previous move.
    Same,
}

impl Source {
    /// Exchanges the players: a play stays as it is written, but everything else in the record was about the
    /// other player.
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
    /// The dice were played in a way that no rule allows, according to a record.
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

impl Deed {
    /// Returns the dice of a turn.
    #[must_use]
    pub const fn dice(self) -> Option<Roll> {
        match self {
            Self::Rolled(roll) | Self::Played(roll, _) | Self::Condoned(roll) => Some(roll),
            _ => None,
        }
    }

    /// Returns `true` for the answer to a double.
    const fn is_answer(self) -> bool {
        matches!(self, Self::Taken | Self::Passed)
    }

    /// Returns `true` for the roll or the cube action of a player who had the choice.
    pub(super) const fn is_decision(self) -> bool {
        use Deed::{Condoned, Doubled, Passed, Played, Rolled, Taken};
        matches!(self, Rolled(_) | Played(..) | Condoned(_) | Doubled | Taken | Passed)
    }

    /// Returns `true` if a move is taken back on its own; dice that wait to be played go with the previous move.
    pub(super) const fn is_step(self) -> bool {
        !matches!(self, Self::Rolled(_))
    }

    /// Returns `true` for a setting by hand other than that of dice.
    const fn is_set(self) -> bool {
        matches!(self, Self::SetBoard | Self::SetCubeValue | Self::SetCubeOwner)
    }
}

impl History {
    /// Removes everything.
    pub fn clear(&mut self) {
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

    /// Removes all games but the present one.
    pub fn keep_current(&mut self) {
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
    pub fn current_mut(&mut self) -> Option<&mut Game> {
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
    pub fn next_mut(&mut self) -> Option<&mut Move> {
        let at = self.at;
        self.current_mut()?.moves.get_mut(at)
    }

    /// Returns the next move, or after the last one the dice that wait to be played, to change its notes.
    pub fn decision_mut(&mut self) -> Option<&mut Move> {
        if self.next().is_some() {
            return self.next_mut();
        }
        self.last_mut().filter(|last| matches!(last.what, Deed::Rolled(_)))
    }

    /// Returns the turn whose plays `hint` evaluates, to change its notes: the next move, or after the last one the
    /// dice that wait, whatever was set by hand since.
    pub fn turn_mut(&mut self) -> Option<&mut Move> {
        if self.next().is_some() {
            return self.next_mut();
        }
        self.current_mut()?.waiting_dice_mut()
    }

    /// Returns `true` if `hint` has evaluated the plays of the dice that wait in the present game.
    #[must_use]
    pub fn has_hinted_plays(&self) -> bool {
        self.current().and_then(Game::waiting_dice).is_some_and(|waiting| waiting.is_hinted)
    }

    /// Drops what `hint` found for the dice that wait in the present game.
    pub fn forget_hint(&mut self) {
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
        let is_played = matches!(what, Deed::Played(..) | Deed::Condoned(_) | Deed::Rolled(_));
        // Dice that are set after a position with dice was looked at aren't looked at.
        let saw = match (what, before.phase()) {
            (Deed::Rolled(_), Phase::ToPlay(roll)) if game.is_looked_at => Some(roll),
            _ => None,
        };
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
        game.marks_cube &= matches!(what, Deed::Rolled(_) | Deed::Doubled);
        game.idle.clear();
        (game.is_looked_at, game.saw) = (saw.is_some(), saw);
        self.at = game.moves.len();
    }

    /// Drops what the session saw when it looked at what comes next.
    pub fn look_away(&mut self) {
        let had_dice = self.has_rolled();
        if let Some(game) = self.current_mut() {
            (game.is_looked_at, game.hinted) = (false, None);
            game.is_cube_in_mind &= !had_dice;
        }
    }

    /// Returns `true` if the last move was to roll or set the dice.
    #[must_use]
    pub fn has_rolled(&self) -> bool {
        matches!(self.last(), Some(Move { what: Deed::Rolled(_), .. }))
    }

    /// Makes the moves so far the position that the game begins with: `undo` leaves them.
    pub fn give(&mut self) {
        for step in self.current_mut().into_iter().flat_map(|game| &mut game.moves) {
            step.is_given = true;
        }
    }

    /// Returns `true` if anything was played in any game: more than dice, doubles and a position that was set.
    #[must_use]
    pub fn is_played(&self) -> bool {
        use Deed::{Condoned, Drawn, Passed, Played, Resigned, Taken};
        let mut moves = self.games.iter().flat_map(|game| &game.moves);
        moves.any(|step| matches!(step.what, Played(..) | Condoned(_) | Taken | Passed | Resigned(_) | Drawn))
    }

    /// Looks at what comes next.
    pub fn look(&mut self) {
        if self.next().is_none()
            && let Some(game) = self.current_mut()
        {
            game.is_looked_at = game.result().is_none();
            game.saw = None;
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
    pub fn forget(&mut self, is_it: impl Fn(&Deed) -> bool) -> bool {
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
    pub fn rescore(&mut self, change: impl FnMut(&mut MatchState)) {
        self.restate(change);
        if let Some(game) = self.current_mut() {
            game.is_scored = true;
        }
    }

    /// Notes that everything after the present place is taken back.
    pub fn take_back(&mut self) {
        self.undone = self.has_tail().then_some((self.game, self.at));
    }

    /// Returns `true` if the score of a game, or whether it is the Crawford game, was set and by these rules doesn't
    /// follow from the games before.
    #[must_use]
    pub fn is_scored(&self, index: usize, rules: &Rules) -> bool {
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
    pub fn restate(&mut self, mut change: impl FnMut(&mut MatchState)) {
        let Some(game) = self.current_mut() else { return };
        game.hinted = None;
        change(&mut game.start);
        game.moves.iter_mut().flat_map(|made| [&mut made.before, &mut made.after]).for_each(change);
    }

    /// Exchanges the players in the whole history.
    pub fn swap_players(&mut self) {
        self.left.clear();
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
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.current().is_some_and(|game| game.moves.iter().take(self.at).any(Move::is_last))
    }

    /// Returns the dice at the present place that haven't been played.
    #[must_use]
    pub fn dice(&self) -> Option<Roll> {
        let moves = &self.current()?.moves[..self.at];
        moves.iter().rev().find_map(|made| match made.what {
            Deed::Rolled(roll) => Some(Some(roll)),
            Deed::Played(..) | Deed::Condoned(_) => Some(None),
            _ => None,
        })?
    }

    /// Returns the dice at the present place that haven't been played, if they were set with the lower one
    /// first.
    #[must_use]
    pub fn rising_dice(&self) -> Option<Roll> {
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

impl Game {
    /// Makes a game without moves.
    #[must_use]
    pub fn new(start: MatchState, names: BySide<String>) -> Self {
        Self { begun_at: start.score().points, start, names, ..Self::default() }
    }

    /// Returns `true` if it was read from a record.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.head.players.0.iter().any(Option::is_some)
    }

    /// Begins at the score that the record states, even if it isn't the one after the games before. Returns whether it isn't.
    pub fn begin_at_stated_score(&mut self) -> bool {
        let stated =
            |side| self.head.players[side].as_ref()?.score.and_then(|score| u32::try_from(score.value).ok());
        let (Some(zero), Some(one)) = (stated(Side::Zero), stated(Side::One)) else { return false };
        let score = Score { points: BySide::new(zero, one), ..*self.start.score() };
        let differs = score != *self.start.score();
        if differs {
            self.start.place_score(score);
            self.begun_at = score.points;
        }
        differs
    }

    /// Forgets the origin of the last move, and that of other moves with the same entry.
    fn forget_source(&mut self) {
        for last in self.moves.iter_mut().rev() {
            if !matches!(std::mem::take(&mut last.source), Source::Same) {
                break;
            }
        }
    }

    /// Returns the dice that wait at its end, whatever was set by hand since.
    #[must_use]
    pub fn waiting_dice(&self) -> Option<&Move> {
        let last = self.moves.iter().rev().find(|step| !step.what.is_set());
        last.filter(|last| matches!(last.what, Deed::Rolled(_)))
    }

    fn waiting_dice_mut(&mut self) -> Option<&mut Move> {
        let last = self.moves.iter_mut().rev().find(|step| !step.what.is_set());
        last.filter(|last| matches!(last.what, Deed::Rolled(_)))
    }

    /// Returns the move that ended the game; it isn't the last one where match text continues after a result.
    #[must_use]
    pub fn ending(&self) -> Option<&Move> {
        self.moves.iter().rev().find(|step| step.is_last())
    }

    /// Returns `true` if it continues after a result, as match text may have it.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.moves.iter().rev().skip(1).any(Move::is_last)
    }

    /// Returns how often the cube was doubled automatically before the first move.
    #[must_use]
    pub fn automatic_doubles(&self) -> u8 {
        let doubles = self.start.automatic_doubles();
        // The opening roll comes after the automatic doubles.
        self.moves.first().map_or(doubles, |first| first.after.automatic_doubles().max(doubles))
    }

    /// Returns how the game ended, if it has.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.moves.last()?.result()
    }

    /// Returns how the game ended; in GNU Backgammon's view a result that was taken back still holds.
    #[must_use]
    pub fn standing(&self, compat: bool) -> Option<GameResult> {
        self.result().or(self.taken_back.filter(|_| compat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::legal_plays;

    /// Returns the opening play of 31, or its dice, and all its candidates.
    fn opening(is_made: bool) -> (Move, PlayAnalysis) {
        let roll: Roll = "31".parse().expect("a roll");
        let mut before = MatchState::new(Rules::match_play(5));
        before.place(crate::Board::START, Side::One, Some(roll));
        let all = legal_plays(before.board(), roll);
        let legs = |play: &Play| {
            let place = |number| crate::board::Place::from_number(number).expect("a place");
            let steps = play.steps().iter();
            steps.map(|step| Leg { from: place(step.from()), to: place(step.to()), hit: false }).collect()
        };
        let candidates = all
            .iter()
            .map(|(play, _)| crate::game::record::Candidate { legs: legs(play), ..Default::default() });
        let found = PlayAnalysis { candidates: candidates.collect(), ..PlayAnalysis::default() };
        let (play, after) = &all[3];
        let what = if is_made { Deed::Played(roll, *play) } else { Deed::Rolled(roll) };
        let mut later = before.clone();
        later.place(after.flip(), Side::Zero, None);
        (Move::new(what, Side::One, before, later), found)
    }

    #[test]
    fn plays_of_a_hint_are_no_part_of_the_record_while_the_dice_wait() {
        let (mut waiting, found) = opening(false);
        waiting.keep_plays(found.clone());
        assert!(
            !waiting.notes.analyses.is_empty() && waiting.notes_of_record(None, false).analyses.is_empty()
        );
        // What a record says about dice that wait stays, also after a hint.
        let (mut read, _) = opening(false);
        read.notes.analyses.push(Analysis::Play(found.clone()));
        assert_eq!(read.notes_of_record(None, false).analyses.len(), 1);
        read.keep_plays(found.clone());
        assert_eq!(read.notes_of_record(None, false).analyses.len(), 1);
        // The play that was made is found among them; what a record tells of it stays.
        let (mut made, _) = opening(true);
        made.keep_plays(found.clone());
        let played = |step: &Move| match &step.notes_of_record(None, false).analyses[..] {
            [Analysis::Play(play)] => play.played,
            _ => panic!("one analysis of plays"),
        };
        assert_eq!(played(&made), Some(3));
        made.keep_plays(PlayAnalysis { played: Some(7), ..found });
        assert_eq!(played(&made), Some(7));
    }

    #[test]
    fn marks_are_kept_in_notes_as_gnu_backgammon_has_them() {
        let (mut made, found) = opening(true);
        let told = |step: &Move, compat| {
            let notes = step.notes_of_record(None, compat).into_owned();
            notes
                .properties
                .into_iter()
                .map(|told| (told.key, told.values.value.concat()))
                .collect::<Vec<_>>()
        };
        (made.marked, made.is_marked) = (vec![1, 3], true);
        assert!(told(&made, true).is_empty());
        assert_eq!(told(&made, false), [(marks::CUBE.to_owned(), String::new())]);
        // Other candidates have other numbers.
        made.keep_plays(found);
        assert_eq!(told(&made, true), [(marks::PLAYS.to_owned(), String::new())]);
        made.marked = vec![1, 3];
        assert_eq!(told(&made, true), [(marks::PLAYS.to_owned(), "1 3 ".to_owned())]);
        let mut read = Move { notes: made.notes_of_record(None, false).into_owned(), ..made.clone() };
        (read.marked, read.is_marked) = (Vec::new(), false);
        assert!(read.read_marks() && read.is_marked && read.marked == [1, 3]);
        // Without marks the list is empty, and a number beyond the candidates is no mark.
        (read.marked, read.is_marked) = (Vec::new(), false);
        assert_eq!(told(&read, false), [(marks::PLAYS.to_owned(), String::new())]);
        let mut beyond = Cow::Borrowed(&made.notes);
        set_property(&mut beyond, marks::PLAYS, Some("1 99 ".to_owned()));
        read.notes = beyond.into_owned();
        assert!(!read.read_marks() && read.marked.is_empty());
        // Such a list stays as it is, and so do circles of another program.
        let circles = Spanned::new(vec!["aa".to_owned(), "bb".to_owned()], Span::default());
        read.notes.properties.push(Property { key: marks::CUBE.to_owned(), values: circles });
        let lists =
            [(marks::PLAYS.to_owned(), "1 99 ".to_owned()), (marks::CUBE.to_owned(), "aabb".to_owned())];
        assert!(!read.read_marks() && told(&read, false) == lists && told(&read, true) == lists);
    }
}
