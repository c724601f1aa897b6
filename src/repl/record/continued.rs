//! Match text that no rule allows, as GNU Backgammon reads it: a result doesn't end a game.
//!
//! It writes such text itself, of games in which a position was set: it counts the checkers of a board that it doesn't follow, and states a
//! result after every play. When it reads that again, it counts each result and plays on. A double that isn't there can't be answered, and it
//! says so.

use super::applied::{double, put_on_roll};
use super::load::{Loaded, Reader, resigned};
use crate::board::{Board, Side};
use crate::game::record::{Cell, CubeWord, Entry, Written, WrittenPlay};
use crate::game::{Action, MatchState, Phase, Resume};
use crate::repl::history::{Deed, Move, Source};
use crate::repl::retell::exchange;
use crate::repl::score::rolled;
use crate::repl::session::Session;
use crate::rules::{Play, Step, legal_plays};

/// Whose play can't be made: other variants are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) struct Unmade(Side);

/// What came of reading on.
#[derive(Clone, Debug, Default)]
pub(in crate::repl) struct Outcome {
    /// What GNU Backgammon prints meanwhile.
    pub said: Vec<String>,
    /// The play that can't be made at which it stopped.
    pub unmade: Option<Unmade>,
    /// The play that can't be made at the end of the last game, which was left out.
    pub left_out: Option<Unmade>,
}

/// How GNU Backgammon reads a kind of match text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) enum Kind {
    /// As far as plays can be made.
    Strict,
    /// To the end: a play that can't be made is left out with a warning.
    Lenient,
    /// As that; a game has no score of its own, and begins with that after the one before it.
    Game,
}

/// The entries of a game.
#[derive(Clone, Debug)]
pub(in crate::repl) struct Found {
    /// The entries, as GNU Backgammon finds them.
    pub entries: Vec<Entry>,
    /// Whether they aren't those that a person would read there.
    pub differs: bool,
}

impl Loaded {
    /// Takes each beaver after which somebody plays on.
    pub(in crate::repl) fn take_beavers(&mut self) {
        for game in &mut self.history.games {
            let mut at = 2;
            while at < game.moves.len() {
                let plays = game.moves[at].what.dice().is_some();
                let before = game.moves[at - 1].after.clone();
                let mut after = before.clone();
                if plays
                    && takes_beaver(&game.moves[..at])
                    && let Some(by) = before.turn()
                    && after.apply(by, &Action::Take).is_ok()
                {
                    game.moves.insert(at, Move::new(Deed::Taken, by, before, after));
                    for idle in game.idle.iter_mut().filter(|idle| idle.behind >= at) {
                        idle.behind += 1;
                    }
                }
                at += 1;
            }
        }
        self.history.at = self.history.current().map_or(0, |game| game.moves.len());
    }

    /// Makes the moves of those games anew that go on after a result, or have an answer without a double or, of a kind that warns of
    /// them, plays that can't be made; and of those whose entries differ.
    pub(in crate::repl) fn go_on(&mut self, found: Vec<Found>, kind: Kind, text: &str) -> Outcome {
        let mut outcome = Outcome::default();
        let mut end = None;
        for (index, Found { entries, differs }) in found.into_iter().enumerate() {
            let Some(game) = self.history.games.get_mut(index) else { break };
            if let (Kind::Game, Some((score, number))) = (kind, end.take()) {
                game.start.place_score(score);
                game.start.place_game(number);
            }
            let is_scored = game.begin_at_stated_score();
            let plays = entries.iter().filter(|entry| is_play(entry)).count();
            let is_played = |step: &&Move| {
                matches!(step.what, Deed::Played(..))
                    && matches!(&step.source, Source::Entry(entry) if is_play(entry))
            };
            let is_unplayed = game.moves.iter().filter(is_played).count() < plays
                || game.moves.last().is_some_and(|last| !is_whole(last));
            if !is_scored && !differs && !is_irregular(&entries) && !is_unplayed {
                continue;
            }
            let mut reader = Reader::again(game, entries);
            let mut state = reader.last().clone();
            outcome.left_out = None;
            let mut unmade = None;
            for index in 0..reader.count() {
                let read = reader.read(index, &mut state, kind, text, &mut outcome.said);
                (unmade, outcome.left_out) = match read {
                    Err(it) if kind == Kind::Strict => (Some(it), None),
                    read => (None, read.err()),
                };
                if unmade.is_some() {
                    break;
                }
            }
            let ending = reader.end();
            (game.moves, game.idle, game.remarks) = (ending.moves, ending.idle, ending.remarks);
            let last = game.moves.last().map_or(&game.start, |last| &last.after);
            end = Some((*last.score(), game.start.game() + u32::from(game.ending().is_some())));
            // Where the match is over, later games are dropped.
            let is_over = |step: &Move| matches!(step.after.phase(), Phase::MatchOver(_));
            if unmade.is_some() || game.moves.iter().any(is_over) {
                outcome.unmade = unmade;
                self.history.games.truncate(index + 1);
                break;
            }
        }
        self.history.go_to_end();
        outcome
    }
}

