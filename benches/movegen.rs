//! The generator compared with that of bkgm 0.6, in one process and in turns, so that other work on the
//! machine affects both.
//!
//! Every ratio is the median of the rounds' own ratios. Both sides' results are asserted to be the same
//! beforehand, and their numbers again in each round. bkgm makes some results twice (when both dice bear
//! off); they are counted beforehand, and the comparison allows for them. It runs on the allocator that its
//! own benches choose.

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::board::{Board, Roll};
use barpoint::rules::{for_each_play, for_each_result, perft};
use bkgm::{ClassicRules, Dice, Position, PositionRules};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Theirs = Position<15>;

fn main() {
    let boards = boards();
    let theirs: Vec<Theirs> = boards.iter().map(their_position).collect();
    let twice = assert_same_results(&boards, &theirs);
    println!(
        "{} positions, 21 rolls each; bkgm makes {twice} results a second time, barpoint none",
        boards.len()
    );

    let pairs = (boards.len() * Roll::ALL.len()) as u64;
    let contest = |name: &str, ours: fn(&[Board]) -> u64| {
        let rate = compare(21, || ours(&boards) + twice, || their_results(&theirs));
        rate.print(name, pairs, "positions x rolls");
    };
    contest("results", our_results);
    contest("results, flipped", our_flipped_results);
    contest("plays and results", our_plays);

    let start = their_position(&Board::START);
    for (depth, rounds, ways) in [(2, 21, 202_782), (3, 3, 116_154_993)] {
        let rate = compare(rounds, || perft(&Board::START, depth), || their_perft(&start, depth));
        assert_eq!(rate.answer, ways);
        rate.print(&format!("perft {depth}"), ways, "results");
    }
}

/// The result of a comparison.
struct Rate {
    answer: u64,
    ratio: f64,
    seconds: f64,
}

impl Rate {
    fn print(&self, name: &str, amount: u64, unit: &str) {
        let speed = amount as f64 / self.seconds / 1e6;
        println!("{name:20} {:5.2} times bkgm, {speed:7.2} million {unit} a second", self.ratio);
    }
}

/// Runs both in turns; returns the median of our times and of the ratios.
fn compare(rounds: usize, ours: impl Fn() -> u64, theirs: impl Fn() -> u64) -> Rate {
    let timed = |run: &dyn Fn() -> u64| -> (u64, f64) {
        let start = Instant::now();
        let answer = run();
        (answer, start.elapsed().as_secs_f64())
    };
    let (mut ratios, mut seconds, mut answer) = (Vec::new(), Vec::new(), 0);
    for _ in 0..rounds {
        let (our_answer, our_time) = timed(&ours);
        let (their_answer, their_time) = timed(&theirs);
        assert_eq!(our_answer, their_answer);
        answer = our_answer;
        ratios.push(their_time / our_time);
        seconds.push(our_time);
    }
    Rate { answer, ratio: median(ratios), seconds: median(seconds) }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn our_results(boards: &[Board]) -> u64 {
    each(boards, |board, roll, count| {
        let _: ControlFlow<()> = for_each_result(board, roll, |after| {
            *count += 1;
            black_box(after);
            ControlFlow::Continue(())
        });
    })
}

fn our_flipped_results(boards: &[Board]) -> u64 {
    each(boards, |board, roll, count| {
        let _: ControlFlow<()> = for_each_result(board, roll, |after| {
            *count += 1;
            black_box(&after.flip());
            ControlFlow::Continue(())
        });
    })
}

fn our_plays(boards: &[Board]) -> u64 {
    each(boards, |board, roll, count| {
        let _: ControlFlow<()> = for_each_play(board, roll, |play, after| {
            *count += 1;
            black_box((play, after));
            ControlFlow::Continue(())
        });
    })
}

/// Counts the results of all boards and rolls; a turn without a step counts as one, as in bkgm.
fn each(boards: &[Board], generate: impl Fn(&Board, Roll, &mut u64)) -> u64 {
    let mut total = 0;
    for board in boards {
        for roll in Roll::ALL {
            let mut count = 0;
            generate(board, roll, &mut count);
            total += count.max(1);
        }
    }
    total
}

fn their_results(positions: &[Theirs]) -> u64 {
    let mut total = 0;
    for &position in positions {
        for dice in dice() {
            let results = ClassicRules::legal_positions(position, &dice);
            for result in &results {
                black_box(result);
            }
            total += results.len() as u64;
        }
    }
    total
}

fn their_perft(position: &Theirs, depth: u32) -> u64 {
    dice()
        .iter()
        .map(|dice| {
            let results = ClassicRules::legal_positions(*position, dice);
            if depth == 1 {
                results.len() as u64
            } else {
                results.iter().map(|result| their_perft(result, depth - 1)).sum()
            }
        })
        .sum()
}

/// Returns the rolls in the order of [`Roll::ALL`].
fn dice() -> [Dice; 21] {
    Roll::ALL.map(|roll| Dice::new(roll.high().pips().into(), roll.low().pips().into()))
}

/// Asserts that both make the same results; returns the number of results that bkgm makes twice.
fn assert_same_results(boards: &[Board], theirs: &[Theirs]) -> u64 {
    let mut twice = 0;
    for (board, position) in boards.iter().zip(theirs) {
        for (roll, dice) in Roll::ALL.into_iter().zip(dice()) {
            let mut ours = BTreeSet::new();
            let mut count = 0;
            let _: ControlFlow<()> = for_each_result(board, roll, |after| {
                count += 1;
                ours.insert(places(&after.flip()));
                ControlFlow::Continue(())
            });
            assert_eq!(count, ours.len(), "barpoint makes a result twice: {board:?} {roll}");
            if ours.is_empty() {
                ours.insert(places(&board.flip()));
            }
            let results = ClassicRules::legal_positions(*position, &dice);
            let unique: BTreeSet<[i8; 26]> = results.iter().map(|&result| result.into()).collect();
            assert_eq!(unique, ours, "{board:?} {roll}");
            twice += (results.len() - unique.len()) as u64;
        }
    }
    twice
}

/// Returns the lanes that bkgm has, too: the points and both bars.
fn places(board: &Board) -> [i8; 26] {
    std::array::from_fn(|place| board.lanes()[place])
}

fn their_position(board: &Board) -> Theirs {
    Theirs::try_from(places(board)).expect("fifteen checkers a side")
}

/// Reads the shared positions, else the project's own.
fn boards() -> Vec<Board> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = root.join("../shared/data/perft/positions.txt");
    let path = if shared.exists() { shared } else { root.join("testdata/perft/positions.txt") };
    let text = std::fs::read_to_string(path).expect("positions");
    text.lines().map(from_id).collect()
}

/// Reads a Position ID with fifteen checkers a side.
fn from_id(id: &str) -> Board {
    id.parse().expect("a position ID")
}
