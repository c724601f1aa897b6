//! The speed of the engine on one core, compared with GNU Backgammon's `calibrate` in the same run.
//!
//! The two take turns, so that other work on the machine affects both. Asserted: the same positions have the
//! same equities in each round, one by one and side by side, and evaluating a list of plays at 2-ply again
//! gives the same list.
//!
//! GNU Backgammon is found by `BARPOINT_GNUBG`, else on the `PATH`, else where Debian installs it.

#![expect(clippy::print_stdout, reason = "a bench reports")]

#[path = "../tests/gnubg/program.rs"]
mod program;

use barpoint::board::{Board, Roll};
use barpoint::engine::bearoff::{OneSided, TwoSided};
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::nets::Nets;
use barpoint::engine::search::{Options, Search};
use barpoint::engine::{Candidates, Class, Engine};
use barpoint::rules::legal_plays;
use program::gnubg;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The number of measurements.
const ROUNDS: usize = 5;
/// The number of evaluations of the positions in a round.
const TIMES: usize = 400;

fn main() {
    let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
    let decisions = decisions(&engine);
    // The first evaluation makes the tables of the inputs.
    let expected = evaluated(&engine, &decisions, 1).1;
    let (mut ours, mut plays, mut theirs, mut lists) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let behind: Vec<Vec<Board>> = decisions
        .iter()
        .map(|(board, roll)| legal_plays(board, *roll).into_iter().map(|(_, after)| after.flip()).collect())
        .collect();
    let each = behind.iter().flatten().map(|board| f64::from(engine.evaluate(board).equity())).sum::<f64>();
    let first = listed(&engine, &decisions).1;
    for _ in 0..ROUNDS {
        let (speed, sum) = evaluated(&engine, &decisions, TIMES);
        assert!((sum - expected).abs() < 1e-9, "other equities: {sum} {expected}");
        ours.push(speed);
        let (speed, sum) = side_by_side(&engine, &behind, TIMES / 20);
        assert!((sum - each).abs() < 1e-9, "other equities: {sum} {each}");
        plays.push(speed);
        theirs.extend(gnubg().and_then(|path| calibrated(&path)));
        let (time, sum) = listed(&engine, &decisions);
        assert!((sum - first).abs() < 1e-9, "another list: {sum} {first}");
        lists.push(time);
    }
    let ours = median(ours);
    println!("{ours:>9.0} evaluations/s with the full net, one by one");
    println!("{:>9.0} evaluations/s, the positions after all plays of a roll side by side", median(plays));
    if theirs.is_empty() {
        println!("no GNU Backgammon here: no figures of it");
    } else {
        let theirs = median(theirs);
        println!("{theirs:>9.0} static evaluations/s by GNU Backgammon: {:.1} times", ours / theirs);
    }
    println!("{:>9.2} ms for a list of plays at 2-ply", median(lists));
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns positions with contact and rolls, from games of the engine against itself.
fn decisions(engine: &Engine) -> Vec<(Board, Roll)> {
    let mut candidates = Candidates::default();
    let mut state = 1_u64;
    let mut roll = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Roll::ALL[(state >> 33) as usize % Roll::ALL.len()]
    };
    let mut decisions = Vec::new();
    let mut board = Board::START;
    while decisions.len() < 500 {
        let dice = roll();
        if Class::of(&board) == Class::Contact {
            decisions.push((board, dice));
            board = engine.best(&board, dice, &mut candidates).0;
        } else {
            board = Board::START;
        }
    }
    decisions
}

/// Returns the number of evaluations a second, and the sum of the equities in one pass.
fn evaluated(engine: &Engine, decisions: &[(Board, Roll)], times: usize) -> (f64, f64) {
    let begin = Instant::now();
    let mut sum = 0.0;
    for _ in 0..times {
        sum = decisions.iter().map(|(board, _)| f64::from(engine.evaluate(board).equity())).sum();
    }
    ((times * decisions.len()) as f64 / begin.elapsed().as_secs_f64(), sum)
}

/// Returns the number of evaluations a second when the positions after the plays of a roll are evaluated
/// together, and the sum of their equities in one pass.
fn side_by_side(engine: &Engine, lists: &[Vec<Board>], times: usize) -> (f64, f64) {
    let count: usize = lists.iter().map(Vec::len).sum();
    let begin = Instant::now();
    let mut sum = 0.0;
    for _ in 0..times {
        let found = lists.iter().flat_map(|boards| engine.evaluate_all(boards));
        sum = found.map(|chances| f64::from(chances.equity())).sum();
    }
    ((times * count) as f64 / begin.elapsed().as_secs_f64(), sum)
}

/// Returns the milliseconds for a list of plays at 2-ply, and the sum of the best equities.
fn listed(engine: &Engine, decisions: &[(Board, Roll)]) -> (f64, f64) {
    let table = MatchEquity::kazaross();
    let some: Vec<_> = decisions.iter().step_by(7).collect();
    let begin = Instant::now();
    let mut sum = 0.0;
    for (board, roll) in &some {
        // Each search is new, as for a single question, so that nothing is cached.
        let mut search =
            Search::new(engine, &table, CubeState::MONEY, Options::default()).expect("money has no score");
        sum += f64::from(search.plays(board, *roll)[0].evaluation.equity);
    }
    (1e3 * begin.elapsed().as_secs_f64() / some.len() as f64, sum)
}

/// Returns GNU Backgammon's own figure of evaluations a second.
fn calibrated(path: &Path) -> Option<f64> {
    let mut child = Command::new(path)
        .args(["-t", "-q", "-r"])
        .env("HOME", std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(b"set threads 1\ncalibrate 1\n").ok()?;
    let text = String::from_utf8_lossy(&child.wait_with_output().ok()?.stdout).into_owned();
    let words = text.rsplit_once(" static evaluations/second")?.0;
    words.rsplit([' ', '\r', '\n']).next()?.parse().ok()
}
