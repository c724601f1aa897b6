//! The dice of a rollout: each game's are a function of the seed and the game's number alone.
//!
//! The first three rolls are spread evenly: any 36 games that begin at a multiple of 36 have each of the 36
//! rolls once as their first and once as their second roll, 1,296 games have each pair of them, and 46,656
//! each triple. The seed determines the order. Later rolls are drawn.

use crate::board::Roll;
use crate::engine::mix::SplitMix;

/// The number of outcomes of two dice.
const OUTCOMES: usize = 36;

/// Draws a permutation of the first `count` numbers (Richard Durstenfeld, "Algorithm 235", 1964).
fn order(mix: &mut SplitMix, count: usize) -> [u8; OUTCOMES] {
    let mut order: [u8; OUTCOMES] = std::array::from_fn(|place| place as u8);
    for last in (1..count).rev() {
        order.swap(last, mix.below(last + 1));
    }
    order
}

/// The uses of the generator.
const FIRST: u64 = 1;
const SECOND: u64 = 2;
const THIRD: u64 = 3;
const LATER: u64 = 4;

#[derive(Clone, Debug)]
pub(super) struct Shaker {
    seed: u64,
    /// Whether the first three rolls are spread evenly.
    is_stratified: bool,
    /// Whether the first roll is an opening roll, without doublets.
    is_opening: bool,
    /// The orders of the first and of the second roll.
    orders: [[u8; OUTCOMES]; 2],
}

impl Shaker {
    pub(super) fn new(seed: u64, is_stratified: bool, is_opening: bool) -> Self {
        let firsts = if is_opening { OPENINGS } else { OUTCOMES };
        let orders = [
            order(&mut SplitMix::of(seed, [FIRST, 0]), firsts),
            order(&mut SplitMix::of(seed, [SECOND, 0]), OUTCOMES),
        ];
        Self { seed, is_stratified, is_opening, orders }
    }

