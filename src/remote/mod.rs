//! What other programs ask: the protocols of GNU Backgammon's `external` and of the Universal Backgammon
//! Interface. A line goes in and text comes out; who carries it is no concern of theirs.

mod asked;
pub mod external;
pub mod ubgi;

pub use external::External;
pub use ubgi::Ubgi;
