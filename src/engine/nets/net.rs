//! One net: two hidden layers of rectified sums, and a softmax over the six ends of a game.

use super::kernel::{self, OUTPUTS, SECOND, TILE};
use crate::engine::Chances;
use crate::engine::inputs::{Inputs, Kind};
use std::ops::Range;

/// The most neurons that a first layer may have.
const WIDEST: usize = 1024;

/// What a net looks at, and how wide its first layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The inputs.
    pub kind: Kind,
    /// The neurons of the first layer: a multiple of 64, 1024 at most. The second has 32.
    pub width: usize,
}

impl Shape {
    /// Returns the shape, if there can be such a net.
    #[must_use]
    pub const fn new(kind: Kind, width: usize) -> Option<Self> {
        if width > 0 && width <= WIDEST && width.is_multiple_of(TILE) {
            Some(Self { kind, width })
        } else {
            None
        }
    }

    /// Returns the number of parameters.
    #[must_use]
    pub const fn parameters(self) -> usize {
        self.third_bias().end
    }

    /// Where the first layer's weights are: a row of `width` for each input.
    #[must_use]
    pub const fn first(self) -> Range<usize> {
        0..self.kind.rows() * self.width
    }

    /// Where the first layer's biases are.
    #[must_use]
    pub const fn first_bias(self) -> Range<usize> {
        self.first().end..self.first().end + self.width
    }

    /// Where the second layer's weights are: a row of 32 for each neuron of the first.
    #[must_use]
    pub const fn second(self) -> Range<usize> {
        self.first_bias().end..self.first_bias().end + self.width * SECOND
    }

    /// Where the second layer's biases are.
    #[must_use]
    pub const fn second_bias(self) -> Range<usize> {
        self.second().end..self.second().end + SECOND
    }

    /// Where the outputs' weights are: a row of 8, two of them unused, for each of the 32 neurons.
    #[must_use]
    pub const fn third(self) -> Range<usize> {
        self.second_bias().end..self.second_bias().end + SECOND * OUTPUTS
    }

    /// Where the outputs' biases are: 8, two of them unused.
    #[must_use]
    pub const fn third_bias(self) -> Range<usize> {
        self.third().end..self.third().end + OUTPUTS
    }
}

/// What the neurons of a net say to one position.
#[derive(Clone, Debug)]
pub struct Activations {
    /// The first layer; only as many as the net is wide.
    pub first: [f32; WIDEST],
    /// The second layer.
    pub second: [f32; SECOND],
    /// The outputs.
    pub chances: Chances,
}

impl Default for Activations {
    fn default() -> Self {
        Self { first: [0.0; WIDEST], second: [0.0; SECOND], chances: Chances::default() }
    }
}

/// A net with its parameters.
#[derive(Debug)]
pub struct Net {
    shape: Shape,
    /// The parameters, from `start` on.
    buffer: Vec<f32>,
    /// Where a cache line begins: a vector that lies across two of them loads half as fast.
    start: usize,
}

/// The bytes of a cache line.
const LINE: usize = 64;

impl Clone for Net {
    fn clone(&self) -> Self {
        Self::aligned(self.shape, self.parameters())
    }
}

impl PartialEq for Net {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.parameters() == other.parameters()
    }
}

impl Net {
    /// Makes a net of parameters in the order of [`Shape`]; nothing if their number isn't right.
    #[must_use]
    pub fn new(shape: Shape, parameters: &[f32]) -> Option<Self> {
        let shape = Shape::new(shape.kind, shape.width)?;
        (parameters.len() == shape.parameters()).then(|| Self::aligned(shape, parameters))
    }

    fn aligned(shape: Shape, parameters: &[f32]) -> Self {
        let spare = LINE / size_of::<f32>();
        let mut buffer = vec![0.0; parameters.len() + spare];
        let start = buffer.as_ptr().align_offset(LINE).min(spare);
        buffer[start..start + parameters.len()].copy_from_slice(parameters);
        Self { shape, buffer, start }
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the parameters in the order of [`Shape`].
    #[must_use]
    pub fn parameters(&self) -> &[f32] {
        &self.buffer[self.start..self.start + self.shape.parameters()]
    }

    /// Returns the parameters, to be changed.
    #[must_use]
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.buffer[self.start..self.start + self.shape.parameters()]
    }

    /// Evaluates a position from its inputs, which must be of the net's kind. Allocates nothing.
    #[must_use]
    pub fn evaluate(&self, inputs: &Inputs) -> Chances {
        let mut first = [0.0; WIDEST];
        let mut second = [0.0; SECOND];
        self.forward(inputs, &mut first, &mut second)
    }

    /// Evaluates a position and keeps what the neurons said.
    pub fn activate(&self, inputs: &Inputs, activations: &mut Activations) {
        activations.chances = self.forward(inputs, &mut activations.first, &mut activations.second);
    }

    fn forward(&self, inputs: &Inputs, first: &mut [f32; WIDEST], second: &mut [f32; SECOND]) -> Chances {
        let shape = self.shape;
        let first = &mut first[..shape.width];
        let parameters = self.parameters();
        let part = |range: Range<usize>| &parameters[range];
        let (weights, bias) = (part(shape.first()).as_chunks().0, part(shape.first_bias()).as_chunks().0);
        kernel::first_layer(weights, bias, inputs.entries(), first.as_chunks_mut().0);
        let bias = part(shape.second_bias()).try_into().expect("as long as the shape says");
        kernel::second_layer(part(shape.second()).as_chunks().0, bias, first, second);
        let bias = part(shape.third_bias()).try_into().expect("as long as the shape says");
        let outputs = kernel::outputs(part(shape.third()).as_chunks().0, bias, second);
        Chances(kernel::softmax(&outputs))
    }
}
