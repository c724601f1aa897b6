//! Protocols for other programs: GNU Backgammon's `external` and the Universal Backgammon Interface. A line
//! goes in and text comes out; the transport isn't part of them.
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
