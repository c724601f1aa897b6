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
    /// The neurons of the first layer: a multiple of 128, 1024 at most. Of each 128, the first 64 are multiplied by
    /// the other 64 and go into the second layer, which has 32.
    pub width: usize,
}

impl Shape {
    /// How many neurons of the first layer stand together: the first half of them is multiplied by the other.
    pub const TILE: usize = TILE;

    /// Returns the shape, if there can be such a net.
    #[must_use]
    pub const fn new(kind: Kind, width: usize) -> Option<Self> {
        if width > 0 && width <= WIDEST && width.is_multiple_of(TILE) {
            Some(Self { kind, width })
        } else {
            None
        }
    }

    /// Returns the number of products of neurons that go into the second layer.
    #[must_use]
    pub const fn products(self) -> usize {
        self.width / 2
    }

    /// Returns the number of parameters.
    #[must_use]
    pub const fn parameters(self) -> usize {
        self.head(self.kind.heads())
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

    /// Where a head begins. They follow each other.
    const fn head(self, head: usize) -> usize {
        let size = (self.products() + 1) * SECOND + (SECOND + 1) * OUTPUTS;
        self.first_bias().end + head * size
    }

    /// Where a head's weights of the second layer are: a row of 32 for each product.
    #[must_use]
    pub const fn second(self, head: usize) -> Range<usize> {
        self.head(head)..self.head(head) + self.products() * SECOND
    }

    /// Where a head's biases of the second layer are.
    #[must_use]
    pub const fn second_bias(self, head: usize) -> Range<usize> {
        self.second(head).end..self.second(head).end + SECOND
    }

    /// Where the weights of a head's outputs are: a row of 8, two of them unused, for each of the 32 neurons.
    #[must_use]
    pub const fn third(self, head: usize) -> Range<usize> {
        self.second_bias(head).end..self.second_bias(head).end + SECOND * OUTPUTS
    }

    /// Where the biases of a head's outputs are: 8, two of them unused.
    #[must_use]
    pub const fn third_bias(self, head: usize) -> Range<usize> {
        self.third(head).end..self.third(head).end + OUTPUTS
    }
}
