//! The strength of the nets by their own evaluation: decisions evaluated by a deeper search, and games
//! against fixed opponents.

use crate::random::Random;
use crate::selfplay::{Anyhow, Player, duel, in_order};
use crate::starts::Family;
use barpoint::board::{Board, Roll};
use barpoint::engine::{Candidates, Class, Engine};

/// The number of decisions in the selection set.
const DECISIONS: usize = 1000;
/// The number of candidates of a decision that are evaluated deeper, and by how much they may trail the best
/// one.
const JUDGED: usize = 8;
const MARGIN: f32 = 0.2;

/// A decision with the equity of each play: the positions after the plays, from the opponent's view, with the
/// mover's equity.
pub(crate) struct Decision {
    board: Board,
    roll: Roll,
    plays: Vec<(Board, f32)>,
}

/// Makes the selection set: decisions from games of the engine against itself, evaluated at 2-ply.
pub(crate) fn decisions(engine: &Engine, seed: u64, threads: usize) -> Vec<Decision> {
    in_order(DECISIONS, threads, |number, candidates| {
        let mut random = Random::new(&[seed, 0xdec1, number as u64]);
        loop {
            if let Some(decision) = decision(engine, &mut random, candidates) {
                return decision;
            }
        }
    })
}

fn decision(engine: &Engine, random: &mut Random, candidates: &mut Candidates) -> Option<Decision> {
    let mut board = Board::START;
    for _ in 0..random.below(80) {
        board = engine.best(&board, random.roll(), candidates).0;
    }
    let roll = random.roll();
    if matches!(Class::of(&board), Class::Over | Class::Bearoff) {
        return None;
    }
    let _ = engine.best_of_all(&board, roll, candidates);
    let mut list = candidates.list().to_vec();
    if list.len() < 2 {
        return None;
    }
    list.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = list[0].0;
    let plays = list
        .iter()
        .enumerate()
        .map(|(place, &(equity, after))| {
            let judged = place < JUDGED && equity > best - MARGIN;
            (after, if judged { -two_ply(engine, &after, candidates) } else { equity })
        })
        .collect();
    Some(Decision { board, roll, plays })
}

/// Returns the equity of a position with the mover on roll, at 2-ply.
pub(crate) fn two_ply(engine: &Engine, board: &Board, candidates: &mut Candidates) -> f32 {
    if matches!(Class::of(board), Class::Over | Class::Bearoff) {
        return engine.evaluate(board).equity();
    }
    Roll::ALL
        .iter()
        .map(|&roll| {
            let (next, _) = engine.best(board, roll, candidates);
            -engine.one_ply(&next, candidates).equity() * roll.weight() as f32 / 36.0
        })
        .sum()
}

/// Returns the mean loss per decision, in points, and its standard error.
pub(crate) fn loss(decisions: &[Decision], engine: &Engine, threads: usize) -> (f64, f64) {
    let losses = in_order(decisions.len(), threads, |number, candidates| {
        let decision = &decisions[number];
        let (chosen, _) = engine.best_of_all(&decision.board, decision.roll, candidates);
        let best = decision.plays.iter().fold(f32::MIN, |best, play| best.max(play.1));
        let found = decision.plays.iter().find(|play| play.0 == chosen).map_or(best, |play| play.1);
        f64::from(best - found)
    });
    mean(&losses)
}

/// Returns the mean points per game of an engine against another player, and the standard error. Each pair of
/// games has the same dice with the seats exchanged, and begins at the start or at the same position of a family.
pub(crate) fn games(
    engine: &Engine,
    other: Opponent<'_>,
    family: Option<Family>,
    pairs: usize,
    seed: u64,
    threads: usize,
) -> (f64, f64) {
    let other: &dyn Player = match other {
        Opponent::Random => &Anyhow,
        Opponent::Engine(other) => other,
    };
    let points = in_order(pairs, threads, |number, candidates| {
        let mut sum = 0.0;
        let start = family
            .map_or(Board::START, |family| family.start(&mut Random::new(&[seed, 0x57a7, number as u64])));
        for first in [0, 1] {
            let mut random = Random::new(&[seed, 0x6a3e, number as u64]);
            sum += duel([engine, other], engine, (start, first), &mut random, candidates);
        }
        sum / 2.0
    });
    mean(&points)
}

/// The opponent of an engine.
#[derive(Clone, Copy)]
pub(crate) enum Opponent<'a> {
    Random,
    Engine(&'a Engine),
}

/// Returns the mean and its standard error.
pub(crate) fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}
