//! The doubling cube.

use crate::board::Side;

/// The largest value of the cube, 2^15: the largest in a Match ID's four bits.
pub const MAX_CUBE: u32 = 1 << 15;

/// The doubling cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    /// The value, a power of two from 1 to [`MAX_CUBE`].
    pub value: u32,
    /// The owner; `None` while it is centred.
    pub owner: Option<Side>,
}

impl Cube {
    /// The cube at the beginning of a game: centred, at 1.
    pub const START: Self = Self { value: 1, owner: None };

    /// Returns `true` if the place of the cube allows this side to turn it: it is centred or the side's own.
    #[must_use]
    pub fn is_available_to(self, side: Side) -> bool {
        self.owner.is_none_or(|owner| owner == side)
    }
}

impl Default for Cube {
    fn default() -> Self {
        Self::START
    }
}
