//! The arithmetic of a net.
//!
//! The two large layers are sums of small whole numbers, which are the same on every machine and in
//! every order; only the few outputs are real numbers, added in a fixed order. The loops are plain, over
//! arrays of fixed length, which the compiler turns into vector instructions; each is compiled once for
//! every set of instructions that is worth it, and the best that the processor has runs. Where the
//! compiler doesn't find the instruction that adds products in pairs, it is named.

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
/// How many pairs of products come of them.
const PAIRS: usize = TILE / 4;
/// The most that a neuron of the first layer says.
const MOST: i16 = 4095;

/// As many numbers as neurons are added up at once. It begins where a cache line begins: a vector that
/// lies across two of them loads half as fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Tile(pub(super) [i16; TILE]);
/// The weights that two neighbouring products of the first layer have for each neuron of the second: of
/// the first, of the second, and so on in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Pair(pub(super) [i16; 2 * SECOND]);

/// The first layer's weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct First {
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

/// Computes both layers for each of some inputs, which have been parted into what they have in `common` and the rest.
///
/// A neuron of the first layer is its bias, plus the rows that are named, plus the rows that have a value,
/// times the value in steps of 1/32768, rounded. It is cut off below 0 and beyond 4,095. In each tile, the neurons of the first
/// half are multiplied by those of the second: a product is divided by 1,024 and rounded. A neuron of the second layer is its
/// bias, plus the products times their weights, before anything is cut off. Sums that don't fit
/// an i16 or an i32, which no net that was learnt has, wrap.
///
/// What all inputs have in common is added up once. Tile by tile, and for each tile input by input: neighbours
/// share many of the other rows too, which then are still near. Most products are zero; where two neighbours are,
/// they are left out of the second layer.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(super) fn layers(
    first: &First,
    heads: &[Head],
    common: &Inputs,
    inputs: &[Inputs],
    out: &mut [[i32; SECOND]],
) {
    for (inputs, out) in inputs.iter().zip(&mut *out) {
        *out = heads[inputs.head()].second_bias;
    }
    let height = first.weights.len() / first.bias.len();
    for tile in 0..first.bias.len() {
        let weights = &first.weights[tile * height..(tile + 1) * height];
        let bias = &first.bias[tile];
        match_target! {
            "x86_64+avx512f+avx512bw" => {
                use std::arch::x86_64::{
                    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_madd_epi16, _mm512_max_epi16,
                    _mm512_min_epi16, _mm512_mulhrs_epi16, _mm512_set1_epi16, _mm512_set1_epi32,
                    _mm512_slli_epi16, _mm512_test_epi32_mask,
                };
                const PARTS: usize = TILE / 32;
                let (zero, most) = (_mm512_set1_epi16(0), _mm512_set1_epi16(MOST));
                // A closure could stay a call, and be compiled for other instructions.
                macro_rules! add {
                    ($sums:ident, $inputs:expr) => {
                        for &row in $inputs.rows() {
                            let row: &[__m512i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                            for part in 0..PARTS {
                                $sums[part] = _mm512_add_epi16($sums[part], row[part]);
                            }
                        }
                        for &(row, value) in $inputs.values() {
                            let row: &[__m512i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                            let value = _mm512_set1_epi16(value);
                            for part in 0..PARTS {
                                let products = _mm512_mulhrs_epi16(value, row[part]);
                                $sums[part] = _mm512_add_epi16($sums[part], products);
                            }
                        }
                    };
                }
                let mut shared: [__m512i; PARTS] = bytemuck::cast(bias.0);
                add!(shared, common);
                for (inputs, out) in inputs.iter().zip(&mut *out) {
                    let mut sums = shared;
                    add!(sums, inputs);
                    let mut products = [zero; PARTS / 2];
                    let mut speak = 0_u32;
                    for part in 0..PARTS / 2 {
                        let one = _mm512_min_epi16(_mm512_max_epi16(sums[part], zero), most);
                        let other = _mm512_min_epi16(_mm512_max_epi16(sums[part + PARTS / 2], zero), most);
                        let product =
                            _mm512_mulhrs_epi16(_mm512_slli_epi16::<3>(one), _mm512_slli_epi16::<2>(other));
                        products[part] = product;
                        speak |= u32::from(_mm512_test_epi32_mask(product, product)) << (16 * part);
                    }
                    let products: [i32; PAIRS] = bytemuck::cast(products);
                    let mut sums: [__m512i; 2] = bytemuck::cast(*out);
                    let pairs = heads[inputs.head()].pairs(tile);
                    while speak != 0 {
                        let pair = speak.trailing_zeros() as usize % PAIRS;
                        speak &= speak - 1;
                        let products = _mm512_set1_epi32(products[pair]);
                        let weights: &[__m512i; 2] = bytemuck::cast_ref(&pairs[pair].0);
                        for part in 0..2 {
                            let terms = _mm512_madd_epi16(products, weights[part]);
                            sums[part] = _mm512_add_epi32(sums[part], terms);
                        }
                    }
                    *out = bytemuck::cast(sums);
                }
            }
            "x86_64+avx2" => {
                use std::arch::x86_64::{
                    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpgt_epi32,
                    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_movemask_ps,
                    _mm256_mulhrs_epi16, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_slli_epi16,
                };
                const PARTS: usize = TILE / 16;
                let (zero, most) = (_mm256_set1_epi16(0), _mm256_set1_epi16(MOST));
                macro_rules! add {
                    ($sums:ident, $inputs:expr) => {
                        for &row in $inputs.rows() {
                            let row: &[__m256i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                            for part in 0..PARTS {
                                $sums[part] = _mm256_add_epi16($sums[part], row[part]);
                            }
                        }
                        for &(row, value) in $inputs.values() {
                            let row: &[__m256i; PARTS] = bytemuck::cast_ref(&weights[usize::from(row)].0);
                            let value = _mm256_set1_epi16(value);
                            for part in 0..PARTS {
                                let products = _mm256_mulhrs_epi16(value, row[part]);
                                $sums[part] = _mm256_add_epi16($sums[part], products);
                            }
                        }
                    };
                }
                let mut shared: [__m256i; PARTS] = bytemuck::cast(bias.0);
                add!(shared, common);
                for (inputs, out) in inputs.iter().zip(&mut *out) {
                    let mut sums = shared;
                    add!(sums, inputs);
                    let mut products = [zero; PARTS / 2];
                    let mut speak = 0_u32;
                    for part in 0..PARTS / 2 {
                        let one = _mm256_min_epi16(_mm256_max_epi16(sums[part], zero), most);
                        let other = _mm256_min_epi16(_mm256_max_epi16(sums[part + PARTS / 2], zero), most);
                        let product =
                            _mm256_mulhrs_epi16(_mm256_slli_epi16::<3>(one), _mm256_slli_epi16::<2>(other));
                        products[part] = product;
                        // No product is negative, so two side by side are above zero or both zero.
                        let some = _mm256_castsi256_ps(_mm256_cmpgt_epi32(product, zero));
                        speak |= (_mm256_movemask_ps(some) as u32) << (8 * part);
                    }
                    let products: [i32; PAIRS] = bytemuck::cast(products);
                    let mut sums: [__m256i; 4] = bytemuck::cast(*out);
                    let pairs = heads[inputs.head()].pairs(tile);
                    while speak != 0 {
                        let pair = speak.trailing_zeros() as usize % PAIRS;
                        speak &= speak - 1;
                        let products = _mm256_set1_epi32(products[pair]);
                        let weights: &[__m256i; 4] = bytemuck::cast_ref(&pairs[pair].0);
                        for part in 0..4 {
                            let terms = _mm256_madd_epi16(products, weights[part]);
                            sums[part] = _mm256_add_epi32(sums[part], terms);
                        }
                    }
                    *out = bytemuck::cast(sums);
                }
            }
            _ => {
                let add = |sums: &mut [i16; TILE], inputs: &Inputs| {
                    for &row in inputs.rows() {
                        let row = &weights[usize::from(row)].0;
                        for lane in 0..TILE {
                            sums[lane] = sums[lane].wrapping_add(row[lane]);
                        }
                    }
                    for &(row, value) in inputs.values() {
                        let row = &weights[usize::from(row)].0;
                        for lane in 0..TILE {
                            let product = (i32::from(value) * i32::from(row[lane]) + (1 << 14)) >> 15;
                            sums[lane] = sums[lane].wrapping_add(product as i16);
                        }
                    }
                };
                let mut shared = bias.0;
                add(&mut shared, common);
                for (inputs, out) in inputs.iter().zip(&mut *out) {
                    let mut sums = shared;
                    add(&mut sums, inputs);
                    let mut products = [0; TILE / 2];
                    for lane in 0..TILE / 2 {
                        let one = i32::from(sums[lane].clamp(0, MOST));
                        let other = i32::from(sums[lane + TILE / 2].clamp(0, MOST));
                        products[lane] = (one * other + 512) >> 10;
                    }
                    let pairs = heads[inputs.head()].pairs(tile);
                    for pair in 0..PAIRS {
                        let (first, second) = (products[2 * pair], products[2 * pair + 1]);
                        if first == 0 && second == 0 {
                            continue;
                        }
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
    // few bits, so that nothing of the rest is lost. After 1.5 * 2^23 a number has no fraction, so
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
        // Small enough that neurons are cut off at both ends but seldom, large enough that sums wrap.
        let first = First {
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
        // Another class of position: somebody is on the bar, after nobody.
        let mut lanes = *Board::START.lanes();
        (lanes[24], lanes[13]) = (0, 7);
        boards.push(Board::from_lanes(lanes));
        let inputs: Vec<Inputs> = boards.iter().map(|board| Inputs::of(board, kind)).collect();
        let mut found = vec![[0; SECOND]; inputs.len()];
        let mut rest = inputs.clone();
        let common = Inputs::take_common(&mut rest);
        super::layers(&first, &heads, &common, &rest, &mut found);
        let (mut wrapped, mut passed, mut cut) = (0, 0, 0);
        for (inputs, found) in inputs.iter().zip(found) {
            let neurons: Vec<i32> = (0..tiles_across * TILE)
                .map(|neuron| {
                    let (tile, lane) = (neuron / TILE, neuron % TILE);
                    let weight =
                        |row: u16| i32::from(first.weights[tile * height + usize::from(row)].0[lane]);
                    let terms = inputs.rows().iter().map(|&row| weight(row));
                    let terms =
                        terms.chain(inputs.values().iter().map(|&(row, value)| {
                            (i32::from(value) * weight(row) + 16_384).div_euclid(32_768)
                        }));
                    let sum = terms.sum::<i32>() + i32::from(first.bias[tile].0[lane]);
                    let kept = i32::from(sum as i16);
                    wrapped += usize::from(kept != sum);
                    passed += usize::from((1..i32::from(MOST)).contains(&kept));
                    cut += usize::from(kept > i32::from(MOST));
                    kept.clamp(0, i32::from(MOST))
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
        let chances = softmax(&[1.0, -30.0, 2.0, 200.0, 0.0, 3.0, 900.0, 900.0]);
        assert!(chances.iter().all(|chance| chance.is_finite()));
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(chances[3] > 0.999);
    }
}
