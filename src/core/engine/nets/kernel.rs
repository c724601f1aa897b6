//! The arithmetic of a net.
//!
//! The two large layers are sums of small whole numbers, which are the same on every machine and in every
//! order; only the few outputs are real numbers, added in a fixed order. The code is written once, over the
//! words of [`vector`](super::vector), and compiled for every useful set of instructions; the processor runs
//! the best set that it has.

#![allow(clippy::inline_always, reason = "becomes part of the version of each set of instructions")]

use super::vector;
use crate::engine::Chances;
use crate::engine::inputs::Inputs;
use multiversion::multiversion;
use multiversion::target::match_target;

/// The neurons of the second layer.
pub(super) const SECOND: usize = 32;
/// The outputs, with two that are always zero, so that they fill a vector.
pub(super) const OUTPUTS: usize = 8;
/// The number of neurons of the first layer that are added up together.
pub(super) const TILE: usize = 128;
/// The number of positions whose outputs become chances together.
const TOGETHER: usize = 8;
/// The number of pairs of products from them.
const PAIRS: usize = TILE / 4;
/// The upper bound of a neuron of the first layer, in steps.
const CLIP: i16 = 4095;

/// One number for each of the neurons that are added up together. It is aligned to a cache line: a vector
/// that crosses two of them loads half as fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Tile(pub(super) [i16; TILE]);
/// The weights of two neighbouring products of the first layer for each neuron of the second, interleaved:
/// one for the first product, one for the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Pair(pub(super) [i16; 2 * SECOND]);

/// The first layer: from the inputs to the accumulator.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FeatureTransformer {
    /// For each tile, its part of each input's row.
    pub(super) weights: Vec<Tile>,
    pub(super) bias: Vec<Tile>,
}

/// The weights after the first layer, for one class of positions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    /// For each two products of the first layer.
    pub(super) second: Vec<Pair>,
    pub(super) second_bias: [i32; SECOND],
    pub(super) third: [[f32; OUTPUTS]; SECOND],
    pub(super) third_bias: [f32; OUTPUTS],
}

impl Head {
    /// The weights for the products of one tile.
    #[inline(always)]
    fn pairs(&self, tile: usize) -> &[Pair; PAIRS] {
        self.second[tile * PAIRS..].first_chunk().expect("as many pairs as tiles have")
    }
}

