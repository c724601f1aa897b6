//! Laws of the search, with an artificial evaluator and with the program's nets.

use barpoint::board::{Board, BoardSetup, Roll};
use barpoint::engine::bearoff::{Home, Money, OneSided, TwoSided};
use barpoint::engine::cube::{Action, CubeState, Owner, Stakes};
use barpoint::engine::met::{MatchEquity, Stage};
use barpoint::engine::nets::Nets;
use barpoint::engine::search::{Filter, Filters, Options, Search};
use barpoint::engine::{Chances, Class, Engine, Evaluator};
use barpoint::notation::play::print;
use barpoint::rules::legal_plays;
use std::sync::LazyLock;

/// An evaluator that uses only the pip counts: fast, and good enough for laws.
struct Pips;

impl Evaluator for Pips {
    fn chances(&self, board: &Board) -> Chances {
        let over =
            |mine: bool| if mine { [0.0, 0.0, 0.0, 1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0, 0.0, 0.0, 0.0] };
        if board.pips() == 0 || board.opponent_pips() == 0 {
            return Chances(over(board.pips() == 0));
        }
        let lead = board.opponent_pips() as f32 + 4.0 - board.pips() as f32;
        let win = (0.5 + lead / 60.0).clamp(0.05, 0.95);
        Chances([0.0, 0.2 * (1.0 - win), 0.8 * (1.0 - win), 0.8 * win, 0.2 * win, 0.0])
    }
}

/// An evaluator that is exact for the end of the game only.
struct Ends(TwoSided);

impl Evaluator for Ends {
    fn chances(&self, board: &Board) -> Chances {
        let win = self.exact(board).map_or(0.5, |money| 0.5 + 0.5 * money.cubeless);
        Chances([0.0, 0.0, 1.0 - win, win, 0.0, 0.0])
    }

    fn exact(&self, board: &Board) -> Option<Money> {
        self.0.money(Home::of(board)?, Home::of(&board.flip())?)
    }
}

static TABLE: LazyLock<MatchEquity> = LazyLock::new(MatchEquity::kazaross);

fn search(state: CubeState, options: Options) -> Search<'static> {
    Search::new(&Pips, &TABLE, state, options).expect("a score of the table")
}

fn match_state() -> CubeState {
    let stakes = Stakes::Match { away: 4, opponent: 3, stage: Stage::Before };
    CubeState { stakes, ..CubeState::MONEY }
}

/// Returns an empty board on which the sides have these numbers of checkers.
fn setup(total: u8, opponent_total: u8) -> BoardSetup {
    BoardSetup { points: [0; 24], bar: 0, total, opponent_points: [0; 24], opponent_bar: 0, opponent_total }
}

#[test]
fn one_ply_is_the_mean_of_the_best_plays_of_all_rolls() {
    for state in [CubeState::MONEY.without_jacoby(), match_state()] {
        let filters =
            Filters { inside: Filter { keep: usize::MAX, margin: f32::INFINITY }, ..Default::default() };
        let mut deep = search(state, Options { plies: 1, filters, ..Options::default() });
        let found = deep.cube(&Board::START);
        let mut behind = search(state.flip(), Options { plies: 0, ..Options::default() });
        let mut sum = 0.0;
        for roll in Roll::ALL {
            let worst = legal_plays(&Board::START, roll)
                .iter()
                .map(|(_, after)| behind.evaluate(&after.flip()).equity)
                .fold(f32::INFINITY, f32::min);
            sum -= worst * roll.weight() as f32 / 36.0;
        }
        // Both are normalised by the same stakes, seen from either side.
        assert!((found.no_double - sum).abs() < 1e-4, "{} {sum}", found.no_double);
    }
}

#[test]
fn remembering_changes_no_answer() {
    for state in [CubeState::CUBELESS, CubeState::MONEY, match_state()] {
        let with = |remembers| Options { plies: 1, remembers, ..Options::default() };
        let roll = Roll::from_pips(3, 1).expect("dice");
        let plays = |remembers| search(state, with(remembers)).plays(&Board::START, roll);
        assert_eq!(plays(true), plays(false));
        let mut once = search(state, with(true));
        let first = once.plays(&Board::START, roll);
        assert_eq!(once.plays(&Board::START, roll), first, "asked twice");
        assert_eq!(once.cube(&Board::START), search(state, with(false)).cube(&Board::START));
    }
}

#[test]
fn plays_come_best_first_and_all_of_them() {
    let roll = Roll::from_pips(6, 5).expect("dice");
    let plays =
        search(CubeState::MONEY, Options { plies: 1, ..Options::default() }).plays(&Board::START, roll);
    assert_eq!(plays.len(), legal_plays(&Board::START, roll).len());
    for pair in plays.windows(2) {
        let [a, b] = [&pair[0].evaluation, &pair[1].evaluation];
        assert!(a.plies > b.plies || (a.plies == b.plies && a.equity >= b.equity));
    }
}

