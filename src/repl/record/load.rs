//! From a record to a history: the replay determines the moves, and every move keeps its entry.

use super::save::written_play;
use super::{listed, order};
use crate::analysis::{self, GameSummary, RulesOverride};
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::diag::{Diagnostic, Parsed};
use crate::formats::sgf::stated_name;
use crate::game::record::{
    Anchor, Cell, Entry, GameRecord, MatchRecord, Notes, Remark, Setup, Written, WrittenRoll,
};
use crate::game::{Action, Cube, Ending, GameResult, Happening, MatchState, Phase, Rules};
use crate::repl::history::{Deed, Game, History, Idle, Move, Source};
use crate::rules::Outcome;
use std::collections::HashMap;

/// A record in the form of a session.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The history; its place is the end of the last game.
    pub history: History,
    /// Headers, length and remarks; the games are in the history.
    pub record: MatchRecord,
    /// The rules.
    pub rules: Rules,
    /// The findings of the parser and the replay.
    pub findings: Vec<Diagnostic>,
    /// The state at the end of each game, where it differs from that after the last move.
    pub states: Vec<MatchState>,
    /// The state at the end of the record, if a side was set on roll there, which isn't a move.
    pub standing: Option<MatchState>,
    /// The resignation that waits for its answer at the end of the record.
    pub offered: Option<(Side, Outcome)>,
}

impl Loaded {
    /// Sorts the steps of plays as GNU Backgammon does for match text.
    pub(in crate::repl) fn sort_steps(&mut self) {
        for step in self.history.games.iter_mut().flat_map(|game| &mut game.moves) {
            let (Deed::Played(roll, _) | Deed::Condoned(roll)) = step.what else { continue };
            let Source::Entry(entry) = &mut step.source else { continue };
            let Written::Turn { roll: dice, cell: Cell::Play(written) } = &mut entry.written else {
                continue;
            };
            let legs = listed::legs(written);
            // A leg of several dice is taken apart.
            let steps = match step.what {
                _ if legs.iter().all(|leg| is_of_one_die(*leg, roll)) => legs,
                _ if let Some(steps) = by_first_die(&step.before.board_of(step.by), &legs, *dice) => steps,
                Deed::Played(_, play) => play.steps().iter().map(|step| (step.from(), step.to())).collect(),
                _ => legs,
            };
            *written = written_play(&order::falling(steps), written.span);
        }
        self.record.no_hit_marks = true;
    }

    /// Returns the state at the place of the history.
    pub(in crate::repl) fn state(&self) -> Option<&MatchState> {
        let standing = self.standing.as_ref().filter(|_| !self.history.has_tail());
        self.states.get(self.history.game).or(standing).or(self.history.state())
    }

    /// Replaces the state at the place of the history.
    pub(in crate::repl) fn place_state(&mut self, state: MatchState) {
        self.states = vec![state; self.history.game + 1];
    }

    /// Offers a resignation at the place of the history; `None` if that isn't possible there.
    pub(in crate::repl) fn offer(&mut self, by: Side, outcome: Outcome) -> Option<()> {
        let mut state = self.state()?.clone();
        state.apply(by, &Action::Resign(outcome)).ok()?;
        self.place_state(state);
        Some(())
    }

    /// Puts the side on roll that is set at the end of the record, and offers the resignation there, unless the history
    /// stands before it. From then on the state has them, so their entries are dropped.
    pub(in crate::repl) fn stand_at_end(&mut self) {
        if self.history.has_tail() {
            return;
        }
        // The place of a match that was kept may have them already.
        if self.states.get(self.history.game).is_none()
            && let Some(state) = self.standing.take()
        {
            self.place_state(state);
        }
        if let Some((by, outcome)) = self.offered.take() {
            let phase = self.state().map(MatchState::phase);
            let is_offered = matches!(phase, Some(Phase::ToAnswerResignation { .. }));
            if is_offered || self.offer(by, outcome).is_some() {
                self.drop_last(|written| matches!(written, Written::OfferResignation { .. }));
            }
        }
        if self.states.get(self.history.game).is_some() {
            while self.drop_last(|written| matches!(written, Written::Set(_))) {}
        }
    }

