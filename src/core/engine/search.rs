//! Searches up to three plies deep: plays and cube actions evaluated by the rolls that follow.
//!
//! The equity of a position at n-ply is the mean over the 21 rolls of the equity after each roll's best play,
//! evaluated at (n - 1)-ply before the opponent's choice to double. At 0-ply it comes from the evaluator and
//! the cube's [`Ladder`]. After each roll the play is chosen at 0-ply. Every position is evaluated for all
//! places of the cube at once.
//!
//! The result doesn't depend on earlier searches: the cache only contains what the evaluator would return
//! again.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::cube::CubeState;
//! use barpoint::engine::search::Options;
//! use barpoint::{Board, Engine};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::new();
//! let options = Options { plies: 1, ..Options::default() };
//! let mut search = engine.search(CubeState::MONEY.without_beavers(), options)?;
//! let plays = search.plays(&Board::START, "31".parse()?);
//! assert_eq!(plays[0].play.to_string(), "8/5 6/5");
//! assert!(plays[0].evaluation.equity > plays[1].evaluation.equity);
//! # Ok(())
//! # }
//! ```

use super::cube::{CubeDecision, CubeState, Efficiency, Ladder, MOST_PLACES, Values, View};
use super::last_rolls::{LastRolls, Sides};
use super::met::MatchEquity;
use super::{Chances, Class, Evaluator, Rolled};
use crate::board::{Board, Roll};
use crate::rules::{Play, each_result, legal_plays};
use std::cmp::Ordering;
use std::fmt;

/// The deepest search, in plies.
pub const MOST_PLIES: u8 = 3;

/// A limit on the plays that are evaluated deeper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// The largest number of plays, the best first.
    pub keep: usize,
    /// The largest difference to the best play, in normalised equity.
    pub margin: f32,
}

/// The filters of a search at its depths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filters {
    /// Inside the search, by the rough equity after each roll, before plays are evaluated at 0-ply.
    pub inside: Filter,
    /// By the 0-ply equity before 1-ply, by 1-ply before 2-ply, by 2-ply before 3-ply.
    pub deeper: [Filter; MOST_PLIES as usize],
}

impl Filter {
    /// Keeps all plays.
    pub const ALL: Self = Self { keep: usize::MAX, margin: f32::INFINITY };
}

impl Filters {
    /// The default filters.
    pub const PLAIN: Self = Self {
        inside: Filter { keep: 8, margin: 0.1 },
        deeper: [
            Filter { keep: 8, margin: 0.16 },
            Filter { keep: 4, margin: 0.05 },
            Filter { keep: 2, margin: 0.03 },
        ],
    };
}

impl Default for Filters {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The settings of short rollouts that settle close decisions ([`super::roller`]). Equities are normalised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roller {
    /// The largest difference to the best play of the search at which a play is rolled out.
    pub margin: f32,
    /// The largest number of plays.
    pub most: usize,
    /// The largest difference between the equities of a cube decision at which it is rolled out.
    pub cube_margin: f32,
    /// The least number of games of a candidate.
    pub least: u64,
    /// The largest number of games of a candidate.
    pub games: u64,
    /// The number of rolls of a game.
    pub turns: u16,
    /// The plies of the evaluation that ends a game.
    pub plies: u8,
    /// The number of standard errors by which a candidate trails the best when it is dropped.
    pub errors: f32,
    /// A difference below this doesn't matter.
    pub matters: f32,
}

impl Default for Roller {
    fn default() -> Self {
        Self {
            margin: 0.04,
            most: 4,
            cube_margin: 0.08,
            least: 72,
            games: 360,
            turns: 8,
            plies: 1,
            errors: 2.0,
            matters: 0.003,
        }
    }
}

/// The options of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The number of plies to search, [`MOST_PLIES`] at most.
    pub plies: u8,
    /// Whether the cube counts; without it, equities are cubeless.
    pub cubeful: bool,
    /// The filters that select the plays to evaluate deeper.
    pub filters: Filters,
    /// How much of a live cube's use players get.
    pub efficiency: Efficiency,
    /// Whether evaluations are cached, from 2-ply on. This changes only the time.
    pub remembers: bool,
    /// How [`super::roller`] settles close decisions; `None` if it doesn't.
    pub roller: Option<Roller>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            plies: 2,
            cubeful: true,
            filters: Filters::PLAIN,
            efficiency: Efficiency::PLAIN,
            remembers: true,
            roller: None,
        }
    }
}

