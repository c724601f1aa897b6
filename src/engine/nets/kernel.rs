//! The arithmetic of a net.
//!
//! The two large layers are sums of small whole numbers, which are the same on every machine and in
//! every order; only the few outputs are real numbers, added in a fixed order. The loops are plain, over
//! arrays of fixed length, which the compiler turns into vector instructions; each is compiled once for
//! every set of instructions that is worth it, and the best that the processor has runs. Where the
//! compiler doesn't find the instruction that adds products in pairs, it is named.

#![expect(clippy::needless_range_loop, reason = "adapters of iterators can stay calls in these functions")]
#![allow(clippy::inline_always, reason = "becomes part of the version of each set of instructions")]

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

impl Tile {
    pub(super) const ZERO: Self = Self([0; TILE]);
}

/// Computes the first layer of a net whose tiles have `height` rows each: `bias`, plus the rows that are
/// named, plus the rows that have a value, times the value in steps of 1/65536, rounded down. Below zero
/// is zero; what is beyond an i16 on the way stays at its end.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(super) fn first_layer(
    weights: &[Tile],
    bias: &[Tile],
    rows: &[u16],
    values: &[(u16, i16)],
    out: &mut [Tile],
) {
    let height = weights.len() / bias.len();
    for ((weights, bias), out) in weights.chunks_exact(height).zip(bias).zip(out) {
        match_target! {
            "x86_64+avx512f+avx512bw" => {
                use std::arch::x86_64::{
                    __m512i, _mm512_adds_epi16, _mm512_max_epi16, _mm512_mulhi_epi16, _mm512_set1_epi16,
                };
                let mut sums: [__m512i; TILE / 32] = bytemuck::cast(bias.0);
                for &row in rows {
                    let weights: &[__m512i; TILE / 32] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                    for part in 0..TILE / 32 {
                        sums[part] = _mm512_adds_epi16(sums[part], weights[part]);
                    }
                }
                for &(row, value) in values {
                    let weights: &[__m512i; TILE / 32] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                    let value = _mm512_set1_epi16(value);
                    for part in 0..TILE / 32 {
                        let product = _mm512_mulhi_epi16(value, weights[part]);
                        sums[part] = _mm512_adds_epi16(sums[part], product);
                    }
                }
                let zero = _mm512_set1_epi16(0);
                for part in 0..TILE / 32 {
                    sums[part] = _mm512_max_epi16(sums[part], zero);
                }
                out.0 = bytemuck::cast(sums);
            }
            "x86_64+avx2" => {
                use std::arch::x86_64::{
                    __m256i, _mm256_adds_epi16, _mm256_max_epi16, _mm256_mulhi_epi16, _mm256_set1_epi16,
                };
                let mut sums: [__m256i; TILE / 16] = bytemuck::cast(bias.0);
                for &row in rows {
                    let weights: &[__m256i; TILE / 16] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                    for part in 0..TILE / 16 {
                        sums[part] = _mm256_adds_epi16(sums[part], weights[part]);
                    }
                }
                for &(row, value) in values {
                    let weights: &[__m256i; TILE / 16] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                    let value = _mm256_set1_epi16(value);
                    for part in 0..TILE / 16 {
                        let product = _mm256_mulhi_epi16(value, weights[part]);
                        sums[part] = _mm256_adds_epi16(sums[part], product);
                    }
                }
                let zero = _mm256_set1_epi16(0);
                for part in 0..TILE / 16 {
                    sums[part] = _mm256_max_epi16(sums[part], zero);
                }
                out.0 = bytemuck::cast(sums);
            }
            _ => {
                let mut sums = bias.0;
                for &row in rows {
                    let weights = &weights[usize::from(row)].0;
                    for lane in 0..TILE {
                        sums[lane] = sums[lane].saturating_add(weights[lane]);
                    }
                }
                for &(row, value) in values {
                    let weights = &weights[usize::from(row)].0;
                    for lane in 0..TILE {
                        let product = (i32::from(value) * i32::from(weights[lane])) >> 16;
                        sums[lane] = sums[lane].saturating_add(product as i16);
                    }
                }
                for lane in 0..TILE {
                    out.0[lane] = sums[lane].max(0);
                }
            }
        }
    }
}

/// The weights that two neighbouring neurons of the first layer have for each neuron of the second: of
/// the first, of the second, and so on in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Pair(pub(super) [i16; 2 * SECOND]);

