//! Writing `GAME`: the part of a game that plies can express.

use super::bytes::{Optional, Out};
use super::game::{DICE, FACTS, MARKERS, MATCH, action, noted, of_white, own, with_dice};
use crate::board::{Board, Roll, Side};
use crate::formats::position;
use crate::game::record::{Cause, Entry, GameRecord, Written};
use crate::game::told::{Given, given, given_early};
use crate::game::trial::Trial;
use crate::game::{Act, Cube, Ending, GameResult, Happening, Phase, Replayed, ReplayedGame};
use crate::rules::{Outcome, Play};

/// The part of a game that is written.
#[derive(Default)]
pub(super) struct Told {
    /// The payload of the section.
    pub(super) payload: Vec<u8>,
    /// The acts that are written, by their places.
    pub(super) acts: Vec<usize>,
    /// The act of each ply.
    pub(super) plies: Vec<usize>,
    /// The number of beavers and raccoons after the last ply, if the last one is passed: no ply can express that.
    pub(super) passed_beavers: usize,
    /// The result, if it is written.
    pub(super) result: Option<GameResult>,
}

impl Told {
    /// Returns a game without content.
    pub(super) fn nothing() -> Self {
        Self { payload: Optional::default().record(), ..Self::default() }
    }
}

struct Telling<'a> {
    record: &'a GameRecord,
    game: &'a ReplayedGame,
    is_money: bool,
    needed: [u32; 2],
    facts: Optional,
    plies: Out,
    told: Told,
    /// The match on which every act is tried.
    trial: Trial,
    /// Whether no game follows.
    is_last: bool,
    /// The side that must act next, if a position that was set requires it.
    next: Option<Side>,
    /// The number of markers written.
    marked: usize,
}

/// Writes a game, counted from 0.
pub(super) fn tell(replayed: &Replayed, index: usize) -> Told {
    let (record, game) = (&replayed.record.games[index], &replayed.games[index]);
    let rules = &replayed.rules;
    let needed = Side::ALL.map(|side| game.before.away(side, rules));
    let told = Told::default();
    let telling = Telling {
        record,
        game,
        is_money: rules.is_money(),
        needed,
        facts: Optional::default(),
        plies: Out::default(),
        told,
        trial: Trial::begin(rules, game),
        is_last: index + 1 == replayed.games.len(),
        next: None,
        marked: 0,
    };
    telling.tell()
}

const fn seat(by: Side) -> u8 {
    by.index() as u8
}

