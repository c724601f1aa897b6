//! Evaluation at 0-ply and 1-ply.

use super::Chances;
use super::bearoff::hyper::{Checkers, Hyper};
use super::bearoff::{Few, Home, Money, OneSided, TwoSided};
use super::cube::CubeState;
use super::inputs::{Inputs, Kind};
use super::met::{MatchEquity, UnknownScore};
use super::nets::{Net, Nets};
use super::rollout::{GameSettings, Player};
use super::search::{Filter, Options, Search, keep_best, list_results};
use crate::board::{Board, Roll};
use crate::rules::{Masks, Outcome, Play};
use smallvec::SmallVec;
use std::sync::{Arc, LazyLock};

/// The kind of a position, which selects the net or table that evaluates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// One side has borne off all its checkers.
    Over,
    /// All checkers are in their home boards.
    Bearoff,
    /// The sides have passed each other.
    Race,
    /// A checker can still be hit or blocked.
    Contact,
}

impl Class {
    /// Returns the class of a board.
    #[inline]
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self::with(board, Masks::of(board))
    }

    /// Does the same as [`Self::of`] with the board's sets.
    #[inline]
    fn with(board: &Board, masks: Masks) -> Self {
        let on_bar = u32::from(board.lanes()[Board::OPPONENT_BAR] < 0);
        let theirs = masks.blocked | masks.blots | on_bar;
        if masks.mine == 0 || theirs == 0 {
            return Self::Over;
        }
        // The mover's points count down as the mover moves, the opponent's count up.
        let (rear, their_rear) = (masks.mine.ilog2(), theirs.trailing_zeros());
        if rear > their_rear {
            Self::Contact
        } else if rear <= 6 && their_rear >= 19 {
            Self::Bearoff
        } else {
            Self::Race
        }
    }
}

/// A table that is computed or read at its first use.
pub type Lazy<T> = Arc<LazyLock<T, Box<dyn FnOnce() -> T + Send>>>;

/// The nets and tables that evaluate positions.
///
/// Threads can share an engine, whose methods don't change it. A clone copies the nets, and shares the tables.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::{Board, Engine};
///
/// let engine = Engine::new();
/// assert!(engine.evaluate(&Board::START).equity().abs() < 0.2);
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    /// The nets.
    pub nets: Nets,
    /// The one-sided bear-off table.
    pub bearoff: Lazy<OneSided>,
    /// The two-sided bear-off table with the cube, if it is wanted.
    pub two_sided: Option<Lazy<TwoSided>>,
    /// The tables of hypergammon with one, two and three checkers a side. Those with one and two are computed at their
    /// first use, that with three is there if it is put here.
    pub hyper: [Lazy<Option<Hyper>>; 3],
    /// The last checkers of other games, one and two a side, computed at their first use.
    pub last: [Lazy<Hyper>; 2],
    /// The rolls that sides of few checkers need, computed at its first use.
    pub few: Lazy<Few>,
}

/// The positions after the legal plays of a roll, kept so that a search allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Each from the view of the opponent, who is on roll, with the mover's equity.
    list: Vec<(f32, Board)>,
    /// Whether [`Engine::best`] and [`Engine::one_ply`] evaluate all plays instead of those that the filter keeps.
    pub is_exhaustive: bool,
}

impl Candidates {
    /// What the filter's net keeps.
    const FILTER: Filter = Filter { keep: 4, margin: 0.12 };

    /// Returns the positions, with the mover's equity by the evaluation that was made last.
    #[must_use]
    pub fn list(&self) -> &[(f32, Board)] {
        &self.list
    }

    /// Generates the positions after all legal plays; after a dance if no play is legal.
    pub fn generate(&mut self, board: &Board, roll: Roll) {
        list_results(&mut self.list, board, roll);
    }

