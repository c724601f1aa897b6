//! `BGBlitz`'s own format, `.bgf`: a line of JSON that describes the packing of the rest, then the match.
//!
//! The rest is JSON or Smile (the binary form of JSON of the Jackson library), plain or compressed with gzip.
//! As far as we know, no such file has been published: the reader follows a public parser, and is tested only
//! on files made for the tests. Where the parser leaves a question open, both readings are accepted and the
//! data decides; the page on the format lists the guesses.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("resignation.bgf", std::fs::read("testdata/bgf/valid/resignation.bgf")?)?;
//! assert_eq!(matches[0].format.name, "bgf");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entries;
mod json;
mod parse;
mod smile;
mod value;

pub use parse::parse;

use super::{Confidence, Content, Evidence, Format, Head, Matches};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "bgf",
    title: "a match of BGBlitz",
    page: "bgf",
    extensions: &["bgf"],
    content: Content::Binary(0),
    matches: Matches::One,
    sniff,
    parse: Some(parse),
    writer: None,
};

/// The most bytes of the first line.
const HEADER: usize = 1024;

/// The most bytes of an unpacked match.
const UNPACKED: u64 = 64 * 1024 * 1024;

/// Returns the offset after the first line, if that is a header.
fn header_end(bytes: &[u8]) -> Option<usize> {
    let line = &bytes[..bytes.len().min(HEADER)];
    let end = memchr::memchr(b'\n', line).map_or(bytes.len(), |end| end + 1);
    if end > HEADER || !line.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let (header, broken) = json::read(&bytes[..end], 0);
    let is_bgf = header.get("format").and_then(value::Value::text).is_some_and(|name| name == "BGF");
    let known = ["useSmile", "compress", "compression"].iter().any(|key| header.get(key).is_some());
    (broken.is_none() && (is_bgf || known && header.get("version").is_some())).then_some(end)
}

fn sniff(head: Head<'_>) -> Evidence {
    let confidence = if header_end(head.bytes).is_some() { Confidence::Sure } else { Confidence::No };
    confidence.at(0)
}