impl Telling<'_> {
    fn tell(mut self) -> Told {
        let acts = &self.game.acts;
        let mut setup = None;
        for (at, act) in acts.iter().enumerate() {
            let goes_on = match act.what {
                Happening::GameOver(result) => {
                    self.end(at, result);
                    false
                }
                Happening::PositionSet { roll } if at == 0 => {
                    setup = self.setup(act);
                    setup.is_some() && self.waits(act, roll)
                }
                _ => {
                    let fits = self.next.is_none_or(|next| next == act.by);
                    self.next = None;
                    fits && self.act(at, act)
                }
            };
            if !goes_on {
                break;
            }
        }
        self.last_markers();
        if self.told.result.is_none() && !self.is_last {
            self.give();
        }
        // Only the first ply shows the first player on roll.
        match setup {
            Some(fields) if fields.mask != 0 && !self.told.plies.is_empty() => self.facts_of(&fields),
            Some(fields) if fields.mask != 0 => {
                self.told = Told { acts: Vec::new(), plies: Vec::new(), result: None, ..self.told };
                self.facts_of(&Optional::default())
            }
            _ => self.facts_of(&Optional::default()),
        }
    }

    /// Adds the facts before the plies, with those of the position at the beginning.
    fn facts_of(mut self, setup: &Optional) -> Told {
        let result = self.told.result;
        if let Some(result) = result {
            let winner = result.winner.unwrap_or(Side::Zero);
            self.facts.number(0, u64::from(seat(winner)));
            self.facts.number(1, u64::from(self.points(result)));
        }
        if noted(self.record, "last").is_some() {
            self.facts.flag(2);
        }
        self.facts.mask |= setup.mask;
        self.facts.out.0.extend_from_slice(&setup.out.0);
        if self.game.automatic_doubles > 0 {
            self.facts.number(6, u64::from(self.game.automatic_doubles.min(15)));
        }
        if let Some(termination) = noted(self.record, "termination").filter(|_| result.is_some()) {
            self.facts.number(7, u64::from(termination));
        }
        self.told.payload = self.facts.record();
        if !self.told.plies.is_empty() {
            self.told.payload.append(&mut self.plies.0);
        }
        self.told
    }

    /// Returns the points of a result: the full value, unless the file had the points needed.
    fn points(&self, result: GameResult) -> u32 {
        let is_from_here = self.record.notes.as_ref().is_some_and(|notes| notes.property(FACTS).is_some());
        let written = self.record.entries.iter().rev().find_map(|entry| match entry.written {
            Written::Wins { points, .. } => points,
            _ => None,
        });
        let is_cut = |points: u32| {
            !self.is_money && result.winner.is_some_and(|winner| self.needed[winner.index()] == points)
        };
        match written {
            Some(points) if is_from_here && points.value < result.points && is_cut(points.value) => {
                points.value
            }
            _ => result.points,
        }
    }

    /// Returns the fields of a position at the beginning.
    fn setup(&mut self, act: &Act) -> Option<Optional> {
        let mut fields = Optional::default();
        if act.before != *self.trial.state().board() {
            fields.bytes(3, absolute(act.by, &act.before));
        }
        let doubles = u32::from(self.game.automatic_doubles.min(15));
        let Cube { value, owner } = act.cube;
        if self.trial.state().cube() != act.cube {
            let base = value >> doubles;
            if base << doubles != value || base == 0 {
                return None;
            }
            fields.maybe(4, Some(u64::from(base)).filter(|base| *base != 1));
            fields.maybe(5, owner.map(|owner| u64::from(seat(owner))));
            if fields.mask & 0b11_0000 == 0 {
                return None;
            }
        }
        if fields.mask & 1 << 3 != 0 {
            self.trial.set(act);
        } else {
            self.trial.set_cube(act);
        }
        self.next = (fields.mask != 0).then_some(act.by);
        Some(fields)
    }

    /// Writes the dice of the position at the beginning, unless its player rolls next; returns `true` if the game
    /// continues.
    fn waits(&mut self, act: &Act, roll: Option<Roll>) -> bool {
        let is_rolled_again = self.game.acts.get(1).is_some_and(|next| next.by == act.by && next.is_turn());
        let Some(roll) = roll.filter(|_| !is_rolled_again) else { return true };
        self.next = None;
        self.act(0, &Act { what: Happening::RolledOnly { roll }, ..*act })
    }

    /// Adds a ply.
    fn ply(&mut self, at: usize, number: u32, by: Side, extras: Option<&Optional>) {
        let byte = number as u8 | seat(by) << 6 | if extras.is_some() { 0x80 } else { 0 };
        self.plies.0.push(byte);
        if let Some(extras) = extras {
            self.plies.0.append(&mut extras.record());
        }
        self.told.plies.push(at);
        self.markers(at);
    }

    /// Adds the file's markers after an act.
    fn markers(&mut self, at: usize) {
        let acts = &self.game.acts;
        let Some(entry) = acts[at].entry else { return };
        // The entry may be the last one of several acts.
        if acts.get(at + 1).is_some_and(|next| next.entry == Some(entry)) {
            return;
        }
        let marks: Vec<u8> = self.record.entry(Some(entry)).map_or_else(Vec::new, marks);
        self.marked += marks.len();
        for marker in marks {
            self.told.plies.push(at);
            self.plies.0.push(marker);
        }
    }

    /// Adds the markers at the end, which belong to no act of their own.
    fn last_markers(&mut self) {
        let Some(at) = self.told.plies.last().copied().filter(|_| self.told.result.is_some()) else { return };
        let all: Vec<u8> = self.record.entries.iter().flat_map(marks).collect();
        for &marker in all.get(self.marked..).unwrap_or_default() {
            self.told.plies.push(at);
            self.plies.0.push(marker);
        }
    }

    /// Writes an act, and returns `true` if the match allows it.
    fn tried(&mut self, act: &Act, write: impl FnOnce(&mut Self)) -> bool {
        let may = self.trial.act(act);
        if may {
            write(self);
        }
        may
    }

    /// Writes one act, and returns `true` if the game continues.
    fn act(&mut self, at: usize, act: &Act) -> bool {
        let next = self.game.acts.get(at + 1).map(|next| next.what);
        let before = at.checked_sub(1).map(|before| self.game.acts[before].what);
        let is_beaver =
            |what: Option<Happening>| matches!(what, Some(Happening::Doubled { beaver: true, .. }));
        let told = match act.what {
            Happening::Played { roll, play } => self.tried(act, |game| game.roll(at, act, roll, Some(&play))),
            Happening::RolledOnly { roll } => {
                let ends = self.game.acts.get(at + 1).is_none_or(Act::is_end);
                ends && self.tried(act, |game| game.roll(at, act, roll, None))
            }
            Happening::Illegal { roll, after } => self.tried(act, |game| {
                let mut extras = Optional::default();
                extras.bytes(0, [roll.low().pips(), roll.high().pips()]);
                extras.flag(3);
                extras.bytes(6, absolute(act.by, &after));
                game.ply(at, action::SET, !act.by, Some(&extras));
            }),
            Happening::Doubled { beaver: false, .. } => {
                !self.is_set_up() && self.tried(act, |game| game.ply(at, action::DOUBLE, act.by, None))
            }
            Happening::Doubled { beaver: true, .. } if self.is_passed_beaver(at) => self.trial.act(act),
            Happening::Passed if is_beaver(before) => {
                let offers = self.game.acts[..at].iter().rev();
                let count = offers.take_while(|offer| is_beaver(Some(offer.what))).count();
                let may = self.trial.act(act);
                self.told.passed_beavers = if may { count } else { 0 };
                may
            }
            Happening::Doubled { beaver: true, .. } => {
                // A beaver is final: it can only be taken or raccooned.
                let is_raccoon = is_beaver(before);
                let goes_on = next == Some(Happening::Taken)
                    || is_beaver(next) && !is_raccoon && {
                        matches!(self.game.acts.get(at + 2).map(|act| act.what), Some(Happening::Taken))
                    };
                // Programs differ about the owner of the cube after a raccoon.
                let is_redoubled = (is_raccoon || is_beaver(next))
                    && self.game.acts[at + 1..]
                        .iter()
                        .any(|act| matches!(act.what, Happening::Doubled { beaver: false, .. }));
                let number = if is_raccoon { action::RACCOON } else { action::BEAVER };
                let may = goes_on && !is_redoubled && self.is_money;
                may && self.tried(act, |game| game.ply(at, number, act.by, None))
            }
            Happening::Taken if is_beaver(before) => self.trial.act(act),
            Happening::Taken => self.tried(act, |game| game.ply(at, action::TAKE, act.by, None)),
            Happening::Passed => self.tried(act, |game| game.ply(at, action::DROP, act.by, None)),
            Happening::PositionSet { roll: None } => self.position(at, act),
            // If refused, an offer isn't written; if accepted, it is the resignation.
            Happening::ResignationOffered { .. } | Happening::ResignationRefused => return true,
            Happening::Resigned { outcome } => {
                let Some(Happening::GameOver(result)) = next else { return false };
                let is_unplayed = matches!(before, Some(Happening::RolledOnly { .. }));
                // To resign is no answer to a double.
                let is_doubled = matches!(self.trial.state().phase(), Phase::ToAnswerDouble(_));
                let is_given = is_doubled || noted(self.record, "given").is_some();
                if !self.resigns(act.by, outcome, result, is_given || is_unplayed) {
                    return false;
                }
                if is_given {
                    // The file only contains the result.
                    self.told.acts.push(at);
                    return true;
                }
                let mut extras = Optional::default();
                extras.number(1, outcome as u64 + 1);
                let number = if self.is_whole_match(act) { action::RESIGN_MATCH } else { action::RESIGN };
                self.ply(at, number, act.by, Some(&extras));
                true
            }
            _ => false,
        };
        if told {
            self.told.acts.push(at);
        }
        told
    }

    /// Returns `true` if the offers of the cube from this one on end with a pass.
    fn is_passed_beaver(&self, at: usize) -> bool {
        let is_offer = |act: &&Act| matches!(act.what, Happening::Doubled { .. });
        let answer = self.game.acts[at..].iter().find(|act| !is_offer(act));
        answer.is_some_and(|answer| answer.what == Happening::Passed)
    }

    /// Returns `true` if all plies so far set a position: libogxm calls a double after them corrupt.
    fn is_set_up(&self) -> bool {
        let is_set = |at: &usize| {
            matches!(self.game.acts[*at].what, Happening::Illegal { .. } | Happening::PositionSet { .. })
        };
        !self.told.plies.is_empty() && self.told.plies.iter().all(is_set)
    }

    /// Returns `true` if the file had a resignation of the whole match.
    fn is_whole_match(&self, act: &Act) -> bool {
        let last = act.entry.map_or(self.record.entries.len(), |entry| entry as usize + 1);
        let entries = self.record.entries.iter().take(last.max(1) + 1);
        let mut notes = entries.filter_map(|entry| entry.notes.as_ref());
        notes.any(|notes| notes.property(MATCH).is_some())
    }

    fn position(&mut self, at: usize, act: &Act) -> bool {
        let board = if self.trial.state().on_roll() == act.by {
            *self.trial.state().board()
        } else {
            self.trial.state().board().flip()
        };
        let is_moved = board != act.before;
        let is_turned = self.trial.state().cube() != act.cube;
        if !matches!(self.trial.state().phase(), Phase::ToRoll)
            || !is_moved && self.trial.state().on_roll() != act.by
        {
            return false;
        }
        let mut extras = Optional::default();
        match (is_moved, is_turned) {
            (true, false) => {
                extras.bytes(6, absolute(act.by, &act.before));
                self.ply(at, action::SET, act.by, Some(&extras));
            }
            (false, true) => {
                extras.number(2, u64::from(act.cube.value));
                extras.maybe(8, act.cube.owner.map(|owner| u64::from(seat(owner))));
                self.ply(at, action::CUBE, act.by, Some(&extras));
                self.next = Some(act.by);
            }
            _ => return false,
        }
        self.trial.set(act);
        true
    }

    fn roll(&mut self, at: usize, act: &Act, roll: Roll, play: Option<&Play>) {
        let pips = [roll.low().pips(), roll.high().pips()];
        self.plies.0.push(roll.index() as u8 | seat(act.by) << 6);
        let steps = play.map_or_else(Vec::new, |play| self.steps(act, pips, play));
        for &(from, die) in &steps {
            let absolute = own(act.by, i32::from(from)) as u8;
            self.plies.0.push(absolute | die << 5);
        }
        if steps.len() < usize::from(roll.steps()) {
            self.plies.0.push(0);
        }
        self.told.plies.push(at);
        self.markers(at);
    }

    /// Returns the steps of a play with their dice, in the order of the record if it has one die per step, and if each
    /// step is legal when it is made.
    fn steps(&self, act: &Act, pips: [u8; 2], play: &Play) -> Vec<(u8, u8)> {
        let plain: Vec<(u8, u8)> = play.steps().iter().map(|step| (step.from(), step.to())).collect();
        let entry = self.record.entry(act.entry);
        let written = entry.and_then(|entry| entry.written.play());
        let written = written.map_or_else(Vec::new, |play| play.places().collect());
        let after = play.after(&act.before);
        if written.len() == plain.len()
            && walk(&act.before, &written).is_some_and(|lanes| lanes == after.lanes()[..26])
            && let Some(steps) = with_dice(&written, pips)
        {
            // The file may have named other dice for checkers that are borne off.
            let said = entry.and_then(|entry| entry.notes.as_ref()?.property(DICE));
            let said: Vec<u8> = said.map_or_else(Vec::new, |property| {
                property.values.value.concat().bytes().map(|digit| digit.wrapping_sub(b'0')).collect()
            });
            let steps = &steps[..written.len()];
            if said.len() == steps.len() && said.iter().all(|die| (1..=6).contains(die)) {
                return steps.iter().zip(said).map(|(&(from, _), die)| (from, die)).collect();
            }
            return steps.to_vec();
        }
        match with_dice(&plain, pips) {
            Some(steps) => steps[..plain.len()].to_vec(),
            None => plain.iter().map(|&(from, to)| (from, from - to)).collect(),
        }
    }

    /// Returns `true` if a resignation will be understood; `is_given` if only the points of the result show it.
    fn resigns(&self, by: Side, outcome: Outcome, result: GameResult, is_given: bool) -> bool {
        let state = self.trial.state();
        let may = if is_given {
            given(state, !by, result.points) == Some(Given::Resigned(outcome))
        } else {
            matches!(state.phase(), Phase::ToRoll | Phase::ToPlay(_))
        };
        may && result.ending == Ending::Resigned
            && result.winner == Some(!by)
            && state.cube().value.saturating_mul(state.multiplier(outcome)) == result.points
    }

    /// Writes only the result of a game whose plies end before it, if a reader takes it with these points: the games after
    /// it follow from the score.
    fn give(&mut self) {
        let Some(result) = self.game.result else { return };
        let Some(winner) = result.winner else { return };
        let state = self.trial.state();
        let is_between =
            matches!(state.phase(), Phase::OpeningRoll | Phase::ToRoll | Phase::ToAnswerDouble(_));
        if is_between && given_early(state, winner, result.points).is_some() {
            self.told.result = Some(result);
        }
    }

    /// Writes the end of the game, if it will be understood.
    fn end(&mut self, at: usize, result: GameResult) {
        let Some(winner) = result.winner else { return };
        let over = self.trial.state().phase().result();
        let before = at.checked_sub(1).map(|before| self.game.acts[before].what);
        let is_resigned =
            matches!(before, Some(Happening::Resigned { .. })) && self.told.acts.last() == Some(&(at - 1));
        match (result.ending, over) {
            (Ending::BorneOff | Ending::Passed, Some(over)) => {
                if over.winner != result.winner || over.points != result.points {
                    return;
                }
            }
            (Ending::Resigned, None) if is_resigned => {}
            (Ending::Awarded, None) => {
                let is_forfeit = self.record.entries.iter().any(|entry| {
                    entry.side == Some(!winner)
                        && matches!(entry.written, Written::Losses { cause: Some(Cause::Forfeit), .. })
                });
                let cube = self.trial.state().cube().value.max(1);
                let is_plain = result.points.is_multiple_of(cube) && result.points / cube <= 3;
                let is_much = !self.is_money && result.points > self.needed[winner.index()];
                let state = self.trial.state();
                let is_on_roll = state.phase() == Phase::ToRoll;
                let is_alone = (is_on_roll || state.phase() == Phase::OpeningRoll)
                    && given(state, winner, result.points) == Some(Given::Awarded);
                if self.told.acts.len() != at {
                    return;
                }
                if is_forfeit && !is_plain && !is_much && is_on_roll {
                    self.ply(at, action::FORFEIT, !winner, None);
                } else if !is_alone {
                    return;
                }
            }
            _ => return,
        }
        self.told.acts.push(at);
        self.told.result = Some(result);
    }
}

