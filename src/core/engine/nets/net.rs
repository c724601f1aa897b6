//! One net: two hidden layers, and a softmax over the six ends of a game.
//!
//! The neurons of the first layer, the accumulator, are clipped to 0 and 4, and multiplied in pairs. The
//! products go into the second layer, which has rectified sums. Everything after the first layer exists once
//! for each class of positions, as a head of its own.
//!
//! Nets are trained in real numbers and used in whole ones. A neuron of the first layer counts in steps of
//! 1/1024, and its sum must not exceed 32; a weight of the second counts in steps of 1/8192 and is at most 4;
//! the weights of features are in steps of 1/2048 and are at most 16.

use super::Shape;
use super::kernel::{self, FeatureTransformer, Head, OUTPUTS, Pair, SECOND, TILE, Tile};
use crate::engine::Chances;
use crate::engine::inputs::Inputs;

/// The steps of 1 in a neuron of the first layer, in the weight of a checker, and in a product.
const NEURON: f32 = 1024.0;
/// The steps of 1 in the weight of a feature: the product with [`Inputs::ONE`] loses fifteen bits.
const FEATURE: f32 = NEURON * 32_768.0 / Inputs::ONE;
/// The steps of 1 in a weight of the second layer.
const WEIGHT: f32 = 8192.0;

/// A net with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    shape: Shape,
    pub(super) transformer: FeatureTransformer,
    pub(super) heads: Vec<Head>,
}

impl Net {
    /// The upper bound of a neuron of the first layer.
    pub const CLIP: f32 = 4095.0 / NEURON;
    /// The largest absolute value of a feature's weight; larger ones are clipped.
    pub const FEATURE_REACH: f32 = 32_767.0 / FEATURE;
    /// The largest absolute value of a weight of the second layer; larger ones are clipped.
    pub const SECOND_REACH: f32 = 32_767.0 / WEIGHT;
    /// The most positions that are evaluated side by side.
    pub const BATCH: usize = 32;

    /// Makes a net of parameters in the order of [`Shape`], each rounded to the nearest step; `None` if their
    /// number isn't right. Weights beyond the range of the steps are cut off.
    #[must_use]
    pub fn new(shape: Shape, parameters: &[f32]) -> Option<Self> {
        let shape = Shape::new(shape.kind, shape.width)?;
        if parameters.len() != shape.parameters() {
            return None;
        }
        let steps = |value: f32, one: f32| (value * one).round() as i16;
        let (rows, tiles) = (shape.kind.rows(), shape.width / TILE);
        let checkers = rows - shape.kind.features();
        let weights = &parameters[shape.first()];
        let weights = (0..tiles * rows).map(|place| {
            let (tile, row) = (place / rows, place % rows);
            let one = if row < checkers { NEURON } else { FEATURE };
            let from = row * shape.width + tile * TILE;
            Tile(std::array::from_fn(|lane| steps(weights[from + lane], one)))
        });
        let bias = parameters[shape.first_bias()].as_chunks().0;
        let transformer = FeatureTransformer {
            weights: weights.collect(),
            bias: bias.iter().map(|bias| Tile(bias.map(|bias| steps(bias, NEURON)))).collect(),
        };
        let heads = (0..shape.kind.heads()).map(|head| {
            let second = parameters[shape.second(head)].as_chunks::<{ 2 * SECOND }>().0.iter();
            let second_bias = &parameters[shape.second_bias(head)];
            let third = &parameters[shape.third(head)];
            let third_bias = &parameters[shape.third_bias(head)];
            Head {
                second: second
                    .map(|rows| {
                        Pair(std::array::from_fn(|place| steps(rows[place % 2 * SECOND + place / 2], WEIGHT)))
                    })
                    .collect(),
                second_bias: std::array::from_fn(|neuron| (second_bias[neuron] * NEURON * WEIGHT) as i32),
                third: std::array::from_fn(|neuron| {
                    std::array::from_fn(|output| third[OUTPUTS * neuron + output])
                }),
                third_bias: std::array::from_fn(|output| third_bias[output]),
            }
        });
        Self::of(shape, transformer, heads.collect())
    }