/// The body of [`layers`], over the words of one set of instructions. It is a macro because a function might
/// not be inlined, and would then be compiled for other instructions.
macro_rules! layers {
    ($set:ident: $transformer:ident, $heads:ident, $common:ident, $inputs:ident, $out:ident) => {{
        use vector::$set::{
            LANES, Word, add, add_pairs, max, min, multiply_high, multiply_pairs, nonzero, shift_left, splat,
            splat_pair,
        };
        const WORDS: usize = TILE / LANES;
        const SUMS: usize = 2 * SECOND / LANES;
        let height = $transformer.weights.len() / $transformer.bias.len();
        for (tile, bias) in $transformer.bias.iter().enumerate() {
            let weights = &$transformer.weights[tile * height..(tile + 1) * height];
            macro_rules! accumulate {
                ($accumulator:ident, $features:expr) => {
                    for &row in $features.rows() {
                        let row: &[Word; WORDS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                        for word in 0..WORDS {
                            $accumulator[word] = add($accumulator[word], row[word]);
                        }
                    }
                    for (row, value) in $features.values() {
                        let row: &[Word; WORDS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                        let value = splat(value);
                        for word in 0..WORDS {
                            $accumulator[word] = add($accumulator[word], multiply_high(value, row[word]));
                        }
                    }
                };
            }
            let mut shared: [Word; WORDS] = bytemuck::cast(bias.0);
            accumulate!(shared, $common);
            for (inputs, out) in $inputs.iter().zip(&mut *$out) {
                let mut accumulator = shared;
                accumulate!(accumulator, inputs);
                let mut products = [splat(0); WORDS / 2];
                let mut speaking = 0_u32;
                for word in 0..WORDS / 2 {
                    let one = min(max(accumulator[word], splat(0)), splat(CLIP));
                    let other = min(max(accumulator[word + WORDS / 2], splat(0)), splat(CLIP));
                    products[word] = multiply_high(shift_left::<3>(one), shift_left::<2>(other));
                    speaking |= nonzero(products[word]) << (LANES / 2 * word);
                }
                let products: [i32; PAIRS] = bytemuck::cast(products);
                let mut sums: [Word; SUMS] = bytemuck::cast(*out);
                let pairs = $heads[inputs.head()].pairs(tile);
                while speaking != 0 {
                    let pair = speaking.trailing_zeros() as usize % PAIRS;
                    speaking &= speaking - 1;
                    let products = splat_pair(products[pair]);
                    let weights: &[Word; SUMS] = bytemuck::cast_ref(&pairs[pair].0);
                    for word in 0..SUMS {
                        sums[word] = add_pairs(sums[word], multiply_pairs(products, weights[word]));
                    }
                }
                *out = bytemuck::cast(sums);
            }
        }
    }};
}

/// Computes both layers for each of some inputs, which are split into what they have in `common` and the
/// rest.
///
/// A neuron of the first layer is its bias, plus the listed rows, plus the rows that have a value, times the
/// value in steps of 1/32768, rounded. It is clipped to 0 and 4,095. In each tile, the neurons of the first
/// half are multiplied by those of the second: a product is divided by 1,024 and rounded. A neuron of the
/// second layer is its bias, plus the products times their weights, before anything is cut off. Sums that
/// don't fit an i16 or an i32 wrap; no trained net has such sums.
///
/// The common inputs are added up once. The work proceeds tile by tile, and input by input within a tile:
/// neighbouring inputs share many of the other rows too, which are still in the cache. Most products are
/// zero; pairs of neighbours that are both zero are left out of the second layer.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(super) fn layers(
    transformer: &FeatureTransformer,
    heads: &[Head],
    common: &Inputs,
    inputs: &[Inputs],
    out: &mut [[i32; SECOND]],
) {
    for (inputs, out) in inputs.iter().zip(&mut *out) {
        *out = heads[inputs.head()].second_bias;
    }
    match_target! {
        "x86_64+avx512f+avx512bw" => layers!(avx512: transformer, heads, common, inputs, out),
        "x86_64+avx2" => layers!(avx2: transformer, heads, common, inputs, out),
        _ => layers!(portable: transformer, heads, common, inputs, out),
    }
}

/// Returns the set of instructions that the nets use on this machine.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
#[must_use]
pub fn instructions() -> &'static str {
    match_target! {
        "x86_64+avx512f+avx512bw" => "AVX-512",
        "x86_64+avx2" => "AVX2",
        "aarch64+neon" => "NEON",
        _ => "plain",
    }
}

/// Computes the chances of the ends from the sums of the second layer of some inputs, `step` times which they count.
/// Every set of instructions does the same in the same order.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt", "aarch64+neon"))]
pub(super) fn chances(
    heads: &[Head],
    inputs: &[Inputs],
    sums: &[[i32; SECOND]],
    step: f32,
    found: &mut [Chances],
) {
    let chunks = inputs.chunks(TOGETHER).zip(sums.chunks(TOGETHER)).zip(found.chunks_mut(TOGETHER));
    for ((inputs, sums), found) in chunks {
        let mut each = [[0.0; OUTPUTS]; TOGETHER];
        for (place, (inputs, sums)) in inputs.iter().zip(sums).enumerate() {
            each[place] = outputs(&heads[inputs.head()], sums, step);
        }
        let mut all = [[0.0; TOGETHER]; 6];
        for place in 0..TOGETHER {
            for end in 0..6 {
                all[end][place] = each[place][end];
            }
        }
        let all = softmax(&all);
        for (place, found) in found.iter_mut().enumerate() {
            for (found, all) in found.0.iter_mut().zip(&all) {
                *found = all[place];
            }
        }
    }
}

