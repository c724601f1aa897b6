//! The cost of cube actions by a file of evaluated cube decisions, one JSON object a line: `pos` a Position
//! ID, the score, the cube, and normalised equities `no_double`, `double_take` and `double_pass`, all from
//! the view of the player on roll. For reporting only.

use crate::judge::mean;
use crate::measure::lines;
use crate::selfplay::in_order;
use barpoint::engine::Engine;
use barpoint::engine::cube::{CubeState, Owner, Stakes};
use barpoint::engine::met::{MatchEquity, Stage};
use barpoint::engine::search::{Options, Search};
use barpoint::notation::PositionId;
use std::error::Error;
use std::path::Path;

#[derive(serde::Deserialize)]
struct Line {
    pos: String,
    length: usize,
    score_mover: usize,
    score_opponent: usize,
    cube: u32,
    owner: String,
    jacoby: u8,
    no_double: f64,
    double_take: f64,
    double_pass: f64,
}

impl Line {
    fn state(&self) -> CubeState {
        let stakes = if self.length == 0 {
            Stakes::Money { jacoby: self.jacoby == 1, beavers: true }
        } else {
            let (away, opponent) = (self.length - self.score_mover, self.length - self.score_opponent);
            // The decisions have a cube, so a game at 1-away is post-Crawford.
            let stage = if away == 1 || opponent == 1 { Stage::After } else { Stage::Before };
            Stakes::Match { away, opponent, stage }
        };
        let owner = match self.owner.as_str() {
            "mover" => Owner::Mover,
            "opponent" => Owner::Opponent,
            _ => Owner::Centred,
        };
        CubeState { value: self.cube, owner, is_in_use: true, stakes, ..CubeState::CUBELESS }
    }

    /// Returns the cost of doubling or not doubling, and the cost of the answer, by the equities of the file.
    fn costs(&self, doubles: bool, takes: bool) -> [f64; 2] {
        let doubled = self.double_take.min(self.double_pass);
        let chosen = if doubles { doubled } else { self.no_double };
        let answer = if takes { self.double_take } else { self.double_pass };
        // A double that is wrong and isn't made needs no answer.
        let is_asked = doubles || doubled >= self.no_double;
        [self.no_double.max(doubled) - chosen, if is_asked { answer - doubled } else { 0.0 }]
    }
}

/// The cost of decisions of one kind: the mean in points and its standard error, and the share that costs
/// nothing.
pub(crate) struct Measured {
    pub(crate) what: &'static str,
    pub(crate) decisions: usize,
    pub(crate) mean: f64,
    pub(crate) error: f64,
    pub(crate) right: f64,
}

/// Measures an engine that searches this many plies.
pub(crate) fn measure(
    path: &Path,
    engine: &Engine,
    plies: u8,
    threads: usize,
) -> Result<Vec<Measured>, Box<dyn Error>> {
    let decisions: Vec<Line> = lines(path)?;
    let table = MatchEquity::kazaross();
    let costs = in_order(decisions.len(), threads, |number, _| {
        let decision = &decisions[number];
        let board = decision.pos.parse::<PositionId>().ok()?.board(15).ok()?;
        let options = Options { plies, ..Options::default() };
        let found = Search::new(engine, &table, decision.state(), options)?.cube(&board);
        Some(decision.costs(found.action.is_double(), found.action.is_take()))
    });
    let costs: Vec<[f64; 2]> = costs
        .into_iter()
        .collect::<Option<_>>()
        .ok_or("a position or a score of the file can't be evaluated")?;
    let is_match: Vec<bool> = decisions.iter().map(|decision| decision.length > 0).collect();
    let kinds: [(&str, Option<bool>, &[usize]); 7] = [
        ("money", Some(false), &[0, 1]),
        ("  double", Some(false), &[0]),
        ("  answer", Some(false), &[1]),
        ("match", Some(true), &[0, 1]),
        ("  double", Some(true), &[0]),
        ("  answer", Some(true), &[1]),
        ("all", None, &[0, 1]),
    ];
    Ok(kinds
        .into_iter()
        .map(|(what, of_match, parts)| {
            let costs: Vec<f64> = costs
                .iter()
                .zip(&is_match)
                .filter(|(_, is_match)| of_match.is_none_or(|wanted| wanted == **is_match))
                .map(|(cost, _)| parts.iter().map(|&part| cost[part]).sum())
                .collect();
            let (mean, error) = mean(&costs);
            let right = costs.iter().filter(|&&cost| cost < 1e-9).count() as f64 / costs.len() as f64;
            Measured { what, decisions: costs.len(), mean, error, right }
        })
        .collect())
}
