//! The answer of `formats`.

use super::SCHEMA;
use crate::formats::inventory::Kind;
use crate::formats::{Content, Format, Matches};
use serde::Serialize;

/// One record format: a line of `formats --json`.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct FormatJson {
    schema: u32,
    name: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    text: bool,
    many: bool,
    read: bool,
    write: bool,
    reads_back: bool,
    holds: Vec<&'static str>,
    loses: Vec<&'static str>,
}

impl FormatJson {
    /// Mirrors a row of the table.
    #[must_use]
    pub fn new(format: &Format) -> Self {
        let holds = format.writer.map_or(&[][..], |writer| writer.holds);
        let ids = |is_held: bool| {
            let kinds = Kind::ALL.iter().filter(move |kind| holds.contains(kind) == is_held);
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
