//! Formulas that estimate a race by counting: pips, adjustments, and when to double and take.
//!
//! Every formula is from the view of the side on roll (the *mover*), who would double, and is meant for money
//! play without gammons and for positions without contact; none checks that itself, as [`Race::contact`]
//! does. All verdicts are those of the published rules, by exact arithmetic. Where GNU Backgammon's command
//! of the same name differs, a method beginning with `gnubg` returns its result; tests compare these with the
//! program.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::stats::race::{EightNineTwelve, Race};
//! use barpoint::Board;
//!
//! let race = Race::of(&Board::START);
//! assert!(race.contact);
//! assert_eq!(EightNineTwelve::of(&race).lead(), 0);
//! ```

mod eight_nine_twelve;
mod isight;
mod keith;
mod kleinman;
mod stand;
mod thorp;
mod trice;
mod verdict;
mod ward;

pub use eight_nine_twelve::EightNineTwelve;
pub use isight::{Isight, IsightCount};
pub use keith::{Keith, KeithCount};
pub use kleinman::Kleinman;
pub use stand::{Race, Stand};
pub use thorp::{Thorp, ThorpCount};
pub use trice::Trice;
pub use verdict::Verdict;
pub use ward::{Ward, WardCount};

#[cfg(test)]
mod examples;