    /// Makes a net from its parts; `None` if their number doesn't fit the shape.
    pub(super) fn of(shape: Shape, transformer: FeatureTransformer, heads: Vec<Head>) -> Option<Self> {
        let tiles = shape.width / TILE;
        let fits = transformer.weights.len() == tiles * shape.kind.rows()
            && transformer.bias.len() == tiles
            && heads.len() == shape.kind.heads()
            && heads.iter().all(|head| head.second.len() == shape.products() / 2);
        fits.then_some(Self { shape, transformer, heads })
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the parameters in the order of [`Shape`], as real numbers.
    #[must_use]
    pub fn parameters(&self) -> Vec<f32> {
        let shape = self.shape;
        let mut parameters = vec![0.0; shape.parameters()];
        let rows = shape.kind.rows();
        let checkers = rows - shape.kind.features();
        let first = &mut parameters[shape.first()];
        for (place, tile) in self.transformer.weights.iter().enumerate() {
            let (column, row) = (place / rows, place % rows);
            let one = if row < checkers { NEURON } else { FEATURE };
            for (lane, &steps) in tile.0.iter().enumerate() {
                first[row * shape.width + column * TILE + lane] = f32::from(steps) / one;
            }
        }
        let bias = parameters[shape.first_bias()].iter_mut();
        for (bias, &steps) in bias.zip(self.transformer.bias.iter().flat_map(|tile| &tile.0)) {
            *bias = f32::from(steps) / NEURON;
        }
        for (number, head) in self.heads.iter().enumerate() {
            let second = &mut parameters[shape.second(number)];
            for (rows, pair) in second.as_chunks_mut::<{ 2 * SECOND }>().0.iter_mut().zip(&head.second) {
                for (place, &steps) in pair.0.iter().enumerate() {
                    rows[place % 2 * SECOND + place / 2] = f32::from(steps) / WEIGHT;
                }
            }
            let biases = parameters[shape.second_bias(number)].iter_mut();
            for (bias, &steps) in biases.zip(&head.second_bias) {
                *bias = steps as f32 / (NEURON * WEIGHT);
            }
            parameters[shape.third(number)].copy_from_slice(head.third.as_flattened());
            parameters[shape.third_bias(number)].copy_from_slice(&head.third_bias);
        }
        parameters
    }

    /// Evaluates a position from its inputs, which must be of the net's kind. Allocates nothing.
    #[must_use]
    pub fn evaluate(&self, inputs: &Inputs) -> Chances {
        let mut sums = [[0; SECOND]];
        kernel::layers(
            &self.transformer,
            &self.heads,
            &Inputs::EMPTY,
            std::slice::from_ref(inputs),
            &mut sums,
        );
        let mut chances = [Chances::default()];
        self.chances(std::slice::from_ref(inputs), &sums, &mut chances);
        chances[0]
    }

    /// Evaluates at most [`Self::BATCH`] positions side by side, which is faster than one by one where they
    /// are similar, and passes the index and the chances of each to `tell`. Removes what the inputs have in
    /// common from them. Allocates nothing.
    pub fn evaluate_each(&self, inputs: &mut [Inputs], mut tell: impl FnMut(usize, Chances)) {
        let most = inputs.len().min(Self::BATCH);
        let inputs = &mut inputs[..most];
        // For a small net, adding up common inputs costs less than finding them.
        let is_small = self.shape.width == TILE;
        let common = if is_small { Inputs::EMPTY } else { Inputs::take_common(inputs) };
        let mut sums = [[0; SECOND]; Self::BATCH];
        let sums = &mut sums[..inputs.len()];
        kernel::layers(&self.transformer, &self.heads, &common, inputs, sums);
        let mut found = [Chances::default(); Self::BATCH];
        let found = &mut found[..inputs.len()];
        self.chances(inputs, sums, found);
        for (place, &mut chances) in found.iter_mut().enumerate() {
            tell(place, chances);
        }
    }

    #[inline]
    fn chances(&self, inputs: &[Inputs], sums: &[[i32; SECOND]], found: &mut [Chances]) {
        kernel::chances(&self.heads, inputs, sums, 1.0 / (NEURON * WEIGHT), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Roll};
    use crate::engine::Class;
    use crate::engine::inputs::Kind;
    use crate::engine::nets::Nets;
    use crate::rules::legal_plays;

    /// Returns the sums of the first layer in real numbers.
    fn first_sums(shape: Shape, parameters: &[f32], inputs: &Inputs) -> Vec<f32> {
        let mut sums = parameters[shape.first_bias()].to_vec();
        let ones = inputs.rows().iter().map(|&row| (row, 1.0));
        let values = inputs.values().map(|(row, value)| (row, f32::from(value) / Inputs::ONE));
        for (row, value) in ones.chain(values) {
            let row = &parameters[shape.first()][usize::from(row) * shape.width..][..shape.width];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
        }
        sums
    }

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

            let first = first_sums(shape, &parameters, &inputs);
            let products = first.chunks(TILE).flat_map(|tile| {
                let cut = |neuron: f32| neuron.clamp(0.0, Net::CLIP);
                (0..TILE / 2).map(move |lane| cut(tile[lane]) * cut(tile[lane + TILE / 2]))
            });
            let head = inputs.head();
            let mut second = parameters[shape.second_bias(head)].to_vec();
            for (value, row) in products.zip(parameters[shape.second(head)].chunks_exact(SECOND)) {
                second.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
            }
            let mut outputs = parameters[shape.third_bias(head)].to_vec();
            for (value, row) in second.iter().zip(parameters[shape.third(head)].chunks_exact(OUTPUTS)) {
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

    /// Returns the lowest and the highest sum of a neuron of the first layer for a position.
    fn extremes(net: &Net, parameters: &[f32], board: &Board) -> (f32, f32) {
        let sums = first_sums(net.shape(), parameters, &Inputs::of(board, net.shape().kind));
        sums.iter().fold((0.0, 0.0), |(low, high): (f32, f32), &sum| (low.min(sum), high.max(sum)))
    }

    #[test]
    fn no_sum_of_the_embedded_nets_wraps() {
        let nets = Nets::embedded();
        // Games of random plays, and positions with all checkers of each side on one point.
        let mut boards = Vec::new();
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut board = Board::START;
        while boards.len() < 5_000 {
            let plays = legal_plays(&board, Roll::ALL[random(Roll::ALL.len())]);
            let after = plays.into_iter().nth(random(20)).map_or(board, |(_, after)| after);
            board = after.flip();
            if Class::of(&board) == Class::Over {
                board = Board::START;
            }
            boards.push(board);
        }
        for mine in 1..=Board::BAR {
            for theirs in (0..25).filter(|&theirs| theirs != mine) {
                let mut lanes = [0; Board::LANES];
                (lanes[mine], lanes[theirs]) = (15, -15);
                boards.push(Board::from_lanes(lanes));
            }
        }
        for (name, net) in [
            ("contact", &nets.contact),
            ("race", &nets.race),
            ("filter", &nets.filter),
            ("lopsided", &nets.lopsided),
            ("lopsided filter", &nets.lopsided_filter),
        ] {
            let parameters = net.parameters();
            let (mut low, mut high) = (0.0_f32, 0.0_f32);
            for board in &boards {
                let (lowest, highest) = extremes(net, &parameters, board);
                (low, high) = (low.min(lowest), high.max(highest));
            }
            assert!(low > -32.0 && high < 31.9, "{name}: {low} to {high}");
        }
    }
}