    /// Keeps only the best few by the filter's net.
    fn filter(&mut self, engine: &Engine) {
        if self.is_exhaustive || self.list.len() <= Self::FILTER.keep {
            return;
        }
        engine.rough(&mut self.list);
        keep_best(&mut self.list, Self::FILTER);
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// Makes the engine that ships with the library. The bear-off tables are computed at their first use,
    /// which takes about half a second.
    #[must_use]
    pub fn new() -> Self {
        Self::with_tables(Nets::embedded(), OneSided::build, TwoSided::build)
    }

    /// Returns the best play of a roll in a money game (a centred cube at 1, Jacoby rule, beavers), and the position after
    /// it from the mover's view; [`Play::DANCE`] and the same board if no play is legal. Searches `plies` plies; more
    /// than 3 count as 3.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::Engine;
    /// use barpoint::board::{Board, Roll};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let roll: Roll = "31".parse()?;
    /// let (play, _) = Engine::new().best_play(&Board::START, roll, 0);
    /// assert_eq!(play.to_string(), "8/5 6/5");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn best_play(&self, board: &Board, roll: Roll, plies: u8) -> (Play, Board) {
        let options = Options { plies, ..Options::default() };
        let best = self.search(CubeState::MONEY, options).ok();
        let best = best.and_then(|mut search| search.plays(board, roll).into_iter().next());
        best.map_or((Play::DANCE, *board), |best| (best.play, best.after))
    }

