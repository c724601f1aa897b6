//! The filters, taught by the nets that evaluate what they keep: the label of a position is the evaluation of the
//! contact or the lopsided net, and the positions are those after all plays of a roll, since the filter has to order them.

use crate::learn::{Learner, Pace, Work};
use crate::net::RealNet;
use crate::random::Random;
use crate::selfplay::{LONGEST, Sample, beginning, in_order};
use crate::starts::Family;
use barpoint::board::Board;
use barpoint::engine::nets::{Net, Nets};
use barpoint::engine::search::Filters;
use barpoint::engine::{Candidates, Class, Engine, Evaluator};
use std::io::{self, Write as _};

/// The games of a round.
const GAMES: usize = 200;
/// The rolls of a step.
const BATCH: usize = 32;
/// The share of games that start from a rare family.
const RARE: f32 = 0.6;
/// The share of plays chosen at random.
const EXPLORE: f32 = 0.08;
/// The largest difference to the best play, in points, at which every play is learnt; of those beyond, a quarter.
const NEAR: f32 = 0.25;
/// The rounds between two measurements, and their games.
const MEASURE_EVERY: u64 = 50;
const MEASURED_GAMES: usize = 600;

/// A turn of a game.
struct Turn {
    family: Option<Family>,
    /// The positions after the plays, from the opponent's view, as the nets evaluate them.
    plays: Vec<Sample>,
}

impl Turn {
    fn best(&self) -> f32 {
        self.plays.iter().map(|play| -play.target.equity()).fold(f32::NEG_INFINITY, f32::max)
    }
}

/// Teaches both filters for some rounds, and prints from time to time what their choice costs.
pub(crate) fn filters(
    mut engine: Engine,
    rounds: u64,
    rate: f32,
    seed: u64,
    threads: usize,
) -> io::Result<Nets> {
    let start = |net: &Net| Learner::new(RealNet { shape: net.shape(), parameters: net.parameters() });
    let mut learners = [start(&engine.nets.filter), start(&engine.nets.lopsided_filter)];
    let mut work = Work::default();
    let measured = turns(&engine, [u64::MAX, 0], MEASURED_GAMES, threads);
    for round in 0..=rounds {
        if round.is_multiple_of(MEASURE_EVERY) || round == rounds {
            let [filter, lopsided] = learners.each_ref().map(|learner| {
                Net::new(learner.mean.shape, &learner.mean.parameters).expect("as many as the shape says")
            });
            (engine.nets.filter, engine.nets.lopsided_filter) = (filter, lopsided);
            report(&engine, round, &measured)?;
        }
        if round == rounds {
            break;
        }
        let mut random = Random::new(&[seed, round, u64::MAX]);
        let pace = Pace { rate: rate * (rounds - round) as f32 / rounds as f32, keep: 0.998 };
        let mut rolls = [const { Vec::new() }; 2];
        for turn in turns(&engine, [seed, round], GAMES, threads) {
            let best = turn.best();
            let mut plays = [const { Vec::new() }; 2];
            for play in turn.plays {
                let is_near = -play.target.equity() >= best - NEAR;
                if Class::of(&play.board) == Class::Contact && (is_near || random.below(4) == 0) {
                    plays[usize::from(Nets::is_lopsided(&play.board))].push(play);
                }
            }
            for (rolls, plays) in rolls.iter_mut().zip(plays) {
                if !plays.is_empty() {
                    rolls.push(plays);
                }
            }
        }
        for (rolls, learner) in rolls.iter_mut().zip(&mut learners) {
            for place in (1..rolls.len()).rev() {
                rolls.swap(place, random.below(place + 1));
            }
            for batch in rolls.chunks(BATCH) {
                let batch: Vec<&[Sample]> = batch.iter().map(Vec::as_slice).collect();
                learner.order(&batch, pace, &mut work, threads);
            }
        }
    }
    Ok(engine.nets)
}

/// Plays games at 0-ply among all plays, and returns their turns.
fn turns(engine: &Engine, seeds: [u64; 2], games: usize, threads: usize) -> Vec<Turn> {
    let games = in_order(games, threads, |game, candidates| {
        let random = &mut Random::new(&[seeds[0], seeds[1], game as u64]);
        let family = (random.unit() < RARE).then(|| Family::draw(random, &[true; Family::ALL.len()]));
        let mut board = beginning(family, random, candidates);
        let mut turns = Vec::new();
        while Class::of(&board) == Class::Contact && turns.len() < LONGEST {
            let plays = plays(engine, &board, random, candidates);
            let turn = Turn { family, plays };
            let best = turn.best();
            let best = turn.plays.iter().position(|play| -play.target.equity() >= best).unwrap_or(0);
            let made = if random.unit() < EXPLORE { random.below(turn.plays.len()) } else { best };
            board = turn.plays[made].board;
            turns.push(turn);
        }
        turns
    });
    games.into_iter().flatten().collect()
}

