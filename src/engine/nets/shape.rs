//! How large a net is, and in which order its parameters are told.

use super::kernel::{OUTPUTS, SECOND, TILE};
use crate::engine::inputs::Kind;
use std::ops::Range;

/// The most neurons that a first layer may have.
const WIDEST: usize = 1024;

/// What a net looks at, and how wide its first layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The inputs.
    pub kind: Kind,
    /// The neurons of the first layer: a multiple of 128, 1024 at most. The second has 32.
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
