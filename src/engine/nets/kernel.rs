//! The arithmetic of a net.
//!
//! The two large layers are sums of small whole numbers, which are the same on every machine and in
//! every order; only the few outputs are real numbers, added in a fixed order. The loops are plain, over
//! arrays of fixed length, which the compiler turns into vector instructions; each is compiled once for
//! every set of instructions that is worth it, and the best that the processor has runs. Where the
//! compiler doesn't find the instruction that adds products in pairs, it is named.

#![expect(clippy::needless_range_loop, reason = "adapters of iterators can stay calls in these functions")]
#![allow(clippy::inline_always, reason = "becomes part of the version of each set of instructions")]

use crate::engine::inputs::Inputs;
use multiversion::multiversion;
use multiversion::target::match_target;

/// The neurons of the second layer.
pub(super) const SECOND: usize = 32;
/// The outputs, with two that are always zero, so that they fill a vector.
pub(super) const OUTPUTS: usize = 8;
/// How many neurons of the first layer are added up at once.
pub(super) const TILE: usize = 128;

/// As many numbers as neurons are added up at once. It begins where a cache line begins: a vector that
/// lies across two of them loads half as fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Tile(pub(super) [i16; TILE]);
/// The weights that two neighbouring neurons of the first layer have for each neuron of the second: of
/// the first, of the second, and so on in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Pair(pub(super) [i16; 2 * SECOND]);

/// The weights of the two layers.
#[derive(Clone, Copy)]
pub(super) struct Layers<'a> {
    /// For each tile of the first layer, its part of each input's row.
    pub(super) first: &'a [Tile],
    pub(super) first_bias: &'a [Tile],
    pub(super) second: &'a [Pair],
    pub(super) second_bias: &'a [i32; SECOND],
}

