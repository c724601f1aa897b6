//! Output for people and machines: the only layer that formats, and the only writer.
//!
//! [`diagnostic`] prints findings, [`diagram`] draws a position as a picture, [`report`] writes a match as a page or as
//! text; [`decisions`] and [`json`] are for other programs.
//!
//! ```
//! use barpoint::output::diagram::Diagram;
//! use barpoint::{Board, Side};
//!
//! let svg = Diagram::plain(Board::START, Side::One).svg();
//! assert!(svg.starts_with("<svg"));
//! ```

pub use crate::notation::drawing as board;

#[doc(hidden)]
pub mod bearoff;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod columns;
pub mod decisions;
pub mod diagnostic;
pub mod diagram;
pub mod diff;
#[doc(hidden)]
pub mod entry_chart;
#[doc(hidden)]
pub mod evaluation;
pub mod explained_fix;
#[cfg(feature = "cli")]
pub(crate) mod found;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod id;
pub mod json;
#[doc(hidden)]
pub mod lesson;
#[doc(hidden)]
pub mod maps;
#[doc(hidden)]
pub mod matrix;
#[doc(hidden)]
pub mod mistakes;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod opening;
#[cfg(feature = "pictures")]
pub mod paper;
#[doc(hidden)]
pub mod phases;
#[doc(hidden)]
pub mod pips;
#[doc(hidden)]
pub mod plays;
#[doc(hidden)]
pub mod quiz;
#[doc(hidden)]
pub mod race;
pub mod report;
#[doc(hidden)]
pub mod rollout;
#[doc(hidden)]
pub mod score;
#[doc(hidden)]
pub mod statistics;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod stats;
#[doc(hidden)]
pub mod stored;
#[doc(hidden)]
pub mod summary;
pub(crate) mod table;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod ui;
#[doc(hidden)]
pub mod unicode;

/// Returns a text with a capital at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Renders a page without harmful characters. A line doesn't end between a number and its percent sign.
#[cfg(feature = "pages")]
fn rendered(page: &impl askama::Template) -> String {
    let page = page.render().expect("templates only write numbers and texts");
    crate::diag::neutral(&page).replace(" %", "\u{a0}%")
}
