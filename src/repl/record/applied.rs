//! From an SGF record to a history as GNU Backgammon reads it: entry by entry, without regard to the rules.
//!
//! A play belongs to the player in the node, even if the other player was on roll; a roll without a play
//! passes the turn; a position that is set belongs to player 0, and its side on roll is only kept until the
//! session moves about in the match.

use super::load::{Loaded, Reader, resigned};
use super::{listed, waiting};
use crate::board::{Board, Roll, Side};
use crate::game::record::{Cell, CubePlace, Entry, MatchRecord, Setup, Written, WrittenPlay};
use crate::game::{Action, Cube, MatchState, Offer, Phase, Rules};
use crate::repl::history::{Deed, Game, Move, Source};
use crate::rules::{Play, legal_plays};

/// Removes results that aren't resignations: GNU Backgammon doesn't end a game at them.
pub(in crate::repl) fn keep_resignations(record: &mut MatchRecord, text: &str) {
    for game in &mut record.games {
        game.entries.retain(|entry| match entry.written {
            Written::Wins { .. } => {
                let said = text.get(entry.span.range()).unwrap_or_default();
                said.trim_end().ends_with('R')
            }
            Written::Drawn => false,
            _ => true,
        });
    }
}

impl Loaded {
    /// Makes the forced play, or the dance, of a roll at the end of match text.
    pub(in crate::repl) fn play_forced(&mut self) {
        let Some(last) = self.history.games.last_mut().and_then(|game| game.moves.last_mut()) else { return };
        let Deed::Rolled(roll) = last.what else { return };
        let play = match legal_plays(last.after.board(), roll)[..] {
            [] => Play::DANCE,
            [(play, _)] => play,
            _ => return,
        };
        last.before = last.after.clone();
        if last.after.apply(last.by, &Action::Play(play)).is_ok() {
            (last.what, last.source) = (Deed::Played(roll, play), Source::Here);
        }
    }

    /// Drops everything from the first impossible play on, where GNU Backgammon stops reading match text.
    /// Returns `true` if there is one.
    pub(in crate::repl) fn stop_at_error(&mut self) -> bool {
        let fails = |step: &Move| {
            let is_unmoved = *step.before.board() == step.after.board().flip();
            let is_written = matches!(
                &step.source,
                Source::Entry(entry) if matches!(entry.written, Written::Turn { cell: Cell::Play(_), .. })
            );
            matches!(step.what, Deed::Condoned(_)) && is_unmoved && is_written
        };
        let games = &mut self.history.games;
        let place = games
            .iter()
            .enumerate()
            .find_map(|(index, game)| game.moves.iter().position(fails).map(|at| (index, at)));
        let Some((index, at)) = place else { return false };
        games.truncate(index + 1);
        games[index].moves.truncate(at);
        games[index].idle.retain(|idle| idle.behind <= at);
        (self.history.game, self.history.at) = (index, at);
        true
    }

    /// Changes the rules with which every game begins.
    pub(in crate::repl) fn state_rules(&mut self, change: impl Fn(&mut Rules)) {
        for game in &mut self.history.games {
            let mut rules = game.start.rules().clone();
            change(&mut rules);
            game.start.place_rules(rules);
        }
    }

    /// Rebuilds the moves of all games from the entries of their records. With `dice_first` the dice of a
    /// position come before its board.
    pub(in crate::repl) fn apply(&mut self, entries: Vec<Vec<Entry>>, dice_first: bool) {
        for (game, entries) in self.history.games.iter_mut().zip(entries) {
            if let Some(number) = game.head.number {
                game.start.place_game(number.value.max(1));
            }
            let mut reader = Reader::again(game, entries);
            let mut state = reader.last().clone();
            let mut seen = state.clone();
            for index in 0..reader.count() {
                reader.apply(index, &mut state, &mut seen, dice_first);
            }
            let ending = reader.end();
            (game.moves, game.idle, game.remarks) = (ending.moves, ending.idle, ending.remarks);
            self.states.push(seen);
        }
        self.history.at = self.history.current().map_or(0, |game| game.moves.len());
    }
}

/// Returns the place before the only decision of a match, if it has one game with just one decision.
pub(in crate::repl) fn only_decision(games: &[Game]) -> Option<usize> {
    let [game] = games else { return None };
    let is_decision = |deed| {
        matches!(deed, Deed::Played(..) | Deed::Condoned(_) | Deed::Doubled | Deed::Taken | Deed::Passed)
    };
    let mut all = (0..game.moves.len()).filter(|&place| is_decision(game.moves[place].what));
    all.next().filter(|_| all.next().is_none())
}