/// Computes both layers for each of some inputs.
///
/// A neuron of the first layer is its bias, plus the rows that are named, plus the rows that have a value,
/// times the value in steps of 1/65536, rounded down; below zero it is zero, and what is beyond an i16 on
/// the way stays at its end. A neuron of the second is its bias, plus the neurons of the first times their
/// weights, before anything is cut off. Sums that don't fit an i32, which no net that was learnt has, wrap.
///
/// Tile by tile, and for each tile input by input: neighbours share most of their rows, which then are
/// still near.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(super) fn layers(layers: Layers<'_>, inputs: &[Inputs], out: &mut [[i32; SECOND]]) {
    for out in &mut *out {
        *out = *layers.second_bias;
    }
    let height = layers.first.len() / layers.first_bias.len();
    for tile in 0..layers.first_bias.len() {
        let weights = &layers.first[tile * height..(tile + 1) * height];
        let bias = &layers.first_bias[tile];
        let pairs: &[Pair; TILE / 2] = match layers.second[tile * TILE / 2..].first_chunk() {
            Some(pairs) => pairs,
            None => return,
        };
        for (inputs, out) in inputs.iter().zip(&mut *out) {
            match_target! {
                "x86_64+avx512f+avx512bw" => {
                    use std::arch::x86_64::{
                        __m512i, _mm512_add_epi32, _mm512_adds_epi16, _mm512_madd_epi16, _mm512_max_epi16,
                        _mm512_mulhi_epi16, _mm512_set1_epi16, _mm512_set1_epi32,
                    };
                    const PARTS: usize = TILE / 32;
                    let mut sums: [__m512i; PARTS] = bytemuck::cast(bias.0);
                    for &row in inputs.rows() {
                        let row: &[__m512i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                        for part in 0..PARTS {
                            sums[part] = _mm512_adds_epi16(sums[part], row[part]);
                        }
                    }
                    for &(row, value) in inputs.values() {
                        let row: &[__m512i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                        let value = _mm512_set1_epi16(value);
                        for part in 0..PARTS {
                            sums[part] = _mm512_adds_epi16(sums[part], _mm512_mulhi_epi16(value, row[part]));
                        }
                    }
                    for part in 0..PARTS {
                        sums[part] = _mm512_max_epi16(sums[part], _mm512_set1_epi16(0));
                    }
                    let neurons: [i32; TILE / 2] = bytemuck::cast(sums);
                    let mut sums: [__m512i; 2] = bytemuck::cast(*out);
                    for pair in 0..TILE / 2 {
                        let neurons = _mm512_set1_epi32(neurons[pair]);
                        let weights: &[__m512i; 2] = bytemuck::cast_ref(&pairs[pair].0);
                        for part in 0..2 {
                            let products = _mm512_madd_epi16(neurons, weights[part]);
                            sums[part] = _mm512_add_epi32(sums[part], products);
                        }
                    }
                    *out = bytemuck::cast(sums);
                }
                "x86_64+avx2" => {
                    use std::arch::x86_64::{
                        __m256i, _mm256_add_epi32, _mm256_adds_epi16, _mm256_madd_epi16, _mm256_max_epi16,
                        _mm256_mulhi_epi16, _mm256_set1_epi16, _mm256_set1_epi32,
                    };
                    const PARTS: usize = TILE / 16;
                    let mut sums: [__m256i; PARTS] = bytemuck::cast(bias.0);
                    for &row in inputs.rows() {
                        let row: &[__m256i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                        for part in 0..PARTS {
                            sums[part] = _mm256_adds_epi16(sums[part], row[part]);
                        }
                    }
                    for &(row, value) in inputs.values() {
                        let row: &[__m256i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                        let value = _mm256_set1_epi16(value);
                        for part in 0..PARTS {
                            sums[part] = _mm256_adds_epi16(sums[part], _mm256_mulhi_epi16(value, row[part]));
                        }
                    }
                    for part in 0..PARTS {
                        sums[part] = _mm256_max_epi16(sums[part], _mm256_set1_epi16(0));
                    }
                    let neurons: [i32; TILE / 2] = bytemuck::cast(sums);
                    let mut sums: [__m256i; 4] = bytemuck::cast(*out);
                    for pair in 0..TILE / 2 {
                        let neurons = _mm256_set1_epi32(neurons[pair]);
                        let weights: &[__m256i; 4] = bytemuck::cast_ref(&pairs[pair].0);
                        for part in 0..4 {
                            let products = _mm256_madd_epi16(neurons, weights[part]);
                            sums[part] = _mm256_add_epi32(sums[part], products);
                        }
                    }
                    *out = bytemuck::cast(sums);
                }
                _ => {
                    let mut neurons = bias.0;
                    for &row in inputs.rows() {
                        let row = &weights[usize::from(row)].0;
                        for lane in 0..TILE {
                            neurons[lane] = neurons[lane].saturating_add(row[lane]);
                        }
                    }
                    for &(row, value) in inputs.values() {
                        let row = &weights[usize::from(row)].0;
                        for lane in 0..TILE {
                            let product = (i32::from(value) * i32::from(row[lane])) >> 16;
                            neurons[lane] = neurons[lane].saturating_add(product as i16);
                        }
                    }
                    for pair in 0..TILE / 2 {
                        let first = i32::from(neurons[2 * pair].max(0));
                        let second = i32::from(neurons[2 * pair + 1].max(0));
                        let weights = &pairs[pair].0;
                        for neuron in 0..SECOND {
                            let sum = first * i32::from(weights[2 * neuron])
                                + second * i32::from(weights[2 * neuron + 1]);
                            out[neuron] = out[neuron].wrapping_add(sum);
                        }
                    }
                }
            }
        }
    }
}

/// Computes the outputs, `bias` plus the rows of `weights`, each times its input, and turns the first six
/// into chances that sum to 1. Every set of instructions does the same in the same order.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt", "aarch64+neon"))]
pub(super) fn chances(
    weights: &[[f32; OUTPUTS]; SECOND],
    bias: &[f32; OUTPUTS],
    inputs: &[f32; SECOND],
) -> [f32; 6] {
    // Four sums side by side: each waits for its own last addition only.
    let mut sums = [[0.0; OUTPUTS]; 4];
    let mut input = 0;
    while input < SECOND {
        for (part, sums) in sums.iter_mut().enumerate() {
            let (value, row) = (inputs[input + part], &weights[input + part]);
            for lane in 0..OUTPUTS {
                sums[lane] += value * row[lane];
            }
        }
        input += 4;
    }
    let mut outputs = [0.0; OUTPUTS];
    for lane in 0..OUTPUTS {
        outputs[lane] = bias[lane] + (sums[0][lane] + sums[1][lane]) + (sums[2][lane] + sums[3][lane]);
    }
    softmax(&outputs)
}

/// Turns the first six outputs into chances that sum to 1.
#[inline(always)]
fn softmax(outputs: &[f32; OUTPUTS]) -> [f32; 6] {
    let mut most = outputs[0];
    for &output in &outputs[1..6] {
        most = most.max(output);
    }
    let mut powers = [0.0; OUTPUTS];
    for lane in 0..OUTPUTS {
        powers[lane] = exp((outputs[lane] - most).min(0.0));
    }
    let sum = (powers[0] + powers[1]) + (powers[2] + powers[3]) + (powers[4] + powers[5]);
    let mut chances = [0.0; 6];
    for lane in 0..6 {
        chances[lane] = powers[lane] / sum;
    }
    chances
}

/// Returns e to the power of a number that isn't positive, to about seven digits; at least e^-80.
///
/// The standard library asks the operating system, whose last bits differ from one to the next.
#[inline(always)]
fn exp(x: f32) -> f32 {
    // 2^whole times e^rest, the rest within ln 2 / 2 of zero: the whole becomes the exponent, and
    // the rest goes into the Taylor series. ln 2 is taken off in two parts, the first of which has
    // few bits, so that nothing of the rest is lost. Behind 1.5 * 2^23 a number has no fraction, so
    // that adding it rounds, and the whole stands in its last bits.
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

    /// Numbers that look random and are the same everywhere.
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
        let (weights, bias) = (tiles(height * tiles_across, 1), tiles(tiles_across, 2));
        let second = numbers(tiles_across * TILE * SECOND, 3);
        let second: Vec<Pair> = second.as_chunks().0.iter().map(|&pair| Pair(pair)).collect();
        let second_bias: [i32; SECOND] = std::array::from_fn(|neuron| neuron as i32 * 1000 - 7000);
        let layers =
            Layers { first: &weights, first_bias: &bias, second: &second, second_bias: &second_bias };

        // Sums of so many rows go beyond an i16 on the way, in both directions.
        let boards: Vec<Board> = Roll::ALL
            .iter()
            .flat_map(|&roll| legal_plays(&Board::START, roll))
            .map(|(_, after)| after.flip())
            .take(19)
            .collect();
        let inputs: Vec<Inputs> = boards.iter().map(|board| Inputs::of(board, kind)).collect();
        let mut found = vec![[0; SECOND]; inputs.len()];
        super::layers(layers, &inputs, &mut found);
        let (mut cut, mut passed) = (0, 0);
        for (inputs, found) in inputs.iter().zip(found) {
            let neurons: Vec<i32> = (0..tiles_across * TILE)
                .map(|neuron| {
                    let (tile, lane) = (neuron / TILE, neuron % TILE);
                    let weight = |row: u16| i32::from(weights[tile * height + usize::from(row)].0[lane]);
                    let terms = inputs.rows().iter().map(|&row| weight(row));
                    let terms = terms.chain(
                        inputs
                            .values()
                            .iter()
                            .map(|&(row, value)| (i32::from(value) * weight(row)).div_euclid(65_536)),
                    );
                    let sum = terms.fold(i32::from(bias[tile].0[lane]), |sum, term| {
                        let plain = sum + term;
                        let kept = plain.clamp(i32::from(i16::MIN), i32::from(i16::MAX));
                        cut += usize::from(kept != plain);
                        kept
                    });
                    passed += usize::from(sum > 0);
                    sum.max(0)
                })
                .collect();
            for neuron in 0..SECOND {
                let sum = neurons.iter().enumerate().fold(second_bias[neuron], |sum, (place, &value)| {
                    let weight = second[place / 2].0[2 * neuron + place % 2];
                    sum.wrapping_add(value * i32::from(weight))
                });
                assert_eq!(found[neuron], sum, "neuron {neuron}");
            }
        }
        assert!(cut > 200 && passed > 200, "{cut} {passed}");
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
        let chances = softmax(&[1.0, -30.0, 2.0, 200.0, 0.0, 3.0, 900.0, 900.0]);
        assert!(chances.iter().all(|chance| chance.is_finite()));
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(chances[3] > 0.999);
    }
}
