//! How far a checker can escape past points that the other side has made.

use super::share;
use crate::board::Roll;
use std::sync::LazyLock;

/// The number of points ahead that count.
const AHEAD: u32 = 12;

/// How the 36 rolls move one checker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Escape {
    /// The share of rolls that move it at least seven points ahead.
    pub(super) chance: i16,
    /// The average number of points that it moves ahead, as a share of twelve.
    pub(super) reach: i16,
}

/// The result for each set of blocked points: bit 11 is the next point ahead, bit 0 the twelfth.
static TABLE: LazyLock<Vec<Escape>> = LazyLock::new(|| (0..1 << AHEAD).map(compute).collect());

/// Returns the escape of a checker on a point or the bar, with blocked points in its own numbering.
#[inline]
pub(super) fn escape(blocked: u32, point: u32) -> Escape {
    let ahead = if point >= AHEAD { blocked >> (point - AHEAD) } else { blocked << (AHEAD - point) };
    // Places off the board are never blocked.
    TABLE[(ahead & ((1 << AHEAD) - 1)) as usize]
}

fn compute(blocked: u32) -> Escape {
    let open = |ahead: u32| ahead > AHEAD || blocked >> (AHEAD - ahead) & 1 == 0;
    let (mut far, mut sum) = (0, 0);
    for roll in Roll::ALL {
        let (high, low) = (u32::from(roll.high().pips()), u32::from(roll.low().pips()));
        let mut reach = 0;
        if roll.is_doublet() {
            reach = (1..=4).map(|steps| steps * high).take_while(|&ahead| open(ahead)).last().unwrap_or(0);
        } else {
            for first in [high, low] {
                if open(first) {
                    reach = reach.max(if open(high + low) { high + low } else { first });
                }
            }
        }
        far += if reach >= 7 { roll.weight() } else { 0 };
        sum += reach.min(AHEAD) * roll.weight();
    }
    Escape { chance: share(far, 36), reach: share(sum, 36 * AHEAD) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_prime_holds_and_the_edge_of_five_points_needs_a_six() {
        // A prime on 13 to 18 holds a checker on 19; one on 14 to 18 leaves the sixes.
        assert_eq!(escape(0x3f << 13, 19).chance, 0);
        assert_eq!(escape(0x1f << 14, 19).chance, share(11, 36));
    }

    #[test]
    fn nothing_is_blocked_off_the_board() {
        assert_eq!(escape(0, 3).reach, escape(0, 24).reach);
    }
}
