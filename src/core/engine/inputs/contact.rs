//! Features of one side while the sides can still hit each other, as players see them.

use super::escape::escape;
use super::share;
use crate::board::{Board, Roll};
use crate::rules::Masks;

/// The number of features of a side.
pub(super) const COUNT: usize = 26;

const HOME: u32 = 0x7e;
const POINTS: u32 = 0x01ff_fffe;
const BAR: u32 = 1 << Board::BAR;

/// Computes the features of both sides: the mover's and, from its own view, the opponent's.
#[inline]
pub(super) fn features(board: &Board, mine: Masks, flipped: &Board) -> [[i16; COUNT]; 2] {
    let theirs = Masks::of(flipped);
    [side(board, mine, theirs), side(flipped, theirs, mine)]
}

/// Converts points to the other side's numbering.
#[inline]
const fn turn(points: u32) -> u32 {
    // Bit 25 becomes bit 0, bit 1 becomes bit 24.
    points.reverse_bits() >> 6
}

fn side(board: &Board, mine: Masks, theirs: Masks) -> [i16; COUNT] {
    let lanes = board.lanes();
    // The mover's made points and blots, in the mover's numbering.
    let (made, blots) = (turn(theirs.blocked), turn(theirs.blots));
    let rear = highest(mine.mine);
    let next = highest(mine.mine & !(1 << rear));
    // The opponent's rearmost checker, in the mover's numbering: 0 is its bar.
    let their_rear = 25 - highest(theirs.mine);

    let (mut pips, mut timing, mut stacked, mut contact, mut contact_pips, mut crossovers, mut zone) =
        (0, 0, 0, 0, 0, 0, 0);
    let mut places = mine.mine;
    while places != 0 {
        let place = places.trailing_zeros();
        places &= places - 1;
        let count = u32::from(lanes[(place & 31) as usize].unsigned_abs());
        pips += count * place;
        stacked += count.saturating_sub(3);
        if place > 6 {
            crossovers += count * ((place - 1) / 6);
            if place <= 18 {
                timing += count * (place - 6);
            }
        }
        if (4..=11).contains(&place) {
            zone += count;
        }
        if place > their_rear {
            contact += count;
            contact_pips += count * (place - their_rear);
        }
    }
    let buried: u32 =
        (1..=3).map(|point| lanes[point].max(0) as u32).map(|count| count.saturating_sub(2)).sum();
    let closed = (made & HOME).count_ones();
    let anchors = made & (HOME << 18);
    let back: u32 = (19..=25).map(|point| lanes[point].max(0) as u32).sum();

    let shots = Shots::of(mine, lanes[Board::BAR].max(0) as u32);
    let escape_rear = escape(mine.blocked, rear);
    let escape_next = escape(mine.blocked, next);
    // The points just before the opponent's rearmost checker, and the chances of a checker that enters there.
    let before = made & (0x3f << (their_rear + 1));
    let contained = escape(theirs.blocked, 25);
    [
        share(pips, 150),
        share(rear, 25),
        share(back, 4),
        share(closed, 6),
        share(closed * closed, 36),
        share(u32::from(closed == 6), 1),
        share(blots.count_ones(), 5),
        share((blots & HOME).count_ones(), 3),
        shots.any,
        shots.several,
        shots.pips,
        escape_rear.chance,
        escape_rear.reach,
        escape_next.chance,
        share(prime(made), 6),
        share(before.count_ones(), 6),
        contained.chance,
        if anchors == 0 { 0 } else { share(25 - anchors.trailing_zeros(), 6) },
        share(anchors.count_ones(), 3),
        share(timing, 60),
        share(buried, 8),
        share(stacked, 8),
        share(contact, 15),
        share(contact_pips, 100),
        share(crossovers, 15),
        share(zone, 10),
    ]
}

/// Returns the highest place of a set; 0 for an empty set.
#[inline]
const fn highest(places: u32) -> u32 {
    if places == 0 { 0 } else { places.ilog2() }
}