    /// Returns a search for plays and cube actions at the cube and the score of `state`, which is from the view of the
    /// player on roll. The match equities are those that reach the score.
    ///
    /// # Errors
    ///
    /// If a player needs more than 64 points.
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::Engine;
    /// use barpoint::engine::cube::CubeState;
    /// use barpoint::engine::search::Options;
    /// use barpoint::notation::IdState;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let id: IdState = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10".parse()?;
    /// let engine = Engine::new();
    /// let mut search = engine.search(CubeState::of_id(&id), Options { plies: 0, ..Options::default() })?;
    /// let plays = search.plays(&id.board.ok_or("no position")?, "31".parse()?);
    /// assert_eq!(plays[0].play.to_string(), "8/5 6/5");
    /// # Ok(())
    /// # }
    /// ```
    pub fn search(&self, state: CubeState, options: Options) -> Result<Search<'_>, UnknownScore> {
        Search::new(self, MatchEquity::reaching(state.most_away()), state, options).ok_or(UnknownScore)
    }

    /// Returns a player of the games of a rollout, which begin at the cube and the score of `state`, from the view of the
    /// player for whom the rollout is made ([`rollout`](super::rollout) has an example).
    ///
    /// # Errors
    ///
    /// If a player needs more than 64 points.
    pub fn player(&self, state: CubeState, settings: &GameSettings) -> Result<Player<'_>, UnknownScore> {
        Player::new(self, MatchEquity::reaching(state.most_away()), state, settings).ok_or(UnknownScore)
    }

    /// Makes an engine with these nets, and computes the one-sided bear-off table, which takes about half
    /// a second. It has no two-sided table.
    #[must_use]
    pub fn with_nets(nets: Nets) -> Self {
        let engine = Self::of(nets, lazy(OneSided::build), None);
        LazyLock::force(&engine.bearoff);
        engine
    }

    /// Makes an engine with these nets and both bear-off tables; these functions make the tables at their
    /// first use.
    #[must_use]
    pub fn with_tables(
        nets: Nets,
        one_sided: impl FnOnce() -> OneSided + Send + 'static,
        two_sided: impl FnOnce() -> TwoSided + Send + 'static,
    ) -> Self {
        Self::of(nets, lazy(one_sided), Some(lazy(two_sided)))
    }

    fn of(nets: Nets, bearoff: Lazy<OneSided>, two_sided: Option<Lazy<TwoSided>>) -> Self {
        let last = [Checkers::One, Checkers::Two].map(|checkers| lazy(move || Hyper::build_last(checkers)));
        Self { nets, bearoff, two_sided, hyper: hyper(), last, few: lazy(Few::build) }
    }

    /// Returns the table of hypergammon that contains a position, if there is one.
    #[inline]
    #[must_use]
    pub fn hyper(&self, board: &Board) -> Option<&Hyper> {
        let checkers = Checkers::of(board)?;
        (**self.hyper[usize::from(checkers.number()) - 1]).as_ref()
    }

    /// Returns the table that contains whole games from a position on: that of hypergammon, or of the last checkers unless
    /// all are home.
    #[inline]
    #[must_use]
    pub fn solved(&self, board: &Board) -> Option<&Hyper> {
        self.hyper(board).or_else(|| {
            let last = self.last.get(usize::from(Checkers::last_of(board)?.number()) - 1)?;
            (Class::of(board) != Class::Bearoff).then(|| &***last)
        })
    }

    /// Returns the exact value of a bear-off for money, if the two-sided table contains it.
    pub(super) fn bear_off(&self, board: &Board) -> Option<Money> {
        let table = self.two_sided.as_ref()?;
        // A player who has all checkers on the board can lose a gammon, which the table doesn't cover. With
        // six a side all players have borne off a checker, but not in games with fewer checkers.
        if board.lanes()[Board::OFF] == 0 || board.lanes()[Board::OPPONENT_OFF] == 0 {
            return None;
        }
        let (mover, opponent) = (Home::of(board)?, Home::of(&board.flip())?);
        table.money(mover, opponent)
    }

    /// Evaluates a position with the mover on roll at 0-ply.
    #[must_use]
    pub fn evaluate(&self, board: &Board) -> Chances {
        let phase = Class::of(board);
        if phase == Class::Over {
            return over(board);
        }
        let looked_up = match phase {
            _ if let Some(table) = self.solved(board) => table.chances(board),
            Class::Bearoff => self.bear_off(board).map(even).or_else(|| self.bearoff.chances(board)),
            Class::Race => {
                self.bearoff.race(board, |side| if Few::has(side) { self.few.rolls(side) } else { None })
            }
            _ => None,
        };
        looked_up.unwrap_or_else(|| {
            let guessed = match phase {
                Class::Contact => self.nets.for_contact(board).evaluate(&Inputs::of(board, Kind::Contact)),
                _ => self.nets.race.evaluate(&Inputs::of(board, Kind::Race)),
            };
            possible(board, phase, guessed)
        })
    }

    /// Returns the position after the best play of a roll, from the opponent's view, and its chances from
    /// that view. The candidates that the filter's net keeps are evaluated at 0-ply.
    pub fn best(&self, board: &Board, roll: Roll, candidates: &mut Candidates) -> (Board, Chances) {
        candidates.generate(board, roll);
        candidates.filter(self);
        self.best_of(candidates)
    }

    /// Does the same as [`Self::best`] among all legal plays.
    pub fn best_of_all(&self, board: &Board, roll: Roll, candidates: &mut Candidates) -> (Board, Chances) {
        candidates.generate(board, roll);
        self.best_of(candidates)
    }

    /// Evaluates positions as [`Self::evaluate`] does, but faster where neighbouring positions are similar,
    /// such as those after the plays of one roll.
    #[must_use]
    pub fn evaluate_all(&self, boards: &[Board]) -> Vec<Chances> {
        let mut all = vec![Chances::default(); boards.len()];
        self.fill(boards, &mut all);
        all
    }

    /// Does the same in place; there must be as many places as boards.
    pub(super) fn fill(&self, boards: &[Board], all: &mut [Chances]) {
        for (boards, found) in boards.chunks(Net::BATCH).zip(all.chunks_mut(Net::BATCH)) {
            self.evaluate_each(boards.iter(), |place, chances| found[place] = chances);
        }
    }

    /// Evaluates each candidate, and returns the best one for the mover.
    fn best_of(&self, candidates: &mut Candidates) -> (Board, Chances) {
        let mut best = (f32::NEG_INFINITY, Board::EMPTY, Chances::default());
        for plays in candidates.list.chunks_mut(Net::BATCH) {
            let mut found = [Chances::default(); Net::BATCH];
            self.evaluate_each(plays.iter().map(|(_, board)| board), |place, chances| found[place] = chances);
            for ((equity, board), chances) in plays.iter_mut().zip(found) {
                *equity = -chances.equity();
                if *equity > best.0 {
                    best = (*equity, *board, chances);
                }
            }
        }
        (best.1, best.2)
    }

    /// Evaluates at most [`Net::BATCH`] positions, those with contact side by side, and passes the index and
    /// the chances of each to `tell`.
    fn evaluate_each<'b>(
        &self,
        boards: impl Iterator<Item = &'b Board>,
        mut tell: impl FnMut(usize, Chances),
    ) {
        let mut batches = [Batch::default(), Batch::default()];
        self.contacts(&mut batches, Kind::Contact, boards, |place, board| tell(place, self.evaluate(board)));
        let [usual, lopsided] = &mut batches;
        usual.evaluate(&self.nets.contact, &mut tell);
        lopsided.evaluate(&self.nets.lopsided, tell);
    }

    /// Fills in a rough equity for each play, from the mover's view: in points, cubeless, by the filters' nets; infinity
    /// where they don't apply. The positions after the plays are from the opponent's view.
    pub(super) fn rough(&self, plays: &mut [(f32, Board)]) {
        for plays in plays.chunks_mut(Net::BATCH) {
            let found = self.filtered(plays);
            for ((equity, _), found) in plays.iter_mut().zip(found) {
                *equity = found;
            }
        }
    }

    /// Returns the equities of at most [`Net::BATCH`] plays by the filters.
    #[inline]
    fn filtered(&self, plays: &[(f32, Board)]) -> [f32; Net::BATCH] {
        let mut found = [f32::INFINITY; Net::BATCH];
        let mut tell = |place: usize, chances: Chances| found[place] = -chances.equity();
        let mut batches = [Batch::default(), Batch::default()];
        self.contacts(&mut batches, Kind::Raw, plays.iter().map(|(_, board)| board), |_, _| {});
        let [usual, lopsided] = &mut batches;
        usual.evaluate(&self.nets.filter, &mut tell);
        lopsided.evaluate(&self.nets.lopsided_filter, tell);
        found
    }

    /// Divides positions into those of the nets for usual and for lopsided contact, and passes the index and the board
    /// of each of the others to `other`: those without contact, or in a table.
    #[inline]
    fn contacts<'b>(
        &self,
        batches: &mut [Batch<'b>; 2],
        kind: Kind,
        boards: impl Iterator<Item = &'b Board>,
        mut other: impl FnMut(usize, &'b Board),
    ) {
        for (place, board) in boards.enumerate() {
            let masks = Masks::of(board);
            // The tables have at most three checkers a side.
            let is_listed = || masks.mine.count_ones() <= 3 && self.solved(board).is_some();
            if Class::with(board, masks) == Class::Contact && !is_listed() {
                batches[usize::from(Nets::is_lopsided(board))].push(place, board, masks, kind);
            } else {
                other(place, board);
            }
        }
    }

    /// Evaluates a position with the mover on roll by the best plays of all 21 rolls (1-ply).
    ///
    /// Games that are over, bear-offs, hypergammon with its table and the last two checkers a side are evaluated at once:
    /// they are exact, or nearly.
    pub fn one_ply(&self, board: &Board, candidates: &mut Candidates) -> Chances {
        match Class::of(board) {
            Class::Over | Class::Bearoff => return self.evaluate(board),
            _ if self.solved(board).is_some() => return self.evaluate(board),
            Class::Race | Class::Contact => {}
        }
        let mut sum = Chances::default();
        for roll in Roll::ALL {
            let (_, chances) = self.best(board, roll, candidates);
            sum.add(chances.flip(), roll.weight() as f32 / 36.0);
        }
        sum
    }
}