impl Reader {
    /// Applies an entry: to `state` as in the list of moves, to `seen` as while the file is read.
    fn apply(&mut self, index: usize, state: &mut MatchState, seen: &mut MatchState, dice_first: bool) {
        let Some((side, written)) = self.entry(index).map(|entry| (entry.side, entry.written.clone())) else {
            return;
        };
        let by = side.unwrap_or(Side::Zero);
        match &written {
            Written::Turn { roll, cell } => {
                let Some(roll) = roll.roll() else { return };
                let play = if let Cell::Play(play) = cell { Some(play) } else { None };
                self.turn(index, by, roll, play, state);
            }
            Written::Cube { .. } => {
                let before = state.clone();
                double(state, by);
                self.add(Deed::Doubled, by, before, state.clone(), Some(index));
            }
            Written::Take => self.answer_any(index, by, Deed::Taken, state),
            Written::Pass => self.answer_any(index, by, Deed::Passed, state),
            Written::Set(setup) => {
                if dice_first && setup.roll.is_some() {
                    let dice = Setup { roll: setup.roll, on_roll: setup.on_roll, ..Setup::default() };
                    let rest = Setup { roll: None, ..(**setup).clone() };
                    self.set_anew(index, &dice, state, seen);
                    self.set_anew(index, &rest, state, seen);
                } else {
                    self.set_anew(index, setup, state, seen);
                }
                return;
            }
            Written::Wins { points, .. } => {
                let cube = state.cube().value;
                let points = points.map_or(cube, |points| points.value);
                // The points are those of the outcome, whatever the file states.
                let (_, result) = resigned(by, points / cube.max(1), cube);
                self.over(result, state.clone(), Some(index));
                *state = self.last().clone();
            }
            _ => {}
        }
        seen.clone_from(state);
    }

    /// Takes or passes a double, whichever player the file names: the one who passes loses. Without a double it only
    /// stands in the list.
    fn answer_any(&mut self, index: usize, by: Side, deed: Deed, state: &mut MatchState) {
        let before = state.clone();
        if let Phase::ToAnswerDouble(offer) = state.phase() {
            let (responder, action) = match deed {
                Deed::Taken => (offer.responder, Action::Take),
                _ => (by, Action::Pass),
            };
            state.place_phase(Phase::ToAnswerDouble(Offer { responder, ..offer }));
            let under = waiting::under(&self.game.moves).filter(|_| deed == Deed::Taken);
            if state.apply(responder, &action).is_err() {
                state.clone_from(&before);
            } else if let Some((_, roll)) = under {
                // The dice that lie under the double stay on the board.
                state.place_phase(Phase::ToPlay(roll));
            }
        }
        self.add(deed, by, before, state.clone(), Some(index));
    }

    /// Takes or passes a double; does nothing if none is offered.
    pub(super) fn answer(&mut self, entry: Option<usize>, by: Side, deed: Deed, state: &mut MatchState) {
        let before = state.clone();
        let action = if deed == Deed::Taken { Action::Take } else { Action::Pass };
        if state.apply(by, &action).is_ok() {
            self.add(deed, by, before, state.clone(), entry);
        }
    }

    pub(super) fn turn(
        &mut self,
        index: usize,
        by: Side,
        roll: Roll,
        written: Option<&WrittenPlay>,
        state: &mut MatchState,
    ) {
        put_on_roll(state, by, Some(roll));
        let before = state.clone();
        let steps = written.map(listed::legs).unwrap_or_default();
        let board = *state.board();
        let after = after(&board, &steps);
        let plays = legal_plays(&board, roll);
        let legal = match plays[..] {
            [] if steps.is_empty() => Some(Play::DANCE),
            _ => {
                plays.iter().find(|(_, result)| *result == after && !steps.is_empty()).map(|(play, _)| *play)
            }
        };
        let what = match legal {
            Some(play) => Deed::Played(roll, play),
            None => Deed::Condoned(roll),
        };
        // The roll is on the board.
        let _ = state.condone(by, &after);
        self.forget_dice(by);
        self.add(what, by, before, state.clone(), Some(index));
    }

    /// Removes the dice of the last move, which are played now, or replaced.
    pub(super) fn forget_dice(&mut self, by: Side) {
        self.game.moves.pop_if(|last| last.by == by && matches!(last.what, Deed::Rolled(_)));
    }

