//! The size of a net, and the order of its parameters.

use super::kernel::{OUTPUTS, SECOND, TILE};
use crate::engine::inputs::Kind;
use std::ops::Range;

/// The most neurons that a first layer may have.
const WIDEST: usize = 1024;

/// The inputs of a net, and the width of its first layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The inputs.
    pub kind: Kind,
    /// The neurons of the first layer: a multiple of 128, 1024 at most. Of each 128, the first 64 are multiplied by
    /// the other 64 and go into the second layer, which has 32.
    pub width: usize,
}

impl Shape {
    /// The number of neurons of the first layer in a tile: its first half is multiplied by its second half.
    pub const TILE: usize = TILE;

    /// Returns the shape; `None` if no net can have it.
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

    /// Returns the place of the first layer's weights: a row of `width` for each input.
    #[must_use]
    pub const fn first(self) -> Range<usize> {
        0..self.kind.rows() * self.width
    }

    /// Returns the place of the first layer's biases.
    #[must_use]
    pub const fn first_bias(self) -> Range<usize> {
        self.first().end..self.first().end + self.width
    }

    /// Returns the beginning of a head. Heads follow each other.
    const fn head(self, head: usize) -> usize {
        let size = (self.products() + 1) * SECOND + (SECOND + 1) * OUTPUTS;
        self.first_bias().end + head * size
    }

    /// Returns the place of a head's weights of the second layer: a row of 32 for each product.
    #[must_use]
    pub const fn second(self, head: usize) -> Range<usize> {
        self.head(head)..self.head(head) + self.products() * SECOND
    }

    /// Returns the place of a head's biases of the second layer.
    #[must_use]
    pub const fn second_bias(self, head: usize) -> Range<usize> {
        self.second(head).end..self.second(head).end + SECOND
    }

    /// Returns the place of the weights of a head's outputs: a row of 8, two of them unused, for each of the
    /// 32 neurons.
    #[must_use]
    pub const fn third(self, head: usize) -> Range<usize> {
        self.second_bias(head).end..self.second_bias(head).end + SECOND * OUTPUTS
    }

    /// Returns the place of the biases of a head's outputs: 8, two of them unused.
    #[must_use]
    pub const fn third_bias(self, head: usize) -> Range<usize> {
        self.third(head).end..self.third(head).end + OUTPUTS
    }
}