    /// Drops the last entry of the present game if it makes no move and is such an entry. Returns `true` if it was
    /// dropped.
    fn drop_last(&mut self, is_it: impl Fn(&Written) -> bool) -> bool {
        let Some(game) = self.history.current_mut() else { return false };
        let end = game.moves.len();
        let idle = game.idle.pop_if(|idle| idle.behind == end && is_it(&idle.entry.written));
        let is_dropped = idle.is_some();
        game.remarks.extend(idle.into_iter().flat_map(|idle| idle.remarks));
        is_dropped
    }

    /// Gives a player whom no root of an SGF file names the name in the session. For `compat`, all games have the names that
    /// were stated last, as in GNU Backgammon.
    pub(in crate::repl) fn name_players(&mut self, names: &BySide<String>, compat: bool) {
        for side in Side::ALL {
            let games = &mut self.history.games;
            let stated = games.iter().rev().find_map(|game| stated_name(&game.head, side)).map(str::to_owned);
            let name = stated.as_ref().unwrap_or(&names[side]);
            for game in games {
                if compat || stated.is_none() && game.names[side].is_empty() {
                    game.names[side].clone_from(name);
                }
            }
        }
    }

    /// Drops all games but the first.
    pub(in crate::repl) fn keep_first_game(&mut self) {
        self.history.games.truncate(1);
        self.history.go_to_end();
    }
}

/// Returns `true` if one die of a roll can move a checker so far: exactly, or off with pips to spare.
fn is_of_one_die((from, to): (u8, u8), roll: Roll) -> bool {
    let pips = from.saturating_sub(to);
    [roll.high(), roll.low()].map(Die::pips).iter().any(|die| *die == pips || (to == 0 && *die > pips))
}

/// Takes the only leg of a play apart as GNU Backgammon does, which knows no rule there: the die that is written first comes
/// first, unless its point is held. `None` if it isn't a leg of both dice, or one that would hit on the way.
fn by_first_die(board: &Board, legs: &[(u8, u8)], dice: WrittenRoll) -> Option<Vec<(u8, u8)>> {
    let [(from, to)] = *legs else { return None };
    let [first, second] = dice.digits.map(|digit| digit.wrapping_sub(b'0'));
    let middle = |(one, other): (u8, u8)| {
        let middle = from.checked_sub(one).filter(|&middle| middle > to)?;
        let is_whole = middle - to == other || to == 0 && middle < other;
        (one != other && is_whole && board.lanes()[usize::from(middle)] >= -1).then_some(middle)
    };
    let middle = middle((first, second)).or_else(|| middle((second, first)))?;
    (board.lanes()[usize::from(middle)] >= 0).then(|| vec![(from, middle), (middle, to)])
}

/// Marks dice without a play as a dance.
pub(in crate::repl) fn state_empty_plays(record: &mut MatchRecord) {
    for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
        if let Written::Turn { roll, cell: cell @ Cell::Empty } = &mut entry.written {
            *cell = Cell::CannotMove(roll.span);
        }
    }
}

/// An event of the replay.
struct Told {
    game: usize,
    entry: Option<usize>,
    by: Side,
    before: MatchState,
    what: Happening,
}

/// Replays a record and makes a history from it.
#[must_use]
pub fn load(parsed: Parsed<MatchRecord>, given: &RulesOverride) -> Loaded {
    read(parsed, given, false)
}

/// The same for compat mode: everything that a position states is set, also a cube that stays as it is.
pub(in crate::repl) fn load_all_set(parsed: Parsed<MatchRecord>, given: &RulesOverride) -> Loaded {
    read(parsed, given, true)
}

