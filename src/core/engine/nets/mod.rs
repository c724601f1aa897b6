//! Small nets from a position to the chances of the six ends of a game.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::nets::Nets;
//!
//! let nets = Nets::embedded();
//! assert!(nets.contact.shape().width > nets.filter.shape().width);
//! ```

mod kernel;
mod lopsided;
mod net;
mod shape;
mod vector;
mod weights;

pub use kernel::instructions;
pub use net::Net;
pub use shape::Shape;
pub use weights::{Nets, WeightsError};
