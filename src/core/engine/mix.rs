//! Pseudorandom numbers that depend on a seed alone and are the same on every machine: `SplitMix64` (Guy L.
//! Steele Jr., Doug Lea, Christine H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014).

use crate::board::Board;

#[derive(Clone, Debug)]
pub(super) struct SplitMix(u64);

impl SplitMix {
    /// Makes a generator for a sequence of words; those for other words are independent of it.
    pub(super) fn of(seed: u64, words: impl IntoIterator<Item = u64>) -> Self {
        let mut mixed = Self(seed);
        for word in words {
            mixed = Self(mixed.next() ^ word.wrapping_mul(0xd134_2543_de82_ef95));
        }
        mixed
    }

    /// Makes a generator for a position.
    pub(super) fn of_board(seed: u64, board: &Board) -> Self {
        let (words, _) = board.lanes().as_chunks::<8>();
        Self::of(seed, words.iter().map(|word| u64::from_le_bytes(word.map(|lane| lane as u8))))
    }

    /// Draws 64 bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Draws a number below `end`. The bias is below `end` in 2⁶⁴.
    pub(super) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Draws a number of mean 0 and standard deviation 1: the sum of twelve uniform ones less 6. This is
    /// close enough to a normal distribution, and needs no function that machines compute differently.
    pub(super) fn normal(&mut self) -> f32 {
        let mut sum = 0.0;
        for _ in 0..6 {
            let word = self.next();
            for half in [word >> 40, (word >> 8) & 0xff_ffff] {
                sum += half as f32 / (1 << 24) as f32;
            }
        }
        sum - 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_those_of_the_published_generator() {
        // The values of its reference implementation in C for the seed 1234567.
        let mut mix = SplitMix(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| mix.next()).collect();
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn normal_numbers_have_mean_0_and_deviation_1() {
        let mut mix = SplitMix(7);
        let drawn: Vec<f32> = (0..10_000).map(|_| mix.normal()).collect();
        let mean = drawn.iter().sum::<f32>() / drawn.len() as f32;
        let variance = drawn.iter().map(|number| number * number).sum::<f32>() / drawn.len() as f32;
        // Four standard errors of 10,000 draws: 0.04, and 0.057 for the variance.
        assert!(mean.abs() < 0.04 && (variance - 1.0).abs() < 0.06, "{mean} {variance}");
    }
}