fn read(parsed: Parsed<MatchRecord>, given: &RulesOverride, all_set: bool) -> Loaded {
    let Parsed { value: mut record, diagnostics } = parsed;
    let mut told = Vec::new();
    let replay = analysis::replay(&record, diagnostics, given, |moment| {
        told.push(Told {
            game: moment.game,
            entry: moment.entry,
            by: moment.by,
            before: moment.before.clone(),
            what: moment.happening,
        });
    });
    let mut history = History::default();
    let mut names = BySide::<String>::default();
    let mut told = told.into_iter().peekable();
    let mut remarks: HashMap<Option<u32>, Vec<Remark>> = HashMap::new();
    for remark in std::mem::take(&mut record.remarks) {
        remarks.entry(remark.anchor.game).or_default().push(remark);
    }
    record.remarks = remarks.remove(&None).unwrap_or_default();
    let (mut standing, mut offered) = (None, None);
    let are_scored = record.set_scores();
    for (index, game) in std::mem::take(&mut record.games).into_iter().enumerate() {
        for side in Side::ALL {
            if let Some(player) = &game.players[side] {
                names[side].clone_from(&player.name.value);
            }
        }
        let start = start(&replay.rules, &replay.games[index], index);
        let remarks = remarks.remove(&Some(index as u32)).unwrap_or_default();
        let mut reader = Reader { all_set, ..Reader::new(game, start, names.clone(), remarks) };
        offered = None;
        while let Some(happened) = told.next_if(|next| next.game == index) {
            offered = match happened.what {
                Happening::ResignationOffered { outcome } => Some((happened.by, outcome)),
                _ => None,
            };
            reader.take(happened);
        }
        let differs = |state: &MatchState| {
            let last = reader.last();
            state.phase() != last.phase() || state.on_roll() != last.on_roll()
        };
        standing = reader.standing.clone().filter(differs);
        history.games.push(Game { is_scored: are_scored[index], ..reader.end() });
    }
    if let Some(first) = history.games.first_mut() {
        give_position(first);
    }
    history.go_to_end();
    let (rules, findings) = (replay.rules, replay.diagnostics);
    Loaded { history, record, rules, findings, states: Vec::new(), standing, offered }
}

/// Makes a position that is set before anything is done in the first game its beginning, like that of an ID: `undo`
/// leaves it. What is set before the board, such as the cube of an ID, and again after it, was set later.
fn give_position(game: &mut Game) {
    let is_set = |step: &&Move| step.what.is_set() || matches!(step.what, Deed::Rolled(_));
    let set: Vec<Deed> = game.moves.iter().take_while(is_set).map(|step| step.what).collect();
    let Some(board) = set.iter().position(|what| *what == Deed::SetBoard) else { return };
    let (before, rest) = set.split_at(board);
    let is_again = |what: &&Deed| !matches!(what, Deed::Rolled(_)) && before.contains(*what);
    let count = board + rest.iter().take_while(|what| !is_again(what)).count();
    for step in &mut game.moves[..count] {
        step.is_given = true;
    }
}

/// Returns the state before the opening roll of a game.
fn start(rules: &Rules, game: &GameSummary, index: usize) -> MatchState {
    let mut state = MatchState::at_score(rules.clone(), game.before);
    // A record may contain games after a score that reaches the match length.
    state.place_phase(Phase::OpeningRoll);
    state.place_crawford(game.is_crawford);
    state.begin_with(game.automatic_doubles);
    state.place_game(index as u32 + 1);
    state
}

/// Returns the outcome and the result of a resignation, from the multiple of the cube that it counts.
pub(super) fn resigned(winner: Side, times: u32, cube: u32) -> (Outcome, GameResult) {
    let outcome = match times {
        0 | 1 => Outcome::Single,
        2 => Outcome::Gammon,
        _ => Outcome::Backgammon,
    };
    let points = cube.saturating_mul(outcome.multiplier().into());
    let (winner, ending) = (Some(winner), Ending::Resigned);
    (outcome, GameResult { winner, ending, outcome: Some(outcome), cube, points })
}

/// The state of reading one game.
pub(super) struct Reader {
    pub(super) game: Game,
    entries: Vec<Option<Entry>>,
    /// The first entry that wasn't used.
    next: usize,
    remarks: Vec<Remark>,
    /// Whether a separate entry offered a resignation.
    is_resigning: bool,
    /// Whether a cube that stays as it is was set, too.
    all_set: bool,
    /// The state after a position was set, until the next move: it may have another side on roll than that after the
    /// last move.
    pub(super) standing: Option<MatchState>,
}

