//! Snowie's match text: a .mat record without headers. GNU Backgammon's `export match snowietxt`.
//!
//! It is read as a [.mat record](super::mat), and recognised as one; only for writing does it have to be selected.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::formats::snowie::FORMAT;
//!
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("match.mat", std::fs::read("testdata/mat/valid/seven-points.mat")?)?;
//! let written = FORMAT.writer.expect("it is written").bytes(&matches[0].replayed);
//! assert!(String::from_utf8(written)?.contains("7 point match"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::mat::{self, Form};
use super::{Format, Matches, Write, Writer};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "snowie",
    title: "Snowie's match text: match text without headers",
    page: "snowie-match",
    matches: Matches::Stream,
    // It is never recognised: it looks like any other match text.
    parse: mat::FORMAT.parse,
    writer: Some(Writer {
        write: Write::Plain(|replayed| mat::write_as(replayed, Form::Snowie)),
        reads_back: true,
        holds: mat::NUMBERED,
    }),
    ..Format::TEXT
};
