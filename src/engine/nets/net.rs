//! One net: two hidden layers of rectified sums, and a softmax over the six ends of a game.
//!
//! Nets are learnt in real numbers and used in whole ones. A neuron of the first layer counts in steps
//! of 1/2048 and reaches to 16, a weight of the second in steps of 1/8192 and reaches to 4; the weights
//! of features are in steps of 1/8192, too, as their products are cut to the neurons' steps.

use super::Shape;
use super::kernel::{self, Layers, OUTPUTS, Pair, SECOND, TILE, Tile};
use crate::engine::Chances;
use crate::engine::inputs::Inputs;

/// What 1 is in a neuron of the first layer, and in the weight of a checker.
const NEURON: f32 = 2048.0;
/// What 1 is in the weight of a feature: the product with [`Inputs::ONE`] loses sixteen bits.
const FEATURE: f32 = NEURON * 65_536.0 / Inputs::ONE;
/// What 1 is in a weight of the second layer.
const WEIGHT: f32 = 8192.0;

/// A net with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    shape: Shape,
    pub(super) parts: Parts,
}

/// The parameters of a net, in whole numbers but for the outputs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parts {
    /// For each tile of the first layer, its part of each input's row.
    pub(super) first: Vec<Tile>,
    pub(super) first_bias: Vec<Tile>,
    /// For each two neurons of the first layer, their weights.
    pub(super) second: Vec<Pair>,
    pub(super) second_bias: [i32; SECOND],
    pub(super) third: [[f32; OUTPUTS]; SECOND],
    pub(super) third_bias: [f32; OUTPUTS],
}

impl Net {
    /// No weight of a feature or of the second layer reaches further from zero: what is beyond is cut off.
    pub const REACH: f32 = 32_767.0 / WEIGHT;
    /// How many positions are evaluated side by side at most.
    pub const BATCH: usize = 16;

    /// Makes a net of parameters in the order of [`Shape`], each rounded to the nearest step; nothing if
    /// their number isn't right. Weights that the steps don't reach are cut off.
    #[must_use]
    pub fn new(shape: Shape, parameters: &[f32]) -> Option<Self> {
        let shape = Shape::new(shape.kind, shape.width)?;
        if parameters.len() != shape.parameters() {
            return None;
        }
        let steps = |value: f32, one: f32| (value * one).round() as i16;
        let tiles = shape.width / TILE;
        let first = &parameters[shape.first()];
        let checkers = shape.kind.rows() - shape.kind.features();
        let first = (0..tiles * shape.kind.rows()).map(|place| {
            let (tile, row) = (place / shape.kind.rows(), place % shape.kind.rows());
            let one = if row < checkers { NEURON } else { FEATURE };
            let from = row * shape.width + tile * TILE;
            Tile(std::array::from_fn(|lane| steps(first[from + lane], one)))
        });
        // Each product is rounded down, by half a step on average.
        let lost = shape.kind.features() as f32 / 2.0 / NEURON;
        let bias = parameters[shape.first_bias()].as_chunks().0;
        let second = &parameters[shape.second()];
        let second = second.as_chunks::<{ 2 * SECOND }>().0.iter().map(|rows| {
            Pair(std::array::from_fn(|place| steps(rows[place % 2 * SECOND + place / 2], WEIGHT)))
        });
        let second_bias = &parameters[shape.second_bias()];
        let third = &parameters[shape.third()];
        let third_bias = &parameters[shape.third_bias()];
        let parts = Parts {
            first: first.collect(),
            first_bias: bias.iter().map(|bias| Tile(bias.map(|bias| steps(bias + lost, NEURON)))).collect(),
            second: second.collect(),
            second_bias: std::array::from_fn(|neuron| (second_bias[neuron] * NEURON * WEIGHT) as i32),
            third: std::array::from_fn(|neuron| {
                std::array::from_fn(|output| third[OUTPUTS * neuron + output])
            }),
            third_bias: std::array::from_fn(|output| third_bias[output]),
        };
        Self::of(shape, parts)
    }