/// Returns the file's markers after an entry.
fn marks(entry: &Entry) -> Vec<u8> {
    let properties = entry.notes.iter().flat_map(|notes| &notes.properties);
    let marks =
        properties.filter(|property| property.key == MARKERS).flat_map(|property| &property.values.value);
    marks.filter_map(|mark| mark.parse().ok()).filter(|mark| matches!(mark, 24..=26 | 30)).collect()
}

/// Moves checkers on a board, seen by their owner. `None` if a step isn't legal when it is made.
fn walk(board: &Board, steps: &[(u8, u8)]) -> Option<[i8; 26]> {
    let mut lanes: [i8; 26] = std::array::from_fn(|i| board.lanes()[i]);
    for &(from, to) in steps {
        let (from, to) = (usize::from(from), usize::from(to));
        let may = match to {
            0 => lanes[7..].iter().all(|count| *count <= 0),
            _ => lanes[to] >= -1,
        };
        if !may || lanes[from] <= 0 || from != Board::BAR && lanes[Board::BAR] > 0 {
            return None;
        }
        lanes[from] -= 1;
        if to > 0 {
            if lanes[to] == -1 {
                lanes[to] = 0;
                lanes[0] -= 1;
            }
            lanes[to] += 1;
        }
    }
    Some(lanes)
}

/// Returns the checkers by absolute points, White's positive, as bytes.
fn absolute(by: Side, board: &Board) -> [u8; 26] {
    of_white(&position::absolute(board, by)).map(|count| count as u8)
}