    pub(super) fn game(&self, number: u64) -> Dice {
        let mut later = SplitMix::of(self.seed, [LATER, number]);
        let firsts = if self.is_opening { OPENINGS } else { OUTCOMES };
        let first = |outcome: usize| if self.is_opening { not_a_doublet(outcome) } else { outcome };
        if !self.is_stratified {
            let opening = self.is_opening.then(|| first(later.below(firsts)));
            return Dice { begin: [opening, None, None], turn: 0, later };
        }
        let (row, rest) = ((number % firsts as u64) as usize, number / firsts as u64);
        let (block, rest) = ((rest % OUTCOMES as u64) as usize, rest / OUTCOMES as u64);
        let third_row = (rest % OUTCOMES as u64) as usize;
        // A Latin square: within a block the second roll goes through all outcomes, too.
        let second = self.orders[1][(row + block) % OUTCOMES];
        // Each block orders the third roll in its own way, so that it doesn't depend on the second.
        let third = order(&mut SplitMix::of(self.seed, [THIRD, block as u64]), OUTCOMES)
            [(row + third_row) % OUTCOMES];
        let first = first(usize::from(self.orders[0][row]));
        Dice { begin: [Some(first), Some(usize::from(second)), Some(usize::from(third))], turn: 0, later }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Dice {
    /// The outcomes of the first turns, where they are fixed.
    begin: [Option<usize>; 3],
    turn: usize,
    later: SplitMix,
}

impl Dice {
    /// Returns the next roll, by its number in [`Roll::ALL`].
    pub(super) fn next(&mut self) -> usize {
        let fixed = self.begin.get(self.turn).copied().flatten();
        self.turn += 1;
        number(fixed.unwrap_or_else(|| self.later.below(OUTCOMES)))
    }
}

/// The number of outcomes of an opening roll.
const OPENINGS: usize = 30;

/// Returns the outcome number `n` among those without doublets.
const fn not_a_doublet(count: usize) -> usize {
    // Between two doublets there are six other outcomes.
    count + 1 + count / 6
}

/// Returns the number in [`Roll::ALL`] of an outcome; six outcomes have the same
/// first die.
fn number(outcome: usize) -> usize {
    let [one, other] = [outcome / 6, outcome % 6].map(|die| die as u8 + 1);
    Roll::from_pips(one, other).map_or(0, Roll::index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn rolls(shaker: &Shaker, games: std::ops::Range<u64>, turns: usize) -> BTreeMap<Vec<usize>, usize> {
        let mut counts = BTreeMap::new();
        for game in games {
            let mut dice = shaker.game(game);
            *counts.entry((0..turns).map(|_| dice.next()).collect()).or_insert(0) += 1;
        }
        counts
    }

    fn ways(rolls: &[usize]) -> usize {
        rolls.iter().map(|&roll| Roll::ALL[roll].weight() as usize).product()
    }

    #[test]
    fn outcomes_and_rolls_correspond() {
        let mut counts = [0; 21];
        for outcome in 0..OUTCOMES {
            counts[number(outcome)] += 1;
            let roll = Roll::ALL[number(outcome)];
            let pips = [roll.low(), roll.high()].map(|die| usize::from(die.pips()) - 1);
            assert_eq!(pips, [(outcome / 6).min(outcome % 6), (outcome / 6).max(outcome % 6)]);
        }
        assert_eq!(counts, Roll::ALL.map(|roll| roll.weight() as usize));
        let openings: Vec<usize> = (0..OPENINGS).map(not_a_doublet).collect();
        let wanted: Vec<usize> = (0..OUTCOMES).filter(|outcome| outcome / 6 != outcome % 6).collect();
        assert_eq!(openings, wanted);
    }

    #[test]
    fn the_first_rolls_of_a_block_are_all_rolls() {
        let shaker = Shaker::new(7, true, false);
        for block in [0, 36, 720] {
            let seconds: BTreeMap<usize, usize> =
                (block..block + 36).fold(BTreeMap::new(), |mut counts, game| {
                    let mut dice = shaker.game(game);
                    dice.next();
                    *counts.entry(dice.next()).or_insert(0) += 1;
                    counts
                });
            assert!(seconds.iter().all(|(&roll, &count)| count == Roll::ALL[roll].weight() as usize));
            let firsts = rolls(&shaker, block..block + 36, 1);
            assert!(firsts.iter().all(|(rolls, &count)| count == ways(rolls)) && firsts.len() == 21);
        }
        let pairs = rolls(&shaker, 1_296..2_592, 2);
        assert!(pairs.iter().all(|(rolls, &count)| count == ways(rolls)) && pairs.len() == 441);
        let threes = rolls(&shaker, 0..46_656, 3);
        assert!(threes.iter().all(|(rolls, &count)| count == ways(rolls)) && threes.len() == 9_261);
    }

    #[test]
    fn an_opening_has_no_doublet_and_nothing_else_changes() {
        let shaker = Shaker::new(7, true, true);
        let firsts = rolls(&shaker, 0..30, 1);
        assert!(firsts.len() == 15 && firsts.values().all(|&count| count == 2));
        let pairs = rolls(&shaker, 0..1_080, 2);
        assert!(pairs.iter().all(|(rolls, &count)| count == ways(rolls)) && pairs.len() == 15 * 21);
        let drawn = rolls(&Shaker::new(7, false, true), 0..500, 1);
        assert!(drawn.len() == 15);
    }

    #[test]
    fn dice_are_a_function_of_seed_and_number() {
        let of = |seed, game| {
            let mut dice = Shaker::new(seed, true, false).game(game);
            (0..20).map(|_| dice.next()).collect::<Vec<_>>()
        };
        assert_eq!(of(7, 5), of(7, 5));
        assert_ne!(of(7, 5), of(8, 5));
        assert_ne!(of(7, 5)[3..], of(7, 5 + 46_656)[3..], "later rolls aren't repeated");
        assert_eq!(of(7, 5)[..3], of(7, 5 + 46_656)[..3]);
        // A change of the generator would make every stored rollout useless.
        assert_eq!(of(1, 0)[..8], [1, 5, 13, 2, 7, 15, 19, 4]);
    }

    #[test]
    fn later_rolls_are_even() {
        let mut counts = [0_u32; 21];
        let shaker = Shaker::new(3, false, false);
        for game in 0..360 {
            let mut dice = shaker.game(game);
            for _ in 0..100 {
                counts[dice.next()] += 1;
            }
        }
        for (count, roll) in counts.iter().zip(Roll::ALL) {
            let wanted = 1_000.0 * roll.weight() as f32;
            assert!((*count as f32 - wanted).abs() < 4.0 * wanted.sqrt(), "{roll}: {count}");
        }
    }
}