    /// Makes a net of its parts; nothing if there aren't as many as the shape says.
    pub(super) fn of(shape: Shape, parts: Parts) -> Option<Self> {
        let tiles = shape.width / TILE;
        let fits = parts.first.len() == tiles * shape.kind.rows()
            && parts.first_bias.len() == tiles
            && parts.second.len() == shape.width / 2;
        fits.then_some(Self { shape, parts })
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the parameters in the order of [`Shape`], as real numbers.
    #[must_use]
    pub fn parameters(&self) -> Vec<f32> {
        let (shape, parts) = (self.shape, &self.parts);
        let mut parameters = vec![0.0; shape.parameters()];
        let checkers = shape.kind.rows() - shape.kind.features();
        let first = &mut parameters[shape.first()];
        for (place, tile) in parts.first.iter().enumerate() {
            let (column, row) = (place / shape.kind.rows(), place % shape.kind.rows());
            let one = if row < checkers { NEURON } else { FEATURE };
            for (lane, &steps) in tile.0.iter().enumerate() {
                first[row * shape.width + column * TILE + lane] = f32::from(steps) / one;
            }
        }
        let lost = shape.kind.features() as f32 / 2.0 / NEURON;
        let bias = parameters[shape.first_bias()].iter_mut();
        for (bias, &steps) in bias.zip(parts.first_bias.iter().flat_map(|tile| &tile.0)) {
            *bias = f32::from(steps) / NEURON - lost;
        }
        let second = &mut parameters[shape.second()];
        for (rows, pair) in second.as_chunks_mut::<{ 2 * SECOND }>().0.iter_mut().zip(&parts.second) {
            for (place, &steps) in pair.0.iter().enumerate() {
                rows[place % 2 * SECOND + place / 2] = f32::from(steps) / WEIGHT;
            }
        }
        for (bias, &steps) in parameters[shape.second_bias()].iter_mut().zip(&parts.second_bias) {
            *bias = steps as f32 / (NEURON * WEIGHT);
        }
        parameters[shape.third()].copy_from_slice(parts.third.as_flattened());
        parameters[shape.third_bias()].copy_from_slice(&parts.third_bias);
        parameters
    }

    /// Evaluates a position from its inputs, which must be of the net's kind. Allocates nothing.
    #[must_use]
    pub fn evaluate(&self, inputs: &Inputs) -> Chances {
        let mut sums = [[0; SECOND]];
        kernel::layers(self.parts.layers(), std::slice::from_ref(inputs), &mut sums);
        self.parts.chances(&sums[0])
    }

    /// Evaluates positions side by side, which is quicker than one by one where they resemble each other,
    /// and tells the chances of each by its place. At most [`Self::BATCH`] are looked at. Allocates nothing.
    pub fn evaluate_each(&self, inputs: &[Inputs], mut tell: impl FnMut(usize, Chances)) {
        let inputs = &inputs[..inputs.len().min(Self::BATCH)];
        let mut sums = [[0; SECOND]; Self::BATCH];
        let sums = &mut sums[..inputs.len()];
        kernel::layers(self.parts.layers(), inputs, sums);
        for (place, sums) in sums.iter().enumerate() {
            tell(place, self.parts.chances(sums));
        }
    }
}

impl Parts {
    #[inline]
    fn layers(&self) -> Layers<'_> {
        Layers {
            first: &self.first,
            first_bias: &self.first_bias,
            second: &self.second,
            second_bias: &self.second_bias,
        }
    }

    /// What the outputs make of the sums of the second layer.
    #[inline]
    fn chances(&self, sums: &[i32; SECOND]) -> Chances {
        let mut second = [0.0; SECOND];
        for (second, sum) in second.iter_mut().zip(sums) {
            *second = (*sum).max(0) as f32 / (NEURON * WEIGHT);
        }
        Chances(kernel::chances(&self.third, &self.third_bias, &second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::inputs::Kind;

    #[test]
    fn whole_numbers_say_what_real_ones_say() {
        for (kind, width) in [(Kind::Contact, 512), (Kind::Race, 128), (Kind::Raw, 256)] {
            let shape = Shape::new(kind, width).expect("a shape");
            let deviation = |place: usize| {
                if place < shape.first_bias().end { 0.3 } else { 0.1 }
            };
            let parameters: Vec<f32> = (0..shape.parameters())
                .map(|place| deviation(place) * (((place * 7919) % 2003) as f32 / 1000.0 - 1.0))
                .collect();
            let net = Net::new(shape, &parameters).expect("as many as the shape says");
            let inputs = Inputs::of(&Board::START, kind);

            let mut first = parameters[shape.first_bias()].to_vec();
            let ones = inputs.rows().iter().map(|&row| (row, 1.0));
            let values = inputs.values().iter().map(|&(row, value)| (row, f32::from(value) / Inputs::ONE));
            for (row, value) in ones.chain(values) {
                let row = &parameters[shape.first()][usize::from(row) * width..][..width];
                first.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
            }
            let mut second = parameters[shape.second_bias()].to_vec();
            for (value, row) in first.iter().zip(parameters[shape.second()].chunks_exact(SECOND)) {
                second.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value.max(0.0) * weight);
            }
            let mut outputs = parameters[shape.third_bias()].to_vec();
            for (value, row) in second.iter().zip(parameters[shape.third()].chunks_exact(OUTPUTS)) {
                outputs.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value.max(0.0) * weight);
            }
            let powers: Vec<f32> = outputs[..6].iter().map(|output| output.exp()).collect();
            let right = powers.iter().map(|power| power / powers.iter().sum::<f32>());
            let found = net.evaluate(&inputs).0;
            for (found, right) in found.iter().zip(right) {
                assert!((found - right).abs() < 1e-3, "{kind:?}: {found} {right}");
            }
            assert_eq!(Net::new(shape, &net.parameters()), Some(net), "steps stay where they are");
        }
    }
}
