//! The arrows of a play.

use super::layout::{Layout, disc};
use super::scene::{At, Item};
use super::theme::Paint;
use super::{Diagram, Move};
use crate::board::{Board, Side};

/// The length of an arrow's head.
const HEAD: f64 = 15.0;

/// The paints of an arrow: its line and its head.
type Paints = [Paint; 2];

/// Draws the moves, each from the checker's start to its landing place; those of a better play lie above.
pub(super) fn arrows(diagram: &Diagram, layout: &Layout) -> Vec<Item> {
    let (mut halos, mut strokes) = (Vec::new(), Vec::new());
    let plays =
        [(&diagram.arrows, [Paint::Arrow, Paint::Head]), (&diagram.best, [Paint::Best, Paint::BestHead])];
    for (moves, paints) in plays {
        play(diagram, layout, moves, paints, (&mut halos, &mut strokes));
    }
    // All edges lie below all arrows.
    halos.append(&mut strokes);
    halos
}

/// Draws the moves of one play.
fn play(
    diagram: &Diagram,
    layout: &Layout,
    moves: &[Move],
    paints: Paints,
    (halos, strokes): (&mut Vec<Item>, &mut Vec<Item>),
) {
    let mut lanes = *diagram.board.lanes();
    for &Move { from, to } in moves {
        let (from, to) = (usize::from(from.min(25)), usize::from(to.min(24)));
        let top = lanes[from].max(1) as u8 - 1;
        lanes[from] -= 1;
        let target = if to == 0 { Board::OFF } else { to };
        // A blot on the target is hit.
        let landing = lanes[target].max(0);
        lanes[target] = landing + 1;
        let start = layout.checker(seen(from, diagram.on_roll), top).0;
        let end = layout.checker(seen(target, diagram.on_roll), landing as u8).0;
        arrow((start, end), layout, paints, halos, strokes);
    }
}

/// Returns the lane of player 1's board for a lane of the mover's.
const fn seen(lane: usize, mover: Side) -> usize {
    match (mover, lane) {
        (Side::One, lane) => lane,
        (Side::Zero, Board::OFF) => Board::OPPONENT_OFF,
        (Side::Zero, lane) => 25 - lane,
    }
}

fn arrow(
    (start, end): (At, At),
    layout: &Layout,
    [stroke, fill]: Paints,
    halos: &mut Vec<Item>,
    lines: &mut Vec<Item>,
) {
    let length = start.distance(end);
    if length < 1.0 {
        return;
    }
    let middle = start.towards(end, 0.5);
    // Arrows bend towards the middle of the board; those that cross it bend a little to their side.
    let centre = layout.middle();
    let bend = (length * 0.22).min(70.0);
    let control = if (start.y - centre).signum() == (end.y - centre).signum() {
        At::new(middle.x, middle.y + (centre - middle.y).signum() * bend)
    } else {
        let across = (end.y - start.y) / length;
        At::new(middle.x + across * bend * 0.5, middle.y - (end.x - start.x) / length * bend * 0.5)
    };
    let back = control.distance(end);
    let along = At::new((end.x - control.x) / back, (end.y - control.y) / back);
    let neck = At::new(end.x - along.x * HEAD, end.y - along.y * HEAD);
    let side = |way: f64| At::new(neck.x - along.y * way * HEAD * 0.55, neck.y + along.x * way * HEAD * 0.55);
    let line = format!("M{start}Q{control} {neck}");
    let head = format!("M{end}L{}L{}Z", side(1.0), side(-1.0));
    let open = format!("{line}Q{control} {start}Z");
    for data in [open, head.clone()] {
        halos.push(Item::Path { data, paint: Paint::Halo });
    }
    lines.push(Item::Path { data: line, paint: stroke });
    lines.push(Item::Path { data: disc(start, 5.0), paint: fill });
    lines.push(Item::Path { data: head, paint: fill });
}
