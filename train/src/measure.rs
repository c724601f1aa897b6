//! The loss on a file of judged decisions, one JSON object a line: `pos` a Position ID, `dice`, and
//! `plays`, each `[Position ID behind it, 0-ply equity, 2-ply equity or null]`. For reporting only.

use crate::judge::{mean, two_ply};
use crate::selfplay::in_order;
use barpoint::board::{Board, Roll};
use barpoint::engine::{Candidates, Engine};
use barpoint::notation::position_id::{self, PositionId};
use flate2::read::MultiGzDecoder;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

#[derive(serde::Deserialize)]
struct Line {
    pos: String,
    dice: [u8; 2],
    phase: String,
    plays: Vec<(String, f32, Option<f32>)>,
}

struct Decision {
    board: Board,
    roll: Roll,
    phase: String,
    plays: Vec<(PositionId, f32)>,
}

/// The losses at one depth: of each phase and of all, the mean in points and its standard error.
pub(crate) struct Measured {
    pub(crate) phase: String,
    pub(crate) decisions: usize,
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

/// Measures an engine that looks this many rolls ahead, 2 at most.
pub(crate) fn measure(
    path: &Path,
    engine: &Engine,
    plies: u8,
    threads: usize,
) -> Result<Vec<Measured>, Box<dyn Error>> {
    let decisions = read(path)?;
    let losses = in_order(decisions.len(), threads, |number, candidates| {
        let decision = &decisions[number];
        let chosen = position_id::encode(&choose(engine, decision, plies, candidates));
        let best = decision.plays.iter().fold(f32::MIN, |best, play| best.max(play.1));
        decision.plays.iter().find(|play| play.0 == chosen).map(|play| f64::from(best - play.1))
    });
    let mut phases: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (decision, loss) in decisions.iter().zip(losses) {
        let loss = loss.ok_or("a legal play isn't in the file")?;
        phases.entry(&decision.phase).or_default().push(loss);
        phases.entry("").or_default().push(loss);
    }
    Ok(phases
        .into_iter()
        .map(|(phase, losses)| {
            let (mean, error) = mean(&losses);
            let phase = if phase.is_empty() { "all" } else { phase };
            Measured { phase: phase.to_owned(), decisions: losses.len(), mean, error }
        })
        .collect())
}

fn choose(engine: &Engine, decision: &Decision, plies: u8, candidates: &mut Candidates) -> Board {
    let (best, _) = engine.best_of_all(&decision.board, decision.roll, candidates);
    if plies == 0 {
        return best;
    }
    let mut list = candidates.list().to_vec();
    list.sort_by(|a, b| b.0.total_cmp(&a.0));
    list.truncate(10);
    let equity = list[0].0;
    list.retain(|candidate| candidate.0 > equity - 0.2);
    let mut chosen = (f32::NEG_INFINITY, best);
    for (_, board) in list {
        let equity = match plies {
            1 => -engine.one_ply(&board, candidates).equity(),
            _ => -two_ply(engine, &board, candidates),
        };
        if equity > chosen.0 {
            chosen = (equity, board);
        }
    }
    chosen.1
}

fn read(path: &Path) -> Result<Vec<Decision>, Box<dyn Error>> {
    let file = File::open(path)?;
    let reader: Box<dyn Read> = if path.extension().is_some_and(|end| end == "gz") {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut decisions = Vec::new();
    for line in BufReader::new(reader).lines() {
        let line: Line = serde_json::from_str(&line?)?;
        if line.plays.len() < 2 {
            continue;
        }
        let board = line.pos.parse::<PositionId>()?.board(15)?;
        let roll = Roll::from_pips(line.dice[0], line.dice[1]).ok_or("not two dice")?;
        let mut plays = Vec::new();
        for (id, shallow, deep) in line.plays {
            plays.push((id.parse()?, deep.unwrap_or(shallow)));
        }
        decisions.push(Decision { board, roll, phase: line.phase, plays });
    }
    Ok(decisions)
}
