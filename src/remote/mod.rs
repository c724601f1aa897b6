//! What other programs ask: the protocols of GNU Backgammon's `external` and of the Universal Backgammon
//! Interface. A line goes in and text comes out; who carries it is no concern of theirs.
//!
//! ```
//! use barpoint::remote::Ubgi;
//! use barpoint::Engine;
//!
//! let engine = Engine::new();
//! let mut ubgi = Ubgi::new(&engine, 0);
//! assert!(ubgi.answer("ubgi").expect("an answer").ends_with("ubgiok\n"));
//! ```

mod asked;
pub mod external;
pub mod ubgi;

pub use external::External;
pub use ubgi::Ubgi;
