//! Exact bear-offs of both sides: at most six checkers each in the home boards, with the cube.
//!
//! Equities are for money, in points for a cube of 1, with the mover on roll, and perfect play and cube
//! action of both sides. Neither side can win a gammon, as both have borne off checkers.

use super::Home;
use crate::board::Roll;
use crate::rules::each_result;

/// The most checkers of a side.
const MOST: u8 = 6;
/// The number of positions of a side.
pub(super) const COUNT: usize = Home::count(MOST);

/// The value of a position for the mover, in points, for each place of the cube. The mover may double before
/// the roll, where the cube allows it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Money {
    /// Without a cube.
    pub cubeless: f32,
    /// With the cube on the mover's side.
    pub owned: f32,
    /// With the cube in the middle.
    pub centred: f32,
    /// With the cube on the opponent's side.
    pub opponents: f32,
    /// The same as `owned`, but without doubling now.
    pub owned_no_double: f32,
    /// The same as `centred`, but without doubling now.
    pub centred_no_double: f32,
    /// The same as `centred`, but under the Jacoby rule: gammons count only once the cube was turned.
    pub jacoby: f32,
    /// The same as `jacoby`, but without doubling now.
    pub jacoby_no_double: f32,
}

impl Money {
    /// Adds the choice to double to values before it, for positions without gammons.
    pub(super) const fn new(cubeless: f32, owned: f32, centred: f32, opponents: f32) -> Self {
        // A double that is taken gives twice the equity of the opponent's cube; one that is passed, a point.
        let doubled = (2.0 * opponents).min(1.0);
        Self {
            cubeless,
            owned: owned.max(doubled),
            centred: centred.max(doubled),
            opponents,
            owned_no_double: owned,
            centred_no_double: centred,
            jacoby: centred.max(doubled),
            jacoby_no_double: centred,
        }
    }

    /// Returns the same with another value under the Jacoby rule, given before the choice to double.
    pub(super) const fn with_jacoby(self, jacoby: f32) -> Self {
        let doubled = (2.0 * self.opponents).min(1.0);
        Self { jacoby: jacoby.max(doubled), jacoby_no_double: jacoby, ..self }
    }
}

/// All 924 × 924 positions of up to six checkers a side.
#[derive(Clone, Debug)]
pub struct TwoSided {
    positions: Vec<Money>,
}

impl TwoSided {
    /// Computes all positions.
    #[must_use]
    pub fn build() -> Self {
        let mut homes = Vec::with_capacity(COUNT);
        Home::for_each(MOST, |home| homes.push(home));
        let plays: Vec<_> = homes.iter().map(|&home| results(home, MOST)).collect();
        // Each roll takes pips off, so positions are computed in the order of the pips of both sides
        // together.
        let pips: Vec<usize> = homes.iter().map(|home| pips(*home)).collect();
        let most = pips.iter().max().map_or(0, |&most| most);
        let mut by_pips = vec![Vec::new(); most + 1];
        for (home, &pips) in pips.iter().enumerate() {
            by_pips[pips].push(home);
        }
        let mut positions = vec![Money::default(); COUNT * COUNT];
        for total in 0..=2 * most {
            for mine in total.saturating_sub(most)..=total.min(most) {
                for &mover in &by_pips[mine] {
                    for &opponent in &by_pips[total - mine] {
                        positions[mover * COUNT + opponent] =
                            position(&positions, &plays[mover], mover, opponent);
                    }
                }
            }
        }
        Self { positions }
    }

    pub(super) fn positions(&self) -> &[Money] {
        &self.positions
    }

    pub(super) const fn of(positions: Vec<Money>) -> Self {
        Self { positions }
    }

    /// Returns the value of a position for the mover; `None` if a side has more than six checkers.
    #[must_use]
    pub fn money(&self, mover: Home, opponent: Home) -> Option<Money> {
        Some(self.positions[mover.index(MOST)? * COUNT + opponent.index(MOST)?])
    }
}

fn pips(home: Home) -> usize {
    home.0.iter().enumerate().map(|(point, &count)| (point + 1) * usize::from(count)).sum()
}

/// Returns the numbers of the positions after the legal plays of each of the 21 rolls, among those of at most `most`
/// checkers.
pub(in crate::engine) fn results(home: Home, most: u8) -> [Vec<usize>; Roll::ALL.len()] {
    let board = home.board(most);
    Roll::ALL.map(|roll| {
        let mut results = Vec::new();
        each_result(&board, roll, |after| {
            results.extend(Home::of(after).and_then(|after| after.index(most)));
        });
        results
    })
}

/// Computes one position; all positions with fewer pips are in `known`.
fn position(known: &[Money], plays: &[Vec<usize>; Roll::ALL.len()], mover: usize, opponent: usize) -> Money {
    if mover == 0 || opponent == 0 {
        // Position 0 is the empty board: the player who has it has won.
        let won = if mover == 0 { 1.0 } else { -1.0 };
        return Money::new(won, won, won, won);
    }
    // Each place of the cube can have another best play. The mover's cube is the opponent's cube from the
    // view of the opponent, who is on roll next.
    let mut sums = [0.0; 4];
    for (roll, results) in Roll::ALL.iter().zip(plays) {
        let mut best = [f32::NEG_INFINITY; 4];
        for &after in results {
            let reply = &known[opponent * COUNT + after];
            let values = [reply.cubeless, reply.opponents, reply.centred, reply.owned];
            for (best, value) in best.iter_mut().zip(values) {
                *best = best.max(-value);
            }
        }
        for (sum, best) in sums.iter_mut().zip(best) {
            *sum += roll.weight() as f32 / 36.0 * best;
        }
    }
    let [cubeless, owned, centred, opponents] = sums;
    Money::new(cubeless, owned, centred, opponents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    static TABLE: LazyLock<TwoSided> = LazyLock::new(TwoSided::build);

    #[test]
    fn the_last_roll_is_a_double_at_even_chances_and_a_pass_at_three_quarters() {
        // The opponent bears off next. A checker on the 6-point is off with 27 of 36 rolls: just
        // a take; on 6 and 1 with 15: a little less than even, no double.
        let last = |mover| TABLE.money(Home(mover), Home([1, 0, 0, 0, 0, 0])).expect("six at most");
        let one = last([0, 0, 0, 0, 0, 1]);
        assert!((one.cubeless - 0.5).abs() < 1e-6 && (one.centred - 1.0).abs() < 1e-6, "{one:?}");
        let two = last([1, 0, 0, 0, 0, 1]);
        assert!((two.cubeless - (2.0 * 15.0 / 36.0 - 1.0)).abs() < 1e-6, "{two:?}");
        assert!((two.centred - two.cubeless).abs() < 1e-6, "{two:?}");
    }

    #[test]
    fn the_cube_never_hurts_who_owns_it() {
        for money in &TABLE.positions {
            assert!(money.owned >= money.centred - 1e-6 && money.centred >= money.opponents - 1e-6);
            assert!(money.owned >= money.cubeless - 1e-6 && money.opponents <= money.cubeless + 1e-6);
        }
    }

    #[test]
    fn seven_checkers_are_too_many() {
        assert_eq!(TABLE.money(Home([7, 0, 0, 0, 0, 0]), Home([1, 0, 0, 0, 0, 0])), None);
    }
}