/// The evaluation of a position before a roll: from the view of the player on roll, or in [`EvaluatedPlay`] from that of the
/// mover, whose opponent is on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The chances of the six ends.
    pub chances: Chances,
    /// The normalised equity without any more use of the cube.
    pub cubeless: f32,
    /// The normalised equity with the cube where it is, if the player on roll doubles whenever that is right; the same
    /// as `cubeless` if the search is cubeless.
    pub equity: f32,
    /// The match winning chance for that equity; `None` for money.
    pub match_chance: Option<f32>,
    /// The number of plies searched.
    pub plies: u8,
    /// The games of the rollout, if there was one after the search.
    pub rolled: Option<Rolled>,
}

/// A play with its evaluation, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedPlay {
    /// The play.
    pub play: Play,
    /// The position after it, from the mover's view.
    pub after: Board,
    /// The chances, the normalised equity and the match winning chance, from the mover's view.
    pub evaluation: Evaluation,
    /// The equities at the depths at which it was selected for a deeper one, by the number of plies.
    shallower: [Option<f32>; MOST_PLIES as usize + 1],
}

impl EvaluatedPlay {
    /// Makes a play of its evaluation.
    #[must_use]
    pub const fn new(play: Play, after: Board, evaluation: Evaluation) -> Self {
        Self { play, after, evaluation, shallower: [None; MOST_PLIES as usize + 1] }
    }

    /// Returns what the play loses against the best one of its list, in normalised equity; never negative.
    ///
    /// If the best one was evaluated deeper, this is the difference at the depth of this play, since equities of different
    /// depths can't be compared.
    #[must_use]
    pub fn loss(&self, best: &Self) -> f32 {
        let depth = |play: &Self| (play.evaluation.plies, play.evaluation.rolled.is_some());
        let same = best.shallower[usize::from(self.evaluation.plies)].filter(|_| depth(self) != depth(best));
        (same.unwrap_or(best.evaluation.equity) - self.evaluation.equity).max(0.0)
    }

    /// Gives the play a deeper evaluation.
    pub(crate) const fn deepen(&mut self, evaluation: Evaluation) {
        self.shallower[self.evaluation.plies as usize] = Some(self.evaluation.equity);
        self.evaluation = evaluation;
    }

    /// Returns which of two plays evaluated at the same depth comes first in a list: the better one. If their
    /// equities are equal because the cube ends the game after both, or the match is decided, the one that is
    /// better without the cube.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let key = |evaluated: &Self| {
            let evaluation = &evaluated.evaluation;
            Worth::new(evaluation.equity, evaluation.cubeless, evaluation.chances)
        };
        key(other).compare(&key(self))
    }
}

/// The equity of a play for a player: cubeful, then cubeless, then in points.
#[derive(Clone, Copy, Debug)]
struct Worth([f32; 3]);

impl Worth {
    /// Equities closer than this are the same: sums of single precision aren't more exact.
    const STEP: f32 = 1e-6;
    const LEAST: Self = Self([f32::NEG_INFINITY; 3]);

    fn new(cubeful: f32, cubeless: f32, chances: Chances) -> Self {
        // Rounding makes this a total order: two values that are almost the same as a third needn't be the
        // same as each other. Zero has one sign.
        let rounded = |worth: f32| (worth / Self::STEP).round() + 0.0;
        Self([rounded(cubeful), rounded(cubeless), chances.equity()])
    }

