//! Evaluating allocates nothing.

use barpoint::board::{Board, Roll};
use barpoint::engine::inputs::Kind;
use barpoint::engine::nets::{Net, Nets, Shape};
use barpoint::engine::{Candidates, Engine};

fn net(kind: Kind) -> Net {
    let shape = Shape::new(kind, 64).expect("a shape");
    let parameters: Vec<f32> = (0..shape.parameters()).map(|i| (i % 17) as f32 / 17.0 - 0.5).collect();
    Net::new(shape, &parameters).expect("as many parameters as the shape says")
}

#[test]
fn looking_one_roll_ahead_allocates_nothing() {
    let nets = Nets { contact: net(Kind::Contact), race: net(Kind::Race), filter: net(Kind::Raw) };
    let engine = Engine::new(nets);
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
