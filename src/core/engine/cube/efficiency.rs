//! How much of a live cube's use players get: Janowski's x, by the kind of position.
//!
//! The figures are those that GNU Backgammon publishes for its own evaluations (its manual, "Cubeful
//! equities"): 0.68 with contact, 0.6 in a bear-off, and in a race 0.6 to 0.7, growing with the pips.

use crate::board::Board;
use crate::engine::Class;

/// Cube efficiencies, each from 0 (dead cube) to 1 (live cube).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// Where a checker can still be hit or blocked.
    pub contact: f32,
    /// The same after a side has crashed: all but at most 6 of its checkers are spare ones on its 1- and
    /// 2-points.
    pub crashed: f32,
    /// Where both sides bear off.
    pub bearoff: f32,
    /// In a race: the efficiency at no pips, the increase for each pip of the mover, and the bounds.
    pub race: [f32; 4],
}

impl Default for Efficiency {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl Efficiency {
    /// The default efficiencies.
    pub const PLAIN: Self =
        Self { contact: 0.68, crashed: 0.68, bearoff: 0.6, race: [0.55, 0.00125, 0.6, 0.7] };

    /// Returns `true` if crashed positions have an efficiency of their own.
    const fn tells_crashed(&self) -> bool {
        self.crashed.to_bits() != self.contact.to_bits()
    }

    /// Returns the efficiency for a position.
    #[must_use]
    pub fn of(&self, board: &Board) -> f32 {
        match Class::of(board) {
            Class::Over => 0.0,
            Class::Bearoff => self.bearoff,
            Class::Contact if self.tells_crashed() && (has_crashed(board) || has_crashed(&board.flip())) => {
                self.crashed
            }
            Class::Contact => self.contact,
            Class::Race => {
                let [none, pip, least, most] = self.race;
                (none + pip * board.pips() as f32).clamp(least, most)
            }
        }
    }
}

/// Returns `true` if the mover's checkers have crashed, as reported by GNU Backgammon's `eval` (1,500 random
/// positions with contact agree): at most 6 are left besides those on a made 1-point and all but one of those
/// on the 2-point.
fn has_crashed(board: &Board) -> bool {
    let lanes = &board.lanes()[1..=Board::BAR];
    let (ace, deuce) = (lanes[0].max(0), lanes[1].max(0));
    let spare = if ace > 1 { ace } else { 0 } + (deuce - 1).max(0);
    lanes.iter().map(|&count| count.max(0)).sum::<i8>() - spare <= 6
}

#[cfg(test)]
mod tests {
    use super::Efficiency;
    use crate::board::Board;

    /// Returns a board on which the mover has these checkers, and the opponent's army hasn't crashed.
    fn board(mine: &[(usize, i8)]) -> Board {
        let mut lanes = *Board::START.lanes();
        lanes[1..=Board::BAR].iter_mut().for_each(|count| *count = (*count).min(0));
        for &(point, count) in mine {
            lanes[point] = count;
        }
        lanes[26] = 15 - mine.iter().map(|&(_, count)| count).sum::<i8>();
        Board::from_lanes(lanes)
    }

    #[test]
    fn crashed_positions_have_an_efficiency_of_their_own() {
        let efficiency = Efficiency { contact: 0.1, crashed: 0.9, ..Efficiency::PLAIN };
        // Checkers on a made ace point all count, those on the 2-point all but one, a single checker on the
        // ace point not.
        for crashed in
            [&[(2, 3), (3, 2), (23, 2)][..], &[(2, 3), (20, 2), (5, 2), (4, 1)], &[(7, 2), (23, 4)]]
        {
            assert!(efficiency.of(&board(crashed)) > 0.5, "{crashed:?}");
        }
        for sound in [&[(2, 1), (3, 4), (23, 2)][..], &[(2, 2), (3, 4), (23, 2)]] {
            assert!(efficiency.of(&board(sound)) < 0.5, "{sound:?}");
        }
        assert!(efficiency.of(&Board::START) < 0.5);
    }
}
