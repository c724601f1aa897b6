//! The cubeless error of the program's nets by families of positions, beside rollouts by another program: no change of
//! the nets or of the search may lose in one family what it gains in another without being noticed.

use crate::support::{report, shared};
use barpoint::board::Board;
use barpoint::engine::Engine;
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::search::{Options, Search};
use flate2::read::GzDecoder;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};

#[derive(Deserialize)]
struct Line {
    family: String,
    position_id: String,
    chances: Rolled,
}

#[derive(Deserialize)]
struct Rolled {
    win: f32,
    win_gammon: f32,
    win_backgammon: f32,
    lose_gammon: f32,
    lose_backgammon: f32,
}

impl Rolled {
    fn equity(&self) -> f32 {
        2.0 * self.win - 1.0 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
    }
}

/// The largest mean sizes of the error, in thousandths of a point, for all positions at 0-ply and for the first 25
/// of each family at 2-ply: a tenth and half a thousandth above what was measured. Snakes, on which programs differ by whole points, are
/// left out.
const BOUNDS: [(&str, f64, f64); 12] = [
    ("back-game", 42.5, 32.4),
    ("back-game-against", 44.5, 28.2),
    ("bear-in-contact", 20.4, 13.1),
    ("blitz", 34.5, 22.1),
    ("containment", 34.8, 23.9),
    ("crashed", 20.8, 14.9),
    ("deep-anchor", 18.5, 15.5),
    ("deep-back-game", 43.0, 35.3),
    ("holding", 27.6, 22.8),
    ("open", 18.7, 13.2),
    ("prime-vs-prime", 35.8, 14.8),
    ("wild", 49.4, 46.2),
];

#[test]
fn no_family_of_positions_is_evaluated_worse_than_it_was() {
    let Some(path) = shared("data/truth/families.jsonl.gz") else { return };
    let (engine, table) = (Engine::new(), MatchEquity::kazaross());
    let options = Options { plies: 2, cubeful: false, ..Options::default() };
    let mut search = Search::new(&engine, &table, CubeState::CUBELESS, options).expect("money");
    // Of each family: the sums and numbers of errors at 0-ply and at 2-ply.
    let mut families: BTreeMap<String, [(f64, usize); 2]> = BTreeMap::new();
    let lines = BufReader::new(GzDecoder::new(File::open(path).expect("the file"))).lines();
    for line in lines {
        let line: Line = serde_json::from_str(&line.expect("text")).expect("a position");
        let board: Board = line.position_id.parse().expect("a Position ID");
        let errors = families.entry(line.family).or_default();
        let place = errors[0].1;
        let mut add = |depth: usize, equity: f32| {
            errors[depth].0 += 1000.0 * f64::from((equity - line.chances.equity()).abs());
            errors[depth].1 += 1;
        };
        add(0, engine.evaluate(&board).equity());
        if place < 25 {
            add(1, search.evaluate(&board).cubeless);
        }
    }
    let mut worse = Vec::new();
    for (family, at_0, at_2) in BOUNDS {
        let errors = families.get(family).unwrap_or_else(|| panic!("{family} isn't in the file"));
        for ((sum, count), (plies, most)) in errors.iter().zip([(0, at_0), (2, at_2)]) {
            let mean = sum / *count as f64;
            if mean > most {
                worse
                    .push(format!("{family}: {mean:.1} at {plies}-ply in {count} positions, {most} allowed"));
            }
        }
    }
    report(families.values().map(|errors| errors[0].1).sum(), "positions of families");
    assert!(worse.is_empty(), "{worse:#?}");
}
