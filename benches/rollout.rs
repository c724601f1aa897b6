//! Rollouts: their time, the gain of variance reduction, and whether their errors are right.
//!
//! `cargo bench --bench rollout` measures times and variances; `-- honesty` then compares 200 rollouts
//! with different seeds to a long one, which takes minutes. Times depend on the machine.

#![expect(clippy::print_stdout, reason = "a bench reports")]

use barpoint::board::{Board, Roll};
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::nets::Nets;
use barpoint::engine::rollout::{Estimate, GameSettings, Player, Start, Tally, Truncation};
use barpoint::engine::search::{Options, Search};
use barpoint::engine::{Engine, bearoff};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

/// Returns the position after the opening play of 31, 8/5 6/5, still from the mover's view.
fn opening(engine: &Engine) -> Board {
    let roll = Roll::from_pips(3, 1).expect("two dice");
    let options = Options { plies: 0, ..Options::default() };
    let table = MatchEquity::reaching(0);
    let mut search = Search::new(engine, table, CubeState::MONEY.without_beavers(), options).expect("money");
    search.plays(&Board::START, roll)[0].after
}

fn player<'a>(engine: &'a Engine, settings: &GameSettings) -> Player<'a> {
    let state = CubeState::MONEY.without_beavers();
    Player::new(engine, MatchEquity::reaching(0), state, settings).expect("money")
}

/// Plays games on one thread.
fn tally(engine: &Engine, start: &Start, settings: &GameSettings, games: Range<u64>) -> Tally {
    let mut player = player(engine, settings);
    let mut tally = Tally::default();
    for number in games {
        tally.add(&player.play(start, number));
    }
    tally
}

/// Plays games on this many threads; each free thread takes the next 36.
fn on_threads(engine: &Engine, start: &Start, settings: &GameSettings, games: u64, jobs: usize) -> Tally {
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        let worker = || {
            let mut sum = Tally::default();
            loop {
                let first = next.fetch_add(36, Ordering::Relaxed);
                if first >= games {
                    return sum;
                }
                sum.merge(&tally(engine, start, settings, first..(first + 36).min(games)));
            }
        };
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        let mut sum = Tally::default();
        for worker in workers {
            sum.merge(&worker.join().expect("a worker that ends"));
        }
        sum
    })
}

fn estimate(tally: &Tally) -> Estimate {
    tally.estimate().expect("games")
}

fn main() {
    let honesty = std::env::args().any(|argument| argument == "honesty");
    let engine = Engine::with_tables(Nets::embedded(), bearoff::OneSided::build, bearoff::TwoSided::build);
    let start = Start::After(opening(&engine));
    // The tables are computed before the time is measured.
    let plain = GameSettings { reduces_variance: false, ..GameSettings::default() };
    tally(&engine, &start, &plain, 0..36);

    println!("1,296 games of the opening 31, 0-ply, one thread");
    let mut errors = Vec::new();
    for (name, settings) in [
        ("cubeful", GameSettings::default()),
        ("cubeless", GameSettings { is_cubeful: false, ..GameSettings::default() }),
    ] {
        let plain = GameSettings { reduces_variance: false, ..settings.clone() };
        let error = [(plain, "plain"), (settings, "luck taken out")].map(|(settings, how)| {
            let clock = Instant::now();
            let found = estimate(&tally(&engine, &start, &settings, 0..1_296));
            let took = clock.elapsed().as_secs_f32();
            println!("{name:>9}, {how:<15} {took:6.2} s   {:+.4} ± {:.4}", found.equity, found.error);
            found.error
        });
        println!("{:>26} variance {:.1} times smaller", "", (error[0] / error[1]).powi(2));
        errors.push(error);
    }
    for [plain, reduced] in errors {
        assert!((plain / reduced).powi(2) >= 4.0, "the variance is quartered at least");
    }

    let settings = GameSettings { seed: 5, ..GameSettings::default() };
    let [one, two, three] = [1, 2, 3].map(|jobs| on_threads(&engine, &start, &settings, 108, jobs));
    assert!(one == two && two == three, "the number of threads changes nothing");
    println!("the same sums with 1, 2 and 3 threads");
    if honesty {
        self::honesty(&engine, &start);
    }
}

/// Counts how many of 200 rollouts with different seeds are within 1.96 errors of a long one.
fn honesty(engine: &Engine, start: &Start) {
    const ROLLOUTS: u64 = 200;
    const LEAST: u64 = 180;
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    // Games with variance reduction take so much longer that they are truncated, in the long rollout too.
    let short = Some(Truncation { turns: 12, plies: 0 });
    for (name, reduces_variance, is_stratified, truncation, games, long) in [
        ("luck taken out, 12 turns", true, true, short, 36, 7_200),
        ("plain, to the end", false, true, None, 360, 72_000),
        ("plain, to the end, plain dice", false, false, None, 360, 72_000),
    ] {
        let settings = |seed| GameSettings {
            seed,
            reduces_variance,
            is_stratified,
            truncation,
            ..GameSettings::default()
        };
        let truth = estimate(&on_threads(engine, start, &settings(1_000_000), long, jobs));
        let mut within = [0; 2];
        let mut squares = 0.0;
        for seed in 0..ROLLOUTS {
            let found = estimate(&on_threads(engine, start, &settings(seed), games, jobs));
            let off = |value: f32, truth: f32, error: f32, own: f32| (value - truth) / error.hypot(own);
            let equity = off(found.equity, truth.equity, truth.error, found.error);
            let win = off(found.cubeless, truth.cubeless, truth.cubeless_error, found.cubeless_error);
            squares += equity * equity;
            within[0] += u64::from(equity.abs() <= 1.96);
            within[1] += u64::from(win.abs() <= 1.96);
        }
        println!(
            "{name}: of {ROLLOUTS} rollouts of {games} games, {} cubeful and {} cubeless equities are within \
             1.96 errors of {:+.4} ± {:.4} ({long} games); mean square {:.2}",
            within[0],
            within[1],
            truth.equity,
            truth.error,
            squares / ROLLOUTS as f32,
        );
        assert!(within.iter().all(|&within| within >= LEAST), "95 % less three deviations of the count");
    }
}