impl Session {
    /// Puts the player of a play that can't be made on roll, also after a game that was over before it: till somebody
    /// moves about.
    pub(in crate::repl) fn leave_on_roll(&mut self, Unmade(by): Unmade) {
        put_waiting_on_roll(&mut self.game.state, by);
        let Some(last) = self.game.history.last_mut() else { return };
        let Phase::ToAnswerResignation { by: loser, outcome, otherwise } = last.before.phase() else {
            return;
        };
        // Dice that wait stay on the board.
        let roll = if let Resume::Play(roll) = otherwise { Some(roll) } else { None };
        last.before.place(last.before.board_of(by), by, roll);
        let otherwise = roll.map_or(Resume::Roll, Resume::Play);
        last.before.place_phase(Phase::ToAnswerResignation { by: loser, outcome, otherwise });
        let phase = self.game.state.phase();
        self.game.state.place(self.game.state.board_of(by), by, None);
        self.game.state.place_phase(phase);
    }
}

/// Puts a player on roll with the dice that wait, if there are any.
fn put_waiting_on_roll(state: &mut MatchState, by: Side) {
    if matches!(state.phase(), Phase::ToRoll | Phase::ToPlay(_)) {
        put_on_roll(state, by, rolled(state));
    }
}

/// Returns `true` if the last move offers a beaver or a raccoon, which text leaves unanswered: the player who doubled plays on.
pub(in crate::repl) fn takes_beaver(moves: &[Move]) -> bool {
    moves.iter().rev().take_while(|step| step.what == Deed::Doubled).count() > 1
}

/// GNU Backgammon's message for an answer to a double that doesn't exist.
fn undoubled(what: &str) -> String {
    format!("{what} record found but doesn't follow a double")
}

/// Returns what GNU Backgammon quotes of a cell that it doesn't know: after dice with several blanks, it leaves out as
/// many characters as there are blanks beyond the first one.
fn as_quoted(cell: &str) -> &str {
    let [b'1'..=b'6', b'1'..=b'6', b':', rest @ ..] = cell.as_bytes() else { return cell };
    let blanks = rest.iter().take_while(|&&byte| byte == b' ').count();
    cell.get(blanks.saturating_sub(1)..).unwrap_or(cell)
}

/// Returns `false` for a result in mid-game that isn't worth a single game, a gammon or a backgammon.
fn is_whole(step: &Move) -> bool {
    let Deed::Resigned(outcome) = step.what else { return true };
    step.result().is_none_or(|result| result.points == result.cube * u32::from(outcome.multiplier()))
}

/// Returns `true` for dice with a play.
fn is_play(entry: &Entry) -> bool {
    matches!(entry.written, Written::Turn { cell: Cell::Play(_), .. })
}

/// Returns `true` if each step begins with a checker and doesn't end on a point of the other player.
fn can_be_made(board: &Board, play: &WrittenPlay) -> bool {
    let mut lanes = *board.lanes();
    play.places().all(|(from, to)| {
        let can = lanes[usize::from(from)] > 0 && from > to && (to == 0 || lanes[usize::from(to)] >= -1);
        if can {
            Step::new(from, to).make(&mut lanes);
        }
        can
    })
}

/// Returns `true` if something comes after a result, after dice that aren't played or after a double without an answer, or
/// answers a double that wasn't offered just before.
fn is_irregular(entries: &[Entry]) -> bool {
    let (mut is_over, mut offers, mut is_rolled) = (false, 0, false);
    for entry in entries {
        let was_rolled = std::mem::replace(
            &mut is_rolled,
            matches!(entry.written, Written::Turn { cell: Cell::Empty, .. }),
        );
        match &entry.written {
            Written::Turn { .. } | Written::Cube { .. } | Written::Take | Written::Pass if was_rolled => {
                return true;
            }
            Written::Turn { .. } | Written::Cube { .. } | Written::Wins { .. } if is_over => return true,
            Written::Take | Written::Pass if is_over || offers == 0 => return true,
            Written::Turn { .. } if offers == 1 => return true,
            Written::Turn { .. } | Written::Take | Written::Pass => offers = 0,
            Written::Cube { word: CubeWord::Beaver | CubeWord::Raccoon, .. } if offers == 0 => return true,
            Written::Cube { .. } => offers += 1,
            Written::Wins { .. } => is_over = true,
            _ => {}
        }
    }
    false
}

