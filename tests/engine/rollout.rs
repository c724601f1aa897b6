//! Laws of rollouts: a perfect evaluator gives exact results, a poor one doesn't, and the errors are right.

use crate::support::Pips;
use barpoint::board::{Board, BoardSetup};
use barpoint::engine::bearoff::{Home, Money, TwoSided};
use barpoint::engine::cube::{CubeState, Owner, Stakes};
use barpoint::engine::met::{MatchEquity, Stage};
use barpoint::engine::rollout::{
    Depth, Estimate, GameSettings, Player, Question, Sample, Start, Tally, Truncation, decision,
};
use barpoint::engine::search::{Options, Search};
use barpoint::engine::{Chances, Class, Evaluator};
use std::sync::LazyLock;

static TABLE: LazyLock<MatchEquity> = LazyLock::new(MatchEquity::kazaross);
static ENDS: LazyLock<TwoSided> = LazyLock::new(TwoSided::build);

/// An evaluator that is exact for the last rolls of a game.
struct Perfect;

impl Evaluator for Perfect {
    fn chances(&self, board: &Board) -> Chances {
        let win = self.exact(board).map_or(0.5, |money| 0.5 + 0.5 * money.cubeless);
        Chances([0.0, 0.0, 1.0 - win, win, 0.0, 0.0])
    }

    fn exact(&self, board: &Board) -> Option<Money> {
        ENDS.money(Home::of(board)?, Home::of(&board.flip())?)
    }
}

/// Evaluates by the pips alone.
const PIPS: Pips = Pips { roll: 4.0, lead: 30.0, least: 0.02 };

/// Four checkers against three: about three rolls each.
fn last_rolls() -> Board {
    let mut points = [0; 24];
    (points[5], points[2], points[0]) = (1, 2, 1);
    let mut theirs = [0; 24];
    (theirs[4], theirs[3]) = (2, 1);
    let setup = BoardSetup {
        points,
        bar: 0,
        total: 15,
        opponent_points: theirs,
        opponent_bar: 0,
        opponent_total: 15,
    };
    setup.board().expect("a position")
}

const MONEY: CubeState = CubeState::MONEY.without_jacoby().without_beavers();

/// Returns settings for games that are played to their ends.
fn settings(reduces_variance: bool) -> GameSettings {
    GameSettings { ends_at_tables: false, reduces_variance, seed: 0, ..GameSettings::default() }
}

fn games(
    evaluator: &dyn Evaluator,
    state: CubeState,
    settings: &GameSettings,
    start: Start,
    count: u64,
) -> Vec<Sample> {
    let mut player = Player::new(evaluator, &TABLE, state, settings).expect("a score of the table");
    (0..count).map(|number| player.play(&start, number)).collect()
}

fn estimate(samples: &[Sample]) -> Estimate {
    let mut tally = Tally::default();
    for sample in samples {
        tally.add(sample);
    }
    tally.estimate().expect("games")
}

#[test]
fn with_a_perfect_evaluator_every_game_has_the_same_value() {
    let board = last_rolls();
    let exact = Perfect.exact(&board).expect("a position of the table");
    let owned = CubeState { owner: Owner::Mover, ..MONEY };
    let cases = [
        (MONEY, Start::NoDouble(board), exact.centred_no_double),
        (MONEY, Start::Before(board), exact.centred),
        (MONEY, Start::Doubled(board), 2.0 * exact.opponents),
        (owned, Start::NoDouble(board), exact.owned_no_double),
        (owned, Start::Before(board), exact.owned),
        (CubeState::CUBELESS, Start::Before(board), exact.cubeless),
        // After a play it is the opponent's turn.
        (owned.flip(), Start::After(board.flip()), -exact.owned),
    ];
    for (state, start, worth) in cases {
        for sample in games(&Perfect, state, &settings(true), start, 20) {
            assert!((sample.equity - worth).abs() < 1e-4, "{start:?} {state:?}: {sample:?} {worth}");
        }
        let ended_at_once = games(&Perfect, state, &GameSettings::default(), start, 1)[0];
        assert!((ended_at_once.equity - worth).abs() < 1e-5, "{start:?} {state:?}");
    }
    // Without a cube all chances are exact, too.
    let win = 0.5 + 0.5 * exact.cubeless;
    for sample in games(&Perfect, CubeState::CUBELESS, &settings(true), Start::Before(board), 20) {
        assert!((sample.chances.win() - win).abs() < 1e-4, "{sample:?}");
    }
}

