//! One game of a rollout.

use super::dice::Shaker;
use super::{Depth, GameSettings, Sample, Start};
use crate::board::{Board, Roll};
use crate::engine::cube::{CubeState, HouseRules, Ladder, Owner, Reply, Stakes, View};
use crate::engine::met::MatchEquity;
use crate::engine::search::{Options, Search};
use crate::engine::{Chances, Class, Evaluator};
use std::fmt;

/// The number of rolls after which an unfinished game is evaluated: no real game is a tenth as long.
const LONGEST: u32 = 4_096;

/// The largest multiple of its first value that the cube reaches for money.
const HIGHEST: f32 = 4_096.0;

/// Plays games, one after the other. Each thread has its own.
pub struct Player<'a> {
    evaluator: &'a dyn Evaluator,
    table: &'a MatchEquity,
    settings: GameSettings,
    shaker: Shaker,
    state: CubeState,
    ladder: Ladder,
    /// A search for each state of the cube that has come up, from the view of the player on roll.
    searches: Vec<(CubeState, Search<'a>)>,
}

impl fmt::Debug for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("state", &self.state)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

struct Game {
    board: Board,
    /// The view of the board: that of the player on roll.
    on_roll: View,
    /// The cube, from the view of the player on roll. For money its value is always 1.
    cube: CubeState,
    /// For money, the current value of the cube as a multiple of its first one.
    factor: f32,
    luck: Luck,
}

/// The luck of both sides, from the view of the player for whom the rollout is made.
#[derive(Clone, Copy, Default)]
struct Luck {
    chances: [f64; 6],
    worth: f64,
}

/// Converts chances and a value from the view of the player on roll to that of the player for whom the
/// rollout is made.
const fn seen(on_roll: View, chances: Chances, worth: f32) -> (Chances, f32) {
    match on_roll {
        View::Own => (chances, worth),
        View::Other => (chances.flip(), -worth),
    }
}

impl<'a> Player<'a> {
    /// Makes a player of games from one state of the cube, from the view of the player for whom the rollout
    /// is made; `None` if the table doesn't contain the score.
    #[must_use]
    pub fn new(
        evaluator: &'a dyn Evaluator,
        table: &'a MatchEquity,
        state: CubeState,
        settings: &GameSettings,
    ) -> Option<Self> {
        let mut state = settings.state(state);
        let mut ladder = Ladder::new(&state, table)?;
        if ladder.is_decided() {
            state = for_money(state);
            ladder = Ladder::new(&state, table)?;
        }
        Some(Self {
            evaluator,
            table,
            settings: settings.clone(),
            shaker: Shaker::new(settings.seed, settings.is_stratified, settings.is_opening),
            state,
            ladder,
            searches: Vec::new(),
        })
    }

    /// Plays the game with this number. It is the same whichever games were played before, on any thread.
    pub fn play(&mut self, start: &Start, number: u64) -> Sample {
        let mut dice = self.shaker.game(number);
        let mut game = self.begin(start);
        // No player may double before an opening roll.
        let mut is_decided = match start {
            Start::NoDouble(_) => true,
            Start::Before(_) => self.settings.is_opening,
            Start::After(_) | Start::Doubled(_) => false,
        };
        for turn in 0..LONGEST {
            if let Some(found) = self.known(&game, turn, is_decided) {
                return self.sample(&game, found);
            }
            if !std::mem::take(&mut is_decided)
                && let Some(passed) = self.double(&mut game, turn)
            {
                return self.sample(&game, passed);
            }
            self.roll(&mut game, turn, dice.next());
        }
        let found = self.search(game.cube, 0).worth(&game.board);
        self.sample(&game, found)
    }

    fn begin(&self, start: &Start) -> Game {
        let (board, on_roll, cube, factor) = match *start {
            Start::After(board) => (board.flip(), View::Other, self.state.flip(), 1.0),
            Start::Before(board) | Start::NoDouble(board) => (board, View::Own, self.state, 1.0),
            Start::Doubled(board) => {
                let (cube, factor) = turned(self.state);
                (board, View::Own, cube, factor)
            }
        };
        Game { board, on_roll, cube, factor, luck: Luck::default() }
    }

    /// Returns the search depth of the player on roll.
    fn level(&self, on_roll: View, turn: u32) -> Depth {
        let later = self.settings.later.filter(|later| turn >= u32::from(later.from));
        later.map_or(self.settings.levels, |later| later.levels)[on_roll as usize]
    }