/// Computes the second layer before anything is cut off: `bias`, plus the inputs times their weights.
/// Sums that don't fit an i32, which no net that was learnt has, wrap.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(super) fn second_layer(weights: &[Pair], bias: &[i32; SECOND], inputs: &[Tile], out: &mut [i32; SECOND]) {
    match_target! {
        "x86_64+avx512f+avx512bw" => {
            use std::arch::x86_64::{__m512i, _mm512_add_epi32, _mm512_madd_epi16, _mm512_set1_epi32};
            let mut sums: [__m512i; 2] = bytemuck::cast(*bias);
            for (tile, weights) in inputs.iter().zip(weights.chunks_exact(TILE / 2)) {
                let pairs: &[i32; TILE / 2] = bytemuck::cast_ref(&tile.0);
                for pair in 0..TILE / 2 {
                    let inputs = _mm512_set1_epi32(pairs[pair]);
                    let weights: &[__m512i; 2] = bytemuck::cast_ref(&weights[pair].0);
                    for part in 0..2 {
                        let products = _mm512_madd_epi16(inputs, weights[part]);
                        sums[part] = _mm512_add_epi32(sums[part], products);
                    }
                }
            }
            *out = bytemuck::cast(sums);
        }
        "x86_64+avx2" => {
            use std::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32};
            let mut sums: [__m256i; 4] = bytemuck::cast(*bias);
            for (tile, weights) in inputs.iter().zip(weights.chunks_exact(TILE / 2)) {
                let pairs: &[i32; TILE / 2] = bytemuck::cast_ref(&tile.0);
                for pair in 0..TILE / 2 {
                    let inputs = _mm256_set1_epi32(pairs[pair]);
                    let weights: &[__m256i; 4] = bytemuck::cast_ref(&weights[pair].0);
                    for part in 0..4 {
                        let products = _mm256_madd_epi16(inputs, weights[part]);
                        sums[part] = _mm256_add_epi32(sums[part], products);
                    }
                }
            }
            *out = bytemuck::cast(sums);
        }
        _ => {
            *out = *bias;
            for (tile, weights) in inputs.iter().zip(weights.chunks_exact(TILE / 2)) {
                for pair in 0..TILE / 2 {
                    let (first, second) = (i32::from(tile.0[2 * pair]), i32::from(tile.0[2 * pair + 1]));
                    let weights = &weights[pair].0;
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
        let (height, width) = (50, 2);
        let (weights, bias) = (tiles(height * width, 1), tiles(width, 2));
        // Rows that go beyond an i16 on the way, more than once in both directions.
        let (rows, values) = ([0, 7, 7, 20, 31], [(49, 16_384), (3, -700), (4, i16::MAX), (4, i16::MIN)]);
        let mut out = [Tile::ZERO; 2];
        first_layer(&weights, &bias, &rows, &values, &mut out);
        let (mut cut, mut passed) = (0, 0);
        for tile in 0..width {
            for lane in 0..TILE {
                let weight = |row: u16| i32::from(weights[tile * height + usize::from(row)].0[lane]);
                let terms = rows.iter().map(|&row| weight(row));
                let terms = terms.chain(
                    values.iter().map(|&(row, value)| (i32::from(value) * weight(row)).div_euclid(65_536)),
                );
                let sum = terms.fold(i32::from(bias[tile].0[lane]), |sum, term| {
                    let plain = sum + term;
                    let kept = plain.clamp(i32::from(i16::MIN), i32::from(i16::MAX));
                    cut += usize::from(kept != plain);
                    kept
                });
                passed += usize::from(sum > 0);
                assert_eq!(i32::from(out[tile].0[lane]), sum.max(0), "tile {tile}, lane {lane}");
            }
        }
        assert!(cut > 20 && passed > 20, "{cut} {passed}");

        let pairs = width * TILE / 2;
        let second = numbers(pairs * 2 * SECOND, 3);
        let second: Vec<Pair> = second.as_chunks().0.iter().map(|&pair| Pair(pair)).collect();
        let bias: [i32; SECOND] = std::array::from_fn(|neuron| neuron as i32 * 1000 - 7000);
        let mut hidden = [0; SECOND];
        second_layer(&second, &bias, &out, &mut hidden);
        for neuron in 0..SECOND {
            let sum = (0..width * TILE).fold(i64::from(bias[neuron]), |sum, input| {
                let weight = second[input / 2].0[2 * neuron + input % 2];
                sum + i64::from(out[input / TILE].0[input % TILE]) * i64::from(weight)
            });
            assert_eq!(hidden[neuron], sum as i32, "neuron {neuron}");
        }
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
