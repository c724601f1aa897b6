//! Findings: the renderer of `--format json`.

use crate::diag::{Edit, Fix, Label, SourceFile, Span};
use crate::output::diagnostic::{Finding, Options, Region, Renderer};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// The renderer of `--format json`: JSON Lines.
#[derive(Clone, Debug)]
pub struct JsonLines {
    options: Options,
    line: Vec<u8>,
}

impl JsonLines {
    /// Returns the renderer.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self { options, line: Vec::new() }
    }
}

impl Renderer for JsonLines {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        self.line.clear();
        // Write to memory first: serde_json would hide the kind of an error of `out`.
        serde_json::to_writer(&mut self.line, &FindingJson::new(finding, self.options.all))?;
        self.line.push(b'\n');
        out.write_all(&self.line)
    }
}

/// A finding, flat but for its lists.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FindingJson<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The stable name of the kind of finding.
    code: &'static str,
    /// The severity.
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    severity: &'static str,
    /// One sentence that names the rule.
    message: &'a str,
    /// The file, as it was named or found. In a name that isn't UTF-8, `%E9` is the byte 0xE9, and `%25` a percent sign.
    path: &'a str,
    #[serde(flatten)]
    place: PlaceJson,
    /// The label at the place.
    label: Option<&'a str>,
    /// Further places that help to understand the finding.
    labels: Vec<LabelJson<'a>>,
    /// Facts.
    notes: &'a [String],
    /// Advice, such as the legal plays.
    help: &'a [String],
    /// The fixes, the best first.
    fixes: Vec<FixJson<'a>>,
    /// The game in the match, from 1.
    #[schemars(range(min = 1))]
    game: Option<u32>,
    /// The row's number in the record.
    row: Option<u32>,
    /// The number of the move in the game, counted from 1 as the rows of a .mat record are.
    r#move: Option<u32>,
    /// The name of the player who acted.
    player: Option<&'a str>,
    /// The Position ID before the action, seen by the player on roll.
    position_id: Option<&'a str>,
    /// The Match ID before the action.
    match_id: Option<&'a str>,
    /// The number of findings that follow from this one.
    consequences: usize,
    /// Those findings, with --all; else null.
    consequence_findings: Option<Vec<FindingJson<'a>>>,
}

impl<'a> FindingJson<'a> {
    /// The version of this schema.
    pub const SCHEMA: u32 = 1;

    /// Returns the JSON of a finding; `all` includes its consequences.
    #[must_use]
    pub fn new(finding: &Finding<'a>, all: bool) -> Self {
        let (source, diagnostic) = (finding.source, finding.diagnostic);
        let context = &diagnostic.context;
        Self {
            schema: Self::SCHEMA,
            code: diagnostic.code.id(),
            severity: diagnostic.severity.name(),
            message: &diagnostic.message,
            path: source.name(),
            place: PlaceJson::new(source, diagnostic.primary.span),
            label: Some(diagnostic.primary.message.as_str()).filter(|text| !text.is_empty()),
            labels: diagnostic
                .secondary
                .iter()
                .map(|Label { span, message }| LabelJson { place: PlaceJson::new(source, *span), message })
                .collect(),
            notes: &diagnostic.notes,
            help: &diagnostic.help,
            fixes: diagnostic.fixes.iter().map(|fix| FixJson::new(source, fix)).collect(),
            game: context.game,
            row: context.row,
            r#move: context.number,
            player: context.player.as_deref(),
            position_id: context.position_id.as_deref(),
            match_id: context.match_id.as_deref(),
            consequences: diagnostic.consequences.len(),
            consequence_findings: all
                .then(|| finding.consequences().map(|finding| Self::new(&finding, all)).collect()),
        }
    }
}

/// A region: lines and columns from 1, ends exclusive, bytes in the decoded text of the whole file.
/// In a file that isn't text the record, from 1, and the byte in it, from 0.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct PlaceJson {
    /// The first line of the place, from 1; null in a file that isn't text.
    #[schemars(range(min = 1))]
    line: Option<u64>,
    /// The first character in its line, from 1; null in a file that isn't text.
    #[schemars(range(min = 1))]
    column: Option<u32>,
    /// The line after the last character; null in a file that isn't text.
    #[schemars(range(min = 1))]
    end_line: Option<u64>,
    /// The column after the last character; null in a file that isn't text.
    #[schemars(range(min = 1))]
    end_column: Option<u32>,
    /// In a file of records that isn't text: the record's number, from 1; else null.
    #[schemars(range(min = 1))]
    record: Option<u64>,
    /// In a file that isn't text: the byte in the record, or in the file if it has no records, from 0; else null.
    byte_offset: Option<u32>,
    /// The first byte of the place in the whole file (in its text as UTF-8 without a byte order mark, if it is text).
    byte_start: u64,
    /// The byte after the place.
    byte_end: u64,
}

impl PlaceJson {
    fn new(source: &SourceFile, span: Span) -> Self {
        let Region { start, end, byte_start, byte_end } = Region::of(source, span);
        let (record, byte_offset) =
            source.record_and_byte(span.start).map_or((None, None), |(record, byte)| (record, Some(byte)));
        let text = !source.is_binary();
        Self {
            line: text.then_some(start.line),
            column: text.then_some(start.column),
            end_line: text.then_some(end.line),
            end_column: text.then_some(end.column),
            record,
            byte_offset,
            byte_start,
            byte_end,
        }
    }
}

/// A fix.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct FixJson<'a> {
    /// What the fix does.
    message: &'a str,
    /// `safe`: exactly one reading agrees with the rest of the record; `suggested`: one of several.
    applicability: &'static str,
    /// Replacements of text that belong together, in the order of their places.
    edits: Vec<EditJson<'a>>,
    /// Why this reading.
    evidence: &'a [String],
}

impl<'a> FixJson<'a> {
    fn new(source: &SourceFile, fix: &'a Fix) -> Self {
        let edit = |edit: &'a Edit| EditJson {
            place: PlaceJson::new(source, edit.span),
            replacement: &edit.replacement,
        };
        Self {
            message: &fix.message,
            applicability: fix.applicability.name(),
            edits: fix.edits.iter().map(edit).collect(),
            evidence: &fix.evidence,
        }
    }
}

/// A replacement of text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct EditJson<'a> {
    #[serde(flatten)]
    place: PlaceJson,
    /// The text that replaces it.
    replacement: &'a str,
}

/// A secondary place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct LabelJson<'a> {
    #[serde(flatten)]
    place: PlaceJson,
    /// The sentence of a finding.
    message: &'a str,
}
