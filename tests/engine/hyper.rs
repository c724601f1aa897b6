//! Hypergammon: every position compared with the positions that follow, and with GNU Backgammon's own database.

use crate::support::{Folder, Random, report};
use barpoint::board::{Board, BoardSetup, Roll};
use barpoint::engine::bearoff::hyper::{Checkers, Hyper, Solver};
use barpoint::engine::bearoff::{Database, DatabaseError, Money, OneSided, TwoSided};
use barpoint::engine::cube::{Action, CubeState};
use barpoint::engine::met::MatchEquity;
use barpoint::engine::nets::Nets;
use barpoint::engine::search::{Options, Search};
use barpoint::engine::{Chances, Class, Engine, Evaluator};
use barpoint::rules::{Outcome, Variant, legal_plays};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

static ONE: LazyLock<Hyper> = LazyLock::new(|| Hyper::build(Checkers::One));

/// Returns the board for some places, 0 being off and 25 the bar. `None` if the sides meet on a point.
fn board(mover: &[u8], opponent: &[u8]) -> Option<Board> {
    let of = |places: &[u8]| {
        let (mut points, mut bar) = ([0; 24], 0);
        for &place in places {
            match place {
                0 => {}
                25 => bar += 1,
                point => points[usize::from(point) - 1] += 1,
            }
        }
        (points, bar)
    };
    let ((points, bar), (opponent_points, opponent_bar)) = (of(mover), of(opponent));
    let (total, opponent_total) = (mover.len() as u8, opponent.len() as u8);
    BoardSetup { points, bar, total, opponent_points, opponent_bar, opponent_total }.board().ok()
}

/// Returns every position of one checker a side that isn't over, with the places of both.
fn positions() -> impl Iterator<Item = (u8, u8, Board)> {
    let all = (1..=25).flat_map(|mover| (1..=25).map(move |opponent| (mover, opponent)));
    all.filter_map(|(mover, opponent)| Some((mover, opponent, board(&[mover], &[opponent])?)))
}

/// Returns the equities of a position after a play, from the mover's view, by a table: with no cube,
/// the own, a centred one, one under the Jacoby rule, the opponent's.
fn left(table: &Hyper, after: &Board) -> [f32; 5] {
    let reply = after.flip();
    if let Some(outcome) = Outcome::of(after) {
        let points = f32::from(outcome.multiplier());
        return [points, points, points, 1.0, points];
    }
    let money = table.money(&reply).expect("a position of the table");
    [money.cubeless, money.opponents, money.centred, money.jacoby, money.owned].map(|equity| -equity)
}

/// Computes a position plainly from those that follow.
fn from_plays(table: &Hyper, board: &Board) -> [f32; 5] {
    let mut sums = [0.0; 5];
    for roll in Roll::ALL {
        let mut plays: Vec<Board> = legal_plays(board, roll).into_iter().map(|(_, after)| after).collect();
        if plays.is_empty() {
            plays.push(*board);
        }
        let values: Vec<_> = plays.iter().map(|after| left(table, after)).collect();
        for (place, sum) in sums.iter_mut().enumerate() {
            let best = values.iter().map(|values| values[place]).fold(f32::NEG_INFINITY, f32::max);
            *sum += roll.weight() as f32 / 36.0 * best;
        }
    }
    sums
}

/// Returns the same five equities from a table's entry, without doubling now.
fn said(money: &Money) -> [f32; 5] {
    [money.cubeless, money.owned_no_double, money.centred_no_double, money.jacoby_no_double, money.opponents]
}

