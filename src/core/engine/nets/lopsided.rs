//! Lopsided positions, which have a net of their own: the games of good players seldom lead there, and what is learnt
//! from games that do would disturb a net that plays the usual ones.

use super::{Net, Nets};
use crate::board::Board;

/// The lead in pips from which a position is lopsided.
const LEAD: u32 = 80;

/// The pips of a mover's checker on each lane, and of an opponent's; none for a checker that is borne off.
const PIPS: [i16; Board::LANES] = pips(false);
const THEIR_PIPS: [i16; Board::LANES] = pips(true);

const fn pips(theirs: bool) -> [i16; Board::LANES] {
    let mut pips = [0; Board::LANES];
    let mut lane = 0;
    while lane <= Board::BAR {
        pips[lane] = if theirs { Board::BAR - lane } else { lane } as i16;
        lane += 1;
    }
    pips
}

impl Nets {
    /// Returns the net that evaluates a position with contact.
    #[inline]
    #[must_use]
    pub fn for_contact(&self, board: &Board) -> &Net {
        if Self::is_lopsided(board) { &self.lopsided } else { &self.contact }
    }

    /// Returns `true` if a side leads by at least 80 pips, or has borne off checkers while it still has others outside
    /// its home board. Snakes, the containment of a late hit and many back games are lopsided.
    #[inline]
    #[must_use]
    pub fn is_lopsided(board: &Board) -> bool {
        let lanes = board.lanes();
        let lead: i32 = lanes
            .iter()
            .zip(PIPS.iter().zip(&THEIR_PIPS))
            .map(|(&count, (&mine, &theirs))| {
                i32::from(count) * i32::from(if count > 0 { mine } else { theirs })
            })
            .sum();
        let returns = || lanes[Board::OFF] != 0 && lanes[7..=Board::BAR].iter().any(|&count| count > 0);
        let they_return = || lanes[Board::OPPONENT_OFF] != 0 && lanes[..=18].iter().any(|&count| count < 0);
        lead.unsigned_abs() >= LEAD || returns() || they_return()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(pairs: &[(usize, i8)]) -> Board {
        let mut lanes = [0; Board::LANES];
        for &(lane, count) in pairs {
            lanes[lane] = count;
        }
        Board::from_lanes(lanes)
    }

    #[test]
    fn a_long_lead_and_a_checker_that_returns_late_are_lopsided_for_both_sides() {
        // The mover's last checker is on the bar after ten were borne off.
        let hit = board(&[(25, 1), (2, 4), (26, 10), (18, -2), (20, -6), (22, -7)]);
        // The same number borne off, with all others at home: an ordinary bear-in against the bar.
        let home = board(&[(1, 1), (2, 4), (26, 10), (0, -1), (20, -6), (22, -8)]);
        for (board, expected) in [(Board::START, false), (hit, true), (home, false)] {
            assert_eq!(Nets::is_lopsided(&board), expected, "{board:?}");
            assert_eq!(Nets::is_lopsided(&board.flip()), expected, "{board:?} flipped");
        }
        // Leads of 80 and of 76 pips: the opponent has 15 checkers on its 6-point.
        for (checkers, expected) in [([(15, 10), (4, 5)], true), ([(15, 10), (4, 4)], false)] {
            let board = board(&[checkers[0], checkers[1], (19, -15)]);
            assert_eq!(board.pips().abs_diff(board.opponent_pips()) >= 80, expected);
            assert_eq!(Nets::is_lopsided(&board), expected);
            assert_eq!(Nets::is_lopsided(&board.flip()), expected);
        }
    }
}