impl Reader {
    fn new(record: GameRecord, start: MatchState, names: BySide<String>, remarks: Vec<Remark>) -> Self {
        let mut record = record;
        let entries = std::mem::take(&mut record.entries).into_iter().map(Some).collect();
        let mut game = Game::new(start, names);
        game.read_head(record);
        let mut reader = Self::of(game, entries, remarks);
        reader.game.remarks = reader.remarks_of(None);
        reader
    }

    /// Begins to read a game for the second time, and takes the remarks on its moves.
    pub(super) fn again(read: &mut Game, entries: Vec<Entry>) -> Self {
        let of_moves = read.moves.iter_mut().flat_map(|step| std::mem::take(&mut step.remarks));
        let of_idle = read.idle.iter_mut().flat_map(|idle| std::mem::take(&mut idle.remarks));
        let remarks = of_moves.chain(of_idle).collect();
        let mut game = Game::new(read.start.clone(), read.names.clone());
        game.remarks.clone_from(&read.remarks);
        let entries = entries.into_iter().map(Some).collect();
        Self::of(game, entries, remarks)
    }

    fn of(game: Game, entries: Vec<Option<Entry>>, remarks: Vec<Remark>) -> Self {
        Self { game, entries, next: 0, remarks, is_resigning: false, all_set: false, standing: None }
    }

    /// Returns the number of entries.
    pub(super) const fn count(&self) -> usize {
        self.entries.len()
    }