/// Computes the outputs of one position: the bias plus the rows of weights, each times its rectified sum.
#[inline(always)]
fn outputs(head: &Head, sums: &[i32; SECOND], step: f32) -> [f32; OUTPUTS] {
    let mut values = [0.0; SECOND];
    for neuron in 0..SECOND {
        values[neuron] = sums[neuron].max(0) as f32 * step;
    }
    // Four sums side by side, so that each addition waits only for the previous one of its own sum.
    let mut sums = [[0.0; OUTPUTS]; 4];
    let mut input = 0;
    while input < SECOND {
        for (part, sums) in sums.iter_mut().enumerate() {
            let (value, row) = (values[input + part], &head.third[input + part]);
            for lane in 0..OUTPUTS {
                sums[lane] += value * row[lane];
            }
        }
        input += 4;
    }
    let mut outputs = [0.0; OUTPUTS];
    for lane in 0..OUTPUTS {
        outputs[lane] =
            head.third_bias[lane] + (sums[0][lane] + sums[1][lane]) + (sums[2][lane] + sums[3][lane]);
    }
    outputs
}

/// Turns the outputs of some positions into chances that sum to 1. The positions are worked on side by side: each step
/// waits for the step before it.
#[inline(always)]
fn softmax(outputs: &[[f32; TOGETHER]; 6]) -> [[f32; TOGETHER]; 6] {
    let mut most = outputs[0];
    for outputs in &outputs[1..] {
        for lane in 0..TOGETHER {
            most[lane] = if outputs[lane] > most[lane] { outputs[lane] } else { most[lane] };
        }
    }
    let mut powers = [[0.0; TOGETHER]; 6];
    for end in 0..6 {
        for lane in 0..TOGETHER {
            powers[end][lane] = exp((outputs[end][lane] - most[lane]).min(0.0));
        }
    }
    let mut sum = [0.0; TOGETHER];
    for lane in 0..TOGETHER {
        sum[lane] = (powers[0][lane] + powers[1][lane])
            + (powers[2][lane] + powers[3][lane])
            + (powers[4][lane] + powers[5][lane]);
    }
    for power in &mut powers {
        for lane in 0..TOGETHER {
            power[lane] /= sum[lane];
        }
    }
    powers
}

