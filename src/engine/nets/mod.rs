//! Small nets from a position to the chances of the six ends of a game.

mod kernel;
mod net;
mod weights;

pub use net::{Activations, Net, Shape};
pub use weights::{Nets, WeightsError};