/// The values are those of a program that searches the whole game.
#[test]
fn in_a_match_every_game_of_the_last_rolls_has_the_value_of_the_whole_game() {
    let board = last_rolls();
    let stakes = Stakes::Match { away: 2, opponent: 4, stage: Stage::Before };
    for (start, equity) in [(Start::NoDouble(board), 0.300_784), (Start::Doubled(board), -0.610_969)] {
        for settings in [settings(true), GameSettings::default()] {
            for sample in games(&Perfect, CubeState { stakes, ..MONEY }, &settings, start, 20) {
                assert!((sample.equity - equity).abs() < 1e-3, "{start:?}: {sample:?} {equity}");
            }
        }
    }
}

#[test]
fn at_a_decided_score_after_the_crawford_game_the_score_counts() {
    let board = last_rolls();
    let win = 0.5 + 0.5 * Perfect.exact(&board).expect("a position of the table").cubeless;
    let table = MatchEquity::reaching(64);
    for away in [64, 49] {
        let chance = |away| table.chance(away, 1, Stage::After).expect("a score");
        let stakes = Stakes::Match { away, opponent: 1, stage: Stage::After };
        // The doubled cube is dead: the leader has no use for it.
        let wanted = 2.0 * win * chance(away - 2) / chance(away - 1) - 1.0;
        let mut player = Player::new(&Perfect, table, CubeState { stakes, ..MONEY }, &settings(true))
            .expect("a score of the table");
        for number in 0..20 {
            let sample = player.play(&Start::Doubled(board), number);
            assert!((sample.equity - wanted).abs() < 1e-3, "{away}: {sample:?} {wanted}");
        }
    }
}

#[test]
fn with_a_poor_evaluator_the_luck_is_nothing_on_average_and_explains_much() {
    let board = last_rolls();
    for state in [MONEY, CubeState::CUBELESS] {
        let [plain, reduced] = [false, true].map(|reduces_variance| {
            let settings = GameSettings { is_stratified: false, ..settings(reduces_variance) };
            estimate(&games(&PIPS, state, &settings, Start::Before(board), 360))
        });
        let (apart, joint) = (plain.equity - reduced.equity, plain.error.hypot(reduced.error));
        assert!(apart.abs() < 3.0 * joint, "{plain:?} {reduced:?}");
        let gain = (plain.error / reduced.error).powi(2);
        assert!(gain > 1.5, "the variance is {gain} times smaller");
    }
}

#[test]
fn an_opening_has_one_value_with_and_without_its_luck() {
    let board = last_rolls();
    let of = |reduces_variance: bool, is_opening: bool| {
        let truncation = Some(Truncation { turns: 1, plies: 0 });
        let settings = GameSettings { is_opening, truncation, ..settings(reduces_variance) };
        // Each first roll comes up equally often.
        estimate(&games(&PIPS, CubeState::CUBELESS, &settings, Start::Before(board), 180))
    };
    for is_opening in [true, false] {
        let [plain, reduced] = [false, true].map(|reduces| of(reduces, is_opening));
        assert!((plain.equity - reduced.equity).abs() < 1e-5, "{plain:?} {reduced:?}");
    }
    assert!((of(true, true).equity - of(true, false).equity).abs() > 1e-3, "doublets count");
}

#[test]
fn errors_hold() {
    let board = last_rolls();
    let exact = Perfect.exact(&board).expect("a position of the table").cubeless;
    let mut within = 0;
    for seed in 0..100 {
        let settings = GameSettings { is_stratified: false, seed, ..settings(false) };
        let found = estimate(&games(&Perfect, CubeState::CUBELESS, &settings, Start::Before(board), 36));
        within += u32::from((found.equity - exact).abs() <= 1.96 * found.error);
    }
    // 95 ± 2 of 100 are expected.
    assert!((88..=99).contains(&within), "{within} of 100 within 1.96 errors");
}

