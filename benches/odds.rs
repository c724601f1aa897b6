//! The number of positions evaluated a second: entering and shots, and the opponent's next roll after any
//! play.
//!
//! The sum of all answers is asserted to be the same in each round. Rates depend on the machine; the
//! requirement is a million positions a minute on two cores.

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::board::{Board, Roll};
use barpoint::rules::for_each_result;
use barpoint::stats::{Entry, Phases, ThenHit, shots};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn main() {
    let boards = boards();
    let expected = entering_and_shots(&boards);
    let rate = rate(&boards, |boards| assert_eq!(entering_and_shots(boards), expected));
    println!("entering and shots  {rate:>10.0} positions/s ({:.1} million a minute)", rate * 60e-6);
    assert!(2.0 * rate * 60.0 > 1e6, "a million positions a minute on two cores");
    let rate = self::rate(&boards, |boards| {
        black_box(
            boards.iter().filter(|board| !Phases::of(board).has(barpoint::stats::Phase::Contact)).count(),
        );
    });
    println!("kinds of game       {rate:>10.0} positions/s");
    let some = &boards[..200];
    let rate = self::rate(some, |boards| {
        black_box(boards.iter().map(|board| ThenHit::of(board).of_1296()).sum::<f64>());
    });
    println!("the roll after      {rate:>10.0} positions/s");
}

/// Returns positions of games that are played by a fixed rule, whether or not the plays are good.
fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    let (mut board, mut number) = (Board::START, 0_usize);
    while boards.len() < 20_000 {
        // A fixed walk over the rolls that visits all of them.
        number += 1;
        let roll = Roll::ALL[number * 13 % Roll::ALL.len()];
        let (mut after, mut count) = (board, 0);
        let _ = for_each_result(&board, roll, |result| {
            count += 1;
            if count * 7 % 5 == number % 5 || count == 1 {
                after = *result;
            }
            ControlFlow::<()>::Continue(())
        });
        board = if after.mover_is_done() { Board::START } else { after.flip() };
        boards.push(board);
    }
    boards
}

fn entering_and_shots(boards: &[Board]) -> u64 {
    let one = |board: &Board| u64::from(shots(board).any.of_36() + Entry::of(board).some().of_36());
    boards.iter().map(one).sum()
}

/// Returns the number of positions a second in the best of five rounds.
fn rate(boards: &[Board], work: impl Fn(&[Board])) -> f64 {
    let round = || {
        let start = Instant::now();
        work(boards);
        start.elapsed()
    };
    let best = (0..5).map(|_| round()).min().unwrap_or(Duration::ZERO);
    boards.len() as f64 / best.as_secs_f64()
}