/// Returns the length of the longest row of adjacent points, 6 at most.
#[inline]
const fn prime(made: u32) -> u32 {
    let mut rest = made;
    let mut length = 0;
    while rest != 0 && length < 6 {
        rest &= rest >> 1;
        length += 1;
    }
    length
}

/// The hits of a side's next roll, as shares. Rules that force a play are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shots {
    /// The rolls that hit.
    any: i16,
    /// The rolls that can hit on two points.
    several: i16,
    /// The average number of pips that the best hit of each roll sends back, as a share of 24.
    pips: i16,
}

impl Shots {
    #[inline]
    fn of(masks: Masks, bar: u32) -> Self {
        if masks.blots == 0 {
            return Self::default();
        }
        let open = !masks.blocked & POINTS;
        let (mut any, mut several, mut pips) = (0, 0, 0);
        for roll in Roll::ALL {
            let (high, low) = (u32::from(roll.high().pips()), u32::from(roll.low().pips()));
            let hits = if high == low {
                doublet(masks, open, bar, high)
            } else {
                mixed(masks, open, bar, high, low)
            };
            let hits = hits & masks.blots;
            if hits != 0 {
                let weight = roll.weight();
                any += weight;
                pips += weight * hits.ilog2();
                if hits & (hits - 1) != 0 {
                    several += weight;
                }
            }
        }
        Self { any: share(any, 36), several: share(several, 36), pips: share(pips, 36 * 24) }
    }
}

/// Returns where checkers can land with a roll of two different dice.
#[inline]
fn mixed(masks: Masks, open: u32, bar: u32, high: u32, low: u32) -> u32 {
    let from = masks.mine & !BAR;
    match bar {
        0 => {
            let (first, second) = (from >> high & open, from >> low & open);
            first | second | first >> low & open | second >> high & open
        }
        1 => {
            let (first, second) = (BAR >> high & open, BAR >> low & open);
            let mut landed = first | second;
            if first != 0 {
                landed |= (from | first) >> low & open;
            }
            if second != 0 {
                landed |= (from | second) >> high & open;
            }
            landed
        }
        _ => (BAR >> high | BAR >> low) & open,
    }
}

/// Returns where checkers can land with a doublet.
#[inline]
fn doublet(masks: Masks, open: u32, bar: u32, die: u32) -> u32 {
    let mut from = masks.mine & !BAR;
    let mut landed = 0;
    if bar > 0 {
        landed = BAR >> die & open;
        if landed == 0 {
            return 0;
        }
        from |= landed;
    }
    for _ in bar..4 {
        from = from >> die & open;
        landed |= from;
    }
    landed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shots(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Shots {
        let board = Board::placed(mine, theirs);
        Shots::of(Masks::of(&board), u32::from(board.lanes()[Board::BAR].max(0) as u8))
    }

    #[test]
    fn a_direct_shot_from_six_away_has_17_rolls() {
        let shots = shots(&[(24, 1)], &[(7, 1)]);
        assert_eq!((shots.any, shots.several), (share(17, 36), 0), "{shots:?}");
    }

    #[test]
    fn a_checker_on_the_bar_comes_in_first() {
        // The rolls with a 2 enter on the blot; 11 enters with both and continues; the other rolls hit
        // nothing.
        let shots = shots(&[(25, 2)], &[(2, 1)]);
        assert_eq!(shots.any, share(12, 36), "{shots:?}");
    }

    #[test]
    fn a_prime_is_as_long_as_its_points_side_by_side() {
        assert_eq!(prime(0b0111_0110), 3);
        assert_eq!(prime(0xff), 6);
        assert_eq!(prime(0), 0);
    }

    #[test]
    fn the_sides_of_the_start_have_the_same_features() {
        let [mine, theirs] = features(&Board::START, Masks::of(&Board::START), &Board::START.flip());
        assert_eq!(mine, theirs);
    }
}