    fn compare(&self, other: &Self) -> Ordering {
        let pairs = self.0.iter().zip(&other.0);
        pairs.map(|(own, other)| own.total_cmp(other)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// A search for one state of the cube and one score.
pub struct Search<'a> {
    evaluator: &'a dyn Evaluator,
    table: &'a MatchEquity,
    state: CubeState,
    ladder: Ladder,
    options: Options,
    memory: Memory,
    last_rolls: LastRolls,
    /// The plays after each roll of a position, for each depth.
    plays: [Plays; MOST_PLIES as usize + 1],
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("state", &self.state)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// The plays that a search considers after some rolls of a position.
#[derive(Default)]
struct Plays {
    /// The positions after the plays of one roll, with their rough equities.
    roll: Vec<(f32, Board)>,
    /// The positions after the plays of all rolls, from the opponent's view.
    boards: Vec<Board>,
    /// The opponent's chances in each of them.
    chances: Vec<Chances>,
    /// Where the plays of each roll end.
    ends: Vec<usize>,
}

impl<'a> Search<'a> {
    /// Makes a search with any evaluator and table ([`Engine::search`](super::Engine::search) is shorter); `state` is from
    /// the view of the player on roll. More plies than [`MOST_PLIES`] count as that many. `None` if the table doesn't contain the score.
    #[must_use]
    pub fn new(
        evaluator: &'a dyn Evaluator,
        table: &'a MatchEquity,
        state: CubeState,
        options: Options,
    ) -> Option<Self> {
        let seen = if options.cubeful { state } else { state.dead() };
        let ladder = Ladder::new(&seen, table)?;
        let options = Options { plies: options.plies.min(MOST_PLIES), ..options };
        Some(Self {
            evaluator,
            table,
            state: seen,
            ladder,
            options,
            memory: Memory::of(&options),
            last_rolls: LastRolls::default(),
            plays: Default::default(),
        })
    }

    /// Returns the options of the search.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the evaluator of the search.
    #[must_use]
    pub const fn evaluator(&self) -> &'a dyn Evaluator {
        self.evaluator
    }

    /// Returns the match equities that it uses.
    #[must_use]
    pub const fn table(&self) -> &'a MatchEquity {
        self.table
    }

    /// Returns the cube and the score, from the view of the player on roll; with a dead cube if the search is cubeless.
    #[must_use]
    pub const fn state(&self) -> &CubeState {
        &self.state
    }

    /// Changes the number of plies to search; more than [`MOST_PLIES`] count as that many.
    pub fn set_plies(&mut self, plies: u8) {
        self.options.plies = plies.min(MOST_PLIES);
        if self.memory.entries.is_empty() {
            self.memory = Memory::of(&self.options);
        }
    }

    /// Returns the normalised equity of chances with a dead cube.
    #[must_use]
    pub fn dead(&self, chances: Chances) -> f32 {
        self.ladder.equity(self.ladder.dead(View::Own, 0, chances))
    }

    /// Evaluates a position before the player on roll has chosen whether to double.
    pub fn evaluate(&mut self, board: &Board) -> Evaluation {
        let (chances, worth) = self.worth(board);
        self.evaluation(chances, worth)
    }

    /// Evaluates a position if the player on roll doesn't double now.
    pub fn evaluate_undoubled(&mut self, board: &Board) -> Evaluation {
        let mut values = [0.0; MOST_PLACES];
        let chances = self.undoubled(board, self.options.plies, View::Own, &mut values);
        self.evaluation(chances, values[0])
    }

    /// Evaluates the cube decision before the roll.
    pub fn cube(&mut self, board: &Board) -> CubeDecision {
        let mut values = [0.0; MOST_PLACES];
        let chances = self.undoubled(board, self.options.plies, View::Own, &mut values);
        let how = (self.options.efficiency.of(board), self.options.plies);
        CubeDecision::new(&self.state, &self.ladder, chances, &values, how)
    }

    /// Evaluates all legal plays of a roll, the best first; a dance if no play is legal. Plays that were
    /// evaluated deeper come before the others.
    pub fn plays(&mut self, board: &Board, roll: Roll) -> Vec<EvaluatedPlay> {
        let mut plays = legal_plays(board, roll);
        if plays.is_empty() {
            plays.push((Play::DANCE, *board));
        }
        let mut evaluated: Vec<EvaluatedPlay> =
            plays.into_iter().map(|(play, after)| self.evaluated(play, after, 0)).collect();
        self.deepen(&mut evaluated);
        evaluated
    }

    fn evaluated(&mut self, play: Play, after: Board, plies: u8) -> EvaluatedPlay {
        let mut values = [0.0; MOST_PLACES];
        let chances = self.value(&after.flip(), plies, View::Other, &mut values);
        let evaluation = Evaluation { plies, ..self.evaluation(chances.flip(), -values[0]) };
        EvaluatedPlay::new(play, after, evaluation)
    }

    /// Sorts plays evaluated at 0-ply, and evaluates the best of them deeper and deeper.
    fn deepen(&mut self, plays: &mut [EvaluatedPlay]) {
        plays.sort_by(EvaluatedPlay::order);
        let mut count = plays.len();
        for plies in 1..=self.options.plies {
            let filter = self.options.filters.deeper[usize::from(plies) - 1];
            count = kept(plays[..count].iter().map(|play| play.evaluation.equity), filter);
            for play in &mut plays[..count] {
                play.deepen(self.evaluated(play.play, play.after, plies).evaluation);
            }
            plays[..count].sort_by(EvaluatedPlay::order);
        }
    }

    fn evaluation(&self, chances: Chances, worth: f32) -> Evaluation {
        Evaluation {
            chances,
            cubeless: self.ladder.cubeless(chances),
            equity: self.ladder.equity(worth),
            match_chance: self.ladder.match_chance(worth),
            plies: self.options.plies,
            rolled: None,
        }
    }

    /// Makes an evaluation from a rollout's results: the chances, and the normalised equities without and
    /// with the cube.
    pub(super) fn rolled_out(
        &self,
        chances: Chances,
        [cubeless, equity]: [f32; 2],
        rolled: Rolled,
    ) -> Evaluation {
        let found = self.evaluation(chances, self.ladder.worth_of(equity));
        Evaluation { cubeless, equity, rolled: Some(rolled), ..found }
    }

    /// Evaluates a position after the choice to double of the player on roll, from that player's view.
    fn value(&mut self, board: &Board, plies: u8, view: View, values: &mut Values) -> Chances {
        let chances = self.undoubled(board, plies, view, values);
        if Class::of(board) != Class::Over {
            self.ladder.decide(view, values);
        }
        chances
    }

    /// Evaluates a position before that choice.
    fn undoubled(&mut self, board: &Board, plies: u8, view: View, values: &mut Values) -> Chances {
        let phase = Class::of(board);
        if phase == Class::Over {
            let chances = self.evaluator.chances(board);
            self.settle(view, chances, values);
            return chances;
        }
        if plies == 0 || self.is_exact(board, phase) {
            let chances = self.memory.chances(board, self.evaluator);
            self.undoubled_at_once(board, view, chances, values);
            return chances;
        }
        let places = self.ladder.len();
        let mut sum = Chances::default();
        *values = [0.0; MOST_PLACES];
        let plays = self.considered(board, &Roll::ALL, plies);
        for (place, roll) in Roll::ALL.into_iter().enumerate() {
            let (best, chances, of_best) = self.best_of(&plays, place, view);
            let weight = roll.weight() as f32 / 36.0;
            let (chances, of_best) = if plies == 1 {
                (chances, of_best)
            } else {
                let mut deeper = [0.0; MOST_PLACES];
                let chances = self.value(&plays.boards[best[0]], plies - 1, view.flip(), &mut deeper);
                if phase == Class::Bearoff {
                    self.of_other_places(&plays, &best[..places], plies - 1, view, &mut deeper);
                }
                (chances, deeper)
            };
            sum.add(chances.flip(), weight);
            for (value, of_best) in values.iter_mut().zip(&of_best[..places]) {
                *value -= weight * of_best;
            }
        }
        self.plays[usize::from(plies)] = plays;
        // Sums of single precision can be a little above 1.
        Chances(sum.0.map(|chance| chance.clamp(0.0, 1.0)))
    }

    /// Replaces the values of the places at which another play is best by those after that play. In a bear-off a live
    /// cube asks for other plays than a dead one.
    fn of_other_places(&mut self, plays: &Plays, best: &[usize], plies: u8, view: View, values: &mut Values) {
        for (number, &play) in best.iter().enumerate().skip(1) {
            if best[..number].contains(&play) {
                continue;
            }
            let mut own = [0.0; MOST_PLACES];
            let _ = self.value(&plays.boards[play], plies, view.flip(), &mut own);
            for place in (number..best.len()).filter(|&place| best[place] == play) {
                values[place] = own[place];
            }
        }
    }

    /// Returns `true` if a deeper search wouldn't change the value.
    fn is_exact(&self, board: &Board, phase: Class) -> bool {
        let has_value = || {
            let is_chain = self.ladder.is_chain();
            if is_chain { self.last_rolls(board).is_some() } else { self.evaluator.exact(board).is_some() }
        };
        (phase == Class::Bearoff || self.evaluator.is_solved(board)) && (!self.options.cubeful || has_value())
    }

    /// Returns the sides of a position whose values at each place of the cube can be solved, if exact equities for
    /// money aren't those values. An evaluator without exact equities is meant to err.
    fn last_rolls(&self, board: &Board) -> Option<Sides> {
        let sides = if self.ladder.is_chain() { LastRolls::sides(board) } else { None };
        sides.filter(|_| self.evaluator.exact(board).is_some())
    }

    /// Fills in the values of a game that is over.
    fn settle(&self, view: View, chances: Chances, values: &mut Values) {
        for (place, value) in values.iter_mut().enumerate().take(self.ladder.len()) {
            *value = self.ladder.dead(view, place, chances);
        }
    }

    /// Does the same as [`Self::value`] at 0-ply, with the chances.
    fn value_at_once(&mut self, board: &Board, view: View, chances: Chances, values: &mut Values) {
        if Class::of(board) == Class::Over {
            self.settle(view, chances, values);
        } else {
            self.undoubled_at_once(board, view, chances, values);
            self.ladder.decide(view, values);
        }
    }

    fn undoubled_at_once(&mut self, board: &Board, view: View, chances: Chances, values: &mut Values) {
        if let Some(sides) = self.last_rolls(board) {
            return self.last_rolls.undoubled(&self.ladder, view, sides, values);
        }
        let x = self.options.efficiency.of(board);
        match self.evaluator.exact(board) {
            Some(money) if self.ladder.is_chain() => {
                self.ladder.as_for_money(view, chances, &money, x, values);
            }
            Some(money) => self.ladder.exactly(view, &money, values),
            None => self.ladder.worths(view, chances, x, values),
        }
    }

    /// Returns the position after the best play of a roll at 0-ply, from the opponent's view, the opponent's
    /// chances, and for each place of the cube the value after its best play.
    fn best(&mut self, board: &Board, roll: Roll, plies: u8, view: View) -> (Board, Chances, Values) {
        let plays = self.considered(board, &[roll], plies);
        let (best, chances, values) = self.best_of(&plays, 0, view);
        let after = plays.boards[best[0]];
        self.plays[usize::from(plies)] = plays;
        (after, chances, values)
    }

    /// Finds the plays of some rolls that the inside filter keeps, and evaluates them at 0-ply, all together. Takes the
    /// place of this depth in `self.plays`, to which the caller returns it.
    fn considered(&mut self, board: &Board, rolls: &[Roll], plies: u8) -> Plays {
        let mut plays = std::mem::take(&mut self.plays[usize::from(plies)]);
        plays.boards.clear();
        plays.ends.clear();
        let inside = self.options.filters.inside;
        for &roll in rolls {
            let list = &mut plays.roll;
            list_results(list, board, roll);
            if list.len() > inside.keep {
                // A play without a rough equity is never left out.
                self.evaluator.rough(list);
                keep_best(list, inside);
            }
            plays.boards.extend(list.iter().map(|play| play.1));
            plays.ends.push(plays.boards.len());
        }
        plays.chances.resize(plays.boards.len(), Chances::default());
        self.memory.all_chances(&plays.boards, &mut plays.chances, self.evaluator);
        plays
    }

    /// Finds the best of the plays that were considered after the roll at this place: for each place of the cube where in
    /// `plays` it is, the opponent's chances after that for the current cube, and the values after them.
    fn best_of(
        &mut self,
        plays: &Plays,
        place: usize,
        view: View,
    ) -> ([usize; MOST_PLACES], Chances, Values) {
        let first = if place == 0 { 0 } else { plays.ends[place - 1] };
        let range = first..plays.ends[place];
        let mut best = (Worth::LEAST, Chances::default());
        let (mut plays_of, mut least) = ([first; MOST_PLACES], [f32::INFINITY; MOST_PLACES]);
        let mut best_now = first;
        for play in range {
            let (after, chances) = (&plays.boards[play], plays.chances[play]);
            let mut values = [0.0; MOST_PLACES];
            self.value_at_once(after, view.flip(), chances, &mut values);
            let worth = Worth::new(-values[0], -self.ladder.dead(view.flip(), 0, chances), chances.flip());
            if worth.compare(&best.0).is_gt() {
                best = (worth, chances);
                best_now = play;
            }
            for (place, value) in values.into_iter().enumerate() {
                if value < least[place] {
                    (least[place], plays_of[place]) = (value, play);
                }
            }
        }
        plays_of[0] = best_now;
        (plays_of, best.1, least)
    }

    /// Evaluates one legal play to the full depth of the search, whether or not the filters would keep it.
    /// `after` is from the mover's view.
    pub fn evaluate_play(&mut self, play: Play, after: Board) -> EvaluatedPlay {
        self.evaluated(play, after, self.options.plies)
    }

    /// Finds the best play of a roll as the search does at inner levels: at 0-ply, among the few plays that
    /// the inside filter keeps.
    pub fn follow(&mut self, board: &Board, roll: Roll) -> Followed {
        let (board, chances, values) = self.best(board, roll, 1, View::Own);
        Followed { board, chances: chances.flip(), worth: -values[0] }
    }

    /// Evaluates a double of the player on roll: the chances, and the values of no double, double and take,
    /// and double and pass, in the unit of [`Values`]; `None` if there is no double. Finds the same as
    /// [`Self::cube`], without the market window.
    pub fn double(&mut self, board: &Board) -> Option<(Chances, [f32; 3])> {
        let (up, factor) = self.ladder.doubled()?;
        let mut values = [0.0; MOST_PLACES];
        let chances = self.undoubled(board, self.options.plies, View::Own, &mut values);
        Some((chances, [values[0], factor * values[up], self.ladder.cash()]))
    }

    /// Evaluates a position before the player on roll has chosen whether to double: the chances, and the
    /// value in the unit of [`Values`].
    pub fn worth(&mut self, board: &Board) -> (Chances, f32) {
        let mut values = [0.0; MOST_PLACES];
        let chances = self.value(board, self.options.plies, View::Own, &mut values);
        (chances, values[0])
    }

    /// Returns `true` if a position has an exact value, so that a deeper search adds nothing: the game is
    /// over, or a bear-off table contains the position.
    #[must_use]
    pub fn is_known(&self, board: &Board) -> bool {
        let phase = Class::of(board);
        phase == Class::Over || self.is_exact(board, phase)
    }

    /// Returns `true` if the whole game from this position on is solved ([`Evaluator::is_solved`]).
    #[must_use]
    pub fn is_solved(&self, board: &Board) -> bool {
        self.evaluator.is_solved(board)
    }

    /// Returns the equity of each of the 21 rolls, in the order of [`Roll::ALL`], for the player on roll: the
    /// normalised equity of its best play among those that [`Filters::inside`] keeps, at the depth of the options.
    pub fn rolls(&mut self, board: &Board) -> [f32; 21] {
        Roll::ALL.map(|roll| {
            if self.options.plies > 0 {
                return self.plays(board, roll)[0].evaluation.equity;
            }
            let (_, _, values) = self.best(board, roll, 0, View::Own);
            self.ladder.equity(-values[0])
        })
    }
}

/// The position after the best play of a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Followed {
    /// The position, from the view of the opponent, who is on roll.
    pub board: Board,
    /// The mover's chances.
    pub chances: Chances,
    /// Its value from the mover's view, after the opponent's choice to double, in the unit of
    /// [`Values`].
    pub worth: f32,
}