    /// Applies a setup, each of its parts as a move.
    pub(super) fn set_anew(
        &mut self,
        index: usize,
        setup: &Setup,
        state: &mut MatchState,
        seen: &mut MatchState,
    ) {
        let mut entry = Some(index);
        if let Some(lanes) = setup.board {
            self.game.moves.pop_if(|last| last.what == Deed::SetBoard);
            let before = state.clone();
            let by = if state.phase() == Phase::OpeningRoll { Side::Zero } else { state.on_roll() };
            let board = board(&lanes, state.rules().variant.start().board().checkers());
            let roll = crate::repl::score::rolled(state);
            state.place(if by == Side::Zero { board } else { board.flip() }, by, roll);
            self.add(Deed::SetBoard, Side::Zero, before, state.clone(), entry.take());
        }
        let mut cube = |this: &mut Self, what, cube| {
            let before = state.clone();
            if state.phase() == Phase::OpeningRoll {
                state.place(*state.board(), Side::Zero, None);
            }
            state.place_cube(cube);
            this.add(what, Side::Zero, before, state.clone(), entry.take());
            state.cube()
        };
        let now = self.last().cube();
        let now = match setup.cube_value {
            Some(value) => cube(self, Deed::SetCubeValue, Cube { value, ..now }),
            None => now,
        };
        if let Some(place) = setup.cube_place {
            let owner = if let CubePlace::Owned(side) = place { Some(side) } else { None };
            cube(self, Deed::SetCubeOwner, Cube { owner, ..now });
        }
        if let Some(roll) = setup.roll.and_then(|roll| roll.roll()) {
            let by = setup.on_roll.unwrap_or(state.on_roll());
            let before = state.clone();
            put_on_roll(state, by, Some(roll));
            self.forget_dice(by);
            self.add(Deed::Rolled(roll), by, before, state.clone(), entry.take());
            self.set_rising(setup.roll.is_some_and(|roll| roll.digits[0] < roll.digits[1]));
        }
        for step in self.game.moves.iter_mut().rev().take(4) {
            if matches!(&step.source, Source::Entry(entry) if matches!(entry.written, Written::Set(_))) {
                // The entry becomes several moves.
                step.source = Source::Here;
            }
        }
        seen.clone_from(state);
        if let Some(side) = setup.on_roll {
            let roll = crate::repl::score::rolled(seen);
            put_on_roll(seen, side, roll);
        }
    }
}

/// Puts a player on roll; the checkers stay where they are.
pub(in crate::repl) fn put_on_roll(state: &mut MatchState, by: Side, roll: Option<Roll>) {
    state.place(state.board_of(by), by, roll);
}

/// Offers the cube for a player, even where no rule allows it.
pub(super) fn double(state: &mut MatchState, by: Side) {
    if state.apply(by, &Action::Beaver).is_ok() {
        return;
    }
    if !(state.phase() == Phase::ToRoll && state.on_roll() == by) {
        put_on_roll(state, by, None);
    }
    let value = state.cube().value.saturating_mul(2);
    state.place_phase(Phase::ToAnswerDouble(Offer { responder: by.opponent(), value, beavers: 0 }));
}

/// Makes a board of lanes from player 0's view; checkers that aren't on it are off.
fn board(lanes: &[i8; 26], checkers: u8) -> Board {
    let mut all = [0; Board::LANES];
    all[..26].copy_from_slice(lanes);
    let on = |side: i8| lanes.iter().map(|&count| (count * side).max(0)).sum::<i8>();
    let checkers = i8::try_from(checkers).unwrap_or(15);
    all[Board::OFF] = (checkers - on(1)).max(0);
    all[Board::OPPONENT_OFF] = -(checkers - on(-1)).max(0);
    Board::from_lanes(all)
}

/// Makes steps as they are written, in any direction: a step to a point hits all checkers of the opponent there. One
/// from a point without a checker is left out.
fn after(board: &Board, steps: &[(u8, u8)]) -> Board {
    let mut lanes = *board.lanes();
    for &(from, to) in steps {
        let (from, to) = (usize::from(from), usize::from(to));
        if lanes[from] <= 0 || from == to {
            continue;
        }
        lanes[from] -= 1;
        let to = if to == 0 { Board::OFF } else { to };
        if lanes[to] < 0 {
            lanes[Board::OPPONENT_BAR] += lanes[to];
            lanes[to] = 0;
        }
        lanes[to] += 1;
    }
    Board::from_lanes(lanes)
}
