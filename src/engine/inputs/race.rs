//! Features of one side in a race.

use crate::board::Board;

/// How many features a side has.
pub(super) const COUNT: usize = 8;

/// Looks at the mover's side.
#[inline]
pub(super) fn features(board: &Board) -> [f32; COUNT] {
    let lanes = board.lanes();
    let count = |point: usize| f32::from(lanes[point].max(0));
    let (mut pips, mut home, mut outside, mut crossovers, mut far) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for point in 1..=Board::BAR {
        let here = count(point);
        if here == 0.0 {
            continue;
        }
        pips += here * point as f32;
        if point <= 6 {
            home += here;
        } else {
            outside += here * (point - 6) as f32;
            crossovers += here * ((point - 1) / 6) as f32;
            far += here * point.saturating_sub(18) as f32;
        }
    }
    let gaps = (4..=6).filter(|&point| count(point) == 0.0).count();
    [
        pips / 100.0,
        home / 15.0,
        outside / 60.0,
        crossovers / 15.0,
        far / 20.0,
        (count(1) - 2.0).max(0.0) / 5.0,
        (count(2) - 2.0).max(0.0) / 5.0,
        gaps as f32 / 3.0,
    ]
}