    fn search(&mut self, cube: CubeState, plies: u8) -> &mut Search<'a> {
        let known = self.searches.iter().position(|(state, _)| *state == cube);
        let place = known.unwrap_or_else(|| {
            let options = Options {
                plies,
                cubeful: self.settings.is_cubeful,
                filters: self.settings.filters,
                efficiency: self.settings.efficiency,
                // Cached evaluations are hardly ever needed again, except by deeper searches.
                remembers: self.settings.deepest() > 1,
                roller: None,
            };
            let search = Search::new(self.evaluator, self.table, cube, options)
                .expect("the table knows the score, which is the same with every cube");
            self.searches.push((cube, search));
            self.searches.len() - 1
        });
        let search = &mut self.searches[place].1;
        search.set_plies(plies);
        search
    }

    /// Returns the chances and the value for the player on roll if the game is over, has an exact value, or
    /// is to be ended here.
    fn known(&mut self, game: &Game, turn: u32, is_decided: bool) -> Option<(Chances, f32)> {
        let truncation = self.settings.truncation.filter(|truncation| turn >= u32::from(truncation.turns));
        let plies = truncation.map_or(0, |truncation| truncation.plies);
        let at_tables = self.settings.ends_at_tables;
        let search = self.search(game.cube, plies);
        let is_over = Class::of(&game.board) == Class::Over;
        let ends = is_over || truncation.is_some() || (at_tables && search.is_known(&game.board));
        if !ends {
            return None;
        }
        let no_double = if is_decided { search.double(&game.board) } else { None };
        Some(
            no_double
                .map_or_else(|| search.worth(&game.board), |(chances, [no_double, ..])| (chances, no_double)),
        )
    }

    /// Lets the player on roll double if that is right. If the opponent passes, the game is over.
    fn double(&mut self, game: &mut Game, turn: u32) -> Option<(Chances, f32)> {
        if game.factor >= HIGHEST {
            return None;
        }
        let level = self.level(game.on_roll, turn);
        let (chances, values) = self.search(game.cube, level.cube).double(&game.board)?;
        match answer(&game.cube, values)? {
            Reply::Pass => return Some((chances, values[2])),
            // A player who beavers keeps the cube, at twice the value.
            Reply::Beaver => {
                game.factor *= 2.0;
                game.cube.house = game.cube.house.turned();
            }
            Reply::Take => {}
        }
        let (cube, factor) = turned(game.cube);
        game.cube = cube;
        game.factor *= factor;
        None
    }

    /// Plays a roll, and records how lucky it was.
    fn roll(&mut self, game: &mut Game, turn: u32, drawn: usize) {
        let plies = self.level(game.on_roll, turn).plays;
        let takes_luck_out = self.settings.reduces_variance;
        // The opening roll isn't a doublet.
        let is_opening = turn == 0 && self.settings.is_opening;
        let share = |roll: Roll| match is_opening {
            true if roll.is_doublet() => 0.0,
            true => 1.0 / 15.0,
            false => f64::from(roll.weight()) / 36.0,
        };
        let board = game.board;
        let search = self.search(game.cube, plies);
        let next = if takes_luck_out {
            let mut luck = Luck::default();
            let mut next = None;
            for (number, roll) in Roll::ALL.into_iter().enumerate() {
                let followed = search.follow(&board, roll);
                let (chances, worth) = seen(game.on_roll, followed.chances, followed.worth);
                let is_drawn = f64::from(u8::from(number == drawn));
                let weight = is_drawn - share(roll);
                for (luck, chance) in luck.chances.iter_mut().zip(chances.0) {
                    *luck += weight * f64::from(chance);
                }
                luck.worth += weight * f64::from(worth);
                if number == drawn {
                    next = Some(followed.board);
                }
            }
            for (sum, luck) in game.luck.chances.iter_mut().zip(luck.chances) {
                *sum += luck;
            }
            game.luck.worth += f64::from(game.factor) * luck.worth;
            next.filter(|_| plies == 0)
        } else {
            None
        };
        let next = next.unwrap_or_else(|| {
            let roll = Roll::ALL[drawn];
            if plies == 0 {
                search.follow(&board, roll).board
            } else {
                search.plays(&board, roll)[0].after.flip()
            }
        });
        game.board = next;
        game.on_roll = game.on_roll.flip();
        game.cube = game.cube.flip();
    }

    /// Subtracts the luck from the result of a game for the player on roll at its end.
    fn sample(&self, game: &Game, (chances, worth): (Chances, f32)) -> Sample {
        let (chances, worth) = seen(game.on_roll, chances, game.factor * worth);
        let chances =
            Chances(std::array::from_fn(|end| (f64::from(chances.0[end]) - game.luck.chances[end]) as f32));
        let cubeless = self.ladder.cubeless(chances);
        let equity = if self.settings.is_cubeful {
            self.ladder.equity((f64::from(worth) - game.luck.worth) as f32)
        } else {
            cubeless
        };
        Sample { chances, cubeless, equity }
    }
}

