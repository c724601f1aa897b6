//! Evaluating allocates nothing.

use barpoint::board::{Board, Roll};
use barpoint::engine::bearoff::{OneSided, TwoSided};
use barpoint::engine::cube::{CubeState, Stakes};
use barpoint::engine::inputs::Kind;
use barpoint::engine::met::{MatchEquity, Stage};
use barpoint::engine::nets::{Net, Nets, Shape};
use barpoint::engine::search::{Options, Search};
use barpoint::engine::{Candidates, Engine};

fn net(kind: Kind) -> Net {
    let shape = Shape::new(kind, 128).expect("a shape");
    let parameters: Vec<f32> = (0..shape.parameters()).map(|i| (i % 17) as f32 / 17.0 - 0.5).collect();
    Net::new(shape, &parameters).expect("as many parameters as the shape says")
}

fn nets() -> Nets {
    Nets {
        contact: net(Kind::Contact),
        race: net(Kind::Race),
        filter: net(Kind::Raw),
        lopsided: net(Kind::Contact),
        lopsided_filter: net(Kind::Raw),
    }
}

#[test]
fn looking_one_roll_ahead_allocates_nothing() {
    let nets = nets();
    let engine = Engine::with_nets(nets);
    let mut candidates = Candidates::default();
    // The list of candidates grows to what it needs the first time.
    let first = engine.one_ply(&Board::START, &mut candidates);
    let mut again = None;
    let counted = allocation_counter::measure(|| {
        let _ = engine.best_of_all(&Board::START, Roll::ALL[0], &mut candidates);
        again = Some(engine.one_ply(&Board::START, &mut candidates));
    });
    assert_eq!(again, Some(first));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn a_cubeful_search_at_0_ply_allocates_nothing() {
    let nets = nets();
    let engine = Engine::with_tables(nets, OneSided::build, TwoSided::build);
    let stakes = Stakes::Match { away: 5, opponent: 7, stage: Stage::Before };
    let state = CubeState { stakes, ..CubeState::MONEY };
    let options = Options { plies: 0, ..Options::default() };
    let table = MatchEquity::kazaross();
    let mut search = Search::new(&engine, &table, state, options).expect("a score");
    // Tables of the inputs are made the first time.
    let mut equity = search.evaluate(&Board::START).equity;
    let counted = allocation_counter::measure(|| equity = search.evaluate(&Board::START).equity);
    assert!(equity.is_finite());
    assert_eq!(counted.count_total, 0);
}
