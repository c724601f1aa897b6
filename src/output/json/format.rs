//! The answer of `formats`.

use super::SCHEMA;
use crate::formats::inventory::Kind;
use crate::formats::{Content, Format, Matches};
use schemars::JsonSchema;
use serde::Serialize;

/// One record format: a line of `formats --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct FormatJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The short name, as `--to` and `--from` take it.
    name: &'static str,
    /// What it is.
    title: &'static str,
    /// The extensions of its files, the usual one first, without the dot.
    extensions: &'static [&'static str],
    /// Whether its files are text.
    text: bool,
    /// Whether a file can contain several matches.
    many: bool,
    /// Whether it is read.
    read: bool,
    /// Whether it is written.
    write: bool,
    /// Whether a written record is read again without a change.
    reads_back: bool,
    /// The kinds of things that it has a place for.
    holds: Vec<&'static str>,
    /// The kinds of things that get lost in it; empty if it isn't written.
    loses: Vec<&'static str>,
}

impl FormatJson {
    /// Returns the JSON of a format.
    #[must_use]
    pub fn new(format: &Format) -> Self {
        let holds = format.writer.map_or(&[][..], |writer| writer.holds);
        let ids = |is_held: bool| {
            let kinds = Kind::contents().filter(move |kind| holds.contains(kind) == is_held);
            kinds.map(|kind| kind.id()).collect()
        };
        let is_written = format.writer.is_some();
        Self {
            schema: SCHEMA,
            name: format.name,
            title: format.title,
            extensions: format.extensions,
            text: !matches!(format.content, Content::Binary(_)),
            many: !matches!(format.matches, Matches::One),
            read: format.parse.is_some(),
            write: is_written,
            reads_back: format.writer.is_some_and(|writer| writer.reads_back),
            holds: ids(true),
            loses: if is_written { ids(false) } else { Vec::new() },
        }
    }
}