/// Returns how many of a falling list of equities a filter keeps; an infinite equity is kept and not counted.
fn kept(equities: impl Iterator<Item = f32>, filter: Filter) -> usize {
    let mut best = None;
    let (mut kept, mut counted) = (0, 0);
    for equity in equities {
        if equity.is_finite() {
            let best = *best.get_or_insert(equity);
            if counted == filter.keep || equity < best - filter.margin {
                break;
            }
            counted += 1;
        }
        kept += 1;
    }
    kept
}

/// Lists the positions after all legal plays, from the opponent's view; after a dance if no play is legal.
pub(super) fn list_results(list: &mut Vec<(f32, Board)>, board: &Board, roll: Roll) {
    list.clear();
    each_result(board, roll, |after| list.push((0.0, after.flip())));
    if list.is_empty() {
        list.push((0.0, board.flip()));
    }
}

/// Keeps the plays that a filter keeps, the best first: all with an infinite equity, which aren't counted, and some others.
/// Few are kept of many, so the rest isn't sorted.
pub(super) fn keep_best(plays: &mut Vec<(f32, Board)>, filter: Filter) {
    let mut kept = 0;
    for place in 0..plays.len() {
        if plays[place].0 == f32::INFINITY {
            plays.swap(kept, place);
            kept += 1;
        }
    }
    let (first, mut least) = (kept, f32::NEG_INFINITY);
    // Without a play there would be no value.
    let most = filter.keep.max(1);
    while kept < plays.len() && kept - first < most {
        let mut best = kept;
        for place in kept + 1..plays.len() {
            if plays[place].0 > plays[best].0 {
                best = place;
            }
        }
        if plays[best].0 < least {
            break;
        }
        if kept == first {
            least = plays[best].0 - filter.margin;
        }
        plays.swap(kept, best);
        kept += 1;
    }
    plays.truncate(kept);
}