#[test]
fn a_dance_is_the_only_play() {
    let mut setup = setup(1, 12);
    setup.bar = 1;
    setup.opponent_points[..6].fill(2);
    let closed = setup.board().expect("a position");
    let roll = Roll::from_pips(6, 6).expect("dice");
    let plays = search(CubeState::MONEY, Options { plies: 1, ..Options::default() }).plays(&closed, roll);
    assert!(plays.len() == 1 && plays[0].play.is_dance() && plays[0].after == closed, "{plays:?}");
}

#[test]
fn without_a_cube_the_equity_is_cubeless() {
    let mut search = search(CubeState::MONEY, Options { plies: 1, cubeful: false, ..Options::default() });
    let found = search.evaluate(&Board::START);
    assert!((found.equity - found.cubeless).abs() < 1e-5);
    assert!((found.cubeless - found.chances.equity()).abs() < 1e-5, "the Jacoby rule needs a cube");
}

#[test]
fn the_last_roll_is_exact_at_every_depth() {
    // Two checkers on the 6-point against one on the 1-point: 4 of 36 rolls win.
    let mut setup = setup(15, 15);
    (setup.points[5], setup.opponent_points[0]) = (2, 1);
    let last = setup.board().expect("a position");
    assert_eq!(Class::of(&last), Class::Bearoff);
    let ends = Ends(TwoSided::build());
    for plies in 0..=2 {
        let state = CubeState { owner: Owner::Mover, ..CubeState::MONEY.without_jacoby().without_beavers() };
        let options = Options { plies, ..Options::default() };
        let found = Search::new(&ends, &TABLE, state, options).expect("money").cube(&last);
        let right = 2.0 * 4.0 / 36.0 - 1.0;
        assert!((found.no_double - right).abs() < 1e-5, "{plies}-ply: {found:?}");
        assert!((found.double_take - 2.0 * right).abs() < 1e-5, "{plies}-ply: {found:?}");
    }
}

#[test]
fn the_nets_of_the_program_play_the_opening_as_everybody_does() {
    let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
    let options = Options { plies: 0, ..Options::default() };
    let mut search = Search::new(&engine, &TABLE, CubeState::MONEY, options).expect("money");
    let best = search.plays(&Board::START, Roll::from_pips(3, 1).expect("dice"))[0];
    let written = print::gnubg(&Board::START, &best.play).to_string();
    assert_eq!(written, "8/5 6/5");
    let found = search.cube(&Board::START);
    assert!(!found.action.is_double() && found.cubeless.abs() < 0.2, "{found:?}");
    let sum: f32 = found.chances.0.iter().sum();
    assert!((sum - 1.0).abs() < 1e-5);
}

#[test]
fn losses_compare_plays_at_one_depth() {
    let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
    // At 2-ply, all plays are 0.3 worse than at 0-ply.
    let board = "2wNwhAq/HwIKAA".parse::<Board>().expect("a board");
    let roll = Roll::from_pips(3, 3).expect("dice");
    let plays = |plies| {
        let options = Options { plies, ..Options::default() };
        let mut search = Search::new(&engine, &TABLE, CubeState::MONEY, options).expect("money");
        search.plays(&board, roll)
    };
    let (deep, shallow) = (plays(2), plays(0));
    let at_0_ply = |after: Board| {
        shallow.iter().find(|play| play.after == after).expect("the same plays").evaluation.equity
    };
    let best = &deep[0];
    assert!(deep.iter().any(|play| play.evaluation.equity > best.evaluation.equity), "{deep:?}");
    for play in &deep {
        let expected = match play.evaluation.plies {
            0 => at_0_ply(best.after) - at_0_ply(play.after),
            2 => best.evaluation.equity - play.evaluation.equity,
            _ => continue,
        };
        assert!((play.loss(best) - expected).abs() < 1e-6 && expected >= 0.0, "{play:?}");
    }
}

/// Two checkers on the ace point and one on the 3-point against one on the 1- and one on the 6-point, at 4-2 to 7. By a
/// search of the whole game with the same match equities no double is 0.2824 and double/take 0.5940.
#[test]
fn in_a_match_the_end_of_a_bear_off_is_known_at_0_ply() {
    let id = "XGID=-B-A---------------a----a-:0:0:1:00:4:2:0:7:10";
    let found = barpoint::notation::identify(id, 15).expect("an ID");
    let board = found.state.board.expect("a position");
    let (engine, state) = (Engine::new(), CubeState::of_id(&found.state));
    let options = Options { plies: 0, ..Options::default() };
    let mut search = Search::new(&engine, MatchEquity::reaching(7), state, options).expect("a score");
    let decision = search.cube(&board);
    assert!((decision.no_double - 0.2824).abs() < 1e-4, "{decision:?}");
    assert!((decision.double_take - 0.5940).abs() < 1e-4, "{decision:?}");
    assert!(search.is_known(&board));
    assert_eq!(decision.action, Action::DoubleTake);
}