/// Returns e to the power of a number that isn't positive, to about seven digits; at least e^-80.
///
/// The standard library calls the system's function, whose last bits differ between systems.
#[inline(always)]
fn exp(x: f32) -> f32 {
    // 2^whole times e^rest, with the rest within ln 2 / 2 of zero: the whole becomes the exponent, and the
    // rest goes into the Taylor series. ln 2 is subtracted in two parts, the first of which has few bits, so
    // that the rest loses no precision. From 1.5 * 2^23 on a number has no fraction, so adding that rounds,
    // and the last bits contain the whole.
    const ROUND: f32 = 12_582_912.0;
    let shifted = x.max(-80.0) * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let part = (x.max(-80.0) - whole * 0.693_359_4) - whole * -2.121_944_4e-4;
    let series = 1.0 / 720.0;
    let series = series * part + 1.0 / 120.0;
    let series = series * part + 1.0 / 24.0;
    let series = series * part + 1.0 / 6.0;
    let series = series * part + 0.5;
    let series = series * part + 1.0;
    let series = series * part + 1.0;
    let exponent = shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127);
    series * f32::from_bits(exponent << 23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Roll};
    use crate::engine::inputs::Kind;
    use crate::rules::legal_plays;

    /// Returns pseudorandom numbers that are the same everywhere.
    fn numbers(count: usize, seed: u32) -> Vec<i16> {
        let mut state = seed;
        (0..count)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 16) as i16
            })
            .collect()
    }

    fn tiles(count: usize, seed: u32) -> Vec<Tile> {
        numbers(count * TILE, seed).as_chunks().0.iter().map(|&tile| Tile(tile)).collect()
    }

    #[test]
    fn every_instruction_set_gives_the_numbers_of_the_scalar_reference() {
        let (kind, tiles_across) = (Kind::Contact, 2);
        let height = kind.rows();
        // Small enough that neurons are seldom cut off at both ends, large enough that sums wrap.
        let first = FeatureTransformer {
            weights: tiles(height * tiles_across, 1).iter().map(|tile| Tile(tile.0.map(|w| w / 3))).collect(),
            bias: tiles(tiles_across, 2),
        };
        let heads: Vec<Head> = (0..kind.heads())
            .map(|head| {
                let second = numbers(tiles_across * TILE / 2 * SECOND, 3 + head as u32);
                Head {
                    second: second.as_chunks().0.iter().map(|&pair| Pair(pair)).collect(),
                    second_bias: std::array::from_fn(|neuron| neuron as i32 * 1000 - 7000 * head as i32),
                    third: [[0.0; OUTPUTS]; SECOND],
                    third_bias: [0.0; OUTPUTS],
                }
            })
            .collect();

        let mut boards: Vec<Board> = Roll::ALL
            .iter()
            .flat_map(|&roll| legal_plays(&Board::START, roll))
            .map(|(_, after)| after.flip())
            .take(19)
            .collect();
        // Another class of position: a checker is on the bar, unlike in the others.
        let mut lanes = *Board::START.lanes();
        (lanes[24], lanes[13]) = (0, 7);
        boards.push(Board::from_lanes(lanes));
        let inputs: Vec<Inputs> = boards.iter().map(|board| Inputs::of(board, kind)).collect();
        let mut found = vec![[0; SECOND]; inputs.len()];
        let mut rest = inputs.clone();
        let common = Inputs::take_common(&mut rest);
        super::layers(&first, &heads, &common, &rest, &mut found);
        let mut plain: Vec<_> = inputs.iter().map(|inputs| heads[inputs.head()].second_bias).collect();
        let (transformer, heads_of, common, rest, out) = (&first, &heads, &common, &rest, &mut plain);
        layers!(portable: transformer, heads_of, common, rest, out);
        assert_eq!(plain, found, "plain Rust gives the same as this processor's instructions");
        let (mut wrapped, mut passed, mut cut) = (0, 0, 0);
        for (inputs, found) in inputs.iter().zip(found) {
            let neurons: Vec<i32> = (0..tiles_across * TILE)
                .map(|neuron| {
                    let (tile, lane) = (neuron / TILE, neuron % TILE);
                    let weight =
                        |row: u16| i32::from(first.weights[tile * height + usize::from(row)].0[lane]);
                    let terms = inputs.rows().iter().map(|&row| weight(row));
                    let terms =
                        terms.chain(inputs.values().map(|(row, value)| {
                            (i32::from(value) * weight(row) + 16_384).div_euclid(32_768)
                        }));
                    let sum = terms.sum::<i32>() + i32::from(first.bias[tile].0[lane]);
                    let kept = i32::from(sum as i16);
                    wrapped += usize::from(kept != sum);
                    passed += usize::from((1..i32::from(CLIP)).contains(&kept));
                    cut += usize::from(kept > i32::from(CLIP));
                    kept.clamp(0, i32::from(CLIP))
                })
                .collect();
            let products: Vec<i32> = neurons
                .chunks(TILE)
                .flat_map(|tile| (0..TILE / 2).map(|lane| tile[lane] * tile[lane + TILE / 2]))
                .map(|product| (product + 512).div_euclid(1024))
                .collect();
            let head = &heads[inputs.head()];
            for (neuron, &found) in found.iter().enumerate() {
                let bias = head.second_bias[neuron];
                let sum = products.iter().enumerate().fold(bias, |sum, (place, &value)| {
                    let weight = head.second[place / 2].0[2 * neuron + place % 2];
                    sum.wrapping_add(value * i32::from(weight))
                });
                assert_eq!(found, sum, "neuron {neuron}");
            }
        }
        assert!(wrapped > 200 && passed > 200 && cut > 200, "{wrapped} {passed} {cut}");
    }

    #[test]
    fn the_exponential_is_right_to_six_digits() {
        for step in 0..7_900 {
            let x = -(step as f32) / 100.0;
            let (own, right) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((own - right).abs() <= 1e-6 * right, "{x}: {own}");
        }
    }

    #[test]
    fn chances_sum_to_one() {
        let mut outputs = [[0.0; TOGETHER]; 6];
        for (place, output) in [1.0, -30.0, 2.0, 200.0, 0.0, 3.0].into_iter().enumerate() {
            outputs[place][5] = output;
        }
        let all = softmax(&outputs);
        assert!(all.as_flattened().iter().all(|chance| chance.is_finite()));
        assert!(all.iter().all(|chance| (chance[4] - 1.0 / 6.0).abs() < 1e-6), "beside it, equal outputs");
        let chances = all.map(|chance| chance[5]);
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(chances[3] > 0.999);
    }
}