/// Rolls, and evaluates the positions after all plays.
fn plays(engine: &Engine, board: &Board, random: &mut Random, candidates: &mut Candidates) -> Vec<Sample> {
    candidates.generate(board, random.roll());
    let boards: Vec<Board> = candidates.list().iter().map(|&(_, board)| board).collect();
    let chances = engine.evaluate_all(&boards);
    boards.into_iter().zip(chances).map(|(board, target)| Sample { board, target }).collect()
}

/// What the choice of the filters cost in some turns.
#[derive(Default)]
struct Cost {
    turns: usize,
    plays: usize,
    kept: usize,
    missed: usize,
    lost: f64,
}

impl Cost {
    fn add(&mut self, engine: &Engine, turn: &Turn) {
        let inside = Filters::PLAIN.inside;
        let mut rough: Vec<(f32, Board)> = turn.plays.iter().map(|play| (0.0, play.board)).collect();
        engine.rough(&mut rough);
        let mut order: Vec<(f32, f32)> =
            rough.iter().zip(&turn.plays).map(|(rough, play)| (rough.0, -play.target.equity())).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let finest =
            order.iter().map(|play| play.0).find(|equity| equity.is_finite()).unwrap_or(f32::INFINITY);
        let always = order.iter().filter(|play| play.0.is_infinite()).count();
        let kept = order.iter().take(always + inside.keep).filter(|play| play.0 >= finest - inside.margin);
        let kept: Vec<f32> = kept.map(|play| play.1).collect();
        let lost = turn.best() - kept.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.turns += 1;
        self.plays += order.len();
        self.kept += kept.len();
        self.missed += usize::from(lost > 0.0);
        self.lost += f64::from(lost);
    }
}

/// Prints the cost for the usual and the lopsided turns, and for each family.
fn report(engine: &Engine, round: u64, turns: &[Turn]) -> io::Result<()> {
    let mut rows: Vec<(&str, Cost)> =
        ["usual", "lopsided", "start"].map(|name| (name, Cost::default())).into();
    rows.extend(Family::ALL.iter().map(|(family, _)| (family.name(), Cost::default())));
    for turn in turns.iter().filter(|turn| turn.plays.len() > Filters::PLAIN.inside.keep) {
        let best = turn.best();
        let best = turn.plays.iter().find(|play| -play.target.equity() >= best);
        let is_lopsided = best.is_some_and(|play| Nets::is_lopsided(&play.board));
        rows[usize::from(is_lopsided)].1.add(engine, turn);
        rows[turn.family.map_or(2, |family| 3 + family as usize)].1.add(engine, turn);
    }
    let mut out = io::stdout().lock();
    writeln!(out, "round {round}: the best play left out, what that costs, plays kept")?;
    for (name, cost) in rows.iter().filter(|(_, cost)| cost.turns > 0) {
        let turns = cost.turns as f64;
        writeln!(
            out,
            "  {name:14} {:6} rolls  {:5.2} %  {:6.3} mEq a roll  {:4.2} of {:4.1}",
            cost.turns,
            100.0 * cost.missed as f64 / turns,
            1000.0 * cost.lost / turns,
            cost.kept as f64 / turns,
            cost.plays as f64 / turns
        )?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let engine = Engine::new();
        let [one, three] = [1, 3].map(|threads| turns(&engine, [1, 2], 6, threads));
        assert!(one.len() > 100, "{}", one.len());
        assert_eq!(one.len(), three.len());
        for (one, other) in one.iter().zip(&three) {
            assert!(one.plays.iter().zip(&other.plays).all(|(one, other)| one.board == other.board));
        }
    }

    #[test]
    fn the_filters_of_the_program_leave_out_little() {
        let engine = Engine::new();
        let mut cost = Cost::default();
        for turn in turns(&engine, [3, 4], 30, 2) {
            cost.add(&engine, &turn);
        }
        let lost = 1000.0 * cost.lost / cost.turns as f64;
        assert!(lost < 2.0, "{lost} thousandths of a point a roll");
        assert!(cost.kept < cost.plays / 3, "{} of {}", cost.kept, cost.plays);
    }
}