fn differ(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn every_position_of_one_checker_is_worth_what_follows_from_it() {
    let mut count = 0;
    for (mover, opponent, board) in positions() {
        let money = ONE.money(&board).expect("a position of the table");
        let follows = from_plays(&ONE, &board);
        assert!(differ(&said(&money), &follows) < 5e-6, "{mover} {opponent}: {money:?}, {follows:?}");
        let Chances(chances) = ONE.chances(&board).expect("a position of the table");
        assert!(chances.iter().all(|chance| (-1e-6..=1.0 + 1e-6).contains(chance)), "{chances:?}");
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{chances:?}");
        assert!(money.owned >= money.centred - 1e-6 && money.centred >= money.opponents - 1e-6, "{money:?}");
        count += 1;
    }
    assert_eq!(count, 25 * 25 - 24);
}

#[test]
fn positions_of_two_checkers_follow_from_those_before() {
    // In the middle of the first sweep nothing is final, but each step has to be right.
    let mut solver = Solver::new(Checkers::Two);
    let (mut random, mut count) = (Random::new(1), 0);
    for (pips, batch) in (2..).zip(solver.batches()).take(45) {
        let worked = batch.iter().map(|&row| solver.work(row)).collect();
        let before = (pips % 11 == 0).then(|| solver.clone().into_table());
        solver.take(&batch, worked);
        let Some(before) = before else { continue };
        let after = solver.clone().into_table();
        for _ in 0..400 {
            let mut places = [0; 4].map(|_: i32| random.below(26) as u8);
            let others = u32::from(places[0]) + u32::from(places[1]) + u32::from(places[2]);
            places[3] = (pips as u32).saturating_sub(others).min(25) as u8;
            let Some(board) = board(&places[..2], &places[2..]) else { continue };
            if board.pips() + board.opponent_pips() != pips as u32 || Class::of(&board) == Class::Over {
                continue;
            }
            let money = after.money(&board).expect("a position of the table");
            let follows = from_plays(&before, &board);
            assert!(differ(&said(&money)[1..], &follows[1..]) < 5e-6, "{board:?}: {money:?}, {follows:?}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn the_last_roll_is_known_by_counting() {
    // The mover is off with 31 of 36 rolls, else the opponent: each time a gammon, as nothing is off before.
    let last = board(&[5], &[5]).expect("a board");
    let money = ONE.money(&last).expect("a position of the table");
    let (win, loss) = (31.0 / 36.0, 5.0 / 36.0);
    assert!(money.cubeless >= 2.0 * (win - loss) - 1e-6);
    // Under the Jacoby rule it counts a single game, and regardless of the player on roll then cashes; so this is a double and a pass.
    assert!((money.jacoby_no_double - (win - loss)).abs() < 1e-6, "{money:?}");
    assert!((money.jacoby - 1.0).abs() < 1e-6 && money.centred > 1.5, "{money:?}");
}

#[test]
fn a_table_is_read_as_it_was_written_and_damage_is_seen() {
    let bytes = ONE.to_bytes();
    assert_eq!(Hyper::from_bytes(&bytes).as_ref(), Ok(&*ONE));
    assert!(Hyper::is_begun_by(&bytes) && !Hyper::is_begun_by(b"gnubg-H1"));
    for place in [0, 6, 7, 8, 5_000, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(Hyper::from_bytes(&damaged).is_err(), "byte {place}");
    }
    assert!(Hyper::from_bytes(&bytes[..bytes.len() - 1]).is_err() && Hyper::from_bytes(b"").is_err());
    let theirs = ONE.to_gnubg();
    let Ok(Database::Hyper(read)) = Database::from_bytes(&theirs) else { panic!("hypergammon") };
    assert_eq!(read, *ONE);
    assert_eq!(Database::from_bytes(&theirs[..theirs.len() - 1]).err(), Some(DatabaseError::Damaged));
    let four = [b"gnubg-H4".as_slice(), &theirs[8..]].concat();
    assert_eq!(Database::from_bytes(&four).err(), Some(DatabaseError::Unsupported("H4".to_owned())));
}

#[test]
fn a_board_of_other_checkers_is_not_in_the_table() {
    let two = Variant::Hypergammon2.start().board();
    let last_of_fifteen = BoardSetup { total: 15, ..setup(1) }.board().expect("a board");
    for board in [Board::START, two, last_of_fifteen] {
        assert_eq!((ONE.chances(&board), ONE.money(&board)), (None, None));
    }
}

/// Returns one checker on the 3-point each, with `opponent_total` checkers on the opponent's side.
fn setup(opponent_total: u8) -> BoardSetup {
    let mut points = [0; 24];
    points[2] = 1;
    BoardSetup { points, bar: 0, total: 1, opponent_points: points, opponent_bar: 0, opponent_total }
}

#[test]
fn a_search_has_the_tables_values_at_once_for_money_and_looks_ahead_in_matches() {
    // The tables for one and two checkers need no file; that for three isn't there.
    let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
    let board = Variant::Hypergammon1.start().board();
    assert!(engine.is_solved(&board) && !engine.is_solved(&Board::START));
    let three = Variant::Hypergammon3.start().board();
    assert!(!engine.is_solved(&three) && engine.exact(&three).is_none());
    let (money, chances) = (ONE.money(&board).expect("one"), ONE.chances(&board).expect("one"));
    let options = Options { plies: 2, ..Options::default() };
    let search = |state: CubeState| {
        Search::new(&engine, MatchEquity::reaching(state.most_away()), state, options).expect("a score")
    };
    for (state, expected) in [
        (CubeState::MONEY.without_jacoby().without_beavers(), money.centred),
        (CubeState::MONEY.without_beavers(), money.jacoby),
        (CubeState::CUBELESS, money.cubeless),
    ] {
        let mut search = search(state);
        let found = search.evaluate(&board);
        assert!((found.equity - expected).abs() < 1e-6 && found.chances == chances, "{found:?}, {expected}");
        assert!(search.is_known(&board) && search.is_solved(&board));
    }
    // What is looked up is what looking one roll ahead finds.
    let play = search(CubeState::MONEY.without_beavers()).plays(&board, Roll::ALL[3])[0];
    assert!((play.evaluation.equity - left(&ONE, &play.after)[3]).abs() < 1e-6, "{play:?}");
}

/// Runs GNU Backgammon's program that makes its database, if it is installed.
fn made_by_gnu_backgammon() -> Option<Vec<u8>> {
    let installed = PathBuf::from("/usr/games/makehyper");
    let program = if installed.is_file() { installed } else { PathBuf::from("makehyper") };
    let folder = Folder::new("hyper");
    let mut command = Command::new(program);
    command.args(["-n", "-c", "1", "-t", "1e-7", "-f", "hyper1.bd"]).current_dir(&folder.0);
    let ran = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let bytes = std::fs::read(folder.0.join("hyper1.bd")).ok();
    let required = std::env::var_os("BARPOINT_REQUIRE_GNUBG").is_some_and(|value| value == "1");
    assert!((ran.is_ok() && bytes.is_some()) || !required, "GNU Backgammon's makehyper is required");
    bytes
}

#[test]
fn one_checker_is_worth_what_gnu_backgammons_database_says() {
    let Some(bytes) = made_by_gnu_backgammon() else { return };
    let Ok(Database::Hyper(theirs)) = Database::from_bytes(&bytes) else { panic!("hypergammon") };
    let (mut count, mut most) = (0, 0.0f32);
    for (mover, opponent, board) in positions() {
        let (own, money) = (ONE.money(&board).expect("one"), theirs.money(&board).expect("one"));
        let (chances, of_theirs) = (ONE.chances(&board).expect("one"), theirs.chances(&board).expect("one"));
        let difference = differ(&said(&own), &said(&money)).max(differ(&chances.0, &of_theirs.0));
        assert!(difference < 1e-5, "{mover} {opponent}: {own:?} {chances:?}, {money:?} {of_theirs:?}");
        (count, most) = (count + 1, most.max(difference));
    }
    report(count, &format!("positions of GNU Backgammon's hypergammon of one checker, within {most:.7}"));
}

#[test]
fn a_double_is_right_only_if_it_is_better_than_none_after_its_beaver() {
    let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
    // The places of both checkers, the equities without a double and after a take, and the action with beavers.
    for (mover, opponent, equities, action) in
        [(18, 16, [-0.345, -0.301], Action::NoDoubleBeaver), (9, 6, [-0.333, -0.063], Action::DoubleBeaver)]
    {
        let board = board(&[mover], &[opponent]).expect("a position");
        let decision = |state| {
            let options = Options { plies: 0, ..Options::default() };
            Search::new(&engine, MatchEquity::reaching(0), state, options).expect("money").cube(&board)
        };
        let (with, without) = (decision(CubeState::MONEY), decision(CubeState::MONEY.without_beavers()));
        for found in [with, without] {
            let close = |of: f32, to: f32| (of - to).abs() < 0.001;
            assert!(
                close(found.no_double, equities[0]) && close(found.double_take, equities[1]),
                "{found:?}"
            );
        }
        assert_eq!((with.action, without.action), (action, Action::DoubleTake), "{mover} against {opponent}");
        assert!((with.equity() - with.no_double.max(2.0 * with.double_take)).abs() < 1e-6);
    }
}
