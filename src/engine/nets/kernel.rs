//! The arithmetic of a net.
//!
//! Plain loops over arrays of fixed length, which the compiler turns into vector instructions; each
//! is compiled once for every set of instructions that is worth it, and the best that the processor
//! has runs. Products and sums are rounded one by one, and sums have a fixed order. So all of them,
//! and the scalar reference in the tests, give the same bits.

use multiversion::multiversion;

/// The neurons of the second layer.
pub(super) const SECOND: usize = 32;
/// The outputs, with two that are always zero, so that they fill a vector.
pub(super) const OUTPUTS: usize = 8;
/// How many neurons of the first layer are added up at once.
pub(super) const TILE: usize = 64;

/// Computes the first layer: `bias` plus the rows of `weights`, each times its value; below zero is
/// zero. All are cut into tiles; a row has as many as `bias`.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(super) fn first_layer(
    weights: &[[f32; TILE]],
    bias: &[[f32; TILE]],
    entries: &[(u16, f32)],
    out: &mut [[f32; TILE]],
) {
    let width = bias.len();
    for (tile, (out, bias)) in out.iter_mut().zip(bias).enumerate() {
        let mut sums = *bias;
        for &(row, value) in entries {
            let row = &weights[usize::from(row) * width + tile];
            for lane in 0..TILE {
                sums[lane] += value * row[lane];
            }
        }
        for lane in 0..TILE {
            out[lane] = sums[lane].max(0.0);
        }
    }
}

/// Computes the second layer: `bias` plus the rows of `weights`, each times its input; below zero
/// is zero. The number of inputs is even.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(super) fn second_layer(
    weights: &[[f32; SECOND]],
    bias: &[f32; SECOND],
    inputs: &[f32],
    out: &mut [f32; SECOND],
) {
    // Two sums for each neuron, so that an addition needn't wait for the one before.
    let mut even = *bias;
    let mut odd = [0.0; SECOND];
    let (inputs, _) = inputs.as_chunks::<2>();
    let (weights, _) = weights.as_chunks::<2>();
    for ([first, second], [first_row, second_row]) in inputs.iter().zip(weights) {
        for lane in 0..SECOND {
            even[lane] += first * first_row[lane];
            odd[lane] += second * second_row[lane];
        }
    }
    for lane in 0..SECOND {
        out[lane] = (even[lane] + odd[lane]).max(0.0);
    }
}

/// Computes the outputs: `bias` plus the rows of `weights`, each times its input.
pub(super) fn outputs(
    weights: &[[f32; OUTPUTS]],
    bias: &[f32; OUTPUTS],
    inputs: &[f32; SECOND],
) -> [f32; OUTPUTS] {
    let mut sums = *bias;
    for (input, row) in inputs.iter().zip(weights) {
        for lane in 0..OUTPUTS {
            sums[lane] += input * row[lane];
        }
    }
    sums
}

/// Turns the first six outputs into chances that sum to 1.
pub(super) fn softmax(outputs: &[f32; OUTPUTS]) -> [f32; 6] {
    let most = outputs[..6].iter().fold(f32::MIN, |most, &output| most.max(output));
    let mut chances = [0.0; 6];
    let mut sum = 0.0;
    for (chance, output) in chances.iter_mut().zip(outputs) {
        *chance = exp(output - most);
        sum += *chance;
    }
    for chance in &mut chances {
        *chance /= sum;
    }
    chances
}

/// Returns e to the power of a number that isn't positive, to about seven digits; at least e^-80.
///
/// The standard library asks the operating system, whose last bits differ from one to the next.
fn exp(x: f32) -> f32 {
    // 2^whole times e^rest, the rest within ln 2 / 2 of zero: the whole becomes the exponent, and
    // the rest goes into the Taylor series. ln 2 is taken off in two parts, the first of which has
    // few bits, so that nothing of the rest is lost.
    let x = x.max(-80.0);
    let whole = (x * std::f32::consts::LOG2_E - 0.5) as i32;
    let part = (x - whole as f32 * 0.693_359_4) - whole as f32 * -2.121_944_4e-4;
    let series = 1.0 / 720.0;
    let series = series * part + 1.0 / 120.0;
    let series = series * part + 1.0 / 24.0;
    let series = series * part + 1.0 / 6.0;
    let series = series * part + 0.5;
    let series = series * part + 1.0;
    let series = series * part + 1.0;
    series * f32::from_bits(((whole + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random and are the same everywhere.
    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        (0..count)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / (1 << 23) as f32 - 1.0
            })
            .collect()
    }

    #[test]
    fn every_instruction_set_gives_the_bits_of_the_scalar_reference() {
        let (rows, width) = (50, 2 * TILE);
        let (weights, bias) = (numbers(rows * width, 1), numbers(width, 2));
        let entries: Vec<_> = [(0, 1.0), (7, 1.0), (20, 0.25), (49, -0.7)].into();
        let mut tiles = [[0.0; TILE]; 2];
        first_layer(weights.as_chunks().0, bias.as_chunks().0, &entries, &mut tiles);
        let out = tiles.as_flattened();
        for (neuron, out) in out.iter().enumerate() {
            let sum = entries.iter().fold(bias[neuron], |sum, &(row, value)| {
                sum + value * weights[usize::from(row) * width + neuron]
            });
            assert_eq!(out.to_bits(), sum.max(0.0).to_bits());
        }

        let second = numbers(width * SECOND, 3);
        let bias: [f32; SECOND] = std::array::from_fn(|neuron| numbers(SECOND, 4)[neuron]);
        let mut hidden = [0.0; SECOND];
        second_layer(second.as_chunks().0, &bias, out, &mut hidden);
        for (neuron, hidden) in hidden.iter().enumerate() {
            let sum = |odd: usize, from: f32| {
                (0..width / 2).fold(from, |sum, pair| {
                    sum + out[2 * pair + odd] * second[(2 * pair + odd) * SECOND + neuron]
                })
            };
            assert_eq!(hidden.to_bits(), (sum(0, bias[neuron]) + sum(1, 0.0)).max(0.0).to_bits());
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
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(chances[3] > 0.999);
    }
}