#[test]
fn what_the_first_roll_decides_is_exact_after_36_games() {
    // Two checkers on the 6-point against one on the 1-point: 4 of 36 rolls win.
    let mut setup = BoardSetup {
        points: [0; 24],
        bar: 0,
        total: 15,
        opponent_points: [0; 24],
        opponent_bar: 0,
        opponent_total: 15,
    };
    (setup.points[5], setup.opponent_points[0]) = (2, 1);
    let last = setup.board().expect("a position");
    for seed in 0..5 {
        let settings = GameSettings { seed, ..settings(false) };
        let samples = games(&Perfect, CubeState::CUBELESS, &settings, Start::Before(last), 108);
        for block in samples.chunks(36) {
            let found = estimate(block);
            assert!((found.equity - (2.0 * 4.0 / 36.0 - 1.0)).abs() < 1e-6, "{found:?}");
        }
    }
}

#[test]
fn a_game_is_a_function_of_seed_and_number() {
    let board = last_rolls();
    let settings = GameSettings { seed: 3, ..settings(true) };
    let all = games(&PIPS, MONEY, &settings, Start::Before(board), 30);
    let mut player = Player::new(&PIPS, &TABLE, MONEY, &settings).expect("money");
    for number in (0..30).rev() {
        assert_eq!(player.play(&Start::Before(board), number), all[number as usize]);
    }
    let other = GameSettings { seed: 4, ..settings };
    assert_ne!(games(&PIPS, MONEY, &other, Start::Before(board), 30), all);
}

#[test]
fn truncated_at_once_is_an_evaluation() {
    let options = Options { plies: 1, ..Options::default() };
    let evaluated = Search::new(&PIPS, &TABLE, MONEY, options).expect("money").evaluate(&Board::START);
    let truncation = Some(Truncation { turns: 0, plies: 1 });
    let settings = GameSettings { truncation, filters: options.filters, ..GameSettings::default() };
    let found = games(&PIPS, MONEY, &settings, Start::Before(Board::START), 1)[0];
    assert!(
        (found.equity - evaluated.equity).abs() < 1e-5 && (found.cubeless - evaluated.cubeless).abs() < 1e-5
    );
}

#[test]
fn at_the_last_point_a_game_is_the_match() {
    let last = |stage| CubeState { stakes: Stakes::Match { away: 1, opponent: 1, stage }, ..MONEY };
    let state = last(Stage::After);
    for sample in games(&PIPS, state, &settings(false), Start::Before(last_rolls()), 20) {
        assert!((sample.equity.abs() - 1.0).abs() < 1e-5, "{sample:?}");
        assert!((sample.equity - sample.cubeless).abs() < 1e-5, "{sample:?}");
    }
}

#[test]
fn games_that_look_ahead_are_played_to_their_ends() {
    let level = Depth { plays: 1, cube: 1 };
    let settings = GameSettings { levels: [level, Depth::default()], ..settings(true) };
    let board = last_rolls();
    let exact = Perfect.exact(&board).expect("a position of the table").centred;
    for sample in games(&Perfect, MONEY, &settings, Start::Before(board), 10) {
        assert!((sample.equity - exact).abs() < 1e-3, "{sample:?} {exact}");
    }
}

#[test]
fn estimates_say_what_to_do_with_the_cube() {
    let board = last_rolls();
    let settings = GameSettings::default();
    let right = Search::new(&Perfect, &TABLE, MONEY, Options::default()).expect("money").cube(&board);
    let estimates: Vec<Estimate> = Question::Cube(board)
        .starts()
        .into_iter()
        .map(|start| estimate(&games(&Perfect, MONEY, &settings, start, 2)))
        .collect();
    let estimates: [Estimate; 2] = estimates.try_into().expect("no double, and double and take");
    let found = decision((&MONEY, &TABLE), &settings, &board, &estimates).expect("money");
    assert_eq!(found.action, right.action);
    assert!((found.no_double - right.no_double).abs() < 1e-5);
    assert!((found.double_take - right.double_take).abs() < 1e-5);
    assert_eq!(Class::of(&board), Class::Bearoff);
}