/// Returns a state for money instead of one of a match that is decided. A player whom the cube already brings to the end of
/// the match doesn't turn it, so the other turns it once at most.
fn for_money(state: CubeState) -> CubeState {
    let Stakes::Match { away, opponent, .. } = state.stakes else { return state };
    let value = state.value as usize;
    let of_one = |owner: Owner| CubeState {
        owner,
        is_in_use: state.is_in_use && owner.flip() != state.owner,
        house: HouseRules { turns: Some(1), ..state.house },
        ..state
    };
    let used = match (value < away, value < opponent) {
        (true, true) => state,
        (true, false) => of_one(Owner::Mover),
        (false, true) => of_one(Owner::Opponent),
        (false, false) => state.dead(),
    };
    CubeState { value: 1, stakes: Stakes::Money { jacoby: false, beavers: false }, ..used }
}

/// Returns the cube after a double that was taken, from the doubler's view, and the factor of the values with
/// it.
fn turned(cube: CubeState) -> (CubeState, f32) {
    let house = cube.house.turned();
    let is_in_use = cube.is_in_use && house.turns != Some(0);
    let turned = CubeState { owner: Owner::Opponent, is_in_use, house, ..cube };
    if cube.is_match() { (CubeState { value: 2 * cube.value, ..turned }, 1.0) } else { (turned, 2.0) }
}

/// Returns the answer to a double, from the doubler's values without a double, with one that is taken, and
/// with one that is passed; `None` if doubling is wrong.
fn answer(cube: &CubeState, [no_double, take, pass]: [f32; 3]) -> Option<Reply> {
    // A beaver is right where the responder is the favourite after the take: it doubles the responder's
    // equity.
    let beavers = matches!(cube.stakes, Stakes::Money { beavers: true, .. }) && take < 0.0;
    let taken = if beavers { 2.0 * take } else { take };
    if taken.min(pass) <= no_double {
        return None;
    }
    Some(match beavers {
        true => Reply::Beaver,
        false if take > pass => Reply::Pass,
        false => Reply::Take,
    })
}

#[cfg(test)]
mod tests {
    use super::{answer, for_money, turned};
    use crate::engine::cube::{CubeState, Ladder, Owner, Reply, Stakes};
    use crate::engine::met::{MatchEquity, Stage};

    #[test]
    fn at_a_decided_score_only_a_player_with_a_use_for_the_cube_turns_it() {
        let table = MatchEquity::reaching(64);
        for (away, opponent) in [(2, 64), (64, 2), (3, 64)] {
            let stakes = Stakes::Match { away, opponent, stage: Stage::Before };
            for owner in [Owner::Centred, Owner::Mover, Owner::Opponent] {
                for value in [1, 2, 4] {
                    let state = CubeState { value, owner, stakes, ..CubeState::MONEY };
                    let ladder = Ladder::new(&state, table).expect("a score");
                    if !ladder.is_decided() {
                        continue;
                    }
                    let (own, theirs) = (for_money(state), for_money(state.flip()));
                    // As the evaluation has it, from both sides.
                    let has_double =
                        |state: &CubeState| Ladder::new(state, table).expect("a score").doubled().is_some();
                    assert_eq!(has_double(&own), ladder.doubled().is_some(), "{state:?}");
                    assert_eq!(own.flip(), theirs, "{state:?}");
                    let uses = [away, opponent].map(|away| (value as usize) < away);
                    if uses != [true, true] {
                        assert!(!has_double(&turned(own).0.flip()), "{state:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_double_by_the_underdog_is_beavered_where_beavers_are_allowed() {
        let (with, without) = (CubeState::MONEY, CubeState::MONEY.without_beavers());
        // Without gammons before the cube is turned, an underdog may gain by turning it.
        let turned_to_win_gammons = [-0.3, -0.1, 1.0];
        assert_eq!(answer(&with, turned_to_win_gammons), Some(Reply::Beaver));
        assert_eq!(answer(&without, turned_to_win_gammons), Some(Reply::Take));
        // A beaver can make the double wrong.
        assert_eq!(answer(&with, [-0.15, -0.1, 1.0]), None);
        assert_eq!(answer(&without, [-0.15, -0.1, 1.0]), Some(Reply::Take));
    }

    #[test]
    fn a_double_is_passed_or_taken_by_what_costs_less() {
        let cube = CubeState::MONEY;
        assert_eq!(answer(&cube, [0.5, 0.8, 1.0]), Some(Reply::Take));
        assert_eq!(answer(&cube, [0.5, 1.2, 1.0]), Some(Reply::Pass));
        assert_eq!(answer(&cube, [1.1, 1.2, 1.0]), None);
    }
}