    /// Returns an entry that hasn't been used yet.
    pub(super) fn entry(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)?.as_ref()
    }

    /// Removes and returns the remarks anchored at an entry, or at the head.
    fn remarks_of(&mut self, entry: Option<usize>) -> Vec<Remark> {
        let wanted = entry.map(|entry| entry as u32);
        self.remarks.extract_if(.., |remark| remark.anchor.entry == wanted).collect()
    }

    /// Returns the state after the last move.
    pub(super) fn last(&self) -> &MatchState {
        self.game.moves.last().map_or(&self.game.start, |last| &last.after)
    }

    /// Keeps an entry that makes no move.
    fn idle(&mut self, index: usize) {
        if let Some(entry) = self.entries[index].take() {
            let remarks = self.remarks_of(Some(index));
            self.game.idle.push(Idle { behind: self.game.moves.len(), entry, remarks });
        }
    }

    /// Keeps the entries before this one that make no move.
    fn idle_before(&mut self, entry: usize) {
        while self.next < entry.min(self.entries.len()) {
            self.idle(self.next);
            self.next += 1;
        }
    }

    fn take(&mut self, told: Told) {
        let Told { entry, by, before, what, .. } = told;
        if let Some(entry) = entry {
            self.idle_before(entry);
        }
        let add = |this: &mut Self, deed: Deed, action: &Action| {
            let mut after = before.clone();
            // The replay has just done the same.
            let _ = after.apply(by, action);
            this.add(deed, by, before.clone(), after, entry);
        };
        match what {
            Happening::Played { roll, play } => add(self, Deed::Played(roll, play), &Action::Play(play)),
            Happening::Doubled { beaver: true, .. } => add(self, Deed::Doubled, &Action::Beaver),
            Happening::Doubled { .. } => add(self, Deed::Doubled, &Action::Double),
            Happening::Taken => add(self, Deed::Taken, &Action::Take),
            Happening::Passed => add(self, Deed::Passed, &Action::Pass),
            Happening::Illegal { roll, after } => {
                let mut state = before.clone();
                let _ = state.condone(by, &after);
                self.add(Deed::Condoned(roll), by, before, state, entry);
            }
            Happening::RolledOnly { roll } => {
                let last = self.last().clone();
                let mut after = before;
                if !matches!(after.phase(), Phase::ToPlay(_)) {
                    after.place_phase(Phase::ToPlay(roll));
                }
                let is_rising = entry.is_some_and(|entry| self.is_rising(entry));
                self.add(Deed::Rolled(roll), by, last, after, entry);
                self.set_rising(is_rising);
            }
            Happening::PositionSet { .. } => {
                self.set(&before, by, entry);
                self.standing = Some(before);
            }
            Happening::ResignationOffered { .. } => self.is_resigning = true,
            Happening::ResignationRefused => self.is_resigning = false,
            // The end of the game comes next, with the points.
            Happening::Resigned { .. } => {}
            Happening::GameOver(result) => self.over(result, before, entry),
        }
    }

    /// Returns `true` if the dice of an entry are written with the lower one first.
    pub(super) fn is_rising(&self, index: usize) -> bool {
        let roll = match self.entry(index).map(|entry| &entry.written) {
            Some(Written::Turn { roll, .. }) => Some(*roll),
            Some(Written::Set(setup)) => setup.roll,
            _ => None,
        };
        roll.is_some_and(|roll| roll.digits[0] < roll.digits[1])
    }

    /// Sets whether the dice of the last move, which wait to be played, are shown with the lower one first.
    pub(super) fn set_rising(&mut self, is_rising: bool) {
        if let Some(last) = self.game.moves.last_mut() {
            last.is_rising = is_rising && matches!(last.what, Deed::Rolled(_));
        }
    }

    /// Adds a move.
    pub(super) fn add(
        &mut self,
        what: Deed,
        by: Side,
        before: MatchState,
        after: MatchState,
        entry: Option<usize>,
    ) {
        self.standing = None;
        let (mut notes, mut remarks) = (Notes::default(), Vec::new());
        let source = match entry {
            None => Source::Here,
            Some(index) => match self.entries.get_mut(index).and_then(Option::take) {
                None => Source::Same,
                Some(mut entry) => {
                    notes = entry.notes.take().map(|notes| *notes).unwrap_or_default();
                    remarks = self.remarks_of(Some(index));
                    self.next = self.next.max(index + 1);
                    Source::Entry(Box::new(entry))
                }
            },
        };
        let mut step = Move { notes, remarks, source, ..Move::new(what, by, before, after) };
        // An answer has the mark of its double.
        if step.read_marks()
            && !step.is_marked
            && let Some(double) = self.game.moves.last_mut()
        {
            double.is_marked = true;
        }
        self.game.moves.push(step);
    }

    /// Adds the parts of a setup entry, each as a move of its own.
    fn set(&mut self, after: &MatchState, by: Side, entry: Option<usize>) {
        let setup = entry.and_then(|entry| self.entries.get(entry)?.as_ref());
        let (setup, has_dice) = match setup.map(|entry| &entry.written) {
            Some(Written::Set(setup)) => ((**setup).clone(), setup.roll.is_some()),
            _ => (Setup { board: Some([0; 26]), ..Setup::default() }, true),
        };
        let roll = match after.phase() {
            Phase::ToPlay(roll) if has_dice => Some(roll),
            _ => None,
        };
        // A side that was set on roll before is on roll here, too.
        let mut state = self.standing.take().unwrap_or_else(|| self.last().clone());
        let has_cube = setup.cube_value.is_some() || setup.cube_place.is_some();
        let is_put = match setup.roll {
            None => setup.on_roll.is_some(),
            Some(_) => has_cube && (state.on_roll() != by || state.phase() == Phase::OpeningRoll),
        };
        if setup.board.is_none() && is_put {
            state.place(*after.board(), by, None);
        }
        let is_rising = setup.roll.is_some_and(|roll| roll.digits[0] < roll.digits[1]);
        let (was, is) = (state.cube(), after.cube());
        let sets_value = setup.cube_value.is_some() && was.value != is.value;
        let sets_place = setup.cube_place.is_some() && was.owner != is.owner;
        // Beside something that is set, a cube that stays as it is isn't; alone it was meant to be.
        let is_all = self.all_set || !(sets_value || sets_place || setup.board.is_some());
        // A row of match text states the whole position, also where only the cube was set.
        let is_cube_alone = !self.all_set
            && (sets_value || sets_place)
            && state.phase() == Phase::ToRoll
            && state.on_roll() == by
            && state.board_of(by) == after.board_of(by);
        let mut step = |this: &mut Self, deed: Deed, change: &dyn Fn(&mut MatchState)| {
            let before = state.clone();
            change(&mut state);
            this.add(deed, by, before, state.clone(), entry);
            this.set_rising(is_rising);
        };
        if setup.board.is_some() && !is_cube_alone {
            step(self, Deed::SetBoard, &|state| state.place(*after.board(), by, None));
        }
        if sets_value || is_all && setup.cube_value.is_some() {
            let value = after.cube().value;
            step(self, Deed::SetCubeValue, &|state| state.place_cube(Cube { value, ..state.cube() }));
        }
        if sets_place || is_all && setup.cube_place.is_some() {
            step(self, Deed::SetCubeOwner, &|state| state.place_cube(after.cube()));
        }
        // Dice that lay there before the cube was set have an entry of their own.
        if let Some(roll) = roll {
            step(self, Deed::Rolled(roll), &|state| match setup.board {
                Some(_) => state.clone_from(after),
                None => state.place(*after.board(), by, Some(roll)),
            });
        }
        // The next move determines whose turn it is.
    }

    /// Ends the game.
    pub(super) fn over(&mut self, result: GameResult, before: MatchState, entry: Option<usize>) {
        if self.last().phase().result().is_some() {
            return;
        }
        let Some(winner) = result.winner else { return self.drawn(before, entry) };
        let loser = winner.opponent();
        let by_points = || {
            [Outcome::Single, Outcome::Gammon]
                .into_iter()
                .find(|&outcome| result.points <= result.cube.saturating_mul(u32::from(outcome.multiplier())))
        };
        let outcome = result.outcome.or_else(by_points).unwrap_or(Outcome::Backgammon);
        let mut last = self.standing.take().unwrap_or_else(|| self.last().clone());
        if last.on_roll() != before.on_roll() && last.phase() == Phase::ToRoll {
            // The side on roll was set, which isn't a move.
            last.place(*before.board(), before.on_roll(), None);
        }
        let mut offered = if before.phase().result().is_some() { last } else { before };
        let otherwise = offered.phase().resume();
        let mut after = offered.clone();
        offered.place_phase(Phase::ToAnswerResignation { by: loser, outcome, otherwise });
        after.place_phase(otherwise.into());
        let _ = after.apply(winner, &Action::Award(result.points));
        let ending = if result.ending == Ending::BorneOff { Ending::Resigned } else { result.ending };
        let result = GameResult { ending, ..result };
        after.place_phase(match after.phase() {
            Phase::MatchOver(_) => Phase::MatchOver(result),
            _ => Phase::GameOver(result),
        });
        // An accepted offer stays in the record as it is.
        let is_told = std::mem::take(&mut self.is_resigning) && entry.is_none();
        if is_told {
            self.idle_before(self.entries.len());
        }
        self.add(Deed::Resigned(outcome), winner, offered, after, entry);
        if is_told && let Some(last) = self.game.moves.last_mut() {
            last.source = Source::Same;
        }
    }

    /// Ends the game without a winner.
    fn drawn(&mut self, before: MatchState, entry: Option<usize>) {
        let is_over = before.phase().result().is_some();
        let standing = self.standing.take();
        let before = if is_over { standing.unwrap_or_else(|| self.last().clone()) } else { before };
        let mut after = before.clone();
        let _ = after.apply(Side::Zero, &Action::Draw);
        let by = before.turn().unwrap_or(Side::Zero);
        self.add(Deed::Drawn, by, before, after, entry);
    }

    pub(super) fn end(mut self) -> Game {
        self.idle_before(self.entries.len());
        let rest = std::mem::take(&mut self.remarks);
        self.game.remarks.extend(
            rest.into_iter()
                .map(|remark| Remark { anchor: Anchor { entry: None, ..remark.anchor }, ..remark }),
        );
        self.game
    }
}
