//! Features of one side in a race.

use super::share;
use crate::board::Board;

/// The number of features of a side.
pub(super) const COUNT: usize = 8;

/// Computes the features of the mover's side.
#[inline]
pub(super) fn features(board: &Board) -> [i16; COUNT] {
    let lanes = board.lanes();
    let count = |point: usize| u32::from(lanes[point].max(0).unsigned_abs());
    let (mut pips, mut home, mut outside, mut crossovers, mut far) = (0, 0, 0, 0, 0);
    for point in 1..=Board::BAR {
        let here = count(point);
        let place = point as u32;
        pips += here * place;
        if point <= 6 {
            home += here;
        } else {
            outside += here * (place - 6);
            crossovers += here * ((place - 1) / 6);
            far += here * place.saturating_sub(18);
        }
    }
    let gaps = (4..=6).filter(|&point| count(point) == 0).count() as u32;
    [
        share(pips, 100),
        share(home, 15),
        share(outside, 60),
        share(crossovers, 15),
        share(far, 20),
        share(count(1).saturating_sub(2), 5),
        share(count(2).saturating_sub(2), 5),
        share(gaps, 3),
    ]
}
