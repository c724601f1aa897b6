//! Random numbers: xoshiro256++ (Blackman and Vigna, 2019), seeded through `SplitMix64`.

/// A generator whose numbers depend only on its seed.
#[derive(Clone, Debug)]
pub(crate) struct Random([u64; 4]);

impl Random {
    /// Makes a generator of its own for each list of seeds.
    pub(crate) fn new(seeds: &[u64]) -> Self {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        for seed in seeds {
            state ^= seed.wrapping_mul(0xd6e8_feb8_6659_fd93);
            splitmix(&mut state);
        }
        Self(std::array::from_fn(|_| splitmix(&mut state)))
    }

    pub(crate) fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let t = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= t;
        *d = d.rotate_left(45);
        result
    }

    /// Returns a number below `limit`; the bias of a few in 2^64 doesn't matter here.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Returns a roughly normal number of deviation 1: the sum of twelve.
    pub(crate) fn normal(&mut self) -> f32 {
        (0..12).map(|_| self.unit()).sum::<f32>() - 6.0
    }

    /// Rolls two dice.
    pub(crate) fn roll(&mut self) -> barpoint::board::Roll {
        let dice = self.below(36);
        barpoint::board::Roll::from_pips((dice / 6 + 1) as u8, (dice % 6 + 1) as u8).expect("two dice")
    }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