/// A cache of evaluations. Each position has one slot, and a later one replaces it.
struct Memory {
    entries: Vec<(Board, Chances)>,
    /// The boards that are evaluated together, because the cache doesn't have them, and their chances.
    missing: (Vec<Board>, Vec<Chances>),
}

impl Memory {
    const SIZE: usize = 1 << 15;

    /// Makes a cache, which has no slots below 2-ply: too few positions come back there to pay for its memory.
    fn of(options: &Options) -> Self {
        let size = if options.remembers && options.plies > 1 { Self::SIZE } else { 0 };
        Self { entries: vec![(Board::EMPTY, Chances::default()); size], missing: Default::default() }
    }

    fn all_chances(&mut self, boards: &[Board], found: &mut [Chances], evaluator: &dyn Evaluator) {
        if self.entries.is_empty() {
            return evaluator.all_chances(boards, found);
        }
        let (missing, chances) = &mut self.missing;
        missing.clear();
        for board in boards {
            let entry = &mut self.entries[place(board)];
            if entry.0 != *board {
                // Its chances follow below; until then nobody reads them.
                entry.0 = *board;
                missing.push(*board);
            }
        }
        chances.resize(missing.len(), Chances::default());
        evaluator.all_chances(missing, chances);
        for (board, chances) in missing.iter().zip(chances) {
            let entry = &mut self.entries[place(board)];
            if entry.0 == *board {
                entry.1 = *chances;
            }
        }
        for (board, found) in boards.iter().zip(found) {
            // Another of these boards may have taken its slot.
            *found = self.chances(board, evaluator);
        }
    }

    fn chances(&mut self, board: &Board, evaluator: &dyn Evaluator) -> Chances {
        if self.entries.is_empty() {
            return evaluator.chances(board);
        }
        let entry = &mut self.entries[place(board)];
        if entry.0 != *board {
            *entry = (*board, evaluator.chances(board));
        }
        entry.1
    }
}

/// Spreads boards over the slots: multiplication mixes the lanes into the high bits.
fn place(board: &Board) -> usize {
    let (words, _) = board.lanes().as_chunks::<8>();
    let mixed = words.iter().fold(0_u64, |hash, word| {
        (hash ^ u64::from_le_bytes(word.map(|lane| lane as u8)))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    });
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Memory::SIZE.ilog2())) as usize
}