impl Reader {
    /// Carries out an entry. The player of a play that can't be made is on roll.
    fn read(
        &mut self,
        index: usize,
        state: &mut MatchState,
        kind: Kind,
        text: &str,
        said: &mut Vec<String>,
    ) -> Result<(), Unmade> {
        let Some((side, written)) = self.entry(index).map(|entry| (entry.side, entry.written.clone())) else {
            return Ok(());
        };
        let by = side.unwrap_or(Side::Zero);
        let before = state.clone();
        let is_offered = self.game.moves.last().is_some_and(|last| last.what == Deed::Doubled);
        if matches!(written, Written::Turn { .. }) && takes_beaver(&self.game.moves) {
            if let Some(by) = state.turn() {
                self.answer(None, by, Deed::Taken, state);
            }
        } else if matches!(written, Written::Turn { .. }) && self.leaves_offer_of(by) {
            exchange(state);
        }
        match &written {
            Written::Turn { roll, cell } => {
                let Some(roll) = roll.roll() else { return Ok(()) };
                let Cell::Play(play) = cell else {
                    put_on_roll(state, by, Some(roll));
                    let dice = state.clone();
                    let only = match legal_plays(state.board(), roll)[..] {
                        [] => Some(Play::DANCE),
                        [(play, _)] => Some(play),
                        _ => None,
                    };
                    let made = only.filter(|play| state.apply(by, &Action::Play(*play)).is_ok());
                    if let Some(play) = made {
                        self.add(Deed::Played(roll, play), by, dice, state.clone(), Some(index));
                    } else {
                        self.forget_dice(by);
                        let is_rising = self.is_rising(index);
                        self.add(Deed::Rolled(roll), by, before, dice, Some(index));
                        self.set_rising(is_rising);
                    }
                    return Ok(());
                };
                if can_be_made(&state.board_of(by), play) {
                    self.turn(index, by, roll, Some(play), state);
                } else {
                    if kind != Kind::Strict {
                        let legs = text.get(play.span.range()).unwrap_or_default().trim();
                        said.push(format!("WARNING: Invalid move: \" {legs}\" encountered"));
                    }
                    put_waiting_on_roll(state, by);
                    return Err(Unmade(by));
                }
            }
            Written::Cube { .. } => {
                double(state, by);
                self.add(Deed::Doubled, by, before, state.clone(), Some(index));
            }
            Written::Unreadable => {
                let cell = text.get(self.entry(index).map_or(0..0, |entry| entry.span.range()));
                let cell = cell.map_or("", as_quoted);
                said.push(format!("Unrecognised move \"{cell}\" in .mat file."));
            }
            Written::Take if !is_offered => said.push(undoubled("Take")),
            Written::Pass if !is_offered => said.push(undoubled("Drop")),
            Written::Take => self.answer(Some(index), state.turn().unwrap_or(by), Deed::Taken, state),
            Written::Pass => self.answer(Some(index), state.turn().unwrap_or(by), Deed::Passed, state),
            Written::Set(setup) => {
                let mut seen = state.clone();
                self.set_anew(index, setup, state, &mut seen);
            }
            // What hasn't begun has no result, and what is over has its result already.
            Written::Wins { points, .. }
                if !matches!(
                    state.phase(),
                    Phase::OpeningRoll | Phase::GameOver(_) | Phase::MatchOver(_)
                ) =>
            {
                self.resigned(index, by, points.map(|points| points.value), state);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns `true` if the last double is unanswered, made by this side, even if the game was resigned since.
    fn leaves_offer_of(&self, by: Side) -> bool {
        let last = self.game.moves.iter().rev().find(|step| !matches!(step.what, Deed::Resigned(_)));
        last.is_some_and(|last| last.what == Deed::Doubled && last.by == by)
    }

    /// Resigns as many times the cube as the points say, and counts them.
    fn resigned(&mut self, index: usize, winner: Side, points: Option<u32>, state: &mut MatchState) {
        let cube = state.cube().value.max(1);
        let (outcome, result) = resigned(winner, points.unwrap_or(cube).div_ceil(cube), cube);
        let otherwise = state.phase().resume();
        let by = winner.opponent();
        let mut before = state.clone();
        before.place_phase(Phase::ToAnswerResignation { by, outcome, otherwise });
        if self.game.ending().is_some() {
            // Each result counts as a game.
            state.place_game(state.game() + 1);
        }
        // An award has no outcome of its own.
        let _ = state.apply(winner, &Action::Award(result.points));
        state.place_phase(match state.phase() {
            Phase::MatchOver(_) => Phase::MatchOver(result),
            _ => Phase::GameOver(result),
        });
        self.add(Deed::Resigned(outcome), winner, before, state.clone(), Some(index));
    }
}