/// Returns the chances of a position without gammons.
fn even(money: Money) -> Chances {
    let win = f32::midpoint(1.0, money.cubeless).clamp(0.0, 1.0);
    Chances([0.0, 0.0, 1.0 - win, win, 0.0, 0.0])
}

/// Positions with contact that one net evaluates side by side, at most [`Net::BATCH`].
#[derive(Default)]
struct Batch<'b> {
    /// The index and the board of each.
    boards: SmallVec<[(usize, &'b Board); Net::BATCH]>,
    inputs: SmallVec<[Inputs; Net::BATCH]>,
}

impl<'b> Batch<'b> {
    #[inline]
    fn push(&mut self, place: usize, board: &'b Board, masks: Masks, kind: Kind) {
        self.boards.push((place, board));
        // Filled in its place: a copy would take as long as some of the inputs.
        self.inputs.push(Inputs::EMPTY);
        if let Some(inputs) = self.inputs.last_mut() {
            inputs.fill(board, masks, kind);
        }
    }

    /// Passes the index and the chances of each position to `tell`.
    #[inline]
    fn evaluate(&mut self, net: &Net, mut tell: impl FnMut(usize, Chances)) {
        if self.boards.is_empty() {
            return;
        }
        net.evaluate_each(&mut self.inputs, |seen, chances| {
            let (place, board) = self.boards[seen];
            tell(place, possible(board, Class::Contact, chances));
        });
    }
}

/// Moves the chances of impossible ends to the next smaller end: a player who has borne off a checker can't
/// lose a gammon, and in a race a player with no checker in the opponent's home board can't lose a
/// backgammon.
#[inline]
fn possible(board: &Board, phase: Class, chances: Chances) -> Chances {
    let lanes = board.lanes();
    // From the largest loss to the largest win.
    let mut ends = chances.0;
    if phase == Class::Race {
        let (mut mine, mut theirs) = (false, false);
        for place in 0..7 {
            theirs |= lanes[place] < 0;
            mine |= lanes[Board::BAR - place] > 0;
        }
        if !mine {
            (ends[0], ends[1]) = (0.0, ends[1] + ends[0]);
        }
        if !theirs {
            (ends[5], ends[4]) = (0.0, ends[4] + ends[5]);
        }
    }
    if lanes[Board::OFF] != 0 {
        (ends[0], ends[1], ends[2]) = (0.0, 0.0, ends[2] + (ends[1] + ends[0]));
    }
    if lanes[Board::OPPONENT_OFF] != 0 {
        (ends[5], ends[4], ends[3]) = (0.0, 0.0, ends[3] + (ends[4] + ends[5]));
    }
    Chances(ends)
}

/// The tables of hypergammon that need no file: with two checkers a side a table takes a second or two.
fn hyper() -> [Lazy<Option<Hyper>>; 3] {
    let [one, two] =
        [Checkers::One, Checkers::Two].map(|checkers| lazy(move || Some(Hyper::build(checkers))));
    [one, two, lazy(|| None)]
}

fn lazy<T>(make: impl FnOnce() -> T + Send + 'static) -> Lazy<T> {
    Arc::new(LazyLock::new(Box::new(make)))
}

/// Returns the chances of a game that is over: the opponent has just borne off the last checker, or the mover
/// has, in a position that doesn't occur in play.
fn over(board: &Board) -> Chances {
    let lost = Outcome::of(&board.flip()).map(Chances::lost);
    let won = || Outcome::of(board).map(|outcome| Chances::lost(outcome).flip());
    lost.or_else(won).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_contact() {
        assert_eq!(Class::of(&Board::START), Class::Contact);
        assert_eq!(Class::of(&Board::EMPTY), Class::Over);
    }

    /// The values are those of independent solvers: value iteration over all positions with contact, distributions of
    /// rolls for the races, a recursion over all plays for the bear-off.
    #[test]
    fn the_last_checkers_have_exact_values() {
        let engine = Engine::new();
        for (id, win) in [
            // One and two checkers a side with contact.
            ("AAgAAAAgAAAAAA", 0.369_8),
            ("ACAABABAAAAAAA", 0.290_0),
            ("AgEAAAAQAAAAAA", 0.524_5),
            // Races.
            ("QAAAABAAAAAAAA", 0.427_6),
            ("QAAACAgAAAAAAA", 0.378_8),
            ("AAIAAIAAAAAAAA", 0.539_7),
            // A bear-off in which the best plays aren't those for the fewest rolls.
            ("FQAAQA0AAAAAAA", 0.224_3),
        ] {
            let board = id.parse::<Board>().expect(id);
            let chances = engine.evaluate(&board);
            assert!((chances.win() - win).abs() < 3e-4, "{id}: {chances:?}");
            assert_eq!((chances.win_gammon(), chances.lose_gammon()), (0.0, 0.0), "{id}");
            let mut all = [Chances::default()];
            engine.fill(&[board], &mut all);
            assert_eq!(all, [chances], "{id}");
        }
    }

    #[test]
    fn a_side_that_has_borne_off_nothing_can_lose_a_gammon_to_few_checkers() {
        let engine = Engine::new();
        // The mover's checker on the 7-point is off with 23 of 36 rolls, and with the next one else. The opponent, with
        // fifteen on the 6-point, bears none off with 19.
        let mut lanes = [0; Board::LANES];
        (lanes[7], lanes[Board::OFF]) = (1, 14);
        (lanes[19], lanes[Board::OPPONENT_OFF]) = (-15, 0);
        let chances = engine.evaluate(&Board::from_lanes(lanes));
        let gammons = 23.0 / 36.0 + 13.0 / 36.0 * 19.0 / 36.0;
        assert!((chances.win_gammon() - gammons).abs() < 0.005, "{chances:?}");
        assert!((chances.win() - 1.0).abs() < 1e-5, "{chances:?}");
    }

    #[test]
    fn a_dance_leaves_one_candidate() {
        let mut candidates = Candidates::default();
        candidates.generate(&Board::EMPTY, Roll::ALL[0]);
        assert_eq!(candidates.list().len(), 1);
    }
}
