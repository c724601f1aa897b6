//! The loss on a file of evaluated decisions, one JSON object a line: `pos` a Position ID, `dice`, and
//! `plays`, each `[Position ID after it, 0-ply equity, 2-ply equity or null]`. For reporting only.

use crate::judge::mean;
use crate::selfplay::in_order;
use barpoint::board::{Board, Roll};
use barpoint::engine::Engine;
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::search::{Options, Search};
use barpoint::notation::PositionId;
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

/// Measures an engine that searches this many plies, 3 at most.
pub(crate) fn measure(
    path: &Path,
    engine: &Engine,
    plies: u8,
    threads: usize,
) -> Result<Vec<Measured>, Box<dyn Error>> {
    let decisions = read(path)?;
    let table = MatchEquity::kazaross();
    let losses = in_order(decisions.len(), threads, |number, _| {
        let decision = &decisions[number];
        let chosen = PositionId::encode(&choose(engine, &table, decision, plies));
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

/// Chooses a play by a cubeless money search with the default settings.
fn choose(engine: &Engine, table: &MatchEquity, decision: &Decision, plies: u8) -> Board {
    let options = Options { plies, cubeful: false, ..Options::default() };
    let search = Search::new(engine, table, CubeState::CUBELESS, options);
    let plays = search.map(|mut search| search.plays(&decision.board, decision.roll));
    plays.map_or(Board::EMPTY, |plays| plays[0].after.flip())
}

fn read(path: &Path) -> Result<Vec<Decision>, Box<dyn Error>> {
    let mut decisions = Vec::new();
    for line in lines::<Line>(path)? {
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

/// Reads a file of JSON Lines, gzipped if its name ends in .gz.
pub(crate) fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Vec<T>, Box<dyn Error>> {
    let file = File::open(path)?;
    let reader: Box<dyn Read> = if path.extension().is_some_and(|end| end == "gz") {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    BufReader::new(reader).lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use barpoint::engine::bearoff::{OneSided, TwoSided};
    use barpoint::engine::nets::Nets;

    /// Every tenth of the 2,000 decisions that are measured in full by hand; chosen once, and never changed.
    #[test]
    fn the_program_loses_little_on_frozen_decisions() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/decisions/checker-play.jsonl.gz");
        let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
        // The largest mean loss allowed, in thousandths of a point.
        for (plies, most) in [(0, 3.0), (1, 1.8)] {
            let measured = measure(&path, &engine, plies, 2).expect("a file of decisions");
            let all = measured.iter().find(|measured| measured.phase == "all").expect("all of them");
            assert_eq!(all.decisions, 200);
            let (loss, error) = (1000.0 * all.mean, 1000.0 * all.error);
            println!("{plies}-ply: {loss:.2} ± {error:.2} mEq");
            assert!(error < 2.5 && loss < most + 2.0 * error, "{plies}-ply: {loss:.2} ± {error:.2}");
        }
    }

    #[test]
    fn who_plays_anything_loses_much_on_them() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/decisions/checker-play.jsonl.gz");
        let decisions = read(&path).expect("a file of decisions");
        let losses: Vec<f64> =
            decisions.iter().map(|of| f64::from(of.plays[0].1 - of.plays[of.plays.len() / 2].1)).collect();
        assert!(mean(&losses).0 > 0.05);
    }
}
