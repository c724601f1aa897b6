//! The opening book: the plays of the first roll and the replies to those in use, worked out by rollouts.
//!
//! All values are from the mover's view, for money with the Jacoby rule and the cube centred. `docs/openings.md` describes how they were worked out; `book.tsv` beside this file has them.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::opening::{Book, Opening};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let best = &Book::embedded().firsts("31".parse()?)[0];
//! assert_eq!(best.name().to_string(), "31P");
//! assert_eq!(best.play.play.to_string(), "8/5 6/5");
//! assert!(best.value().equity > 0.1);
//! let opening: Opening = "31P-64".parse()?;
//! assert_eq!(opening, "31: 8/5 6/5, 64".parse()?);
//! # Ok(())
//! # }
//! ```

mod book;
mod name;

pub use book::{Book, BookError, BookPlay, FirstPlay, Value, Whole};
pub use name::{Letter, Opening, OpeningError};
